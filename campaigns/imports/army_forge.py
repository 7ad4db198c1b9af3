"""Read a resolved Army Forge list (JSON) in the field names of 2023 as well as those of 2026. What Army Forge
shares as text, as most people paste it, `campaigns.imports.text` reads.

The service is undocumented, so this reads leniently: a field that is missing or odd costs a remark, not
the list. A unit's points are its `cost` plus, for every chosen option, the price `costs` states for this
very unit, or else the option's own `cost`; so they add up to the list's points exactly.
Save files name no units and no prices: they are refused with a word on what to bring instead.
"""

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import replace

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
    LABEL_LENGTH,
    MOST_PIECES,
    MOST_POINTS,
    MOST_UNITS,
    Reading,
    clean_text,
    points_told,
    rule_from,
    too_many_units,
    units_told,
    whole_number,
)
from campaigns.imports.ties import ListEntry, tied
from rules.engine.plain import JsonObject

NO_PRICE = 9_999  # what the list builder writes where an army book has taken an option away


def is_save_file(data: JsonObject) -> bool:
    return "saveVersion" in data or isinstance(data.get("list"), dict)


def is_list(data: JsonObject) -> bool:
    units = data.get("units")
    return isinstance(units, list) and (
        "gameSystem" in data or any("selectionId" in unit for unit in _dicts(units))
    )


def refuse_save_file(data: JsonObject) -> Unreadable:
    held = data.get("list")
    inner: JsonObject = held if isinstance(held, dict) else {}
    facts = [clean_text(inner.get("name")) or clean_text(data.get("armyName"))]
    facts += [clean_text(data.get("armyFaction"))]
    facts += [points_told(points)] if (points := whole_number(data.get("listPoints"))) is not None else []
    facts += [units_told(len(units))] if isinstance(units := inner.get("units"), list) else []
    sentence = _(
        "This is an Army Forge save file (%(facts)s). "
        "It holds neither the names nor the prices of its units. Open the list in Army Forge, share it as "
        "text and paste that text here."
    )
    return Unreadable(sentence % {"facts": ", ".join(filter(None, facts)) or _("unnamed")})


def read_army_forge(data: JsonObject, known_traits: Collection[str] = ()) -> ImportedList:
    """The list; raises Unreadable for a save file, for a list without units and for too many of them."""
    if is_save_file(data):
        raise refuse_save_file(data)
    reading = Reading()
    name = reading.name(data.get("name"), _("List"), _("The list"), _("My army"))
    units = tied(_entries(data.get("units"), reading), reading)
    _extras(data, name, reading)
    reading.check_traits(units, known_traits)
    reading.check_tough(units)
    return reading.finished(
        name, _system(data, name, reading), _limit(data, name, reading), _stated(data), units
    )


def _system(data: JsonObject, name: str, reading: Reading) -> str:
    system = clean_text(data.get("gameSystem"), 20).lower()
    if system not in SYSTEMS:
        if system:
            sentence = _("The game “%(game)s” is not one we recognise, but we’ve read the list anyway.")
        else:
            sentence = _("The list does not say which game it is for, but we’ve read it anyway.")
        reading.note("assumed", name, sentence % {"game": system})
    return system


def _limit(data: JsonObject, name: str, reading: Reading) -> int | None:
    return reading.optional(data.get("pointsLimit"), name, _("The points limit"), 0, MOST_POINTS, 0) or None


def _stated(data: JsonObject) -> int | None:
    return whole_number(data.get("listPoints", data.get("points")))


def _extras(data: JsonObject, name: str, reading: Reading) -> None:
    """What a list carries besides its units."""
    if data.get("specialRules"):
        reading.note("ignored", name, _("Special rules are imported by name only, without their texts."))
    if errors := data.get("forceOrgErrors"):
        count = len(errors) if isinstance(errors, list) else 1
        sentence = ngettext(
            "The list builder itself reports %(n)s problem with this list.",
            "The list builder itself reports %(n)s problems with this list.",
            count,
        )
        reading.note("understood", name, sentence % {"n": count})


def _entries(raw: object, reading: Reading) -> list[ListEntry]:
    entries = raw if isinstance(raw, list) else []
    if len(entries) > MOST_UNITS:
        raise too_many_units(len(entries))
    found = []
    for number, entry in enumerate(entries, 1):
        if isinstance(entry, dict) and ("name" in entry or "cost" in entry):
            found.append(_entry(entry, number, reading))
        else:
            where = _("Entry %(n)s") % {"n": number}
            reading.note("refused", where, _("This is not a unit we can read, so it was left out."))
    return found


def _entry(raw: JsonObject, number: int, reading: Reading) -> ListEntry:
    unit = _unit(raw, number, reading)
    selection = clean_text(raw.get("selectionId")) or unit.key
    return ListEntry(selection, clean_text(raw.get("joinToUnit")), raw.get("combined") is True, unit)


def _unit(raw: JsonObject, number: int, reading: Reading) -> ImportedUnit:
    name = reading.name(
        raw.get("name") or raw.get("genericName"),
        _("Entry %(n)s") % {"n": number},
        _("A unit"),
        _("Unit %(n)s") % {"n": number},
    )
    own = clean_text(raw.get("customName"))
    where = own or name
    base = reading.price(raw.get("cost"), where, _("The price"), 0, MOST_POINTS)
    upgrades = _upgrades(raw, where, reading)
    weapons, items, gained = _equipment(raw, where, reading)
    unit = ImportedUnit(
        key=f"u{number}",
        name=name,
        custom_name=own if own != name and own else None,
        size=reading.number(raw.get("size"), where, _("The size"), 1, 1000, 1),
        points=_points(base, upgrades, where, reading),
        base_points=base,
        quality=reading.stat(raw.get("quality"), where, _("Quality")),
        defense=reading.stat(raw.get("defense"), where, _("Defense")),
        weapons=merged_weapons(weapons),
        rules=_rules(raw, gained, where, reading),
        items=merged_items(items),
        upgrades=upgrades,
        experience=reading.optional(raw.get("xp"), where, _("The experience"), 0, 1000, 0),
        traits=_traits(raw, where, reading),
    )
    _remarks(raw, where, reading)
    return settled(unit)


def _remarks(raw: JsonObject, where: str, reading: Reading) -> None:
    if clean_text(raw.get("notes")):
        reading.note("ignored", where, _("The notes on this unit are not imported."))
    if raw.get("valid") is False:
        reading.note("understood", where, _("The list builder marks this unit as not allowed."))


def _points(base: int, upgrades: Iterable[ListedUpgrade], where: str, reading: Reading) -> int:
    points = base + sum(upgrade.price for upgrade in upgrades)
    return reading.number(points, where, _("Price with all upgrades"), 0, MOST_POINTS, 0)


def _traits(raw: JsonObject, where: str, reading: Reading) -> tuple[str, ...]:
    names = [
        clean_text(trait.get("name") if isinstance(trait, dict) else trait)
        for trait in _list(raw.get("traits"))
    ]
    if "" in names:
        reading.note("refused", where, _("A trait without a name was left out."))
    return tuple(reading.several([name for name in names if name], where, "traits"))


def _upgrades(raw: JsonObject, where: str, reading: Reading) -> tuple[ListedUpgrade, ...]:
    upgrades = []
    for selected in reading.several(_list(raw.get("selectedUpgrades")), where, "upgrades"):
        option = selected.get("option") if isinstance(selected, dict) else None
        if isinstance(option, dict):
            label = reading.name(option.get("label"), where, _("An upgrade"), _("Upgrade"), LABEL_LENGTH)
            upgrades.append(ListedUpgrade(label, _price(option, raw.get("id"), where, label, reading)))
        else:
            reading.note(
                "refused",
                where,
                _("An upgrade with neither a name nor a price was left out; the points may be wrong."),
            )
    return tuple(upgrades)


def _price(option: JsonObject, book_id: object, where: str, label: str, reading: Reading) -> int:
    """The option's price for this unit of the army book, which may differ from unit to unit."""
    own = [cost.get("cost") for cost in _dicts(option.get("costs")) if cost.get("unitId") == book_id]
    price = own[0] if own else option.get("cost")
    if price == NO_PRICE:
        sentence = _(
            "%(name)s no longer has a price; it counts as 0 points. Choose the upgrade again in the list "
            "builder."
        )
        reading.note("refused", where, sentence % {"name": label})
        return 0
    what = _("The price of %(name)s") % {"name": label}
    return reading.price(price, where, what, -MOST_POINTS, MOST_POINTS)


def _equipment(
    raw: JsonObject, where: str, reading: Reading
) -> tuple[list[ListedWeapon], list[ListedItem], list[Rule]]:
    """Weapons, items and plain rules the unit really has."""
    weapons: list[ListedWeapon] = []
    items: list[ListedItem] = []
    rules: list[Rule] = []
    for entry in reading.several(_loadout(raw, where, reading), where, "equipment"):
        if not isinstance(entry, dict):
            reading.note("refused", where, _("A piece of equipment could not be read, so it was left out."))
        elif _is_weapon(entry):
            weapons.append(_weapon(entry, where, reading))
        elif _is_item(entry):
            held, within = _unpacked(entry, 1, where, reading)
            weapons += held
            items += within
        else:
            rules.append(_rule(entry, where, reading))
    return weapons, items, rules


def _loadout(raw: JsonObject, where: str, reading: Reading) -> list[object]:
    """The final equipment, with items of the army book that nothing replaced; or all of the book's."""
    book = [entry for key in ("equipment", "weapons", "items") for entry in _list(raw.get(key))]
    loadout = raw.get("loadout")
    if not isinstance(loadout, list):
        sentence = _("The list does not give the unit’s final equipment, so we took it from the army book.")
        reading.note("assumed", where, sentence)
        return book
    known = {clean_text(entry.get("name")) for entry in _dicts(loadout)} | _replaced(raw)
    kept = [item for item in _dicts(raw.get("items")) if clean_text(item.get("name")) not in known]
    for item in kept:
        name = clean_text(item.get("name")) or _("An item")
        sentence = _("%(name)s was kept: the army book includes it and nothing replaces it.")
        reading.note("assumed", where, sentence % {"name": name})
    return loadout + kept


def _replaced(raw: JsonObject) -> set[str]:
    """Names of the equipment that chosen upgrades replace."""
    sections = _dicts([selected.get("upgrade") for selected in _dicts(raw.get("selectedUpgrades"))])
    replacing = [section for section in sections if section.get("variant") == "replace"]
    return {clean_text(target) for section in replacing for target in _list(section.get("targets"))}


def _is_weapon(entry: JsonObject) -> bool:
    return entry.get("type") == "ArmyBookWeapon" or "attacks" in entry


def _weapon(raw: JsonObject, where: str, reading: Reading) -> ListedWeapon:
    name = reading.name(raw.get("name") or raw.get("label"), where, _("A weapon"), _("Weapon"))
    rules = _rule_list(raw.get("specialRules", raw.get("rules")), where, reading)
    of = {"name": name}
    return ListedWeapon(
        name=name,
        count=reading.optional(raw.get("count"), where, _("The number of %(name)s") % of, 0, MOST_PIECES, 1),
        range_inches=reading.optional(raw.get("range"), where, _("The range of %(name)s") % of, 0, 200, 0),
        attacks=reading.number(
            raw.get("attacks"), where, _("The number of attacks for %(name)s") % of, 0, 200, 1
        ),
        ap=max((rule.rating or 0 for rule in rules if rule.name == "AP"), default=0),
        rules=tuple(rule for rule in rules if rule.name != "AP"),
    )


def _is_item(entry: JsonObject) -> bool:
    return "content" in entry or entry.get("type") == "ArmyBookItem"


def _unpacked(
    raw: JsonObject, times: int, where: str, reading: Reading
) -> tuple[list[ListedWeapon], list[ListedItem]]:
    """An item with the weapons and items it holds. What it holds is counted for each of it."""
    item = _item(raw, where, reading)
    count = min(item.count * times, MOST_PIECES)
    weapons: list[ListedWeapon] = []
    items = [replace(item, count=count)]
    for part in _dicts(raw.get("content")):
        if _is_weapon(part):
            weapon = _weapon(part, where, reading)
            weapons.append(replace(weapon, count=min(weapon.count * count, MOST_PIECES)))
        elif _is_item(part):
            held, within = _unpacked(part, count, where, reading)
            weapons += held
            items += within
    return weapons, items


def _item(raw: JsonObject, where: str, reading: Reading) -> ListedItem:
    name = reading.name(raw.get("name") or raw.get("label"), where, _("An item"), _("Item"))
    content = [
        part
        for part in _list(raw.get("content"))
        if not (isinstance(part, dict) and (_is_weapon(part) or _is_item(part)))
    ]
    what = _("The number of %(name)s") % {"name": name}
    count = reading.optional(raw.get("count"), where, what, 0, MOST_PIECES, 1)
    return ListedItem(name, count, tuple(_rule_list(content, where, reading)))


def _rules(raw: JsonObject, gained: list[Rule], where: str, reading: Reading) -> tuple[Rule, ...]:
    """The unit's own rules, once each: the book's, those in the equipment, those an upgrade gives.

    A rule that adds to another (`Tough(+3)`) counts as often as one of these places names it.
    """
    gains = [gain for option in _options(raw) for gain in _dicts(option.get("gains"))]
    upgraded = [gain for gain in gains if gain.get("type") == "ArmyBookRule"]
    book = _rule_list(raw.get("rules", raw.get("specialRules")), where, reading)
    given = _rule_list(upgraded, where, reading)
    times = Counter(rule for rule in book + gained if rule.plus) | Counter(
        rule for rule in given if rule.plus
    )
    once = dict.fromkeys(book + gained + given)
    return tuple(rule for rule in once for _time in range(times[rule] if rule.plus else 1))


def _options(raw: JsonObject) -> list[JsonObject]:
    return _dicts([selected.get("option") for selected in _dicts(raw.get("selectedUpgrades"))])


def _rule_list(raw: object, where: str, reading: Reading) -> list[Rule]:
    rules = []
    for entry in reading.several(_list(raw), where, "rules"):
        if isinstance(entry, dict):
            rules.append(_rule(entry, where, reading))
        elif name := clean_text(entry):
            rules.append(Rule(name))
        else:
            reading.note("refused", where, _("A rule without a name was left out."))
    return rules


def _rule(raw: JsonObject, where: str, reading: Reading) -> Rule:
    label = str(raw.get("label"))
    name = reading.name(raw.get("name") or raw.get("label"), where, _("A rule"), _("Rule"))
    return rule_from(name, raw.get("rating"), raw.get("modify") is True or "(+" in label)


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def _dicts(value: object) -> list[JsonObject]:
    return [entry for entry in _list(value) if isinstance(entry, dict)]
