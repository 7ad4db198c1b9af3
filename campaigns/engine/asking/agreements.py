"""What waits in a league for somebody's word, told in reports, which are rows, or kept in its state."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from campaigns.engine.stored.agreement import Agreement, LastWord, Stands
from campaigns.engine.stored.store import Registration
from campaigns.models import Entry, Report, ReportStatus, Scope, Via
from campaigns.models.play import WAITING
from rules.engine.state import State
from rules.engine.todos import ORGANISERS, Todo

type Members = Callable[[str], Iterable[str]]  # the seats of those who play a side

STANDS: dict[str, Stands] = {
    ReportStatus.SENT: "sent",
    ReportStatus.PARKED: "parked",
    ReportStatus.DISPUTED: "disputed",
    ReportStatus.COUNTED: "counts",
    ReportStatus.WITHDRAWN: "withdrawn",
}


def league_agreements[S: State, B](
    scope: Scope, registration: Registration[S, B], state: S
) -> list[Agreement]:
    """What waits in a league for somebody's word, or for an earlier game; reports as they were sent."""
    return [
        *reported_agreements(scope, registration, state),
        *kept_agreements(scope, registration, state),
    ]


# Reports


def reported_agreements[S: State, B](
    scope: Scope, registration: Registration[S, B], state: S
) -> list[Agreement]:
    """Those that were told in reports; one query."""
    waiting = Report.objects.filter(scope=scope, status__in=WAITING)
    found = waiting.select_related("reporter", "disputed_by")
    return [agreement_of_reports(scope, registration, state, one) for one in by_game(found)]


def agreement_of_reports[S: State, B](
    scope: Scope, registration: Registration[S, B], state: S, versions: Sequence[Report]
) -> Agreement:
    """What was told of a game in these versions of a report, the first one first."""
    sides = registration.sides_of(state)

    def members(side: str) -> Iterable[str]:
        return registration.rules.members_of(state, side) if side in sides else ()

    return report_agreement(versions, members, scope.silence_hours)


def by_game(reports: Iterable[Report]) -> Iterator[list[Report]]:
    """Reports with every other version of the same game among them, the first one first."""
    together: dict[int, list[Report]] = {}
    for report in sorted(reports, key=lambda one: one.pk):
        together.setdefault(report.answers_to_id or report.pk, []).append(report)
    return iter(together.values())


def report_agreement(versions: Sequence[Report], members: Members, silence_hours: int) -> Agreement:
    """The same where one knows who plays a side."""
    first = versions[0]
    disputed = any(one.status == ReportStatus.DISPUTED for one in versions)
    waits: tuple[str, ...] = (ORGANISERS,) if disputed else ()
    until = None
    if first.status == ReportStatus.SENT and not disputed:
        waits, until = _answering(first, members), first.due
    return Agreement(
        key=str(first.pk),
        sides=tuple(first.sides),
        stands="disputed" if disputed else STANDS[first.status],
        about=first.mission,
        by=first.told_for,
        agreed=first.agreed,
        waits=waits,
        until=until,
        told=tuple(_tellings(versions)),
        why=tuple(first.why) if disputed else (),
        held=not disputed and first.held_at is not None,
        steps=tuple(dict.fromkeys(side for side, _key in first.waits)),
        dice_at=silent_from(first, silence_hours),
        adds=first.left_to if first.status == ReportStatus.SENT and not disputed else "",
        again=disputed and len(versions) == 1 and first.disputed_by_id is None and not first.why,
    )


def silent_from(report: Report, silence_hours: int) -> datetime | None:
    """When the app throws the dice a report waits for; None where it waits for none."""
    return report.held_at + timedelta(hours=silence_hours) if report.held_at and report.waits else None


def _answering(report: Report, members: Members) -> tuple[str, ...]:
    """The sides that can still give their word: whoever told it gives none for a side that they have come to
    play since. Where that is all of them, an organiser decides.
    """
    told_by = str(report.reporter_id)
    asked = tuple(one for one in report.open_to if {*members(one)} != {told_by})
    return asked or (ORGANISERS,)


def _tellings(versions: Iterable[Report]) -> Iterator[LastWord]:
    for one in versions:
        yield LastWord(one.reporter.name, one.reporter, one, words=one.note)
        if (by := one.disputed_by) is not None and one.status == ReportStatus.DISPUTED:
            yield LastWord(by.name, by, one, disputes=True, words=one.words)


# What a state keeps


def is_organisers(entry: Entry, decides: str) -> bool:
    """Whether an organiser has decided by it, not the clock in their place."""
    return entry.procedure == decides and entry.via == Via.PERSON


def word_given(told: Agreement, entry: Entry, side: str) -> Agreement:
    """How each side has given its word by the entry with which a game counts, by a `side` or for it."""
    how = "organiser" if entry.acting_for else ""
    how = "silence" if entry.via != Via.PERSON else "at the table" if side in told.by else how
    others = dict.fromkeys(told.others, how or "unasked")
    given = others if how else {**others, side: "confirmed"}
    return replace(told, stands="counts", agreed={**told.agreed, **given})


def kept_agreements[S: State, B](
    scope: Scope, registration: Registration[S, B], state: S, *keys: str
) -> Sequence[Agreement]:
    """Those that stand in the state, all of them or these; each waits as its to-dos have it."""
    games = registration.rules.told_games
    found = [one for one in games.waiting(state) if not keys or one.key in keys] if games else []
    if games is None or not found:
        return ()
    book = registration.game.book_of(state)
    musts = [row for row in registration.rules.whose_move.owed(state, book) if row.stand == "must"]
    asked = [_asked_of(one, [row for row in musts if row.about == (one.key,)]) for one in found]
    return games.with_words(scope, state, asked)


def _asked_of(one: Agreement, musts: Sequence[Todo]) -> Agreement:
    until = min((row.until for row in musts if row.until), default=None)
    return replace(one, waits=tuple(dict.fromkeys(row.side for row in musts)), until=until)
