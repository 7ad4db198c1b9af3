"""Lists for games against the app: those that come with the rulebooks and those a club has added.

A list is an imported army; `pool_list` makes of it what may be drawn at the table. Each edition brings four
balanced lists as shared texts in `pool/`. Source: SOLO-06 to SOLO-08.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from campaigns import imports
from campaigns.engine.plugins import rulebooks
from campaigns.models import Club, PracticeList
from campaigns.solo.profiles import profile_of
from rules.engine.plain import Params
from rules.opr.state import Item
from rules.opr.state import Unit as LeagueUnit
from rules.solo.league.muster import muster
from rules.solo.state import PoolList

HERE = Path(__file__).parent / "pool"
# What a game by one of these rulebooks needs of the solo rules; the bigger game has a longer table.
SKIRMISH: Params = {}
BATTLE: Params = {"terms": "battle", "battle_armies": True, "table_width": 72}
EDITIONS = {"aofs-3.2.0": SKIRMISH, "gf-3.4.0": BATTLE}


@dataclass(frozen=True, slots=True)
class PoolArmy:
    """A list one may draw: `id` names it in a game, `own` is the row's number if the club added it."""

    id: str
    name: str
    points: int
    units: tuple[str, ...]
    edition: str
    army: imports.ImportedList
    own: int = 0


def editions() -> list[tuple[str, str]]:
    """Editions one can practise, with the titles of their books."""
    return [(book.edition, book.title) for book in rulebooks() if book.edition in EDITIONS]


@cache
def shipped_armies(edition: str) -> tuple[PoolArmy, ...]:
    """The lists that come with an edition."""
    files = sorted((HERE / edition).glob("*.txt")) if edition in EDITIONS else []
    return tuple(
        _army(file.stem[2:], edition, imports.read_army_list(file.read_text(encoding="utf-8")))
        for file in files
    )


def available_armies(club: Club, edition: str) -> list[PoolArmy]:
    """All lists a club may draw from, its own ones last."""
    rows = PracticeList.objects.filter(club=club, edition=edition).order_by("pk")
    own = [_army(f"own-{row.pk}", edition, imports.ImportedList.from_dict(row.data), row.pk) for row in rows]
    return [*shipped_armies(edition), *own]


def _army(id: str, edition: str, read: imports.ImportedList, own: int = 0) -> PoolArmy:
    names = tuple(unit.shown_name for unit in read.units)
    return PoolArmy(id, read.name[:80], read.points, names, edition, read, own)


def pool_list(army: PoolArmy) -> PoolList:
    """The list as the solo rules draw it; every unit's profile as it was read."""
    names = army.army.unique_names
    mustered = tuple(
        muster(_league_unit(unit, names[unit.key]), "", at, id=f"u{at}")
        for at, unit in enumerate(army.army.units, start=1)
    )
    return PoolList(army.id, army.name, army.points, mustered)


def pool_lists(armies: Iterable[PoolArmy]) -> list[PoolList]:
    return [pool_list(army) for army in armies]


def _league_unit(unit: imports.ImportedUnit, name: str) -> LeagueUnit:
    """A unit nobody plays in a league; its upgrades stand in its profile already, here are their prices."""
    items = tuple(Item(f"i{at}", one.label[:120], one.price) for at, one in enumerate(unit.upgrades, start=1))
    return LeagueUnit(
        unit.key,
        name=name[:120],
        hero=unit.is_hero,
        list_points=unit.base_points,
        items=items,
        profile=profile_of(unit),
    )
