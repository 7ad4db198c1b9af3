"""Read the text that Army Forge shares, of today and of the older front ends.

    ++ Name of the list [GFF 300pts] ++

    2x Veteran [1] Q4+ D5+ | 15pts | 7XP | Hero, Tough(3), 1x Steed(Fast)
    CCW (A1), Rifle (24", A1)

A joined hero stands before its squad with a line `# Joined to:` between them. The text states a unit's
points but not what each upgrade cost. Whatever cannot be read is named with the number of its line.
"""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from campaigns.imports.lists import (
    ImportedList,
    ImportedUnit,
    Item,
    Rule,
    Unreadable,
    Weapon,
    merged_weapons,
    settled,
)
from campaigns.imports.reading import MOST_POINTS, MOST_UNITS, Reading, clean, rule_from, whole

MOST_LINES = 2_000
LINE_LENGTH = 2_000

_HEADER = re.compile(r"(?:(?P<system>[A-Za-z]{1,20})\s)?\s?(?P<points>\d{1,9})\s?pts\]\s?\+\+$")
_UNIT = re.compile(
    r"\[(?P<size>\d{1,9})\] ?\|? ?Q(?:ua)? ?(?P<quality>\d{1,3})\+ ?D(?:ef)? ?(?P<defense>\d{1,3})\+ ?\|"
)
_REST = re.compile(r" ?(?P<points>-?\d{1,9}) ?pts(?: ?\| ?(?P<xp>\d{1,9}) ?XP)?(?: ?\| ?(?P<rules>.*))?$")
_COPIES = re.compile(r"(?P<count>\d{1,4})x ")
_RATED = re.compile(r"(?P<name>[^()]+)\((?P<plus>\+?)(?P<rating>\d{1,2})\)$")
_RANGE = re.compile(r'(?P<inches>\d{1,3})["”″]$')
_ATTACKS = re.compile(r"A(?P<attacks>\d{1,3})$")
_JOINED = "# joined to:"


@dataclass
class _Found:
    """A unit as its lines are read, and how often it stands in the list."""

    unit: ImportedUnit
    copies: int
    leads: bool = False


def is_text_list(text: str) -> bool:
    return any(_is_header(line) or _UNIT.search(line[:LINE_LENGTH]) for line in _lines(text)[:MOST_LINES])


def read(text: str, known_traits: Collection[str] = ()) -> ImportedList:
    """The list; raises Unreadable if there is no unit in it or far too many lines or units."""
    reading = Reading()
    lines = _lines(text)
    if len(lines) > MOST_LINES:
        raise Unreadable(f"This text has {len(lines)} lines; more than {MOST_LINES} cannot be read.")
    name, system, stated = _header(lines, reading)
    found = list(_units(lines, {trait.casefold(): trait for trait in known_traits}, reading))
    units = _numbered(found, reading)
    _general_remarks(name, units, reading)
    reading.check_tough(units)
    return reading.finished(name, system, None, stated, units)


def _lines(text: str) -> list[str]:
    """The lines with every run of blanks, of whatever kind, as one."""
    return [" ".join(line.split()) for line in text.splitlines()]


def _general_remarks(name: str, units: list[ImportedUnit], reading: Reading) -> None:
    reading.note("assumed", name, "The text does not say what single upgrades cost; each unit has one price.")
    if experienced := [unit.shown_name for unit in units if unit.xp]:
        names = clean(", ".join(experienced), 200)
        reading.note("assumed", name, f"Points are taken as printed, for units with experience too: {names}.")


def _is_header(line: str) -> bool:
    return line.startswith("++") and line.endswith("++") and "[" in line and len(line) <= LINE_LENGTH


def _header(lines: list[str], reading: Reading) -> tuple[str, str, int | None]:
    """Name, game and points; the name itself may hold brackets, so the last one counts."""
    for line in lines:
        if _is_header(line):
            name, _, rest = line.rpartition("[")
            match = _HEADER.match(rest)
            name = reading.name(name.removeprefix("++"), "List", "The list", "My army")
            if match:
                return name, (match["system"] or "").lower(), int(match["points"])
            reading.note("refused", name, "The points in the list's first line cannot be read.")
            return name, "", None
    reading.note("assumed", "List", "The line with the list's name is missing.")
    return "My army", "", None


def _units(lines: list[str], traits: dict[str, str], reading: Reading) -> Iterator[_Found]:
    """Every unit with the lines below it."""
    found: _Found | None = None
    for number, line in enumerate(lines, 1):
        where = f"Line {number}"
        if _is_header(line) and found:
            reading.note("assumed", where, "A second list begins here; its units are added to the first.")
        if not line or _is_header(line):
            continue
        if len(line) > LINE_LENGTH:
            reading.note(
                "refused", where, f"The line is longer than {LINE_LENGTH} characters; it is left out."
            )
        elif line.casefold() == _JOINED and found:
            found.leads = True
        elif match := _UNIT.search(line):
            if found:
                yield found
            found = _unit(line, match, where, traits, reading)
        elif found:
            found.unit = _with_equipment(found.unit, line, where, traits, reading)
        else:
            reading.note("refused", where, f"Not understood: “{clean(line, 60)}”.")
    if found:
        yield found


def _unit(line: str, match: re.Match[str], where: str, traits: dict[str, str], reading: Reading) -> _Found:
    copies, name = _counted(line[: match.start()].strip())
    name = reading.name(name, where, "The unit", "Unit")
    rest = _REST.match(line[match.end() :])
    if not rest:
        reading.note("refused", where, f"The points of {name} cannot be read; please enter them by hand.")
    points = reading.number(rest["points"], where, f"The points of {name}", 0, MOST_POINTS, 0) if rest else 0
    unit = ImportedUnit(
        key="",
        name=name,
        size=reading.number(match["size"], where, f"The size of {name}", 1, 1000, 1),
        points=points,
        base_points=points,
        quality=reading.stat(match["quality"], where, f"Quality of {name}"),
        defense=reading.stat(match["defense"], where, f"Defense of {name}"),
        xp=reading.optional(rest["xp"], where, f"The experience of {name}", 0, 1000, 0) if rest else 0,
    )
    return _Found(_with_rules(unit, (rest["rules"] or "") if rest else "", where, traits, reading), copies)


def _with_rules(
    unit: ImportedUnit, text: str, where: str, traits: dict[str, str], reading: Reading
) -> ImportedUnit:
    """The unit with what stands behind its points: rules, items and, told by their names, traits."""
    for part in reading.several(_split(text), where, "rules"):
        count, name = _counted(part)
        if name.casefold() in traits:
            unit = replace(unit, traits=(*unit.traits, traits[name.casefold()]))
        elif _inner(name) is None or _RATED.match(name):
            unit = replace(unit, rules=(*unit.rules, _rule(name)))
        elif weapon := _weapon(part):
            unit = replace(unit, weapons=(*unit.weapons, weapon))
        else:
            unit = replace(unit, items=(*unit.items, _item(name, count)))
    return settled(unit)


def _with_equipment(
    unit: ImportedUnit, line: str, where: str, traits: dict[str, str], reading: Reading
) -> ImportedUnit:
    """The unit with a line of weapons; in the oldest texts rules have a line of their own."""
    parts = reading.several(_split(line), where, "weapons")
    weapons = [weapon for part in parts if (weapon := _weapon(part))]
    others = [part for part in parts if not _weapon(part)]
    unit = replace(unit, weapons=merged_weapons((*unit.weapons, *weapons)))
    if others and not weapons and not line.startswith("#") and unit.weapons and not unit.rules:
        reading.note("assumed", where, f"Read as rules of {unit.name}: {clean(line, 60)}.")
        return _with_rules(unit, line, where, traits, reading)
    for part in others:
        reading.note("refused", where, f"Not understood at {unit.name}: “{clean(part, 60)}”.")
    return unit


def _numbered(found: list[_Found], reading: Reading) -> list[ImportedUnit]:
    """The units with their keys, copies written out, heroes tied to the unit that follows them."""
    count = sum(each.copies for each in found)
    if count > MOST_UNITS:
        raise Unreadable(f"This list has {count} units; more than {MOST_UNITS} cannot be read.")
    units: list[ImportedUnit] = []
    for index, each in enumerate(found):
        start = len(units) + 1
        after = f"u{start + each.copies}" if each.leads and index + 1 < len(found) else None
        for copy in range(each.copies):
            units.append(replace(each.unit, key=f"u{start + copy}", joined_to=after))
        _remark_on(each, after, found[index + 1].unit.name if after else "", reading)
    return units


def _remark_on(found: _Found, joined_to: str | None, squad: str, reading: Reading) -> None:
    if found.copies > 1:
        sentence = f"Listed {found.copies} times; the points are read as those of each."
        reading.note("assumed", found.unit.name, sentence)
    if joined_to:
        reading.note("understood", found.unit.name, f"Joined to {squad}; it stays a unit of its own.")
    elif found.leads:
        reading.note("assumed", found.unit.name, "The unit it joins does not follow; it stands alone.")


def _split(text: str) -> list[str]:
    """The parts between commas, leaving commas within brackets alone."""
    parts, depth, start = [], 0, 0
    for place, character in enumerate(text):
        if character == "(":
            depth += 1
        elif character == ")":
            depth = max(depth - 1, 0)
        elif character == "," and not depth:
            parts.append(text[start:place])
            start = place + 1
    return [part.strip() for part in [*parts, text[start:]] if part.strip()]


def _counted(text: str) -> tuple[int, str]:
    """`3x Axe` as 3 and Axe; a count of nought is part of the name."""
    match = _COPIES.match(text)
    if match and int(match["count"]):
        return int(match["count"]), text[match.end() :].strip()
    return 1, text


def _inner(text: str) -> str | None:
    """What stands in the brackets at the end of a text."""
    start = text.find("(")
    return text[start + 1 : -1] if start > 0 and text.endswith(")") else None


def _rule(text: str) -> Rule:
    match = _RATED.match(text)
    return (
        rule_from(clean(match["name"]), match["rating"], bool(match["plus"])) if match else Rule(clean(text))
    )


def _item(text: str, count: int) -> Item:
    rules = tuple(_rule(part) for part in _split(_inner(text) or ""))
    return Item(clean(text[: text.find("(")]), count, rules)


def _weapon(text: str) -> Weapon | None:
    """`2x Rifle (24", A1, AP(1))` as a weapon; None without a number of attacks."""
    count, text = _counted(text)
    parts = _split(_inner(text) or "")
    attacks = next((match["attacks"] for part in parts if (match := _ATTACKS.match(part))), None)
    if attacks is None:
        return None
    inches = next((match["inches"] for part in parts if (match := _RANGE.match(part))), "0")
    rules = [_rule(part) for part in parts if not _ATTACKS.match(part) and not _RANGE.match(part)]
    ap = max((rule.rating or 0 for rule in rules if rule.name == "AP"), default=0)
    others = tuple(rule for rule in rules if rule.name != "AP")
    return Weapon(clean(text[: text.find("(")]), count, whole(inches) or 0, int(attacks), ap, others)
