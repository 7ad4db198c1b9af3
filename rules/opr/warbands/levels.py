"""Levels: price, trait, and for heroes skill sets and skills (OPR-48 to OPR-55)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from rules.engine.language import either, mark, said, say, with_heading
from rules.engine.procedure import Procedure, roll_until
from rules.engine.questions import Choose, Face, Option, Roll, WhyNot, YesNo
from rules.engine.refusals import Refused
from rules.opr.booking import Ledger
from rules.opr.books import InForce, SkillSet, TableLine, entry_for, faces_for
from rules.opr.effects import LevelGained, SkillSetGained, TraitGained
from rules.opr.state import Unit

MOST_SETS = 2
KINDS = {"melee": mark("Melee"), "shooting": mark("Shooting")}


def levels_due(rules: InForce, unit: Unit) -> int:
    """How many levels the unit's XP have earned it that it does not have yet. Source: OPR-48"""
    earned = min(unit.xp // rules.figures.xp_per_level, rules.figures.levels_max)
    return int(max(0, earned - unit.level))


def level_price(rules: InForce, unit: Unit) -> int:
    """What one level adds to the unit's value. Source: OPR-49, OPR-52, A-02"""
    return rules.figures.level_price_hero if unit.hero else rules.figures.level_price_regular


def gain_levels(ledger: Ledger, unit: str, who: str) -> Procedure[None]:
    """Resolve every level that is due, lowest first, each with its price and dice. Source: OPR-48"""
    due = levels_due(ledger.rules, ledger.state.units[unit])
    for _ in range(due):
        yield from _one_level(ledger, unit, who)


def _one_level(ledger: Ledger, unit_id: str, who: str) -> Procedure[None]:
    rules, unit = ledger.rules, ledger.state.units[unit_id]
    level = unit.level + 1
    rule = "OPR-52" if unit.hero else "OPR-49"
    price = level_price(rules, unit)
    ledger.book(LevelGained(unit=unit_id, level=level, points=price, mission=ledger.mission, rule=rule))
    if not unit.hero or rules.setting("hero_gains") == "both":
        yield from _regular_trait(ledger, unit_id, level, who)
    if unit.hero:
        yield from _skill(ledger, unit_id, level, who)


def _regular_trait(ledger: Ledger, unit_id: str, level: int, who: str) -> Procedure[None]:
    """Source: OPR-49, OPR-50, OPR-51, A-05, A-06"""
    rules, unit = ledger.rules, ledger.state.units[unit_id]
    table = rules.book.level_traits
    pickable = [(entry, option) for entry in table if entry.lasting for option in _free(rules, unit, entry)]
    if not pickable:
        return
    again = frozenset(entry.key for entry in table if entry.lasting and not _free(rules, unit, entry))
    face = yield from roll_until(
        f"trait:{unit_id}:{level}",
        faces_for(table, again),
        text=say("{unit}, level {level}: which trait?", unit=unit.name, level=level),
        rule="OPR-49",
        who=who,
        about=unit_id,
    )
    entry = entry_for(table, face)
    if entry.lasting:
        option = yield from _kind(rules, unit, entry, level, who)
    else:
        entry, option = yield from _pick(table, pickable, unit, level, who)
    gained = TraitGained(
        unit=unit_id,
        kind="level",
        key=entry.key,
        option=option,
        level=level,
        mission=ledger.mission,
        rule=entry.rule,
    )
    ledger.book(gained)


def _free(rules: InForce, unit: Unit, entry: TableLine) -> tuple[str, ...]:
    """The ways this unit may still gain a trait: its open options, ("",) for a plain one, () for none."""
    if not entry.options:
        return () if unit.has("level", entry.key) else ("",)
    if rules.setting("specialist") == "stack":
        return entry.options
    return tuple(option for option in entry.options if not unit.has("level", entry.key, option))


def _kind(rules: InForce, unit: Unit, entry: TableLine, level: int, who: str) -> Procedure[str]:
    """Melee or shooting, when both are open. Source: OPR-50"""
    free = _free(rules, unit, entry)
    if len(free) == 1:
        return free[0]
    options = tuple(Option(option, said(KINDS[option])) for option in free)
    text = say("{unit} is a {trait}: in what?", unit=unit.name, trait=entry.name)
    key = f"kind:{unit.id}:{level}"
    chosen: str = yield Choose(key, text, rule=entry.rule, who=who, about=unit.id, options=options)
    return chosen


def _pick(
    table: Sequence[TableLine], pickable: Sequence[tuple[TableLine, str]], unit: Unit, level: int, who: str
) -> Procedure[tuple[TableLine, str]]:
    """A Fast Learner takes any other trait it may still gain; what it has is shown. Source: OPR-51"""
    if len(pickable) == 1:
        return pickable[0]
    every = [(entry, option) for entry in table if entry.lasting for option in entry.options or ("",)]
    by_id = {f"{entry.key}:{option}" if option else entry.key: (entry, option) for entry, option in every}
    has = say("{unit} already has that.", unit=unit.name)
    options = tuple(
        Option(key, one[0].called(one[1]), one[0].text, why_not="" if one in pickable else has)
        for key, one in by_id.items()
    )
    text = say("{unit} learns fast: which trait?", unit=unit.name)
    key = f"pick:{unit.id}:{level}"
    chosen: str = yield Choose(
        key,
        text,
        rule="OPR-51",
        who=who,
        about=unit.id,
        options=options,
        left_out=partial(_not_picked, table),
    )
    return by_id[chosen]


def _not_picked(table: Sequence[TableLine], key: str) -> Refused | None:
    """A Fast Learner picks any trait but itself. Source: OPR-51"""
    name = next((entry.name for entry in table if entry.key == key and not entry.lasting), "")
    sentence = say("{trait} itself does not go on the sheet; pick another trait for the unit.", trait=name)
    return Refused("", sentence) if name else None


def _skill(ledger: Ledger, unit_id: str, level: int, who: str) -> Procedure[None]:
    """Source: OPR-53, OPR-54, OPR-55, A-46"""
    rules, unit = ledger.rules, ledger.state.units[unit_id]
    open_set = _open_set(rules, unit)
    if open_set is None and len(unit.sets) < MOST_SETS:
        open_set = yield from _new_set(ledger, unit, level, who)
    if open_set is None:
        return
    again = frozenset(skill.key for skill in open_set.skills if unit.has("skill", skill.key))
    face = yield from roll_until(
        f"skill:{unit_id}:{level}",
        faces_for(open_set.skills, again),
        text=say("{unit}, {skills}: which skill?", unit=unit.name, skills=open_set.name),
        rule="OPR-54",
        who=who,
        about=unit_id,
    )
    key = entry_for(open_set.skills, face).key
    ledger.book(
        TraitGained(unit=unit_id, kind="skill", key=key, level=level, mission=ledger.mission, rule="OPR-54")
    )


def _open_set(rules: InForce, unit: Unit) -> SkillSet | None:
    """The set in which a skill is still missing."""
    for key in unit.sets:
        skill_set = rules.book.skill_set(key)
        if not all(unit.has("skill", skill.key) for skill in skill_set.skills):
            return skill_set
    return None


def _new_set(ledger: Ledger, unit: Unit, level: int, who: str) -> Procedure[SkillSet | None]:
    """The first set, or a second one if the owner wants it; never the same twice."""
    sets = ledger.rules.book.skill_sets
    rule = "OPR-55" if unit.sets else "OPR-53"
    if unit.sets:
        text = say("{unit} has all the skills of its set. Roll for a second set?", unit=unit.name)
        key, yes, no = f"second:{unit.id}:{level}", say("Roll"), say("No skill")
        wanted: bool = yield YesNo(key, text, rule=rule, who=who, about=unit.id, yes=yes, no=no)
        if not wanted:
            return None
    faces = tuple(Face(face, either(one.name for one in sets if face in one.faces)) for face in range(1, 7))
    text = say("{unit}: which skill sets?", unit=unit.name)
    die: int = yield Roll(f"setdie:{unit.id}:{level}", text, rule=rule, who=who, about=unit.id, faces=faces)
    pair = [one for one in sets if die in one.faces and one.key not in unit.sets]
    chosen = pair[0]
    if len(pair) > 1:
        left_out = partial(_other_set, sets, die, unit)
        chosen = yield from _which_set(pair, unit, level, rule, who, left_out)
    ledger.book(SkillSetGained(unit=unit.id, key=chosen.key, level=level, rule=rule))
    return chosen


def _other_set(sets: Sequence[SkillSet], die: int, unit: Unit, key: str) -> Refused | None:
    """Why it cannot be this set: it is held, or the die showed two others. Source: OPR-53, OPR-55"""
    if key not in {one.key for one in sets}:
        return None
    if key in unit.sets:
        return Refused("OPR-55", say("{unit} already has that set.", unit=unit.name))
    shown = either(one.name for one in sets if die in one.faces)
    return Refused("OPR-53", say("The die showed {face}, so the set must be {sets}.", face=die, sets=shown))


def skill_set_text(one: SkillSet) -> str:
    """What every skill of a set does, by name. Source: OPR-53"""
    return " ".join(with_heading(skill.name, skill.text) for skill in one.skills)


def _which_set(
    pair: Sequence[SkillSet], unit: Unit, level: int, rule: str, who: str, left_out: WhyNot
) -> Procedure[SkillSet]:
    options = tuple(Option(one.key, one.name, skill_set_text(one)) for one in pair)
    text = say("{unit}: which set?", unit=unit.name)
    key = f"set:{unit.id}:{level}"
    chosen: str = yield Choose(
        key, text, rule=rule, who=who, about=unit.id, options=options, left_out=left_out
    )
    return next(one for one in pair if one.key == chosen)
