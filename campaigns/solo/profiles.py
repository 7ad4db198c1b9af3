"""What a unit of a list is in the rules' terms: its profile, its weapons, its special rules.

Games against the app take them as they are; leagues, which lie above, let their players correct them first.
"""

from __future__ import annotations

from campaigns import imports
from rules.opr.state import Profile, SpecialRule, Weapon


def profile_of(unit: imports.ImportedUnit) -> Profile:
    return Profile(
        unit.quality or 0,
        unit.defense or 0,
        unit.tough if unit.tough > 1 else 0,
        unit.size,
        weapons_from(unit.weapons),
        imported_rules(unit),
    )


def imported_rules(unit: imports.ImportedUnit) -> tuple[SpecialRule, ...]:
    """The unit's own rules, then each item by its name with those it gives.

    An item that a priced upgrade names stands with the upgrades already.
    """
    priced = {upgrade.label.casefold() for upgrade in unit.upgrades}
    found = list(rules_from(unit.rules))
    for item in unit.items:
        if not {item.name.casefold(), item.label.casefold()} & priced:
            found.append(SpecialRule(f"{item.count}x {item.name}" if item.count > 1 else item.name))
        found += rules_from(item.rules)
    return tuple(dict.fromkeys(found))


def weapons_from(weapons: tuple[imports.ListedWeapon, ...]) -> tuple[Weapon, ...]:
    return tuple(_weapon(weapon) for weapon in weapons)


def rules_from(rules: tuple[imports.Rule, ...]) -> tuple[SpecialRule, ...]:
    """Rules each once; the ones that add to another keep their plus in the name."""
    found = [SpecialRule(rule.label) if rule.plus else SpecialRule(rule.name, rule.rating) for rule in rules]
    return tuple(dict.fromkeys(found))


def _weapon(weapon: imports.ListedWeapon) -> Weapon:
    piercing = [f"AP({weapon.ap})"] if weapon.ap else []
    rules = (*piercing, *(rule.label for rule in weapon.rules))
    return Weapon(weapon.name, weapon.range_inches, weapon.attacks, weapon.count, rules)
