"""The functions of a turn by name: what a unit does, who acts next, whom it hits, where it may go.

Shapes of input and output are those of `figures`, which has the functions of preparing a game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rules.engine.language import say
from rules.engine.plain import JsonObject
from rules.engine.refusals import Refused
from rules.solo.book import Rules
from rules.solo.deciding import measures, order, scores, spells, targets, trees
from rules.solo.deciding.spells import SpellOffer
from rules.solo.figures.by_name import Json, with_dice, without_dice
from rules.solo.picks import Tape
from rules.solo.printed import Printed
from rules.solo.state import Out, Unit


@dataclass(frozen=True, slots=True)
class ActivatedUnit:
    """A unit that walks its tree; `hold_weapon` is the rule for which it holds and shoots, if any."""

    type: str = "melee"
    stunned: bool = False
    hold_weapon: str | None = None


@without_dice("tree", former="decide")
def _tree(
    book: Rules, unit: ActivatedUnit, facts: Mapping[str, bool] | None = None, last_round: bool = False
) -> Json:
    """The order a unit gets from its tree with these facts, and which it asked for.

    Source: SOLO-04, SOLO-31 to SOLO-38.
    """
    if unit.type not in book.book.trees:
        raise Refused("SOLO-25", say("A unit is hybrid, shooting or melee."))
    walk = trees.decide_activation(
        book.book.trees[unit.type],
        stunned=unit.stunned,
        hold_weapon=unit.hold_weapon in (Printed.INDIRECT, Printed.RELENTLESS),
        marker_first=last_round and book.choice("hold_in_last_round") == "marker",
    )
    return decision_json(trees.run_walk(walk, facts or {}))


def decision_json(decision: trees.Decision) -> Json:
    """A decision as the examples write it. Source: SOLO-31 to SOLO-33"""
    short: JsonObject = {"leaf": decision.leaf, "action": decision.action}
    if decision.toward:
        short["toward"] = decision.toward
    if decision.action != "IDLE":
        short["shoot"] = decision.shoot
    return {**short, "asked": [fact for fact, _ in decision.asked]}


@dataclass(frozen=True, slots=True)
class WaitingUnit:
    """A unit that waits for its turn; `counter` is short for the rule."""

    id: str
    rules: tuple[str, ...] = ()
    counter: bool = False
    section: int = 0
    activated: bool = False
    stunned: bool = False
    out: Out | None = ""

    def unit(self) -> Unit:
        rules = (*self.rules, *([Printed.COUNTER] if self.counter else []))
        out, section = self.out or "", self.section
        return Unit(
            self.id, rules=rules, section=section, activated=self.activated, stunned=self.stunned, out=out
        )


@with_dice("next", former="next_unit")
def _next(book: Rules, tape: Tape, units: Sequence[WaitingUnit]) -> Json:
    """Who acts next: the section rolled, the one used, the unit. Source: SOLO-39 to SOLO-45."""
    found = order.next_unit([u.unit() for u in units], tape, always_roll=book.is_on("always_roll_section"))
    if found is None:
        return {"rolled": None, "used": None, "unit": None}
    return {"rolled": found[0], "used": found[1], "unit": found[2].id}


@without_dice("eligible")
def _eligible(book: Rules, units: Sequence[WaitingUnit], section: int) -> list[str]:
    """Whom the die may take in a section. Source: SOLO-42, SOLO-44, SOLO-45."""
    return [unit.id for unit in order.eligible([u.unit() for u in units], section)]


@dataclass(frozen=True, slots=True)
class Spot:
    """An enemy and where it stands, in inches."""

    id: str
    at: tuple[float, float]


@without_dice("in_way")
def _in_way(
    book: Rules, objective: tuple[float, float], enemies: Sequence[Spot], from_: tuple[float, float]
) -> list[str]:
    """`from`: where the unit stands; straight way. Source: SOLO-46."""
    return measures.in_way(from_, objective, {enemy.id: enemy.at for enemy in enemies})


@without_dice("control", former="controlled")
def _control(book: Rules, seized: str | None = "none", ai_not_stunned: int = 0, enemies: int = 0) -> bool:
    """Whether a marker is under the control of the app. Source: SOLO-47."""
    return measures.controlled(seized or "none", ai_not_stunned, enemies)


@without_dice("rush_only")
def _rush_only(book: Rules, distance: float, advance: int, rush: int) -> bool:
    """Whether a marker is reached by rushing and not by advancing. Source: SOLO-34."""
    return measures.rush_only(distance, advance, rush, measures.objective_reach(book))


@without_dice("movement", former="movement_note")
def _movement(
    book: Rules,
    type: str,
    action: str,
    toward: str = "",
    in_cover: bool = False,
    target_from_here: bool = False,
    closest_in_reach: bool = False,
) -> str:
    """The note on how a unit moves with an order. Source: SOLO-48 to SOLO-50, SOLO-55, SOLO-56."""
    return measures.movement_note(
        type, action, toward, in_cover=in_cover, target=target_from_here, in_reach=closest_in_reach
    )


@without_dice("targets", former="order_targets")
def _targets(
    book: Rules, kind: targets.Aim, candidates: Sequence[targets.Candidate], rules: Sequence[str] = ()
) -> list[str]:
    """Ids of the best tier; several mean a die. Source: SOLO-51 to SOLO-53."""
    tiers = targets.order_targets(
        kind,
        rules,
        candidates,
        open_first=book.is_on("open_first"),
        in_melee=book.is_on("melee_overrides"),
    )
    return [one.id for one in tiers[0]] if tiers else []


@without_dice("terrain", former="may_enter")
def _terrain(
    book: Rules, terrain: Sequence[str], rules: Sequence[str] = (), ctx: measures.TerrainChecks | None = None
) -> bool:
    """Whether a unit may enter this ground. Source: SOLO-20, SOLO-57, SOLO-58, SOLO-66, SOLO-71."""
    return measures.may_enter(terrain, rules, ctx or measures.TerrainChecks(), book)


@with_dice("spell", former="choose_spell")
def _spell(book: Rules, tape: Tape, level: int, spells: Sequence[SpellOffer], tokens: int) -> Json:
    """The number of the spell a caster tries, null after a full circle. Source: SOLO-62, SOLO-63."""
    return choose(tape.die(), level, list(spells), tokens)


choose = spells.choose_spell


@with_dice("jump")
def _jump(
    book: Rules, tape: Tape, inches: float = 0, gap: float = 0, drop: float = 0, rules: Sequence[str] = ()
) -> str:
    """Gap and drop together: the larger figure. Flying units need no die. Source: SOLO-73 to SOLO-75."""
    if scores.has(rules, Printed.FLYING):
        return "always"
    return measures.jump_outcome(max(inches, gap, drop), tape)


@without_dice("ambush")
def _ambush(book: Rules, unit: str = "", rules: Sequence[str] = (), round: int = 1) -> Json:
    """Whether a unit is on the table in a round and may be drawn. Source: SOLO-45, SOLO-60."""
    here = not scores.has([unit, *rules], Printed.AMBUSH) or round >= 2
    return {"on_table": here, "eligible": here}
