"""The event dice of a mission that is being played: whose are to roll next."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from campaigns.opr.league.app_games import is_played_against_app
from campaigns.opr.viewer import OprViewer
from rules.opr.playing.rounds import is_won_by_conceding, next_dice
from rules.opr.state import Mission


@dataclass(frozen=True, slots=True)
class RoundCheck:
    """One event die to roll: the round, whose die it is (empty: the table's), and the words of the button."""

    round: int
    warband: str
    label: str


def round_checks(viewer: OprViewer, mission: Mission) -> tuple[RoundCheck, ...]:
    """The event dice the visitor may roll next. Source: OPR-31, OPR-32"""
    if is_won_by_conceding(mission) and not is_played_against_app(viewer.scope, mission.id):
        return ()
    found = []
    for round, one in next_dice(viewer.book, mission):
        if not one:
            found.append(RoundCheck(round, "", _("End round") if mission.round else _("Start round 1")))
        elif viewer.owns(one) or viewer.is_organiser:
            known = {"round": round, "name": viewer.state.warbands[one].name}
            found.append(RoundCheck(round, one, _("Round %(round)s: event die for %(name)s") % known))
    return tuple(found)
