"""The app activates a unit: who, what, where to, at whom; the table answers what needs eyes.

One dialogue from the section's die to the closed activation. Attack dice, saves and states are entries of
their own. Source: SOLO-04, SOLO-05, SOLO-31 to SOLO-45, SOLO-59, SOLO-62, SOLO-67, SOLO-68.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial

from rules.engine.effects import Effect, apply_all
from rules.engine.language import mark, said, say
from rules.engine.lazy_tables import having
from rules.engine.procedure import Procedure, admit, require
from rules.engine.questions import Choose, Option, Roll
from rules.engine.refusals import Refused
from rules.solo import effects as fx
from rules.solo.activating.aiming import Aimed, charging, shooting, shots, target
from rules.solo.activating.cards import OrderQuestion, activation_card
from rules.solo.activating.casting import cast
from rules.solo.activating.eyes import Eyes, hold_weapons
from rules.solo.book import Rules
from rules.solo.deciding import order, trees
from rules.solo.deciding.measures import moves
from rules.solo.deciding.scores import usable_weapons
from rules.solo.deciding.trees import Decision
from rules.solo.game import GAME, SoloCtx
from rules.solo.picks import ask_pick
from rules.solo.playing.turns import left_to_act, pass_turn
from rules.solo.setting_up.placing import section_faces
from rules.solo.setting_up.setup import Effects, in_phase, this_turn
from rules.solo.state import Activation, ArmyRule, SoloState, Spell, Unit

DONE, CROSSED, LINE, CANNOT = "done", "crossed", "line", "cannot"


@dataclass(frozen=True, slots=True)
class Drawn:
    """Whom the dice took: the section rolled, the section used."""

    unit: Unit
    rolled: int
    used: int


@dataclass
class Deed:
    """What an activation has come to so far."""

    decision: Decision = trees.IDLE
    stands: str = DONE
    charged: str = ""
    shots: list[Aimed] = field(default_factory=list)
    spells: list[Spell] = field(default_factory=list)
    tokens: int = 0
    refused: list[str] = field(default_factory=list)


@GAME.procedure(
    "activate",
    rules=("SOLO-31", "SOLO-32", "SOLO-33", "SOLO-39", "SOLO-40", "SOLO-41", "SOLO-42", "SOLO-43", "SOLO-44"),
    slot="turn:{turn}",
    by="table",
)
def activate(ctx: SoloCtx, *, turn: int) -> Procedure[Effects]:
    """Let the app act with its next unit.

    Source: SOLO-31, SOLO-32, SOLO-33, SOLO-39, SOLO-40, SOLO-41, SOLO-42, SOLO-43, SOLO-44
    """
    state, rules = ctx.state, ctx.book
    yield from in_phase(ctx, "round", rule="SOLO-39")
    yield from this_turn(ctx, turn)
    yield from admit(state.game.active == "ai", "SOLO-39", say("It is your turn."))
    require(bool(left_to_act(state, "ai")), "SOLO-39", say("All of the app’s units have acted."))
    drawn = yield from _draw(state, rules)
    eyes = Eyes(state, rules, drawn.unit)
    deed = yield from (_idle(eyes) if drawn.unit.stunned else _act(eyes))
    return (yield from _closed(ctx, drawn, eyes, deed))


def activation_pool(state: SoloState) -> list[Unit]:
    """Whom the dice choose from: all of the app's units, or those of the warband whose turn it is.

    Source: SOLO-41
    """
    warband = state.game.warband
    return [unit for unit in state.units_of("ai") if not warband or unit.side == warband]


def _draw(state: SoloState, rules: Rules) -> Procedure[Drawn]:
    """Section and unit by die. Source: SOLO-39 to SOLO-41."""
    units = activation_pool(state)
    possible = order.sections_with_units(units)
    rolled = possible[0]
    if rules.is_on("always_roll_section") or len(possible) > 1:
        text = say("Which section acts?")
        shown: int = yield Roll("section", text, rule="SOLO-39", faces=section_faces())
        rolled = order.section_of(shown)
    used = order.used_section(units, rolled) or rolled
    choice = order.eligible(units, used)
    key = f"unit:{used}:{state.game.corrections}"
    names = [unit.name or unit.id for unit in choice]
    text = say("Who acts in section {section}?", section=used)
    at = yield from ask_pick(key, names, text, rule="SOLO-41")
    return Drawn(choice[at], rolled, used)


def _idle(eyes: Eyes) -> Procedure[Deed]:
    """A stunned unit does nothing and stands up. Source: SOLO-43."""
    yield from _ordered(eyes, trees.IDLE, "", [], 1)
    return Deed(tokens=eyes.unit.tokens)


def _act(eyes: Eyes) -> Procedure[Deed]:
    """Army rules, the tree, the order with what to do instead, spells, shots. Source: SOLO-04, SOLO-05."""
    deed = Deed()
    deed.refused = yield from _army_rules(eyes)
    tree = eyes.rules.book.trees[eyes.unit.type or "melee"]
    decision: Decision | None = yield from eyes.answer(
        trees.decide_activation(
            tree, hold_weapon=bool(hold_weapons(eyes.state, eyes.unit)), marker_first=eyes.marker_first
        )
    )
    attempt = 0
    while decision is not None:
        attempt += 1
        deed.decision = decision
        deed.charged, deed.stands = yield from _tried(eyes, decision, attempt)
        if deed.stands != CANNOT:
            break
        deed.refused.append(decision.leaf)
        decision = yield from eyes.answer(trees.instead(decision))
    deed.spells, deed.tokens = yield from cast(eyes)
    if deed.decision.shoot and usable_weapons(eyes.state, eyes.unit):
        deed.shots = yield from shots(eyes, attempt, certain=_sees_target(eyes, deed.decision))
    return deed


def _sees_target(eyes: Eyes, decision: Decision) -> bool:
    """Has the table said already that there is a target from where the order ends?"""
    fact = f"shoot:{eyes.goal}" if decision.action == "ADVANCE" else "hold_weapon_now"
    return eyes.seen.get(fact, False)


def _tried(eyes: Eyes, decision: Decision, attempt: int) -> Procedure[tuple[str, str]]:
    """(enemy charged, how it ended) for one order."""
    names = shooting(eyes) if decision.shoot else []
    enemy = ""
    if decision.action == "CHARGE":
        names, _ = charging(eyes)
        reach = moves(eyes.unit, eyes.rules, vanguard=bool(eyes.vanguard)).charge
        key = f"charge:{eyes.unit.id}:{attempt}"
        in_way = _only_in_way(eyes, decision)
        enemy = (yield from target(eyes, "charge", names, key, reach, certain=True, in_way=in_way)) or ""
    stands = yield from _ordered(eyes, decision, enemy, names, attempt)
    return (enemy, stands)


def _only_in_way(eyes: Eyes, decision: Decision) -> bool:
    """Source: SOLO-36."""
    return decision.toward == "enemy_in_way" and eyes.rules.choice("charge_at_step_two") == "in_way"


def _ordered(eyes: Eyes, decision: Decision, enemy: str, names: list[str], attempt: int) -> Procedure[str]:
    """Show the order; how it ended: done (and where the unit stands now) or impossible."""
    state, unit = eyes.state, eyes.unit
    name = state.units[enemy].name if enemy else ""
    shown = activation_card(
        state,
        eyes.rules,
        unit,
        decision,
        marker=eyes.marker,
        target=name,
        overrides=names,
        vanguard=bool(eyes.vanguard),
    )
    answer: str = yield OrderQuestion(
        f"order:{unit.id}:{attempt}",
        f"{shown.sentence}.",
        _endings(decision, unit),
        rule=_rule(decision, eyes),
        how=" ".join(note.text for note in shown.notes),
        about=unit.id,
        card=shown,
        left_out=partial(_no_ending, unit),
    )
    return answer


PAST = {
    "CHARGE": mark("It charged"),
    "ADVANCE": mark("It advanced"),
    "RUSH": mark("It rushed"),
    "HOLD": mark("It held"),
    "IDLE": mark("Done"),
}
ACROSS = {
    "CHARGE": mark("It charged into section {section}"),
    "ADVANCE": mark("It advanced into section {section}"),
    "RUSH": mark("It rushed into section {section}"),
}
ONTO_LINE = {
    "CHARGE": mark("It charged onto the line between sections"),
    "ADVANCE": mark("It advanced onto the line between sections"),
    "RUSH": mark("It rushed onto the line between sections"),
}
TREE_RULES = {"hybrid": "SOLO-31", "shooting": "SOLO-32", "melee": "SOLO-33", "": "SOLO-33"}


def _endings(decision: Decision, unit: Unit) -> tuple[Option, ...]:
    action = decision.action
    done = Option(DONE, said(PAST[action]))
    if action in ("HOLD", "IDLE"):
        return (done,)
    return (
        done,
        Option(CROSSED, said(ACROSS[action], section=3 - unit.section)),
        Option(LINE, said(ONTO_LINE[action])),
        Option(CANNOT, say("It cannot do that")),
    )


def _no_ending(unit: Unit, ending: str) -> Refused | None:
    if ending not in (CROSSED, LINE, CANNOT):
        return None
    return Refused("", say("With this order {unit} stays where it is.", unit=unit.name))


def _rule(decision: Decision, eyes: Eyes) -> str:
    """The rule an order rests on; holding for want of anything else is SOLO-05."""
    if decision.action == "HOLD":
        return eyes.hold_rule or "SOLO-05"
    return "SOLO-43" if decision.action == "IDLE" else TREE_RULES[eyes.unit.type]


def _army_rules(eyes: Eyes) -> Procedure[list[str]]:
    """Army rules come first; they may be passed over for a reason, which is noted. Source: SOLO-59."""
    passed = []
    for number, rule in enumerate(eyes.unit.army_rules, start=1):
        options = (
            Option("used", say("Used")),
            Option("nobody", say("No valid target")),
            Option("senseless", say("That makes no sense now")),
        )
        answer: str = yield Choose(
            f"army:{eyes.unit.id}:{number}",
            _army_rule(eyes.unit, rule),
            options,
            rule="SOLO-59",
            about=eyes.unit.id,
        )
        if answer != "used":
            passed.append(f"army:{number}:{answer}")
    return passed


USES = {
    "harm": mark("{unit} uses {rule} on the nearest valid enemy."),
    "help": mark("{unit} uses {rule} on the nearest valid friendly unit, itself included if allowed."),
}
USES_WITHIN = {
    "harm": mark("{unit} uses {rule} on the nearest valid enemy within {reach}″."),
    "help": mark(
        "{unit} uses {rule} on the nearest valid friendly unit within {reach}″, itself included if allowed."
    ),
}


def _army_rule(unit: Unit, rule: ArmyRule) -> str:
    if not rule.reach:
        return said(USES[rule.aim], unit=unit.name, rule=rule.label)
    return said(USES_WITHIN[rule.aim], unit=unit.name, rule=rule.label, reach=rule.reach)


def _closed(ctx: SoloCtx, drawn: Drawn, eyes: Eyes, deed: Deed) -> Procedure[Effects]:
    unit, game = drawn.unit, ctx.state.game
    stands = yield from _stands(eyes, deed)
    found: list[Effect] = [fx.Acted(unit=unit.id, stands_up=unit.stunned, rule="SOLO-43"), stands]
    if deed.tokens != unit.tokens:
        found.append(fx.TokensSet(unit=unit.id, tokens=deed.tokens, rule="SOLO-63"))
    hit = next((aimed.enemy for aimed in deed.shots if aimed.enemy), deed.charged)
    done = Activation(
        id=ctx.new("activation"),
        round=game.round,
        number=1 + len(having(ctx.state.activations, "round", game.round)),
        unit=unit.id,
        rolled=drawn.rolled,
        used=drawn.used,
        leaf=deed.decision.leaf,
        action=deed.decision.action,
        toward=deed.decision.toward,
        marker=eyes.marker.id if eyes.marker else "",
        asked=deed.decision.asked,
        target=hit,
        targets=_targets(unit, deed),
        spells=tuple(spell.id for spell in deed.spells),
        refused=tuple(deed.refused),
    )
    found.append(fx.ActivationClosed(activation=done, rule=_rule(deed.decision, eyes)))
    return (*found, pass_turn(apply_all(ctx.state, found), ctx.book))


def _targets(unit: Unit, deed: Deed) -> tuple[tuple[int, str], ...]:
    """(place of the weapon on the sheet, enemy) for everything that strikes now."""
    struck = [(weapon, shot.enemy) for shot in deed.shots if shot.any for weapon in shot.weapons]
    if deed.decision.action == "CHARGE" and deed.stands != CANNOT:
        struck = [(weapon, deed.charged) for weapon in unit.weapons if not weapon.is_ranged]
    left, found = list(enumerate(unit.weapons)), []
    for weapon, enemy in struck:  # of two alike the second is the other one
        at = next(place for place, one in left if one == weapon)
        left.remove((at, weapon))
        found.append((at, enemy))
    return tuple(found)


def _stands(eyes: Eyes, deed: Deed) -> Procedure[fx.UnitPlaced]:
    """Where the unit stands now: on the line a die settles it once a round. Source: SOLO-45."""
    unit, game = eyes.unit, eyes.state.game
    section, tie = unit.section, unit.tie_round
    if deed.stands == CROSSED:
        section = 3 - section
    elif deed.stands == LINE and tie != game.round:
        text = say("{unit} is on the line between sections. Which section does it belong to?", unit=unit.name)
        sections = [say("section {section}", section=section) for section in order.SECTIONS]
        at = yield from ask_pick(f"line:{unit.id}", sections, text, rule="SOLO-45", about=unit.id)
        section, tie = at + 1, game.round
    near = _near(eyes, deed)
    return fx.UnitPlaced(unit=unit.id, section=section, near=near, tie_round=tie, rule="SOLO-45")


def _near(eyes: Eyes, deed: Deed) -> str | None:
    """The marker the unit stands near, as far as the answers say; None when nobody knows."""
    decision = deed.decision
    if decision.action in ("HOLD", "IDLE") or deed.stands == CANNOT:
        return eyes.unit.near
    arrived = decision.action == "RUSH" and eyes.seen.get("rush_only", False)
    return eyes.marker.id if arrived and eyes.marker and decision.toward == "objective" else None
