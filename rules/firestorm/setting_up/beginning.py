"""The first turn: every faction in its corner, with a Lord's Tower, a banner and a single glory point.

Source: FS-01 … FS-03
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.engine.effects import Effect
from rules.engine.procedure import Procedure
from rules.firestorm.book import FirestormInForce
from rules.firestorm.decks import chart, deck
from rules.firestorm.effects import BannerRaised, ItemsChanged, OwnerChanged
from rules.firestorm.faction_figures import TOWER, factions
from rules.firestorm.game import GAME, FirestormCtx
from rules.firestorm.ground import corner_territories
from rules.firestorm.muster_state import ChartName
from rules.firestorm.path.upgrade_rules import uncovered
from rules.firestorm.phases.admission import phase_problems
from rules.firestorm.phases.moving_on import enter_turn_phase
from rules.firestorm.preparing.banners import name_of_next
from rules.firestorm.state import Banner, Firestorm
from rules.firestorm.work import FirestormWork
from rules.turns.problems import TurnProblem, stop

CHARTS: tuple[tuple[ChartName, str], ...] = (("champion", "E143"), ("unit", "E144"))


def firestorm_start_problems(state: Firestorm, book: FirestormInForce) -> Iterator[TurnProblem]:
    """Why the league cannot begin yet. Source: FS-01, FS-02, FS-06, FS-181"""
    playing, least = factions(state), book.figures.least_factions
    if len(playing) < least:
        yield book.problem("E11", least=least)
    if state.territories:
        yield from _without_a_corner(state, book)
    else:
        yield book.problem("E14")
    for one in playing:
        if not one.alliance:
            yield book.problem("E13", faction=state.name_of(one.id))
    yield from _unfinished(state, book)


def _without_a_corner(state: Firestorm, book: FirestormInForce) -> Iterator[TurnProblem]:
    """Who cannot be on the map, or has not said where. Source: FS-02"""
    playing, there = factions(state), corner_territories(state.territories)
    if len(there) < len(playing):
        yield book.problem("E15", corners=len(there), factions=len(playing))
    for one in playing:
        if not one.corner:
            yield book.problem("E12", faction=state.name_of(one.id))


def _unfinished(state: Firestorm, book: FirestormInForce) -> Iterator[TurnProblem]:
    """What the organiser has begun to write and not finished: a chart with gaps, too few objectives. A deck
    without a card is one that is not played with. Source: FS-04, FS-116
    """
    for name, code in CHARTS:
        if missing := uncovered(chart(state, book, name)):
            yield book.problem(code, faults=missing)
    cards, players = len(deck(state, book, "objective")), len(state.players)
    if not state.objectives and 0 < cards < players:
        yield book.problem("E142", cards=cards, players=players)


@GAME.procedure("begin_play", rules=("FS-01", "FS-02", "FS-03"), slot="begin", by="organiser")
def begin_firestorm(ctx: FirestormCtx) -> Procedure[tuple[Effect, ...]]:
    """Begin the league: towers and banners are placed in the corners, and the first turn is prepared.

    Source: FS-01, FS-02, FS-03
    """
    yield from stop(phase_problems(ctx.state, ctx.book, "begin_play"))
    yield from stop(firestorm_start_problems(ctx.state, ctx.book))
    work = FirestormWork(ctx)
    for number, one in enumerate(factions(ctx.state), start=1):
        work.do(OwnerChanged(territory=one.corner, owner=one.id, how="start", rule="FS-03"))
        work.do(ItemsChanged(territory=one.corner, items=(TOWER,), level=1, how="start", rule="FS-03"))
        first = first_banner(one.id, one.corner, number, name_of_next(work.state, one.id))
        work.do(BannerRaised(banner=first, rule="FS-03"))
    enter_turn_phase(work, "preparation")
    return work.done()


def first_banner(faction: str, territory: str, number: int, name: str = "") -> Banner:
    """The banner a faction begins with. Source: FS-03"""
    return Banner(id=f"{faction}:1", faction=faction, name=name, territory=territory, number=number)
