"""Small invented lists, and short words for looking at what was read."""

import json
from pathlib import Path
from typing import Any

from campaigns.imports import ImportedList, ImportedUnit, read_army_list

DATA = Path(__file__).parent / "data"


def a_unit(**changes: object) -> dict[str, Any]:
    unit = {
        "id": "book1",
        "selectionId": "s1",
        "name": "Guards",
        "size": 3,
        "cost": 40,
        "quality": 4,
        "defense": 5,
        "combined": False,
        "joinToUnit": None,
        "xp": 0,
        "traits": [],
        "notes": None,
        "rules": [],
        "loadout": [],
        "selectedUpgrades": [],
    }
    return unit | changes


def a_list(*units: object, **changes: object) -> dict[str, Any]:
    whole = {"name": "Levy", "gameSystem": "aofs", "pointsLimit": 300, "units": list(units)}
    return whole | changes


def read_json(*units: object, **changes: object) -> ImportedList:
    return read_army_list(json.dumps(a_list(*units, **changes)))


def by_name(found: ImportedList) -> dict[str, ImportedUnit]:
    return {unit.shown_name: unit for unit in found.units}


def said(found: ImportedList, level: str, where: str | None = None) -> str:
    """All sentences of one level, of one place or of all, in one text."""
    return "\n".join(n.sentence for n in found.notices if n.level == level and where in (None, n.where))
