"""What a map league wants of a player on their home page, and how they stand in it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from campaigns.engine.lines import LeagueLine, Todo
from campaigns.engine.mine import Mine
from campaigns.models import Dialogue, Scope
from rules.conquest.book import in_force
from rules.conquest.figures.battles import silence
from rules.conquest.figures.by_name import standings
from rules.conquest.figures.summary import to_do
from rules.conquest.state import Conquest, Realm


def todos(mine: Mine, scope: Scope, asked: dict[str, Dialogue]) -> Iterator[Todo]:
    """What each of my realms has to do now."""
    state: Conquest = mine.states[scope.pk]
    deadline = state.now.deadline
    until = date_format(deadline.astimezone(scope.club.tz), "l, H:i") if deadline else ""
    book = in_force(state)
    late = silence(state, book) if until else []
    for realm in _realms(mine, state):
        for one in to_do(state, book, realm=realm.id):
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
    order = standings(state, in_force(state))
    by_realm = {line["realm"]: (place, line["size"]) for place, line in enumerate(order, 1)}
    for realm in _realms(mine, state):
        place, size = by_realm.get(realm.id, ("–", 0))
        url = reverse("campaigns:league", args=[scope.pk])
        yield LeagueLine(scope.name, url, realm.name, str(place), _("size %(n)s") % {"n": size})


def _realms(mine: Mine, state: Conquest) -> list[Realm]:
    return [realm for realm in state.realms.values() if realm.owner in mine.own]
