"""Who wants to report another game reminds those whose steps after an earlier one would hold it up (A-55)."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext as _

from campaigns.notices.reminding import STEPS, remind_players, reminded_sides
from campaigns.opr.table.report.report_holds import may_remind, open_steps_of
from campaigns.opr.viewer import OprViewer
from rules.engine.refusals import Refused


def reminded_of_steps(viewer: OprViewer) -> frozenset[str]:
    """The warbands that somebody has reminded of their open steps within a day."""
    return reminded_sides(viewer, STEPS, viewer.state.warbands)


def remind_of_steps(viewer: OprViewer, side: str) -> None:
    """Tell its player that another game waits for their steps; raise `Refused` where none would, or again."""
    if viewer.seat is None or not may_remind(viewer):
        raise PermissionDenied
    if not side or side not in {one.remind for one in open_steps_of(viewer)}:
        raise Refused("", _("No game is waiting for this player’s steps any more."), admission=True)
    remind_players(viewer, STEPS, side)
