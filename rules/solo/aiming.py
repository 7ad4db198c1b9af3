"""Asking whom a unit shoots or charges: enemies in the order of the weapon's rules, one tap as a rule.

Data sorts the enemies into lines; the people at the table say which one is the first that can be hit, and
measure within a line. Source: SOLO-51 to SOLO-53, SOLO-61, SOLO-65, SOLO-70, A-38, A-51.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.procedure import Procedure
from rules.questions import ChooseUnit, Option, YesNo
from rules.solo.eyes import EQUAL, Eyes, equally_right, usable_weapons
from rules.solo.scores import armour_piercing, weapon_score
from rules.solo.state import Unit, Weapon
from rules.solo.targets import Aim, Candidate, Key, data_key, overrides

NONE, COVER = "none", "cover"


@dataclass(frozen=True, slots=True)
class Aimed:
    """A target for some weapons; `enemy` is "" when there is none or nobody entered the enemies."""

    weapons: tuple[Weapon, ...]
    overrides: tuple[str, ...]
    enemy: str = ""
    any: bool = True


def weapon_rules(weapon: Weapon) -> tuple[str, ...]:
    """A weapon's rules with AP written out."""
    return (*weapon.rules, "AP") if armour_piercing(weapon) else weapon.rules


def groups(eyes: Eyes, weapons: Sequence[Weapon], kind: Aim) -> list[tuple[list[str], list[Weapon]]]:
    """Weapons that choose alike; the dearest first. Source: A-38."""
    in_melee = eyes.rules.is_on("melee_overrides")
    found: dict[tuple[str, ...], list[Weapon]] = {}
    for weapon in sorted(weapons, key=lambda w: weapon_score(eyes.unit, w), reverse=True):
        names = tuple(overrides(kind, weapon_rules(weapon), in_melee=in_melee))
        found.setdefault(names, []).append(weapon)
    return [(list(names), some) for names, some in found.items()]


def charging(eyes: Eyes) -> tuple[list[str], list[Weapon]]:
    """A charge has one target: the weapon with the highest score decides. Source: A-38."""
    melee = [weapon for weapon in eyes.unit.weapons if not weapon.is_ranged]
    ranked = groups(eyes, melee, "charge")
    return ranked[0] if ranked else ([], [])


def candidate(enemy: Unit, acted: bool) -> Candidate:
    return Candidate(
        enemy.id,
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
    return enemy.activated and eyes.state.game.tracked


def lined_up(eyes: Eyes, kind: Aim, names: Sequence[str]) -> list[tuple[Key, Unit]]:
    """Enemies with what data knows of their rank, best first. Source: SOLO-51, SOLO-53."""

    def rank(enemy: Unit) -> Key:
        one = candidate(enemy, has_acted(eyes, enemy))
        special = data_key(kind, names, one)
        if kind == "charge":
            return (*special, int(not one.stunned), int(one.activated))
        if special and eyes.rules.is_on("open_first"):
            return special  # open or cover comes before acted, and needs eyes
        return (*special, int(one.activated))

    return sorted(((rank(enemy), enemy) for enemy in eyes.enemies), key=lambda pair: pair[0])


def note(eyes: Eyes, enemy: Unit, line: int, names: Sequence[str]) -> str:
    """What an option says beside the enemy's name."""
    words = eyes.rules.words
    parts = [f"line {line}"]
    if enemy.stunned:
        parts.append(words["stunned"])
    if eyes.state.game.tracked:
        parts.append("has acted" if enemy.activated else "has not acted")
    if "Sniper" in names:
        parts.append(
            "hero" if enemy.hero else f"upgrade {enemy.top_upgrade}" if enemy.top_upgrade else "plain"
        )
    if "Deadly" in names and enemy.tough > 1:
        parts.append(f"Tough {enemy.tough_left} left")
    if "AP" in names:
        parts.append(f"Defense {enemy.defense}+")
    return ", ".join(parts)


def _options(eyes: Eyes, kind: Aim, names: Sequence[str]) -> list[Option]:
    ranked = lined_up(eyes, kind, names)
    lines = {key: at for at, key in enumerate(dict.fromkeys(key for key, _ in ranked), start=1)}
    return [Option(one.id, one.name or one.id, note(eyes, one, lines[key], names)) for key, one in ranked]


def _how(eyes: Eyes, kind: Aim, names: Sequence[str]) -> str:
    in_line = ["nearest"]
    ask = not eyes.state.game.tracked and eyes.rules.choice("untracked") == "ask"
    if kind == "shoot" and names and eyes.rules.is_on("open_first"):
        in_line = ["in the open", "not acted yet", "nearest"]
    elif kind == "shoot" and not eyes.rules.is_on("open_first"):
        in_line = ["in the open", "nearest"]
        in_line = ["not acted yet", *in_line] if ask else in_line
    elif ask:
        in_line = ["not acted yet", "nearest"]
    return f"The first line counts that has one; within it: {', then '.join(in_line)}."


def asks_for_cover(eyes: Eyes, kind: Aim, names: Sequence[str]) -> bool:
    """Open before cover outranks everything data knows: two looks. Source: SOLO-52."""
    return kind == "shoot" and not names and eyes.rules.is_on("open_first")


def target(
    eyes: Eyes, kind: Aim, names: Sequence[str], key: str, reach: int, *, certain: bool
) -> Procedure[str | None]:
    """The enemy's id, "" for one nobody entered, None for no target.

    `reach` in inches; `certain`: the table has said already that there is one.
    """
    enemies = eyes.enemies
    if not enemies:
        return (yield from _unknown(eyes, key, reach, certain))
    if len(enemies) == 1 and certain:
        return enemies[0].id
    options = _options(eyes, kind, names)
    cover = asks_for_cover(eyes, kind, names) and len(enemies) > 1
    chosen = yield from _choice(eyes, kind, names, key, reach, options, cover=cover)
    if chosen == COVER:
        chosen = yield from _choice(eyes, kind, names, f"{key}:cover", reach, options, cover=False)
    if chosen == EQUAL:
        chosen = yield from equally_right(key, {one.id: one.name or one.id for one in enemies})
    return None if chosen == NONE else chosen


def _unknown(eyes: Eyes, key: str, reach: int, certain: bool) -> Procedure[str | None]:
    if eyes.no_enemy:
        return None
    if not certain:
        text = f"Has {eyes.unit.name} a target within {reach}″?"
        certain = yield YesNo(key, text, rule="SOLO-51", about=eyes.unit.id)
    return "" if certain else None


def _choice(
    eyes: Eyes, kind: Aim, names: Sequence[str], key: str, reach: int, options: list[Option], *, cover: bool
) -> Procedure[str]:
    verb = "charge" if kind == "charge" else "shoot"
    where = " in the open" if cover else ""
    extra = [Option(EQUAL, "Equally near: roll")] if len(options) > 1 else []
    extra += [Option(COVER, "All in cover")] if cover else []
    extra += [Option(NONE, "Nobody")] if kind == "shoot" else []
    answer: str = yield ChooseUnit(
        key,
        f"Whom does {eyes.unit.name} {verb}{where}, up to {reach}″?",
        (*options, *extra),
        rule="SOLO-53" if kind == "charge" else "SOLO-51",
        how=_how(eyes, kind, names),
        about=eyes.unit.id,
    )
    return answer


def shots(eyes: Eyes, attempt: int, *, certain: bool) -> Procedure[list[Aimed]]:
    """A target for each group of ranged weapons that chooses alike. Source: SOLO-51, A-38."""
    found = []
    for number, (names, weapons) in enumerate(groups(eyes, usable_weapons(eyes.unit), "shoot"), start=1):
        reach = max(weapon.range for weapon in weapons)
        key = f"target:{eyes.unit.id}:{number}:{attempt}"
        sure = certain and number == 1
        enemy = yield from target(eyes, "shoot", names, key, reach, certain=sure)
        found.append(Aimed(tuple(weapons), tuple(names), enemy or "", enemy is not None))
    return found
