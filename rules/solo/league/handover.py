"""What a game against the app hands to its league: facts as a draft, never a casualty roll or a sum.

The league's own rulebook checks them, rolls casualties and books experience after the report is confirmed.
Source: SOLO-77, SOLO-82 to SOLO-84.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rules.engine.language import say
from rules.solo.book import Rules
from rules.solo.league import campaign
from rules.solo.state import Removal, SoloState, TableSide


@dataclass(frozen=True, slots=True)
class Loss:
    """A unit that left the table, for the league's report. `source` ids are the league's own."""

    victim: str
    side: str
    hero: bool
    how: str
    by: str = ""
    by_source: str = ""
    round: int = 0


@dataclass(frozen=True, slots=True)
class SideFacts:
    """One side's part of a report: `record` says whether its own sheet is touched at all."""

    side: str
    source: str
    kind: str
    record: str
    won: bool
    conceded: bool
    vp: int
    points: int
    fielded: tuple[str, ...]
    out: tuple[str, ...]
    underdog_left: int = 0


@dataclass(frozen=True, slots=True)
class MissionFacts:
    """What a game hands to its league's mission: a draft to be confirmed, never a casualty roll itself."""

    mission: str
    counts: str
    rounds: int
    winner: str
    sides: tuple[SideFacts, ...]
    losses: tuple[Loss, ...]
    notes: tuple[str, ...] = ()


def losses(state: SoloState) -> tuple[Loss, ...]:
    """Units knocked out or routed, with whoever did it. Source: SOLO-77."""
    kills = sorted(state.kills.values(), key=lambda kill: (kill.round, kill.id))
    return tuple(_loss(state, kill) for kill in kills)


def _loss(state: SoloState, kill: Removal) -> Loss:
    victim, by = state.units[kill.victim], state.units.get(kill.by)
    source = by.source if by else ""
    return Loss(kill.victim, victim.side, victim.hero, kill.how, kill.by, source, kill.round)


def mission_facts(state: SoloState, rules: Rules) -> MissionFacts:
    """The draft for the league: winners, who was fielded, who was knocked out by whom.

    Only units knocked out are casualties where the league's rulebook says so; routed ones are told apart.
    Source: SOLO-77, SOLO-82 to SOLO-84.
    """
    game = state.game
    humans = len(state.human_sides())
    sides = tuple(_side_facts(state, side, rules, humans) for side in state.in_seat_order())
    notes = [
        _untouched(side, rules)
        for side in state.ai_sides()
        if side.kind == "ai_standin" and campaign.record_kind(side.kind, side.consent, rules) == "ghost"
    ]
    if rules.choice("standin_death") == "recovered":
        notes.append(say("A stand-in’s worst casualty result counts as recovered."))
    rounds = max(game.round, *(side.conceded_round for side in state.sides.values()), 0)
    return MissionFacts(game.mission, game.counts, rounds, game.winner, sides, losses(state), tuple(notes))


def _untouched(side: TableSide, rules: Rules) -> str:
    """Why the sheet of a warband that the app stands in for stays as it is. Source: SOLO-82, SOLO-83"""
    if rules.choice("standin") == "consent":
        return say(
            "{side}: the sheet stays as it is, because its owner has not agreed to a stand-in.",
            side=side.name,
        )
    return say(
        "{side}: the sheet stays as it is, as always in this league when the app stands in.", side=side.name
    )


def _side_facts(state: SoloState, side: TableSide, rules: Rules, humans: int) -> SideFacts:
    won = state.game.winner == side.camp and not side.conceded
    record = campaign.record_kind(side.kind, side.consent, rules)
    share = humans if side.camp == "human" else 1
    rest = side.id == _takes_rest(state)
    gain = campaign.side_reward(won, state.game.counts, record, share, rules, takes_rest=rest)
    mine = [unit for unit in state.units.values() if unit.side == side.id]
    return SideFacts(
        side.id,
        side.source,
        side.kind,
        record,
        won,
        side.conceded,
        gain.vp,
        gain.points,
        tuple(unit.source or unit.id for unit in mine),
        tuple(unit.source or unit.id for unit in mine if unit.out == "ko"),
        side.underdog,
    )


def _takes_rest(state: SoloState) -> str:
    """Who of the people brought least: what cannot be split goes there. Source: SOLO-84"""
    people = state.human_sides()
    able = [side for side in people if not side.conceded] if state.game.winner == "human" else people
    return min(able or people, key=lambda side: side.points).id if people else ""


@dataclass(frozen=True, slots=True)
class KillLine:
    """A line of the league's kill ledger, in the league's own unit ids; `killer` "" when it was the app."""

    victim: str
    killer: str
    round: int
    routed: bool


@dataclass(frozen=True, slots=True)
class UnrecordedKill:
    """A unit of an app's warband without a record, taken out by a unit of the league; `side` is that warband.

    Source: SOLO-77
    """

    killer: str
    hero: bool
    round: int
    side: str = ""


@dataclass(frozen=True, slots=True)
class LeagueReport:
    """The report a league would be sent, in its ids: warbands whose sheet counts, and what happened to them.

    `against`: those of them that the app played. `app_kills` are for experience only, because a warband
    without a record has no units in the league; `app_values` are what such warbands brought, `app_names` how
    they are called, by side; `moments`: when in its round somebody `conceded`. `recovers`: the dead of a
    stand-in do. `cap`: so many games count for a player in the `league_round` it was made in;
    the league, which knows the other games, applies it when the facts arrive.
    """

    mission: str
    warbands: tuple[str, ...]
    against: tuple[str, ...]
    winners: tuple[str, ...]
    drawn: bool
    rounds: int
    fielded: dict[str, tuple[str, ...]]
    kills: tuple[KillLine, ...]
    app_kills: tuple[UnrecordedKill, ...]
    app_values: tuple[int, ...]
    conceded: dict[str, int]
    counts: str
    shared: bool
    recovers: bool
    league_round: int
    cap: int
    app_names: dict[str, str] = field(default_factory=dict)
    moments: dict[str, str] = field(default_factory=dict)
    exits: tuple[str, ...] = ()


def league_report(state: SoloState, rules: Rules) -> LeagueReport:
    """The draft; nothing is kept of sides without a record and of ghosts. Source: SOLO-77, SOLO-83"""
    facts = mission_facts(state, rules)
    counted = {side.side: side for side in facts.sides if side.record == "full" and side.source}
    people = {key: side for key, side in counted.items() if side.kind == "human"}
    given_up = {key: side for key, side in people.items() if side.conceded}
    kills = sorted(state.kills.values(), key=lambda kill: (kill.round, kill.id))
    return LeagueReport(
        facts.mission.partition(":")[2],
        tuple(side.source for side in people.values()),
        tuple(side.source for key, side in counted.items() if key not in people),
        tuple(side.source for side in counted.values() if side.won),
        facts.winner not in ("human", "ai"),
        facts.rounds,
        {side.source: side.fielded for side in people.values()},
        tuple(_line(state, kill, set(counted)) for kill in kills if _of_league(state, kill.victim)),
        tuple(_app_kill(state, kill) for kill in kills if _earns(state, kill, set(counted))),
        tuple(side.points for side in state.ai_sides() if side.kind == "ai_neutral"),
        {side.source: state.sides[key].conceded_round or facts.rounds for key, side in given_up.items()},
        facts.counts,
        rules.choice("coop_reward") == "split",
        rules.choice("standin_death") == "recovered",
        state.game.league_round,
        rules.number("ai_games_cap"),
        {side.id: side.name for side in state.ai_sides() if side.kind == "ai_neutral"},
        {side.source: moment for key, side in given_up.items() if (moment := state.sides[key].moment)},
        tuple(unit.source for unit in state.units.values() if unit.source and unit.leaving == "exit"),
    )


def _side(state: SoloState, unit: str) -> str:
    return state.units[unit].side if unit in state.units else ""


def _of_league(state: SoloState, unit: str) -> bool:
    """Whether the league knows this unit."""
    return bool(state.units[unit].source and state.sides[state.units[unit].side].source)


def _line(state: SoloState, kill: Removal, counted: set[str]) -> KillLine:
    killer = state.units[kill.by].source if _side(state, kill.by) in counted else ""
    return KillLine(state.units[kill.victim].source, killer, kill.round, kill.how == "routed")


def _earns(state: SoloState, kill: Removal, counted: set[str]) -> bool:
    outsider = not _of_league(state, kill.victim)
    return outsider and kill.how == "ko" and _side(state, kill.by) in counted


def _app_kill(state: SoloState, kill: Removal) -> UnrecordedKill:
    victim = state.units[kill.victim]
    return UnrecordedKill(state.units[kill.by].source, victim.hero, kill.round, victim.side)
