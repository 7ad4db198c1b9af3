"""The functions of a turn by name: what a unit does, who acts next, whom it hits, where it may go.

Shapes of input and output are those of `figures`, which has the functions of preparing a game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.language import say
from rules.refusals import Refused
from rules.solo import measures, order, scores, spells, targets, trees
from rules.solo.book import Rules
from rules.solo.figures import Json, with_dice, without_dice
from rules.solo.picks import Tape
from rules.solo.printed import Printed
from rules.solo.state import Unit


@without_dice("decide", "tree")
def _tree(
    book: Rules, unit: Mapping[str, Json], facts: Mapping[str, bool] | None = None, last_round: bool = False
) -> Json:
    kind = unit.get("type", "melee")
    if kind not in book.book.trees:
        raise Refused("SOLO-25", say("A unit is hybrid, shooting or melee."))
    walk = trees.decide(
        book.book.trees[kind],
        stunned=unit.get("stunned", False),
        hold_weapon=unit.get("hold_weapon") in (Printed.INDIRECT, Printed.RELENTLESS),
        marker_first=last_round and book.choice("hold_in_last_round") == "marker",
    )
    return told(trees.answered(walk, facts or {}))


def told(decision: trees.Decision) -> Json:
    """A decision as the examples write it."""
    short = {"leaf": decision.leaf, "action": decision.action}
    if decision.toward:
        short["toward"] = decision.toward
    if decision.action != "IDLE":
        short |= {"shoot": decision.shoot}  # type: ignore[dict-item]
    return {**short, "asked": [fact for fact, _ in decision.asked]}


def _waiting_unit(data: Mapping[str, Json]) -> Unit:
    rules = (*data.get("rules", ()), *([Printed.COUNTER] if data.get("counter") else []))
    return Unit(
        id=data["id"],
        rules=rules,
        section=data.get("section", 0),
        activated=data.get("activated", False),
        stunned=data.get("stunned", False),
        out=data.get("out") or "",
    )


@with_dice("next_unit", "next")
def _next(book: Rules, tape: Tape, units: Sequence[Mapping[str, Json]]) -> Json:
    found = order.next_unit(
        [_waiting_unit(u) for u in units], tape, always_roll=book.is_on("always_roll_section")
    )
    if found is None:
        return {"rolled": None, "used": None, "unit": None}
    return {"rolled": found[0], "used": found[1], "unit": found[2].id}


@without_dice("eligible")
def _eligible(book: Rules, units: Sequence[Mapping[str, Json]], section: int) -> list[str]:
    return [unit.id for unit in order.eligible([_waiting_unit(u) for u in units], section)]


def _in_way(book: Rules, objective: Sequence[float], enemies: Sequence[Json], **start: Json) -> list[str]:
    """`from`: where the unit stands; straight way. Source: SOLO-46."""
    where = {enemy["id"]: (enemy["at"][0], enemy["at"][1]) for enemy in enemies}
    x, y = start["from"]
    return measures.in_way((x, y), (objective[0], objective[1]), where)


without_dice("in_way")(_in_way)


@without_dice("controlled", "control")
def _control(book: Rules, seized: str | None = "none", ai_not_stunned: int = 0, enemies: int = 0) -> bool:
    return measures.controlled(seized or "none", ai_not_stunned, enemies)


@without_dice("rush_only")
def _rush_only(book: Rules, distance: float, advance: int, rush: int) -> bool:
    return measures.rush_only(distance, advance, rush, measures.objective_reach(book))


@without_dice("movement_note", "movement")
def _movement(
    book: Rules,
    type: str,
    action: str,
    toward: str = "",
    in_cover: bool = False,
    target_from_here: bool = False,
    closest_in_reach: bool = False,
) -> str:
    return measures.movement_note(
        type, action, toward, in_cover=in_cover, target=target_from_here, in_reach=closest_in_reach
    )


@without_dice("order_targets", "targets")
def _targets(
    book: Rules, kind: targets.Aim, candidates: Sequence[Mapping[str, Json]], rules: Sequence[str] = ()
) -> list[str]:
    """Ids of the best tier; several mean a die. Source: SOLO-51 to SOLO-53."""
    tiers = targets.order_targets(
        kind,
        rules,
        [targets.Candidate(**candidate) for candidate in candidates],
        open_first=book.is_on("open_first"),
        in_melee=book.is_on("melee_overrides"),
    )
    return [one.id for one in tiers[0]] if tiers else []


@without_dice("may_enter", "terrain")
def _terrain(
    book: Rules, terrain: Sequence[str], rules: Sequence[str] = (), ctx: Mapping[str, bool] | None = None
) -> bool:
    return measures.may_enter(terrain, rules, measures.Ground(**(ctx or {})), book)


@with_dice("choose_spell", "spell")
def _spell(book: Rules, tape: Tape, level: int, spells: Sequence[Mapping[str, Json]], tokens: int) -> Json:
    return choose(tape.die(), level, [spell_offer(s) for s in spells], tokens)


choose = spells.choose_spell


def spell_offer(data: Mapping[str, Json]) -> spells.Offer:
    return spells.Offer(data["number"], data.get("cost", 1), data.get("target", False))


@with_dice("jump")
def _jump(
    book: Rules, tape: Tape, inches: float = 0, gap: float = 0, drop: float = 0, rules: Sequence[str] = ()
) -> str:
    """Gap and drop together: the larger figure. Flying units need no die. Source: SOLO-73 to SOLO-75."""
    if scores.has(rules, Printed.FLYING):
        return "always"
    return measures.jump(max(inches, gap, drop), tape)


@without_dice("ambush")
def _ambush(book: Rules, unit: str = "", rules: Sequence[str] = (), round: int = 1) -> Json:
    """Whether a unit is on the table in a round and may be drawn. Source: SOLO-45, SOLO-60."""
    here = not scores.has([unit, *rules], Printed.AMBUSH) or round >= 2
    return {"on_table": here, "eligible": here}
