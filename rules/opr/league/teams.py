"""Teams of a league: warbands that belong together, beside the table of all. Source: A-60"""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import ConfigDict

from rules.engine.language import say
from rules.engine.procedure import Procedure, admit, require
from rules.opr.booking import Effects, find_warband, same_name, still_running
from rules.opr.effects import TeamJoined
from rules.opr.game import GAME, OprCtx
from rules.opr.league.small_parts import Team
from rules.opr.league_effects import TeamsSet
from rules.opr.state import OprState
from rules.opr.warbands.founding import missions_have_begun

LEAST, MOST_TEAMS = 2, 8
LONGEST_TEAM = 40  # letters of its name, which stands beside a player's


@dataclass(frozen=True, slots=True)
class NamedTeam:
    """A team as an organiser writes it down; `id` where it is there already."""

    __pydantic_config__ = ConfigDict(extra="forbid")
    name: str
    colour: str
    id: str = ""


@GAME.procedure("set_teams", rules=("A-60",), slot="teams", repeat=True)
def set_teams(ctx: OprCtx, *, teams: list[NamedTeam], picks: bool = False) -> Procedure[Effects]:
    """Set which teams there are, or that there are none.

    `picks`: players choose theirs, before the first mission. Source: A-60
    """
    yield from still_running(ctx.state)
    sentence = say("A league can have {least} to {most} teams, or none.", least=LEAST, most=MOST_TEAMS)
    require(not teams or LEAST <= len(teams) <= MOST_TEAMS, "A-60", sentence, "teams")
    for place, team in enumerate(teams):
        _require_own(teams[:place], team, f"teams.{place}")
    known = {one.id for one in ctx.state.league.teams}
    made = tuple(
        Team(one.id if one.id in known else ctx.new(f"team-{place}"), one.name.strip(), one.colour)
        for place, one in enumerate(teams, start=1)
    )
    return (TeamsSet(teams=made, picks=picks and bool(made), rule="A-60"),)


def _require_own(others: list[NamedTeam], team: NamedTeam, where: str) -> None:
    """A name and a colour that no other team has."""
    require(bool(team.name.strip()), "A-60", say("Enter a name."), f"{where}.name")
    long = say("A name can have at most {most} characters.", most=LONGEST_TEAM)
    require(len(team.name.strip()) <= LONGEST_TEAM, "A-60", long, f"{where}.name")
    twice = say("There are two teams called {team}.", team=team.name.strip())
    require(not any(same_name(one.name, team.name) for one in others), "A-60", twice, f"{where}.name")
    require(bool(team.colour), "A-60", say("Choose a colour."), f"{where}.colour")
    same = say("Two teams cannot have the same colour.")
    require(not any(one.colour == team.colour for one in others), "A-60", same, f"{where}.colour")
    require(not team.id or not any(one.id == team.id for one in others), "A-60", twice, f"{where}.name")


@GAME.procedure("put_in_team", rules=("A-60",), slot="warband:{warband}:team", by="organiser", repeat=True)
def put_in_team(ctx: OprCtx, *, warband: str, team: str = "") -> Procedure[Effects]:
    """Put a warband into a team, or take it out of its team. Source: A-60"""
    yield from still_running(ctx.state)
    return _joined(ctx.state, warband, team)


@GAME.procedure(
    "choose_team", rules=("A-60",), slot="warband:{warband}:team", by="side:{warband}", repeat=True
)
def choose_team(ctx: OprCtx, *, warband: str, team: str) -> Procedure[Effects]:
    """Choose your team, if the league lets its players do so. Source: A-60"""
    yield from still_running(ctx.state)
    picks = say("In this league, only an organiser can put warbands into teams.")
    yield from admit(ctx.state.league.picks, "A-60", picks)
    late = say("Teams are fixed once the first mission is open. An organiser can still change yours.")
    yield from admit(not missions_have_begun(ctx.state), "A-60", late)
    require(bool(team), "A-60", say("Choose a team."), "team")
    return _joined(ctx.state, warband, team)


def choosing_is_open(state: OprState) -> bool:
    """Whether players choose their teams now. Source: A-60"""
    return state.league.picks and state.league.status != "ended" and not missions_have_begun(state)


def _joined(state: OprState, warband: str, team: str) -> Effects:
    known = {"": "", **{one.id: one.name for one in state.league.teams}}
    require(team in known, "A-60", say("There is no such team in this league."), "team")
    if find_warband(state, warband).team == team:
        return ()
    return (TeamJoined(warband=warband, team=team, called=known[team], rule="A-60"),)
