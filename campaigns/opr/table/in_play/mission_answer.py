"""What a mission's page is answered with: as a whole, or what an open one lacks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from zoneinfo import ZoneInfo

from django.http import HttpResponse
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.cache import patch_vary_headers

from campaigns.opr.table.forms import mission_note_forms
from campaigns.opr.table.in_play.parts import in_play
from campaigns.opr.table.mission_lines import TableUnitLine
from campaigns.opr.table.mission_page import MissionPage
from campaigns.opr.viewer import OprViewer
from campaigns.shell.drawn.by_value import HAS, VERSION
from campaigns.shell.league import OK, always_of, render_league
from campaigns.shell.written import end_writing

MISSION = "campaigns/opr/table/mission.html"
LIVE = "campaigns/opr/table/_live.html"


def mission_context(viewer: OprViewer, page: MissionPage) -> dict[str, object]:
    """What the templates of a mission's page want."""
    return {"page": page, "play": in_play(viewer, page), "notes": mission_note_forms}


def body_of(
    viewer: OprViewer,
    page: MissionPage,
    beside: Iterable[tuple[str, Mapping[str, object]]] = (),
    *,
    status: int = OK,
) -> HttpResponse:
    """What an open page lacks of a mission, as it says itself: some of its parts, or its body; and with it
    what stands elsewhere in the page, each template with what it shows."""
    end_writing(viewer.request)
    with timezone.override(ZoneInfo(viewer.scope.time_zone)):
        play = in_play(viewer, page)
        lacking = None if play is None else play.by_value.lacking(viewer.request)
        if lacking is None:
            answer = render_league(viewer, LIVE, mission_context(viewer, page), status=status)
        else:
            answer = HttpResponse(lacking, status=status)
        for template, shown in beside:
            told = {**always_of(viewer), **shown, "again": True}
            answer.write(render_to_string(template, told, viewer.request))
    patch_vary_headers(answer, ["HX-Target", HAS])
    answer[VERSION] = str(viewer.scope.version)
    return answer


def just_ticked(page: MissionPage, victim: str) -> TableUnitLine | None:
    """The unit that was just written down as out, as long as it can be taken back."""
    if page.status != "playing" or not page.may_play:
        return None
    units = (unit for side in page.sides for unit in side.units)
    return next((unit for unit in units if unit.id == victim and unit.out), None)
