"""What a Firestorm league lays on its organiser's desk: disputes, claims, whom the phase waits for."""

from __future__ import annotations

from collections.abc import Iterator

from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.engine.lines import Need
from campaigns.leagues.message_link import sides_message_link
from campaigns.shell.told.versions import as_sayings
from maps.firestorm.battles.versions import game_versions
from maps.firestorm.club.past import battle_title
from maps.firestorm.phase_labels import player_name
from maps.firestorm.viewer import FirestormViewer
from maps.turns.closing import left_alone
from maps.turns.waits import awaited_sides, is_paused, stands_still, who_are_there
from rules.engine.language import listed
from rules.firestorm.faction_figures import factions
from rules.firestorm.game import turns_have_begun
from rules.firestorm.setting_up.objectives import claims


def faction_league_needs(viewer: FirestormViewer) -> Iterator[Need]:
    """What only an organiser can settle first, then what time brings. While it is paused it says so, and
    names no dispute: nothing can be done about it.
    """
    goes_on = reverse("firestorm:organise_do", args=[viewer.scope.pk, "resume"])
    yield from stands_still(viewer, _home(viewer), goes_on)
    yield from () if is_paused(viewer) else _disputes(viewer)
    yield from _claims(viewer)
    if turns_have_begun(viewer.state):
        yield from left_alone(viewer, (one.id for one in factions(viewer.state)))
    yield from _waiting(viewer)


def _home(viewer: FirestormViewer) -> str:
    return reverse("firestorm:map", args=[viewer.scope.pk])


def _disputes(viewer: FirestormViewer) -> Iterator[Need]:
    for bout in viewer.state.bouts.values():
        if bout.status == "disputed":
            battle = viewer.state.battles[bout.battle]
            title = _("Disputed: %(battle)s") % {"battle": battle_title(viewer.state, battle)}
            url = reverse("firestorm:battle", args=[viewer.scope.pk, bout.battle]) + "#decide"
            said = as_sayings(game_versions(viewer, battle, [bout], "").get(bout.id, ()))
            note, icon = "" if said else bout.words, "exclamation-diamond-fill"
            write = sides_message_link(viewer, battle.factions)
            yield Need(title, note, url, _("Decide"), icon, urgent=True, sayings=said, write=write)


def _claims(viewer: FirestormViewer) -> Iterator[Need]:
    cards = reverse("firestorm:cards", args=[viewer.scope.pk])
    for one in claims(viewer.state):
        title = _("%(name)s claims an objective") % {"name": player_name(viewer, one.player)}
        yield Need(title, _("It counts once you accept it."), cards, _("View"), "flag", urgent=True)


def _waiting(viewer: FirestormViewer) -> Iterator[Need]:
    now = viewer.state.now
    names = [name for one, name in who_are_there(viewer, awaited_sides(viewer)).items() if one]
    if names:
        yield Need(
            _("Turn %(turn)s is waiting for %(names)s") % {"turn": now.turn, "names": listed(names)},
            _("The phase ends without them:") if now.deadline else "",
            _home(viewer),
            _("Go to the map"),
            "hourglass-split",
            urgent=False,
            due=now.deadline,
        )
