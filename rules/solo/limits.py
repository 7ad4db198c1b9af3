"""How long names and how large figures may be that people bring to a solo game.

Only what nobody would type on purpose is refused, with a sentence that names the field.
"""

from __future__ import annotations

from collections.abc import Iterable

from rules.engine.language import mark, mark_in, said, say
from rules.engine.refusals import Refused
from rules.solo.state import ArmyRule, PoolList, SoloWeapon, Spell, TableSide, Unit

NAME, SHORT, ID = 120, 60, 60
MOST = 9999
FARTHEST = 120

# What the fields of figures are called.
FIELDS = {
    "ap": mark("AP"),
    "attacks": mark_in("how many attacks a weapon has", "attacks"),
    "cost": mark("cost"),
    "count": mark("count"),
    "defense": mark("defense"),
    "inches": mark("inches"),
    "models": mark("models"),
    "number": mark("number"),
    "place": mark_in("where in a row", "place"),
    "points": mark("points"),
    "quality": mark("quality"),
    "range": mark("range"),
    "reach": mark("reach"),
    "sides": mark("sides"),
    "top_upgrade": mark("top upgrade"),
    "tough": mark("tough"),
    "units": mark("units"),
    "wounds": mark("wounds"),
}


def name(words: str, field: str, most: int = NAME) -> None:
    """A name, of a thing or of a rule, or an id."""
    if len(words) > most:
        raise Refused("", say("A name can have at most {most} characters.", most=most), field)


def figure(value: int, field: str, least: int = 0, most: int = MOST) -> None:
    """A figure of a field."""
    if not least <= value <= most:
        what = said(FIELDS[field])
        raise Refused("", say("{field}: {least} to {most}.", field=what, least=least, most=most), field)


def check_side(one: TableSide) -> None:
    """A side with its name and figures."""
    name(one.name, "sides")
    name(one.id, "sides", ID)
    for value in (one.seat, one.points, one.underdog):
        figure(value, "sides")


def check_unit(one: Unit) -> None:
    """A unit with all it carries."""
    name(one.name, "units")
    name(one.id, "units", ID)
    figure(one.quality, "quality", 1, 6)
    figure(one.defense, "defense", 1, 6)
    figure(one.tough, "tough", 1, 99)
    figure(one.models, "models", 1, 99)
    figure(one.points, "points", -MOST)
    figure(one.top_upgrade, "top_upgrade", -MOST)
    for value in (one.wounds, one.tokens):
        figure(value, "units")
    for carried in one.weapons:
        weapon(carried)
    army_rules(one.army_rules)


def weapon(one: SoloWeapon) -> None:
    """A weapon's profile."""
    name(one.label, "weapons")
    figure(one.count, "count", 1, 99)
    figure(one.attacks, "attacks", 0, 99)
    figure(one.ap, "ap", 0, 6)
    figure(one.range, "range", 0, FARTHEST)


def army_rules(some: Iterable[ArmyRule]) -> None:
    """The rules of an army."""
    for one in some:
        name(one.label, "army_rules", SHORT)
        figure(one.reach, "reach", 0, FARTHEST)


def spells(some: Iterable[Spell]) -> None:
    """A list of spells."""
    for one in some:
        name(one.name, "spells", SHORT)
        name(one.id, "spells", ID)
        figure(one.number, "number", 1, 36)
        figure(one.cost, "cost", 0, 20)
        figure(one.reach, "reach", 0, FARTHEST)


def check_pool(some: Iterable[PoolList]) -> None:
    """Lists to draw from, unit by unit."""
    for one in some:
        name(one.name, "pool")
        name(one.id, "pool", ID)
        figure(one.points, "points")
        for each in one.units:
            check_unit(each)
