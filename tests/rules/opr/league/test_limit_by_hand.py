"""The number an organiser sets by hand, and an end for a league without one: OPR-03 to OPR-09, A-54."""

from datetime import timedelta
from typing import Any

import pytest

from rules.opr import GAME
from rules.opr.telling.entries import tell
from tests.rules.opr.play import START, League, hero, league_of, play, refusal


def told(league: League) -> str | None:
    last = league.records[-1]
    return tell(
        last.procedure, last.params, {}, last.effects, lambda one: one,
        edition=league.state.league.edition,
    )  # fmt: skip


def founded(**settings: str) -> League:
    league = League(**settings)
    for name in "AB":
        league.found(name, hero(f"{name}0", 120))
    return league


@pytest.mark.parametrize(
    ("kind", "sentence"), [("game", "Mission 1 of 12."), ("point", "The first to reach 12 VP wins.")]
)
def test_opr_04_a_54_the_number_is_set_by_hand_before_the_start(kind: str, sentence: str) -> None:
    league = founded()
    league.do("set_limit", number=12, kind=kind)
    league.do("start")  # no die is asked for
    assert (league.state.league.limit, league.state.league.limit_die) == (12, None)
    assert league.ask("season")["sentence"] == sentence
    assert refusal(league, "roll_limit").rule == "OPR-04"


def test_opr_04_a_54_eight_weeks() -> None:
    league = founded(campaign_type="time")
    league.do("set_limit", number=8)
    assert league.state.league.ends is None
    league.do("start")
    assert league.state.league.ends == START + timedelta(weeks=8)
    league.do("set_limit", number=9, words="the hall was closed for a week")
    assert league.state.league.ends == START + timedelta(weeks=9)


def test_opr_04_a_54_a_number_that_stands_changes_with_a_reason_only() -> None:
    league = league_of(4, 4, limit=6)
    assert refusal(league, "set_limit", number=8).key == "words"
    assert refusal(league, "set_limit", number=8, words="  ").rule == "A-54"
    league.do("set_limit", number=8, words="we like it")
    assert (league.state.league.limit, league.state.league.limit_die) == (8, None)
    league.begin()
    assert refusal(league, "set_limit", number=9).rule == "A-54"
    assert refusal(league, "set_limit", number=9, kind="time", words="summer").rule == "OPR-03"
    league.do("set_limit", number=9, words="summer")


@pytest.mark.parametrize(
    ("params", "key"),
    [({"number": 0}, "number"), ({"number": 201}, "number"), ({"number": 5, "kind": "for fun"}, "kind"),
     ({"number": 5, "kind": "endless"}, "kind")],
)  # fmt: skip
def test_opr_04_a_54_what_is_no_limit_is_refused(params: dict[str, Any], key: str) -> None:
    assert refusal(founded(), "set_limit", **params).key == key
    assert refusal(founded(campaign_type="endless"), "set_limit", number=5).key == "kind"


@pytest.mark.parametrize("kind", ["game", "point", "time"])
def test_opr_08_a_54_a_league_without_end_is_given_one_with_a_reason(kind: str) -> None:
    league = league_of(4, 4, campaign_type="endless")
    for winner in "AAB":
        play(league, winner)
    assert refusal(league, "change_setting", key="campaign_type", value=kind).rule == "OPR-03"
    assert refusal(league, "set_limit", number=5, kind=kind).rule == "A-54"
    league.do("set_limit", number=5, kind=kind, words="the club moves")
    assert GAME.book_of(league.state).setting("campaign_type") == kind
    words = {"game": "5 missions", "point": "5 VP", "time": "5 weeks"}[kind]
    assert told(league) == f"An end has been set for the league: {words} · the club moves."
    if kind == "time":
        league.later(weeks=5)
        league.do("time_up")
    else:
        play(league, "A")  # the fourth mission, 6 VP
        if kind == "game":
            assert league.state.league.status == "running"
            play(league, "B")
    assert league.state.league.winners == (league.warband("A").id,)


@pytest.mark.parametrize(("kind", "number"), [("game", 3), ("point", 4), ("time", 1)])
def test_opr_08_a_54_an_end_that_has_passed_is_refused(kind: str, number: int) -> None:
    league = league_of(4, 4, campaign_type="endless")
    for winner in "AAB":
        play(league, winner)
    league.later(weeks=1)
    before: dict[str, Any] = {"kind": kind, "words": "enough"}
    assert refusal(league, "set_limit", number=number, **before).key == "number"
    league.do("set_limit", number=number + 1, **before)
    assert league.state.league.status == "running"


def test_opr_05_a_54_missions_that_are_open_have_their_place_under_the_limit() -> None:
    league = league_of(4, 4, 4, 4, limit=6, parallel_play="on", game_limit_scope="campaign")
    league.begin("A", "B")
    league.begin("C", "D")
    assert refusal(league, "set_limit", number=1, words="short").key == "number"
    league.do("set_limit", number=2, words="short")
    each = league_of(4, 4, 4, 4, limit=6, parallel_play="on")
    play(each, "A", "A", "B")
    each.begin("A", "B")
    assert refusal(each, "set_limit", number=1, words="short").key == "number"
    each.do("set_limit", number=2, words="short")


def test_opr_09_a_54_nothing_more_is_counted_when_only_the_decider_is_left_or_it_is_over() -> None:
    league = league_of(4, 4, limit=5, tie_break="decider_mission")
    for winner in "AB":
        play(league, winner)
    league.do("close", words="the season is over")
    assert refusal(league, "set_limit", number=9, words="more").rule == "OPR-09"
    play(league, "A")
    assert refusal(league, "set_limit", number=9, words="more").rule == "OPR-05"
