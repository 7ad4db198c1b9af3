"""What leaves the office leaves once, in order, after a kill too, and nothing of it late."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from campaigns.engine import chores
from campaigns.leagues.clock import clock_tick
from campaigns.models import Notice, Outgoing, OutStatus, Telling, Topic, Wish
from campaigns.nights.games import plans
from campaigns.nights.games.plans import When
from campaigns.notices.found import finding
from campaigns.notices.ways import known, outbox, wanting
from campaigns.notices.ways.way import RETRIES, SENT, Batch, Channel, Delivery, later, undeliverable
from campaigns.people import seats
from tests.campaigns.nights.conftest import Evening, at, evening, move_to_noon

__all__ = ["at", "evening"]
pytestmark = pytest.mark.django_db


@dataclass
class Door:
    """A way through the letter box next door: what came, and how it answers."""

    came: list[list[str]] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    answers: list[Delivery] = field(default_factory=list)
    addresses: list[str] = field(default_factory=lambda: ["a"])

    def send(self, rows: Sequence[Outgoing], _batch: Batch) -> Delivery:
        self.came.append([str(one.word) for one in rows])
        self.words.append(str(rows[0].word_outside))
        return self.answers.pop(0) if self.answers else SENT


@pytest.fixture
def door(monkeypatch: pytest.MonkeyPatch) -> Door:
    made = Door()
    way = Channel(
        name="door",
        title=lambda: "Door",
        send=made.send,
        wanted=lambda people: {one: list(made.addresses) for one in people},
        chosen=frozenset(Topic) - {Topic.COMING, Topic.WEEK},
        daily=True,
    )
    monkeypatch.setattr(known, "WAYS", (way,))
    finding.catch_up(timezone.now() - timedelta(minutes=1))
    return made


def asked(evening: Evening, table: int = 1) -> None:
    """Marta asks Tom for a game: one notice, for Tom."""
    plans.propose_game(by=evening.marta, others=[evening.tom], when=When.on(evening.night, table))
    clock_tick()


def taken_at(moment: datetime) -> list[list[Outgoing]]:
    """What a worker takes then."""
    return outbox.take(moment) or []


def statuses() -> list[str]:
    return list(Outgoing.objects.order_by("pk").values_list("status", flat=True))


def test_each_notice_leaves_once(door: Door, evening: Evening, at: Callable[[datetime], None]) -> None:
    move_to_noon(at, evening)
    asked(evening)
    clock_tick()
    assert (outbox.send_due(), outbox.send_due()) == (1, 0)
    assert (len(door.came), statuses()) == (1, [OutStatus.SENT])


MANY = 8  # tables; a database takes longer to plan a query of more of them than to answer it


def test_a_notice_is_taken_by_queries_of_few_tables(
    door: Door, evening: Evening, at: Callable[[datetime], None]
) -> None:
    move_to_noon(at, evening)
    plans.propose_game(by=evening.marta, others=[evening.tom], when=When.on(evening.night, 1))
    finding.catch_up(timezone.now())
    with CaptureQueriesContext(connection) as asked_for:
        outbox.fill_outbox()
        assert outbox.send_due() == 1
    most = max(asked_for.captured_queries, key=lambda one: one["sql"].count(" JOIN "))
    assert most["sql"].count(" JOIN ") < MANY, most["sql"]
    assert len(asked_for) <= 60


def test_every_address_gets_it_and_only_of_what_is_wanted(
    door: Door, evening: Evening, at: Callable[[datetime], None]
) -> None:
    move_to_noon(at, evening)
    door.addresses = ["a", "b"]
    asked(evening)
    assert outbox.send_due() == 2
    Wish.objects.create(person=evening.tom.person, topic=Topic.GAMES, way="door", on=False)
    asked(evening, 2)
    assert outbox.send_due() == 0


def test_what_is_taken_back_before_it_leaves_stays(
    door: Door, evening: Evening, at: Callable[[datetime], None]
) -> None:
    move_to_noon(at, evening)
    asked(evening)
    door.addresses = []
    assert (outbox.send_due(), statuses()) == (0, [OutStatus.DROPPED])


def test_killed_while_sending_the_same_word_leaves_again(
    door: Door, evening: Evening, at: Callable[[datetime], None]
) -> None:
    """Whoever takes a row and is never heard of again."""
    noon = move_to_noon(at, evening)
    asked(evening)
    asked(evening, 2)
    ((taken,),) = taken_at(noon)
    assert outbox.send_due() == 0  # in doubt, and the second one waits behind it
    at(noon + outbox.IN_DOUBT)
    assert outbox.send_due() == 2
    assert door.came[0] == [str(taken.word)]
    assert statuses() == [OutStatus.SENT, OutStatus.SENT]


def test_tried_again_at_the_hours_written_and_then_given_up(
    door: Door, evening: Evening, at: Callable[[datetime], None]
) -> None:
    noon = move_to_noon(at, evening)
    Telling.objects.create(person=evening.tom.person, quiet=False)
    door.answers = [later("away")] * 7
    asked(evening)
    moment = noon
    for wait in RETRIES:
        assert outbox.send_due() == 1
        at(moment + wait - timedelta(seconds=1))
        assert outbox.send_due() == 0
        moment += wait
        at(moment)
    assert (outbox.send_due(), statuses()) == (1, [OutStatus.FAILED])
    assert len({word for came in door.came for word in came}) == 1


def test_the_other_side_may_ask_for_more_time_and_a_refusal_ends_it(
    door: Door, evening: Evening, at: Callable[[datetime], None]
) -> None:
    noon = move_to_noon(at, evening)
    door.answers = [later("slow down", timedelta(minutes=2)), undeliverable("gone")]
    asked(evening)
    outbox.send_due()
    at(noon + timedelta(minutes=1))
    assert outbox.send_due() == 0
    at(noon + timedelta(minutes=2))
    assert (outbox.send_due(), statuses()) == (1, [OutStatus.FAILED])


def test_nothing_leaves_late(door: Door, evening: Evening, at: Callable[[datetime], None]) -> None:
    move_to_noon(at, evening)
    asked(evening)
    at(evening.night.ends_at)
    assert (outbox.send_due(), statuses()) == (0, [OutStatus.DROPPED])


def test_what_is_no_longer_so_does_not_leave(
    door: Door, evening: Evening, at: Callable[[datetime], None]
) -> None:
    move_to_noon(at, evening)
    plan = plans.propose_game(by=evening.marta, others=[evening.tom], when=When.on(evening.night, 1))
    clock_tick()
    plans.mark_plan_off(by=evening.marta, plan=plan, why="I am ill.")
    clock_tick()
    assert (outbox.send_due(), statuses()) == (1, [OutStatus.DROPPED, OutStatus.SENT])


def test_read_in_the_inbox_it_does_not_leave(
    door: Door, evening: Evening, at: Callable[[datetime], None]
) -> None:
    noon = move_to_noon(at, evening)
    asked(evening)
    Notice.objects.update(read_at=noon)
    assert (outbox.send_due(), statuses()) == (0, [OutStatus.DROPPED])


def test_who_has_accepted_is_not_asked_in_the_morning(
    door: Door, evening: Evening, at: Callable[[datetime], None]
) -> None:
    """Of a game of three that the third has not answered yet."""
    noon = move_to_noon(at, evening)
    for seat in (evening.tom, evening.jun):
        Telling.objects.create(person=seat.person, zone="America/Los_Angeles")
    others = [evening.tom, evening.jun]
    plan = plans.propose_game(by=evening.marta, others=others, when=When.on(evening.night, 1))
    clock_tick()
    plans.reply_to_plan(by=evening.tom, plan=plan, accepts=True)
    at(noon + timedelta(hours=6))
    assert outbox.send_due() == 1
    assert Outgoing.objects.get(status=OutStatus.SENT).person == evening.jun.person


def test_quiet_hours_hold_back(door: Door, evening: Evening, at: Callable[[datetime], None]) -> None:
    """By the reader's clock: at noon in Berlin it is night in Los Angeles."""
    noon = move_to_noon(at, evening)
    Telling.objects.create(person=evening.tom.person, zone="America/Los_Angeles")
    asked(evening)
    assert outbox.send_due() == 0
    at(noon + timedelta(hours=4, minutes=59))
    assert outbox.send_due() == 0
    at(noon + timedelta(hours=5, minutes=1))
    assert outbox.send_due() == 1


def test_once_a_day_all_leave_as_one_and_again_as_the_same(
    door: Door, evening: Evening, at: Callable[[datetime], None]
) -> None:
    noon = move_to_noon(at, evening)
    Telling.objects.create(person=evening.tom.person, daily=True)
    asked(evening)
    asked(evening, 2)
    assert outbox.send_due() == 0
    at(noon + timedelta(hours=6))
    assert [len(one) for one in taken_at(timezone.now())] == [2]  # and killed
    asked(evening, 3)
    Outgoing.objects.filter(bundle=None).update(next_at=timezone.now())
    at(noon + timedelta(hours=6) + outbox.IN_DOUBT)
    assert outbox.send_due() == 3
    assert [len(one) for one in door.came] == [2, 1]


def test_what_was_sent_as_one_keeps_its_word_though_the_first_is_read_meanwhile(
    door: Door, evening: Evening, at: Callable[[datetime], None]
) -> None:
    noon = move_to_noon(at, evening)
    Telling.objects.create(person=evening.tom.person, daily=True)
    asked(evening)
    asked(evening, 2)
    at(noon + timedelta(hours=6))
    ((first, second),) = sent = taken_at(timezone.now())
    outbox._tried(sent[0], Batch(sent))  # and killed before it could say so
    assert first.notice_id
    Notice.objects.filter(pk=first.notice_id).update(read_at=timezone.now())
    at(noon + timedelta(hours=6) + outbox.IN_DOUBT)
    assert outbox.send_due() == 1
    assert door.came == [[str(first.word), str(second.word)], [str(second.word)]]
    assert door.words == [str(first.word)] * 2


def test_a_silent_club_sends_nothing_and_not_later(
    door: Door, evening: Evening, at: Callable[[datetime], None]
) -> None:
    noon = move_to_noon(at, evening)
    asked(evening)
    evening.club.silent_since = noon
    evening.club.save()
    assert outbox.send_due() == 0
    asked(evening, 2)
    evening.club.silent_since = None
    evening.club.save()
    clock_tick()
    assert (outbox.send_due(), statuses()) == (0, [OutStatus.DROPPED])


def test_who_left_the_club_is_not_told(door: Door, evening: Evening, at: Callable[[datetime], None]) -> None:
    move_to_noon(at, evening)
    asked(evening)
    seats.remove_seat(by=evening.tom, seat=evening.tom)
    assert outbox.send_due() == 0


@pytest.fixture
def in_an_office(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chores, "survive", lambda error, failed: failed.append(error))


def cannot_be_looked_at(monkeypatch: pytest.MonkeyPatch, pk: int) -> None:
    """This notice breaks whoever looks whether it still holds."""
    holds = wanting.Wanting.still_holds

    def looked(self: wanting.Wanting, told: Notice, now: datetime) -> bool:
        if told.pk == pk:
            raise LookupError(pk)
        return holds(self, told, now)

    monkeypatch.setattr(wanting.Wanting, "still_holds", looked)


@pytest.mark.usefixtures("in_an_office")
def test_a_notice_that_cannot_be_looked_at_holds_up_no_other(
    door: Door, evening: Evening, at: Callable[[datetime], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    move_to_noon(at, evening)
    for table in (1, 2):
        plans.propose_game(by=evening.marta, others=[evening.tom], when=When.on(evening.night, table))
    finding.catch_up(timezone.now())
    first, second = Notice.objects.filter(posted=False).order_by("pk")
    with monkeypatch.context() as broken:
        cannot_be_looked_at(broken, first.pk)
        assert chores.run_chore("outgoing", outbox.fill_outbox) == 1
        assert Outgoing.objects.get().notice == second
    assert outbox.fill_outbox() == 1, "it is looked at again"


def test_what_cannot_be_looked_at_any_more_waits_as_after_a_try_and_the_next_one_leaves(
    door: Door, evening: Evening, at: Callable[[datetime], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    noon = move_to_noon(at, evening)
    door.addresses = ["a"]
    asked(evening)
    door.addresses = ["b"]
    asked(evening, table=2)
    first, second = Outgoing.objects.order_by("pk")
    assert first.notice_id
    with monkeypatch.context() as broken:
        cannot_be_looked_at(broken, first.notice_id)
        assert outbox.send_due() == 1
    assert door.came == [[str(second.word)]]
    first.refresh_from_db()
    assert (first.status, first.attempts, first.said) == (OutStatus.WAITING, 1, "LookupError")
    assert first.next_at == noon + RETRIES[0]


# Many at once


def many(door: Door, evening: Evening, count: int, table: int = 1) -> list[Outgoing]:
    """So many rows that are due, each in a lane of its own."""
    tom = evening.tom.person
    door.addresses = [str(n) for n in range(count)]
    asked(evening, table)
    rows = list(Outgoing.objects.filter(person=tom).order_by("pk"))
    assert len({row.lane for row in rows}) == count
    return rows


def test_the_first_of_many_lanes_are_taken_at_once_and_nobody_takes_them_again(
    door: Door, evening: Evening, at: Callable[[datetime], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    noon = move_to_noon(at, evening)
    monkeypatch.setattr(outbox, "LANES", 3)
    rows = many(door, evening, 5)
    taken = [[row.pk for (row,) in taken_at(noon)] for _worker in range(3)]
    assert taken == [[row.pk for row in rows[:3]], [row.pk for row in rows[3:]], []]


def test_each_is_finished_before_the_next_one_leaves(
    door: Door, evening: Evening, at: Callable[[datetime], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    move_to_noon(at, evening)
    rows, seen = many(door, evening, 3), list[int]()

    def counted(rows: Sequence[Outgoing], batch: Batch) -> Delivery:
        seen.append(Outgoing.objects.filter(status=OutStatus.SENT).count())
        return door.send(rows, batch)

    monkeypatch.setattr(known, "WAYS", (replace(known.WAYS[0], send=counted),))
    assert outbox.send_due() == len(rows)
    assert seen == [0, 1, 2]


def test_what_a_batch_has_no_time_for_is_given_back_and_tried_as_the_first_time(
    door: Door, evening: Evening, at: Callable[[datetime], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    noon = move_to_noon(at, evening)
    monkeypatch.setattr(outbox, "BATCH", -1.0)
    rows = many(door, evening, 4)
    taken = taken_at(noon)
    assert outbox._send(Batch(taken), noon) == 1
    left = Outgoing.objects.filter(status=OutStatus.WAITING)
    assert {(row.attempts, row.next_at) for row in left} == {(0, noon)}
    assert outbox.send_due() == 3
    assert [word for came in door.came for word in came] == [str(row.word) for row in rows]


def test_what_was_stopped_while_a_batch_was_on_its_way_is_not_given_back(
    door: Door, evening: Evening, at: Callable[[datetime], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    noon = move_to_noon(at, evening)
    monkeypatch.setattr(outbox, "BATCH", -1.0)
    many(door, evening, 3)
    taken = taken_at(noon)
    outbox.silence_club(evening.club, noon)
    outbox._send(Batch(taken), noon)
    assert statuses() == [OutStatus.DROPPED] * 3


def test_many_cost_the_database_hardly_more_than_one_each(
    door: Door, evening: Evening, at: Callable[[datetime], None]
) -> None:
    move_to_noon(at, evening)
    asked_for = []
    for table, count in ((1, 2), (2, 12)):
        many(door, evening, count, table)
        with CaptureQueriesContext(connection) as one:
            assert outbox.send_due() == count
        asked_for.append(len(one))
    assert asked_for[1] - asked_for[0] == 10, "a row is finished by one statement"


def test_everything_is_posted_at_once_however_much_there_is(
    door: Door, evening: Evening, at: Callable[[datetime], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    move_to_noon(at, evening)
    monkeypatch.setattr(outbox, "AT_ONCE", 2)
    for table in range(1, 6):
        plans.propose_game(by=evening.marta, others=[evening.tom], when=When.on(evening.night, table))
    finding.catch_up(timezone.now())
    assert outbox.fill_outbox() == Notice.objects.count() == 5


@pytest.mark.usefixtures("in_an_office")
def test_those_that_cannot_be_looked_at_hold_up_no_posting_and_end_it(
    door: Door, evening: Evening, at: Callable[[datetime], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    move_to_noon(at, evening)
    monkeypatch.setattr(outbox, "AT_ONCE", 1)
    for table in (1, 2):
        plans.propose_game(by=evening.marta, others=[evening.tom], when=When.on(evening.night, table))
    finding.catch_up(timezone.now())
    first = Notice.objects.filter(posted=False).order_by("pk")[0]
    cannot_be_looked_at(monkeypatch, first.pk)
    assert chores.run_chore("outgoing", outbox.fill_outbox) == 1


def test_who_goes_along_with_the_mail_of_the_day_and_cannot_be_looked_at_holds_up_nobody(
    door: Door, evening: Evening, at: Callable[[datetime], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    noon = move_to_noon(at, evening)
    Telling.objects.create(person=evening.tom.person, daily=True)
    asked(evening)
    asked(evening, 2)
    first, second = Outgoing.objects.order_by("pk")
    assert second.notice_id
    cannot_be_looked_at(monkeypatch, second.notice_id)
    at(noon + timedelta(hours=6))
    assert outbox.send_due() == 1
    first.refresh_from_db()
    second.refresh_from_db()
    assert (first.status, second.status, second.said) == (OutStatus.SENT, OutStatus.WAITING, "LookupError")
