"""All 36 random events in both books, what they leave behind, and secret notes: OPR-33, 34, 69, 70, 72."""

from typing import Any

import pytest
from pydantic import ValidationError

from rules.engine.codec import load
from rules.engine.questions import die_values
from rules.opr.books import OprBook, edition_in_force, settings_of
from rules.opr.playing.events import AT_ONCE, AWAITED
from rules.opr.playing.table import Departure, left_by_event, left_table
from rules.opr.state import Profile
from tests.rules.opr.play import (
    AOFS,
    GF,
    first_choice,
    happen,
    league_of,
    of,
    options_of,
    playing,
    refusal,
)

EDITIONS = (AOFS, GF)
CODES = die_values("D66")
TABLE_ONLY = {13, 14, 15, 16, 21, 22, 24, 25, 31, 33, 41, 42, 43, 45, 53, 54, 55, 56}
LATER = {"bounty", "frenzy", "mercy", "countdown", "doctor", "neutral"}


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("code", CODES)
def test_opr_33_every_event_of_both_books_happens(edition: str, code: int) -> None:
    league = playing(edition=edition)
    entry = edition_in_force(edition, ()).event_by_code[code]
    before = league.state
    met = league.unit("A1").id
    ticked = {"eligible": [met]} if entry.eligible else {}
    answers = {"event-check": 5, "event": code, **ticked}
    gone = [met] if entry.eligible == "out" else []
    league.do("round", mission=league.mission.id, round=1, gone=gone, answers=answers, seed=b"events")
    event = league.mission.events[0]
    outcome = "captured" if code == 11 else ""
    assert (event.code, event.round, event.outcome) == (code, 1, outcome)
    assert bool(event.units) == (entry.draw in ("unit", "units"))
    assert bool(event.warband) == (entry.draw in ("unit", "warband", "player"))
    assert bool(event.quarter) == (entry.draw == "quarter")
    if code in TABLE_ONLY:
        assert not entry.kind
        assert (league.state.units, league.state.warbands) == (before.units, before.warbands)
    told = league.ask("in_force", mission=league.mission.id)
    assert told[0]["name"] == entry.name
    assert told[0]["text"]


@pytest.mark.parametrize("edition", EDITIONS)
def test_opr_33_every_code_is_known_and_every_kind_is_handled(edition: str) -> None:
    events = edition_in_force(edition, ()).book.events
    assert sorted(event.code for event in events) == sorted(CODES)
    kinds = {event.kind for event in events if event.kind}
    assert kinds == {*AT_ONCE, *AWAITED} | LATER


@pytest.mark.parametrize("table", ["casualties_hero", "injuries", "talents", "level_traits", "objectives"])
def test_opr_73_a_book_with_a_face_left_out_or_named_twice_is_refused(table: str) -> None:
    book = edition_in_force(AOFS, ()).book
    entries = getattr(book, table)
    for wrong in (entries[1:], (*entries, entries[0])):
        with pytest.raises(ValidationError):
            OprBook.model_validate(book.model_dump() | {table: [one.model_dump() for one in wrong]})
    assert OprBook.model_validate(book.model_dump()) == book


def test_opr_33_the_books_differ_in_their_dice() -> None:
    a, g = (edition_in_force(edition, ()).event_by_code for edition in EDITIONS)
    assert (a[14].plus, g[14].plus) == (0, 3)
    assert ((a[32].roll, a[32].plus), (g[32].roll, g[32].plus)) == (("D3", 2), ("D6", 4))
    for code in (11, 62):
        assert (a[code].times, g[code].times) == (10, 50)
    for code in (35, 64):
        assert (a[code].times, g[code].times) == (5, 25)
    points = [tuple(book[code].points for code in (12, 51, 66)) for book in (a, g)]
    assert points == [(5, 10, 30), (25, 50, 150)]


def test_opr_33_zombies_are_counted_by_their_book() -> None:
    assert happen(playing(edition=AOFS), 32, 2, choices=("se",)).number == 4
    assert happen(playing(edition=GF), 32, 6, choices=("se",)).number == 10


def test_opr_34_a_22_d3_units_are_distinct_and_fewer_if_there_are_not_enough() -> None:
    league = league_of(1, 1)
    league.begin()
    event = happen(league, 15, 3, choices=(league.warband("A").id,))
    assert event.number == 3
    assert sorted(event.units) == sorted([league.unit("A0").id, league.unit("B0").id])


def test_opr_33_fragile_guns_name_the_weapon_that_fails() -> None:
    league = playing()
    one = league.unit("A1")
    weapons = [{"label": "Bow", "range": 24}, {"label": "Knife"}]
    league.edit("units", one.id, profile=load(Profile, {"weapons": weapons}))
    league.do("give_item", unit=one.id, item={"label": "Banner"}, words="to set up")
    event = happen(league, 13, 1, choices=(*of(league, "A", "A1"), "Banner"))
    assert event.details == ((one.id, "Banner"),)
    assert options_of(league) == ["Bow", "Banner"]
    assert len(league.unit("A1").items) == 1  # it stays on the sheet


@pytest.mark.parametrize("code", [41, 55])
def test_opr_34_the_table_ticks_who_may_be_met(code: int) -> None:
    league = playing()
    ticked = [league.unit("A2").id]
    event = happen(league, code, choices=(ticked,))
    assert event.units == (league.unit("A2").id,)
    nobody = happen(league, code, choices=([],))
    assert (nobody.outcome, nobody.settled) == ("no_target", True)


def test_opr_33_a_duel_is_for_those_who_are_down() -> None:
    league = playing()
    happen(league, 66, choices=([league.unit("A1").id],), gone=["A1", "B2"])
    ticks = next(one.question for one in league.asked if one.question.kind == "several")
    down = [league.unit(name).id for name in ("A1", "B2")]
    assert [option.id for option in ticks.options] == down  # type: ignore[attr-defined]


def test_opr_34_a_23_a_hero_inside_a_unit_and_the_unit_are_two_entries() -> None:
    league = league_of(4, 4, edition=GF)
    lead, crew = league.unit("A0").id, league.unit("A1").id
    league.do("join_unit", warband=league.warband("A").id, unit=lead, to=crew)
    league.begin()
    happen(league, 61, 2, choices=of(league, "A", "A1"))
    assert {lead, crew} <= set(options_of(league))
    assert [league.unit(name).xp for name in ("A0", "A1")] == [0, 2]
    event = happen(league, 11, choices=of(league, "A", "A0"))
    assert event.units == (lead,)
    assert [league.unit(name).status for name in ("A0", "A1")] == ["captured", "active"]
    event = happen(league, 62, choices=of(league, "A"))
    league.step("send", "A", event=event.id, dice=[2], choices=[crew])
    assert left_by_event(league.mission) == {lead, crew}


@pytest.mark.parametrize(("sent", "stays"), [("A0", "A1"), ("A1", "A0")])
def test_opr_33_a_23_who_is_sent_away_goes_without_whoever_it_is_joined_to(sent: str, stays: str) -> None:
    league = league_of(4, 4, edition=GF)
    lead, crew = league.unit("A0").id, league.unit("A1").id
    league.do("join_unit", warband=league.warband("A").id, unit=lead, to=crew)
    league.begin()
    event = happen(league, 62, choices=of(league, "A"))
    league.step("send", "A", event=event.id, dice=[2], choices=[league.unit(sent).id])
    assert left_by_event(league.mission) == {league.unit(sent).id}
    happen(league, 61, 1, choices=of(league, "A", stays))
    assert league.unit(sent).id not in options_of(league)


# what is in force


def test_opr_33_what_is_in_force_in_a_round() -> None:
    league = playing()
    happen(league, 54, choices=of(league, "A", "A1"))  # this round
    happen(league, 16, choices=of(league, "B"))  # to the end of the mission
    mission = league.mission.id
    assert [one["code"] for one in league.ask("in_force", mission=mission, round=1)] == [54]
    assert [one["code"] for one in league.ask("in_force", mission=mission)] == [16]
    league.round(1)
    assert [one["code"] for one in league.ask("in_force", mission=mission)] == [16]


@pytest.mark.parametrize("edition", EDITIONS)
def test_opr_33_a_30_fog_stays_until_the_end_of_the_mission(edition: str) -> None:
    league = playing(edition=edition)
    happen(league, 25, choices=("nw",))
    for _ in range(3):
        league.round(1)
    assert [one["code"] for one in league.ask("in_force", mission=league.mission.id)] == [25]


def test_opr_33_whoever_conceded_meets_nothing_any_more() -> None:
    league = league_of(4, 4, 4)
    league.begin()
    at: dict[str, Any] = {"mission": league.mission.id, "warband": league.warband("A").id}
    league.do("concede", **at, round=1)
    happen(league, 65, choices=(league.warband("B").id,))
    options = options_of(league)
    assert options == [league.warband(one).id for one in "BC"]
    assert first_choice(league.asked[-1].question) == options[0]


@pytest.mark.parametrize(("code", "drawn"), [(12, "ABC"), (51, "ABC"), (65, "ABC"), (52, "ABC"), (62, "AC")])
def test_opr_34_a_warband_without_a_unit_left_is_drawn_as_long_as_it_plays(code: int, drawn: str) -> None:
    league = league_of(4, 4, 4)
    league.begin()
    names = [unit.name for unit in league.state.sheet(league.warband("B").id)]
    happen(league, code, choices=(league.warband("A").id,), gone=names)
    assert options_of(league) == [league.warband(one).id for one in drawn]


# What the dice of mid-mission show for a face of 2, as each book has them.
STRIKES = {
    AOFS: {22: 3, 23: 2, 31: 2, 42: 2},
    GF: {22: 6, 23: 5, 31: 5, 33: 2, 42: 5, 43: 2, 45: 2},
}


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("code", CODES)
def test_opr_33_an_event_s_own_die_is_rolled_where_it_has_one(edition: str, code: int) -> None:
    league = playing(edition=edition)
    entry = edition_in_force(edition, ()).event_by_code[code]
    ticked = {"eligible": [league.unit("A1").id]} if entry.eligible else {}
    answers = {"event-check": 5, "event": code, **ticked}
    league.do("round", mission=league.mission.id, round=1, answers=answers, seed=b"events")
    at: dict[str, Any] = {"mission": league.mission.id, "event": league.mission.events[0].id}
    if code == 23:
        assert refusal(league, "event_die", **at).sentence == "Open the note first."
        side = next(key for key in "AB" if league.warband(key).id == league.mission.events[0].warband)
        league.step("seal_note", side, event=at["event"], choices=["the well"])
        league.step("open_note", side, event=at["event"], choices=["the well"])
    if code not in STRIKES[edition]:
        assert refusal(league, "event_die", **at).rule == "OPR-33"
        return
    league.do("event_die", dice=[2], **at)
    assert league.mission.events[0].number == STRIKES[edition][code]
    assert entry.table_dice in entry.text
    if code == 23:
        assert refusal(league, "event_die", **at).sentence == "The trap has already been sprung."
    elif entry.when == "round":
        assert "only hits the first unit" in refusal(league, "event_die", **at).sentence
    else:
        league.do("event_die", dice=[1], **at)  # it strikes again
    league.do("round", mission=league.mission.id, round=2, dice=[1])
    if entry.when != "mission":
        assert refusal(league, "event_die", **at).sentence == f"{entry.name} is over."


@pytest.mark.parametrize("ticked", [True, False])
def test_opr_34_who_left_the_table_alive_fights_no_duel(ticked: bool) -> None:
    league = playing()
    left, out = league.unit("A1").id, league.unit("B2").id
    league.do(
        "round",
        mission=league.mission.id,
        round=1,
        gone=[left, out] if ticked else [out],
        away=[left],
        dice=[5, 66],
        choices=([out],),
    )
    ticks = next(one.question for one in league.asked if one.question.kind == "several")
    assert [option.id for option in ticks.options] == [out]  # type: ignore[attr-defined]


def test_opr_34_who_left_the_table_alive_is_met_by_nothing() -> None:
    league = playing(2, 2)
    mission, left = league.mission.id, league.unit("A0").id
    choices = [league.warband("A").id]  # only A1 is left there
    league.do("round", mission=mission, round=1, away=[left], dice=[5, 61, 1], choices=choices)
    assert league.mission.events[-1].units == (league.unit("A1").id,)


def test_opr_34_a_warband_that_conceded_at_the_table_of_the_game_is_drawn_by_nothing() -> None:
    code = next(
        one.code for one in edition_in_force(GF, ()).book.events if one.draw == "warband" and not one.roll
    )
    for conceded, other in (("A", "B"), ("B", "A")):
        league = playing(2, 2, edition=GF)
        away = [league.warband(conceded).id, *league.warband(conceded).units]
        league.do("round", mission=league.mission.id, round=1, away=away, dice=[5, code])
        assert league.mission.events[-1].warband == league.warband(other).id


def card(edition: str, code: int, **settings: str) -> str:
    """What the card of an event says in a league with these settings."""
    return edition_in_force(edition, tuple(settings.items())).event_by_code[code].text


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("code", "settings", "says", "says_not"),
    [
        (12, {}, "earlier in the mission count too", "from this round on"),
        (12, {"bounty_from": "event"}, "from this round on", "earlier"),
        (51, {}, "Each of its units may then re-roll one 1. A hero may", "Each payment"),
        (51, {"doctor_fee": "unit"}, "Each payment lets one unit re-roll one 1.", "Each of its units"),
        (51, {"doctor_die": "casualty"}, "Only the casualty die can be re-rolled.", "injury"),
        (66, {}, "If it loses, the unit is dead.", "trophy"),
        (66, {"trophy": "item"}, "a trophy worth", "points. Lost"),
        (66, {"no_permadeath": "on"}, "sits out D3 missions", "dead"),
        (63, {"found_weapon_ap": "each"}, "each time the weapon is used", "stays"),
    ],
)
def test_opr_33_the_card_of_an_event_says_what_this_league_plays(
    edition: str, code: int, settings: dict[str, str], says: str, says_not: str
) -> None:
    text = card(edition, code, **settings)
    assert says in text
    assert says_not not in text


@pytest.mark.parametrize("edition", EDITIONS)
def test_opr_33_every_value_of_a_setting_that_a_card_follows_has_its_sentence(edition: str) -> None:
    settings = {one.key: {choice.value for choice in one.choices} for one in settings_of(edition)}
    for event in edition_in_force(edition, ()).book.events:
        said = {
            one.setting: {x.value for x in event.clauses if x.setting == one.setting} for one in event.clauses
        }
        assert {key: settings[key] for key in said} == said


def test_opr_37_who_left_the_table_alive_has_a_reason_and_a_round() -> None:
    league = playing(4, 4)
    mission, captured = league.mission.id, of(league, "A", "A1")
    league.round(2)
    league.round(5, 11, choices=captured)
    league.do("concede", mission=mission, warband=league.warband("B").id, round=2)
    gone = left_table(league.mission)
    assert gone[league.unit("A1").id] == Departure("captured", 2)
    assert gone[league.unit("B1").id] == Departure("conceded", 2)
    assert league.unit("A2").id not in gone
    assert left_by_event(league.mission) == {league.unit("A1").id}


def test_opr_37_who_won_its_duel_is_back_and_no_casualty() -> None:
    league = playing(4, 4)
    lost = league.kill("A1", "B1", round=1)
    event = happen(league, 66, choices=([league.unit("A1").id],), gone=["A1"])
    league.do("duel", mission=league.mission.id, event=event.id, dice=[6, 1], choices=[True])
    league.result("B", lost)
    assert left_table(league.mission)[league.unit("A1").id].reason == "back"
    league.step("casualties", "A")  # no die
    assert league.unit("A1").xp == 3
