"""The app's deployment: groups, sections, unit after unit; reserves arrive the same way in round 2.

Source: SOLO-13 to SOLO-20, SOLO-60, SOLO-69.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.engine.effects import Effect
from rules.engine.language import say
from rules.engine.procedure import Procedure, require
from rules.engine.questions import Choose, Face, Option, Roll
from rules.solo import effects as fx
from rules.solo.book import Rules
from rules.solo.deciding.deployment import GROUPS, all_in_one, is_scout, starts_in_reserve
from rules.solo.deciding.measures import opens_dangerous, opens_difficult
from rules.solo.deciding.order import SECTIONS, section_of
from rules.solo.deciding.scores import has
from rules.solo.game import GAME, SoloCtx
from rules.solo.picks import ask_pick
from rules.solo.printed import Printed
from rules.solo.setting_up.setup import Effects, in_phase
from rules.solo.state import SoloState, Unit

MOST_ROLLS = 6  # after so many sets of equal dice the last group's die shows only what differs


@GAME.procedure("deployed", rules=("SOLO-13",), slot="humans", by="table")
def humans_deployed(ctx: SoloCtx, *, reserve: list[str] | None = None) -> Procedure[Effects]:
    """Confirm that the players have deployed everything; `reserve` names units they keep back.

    Source: SOLO-13
    """
    yield from in_phase(ctx, "deployment", rule="SOLO-13")
    mine = ctx.state.units_of("human")
    kept = set(reserve or ())
    require(kept <= {unit.id for unit in mine}, "SOLO-13", say("That is not one of your units."))
    placed: list[Effect] = [
        fx.Reserved(unit=unit.id, rule="SOLO-13")
        if unit.id in kept
        else fx.Deployed(unit=unit.id, rule="SOLO-13")
        for unit in mine
    ]
    return (*placed, fx.PhaseBegan(phase="ai_deployment", rule="SOLO-13"))


@GAME.procedure(
    "deploy",
    rules=("SOLO-14", "SOLO-15", "SOLO-16", "SOLO-17", "SOLO-18", "SOLO-19", "SOLO-20", "SOLO-69"),
    slot="deploy",
    by="table",
)
def deploy(ctx: SoloCtx) -> Procedure[Effects]:
    """Deploy the app’s units.

    Source: SOLO-14, SOLO-15, SOLO-16, SOLO-17, SOLO-18, SOLO-19, SOLO-20, SOLO-69
    """
    yield from in_phase(ctx, "ai_deployment", rule="SOLO-13")
    units = ctx.state.units_of("ai")
    reserved: list[Effect] = [fx.Reserved(unit=u.id, rule="SOLO-60") for u in units if starts_in_reserve(u)]
    sections = yield from grouped([unit for unit in units if not starts_in_reserve(unit)])
    placed: list[Effect] = []
    for unit in (yield from _one_by_one(ctx, [u for u in units if u.id in sections], sections)):
        placed.append(fx.Deployed(unit=unit.id, section=sections[unit.id], rule="SOLO-19"))
    return (*reserved, *placed, fx.PhaseBegan(phase="between", rule="SOLO-18"))


def grouped(units: Sequence[Unit]) -> Procedure[dict[str, int]]:
    """Deal units to three groups and roll a section for each; the section by unit id.

    Source: SOLO-14, SOLO-16, SOLO-17.
    """
    left, groups = list(units), [list[Unit]() for _ in range(GROUPS)]
    for number in range(len(units)):
        text = say("Who goes into group {group}?", group=number % GROUPS + 1)
        at = yield from ask_pick(f"group:{number + 1}", _names(left), text, rule="SOLO-14")
        groups[number % GROUPS].append(left.pop(at))
    rolled = yield from _group_sections([group for group in groups if group])
    return {unit.id: section for group, section in rolled for unit in group}


def section_faces() -> tuple[Face, ...]:
    """The faces of the die that takes a section. Source: SOLO-16, SOLO-39."""
    sections = {section: say("section {section}", section=section) for section in SECTIONS}
    return tuple(Face(value, sections[section_of(value)]) for value in range(1, 7))


def _group_sections(groups: list[list[Unit]]) -> Procedure[list[tuple[list[Unit], int]]]:
    roll = 0
    while True:
        roll += 1
        sections: list[int] = []
        for number, group in enumerate(groups, start=1):
            legal = _differing(sections) if roll > MOST_ROLLS and number == len(groups) else ()
            units = ", ".join(_names(group))
            die: int = yield Roll(
                f"section:{roll}:{number}",
                say("Where does group {group} ({units}) deploy?", group=number, units=units),
                rule="SOLO-16" if roll == 1 else "SOLO-17",
                how=""
                if roll == 1
                else say("All groups rolled the same section, so roll again for all of them."),
                faces=section_faces(),
                legal=legal,
            )
            sections.append(section_of(die))
        if not all_in_one(sections):
            return list(zip(groups, sections, strict=True))


def _differing(sections: Sequence[int]) -> tuple[int, ...]:
    if len(set(sections)) != 1:
        return ()
    return (4, 5, 6) if sections[0] == 1 else (1, 2, 3)


def _names(units: Sequence[Unit]) -> list[str]:
    return [unit.name or unit.id for unit in units]


def _one_by_one(ctx: SoloCtx, units: Sequence[Unit], sections: dict[str, int]) -> Procedure[list[Unit]]:
    """Units in random order, Scouts last, each one placed by the people at the table. Source: SOLO-18."""
    order = list[Unit]()
    for some in ([u for u in units if not is_scout(u)], [u for u in units if is_scout(u)]):
        left = list(some)
        while left:
            text = say("Who deploys next?")
            at = yield from ask_pick(f"order:{len(order) + 1}", _names(left), text, rule="SOLO-18")
            unit = left.pop(at)
            yield Choose(
                f"place:{unit.id}",
                place_text(unit, sections[unit.id], nearest_goal(ctx.state)),
                (Option("placed", say("Placed")),),
                rule="SOLO-19",
                how=keep_off(unit, ctx.book),
                about=unit.id,
            )
            order.append(unit)
    return order


def nearest_goal(state: SoloState) -> str:
    """Where units deploy, as the end of a sentence. Source: SOLO-19."""
    if state.markers:
        return say("as near as possible to the nearest marker")
    return say("as near as possible to the nearest enemy")


def place_text(unit: Unit, section: int, near: str) -> str:
    """Where a unit is placed, as a sentence. Source: SOLO-19"""
    if is_scout(unit):
        return say(
            "Place {unit} after all other units, including yours, in section {section}, {near}.",
            unit=unit.name,
            section=section,
            near=near,
        )
    return say("Place {unit} in section {section}, {near}.", unit=unit.name, section=section, near=near)


def keep_off(unit: Unit, rules: Rules) -> str:
    """Ground the unit may not deploy on, in words. Source: SOLO-20."""
    written = unit.all_rules
    dangerous = opens_dangerous(written) or (
        has(written, Printed.STRIDER) and rules.is_on("strider_deploys_on_dangerous")
    )
    match opens_difficult(written, rules.choice("terms")), dangerous:
        case True, True:
            return say("Any kind of terrain will do.")
        case True, False:
            return say("Not in dangerous terrain.")
        case False, True:
            return say("Not in difficult terrain.")
        case _:
            return say("Not in difficult or dangerous terrain.")


def arrivals(ctx: SoloCtx, units: Sequence[Unit]) -> Procedure[list[Effect]]:
    """Reserves come on: groups, sections, order, then a place for each; without one they wait a round.

    Source: SOLO-60.
    """
    sections = yield from grouped(units)
    left, found = list(units), list[Effect]()
    while left:
        at = yield from ask_pick(
            f"order:{len(units) - len(left) + 1}", _names(left), say("Who arrives next?"), rule="SOLO-60"
        )
        unit = left.pop(at)
        section = yield from _arrives(ctx, unit, sections[unit.id])
        if section:
            found.append(fx.Deployed(unit=unit.id, section=section, rule="SOLO-60"))
    return found


def _arrives(ctx: SoloCtx, unit: Unit, section: int) -> Procedure[int]:
    """The section the unit arrived in, or 0."""
    rules = ctx.book
    options = (Option("placed", say("Placed")), Option("no_spot", say("No legal spot")))
    for here in (section, 3 - section):
        answer: str = yield Choose(
            f"arrive:{unit.id}:{here}",
            _arrival(ctx, unit, here),
            options,
            rule="SOLO-60",
            how=keep_off(unit, rules),
            about=unit.id,
        )
        if answer == "placed":
            return here
    return 0


def _arrival(ctx: SoloCtx, unit: Unit, section: int) -> str:
    figures = {
        "unit": unit.name,
        "section": section,
        "away": ctx.book.number("ambush_distance"),
        "near": nearest_goal(ctx.state),
    }
    if ctx.book.choice("ambush_area") == "section":
        return say("{unit} arrives in section {section}, over {away}″ from enemies, {near}.", **figures)
    return say(
        "{unit} arrives in section {section} of the deployment zone, over {away}″ from enemies, {near}.",
        **figures,
    )
