"""Preparation: banners come back from reserve and new ones are raised. Source: FS-12, FS-14, FS-65"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from rules.engine.games import Effects
from rules.engine.language import say
from rules.engine.procedure import Procedure, checked_name
from rules.engine.questions import ChooseTerritory, Option, side
from rules.firestorm.aftermath.places import is_free, no_entry, no_rally, rally_points
from rules.firestorm.book import FirestormInForce
from rules.firestorm.effects import BannerNamed, BannerRaised, BannerSet
from rules.firestorm.faction_figures import (
    TOWER,
    allowed,
    banner_count,
    banners_at,
    banners_in_reserve,
    faction_territories,
    holds_tower,
    own_tower,
)
from rules.firestorm.game import GAME, FirestormCtx
from rules.firestorm.phases.admission import banner_of, faction_problems
from rules.firestorm.state import Banner, Firestorm
from rules.firestorm.work import FirestormWork
from rules.turns.problems import TurnProblem, stop

MOST_NAME = 60


def name_of_next(state: Firestorm, faction: str) -> str:
    """What a faction's next banner is called until somebody names it: "Ash Guard 2". Source: FS-185"""
    name = state.factions[faction].name
    number = sum(one.faction == faction for one in state.banners.values()) + 1
    return f"{name} {number}" if name else ""


@GAME.procedure(
    "return_banner", rules=("FS-14", "FS-65"), slot="turn:{turn}:return:{banner}", by="side:{faction}"
)
def return_banner(ctx: FirestormCtx, *, turn: int, faction: str, banner: str) -> Procedure[Effects]:
    """Bring a banner back from reserve, to the free rally point nearest to where it was beaten.

    Source: FS-14, FS-65
    """
    state, book = ctx.state, ctx.book
    yield from stop(faction_problems(state, book, "return_banner", faction, turn))
    mine = banner_of(state, book, banner, faction)
    if mine.at != "reserve":
        raise book.problem("E91", banner=state.name_of(banner)).refused()
    places = returns(state, book, mine)
    if not places:
        yield from stop([book.problem("E99", banner=state.name_of(banner))])
        return ()
    to = places[0]
    if len(places) > 1:
        to = yield ChooseTerritory(
            f"return:{turn}:{banner}",
            say("Where does {banner} return to the map?", banner=state.name_of(banner)),
            rule="FS-65",
            who=side(faction),
            about=banner,
            options=tuple(Option(one, state.name_of(one)) for one in places),
            left_out=partial(no_rally, state, book, faction),
        )
    return (BannerSet(banner=banner, territory=to, before=mine.fell, how="enters", rule="FS-65"),)


def returns(state: Firestorm, book: FirestormInForce, banner: Banner) -> list[str]:
    """Where a banner in reserve may come back; to its tower if it was beaten nowhere. Source: FS-14, FS-65"""
    if banner.fell in state.territories:
        return rally_points(state, book, banner.faction, banner.fell)
    return entries(state, book, banner.faction)


def entries(state: Firestorm, book: FirestormInForce, faction: str) -> list[str]:
    """Where a new banner may enter now. Source: FS-12, FS-14"""
    if not holds_tower(state, book, faction):
        lone = book.settings.min_banner_without_tower
        return [one.id for one in faction_territories(state, faction) if lone and is_free(state, one.id)]
    tower = own_tower(state, faction)
    towers = (
        [tower] if tower else [one.id for one in faction_territories(state, faction) if TOWER in one.items]
    )
    return [one for one in towers if not banners_at(state, one)]


def raise_problems(state: Firestorm, book: FirestormInForce, faction: str) -> Iterator[TurnProblem]:
    """Why no new banner is raised. Source: FS-14"""
    if banner_count(state, faction) >= allowed(state, book, faction):
        yield book.problem("E30", faction=state.name_of(faction))
    if any(returns(state, book, one) for one in banners_in_reserve(state, faction)):
        yield book.problem("E45")
    if not entries(state, book, faction):
        yield book.problem("E32" if holds_tower(state, book, faction) else "E31")


@GAME.procedure(
    "raise_banner",
    rules=("FS-12", "FS-14"),
    slot="turn:{turn}:raise:{faction}",
    by="side:{faction}",
    repeat=True,
)
def raise_banner(ctx: FirestormCtx, *, turn: int, faction: str, name: str = "") -> Procedure[Effects]:
    """Raise a new banner at your Lord’s Tower. Source: FS-12, FS-14"""
    state, book = ctx.state, ctx.book
    yield from stop(faction_problems(state, book, "raise_banner", faction, turn))
    yield from stop(raise_problems(state, book, faction))
    places = entries(state, book, faction)
    to = places[0] if places else ""
    if len(places) > 1:
        to = yield ChooseTerritory(
            f"raise:{turn}:{faction}:{len(state.banners)}",
            say("Where does the new banner enter?"),
            rule="FS-14",
            who=side(faction),
            about=faction,
            options=tuple(Option(one, state.name_of(one)) for one in places),
            left_out=partial(no_entry, state, book, faction),
        )
    work = FirestormWork(ctx)
    number = len(state.banners) + 1
    new = Banner(
        id=ctx.new("banner"),
        faction=faction,
        name=name.strip()[:MOST_NAME] or name_of_next(state, faction),
        territory=to,
        raised=turn,
        number=number,
    )
    work.do(BannerRaised(banner=new, rule="FS-14"))
    return work.done()


@GAME.procedure(
    "name_banner", rules=("FS-185",), slot="banner:{banner}:name", by="side:{faction}", repeat=True
)
def name_banner(ctx: FirestormCtx, *, faction: str, banner: str, name: str) -> Procedure[Effects]:
    """Rename one of your banners. Source: FS-185"""
    state, book = ctx.state, ctx.book
    yield from stop(faction_problems(state, book, "name_banner", faction))
    banner_of(state, book, banner, faction)
    new = checked_name(name, MOST_NAME, "FS-185", say("Enter a name."))
    return (BannerNamed(banner=banner, name=new, rule="FS-185"),)
