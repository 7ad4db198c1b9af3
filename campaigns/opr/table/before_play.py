"""Before a mission begins: who plays which warband, what nobody has chosen yet, and what comes next."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.engine.transaction.dialogue import dry_run
from campaigns.opr.table.mission_lines import SideView
from campaigns.opr.viewer import OprViewer
from rules.engine.refusals import Refused


@dataclass(frozen=True, slots=True)
class PlayingLine:
    """One line of who plays: what the warband has chosen, and what is still open."""

    side: SideView
    chosen: str
    open: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BeforePlay:
    """`next`: what the thumb finds, "field", "objective" or "begin", for the warband `whose`.

    `unfielded` and `without` name who has not confirmed their units, and who has no special objective.
    `refused`: why it cannot begin yet.
    """

    playing: tuple[PlayingLine, ...]
    next: str
    whose: str
    unfielded: str
    without: str
    refused: str


def play_preparation(sides: Sequence[SideView], drawing: Collection[str], refused: str) -> BeforePlay:
    """`drawing` are the warbands that may have a special objective, `refused` is why it cannot begin now.

    Source: OPR-22, OPR-24, OPR-28
    """
    there = [side for side in sides if not side.skipped]
    lacking = [side for side in there if side.id in drawing and not side.objective]
    next_, whose = _next([side for side in there if side.mine], lacking)
    return BeforePlay(
        playing=tuple(_playing(side, lacking) for side in sorted(there, key=lambda side: not side.mine)),
        next=next_,
        whose=whose,
        unfielded=_names([side for side in there if not side.ready]),
        without=_names(lacking),
        refused=refused,
    )


def begin_refusal(viewer: OprViewer, mission: str) -> str:
    """Why a mission cannot begin now, if so."""
    begun = dry_run(viewer.scope, viewer.state, "opr.begin", {"mission": mission})
    return begun.sentence if isinstance(begun, Refused) else ""


def _next(mine: Sequence[SideView], lacking: Sequence[SideView]) -> tuple[str, str]:
    """What somebody's own warbands still have to choose comes before the first round."""
    unready = next((side.id for side in mine if not side.ready), "")
    if unready:
        return "field", unready
    drawing = next((side.id for side in mine if side in lacking), "")
    return ("objective", drawing) if drawing else ("begin", "")


def _playing(side: SideView, lacking: Sequence[SideView]) -> PlayingLine:
    open_ = [] if side.ready else [_("units not confirmed")]
    open_ += [_("no special objective yet")] if side in lacking else []
    count = ngettext("%(units)s unit, %(points)s pts", "%(units)s units, %(points)s pts", side.fielded)
    chosen = count % {"units": side.fielded, "points": side.value}
    return PlayingLine(
        side, ", ".join(filter(None, [chosen if side.ready else "", side.objective])), tuple(open_)
    )


def _names(sides: Sequence[SideView]) -> str:
    return get_text_list([side.name for side in sides], _("and"))
