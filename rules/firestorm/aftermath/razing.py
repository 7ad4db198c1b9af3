"""Chaos razes what stands where its banners do; and banners too many are removed.

Source: FS-13, FS-44 … FS-47
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.engine.games import Effects
from rules.engine.procedure import Procedure
from rules.firestorm.aftermath.applying import grade_of
from rules.firestorm.aftermath.fates import leaving, scattered_banners
from rules.firestorm.book import FirestormInForce
from rules.firestorm.effects import BannerSet, ItemsChanged, Razed
from rules.firestorm.faction_figures import TOWER, allowed, banner_count, battles_this_turn
from rules.firestorm.game import GAME, FirestormCtx
from rules.firestorm.glory.awards import WON
from rules.firestorm.phases.admission import banner_of, faction_problems
from rules.firestorm.phases.moving_on import leave_finished_phase
from rules.firestorm.state import Banner, Firestorm, Territory
from rules.firestorm.work import FirestormWork
from rules.turns.problems import TurnProblem, stop


def ruins(book: FirestormInForce, place: Territory) -> tuple[str, ...]:
    """What falls when a territory is razed. Source: FS-44, FS-45"""
    tower = book.settings.raze_tower
    return tuple(one for one in place.items if book.item(one).razed or (one == TOWER and tower))


def raze_problems(state: Firestorm, book: FirestormInForce, banner: Banner) -> Iterator[TurnProblem]:
    """Why a banner razes nothing where it stands. Source: FS-44, FS-45, FS-46"""
    if state.factions[banner.faction].alliance != "chaos":
        yield book.problem("E93")
    if leaving(state) or scattered_banners(state):
        yield book.problem("E94")
    if banner.at != "map" or not ruins(book, state.territories[banner.territory]):
        yield book.problem("E95")
    if banner.razed:
        yield book.problem("E96", banner=state.name_of(banner.id))
    if not _won(state, banner):
        yield book.problem("E97")


def _won(state: Firestorm, banner: Banner) -> bool:
    """Whether a banner has won whatever it fought for the place it stands in."""
    fought = [one for one in battles_this_turn(state) if one.territory == banner.territory]
    return all(grade_of(one, banner.id) in WON for one in fought if banner.id in one.banners)


@GAME.procedure(
    "raze",
    rules=("FS-44", "FS-45", "FS-46"),
    slot="turn:{turn}:raze:{banner}",
    by="side:{faction}",
    repeat=True,
)
def raze(ctx: FirestormCtx, *, turn: int, faction: str, banner: str) -> Procedure[Effects]:
    """Raze the territory a Chaos banner stands in: everything built there is lost, but the owner stays.

    Source: FS-44, FS-45, FS-46, FS-47
    """
    state, book = ctx.state, ctx.book
    yield from stop(faction_problems(state, book, "raze", faction, turn))
    mine = banner_of(state, book, banner, faction)
    yield from stop(raze_problems(state, book, mine))
    place = state.territories[mine.territory]
    gone = ruins(book, place)
    kept = tuple(one for one in place.items if one not in gone)
    work = FirestormWork(ctx)
    work.do(Razed(banner=banner, territory=place.id, rule="FS-44"))
    work.do(
        ItemsChanged(
            territory=place.id,
            items=kept,
            before=place.items,
            level=place.level if kept else 0,
            how="razed",
            banner=banner,
            rule="FS-44",
        )
    )
    return work.done()


def too_many(state: Firestorm, book: FirestormInForce, faction: str) -> int:
    """Banners a faction has to remove. Source: FS-13"""
    return max(0, banner_count(state, faction) - allowed(state, book, faction))


@GAME.procedure("remove_banner", rules=("FS-13",), slot="turn:{turn}:remove:{banner}", by="side:{faction}")
def remove_banner(ctx: FirestormCtx, *, turn: int, faction: str, banner: str) -> Procedure[Effects]:
    """Remove a banner of your choice, because your lands no longer support them all.

    The phase may have waited for nothing else. Source: FS-13
    """
    state, book = ctx.state, ctx.book
    yield from stop(faction_problems(state, book, "remove_banner", faction, turn))
    mine = banner_of(state, book, banner, faction)
    if leaving(state) or scattered_banners(state):
        yield from stop([book.problem("E94")])
    if not too_many(state, book, faction):
        yield from stop([book.problem("E98", faction=state.name_of(faction))])
    work = FirestormWork(ctx)
    gone = BannerSet(banner=banner, at="removed", before=mine.territory, how="removed", rule="FS-13")
    work.do(gone)
    leave_finished_phase(work)
    return work.done()
