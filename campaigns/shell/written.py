"""The transaction that carries a form out, and its end: before the answer is drawn.

What a form writes and locks is its league's to wait for; a page takes many times as long to draw as an answer
to write. So whoever draws says first that everything is written (`end_writing`).
"""

from __future__ import annotations

from django.db import connection, transaction
from django.http import HttpRequest


class Writing:
    """One form's transaction. It ends when everything is written, or with the request."""

    def __init__(self) -> None:
        self._transaction: transaction.Atomic | None = transaction.atomic()
        self._transaction.__enter__()

    @property
    def is_open(self) -> bool:
        return self._transaction is not None

    def end(self) -> None:
        """Commit, or take all of it back when that was asked for."""
        ended, self._transaction = self._transaction, None
        if ended is not None:
            ended.__exit__(None, None, None)

    def is_innermost(self) -> bool:
        """Whether nobody is in the midst of something that belongs together."""
        return self._transaction is not None and connection.atomic_blocks[-1] is self._transaction


class SentRequest(HttpRequest):
    """A request that carries out a form: its transaction, and the note that it was sent."""

    writing: Writing
    sent_form: str


def end_writing(request: HttpRequest) -> None:
    """All that this form writes is written; from here on nothing waits for it."""
    writing: Writing | None = getattr(request, "writing", None)
    if writing is not None and writing.is_innermost():
        writing.end()
