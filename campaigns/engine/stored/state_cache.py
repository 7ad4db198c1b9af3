"""The states this process remembers, so that whoever looks at a league, or locks it, reads only what has
changed since.

A state is remembered with the version its scope had when it was read (or an earlier one, if somebody wrote
meanwhile) and with the line of history it belongs to. Every write makes a new version, so within one line a
version says what the state is, also while nothing of the state was touched since (`stands`); the rows after
it, and how many there are, make the rest. Another line begins where history may have gone another way: the
database was started anew, restored, emptied, or is another one.

Only what is committed is remembered: a transaction that fails leaves nothing behind. States are frozen, so
nobody alters what others are handed.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass, field
from functools import partial

from django.db import transaction
from django.db.models import TextField
from django.db.models.expressions import RawSQL

from campaigns.engine.stored.stands import state_stands
from campaigns.engine.stored.store import AsRead, registration_of
from campaigns.models import Scope
from rules.engine.state import State

HEAVIEST = 32 * 2**20  # bytes of the texts that the states were read from

# A restored table is another table, one that was emptied lies in another file.
LINE = RawSQL(
    "concat_ws(' ', pg_postmaster_start_time(), 'campaigns_scope'::regclass::oid,"
    " pg_relation_filenode('campaigns_scope'),"
    " (SELECT oid FROM pg_database WHERE datname = current_database()))",
    (),
    output_field=TextField(),
)


@dataclass(frozen=True, slots=True)
class SeenState:
    """What was seen of a scope: how it was, at which version, in which line of history."""

    known: AsRead[State]
    version: int
    line: str


@dataclass
class Memory:
    """The scopes this process saw last, by number."""

    scopes: OrderedDict[int, SeenState] = field(default_factory=OrderedDict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def recall(self, scope: int) -> SeenState | None:
        with self._lock:
            if scope in self.scopes:
                self.scopes.move_to_end(scope)
            return self.scopes.get(scope)

    def keep(self, scope: int, seen: SeenState) -> None:
        with self._lock:
            self.scopes[scope] = seen
            self.scopes.move_to_end(scope)
            while len(self.scopes) > 1 and self._size() > HEAVIEST:
                self.scopes.popitem(last=False)

    def _size(self) -> int:
        return sum(seen.known.held for seen in self.scopes.values())

    def forget(self) -> None:
        with self._lock:
            self.scopes.clear()


MEMORY = Memory()


def state_of(scope: Scope) -> State:
    """The state of a scope, whose row was read with its `line`, at its version: under the lock exactly that,
    for who only looks that or a later one."""
    return _remembered(scope, _known(scope))


def state_now(scope: Scope) -> State:
    """The same for who has written since the row was read, or may have: the latest there is."""
    return _remembered(scope, _known(scope, written=True))


def _remembered(scope: Scope, known: AsRead[State]) -> State:
    if line := _line(scope):
        transaction.on_commit(partial(MEMORY.keep, scope.pk, SeenState(known, scope.version, line)))
    return known.state


def _known(scope: Scope, *, written: bool = False) -> AsRead[State]:
    seen, registration = MEMORY.recall(scope.pk), registration_of(scope.game)
    if seen is None or seen.line != _line(scope) or (seen.version > scope.version and not written):
        return registration.as_read(scope.pk)
    if seen.version >= state_stands(scope.version, scope.touched) and not written:
        return seen.known
    return registration.read_since(scope.pk, seen.known, seen.version)


def _line(scope: Scope) -> str:
    """Empty when it was not asked for; then nothing is remembered."""
    return str(getattr(scope, "line", ""))
