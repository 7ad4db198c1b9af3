"""What an organiser gives, takes, moves or renames by hand, always with a reason (OPR-68)."""

from __future__ import annotations

from typing import Literal

from rules.engine.games import ActTrait
from rules.engine.language import either, say, with_heading
from rules.engine.procedure import Procedure, admit, ask_nothing, require
from rules.engine.refusals import Refused
from rules.opr.aftermath.market import find_item
from rules.opr.booking import (
    MOST_POINTS,
    Effects,
    Ledger,
    find_unit,
    find_warband,
    points_text,
    still_running,
)
from rules.opr.books import TableLine, trait_option_name
from rules.opr.effects import (
    Experience,
    HeroJoined,
    ItemGained,
    ItemLost,
    Points,
    TraitGained,
    TraitLost,
    UnitLeft,
    UnitMoved,
    UnitRenamed,
    UnitReturned,
    UnitStatusSet,
    ValueChanged,
    VictoryPoints,
    WarbandRenamed,
)
from rules.opr.first_over import note_reached
from rules.opr.game import GAME, OprCtx
from rules.opr.league_effects import WarbandHandedOver
from rules.opr.state import Item, TraitKind
from rules.opr.warbands.founding import NewItem, unit_name_problems, warband_name_problems

OVERRIDE = "override"


def _reason(words: str) -> None:
    require(bool(words.strip()), "OPR-68", say("Give a reason."), "words")


@GAME.procedure("give_points", rules=("OPR-68",), slot="warband:{warband}:override", repeat=True)
def give_points(ctx: OprCtx, *, warband: str, amount: int, words: str) -> Procedure[Effects]:
    """Give points to a pool or take some away.

    Source: OPR-68
    """
    yield from ask_nothing()
    _reason(words)
    pool = find_warband(ctx.state, warband).pool
    require(
        abs(amount) <= MOST_POINTS, "OPR-68", say("Enter at most {most} points.", most=MOST_POINTS), "amount"
    )
    require(pool + amount >= 0, "OPR-68", say("The pool holds only {pool}.", pool=pool), "amount")
    return (Points(warband=warband, amount=amount, because=OVERRIDE, words=words, rule="OPR-68"),)


@GAME.procedure("give_vp", rules=("OPR-68",), slot="warband:{warband}:override", repeat=True)
def give_vp(ctx: OprCtx, *, warband: str, amount: int, words: str) -> Procedure[Effects]:
    """Give VP to a warband or take some away.

    With a VP limit they count from now on, and crown and uncrown nobody. Source: OPR-68, A-52
    """
    yield from ask_nothing()
    _reason(words)
    found = find_warband(ctx.state, warband)
    vp = found.vp
    require(abs(amount) <= MOST_POINTS, "OPR-68", say("Enter at most {most} VP.", most=MOST_POINTS), "amount")
    require(vp + amount >= 0, "OPR-68", say("{name} has only {vp} VP.", name=found.name, vp=vp), "amount")
    ledger = Ledger(ctx.state, ctx.book)
    ledger.book(VictoryPoints(warband=warband, amount=amount, because=OVERRIDE, words=words, rule="OPR-68"))
    note_reached(ledger, ctx.now)
    return ledger.effects


@GAME.procedure("give_xp", rules=("OPR-47", "OPR-68"), slot="unit:{unit}:override", repeat=True)
def give_xp(ctx: OprCtx, *, unit: str, amount: int, words: str) -> Procedure[Effects]:
    """Give XP to a unit or take some away; a new level waits until the next step 4.

    Source: OPR-47, OPR-68
    """
    yield from ask_nothing()
    _reason(words)
    held = find_unit(ctx.state, unit).xp
    most = ctx.book.figures.xp_max
    sentence = say("A unit can have 0 to {most} XP; this one has {xp}.", most=most, xp=held)
    require(0 <= held + amount <= most, "OPR-47", sentence, "amount")
    return (Experience(unit=unit, amount=amount, because=OVERRIDE, words=words, rule="OPR-68"),)


@GAME.procedure("give_value", rules=("OPR-68",), slot="unit:{unit}:override", repeat=True)
def give_value(ctx: OprCtx, *, unit: str, amount: int, words: str) -> Procedure[Effects]:
    """Raise or lower a unit’s value.

    Source: OPR-68, A-04
    """
    yield from ask_nothing()
    _reason(words)
    value = find_unit(ctx.state, unit).value
    worth, most = points_text(value), points_text(MOST_POINTS)
    low = say("The unit is worth {points}; you cannot take away more than that.", points=worth)
    high = say("The unit is worth {points}; no unit can be worth more than {most}.", points=worth, most=most)
    require(value + amount >= 0, "OPR-68", low, "amount")
    require(value + amount <= MOST_POINTS, "OPR-68", high, "amount")
    return (ValueChanged(unit=unit, amount=amount, because=OVERRIDE, words=words, rule="OPR-68"),)


@GAME.procedure("give_trait", rules=("OPR-68", "OPR-73"), slot="unit:{unit}:override", repeat=True)
def give_trait(
    ctx: OprCtx, *, unit: str, kind: TraitKind, key: str, words: str, option: str = ""
) -> Procedure[Effects]:
    """Give a unit a trait; nothing is rolled.

    Source: OPR-68, OPR-73
    """
    _reason(words)
    held = find_unit(ctx.state, unit)
    entry = _entry(ctx, kind, key)
    fitting = option in entry.options if entry.options else not option
    require(fitting, entry.rule, _choices(entry), "option")
    fresh = not held.has(kind, key, option)
    sentence = say("{unit} already has {trait}.", unit=held.name, trait=entry.name)
    yield from admit(fresh, "OPR-73", sentence, "key")
    gained = TraitGained(unit=unit, kind=kind, key=key, option=option, words=words, rule="OPR-68")
    return (gained,)


def _choices(entry: TableLine) -> str:
    if not entry.options:
        return say("There is nothing to choose for {trait}.", trait=entry.name)
    return f"{with_heading(entry.name, either(map(trait_option_name, entry.options)))}."


def _entry(ctx: OprCtx, kind: TraitKind, key: str) -> TableLine:
    entry: TableLine | None = ctx.book.book.trait(kind, key)
    if entry is None:
        raise Refused("OPR-73", say("This rulebook has no such trait."), "key")
    never = say("{trait} is never written on a sheet.", trait=entry.name)
    require(entry.lasting, "OPR-40", never, "key")
    return entry


@GAME.procedure("take_trait", rules=("OPR-68",), slot="unit:{unit}:override", repeat=True)
def take_trait(
    ctx: OprCtx, *, unit: str, kind: TraitKind, key: str, words: str, option: str = ""
) -> Procedure[Effects]:
    """Remove a trait from a unit.

    Source: OPR-68
    """
    yield from ask_nothing()
    _reason(words)
    held = find_unit(ctx.state, unit)
    there = any((one.kind, one.key, one.option) == (kind, key, option) for one in held.traits)
    require(there, "OPR-68", say("{unit} does not have that trait.", unit=held.name), "key")
    return (TraitLost(unit=unit, kind=kind, key=key, option=option, words=words, rule="OPR-68"),)


@GAME.procedure("give_item", rules=("OPR-68",), slot="unit:{unit}:override", repeat=True)
def give_item(ctx: OprCtx, *, unit: str, item: NewItem, words: str) -> Procedure[Effects]:
    """Give a unit an upgrade without paying for it; the unit’s value changes by the price.

    Source: OPR-68
    """
    yield from ask_nothing()
    _reason(words)
    find_unit(ctx.state, unit)
    require(bool(item.label.strip()), "OPR-56", say("Enter the name of the upgrade."), "label")
    require(
        abs(item.price) <= MOST_POINTS,
        "OPR-56",
        say("Enter at most {most} points.", most=MOST_POINTS),
        "price",
    )
    given = Item(ctx.new("item"), item.label.strip(), item.price, weapons=item.weapons, rules=item.rules)
    return (ItemGained(unit=unit, item=given, because=OVERRIDE, rule="OPR-68"),)


@GAME.procedure("take_item", rules=("OPR-68",), slot="unit:{unit}:override", repeat=True)
def take_item(ctx: OprCtx, *, unit: str, item: str, words: str) -> Procedure[Effects]:
    """Remove an upgrade from a unit without paying for it.

    Source: OPR-68
    """
    yield from ask_nothing()
    _reason(words)
    find_item(find_unit(ctx.state, unit), item)
    return (ItemLost(unit=unit, item=item, because=OVERRIDE, rule="OPR-68"),)


@GAME.procedure("move_unit", rules=("OPR-68",), slot="unit:{unit}:override", repeat=True)
def move_unit(ctx: OprCtx, *, unit: str, warband: str, words: str) -> Procedure[Effects]:
    """Move a unit to another warband.

    Source: OPR-18, OPR-68
    """
    _reason(words)
    moved, goal = find_unit(ctx.state, unit), find_warband(ctx.state, warband)
    busy = ctx.state.warbands[moved.warband].mission or goal.mission
    sentence = say("One of the two {forces} is in a mission.", forces=ctx.book.words.forces)
    yield from admit(not busy, "OPR-20", sentence)
    for problem in unit_name_problems(ctx.state, ctx.book, warband, [moved.name], moved.id):
        yield from admit(False, problem.rule, problem.sentence, "unit")
    return (UnitMoved(unit=unit, warband=warband, rule="OPR-68"),)


@GAME.procedure("remove_unit", rules=("OPR-68",), slot="unit:{unit}:override", repeat=True)
def remove_unit(
    ctx: OprCtx, *, unit: str, words: str, status: Literal["dead", "disbanded"] = "disbanded"
) -> Procedure[Effects]:
    """Remove a unit from its sheet.

    Source: OPR-68
    """
    yield from ask_nothing()
    _reason(words)
    held = find_unit(ctx.state, unit)
    mission = ctx.state.warbands[held.warband].mission
    return (UnitLeft(unit=unit, status=status, because=OVERRIDE, mission=mission, rule="OPR-68"),)


@GAME.procedure("return_unit", rules=("OPR-68",), slot="unit:{unit}:override", repeat=True)
def return_unit(ctx: OprCtx, *, unit: str, words: str) -> Procedure[Effects]:
    """Put a unit that has died or left back on its sheet.

    Source: OPR-68
    """
    _reason(words)
    gone = ctx.state.units.get(unit)
    if gone is None or gone.living:
        raise Refused("OPR-68", say("Only a unit that has left can return."), "unit")
    find_warband(ctx.state, gone.warband, "unit")
    for problem in unit_name_problems(ctx.state, ctx.book, gone.warband, [gone.name], gone.id):
        yield from admit(False, problem.rule, problem.sentence, "unit")
    return (UnitReturned(unit=unit, rule="OPR-68"),)


@GAME.procedure("bench_unit", rules=("OPR-42", "OPR-68"), slot="unit:{unit}:override", repeat=True)
def bench_unit(ctx: OprCtx, *, unit: str, missions: int, words: str) -> Procedure[Effects]:
    """Make a unit sit out some missions; enter 0 to bring it back.

    Source: OPR-42, OPR-68
    """
    yield from ask_nothing()
    _reason(words)
    find_unit(ctx.state, unit)
    require(0 <= missions <= 99, "OPR-42", say("Enter 0 to 99 missions."), "missions")
    status: Literal["sitting_out", "active"] = "sitting_out" if missions else "active"
    return (UnitStatusSet(unit=unit, status=status, sits_out=missions, rule="OPR-68"),)


@GAME.procedure("rename_unit", rules=("OPR-18",), slot="unit:{unit}:name", by="side:{warband}", repeat=True)
def rename_unit(ctx: OprCtx, *, warband: str, unit: str, name: str) -> Procedure[Effects]:
    """Rename a unit.

    Source: OPR-18
    """
    find_unit(ctx.state, unit, warband)
    for problem in unit_name_problems(ctx.state, ctx.book, warband, [name], unit):
        yield from admit(False, problem.rule, problem.sentence, "name")
    return (UnitRenamed(unit=unit, name=name.strip(), rule="OPR-18"),)


@GAME.procedure("join_unit", rules=("OPR-44",), slot="unit:{unit}:joins", by="side:{warband}", repeat=True)
def join_unit(ctx: OprCtx, *, warband: str, unit: str, to: str = "") -> Procedure[Effects]:
    """Choose the unit a hero has joined; without one, the hero is on its own.

    Taken out together they bring the experience of a pair. Source: OPR-44
    """
    yield from still_running(ctx.state)
    require(find_unit(ctx.state, unit, warband).hero, "OPR-44", say("Only a hero can join a unit."), "unit")
    if to:
        joined = find_unit(ctx.state, to, warband, "to")
        fits = joined.living and not joined.hero
        require(fits, "OPR-44", say("A hero can only join a non-hero unit of its own warband."), "to")
    at_home = not find_warband(ctx.state, warband).mission
    sentence = say("A mission is under way. Change this once the steps after it are done.")
    yield from admit(at_home, "OPR-44", sentence)
    return (HeroJoined(unit=unit, to=to, rule="OPR-44"),)


@GAME.procedure(
    "rename_warband", rules=("OPR-18",), slot="warband:{warband}:name", by="side:{warband}", repeat=True
)
def rename_warband(ctx: OprCtx, *, warband: str, name: str) -> Procedure[Effects]:
    """Rename a warband.

    Source: OPR-18
    """
    find_warband(ctx.state, warband)
    for problem in warband_name_problems(ctx.state, name, warband):
        yield from admit(False, problem.rule, problem.sentence, "name")
    return (WarbandRenamed(warband=warband, name=name.strip(), rule="OPR-18"),)


@GAME.procedure(
    "hand_over",
    rules=("OPR-02", "OPR-68"),
    slot="warband:{warband}:owner",
    by="side:{warband}",
    repeat=True,
    traits=(ActTrait.IF_NOBODY_ELSE, ActTrait.TAKES_SEAT),
)
def hand_over_warband(ctx: OprCtx, *, warband: str, owner: str, words: str) -> Procedure[Effects]:
    """Hand a warband to another player.

    Source: OPR-02, OPR-68
    """
    yield from still_running(ctx.state)
    _reason(words)
    before = find_warband(ctx.state, warband).owner
    taken = any(one.owner == owner and one.id != warband for one in ctx.state.active)
    sentence = say("That player already has an active {force}.", force=ctx.book.words.force)
    yield from admit(not taken, "OPR-02", sentence, "owner")
    given = WarbandHandedOver(warband=warband, owner=owner, before=before, until=ctx.now, rule="OPR-68")
    return (given,)
