"""Whose move it is in Conquest: the worked example, every standing, and what holds in rounds by chance."""

from __future__ import annotations

import random

import hypothesis
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.chance import settled
from rules.conquest import GAME
from rules.conquest.book import conquest_in_force
from rules.conquest.state import Conquest, Event, Siege
from rules.engine.refusals import Refused
from rules.engine.todos import ORGANISERS, Todo
from rules.maps.model import Place
from rules.maps.ready import ready_map
from tests.rules.conquest.play import League, at_battle, league, side, team
from tests.rules.conquest.sampled import MOVES
from tests.rules.conquest.test_invariants import battlefield

ACTS = 60


def rows(found: League, realm: str) -> list[tuple[str, str]]:
    """How the to-dos of a realm stand, with their keys."""
    return [(one.stand, one.key) for one in MOVES.hold(found.state) if one.side == realm]


def mays(found: League, realm: str) -> set[tuple[str, str]]:
    state = found.state
    return {(one.key, one.act) for one in MOVES.move.may(state, conquest_in_force(state), realm)}


def only(found: League, realm: str) -> Todo:
    (row,) = [one for one in MOVES.hold(found.state) if one.side == realm]
    return row


@hypothesis.settings(max_examples=2, deadline=None)
@given(st.integers(0, 2**32))
def test_cq_22_in_any_round_somebody_has_a_move_and_every_move_can_be_made(seed: int) -> None:
    dice = random.Random(seed)
    found = battlefield(dice)
    for _act in range(ACTS):
        before = found.state
        settled(found, dice)
        if found.state is not before:
            MOVES.hold(found.state)


def test_cq_05_a_league_waits_for_its_organiser_then_for_one_after_the_other() -> None:
    found = League(GAME.begin("conquest-1", {}))
    assert MOVES.hold(found.state) == []
    assert ("cq.begin", "lay_map") in mays(found, ORGANISERS)
    found.do("lay_map", map=ready_map("the_wheel"))
    for realm in ("Red", "Blue"):
        found.do("enlist", colour=realm, name=realm, realm=realm)
    assert rows(found, ORGANISERS) == [("must", "cq.begin")]
    assert rows(found, "Red") == [("waits", "cq.begin")]
    found.do("begin_play", choices=("Blue",))
    assert rows(found, "Blue") == [("must", "cq.capital:0")]
    assert rows(found, "Red") == [("waits", "cq.phase:0:capitals")]
    for _one in range(2):
        found.rolled("draw_capital", realm=found.active, face=1)
    assert MOVES.hold(found.state) == []
    assert found.ask("automatic")


def test_cq_05_the_one_place_left_for_a_capital_is_no_choice() -> None:
    found = league(phase="capitals", active="P3")
    found.give("P3", status="waiting", capital="")
    found.put("h1")
    assert rows(found, "P3") == [("must", "cq.capital:1")]
    assert not only(found, "P3").idle
    for one in found.state.territories.values():
        if not one.owner and one.id != "d4":
            found.put(one.id, "P1")
    assert only(found, "P3").idle
    assert only(found, "P3").params == {"round": 1, "realm": "P3", "territory": "d4"}
    assert rows(found, "P1") == [("waits", "cq.phase:1:capitals")]


def test_cq_07_without_room_for_a_capital_it_is_the_organiser_s_to_make_some() -> None:
    found = league(phase="capitals", active="P3")
    found.give("P3", status="waiting", capital="")
    found.put("h1", "P1")
    for one in found.state.territories.values():
        if not one.owner:
            found.put(one.id, "P1")
    assert rows(found, ORGANISERS) == [("must", "cq.room:1")]
    assert (rows(found, "P3"), only(found, "P3").on) == ([("waits", "cq.phase:1:capitals")], (ORGANISERS,))
    assert found.ask("silence") == [], "nothing can be drawn for them either"
    with pytest.raises(Refused, match="An organiser can add a territory to the map"):
        found.rolled("draw_capital", realm="P3")
    found.do("add", place=Place(id="isle"), near=())
    assert rows(found, ORGANISERS) == []
    assert only(found, "P3").params["territory"] == "isle"


@pytest.mark.parametrize(("phase", "kind"), [("events", "cq.event"), ("challenge", "cq.challenge")])
def test_cq_22_the_others_wait_for_whose_turn_it_is(phase: str, kind: str) -> None:
    found = league(phase=phase)
    assert rows(found, "P3") == [("must", f"{kind}:1")]
    assert rows(found, "P1") == [("waits", f"cq.phase:1:{phase}")]
    assert only(found, "P1").on == ("P3",)
    assert only(found, "P1").own


def test_cq_46_who_can_challenge_one_alone_has_no_choice() -> None:
    found = league("P1", "P2", phase="challenge")
    assert only(found, "P2").idle
    assert only(found, "P2").params["defender"] == "P1"


def test_cq_94_without_points_a_turn_only_ends() -> None:
    found = league().give("P3", ep=2)
    assert [one.act for one in MOVES.move.of(found.state, conquest_in_force(found.state), "P3")][-3:] == [
        "raid", "end_turn", "rename",
    ]  # fmt: skip
    assert not only(found, "P3").idle
    found.give("P3", ep=0)
    assert only(found, "P3").idle


def two_battles() -> tuple[League, str, str]:
    """Green has reported its battle with Red; Blue has asked to roll off the one with Red."""
    found = at_battle("Red", "Green", "Blue", gold_public=False)
    first, second = found.fight("Red", against="Green"), found.fight("Blue", against="Red")
    found.do("report", battle=first, realm="Green", attack=side("Red"), defend=side("Green", vp=3))
    found.do("ask_abstract", battle=second, realm="Blue")
    return found, first, second


def test_cq_91_a_report_waits_for_the_other_side_a_roll_off_for_the_other_member() -> None:
    found, first, second = two_battles()
    assert rows(found, "Red") == [("must", f"cq.fight:{second}"), ("must", f"cq.agree:{first}")]
    assert rows(found, "Blue") == [("waits", f"cq.fight:{second}")]
    assert rows(found, "Green") == [("waits", f"cq.agree:{first}")]
    assert found.waiting() == ["Blue", "Green", "Red"]
    assert (f"cq.fight:{second}", "report") in mays(found, "Blue")
    assert (f"cq.agree:{first}", "report") in mays(found, "Green")
    assert (f"cq.agree:{first}", "dispute") in mays(found, "Red")
    found.do("ask_abstract", battle=second, realm="Red")
    assert not [one for one in MOVES.hold(found.state) if one.about == (second,)]
    assert found.ask("automatic")


def test_cq_91_a_dispute_is_the_organisers_and_both_wait() -> None:
    found, first, _second = two_battles()
    found.do("dispute", battle=first, realm="Red")
    assert rows(found, ORGANISERS) == [("must", f"cq.ruling:{first}")]
    assert ("waits", f"cq.ruling:{first}") in rows(found, "Red")
    assert (f"cq.ruling:{first}", "confirm") in mays(found, "Red")
    assert (f"cq.ruling:{first}", "confirm") not in mays(found, "Green")
    assert (f"cq.ruling:{first}", "strike") in mays(found, ORGANISERS)


def test_cq_91_of_a_team_one_act_takes_the_to_do_from_all() -> None:
    found = at_battle("P1", "P2", "P3")
    battle, _other = found.fight("P1", "P2", against="P3"), found.fight("P1", against="P2")
    assert {one.side for one in MOVES.hold(found.state) if one.key == f"cq.fight:{battle}"} == {
        "P1",
        "P2",
        "P3",
    }
    found.do("report", battle=battle, realm="P2", attack=team(side("P1"), side("P2")), defend=side("P3"))
    musts = [one.side for one in MOVES.hold(found.state) if one.stand == "must" and battle in one.about]
    assert musts == ["P3"]


def test_cq_23_only_sieges_and_the_sea_are_left_to_close() -> None:
    found = at_battle(naval=True)
    battle = found.fight("P1", against="P2", kind="sea")
    assert ("cq.close:1", "close_battles") in mays(found, ORGANISERS)
    assert rows(found, "P3") == [("waits", "cq.phase:1:battle")]
    found.fight("P1", against="P3")
    assert ("cq.close:1", "close_battles") not in mays(found, ORGANISERS)
    assert only(found, "P2").act == "report_outcome"
    assert only(found, "P2").about == (battle,)


def test_cq_131_a_besieger_may_ask_for_an_assault_once_a_round() -> None:
    found = at_battle(siege=True)
    found.put("d4", "P1", "castle")
    found.state = found.state.put("sieges", Siege(id="d4", holder="P2", since=0))
    found.fight("P2", against="P3")
    assert ("cq.siege:1", "assault") in mays(found, "P1")
    found.do("assault", realm="P1", territory="d4", choices=(False,))
    assert ("cq.siege:1", "assault") not in mays(found, "P1")


def test_cq_20_who_is_out_and_a_league_that_stands_still_owe_nothing() -> None:
    found, _first, _second = two_battles()
    found.do("leave", realm="Blue")
    assert rows(found, "Blue") == []
    assert mays(found, "Blue") == {("cq.any", "rename")}
    found.do("pause")
    assert MOVES.hold(found.state) == []
    assert mays(found, ORGANISERS) == {("cq.pause", "resume")}
    assert mays(found, "Red") == set()
    found.do("resume")
    found.enter("finished")
    assert MOVES.hold(found.state) == []


def test_cq_39_fools_gold_leaves_nothing_to_collect() -> None:
    found = league(phase="revenue")
    found.put("b2", "P1", "mine").put("g7", "P2", "mine")
    named = Event(id="round:1:P3", round=1, realm="P3", event="fools_gold", target="P2")
    found.state = found.state.put("events", named)
    assert rows(found, "P1") == [("must", "cq.mines:1")]
    assert rows(found, "P2") == [("waits", "cq.phase:1:revenue")]


@hypothesis.settings(max_examples=2, deadline=None)
@given(st.integers(0, 2**32))
def test_cq_63_nobody_learns_from_to_dos_what_gold_somebody_has(seed: int) -> None:
    dice = random.Random(seed)
    found = battlefield(dice)
    found.state = found.state.change("campaign", "campaign", settings=(("gold_public", False),))
    for _act in range(ACTS):
        settled(found, dice)
        assert told(found.state) == told(_poor(found.state))


def _poor(state: Conquest) -> Conquest:
    return state.change("realms", "P1", gold=0)


def told(state: Conquest) -> list[Todo]:
    return MOVES.move.as_others_see(state, conquest_in_force(state), lambda one: one == "P2")
