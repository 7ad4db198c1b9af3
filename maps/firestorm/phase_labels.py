"""Words of a Firestorm league that several of its pages share."""

from __future__ import annotations

from django.utils.translation import gettext as _

from maps.firestorm.viewer import FirestormViewer
from rules.engine.language import said
from rules.firestorm.faction_figures import person_of_player
from rules.firestorm.phases.table import PHASES
from rules.firestorm.state import PhaseName


def player_name(viewer: FirestormViewer, player: str) -> str:
    """What the person is called who plays, or did."""
    known = viewer.people.get(person_of_player(viewer.state, player))
    if known is None and player not in viewer.state.players:
        return _("a player who has left")
    return known.name if known else viewer.state.name_of(player)


def phase_title(phase: PhaseName) -> str:
    return said(PHASES[phase].title)


def turn_and_phase(turn: int, phase: PhaseName) -> str:
    """Where a league stands, in a line."""
    if not turn or phase == "finished":
        return phase_title(phase)
    return _("Turn %(turn)s · %(phase)s") % {"turn": turn, "phase": phase_title(phase)}
