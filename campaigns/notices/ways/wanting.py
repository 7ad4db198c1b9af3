"""What people want to hear of, when and where, read once for all who are told something together."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime, time, timedelta
from functools import cached_property

from django.db.models import Max

from campaigns.models import (
    Holiday,
    HolidayStage,
    Night,
    Notice,
    NoticeKind,
    Person,
    Seat,
    Telling,
    Topic,
    Wish,
)
from campaigns.notices.found.occasions import holds
from campaigns.notices.kinds.every_kind import notification_kind
from campaigns.notices.kinds.reading import NotificationReading
from campaigns.notices.kinds.todos import OF_TODOS
from campaigns.notices.ways.hours import zone_of
from campaigns.notices.ways.way import Channel

# What calls somebody to something, from which they rest on holiday.
CALLS = (Topic.TURNS, Topic.DUE, Topic.ASKED, Topic.COMING)
PATIENT = (NoticeKind.MY_TURN, NoticeKind.STEPS)


class Wanting:
    """Of the people of these notices: each kind of row is asked for when one of them first needs it."""

    def __init__(self, told: Collection[Notice]) -> None:
        self.read = NotificationReading(told)
        self._people = {one.person_id for one in told}
        self._clubs = {one.club_id for one in told}
        self._near: list[Night] | None = None
        self._spared: dict[int, datetime] = {}
        self._where: dict[str, Mapping[int, list[str]]] = {}

    def still_holds(self, notice: Notice, now: datetime) -> bool:
        return holds(notice, now, self.read)

    def addresses(self, way: Channel, notice: Notice) -> list[str]:
        """Where a notice goes by a way, as its person wants it now."""
        person = notice.person
        if not way.works() or person.erased_at or (person.pk, notice.club_id) not in self._seats:
            return []
        if (person.pk, notice.club_id) in self._away and notification_kind(notice).topic in CALLS:
            return []
        said = self._wishes.get((person.pk, way.name), {})
        return (
            self._reached_by(way).get(person.pk, [])
            if is_wanted(notification_kind(notice).topic, way, said)
            else []
        )

    def telling(self, person: Person) -> Telling:
        """How somebody is told; what goes for everybody where they have not said."""
        return self._tellings.get(person.pk) or Telling(person=person)

    def spared(self, notice: Notice, now: datetime) -> datetime:
        """When what somebody has to do is shown: once a day, but during a club night, and but for what is
        late within a day."""
        if notice.kind not in PATIENT or self._is_evening(notice.club_id, now):
            return now
        if notice.pk not in self._spared:
            self._spared[notice.pk] = at = self._next_day(notice, now)
            self._shown[notice.person_id] = notice.pushed_at = at
            Notice.objects.filter(pk=notice.pk).update(pushed_at=at)
        return self._spared[notice.pk]

    def _next_day(self, notice: Notice, now: datetime) -> datetime:
        """Now, unless something was shown today, or is already held for a day to come."""
        before = self._shown.get(notice.person_id)
        zone = zone_of(self.telling(notice.person), notice.club)
        if before is None or before.astimezone(zone).date() < now.astimezone(zone).date():
            return now
        return datetime.combine(before.astimezone(zone).date() + timedelta(days=1), time(), zone)

    def _is_evening(self, club: int, now: datetime) -> bool:
        return any(one.club_id == club and one.begins_at <= now < one.ends_at for one in self._nights(now))

    def _nights(self, now: datetime) -> list[Night]:
        if self._near is None:
            days = (now.date() - timedelta(days=2), now.date() + timedelta(days=1))
            found = Night.objects.filter(club__in=self._clubs, day__range=days, called_off_at=None)
            self._near = list(found.select_related("club"))
        return self._near

    @cached_property
    def _shown(self) -> dict[int, datetime]:
        """When each of them was last shown, or will be, what they have to do."""
        rows = Notice.objects.filter(person__in=self._people, kind__in=OF_TODOS, pushed_at__isnull=False)
        return dict(rows.order_by().values_list("person").annotate(last=Max("pushed_at")))

    def _reached_by(self, way: Channel) -> Mapping[int, list[str]]:
        if way.name not in self._where:
            self._where[way.name] = way.wanted(self._people)
        return self._where[way.name]

    @cached_property
    def _seats(self) -> frozenset[tuple[int, int]]:
        return frozenset(
            Seat.objects.active().filter(person__in=self._people).values_list("person", "club").order_by()
        )

    @cached_property
    def _away(self) -> frozenset[tuple[int, int]]:
        away = Holiday.objects.filter(seat__person__in=self._people, stage=HolidayStage.ON)
        return frozenset(away.values_list("seat__person", "seat__club"))

    @cached_property
    def _tellings(self) -> Mapping[int, Telling]:
        return {one.person_id: one for one in Telling.objects.filter(person__in=self._people)}

    @cached_property
    def _wishes(self) -> Mapping[tuple[int, str], dict[str, bool]]:
        said: dict[tuple[int, str], dict[str, bool]] = {}
        rows = Wish.objects.filter(person__in=self._people).values_list("person", "way", "topic", "on")
        for person, way, topic, on in rows:
            said.setdefault((person, way), {})[topic] = on
        return said


def is_wanted(topic: Topic, way: Channel, said: Mapping[str, bool]) -> bool:
    """What somebody chose for a topic, else what goes for everybody."""
    return said.get(topic, topic in way.chosen)


def wishes(person: Person, way: Channel) -> dict[Topic, bool]:
    """What somebody is told of by a way."""
    said = dict(Wish.objects.filter(person=person, way=way.name).values_list("topic", "on"))
    return {topic: is_wanted(topic, way, said) for topic in Topic}
