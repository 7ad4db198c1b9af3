"""What a home tells of a Firestorm league: glory, and what things are called; in ids and figures, no
sentence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypedDict, cast

from campaigns.engine.lines import EVERYBODY, ForWhom
from campaigns.engine.transaction import summaries
from maps.turns.setting_up import Lacks
from rules.engine.plain import JsonObject
from rules.firestorm.aftermath.fates import leaving, scattered_banners
from rules.firestorm.book import FirestormInForce
from rules.firestorm.faction_figures import battles_this_turn, bouts_of, factions
from rules.firestorm.glory.counting import scoreboard
from rules.firestorm.ground import corner_territories
from rules.firestorm.setting_up.beginning import firestorm_start_problems
from rules.firestorm.state import Firestorm, PhaseName
from rules.firestorm.telling.todos import TOLD, name_in
from rules.turns.problems import first_of


class FirestormSummary(summaries.LeagueSummary):
    """A league with its factions, most glory first. `things`: the names of battles, games and banners that
    to-dos may be about; `games`: the battles in which a game was told, by game and by themselves;
    `lacks`: what it cannot start without that its organisers see to."""

    turn: int
    phase: PhaseName
    paused: bool
    deadline: str
    factions: list[ToldFaction]
    things: dict[str, str]
    games: dict[str, str]
    lacks: Lacks


class ToldFaction(TypedDict):
    """A faction; `fought` are the battles it can play now."""

    id: str
    place: int
    glory: int
    fought: list[str]


def firestorm_summary(state: Firestorm, book: FirestormInForce) -> JsonObject:
    """All of it but members and names, which every league has."""
    now, battles = state.now, battles_this_turn(state)
    deadline = None if now.paused else now.deadline
    open_ = [one for one in battles if one.status == "open" and not one.applied]
    totals = [(one.faction, one.total) for one in scoreboard(state, book)]
    return {
        "turn": now.turn,
        "phase": now.phase,
        "paused": now.paused,
        "deadline": deadline.isoformat() if deadline else "",
        "factions": [
            {
                "id": faction,
                "place": 1 + sum(other > glory for _one, other in totals),
                "glory": glory,
                "fought": [one.id for one in open_ if faction in one.factions],
            }
            for faction, glory in totals
        ],
        "things": {one: name_in(state, one) for one in _things(state)},
        "games": {game.id: game.battle for one in battles for game in bouts_of(state, one.id, *TOLD)},
        "lacks": _lacks(state, book),
    }


def _lacks(state: Firestorm, book: FirestormInForce) -> Lacks:
    """Corners and alliances are chosen by those who play, where there are corners enough."""
    if state.now.phase != "setup" or first_of(firestorm_start_problems(state, book)) is None:
        return ""
    playing = factions(state)
    if len(corner_territories(state.territories)) < max(len(playing), 1):
        return "map"
    if len(playing) < book.figures.least_factions:
        return "people"
    return "rest" if all(one.corner and one.alliance for one in playing) else ""


def _things(state: Firestorm) -> Iterator[str]:
    """The battles of the turn with their games, and the banners that leave or rally."""
    for one in battles_this_turn(state):
        yield one.id
        yield from (game.id for game in bouts_of(state, one.id))
    yield from (banner.id for _battle, banner in leaving(state))
    yield from (banner.id for banner in scattered_banners(state))


def faction_audience(kept: Mapping[str, object]) -> ForWhom:
    """Whom it concerns, besides those who have something to do."""
    told = cast("FirestormSummary", kept)
    factions, phase = told["factions"], told["phase"]
    names = [one["id"] for one in factions]
    fights = phase == "battles" and not told["paused"]
    return ForWhom(
        seated=names,
        plays=names if phase not in ("setup", "finished") else [],
        writes=[one["id"] for one in factions if one["fought"]] if fights else [],
        open_to=EVERYBODY if phase == "setup" else None,
        over=phase == "finished",
        for_organisers=bool(told["lacks"]),
    )
