"""Who came in as somebody by another's word reads nothing yet of what that person's side keeps to itself.

An organiser may let a device in as somebody who has lost theirs, or say that two people are one; who does so
may play against them. Such a visitor acts as the person from the first moment and reads nothing secret before
the person has said that it was them. A device the person has used before asks them at once: once it has, or
where they have a password or a passkey, nothing opens without their word. Where they have neither, the clock
opens a league after a turn that counts, and notes it (`opening`). What such a visitor does is told as done by
that word (`leave_trace`), until the person says that it was them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from django.contrib.auth import SESSION_KEY
from django.db.models import Q

from campaigns.engine.stored.state_cache import LINE, state_of
from campaigns.engine.stored.store import registration_of
from campaigns.models import (
    ActRequest,
    LetIn,
    LetInTrace,
    Person,
    Report,
    Scope,
    ScopeKind,
    SealedAnswer,
    Seat,
    Slot,
)

if TYPE_CHECKING:
    from django.http import HttpRequest

    from campaigns.engine.stored.store import Registration
    from rules.engine.state import State

MARK = "let_in"  # in the session: the number of the row


def visitor_let_ins(request: HttpRequest, person: Person) -> list[LetIn]:
    """What still holds for this visitor, who speaks for a person; asked of the database for few."""
    if not person.let_in:
        return []
    session, user = getattr(request, "session", {}), getattr(request, "user", None)
    return _rows(person, session.get(MARK, 0), getattr(user, "pk", None))


def rows_of_session(session: Mapping[str, object], person: Person) -> list[LetIn]:
    """The same for who comes with nothing but a session."""
    return _rows(person, session.get(MARK, 0), session.get(SESSION_KEY)) if person.let_in else []


def _rows(person: Person, mark: object, user: object) -> list[LetIn]:
    held = Q(pk=mark) | Q(sign_in=user or 0)
    return list(LetIn.objects.filter(held, person=person, answered_at=None).select_related("by"))


def holding[S: State, B](
    rows: Sequence[LetIn], scope: int, registration: Registration[S, B], state: S
) -> LetIn | None:
    """What keeps a visitor from the secrets of a league; those of one that is over are told."""
    return (
        None
        if not rows or registration.rules.is_over(state)
        else provisional_let_in(rows, scope, registration)
    )


def provisional_let_in[S: State, B](
    rows: Sequence[LetIn], scope: int, registration: Registration[S, B]
) -> LetIn | None:
    """By whose word a visitor acts in a league, while it is not their own yet."""
    return next((row for row in rows if _holds(row, str(scope), bool(registration.rules.turn))), None)


def _holds(row: LetIn, scope: str, in_turns: bool) -> bool:
    known = scope in row.turns
    if not in_turns or row.asked_at is not None:
        return known or row.sign_in_id is None
    return known and scope not in row.opened


def leave_trace(row: LetIn | None, on: Slot | Report | ActRequest) -> None:
    """Somebody whom another's word let in has had a hand in this."""
    if row is not None:
        trace = LetInTrace(let_in=row)
        setattr(trace, _kind(on), on)
        LetInTrace.objects.bulk_create([trace], ignore_conflicts=True)


def hand_on(told: Report | ActRequest, to: Slot | Report) -> None:
    """What a report or a request has become was told by whoever had told or asked it."""
    if getattr(told, "is_traced", True):  # known where it was read under the lock
        for trace in LetInTrace.objects.filter(**{_kind(told): told}).select_related("let_in"):
            leave_trace(trace.let_in, to)


def _kind(on: Slot | Report | ActRequest) -> str:
    """The field of a trace that names it."""
    return "slot" if isinstance(on, Slot) else "report" if isinstance(on, Report) else "request"


def holds_anywhere(rows: list[LetIn]) -> bool:
    """Whether some league still waits for its next turn, or for the person's word, or keeps a seal closed."""
    if any(one.asked_at is not None for one in rows):
        return True
    leagues = {pk for one in rows for pk in one.turns}
    scopes = Scope.objects.filter(pk__in=leagues, archived_at=None).annotate(line=LINE) if rows else ()
    return any(_waits_in(scope, rows) for scope in scopes)


def _waits_in(scope: Scope, rows: list[LetIn]) -> bool:
    registration = registration_of(scope.game)
    row = holding(rows, scope.pk, registration, state_of(scope))
    if row is None or registration.rules.turn:
        return row is not None
    mine = SealedAnswer.objects.filter(slot__scope=scope, owner__person=row.person_id, sealed_at__lte=row.at)
    return mine.filter(revealed_at=None).exists()


def turns_now(person: Person) -> dict[str, int]:
    """In which turn each open league of a person's clubs is."""
    return dict(_turns(person))


def _turns(person: Person) -> Iterator[tuple[str, int]]:
    clubs = Seat.objects.active().filter(person=person).values("club")
    leagues = Scope.objects.filter(club__in=clubs, kind=ScopeKind.LEAGUE, archived_at=None)
    for scope in leagues.annotate(line=LINE):
        registration = registration_of(scope.game)
        yield str(scope.pk), registration.rules.turn(state_of(scope)) if registration.rules.turn else 0
