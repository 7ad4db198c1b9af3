"""A person's inbox: what concerns them, newest first, each in a sentence that needs no context."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date, datetime
from zoneinfo import ZoneInfo

from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.models import Fell, Notice, NoticeKind, Person, PlannedGame, Seat
from campaigns.nights.games.games import listed, moved, plan_url
from campaigns.notices.found import done, let_ins, reported, results, steps, turns
from campaigns.notices.found.reading import Read
from config.dates import clock, dated

MOST = 100


@dataclass(frozen=True, slots=True)
class InboxLine:
    sentence: str
    note: str
    emblem: str
    icon: str
    url: str
    unread: bool
    at: datetime


@dataclass(frozen=True, slots=True)
class InboxDay:
    name: str
    lines: tuple[InboxLine, ...]


@dataclass(frozen=True, slots=True)
class InboxPage:
    days: tuple[InboxDay, ...]
    unread: int
    count: str


ICONS = {
    NoticeKind.NIGHT_CHANGED: "calendar-event",
    NoticeKind.NIGHT_OFF: "slash-circle",
    NoticeKind.COUNTS: "journal-check",
    NoticeKind.LAPSED: "hourglass-split",
    NoticeKind.CHAT_DEAD: "megaphone",
    NoticeKind.NIGHT_SOON: "calendar-event",
    NoticeKind.MY_TURN: "hourglass-split",
    NoticeKind.DUE: "hourglass-split",
    NoticeKind.DUE_NOW: "hourglass-split",
    NoticeKind.NIGHT_ASKED: "calendar-event",
    NoticeKind.RESULT: "trophy",
    NoticeKind.WEEK: "list-ul",
    NoticeKind.GAME_SOON: "calendar-event",
    NoticeKind.STEPS: "hourglass-split",
    NoticeKind.TABLE: "table",
    NoticeKind.CORRECTED: "pencil-square",
    NoticeKind.WENT_ON: "hourglass-split",
    NoticeKind.LET_IN: "person-fill",
    NoticeKind.REQUEST: "question-circle",
}


def inbox_page(person: Person, now: datetime | None = None) -> InboxPage:
    """The last of them, by day as the reader's clock counts days, or that of each line's club: its hour is
    told by it, too. Of a league's turns the newest alone."""
    moment, latest = now or timezone.now(), list(notices_of(person)[:MOST])
    shown = list(turns.newest_alone(latest))
    days: dict[tuple[date, str], list[InboxLine]] = {}
    read = Read(shown)
    shown = [one for one in shown if not _is_over(one, read)]
    for line in (_line(one, read, _clock) for one in shown):
        day = line.at.date()
        today = moment.astimezone(line.at.tzinfo).date()
        days.setdefault((day, _day(day, today)), []).append(line)
    folded = {one.pk for one in latest} - {one.pk for one in shown}
    unread = Notice.objects.filter(person=person, read_at=None).exclude(pk__in=folded).count()
    return InboxPage(
        days=tuple(InboxDay(name, tuple(lines)) for (_day_of, name), lines in days.items()),
        unread=unread,
        count=ngettext("%(n)s unread", "%(n)s unread", unread) % {"n": unread} if unread else _("all read"),
    )


def _is_over(notice: Notice, read: Read) -> bool:
    """Whether it called somebody to a turn that is over, of which there is nothing left to say."""
    row = read.waits.get(notice.scope_id or 0)
    return notice.kind in turns.OF_TURNS and turns.is_over(notice, row, read.people)


def notices_of(person: Person) -> QuerySet[Notice]:
    related = (
        "club",
        "actor",
        "plan__scope",
        "plan__club",
        "plan__night__club",
        "night__club",
        "report__scope",
        "report__reporter",
        "report__entry__slot",
        "request__scope",
        "request__asker",
        "request__answered_by",
        "entry__scope",
        "entry__slot",
    )
    found = Notice.objects.filter(person=person).select_related(
        *related, "chat", "scope__club", "person__telling"
    )
    return found.prefetch_related("plan__sides__seat")


def _day(day: date, today: date) -> str:
    apart = (today - day).days
    words = {0: _("Today"), 1: _("Yesterday")}
    return words.get(apart) or (date_format(day, "l") if 0 < apart < 7 else dated(day, "l j F"))


def _clock(at: datetime) -> str:
    return f"{at:%H:%M}"


def lines_of(told: Iterable[Notice], when: Callable[[datetime], str] = _clock) -> tuple[InboxLine, ...]:
    """Notices as lines, each with its moment by the reader's or its club's clock, said as `when` says it."""
    kept = list(told)
    read = Read(kept)
    return tuple(_line(one, read, when) for one in kept)


def _line(notice: Notice, read: Read, when: Callable[[datetime], str]) -> InboxLine:
    at = notice.at.astimezone(notice.person.own_clock or notice.club.tz)
    return InboxLine(
        sentence=sentence(notice, read),
        note=" · ".join(filter(None, [notice_place(notice), when(at)])),
        emblem=notice.actor.emblem if notice.actor else "",
        icon=ICONS.get(NoticeKind(notice.kind), "bell"),
        url=path_of(notice),
        unread=notice.read_at is None,
        at=at,
    )


def notice_place(notice: Notice) -> str:
    """The league or club it is about."""
    if notice.plan is not None:
        return notice.plan.scope.name if notice.plan.scope else notice.club.name
    about = notice.report or notice.request or notice.entry
    scope = notice.scope or (about.scope if about else None)
    return scope.name if scope else notice.club.name


def sentence(notice: Notice, read: Read | None = None) -> str:
    """What happened, who and what named; `read` for many at once."""
    names: dict[str, object] = {"name": notice.actor or _("Somebody")}
    if notice.plan is not None:
        return _of_game(notice, names)
    if notice.night is not None:
        return _of_night(notice, names)
    if notice.report is not None:
        found = (read or Read([notice])).leagues[notice.report.scope_id]
        return reported.told(notice, notice.report, found)
    if notice.request is not None:
        found = (read or Read([notice])).leagues[notice.request.scope_id]
        return reported.asked(notice, notice.request, found)
    if notice.chat is not None:
        said = _("The club’s chat %(name)s no longer accepts posts and has been switched off")
        return said % {"name": notice.chat}
    if notice.kind == NoticeKind.WEEK:
        return _of_week(notice)
    if notice.kind == NoticeKind.LET_IN:
        return let_ins.told(notice, *(read or Read([notice])).let_in(notice))
    if notice.scope is not None:
        return _of_league(notice, notice.scope.pk, read or Read([notice]))
    return _of_entry(notice, read or Read([notice]))


def _of_entry(notice: Notice, read: Read) -> str:
    entry = notice.entry
    assert entry is not None
    return done.told(notice, entry, read.leagues[entry.scope_id], read.said_of(entry))


def _of_week(notice: Notice) -> str:
    day = dated(date.fromisoformat(notice.key.removeprefix(f"{NoticeKind.WEEK}-")), "l j F")
    return _("Your week up to %(day)s: what is open, what is due and what has happened") % {"day": day}


def _of_league(notice: Notice, scope: int, read: Read) -> str:
    if notice.kind == NoticeKind.RESULT:
        return results.told(notice, read.leagues[scope])
    if notice.kind == NoticeKind.STEPS:
        return _of_steps(notice, is_open=steps.is_open(notice, read.after.get(scope), read.people))
    return _of_turn(notice, *turns.step_of(notice, read.waits.get(scope)))


def _of_turn(notice: Notice, waits: bool, until: datetime | None) -> str:
    known = {"league": notice.scope, "when": _moment(notice, until) if until else ""}
    if not waits:
        return _("It was your turn in %(league)s") % known
    if until is None:
        return _("It’s your turn in %(league)s") % known
    if notice.kind == NoticeKind.DUE_NOW:
        return _("One hour left in %(league)s: you have until %(when)s") % known
    if notice.kind == NoticeKind.DUE:
        return _("%(league)s is waiting for you until %(when)s") % known
    return _("It’s your turn in %(league)s, until %(when)s") % known


def _of_steps(notice: Notice, *, is_open: bool) -> str:
    known = {"league": notice.scope}
    if is_open:
        return _("Your steps after a game in %(league)s are still open") % known
    return _("Your steps after a game in %(league)s are done") % known


def _moment(notice: Notice, at: datetime) -> str:
    zone = ZoneInfo(notice.scope.time_zone) if notice.scope else notice.club.tz
    return clock(at, zone, notice.person.own_clock)


def _of_game(notice: Notice, names: dict[str, object]) -> str:
    plan = notice.plan
    assert plan is not None
    others = [str(one.seat) for one in plan.sides.all() if one.seat.person_id != notice.person_id]
    day = f"{dated(plan.day, 'l j F')}, {plan.starts:%H:%M}"
    table = ", " + _("table %(n)s") % {"n": plan.table} if plan.table else ""
    known = {**names, "day": day, "others": listed(others) or _("yourself"), "table": table}
    known |= {"times": moved(plan), "n": plan.table}
    said = {
        NoticeKind.ASKED: _asked(plan, notice.actor),
        NoticeKind.TABLE: _of_its_table(plan),
        NoticeKind.AGREED: _("You’re playing %(others)s on %(day)s%(table)s"),
        NoticeKind.GAME_SOON: _("You’re playing %(others)s on %(day)s%(table)s"),
        NoticeKind.DECLINED: _("%(name)s cannot play on %(day)s"),
        NoticeKind.GAME_OFF: _called_off(plan, notice.person_id),
        NoticeKind.LAPSED: _("Your game with %(others)s on %(day)s lapsed without an answer"),
    }[NoticeKind(notice.kind)] % known
    return f"{said}: “{why}”" if (why := _why(NoticeKind(notice.kind), plan)) else said


def _asked(plan: PlannedGame, by: Seat | None) -> str:
    """For a game, also by somebody who does not play in it, or whether one may be moved."""
    if plan.asks > 1 and plan.was_day:
        return _("Your game with %(others)s: %(name)s wants to move it, %(times)s")
    if by is not None and not _plays(by, plan):
        return _("You’ve been paired with %(others)s: does %(day)s suit you?")
    return _("%(name)s would like a game with you on %(day)s")


def _called_off(plan: PlannedGame, person: int) -> str:
    """To who was to play, and to whoever had paired them, or runs the club."""
    plays = any(one.seat.person_id == person for one in plan.sides.all())
    if plan.fell == Fell.AWAY and plan.changed_by is not None:
        if plays:
            return _("%(name)s isn’t coming on %(day)s, so your game is off")
        return _("%(name)s isn’t coming on %(day)s, so the game between %(others)s is off")
    if not plays and plan.asked_by is not None and plan.asked_by.person_id == person:
        return _("The game you arranged between %(others)s on %(day)s has been called off")
    if not plays:
        return _("The game between %(others)s on %(day)s has been called off")
    return _("Your game with %(others)s on %(day)s has been called off")


def _of_its_table(plan: PlannedGame) -> str:
    if plan.table:
        return _("Your game with %(others)s on %(day)s: %(name)s has moved it to table %(n)s")
    return _("Your game with %(others)s on %(day)s has no table now")


def _why(kind: NoticeKind, plan: PlannedGame) -> str:
    """What was written to it."""
    if kind == NoticeKind.DECLINED:
        said = (one.words for one in plan.sides.all() if one.said == "no" and one.words)
        return plan.why or next(said, "")
    moved = kind == NoticeKind.ASKED and plan.asks > 1
    return plan.words if moved else plan.why if kind in (NoticeKind.GAME_OFF, NoticeKind.TABLE) else ""


def _plays(seat: Seat, plan: PlannedGame) -> bool:
    return any(one.seat.person_id == seat.person_id for one in plan.sides.all())


def _of_night(notice: Notice, names: dict[str, object]) -> str:
    night = notice.night
    assert night is not None
    if notice.kind == NoticeKind.NIGHT_OFF:
        said = _("The club night on %(day)s has been called off") % {"day": night}
        return f"{said}: “{night.why}”" if night.why else said
    known = {"day": night, "from": f"{night.starts:%H:%M}", "place": night.place}
    if notice.kind == NoticeKind.NIGHT_ASKED and notice.actor is None:
        return _("Club night on %(day)s, %(from)s: will you be there?") % known
    if notice.kind == NoticeKind.NIGHT_ASKED:
        return _("%(name)s asks whether you’re coming to the club night on %(day)s, %(from)s") % {
            **names,
            **known,
        }
    if notice.kind == NoticeKind.NIGHT_SOON:
        soon = _("Club night on %(day)s, %(from)s, %(place)s")
        return (soon if night.place else _("Club night on %(day)s, %(from)s")) % known
    told = _("The club night has changed: %(day)s, %(from)s, %(place)s")
    return (told if night.place else _("The club night has changed: %(day)s, %(from)s")) % known


def path_of(notice: Notice) -> str:
    """Its link: to its place, and read from then on; one that is not kept leads straight there."""
    return reverse("campaigns:notice", args=[notice.pk]) if notice.pk else place_of(notice)


def place_of(notice: Notice) -> str:
    """Where a notice leads."""
    if notice.plan is not None:
        return plan_url(notice.plan)
    if notice.night is not None:
        return reverse("campaigns:night", args=[notice.night.club.slug, notice.night.pk])
    if notice.report is not None:
        return reverse("campaigns:report", args=[notice.report.scope_id, notice.report.pk])
    if notice.request is not None:
        return reverse("campaigns:request", args=[notice.request.scope_id, notice.request.pk])
    if notice.chat is not None:
        return reverse("campaigns:chats", args=[notice.club.slug])
    if notice.kind == NoticeKind.WEEK:
        return reverse("campaigns:week")
    if notice.kind == NoticeKind.LET_IN:
        return reverse("people:was_me", args=[let_ins.row_of(notice)])
    if notice.scope is not None:
        return reverse("campaigns:league", args=[notice.scope_id])
    assert notice.entry is not None
    if notice.kind == NoticeKind.ACTED_FOR and done.agrees(notice.entry):
        return done.place_of(notice.entry)
    if notice.kind == NoticeKind.CORRECTED:
        return reverse("campaigns:entry", args=[notice.entry.scope_id, notice.entry.seq])
    return reverse("campaigns:chronicle", args=[notice.entry.scope_id])
