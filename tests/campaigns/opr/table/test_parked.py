"""A game told while the aftermath of an earlier one is open: its report waits and counts by itself (A-55)."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.utils import timezone
from django.utils.translation import override

from campaigns.engine import door, releasing, reports
from campaigns.engine.stored.store import registration_of
from campaigns.engine.transaction.parked import bar_in_words
from campaigns.engine.who.rights import Actor
from campaigns.models import Notice, NoticeKind, Report, Scope, Seat
from campaigns.notices.found import finding
from campaigns.notices.found.inbox import notification_sentence, notification_target_url
from campaigns.notices.kinds.every_kind import is_so
from campaigns.shell.told.undoing import undo_entry
from rules.engine.refusals import Refused
from tests import factories
from tests.campaigns.play import (
    act,
    answer_all,
    evening,
    found_league,
    found_warband,
    played,
    player,
    state_of,
    unit,
    walked,
)
from tests.pages import tight
from tests.scenario import scenario

pytestmark = pytest.mark.django_db

UNITS = [unit("Captain", 30, hero=True), *(unit(f"Soldier {n}", 40) for n in (1, 2, 3))]


class TwoGames:
    """Ada's Crows have met Ben's Foxes and lost two units; tonight they meet Cleo's Toads."""

    def __init__(self, *, fell: int = 2, **settings: Any) -> None:
        self.dana = factories.new_organiser(name="Dana")
        self.scope: Scope = found_league(self.dana, parallel_play="on", campaign_type="endless", **settings)
        self.ada, self.ben, self.cleo = (player(self.scope, name) for name in ("Ada", "Ben", "Cleo"))
        self.crows = found_warband(self.scope, self.ada, "Crows", UNITS)
        self.foxes = found_warband(self.scope, self.ben, "Foxes", UNITS)
        self.toads = found_warband(self.scope, self.cleo, "Toads", UNITS)
        answer_all(self.scope, self.dana, act(self.scope, self.dana, "start"))
        self.fallen = self.units(self.crows)[1 : 1 + fell]
        killer = self.units(self.foxes)[0]
        self.first = played(
            self.scope, self.ada, self.foxes, self.crows, kills=dict.fromkeys(self.fallen, killer)
        )

    def units(self, warband: str) -> list[str]:
        return list(state_of(self.scope).warbands[warband].units)

    def tell(self, by: Seat | None = None, *, winner: str = "", loser: str = "", **facts: Any) -> Report:
        """A quick report of tonight's game, Toads over Crows."""
        winner, loser = winner or self.toads, loser or self.crows
        told = {"warbands": [winner, loser], "winners": [winner], **facts}
        outcome = act(self.scope, by or self.cleo, "quick_report", **told)
        return Report.objects.get(pk=outcome.report or 0)

    def casualties(self, *, roll: int = 3, mission: str = "", warband: str = "") -> None:
        """The Crows' of the first game, unless told otherwise."""
        known = {"mission": mission or self.first, "warband": warband or self.crows}
        seat = self.cleo if warband == self.toads else self.ada
        answer_all(self.scope, seat, act(self.scope, seat, "casualties", **known), roll=roll)


@scenario
def two_games(**known: Any) -> TwoGames:
    return TwoGames(**known)


def status(report: Report) -> str:
    report.refresh_from_db()
    return str(report.status)


def why(report: Report) -> str:
    """Why it does not count, as its reader has it."""
    registration = registration_of(report.scope.game)
    return bar_in_words(report.scope, registration, registration.load(report.scope_id), report)


def confirm(report: Report, seat: Seat) -> Any:
    return reports.agree_report(Report.objects.get(pk=report.pk), Actor(seat))


def test_a_55_a_report_waits_for_the_casualties_of_those_who_fought_in_both() -> None:
    here = two_games()
    report = here.tell()
    assert (report.status, report.due) == ("sent", None)
    assert not confirm(report, here.ada).settled
    assert status(report) == "parked"
    assert len(state_of(here.scope).missions) == 1
    here.casualties()
    assert status(report) == "counted"
    crows = state_of(here.scope).warbands[here.crows]
    assert (crows.missions, crows.mission, len(crows.later)) == (2, here.first, 1)
    toads = state_of(here.scope).warbands[here.toads]
    assert (toads.vp, toads.mission) == (2, crows.later[0])


def test_a_55_its_silence_starts_when_it_can_count() -> None:
    here = two_games()
    report = here.tell()
    later = timezone.now() + timedelta(days=30)
    assert reports.settle_silent(later) == 0
    here.casualties()
    report.refresh_from_db()
    assert report.status == "sent"
    assert report.due is not None
    assert reports.settle_silent(report.due) == 1
    assert status(report) == "counted"


def test_a_55_nothing_holds_a_report_but_dice_of_those_who_fought_in_both() -> None:
    here = two_games()
    stayed = [one for one in here.units(here.crows) if one not in here.fallen]
    report = here.tell(fielded={here.crows: stayed})
    assert report.due is not None
    assert confirm(report, here.ada).settled


def test_a_55_experience_upgrades_and_recruiting_hold_no_report() -> None:
    here = two_games()
    here.casualties()
    report = here.tell()
    assert confirm(report, here.ada).settled


def test_a_55_steps_are_taken_game_by_game_by_their_own_and_at_once_by_the_opponent() -> None:
    here = two_games()
    here.casualties()
    confirm(
        here.tell(kills=[{"victim": here.units(here.crows)[3], "killer": here.units(here.toads)[0]}]),
        here.ada,
    )
    second = state_of(here.scope).warbands[here.toads].mission
    with pytest.raises(Refused, match="The steps after mission 1 come first"):
        act(here.scope, here.ada, "casualties", mission=second, warband=here.crows)
    here.casualties(mission=second, warband=here.toads)
    for step in ("experience", "close_upgrades", "close_recruiting"):
        known = {"mission": here.first, "warband": here.crows}
        answer_all(here.scope, here.ada, act(here.scope, here.ada, step, **known))
    assert state_of(here.scope).warbands[here.crows].mission == second
    walked(here.scope, here.ada, second, here.crows)
    assert state_of(here.scope).warbands[here.crows].mission == ""


def test_a_55_a_die_that_takes_away_somebody_who_was_fielded_brings_it_before_the_organiser() -> None:
    here = two_games(fell=1)
    report = here.tell()
    confirm(report, here.ada)
    here.casualties(roll=1)
    assert status(report) == "disputed"
    assert report.why == ["gone", here.fallen[0]]
    assert why(report).startswith("Soldier 1 fought in this game, but has since been lost")
    with override("de"):
        assert why(report).startswith("Soldier 1 hat in dieser Partie gekämpft")
    with pytest.raises(PermissionDenied):
        confirm(report, here.ada)
    assert confirm(report, here.dana).settled
    state = state_of(here.scope)
    (second,) = state.warbands[here.crows].later
    side = state.missions[second].side(here.crows)
    assert here.fallen[0] in side.fielded
    assert (here.fallen[0] in side.no_xp, here.fallen[0] in side.casualties) == (True, False)


def test_a_55_an_opponent_who_agrees_then_leaves_it_with_the_organiser() -> None:
    here = two_games(fell=1)
    report = here.tell()
    here.casualties(roll=1)
    assert status(report) == "disputed"
    assert not confirm(report, here.ada).settled
    assert status(report) == "disputed"
    assert confirm(report, here.dana).settled


def test_a_55_the_organiser_strikes_it_out() -> None:
    here = two_games(fell=1)
    report = here.tell(kills=[{"victim": here.fallen[0], "killer": here.units(here.toads)[0]}])
    here.casualties(roll=1)
    assert status(report) == "disputed"
    reports.withdraw_report(report, Actor(here.dana))
    assert status(report) == "withdrawn"
    assert len(state_of(here.scope).missions) == 1


def test_a_55_it_keeps_who_was_fielded_and_underdog_points_as_they_stood() -> None:
    here = two_games()
    report = here.tell()
    confirm(report, here.ada)
    value = {one["warband"]: one["value"] for one in report.begun}
    here.casualties(roll=6)
    side = state_of(here.scope).missions[state_of(here.scope).warbands[here.toads].mission].side(here.crows)
    assert set(side.fielded) == set(here.units(here.crows))
    assert side.value == value[here.crows]
    xp = {one.unit: one.xp for one in side.frozen}
    assert [xp[one] for one in here.fallen] == [state_of(here.scope).units[one].xp for one in here.fallen]


def test_a_55_reports_that_share_a_warband_count_in_the_order_they_were_told() -> None:
    here = two_games()
    first = here.tell()
    second = here.tell(here.ben, winner=here.foxes, loser=here.toads)
    assert confirm(second, here.cleo).settled is False
    confirm(first, here.ada)
    assert (status(first), status(second)) == ("parked", "parked")
    here.casualties()
    assert (status(first), status(second)) == ("counted", "counted")
    numbers = {one.number: set(one.warbands) for one in state_of(here.scope).missions.values()}
    assert numbers[2] == {here.crows, here.toads}
    assert numbers[3] == {here.foxes, here.toads}


def test_a_55_reports_that_share_no_warband_do_not_wait_for_each_other() -> None:
    here = two_games(late_joiners="on")
    newts = found_warband(here.scope, player(here.scope, "Nadia"), "Newts", UNITS)
    first = here.tell()
    walked(here.scope, here.dana, here.first, here.foxes)
    second = here.tell(here.ben, winner=here.foxes, loser=newts)
    assert (first.due, second.due is None) == (None, False)


def test_a_55_five_reports_of_a_warband_wait_and_no_sixth() -> None:
    here = two_games()
    for _ in range(5):
        door.act(
            here.scope.pk, Actor(here.cleo), "opr.quick_report",
            {"warbands": [here.toads, here.crows], "winners": [here.toads]}, another=True,
        )  # fmt: skip
    with pytest.raises(Refused, match="5 reports involving Toads are waiting for an earlier game"):
        door.act(
            here.scope.pk, Actor(here.cleo), "opr.quick_report",
            {"warbands": [here.toads, here.crows], "winners": [here.toads]}, another=True,
        )  # fmt: skip
    here.casualties()
    assert Report.objects.filter(held_at__isnull=False).count() == 4


def test_a_55_an_organiser_enters_one_and_it_waits_like_any() -> None:
    here = two_games()
    outcome = act(
        here.scope, here.dana, "quick_report", warbands=[here.toads, here.crows], winners=[here.toads]
    )
    report = Report.objects.get(pk=outcome.report or 0)
    assert report.status == "parked"
    here.casualties()
    assert status(report) == "counted"


def test_a_55_a_game_at_the_table_may_begin_and_its_report_waits() -> None:
    here = two_games()
    opened = act(here.scope, here.ada, "open_mission", warbands=[here.crows, here.toads])
    mission = f"{opened.slot}.mission"
    act(here.scope, here.ada, "begin", mission=mission)
    assert state_of(here.scope).warbands[here.crows].later == (mission,)
    told = act(here.scope, here.cleo, "result", mission=mission, winners=[here.toads], rounds=4)
    report = Report.objects.get(pk=told.report or 0)
    confirm(report, here.ada)
    assert status(report) == "parked"
    here.casualties(roll=3)
    assert status(report) == "counted"
    assert state_of(here.scope).missions[mission].status == "finished"


def test_a_55_abandoning_a_later_game_brings_nobody_back_from_the_dead() -> None:
    here = two_games(fell=1)
    opened = act(here.scope, here.ada, "open_mission", warbands=[here.crows, here.toads])
    mission = f"{opened.slot}.mission"
    act(here.scope, here.ada, "begin", mission=mission)
    here.casualties(roll=1)
    known = {"mission": here.first, "warband": here.crows}
    answer_all(here.scope, here.ada, act(here.scope, here.ada, "experience", **known))
    xp = {one: state_of(here.scope).units[one].xp for one in here.units(here.crows)}
    act(here.scope, here.dana, "abandon", mission=mission)
    state = state_of(here.scope)
    assert state.units[here.fallen[0]].status == "dead"
    assert {one: state.units[one].xp for one in xp} == xp
    assert state.warbands[here.crows].later == ()


def test_a_55_leagues_that_ran_before_keep_that_the_steps_come_first() -> None:
    here = two_games(open_steps="refused")
    with pytest.raises(Refused, match="Crows still has casualties to resolve after mission 1"):
        here.tell()


def test_a_55_nobody_sends_how_everybody_stood() -> None:
    here = two_games()
    for seat in (here.cleo, here.dana):
        with pytest.raises(Refused, match="the app itself records how everybody stood when the game began"):
            act(
                here.scope, seat, "quick_report", warbands=[here.toads, here.crows], winners=[here.toads],
                begun=[{"warband": here.crows}],
            )  # fmt: skip


def test_a_55_after_the_time_of_silence_the_app_throws_the_dice() -> None:
    here = two_games()
    report = here.tell()
    confirm(report, here.ada)
    assert releasing.settle_blocks(timezone.now() + timedelta(hours=1)) == 0
    assert releasing.settle_blocks(timezone.now() + timedelta(hours=49)) == 1
    assert state_of(here.scope).missions[here.first].side(here.crows).step == "experience"
    assert status(report) in ("counted", "disputed")


def test_a_55_a_league_that_ends_lets_what_waits_lapse() -> None:
    here = two_games()
    report = here.tell()
    confirm(report, here.ada)
    act(here.scope, here.dana, "close", words="We move to another book.")
    assert status(report) == "withdrawn"
    assert why(report) == "The league is over, so this report does not count."
    with override("de"):
        assert why(report) == "Die Liga ist zu Ende, deshalb zählt dieser Bericht nicht."


def test_a_55_once_all_have_agreed_its_reporter_cannot_take_it_back() -> None:
    here = two_games()
    report = here.tell()
    confirm(report, here.ada)
    with pytest.raises(Refused, match="agreed"):
        reports.withdraw_report(report, Actor(here.cleo))
    with pytest.raises(Refused, match="agreed"):
        reports.dispute_report(report, Actor(here.ada), "No.")


def test_a_55_an_evening_that_is_settled_waits_for_nothing() -> None:
    here = two_games()
    walked(here.scope, here.ada, here.first, here.crows)
    walked(here.scope, here.ben, here.first, here.foxes)
    evening(here.scope, here.dana, here.toads, here.crows)
    assert not Report.objects.filter(held_at__isnull=False).exists()


def browse(seat: Seat) -> Client:
    client = Client()
    client.force_login(seat.person.user)
    return client


def test_a_55_whoever_is_waited_for_reads_what_waits_and_goes_there() -> None:
    here = two_games()
    report = here.tell()
    page = tight(browse(here.ada).get(f"/l/{here.scope.pk}/reports/{report.pk}/"))
    assert "You can agree now; the report will count as soon as the earlier game is settled." in page
    assert "Crows still has to roll for casualties after mission 1." in page
    assert f'href="/l/{here.scope.pk}/m/{here.first}/steps/{here.crows}/">Go to my steps' in page
    home = tight(browse(here.ada).get("/"))
    assert "Cleo’s report is waiting for this" in home


def test_a_55_whoever_waits_reminds_once_a_day() -> None:
    here = two_games()
    finding.catch_up(timezone.now() - timedelta(minutes=1))
    report = here.tell()
    address, cleo = f"/l/{here.scope.pk}/reports/{report.pk}/", browse(here.cleo)
    page = tight(cleo.get(address))
    assert "Ada still has to roll for casualties for Crows after mission 1." in page
    assert "Remind them" in page
    assert cleo.post(address, {"remind": here.crows}).status_code == 302
    assert ">Remind them<" not in tight(cleo.get(address))
    assert cleo.post(address, {"remind": here.crows}).status_code == 409
    finding.catch_up(timezone.now())
    (notice,) = Notice.objects.filter(kind=NoticeKind.REMINDED)
    assert notice.person == here.ada.person
    assert "Reminder from Cleo" in notification_sentence(notice)
    assert is_so(notice, timezone.now())
    here.casualties()
    assert not is_so(Notice.objects.get(pk=notice.pk), timezone.now())


def test_a_55_nobody_else_reminds_or_is_reminded() -> None:
    here = two_games()
    report = here.tell()
    with pytest.raises(PermissionDenied):
        reports.remind_side(report, Actor(here.ben), here.crows)
    for seat, side in ((here.ada, here.crows), (here.cleo, here.toads), (here.cleo, here.foxes)):
        with pytest.raises(Refused, match="no longer waiting for that side"):
            reports.remind_side(report, Actor(seat), side)


def test_a_55_once_agreed_its_page_says_that_it_waits() -> None:
    here = two_games()
    report = here.tell()
    confirm(report, here.ada)
    address = f"/l/{here.scope.pk}/reports/{report.pk}/"
    for seat in (here.ada, here.ben, here.cleo, here.dana):
        page = tight(browse(seat).get(address))
        assert "Agreed. The report will count as soon as the earlier game is settled." in page
        assert 'name="confirm"' not in page
        assert ("Remind them" in page) == (seat in (here.cleo, here.dana))
        assert ("Not right?" in page) == (seat is here.dana)
    desk = tight(browse(here.dana).get(f"/l/{here.scope.pk}/desk/"))
    assert "Cleo’s report is waiting for an earlier game" in desk
    assert "Waiting for Ada to finish their steps." in desk


def test_a_55_a_ruling_names_the_unit_and_offers_both() -> None:
    here = two_games(fell=1)
    report = here.tell()
    confirm(report, here.ada)
    here.casualties(roll=1)
    page = tight(browse(here.dana).get(f"/l/{here.scope.pk}/reports/{report.pk}/"))
    assert "Soldier 1 fought in this game, but has since been lost in an earlier one." in page
    assert "Let it count as played" in page
    assert "Strike it out" in page
    assert "Agreed at the table" not in page
    for address in (f"/l/{here.scope.pk}/desk/", "/"):
        assert "Cleo’s report cannot count" in tight(browse(here.dana).get(address))
    assert "Your report cannot count" in tight(browse(here.cleo).get("/"))
    assert "Strike it out" not in tight(browse(here.ada).get(f"/l/{here.scope.pk}/reports/{report.pk}/"))


def test_a_55_who_played_says_before_that_a_report_will_wait() -> None:
    here = two_games()
    asked = tight(browse(here.cleo).get(f"/l/{here.scope.pk}/report/"))
    assert "Ada still has to roll for casualties for Crows after mission 1." in asked
    assert "You can still report another game" in asked
    assert ">Remind them<" in asked
    assert ">Remind them<" not in tight(browse(here.ada).get(f"/l/{here.scope.pk}/report/"))
    form = tight(browse(here.cleo).get(f"/l/{here.scope.pk}/report/?w={here.toads}&w={here.crows}"))
    assert "You can report the game now" in form
    assert "hours without an answer" not in form
    here.casualties()
    assert "still has" not in tight(browse(here.cleo).get(f"/l/{here.scope.pk}/report/"))


def test_a_55_before_anything_is_reported_whoever_waits_reminds_once_a_day() -> None:
    here = two_games()
    address, cleo = f"/l/{here.scope.pk}/report/", browse(here.cleo)
    assert cleo.post(f"{address}remind/", {"side": here.crows}).status_code == 302
    asked = tight(cleo.get(address))
    assert ">Remind them<" not in asked
    assert "reminded" in asked
    assert "This side has already been reminded today." in tight(
        cleo.post(f"{address}remind/", {"side": here.crows}, follow=True)
    )
    (notice,) = Notice.objects.filter(kind=NoticeKind.REMINDED)
    assert notice.person == here.ada.person
    assert "Reminder from Cleo: another game in" in notification_sentence(notice)
    assert "Reminder from Cleo: another game in" in tight(browse(here.ada).get("/inbox/"))
    assert is_so(notice, timezone.now())
    steps = f"/l/{here.scope.pk}/m/{here.first}/steps/{here.crows}/"
    led = browse(here.ada).get(notification_target_url(notice), follow=True)
    assert steps in [where for where, _status in led.redirect_chain], "to her own steps"
    here.casualties()
    assert browse(here.cleo).get(notification_target_url(notice))["Location"] == f"/l/{here.scope.pk}/"
    assert not is_so(Notice.objects.get(pk=notice.pk), timezone.now())
    inbox = tight(browse(here.ada).get("/inbox/"))
    assert "Cleo reminded you about your steps in" in inbox
    assert "is waiting for your steps" not in inbox
    assert "No game is waiting for this player’s steps" in tight(
        cleo.post(f"{address}remind/", {"side": here.crows}, follow=True)
    )


def test_a_55_a_day_is_twenty_four_hours_before_a_report_and_with_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    here = two_games()
    now, what = timezone.now(), {"side": here.crows}
    address, cleo = f"/l/{here.scope.pk}/report/remind/", browse(here.cleo)
    for hours, count in ((0, 1), (23, 1), (25, 2), (26, 2)):
        monkeypatch.setattr(timezone, "now", lambda hours=hours: now + timedelta(hours=hours))
        cleo.post(address, what)
        assert Notice.objects.filter(kind=NoticeKind.REMINDED).count() == count, hours


@pytest.mark.parametrize("side", ["crows", "toads", "foxes"])
def test_a_55_before_anything_is_reported_nobody_reminds_without_a_reason(side: str) -> None:
    here = two_games()
    address, what = f"/l/{here.scope.pk}/report/remind/", {"side": getattr(here, side)}
    onlooker = player(here.scope, "Otto")
    assert browse(onlooker).post(address, what).status_code == 403
    asker = {"crows": here.ada, "toads": here.cleo, "foxes": here.cleo}[side]
    assert "No game is waiting for this player’s steps" in tight(
        browse(asker).post(address, what, follow=True)
    )
    assert not Notice.objects.filter(kind=NoticeKind.REMINDED).exists()


@pytest.mark.parametrize("how", ["archived", "ended", "steps first"])
def test_a_55_nobody_is_reminded_where_no_game_may_be_reported_before(how: str) -> None:
    here = two_games()
    if how == "archived":
        Scope.objects.filter(pk=here.scope.pk).update(archived_at=timezone.now())
    elif how == "ended":
        act(here.scope, here.dana, "close", words="Enough.")
    else:
        act(here.scope, here.dana, "change_setting", key="open_steps", value="refused")
    browse(here.cleo).post(f"/l/{here.scope.pk}/report/remind/", {"side": here.crows})
    assert not Notice.objects.filter(kind=NoticeKind.REMINDED).exists()


def test_a_55_the_first_casualties_cannot_be_undone_once_a_report_rests_on_them() -> None:
    here = two_games()
    report = here.tell()
    confirm(report, here.ada)
    here.casualties()
    entry = here.scope.entries.get(procedure="opr.casualties", void=False)
    assert status(report) == "counted"
    with pytest.raises(Refused):
        undo_entry(here.scope.pk, Actor(here.ada), entry.seq)
