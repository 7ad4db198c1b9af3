"""How the units of the app fight, proposed from their weapons."""

from __future__ import annotations

from dataclasses import dataclass

from rules.solo.book import Rules
from rules.solo.deciding import scores
from rules.solo.deciding.scores import plain_type
from rules.solo.state import SoloState, Unit


@dataclass(frozen=True, slots=True, kw_only=True)
class TypeRow:
    """How a unit of the app fights, from its weapons: both scores, its type and the one proposed."""

    unit: str
    ranged: float
    melee: float
    close: bool
    proposed: str
    type: str
    overridden: str
    unknown: tuple[str, ...]
    always_melee: bool


def type_rows(state: SoloState, book: Rules) -> list[TypeRow]:
    """One row per unit of the app: both scores, the proposed type ("" is for a die), what was not understood.

    Source: SOLO-25 to SOLO-30.
    """
    return [_type_row(unit, book.book.known_rules) for unit in state.units_of("ai")]


def _type_row(unit: Unit, known: tuple[str, ...]) -> TypeRow:
    worth = scores.unit_scores(unit, known)
    return TypeRow(
        unit=unit.id,
        ranged=float(worth.ranged),
        melee=float(worth.melee),
        close=worth.close and bool(scores.ranged_weapons(unit)),
        proposed=plain_type(unit),
        type=unit.type,
        overridden=unit.overridden,
        unknown=tuple(worth.unknown),
        always_melee=not scores.ranged_weapons(unit),
    )
