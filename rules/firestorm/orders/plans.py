"""What a faction orders a banner to do, and whether that can be done. Source: FS-29 … FS-37"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rules.firestorm.book import FirestormInForce
from rules.firestorm.faction_figures import TOWER, near
from rules.firestorm.state import Banner, Firestorm, OrderKind, Territory
from rules.turns.problems import TurnProblem

MOVING: tuple[OrderKind, ...] = ("move", "forced_march")


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderPlan:
    """An order as written: `path` are the territories to enter, `seq` when among the faction's banners."""

    banner: str
    kind: OrderKind = "hold"
    path: tuple[str, ...] = ()
    seq: int = 0


def most_steps(state: Firestorm, book: FirestormInForce, faction: str, kind: OrderKind) -> int:
    """How many territories an order may enter. Source: FS-31, FS-34, FS-36"""
    if kind == "move":
        return book.figures.move_steps
    if kind != "forced_march":
        return 0
    fast = state.factions[faction].alliance == "destruction"
    return book.figures.march_steps_destruction if fast else book.figures.march_steps


def may_fortify(book: FirestormInForce, place: Territory) -> bool:
    """Whether a banner may fortify there: not at a stronghold, nor at a tower. Source: FS-37"""
    tower = TOWER in place.items and not book.settings.fortify_tower
    return "stronghold" not in place.items and not tower


def plan_problems(
    state: Firestorm, book: FirestormInForce, banner: Banner, plan: OrderPlan
) -> Iterator[TurnProblem]:
    """Why a banner cannot carry an order out from where it stands. Source: FS-29, FS-31, FS-34, FS-37"""
    if banner.at != "map":
        yield book.problem("E21")
        return
    if plan.kind not in MOVING and plan.path:
        yield book.problem("E27", order=book.book.orders[plan.kind].name)
    if plan.kind == "fortify" and not may_fortify(book, state.territories[banner.territory]):
        yield book.problem("E26")
    most = most_steps(state, book, banner.faction, plan.kind)
    if plan.kind in MOVING and not (1 <= len(plan.path) <= most and _walks(state, banner, plan)):
        yield book.problem("E24") if plan.kind == "move" else book.problem("E25", most=most)


def _walks(state: Firestorm, banner: Banner, plan: OrderPlan) -> bool:
    ways: Mapping[str, tuple[str, ...]] = near(state)
    steps = zip((banner.territory, *plan.path), plan.path, strict=False)
    return all(there in ways.get(here, ()) for here, there in steps)


def is_legal(state: Firestorm, book: FirestormInForce, banner: Banner, plan: OrderPlan) -> bool:
    """Whether an order can be carried out. Source: FS-29"""
    return next(plan_problems(state, book, banner, plan), None) is None


def in_sequence(state: Firestorm, plan: OrderPlan) -> tuple[int, str, str]:
    """When among its faction's banners one acts: as its faction said, then by name. Source: FS-27"""
    return plan.seq, state.banners[plan.banner].name or plan.banner, plan.banner
