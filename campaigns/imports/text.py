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

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.imports.lists import (
    ImportedList,
    ImportedUnit,
    ListedItem,
    ListedWeapon,
    Unreadable,
    merged_weapons,
    settled,
)
from campaigns.imports.reading import (
    MOST_PIECES,
    MOST_POINTS,
    MOST_UNITS,
    Reading,
    clean_text,
    rule_in_words,
    split_outside_brackets,
    too_many_units,
    whole_number,
)

MOST_LINES = 2_000
LINE_LENGTH = 2_000

_HEADER = re.compile(
    r"\+\+(?P<name>.*)\[(?:(?P<system>[A-Za-z]{1,20})\s)?\s?(?P<points>\d{1,9})\s?pts\](?:\s?\[[^][]*\])*\s?\+\+$"
)
_VERSION = re.compile(r"\s*\(v\d[\w.]{0,20}\)\s*$")  # of the list builder, behind the list's name
# where a text came from: a mail's marks of quoting, a list's bullets
_MARKS = re.compile(r"^(?:[>|•·▪◦‣]\s*|[*-](?:\s+|$))+")
_FENCE = re.compile(r"^(?:```|~~~)\w*$")
_UNIT = re.compile(
    r"\[(?P<size>\d{1,9})\] ?\|? ?Q(?:ua)? ?(?P<quality>\d{1,3})\+ ?D(?:ef)? ?(?P<defense>\d{1,3})\+ ?\|"
)
_EXPERIENCE = r"(?: ?\| ?(?P<experience>\d{1,9}) ?XP)?"
_REST = re.compile(rf" ?(?P<points>-?\d{{1,9}}) ?pts{_EXPERIENCE}(?: ?\| ?(?P<rules>.*))?$")
_COPIES = re.compile(r"(?P<count>\d{1,4})x ")
_RANGE = re.compile(r'(?P<inches>\d{1,3})["”″]$')
_ATTACKS = re.compile(r"A(?P<attacks>\d{1,3})$")
_JOINED = "# joined to:"
NAMELESS = "–"  # the name of a unit of which nothing but its rules or weapons was typed


@dataclass
class _Found:
    """A unit as its lines are read, and how often it stands in the list."""

    unit: ImportedUnit
    copies: int
    leads: bool = False


def is_text_list(text: str) -> bool:
    return any(_is_header(line) or _UNIT.search(line[:LINE_LENGTH]) for line in _lines(text)[:MOST_LINES])


def read_list_text(text: str, known_traits: Collection[str] = ()) -> ImportedList:
    """The list; raises Unreadable if there is no unit in it or far too many lines or units."""
    reading = Reading()
    lines = _lines(text)
    if len(lines) > MOST_LINES:
        sentence = ngettext(
            "This text has %(n)s line; more than %(most)s cannot be read.",
            "This text has %(n)s lines; more than %(most)s cannot be read.",
            len(lines),
        )
        raise Unreadable(sentence % {"n": len(lines), "most": MOST_LINES})
    name, system, stated = _header(lines, reading)
    found = list(_units(lines, {trait.casefold(): trait for trait in known_traits}, reading))
    units = _numbered(_once_or_several(found, stated, reading), reading)
    _general_remarks(name, units, reading)
    reading.check_tough(units)
    return reading.finished(name, system, None, stated, units)


def _lines(text: str) -> list[str]:
    """The lines without marks of quoting, with every run of blanks, of whatever kind, as one.

    What is only such a mark is an empty line, so that the others keep their numbers.
    """
    lines = (_MARKS.sub("", " ".join(line.split())) for line in text.splitlines())
    return ["" if _FENCE.match(line) else line for line in lines]


def _general_remarks(name: str, units: list[ImportedUnit], reading: Reading) -> None:
    sentence = _("The text does not say what individual upgrades cost; each unit has one price.")
    reading.note("assumed", name, sentence)
    if experienced := [unit.shown_name for unit in units if unit.experience]:
        names = clean_text(", ".join(experienced), 200)
        sentence = _("Points are taken as printed, including for units with experience: %(names)s.")
        reading.note("assumed", name, sentence % {"names": names})


def _is_header(line: str) -> bool:
    return line.startswith("++") and line.endswith("++") and "[" in line and len(line) <= LINE_LENGTH


def _header(lines: list[str], reading: Reading) -> tuple[str, str, int | None]:
    """Name, game and points. The name itself may hold brackets, so the last ones count; behind the points
    there may be others, such as `[5 Units]`.
    """
    for line in lines:
        if _is_header(line):
            match = _HEADER.match(line)
            written = match["name"] if match else line.rpartition("[")[0].removeprefix("++")
            name = reading.name(_VERSION.sub("", written), _("List"), _("The list"), _("My army"))
            if match:
                return name, (match["system"] or "").lower(), int(match["points"])
            reading.note("refused", name, _("The points in the list’s first line cannot be read."))
            return name, "", None
    reading.note("assumed", _("List"), _("The line with the list’s name is missing."))
    return _("My army"), "", None


def _units(lines: list[str], traits: dict[str, str], reading: Reading) -> Iterator[_Found]:
    """Every unit with the lines below it."""
    found: _Found | None = None
    for number, line in enumerate(lines, 1):
        where = _("Line %(n)s") % {"n": number}
        if _is_header(line) and found:
            sentence = _("A second list begins here; its units are added to the first.")
            reading.note("assumed", where, sentence)
        if not line or _is_header(line):
            continue
        if len(line) > LINE_LENGTH:
            sentence = _("The line is longer than %(most)s characters, so it was left out.")
            reading.note("refused", where, sentence % {"most": LINE_LENGTH})
        elif line.casefold() == _JOINED and found:
            found.leads = True
        elif match := _UNIT.search(line):
            if found:
                yield found
            found = _unit(line, match, where, traits, reading)
        elif found:
            found.unit = _with_equipment(found.unit, line, where, traits, reading)
        else:
            reading.note("refused", where, _not_understood(clean_text(line, 60)))
    if found:
        yield found


def _unit(line: str, match: re.Match[str], where: str, traits: dict[str, str], reading: Reading) -> _Found:
    copies, name = _counted(line[: match.start()].strip())
    name = reading.name(name, where, _("The unit"), _("Unit"))
    of = {"name": name}
    rest = _REST.match(line[match.end() :])
    if not rest:
        sentence = _("The points for %(name)s cannot be read; enter them by hand.")
        reading.note("refused", where, sentence % of)
    points = _points(rest, where, of, reading)
    unit = ImportedUnit(
        key="",
        name=name,
        size=reading.number(match["size"], where, _("The size of %(name)s") % of, 1, 1000, 1),
        points=points,
        base_points=points,
        quality=reading.stat(match["quality"], where, _("Quality of %(name)s") % of),
        defense=reading.stat(match["defense"], where, _("Defense of %(name)s") % of),
        experience=_experience(rest, where, of, reading),
    )
    return _Found(_with_rules(unit, (rest["rules"] or "") if rest else "", where, traits, reading), copies)


def _points(rest: re.Match[str] | None, where: str, of: dict[str, str], reading: Reading) -> int:
    what = _("The points for %(name)s") % of
    return reading.number(rest["points"], where, what, 0, MOST_POINTS, 0) if rest else 0


def _experience(rest: re.Match[str] | None, where: str, of: dict[str, str], reading: Reading) -> int:
    what = _("The experience of %(name)s") % of
    return reading.optional(rest["experience"], where, what, 0, 1000, 0) if rest else 0


def _with_rules(
    unit: ImportedUnit, text: str, where: str, traits: dict[str, str], reading: Reading
) -> ImportedUnit:
    """The unit with what stands behind its points: rules, items and, told by their names, traits."""
    for part in reading.several(split_outside_brackets(text), where, "rules"):
        count, name = _counted(part)
        if name.casefold() in traits:
            unit = replace(unit, traits=(*unit.traits, traits[name.casefold()]))
        elif rule_in_words(name).rating is not None or (count == 1 and _inner(name) is None):
            unit = replace(unit, rules=(*unit.rules, rule_in_words(name)))
        elif weapon := _weapon(part):
            unit = replace(unit, weapons=(*unit.weapons, weapon))
        else:
            item, within = _item(name, count)
            unit = replace(unit, items=(*unit.items, item), weapons=(*unit.weapons, *within))
    return settled(unit)


def _with_equipment(
    unit: ImportedUnit, line: str, where: str, traits: dict[str, str], reading: Reading
) -> ImportedUnit:
    """The unit with a line of weapons; in the oldest texts rules have a line of their own."""
    parts = reading.several(split_outside_brackets(line), where, "weapons")
    weapons = [weapon for part in parts if (weapon := _weapon(part))]
    others = [part for part in parts if not _weapon(part)]
    unit = replace(unit, weapons=merged_weapons((*unit.weapons, *weapons)))
    if others and not weapons and not line.startswith("#") and unit.weapons and not unit.rules:
        sentence = _("Read as rules of %(unit)s: %(what)s.")
        reading.note("assumed", where, sentence % {"unit": unit.name, "what": clean_text(line, 60)})
        return _with_rules(unit, line, where, traits, reading)
    for part in others:
        reading.note("refused", where, _not_understood(clean_text(part, 60), unit.name))
    return unit


def _not_understood(what: str, unit: str = NAMELESS) -> str:
    if unit == NAMELESS:
        return _("Not understood: “%(what)s”.") % {"what": what}
    return _("Not understood in %(unit)s: “%(what)s”.") % {"unit": unit, "what": what}


def _once_or_several(found: list[_Found], stated: int | None, reading: Reading) -> list[_Found]:
    """What `5x Guards [5]` means: five units of five where that comes nearer to the list's own points, else
    one unit, whose models were counted twice.
    """
    doubtful = [each for each in found if each.copies == each.unit.size > 1]
    once = [replace(each, copies=1) if each in doubtful else each for each in found]
    if stated is not None and abs(stated - _worth(found)) < abs(stated - _worth(once)):
        return found
    for each in doubtful:
        sentence = _(
            "Read as one unit of %(n)s models. If there is more than one such unit, add the others by hand."
        )
        reading.note("assumed", each.unit.name, sentence % {"n": each.unit.size})
    return once


def _worth(found: list[_Found]) -> int:
    return sum(each.copies * each.unit.points for each in found)


def _numbered(found: list[_Found], reading: Reading) -> list[ImportedUnit]:
    """The units with their keys, copies written out, heroes tied to the squads that follow them."""
    count = sum(each.copies for each in found)
    if count > MOST_UNITS:
        raise too_many_units(count)
    units: list[ImportedUnit] = []
    heroes: list[int] = []  # places in `units` of those whose squad is still to come
    for each in found:
        if not each.leads and heroes:
            _join(heroes, each, units, reading)
            heroes = []
        for _copy in range(each.copies):
            heroes += [len(units)] if each.leads else []
            units.append(replace(each.unit, key=f"u{len(units) + 1}"))
        _remark_on_copies(each, reading)
    for place in heroes:
        reading.note(
            "assumed",
            units[place].name,
            _(
                "The unit this hero should join is not the next one in the list, so the hero stays on its "
                "own."
            ),
        )
    return units


def _join(heroes: list[int], squads: _Found, units: list[ImportedUnit], reading: Reading) -> None:
    """Give each hero one of the equal squads that follow, in order; the last squad has those left over."""
    for number, place in enumerate(heroes, 1):
        squad = min(number, squads.copies)
        units[place] = replace(units[place], joined_to=f"u{len(units) + squad}")
        if number > squads.copies:
            sentence = _("There are more heroes than units, so this hero joins the last unit: %(squad)s.")
            reading.note("assumed", units[place].name, sentence % {"squad": squads.unit.name})
        else:
            sentence = _("Attached to %(squad)s, but still a unit of its own.")
            reading.note("understood", units[place].name, sentence % {"squad": squads.unit.name})


def _remark_on_copies(found: _Found, reading: Reading) -> None:
    if found.copies > 1:
        sentence = ngettext(
            "Listed %(n)s time; we’ve taken the points to be per unit.",
            "Listed %(n)s times; we’ve taken the points to be per unit.",
            found.copies,
        )
        reading.note("assumed", found.unit.name, sentence % {"n": found.copies})


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


def _item(text: str, count: int) -> tuple[ListedItem, list[ListedWeapon]]:
    """An item with the rules it gives, and the weapons it holds, as many as there are of it."""
    parts = split_outside_brackets(_inner(text) or "")
    held = [weapon for part in parts if (weapon := _weapon(part))]
    rules = tuple(rule_in_words(part) for part in parts if not _weapon(part))
    name = text.partition("(")[0] if _inner(text) is not None else text
    weapons = [replace(weapon, count=min(weapon.count * count, MOST_PIECES)) for weapon in held]
    return ListedItem(clean_text(name), count, rules), weapons


def _weapon(text: str) -> ListedWeapon | None:
    """`2x Rifle (24", A1, AP(1))` as a weapon; None without a number of attacks."""
    count, text = _counted(text)
    parts = split_outside_brackets(_inner(text) or "")
    attacks = next((match["attacks"] for part in parts if (match := _ATTACKS.match(part))), None)
    if attacks is None:
        return None
    inches = next((match["inches"] for part in parts if (match := _RANGE.match(part))), "0")
    rules = [rule_in_words(part) for part in parts if not _ATTACKS.match(part) and not _RANGE.match(part)]
    ap = max((rule.rating or 0 for rule in rules if rule.name == "AP"), default=0)
    others = tuple(rule for rule in rules if rule.name != "AP")
    return ListedWeapon(
        clean_text(text[: text.find("(")]), count, whole_number(inches) or 0, int(attacks), ap, others
    )
