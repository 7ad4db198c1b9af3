"""What stands in the way of a report of a game nobody logged, said before anything is typed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from campaigns.opr.league.waiting import step_url
from campaigns.opr.viewer import OprViewer
from rules.opr.queues import not_free


@dataclass(frozen=True, slots=True)
class OpenBefore:
    """What a warband has to do first, by which rule, and where."""

    sentence: str
    rule: str
    url: str
    button: str


def open_before(viewer: OprViewer, warbands: Iterable[str]) -> Iterator[OpenBefore]:
    """Of each of these warbands that begins no mission now."""
    for one in warbands:
        warband = viewer.state.warbands[one]
        rule, sentence, busy = not_free(viewer.state, viewer.book, warband)
        if not sentence:
            continue
        mission = viewer.state.missions[busy]
        url = step_url(viewer.scope, mission.id, warband.id, mission.side(warband.id).step)
        yield OpenBefore(
            sentence, rule, url, _("Go to the mission") if mission.open else _("Go to the steps")
        )
