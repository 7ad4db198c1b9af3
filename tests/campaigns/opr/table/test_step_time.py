"""Time for the steps after a mission: read alike everywhere, looked after by the clock, extended (A-58)."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.utils import timezone

from campaigns.engine import releasing, reports
from campaigns.engine.correcting import commit, preview_correction
from campaigns.engine.stored.journal import reconcile
from campaigns.engine.stored.store import registration_of
from campaigns.engine.stored.whose_move import kept_moves, made_of, todo_row
from campaigns.engine.transaction import scopes
from campaigns.engine.transaction.scope_transaction import scope_transaction
from campaigns.engine.who.rights import CLOCK, Actor
from campaigns.leagues.clock import clock_tick
from campaigns.models import Correction, Entry, Notice, NoticeKind, Report, Seat, TodoRow
from campaigns.nights.evenings.due import deadlines
from campaigns.notices.found import finding
from campaigns.notices.found.inbox import notification_sentence
from campaigns.opr.league.needs import warband_league_needs
from tests.away import away
from tests.campaigns.opr.table.evening import Evening
from tests.campaigns.opr.table.test_parked import two_games
from tests.campaigns.play import act, answer_all, played, player, state_of, walked
from tests.factories import todos_for
from tests.pages import tight
from tests.scenario import scenario

pytestmark = pytest.mark.django_db

MINUTE = timedelta(minutes=1)


class Timed(Evening):
    """Marta's Bell has beaten Tom's Raiders, of whom one fell; both have three days for their steps."""

    def __init__(self, *, silence: str = "dice", fell: int = 1, days: str = "3", **settings: Any) -> None:
        super().__init__(step_days=days, step_silence=silence, **settings)
        killer = self.units(self.bell)[0]
        fallen = self.units(self.raiders)[1 : 1 + fell]
        self.played = played(
            self.scope, self.marta, self.bell, self.raiders, kills=dict.fromkeys(fallen, killer)
        )

    def side(self, warband: str = "") -> Any:
        return state_of(self.scope).missions[self.played].side(warband or self.raiders)

    @property
    def until(self) -> datetime:
        found: datetime | None = self.side().until
        assert found is not None
        return found

    def done(self, seat: Seat, warband: str) -> None:
        walked(self.scope, seat, self.played, warband)

    def entries(self, since: int) -> list[tuple[str, str]]:
        found = Entry.objects.filter(scope=self.scope, seq__gt=since, void=False).order_by("seq")
        return [(one.procedure.removeprefix("opr."), one.via) for one in found]

    @property
    def seq(self) -> int:
        self.scope.refresh_from_db()
        return self.scope.seq

    def rows_hold(self) -> None:
        """What is kept is what would be made of the state."""
        registration = registration_of(self.scope.game)
        made = made_of(self.scope, registration, state_of(self.scope))
        kept = kept_moves([self.scope.pk])[self.scope.pk]
        assert [todo_row(one) for one in kept] == [todo_row(one) for one in made]


@scenario
def timed(**known: Any) -> Timed:
    return Timed(**known)


def lines(seat: Seat) -> list[tuple[str, str]]:
    return [(one.title, one.deadline) for one in todos_for(seat)]


def test_a_58_home_step_mission_and_calendar_say_the_same_time_and_what_comes_then() -> None:
    here = timed()
    row = TodoRow.objects.get(scope=here.scope, kind="op.casualties", side=here.raiders)
    assert row.until == here.until
    ((title, deadline),) = lines(here.tom)
    assert title == "Roll for your casualty"
    assert deadline.startswith("by ")
    assert deadline.endswith(". After that the app rolls the dice.")
    tom = here.browser(here.tom)
    step = tight(tom.get(here.url(f"m/{here.played}/steps/{here.raiders}/")))
    stamp = f'datetime="{here.until.isoformat(timespec="minutes")}"'
    clock = here.until.astimezone(ZoneInfo(here.scope.time_zone)).isoformat(timespec="minutes")
    assert "The deadline for these steps is" in step
    assert "leaves choices to an organiser" in step
    mission = tight(tom.get(here.url(f"m/{here.played}/")))
    assert mission.count("Deadline for the steps:") == 2
    assert stamp in step or clock[:10] in step
    (due,) = deadlines(here.tom, mine=True)
    assert due.at == here.until
    assert [one.deadline for one in due.owed] == [deadline]


def test_a_58_without_a_time_nothing_is_said() -> None:
    here = timed(days="0")
    assert lines(here.tom) == [("Roll for your casualty", "")]
    tom = here.browser(here.tom)
    assert "The deadline for these steps is" not in tight(
        tom.get(here.url(f"m/{here.played}/steps/{here.raiders}/"))
    )
    assert "Time for the steps" not in tight(tom.get(here.url(f"m/{here.played}/")))
    assert deadlines(here.tom, mine=True) == []


def notices(seat: Seat, now: datetime) -> list[str]:
    finding.catch_up(now)
    found = Notice.objects.filter(person=seat.person, read_at=None, kind__in=("due", "due_now", "steps"))
    return [one.kind for one in found]


def test_a_58_somebody_is_reminded_once_on_the_last_day_and_nobody_who_is_done() -> None:
    finding.catch_up(timezone.now() - MINUTE)
    here = timed()
    here.done(here.marta, here.bell)
    assert notices(here.tom, here.until - timedelta(hours=20)) == [NoticeKind.DUE]
    line = Notice.objects.get(person=here.tom.person, kind=NoticeKind.DUE)
    at = line.at
    assert notices(here.tom, here.until - timedelta(hours=18)) == [NoticeKind.DUE]
    line.refresh_from_db()
    assert line.at == at
    assert notices(here.marta, here.until - timedelta(hours=18)) == []


def test_a_58_with_a_day_alone_nobody_is_reminded_while_they_still_sit_at_the_table() -> None:
    finding.catch_up(timezone.now() - MINUTE)
    here = timed(days="1")
    assert notices(here.tom, timezone.now() + MINUTE) == []
    assert notices(here.tom, timezone.now() + timedelta(hours=1, minutes=1)) == [NoticeKind.DUE]


def test_a_58_the_app_takes_the_steps_of_who_is_silent_and_of_nobody_else() -> None:
    here = timed()
    here.done(here.marta, here.bell)
    before = here.seq
    assert not clock_tick(here.until - MINUTE)
    assert clock_tick(here.until)
    found = here.entries(before)
    assert {name for name, _via in found} <= {
        "casualties",
        "experience",
        "close_upgrades",
        "close_recruiting",
    }
    assert found[0] == ("casualties", "clock")
    assert here.side().step == "done"
    assert not clock_tick(here.until + timedelta(days=9)) if here.side().until else True
    assert reconcile(here.scope) == []
    here.rows_hold()


def test_a_58_they_are_told_what_the_app_did_for_them() -> None:
    finding.catch_up(timezone.now() - MINUTE)
    here = timed()
    here.done(here.marta, here.bell)
    clock_tick(here.until)
    finding.catch_up(timezone.now() + MINUTE)
    told = Notice.objects.filter(kind=NoticeKind.WENT_ON)
    assert {one.person for one in told} == {here.tom.person}
    assert notification_sentence(told.order_by("pk")[0]).startswith(
        "You hadn’t answered, so the app carried on for you"
    )


def test_a_58_whoever_has_nothing_to_roll_did_not_fail_to_answer() -> None:
    finding.catch_up(timezone.now() - MINUTE)
    here = timed(fell=0, silence="organiser")
    here.done(here.marta, here.bell)
    before = here.seq
    clock_tick(here.until)
    assert here.entries(before)[0] == ("casualties", "idle")
    finding.catch_up(timezone.now() + MINUTE)
    assert not Notice.objects.filter(kind=NoticeKind.WENT_ON).exists()


def test_a_58_a_choice_falls_to_an_organiser_who_finds_it_on_their_home_and_desk() -> None:
    here = Evening(step_days="3", step_silence="dice")
    mission = here.mission()
    here.event(mission, 51, warband=here.raiders)
    fallen, killer = here.units(here.raiders)[1], here.units(here.bell)[0]
    told: dict[str, Any] = {"winners": [here.bell], "rounds": 4}
    told["kills"] = [{"victim": fallen, "killer": killer, "round": 2}]
    sent = act(here.scope, here.marta, "result", mission=mission, **told)
    reports.agree_report(Report.objects.get(pk=sent.report or 0), Actor(here.tom))
    walked(here.scope, here.marta, mission, here.bell)
    until = state_of(here.scope).missions[mission].side(here.raiders).until
    assert until is not None
    clock_tick(until)
    side = state_of(here.scope).missions[mission].side(here.raiders)
    assert (side.step, side.overdue) == ("casualties", True)
    assert ("You have to take the steps for Raiders", "") in lines(here.ilse)
    assert "You have to take the steps for Raiders" in [
        one.title for one in warband_league_needs(here.at(here.ilse))
    ]
    assert len(todos_for(here.tom)) == 1
    entries = Entry.objects.count()
    clock_tick(until + timedelta(days=30))
    assert Entry.objects.count() == entries
    organiser = here.browser(here.ilse)
    assert organiser.get(here.url(f"m/{mission}/steps/{here.raiders}/")).status_code in (200, 302)


def test_a_58_nothing_comes_of_it_where_the_league_says_nothing() -> None:
    here = timed(silence="nothing")
    before = here.seq
    assert not clock_tick(here.until + timedelta(days=30))
    assert here.entries(before) == []
    assert lines(here.tom)[0][1].startswith("by ")
    assert "then" not in lines(here.tom)[0][1]


def test_a_58_whoever_is_on_holiday_is_not_late_their_time_begins_once_more() -> None:
    finding.catch_up(timezone.now() - MINUTE)
    here = timed(silence="organiser")
    here.done(here.marta, here.bell)
    away(here.browser(here.tom), here.tom, 0, 7)
    until, before = here.until, here.seq
    clock_tick(until)
    assert here.entries(before) == [("put_off_steps", "clock")]
    assert (here.until, here.side().longer) == (until + timedelta(days=3), 0)
    finding.catch_up(timezone.now() + MINUTE)
    assert not Notice.objects.filter(kind=NoticeKind.WENT_ON).exists()


def test_a_58_both_late_have_the_time_again_twice_and_then_the_app_goes_on() -> None:
    here = timed()
    first = here.until
    for times in (1, 2):
        before = here.seq
        clock_tick(here.until)
        assert here.entries(before)[-1] == ("put_off_steps", "clock")
        assert {via for name, via in here.entries(before)[:-1]} <= {"idle"}
        assert here.until == first + times * timedelta(days=3)
    clock_tick(here.until)
    assert {here.side(one).step for one in (here.bell, here.raiders)} == {"done"}
    assert reconcile(here.scope) == []


def test_a_58_an_organiser_gives_more_time_and_those_who_wait_are_told() -> None:
    finding.catch_up(timezone.now() - MINUTE)
    here = timed()
    until = here.until
    page = tight(here.browser(here.ilse).get(here.url(f"m/{here.played}/")))
    assert "Give more time for the steps" in page
    assert "Give more time" not in tight(here.browser(here.tom).get(here.url(f"m/{here.played}/")))
    address = here.url(f"m/{here.played}/do/extend-steps/")
    sent = here.browser(here.ilse).post(address, {"hours": "12", "words": "snow"})
    assert sent.status_code == 302
    assert here.until == until + timedelta(hours=12)
    assert TodoRow.objects.get(scope=here.scope, kind="op.casualties", side=here.raiders).until == here.until
    finding.catch_up(timezone.now() + MINUTE)
    told = Notice.objects.filter(kind=NoticeKind.ACTED_FOR)
    assert {one.person for one in told} == {here.tom.person, here.marta.person}
    assert "There are 12 more hours for the steps after mission 1: snow" in notification_sentence(
        told.order_by("pk")[0]
    )


def test_a_58_nobody_else_does_and_a_number_that_is_wrong_is_said_beside_its_field() -> None:
    here = timed()
    until, address = here.until, here.url(f"m/{here.played}/do/extend-steps/")
    assert here.browser(here.tom).post(address, {"hours": "12"}).status_code in (403, 409)
    for typed in ("", "0", "337", "two", "-4", "٣"):
        answer = here.browser(here.ilse).post(address, {"hours": typed, "words": "snow"})
        assert answer.status_code == 422, typed
        html = tight(answer)
        assert 'value="snow"' in html
        assert "336 hours" in html
    assert here.until == until


def corrected(here: Timed, changes: dict[str, Any]) -> None:
    """A correction of the past, as an organiser commits it."""
    draft = Correction.objects.create(scope=here.scope, by=here.ilse, changes=changes)
    commit(draft, Actor(here.ilse), preview_correction(draft).fingerprint)
    assert reconcile(here.scope) == []
    here.rows_hold()


def test_a_58_a_result_taken_back_takes_its_time_with_it_and_what_the_clock_did() -> None:
    here = timed()
    here.done(here.marta, here.bell)
    clock_tick(here.until)
    entries = Entry.objects.filter(scope=here.scope, void=False, seq__gt=3).select_related("slot")
    after = [one for one in entries if one.procedure != "opr.start" and "mission" in one.params]
    told = Entry.objects.get(scope=here.scope, procedure="opr.quick_report")
    corrected(here, {one.slot.code: {"void": True} for one in (told, *after)})
    assert TodoRow.objects.filter(scope=here.scope, gone_at=None).count() == 0
    assert not clock_tick(timezone.now() + timedelta(days=30))


def test_a_58_steps_that_a_correction_opens_again_have_their_time_anew() -> None:
    """Long after, an organiser takes back what Tom had done: nobody is late for that."""
    here = timed()
    here.done(here.marta, here.bell)
    here.done(here.tom, here.raiders)
    until = here.until
    last = Entry.objects.get(scope=here.scope, procedure="opr.close_recruiting", params__warband=here.raiders)
    corrected(here, {last.slot.code: {"void": True}})
    row = TodoRow.objects.get(scope=here.scope, kind="op.recruiting", gone_at=None)
    assert row.until == until
    with scope_transaction(here.scope.pk, CLOCK):
        TodoRow.objects.filter(pk=row.pk).update(since=until + MINUTE)
    before = here.seq
    clock_tick(until + 2 * MINUTE)
    assert here.entries(before) == [("put_off_steps", "clock")]
    assert here.side().longer == 0


def test_a_58_what_was_late_in_the_archive_begins_anew_when_it_comes_back() -> None:
    here = timed()
    here.done(here.marta, here.bell)
    until = here.until
    scopes.archive(here.scope, Actor(here.ilse))
    assert not clock_tick(until + timedelta(days=30))
    scopes.unarchive(here.scope, Actor(here.ilse))
    with scope_transaction(here.scope.pk, CLOCK):
        late = TodoRow.objects.filter(scope=here.scope, until=until)
        late.update(since=until + MINUTE)
    before = here.seq
    clock_tick(until + 2 * MINUTE)
    assert here.entries(before) == [("put_off_steps", "clock")]
    assert (here.side().longer, here.side().step) == (0, "casualties")


def test_a_58_a_dialogue_left_open_is_gone_on_with() -> None:
    here = timed(fell=2)
    here.done(here.marta, here.bell)
    open_ = act(here.scope, here.tom, "casualties", mission=here.played, warband=here.raiders)
    assert not open_.settled
    clock_tick(here.until)
    assert here.side().step == "done"


def test_a_58_the_settings_say_what_comes_before_anybody_chooses() -> None:
    here = timed()
    html = tight(here.browser(here.ilse).get(here.url("settings/")))
    assert "Time for the steps" in html
    assert "leaves choices to an organiser" in html
    assert "What counts towards a bounty" not in html


def test_a_55_who_holds_up_a_report_reads_until_when_and_the_sooner_of_both_counts() -> None:
    """Without a time of the league, and with a longer one, for as long as silence may last."""
    for days in ("0", "7"):
        here = two_games(step_days=days, step_silence="organiser")
        report = here.tell()
        assert report.held_at is not None
        row = TodoRow.objects.get(scope=here.scope, side=here.crows, kind="op.casualties")
        assert row.until == report.held_at + timedelta(hours=48)
        ((_title, deadline),) = [one for one in lines(here.ada) if one[1]]
        assert deadline.endswith(". After that the app rolls the dice.")
        client = Client()
        client.force_login(here.ada.person.user)
        step = tight(client.get(f"/l/{here.scope.pk}/m/{here.first}/steps/{here.crows}/"))
        assert "The deadline for these steps is" in step
        assert "closes upgrades and recruiting" in step
        (due,) = deadlines(here.ada, mine=True)
        assert due.at == row.until
        assert releasing.settle_blocks(row.until) == 1
        held = TodoRow.objects.filter(scope=here.scope, side=here.crows, gone_at=None, stand="must")
        assert [(one.kind, one.until is None) for one in held] == [("op.experience", days == "0")]


def test_a_55_another_time_for_reports_is_another_time_for_who_holds_them_up() -> None:
    here = two_games()
    report = here.tell()
    client = Client()
    client.force_login(here.dana.person.user)
    sent = {"name": here.scope.name, "silence_hours": "12", "league": "1"}
    assert client.post(f"/l/{here.scope.pk}/settings/", sent).status_code == 302
    row = TodoRow.objects.get(scope=here.scope, side=here.crows, kind="op.casualties")
    assert report.held_at is not None
    assert row.until == report.held_at + timedelta(hours=12)


def test_who_may_not_take_a_step_only_looks_at_it() -> None:
    here = timed()
    address = here.url(f"m/{here.played}/steps/{here.raiders}/")
    steps = ("casualties", "experience", "upgrades", "recruiting")
    acts = ("opr.casualties", "opr.experience", "opr.close_upgrades")
    outside = player(here.scope, "Wanda")
    for step, then in zip(steps, (*acts, ""), strict=True):
        assert here.side().step == step
        for seat in (here.marta, outside):
            shown = here.browser(seat).get(address)
            page, words = shown.context["page"], tight(shown)
            assert (page.may_act, page.acting_for, page.begins) == (False, "", None)
            assert "Waiting for Tom." in words
            assert "acting for" not in words
            assert 'name="do"' not in words
        for seat, name in ((here.tom, ""), (here.ilse, "Tom")):
            shown = here.browser(seat).get(address)
            assert shown.context["page"].acting_for == name
            assert 'name="do"' in tight(shown) or shown.context["page"].begins
        if then:
            told = {"mission": here.played, "warband": here.raiders}
            answer_all(here.scope, here.tom, act(here.scope, here.tom, then.removeprefix("opr."), **told))
