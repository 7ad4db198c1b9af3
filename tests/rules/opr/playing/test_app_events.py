"""Random events at a table with a warband of the app's own: drawn like others, nothing is booked for it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.engine.codec import dump_effects
from rules.engine.journal import Change, fold, replay, rerun
from rules.engine.questions import Answer, ChooseSeveral, Draw, die_values
from rules.engine.questions import question_options as _offered
from rules.opr import GAME
from rules.opr.books import edition_in_force, settings_of
from rules.opr.effects import Points
from rules.opr.mission_effects import EventHappened
from rules.opr.playing.table import left_by_event
from rules.opr.state import Event
from rules.opr.telling.entries import tell
from tests.rules.opr.play import AOFS, GF, League, facts, of, options_of, playing, refusal, unit

APP = {
    "id": "app:app1",
    "name": "The app",
    "units": [
        {"id": "app:x1", "name": "Hound Pack", "gear": ["Bow", "Sling"]},
        {"id": "app:x2", "name": "Ferrymen", "down": True},
        {"id": "app:x3", "name": "Old Crow", "out": True},
    ],
}
WITHOUT = [one.value for one in next(s for s in settings_of(AOFS) if s.key == "event_no_target").choices]
OTHER = [{"id": "app:x9", "name": "Mules"}]
HOUNDS, FERRYMEN = ("app:app1", "app:x1"), ("app:app1", "app:x2")


def journal(edition: str = AOFS, **chosen: str) -> League:
    """A league in its first mission whose whole beginning stands in the journal."""
    league = League(edition, **chosen)
    cost = GAME.book_of(league.state).figures.start_points // 4
    for name in "AB":
        league.found(name, *(unit(f"{name}{n}", cost) for n in range(4)))
    league.do("start", dice=[6])
    league.begin()
    return league


def happens(league: League, code: int, *dice: int, choices: tuple[Any, ...] = (), app: Any = None) -> Event:
    number = league.mission.round + 1
    params: dict[str, Any] = {
        "mission": league.mission.id,
        "round": number,
        "app": [APP] if app is None else app,
    }
    league.do("round", **params, dice=[5, code, *dice], choices=choices)
    return league.mission.events[-1]


def told(league: League) -> str:
    last = league.records[-1]
    names = {one.id: one.name for one in league.state.warbands.values()}
    names |= {one.id: one.name for one in league.state.units.values()}
    sentence = tell(last.procedure, last.params, last.answers, last.effects, names.__getitem__, AOFS)
    assert sentence
    return sentence


@pytest.mark.parametrize("edition", [AOFS, GF])
@pytest.mark.parametrize("code", die_values("D66"))
def test_solo_80_the_app_is_drawn_as_one_warband_and_nothing_is_booked_for_it(
    edition: str, code: int
) -> None:
    league = journal(edition)
    entry = edition_in_force(edition, ()).event_by_code[code]
    before = league.state
    answers: dict[str, Any] = {"event-check": 5, "event": code}
    if entry.draw in ("unit", "units"):
        answers["warband:1"] = "app:app1"
    elif entry.draw in ("warband", "player"):
        answers["warband"] = "app:app1"
    if entry.eligible:
        answers["eligible"] = ["app:x3"] if entry.eligible == "out" else ["app:x2", league.unit("A1").id]
        if entry.eligible == "out":
            del answers["warband:1"]  # nobody else is out
    if entry.draw == "units":
        answers["number"] = 1
    league.do("round", mission=league.mission.id, round=1, app=[APP], answers=answers, seed=b"app")
    event = league.mission.events[0]
    assert bool(event.app) == (entry.draw in ("unit", "units", "warband", "player"))
    assert (event.warband, event.units) == ("", ())
    if event.app:
        assert event.settled
        assert (event.points, event.vp) == (0, 0)
        assert "app" in told(league)
    assert (league.state.units, league.state.warbands) == (before.units, before.warbands)
    league.result("A")
    league.finish()
    assert fold(league.start_state, league.records) == league.state
    assert not rerun(GAME, league.start_state, league.records)


def test_solo_80_first_the_warband_then_the_unit() -> None:
    league = playing(4, 4)
    event = happens(league, 41, choices=(["app:x1", "app:x2", league.unit("A1").id], *HOUNDS))
    asked = {one.question.key: one.question for one in league.asked}
    warbands = [option.id for option in _offered(asked["warband:1"])]
    assert warbands == [league.warband("A").id, "app:app1"]
    assert [option.id for option in _offered(asked["unit:1"])] == ["app:x1", "app:x2"]
    assert [(one.id, one.name, one.of) for one in event.app] == [("app:x1", "Hound Pack", "The app")]
    assert told(league) == "Round 1: Slippery Ledge (the app’s Hound Pack)."


def test_solo_80_who_of_the_app_s_is_known_to_be_down_or_out_is_ticked() -> None:
    for code, known in ((55, ["app:x2"]), (66, ["app:x3"])):
        league = playing(4, 4)
        assert happens(league, code, choices=(known,)).app[0].id == known[0]
        ticks = next(one.question for one in league.asked if one.question.key == "eligible")
        assert isinstance(ticks, ChooseSeveral)
        assert list(ticks.ticked) == known


def test_solo_80_several_units_are_drawn_from_both_sides() -> None:
    league = playing(4, 4)
    choices = (*HOUNDS, "Sling", *of(league, "A", "A1"), *FERRYMEN[:1])
    event = happens(league, 13, 3, choices=choices)
    assert event.units == (league.unit("A1").id,)
    assert [one.id for one in event.app] == ["app:x1", "app:x2"]
    assert event.details == (("app:x1", "Sling"),)
    assert event.outcome == ""
    assert told(league).endswith("(A1, the app’s Hound Pack and the app’s Ferrymen).")
    assert [one["code"] for one in league.ask("in_force", mission=league.mission.id)] == [13]


def test_solo_80_a_unit_an_event_took_off_the_table_is_not_drawn_again() -> None:
    league = playing(4, 4)
    captured = happens(league, 11, choices=HOUNDS)
    assert (captured.outcome, captured.settled) == ("captured", True)
    assert left_by_event(league.mission) == {"app:x1"}
    assert happens(league, 33, choices=("app:app1",)).app[0].id == "app:x2"
    league.result("A")
    assert refusal(
        league, "ransom", mission=league.mission.id, event=captured.id, warband=""
    ).sentence == "This event is not yours to settle."  # fmt: skip


def test_solo_02_a_die_chooses_whom_the_app_sends() -> None:
    league = playing(4, 4)
    event = happens(league, 62, choices=("app:app1", "app:x1"))
    assert options_of(league) == ["app:x1", "nobody"]  # nobody who is down
    assert isinstance(league.asked[-1].question, Draw)
    assert ([one.id for one in event.app], event.outcome) == (["app:x1"], "sent")
    stays = happens(league, 62, choices=("app:app1",), app=[{**APP, "units": APP["units"][1:2]}])
    assert (stays.outcome, stays.app[0].id) == ("declined", "app:app1")
    again = happens(
        league, 62, choices=("app:app1", "nobody"), app=[{**APP, "id": "app:app1", "units": OTHER}]
    )
    assert again.outcome == "declined"


def test_solo_80_the_app_may_play_the_foe_of_a_duel() -> None:
    league = playing(4, 4, 4)
    number: dict[str, Any] = {"mission": league.mission.id, "round": 1, "gone": [league.unit("A1").id]}
    alone = {**APP, "units": []}
    league.do(
        "round", **number, app=[alone], dice=[5, 66], choices=[[league.unit("A1").id], "app:app1"]
    )  # fmt: skip
    assert options_of(league) == [league.warband("B").id, league.warband("C").id, "app:app1"]
    event = league.mission.events[0]
    assert (event.units, dict(event.details)["foe"], event.app[0].name) == (
        (league.unit("A1").id,), "app:app1", "The app",
    )  # fmt: skip
    assert told(league) == "Round 1: Sold to the Pits (A1)."
    league.result("B", league.kill("A1", "B1"))
    league.do("duel", mission=league.mission.id, event=event.id, dice=[2, 5], choices=[True])
    assert league.unit("A1").xp == 3


def test_solo_80_nobody_is_awaited_for_the_app() -> None:
    league = playing(4, 4)
    trap = happens(league, 23, choices=("app:app1",))
    at: dict[str, Any] = {"mission": league.mission.id, "event": trap.id}
    assert refusal(league, "seal_note", **at, warband="").sentence == "This note is not yours."
    league.round(1)
    assert [one["code"] for one in league.ask("in_force", mission=league.mission.id)] == [23]
    league.do("event_die", **at, dice=[2])
    assert refusal(league, "event_die", **at).sentence == "The trap has already been sprung."
    league.round(1)
    assert league.ask("in_force", mission=league.mission.id) == []
    duel = happens(league, 66, choices=(["app:x3"],))
    assert duel.outcome == "void"
    assert "No unit in the league" in refusal(
        league, "duel", mission=league.mission.id, event=duel.id
    ).sentence  # fmt: skip
    for name in "AB":
        named = [one["procedure"] for one in league.ask("waiting", warband=league.warband(name).id)]
        assert named == []


def test_solo_80_a_price_on_the_app_s_heads_is_paid_to_those_who_take_them() -> None:
    league = playing(3, 3)
    happens(league, 12, choices=("app:app1",))
    a, b = league.warband("A").id, league.warband("B").id
    kills = [
        {"killer": league.unit("A1").id, "warband": "app:app1"},
        {"killer": league.unit("A2").id},  # written down by hand
        {"killer": league.unit("B1").id, "warband": "app:app2"},
    ]
    league.do(
        "app_report", mission=league.mission.id, warbands=[a, b], won=True, app_kills=kills,
        kills=[league.kill("B2")],
    )  # fmt: skip
    paid = [
        (one.warband, one.amount)
        for one in league.records[-1].effects
        if isinstance(one, Points) and one.because == "bounty"
    ]
    assert paid == [(a, 10)]


def test_solo_80_an_entry_that_names_no_app_settles_as_it_always_did() -> None:
    plain, empty = journal(), journal()
    happens(plain, 64, 3, choices=of(plain, "A"), app=[])
    empty.do(
        "round", mission=empty.mission.id, round=1, dice=[5, 64, 3], choices=[empty.warband("A").id]
    )  # fmt: skip
    assert dump_effects(plain.records[-1].effects) == dump_effects(empty.records[-1].effects)
    assert not rerun(GAME, empty.start_state, empty.records)
    [happened] = [one for one in empty.records[-1].effects if isinstance(one, EventHappened)]
    assert happened.event.app == ()


def test_solo_80_ids_of_the_app_are_its_own() -> None:
    league = playing(4, 4)
    at = {"mission": league.mission.id, "round": 1}
    wrong = {"id": league.warband("B").id, "name": "B", "units": []}
    assert refusal(league, "round", **at, app=[wrong]).key == "app"
    assert refusal(league, "round", **at, app=[APP, APP]).rule == "SOLO-80"


def test_solo_80_a_corrected_draw_moves_an_event_between_the_league_and_the_app() -> None:
    league = journal()
    happens(league, 64, 3, choices=("app:app1",))
    entry = league.records[-1].id
    mine = league.warband("A").id
    now = Change(answers={"warband": Answer(mine)})
    draft = replay(GAME, league.start_state, league.records, {entry: now})
    assert draft.ready
    assert draft.after.warbands[mine].pool - league.state.warbands[mine].pool == 15
    other = journal()
    happens(other, 66, choices=([other.unit("A1").id], other.warband("B").id))
    event, drawn = other.mission.events[0], other.records[-1].id
    other.result("B", other.kill("A1", "B1"))
    other.do("duel", mission=other.mission.id, event=event.id, dice=[2, 5], choices=[True])
    to_app = Change(answers={"eligible": Answer(("app:x3",))})
    draft = replay(GAME, other.start_state, other.records, {drawn: to_app})
    [duel] = [one for one in draft.outcomes if one.record.procedure == "opr.duel"]
    assert duel.refused
    assert "No unit in the league" in duel.refused.sentence


@settings(max_examples=60, deadline=None)
@given(st.sampled_from([AOFS, GF]), st.binary(min_size=1, max_size=8), st.sampled_from(WITHOUT))
def test_solo_80_any_face_ends_and_the_league_s_books_stay_whole(
    edition: str, seed: bytes, without: str
) -> None:
    league = journal(edition, event_no_target=without)
    for number in range(1, 5):
        at: dict[str, Any] = {"mission": league.mission.id, "round": number, "app": [APP]}
        league.do("round", **at, answers={"event-check": 5}, seed=seed + bytes([number]))
    for warband in league.mission.warbands:
        for todo in league.ask("waiting", warband=warband):
            if todo["procedure"] == "opr.send" and not todo["why_not"]:
                league.do("send", **todo["params"], seed=seed)
    league.do("result", **facts(league, "A"))
    for warband in league.mission.warbands:
        for todo in league.ask("waiting", warband=warband):
            if todo["procedure"] in ("opr.ransom", "opr.collect", "opr.duel") and not todo["why_not"]:
                league.do(todo["procedure"].removeprefix("opr."), **todo["params"], seed=seed)
    for event in league.mission.events:
        if event.app and not event.units:
            assert event.settled
            assert (event.warband, event.points, event.vp) == ("", 0, 0)
    assert fold(league.start_state, league.records) == league.state
    assert not rerun(GAME, league.start_state, league.records)
