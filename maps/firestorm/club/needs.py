"""What a Firestorm league lays on its organiser's desk besides what is told of its games."""

from __future__ import annotations

from collections.abc import Iterator

from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.engine.lines import Need
from maps.firestorm.phase_labels import player_name
from maps.firestorm.viewer import FirestormViewer
from maps.turns.closing import left_alone
from maps.turns.waits import stands_still, waiting_needs
from rules.firestorm.faction_figures import factions
from rules.firestorm.game import turns_have_begun
from rules.firestorm.setting_up.objectives import claims


def faction_league_needs(viewer: FirestormViewer) -> Iterator[Need]:
    """That it is paused, what only an organiser can settle, then what time brings."""
    goes_on = reverse("firestorm:organise_do", args=[viewer.scope.pk, "resume"])
    yield from stands_still(viewer, _home(viewer), goes_on)
    yield from _claims(viewer)
    if turns_have_begun(viewer.state):
        yield from left_alone(viewer, (one.id for one in factions(viewer.state)))
    number = viewer.state.now.turn
    turn = _("Turn %(n)s") % {"n": number} if number else ""
    yield from waiting_needs(viewer, turn, _home(viewer))


def _home(viewer: FirestormViewer) -> str:
    return reverse("firestorm:map", args=[viewer.scope.pk])


def _claims(viewer: FirestormViewer) -> Iterator[Need]:
    cards = reverse("firestorm:cards", args=[viewer.scope.pk])
    for one in claims(viewer.state):
        title = _("%(name)s claims an objective") % {"name": player_name(viewer, one.player)}
        yield Need(title, _("It counts once you accept it."), cards, _("View"), "flag", urgent=True)
