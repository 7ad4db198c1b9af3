"""Figures of the league: its turn, options, map, who is to act, and who may see what."""

from __future__ import annotations

from collections.abc import Mapping

from rules.engine.language import mark, said
from rules.engine.plain import JsonObject
from rules.firestorm.automatic import next_app_steps
from rules.firestorm.book import FirestormInForce
from rules.firestorm.building.secret import builds_in_secret
from rules.firestorm.decks import chart, deck
from rules.firestorm.faction_figures import battles_this_turn
from rules.firestorm.figures.lines import (
    Automatic,
    ObjectiveLine,
    Reason,
    RolledLine,
    SightLine,
    TurnLine,
)
from rules.firestorm.game import GAME
from rules.firestorm.ground import faction_count_advice
from rules.firestorm.league.silence import Silence, lapse_lines
from rules.firestorm.muster_state import CardKind, ChartName
from rules.firestorm.orders.sealing import order_sheet
from rules.firestorm.path.upgrade_rules import gaps
from rules.firestorm.phases.moving_on import factions_to_act
from rules.firestorm.phases.table import PHASES
from rules.firestorm.siege.secret import follows_siege
from rules.firestorm.state import Firestorm
from rules.maps.model import Ground, Map
from rules.turns.problems import TurnProblem
from rules.turns.telling import PhaseLine, option_lines, phase_lines


def problem_values(problem: TurnProblem | None) -> Reason | None:
    """A problem as plain values. Source: FS-161"""
    if problem is None:
        return None
    return {"code": problem.code, "rule": problem.rule, "sentence": problem.sentence}


@GAME.figure("phases")
def turn_phases(state: Firestorm, book: FirestormInForce) -> list[PhaseLine]:
    """The turn as a table: what was, what is, what comes. Source: FS-160, FS-161"""
    return phase_lines(PHASES, state.now.phase)


@GAME.figure("turn")
def firestorm_turn_figure(state: Firestorm, book: FirestormInForce) -> TurnLine:
    """Where the league stands, who has to act, who has sealed. Source: FS-160, FS-162"""
    now = state.now
    sheets = [one for one in state.sheets.values() if one.turn == now.turn and one.entry]
    return {
        "phase": now.phase,
        "title": said(PHASES[now.phase].title),
        "turn": now.turn,
        "initiative": list(now.initiative),
        "waiting": factions_to_act(state, book),
        "done": list(now.done),
        "sealed": sorted(one.faction for one in sheets),
        "deadline": now.deadline,
        "paused": now.paused,
        "winners": list(now.winners),
    }


@GAME.figure("initiative")
def initiative(state: Firestorm, book: FirestormInForce, turn: int = 0) -> list[RolledLine]:
    """The order of a turn, highest first, with every die; the running one by default. Source: FS-25"""
    found = state.turns.get(f"turn:{turn or state.now.turn}")
    rolled = found.rolled if found else ()
    return [
        {"faction": one.faction, "place": place, "dice": list(one.dice)}
        for place, one in enumerate(rolled, start=1)
    ]


@GAME.figure("automatic")
def next_steps_figure(state: Firestorm, book: FirestormInForce) -> list[Automatic]:
    """What the app does by itself now. Source: FS-25, FS-27, FS-105, FS-178"""
    return [{"do": name, "params": params} for name, params in next_app_steps(state)]


@GAME.figure("silence")
def on_silence(state: Firestorm, book: FirestormInForce) -> list[Silence]:
    """What happens when the present deadline passes: sentences, and the acts that do it. Source: FS-160"""
    return lapse_lines(state, book)


@GAME.figure("options")
def firestorm_options(state: Firestorm, book: FirestormInForce) -> list[JsonObject]:
    """Every option of a league with its plain line, its choices, and what is in force. Source: FS-06"""
    return option_lines(book.book.settings, book.settings)


@GAME.figure("map_advice")
def factions_map_advice(state: Firestorm, book: FirestormInForce) -> list[str]:
    """What deserves a look on this league's map. Source: FS-181, FS-182"""
    ground = state.ground["map"] if "map" in state.ground else Ground()
    map = Map(ground=ground, places=tuple(state.territories.values()), links=tuple(state.links.values()))
    return faction_count_advice(map, max(2, len(state.factions)))


# Cards, charts, objectives


@GAME.figure("cards")
def cards_in_force(state: Firestorm, book: FirestormInForce, kind: CardKind) -> list[JsonObject]:
    """The cards of a kind in force, the book's or the organiser's own. Source: FS-04, FS-08, FS-132"""
    return [
        {"id": one.id, "name": one.name, "words": one.words, "glory": one.glory, "build": one.build}
        for one in deck(state, book, kind)
    ]


@GAME.figure("chart")
def chart_in_force(state: Firestorm, book: FirestormInForce, name: ChartName) -> JsonObject:
    """An advancement chart with the faces it does not cover once. Source: FS-116"""
    rows = chart(state, book, name)
    told = [{"first": one.first, "last": one.last, "name": one.name, "words": one.words} for one in rows]
    return {"rows": told, "gaps": gaps(rows)}


@GAME.figure("objectives")
def objectives(state: Firestorm, book: FirestormInForce) -> list[ObjectiveLine]:
    """Who holds an objective; which one, once it is claimed or shown. Source: FS-04, FS-05"""
    names = {one.id: one.name for one in deck(state, book, "objective")}
    return [
        {"player": one.player, "state": one.state, "card": one.card, "name": names.get(one.card, "")}
        for one in state.objectives.values()
    ]


# Who may see what

UNTIL: Mapping[str, str] = {
    "orders": mark("when the reveal is settled"),
    "objective": mark("when it is claimed, or the league is over"),
    "build_points": mark("never"),
    "purchases": mark("when the Build phase closes"),
    "siege_options": mark("never; only the result, once the siege is over"),
}


@GAME.figure("may_see")
def faction_sights(
    state: Firestorm, book: FirestormInForce, faction: str, viewer: str = "", organiser: bool = False
) -> list[SightLine]:
    """What somebody may see of a faction now: `viewer` is their own faction, empty for a spectator.

    The objective is that of another player. Under a broken seal read organisers who play for no rival.
    Source: FS-162
    """
    mine, now = faction == viewer, state.now
    known, openly = mine or organiser, not builds_in_secret(state, book)
    sheet = order_sheet(state, faction)
    broken = organiser and viewer in ("", faction) and sheet.broken and bool(sheet.entry)
    fought = [one for one in battles_this_turn(state) if one.id in state.sieges and faction in one.factions]
    sees = {
        "orders": mine or broken or any(one.turn == now.turn for one in state.orders.values()),
        "initiative": True,
        "objective": now.phase == "finished",
        "build_points": known or (book.settings.public_bp and openly),
        "purchases": known or openly,
        "siege_options": organiser or all(follows_siege(state, viewer.__eq__, one.id) for one in fought),
        "glory": True,
    }
    return [{"thing": key, "sees": so, "until": "" if so else said(UNTIL[key])} for key, so in sees.items()]
