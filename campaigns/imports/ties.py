"""How entries of a list belong together: combined units become one, heroes point at the unit they joined.

An entry names another by that entry's mark in the list. Two entries marked as combined, one joining the
other, are one unit of double size; any other tie is a unit that joined a squad and stays its own.
"""

from collections import Counter
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from campaigns.imports.lists import ImportedUnit, merged_items, merged_weapons, settled
from campaigns.imports.reading import Reading


@dataclass(frozen=True)
class ListEntry:
    """One entry of a list: its own mark, the mark of the entry it joins ("" for none), and the unit."""

    mark: str
    joins: str
    combined: bool
    unit: ImportedUnit


Marks = dict[str, ListEntry]


def tied(entries: list[ListEntry], reading: Reading) -> list[ImportedUnit]:
    """The units in list order, combined entries merged into their first, joined ones with `joined_to`."""
    marks = {entry.mark: entry for entry in reversed(entries)}
    times = Counter(entry.mark for entry in entries)
    if any(entry.joins and times[entry.joins] > 1 for entry in entries):
        sentence = _("Two entries have the same ID; check that each hero has joined the right unit.")
        reading.note("assumed", _("List"), sentence)
    hosts = {entry.unit.key: _host(entry, marks) for entry in entries}
    units = _merged(entries, hosts, reading)
    targets = _targets([entry for entry in entries if entry.unit.key in units], marks, hosts, reading)
    for key, target in targets.items():
        sentence = _("Attached to %(squad)s, but still a unit of its own.")
        reading.note("understood", units[key].shown_name, sentence % {"squad": units[target].shown_name})
    return [replace(unit, joined_to=targets.get(key)) for key, unit in units.items()]


def _host(entry: ListEntry, marks: Marks) -> str:
    """The key of the unit this entry is a part of; its own if it stands alone or ties run in a circle."""
    seen, host = {entry.unit.key}, entry
    while _is_part(host, marks):
        host = marks[host.joins]
        if host.unit.key in seen:
            return entry.unit.key
        seen.add(host.unit.key)
    return host.unit.key


def _is_part(entry: ListEntry, marks: Marks) -> bool:
    other = marks.get(entry.joins)
    return entry.combined and other is not None and other.combined and other.unit.name == entry.unit.name


def _merged(entries: list[ListEntry], hosts: dict[str, str], reading: Reading) -> dict[str, ImportedUnit]:
    units = {entry.unit.key: entry.unit for entry in entries if hosts[entry.unit.key] == entry.unit.key}
    for entry in entries:
        host = hosts[entry.unit.key]
        if host != entry.unit.key:
            units[host] = _combined(units[host], entry.unit)
            sentence = _("Two entries make up one combined unit of %(size)s models.")
            reading.note("understood", units[host].shown_name, sentence % {"size": units[host].size})
    for entry in entries:
        if entry.combined and (alone := units.get(entry.unit.key)) and not alone.combined:
            sentence = _("Marked as combined, but its other half is missing.")
            reading.note("assumed", alone.shown_name, sentence)
    return units


def _combined(unit: ImportedUnit, other: ImportedUnit) -> ImportedUnit:
    return settled(
        replace(
            unit,
            custom_name=unit.custom_name or other.custom_name,
            size=unit.size + other.size,
            points=unit.points + other.points,
            base_points=unit.base_points + other.base_points,
            weapons=merged_weapons(unit.weapons + other.weapons),
            rules=tuple(dict.fromkeys(unit.rules + other.rules)),
            items=merged_items(unit.items + other.items),
            upgrades=unit.upgrades + other.upgrades,
            experience=max(unit.experience, other.experience),
            traits=tuple(dict.fromkeys(unit.traits + other.traits)),
            combined=True,
        )
    )


def _targets(
    entries: list[ListEntry], marks: Marks, hosts: dict[str, str], reading: Reading
) -> dict[str, str]:
    """For every unit that joined one, that unit's key; a missing squad or a circle is remarked on."""
    targets: dict[str, str] = {}
    for entry in entries:
        if not entry.joins:
            continue
        squad = marks.get(entry.joins)
        key = hosts[squad.unit.key] if squad else None
        if key is None or entry.unit.key in _followed(key, targets):
            sentence = _("The unit this hero should join is not in the list, so the hero stays on its own.")
            reading.note("assumed", entry.unit.shown_name, sentence)
        else:
            targets[entry.unit.key] = key
    return targets


def _followed(key: str, targets: dict[str, str]) -> set[str]:
    """The unit and everything it is joined to already."""
    chain = {key}
    while key in targets:
        key = targets[key]
        chain.add(key)
    return chain
