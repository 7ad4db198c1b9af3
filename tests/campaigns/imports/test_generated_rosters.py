"""Rosters made up in the shapes of published data: what goes in comes out exactly, whichever way it comes."""

from __future__ import annotations

import io
import json
import zipfile
from dataclasses import dataclass
from typing import Any
from xml.sax.saxutils import quoteattr

from hypothesis import given
from hypothesis import strategies as st

from campaigns.imports import ImportedList, read_army_list
from campaigns.solo.profiles import profile_of
from rules.engine.plain import JsonObject

WORDS = st.text(alphabet="abcdefgÄéß ’-", min_size=3, max_size=12)
NAMES = WORDS.map(lambda text: " ".join(f"U{text}x".split()))
THINGS = WORDS.map(lambda text: " ".join(f"G{text}x".split()))  # one called like its unit is a model of it
RULES = st.lists(
    st.sampled_from(["Fearless", "Strider", "Tough(3)", "Impact(2)", "Caster(1)", "Hero"]),
    unique=True,
    max_size=4,
)
SYSTEMS = {
    "Grimdark Future": "gf",
    "Grimdark Future  Firefight": "gff",
    "Age of Fantasy": "aof",
    "Age of Fantasy: Skirmish": "aofs",
    "Somebody’s own": "Somebody’s own",
}


@dataclass(frozen=True)
class Gear:
    """A weapon or an item with its price, and how its profile is written."""

    name: str
    count: int
    price: int
    attacks: int  # 0: an item
    inches: int
    ap: int
    rules: tuple[str, ...]
    in_column: bool
    lettered: bool

    @property
    def label(self) -> str:
        figures = [f'{self.inches}"'] if self.inches else []
        figures += [f"A{self.attacks}", *([f"AP({self.ap})"] if self.ap else []), *self.rules]
        return f"{self.count}x {self.name} ({', '.join(figures)})"


@dataclass(frozen=True)
class Fighter:
    """A unit, and in which of the published shapes it is written."""

    name: str
    kind: str  # unit, model or upgrade
    size: int
    price: int
    quality: int
    defense: int
    short: bool  # Qua and Def instead of Quality and Defense
    shape: (
        str  # where its size stands: `[10]` behind the name, a selection `Combined Unit [10 models]` within,
    )
    # or selections of models that carry profile and gear
    rules: tuple[str, ...]
    gear: tuple[Gear, ...]


gears = st.builds(
    Gear,
    name=THINGS,
    count=st.integers(1, 12),
    price=st.sampled_from([0, 5, 10]),
    attacks=st.integers(0, 6),
    inches=st.sampled_from([0, 12, 24]),
    ap=st.integers(0, 4),
    rules=st.lists(st.sampled_from(["Rending", "Blast(3)", "Deadly(3)"]), unique=True, max_size=2).map(tuple),
    in_column=st.booleans(),
    lettered=st.booleans(),
)
fighters = st.builds(
    Fighter,
    name=NAMES,
    kind=st.sampled_from(["unit", "model", "upgrade"]),
    size=st.integers(1, 20),
    price=st.integers(0, 400),
    quality=st.integers(2, 6),
    defense=st.integers(2, 6),
    short=st.booleans(),
    shape=st.sampled_from(["name", "within", "models", "two kinds of models"]),
    rules=RULES.map(tuple),
    gear=st.lists(gears, max_size=4, unique_by=lambda gear: gear.name).map(tuple),
)


def profile(name: str, kind: str, **texts: object) -> JsonObject:
    told = [{"name": key.replace("_", " "), "$text": str(text)} for key, text in texts.items()]
    return {"name": name, "typeName": kind, "characteristics": told}


def selection(name: str, kind: str, price: int, **more: Any) -> JsonObject:
    return {"name": name, "type": kind, "costs": [{"name": "pts", "value": f"{price}.0"}], **more}


def gear_selection(gear: Gear) -> JsonObject:
    said = ", ".join(gear.rules) or "-"
    if not gear.attacks:
        shown = profile(gear.name, "Enhancement", Special_Rules=said)
    else:
        ap = {"AP": gear.ap or "-"} if gear.in_column else {}
        if gear.ap and not gear.in_column:
            said = ", ".join([f"AP({gear.ap})", *gear.rules])
        reach = {"Range": f'{gear.inches}"'} if gear.inches else {}
        shown = profile(
            f"{gear.name} (A{gear.attacks})" if gear.lettered else gear.name,
            "Ranged Weapon" if gear.inches else "Melee Weapon",
            Attacks=f"A{gear.attacks}" if gear.lettered else gear.attacks,
            Special_Rules=said,
            **reach,
            **ap,
        )
    placeholders = [{"name": "AP(X)"}] if gear.ap else []
    number = str(gear.count)
    return selection(gear.name, "upgrade", gear.price, number=number, profiles=[shown], rules=placeholders)


def unit_selection(fighter: Fighter) -> JsonObject:
    figures = {"Qua": fighter.quality, "Def": fighter.defense} if fighter.short else {}
    figures = figures or {"Quality": fighter.quality, "Defense": fighter.defense}
    texts = {key: f"{value}+" for key, value in figures.items()}
    rules = ", ".join(fighter.rules) or " - "
    shown = profile(fighter.name, "Model" if fighter.short else "Unit", Special_Rules=rules, **texts)
    placeholders = [
        {"name": f"{rule.partition('(')[0]}(X)" if "(" in rule else rule} for rule in fighter.rules
    ]
    seen: JsonObject = {"profiles": [shown], "rules": placeholders}
    held = [gear_selection(gear) for gear in fighter.gear]
    if fighter.shape.endswith("models"):
        models = model_selections(fighter, seen, held)
        return selection(fighter.name, "unit", 0, number="1", selections=models)
    if fighter.shape == "within":
        held = [selection(f"Combined Unit [{fighter.size} models]", "upgrade", 0, selections=held)]
    name = fighter.name if fighter.shape == "within" else f"{fighter.name} [{fighter.size}]"
    return selection(name, fighter.kind, fighter.price, number="1", selections=held, **seen)


def model_selections(fighter: Fighter, seen: JsonObject, held: list[JsonObject]) -> list[JsonObject]:
    """Its models: all alike, or their leader apart from them, who holds what the unit has been given."""
    if fighter.shape == "models" or fighter.size == 1:
        number = str(fighter.size)
        return [selection("Trooper", "model", fighter.price, number=number, selections=held, **seen)]
    others = selection("Trooper", "model", 0, number=str(fighter.size - 1), **seen)
    return [selection("Sergeant", "model", fighter.price, number="1", selections=held, **seen), others]


def xml(tag: str, node: JsonObject) -> str:
    singular = {"characteristics": "characteristic", "categories": "category"}
    lists = {key: value for key, value in node.items() if isinstance(value, list)}
    plain = {key: str(value) for key, value in node.items() if key not in lists and key != "$text"}
    attributes = "".join(f" {key}={quoteattr(value)}" for key, value in plain.items())
    inner = "".join(
        f"<{key}>{''.join(xml(singular.get(key, key[:-1]), each) for each in entries)}</{key}>"
        for key, entries in lists.items()
    )
    return f"<{tag}{attributes}>{node.get('$text', '')}{inner}</{tag}>"


def three_ways(roster: JsonObject) -> list[bytes]:
    document = f'<?xml version="1.0" encoding="UTF-8"?>{xml("roster", roster)}'.encode()
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("a.ros", document)
    return [document, packed.getvalue(), json.dumps({"roster": roster}).encode()]


def total(fighter: Fighter) -> int:
    return fighter.price + sum(gear.price for gear in fighter.gear)


def roster_of(units: list[Fighter], system: str) -> JsonObject:
    points = sum(total(unit) for unit in units)
    force = {"name": "Army", "selections": [unit_selection(unit) for unit in units]}
    costs = [{"name": "pts", "value": f"{points}.0"}]
    return {"name": "Made up", "gameSystemName": system, "costs": costs, "forces": [force]}


@given(st.lists(fighters, min_size=1, max_size=5), st.sampled_from(sorted(SYSTEMS)))
def test_what_goes_in_comes_out_exactly(units: list[Fighter], system: str) -> None:
    first, *others = [read_army_list(way) for way in three_ways(roster_of(units, system))]
    assert all(other == first for other in others)
    assert first.system == SYSTEMS[system]
    assert first.points == sum(total(unit) for unit in units)
    assert [notice.level for notice in first.notices if notice.level != "assumed"] == ["understood"]
    for unit, fighter in zip(first.units, units, strict=True):
        assert unit.name == fighter.name
        assert (unit.size, unit.points) == (fighter.size, total(fighter))
        assert (unit.quality, unit.defense) == (fighter.quality, fighter.defense)
        assert [rule.label for rule in unit.rules] == list(fighter.rules)
        assert unit.is_hero == ("Hero" in fighter.rules)
        _assert_gear(first, unit.key, fighter)


def _assert_gear(found: ImportedList, key: str, fighter: Fighter) -> None:
    unit = next(unit for unit in found.units if unit.key == key)
    said = [f"{weapon.count}x {weapon.label}" for weapon in unit.weapons]
    assert said == [gear.label for gear in fighter.gear if gear.attacks]
    items = [(item.name, item.count, [rule.label for rule in item.rules]) for item in unit.items]
    assert items == [(gear.name, gear.count, list(gear.rules)) for gear in fighter.gear if not gear.attacks]
    named = [rule.label for rule in profile_of(unit).rules] + [upgrade.label for upgrade in unit.upgrades]
    for item in unit.items:
        assert {item.name, f"{item.count}x {item.name}"} & set(named)
    priced = [(gear.name, gear.price) for gear in fighter.gear if gear.price]
    assert [(upgrade.label, upgrade.price) for upgrade in unit.upgrades] == priced
