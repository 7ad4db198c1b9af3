"""What time alone brings: silence confirms a report, weeks run out, and a second tick finds nothing to do."""

from __future__ import annotations

import threading
from datetime import timedelta
from io import StringIO
from typing import Any

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import connections
from django.utils import timezone

from campaigns.engine import reports
from campaigns.engine.stored.journal import reconcile
from campaigns.engine.transaction.scope_transaction import scope_transaction
from campaigns.engine.who.rights import CLOCK, Actor
from campaigns.leagues import clock
from campaigns.management.commands import work
from campaigns.models import Chore, Entry, Report, Seat
from campaigns.models.play import League
from config import installation
from config.processes import signs
from tests.campaigns.leagues.test_organise_page import home_of
from tests.campaigns.play import act, answer_all, found_league, found_warband, player, state_of
from tests.factories import todos_for

pytestmark = pytest.mark.django_db


class Office:
    """A league with a report of Marta's that Tom has not answered."""

    def __init__(self, **settings: Any) -> None:
        self.scope = found_league(**settings)
        self.ilse: Seat = self.scope.club.seats.get(role="organiser")
        self.marta, self.tom = player(self.scope, "Marta"), player(self.scope, "Tom")
        self.bell, self.raiders = found_warband(self.scope, self.marta), found_warband(self.scope, self.tom)
        answer_all(self.scope, self.ilse, act(self.scope, self.ilse, "start"))

    def report(self, *, another: bool = False) -> Report:
        facts = {"warbands": [self.bell, self.raiders], "winners": [self.bell], "rounds": 4}
        return reports.submit_report(
            scope=self.scope, actor=Actor(self.marta), procedure="opr.quick_report", facts=facts,
            another=another,
        )  # fmt: skip

    def weeks_over(self) -> None:
        with scope_transaction(self.scope.pk, CLOCK) as transaction:
            now = timezone.now() - timedelta(minutes=1)
            League.objects.filter(scope=self.scope).update(ends=now, version=transaction.scope.version + 1)
            transaction.count("the clock")


def test_silence_confirms_a_report_when_its_time_is_up_and_not_before() -> None:
    here = Office()
    sent = here.report()
    assert not clock.clock_tick()
    assert sent.due is not None
    assert clock.clock_tick(sent.due) == clock.Ticked(reports=1)
    assert state_of(here.scope).warbands[here.bell].vp == 2
    sent.refresh_from_db()
    assert (sent.status, sent.agreed[here.raiders]) == ("counted", "silence")
    assert sent.entry is not None
    assert sent.entry.via == "clock"


def test_a_second_tick_does_nothing() -> None:
    here = Office()
    due = here.report().due
    clock.clock_tick(due)
    entries = Entry.objects.count()
    assert not clock.clock_tick(due)
    assert Entry.objects.count() == entries
    assert reconcile(here.scope) == []


def test_a_disputed_report_is_not_confirmed_by_silence() -> None:
    here = Office()
    sent = here.report()
    reports.dispute_report(sent, Actor(here.tom), "We won.")
    assert not clock.clock_tick(sent.due)


def test_a_silent_report_that_cannot_count_any_more_waits_for_the_organiser() -> None:
    here = Office(open_steps="refused")
    first, second = here.report(), here.report(another=True)
    assert clock.clock_tick(second.due) == clock.Ticked(reports=1)
    states = {one.pk: one.status for one in Report.objects.all()}
    assert sorted(states.values()) == ["counted", "disputed"]
    assert {first.pk, second.pk} == set(states)


def test_opr_07_weeks_that_are_over_end_the_league_once() -> None:
    here = Office(campaign_type="time")
    reports.agree_report(here.report(), Actor(here.tom))
    assert not clock.clock_tick()
    here.weeks_over()
    assert clock.clock_tick() == clock.Ticked(steps=1)
    assert state_of(here.scope).league.winners == (here.bell,)
    assert not clock.clock_tick()


def test_opr_07_a_37_a_report_sent_before_the_weeks_were_over_counts_when_it_is_agreed_to() -> None:
    here = Office(campaign_type="time")
    sent = here.report()
    with scope_transaction(here.scope.pk, CLOCK):
        Report.objects.filter(pk=sent.pk).update(sent_at=timezone.now() - timedelta(hours=1))
    here.weeks_over()
    assert clock.clock_tick() == clock.Ticked(steps=1)
    assert set(state_of(here.scope).league.winners) == {here.bell, here.raiders}
    reports.agree_report(Report.objects.get(pk=sent.pk), Actor(here.tom))
    assert Report.objects.get(pk=sent.pk).status == "counted"
    assert state_of(here.scope).league.winners == (here.bell,)


def test_opr_09_a_tie_is_found_once_and_then_waits_for_its_mission() -> None:
    here = Office(campaign_type="time", tie_break="decider_mission")
    here.weeks_over()
    assert clock.clock_tick() == clock.Ticked(steps=1)
    assert set(state_of(here.scope).league.decider) == {here.bell, here.raiders}
    assert not clock.clock_tick()
    asked = {(todo.title, todo.url) for seat in (here.marta, here.tom) for todo in todos_for(seat)}
    assert asked == {("You share the lead: play the decider", f"/l/{here.scope.pk}/missions/new/")}
    assert [(one.name, one.what) for one in home_of(here.scope, here.ilse).waited] == [
        ("Marta", "to play the decider"),
        ("Tom", "to play the decider"),
    ]
    mission = act(here.scope, here.marta, "open_mission", warbands=[here.bell, here.raiders])
    assert mission.settled
    assert [todo.title for todo in todos_for(here.tom)] == ["Choose your units"]


def test_a_mission_begun_in_time_is_played_out_first() -> None:
    here = Office(campaign_type="time")
    opened = act(here.scope, here.marta, "open_mission", warbands=[here.bell, here.raiders])
    act(here.scope, here.marta, "begin", mission=f"{opened.slot}.mission")
    here.weeks_over()
    assert not clock.clock_tick()


def test_the_command_says_what_it_did_and_is_quiet_otherwise() -> None:
    here = Office()
    sent = here.report()
    with scope_transaction(here.scope.pk, CLOCK):
        Report.objects.filter(pk=sent.pk).update(due=timezone.now())
    said = StringIO()
    call_command("tick", stdout=said)
    assert "1 reports counted by silence" in said.getvalue()
    again = StringIO()
    call_command("tick", stdout=again)
    assert again.getvalue() == ""


def test_a_clock_that_stands_fails_the_check_which_does_nothing_itself() -> None:
    call_command("tick", "--check")
    assert not Chore.objects.exists()
    call_command("tick", "--every", "15")
    late = timezone.now() - timedelta(minutes=46)
    Chore.objects.filter(pk="clock").update(done_at=late + timedelta(minutes=2))
    call_command("tick", "--check")
    Chore.objects.filter(pk="clock").update(done_at=late)
    with pytest.raises(CommandError, match="has stood still since"):
        call_command("tick", "--check")


def test_the_worker_backs_up_beside_its_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    ticked, backed_up = threading.Event(), threading.Event()

    def jobs(*_: object) -> None:
        assert ticked.wait(60)
        assert backed_up.wait(60)

    def backup_that_waits_for_a_tick() -> None:
        assert ticked.wait(60)
        backed_up.set()

    beside = {"clock": ticked.set, "backups": backup_that_waits_for_a_tick}
    monkeypatch.setattr(work, "EVERY", 0.001)
    monkeypatch.setattr(work, "beside_jobs", lambda: beside)
    monkeypatch.setattr(signs, "watch", lambda: None)
    monkeypatch.setattr(work, "call_command", jobs)
    monkeypatch.setattr(connections, "close_all", lambda: None)
    work.Command().handle(verbosity=0)
    assert backed_up.is_set()


@pytest.mark.parametrize("error", [psycopg.OperationalError("away"), TypeError("of ours"), OSError()])
def test_whatever_fails_is_tried_again_and_told_once_an_hour(
    monkeypatch: pytest.MonkeyPatch, error: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    ended, tries = threading.Event(), []

    def fail() -> None:
        tries.append(1)
        if len(tries) == 3:
            ended.set()
        raise error

    monkeypatch.setattr(connections, "close_all", lambda: None)
    work.run_loop(ended, 0.001, fail)
    assert len(tries) == 3
    assert [one.getMessage() for one in caplog.records] == ["The MainThread missed a minute."]


def test_the_worker_does_all_that_the_office_does_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    backed_up: list[bool] = []
    monkeypatch.setattr(installation, "back_up_if_due", lambda *_, **__: backed_up.append(True))
    for job in work.beside_jobs().values():
        job()
    assert backed_up
    assert {one.name for one in Chore.objects.exclude(done_at=None)} == set(work.beside_jobs())
    assert set(work.beside_jobs()) | set(clock.PARTS) == set(clock.TITLES)
