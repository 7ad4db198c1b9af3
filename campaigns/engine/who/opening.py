"""When a device that another's word let in reads a league's secrets although its person has said nothing.

A player who has lost their only phone has no other way to say that it is theirs. So where no device of theirs
has asked, and they have no password or passkey (`campaigns.people.me.letting_in`), a league opens with a turn
that begins long enough after. A turn does not count that was moved on by whoever let the device in, by the
device itself, or by an organiser who plays in the league. The clock alone opens, and notes since when.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q

from campaigns.engine.chores import alone
from campaigns.engine.stored.state_cache import LINE, state_of
from campaigns.engine.stored.store import AnyRegistration, registration_of
from campaigns.engine.who.rights import Actor, who_starts
from campaigns.models import Entry, LetIn, Scope, Seat, Via
from rules.engine.state import State

A_DAY = timedelta(days=1)  # nothing opens sooner
LOST = timedelta(days=14)  # a device that has not asked for so long is one its person no longer has


def open_due(now: datetime) -> int:
    """Open every league whose turn has come; how many there were."""
    due = Q(waits_until__lte=now) | Q(waits_until=None, at__lte=now - A_DAY)
    opened = 0
    for pk in LetIn.objects.filter(due, answered_at=None, asked_at=None).values_list("pk", flat=True):
        with alone():
            opened += _opened(pk, now)
    return opened


@transaction.atomic
def _opened(pk: int, now: datetime) -> int:
    """Look through the leagues of one such device; what did not count is not looked at again."""
    rows = LetIn.objects.select_for_update(skip_locked=True, of=("self",)).select_related("by")
    row = rows.filter(pk=pk, answered_at=None, asked_at=None).first()
    if row is None:
        return 0
    before = len(row.opened)
    leagues = Scope.objects.filter(pk__in=row.turns.keys() - row.opened.keys(), archived_at=None)
    for scope in leagues.annotate(line=LINE):
        registration, state, key = registration_of(scope.game), state_of(scope), str(scope.pk)
        turn = registration.rules.turn(state) if registration.rules.turn else 0
        if turn <= row.turns[key] or registration.rules.is_over(state):
            continue
        if _Turns(row, scope, registration, state, now).has_one_that_counts():
            row.opened[key] = now.isoformat()
        else:
            row.turns[key] = turn
    row.save(update_fields=["turns", "opened"])
    return len(row.opened) - before


@dataclass(frozen=True)
class _Turns:
    """The turns of a league that have begun since a device was let in."""

    row: LetIn
    scope: Scope
    registration: AnyRegistration
    state: State
    now: datetime

    def has_one_that_counts(self) -> bool:
        return any(self._counts(entries) for entries in self._ended())

    def _ended(self) -> Iterator[Sequence[Entry]]:
        """What was entered in each turn until the next one began."""
        effect, since = self.registration.rules.turn_begins, self.row.turns[str(self.scope.pk)]
        entries = Entry.objects.filter(scope=self.scope, void=False, at__gte=self.row.at).order_by("seq")
        begins = {
            seq: next(one["number"] for one in effects if one["effect"] == effect)
            for seq, effects in entries.filter(effects__contains=[{"effect": effect}]).values_list(
                "seq", "effects"
            )
        }
        turn = list[Entry]()
        for entry in entries.defer("effects", "answers").select_related("actor"):
            turn.append(entry)
            if entry.seq in begins:
                if begins[entry.seq] > since:
                    yield turn
                turn = []

    def _counts(self, entries: Sequence[Entry]) -> bool:
        acts = [entry for entry in entries if entry.via == Via.PERSON and entry.actor]
        if any(self._pushes(entry) and self._may_not_push(entry.actor) for entry in acts):
            return False
        return not acts or not (self._ended_by_them(acts[-1].actor) or self._was_by_it(acts[-1]))

    def _pushes(self, entry: Entry) -> bool:
        """Whether somebody did it as an organiser."""
        spec = self.registration.game.procedures.get(entry.procedure)
        who = who_starts(spec, entry.params) if spec else "organiser"
        return bool(entry.acting_for) or who.partition(":")[0] == "organiser"

    def _may_not_push(self, seat: Seat | None) -> bool:
        plays = Actor(seat).takes_sides(self.scope, self.state, self.registration)
        return plays or (self._let_it_in(seat) and self.now < self.row.at + LOST)

    def _ended_by_them(self, seat: Seat | None) -> bool:
        return self._let_it_in(seat) and self._may_not_push(seat)

    def _let_it_in(self, seat: Seat | None) -> bool:
        by = self.row.by
        return by is not None and seat is not None and seat.person_id == by.person_id

    def _was_by_it(self, entry: Entry) -> bool:
        return self.row.traces.filter(slot=entry.slot_id).exists()
