"""What people want to hear of, when and where, read once for all who are told something together."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime
from functools import cached_property

from campaigns.models import Notice, Person, Seat, Telling, Topic, Wish
from campaigns.notices.found.occasions import holds
from campaigns.notices.found.reading import Read
from campaigns.notices.found.topics import topic_of
from campaigns.notices.ways.way import Way


class Wanting:
    """Of the people of these notices: each kind of row is asked for when one of them first needs it."""

    def __init__(self, told: Collection[Notice]) -> None:
        self.read = Read(told)
        self._people = {one.person_id for one in told}
        self._where: dict[str, Mapping[int, list[str]]] = {}

    def still_holds(self, notice: Notice, now: datetime) -> bool:
        return holds(notice, now, self.read)

    def addresses(self, way: Way, notice: Notice) -> list[str]:
        """Where a notice goes by a way, as its person wants it now."""
        person = notice.person
        if not way.works() or person.erased_at or (person.pk, notice.club_id) not in self._seats:
            return []
        said = self._wishes.get((person.pk, way.name), {})
        return self._reached_by(way).get(person.pk, []) if is_wanted(topic_of(notice), way, said) else []

    def telling(self, person: Person) -> Telling:
        """How somebody is told; what goes for everybody where they have not said."""
        return self._tellings.get(person.pk) or Telling(person=person)

    def _reached_by(self, way: Way) -> Mapping[int, list[str]]:
        if way.name not in self._where:
            self._where[way.name] = way.wanted(self._people)
        return self._where[way.name]

    @cached_property
    def _seats(self) -> frozenset[tuple[int, int]]:
        return frozenset(
            Seat.objects.active().filter(person__in=self._people).values_list("person", "club").order_by()
        )

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


def is_wanted(topic: Topic, way: Way, said: Mapping[str, bool]) -> bool:
    """What somebody chose for a topic, else what goes for everybody."""
    return said.get(topic, topic in way.chosen)


def wishes(person: Person, way: Way) -> dict[Topic, bool]:
    """What somebody is told of by a way."""
    said = dict(Wish.objects.filter(person=person, way=way.name).values_list("topic", "on"))
    return {topic: is_wanted(topic, way, said) for topic in Topic}
