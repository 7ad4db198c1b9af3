"""What a unit's weapons are worth against a reference target, and the type that follows from it.

The reference target has Defense 4+, Tough(3) and one friend close by. Scores are exact fractions without a
unit; only their order matters. Source: SOLO-25 to SOLO-30.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from rules.engine.language import say
from rules.engine.refusals import Refused
from rules.solo.picks import Tape, pick
from rules.solo.printed import Printed
from rules.solo.state import NO_WEAPON, SoloState, SoloWeapon, Unit, UnitType

LONG_REACH = 18
CLOSE_CALL = Fraction(15, 100)
DIE = re.compile(r"D\d")


@dataclass(frozen=True, slots=True)
class Scores:
    """Both scores, and the rules that counted nothing because nobody told us what they do."""

    ranged: Fraction
    melee: Fraction
    unknown: tuple[str, ...] = ()

    @property
    def close(self) -> bool:
        """A close call: they differ by less than 15 % of the larger. Source: SOLO-30."""
        larger = max(self.ranged, self.melee)
        return abs(self.ranged - self.melee) < CLOSE_CALL * larger


def parted(rule: str) -> tuple[str, int]:
    """("Deadly(3)") -> ("Deadly", 3); a rule without a figure, or with a die for one, has 0.

    Source: SOLO-28
    """
    name, _, rest = rule.partition("(")
    digits = "" if with_die(rule) else "".join(c for c in rest if c.isdigit())
    return name.strip(), int(digits or 0)


def with_die(rule: str) -> bool:
    """Whether a rule's figure is thrown each time, as in "AP(D3)". Source: SOLO-28"""
    return DIE.search(rule.partition("(")[2]) is not None


def has(rules: Iterable[str], name: str) -> bool:
    """Whether a rule of this name is among them, whatever its figure. Source: SOLO-28"""
    return any(parted(rule)[0] == name for rule in rules)


def rating(rules: Iterable[str], name: str) -> int:
    """The highest X of `name(X)`; 0 when the rule is not there. Source: SOLO-28"""
    return max((parted(rule)[1] for rule in rules if parted(rule)[0] == name), default=0)


def armour_piercing(weapon: SoloWeapon) -> int:
    """A weapon's AP, as a figure of its profile or as a rule. Source: SOLO-28, SOLO-61"""
    return max(weapon.ap, rating(weapon.rules, "AP"))


def specialist(rules: Iterable[str]) -> set[str]:
    """The kinds a unit is a specialist in: {"ranged", "melee"}. Source: SOLO-28"""
    kinds = [rule.lower() for rule in rules if parted(rule)[0] == Printed.SPECIALIST]
    found = {"melee" for kind in kinds if "melee" in kind}
    return found | {"ranged" for kind in kinds if "shoot" in kind or "ranged" in kind}


def _hits(unit: Unit, weapon: SoloWeapon) -> int:
    """Faces that hit, 1 to 5."""
    if has((*unit.all_rules, *weapon.rules), Printed.RELIABLE):
        return 5
    kind = "ranged" if weapon.is_ranged else "melee"
    injury = Printed.BLINDED_EYE if weapon.is_ranged else Printed.ARM_INJURY
    bonus = (kind in specialist(unit.all_rules)) - has(unit.all_rules, injury)
    return min(max(7 - unit.quality + bonus, 1), 5)


def _faces(unit: Unit, weapon: SoloWeapon) -> int:
    """Hitting faces times unsaved faces, with what Rending, Furious and Relentless add."""
    rules = (*unit.all_rules, *weapon.rules)
    destroyer = weapon.is_ranged and has(unit.all_rules, Printed.DESTROYER)
    unsaved = min(3 + armour_piercing(weapon) + destroyer, 5)
    hits = _hits(unit, weapon)
    faces = (hits - 1) * unsaved + 5 if has(rules, Printed.RENDING) else hits * unsaved
    bonus = Printed.RELENTLESS if weapon.is_ranged else Printed.FURIOUS
    return faces + unsaved if has(rules, bonus) else faces


def _multiple(weapon: SoloWeapon) -> Fraction:
    deadly = min(max(rating(weapon.rules, Printed.DEADLY), 1), 3)
    blast = min(max(rating(weapon.rules, Printed.BLAST), 1), 2)
    return Fraction(deadly * blast, 2 if has(weapon.rules, Printed.LIMITED) else 1)


def per_attack(unit: Unit, weapon: SoloWeapon) -> Fraction:
    """Faces x multiple: what one attack counts. Source: SOLO-28"""
    return _faces(unit, weapon) * _multiple(weapon)


def weapon_score(unit: Unit, weapon: SoloWeapon) -> Fraction:
    """Copies x attacks x faces x multiple. Source: SOLO-28."""
    return weapon.count * weapon.attacks * per_attack(unit, weapon)


def unit_scores(unit: Unit, known: Iterable[str] = ()) -> Scores:
    """Both scores of a unit; `known` lists the rules that mean something here. Source: SOLO-28."""
    ranged = sum((weapon_score(unit, w) for w in unit.weapons if w.is_ranged), Fraction(0))
    return Scores(ranged, _melee(unit), unknown_rules(unit, known))


def _melee(unit: Unit) -> Fraction:
    weapons = [weapon for weapon in unit.weapons if not weapon.is_ranged]
    total = sum((weapon_score(unit, w) for w in weapons), Fraction(0))
    total += rating(unit.all_rules, Printed.IMPACT) * 5 * 3 * unit.models
    extra = has(unit.all_rules, Printed.FANATIC) + has(unit.all_rules, Printed.CRAZED)
    best = best_melee(unit)
    return total if best is None else total + extra * per_attack(unit, unit.weapons[best])


def best_melee(unit: Unit) -> int | None:
    """The place on the sheet of its best melee weapon, which more attacks go to. Source: SOLO-28"""
    melee = [at for at, weapon in enumerate(unit.weapons) if not weapon.is_ranged]
    return max(melee, key=lambda at: weapon_score(unit, unit.weapons[at]), default=None)


def unknown_rules(unit: Unit, known: Iterable[str]) -> tuple[str, ...]:
    """Printed rules that count nothing in the scores, to be shown to the organiser. Source: SOLO-28."""
    names = set(known)
    if not names:
        return ()
    written = [*unit.rules, *(rule for weapon in unit.weapons for rule in weapon.rules)]
    thrown = {rule for rule in written if with_die(rule)}
    return tuple(sorted(({parted(rule)[0] for rule in written} - names) | thrown))


def ranged_weapons(unit: Unit) -> list[SoloWeapon]:
    """The weapons a unit shoots with. Source: SOLO-26, SOLO-27"""
    return [weapon for weapon in unit.weapons if weapon.is_ranged]


def usable_weapons(state: SoloState, unit: Unit) -> list[SoloWeapon]:
    """The weapons a unit may shoot with now, without those an event has taken. Source: SOLO-34, OPR-33"""
    events = (one for one in state.game.events if one.code == NO_WEAPON)
    broken = {what for event in events for whose, what in event.items if whose == unit.id}
    usable = (one for one in unit.weapons if one.is_ranged and one.label not in broken)
    return list(usable) if unit.may_shoot else []


def plain_type(unit: Unit) -> UnitType:
    """The type as far as no die decides; "" when the scores are equal and no weapon reaches far.

    Source: SOLO-26, SOLO-27, SOLO-29.
    """
    ranged = ranged_weapons(unit)
    if not ranged:
        return "melee"
    worth = unit_scores(unit)
    no_melee = len(ranged) == len(unit.weapons)
    if no_melee or worth.ranged > worth.melee:
        return "shooting"
    if worth.melee > worth.ranged:
        return "hybrid"
    return "shooting" if max(weapon.range for weapon in ranged) >= LONG_REACH else ""


def overridden(unit: Unit, wanted: UnitType) -> UnitType:
    """The type an organiser wants, if the weapons allow it. Source: SOLO-30."""
    if wanted not in ("hybrid", "shooting", "melee"):
        raise Refused("SOLO-25", say("A unit is hybrid, shooting or melee."))
    if wanted != "melee" and not ranged_weapons(unit):
        raise Refused("SOLO-30", _unarmed(unit))
    return wanted


def _unarmed(unit: Unit) -> str:
    if not unit.name:
        return say("This unit has nothing to shoot with. It stays melee.")
    return say("{unit} has nothing to shoot with. It stays melee.", unit=unit.name)


def classify(unit: Unit, tape: Tape, override: UnitType = "") -> UnitType:
    """The unit's type, with a die only when the scores tie at short reach. Source: SOLO-25 to SOLO-30."""
    if override:
        return overridden(unit, override)
    return plain_type(unit) or ("hybrid", "shooting")[pick(2, tape) - 1]
