"""Founding a warband and starting over (OPR-14 to OPR-19, OPR-66); what a player types for new units."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from pydantic import ConfigDict

from rules.engine.games import ActTrait
from rules.engine.language import say, say_many
from rules.engine.procedure import Procedure, admit, require
from rules.opr.booking import (
    MOST_POINTS,
    Effects,
    Ledger,
    find_warband,
    points_text,
    same_name,
    still_running,
)
from rules.opr.books import InForce
from rules.opr.effects import UnitJoined, UnitLeft, WarbandDisbanded, WarbandFounded
from rules.opr.game import GAME, OprCtx
from rules.opr.league_effects import AveragingBegan
from rules.opr.mission_effects import StepTaken
from rules.opr.state import Item, OprState, Profile, SpecialRule, Unit, Warband, Weapon

LONGEST_NAME = 120


@dataclass(frozen=True, slots=True)
class NewItem:
    """An upgrade as it is bought; `price` in points, below 0 when it makes the unit cheaper."""

    __pydantic_config__ = ConfigDict(extra="forbid")
    label: str
    price: int = 0
    weapons: tuple[Weapon, ...] = ()
    rules: tuple[SpecialRule, ...] = ()


@dataclass(frozen=True, slots=True)
class NewUnit:
    """A unit as it is bought; `key` is its name in this list, `joined_to` the key of the unit it joins."""

    __pydantic_config__ = ConfigDict(extra="forbid")
    name: str
    points: int
    hero: bool = False
    caster: bool = False
    items: tuple[NewItem, ...] = ()
    profile: Profile = field(default_factory=Profile)
    key: str = ""
    joined_to: str = ""

    @property
    def cost(self) -> int:
        """List price and upgrades together, in points."""
        return self.points + sum(item.price for item in self.items)


@dataclass(frozen=True, slots=True)
class FoundingProblem:
    """One reason why something does not pass; `field` says where on the form it belongs."""

    rule: str
    sentence: str
    field: str = ""


def founding_problems(
    state: OprState, rules: InForce, name: str, units: Sequence[NewUnit], warband: str = ""
) -> list[FoundingProblem]:
    """Why this list cannot be founded, in the rulebook's order; empty when it can.

    Source: OPR-15 to OPR-19
    """
    figures = rules.figures
    spent, heroes = sum(unit.cost for unit in units), sum(unit.hero for unit in units)
    problems = [*_budget(spent, figures.start_points, figures.start_save_max)]
    if heroes > figures.start_hero_max:
        sentence = say_many(
            heroes,
            "That is {number} hero; a new {force} can have only one.",
            "That is {number} heroes; a new {force} can have only one.",
            force=rules.words.force,
        )
        problems.append(FoundingProblem("OPR-17", sentence, "units"))
    problems += warband_name_problems(state, name, warband)
    problems += unit_name_problems(state, rules, warband, [unit.name for unit in units])
    return problems + price_problems(units)


def _budget(spent: int, budget: int, save: int) -> Iterable[FoundingProblem]:
    left = budget - spent
    if left < 0:
        sentence = say(
            "That is {points} over the {budget} you start with. Remove something.",
            points=points_text(-left),
            budget=budget,
        )
        yield FoundingProblem("OPR-15", sentence, "units")
    if left > save:
        sentence = say(
            "{points} would be left; you can save at most {save}. Spend {more} more.",
            points=points_text(left),
            save=save,
            more=left - save,
        )
        yield FoundingProblem("OPR-16", sentence, "units")


def warband_name_problems(state: OprState, name: str, warband: str = "") -> list[FoundingProblem]:
    """Source: OPR-18"""
    if problem := _name_problem(name, "name"):
        return [problem]
    taken = any(other.id != warband and same_name(other.name, name) for other in state.active)
    sentence = say("The name “{warband}” is already taken in this league.", warband=name.strip())
    return [FoundingProblem("OPR-18", sentence, "name")] if taken else []


def unit_name_problems(
    state: OprState, rules: InForce, warband: str, names: Sequence[str], unit: str = ""
) -> list[FoundingProblem]:
    """Source: OPR-18, A-39"""
    everywhere = rules.setting("unit_names") == "campaign"
    sheets = [one.id for one in state.active] if everywhere else [warband] if warband else []
    held = [other.name for sheet in sheets for other in state.sheet(sheet) if other.id != unit]
    problems = []
    for place, name in enumerate(names):
        where = f"units.{place}.name"
        if problem := _name_problem(name, where):
            problems.append(problem)
        elif any(same_name(name, other) for other in [*held, *names[:place]]):
            sentence = say("There is already a unit called {unit}.", unit=name.strip())
            problems.append(FoundingProblem("OPR-18", sentence, where))
    return problems


def _name_problem(name: str, where: str) -> FoundingProblem | None:
    if not name.strip():
        return FoundingProblem("OPR-18", say("Enter a name."), where)
    if len(name) > LONGEST_NAME:
        return FoundingProblem(
            "OPR-18", say("A name can have at most {most} characters.", most=LONGEST_NAME), where
        )
    return None


def price_problems(units: Sequence[NewUnit]) -> list[FoundingProblem]:
    """Prices no list has: a slip of the finger. Source: OPR-15, OPR-19"""
    problems = []
    for place, unit in enumerate(units):
        if not 0 <= unit.points <= MOST_POINTS:
            sentence = say("A unit can cost 0 to {most} points.", most=MOST_POINTS)
            problems.append(FoundingProblem("OPR-15", sentence, f"units.{place}.points"))
        if any(abs(item.price) > MOST_POINTS for item in unit.items):
            sentence = say("An upgrade can cost up to {most} points.", most=MOST_POINTS)
            problems.append(FoundingProblem("OPR-15", sentence, f"units.{place}.items"))
        elif unit.cost < 0:
            sentence = say("The upgrades take off more than the unit costs; its price cannot go below zero.")
            problems.append(FoundingProblem("OPR-19", sentence, f"units.{place}.items"))
    return problems


def problems_for(
    state: OprState, rules: InForce, name: str, units: Sequence[NewUnit], owner: str
) -> list[FoundingProblem]:
    """The same for who wants to lead it; first that they lead another. Source: OPR-02, OPR-15 to OPR-19"""
    first = _owner_problem(state, rules, owner) if owner else None
    found = founding_problems(state, rules, name, units)
    return [first, *found] if first else found


def _owner_problem(state: OprState, rules: InForce, owner: str) -> FoundingProblem | None:
    if any(warband.owner == owner for warband in state.active):
        sentence = say(
            "You already have an active {force} in this league. You can have only one at a time.",
            force=rules.words.force,
        )
        return FoundingProblem("OPR-02", sentence)
    return None


@GAME.procedure(
    "found_warband",
    rules=("OPR-12", "OPR-14", "OPR-15", "OPR-16", "OPR-17", "OPR-18", "OPR-19", "A-59"),
    slot="found:{owner}",
    by="person:{owner}",
    repeat=True,
    traits=(ActTrait.TAKES_SEAT,),
)
def found_warband(ctx: OprCtx, *, owner: str, name: str, units: list[NewUnit]) -> Procedure[Effects]:
    """Create a warband.

    Source: OPR-12, OPR-14 to OPR-19, A-53, A-59
    """
    state, rules = ctx.state, ctx.book
    over = state.league.status == "ended"
    yield from admit(not over, "OPR-05", say("The league is over."))
    owned = _owner_problem(state, rules, owner) if owner else None
    yield from admit(owned is None, "OPR-02", owned.sentence if owned else "")
    before = led_before(state, owner)
    late = missions_have_begun(state) and not before
    sentence = say(
        "New players cannot join this league once its first mission is open, unless an organiser allows it."
    )
    yield from admit(bool(before) or takes_in(state, rules), "OPR-12", sentence, setting="late_joiners")
    for problem in founding_problems(state, rules, name, units):
        yield from admit(False, problem.rule, problem.sentence, problem.field)
    return _founded(ctx, owner, name.strip(), units, late, _kept_missions(rules, before))


def led_before(state: OprState, owner: str) -> list[Warband]:
    """The warbands somebody leads or has led in this league; nobody's for one without an owner.

    Source: OPR-02, OPR-66, A-59
    """
    return [one for one in state.warbands.values() if owner and one.owner == owner]


def missions_have_begun(state: OprState) -> bool:
    """Whether who is new now is late: a mission has been opened. Source: OPR-12, A-53"""
    return state.so_far.missions_opened > 0


def takes_in(state: OprState, rules: InForce) -> bool:
    """Whether somebody new may found a warband now. Source: OPR-12, A-53"""
    return state.league.status != "ended" and (not missions_have_begun(state) or rules.on("late_joiners"))


def shuts_out(state: OprState, rules: InForce) -> bool:
    """Whether the first mission, once it is open, lets nobody new in. Source: OPR-12, A-53"""
    return takes_in(state, rules) and not missions_have_begun(state) and not rules.on("late_joiners")


def _kept_missions(rules: InForce, before: Sequence[Warband]) -> int:
    """Missions that still count after starting over. Source: A-48"""
    return max((one.missions for one in before), default=0) if rules.on("restart_keeps_matches") else 0


def _founded(
    ctx: OprCtx, owner: str, name: str, units: Sequence[NewUnit], late: bool, missions: int
) -> Effects:
    ledger = Ledger(ctx.state, ctx.book)
    warband = ctx.new("warband")
    before = led_before(ctx.state, owner)
    ledger.book(
        WarbandFounded(
            id=warband,
            owner=owner,
            name=name,
            order=ctx.state.so_far.warbands_founded + 1,
            pool=0,
            missions=missions,
            late=late,
            founded_after=ctx.state.so_far.missions_finished,
            team=before[-1].team if before else "",
            rule="OPR-15",
        )
    )
    ledger.points(warband, ctx.book.figures.start_points, "founding", "OPR-15")
    for effect in unit_effects(ctx, warband, units):
        ledger.book(effect)
    ledger.points(warband, -sum(unit.cost for unit in units), "units", "OPR-15")
    if late and not ctx.state.league.averaging:
        ledger.book(AveragingBegan(rule="OPR-12"))
    return ledger.effects


def unit_effects(
    ctx: OprCtx, warband: str, units: Sequence[NewUnit], recruited: str = "", veteran: bool = False
) -> list[UnitJoined]:
    """New entries at the foot of the sheet, in the order of the list; ids `<entry>.unit-1`, …

    Source: OPR-15, OPR-63
    """
    ids = {unit.key: ctx.new(f"unit-{n}") for n, unit in enumerate(units, start=1) if unit.key}
    held = ctx.state.warbands.get(warband)
    first = 1 + max((ctx.state.units[one].order for one in (held.units if held else ())), default=0)
    return [
        UnitJoined(
            id=(unit_id := ctx.new(f"unit-{n + 1}")),
            warband=warband,
            name=unit.name.strip(),
            hero=unit.hero,
            caster=unit.caster,
            list_points=unit.points,
            items=new_items(unit_id, unit.items),
            order=first + n,
            joined_to=ids.get(unit.joined_to, unit.joined_to if unit.joined_to in ctx.state.units else ""),
            profile=unit.profile,
            veteran=veteran,
            recruited=recruited,
            rule="OPR-63" if recruited else "OPR-15",
        )
        for n, unit in enumerate(units)
    ]


def new_items(unit: str, items: Iterable[NewItem]) -> tuple[Item, ...]:
    """Upgrades with their original prices; ids `<unit>.item-1`, … Source: OPR-15, OPR-56"""
    return tuple(
        Item(f"{unit}.item-{n}", item.label.strip(), item.price, weapons=item.weapons, rules=item.rules)
        for n, item in enumerate(items, start=1)
    )


@GAME.procedure(
    "disband_warband",
    rules=("OPR-14", "OPR-66"),
    slot="warband:{warband}:disband",
    by="side:{warband}",
    traits=(ActTrait.GIVES_UP,),
)
def disband_warband(ctx: OprCtx, *, warband: str) -> Procedure[Effects]:
    """Disband the whole warband: units, VP, points and XP are gone; you can create a new one.

    Source: OPR-14, OPR-66, A-43
    """
    yield from still_running(ctx.state)
    living = find_warband(ctx.state, warband)
    mission = living.mission
    step = ctx.state.missions[mission].side(warband).step if mission else "recruiting"
    yield from admit(
        step == "recruiting",
        "OPR-66",
        say("First finish all of this mission’s steps that come before recruiting."),
    )
    yield from admit(
        not living.later,
        "OPR-66",
        say("Finish the next mission’s steps that come before recruiting as well."),
    )
    ledger = Ledger(ctx.state, ctx.book, mission)
    for unit in ctx.state.sheet(warband):
        ledger.book(_gone(unit, mission))
    if mission:
        ledger.book(StepTaken(mission=mission, warband=warband, step="done", rule="OPR-66"))
    ledger.book(WarbandDisbanded(warband=warband, points=living.pool, vp=living.vp, rule="OPR-66"))
    return ledger.effects


def _gone(unit: Unit, mission: str) -> UnitLeft:
    return UnitLeft(unit=unit.id, status="disbanded", because="warband", mission=mission, rule="OPR-66")


def require_fine(problems: Sequence[FoundingProblem]) -> None:
    """Raise the first problem, if there is one. Source: OPR-15 to OPR-19"""
    for problem in problems:
        require(False, problem.rule, problem.sentence, problem.field)
