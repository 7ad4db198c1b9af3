"""What holds at every moment of a season, however people live: no phase stalls, nobody is marked for nothing,
everybody hears once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import date, time, timedelta
from typing import TYPE_CHECKING, Any

from campaigns.engine.stored.store import registration_of
from campaigns.leagues.health.page import health_of
from campaigns.models import (
    Come,
    Holiday,
    HolidayStage,
    Night,
    NightAnswer,
    Notice,
    Outgoing,
    Scope,
    TodoRow,
)
from campaigns.notices.kinds.todos import owing
from rules.engine.todos import Todo
from tests.pages import looking
from tests.season.owing import musts, pk, rows, state_now

if TYPE_CHECKING:
    from tests.season.living import Living

HOUR, TICK = timedelta(hours=1), timedelta(minutes=1)
NIGHT = 3  # Thursdays
TOLD = ("my_turn", "due", "due_now", "steps")


def no_phase_stalls(living: Living) -> None:
    """No phase of a map lasts longer than its own time and an hour."""
    for scope in living.club.leagues[1:]:
        state, key = state_now(scope), phase_of(scope)
        if registration_of(scope.game).rules.is_over(state):
            continue
        now = state.now
        if living.since.get(scope.pk, (None,))[0] != key:
            living.since[scope.pk] = (key, living.clock.at)
            living.phases[scope.pk] += 1
        assert now.deadline is None or living.clock.at <= now.deadline + HOUR, (scope, key, living.clock.at)
        book: Any = registration_of(scope.game).game.book_of(state)
        own = timedelta(days=getattr(book.settings, f"days_{now.phase}"))
        assert living.clock.at - living.since[scope.pk][1] <= own + HOUR, (scope, key, own)
        if now.deadline is None:
            began = living.since[scope.pk][1]
            assert living.clock.at - began <= HOUR, f"{scope} waits without a time: {key}, {rows(scope)}"
    for side in TodoRow.objects.filter(scope=living.club.warbands, gone_at=None, until__isnull=False):
        assert side.until is not None
        assert living.clock.at <= side.until + HOUR, (side, side.until, living.clock.at)


def phase_of(scope: Scope) -> tuple[object, ...]:
    """What a map league is at: turn or round, phase, whoever acts in it; nothing in one without."""
    now = getattr(state_now(scope), "now", None)
    if now is None:
        return ()
    return getattr(now, "turn", 0), getattr(now, "round", 0), now.phase, getattr(now, "active", "")


def the_index_is_the_rules(living: Living) -> None:
    """Whom any page calls waited for has something to do, by the rules: pages read this index alone."""
    for scope in living.club.leagues:
        due = {(one.side, one.key) for one in musts(scope)}
        kept = TodoRow.objects.filter(scope=scope, stand="must", gone_at=None, cover=False)
        assert {(one.side, one.key) for one in kept} <= due, (scope, living.clock.at)


def nobody_is_told_who_has_nothing_to_do(living: Living) -> None:
    """New lines of what somebody has to do are of people who have it; nobody is told twice
    about one thing."""
    fresh = Notice.objects.filter(pk__gt=living.seen, kind__in=TOLD).select_related("person")
    names = {seat.person_id: name for name, seat in living.club.seats.items()}
    for line in fresh:
        name = names[line.person_id]
        assert not living.is_away(name), (name, "is on holiday and is told", line.key, living.clock.at)
        scopes = [one for one in living.club.leagues if line.key == f"todo-{one.pk}"]
        for scope in scopes:
            theirs = [one for one in musts(scope) if is_meant(living, scope, name, one)]
            assert theirs, (name, "has nothing to do and is told", line.kind, line.key, living.clock.at)
    twice = Counter(Notice.objects.values_list("person", "key"))
    assert not [one for one, times in twice.items() if times > 1]
    living.seen = Notice.objects.order_by("-pk").values_list("pk", flat=True).first() or 0


def everybody_hears(living: Living) -> None:
    """Whoever is here and has had something to do for longer than an hour was told, by a line a league."""
    known = set(Notice.objects.filter(key__startswith="todo-").values_list("person", "key"))
    for (scope, person), owed in owing(living.clock.at).items():
        name, since = living.club.name(person), min(row.since for row in owed.rows)
        if since + HOUR < living.clock.at - TICK and not living.is_away(name):
            assert (person, f"todo-{scope}") in known, (name, "has to act and hears nothing", scope, owed)


def nobody_away_is_expected(living: Living) -> None:
    """Whoever is on holiday comes to no night of these days, and so is paired on none."""
    for row in Holiday.objects.exclude(stage=HolidayStage.OVER):
        nights = Night.objects.filter(club=living.club.club, day__range=(row.begins, row.ends))
        come = NightAnswer.objects.filter(night__in=nights, seat=row.seat).exclude(come=Come.NO)
        assert not come, (row, come)


def nobody_away_is_marked(living: Living) -> None:
    """The organisers' page calls nobody behind or silent who is on holiday."""
    viewer = looking(living.club.warbands, living.club.seats["Ilse"], "desk")
    marked = " ".join(line.title for line in health_of(viewer, living.clock.at).lines)
    away = [name for name in living.club.seats if living.is_away(name) and name in marked.split()]
    assert not away, (away, marked)


def is_meant(living: Living, scope: Scope, name: str, todo: Todo) -> bool:
    state, registration = state_now(scope), registration_of(scope.game)
    seat = living.club.seats[name]
    if not todo.side:
        return seat.organises(scope)
    away = Holiday.objects.filter(stage=HolidayStage.ON, stand_in=seat)
    stood = {str(one) for one in away.values_list("seat", flat=True)}
    members = registration.rules.members_of(state, todo.side)
    return living.is_theirs(scope, name, todo) or pk(living, name) in members or bool(stood & set(members))


def pushes(living: Living) -> Iterator[tuple[str, date]]:
    """Whom what they have to do was pushed to since the last look, and on which day; not during a club night,
    nor what is late within a day.
    """
    names = {seat.person_id: name for name, seat in living.club.seats.items()}
    sent = Outgoing.objects.filter(way="push", notice__kind__in=("my_turn", "steps"), status="sent")
    for row in sent.exclude(pk__in=living.sent).select_related("person"):
        living.sent.add(row.pk)
        at = (row.done_at or row.made_at).astimezone(living.club.club.tz)
        if not (at.weekday() == NIGHT and time(19) <= at.time() <= time(23)):
            yield names[row.person_id or 0], at.date()
