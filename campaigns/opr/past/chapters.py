"""What an entry of a league of warbands is about, and which mission it belongs to."""

from __future__ import annotations

from django.utils.translation import gettext as _

from campaigns.engine.lines import Traces
from rules.engine.language import with_heading
from rules.engine.lazy_tables import peek
from rules.engine.plain import Params
from rules.opr.state import OprState

WHOLE_MISSIONS = ("opr.quick_report", "opr.app_report")
TRACES = Traces(
    played="mission",
    side="warband",
    things=("unit", "event"),
    makes=dict.fromkeys(WHOLE_MISSIONS, "mission")
    | {"opr.open_mission": "mission", "opr.found_warband": "warband"},
    whole=frozenset(WHOLE_MISSIONS),
)


def mission_chapter(state: OprState, procedure: str, params: Params, code: str) -> str | None:
    """The mission with its number and name; an event goes with what came before it."""
    about = TRACES.about(procedure, params, code)
    mission = peek(state.missions, about)
    if mission is None:
        return None if params.get("event") else ""
    number = _("Mission %(n)s") % {"n": mission.number}
    return with_heading(number, mission.name) if mission.name else number
