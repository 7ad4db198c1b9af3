"""In tests transactions at the door compare the state they work on with the whole one, and after them what
they have written: with `make test` those of every fifth test, of others tomorrow, without a day those of all.

A test that lives in one transaction never commits: what the process would remember then, it does as soon as
the transaction at the door is over that read it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any
from unittest import mock

from django.db import connection

from campaigns.engine.stored import state_cache
from campaigns.engine.stored.store import registration_of
from campaigns.engine.transaction import scope_transaction
from campaigns.models import Scope
from rules.engine.state import State

LEAVE = scope_transaction.ScopeTransaction.leave
EACH = 3  # transactions of a test that are compared; of those after them every tenth
DAYS = 5  # in so many days those of every test are


@dataclass
class Comparing:
    """Compares what transactions at the door stand on with what is in the database."""

    one_transaction: bool
    compares: bool = True
    transactions: int = 0

    def state_of(self, scope: Scope) -> State:
        """What a transaction takes for the state of its scope."""
        if self.one_transaction:
            commit()
        state = state_cache.state_of(scope)
        self.transactions += 1
        if self.is_due:
            whole = whole_of(scope)
            same(state, whole, "remembered, and read")
            same_order(state, whole)
        return state

    def leave(self, transaction: scope_transaction.ScopeTransaction) -> None:
        """What a transaction has written."""
        is_changed = transaction.is_changed
        LEAVE(transaction)
        if is_changed and self.is_due:
            same(transaction.state, whole_of(transaction.scope), "written")

    @property
    def is_due(self) -> bool:
        return self.compares and (self.transactions <= EACH or self.transactions % 10 == 0)


def commit() -> None:
    """Remember what was read at the door and is over, as if the test's own transaction were none."""
    around = set(connection.savepoint_ids[1:])
    for waiting in list(connection.run_on_commit):
        sids, call = waiting[:2]
        if isinstance(call, partial) and call.func == state_cache.MEMORY.keep and not around & set(sids):
            connection.run_on_commit.remove(waiting)
            call()


def nothing_remembered() -> None:
    """As in a new process, and what was read at the door and is over is not remembered later either."""
    commit()
    state_cache.MEMORY.forget()


def same(state: Any, whole: Any, what: str) -> None:
    for table in whole.tables():
        ours, theirs = getattr(state, table), getattr(whole, table)
        assert ours.keys() == theirs.keys(), f"{table}: {what}"
        for key, one in theirs.items():
            assert ours[key] == one, f"{table} {key}: {what}"


def same_order(state: Any, whole: Any) -> None:
    """What a correction puts in front has its row at the end; the order of rows counts."""
    for table in whole.tables():
        assert list(getattr(state, table)) == list(getattr(whole, table)), f"{table} in another order"


def whole_of(scope: Scope) -> Any:
    with unseen():
        return registration_of(scope.game).load(scope.pk)


@contextmanager
def unseen() -> Iterator[None]:
    """What is read meanwhile, no test that counts statements sees."""
    log, wrappers = connection.queries_log, connection.execute_wrappers
    connection.queries_log, connection.execute_wrappers = deque(log, log.maxlen), []
    try:
        yield
    finally:
        connection.queries_log, connection.execute_wrappers = log, wrappers


@contextmanager
def comparing(*, one_transaction: bool, compares: bool = True) -> Iterator[Comparing]:
    """The transactions at the door are compared meanwhile, where this `compares`."""
    state_cache.MEMORY.forget()
    comparing = Comparing(one_transaction, compares)
    leave = lambda transaction: comparing.leave(transaction)  # noqa: E731 - a method of it
    with (
        mock.patch.object(scope_transaction, "state_of", comparing.state_of),
        mock.patch.object(scope_transaction.ScopeTransaction, "leave", leave),
    ):
        yield comparing
