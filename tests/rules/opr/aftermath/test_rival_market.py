"""What a die buys and recruits for a rival: SOLO-02, SOLO-76."""

from __future__ import annotations

from typing import Any

import pytest

from rules.engine.questions import question_options
from rules.opr import GAME
from rules.opr.aftermath.rival_market import more_of_the_same
from rules.opr.effects import Points
from rules.opr.telling.entries import tell
from tests.rules.opr.aftermath.test_market import at, trading
from tests.rules.opr.play import League, refusal


def rival(pool: int, step: str = "upgrades") -> League:
    league = trading(pool=pool, step=step, ai_opponent_record="rival")
    league.do("rival", warband=league.warband("A").id)
    return league


def upgrade(league: League, unit: str, price: int, label: str = "Bow") -> dict[str, Any]:
    return {"unit": league.unit(unit).id, "item": {"label": label, "price": price}}


def shown(league: League, procedure: str, **more: Any) -> list[str]:
    [question] = league.open_questions(procedure, **at(league, **more))
    return [option.id for option in question_options(question)]


def test_solo_02_one_after_the_other_of_what_the_pool_affords_until_it_reaches_no_further() -> None:
    league = rival(25)
    offered = [
        upgrade(league, "A1", 10),
        upgrade(league, "A2", 20, "Wings"),
        upgrade(league, "A3", 40, "Gun"),
    ]
    assert shown(league, "rival_upgrades", offered=offered) == ["offer-1", "offer-2", "keep"]
    league.do("rival_upgrades", **at(league, offered=offered), answers={"upgrade:1": "offer-1"})
    assert (league.warband("A").pool, league.unit("A1").items[0].label) == (15, "Bow")
    assert not league.unit("A2").items
    twice = [upgrade(league, "A2", 5, "Belt"), upgrade(league, "A2", 5, "Boots")]
    rich = rival(25)
    rich.do(
        "rival_upgrades",
        **at(rich, offered=[{**one, "unit": rich.unit("A2").id} for one in twice]),
        answers={"upgrade:1": "offer-1", "upgrade:2": "offer-2"},
    )
    assert len({one.id for one in rich.unit("A2").items}) == 2
    again = refusal(league, "rival_upgrades", **at(league, offered=[]))
    assert again.rule == "SOLO-02"


def test_solo_02_the_points_may_be_kept_and_what_is_too_dear_is_not_asked_about() -> None:
    league = rival(25)
    kept = league.do(
        "rival_upgrades", **at(league, offered=[upgrade(league, "A1", 10)]), answers={"upgrade:1": "keep"}
    )
    assert (kept, league.warband("A").pool) == ((), 25)
    poor = rival(5)
    assert poor.do("rival_upgrades", **at(poor, offered=[upgrade(poor, "A1", 10)])) == ()
    told = tell("opr.rival_upgrades", at(poor), {}, (), lambda one: "The rival")
    assert told == "The die bought nothing for The rival."


def test_solo_76_recruits_are_drawn_too_and_one_new_hero_at_most() -> None:
    league = rival(100, "recruiting")
    offered = [
        {"name": "Dogs", "points": 20},
        {"name": "Nan", "points": 30, "hero": True},
        {"name": "Bel", "points": 30, "hero": True},
    ]
    first = shown(league, "rival_recruits", offered=offered)
    assert first == ["offer-1", "offer-2", "offer-3", "keep"]
    drawn = {"recruit:1": "offer-2", "recruit:2": "offer-1"}
    joined = league.do("rival_recruits", **at(league, offered=offered), answers=drawn)
    assert league.warband("A").pool == 50
    assert (league.unit("Nan").hero, league.unit("Dogs").recruited) == (True, league.mission.id)
    assert league.side("A").heroes_recruited == 1
    assert [one.because for one in joined if isinstance(one, Points)] == ["recruit"] * 2
    names = {"A": "A", **{one.id: one.name for one in league.state.units.values()}}
    names |= {one.id: one.name for one in league.state.active}
    told = tell("opr.rival_recruits", at(league), {}, joined, names.__getitem__)
    assert told == "The die recruited Nan and Dogs for A."
    same = more_of_the_same(league.state, GAME.book_of(league.state), league.warband("A").id)
    assert [(one.name, one.points) for one in same][-1] == ("Dogs 2", 20)
    assert not {one.name for one in same} & {"Nan 2", "A0 2"}, "no hero is offered once more"


@pytest.mark.parametrize(
    ("offered", "rule"),
    [
        ([], "SOLO-02"),
        ([{"name": "A1", "points": 20}], "OPR-18"),
        ([{"name": "Dogs", "points": -1}], "OPR-15"),
    ],
)
def test_what_cannot_be_recruited_is_refused_before_a_die_falls(offered: Any, rule: str) -> None:
    league = rival(100, "recruiting")
    assert refusal(league, "rival_recruits", **at(league, offered=offered)).rule == rule


def test_solo_76_people_choose_for_themselves() -> None:
    league = trading(pool=50, ai_opponent_record="rival")
    offered = [upgrade(league, "A1", 10)]
    assert refusal(league, "rival_upgrades", **at(league, offered=offered)).rule == "SOLO-76"
