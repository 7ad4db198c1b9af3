"""What becomes of beaten banners: they retreat or scatter, then rally; in order of initiative.

Source: FS-60 … FS-67, FS-177
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Literal

from rules.engine.games import Effects
from rules.engine.language import say
from rules.engine.procedure import Procedure
from rules.engine.questions import ChooseTerritory, Face, Option, Roll, WhyNot, side
from rules.firestorm.aftermath.applying import banner_side, fate_id, grade_of
from rules.firestorm.aftermath.places import no_rally, no_retreat, rally_points, retreats
from rules.firestorm.book import FirestormInForce
from rules.firestorm.effects import BannerSet, FateKnown
from rules.firestorm.faction_figures import battles_this_turn
from rules.firestorm.game import GAME, FirestormCtx
from rules.firestorm.phases.admission import banner_of, faction_problems
from rules.firestorm.state import Banner, Battle, Fate, Firestorm
from rules.firestorm.work import FirestormWork
from rules.turns.problems import TurnProblem, stop

type Due = tuple[Battle, Banner]
type Kind = Literal["retreats", "scatters"]


def leaving(state: Firestorm) -> list[Due]:
    """Banners that still have to leave where they were beaten, by initiative, then by name.

    Source: FS-60, FS-63
    """
    found = [
        (one, state.banners[banner])
        for one in battles_this_turn(state)
        if one.applied
        for banner in one.banners
        if fate_id(one, banner) not in state.fates
    ]
    return sorted(found, key=lambda due: _rank(state, due[1]))


def scattered_banners(state: Firestorm) -> list[Banner]:
    """Banners that have scattered this turn and not rallied, in the same order. Source: FS-64"""
    turn = {one.id for one in battles_this_turn(state)}
    lost = [one.banner for one in state.fates.values() if one.battle in turn and not one.settled]
    return sorted((state.banners[one] for one in lost), key=lambda one: _rank(state, one))


def _rank(state: Firestorm, banner: Banner) -> tuple[int, str, str]:
    order = state.now.initiative
    place = order.index(banner.faction) if banner.faction in order else len(order)
    return place, banner.name or banner.id, banner.id


@GAME.procedure(
    "choose_retreat",
    rules=("FS-60", "FS-61", "FS-62", "FS-63", "FS-177"),
    slot="turn:{turn}:fate:{banner}",
    by="side:{faction}",
    repeat=True,
)
def choose_retreat(ctx: FirestormCtx, *, turn: int, faction: str, banner: str) -> Procedure[Effects]:
    """See what happens to a beaten banner: it retreats where you say, or scatters.

    Source: FS-60, FS-61, FS-62, FS-63, FS-177
    """
    state, book = ctx.state, ctx.book
    yield from stop(faction_problems(state, book, "choose_retreat", faction, turn))
    banner_of(state, book, banner, faction)
    due = next((one for one in leaving(state) if one[1].id == banner), None)
    if due is None:
        raise book.problem("E90", banner=state.name_of(banner)).refused()
    yield from stop(retreat_problems(state, book, faction))
    kind, roll = yield from _fate(ctx, *due)
    to = ""
    if kind == "retreats":
        places = retreats(state, faction, due[0].territory)
        why_not = partial(no_retreat, state, faction, due[0].territory)
        to = yield from _where(ctx, f"retreat:{due[0].id}:{banner}", due[1], places, "FS-61", why_not)
    return _left(ctx, due, kind, roll, to)


def _fate(ctx: FirestormCtx, battle: Battle, banner: Banner) -> Procedure[tuple[Kind, int]]:
    """Retreat or scatter, and the die that says so. Source: FS-60, FS-62, FS-63"""
    if banner_side(battle, banner.id) in battle.tabled:
        return "scatters", 0
    if grade_of(battle, banner.id) != "major_defeat":
        return "retreats", 0
    least = ctx.book.figures.retreat_face
    stays, flees = say("It retreats"), say("It scatters")
    roll: int = yield Roll(
        f"fate:{battle.id}:{banner.id}",
        say("What happens to {banner}?", banner=ctx.state.name_of(banner.id)),
        rule="FS-62",
        who=side(banner.faction),
        about=banner.id,
        faces=tuple(Face(face, stays if face >= least else flees) for face in range(1, 7)),
    )
    return ("retreats" if roll >= least else "scatters"), roll


def _where(
    ctx: FirestormCtx, key: str, banner: Banner, places: list[str], rule: str, why_not: WhyNot
) -> Procedure[str]:
    """One of these territories; nobody is asked where there is no choice. Source: FS-61, FS-64"""
    if len(places) < 2:
        return places[0] if places else ""
    to: str = yield ChooseTerritory(
        key,
        say("Where does {banner} go?", banner=ctx.state.name_of(banner.id)),
        rule=rule,
        who=side(banner.faction),
        about=banner.id,
        options=tuple(Option(one, ctx.state.name_of(one)) for one in places),
        left_out=why_not,
    )
    return to


def _left(ctx: FirestormCtx, due: Due, meant: Kind, roll: int, to: str) -> Effects:
    """Where it went, or that it scattered: with nowhere to go, by its die, or because it is annihilated."""
    battle, banner = due
    was, done = battle.territory, bool(to)
    kind: Kind = "retreats" if done else "scatters"
    lost = "FS-177" if meant == "retreats" else "FS-62" if roll else "FS-63"
    name = fate_id(battle, banner.id)
    fate = Fate(id=name, battle=battle.id, banner=banner.id, kind=kind, roll=roll, to=to, settled=done)
    gone = BannerSet(banner=banner.id, at="reserve", before=was, how="reserve", fell=was, rule=lost)
    went = BannerSet(banner=banner.id, territory=to, before=was, how="retreats", rule="FS-60")
    return (FateKnown(fate=fate, rule="FS-60" if done else lost), went if done else gone)


@GAME.procedure(
    "choose_rally",
    rules=("FS-64", "FS-65", "FS-66", "FS-67"),
    slot="turn:{turn}:rally:{banner}",
    by="side:{faction}",
    repeat=True,
)
def choose_rally(ctx: FirestormCtx, *, turn: int, faction: str, banner: str) -> Procedure[Effects]:
    """Rally a scattered banner at the nearest free rally point; if there is none, it waits in reserve.

    Source: FS-64, FS-65, FS-66, FS-67
    """
    state, book = ctx.state, ctx.book
    yield from stop(faction_problems(state, book, "choose_rally", faction, turn))
    mine = banner_of(state, book, banner, faction)
    if mine not in scattered_banners(state):
        raise book.problem("E91", banner=state.name_of(banner)).refused()
    yield from stop(rally_problems(state, book, faction))
    places = rally_points(state, book, faction, mine.fell)
    why_not = partial(no_rally, state, book, faction)
    to = yield from _where(ctx, f"rally:{turn}:{banner}", mine, places, "FS-64", why_not)
    fate = next(one for one in state.fates.values() if one.banner == banner and not one.settled)
    known = Fate(
        id=fate.id, battle=fate.battle, banner=banner, kind="scatters", roll=fate.roll, to=to, settled=True
    )
    work = FirestormWork(ctx)
    work.do(FateKnown(fate=known, rule="FS-64" if to else "FS-65"))
    if to:
        work.do(BannerSet(banner=banner, territory=to, before=mine.fell, how="rallies", rule="FS-64"))
    return work.done()


def retreat_problems(state: Firestorm, book: FirestormInForce, faction: str) -> Iterator[TurnProblem]:
    """Whose banners leave before those of a faction. Source: FS-60, FS-61"""
    yield from _before(state, book, faction, [one for _, one in leaving(state)])


def rally_problems(state: Firestorm, book: FirestormInForce, faction: str) -> Iterator[TurnProblem]:
    """Whose banners leave or rally before those of a faction rally. Source: FS-64"""
    yield from _before(state, book, "", [one for _, one in leaving(state)])
    yield from _before(state, book, faction, scattered_banners(state))


def _before(
    state: Firestorm, book: FirestormInForce, faction: str, due: list[Banner]
) -> Iterator[TurnProblem]:
    """Factions earlier in the order settle theirs first; with no faction given, everybody. Source: FS-61"""
    for one in due:
        if one.faction == faction:
            return
        yield book.problem("E92", faction=state.name_of(one.faction), banner=state.name_of(one.id))
