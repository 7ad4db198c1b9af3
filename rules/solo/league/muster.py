"""A league's unit as it comes to a solo game: its profile frozen, traits and later upgrades included.

What happens to the league's sheet afterwards changes nothing in a running game. Source: SOLO-28, SOLO-34,
SOLO-70, SOLO-82.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.solo.deciding.scores import rating
from rules.solo.printed import Printed
from rules.solo.state import SoloWeapon, Unit

if TYPE_CHECKING:
    from rules.opr import state as league

UNKNOWN = 4  # Quality and Defense nobody entered


def muster(unit: league.Unit, side: str, place: int = 0, *, id: str = "") -> Unit:
    """The unit for `side`, at its `place` of the list; `source` keeps its id in the league.

    Source: SOLO-28, SOLO-82
    """
    profile = unit.profile
    rules = tuple(dict.fromkeys(map(rule_label, _rules(unit))))
    return Unit(
        id=id or f"{side}.{unit.id}",
        side=side,
        name=unit.name,
        source=unit.id,
        hero=unit.hero,
        quality=profile.quality or UNKNOWN,
        defense=profile.defense or UNKNOWN,
        tough=max(profile.tough, rating(rules, Printed.TOUGH), 1) + unit.has("talent", "toughened"),
        models=max(profile.models, 1),
        points=unit.value,
        top_upgrade=max((item.points for item in unit.items), default=0),
        weapons=tuple(map(solo_weapon, _weapons(unit))),
        rules=rules,
        traits=tuple(trait_label(trait) for trait in unit.traits),
        place=place,
        out="undeployed",
    )


def _weapons(unit: league.Unit) -> list[league.Weapon]:
    """The profile's weapons, and those of upgrades bought since."""
    printed = {weapon.label for weapon in unit.profile.weapons}
    bought = [weapon for item in unit.items for weapon in item.weapons if weapon.label not in printed]
    return [*unit.profile.weapons, *bought]


def _rules(unit: league.Unit) -> list[league.SpecialRule]:
    return [*unit.profile.rules, *(rule for item in unit.items for rule in item.rules)]


def rule_label(rule: league.SpecialRule) -> str:
    """("Caster", 2) -> "Caster(2)". Source: SOLO-28"""
    return rule.label if rule.rating is None else f"{rule.label}({rule.rating})"


def solo_weapon(weapon: league.Weapon) -> SoloWeapon:
    """A weapon of the league's as the game knows it. Source: SOLO-28"""
    return SoloWeapon(
        label=weapon.label,
        count=max(weapon.count, 1),
        attacks=max(weapon.attacks, 1),
        ap=rating(weapon.rules, "AP"),
        range=weapon.range,
        rules=weapon.rules,
    )


def trait_label(trait: league.Trait) -> str:
    """("specialist", "melee") -> "Specialist(melee)", as the scores and moves know it.

    Source: SOLO-28, SOLO-34
    """
    name = trait.key.replace("_", " ").title()
    return f"{name}({trait.option})" if trait.option else name
