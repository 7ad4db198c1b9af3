"""Random events beside the table: every one has its line, what it met, and is said again when it matters."""

from __future__ import annotations

from html import unescape
from typing import Any

import pytest

from campaigns.engine import door
from campaigns.engine.stored.journal import reconcile
from campaigns.engine.transaction.scope_transaction import DoorOutcome
from campaigns.engine.who.rights import Actor
from campaigns.opr.receipts import warband_figures
from campaigns.opr.warbands import unit_page
from campaigns.shell.questions.question_forms import question_view
from rules.engine.dice import is_random
from rules.engine.questions import ChooseSeveral
from rules.opr.books import EDITIONS, edition_in_force
from tests.campaigns.opr.table.evening import Evening
from tests.campaigns.play import act, state_of
from tests.pages import page_of, refusal_of, told_in

pytestmark = pytest.mark.django_db


def settled(here: Evening, outcome: DoorOutcome, **given: Any) -> None:
    """Answer a round's dialogue: as given, everybody eligible, else the app's die."""
    while not outcome.settled:
        question = outcome.questions[0]
        value: Any = given.get(question.key, door.ROLL if is_random(question) else None)
        if value is None and isinstance(question, ChooseSeveral):
            value = [option.id for option in question.options]
        outcome = door.answer_question(here.scope.pk, Actor(here.marta), outcome.slot, question.key, value)


def happens(here: Evening, mission: str, code: int, **params: Any) -> str:
    """The next round brings this event; its id."""
    number = state_of(here.scope).missions[mission].round + 1
    outcome = act(here.scope, here.marta, "round", mission=mission, round=number, **params)
    settled(here, outcome, **{"event-check": 6, "event": code})
    return str(state_of(here.scope).missions[mission].events[-1].id)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.in_turn(4)
def test_every_event_of_the_book_has_its_line_on_the_mission_page(edition: str) -> None:
    here = Evening(edition=edition, units=8)
    mission, marta = here.mission(), here.browser(here.marta)
    rules = edition_in_force(edition, ())
    state = state_of(here.scope)
    out = [state.warbands[here.bell].units[-1]]
    assert len(rules.book.events) == 36
    for entry in rules.book.events:
        event = happens(here, mission, entry.code, gone=out)
        page = marta.get(here.url(f"m/{mission}/"))
        shown = next(one for one in page.context["page"].events if one.id == event)
        assert shown in page.context["page"].in_force, entry.name
        text = unescape(page.content.decode())
        happened = state_of(here.scope).missions[mission].events[-1]
        for line in (entry.name, entry.told(happened.number), shown.lasts):
            assert line in text, (entry.code, line)
        if entry.draw:
            assert shown.hits in text, entry.code
            assert shown.hits, entry.code
        if entry.dice and entry.draw != "units":
            assert entry.dice in entry.text, entry.code
            assert entry.dice not in entry.told(happened.number), entry.code
    assert reconcile(here.scope) == []


def test_what_was_thrown_and_drawn_for_an_event_stands_on_its_card() -> None:
    here = Evening()
    mission = here.mission()
    outcome = act(here.scope, here.marta, "round", mission=mission, round=1)
    settled(here, outcome, **{"event-check": 6, "event": 64, "number": 3})
    assert "The side drawn receives 15 points." in here.shows(here.marta, mission).events[0].text


def test_opr_34_an_event_without_a_target_is_not_in_force() -> None:
    here = Evening()
    mission = here.mission()
    outcome = act(here.scope, here.marta, "round", mission=mission, round=1)
    settled(here, outcome, **{"event-check": 6, "event": 55, "eligible": []})
    page = here.shows(here.marta, mission)
    assert not page.in_force
    assert [one.hits for one in page.past] == ["no valid target: nothing happens"]


@pytest.mark.parametrize(("code", "kind"), [(55, "down"), (66, "out")])
def test_opr_34_who_is_known_to_be_down_or_out_is_ticked_already(code: int, kind: str) -> None:
    here = Evening()
    mission, marta = here.mission(), here.browser(here.marta)
    page, unit = here.url(f"m/{mission}/"), here.units(here.raiders)[1]
    if kind == "down":
        marta.post(f"{page}down/", {"unit": unit})
    else:
        marta.post(f"{page}out/", {"killer": here.units(here.bell)[0], "victim": unit})
    asked = marta.post(f"{page}do/round/", {"round": 1})["Location"]
    marta.post(asked, {"key": "event-check", "value": "6"})
    marta.post(asked, {"key": "event", "value": str(code)})
    taps = question_view(page_of(marta.get(asked)).first.question).taps
    assert [tap.value for tap in taps if tap.chosen] == [unit]


def test_opr_69_who_falls_while_the_note_is_being_written_cannot_be_noted() -> None:
    here = Evening()
    mission, marta, tom = here.mission(), here.browser(here.marta), here.browser(here.tom)
    page = here.url(f"m/{mission}/")
    first, second, third = here.units(here.raiders)
    event = here.event(mission, 52, warband=here.bell)
    marta.post(f"{page}out/", {"killer": here.units(here.bell)[0], "victim": first})
    asked = marta.post(f"{page}do/seal_note/", {"event": event, "warband": here.bell})["Location"]
    assert marta.post(asked, {"key": "note", "value": first}).status_code == 409
    tom.post(f"{page}out/", {"killer": here.units(here.bell)[0], "victim": second})
    options = page_of(marta.get(asked)).first.question.options
    off = {one.id for one in options if one.why_not == "This unit is no longer on the table."}
    assert off == {first, second}
    assert marta.post(asked, {"key": "note", "value": second}).status_code == 409
    assert marta.post(asked, {"key": "note", "value": third}).status_code == 302
    happened = state_of(here.scope).missions[mission].events[-1]
    assert (happened.sealed, happened.noted) == (True, 1)


def test_opr_69_a_kill_that_was_a_slip_is_open_to_the_note_again() -> None:
    here = Evening()
    mission, marta = here.mission(), here.browser(here.marta)
    page, victim = here.url(f"m/{mission}/"), here.units(here.raiders)[0]
    event = here.event(mission, 52, warband=here.bell)
    marta.post(f"{page}out/", {"killer": here.units(here.bell)[0], "victim": victim})
    asked = marta.post(f"{page}do/seal_note/", {"event": event, "warband": here.bell})["Location"]
    marta.post(f"{page}out/", {"victim": victim, "strike": "1"})
    assert marta.post(asked, {"key": "note", "value": victim}).status_code == 302


def test_event_62_who_falls_before_the_choice_cannot_be_sent_away() -> None:
    here = Evening()
    mission, tom = here.mission(), here.browser(here.tom)
    page, victim = here.url(f"m/{mission}/"), here.units(here.raiders)[0]
    event = here.event(mission, 62, warband=here.raiders)
    asked = tom.post(f"{page}do/send/", {"event": event, "warband": here.raiders})["Location"]
    tom.post(f"{page}out/", {"killer": here.units(here.bell)[0], "victim": victim})
    assert tom.post(asked, {"key": "unit", "value": victim}).status_code == 409


def test_event_62_nobody_who_is_out_or_down_is_sent_away() -> None:
    here = Evening()
    mission, marta, tom = here.mission(), here.browser(here.marta), here.browser(here.tom)
    page = here.url(f"m/{mission}/")
    first, second, third = here.units(here.raiders)
    tom.post(f"{page}down/", {"unit": first})
    tom.post(f"{page}out/", {"killer": here.units(here.bell)[0], "victim": second})
    event = here.event(mission, 62, warband=here.raiders)
    asked = tom.post(f"{page}do/send/", {"event": event, "warband": here.raiders})["Location"]
    why_not = {one.id: one.why_not for one in page_of(tom.get(asked)).first.question.options}
    assert why_not[first] == "This unit is stunned, so it cannot go."
    assert why_not[second] == "This unit is no longer on the table."
    assert tom.post(asked, {"key": "unit", "value": first}).status_code == 409
    assert tom.post(asked, {"key": "unit", "value": third}).status_code == 302
    tom.post(asked, {"key": "reward", "value": "2"})
    [side] = [one for one in here.shows(here.marta, mission).sides if one.id == here.raiders]
    assert (side.standing, side.fielded) == (1, 3)
    assert [(unit.id, unit.left) for unit in side.units if unit.away] == [(third, "sent away, round 1")]
    late = marta.post(f"{page}out/", {"killer": here.units(here.bell)[0], "victim": third})
    assert late.status_code == 409
    assert "had already left the table alive" in refusal_of(late)


def test_opr_32_the_next_round_waits_while_an_event_is_being_asked() -> None:
    here = Evening()
    mission, marta, tom = here.mission(), here.browser(here.marta), here.browser(here.tom)
    page = here.url(f"m/{mission}/")
    assert "Start round 1" in tom.get(page).content.decode()
    asked = marta.post(f"{page}do/round/", {"round": 1})["Location"]
    marta.post(asked, {"key": "event-check", "value": "6"})
    waiting = tom.get(page).content.decode()
    assert "Start round 1" not in waiting
    assert f'href="{asked}"' in waiting
    assert "Continue: Round 1" in waiting
    assert "Continue: Round 1" in tom.get(page, headers={"HX-Target": "mission"}).content.decode()


def test_what_is_in_force_is_said_again_when_it_matters() -> None:
    here = Evening()
    mission, marta = here.mission(), here.browser(here.marta)
    page = here.url(f"m/{mission}/")
    happens(here, mission, 32)
    happens(here, mission, 26)
    ends = "When round 2 ends: Zombies! · Until the end of round 2: Blood Frenzy"
    assert here.shows(here.marta, mission).round_ends == ends
    [frenzy] = page_of(marta.get(f"{page}out/")).reminders
    assert frenzy.name == "Blood Frenzy"
    assert "earn an extra D3 XP for each enemy they knock out in melee." in frenzy.text
    happens(here, mission, 46)
    assert not page_of(marta.get(f"{page}out/")).reminders
    [race] = marta.get(f"{page}result/").context["form"].reminders
    assert race.name == "Race against Time"
    assert "its units share 5 XP" in race.text


def test_a_carried_treasure_is_thought_of_as_a_unit_goes_down_and_at_the_end() -> None:
    here = Evening()
    mission, marta = here.mission(), here.browser(here.marta)
    happens(here, mission, 36)
    page = here.url(f"m/{mission}/")
    assert [one.name for one in marta.get(f"{page}out/").context["page"].reminders] == ["Lost & Found"]
    assert [one.name for one in marta.get(f"{page}result/").context["form"].reminders] == ["Lost & Found"]


def test_a_unit_carries_the_events_on_it() -> None:
    here = Evening()
    mission = here.mission()
    outcome = act(here.scope, here.marta, "round", mission=mission, round=1)
    unit = here.units(here.raiders)[0]
    hit = {"number": 1, "warband:1": here.raiders, "unit:1": unit}
    settled(here, outcome, **{"event-check": 6, "event": 15, **hit})
    shown = here.shows(here.marta, mission)
    marked = {one.id: one.marks for side in shown.sides for one in side.units if one.marks}
    assert marked == {unit: ("Out of Arrows",)}


def test_a_11_whoever_took_out_the_last_zombie_gains_a_point() -> None:
    here = Evening()
    mission, marta, tom = here.mission(), here.browser(here.marta), here.browser(here.tom)
    event = happens(here, mission, 32)
    killer = here.units(here.bell)[1]
    told = {"winner": here.bell, "rounds": 4, "once": "x", f"neutral:{event}": killer}
    [zombies] = marta.get(here.url(f"m/{mission}/result/")).context["form"].escapes
    assert (zombies.event, zombies.neutral) == (event, True)
    sent = marta.post(here.url(f"m/{mission}/result/"), told)["Location"]
    [version] = page_of(tom.get(sent)).versions
    assert "took out the last neutral figure" in " ".join(version.lines)
    tom.post(sent, {"confirm": 1})
    act(here.scope, here.marta, "casualties", mission=mission, warband=here.bell)
    act(here.scope, here.marta, "experience", mission=mission, warband=here.bell)
    assert state_of(here.scope).units[killer].xp == 2  # it survived, and the zombie
    assert reconcile(here.scope) == []


def test_an_event_s_own_die_is_rolled_from_its_card() -> None:
    here = Evening(edition="gf-3.4.0", units=4)
    mission, tom = here.mission(), here.browser(here.tom)
    page = here.url(f"m/{mission}/")
    event = happens(here, mission, 31)
    [card] = here.shows(here.tom, mission).events
    assert [(one.do, one.label) for one in card.acts] == [("event_die", "Roll D3+3")]
    asked = tom.post(f"{page}do/event_die/", {"event": event})["Location"]
    assert tom.post(asked, {"key": "strikes", "value": "2"})["Location"] == page
    assert here.shows(here.marta, mission).events[0].rolled == 5
    assert "Psychic Anomaly: 5." in told_in(here.scope, here.marta)
    assert reconcile(here.scope) == []


def test_a_receipt_names_the_event_an_amount_came_from() -> None:
    here = Evening()
    mission = here.mission()
    here.event(mission, 65, warband=here.bell)
    points = warband_figures.warband_receipt(
        here.at(here.marta), state_of(here.scope).warbands[here.bell], "vp"
    )
    assert points is not None
    assert [row.note.partition(" · ")[0] for row in points.rows] == ["Lucky Find"]
    happens(here, mission, 61)
    learned = next(one for one in state_of(here.scope).units.values() if one.xp)
    experience = unit_page.sheet_unit_page(here.at(here.marta), learned, "why-xp").receipt
    assert experience is not None
    assert "Event: Wisdom of the Gods" in [row.reason for row in experience.rows]


def test_opr_33_a_d66_rolled_by_hand_is_told_as_two_dice() -> None:
    here = Evening()
    mission, marta = here.mission(), here.browser(here.marta)
    here.event(mission, 26)
    [line] = [one for one in marta.get(here.url("chronicle/")).context["page"].lines if "OPR-33" in one.rules]
    assert sorted((die.face, die.origin) for die in line.dice) == [(2, "hand"), (6, "hand"), (6, "hand")]
    assert "die-app" not in marta.get(here.url(f"m/{mission}/")).content.decode()


def test_a_captured_unit_is_not_offered_as_taken_out_but_may_have_done_it() -> None:
    here = Evening()
    mission, marta = here.mission(), here.browser(here.marta)
    _hero, captured, _last = here.units(here.raiders)
    here.event(mission, 11, warband=here.raiders, **{"unit:1": captured})
    form = marta.get(here.url(f"m/{mission}/result/")).context["form"]
    offered = {unit.id: dict(unit.enemies) for unit in form.units}
    assert captured not in offered
    assert captured in offered[here.units(here.bell)[0]]


def test_what_is_in_force_is_drawn_where_it_matters() -> None:
    here = Evening()
    mission, marta = here.mission(), here.browser(here.marta)
    page = here.url(f"m/{mission}/")
    for code in (32, 26, 46):
        happens(here, mission, code)
    shown, result = (marta.get(one).content.decode() for one in (page, f"{page}result/"))
    assert "Race against Time" in result
    assert "its units share 5 XP" in result
    assert unescape(shown).count(here.shows(here.marta, mission).round_ends) == 1
