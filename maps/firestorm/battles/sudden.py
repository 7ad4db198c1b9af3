"""The sudden death calculator: who gives a condition away, by what was inflicted and summoned."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from django.utils.translation import gettext as _

from campaigns.shell.reading.fields import Data
from maps.firestorm.battles.forms import SuddenDeathForm
from maps.firestorm.battles.sides import SIDES, Two
from maps.firestorm.viewer import FirestormViewer
from rules.firestorm.battles.locking import army_total
from rules.firestorm.battles.sudden_death import (
    Gives,
    SuddenDeathArmy,
    gives_away,
    sudden_death,
    summon_limit,
)
from rules.firestorm.decks import deck
from rules.firestorm.state import Battle


@dataclass(frozen=True)
class ArmyFields:
    """A side's fields, filled as typed, and what it may summon."""

    name: str
    form: SuddenDeathForm
    limit: str


@dataclass(frozen=True)
class Sudden:
    """`gives` is what the typed figures say; empty before there are any."""

    armies: tuple[ArmyFields, ...]
    gives: Gives | Literal[""]
    told: str
    reasons: tuple[str, ...]
    conditions: tuple[tuple[str, str], ...]

    @property
    def is_wrong(self) -> bool:
        """Whether a figure could not be read."""
        return any(one.form.errors for one in self.armies)


def sudden(viewer: FirestormViewer, battle: Battle, typed: Data = None) -> Sudden | None:
    """The calculator of a battle; with figures what they mean. None without sudden death, or for three."""
    if not viewer.book.settings.sudden_death or not battle.defend or battle.third:
        return None
    armies = _armies(typed) if typed is not None else {}
    forms = tuple(_fields(viewer, battle, side, typed, armies) for side in SIDES)
    found: Gives | Literal[""] = ""
    if armies:
        found = sudden_death(viewer.book, armies["attack"], armies["defend"])
    cards = deck(viewer.state, viewer.book, "sudden_death") if found in SIDES else []
    return Sudden(
        armies=forms,
        gives=found,
        told=_told(viewer, battle, found),
        reasons=tuple(_reasons(viewer, battle, armies)) if armies else (),
        conditions=tuple((one.name, one.words) for one in cards),
    )


def _armies(typed: Data) -> dict[Two, SuddenDeathArmy]:
    """Both sides as typed; none while a figure cannot be read."""
    forms = {side: SuddenDeathForm(typed, prefix=side) for side in SIDES}
    if not all(form.is_valid() for form in forms.values()):
        return {}
    return {side: SuddenDeathArmy(**form.cleaned_data) for side, form in forms.items()}


def name_of_side(viewer: FirestormViewer, battle: Battle, side: Two) -> str:
    return viewer.state.name_of(battle.attack if side == "attack" else battle.defend)


def _fields(
    viewer: FirestormViewer, battle: Battle, side: Two, typed: Data, armies: dict[Two, SuddenDeathArmy]
) -> ArmyFields:
    other: Two = "defend" if side == "attack" else "attack"
    points = {one: armies[one].points if armies else army_total(viewer.state, battle, one) for one in SIDES}
    limit = summon_limit(viewer.book, points[side], points[other])
    form = SuddenDeathForm(typed, prefix=side, initial={"points": points[side], "wounds": 0, "summoned": 0})
    told = _("may summon up to %(n)d points") % {"n": limit}
    return ArmyFields(name_of_side(viewer, battle, side), form, told)


def _told(viewer: FirestormViewer, battle: Battle, found: Gives | Literal[""]) -> str:
    if not found:
        return ""
    if found == "none":
        return _("Nobody grants a condition.")
    return _("%(name)s grants the other side a condition.") % {"name": name_of_side(viewer, battle, found)}


def _reasons(viewer: FirestormViewer, battle: Battle, armies: dict[Two, SuddenDeathArmy]) -> list[str]:
    """Why, by side; that both do cancels out."""
    attack, defend = armies["attack"], armies["defend"]
    both = gives_away(viewer.book, attack, defend) and gives_away(viewer.book, defend, attack)
    return [_("Both would grant one, so they cancel out.")] if both else []
