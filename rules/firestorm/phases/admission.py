"""What every act is asked first: is the league running, is it this phase, is the faction in it.

Source: FS-161, FS-179
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.engine.language import listed, said
from rules.firestorm.book import FirestormInForce
from rules.firestorm.phases.table import PHASED, PHASES
from rules.firestorm.state import Banner, Faction, Firestorm, Player, Territory
from rules.turns.problems import TurnProblem


def phase_problems(
    state: Firestorm, book: FirestormInForce, act: str, turn: int | None = None
) -> Iterator[TurnProblem]:
    """Over, changed meanwhile, paused, wrong phase: in this order. Source: FS-105, FS-161"""
    now = state.now
    if now.phase == "finished":
        yield book.problem("E02", factions=listed([state.name_of(one) for one in now.winners]))
    if turn is not None and turn != now.turn:
        yield book.problem("E04")
    if now.paused:
        yield book.problem("E03")
    if act in PHASED and act not in PHASES[now.phase].acts:
        yield book.problem("E01", phase=said(PHASES[now.phase].title))


def faction_problems(
    state: Firestorm, book: FirestormInForce, act: str, faction: str, turn: int | None = None
) -> Iterator[TurnProblem]:
    """The same, and whether the faction still plays. Source: FS-179"""
    yield from phase_problems(state, book, act, turn)
    if faction_of(state, book, faction).status != "active":
        yield book.problem("E05", faction=state.name_of(faction))


def faction_of(state: Firestorm, book: FirestormInForce, faction: str) -> Faction:
    """The faction, or the refusal that there is none. Source: FS-01"""
    if faction not in state.factions:
        raise book.problem("E50").about("faction").refused()
    return state.factions[faction]


def require_player(state: Firestorm, book: FirestormInForce, player: str) -> Player:
    """The player, or the refusal that there is none. Source: FS-01"""
    if player not in state.players:
        raise book.problem("E51").about("player").refused()
    return state.players[player]


def require_place(
    state: Firestorm, book: FirestormInForce, territory: str, key: str = "territory"
) -> Territory:
    """The territory, or the refusal that there is none. Source: FS-180"""
    if territory not in state.territories:
        raise book.problem("E18", territory=territory).about(key).refused()
    return state.territories[territory]


def banner_of(
    state: Firestorm, book: FirestormInForce, banner: str, faction: str = "", key: str = "banner"
) -> Banner:
    """The banner, of this faction if one is given, or the refusal that there is none. Source: FS-12"""
    found = state.banners.get(banner)
    if found is None or found.at == "removed":
        raise book.problem("E19").about(key).refused()
    if faction and found.faction != faction:
        raise book.problem("E20").about(key).refused()
    return found
