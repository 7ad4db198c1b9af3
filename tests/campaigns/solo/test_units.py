"""Wounds, states and dice of single units at the table."""

import re
from dataclasses import replace
from types import SimpleNamespace
from typing import cast

import pytest

from campaigns.engine.stored.journal import reconcile
from campaigns.models import Entry, Scope
from campaigns.solo.table import units_page
from campaigns.solo.viewer import SoloViewer
from rules.solo import GAME
from tests import factories
from tests.campaigns import play
from tests.campaigns.solo.walk import Walk, new_game, signed_in
from tests.pages import page_of, refusal_of, text_of, told_in, words_of
from tests.scenario import scenario

pytestmark = pytest.mark.django_db


@scenario
def in_round_one(edition: str = "aofs-3.2.0") -> tuple[Walk, Scope]:
    seat = factories.new_seat(name="Marta")
    browser = signed_in(seat)
    scope = new_game(browser, seat, edition=edition)
    walk = Walk(browser, scope)
    walk.hurry("round")
    return walk, scope


def tap(walk: Walk, scope: Scope, unit: str, do: str, **fields: object) -> int:
    address = f"/l/{scope.pk}/solo/units/{unit}/"
    return int(walk.browser.post(address, {"unit": unit, "do": do, **fields}).status_code)


def test_wounds_stunned_and_out_by_tap() -> None:
    walk, scope = in_round_one()
    state = play.state_of(scope)
    theirs, ours = state.on_table("ai")[0], state.on_table("human")[0]
    assert tap(walk, scope, theirs.id, "status", wounds=1) == 302
    assert tap(walk, scope, theirs.id, "status", stunned=1) == 302
    assert tap(walk, scope, theirs.id, "status", out="ko", by=ours.id) == 302
    state = play.state_of(scope)
    now = state.units[theirs.id]
    assert (now.wounds, now.stunned, now.out) == (1, True, "ko")
    assert [(kill.victim, kill.by) for kill in state.kills.values()] == [(theirs.id, ours.id)]
    assert "knocked out" in words_of(walk.browser.get(f"/l/{scope.pk}/solo/units/"))
    assert tap(walk, scope, theirs.id, "status", out="back") == 302
    assert not play.state_of(scope).kills
    assert reconcile(scope) == []


def test_the_bigger_game_says_shaken_and_destroyed() -> None:
    walk, scope = in_round_one("gf-3.4.0")
    unit = play.state_of(scope).on_table("ai")[0].id
    page = page_of(walk.browser.get(f"/l/{scope.pk}/solo/units/{unit}/"))
    assert (page.stunned_word, page.out_word) == ("shaken", "destroyed")
    assert tap(walk, scope, unit, "status", out="ko") == 302
    assert "was destroyed" in told_in(scope, scope.club.seats.first())[0]


def test_solo_54_saves_and_attacks_are_rolled_by_the_app() -> None:
    walk, scope = in_round_one()
    unit = play.state_of(scope).on_table("ai")[0].id
    assert tap(walk, scope, unit, "attack", weapon=0) == 302
    assert tap(walk, scope, unit, "defend", hits=3, ap=1, deadly=1) == 302  # which it may not survive
    page = words_of(walk.browser.get(f"/l/{scope.pk}/solo/log/"))
    assert "dice hit, needing" in page
    assert reconcile(scope) == []


def test_solo_23_a_unit_s_page_says_what_a_save_needs_and_asks_what_only_the_table_sees() -> None:
    walk, scope = in_round_one()
    unit = play.state_of(scope).on_table("ai")[0]
    page = page_of(walk.browser.get(f"/l/{scope.pk}/solo/units/{unit.id}/"))
    assert page.saves == f"Saves on {unit.defense}+ before AP."
    assert [key for key, _words in page.save_chips] == ["cover"]
    shot = {"hits": 1, "ap": 0, "deadly": 1, "shot": 1, "also": "cover", "extra": -1}
    assert tap(walk, scope, unit.id, "defend", **shot) == 302
    said = Entry.objects.get(scope=scope, procedure="solo.defend").params
    assert (said["shot"], said["also"], said["extra"]) == (True, ["cover"], -1)
    assert tap(walk, scope, unit.id, "defend", hits=1, shot=0, also="mastermind") == 409
    assert reconcile(scope) == []


@pytest.mark.parametrize("edition", ["aofs-3.2.0", "gf-3.4.0"])
def test_solo_22_and_23_who_charged_or_hit_it_is_named_with_what_that_changes(edition: str) -> None:
    _walk, scope = in_round_one(edition)
    state = play.state_of(scope)
    unit, them = state.on_table("ai")[0], state.on_table("human")[0]
    fierce = replace(them, traits=("Duellist", "Destroyer", "Berserker"))
    state = replace(state, units={**state.units, them.id: fierce})
    here = SimpleNamespace(state=state, book=GAME.book_of(state), seat=None)
    page = units_page.unit_page(cast(SoloViewer, here), unit)
    assert dict(page.chargers)[them.id] == f"{them.name}: Duellist −1"
    hurt = ", Berserker +1 on the wound die in melee" if edition.startswith("aofs") else ""
    assert dict(page.hitters)[them.id] == f"{them.name}: Destroyer −1 when shot at{hurt}"
    assert dict(page.enemies)[them.id] == them.name


def test_bad_numbers_are_refused_with_a_sentence_and_stay_typed() -> None:
    walk, scope = in_round_one()
    unit = play.state_of(scope).on_table("ai")[0].id
    address = f"/l/{scope.pk}/solo/units/{unit}/"
    for do, field, typed, sentence in (
        ("defend", "hits", "1000", "Enter 1 to 100 hits"),
        ("defend", "hits", "many", "many is not a whole number"),
        ("defend", "ap", "9", "AP must be 0 to 6"),
        ("defend", "deadly", "x", "x is not a whole number"),
        ("jump", "gap", "wide", "Type a length in digits"),
    ):
        answer = walk.browser.post(address, {"unit": unit, "do": do, "hits": "2", field: typed})
        page = answer.content.decode()
        assert answer.status_code == 422, field
        at = f"{do}-{field}-error"
        assert page.count(f'id="{at}"') == page.count(sentence) == 1  # not above the page as well
        wrong = re.findall("<input[^>]*autofocus[^>]*>", page)
        assert len(wrong) == 1
        assert all(one in wrong[0] for one in (f'value="{typed}"', 'aria-invalid="true"', f'by="{at}"'))
    answer = walk.browser.post(address, {"unit": unit, "do": "attack", "weapon": "none"})
    assert answer.status_code == 409  # a button has no place for a sentence: above the page
    assert "none is not a whole number" in refusal_of(answer)
    assert walk.browser.post(address, {"unit": "other", "do": "status"}).status_code == 404
    assert walk.browser.get(f"/l/{scope.pk}/solo/units/nobody/").status_code == 404


def test_solo_45_a_section_put_right_draws_the_unit_anew() -> None:
    walk, scope = in_round_one()
    walk.step()
    ask = walk.page.asking.ask
    assert ask is not None
    assert ask.acting is not None
    unit = play.state_of(scope).units[ask.acting.id]
    assert tap(walk, scope, unit.id, "section", section=3 - unit.section) == 302
    page = walk.browser.get(f"/l/{scope.pk}/solo/").context["page"]
    assert page.asking.ask is not None
    assert play.state_of(scope).units[unit.id].section == 3 - unit.section


def test_a_unit_taken_out_in_its_own_turn_does_not_stop_the_game() -> None:
    walk, scope = in_round_one()
    walk.step()
    acting = walk.page.asking.ask.acting  # type: ignore[union-attr]
    assert acting is not None
    assert tap(walk, scope, acting.id, "status", out="ko") == 302
    walk = Walk(walk.browser, scope)
    walk.hurry("between")
    assert reconcile(scope) == []


def test_undo_steps_back_through_answers_and_entries() -> None:
    walk, scope = in_round_one()
    before = play.state_of(scope)
    walk.step()
    first = walk.page.asking.ask
    assert first is not None
    walk.answer(first)
    walk.post(back=1)
    again = walk.page.asking.ask
    assert again is not None
    assert again.question.key == first.question.key
    walk.post(back=1)
    assert walk.page.step is not None
    assert walk.page.step.button == "The app’s next unit"
    walk.post(back=1)
    assert play.state_of(scope) == before
    walk.step()
    assert walk.page.asking.ask is not None
    assert walk.page.asking.ask.acting == first.acting
    assert reconcile(scope) == []


def test_a_line_that_cannot_be_is_told_below_it_and_all_lines_stay() -> None:
    walk, scope = in_round_one()
    unit = play.state_of(scope).on_table("ai")[0].id
    address = f"/l/{scope.pk}/solo/units/{unit}/"
    lines = {"label": ["War cry", "Hymn"], "aim": ["help", "harm"], "reach": ["6", "far"]}
    answer = walk.browser.post(address, {"unit": unit, "do": "army_rules", **lines})
    page = answer.content.decode()
    assert answer.status_code == 422
    wrong = re.findall("<input[^>]*autofocus[^>]*>", page)
    assert len(wrong) == 1
    assert 'aria-invalid="true"' in wrong[0]
    assert 'aria-describedby="army_rules-2-reach-error"' in wrong[0]
    assert page.count('id="army_rules-2-reach-error"') == 1
    for typed in ("War cry", "Hymn", "6", "far"):
        assert f'value="{typed}"' in page
    assert not play.state_of(scope).units[unit].army_rules


def test_solo_54_what_has_been_rolled_is_not_rolled_again() -> None:
    walk, scope = in_round_one()
    state = play.state_of(scope)
    theirs, ours = state.on_table("ai")[0], state.on_table("human")[0]
    address = f"/l/{scope.pk}/solo/units/{theirs.id}/"
    assert tap(walk, scope, theirs.id, "attack", weapon=0) == 302
    again = walk.browser.post(address, {"unit": theirs.id, "do": "attack", "weapon": "0"})
    assert again.status_code == 409
    assert "in this activation" in refusal_of(again)
    back = {"unit": theirs.id, "do": "attack", "weapon": "0", "strikes_back": "1"}
    unnamed = walk.browser.post(address, back)
    assert unnamed.status_code == 422  # beside the list of those who may have charged
    assert "Choose which unit charged it." in text_of(unnamed)
    assert walk.browser.post(address, {**back, "target": ours.id}).status_code == 302
    assert walk.browser.post(address, {**back, "target": ours.id}).status_code == 409
    assert f"struck back at {ours.name}, which had charged it" in told_in(scope, scope.club.seats.first())[0]
    rolled = Entry.objects.filter(scope=scope, procedure="solo.attack", void=False)
    assert rolled.count() == 2
    assert reconcile(scope) == []


def test_a_roll_that_is_taken_back_meets_the_same_dice_whatever_is_tapped() -> None:
    walk, scope = in_round_one()
    state = play.state_of(scope)
    unit, ours = state.on_table("ai")[0].id, state.on_table("human")[0].id
    assert tap(walk, scope, unit, "attack", weapon=0) == 302
    first = Entry.objects.filter(scope=scope, procedure="solo.attack").latest("seq")
    walk.browser.post(f"/l/{scope.pk}/solo/", {"back": "1"})
    assert not Entry.objects.filter(scope=scope, procedure="solo.attack", void=False).exists()
    assert tap(walk, scope, unit, "attack", weapon=0, target=ours, extra=2) == 302
    again = Entry.objects.filter(scope=scope, procedure="solo.attack", void=False).latest("seq")
    assert again.seq != first.seq
    assert (again.params, again.answers) == (first.params, first.answers)


def test_what_the_app_rolled_is_undone_by_somebody_else_at_the_table() -> None:
    marta = factories.new_seat(name="Marta")
    browser = signed_in(marta)
    scope = new_game(browser, marta, people="Marta, Tom")
    walk = Walk(browser, scope)
    walk.hurry("round")
    unit = play.state_of(scope).on_table("ai")[0].id
    assert tap(walk, scope, unit, "attack", weapon=0) == 302
    address = f"/l/{scope.pk}/solo/"
    refused = browser.post(address, {"back": 1})
    assert refused.status_code == 409
    assert "Ask somebody else at the table" in text_of(refused)
    assert play.state_of(scope).units[unit].strikes
    for by in (factories.new_seat(name="Tom", club=marta.club), factories.new_organiser(club=marta.club)):
        assert signed_in(by).post(address, {"back": 1}).status_code == 302
        assert not play.state_of(scope).units[unit].strikes
        assert tap(walk, scope, unit, "attack", weapon=0) == 302
    assert reconcile(scope) == []


def test_whoever_plays_alone_undoes_it_themselves() -> None:
    walk, scope = in_round_one()
    unit = play.state_of(scope).on_table("ai")[0].id
    assert tap(walk, scope, unit, "attack", weapon=0) == 302
    assert walk.browser.post(f"/l/{scope.pk}/solo/", {"back": 1}).status_code == 302
    assert not play.state_of(scope).units[unit].strikes
