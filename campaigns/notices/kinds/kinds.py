"""Every kind of notification but the week, which is put together from these."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.engine.plugins import plugin_of
from campaigns.engine.stored.store import registration_of
from campaigns.models import Notice, NoticeKind, Topic
from campaigns.nights.games.games import joined_names
from campaigns.notices.kinds import done, games, let_ins, nights, office, reported, results, todos
from campaigns.notices.kinds.kind import Look, NotificationKind, to_the_league
from campaigns.notices.kinds.reading import NotificationReading
from config.dates import clock_time
from rules.engine.language import listed

# What somebody has to do


def _says_todo(notice: Notice, read: NotificationReading) -> str:
    """What somebody has to do, until when, and for whom they do it."""
    owed = read.owed(notice)
    names = owed.sides.values() if owed and owed.side else ()
    whom = [_("for %(name)s") % {"name": listed(names)}] if names else []
    said = _says_report(notice, owed, read) if owed else ""
    return " · ".join([said or _says_when(notice, owed), *whom])


def _says_report(notice: Notice, owed: todos.Owing, read: NotificationReading) -> str:
    """That a report waits for their answer, and until when; empty where none does, or where it did before
    the last hour began."""
    row, until = owed.report, owed.until(timezone.now())
    pressing = until - todos.HOUR if until and notice.kind == NoticeKind.DUE_NOW else None
    if row is None or (pressing and row.since < pressing):
        return ""
    found, games = read.leagues[row.scope_id], registration_of(row.scope.game).rules.told_games
    told = games.waiting(found.state) if games else ()
    game = next((one for one in told if one.key == row.about[0]), None)
    if game is None or game.again:  # which those who fought are told of by itself
        return ""
    known = {"name": joined_names([found.name_of(one) for one in game.by]), "game": game.title}
    if row.until is None:
        return _("%(name)s has reported %(game)s and is waiting for your answer") % known
    said = _("%(name)s has reported %(game)s and is waiting for your answer until %(when)s")
    return said % {**known, "when": _moment(notice, row.until)}


def _says_when(notice: Notice, owed: todos.Owing | None) -> str:
    until = owed.until(timezone.now()) if owed else None
    known = {"league": notice.scope, "when": _moment(notice, until) if until else ""}
    if notice.kind == NoticeKind.STEPS:
        said = _("You still have steps to do after a game in %(league)s")
        return (said if owed else _("Your steps after a game in %(league)s are done")) % known
    if owed is None:
        return _("It was your turn in %(league)s") % known
    if until is None:
        return _todo_sentence(owed) % known
    if notice.kind == NoticeKind.DUE_NOW:
        return _("One hour left in %(league)s: you have until %(when)s") % known
    if notice.kind == NoticeKind.DUE:
        return _("%(league)s is waiting for you: you have until %(when)s") % known
    return _("It’s your turn in %(league)s: you have until %(when)s") % known


def _todo_sentence(owed: todos.Owing) -> str:
    """What nothing presses of: one's own turn, a dispute to decide, or whatever else organisers do."""
    if not owed.ruled:
        own = _("It’s your turn in %(league)s")
        return _("%(league)s is waiting for you as organiser") if owed.organises else own
    if owed.organises:
        return _("A disputed battle in %(league)s is yours to decide")
    return _("It’s your turn in %(league)s, and a disputed battle is yours to decide")


def _moment(notice: Notice, at: datetime) -> str:
    zone = ZoneInfo(notice.scope.time_zone) if notice.scope else notice.club.tz
    return clock_time(at, zone, notice.person.own_clock)


def _where_one_acts(notice: Notice) -> str:
    """The league, as the side for which somebody acts there who does not play it."""
    owed = NotificationReading([notice]).owed(notice)
    if owed and owed.ruled and owed.organises:
        row = owed.ruled[0]
        return plugin_of(row.scope.game).play.place(row.scope, row.params)
    acting = "?" + urlencode({"as": owed.side}) if owed and owed.side else ""
    return to_the_league(notice) + acting


def _is_left(notice: Notice, now: datetime, read: NotificationReading) -> bool:
    owed = read.owed(notice)
    return owed is not None and owed.left(now)


def _is_late(notice: Notice, now: datetime) -> datetime | None:
    owed = NotificationReading([notice]).owed(notice)
    return owed.ends(now) if owed else None


def _of_todos(look: Look) -> Iterator[Notice]:
    return todos.of_todos(look.todos, look.begun, look.now)


_TURN = NotificationKind(
    topic=Topic.TURNS, icon="hourglass-split", says=_says_todo, place=_where_one_acts, is_so=_is_left,
    ends=_is_late, finds=_of_todos,
)  # fmt: skip


# What was done for somebody, or to their past


def _says_done(notice: Notice, read: NotificationReading) -> str:
    entry = notice.entry
    if entry is None and office.is_of_standing_in(notice):
        return office.standing_in_sentence(notice, read.stood_for.get(office.stood_for_id(notice)))
    if entry is None:
        return office.office_sentence(notice)
    return done.done_sentence(notice, entry, read.leagues[entry.scope_id], read.said_of(entry))


def _in_the_chronicle(notice: Notice) -> str:
    assert notice.entry is not None
    return reverse("campaigns:chronicle", args=[notice.entry.scope_id])


def _where_it_is_disputed(notice: Notice) -> str:
    if office.is_of_standing_in(notice) and not office.declines(notice):
        return reverse("people:standing_in", args=[notice.club.slug, office.stood_for_id(notice)])
    if office.is_of_leaving(notice):
        return reverse("people:people", args=[notice.club.slug])
    if office.is_of_holiday(notice) or office.declines(notice):
        return reverse("people:my_holiday", args=[notice.club.slug])
    if notice.entry is None:  # somebody was made an organiser there
        return to_the_league(notice)
    if done.is_left_alone(notice.entry):
        return reverse("campaigns:desk", args=[notice.entry.scope_id])
    if done.is_pause(notice.entry):
        return reverse("campaigns:league", args=[notice.entry.scope_id])
    is_told = done.tells_of_a_game(notice.entry) and bool(notice.entry.acting_for)
    return done.agreement_url(notice.entry) if is_told else _in_the_chronicle(notice)


def _at_the_entry(notice: Notice) -> str:
    assert notice.entry is not None
    return reverse("campaigns:entry", args=[notice.entry.scope_id, notice.entry.seq])


def _of_entries(look: Look) -> Iterator[Notice]:
    return done.of_entries(look.begun, look.after)


_DONE = NotificationKind(
    topic=Topic.DONE, says=_says_done, place=_in_the_chronicle, week="happened", finds=_of_entries
)


# What is written at once


def _says_chat(notice: Notice, read: NotificationReading) -> str:
    said = _("The club’s chat %(name)s no longer accepts posts and has been switched off")
    return said % {"name": notice.chat}


def _at_the_chats(notice: Notice) -> str:
    return reverse("campaigns:chats", args=[notice.club.slug])


def _says_let_in(notice: Notice, read: NotificationReading) -> str:
    return let_ins.let_in_sentence(notice, *read.let_in(notice))


def _was_it_me(notice: Notice) -> str:
    return reverse("people:was_me", args=[let_ins.let_in_id(notice)])


KINDS: Mapping[NoticeKind, NotificationKind] = {
    **games.KINDS,
    **nights.KINDS,
    **reported.KINDS,
    NoticeKind.MY_TURN: _TURN,
    NoticeKind.STEPS: _TURN,
    NoticeKind.DUE: replace(_TURN, topic=Topic.DUE),
    NoticeKind.DUE_NOW: replace(_TURN, topic=Topic.DUE),
    **results.KINDS,
    NoticeKind.ACTED_FOR: replace(_DONE, place=_where_it_is_disputed),
    NoticeKind.CORRECTED: replace(_DONE, icon="pencil-square", place=_at_the_entry),
    NoticeKind.WENT_ON: replace(_DONE, topic=Topic.TURNS, icon="hourglass-split"),
    NoticeKind.CHAT_DEAD: NotificationKind(
        topic=Topic.OTHER, icon="megaphone", says=_says_chat, place=_at_the_chats
    ),
    NoticeKind.LET_IN: NotificationKind(
        topic=Topic.DONE, icon="person-fill", says=_says_let_in, place=_was_it_me
    ),
}
