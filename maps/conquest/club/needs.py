"""What a map league lays on its organiser's desk besides what is told of its battles."""

from __future__ import annotations

from collections.abc import Iterator

from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.engine.lines import Need
from maps.conquest.viewer import ConquestViewer
from maps.turns.closing import left_alone
from maps.turns.waits import stands_still, waiting_needs
from rules.conquest.game import rounds_have_begun
from rules.conquest.setting_up.beginning import lacks_room
from rules.conquest.state import Conquest


def empire_league_needs(viewer: ConquestViewer) -> Iterator[Need]:
    """That it is paused, or that nobody is left; then what time settles by itself."""
    state: Conquest = viewer.state
    goes_on = reverse("maps:do", args=[viewer.scope.pk, "resume"])
    yield from stands_still(viewer, reverse("maps:map", args=[viewer.scope.pk]), goes_on)
    if rounds_have_begun(state):
        still = (one.id for one in state.realms.values() if one.status in ("active", "waiting"))
        yield from left_alone(viewer, still)
    if lacks_room(state, viewer.book):
        ground = reverse("maps:ground", args=[viewer.scope.pk])
        title = _("There is no room left for another capital")
        note = _("Add a territory to the map, at least two steps from every capital.")
        yield Need(title, note, ground, _("Change the map"), "map", urgent=True)
    round_ = _("Round %(n)s") % {"n": state.now.round} if state.now.round else ""
    yield from waiting_needs(viewer, round_, reverse("maps:map", args=[viewer.scope.pk]))
