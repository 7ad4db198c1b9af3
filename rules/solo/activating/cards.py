"""What a page is told beside a question: breadcrumbs, a picture, the order with everything that bears on it.

Both kinds of question are plain yes/no and choices for whoever does not know them. Source: SOLO-48 to
SOLO-58, SOLO-72, SOLO-73.
"""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass, field

from rules.engine.language import mark, said
from rules.engine.plain import JsonObject
from rules.engine.questions import Choose, YesNo
from rules.solo.activating.diagrams import Diagram
from rules.solo.book import Rules
from rules.solo.deciding.measures import Moves, movement_note, moves, opens_dangerous, opens_difficult
from rules.solo.deciding.scores import usable_weapons
from rules.solo.deciding.trees import Action, Decision
from rules.solo.state import Marker, SoloState, Unit

VERBS: dict[Action, str] = {
    "CHARGE": mark("Charge"),
    "ADVANCE": mark("Advance"),
    "RUSH": mark("Rush"),
    "HOLD": mark("Hold"),
    "IDLE": mark("Idle"),
}


@dataclass(frozen=True, slots=True)
class Crumb:
    """A fact on the way through the tree; `answer` None is the one asked now."""

    fact: str
    label: str
    answer: bool | None = None


@dataclass(frozen=True, slots=True)
class RuledSentence:
    """A sentence and the rule it rests on."""

    text: str
    rule: str


@dataclass(frozen=True, slots=True)
class OrderCard:
    """An order: the verb in big letters, the sentence, priorities, ground, notes. Distances in inches."""

    unit: str
    leaf: str
    verb: str
    sentence: str
    crumbs: tuple[Crumb, ...] = ()
    moves: Moves = field(default_factory=lambda: Moves(0, 0, 0))
    tiers: tuple[RuledSentence, ...] = ()
    may: tuple[RuledSentence, ...] = ()
    never: tuple[RuledSentence, ...] = ()
    notes: tuple[RuledSentence, ...] = ()


@dataclass(frozen=True, slots=True)
class FactQuestion(YesNo):
    """A fact that needs eyes."""

    _: KW_ONLY
    crumbs: tuple[Crumb, ...] = ()
    diagram: Diagram | None = None


@dataclass(frozen=True, slots=True)
class OrderQuestion(Choose):
    """The order itself: was it done?"""

    _: KW_ONLY
    card: OrderCard | None = None


def crumbs(rules: Rules, asked: tuple[tuple[str, bool], ...], now: str = "") -> tuple[Crumb, ...]:
    """The way through the tree so far: each fact with its answer, and the one that is asked.

    Source: SOLO-31 to SOLO-33
    """
    label = {fact: text.crumb for fact, text in rules.book.facts.items()}
    trail = [Crumb(fact, label[fact], answer) for fact, answer in asked]
    return (*trail, Crumb(now, label[now])) if now else tuple(trail)


def movement_figures(unit: Unit, rules: Rules, vanguard: bool, marker: Marker | None) -> JsonObject:
    """What the texts are filled with. Source: SOLO-34"""
    reach = moves(unit, rules, vanguard=vanguard)
    return {
        "unit": unit.name,
        "advance": reach.advance,
        "rush": reach.rush,
        "charge": reach.charge,
        "marker": marker.name if marker else "",
    }


def order_sentence(decision: Decision, rules: Rules, target: str, *, shoots: bool, **values: object) -> str:
    """The order as one sentence; a unit without anything to shoot with just holds.

    Source: SOLO-31 to SOLO-33
    """
    way = decision.toward or ("shoot" if shoots else "plain")
    if decision.action == "CHARGE" and target:
        way = "target"
    return rules.text(rules.book.orders[f"{decision.action}-{way}"], target=target, **values)


def ruled_sentences(rules: Rules, table: str, *keys: str, **values: object) -> tuple[RuledSentence, ...]:
    """Lines of the book's `notes`, `tiers` or `ground`, filled in. Source: SOLO-48 to SOLO-58"""
    lines = getattr(rules.book, table)
    return tuple(RuledSentence(rules.text(lines[key].text, **values), lines[key].rule) for key in keys)


def may_and_never(
    unit: Unit, decision: Decision, rules: Rules
) -> tuple[tuple[RuledSentence, ...], tuple[RuledSentence, ...]]:
    """Ground this unit may cross with this order, and ground it never enters. Source: SOLO-57, SOLO-58."""
    written = unit.all_rules
    if opens_dangerous(written):
        return ruled_sentences(rules, "ground", "ignores_both"), ()
    to_marker = decision.toward in ("objective", "enemy_in_way")
    may, never = [], []
    if opens_difficult(written, rules.choice("terms")):
        may.append("ignores_difficult")
    else:
        may += ["difficult_objective"] if decision.toward == "objective" else []
        may += ["difficult_charge"] if decision.action == "CHARGE" else []
        may += ["difficult_refuge"] if rules.is_on("refuge") and not to_marker else []
        never.append("difficult_never")
    if decision.toward == "objective":
        may.append("dangerous_objective")
    never.append("dangerous_otherwise" if decision.toward == "objective" else "dangerous_never")
    return ruled_sentences(rules, "ground", *may), ruled_sentences(rules, "ground", *never)


def note_keys(unit: Unit, decision: Decision, seize: str) -> list[str]:
    """Which movement notes an order carries; what depends on the spot is told in one line each.

    `seize`: the note on what a unit leans toward at a marker.

    Source: SOLO-48 to SOLO-50
    """
    if decision.action in ("IDLE", "HOLD"):
        return []
    notes: list[str] = []
    if decision.action == "ADVANCE":
        if decision.toward == "objective":
            notes.append(
                movement_note(unit.type, "ADVANCE", "objective", in_cover=False, target=False, in_reach=False)
            )
        else:
            notes += ["stay_in_cover", "back_off", "approach"]
    notes += ["equally_near"] if decision.toward == "enemy" and decision.action != "CHARGE" else []
    notes += ["cover"] if decision.action != "CHARGE" else []
    notes += ["stays", seize] if decision.toward == "objective" else []
    return [*notes, "push", *([] if opens_dangerous(unit.all_rules) else ["jump"])]


def tier_keys(kind: str, overrides: list[str], rules: Rules) -> list[str]:
    """The priorities of a weapon in words, strongest first. Source: SOLO-51 to SOLO-53."""
    special = [name.lower() for name in overrides]
    if kind == "charge":
        return [*special, "stunned", "activated", "nearest"]
    general = ["open", "activated"] if rules.is_on("open_first") else ["activated", "open"]
    return [*special, *general, "nearest"]


def activation_card(
    state: SoloState,
    rules: Rules,
    unit: Unit,
    decision: Decision,
    *,
    marker: Marker | None = None,
    target: str = "",
    overrides: list[str] | None = None,
    vanguard: bool = False,
) -> OrderCard:
    """Everything an order card shows; `target` is the name of the enemy to be charged, if it is known.

    Source: SOLO-31 to SOLO-33, SOLO-48 to SOLO-58
    """
    values = movement_figures(unit, rules, vanguard, marker)
    shoots = decision.shoot and bool(usable_weapons(state, unit))
    kind = "charge" if decision.action == "CHARGE" else "shoot" if shoots else ""
    tiers = tier_keys(kind, overrides or [], rules) if kind else []
    may, never = may_and_never(unit, decision, rules) if decision.action not in ("IDLE", "HOLD") else ((), ())
    seize, beyond = next_goal(state, marker)
    notes = ruled_sentences(rules, "notes", *note_keys(unit, decision, seize), next=beyond, **values)
    if state.game.hit and kind:
        notes += ruled_sentences(rules, "notes", "challenge_defense" if state.game.defense else "challenge")
    return OrderCard(
        unit=unit.id,
        leaf=decision.leaf,
        verb=said(VERBS[decision.action]),
        sentence=order_sentence(decision, rules, target, shoots=shoots, **values),
        crumbs=crumbs(rules, decision.asked),
        moves=moves(unit, rules, vanguard=vanguard),
        tiers=ruled_sentences(rules, "tiers", *tiers),
        may=may,
        never=never,
        notes=notes,
    )


def next_goal(state: SoloState, marker: Marker | None) -> tuple[str, str]:
    """The note on what a unit leans toward once at a marker, and the next one's name if there is just one.

    Source: SOLO-48
    """
    others = [
        one
        for one in state.markers.values()
        if one.reachable and one != marker and state.camp_of(one.seized) != "ai"
    ]
    if not others:
        return "seize_near_enemy", ""
    return ("seize_near_marker", others[0].name) if len(others) == 1 else ("seize_near_other", "")
