"""Walking a decision tree: ask fact after fact, arrive at an order, and know what to do if it is impossible.

The trees are data of the book; one small generator walks them. It yields the name of the fact it needs and is
sent yes or no, so the table, a test or a mapping can answer. Source: SOLO-04, SOLO-05, SOLO-31 to SOLO-36.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from rules.engine.language import say
from rules.engine.refusals import Refused
from rules.solo.book import OrderLeaf, Tree

type Walk[T] = Generator[str, bool, T]
type Action = Literal["IDLE", "HOLD", "CHARGE", "ADVANCE", "RUSH"]


@dataclass(frozen=True, slots=True)
class Decision:
    """What a unit does. `asked`: the facts read with their answers, in order; `left`: orders of the same leaf
    not tried yet."""

    leaf: str
    action: Action
    toward: str = ""
    shoot: bool = False
    asked: tuple[tuple[str, bool], ...] = ()
    left: tuple[OrderLeaf, ...] = ()


IDLE = Decision("IDLE", "IDLE")
HOLD = Decision("HOLD", "HOLD", shoot=True)


def decide_activation(
    tree: Tree, *, stunned: bool = False, hold_weapon: bool = False, marker_first: bool = False
) -> Walk[Decision]:
    """Stunned units idle; a hold weapon with a target holds, unless markers come first; otherwise the tree.

    Source: SOLO-04.
    """
    if stunned:
        return IDLE
    asked: list[tuple[str, bool]] = []
    if hold_weapon and marker_first:
        asked.append(("obj", (yield "obj")))
        hold_weapon = not asked[0][1]
    if hold_weapon:
        asked.append(("hold_weapon_now", (yield "hold_weapon_now")))
        if asked[-1][1]:
            return replace(HOLD, asked=tuple(asked))
    return (yield from _steps(tree, asked))


def _steps(tree: Tree, asked: list[tuple[str, bool]]) -> Walk[Decision]:
    end: str | tuple[str, ...] = "1"
    while isinstance(end, str) and end in tree.steps:
        step = tree.steps[end]
        answer = yield step.ask
        if (step.ask, answer) not in asked:
            asked.append((step.ask, answer))
        end = step.yes if answer else step.no
    leaves = (end,) if isinstance(end, str) else end
    return (yield from _first_possible(tuple(tree.orders[leaf] for leaf in leaves), asked))


def _first_possible(orders: tuple[OrderLeaf, ...], asked: list[tuple[str, bool]]) -> Walk[Decision]:
    """The first order whose condition holds; the last one has none. Source: SOLO-35."""
    for at, order in enumerate(orders):
        if order.needs:
            answer = yield order.needs
            asked.append((order.needs, answer))
            if not answer:
                continue
        return Decision(order.leaf, order.do, order.toward, order.shoot, tuple(asked), orders[at + 1 :])
    raise AssertionError("the last order of a leaf has no condition")


def instead(decision: Decision) -> Walk[Decision | None]:
    """What to do when the order is impossible on the table: the next order of the same leaf, then a rush the
    same way, then holding; None after that. Source: SOLO-05."""
    if decision.left:
        return (yield from _first_possible(decision.left, list(decision.asked)))
    if decision.action in ("CHARGE", "ADVANCE"):
        way = "objective" if decision.toward == "enemy_in_way" else decision.toward
        return replace(decision, action="RUSH", toward=way, shoot=False)
    if decision.action == "RUSH":
        return replace(decision, action="HOLD", toward="", shoot=True)
    return None


def run_walk[T](walk: Walk[T], facts: Mapping[str, bool]) -> T:
    """Run a walk with facts that are known; `Refused` names the first one missing.

    Source: SOLO-31 to SOLO-33
    """
    try:
        fact = next(walk)
        while True:
            if fact not in facts:
                raise Refused("SOLO-31", say("The tree asks for {fact} here.", fact=fact), fact)
            fact = walk.send(facts[fact])
    except StopIteration as end:
        result: T = end.value
        return result
