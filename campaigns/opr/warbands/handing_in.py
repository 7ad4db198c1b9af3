"""A list that somebody hands in, read for a league: its army as a draft, and the traits of the rulebook."""

from __future__ import annotations

from django.utils.translation import gettext as _

from campaigns import imports
from campaigns.opr.imports.draft import DraftArmy, from_list
from campaigns.opr.viewer import OprViewer


def army_of(viewer: OprViewer, source: bytes, filename: str) -> DraftArmy:
    """The army of a list. Raises `imports.Unreadable`."""
    read = imports.read_army_list(source, filename, known_traits=trait_names(viewer))
    army = from_list(read, viewer.book.book.title)
    if army.is_too_long:
        raise imports.Unreadable(_too_long(len(army.units)))
    return army


def _too_long(units: int) -> str:
    said = _(
        "This list, with its %(n)s units and all their upgrades, is longer than any army starts with. Bring "
        "a shorter one."
    )
    return said % {"n": units}


def trait_names(viewer: OprViewer) -> list[str]:
    """The traits of the league's rulebook, by which a list's traits are told from its rules."""
    book = viewer.book.book
    skills = [skill for one in book.skill_sets for skill in one.skills]
    return [entry.name for entry in (*book.level_traits, *book.injuries, *book.talents, *skills)]
