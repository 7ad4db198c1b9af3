"""Read the tree of a BattleScribe or New Recruit roster; `roster_files` tells how it comes.

Units, points, sizes, weapons and the names of what they carry are taken over. Data for One Page Rules' games
give a fighter a profile with Quality and Defense, and most of it types units as upgrades: what has such a
profile is a unit, and its rules, ratings included, are those of the profile. Other games have neither figure,
so those stay open.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.imports.lists import (
    SYSTEMS,
    ImportedList,
    ImportedUnit,
    ListedItem,
    ListedUpgrade,
    ListedWeapon,
    Rule,
    Unreadable,
    merged_items,
    merged_weapons,
    settled,
)
from campaigns.imports.reading import (
    MOST_POINTS,
    MOST_UNITS,
    Reading,
    clean_text,
    points_told,
    rule_in_words,
    split_outside_brackets,
    whole_number,
)
from rules.engine.language import decimal
from rules.engine.plain import JsonObject

HERO_CATEGORIES = {"hero", "heroes", "character", "epic hero"}
CASTER_CATEGORIES = {"wizard", "psyker"}
_MODELS = re.compile(r"(?P<count>\d{1,3}) ")
_UNIT_SIZE = re.compile(r"\[(?P<count>\d{1,3}) models?[][]$", re.IGNORECASE)  # `Combined Unit [10 models]`
_OWN_SIZE = re.compile(r" ?\[(?P<count>\d{1,3})(?: models?)?\]$", re.IGNORECASE)
_ATTACKS_IN_NAME = re.compile(r" \(A\d{1,3}\)$")
_PLACEHOLDER = re.compile(r"\([XxYy+]+\)$")  # `Tough(X)` names a rule of the book without this unit's rating
_QUALITY = ("quality", "qua", "q")
_DEFENSE = ("defense", "defence", "def", "d")
_RULES = ("special rules", "special rule", "rules")


def is_roster(data: JsonObject) -> bool:
    return isinstance(data.get("roster"), dict)


def read_roster(roster: JsonObject) -> ImportedList:
    """The list of a roster's tree; raises Unreadable if it has no units or far too many."""
    reading = Reading()
    name = reading.name(roster.get("name") or _("My army"), _("List"), _("The list"), _("My army"))
    selections = [
        selection for force in _dicts(roster, "forces") for selection in _dicts(force, "selections")
    ]
    units = [selection for selection in selections if _is_unit(selection)]
    if len(units) > MOST_UNITS:
        raise _too_many(len(units))
    for extra in (selection for selection in selections if not _is_unit(selection)):
        points = _rounded(sum(_own_points(each) for each in _nested(extra)))
        sentence = _("%(name)s (%(points)s) is not a unit and was left out.")
        told = {"name": clean_text(extra.get("name")) or _("An entry"), "points": points_told(points)}
        reading.note("ignored", name, sentence % told)
    stated = _rounded(_own_points(roster)) if roster.get("costs") else None
    read_units = [_unit(unit, number, reading) for number, unit in enumerate(units, 1)]
    _remark_on_missing(read_units, name, reading)
    return reading.finished(name, _system(roster), None, stated, read_units)


def _remark_on_missing(units: list[ImportedUnit], name: str, reading: Reading) -> None:
    missing = [unit.shown_name for unit in units if unit.quality is None or unit.defense is None]
    if len(missing) == len(units):
        sentence = _("The roster has no Quality or Defense; enter them if your game needs them.")
        reading.note("assumed", name, sentence)
    else:
        for unit in missing:
            reading.note("assumed", unit, _("This unit’s Quality or Defense is missing; enter it by hand."))


def _system(roster: JsonObject) -> str:
    """The code of a game we know, whatever stands between the words of its name; else the name."""
    name = clean_text(roster.get("gameSystemName"))
    codes = {_letters(full): code for code, full in SYSTEMS.items()}
    return codes.get(_letters(name), name or "other")


def _letters(text: str) -> str:
    return "".join(character for character in text.casefold() if character.isalnum())


def _too_many(n: int) -> Unreadable:
    sentence = ngettext(
        "This roster has %(n)s unit; more than %(most)s cannot be read.",
        "This roster has %(n)s units; more than %(most)s cannot be read.",
        n,
    )
    return Unreadable(sentence % {"n": n, "most": MOST_UNITS})


def _is_unit(selection: JsonObject) -> bool:
    return selection.get("type") in ("unit", "model") or _fighter(_nested(selection)) is not None


def _fighter(parts: Iterable[JsonObject]) -> JsonObject | None:
    """The first profile with Quality and Defense, whatever it is called."""
    profiles = (profile for part in parts for profile in _dicts(part, "profiles"))
    return next((each for each in profiles if _named(each, _QUALITY) and _named(each, _DEFENSE)), None)


def _named(profile: JsonObject, names: tuple[str, ...]) -> str:
    """What a profile says under one of these names; empty for a dash, too."""
    said = {
        clean_text(each.get("name")).casefold(): each.get("$text")
        for each in _dicts(profile, "characteristics")
    }
    text = next((clean_text(said[name], 400) for name in names if clean_text(said.get(name))), "")
    return "" if text in ("-", "–", "—") else text


def _unit(raw: JsonObject, number: int, reading: Reading) -> ImportedUnit:
    name = reading.name(
        _OWN_SIZE.sub("", clean_text(raw.get("name"))),
        _("Entry %(n)s") % {"n": number},
        _("A unit"),
        _("Unit %(n)s") % {"n": number},
    )
    own = clean_text(raw.get("customName"))
    where = own or name
    parts = list(_nested(raw))
    fighter = _fighter(parts)
    upgrades = tuple(_upgrade(part, where, reading) for part in parts[1:] if _is_priced_upgrade(part))
    total = _total(parts, where, reading)
    unit = ImportedUnit(
        key=f"u{number}",
        name=name,
        custom_name=own if own and own != name else None,
        size=_size(raw, parts, where, reading),
        points=total,
        base_points=total - sum(upgrade.price for upgrade in upgrades),
        weapons=tuple(reading.several(list(_weapons(parts, where, reading)), where, "weapons")),
        rules=tuple(reading.several(list(dict.fromkeys(_rules(parts, fighter))), where, "rules")),
        items=tuple(reading.several(merged_items(_items(parts, name, where, reading)), where, "items")),
        upgrades=tuple(reading.several(upgrades, where, "upgrades")),
    )
    return _with_figures(unit, raw, fighter, where, reading)


def _with_figures(
    unit: ImportedUnit, raw: JsonObject, fighter: JsonObject | None, where: str, reading: Reading
) -> ImportedUnit:
    """The unit as a hero or a caster by its categories; with a profile, all that follows from that."""
    categories = {clean_text(category.get("name")).casefold() for category in _dicts(raw, "categories")}
    is_hero, is_caster = bool(categories & HERO_CATEGORIES), bool(categories & CASTER_CATEGORIES)
    if fighter is None:
        return replace(unit, is_hero=is_hero, is_caster=is_caster)
    quality = reading.stat(_named(fighter, _QUALITY).rstrip("+"), where, _("Quality"))
    defense = reading.stat(_named(fighter, _DEFENSE).rstrip("+"), where, _("Defense"))
    tough = whole_number(_named(fighter, ("tough", "toughness")).rstrip("+"))
    if tough and not any(rule.name.casefold() == "tough" for rule in unit.rules):
        unit = replace(unit, rules=(*unit.rules, Rule("Tough", tough)))
    known = settled(replace(unit, quality=quality, defense=defense, weapons=merged_weapons(unit.weapons)))
    return replace(known, is_hero=known.is_hero or is_hero, is_caster=known.is_caster or is_caster)


def _total(parts: list[JsonObject], where: str, reading: Reading) -> int:
    """The points of a unit with all within it, halves counted together before they are rounded."""
    points = sum((_own_points(part) for part in parts), Decimal())
    if points != _rounded(points):
        sentence = _("This unit’s points add up to %(points)s, rounded to %(rounded)s.")
        told = {"points": decimal(f"{points.normalize():f}"), "rounded": _rounded(points)}
        reading.note("assumed", where, sentence % told)
    return reading.number(_rounded(points), where, _("The price"), 0, MOST_POINTS, 0)


def _nested(raw: JsonObject) -> Iterator[JsonObject]:
    """The selection and all within it, in the roster's order."""
    yield raw
    for selection in _dicts(raw, "selections"):
        yield from _nested(selection)


def _own_points(raw: JsonObject) -> Decimal:
    """Points of this selection alone; the roster gives texts like `180.0`."""
    names = ("pts", "points")
    return sum(
        (
            _points(cost.get("value"))
            for cost in _dicts(raw, "costs")
            if clean_text(cost.get("name")).casefold() in names
        ),
        Decimal(),
    )


def _points(value: object) -> Decimal:
    try:
        points = Decimal(str(value)) if isinstance(value, int | float | str) else Decimal()
    except InvalidOperation:
        return Decimal()
    if not points.is_finite():
        return Decimal()
    return points if abs(points) <= MOST_POINTS else Decimal(MOST_POINTS + 1)


def _rounded(points: Decimal | int) -> int:
    return int(Decimal(points).quantize(Decimal(1), ROUND_HALF_UP))


def _is_priced_upgrade(part: JsonObject) -> bool:
    return part.get("type") == "upgrade" and bool(_own_points(part)) and not _is_size(part)


def _is_size(part: JsonObject) -> bool:
    """Whether a selection only says how many models there are, and what they cost."""
    return bool(_UNIT_SIZE.search(clean_text(part.get("name"))))


def _upgrade(part: JsonObject, where: str, reading: Reading) -> ListedUpgrade:
    name = reading.name(part.get("name"), where, _("An upgrade"), _("Upgrade"))
    return ListedUpgrade(name, _rounded(_own_points(part)))


def _number(part: JsonObject, where: str, reading: Reading) -> int:
    return reading.optional(part.get("number"), where, _("The number of items"), 0, 1000, 1)


def _size(raw: JsonObject, parts: list[JsonObject], where: str, reading: Reading) -> int:
    """How many models: as a selection says in brackets, those named as models, those of the unit's own name,
    or counted in a name such as `20 Spearmen`.
    """
    name = clean_text(raw.get("name"))
    if stated := _stated_size(parts):
        return stated
    models = [part for part in parts if part.get("type") == "model"]
    models = models or [part for part in parts[1:] if _counts_models(part, name) or _is_namesake(part, name)]
    size = sum(_in_name(part) * _number(part, where, reading) for part in models)
    if not 1 <= size <= 1000:
        size = 1
    if models != [raw] and not (_fighter(parts) and not models):
        reading.note("assumed", where, _("We’ve assumed a size of %(size)s for this unit.") % {"size": size})
    return size


def _stated_size(parts: list[JsonObject]) -> int | None:
    """`Combined Unit [10 models]` within a unit, or `[5]` behind its own name."""
    inner = [match for part in parts[1:] if (match := _UNIT_SIZE.search(clean_text(part.get("name"))))]
    own = _OWN_SIZE.search(clean_text(parts[0].get("name")))
    sizes = [int(match["count"]) for match in ([inner[-1]] if inner else [own] if own else [])]
    return sizes[0] if sizes and 1 <= sizes[0] <= 1000 else None


def _is_namesake(part: JsonObject, unit: str) -> bool:
    return bool(unit) and clean_text(part.get("name")).casefold() == unit.casefold() and not _is_weapon(part)


def _counts_models(part: JsonObject, unit: str) -> bool:
    name = clean_text(part.get("name"))
    return bool(unit) and bool(_MODELS.match(name)) and unit.casefold() in name.casefold()


def _in_name(part: JsonObject) -> int:
    match = _MODELS.match(clean_text(part.get("name")))
    return int(match["count"]) if match else 1


def _weapons(parts: list[JsonObject], where: str, reading: Reading) -> Iterator[ListedWeapon]:
    for part in parts:
        for profile in _dicts(part, "profiles"):
            if "weapon" in clean_text(profile.get("typeName")).casefold():
                yield _weapon(profile, _number(part, where, reading), where, reading)


def _weapon(profile: JsonObject, count: int, where: str, reading: Reading) -> ListedWeapon:
    kind = clean_text(profile.get("typeName")).casefold()
    is_melee = "melee" in kind or _named(profile, ("type",)).casefold() == "melee"
    rules = [rule_in_words(part) for part in split_outside_brackets(_named(profile, _RULES))]
    ap = whole_number(_named(profile, ("ap",)).rstrip("+")) or 0
    return ListedWeapon(
        name=reading.name(
            _ATTACKS_IN_NAME.sub("", clean_text(profile.get("name"))), where, _("A weapon"), _("Weapon")
        ),
        count=count,
        range_inches=0 if is_melee else _within(_named(profile, ("range",))),
        attacks=_within(_named(profile, ("attacks", "a")).removeprefix("A")),
        ap=max([ap, *(rule.rating or 0 for rule in rules if rule.name == "AP")]),
        rules=tuple(rule for rule in rules if rule.name != "AP"),
    )


def _within(value: object) -> int:
    number = whole_number(value)
    return number if number is not None and 0 <= number <= 200 else 0


def _rules(parts: list[JsonObject], fighter: JsonObject | None) -> Iterator[Rule]:
    """A fighter's rules as its profile gives them; without such a profile, the rules and abilities listed."""
    if stated := _named(fighter, _RULES) if fighter else "":
        yield from (rule_in_words(part) for part in split_outside_brackets(stated))
        return
    for part in parts[:1] if fighter else parts:
        abilities = [
            each
            for each in _dicts(part, "profiles")
            if "abilit" in clean_text(each.get("typeName")).casefold()
        ]
        for entry in _dicts(part, "rules") + abilities:
            if (name := clean_text(entry.get("name"))) and not _PLACEHOLDER.search(name):
                yield Rule(name)


def _items(parts: list[JsonObject], unit: str, where: str, reading: Reading) -> Iterator[ListedItem]:
    """What is carried and is no weapon, with the rules that it gives."""
    for part in parts[1:]:
        name = clean_text(part.get("name"))
        if name and part.get("type") == "upgrade" and not _is_more_than_an_item(part, unit):
            given = [_named(profile, _RULES) for profile in _dicts(part, "profiles")]
            rules = [rule_in_words(rule) for text in given for rule in split_outside_brackets(text)]
            yield ListedItem(name, max(_number(part, where, reading), 1), tuple(dict.fromkeys(rules)))


def _is_more_than_an_item(part: JsonObject, unit: str) -> bool:
    """Whether a selection is a weapon, counts models, or only holds what stands within it."""
    holds = bool(_dicts(part, "selections")) and not _dicts(part, "profiles")
    return (
        holds
        or _is_weapon(part)
        or _is_size(part)
        or _is_namesake(part, unit)
        or _counts_models(part, unit)
        or bool(_fighter([part]))
    )


def _is_weapon(part: JsonObject) -> bool:
    return any(
        "weapon" in clean_text(profile.get("typeName")).casefold() for profile in _dicts(part, "profiles")
    )


def _dicts(node: JsonObject, key: str) -> list[JsonObject]:
    value = node.get(key)
    return [entry for entry in value if isinstance(entry, dict)] if isinstance(value, list) else []
