"""Groups, sections and order of the AI's deployment, as pure functions of dice.

Source: SOLO-07, SOLO-14 to SOLO-18, SOLO-60, SOLO-69.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.engine.language import say, say_many
from rules.engine.refusals import Refused
from rules.solo.book import Rules
from rules.solo.deciding.order import section_of
from rules.solo.deciding.scores import has
from rules.solo.picks import Tape, pick
from rules.solo.printed import Printed
from rules.solo.state import Unit

GROUPS = 3
FEWEST, MOST = 3, 6


def starts_in_reserve(unit: Unit) -> bool:
    """Ambush, also together with Scout. Source: SOLO-60, SOLO-69."""
    return has(unit.all_rules, Printed.AMBUSH)


def is_scout(unit: Unit) -> bool:
    """Whether a unit deploys after all others. Source: SOLO-69"""
    return has(unit.all_rules, Printed.SCOUT) and not starts_in_reserve(unit)


def dealt_groups[T](things: Sequence[T], tape: Tape) -> list[list[T]]:
    """Things drawn one by one and dealt to three groups in turn. Source: SOLO-14."""
    left, groups = list(things), [list[T]() for _ in range(GROUPS)]
    while left:
        taken = left.pop(pick(len(left), tape) - 1)
        groups[(len(things) - len(left) - 1) % GROUPS].append(taken)
    return groups


def group_sections(sizes: Sequence[int], tape: Tape) -> tuple[list[int | None], int]:
    """A section for each group that has units, and how often all were rolled. Source: SOLO-16, SOLO-17."""
    for rolls in range(1, 1000):
        sections = [section_of(tape.die()) if size else None for size in sizes]
        if not all_in_one(sections):
            return sections, rolls
    raise Refused("SOLO-17", say("The groups would always end up in the same section."))


def all_in_one(sections: Sequence[int | None]) -> bool:
    """Two or more groups, all in the same section: roll again. Source: SOLO-17."""
    rolled = [section for section in sections if section is not None]
    return len(rolled) > 1 and len(set(rolled)) == 1


def drawn_order[T](things: Sequence[T], tape: Tape) -> list[T]:
    """Things in random order. Source: SOLO-18."""
    left, order = list(things), list[T]()
    while left:
        order.append(left.pop(pick(len(left), tape) - 1))
    return order


def draw_lists(
    pool: Sequence[str], seats: Sequence[str], tape: Tape, *, repeats: bool = False
) -> dict[str, str]:
    """Who uses which list: the AI draws first, then the humans in seat order. Source: SOLO-07."""
    left, drawn = list(pool), dict[str, str]()
    for seat in seats:
        if not left:
            few = say_many(
                len(pool),
                "{number} list is too few for {sides} sides.",
                "{number} lists are too few for {sides} sides.",
                sides=len(seats),
            )
            raise Refused("SOLO-07", few)
        at = pick(len(left), tape) - 1
        drawn[seat] = left[at] if repeats else left.pop(at)
    return drawn


def pool_warnings(points: Sequence[int], rules: Rules) -> list[str]:
    """What is unusual about a pool of lists; it may be used all the same. In a league the match cap says what
    is balanced. Source: SOLO-06, SOLO-08."""
    warnings = []
    balance = rules.number("match_cap") or rules.number("balance_points")
    if not FEWEST <= len(points) <= MOST:
        warnings.append(say("You need 3 to 6 lists to draw from; you have {number}.", number=len(points)))
    apart = max(points, default=0) - min(points, default=0)
    if apart > balance:
        warnings.append(
            say_many(
                apart,
                "The lists are {number} point apart; up to {balance} count as balanced.",
                "The lists are {number} points apart; up to {balance} count as balanced.",
                balance=balance,
            )
        )
    return warnings
