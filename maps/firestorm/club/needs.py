"""What a Firestorm league lays on its organiser's desk: disputes, claims, whom the phase waits for."""

from __future__ import annotations

from collections.abc import Iterator

from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.engine.lines import Need
from campaigns.shell.told.versions import as_sayings
from maps.firestorm.battles.versions import versions_of
from maps.firestorm.club.past import battle_title
from maps.firestorm.here import FirestormHere
from maps.firestorm.words import player_name
from maps.turns.closing import left_alone
from maps.turns.waits import is_paused, stands_still, waited_for, who_are_there
from rules.engine.language import listed
from rules.firestorm.game import has_begun
from rules.firestorm.setting_up.objectives import claims
from rules.firestorm.standing import factions


def needs(here: FirestormHere) -> Iterator[Need]:
    """What only an organiser can settle first, then what time brings. While it is paused it says so, and
    names no dispute: nothing can be done about it.
    """
    yield from stands_still(here, reverse("firestorm:organise", args=[here.scope.pk]))
    yield from () if is_paused(here) else _disputes(here)
    yield from _claims(here)
    if has_begun(here.state):
        yield from left_alone(here, (one.id for one in factions(here.state)))
    yield from _waiting(here)


def _home(here: FirestormHere) -> str:
    return reverse("firestorm:map", args=[here.scope.pk])


def _disputes(here: FirestormHere) -> Iterator[Need]:
    for bout in here.state.bouts.values():
        if bout.status == "disputed":
            battle = here.state.battles[bout.battle]
            title = _("Disputed: %(battle)s") % {"battle": battle_title(here.state, battle)}
            url = reverse("firestorm:battle", args=[here.scope.pk, bout.battle]) + "#decide"
            said = as_sayings(versions_of(here, battle, [bout], "").get(bout.id, ()))
            note, icon = "" if said else bout.words, "exclamation-diamond-fill"
            yield Need(title, note, url, _("Decide"), icon, urgent=True, sayings=said)


def _claims(here: FirestormHere) -> Iterator[Need]:
    cards = reverse("firestorm:cards", args=[here.scope.pk])
    for one in claims(here.state):
        title = _("%(name)s claims an objective") % {"name": player_name(here, one.player)}
        yield Need(title, _("It counts once you accept it."), cards, _("View"), "flag", urgent=True)


def _waiting(here: FirestormHere) -> Iterator[Need]:
    now = here.state.now
    names = [name for one, name in who_are_there(here, waited_for(here)).items() if one]
    if names:
        yield Need(
            _("Turn %(turn)s is waiting for %(names)s") % {"turn": now.turn, "names": listed(names)},
            _("The phase ends without them:") if now.deadline else "",
            _home(here),
            _("Go to the map"),
            "hourglass-split",
            urgent=False,
            due=now.deadline,
        )
