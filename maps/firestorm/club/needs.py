"""What a Firestorm league lays on its organiser's desk besides what is told of its games."""

from __future__ import annotations

from collections.abc import Iterator

from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.engine.lines import Need
from maps.firestorm.phase_labels import player_name
from maps.firestorm.viewer import FirestormViewer
from maps.turns.closing import left_alone
from maps.turns.waits import awaited_sides, stands_still, to_remind, who_are_there
from rules.engine.language import listed
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
    yield from _waiting(viewer)


def _home(viewer: FirestormViewer) -> str:
    return reverse("firestorm:map", args=[viewer.scope.pk])


def _claims(viewer: FirestormViewer) -> Iterator[Need]:
    cards = reverse("firestorm:cards", args=[viewer.scope.pk])
    for one in claims(viewer.state):
        title = _("%(name)s claims an objective") % {"name": player_name(viewer, one.player)}
        yield Need(title, _("It counts once you accept it."), cards, _("View"), "flag", urgent=True)


def _waiting(viewer: FirestormViewer) -> Iterator[Need]:
    now = viewer.state.now
    waited = who_are_there(viewer, awaited_sides(viewer))
    if names := [name for one, name in waited.items() if one]:
        yield Need(
            _("Turn %(turn)s is waiting for %(names)s") % {"turn": now.turn, "names": listed(names)},
            _("The phase ends without them:") if now.deadline else "",
            _home(viewer),
            _("Go to the map"),
            "hourglass-split",
            urgent=False,
            due=now.deadline,
            remind=to_remind(viewer, waited),
        )
