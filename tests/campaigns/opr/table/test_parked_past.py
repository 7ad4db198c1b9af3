"""A report that waits for an earlier game while that is undone, corrected or left to the clock (A-55)."""

from __future__ import annotations

from datetime import timedelta
from unittest import mock

import pytest
from django.urls import reverse
from django.utils import timezone

from campaigns.corrections import drafts
from campaigns.engine import correcting, releasing, reports
from campaigns.engine.stored.journal import reconcile
from campaigns.engine.who.rights import Actor
from campaigns.models import Correction, Entry, Report
from campaigns.shell.told.undoing import undo_entry
from tests.campaigns.api.conftest import Api
from tests.campaigns.opr.table.test_parked import TwoGames, browse, confirm, status, two_games
from tests.campaigns.play import act, state_of
from tests.factories import signed_in
from tests.pages import tight

pytestmark = pytest.mark.django_db

SILENCE = timedelta(hours=48)  # of a league that has not said otherwise


def entry_of(here: TwoGames, procedure: str) -> Entry:
    return Entry.objects.filter(scope=here.scope, procedure=f"opr.{procedure}", void=False).latest("seq")


def commit(here: TwoGames, draft: Correction) -> None:
    seen = correcting.preview_correction(draft).fingerprint
    correcting.commit(draft, Actor(here.dana), seen)


def test_a_55_undoing_the_dice_lets_a_report_wait_again() -> None:
    here = two_games()
    report = here.tell()
    here.casualties()
    assert reports.settle_silent(timezone.now()) == 0
    assert Report.objects.filter(due__isnull=False).exists()
    undo_entry(here.scope.pk, Actor(here.ada), entry_of(here, "casualties").seq)
    report.refresh_from_db()
    assert str(report.status) == "sent"
    assert report.due is None
    assert reports.settle_silent(timezone.now() + timedelta(days=30)) == 0
    confirm(report, here.ada)
    assert status(report) == "parked"
    here.casualties()
    assert status(report) == "counted"
    assert reconcile(here.scope) == []


def test_a_55_a_game_that_is_taken_back_holds_nothing() -> None:
    here = two_games()
    report = here.tell()
    confirm(report, here.ada)
    commit(here, drafts.void_entry(here.scope, here.dana, entry_of(here, "quick_report")))
    assert status(report) == "counted"
    assert reconcile(here.scope) == []


def test_a_55_dice_corrected_after_it_counted_leave_it_as_it_was_told() -> None:
    here = two_games(fell=1)
    report = here.tell()
    confirm(report, here.ada)
    here.casualties(roll=3)
    assert status(report) == "counted"
    (second,) = state_of(here.scope).warbands[here.crows].later
    before = state_of(here.scope).missions[second].side(here.crows)
    rolled = entry_of(here, "casualties")
    commit(here, drafts.void_entry(here.scope, here.dana, rolled))
    side = state_of(here.scope).missions[second].side(here.crows)
    assert (side.fielded, side.value, side.underdog) == (before.fielded, before.value, before.underdog)
    assert reconcile(here.scope) == []


def counted_without(here: TwoGames) -> Report:
    """A report that counts as played although a die has taken somebody of it away."""
    report = here.tell()
    confirm(report, here.ada)
    here.casualties(roll=1)
    confirm(report, here.dana)
    assert status(report) == "counted"
    return report


def test_a_55_who_came_to_a_game_that_waited_is_corrected_like_any() -> None:
    here = two_games(fell=1)
    counted_without(here)
    mission = state_of(here.scope).warbands[here.toads].mission
    url = reverse("campaigns:entry_facts", args=[here.scope.pk, entry_of(here, "quick_report").seq])
    stayed = here.units(here.toads)[3]
    sent = {"winner": here.toads, "rounds": "4", f"home:{stayed}": "1"}
    answer = signed_in(here.dana).post(url, sent)
    assert answer.status_code == 302, tight(answer)
    commit(here, Correction.objects.get())
    crows, toads = (state_of(here.scope).missions[mission].side(one) for one in (here.crows, here.toads))
    assert here.fallen[0] in crows.fielded
    assert stayed not in toads.fielded
    assert (crows.value, toads.value) == (150, 110)
    assert (crows.underdog, toads.underdog) == (0, 4)
    assert reconcile(here.scope) == []


def test_a_55_a_report_that_waits_for_another_names_no_day_for_the_dice() -> None:
    here = two_games()
    first = here.tell(here.ben, winner=here.foxes, loser=here.toads)
    assert first.due is not None
    second = here.tell()
    assert second.held_at is not None
    here.casualties()
    second.refresh_from_db()
    assert second.waits == []
    address = f"/l/{here.scope.pk}/reports/{second.pk}/"
    assert "the app will roll any dice that are left" not in tight(browse(here.cleo).get(address))


def test_a_55_dice_that_hold_a_report_only_now_are_not_late_at_once() -> None:
    here = two_games(fell=0)
    fell, killer = here.units(here.toads)[1], here.units(here.foxes)[0]
    kills = [{"victim": fell, "killer": killer}]
    first = here.tell(here.ben, winner=here.foxes, loser=here.toads, kills=kills)
    with mock.patch.object(timezone, "now", return_value=timezone.now() - SILENCE):
        second = here.tell()
    assert (second.held_at is None, second.waits) == (False, [])
    confirm(first, here.cleo)
    second.refresh_from_db()
    assert second.waits
    assert releasing.settle_blocks(timezone.now() + timedelta(hours=1)) == 0
    assert "the app will roll any dice that are left" in tight(
        browse(here.cleo).get(f"/l/{here.scope.pk}/reports/{second.pk}/")
    )
    assert releasing.settle_blocks(timezone.now() + SILENCE + timedelta(hours=1)) == 1


def test_a_55_who_played_leads_to_ones_own_steps() -> None:
    here = two_games()
    steps = f'href="/l/{here.scope.pk}/m/{here.first}/steps/{here.crows}/"'
    for address in ("report/", f"report/?w={here.toads}&w={here.crows}"):
        pages = {
            one: tight(browse(one).get(f"/l/{here.scope.pk}/{address}"))
            for one in (here.ada, here.cleo, here.dana)
        }
        assert steps in pages[here.ada]
        assert "Go to my steps" in pages[here.ada]
        assert steps not in pages[here.cleo]
        assert "Act for them" in pages[here.dana]


def test_a_55_in_a_league_that_is_over_by_then_nobody_has_to_decide() -> None:
    here = two_games(fell=1)
    report = here.tell()
    confirm(report, here.ada)
    act(here.scope, here.dana, "close", words="We move.")
    assert status(report) == "withdrawn"
    here.casualties(roll=1)
    assert status(report) == "withdrawn"


def test_a_55_a_program_reads_what_a_report_waits_for() -> None:
    here = two_games()
    report = here.tell()
    cleo, address = Api(here.cleo), f"/api/v1/leagues/{here.scope.pk}/reports/{report.pk}/"
    sent = cleo.get(address).json()
    assert (sent["status"], sent["due"]) == ("sent", None)
    assert sent["waits"] == [[here.crows, f"op.casualties:{here.first}"]]
    confirm(report, here.ada)
    assert cleo.get(address).json()["status"] == "parked"
    here.casualties()
    counted = cleo.get(address).json()
    assert (counted["status"], counted["held_at"], counted["waits"]) == ("counted", None, [])
