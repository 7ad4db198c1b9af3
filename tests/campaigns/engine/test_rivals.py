"""Choices of a warband that the app plays: a die makes them, or where the league wants it its organiser."""

from __future__ import annotations

from typing import Any

import pytest

from campaigns.engine import door
from campaigns.engine.stored.journal import reconcile
from campaigns.engine.who.rights import Actor
from campaigns.models import Entry, Scope
from rules.engine.dice import is_random
from rules.engine.questions import question_options
from tests import factories
from tests.campaigns import play
from tests.pages import page_of, refusal_of, text_of, told_in

pytestmark = pytest.mark.django_db


def levelled(kind: str, **settings: Any) -> tuple[Scope, list[str], Entry]:
    """A hero of the second warband rises a level: the kinds that were asked by hand, and the entry."""
    ilse = factories.new_organiser(name="Ilse")
    scope = play.found_league(ilse, ai_opponent_record="rival", **settings)
    marta, tom = play.started(scope, ilse, "Marta", "Tom")
    if kind:
        play.act(scope, ilse, "rival", warband=tom)
    hero = play.state_of(scope).warbands[tom].units[0]
    play.act(scope, ilse, "give_xp", unit=hero, amount=4, words="Long service.")
    mission = play.played(scope, ilse, marta, tom)
    play.answer_all(scope, ilse, play.act(scope, ilse, "casualties", mission=mission, warband=tom))
    outcome, asked = play.act(scope, ilse, "experience", mission=mission, warband=tom), []
    while not outcome.settled:
        question = outcome.questions[0]
        asked.append(question.kind)
        value = 6 if is_random(question) else question_options(question)[0].id
        outcome = door.answer_question(scope.pk, Actor(ilse), outcome.slot, question.key, value)
    assert reconcile(scope) == []
    return scope, asked, scope.entries.get(slot__code=outcome.slot)


def test_solo_76_a_die_chooses_for_a_rival_and_the_record_says_so() -> None:
    _scope, asked, entry = levelled("rival")
    assert set(asked) == {"roll"}
    chosen = [one for one in entry.answers.values() if isinstance(one["value"], str)]
    assert chosen
    assert all(one["origin"] == "app" and one["dice"] for one in chosen)


@pytest.mark.parametrize(("kind", "options"), [("rival", {"ai_choices": "organiser"}), ("", {})])
def test_solo_76_an_organiser_chooses_where_the_league_wants_it_and_people_for_themselves(
    kind: str, options: dict[str, str]
) -> None:
    _scope, asked, entry = levelled(kind, **options)
    assert "choose" in asked
    assert {one["origin"] for one in entry.answers.values()} == {"hand", "choice"}


def at_upgrades(**settings: Any) -> tuple[Scope, Any, str, str]:
    """Tom's warband, run by the app, with 40 points to spend; the address of its step."""
    ilse = factories.new_organiser(name="Ilse")
    scope = play.found_league(ilse, ai_opponent_record="rival", **settings)
    marta, tom = play.started(scope, ilse, "Marta", "Tom")
    play.act(scope, ilse, "rival", warband=tom)
    mission = play.played(scope, ilse, marta, tom)
    for step in ("casualties", "experience"):
        play.answer_all(scope, ilse, play.act(scope, ilse, step, mission=mission, warband=tom))
    pool = play.state_of(scope).warbands[tom].pool
    play.act(scope, ilse, "give_points", warband=tom, amount=40 - pool, words="For the test of the shop.")
    return scope, factories.signed_in(ilse), tom, f"/l/{scope.pk}/m/{mission}/steps/{tom}/"


def test_solo_02_a_die_spends_a_rival_s_points_among_what_its_list_offers() -> None:
    scope, browser, tom, address = at_upgrades()
    unit = play.state_of(scope).warbands[tom].units[1]
    drawn = browser.get(address)
    assert page_of(drawn).die.procedure == "rival_upgrades"
    assert not page_of(drawn).die.drawn
    said = {"do": "rival_upgrades", "label": ["Bow", ""], "price": ["ten", ""], "unit": [unit, unit]}
    refused = browser.post(address, said)
    assert refused.status_code == 409
    assert "What does Bow cost?" in refusal_of(refused)
    assert [one["price"].value() for one in page_of(refused).die.lines][:1] == ["ten"]
    nameless = browser.post(address, {**said, "label": ["", ""], "price": ["10", ""]})
    assert (nameless.status_code, refusal_of(nameless)[:14]) == (409, "What costs 10?")
    assert browser.post(address, {**said, "price": ["10", ""], "once": "a"}).status_code == 302
    entry = scope.entries.get(procedure="opr.rival_upgrades")
    chosen = entry.answers["upgrade:1"]
    assert (chosen["origin"], len(chosen["dice"])) == ("app", 1)
    bought = chosen["value"] == "offer-1"
    state = play.state_of(scope)
    assert (state.warbands[tom].pool, len(state.units[unit].items)) == ((30, 1) if bought else (40, 0))
    assert "The die has chosen for this step." in text_of(browser.get(address))
    assert browser.post(address, {**said, "price": ["10", ""], "once": "b"}).status_code == 409
    assert any("The die bought" in one for one in told_in(scope, scope.club.seats.get(name="Ilse")))
    assert reconcile(scope) == []


def test_solo_02_a_die_recruits_what_a_rival_has_already_or_its_list_offers() -> None:
    scope, browser, tom, address = at_upgrades()
    browser.post(address, {"do": "close_upgrades"})
    known = browser.get(address).context["page"].die.known
    assert [(one.name, one.points, one.on) for one in known] == [
        ("Ferrymen 2", 40, True),
        ("Lamplighters 2", 40, True),
    ]
    same = [known[0].name]
    said = {"do": "rival_recruits", "same": same, "label": ["Dogs"], "price": ["40"], "kind": [""]}
    assert browser.post(address, said).status_code == 302
    value = scope.entries.get(procedure="opr.rival_recruits").answers["recruit:1"]["value"]
    recruited = {"offer-1": "Ferrymen 2", "offer-2": "Dogs"}.get(value)
    names = [unit.name for unit in play.state_of(scope).sheet(tom)]
    assert names[3:] == ([recruited] if recruited else [])
    assert reconcile(scope) == []


def test_solo_76_an_organiser_buys_for_a_rival_where_the_league_wants_it() -> None:
    _scope, browser, _tom, address = at_upgrades(ai_choices="organiser")
    page = browser.get(address)
    assert page_of(page).die is None
    drawn = page.content.decode()
    assert "Buy an upgrade" in drawn
    assert "Let the die choose" not in drawn
    _scope, browser, _tom, address = at_upgrades()
    by_die = browser.get(address).content.decode()
    assert "Let the die choose" in by_die
    assert "Buy an upgrade" not in by_die
