"""Asking whom a unit shoots or charges: enemies in the order of the weapon's rules, one tap as a rule.

Data sorts the enemies into lines, each one in the open and in cover; the people at the table tap the first
that is true, and measure within a line. Source: SOLO-51 to SOLO-53, SOLO-61, SOLO-65, SOLO-70.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from rules.engine.language import say
from rules.engine.procedure import Procedure
from rules.engine.questions import ChooseUnit, Option, YesNo
from rules.engine.refusals import Refused
from rules.solo.activating.eyes import EQUAL, Eyes, equally_right
from rules.solo.deciding.scores import armour_piercing, usable_weapons, weapon_score
from rules.solo.deciding.targets import Aim, Candidate, Key, data_key, general_key, overrides
from rules.solo.printed import Printed
from rules.solo.state import SoloWeapon, Unit

NONE, COVERED = "none", "~cover"


@dataclass(frozen=True, slots=True)
class Aimed:
    """A target for some weapons; `enemy` is "" when there is none or nobody entered the enemies."""

    weapons: tuple[SoloWeapon, ...]
    overrides: tuple[str, ...]
    enemy: str = ""
    any: bool = True


def weapon_rules(weapon: SoloWeapon) -> tuple[str, ...]:
    """A weapon's rules with AP written out. Source: SOLO-61"""
    return (*weapon.rules, "AP") if armour_piercing(weapon) else weapon.rules


def weapon_groups(
    eyes: Eyes, weapons: Sequence[SoloWeapon], kind: Aim
) -> list[tuple[list[str], list[SoloWeapon]]]:
    """Weapons that choose alike; the dearest first. Source: SOLO-53."""
    in_melee = eyes.rules.is_on("melee_overrides")
    found: dict[tuple[str, ...], list[SoloWeapon]] = {}
    for weapon in sorted(weapons, key=lambda w: weapon_score(eyes.unit, w), reverse=True):
        names = tuple(overrides(kind, weapon_rules(weapon), in_melee=in_melee))
        found.setdefault(names, []).append(weapon)
    return [(list(names), some) for names, some in found.items()]


def charging(eyes: Eyes) -> tuple[list[str], list[SoloWeapon]]:
    """A charge has one target: the weapon with the highest score decides. Source: SOLO-53."""
    melee = [weapon for weapon in eyes.unit.weapons if not weapon.is_ranged]
    ranked = weapon_groups(eyes, melee, "charge")
    return ranked[0] if ranked else ([], [])


def shooting(eyes: Eyes) -> list[str]:
    """What the first shots of a unit look for, those of its best weapons. Source: SOLO-61, SOLO-70."""
    groups = weapon_groups(eyes, usable_weapons(eyes.state, eyes.unit), "shoot")
    return groups[0][0] if groups else []


def candidate(enemy: Unit, acted: bool, cover: bool = False) -> Candidate:
    """What decides whether this enemy is aimed at. Source: SOLO-51 to SOLO-53"""
    return Candidate(
        enemy.id,
        cover=cover,
        activated=acted,
        stunned=enemy.stunned,
        defense=enemy.defense,
        models=enemy.models,
        tough=enemy.tough > 1,
        tough_left=enemy.tough_left,
        hero=enemy.hero,
        top_upgrade=enemy.top_upgrade,
    )


def has_acted(eyes: Eyes, enemy: Unit) -> bool:
    """Whether this enemy counts as activated; nobody does while nobody keeps track.

    Source: SOLO-51, SOLO-53
    """
    return enemy.activated and eyes.state.game.tracked


@dataclass(frozen=True, slots=True)
class TargetRow:
    """An enemy as one of the answers; each one stands there twice when cover matters."""

    enemy: Unit
    cover: bool
    key: Key

    @property
    def id(self) -> str:
        return f"{self.enemy.id}{COVERED}" if self.cover else self.enemy.id


def target_rows(eyes: Eyes, kind: Aim, names: Sequence[str]) -> list[TargetRow]:
    """Enemies in the order of the rules, all but the distance. Source: SOLO-51 to SOLO-53."""
    open_first, enemies = eyes.rules.is_on("open_first"), eyes.enemies
    found = []
    for cover in (False, True) if kind == "shoot" and len(enemies) > 1 else (False,):
        for enemy in enemies:
            one = candidate(enemy, has_acted(eyes, enemy), cover)
            key = (*data_key(kind, names, one), *general_key(kind, one, open_first=open_first))
            found.append(TargetRow(enemy, cover, key))
    return sorted(found, key=lambda row: row.key)


def alike(found: Sequence[TargetRow]) -> list[Unit]:
    """Enemies that share a line with another one, so that only distance tells them apart. Source: SOLO-02"""
    size = Counter(row.key for row in found)
    return [row.enemy for row in found if size[row.key] > 1 and not row.cover]


def target_remark(eyes: Eyes, row: TargetRow, line: int, names: Sequence[str]) -> str:
    """What an answer says beside the enemy's name. Source: SOLO-51 to SOLO-53"""
    enemy = row.enemy
    parts = [say("group {number}", number=line), *([eyes.rules.words["stunned"]] if enemy.stunned else [])]
    if eyes.state.game.tracked:
        parts.append(say("has acted") if enemy.activated else say("has not acted"))
    if Printed.SNIPER in names:
        parts.append(_rank(enemy))
    if Printed.DEADLY in names and enemy.tough > 1:
        parts.append(say("{wounds} Tough left", wounds=enemy.tough_left))
    if "AP" in names:
        parts.append(say("Defense {defense}+", defense=enemy.defense))
    return ", ".join(parts)


def _rank(enemy: Unit) -> str:
    if enemy.hero:
        return say("hero")
    return say("{points}-point upgrade", points=enemy.top_upgrade) if enemy.top_upgrade else say("plain")


def _options(eyes: Eyes, kind: Aim, names: Sequence[str]) -> list[Option]:
    ranked = target_rows(eyes, kind, names)
    lines = {key: at for at, key in enumerate(dict.fromkeys(row.key for row in ranked), start=1)}
    twice = any(row.cover for row in ranked)
    return [
        Option(row.id, _labelled(row, with_cover=twice), target_remark(eyes, row, lines[row.key], names))
        for row in ranked
    ]


def _labelled(row: TargetRow, *, with_cover: bool) -> str:
    name = row.enemy.name or row.enemy.id
    if not with_cover:
        return name
    return say("{enemy}, in cover", enemy=name) if row.cover else say("{enemy}, in the open", enemy=name)


def _whom(unit: Unit, kind: Aim, reach: int, in_way: bool) -> str:
    if kind == "shoot":
        return say("Which enemy within {reach}″ does {unit} shoot at?", unit=unit.name, reach=reach)
    if in_way:
        return say("Which enemy in the way within {reach}″ does {unit} charge?", unit=unit.name, reach=reach)
    return say("Which enemy within {reach}″ does {unit} charge?", unit=unit.name, reach=reach)


def _how(eyes: Eyes) -> str:
    if not eyes.state.game.tracked and eyes.rules.choice("untracked") == "ask":
        return say(
            "Use the first group with a target in it. In that group, prefer those that have not acted yet, "
            "then take the nearest."
        )
    return say("Use the first group with a target in it. In that group, take the nearest.")


def target(
    eyes: Eyes, kind: Aim, names: Sequence[str], key: str, reach: int, *, certain: bool, in_way: bool = False
) -> Procedure[str | None]:
    """The enemy's id, "" for one nobody entered, None for no target.

    `reach` in inches; `certain`: the table has said already that there is one; `in_way`: a charge at
    those in the way only.

    Source: SOLO-51, SOLO-53
    """
    enemies = eyes.enemies
    if not enemies:
        return (yield from _unknown(eyes, key, reach, certain))
    if len(enemies) == 1 and certain:
        return enemies[0].id
    equals = alike(target_rows(eyes, kind, names))
    extra = [Option(EQUAL, say("Equally near: roll"))] if equals else []
    extra += [Option(NONE, say("Nobody"))] if kind == "shoot" else []
    chosen: str = yield ChooseUnit(
        key,
        _whom(eyes.unit, kind, reach, in_way),
        (*_options(eyes, kind, names), *extra),
        rule="SOLO-53" if kind == "charge" else "SOLO-51",
        how=_how(eyes),
        about=eyes.unit.id,
        left_out=partial(_no_target, eyes),
    )
    if chosen == EQUAL:
        names_of = {one.id: one.name or one.id for one in equals}
        chosen = yield from equally_right(key, names_of, eyes.unit, partial(_not_alike, eyes))
    return None if chosen == NONE else chosen.removesuffix(COVERED)


def _no_target(eyes: Eyes, named: str) -> Refused | None:
    """Why nobody aims at this. Source: SOLO-02, SOLO-51, SOLO-53"""
    if named == EQUAL:
        return Refused(
            "SOLO-02", say("No two targets are in the same group, so there is nothing to roll for.")
        )
    if named == NONE:
        name = eyes.unit.name or eyes.unit.id
        return Refused("SOLO-53", say("You said there is an enemy {unit} can charge. Which one?", unit=name))
    unit = eyes.state.units.get(named.removesuffix(COVERED))
    if unit is None:
        return None
    name = unit.name or unit.id
    if not unit.on_table:
        return Refused("", say("{unit} is not on the table.", unit=name))
    if unit in eyes.enemies:  # in cover, where cover plays no part
        return None
    return Refused("", say("{unit} is one of the app’s own.", unit=name))


def _not_alike(eyes: Eyes, named: str) -> Refused | None:
    unit = next((one for one in eyes.enemies if one.id == named), None)
    if unit is None:
        return _no_target(eyes, named)
    return Refused("", say("{unit} is alone in its group.", unit=unit.name or unit.id))


def _unknown(eyes: Eyes, key: str, reach: int, certain: bool) -> Procedure[str | None]:
    if eyes.no_enemy:
        return None
    if not certain:
        text = say("Does {unit} have a target within {reach}″?", unit=eyes.unit.name, reach=reach)
        certain = yield YesNo(key, text, rule="SOLO-51", about=eyes.unit.id)
    return "" if certain else None


def shots(eyes: Eyes, attempt: int, *, certain: bool) -> Procedure[list[Aimed]]:
    """A target for each group of ranged weapons that chooses alike. Source: SOLO-51."""
    found = []
    for number, (names, weapons) in enumerate(
        weapon_groups(eyes, usable_weapons(eyes.state, eyes.unit), "shoot"), start=1
    ):
        reach = max(weapon.range for weapon in weapons)
        key = f"target:{eyes.unit.id}:{number}:{attempt}"
        sure = certain and number == 1
        enemy = yield from target(eyes, "shoot", names, key, reach, certain=sure)
        found.append(Aimed(tuple(weapons), tuple(names), enemy or "", enemy is not None))
    return found
