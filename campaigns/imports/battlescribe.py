"""Read a roster of BattleScribe or New Recruit: XML (.ros), the same zipped (.rosz), or JSON.

All three are one tree of selections. Units, points, sizes, weapons and the names of what they carry are
taken over; these games have no Quality and Defense, so those stay open. Files from outside are not
trusted: no document type or entities, one roster per archive, and a limit on what it unpacks to.

Python's own parser fetches nothing from outside, its expat stops what unfolds without end, and the builder
here refuses a document type, where every such attack begins. That is what defusedxml would do (its last
release is of 2021), and lxml is twelve megabytes for one reader.
"""

import io
import re
import xml.etree.ElementTree as ET
import zipfile
import zlib
from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from campaigns.imports.lists import (
    ImportedList,
    ImportedUnit,
    Item,
    Rule,
    Unreadable,
    Upgrade,
    Weapon,
    merged_items,
)
from campaigns.imports.reading import MOST_POINTS, MOST_UNITS, Reading, clean, points_told, whole
from rules.engine.plain import JsonObject

MOST_UNZIPPED = 4_000_000
HERO_CATEGORIES = {"hero", "character", "epic hero"}
CASTER_CATEGORIES = {"wizard", "psyker"}
_LISTS = ("costs", "forces", "selections", "categories", "profiles", "characteristics", "rules")
_MODELS = re.compile(r"(?P<count>\d{1,3}) ")
_DAMAGED = gettext_noop("This roster is damaged and cannot be read. Export it again and bring that file.")


def is_zip(data: bytes) -> bool:
    return data.startswith(b"PK\x03\x04")


def is_xml(content: str) -> bool:
    return content.startswith(("<?xml", "<roster", "<!--"))


def is_roster(data: JsonObject) -> bool:
    return isinstance(data.get("roster"), dict)


def unzipped(data: bytes) -> bytes:
    """The one roster in an archive; raises Unreadable if there is none, several, or far too large a one."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = [member for member in archive.infolist() if member.filename.lower().endswith(".ros")]
            if len(members) != 1:
                raise Unreadable(_("An archive must contain exactly one roster (.ros); this one does not."))
            if members[0].compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                raise Unreadable(
                    _("This archive is packed in a way we cannot read. Save it as an ordinary zip.")
                )
            with archive.open(members[0]) as file:
                content = file.read(MOST_UNZIPPED + 1)
    except (zipfile.BadZipFile, zlib.error, RuntimeError, ValueError, OSError, EOFError):
        raise Unreadable(_("This archive is damaged or locked and cannot be opened.")) from None
    if len(content) > MOST_UNZIPPED:
        raise Unreadable(_("What this archive unpacks to is far too large for a roster."))
    return content


def read_xml(content: str) -> ImportedList:
    parser = ET.XMLParser(target=_Builder())  # noqa: S314  the builder refuses what defusedxml would
    try:
        parser.feed(content)
        root = parser.close()
    except (ET.ParseError, ValueError):
        raise Unreadable(_(_DAMAGED)) from None
    if _tag(root) != "roster":
        raise Unreadable(_("This is XML, but not a roster of BattleScribe or New Recruit."))
    return read(_tree(root))


class _Builder(ET.TreeBuilder):
    """A tree of elements and nothing else: see the module's first lines."""

    def doctype(self, name: str, pubid: str | None, system: str | None) -> None:
        forbidden = _("This roster declares a document type, which is not allowed.")
        raise Unreadable(f"{forbidden} {_(_DAMAGED)}")


def _tag(element: ET.Element) -> str:
    return element.tag.rpartition("}")[2]


def _tree(element: ET.Element) -> JsonObject:
    """The element in the shape of the JSON export: attributes as keys, child lists as lists."""
    node: JsonObject = dict(element.attrib)
    node["$text"] = element.text
    for child in element:
        if _tag(child) in _LISTS:
            node[_tag(child)] = [_tree(entry) for entry in child]
    return node


def read(roster: JsonObject) -> ImportedList:
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
        points = sum(_own_points(each) for each in _nested(extra))
        sentence = _("%(name)s (%(points)s) is not a unit and is left out.")
        told = {"name": clean(extra.get("name")) or _("An entry"), "points": points_told(points)}
        reading.note("ignored", name, sentence % told)
    reading.note(
        "assumed", name, _("The roster has no Quality and Defense; enter them if your game needs them.")
    )
    system = clean(roster.get("gameSystemName")) or "other"
    stated = _own_points(roster) if roster.get("costs") else None
    read_units = [_unit(unit, number, reading) for number, unit in enumerate(units, 1)]
    return reading.finished(name, system, None, stated, read_units)


def _too_many(n: int) -> Unreadable:
    sentence = ngettext(
        "This roster has %(n)s unit; more than %(most)s cannot be read.",
        "This roster has %(n)s units; more than %(most)s cannot be read.",
        n,
    )
    return Unreadable(sentence % {"n": n, "most": MOST_UNITS})


def _is_unit(selection: JsonObject) -> bool:
    return selection.get("type") in ("unit", "model")


def _unit(raw: JsonObject, number: int, reading: Reading) -> ImportedUnit:
    name = reading.name(
        raw.get("name"), _("Entry %(n)s") % {"n": number}, _("A unit"), _("Unit %(n)s") % {"n": number}
    )
    own = clean(raw.get("customName"))
    where = own or name
    parts = list(_nested(raw))
    upgrades = tuple(_upgrade(part, where, reading) for part in parts[1:] if _is_priced_upgrade(part))
    points = sum(_own_points(part) for part in parts)
    total = reading.number(points, where, _("The price"), 0, MOST_POINTS, 0)
    categories = {clean(category.get("name")).casefold() for category in _dicts(raw, "categories")}
    return ImportedUnit(
        key=f"u{number}",
        name=name,
        custom_name=own if own and own != name else None,
        size=_size(raw, parts, where, reading),
        points=total,
        base_points=total - sum(upgrade.price for upgrade in upgrades),
        is_hero=bool(categories & HERO_CATEGORIES),
        is_caster=bool(categories & CASTER_CATEGORIES),
        weapons=tuple(reading.several(list(_weapons(parts, where, reading)), where, "weapons")),
        rules=tuple(reading.several(list(dict.fromkeys(_rules(parts))), where, "rules")),
        items=tuple(reading.several(merged_items(_items(parts, name, where, reading)), where, "items")),
        upgrades=tuple(reading.several(upgrades, where, "upgrades")),
    )


def _nested(raw: JsonObject) -> Iterator[JsonObject]:
    """The selection and all within it, in the roster's order."""
    yield raw
    for selection in _dicts(raw, "selections"):
        yield from _nested(selection)


def _own_points(raw: JsonObject) -> int:
    """Points of this selection alone; the roster gives texts like `180.0`."""
    names = ("pts", "points")
    return sum(
        _points(cost.get("value"))
        for cost in _dicts(raw, "costs")
        if clean(cost.get("name")).casefold() in names
    )


def _points(value: object) -> int:
    try:
        points = float(value) if isinstance(value, int | float | str) else 0.0
        return round(points) if abs(points) <= MOST_POINTS else MOST_POINTS + 1
    except (ValueError, OverflowError):
        return 0


def _is_priced_upgrade(part: JsonObject) -> bool:
    return part.get("type") == "upgrade" and bool(_own_points(part))


def _upgrade(part: JsonObject, where: str, reading: Reading) -> Upgrade:
    return Upgrade(reading.name(part.get("name"), where, _("An upgrade"), _("Upgrade")), _own_points(part))


def _number(part: JsonObject, where: str, reading: Reading) -> int:
    return reading.optional(part.get("number"), where, _("A number of pieces"), 0, 1000, 1)


def _size(raw: JsonObject, parts: list[JsonObject], where: str, reading: Reading) -> int:
    """How many models: those named as models, or counted in a name such as `20 Spearmen`."""
    models = [part for part in parts if part.get("type") == "model"]
    models = models or [part for part in parts[1:] if _counts_models(part, clean(raw.get("name")))]
    size = sum(_in_name(part) * _number(part, where, reading) for part in models)
    if not 1 <= size <= 1000:
        size = 1
    if models != [raw]:
        reading.note("assumed", where, _("We took its size as %(size)s.") % {"size": size})
    return size


def _counts_models(part: JsonObject, unit: str) -> bool:
    name = clean(part.get("name"))
    return bool(unit) and bool(_MODELS.match(name)) and unit.casefold() in name.casefold()


def _in_name(part: JsonObject) -> int:
    match = _MODELS.match(clean(part.get("name")))
    return int(match["count"]) if match else 1


def _weapons(parts: list[JsonObject], where: str, reading: Reading) -> Iterator[Weapon]:
    for part in parts:
        for profile in _dicts(part, "profiles"):
            if "weapon" in (kind := clean(profile.get("typeName")).casefold()):
                traits = {
                    clean(each.get("name")).casefold(): each.get("$text")
                    for each in _dicts(profile, "characteristics")
                }
                is_melee = "melee" in kind or clean(traits.get("type")).casefold() == "melee"
                yield Weapon(
                    name=reading.name(profile.get("name"), where, _("A weapon"), _("Weapon")),
                    count=_number(part, where, reading),
                    range_inches=0 if is_melee else _within(traits.get("range")),
                    attacks=_within(traits.get("attacks", traits.get("a"))),
                )


def _within(value: object) -> int:
    number = whole(value)
    return number if number is not None and 0 <= number <= 200 else 0


def _rules(parts: list[JsonObject]) -> Iterator[Rule]:
    for part in parts:
        abilities = [
            each for each in _dicts(part, "profiles") if "abilit" in clean(each.get("typeName")).casefold()
        ]
        for entry in _dicts(part, "rules") + abilities:
            if name := clean(entry.get("name")):
                yield Rule(name)


def _items(parts: list[JsonObject], unit: str, where: str, reading: Reading) -> Iterator[Item]:
    for part in parts[1:]:
        name = clean(part.get("name"))
        if name and part.get("type") == "upgrade" and not _is_weapon(part) and not _counts_models(part, unit):
            yield Item(name, max(_number(part, where, reading), 1))


def _is_weapon(part: JsonObject) -> bool:
    return any("weapon" in clean(profile.get("typeName")).casefold() for profile in _dicts(part, "profiles"))


def _dicts(node: JsonObject, key: str) -> list[JsonObject]:
    value = node.get(key)
    return [entry for entry in value if isinstance(entry, dict)] if isinstance(value, list) else []
