"""What an adversary is told of OPR's campaigns: who founds a warband, what a mission wants next."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from rules.opr.books import InForce
from rules.opr.game import GAME
from rules.opr.playing.setup import available_units
from rules.opr.state import Mission, OprState
from tests.campaigns.play import band
from tests.rules.opr.sampled import MOVES, fitting
from tests.stress.facts import Facts, Wanted

OFF, MOST = 0.3, 4  # how often somebody falls; warbands


def opening(state: OprState, luck: random.Random, seats: list[str]) -> Wanted | None:
    """A warband each, and it starts."""
    if state.league.status != "founding":
        return None
    owners = {one.owner for one in state.warbands.values()}
    alone = [one for one in seats if one not in owners]
    if alone and len(owners) < MOST:
        units = band(GAME.book_of(state).figures.start_points)
        known = {"owner": alone[0], "name": f"Band {alone[0]}", "units": units}
        return Wanted("found_warband", known)
    return Wanted("start")


def moves(state: OprState, book: InForce, luck: random.Random) -> Iterator[Wanted]:
    """Two who are free meet; who is to come along; a round; how it ended."""
    free = [one.id for one in state.active if not one.mission and available_units(state, one.id)]
    if len(free) > 1:
        yield Wanted("open_mission", {"warbands": luck.sample(free, 2)})
    for mission in state.missions.values():
        if mission.status == "setup":
            yield from _setting_up(state, book, mission)
        elif mission.status == "playing":
            yield Wanted("round", {"mission": mission.id, "round": mission.round + 1})
            yield Wanted("result", _result(mission, luck))


def _setting_up(state: OprState, book: InForce, mission: Mission) -> Iterator[Wanted]:
    for side in mission.sides:
        if not side.fielded:
            chosen = fitting(state, book, mission.warbands, side.warband)
            known = {"mission": mission.id, "warband": side.warband, "units": chosen}
            yield Wanted("field", known)
    yield Wanted("begin", {"mission": mission.id})


def _result(mission: Mission, luck: random.Random) -> dict[str, Any]:
    kills = []
    for side in mission.sides:
        enemies = [one for other in mission.sides if other != side for one in other.fielded]
        for victim in side.fielded:
            if luck.random() < OFF:
                kills.append(
                    {"victim": victim, "killer": luck.choice([*enemies, ""]), "round": luck.randint(1, 4)}
                )
    winners = luck.sample(mission.warbands, luck.choice((0, 1, 1, 1)))
    return {"mission": mission.id, "winners": winners, "rounds": max(4, mission.round), "kills": kills}


def holds(before: OprState, after: OprState) -> None:
    """Nobody owes points, no unit is nobody's."""
    for warband in after.warbands.values():
        assert warband.pool >= 0, f"{warband.id} owes points"
        assert all(one in after.units for one in warband.units), f"{warband.id} has units that are not there"
    for mission in after.missions.values():
        assert all(one in after.warbands for one in mission.warbands), f"{mission.id} is of nobody"


FACTS = Facts(
    settings={"parallel_play": ("on", "on", "off"), "campaign_type": ("endless", "game", "point")},
    opening=opening,
    todos=MOVES,
    moves=moves,
    holds=holds,
    asides={"close", "abandon", "disband_warband", "change_edition"},
    opens={"experience"},
)
