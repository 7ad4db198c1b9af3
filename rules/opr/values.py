"""What units are worth together, and what one carries, by name: two sheets are compared and told by that."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from rules.opr.state import Profile, SpecialRule, Unit


def total_value(units: Iterable[Unit]) -> int:
    """The point values of these units, added up. Source: OPR-23"""
    return sum(unit.value for unit in units)


def pay_share(pay: int, among: int, *, takes_rest: bool) -> int:
    """A share of a pay `among` so many, and with it what cannot be split evenly. Source: A-56"""
    return pay // among + (pay % among if takes_rest else 0)


def profile_counts(profile: Profile) -> Counter[str]:
    """Weapons and rules by name, with how many there are of each. Source: OPR-61"""
    found: Counter[str] = Counter()
    for weapon in profile.weapons:
        found[weapon.label] += weapon.count
    return found + Counter({special_rule_text(rule): 1 for rule in profile.rules})


def count_labels(some: Counter[str]) -> tuple[str, ...]:
    """`("2x Rifle", "Shield")`. Source: OPR-61"""
    return tuple(f"{count}x {name}" if count > 1 else name for name, count in some.items())


def special_rule_text(rule: SpecialRule) -> str:
    """`Tough(3)`. Source: OPR-61"""
    return rule.label if rule.rating is None else f"{rule.label}({rule.rating})"
