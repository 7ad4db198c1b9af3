"""Founding a league (or a single game), its archive, and whether anything new begins in it.

The archive is where the club keeps what is over: no game state, so no entry, like the name of a league.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from django.core.exceptions import PermissionDenied
from django.db.transaction import atomic
from django.utils.translation import gettext as _

from campaigns.engine.stored.store import registration_of
from campaigns.engine.transaction.scope_transaction import ScopeTransaction, scope_transaction
from campaigns.engine.who.rights import Actor
from campaigns.models import Club, Scope, ScopeKind, Seat, TodoRow
from rules.engine.games import as_of_now
from rules.engine.names import name_key
from rules.engine.refusals import Refused
from rules.engine.state import State


def found_scope(
    *,
    club: Club,
    by: Seat | None,
    game: str,
    edition: str,
    name: str,
    settings: Mapping[str, object],
    time_zone: str = "",
    kind: str = ScopeKind.LEAGUE,
) -> Scope:
    """A new league or game with the state nobody has played yet. Raises `Refused` for a bad setting."""
    registration = registration_of(game)
    settings = as_of_now(registration.game.settings(edition), settings)
    state = registration.game.begin(edition, settings)
    with atomic():
        scope = Scope.objects.create(
            club=club,
            created_by=by,
            game=game,
            edition=edition,
            name=name,
            name_key=name_key(name),
            begin=dict(settings),
            time_zone=time_zone or club.time_zone,
            kind=kind,
            passes_over=registration.rules.passes_over,
        )
        with scope_transaction(scope.pk, Actor(by)) as transaction:
            empty = registration.game.state()
            registration.save(scope.pk, transaction.scope.version, empty, state)
    return scope


def archive(scope: Scope, actor: Actor) -> None:
    """Put a league into the archive: off the lists, still readable, nothing is played in it."""
    with scope_transaction(scope.pk, actor) as transaction:
        _keep(transaction, transaction.scope.archived_at or transaction.now)


def unarchive(scope: Scope, actor: Actor) -> None:
    """Take a league out of the archive; it goes on where it stood. What was late meanwhile comes up now."""
    with scope_transaction(scope.pk, actor) as transaction:
        _keep(transaction, None)
        late = TodoRow.objects.filter(scope=scope.pk, until__lt=transaction.now, gone_at=None)
        late.update(since=transaction.now)


def _keep(transaction: ScopeTransaction, archived_at: datetime | None) -> None:
    if not transaction.is_organiser:
        raise PermissionDenied
    Scope.objects.filter(pk=transaction.scope.pk).update(archived_at=archived_at)
    transaction.count("league")


def why_closed(scope: Scope, state: State) -> str:
    """The sentence why nothing new begins in a league and nobody joins it, or nothing."""
    if scope.archived_at is not None:
        return _archived()
    if registration_of(scope.game).rules.is_over(state):
        return _("This league is over. You can still read everything in it.")
    return ""


def in_use(scope: Scope) -> None:
    """Raise `Refused` when a league is in the archive: it is read there, not played."""
    if scope.archived_at is not None:
        raise Refused("", _archived(), admission=True)


def _archived() -> str:
    return _("This league is in the archive. An organiser can take it out again.")
