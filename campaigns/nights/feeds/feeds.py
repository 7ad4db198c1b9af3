"""A calendar for other programs: nights and planned games as events, changes and cancellations included.

Every event is one VEVENT in UTC with an id of ours, the number of its changes and the moment of the last one;
no rules and no time zones, which calendars read in different ways. What is called off stays listed, as
cancelled and in words, until some weeks after its day: some programs hide it, some strike it through.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.db import transaction
from django.db.models import Prefetch, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.text import Truncator
from django.utils.translation import gettext as _
from icalendar import Calendar, Event

from campaigns.engine.who.access import seat_of
from campaigns.models import (
    CalendarFeed,
    Club,
    Come,
    Night,
    NightAnswer,
    Person,
    PlannedGame,
    PlannedSide,
    PlanStatus,
    Scope,
    tokens,
)
from campaigns.nights.games.games import GamePlayer, plan_subject, versus

BEFORE, AFTER = timedelta(days=60), timedelta(days=200)
HOST = "musterroll"
EACH_HOUR = "PT1H"
MOST_LETTERS = 120  # of a title: what a calendar shows in a line


@dataclass(frozen=True, slots=True)
class FeedEvent:
    """One event. `path` leads to its page, where answering is a button."""

    uid: str
    title: str
    begins: datetime
    ends: datetime
    place: str
    words: str
    path: str
    sequence: int
    changed: datetime
    off: bool = False
    tentative: bool = False


# Addresses


@transaction.atomic
def open_feed(*, person: Person, club: Club | None = None, scope: Scope | None = None) -> CalendarFeed:
    """A new address; the one before it ends."""
    close_feed(person=person, club=club, scope=scope)
    nonce = tokens.new_nonce()
    made = {"nonce": nonce, "token_hash": CalendarFeed.hash_for(nonce)}
    return CalendarFeed.objects.create(person=person, club=club, scope=scope, **made)


def close_feed(*, person: Person, club: Club | None = None, scope: Scope | None = None) -> None:
    """End an address; who reads it later finds nothing there."""
    found = CalendarFeed.of(person).filter(club=club, scope=scope, revoked_at=None)
    found.order_by().update(revoked_at=timezone.now())


def feed_by(word: str) -> CalendarFeed | None:
    """The calendar behind an address, as long as it may be read."""
    found = CalendarFeed.objects.select_related("person__merged_into", "club", "scope__club")
    feed = found.filter(token_hash=tokens.hash_of(word), revoked_at=None).first()
    if feed is None:
        return None
    feed.person = feed.person.merged_into or feed.person
    if feed.person.erased_at is not None:
        return None
    club = feed.club or (feed.scope.club if feed.scope else None)
    return feed if club is None or seat_of(feed.person, club) else None


def feed_url(feed: CalendarFeed) -> str:
    return reverse("campaigns:calendar_feed", args=[feed.word]) if feed.word else ""


# What is in it


def events_of(feed: CalendarFeed, now: datetime) -> list[FeedEvent]:
    """A person's nights and own games, a league's games, or a club's nights and games."""
    seats = list(feed.person.seats.active().select_related("club"))
    if feed.scope is not None:
        return list(_games(_plans(now).filter(scope=feed.scope)))
    if feed.club is not None:
        clubs = [feed.club]
        return [*_nights(clubs, now), *_games(_plans(now).filter(club__in=clubs))]
    mine = PlannedSide.objects.filter(seat__person=feed.person).values("game")
    plans = _plans(now).filter(pk__in=mine, club__in=[one.club_id for one in seats])
    return [*_nights([one.club for one in seats], now, feed.person), *_games(plans)]


def _nights(clubs: Iterable[Club], now: datetime, person: Person | None = None) -> Iterator[FeedEvent]:
    """`person`: whose own calendar it is, which says where they wait for a place."""
    days = (now.date() - BEFORE, now.date() + AFTER)
    waits = _waits(person) if person else frozenset[int]()
    for night in Night.objects.filter(club__in=list(clubs), day__range=days).select_related("club"):
        title = _("Club night, %(club)s") % {"club": night.club}
        is_waiting = night.pk in waits and not night.is_off
        words = [_("You’re on the waiting list.") if is_waiting else "", night.words]
        yield FeedEvent(
            uid=f"night-{night.pk}@{HOST}",
            title=_("Called off: %(what)s") % {"what": title} if night.is_off else title,
            begins=night.begins_at,
            ends=night.ends_at,
            place=", ".join(filter(None, [night.place, night.address])),
            words=night.why if night.is_off else " · ".join(filter(None, words)),
            path=reverse("campaigns:night", args=[night.club.slug, night.pk]),
            sequence=night.sequence + night.club.clock_changes,
            changed=max(night.changed_at, night.club.clock_changed_at or night.changed_at),
            off=night.is_off,
            tentative=is_waiting,
        )


def _waits(person: Person) -> frozenset[int]:
    """The nights at which they wait for a place."""
    waiting = NightAnswer.objects.filter(seat__person=person, come=Come.WAIT)
    return frozenset(waiting.values_list("night", flat=True))


def _plans(now: datetime) -> QuerySet[PlannedGame]:
    days = (now.date() - BEFORE, now.date() + AFTER)
    sides = Prefetch("sides", PlannedSide.objects.select_related("seat"))
    planned = PlannedGame.objects.planned().filter(day__range=days)
    found = planned.select_related("club", "scope", "night__club")
    return found.prefetch_related(sides)


def _games(plans: Iterable[PlannedGame]) -> Iterator[FeedEvent]:
    for plan in plans:
        yield _game(plan)


OFF = (PlanStatus.OFF, PlanStatus.DECLINED, PlanStatus.LAPSED)


def _game(plan: PlannedGame) -> FeedEvent:
    night, off = plan.night, plan.status in OFF
    who = versus([GamePlayer(str(one.seat), "", one.seat.person_id) for one in plan.sides.all()])
    table = _("table %(n)s") % {"n": plan.table} if plan.table else ""
    return FeedEvent(
        uid=f"game-{plan.pk}@{HOST}",
        title=_title(plan, who),
        begins=plan.begins_at,
        ends=plan.ends_at,
        place=", ".join(filter(None, [night.place if night else "", table])),
        words=" · ".join(filter(None, [plan_subject(plan), plan.why or plan.stake])),
        path=reverse("campaigns:plan", args=[plan.club.slug, plan.pk]),
        sequence=plan.sequence + plan.club.clock_changes,
        changed=max(plan.changed_at, plan.club.clock_changed_at or plan.changed_at),
        off=off,
        tentative=plan.status == PlanStatus.ASKED,
    )


def _title(plan: PlannedGame, who: str) -> str:
    """Who plays, and if it does not take place, why not in a word."""
    if plan.status == PlanStatus.LAPSED:
        told = _("Lapsed without an answer: %(what)s") if plan.nobody_answered else _("Not played: %(what)s")
        return told % {"what": who}
    words = {PlanStatus.OFF: _("Called off: %(what)s"), PlanStatus.DECLINED: _("Declined: %(what)s")}
    return words.get(PlanStatus(plan.status), "%(what)s") % {"what": who}


# As bytes


def calendar(name: str, events: Iterable[FeedEvent], base: str) -> bytes:
    """The whole as another program reads it."""
    found = Calendar()
    found.add("prodid", "-//Musterroll//Calendar//EN")
    found.add("version", "2.0")
    found.add("method", "PUBLISH")
    found.add("x-wr-calname", title_line(name))
    found.add("refresh-interval", timedelta(hours=1), parameters={"VALUE": "DURATION"})
    found.add("x-published-ttl", EACH_HOUR)
    for one in events:
        found.add_component(_event(one, base))
    return bytes(found.to_ical())


def _event(told: FeedEvent, base: str) -> Event:
    event = Event()
    event.add("uid", told.uid)
    event.add("summary", title_line(told.title))
    event.add("dtstart", told.begins.astimezone(UTC))
    event.add("dtend", told.ends.astimezone(UTC))
    event.add("dtstamp", told.changed.astimezone(UTC))
    event.add("last-modified", told.changed.astimezone(UTC))
    event.add("sequence", told.sequence)
    event.add("status", "CANCELLED" if told.off else "TENTATIVE" if told.tentative else "CONFIRMED")
    event.add("url", base + told.path)
    for name, value in (("location", told.place), ("description", told.words)):
        if value:
            event.add(name, one_line(value))
    return event


def title_line(text: str) -> str:
    """A title: one line, of a length that programs show."""
    line = one_line(text)
    return line if len(line) <= MOST_LETTERS else Truncator(line).chars(MOST_LETTERS)


def one_line(text: str) -> str:
    """Without signs nobody sees, and whole: a faulty line costs the whole calendar in some programs."""
    plain = "".join(sign if sign.isprintable() else " " for sign in text)
    return " ".join(plain.split())


def feed_name(feed: CalendarFeed) -> str:
    if feed.scope is not None:
        return str(feed.scope)
    return str(feed.club) if feed.club is not None else _("My games and club nights")
