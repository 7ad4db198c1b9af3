"""Words of a Firestorm league that several of its pages share."""

from __future__ import annotations

from django.utils.translation import gettext as _

from maps.firestorm.viewer import FirestormViewer
from rules.engine.language import said
from rules.firestorm.phases.table import PHASES
from rules.firestorm.state import PhaseName


def player_name(viewer: FirestormViewer, player: str) -> str:
    """What the person is called who plays."""
    found = viewer.state.players.get(player)
    if found is None:
        return _("somebody who has left")
    known = viewer.people.get(found.owner)
    return known.name if known else viewer.state.name_of(player)


def phase_title(phase: PhaseName) -> str:
    return said(PHASES[phase].title)


def turn_and_phase(turn: int, phase: PhaseName) -> str:
    """Where a league stands, in a line."""
    if not turn or phase == "finished":
        return phase_title(phase)
    return _("Turn %(turn)s · %(phase)s") % {"turn": turn, "phase": phase_title(phase)}
