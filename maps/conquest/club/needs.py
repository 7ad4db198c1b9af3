"""What a map league lays on its organiser's desk: disputes, reports without an answer, the phase."""

from __future__ import annotations

from collections.abc import Iterator

from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.engine.lines import Need
from campaigns.leagues.message_link import sides_message_link
from campaigns.shell.told.versions import as_sayings
from maps.conquest.battles.versions import battle_versions
from maps.conquest.viewer import ConquestViewer
from maps.turns.closing import left_alone
from maps.turns.waits import awaited_sides, deadline_of, is_paused, stands_still, who_are_there
from rules.conquest.game import rounds_have_begun
from rules.conquest.setting_up.beginning import lacks_room
from rules.conquest.state import Battle, Conquest
from rules.engine.lazy_tables import having


def empire_league_needs(viewer: ConquestViewer) -> Iterator[Need]:
    """Disputes first, then that nobody is left, then what time settles by itself. While it is paused it
    says so, and names no battle: nothing can be done about it.
    """
    state: Conquest = viewer.state
    goes_on = reverse("maps:do", args=[viewer.scope.pk, "resume"])
    yield from stands_still(viewer, reverse("maps:map", args=[viewer.scope.pk]), goes_on)
    open_ = {} if is_paused(viewer) else having(state.battles, "round", state.now.round)
    for battle in open_.values():
        if battle.status in ("disputed", "reported"):
            yield _battle(viewer, battle)
    if rounds_have_begun(state):
        still = (one.id for one in state.realms.values() if one.status in ("active", "waiting"))
        yield from left_alone(viewer, still)
    if lacks_room(state, viewer.book):
        ground = reverse("maps:ground", args=[viewer.scope.pk])
        title = _("There is no room left for another capital")
        note = _("Add a territory to the map, at least two steps from every capital.")
        yield Need(title, note, ground, _("Change the map"), "map", urgent=True)
    if names := ", ".join(name for one, name in who_are_there(viewer, awaited_sides(viewer)).items() if one):
        yield Need(
            _("Round %(round)s is waiting for %(names)s") % {"round": state.now.round, "names": names},
            _("The phase ends without them:") if state.now.deadline else "",
            reverse("maps:map", args=[viewer.scope.pk]),
            _("Go to the map"),
            "hourglass-split",
            urgent=False,
            due=state.now.deadline,
        )


def _battle(viewer: ConquestViewer, battle: Battle) -> Need:
    state: Conquest = viewer.state
    sides = {"a": _names(state, battle.attackers), "b": _names(state, battle.defenders)}
    disputed = battle.status == "disputed"
    title = (
        _("%(a)s and %(b)s disagree about their battle") if disputed else _("%(a)s against %(b)s: reported")
    )
    silent = (
        _("If nobody answers, it counts:") if deadline_of(viewer) else _("The other side has not answered.")
    )
    return Need(
        title % sides,
        "" if disputed else silent,
        reverse("maps:battle", args=[viewer.scope.pk, battle.id]),
        _("Decide") if disputed else _("View"),
        "exclamation-diamond-fill" if disputed else "hourglass-split",
        urgent=disputed,
        due=None if disputed else deadline_of(viewer),
        sayings=as_sayings(battle_versions(viewer, battle, "")) if disputed else (),
        write=sides_message_link(viewer, battle.members),
    )


def _names(state: Conquest, realms: tuple[str, ...]) -> str:
    return ", ".join(state.name_of(one) for one in realms)
