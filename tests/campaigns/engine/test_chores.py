"""What the office does by itself fails part by part: the others go on, the cause is told once an hour."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from functools import partial

import pytest
from django.db import OperationalError, connection, transaction
from django.utils import timezone

from campaigns.engine import chores, reports
from campaigns.engine.chores import alone, run_chore
from campaigns.leagues import clock
from campaigns.models import Chore, Notice, NoticeKind, NoticeMark, Office, Report, Scope
from campaigns.notices.found import finding
from tests.campaigns.leagues import test_clock
from tests.maps.conquest.play import begun

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _as_in_an_office(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chores, "survive", lambda error, failed: failed.append(error))


def broken() -> int:
    return int("none")


def told(caplog: pytest.LogCaptureFixture) -> list[str]:
    found = [one.getMessage() for one in caplog.records if one.name == chores.__name__]
    caplog.clear()
    return found


def an_hour_later(name: str) -> None:
    row = Chore.objects.get(pk=name)
    before = (timezone.now() - chores.TOLD_EVERY).isoformat()
    Chore.objects.filter(pk=name).update(causes=dict.fromkeys(row.causes, before))


def test_what_fails_is_told_once_an_hour_with_its_cause_until_it_works(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.WARNING)
    for _minute in range(3):
        assert run_chore("deadlines", broken) is None
    [error] = caplog.records
    assert error.exc_info
    assert len(told(caplog)) == 1
    row = Chore.objects.get()
    [cause] = row.causes
    assert cause.startswith("ValueError in test_chores.py:")
    an_hour_later("deadlines")
    run_chore("deadlines", broken)
    assert len(told(caplog)) == 1
    assert Chore.objects.get().failing_since == row.failing_since
    assert run_chore("deadlines", lambda: 3) == 3
    assert told(caplog) == ["deadlines works again."]
    assert not Chore.objects.exists()


def test_another_cause_is_told_at_once(caplog: pytest.LogCaptureFixture) -> None:
    def both() -> None:
        for _twice in range(2):
            with alone():
                broken()
        with alone():
            raise KeyError("another")

    run_chore("deadlines", broken)
    assert len(told(caplog)) == 1
    run_chore("deadlines", both)
    assert len(told(caplog)) == 1, "the first is known"
    assert len(Chore.objects.get().causes) == 2


@pytest.mark.parametrize("fails", clock.PARTS)
def test_no_part_of_a_tick_holds_up_another(monkeypatch: pytest.MonkeyPatch, fails: str) -> None:
    went: list[str] = []
    parts = {name: partial(_went, went, name) for name in clock.PARTS}
    monkeypatch.setattr(clock, "PARTS", {**parts, fails: lambda now: broken()})
    clock.clock_tick()
    assert set(went) == set(parts) - {fails}
    assert [one.pk for one in Chore.objects.exclude(failing_since=None)] == [fails]
    monkeypatch.setattr(clock, "PARTS", parts)
    clock.clock_tick()
    assert chores.clock_trouble(timezone.now()) is None


def _went(went: list[str], name: str, now: datetime) -> None:
    went.append(name)


def test_outside_a_chore_a_failure_is_anybody_s_own() -> None:
    with pytest.raises(ValueError, match="none"), alone():
        broken()


def test_where_the_database_can_be_asked_no_more_the_round_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused() -> None:
        with transaction.atomic():
            for _twice in range(2):
                with alone():
                    connection.cursor().execute("SELECT no_such_column")

    run_chore("deadlines", refused)  # the statement of a part, taken back with it
    [cause] = Chore.objects.get().causes
    assert cause.startswith("ProgrammingError in ")
    monkeypatch.setattr(chores, "_is_lost", lambda error: True)
    with pytest.raises(OperationalError):
        run_chore("notices", lambda: (_ for _ in ()).throw(OperationalError("gone")))


def test_one_report_holds_up_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = test_clock.Office(), test_clock.Office()
    sent = [first.report(), second.report()]
    settle = reports._settled_by_silence

    def fails_at_the_first(report: Report) -> bool:
        return bool(broken()) if report.pk == sent[0].pk else settle(report)

    monkeypatch.setattr(reports, "_settled_by_silence", fails_at_the_first)
    assert clock.clock_tick(sent[1].due).reports == 1
    assert [Report.objects.get(pk=one.pk).status for one in sent] == ["sent", "counted"]
    monkeypatch.setattr(reports, "_settled_by_silence", settle)
    assert clock.clock_tick(sent[1].due).reports == 1


def my_turns(scope: Scope) -> int:
    return Notice.objects.filter(scope=scope, kind=NoticeKind.MY_TURN).count()


def test_one_league_s_notices_hold_up_no_other_s_and_are_found_later() -> None:
    one, other = begun("Marta", "Kwame").scope, begun("Ilse", "Tom").scope
    finding.catch_up(timezone.now() - timedelta(days=1))
    Notice.objects.all().delete()
    Scope.objects.filter(pk=one.pk).update(game="no such game")
    before = NoticeMark.objects.get().seen_at
    assert run_chore("notices", lambda: finding.catch_up(timezone.now()))  # on a Sunday evening, the week too
    assert (my_turns(one), my_turns(other)) == (0, 1)
    assert NoticeMark.objects.get().seen_at == before, "the next look begins where this one did"
    Scope.objects.filter(pk=one.pk).update(game=one.game)
    assert run_chore("notices", lambda: finding.catch_up(timezone.now()))  # on a Sunday evening, the week too
    assert (my_turns(one), my_turns(other)) == (1, 1)
    assert NoticeMark.objects.get().seen_at > before


def test_a_clock_that_never_went_stands_since_the_office_was_opened() -> None:
    now = timezone.now()
    Office.objects.create(key="k", since=now - timedelta(minutes=4))
    assert chores.clock_trouble(now) is None
    stands = chores.clock_trouble(now + timedelta(minutes=2))
    assert stands == chores.ClockTrouble(now - timedelta(minutes=4), stands=True)


def test_the_clock_that_went_round_says_when_and_how_often() -> None:
    now = timezone.now()
    assert chores.age(None, None, now) == (None, 60)
    assert chores.clock_trouble(now) is None
    clock.clock_tick(every=900)
    went = Chore.objects.get(pk=chores.CLOCK)
    seconds, every = chores.age(went.done_at, went.every, timezone.now() + timedelta(seconds=40))
    assert seconds is not None
    assert seconds >= 40
    assert every == 900
    assert chores.clock_trouble(now + timedelta(minutes=44)) is None
    late = chores.clock_trouble(now + timedelta(minutes=46))
    assert late is not None
    assert late.stands
    clock.clock_tick()
    assert chores.clock_trouble(now + timedelta(minutes=7)) is not None
