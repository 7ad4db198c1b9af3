"""What a map league wants of a player on their home page, and how they stand in it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from campaigns.engine.lines import LeagueLine, Todo
from campaigns.engine.mine import Mine
from campaigns.engine.store import registration
from campaigns.models import Dialogue, Scope
from rules.conquest.state import Conquest, Realm


def todos(mine: Mine, scope: Scope, asked: dict[str, Dialogue]) -> Iterator[Todo]:
    """What each of my realms has to do now."""
    state: Conquest = mine.states[scope.pk]
    deadline = state.now.deadline
    until = date_format(deadline.astimezone(scope.club.tz), "l, H:i") if deadline else ""
    late = _figure(scope, state, "silence") if until else []
    for realm in _realms(mine, state):
        for one in _figure(scope, state, "to_do", realm=realm.id):
            if not one["waits"]:
                yield Todo(
                    title=one["text"].rstrip("."),
                    where=_("%(league)s · round %(n)s") % {"league": scope.name, "n": state.now.round},
                    deadline=_deadline(until, late, realm.id, one["about"]),
                    url=reverse("maps:map", args=[scope.pk]),
                    icon="map",
                    action=_("To the map"),
                    scope=scope.pk,
                )


def _deadline(until: str, late: list[dict[str, Any]], realm: str, about: str) -> str:
    """Until when, and what silence brings this realm or its battle then."""
    told = [
        one["sentence"] for one in late if one["realm"] == realm or about == one["params"].get("battle", "-")
    ]
    if not until or not told:
        return _("until %(when)s") % {"when": until} if until else ""
    return _("until %(when)s; then: %(what)s") % {"when": until, "what": told[0]}


def lines(mine: Mine, scope: Scope) -> Iterator[LeagueLine]:
    """Where my realms stand, by size."""
    state: Conquest = mine.states[scope.pk]
    order: list[dict[str, Any]] = _figure(scope, state, "standings")
    by_realm = {line["realm"]: (place, line["size"]) for place, line in enumerate(order, 1)}
    for realm in _realms(mine, state):
        place, size = by_realm.get(realm.id, ("–", 0))
        url = reverse("campaigns:league", args=[scope.pk])
        yield LeagueLine(scope.name, url, realm.name, str(place), _("size %(n)s") % {"n": size})


def _realms(mine: Mine, state: Conquest) -> list[Realm]:
    return [realm for realm in state.realms.values() if realm.owner in mine.own]


def _figure(scope: Scope, state: Conquest, name: str, **params: Any) -> Any:
    game = registration(scope.game).game
    return game.figures[name](state, game.book_of(state), **params)
