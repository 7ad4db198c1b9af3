"""Founding a league (or a single game): the scope and the rows it begins with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from campaigns.door import visit
from campaigns.models import Club, Scope, ScopeKind, Seat
from campaigns.rights import Actor
from campaigns.store import registration


def found_scope(
    *,
    club: Club,
    by: Seat | None,
    game: str,
    edition: str,
    name: str,
    settings: Mapping[str, Any],
    time_zone: str = "",
    kind: str = ScopeKind.LEAGUE,
) -> Scope:
    """A new league or game with the state nobody has played yet. Raises `Refused` for a bad setting."""
    kept = registration(game)
    state = kept.game.begin(edition, settings)
    with transaction.atomic():
        scope = Scope.objects.create(
            club=club,
            created_by=by,
            game=game,
            edition=edition,
            name=name,
            begin=dict(settings),
            time_zone=time_zone or club.time_zone,
            kind=kind,
        )
        with visit(scope.pk, Actor(by)) as here:
            empty = kept.game.state()
            kept.save(scope.pk, here.scope.version, empty, state)
    return scope
