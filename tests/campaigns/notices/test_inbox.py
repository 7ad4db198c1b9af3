"""Whoever it concerns is told, once; and nobody of what is over or was there before."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, time, timedelta

import pytest
from django.urls import reverse
from django.utils import timezone, translation

from campaigns.engine import reports
from campaigns.engine.who.rights import Actor
from campaigns.leagues.clock import clock_tick
from campaigns.models import Club, Notice, NoticeKind, Seat
from campaigns.nights import acts
from campaigns.nights.games import plans
from campaigns.nights.games.plans import When
from campaigns.notices.found import finding
from campaigns.notices.found.inbox import inbox_page, notification_sentence, notification_target_url
from campaigns.notices.kinds.every_kind import is_so
from campaigns.people import signin
from tests.campaigns.engine.evening import founded, played
from tests.campaigns.nights.conftest import EVENING, Evening, announced, at, evening
from tests.factories import signed_in
from tests.pages import page_of

__all__ = ["at", "evening"]


BY_THE_DAY = (
    NoticeKind.WEEK,
    NoticeKind.NIGHT_ASKED,
)  # what comes on some days and not on others


@pytest.fixture
def looked(db: None) -> None:
    """The worker has looked before anything of the test happens."""
    finding.catch_up(timezone.now() - timedelta(minutes=1))


def told(seat: Seat) -> list[str]:
    """What somebody finds new in their inbox, and reads."""
    finding.catch_up(timezone.now())
    found = Notice.objects.filter(person=seat.person, read_at=None).order_by("at", "pk")
    found = found.exclude(kind__in=BY_THE_DAY)
    words = [
        notification_sentence(one)
        for one in found.select_related("actor", "plan", "night__club", "report", "entry")
    ]
    found.update(read_at=timezone.now())
    return words


# Games


def test_of_a_game_each_step_is_told_to_the_other(looked: None, evening: Evening) -> None:
    when = f"{evening.night}, 19:00"
    plan = plans.propose_game(by=evening.marta, others=[evening.tom], when=When.on(evening.night, 1))
    assert (told(evening.tom), told(evening.marta)) == ([f"Marta would like a game with you on {when}"], [])
    plan = plans.reply_to_plan(by=evening.tom, plan=plan, accepts=True)
    assert (told(evening.tom), told(evening.marta)) == ([], [f"You’re playing Tom on {when}, table 1"])
    later = announced(evening.ilse, ahead=9)
    plan = plans.move_planned_game(by=evening.tom, plan=plan, when=When.on(later, 1))
    moved = f"Your game with Tom: Tom wants to move it, {when} → {later}, 19:00"
    assert (told(evening.tom), told(evening.marta)) == ([], [moved])
    half = replace(When.on(later, 1), starts=time(19, 30))
    plan = plans.move_planned_game(by=evening.marta, plan=plan, when=half, words="My train.")
    assert told(evening.tom) == [
        f"Your game with Marta: Marta wants to move it, {later}, 19:00 → 19:30: “My train.”"
    ]
    plan = plans.move_planned_game(by=evening.marta, plan=plan, when=When.on(evening.night, 1))
    told(evening.tom)
    plan = plans.mark_plan_off(by=evening.marta, plan=plan, why="I am ill.")
    assert told(evening.tom) == [f"Your game with Marta on {when} has been called off: “I am ill.”"]
    assert told(evening.jun) == []


def test_who_does_not_come_calls_off_their_game_and_opponent_and_organiser_hear(
    looked: None, evening: Evening
) -> None:
    pair = [evening.marta, evening.tom]
    plans.arrange(by=evening.ilse, pair=pair, when=When.on(evening.night, 1), scope=None)
    for seat in (evening.ilse, *pair):
        told(seat)
    acts.set_attendance(seat=evening.marta, night=evening.night, come="no", words="I am ill.")
    when = f"{evening.night}, 19:00"
    assert told(evening.tom) == [f"Marta isn’t coming on {when}, so your game is off: “I am ill.”"]
    assert told(evening.ilse) == [
        f"Marta isn’t coming on {when}, so the game between Marta and Tom is off: “I am ill.”"
    ]
    assert told(evening.marta) == []


def test_another_table_asks_nobody_and_is_told(looked: None, evening: Evening) -> None:
    pair = [evening.marta, evening.tom]
    plan = plans.arrange(by=evening.ilse, pair=pair, when=When.on(evening.night, 2), scope=None)
    both = [evening.marta, evening.tom]
    assert [len(told(one)) for one in both] == [1, 1]
    when = f"{evening.night}, 19:00"
    plan = plans.move_planned_game(
        by=evening.marta, plan=plan, when=When.on(evening.night, 3), words="More light."
    )
    moved = f"Your game with Marta on {when}: Marta has moved it to table 3: “More light.”"
    assert told(evening.tom) == [moved]
    assert told(evening.marta) == []
    plan = plans.move_planned_game(by=evening.ilse, plan=plan, when=When.on(evening.night))
    assert told(evening.tom) == [f"Your game with Marta on {when} no longer has a table"]
    plan = plans.move_planned_game(by=evening.ilse, plan=plan, when=When.on(evening.night, 3))
    assert [len(told(one)) for one in both] == [2, 1]


def test_declined_with_a_word(looked: None, evening: Evening) -> None:
    plan = plans.propose_game(by=evening.marta, others=[evening.tom], when=When.on(evening.night, 1))
    plans.reply_to_plan(by=evening.tom, plan=plan, accepts=False, words="No sitter.")
    assert told(evening.marta) == [f"Tom can’t play on {evening.night}, 19:00: “No sitter.”"]


def test_a_pair_an_organiser_made_is_told_to_both(looked: None, evening: Evening) -> None:
    pair = [evening.marta, evening.tom]
    plans.arrange(by=evening.ilse, pair=pair, when=When.on(evening.night, 2), scope=None)
    assert told(evening.marta) == [f"You’ve been paired with Tom on {evening.night}, 19:00, table 2"]
    assert told(evening.tom) == [f"You’ve been paired with Marta on {evening.night}, 19:00, table 2"]
    assert told(evening.ilse) == []


def test_of_three_nobody_is_asked_twice(looked: None, evening: Evening) -> None:
    plan = plans.propose_game(
        by=evening.marta, others=[evening.tom, evening.jun], when=When.on(evening.night)
    )
    assert len(told(evening.jun)) == 1
    plans.reply_to_plan(by=evening.tom, plan=plan, accepts=True)
    assert told(evening.jun) == []


def test_what_is_over_is_not_told_late(
    looked: None, evening: Evening, at: Callable[[datetime], None]
) -> None:
    plans.propose_game(by=evening.marta, others=[evening.tom], when=When.on(evening.night))
    at(evening.night.ends_at)
    assert told(evening.tom) == []


def test_what_was_there_before_is_not_told(evening: Evening) -> None:
    plans.propose_game(by=evening.marta, others=[evening.tom], when=When.on(evening.night))
    finding.catch_up(timezone.now() + timedelta(seconds=1))
    assert not Notice.objects.exists()


# Nights


def test_who_comes_hears_that_a_night_has_changed_and_is_off(looked: None, evening: Evening) -> None:
    for seat, come in ((evening.marta, "yes"), (evening.tom, "maybe"), (evening.jun, "no")):
        acts.set_attendance(seat=seat, night=evening.night, come=come)
    day = evening.night.day + timedelta(days=1)
    night = acts.update_night(night=evening.night, day=day, facts={**EVENING, "place": "The Anchor"})
    assert told(evening.marta) == [f"The club night has changed: {night}, 19:00, The Anchor"]
    acts.mark_night_off(night=night, why="the pub is closed")
    assert told(evening.marta) == [f"The club night on {night} has been called off: “the pub is closed”"]
    with translation.override("fr"):
        (_moved, off) = told(evening.tom)
    gap = "\N{NO-BREAK SPACE}"
    assert off.endswith(f" est annulée. «{gap}the pub is closed{gap}»")
    assert told(evening.jun) == []


def test_who_has_not_answered_is_asked_two_days_before_a_night(
    looked: None, evening: Evening, at: Callable[[datetime], None]
) -> None:
    asked = Notice.objects.filter(kind=NoticeKind.NIGHT_ASKED)
    acts.set_attendance(seat=evening.ilse, night=evening.night, come="no")
    plans.arrange(by=evening.ilse, pair=[evening.tom], when=When.on(evening.night), scope=None)
    at(evening.night.begins_at - timedelta(hours=49))
    finding.catch_up(timezone.now())
    assert not asked.exists()
    at(evening.night.begins_at - timedelta(hours=47))
    finding.catch_up(timezone.now())
    assert {one.person for one in asked} == {evening.marta.person, evening.jun.person, evening.wren.person}
    (hers,) = asked.filter(person=evening.marta.person)
    assert notification_sentence(hers) == f"Club night on {evening.night}, 19:00: will you be there?"
    assert is_so(hers, timezone.now())
    assert signed_in(evening.marta).get(notification_target_url(hers)).status_code == 200
    assert not evening.night.answers.filter(seat=evening.marta).exists()
    acts.set_attendance(seat=evening.marta, night=evening.night, come="maybe")
    assert not is_so(hers, timezone.now())


# Leagues


def test_a_report_asks_its_opponent_and_tells_its_reporter(looked: None) -> None:
    table = founded()
    report = table.report()
    assert told(table.tom) == [
        "Marta has sent a report of Marta's band v Tom's band and is waiting for your answer"
    ]
    reports.dispute_report(report, Actor(table.tom), "Pip ran.")
    assert told(table.marta) == ["Tom disputes your report of Marta's band v Tom's band: “Pip ran.”"]
    reports.agree_report(report, Actor(table.ilse))
    won = "Marta's band beat Tom's band"
    assert told(table.marta) == [f"Your report of Mission 1 counts: {won}"]
    assert told(table.tom) == [f"An organiser has decided that Marta’s report of Mission 1 counts: {won}"]


def test_what_an_organiser_does_for_somebody_they_hear(looked: None) -> None:
    table = played()
    finding.catch_up(timezone.now())
    Notice.objects.all().delete()
    table.casualties(table.ilse, app_dice=True)
    (words,) = told(table.tom)
    assert words.startswith(f"{table.ilse} did this for you, as organiser: ")
    assert told(table.ilse) == []


# The inbox


def test_each_line_leads_to_its_place_and_is_read_then(looked: None, evening: Evening) -> None:
    plan = plans.propose_game(by=evening.marta, others=[evening.tom], when=When.on(evening.night))
    clock_tick()
    browser = signed_in(evening.tom)
    assert page_of(browser.get("/")).unread == 1
    page = page_of(browser.get("/inbox/"))
    ((line,),) = (day.lines for day in page.days)
    assert (page.days[0].name, page.count, line.unread) == ("Today", "1 unread", True)
    assert browser.get(line.url)["Location"] == reverse("campaigns:plan", args=[evening.club.slug, plan.pk])
    assert page_of(browser.get("/inbox/")).count == "all read"
    assert page_of(browser.get("/")).unread == 0
    assert signed_in(evening.marta).get(line.url).status_code == 404
    assert signed_in(None).get("/inbox/").status_code == 404


def test_all_are_read_with_one_tap(looked: None, evening: Evening) -> None:
    for table in (1, 2):
        plans.propose_game(by=evening.marta, others=[evening.tom], when=When.on(evening.night, table))
    finding.catch_up(timezone.now())
    assert inbox_page(evening.tom.person).unread == 2
    browser = signed_in(evening.tom)
    assert browser.get("/inbox/read/").status_code == 405
    browser.post("/inbox/read/")
    assert inbox_page(evening.tom.person).unread == 0


def test_looking_again_tells_nobody_twice(looked: None, evening: Evening) -> None:
    plans.propose_game(by=evening.marta, others=[evening.tom], when=When.on(evening.night))
    now = timezone.now()
    assert [finding.catch_up(now + timedelta(seconds=n)) for n in range(3)] == [1, 0, 0]


def test_it_is_mine_to_have_and_goes_with_me(looked: None, evening: Evening) -> None:
    plans.propose_game(by=evening.marta, others=[evening.tom], when=When.on(evening.night))
    finding.catch_up(timezone.now())
    found = signed_in(evening.tom).get(reverse("people:my_file")).json()
    assert [one["kind"] for one in found["person"]["notices"]] == ["asked"]
    signin.erase_person(person=evening.tom.person)
    assert not Notice.objects.filter(person=evening.tom.person_id).exists()


def test_who_plays_on_a_night_hears_of_it_once_without_having_said_they_come(
    looked: None, evening: Evening
) -> None:
    night = evening.night
    plan = plans.propose_game(by=evening.marta, others=[evening.tom], when=When.on(night, 1))
    plans.reply_to_plan(by=evening.tom, plan=plan, accepts=True)
    gone = plans.propose_game(by=evening.jun, others=[evening.tom], when=When.on(night, 2))
    plans.mark_plan_off(by=evening.jun, plan=gone, why="")
    acts.set_attendance(seat=evening.marta, night=night, come="yes")
    for seat in (evening.marta, evening.tom, evening.jun):
        told(seat)
    facts = {**EVENING, "starts": night.starts.replace(hour=20)}
    acts.update_night(night=night, day=night.day, facts=facts)
    words = f"The club night has changed: {night}, 20:00, Back room"
    assert [told(one) for one in (evening.marta, evening.tom, evening.jun)] == [[words], [words], []]
    acts.mark_night_off(night=night, why="A burst pipe.")
    words = f"The club night on {night} has been called off: “A burst pipe.”"
    assert [told(one) for one in (evening.marta, evening.tom, evening.jun)] == [[words], [words], []]


def test_a_game_on_a_night_that_ends_with_its_rule_is_off_and_told(looked: None, evening: Evening) -> None:
    first = announced(evening.ilse, ahead=4, repeats="1")
    second, third = evening.club.nights.filter(rule=first.rule_id).order_by("day")[1:3]
    plan = plans.propose_game(by=evening.marta, others=[evening.tom], when=When.on(second))
    told(evening.tom)
    assert acts.end_night_rule(night=first) == 1
    plan.refresh_from_db()
    assert (plan.status, plan.night_id) == ("off", second.pk)
    assert told(evening.tom) == [f"The club night on {second} has been called off"]
    assert not evening.club.nights.filter(pk=third.pk).exists()


def test_who_was_asked_too_late_to_answer_hears_that_it_lapsed(
    looked: None, evening: Evening, at: Callable[[datetime], None]
) -> None:
    at(evening.night.begins_at - timedelta(hours=1))
    plans.propose_game(by=evening.marta, others=[evening.tom], when=When.on(evening.night))
    at(evening.night.begins_at)
    clock_tick()
    words = f"Your game with Tom on {evening.night}, 19:00 lapsed without an answer"
    assert words in told(evening.marta)


def test_days_are_those_of_the_clubs_clock(evening: Evening) -> None:
    Club.objects.update(time_zone="Pacific/Auckland")
    finding.catch_up(timezone.now() - timedelta(minutes=1))
    plans.propose_game(by=evening.marta, others=[evening.tom], when=When.on(evening.night))
    finding.catch_up(timezone.now())
    Notice.objects.update(at=datetime(2026, 5, 1, 12, 30, tzinfo=UTC))  # where the second of May has begun

    def day(number: int, hour: int) -> str:
        return inbox_page(evening.tom.person, datetime(2026, 5, number, hour, 45, tzinfo=UTC)).days[0].name

    assert (day(1, 12), day(1, 23), day(2, 12)) == ("Today", "Today", "Yesterday")


def test_the_inbox_leads_to_what_one_is_told_and_has_the_tabs_of_the_club(evening: Evening) -> None:
    answer = signed_in(evening.tom).get("/inbox/")
    assert reverse("campaigns:told") in answer.content.decode()
    assert [one.label for one in answer.context["nav"]] == ["Home", "Calendar", "Leagues", "People"]
    assert [one.label for one in answer.context["nav"] if one.current] == ["Home"]


# What was answered elsewhere


def test_what_was_answered_on_home_is_read(looked: None, evening: Evening) -> None:
    plan = plans.propose_game(by=evening.marta, others=[evening.tom], when=When.on(evening.night, 1))
    finding.catch_up(timezone.now())
    tom = Notice.objects.filter(person=evening.tom.person, kind=NoticeKind.ASKED)
    assert [one.read_at for one in tom] == [None]
    plans.reply_to_plan(by=evening.tom, plan=plan, accepts=True)
    assert None not in [one.read_at for one in tom.all()]


@pytest.mark.parametrize("answer", ["confirm", "dispute", "version"])
def test_a_report_that_was_answered_on_its_page_is_read(looked: None, answer: str) -> None:
    league = founded()
    report = league.report()
    finding.catch_up(timezone.now())
    asked = Notice.objects.filter(person=league.tom.person, kind=NoticeKind.REPORTED)
    assert [one.read_at for one in asked] == [None]
    if answer == "confirm":
        reports.agree_report(report, Actor(league.tom))
    elif answer == "dispute":
        reports.dispute_report(report, Actor(league.tom), "")
    else:
        facts = {**report.facts, "winners": [league.his]}
        actor, act = Actor(league.tom), report.procedure
        reports.submit_report(scope=league.scope, actor=actor, procedure=act, facts=facts, answers_to=report)
    assert None not in [one.read_at for one in asked.all()]
