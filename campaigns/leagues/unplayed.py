"""A side that nobody plays goes on by itself, once an organiser says so, until somebody takes it."""

from __future__ import annotations

from django.utils.translation import gettext as _

from campaigns.engine.stored.store import AnyRegistration
from campaigns.engine.transaction.driving import follow_absences
from campaigns.engine.transaction.scope_transaction import scope_transaction
from campaigns.engine.transaction.writing import CARRIES_ON, WAITS_AGAIN, write_bare_entry
from campaigns.engine.who.rights import CLOCK, Actor, is_played
from campaigns.models import Scope, Seat, Unplayed
from rules.engine.refusals import Refused
from rules.engine.state import State


def let_silence_play(*, by: Seat, scope: Scope, side: str, on: bool) -> None:
    """Let silence speak for a side nobody plays, until somebody does, or (`on` false) wait for somebody
    again; the chronicle says who switched it.

    Raises `Refused` for a side somebody plays, and where nothing goes on by itself.
    """
    with scope_transaction(scope.pk, CLOCK) as transaction:
        registration, state = transaction.registration, transaction.state
        if not on:
            changed, _rows = Unplayed.objects.filter(scope=scope, side=side).delete()
        elif why_not := why_app_does_not_play(scope, registration, state, side):
            raise Refused("", why_not)
        else:
            told = {"said_by": by, "since": transaction.now}
            _row, changed = Unplayed.objects.get_or_create(scope=scope, side=side, defaults=told)
        if changed:
            with transaction.by_itself(Actor(by)):
                about = {registration.store.traces.side: side}
                write_bare_entry(transaction, CARRIES_ON if on else WAITS_AGAIN, about)
        follow_absences(transaction)


def why_app_does_not_play(scope: Scope, registration: AnyRegistration, state: State, side: str) -> str:
    """Why organisers cannot let the app carry on for a side; empty where they can."""
    rules = registration.rules
    if rules.goes_on is None or side not in registration.sides_of(state) or not rules.in_play(state, side):
        return _("This can only be done for a side that is still in the league.")
    return _("Somebody already plays this side.") if is_played(scope, rules.members_of(state, side)) else ""
