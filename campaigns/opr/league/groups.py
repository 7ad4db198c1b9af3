"""What the chronicle of a league of warbands can be asked about."""

from __future__ import annotations

from django.utils.translation import gettext as _

from campaigns.engine.lines import Group
from campaigns.engine.who.naming import sorted_by_name
from campaigns.opr.viewer import OprViewer
from rules.engine.language import with_heading
from rules.engine.lazy_tables import top
from rules.opr.state import Mission, OprState, Unit

MISSIONS = 40  # so many can be chosen; older ones lead here from their own page


def chronicle_groups(viewer: OprViewer, about: str) -> tuple[Group, ...]:
    """Its warbands, its newest missions, and the units of the warband that is looked at."""
    state = viewer.state
    warbands = sorted_by_name(state.warbands.values())
    missions = top(state.missions, MISSIONS, "number")
    found = [
        Group(_("Warbands"), tuple((one.id, one.name) for one in warbands)),
        Group(_("Missions"), tuple((one.id, _mission(one)) for one in missions)),
        _units(state, about),
    ]
    return tuple(group for group in found if group and group.choices)


def _mission(mission: Mission) -> str:
    number = _("Mission %(number)s") % {"number": mission.number}
    return with_heading(number, mission.name) if mission.name else number


def _units(state: OprState, about: str) -> Group | None:
    """The units, fallen ones too, of the warband that is looked at."""
    unit: Unit | None = state.units.get(about)
    warband = state.warbands.get(unit.warband if unit else about)
    if warband is None:
        return None
    units = sorted(
        (one for one in state.units.values() if one.warband == warband.id), key=lambda one: one.order
    )
    label = _("Units in %(name)s") % {"name": warband.name}
    return Group(label, tuple((one.id, one.name) for one in units))
