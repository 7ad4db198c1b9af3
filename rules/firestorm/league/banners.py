"""Banners the organiser places, moves and takes off the map, each time with a reason. Source: FS-15, FS-16"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rules.engine.effects import Effect
from rules.engine.procedure import Procedure
from rules.firestorm.aftermath.applying import fate_id
from rules.firestorm.aftermath.fates import leaving
from rules.firestorm.book import FirestormInForce
from rules.firestorm.effects import BannerRaised, BannerSet, FateKnown
from rules.firestorm.faction_figures import banners_at
from rules.firestorm.game import GAME, FirestormCtx
from rules.firestorm.league.admission import fought_problems, playing_problems, ruling_reason
from rules.firestorm.phases.admission import banner_of, require_place
from rules.firestorm.phases.moving_on import leave_finished_phase
from rules.firestorm.preparing.banners import MOST_NAME
from rules.firestorm.state import Banner, Fate, Firestorm
from rules.firestorm.work import FirestormWork
from rules.turns.problems import TurnProblem, stop


@GAME.procedure("place_banner", rules=("FS-15", "FS-16"), slot="place:{faction}", by="organiser", repeat=True)
def place_banner(
    ctx: FirestormCtx, *, faction: str, territory: str, words: str, name: str = ""
) -> Procedure[tuple[Effect, ...]]:
    """Place a new banner in a free territory of its faction, even above the number allowed.

    Source: FS-15, FS-16
    """
    state, book, said = ctx.state, ctx.book, ruling_reason(words, "FS-15")
    yield from stop(playing_problems(state, book, faction))
    yield from stop(standing_problems(state, book, faction, territory))
    work = FirestormWork(ctx)
    new = Banner(
        id=ctx.new("banner"), faction=faction, name=name.strip()[:MOST_NAME], territory=territory,
        raised=state.now.turn, number=len(state.banners) + 1,
    )  # fmt: skip
    work.do(BannerRaised(banner=new, how="ruled", words=said, rule="FS-15"))
    leave_finished_phase(work)
    return work.done()


@GAME.procedure(
    "move_banner", rules=("FS-15", "FS-16"), slot="banner:{banner}:move", by="organiser", repeat=True
)
def move_banner(
    ctx: FirestormCtx, *, banner: str, words: str, territory: str = ""
) -> Procedure[tuple[Effect, ...]]:
    """Move a banner to another territory of its faction, or into reserve if none is named.

    It need not leave or rally any more. Source: FS-15, FS-16
    """
    state, book, said = ctx.state, ctx.book, ruling_reason(words, "FS-15")
    mine = banner_of(state, book, banner)
    yield from stop(playing_problems(state, book, mine.faction, "banner"))
    yield from stop(fought_problems(state, book, "", mine))
    if territory:
        yield from stop(standing_problems(state, book, mine.faction, territory, banner))
    work = FirestormWork(ctx)
    gone = BannerSet(
        banner=banner, at="map" if territory else "reserve", territory=territory, before=mine.territory,
        how="ruled", words=said, rule="FS-15",
    )  # fmt: skip
    work.do(gone)
    settle_fates(work, banner, territory)
    leave_finished_phase(work)
    return work.done()


@GAME.procedure(
    "disband_banner", rules=("FS-15",), slot="banner:{banner}:disband", by="organiser", repeat=True
)
def disband_banner(ctx: FirestormCtx, *, banner: str, words: str) -> Procedure[tuple[Effect, ...]]:
    """Remove a banner from the map for good. Source: FS-15"""
    state, book, said = ctx.state, ctx.book, ruling_reason(words, "FS-15")
    mine = banner_of(state, book, banner)
    yield from stop(playing_problems(state, book, mine.faction, "banner"))
    yield from stop(fought_problems(state, book, "", mine))
    work = FirestormWork(ctx)
    work.do(
        BannerSet(
            banner=banner, at="removed", before=mine.territory, how="ruled", words=said, rule="FS-15"
        )
    )  # fmt: skip
    settle_fates(work, banner, "")
    leave_finished_phase(work)
    return work.done()


def standing_problems(
    state: Firestorm, book: FirestormInForce, faction: str, territory: str, banner: str = ""
) -> Iterator[TurnProblem]:
    """Why a banner cannot stand there: whose it is, who stands there, what is fought for it.

    Source: FS-15, FS-16
    """
    place = require_place(state, book, territory)
    yield from fought_problems(state, book, territory)
    names = {"place": state.name_of(territory), "faction": state.name_of(faction)}
    if place.owner != faction:
        yield book.problem("E136", **names).about("territory")
    for one in banners_at(state, territory):
        if one.id != banner:
            yield book.problem("E137", banner=state.name_of(one.id), **names).about("territory")


def settle_fates(work: FirestormWork, banner: str, to: str) -> None:
    """A banner the organiser has moved has nowhere else to go. Source: FS-60, FS-64"""
    for battle, one in leaving(work.state):
        if one.id == banner:
            went = Fate(
                id=fate_id(battle, banner), battle=battle.id, banner=banner,
                kind="retreats" if to else "scatters", to=to, settled=True,
            )  # fmt: skip
            work.do(FateKnown(fate=went, rule="FS-60"))
    for fate in [one for one in work.state.fates.values() if one.banner == banner and not one.settled]:
        work.do(FateKnown(fate=replace(fate, to=to, settled=True), rule="FS-64"))
