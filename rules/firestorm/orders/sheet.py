"""A faction's sheet of orders: three lines for each banner, sealed as one. Source: FS-26, FS-163"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Annotated

from pydantic import Field

from rules.engine.hidden import Pairs, SealedSheet, mapping_from_pairs
from rules.engine.language import say
from rules.engine.questions import Choose, Number, Option, Path, Question, person, side
from rules.engine.refusals import Refused
from rules.firestorm.book import FirestormInForce
from rules.firestorm.faction_figures import on_map, sole_sealer
from rules.firestorm.orders.plans import OrderPlan, may_fortify, most_steps, plan_problems
from rules.firestorm.state import Banner, Firestorm, OrderKind
from rules.turns.problems import first_of

KINDS: tuple[OrderKind, ...] = ("move", "forced_march", "fortify", "hold")


def no_fault(pairs: Pairs) -> Refused | None:
    """Nothing is wrong with a sheet. Source: FS-29"""
    return None


@dataclass(frozen=True, slots=True)
class Orders(SealedSheet):
    """The sheet; `fault` says what cannot be carried out, naming the line. Only its own faction meets it."""

    fault: Annotated[Callable[[Pairs], Refused | None], Field(exclude=True)] = field(
        default=no_fault, kw_only=True, compare=False, repr=False
    )

    def check(self, value: object) -> Pairs:
        pairs = SealedSheet.check(self, value)
        if wrong := self.fault(pairs):
            raise wrong
        return pairs


def sheet_key(turn: int, faction: str) -> str:
    """The key of a faction's orders of a turn. Source: FS-26"""
    return f"orders:{turn}:{faction}"


def orders_question(state: Firestorm, book: FirestormInForce, faction: str) -> Orders:
    """What a faction is asked when it writes its orders. Source: FS-26, FS-30"""
    banners = on_map(state, faction)

    def fault(pairs: Pairs) -> Refused | None:
        return _fault(state, book, banners, pairs)

    return Orders(
        sheet_key(state.now.turn, faction),
        say("What are {faction}’s orders?", faction=state.name_of(faction)),
        rule="FS-26",
        who=sealer(state, book, faction),
        about=faction,
        sealed=True,
        lines=tuple(line for n, one in enumerate(banners, 1) for line in _lines(state, book, one, n)),
        fault=fault,
    )


def sealer(state: Firestorm, book: FirestormInForce, faction: str) -> str:
    """Who seals a faction's orders: any of its players, or one of them alone. Source: FS-26"""
    alone = sole_sealer(state, book, faction)
    return person(alone) if alone else side(faction)


def _lines(state: Firestorm, book: FirestormInForce, banner: Banner, number: int) -> tuple[Question, ...]:
    name, who = state.name_of(banner.id), side(banner.faction)
    most = most_steps(state, book, banner.faction, "forced_march")
    place = state.territories[banner.territory]
    shut = "" if may_fortify(book, place) else book.problem("E26").sentence
    rows = book.book.orders
    return (
        Choose(
            f"kind:{banner.id}",
            say("What does {banner} do?", banner=name),
            rule="FS-30",
            who=who,
            about=banner.id,
            options=tuple(
                Option(kind, rows[kind].name, rows[kind].text, shut if kind == "fortify" else "")
                for kind in KINDS
            ),
        ),
        Path(
            f"path:{banner.id}",
            say("Which way does {banner} go?", banner=name),
            rule="FS-31",
            who=who,
            about=banner.id,
            start=banner.territory,
            edges=tuple((one.a, one.b) for one in state.links.values()),
            most=most,
        ),
        Number(
            f"seq:{banner.id}",
            say("When does {banner} act?", banner=name),
            rule="FS-27",
            who=who,
            about=banner.id,
            least=1,
            most=max(number, len(on_map(state, banner.faction))),
        ),
    )


def _fault(
    state: Firestorm, book: FirestormInForce, banners: Iterable[Banner], pairs: Pairs
) -> Refused | None:
    plans = sealed_order_plans(pairs)
    for one in banners:
        problem = first_of(plan_problems(state, book, one, plans[one.id]))
        if problem:
            return problem.about(f"path:{one.id}").refused()
    return None


def sealed_order_plans(value: object) -> dict[str, OrderPlan]:
    """The orders on a sheet by banner, as they were sealed. Source: FS-26, FS-29"""
    said: Mapping[str, object] = mapping_from_pairs(value) or {}
    found: dict[str, OrderPlan] = {}
    for key, kind in said.items():
        what, _, banner = key.partition(":")
        if what == "kind" and isinstance(kind, str):
            path, seq = said.get(f"path:{banner}"), said.get(f"seq:{banner}")
            found[banner] = OrderPlan(
                banner=banner,
                kind=_kind(kind),
                path=tuple(map(str, path)) if isinstance(path, tuple | list) else (),
                seq=seq if isinstance(seq, int) else 0,
            )
    return found


def _kind(word: str) -> OrderKind:
    return next((one for one in KINDS if one == word), "hold")
