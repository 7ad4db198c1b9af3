"""What a unit carries, by name: two sheets of it are compared and told by this."""

from __future__ import annotations

from collections import Counter

from rules.opr.state import Profile, SpecialRule


def carried(profile: Profile) -> Counter[str]:
    """Weapons and rules by name, with how many there are of each. Source: OPR-61"""
    found: Counter[str] = Counter()
    for weapon in profile.weapons:
        found[weapon.label] += weapon.count
    return found + Counter({rule_text(rule): 1 for rule in profile.rules})


def counted(some: Counter[str]) -> tuple[str, ...]:
    """`("2x Rifle", "Shield")`. Source: OPR-61"""
    return tuple(f"{count}x {name}" if count > 1 else name for name, count in some.items())


def rule_text(rule: SpecialRule) -> str:
    """`Tough(3)`. Source: OPR-61"""
    return rule.label if rule.rating is None else f"{rule.label}({rule.rating})"
