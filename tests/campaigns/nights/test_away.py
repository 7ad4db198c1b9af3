"""A holiday over nights somebody said yes to: asked about, nobody is paired with them, back early is said."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from django.test import Client
from django.urls import reverse
from django.utils import timezone

from campaigns.models import Come, Holiday, NightAnswer, Notice, PlannedGame, PlanStatus, Seat
from campaigns.nights import acts
from campaigns.nights.games import plans
from campaigns.nights.games.plans import When
from campaigns.notices.found import finding
from campaigns.notices.found.inbox import notification_sentence
from campaigns.people.me import holidays
from campaigns.shell.told.away import away_days
from tests.away import away, back, sent
from tests.campaigns import play
from tests.campaigns.nights.conftest import Evening, announced
from tests.factories import signed_in
from tests.maps.conquest.play import words_of
from tests.pages import page_of, page_text


def says(browser: Client, seat: Seat, first: int, last: int, **more: str) -> Any:
    """The form of one's own holiday, sent without being sure."""
    page = reverse("people:my_holiday", args=[seat.club.slug])
    return browser.post(page, {**sent(first, last), **more})


def test_the_form_names_the_nights_and_takes_back_that_somebody_comes(evening: Evening) -> None:
    later = announced(evening.ilse, ahead=9)
    for night in (evening.night, later):
        acts.set_attendance(seat=evening.marta, night=night, come="yes", brings="A mat")
    browser = signed_in(evening.marta)
    asked = says(browser, evening.marta, 1, 5)
    assert asked.status_code == 422
    assert f"You’re expected on {evening.night}." in words_of(asked)
    assert str(later) not in words_of(asked)
    assert "Save anyway" in words_of(asked)
    assert not Holiday.objects.exists()
    assert says(browser, evening.marta, 1, 5, sure="1").status_code == 302
    said = {one.night_id: (one.come, one.brings) for one in NightAnswer.objects.all()}
    assert said == {evening.night.pk: (Come.NO, ""), later.pk: (Come.YES, "A mat")}
    assert evening.marta not in [one.seat for one in type(later).objects.get(pk=evening.night.pk).coming]


def test_a_game_of_these_days_is_off_and_the_other_hears_who_is_away(evening: Evening) -> None:
    plan = plans.propose_game(by=evening.tom, others=[evening.marta], when=When.on(evening.night, 1))
    plans.reply_to_plan(by=evening.marta, plan=plan, accepts=True)
    organiser, page = (
        signed_in(evening.ilse),
        reverse("people:holiday", args=[evening.club.slug, evening.marta.pk]),
    )
    assert "Marta is expected on" in words_of(organiser.post(page, sent(1, 5)))
    finding.catch_up(timezone.now())
    Notice.objects.all().delete()
    assert organiser.post(page, {**sent(1, 5), "sure": "1"}).status_code == 302
    assert PlannedGame.objects.get().status == PlanStatus.OFF
    finding.catch_up(timezone.now())
    (told,) = Notice.objects.filter(person=evening.tom.person)
    assert "Marta isn’t coming on" in notification_sentence(told)
    days = away_days(*Holiday.objects.values_list("begins", "ends").get(), is_away=False)
    game = reverse("campaigns:plan", args=[evening.club.slug, plan.pk])
    for who in (evening.marta, evening.tom, evening.ilse):
        assert page_of(signed_in(who).get(game)).state == f"called off because Marta is {days}"


def test_a_game_that_is_over_and_one_of_a_night_one_is_at_stay(evening: Evening) -> None:
    plan = plans.propose_game(by=evening.tom, others=[evening.marta], when=When.on(evening.night, 1))
    plans.reply_to_plan(by=evening.marta, plan=plan, accepts=True)
    marta, day, later = evening.marta, evening.night.day, evening.night.ends_at + timedelta(minutes=5)
    last = day + timedelta(days=4)
    holidays.say_away(by=marta, seat=marta, begins=day, ends=last, stand_in=None, now=later)
    assert PlannedGame.objects.get().status == PlanStatus.AGREED
    NightAnswer.objects.filter(seat=evening.marta).update(here_at=timezone.now())
    holidays.say_away(by=marta, seat=marta, begins=day, ends=last, stand_in=None, sure=True)
    assert PlannedGame.objects.get().status == PlanStatus.AGREED
    assert NightAnswer.objects.get(seat=evening.marta).come == Come.YES


def test_whom_only_a_game_says_to_be_there_is_expected_and_may_be_away(
    evening: Evening, at: Callable[[datetime], None]
) -> None:
    scope = play.found_league(evening.ilse, parallel_play="on")
    for seat in (evening.marta, evening.tom):
        play.found_warband(scope, seat, units=play.band(150))
    play.answer_all(scope, evening.ilse, play.act(scope, evening.ilse, "start"))
    plan = plans.propose_game(
        by=evening.tom, others=[evening.marta], when=When.on(evening.night), scope=scope
    )
    plans.reply_to_plan(by=evening.marta, plan=plan, accepts=True)
    at(evening.night.begins_at + timedelta(minutes=10))
    begin = reverse("campaigns:plan_begin", args=[evening.club.slug, plan.pk])
    assert signed_in(evening.tom).post(begin).status_code == 302
    assert NightAnswer.objects.exclude(here_at=None).count() == 2
    asked = says(signed_in(evening.marta), evening.marta, 0, 5)
    assert asked.status_code == 422
    assert f"You’re expected on {evening.night}." in words_of(asked)
    assert f"Your game on {evening.night} has already begun, so this does not call it off" in words_of(asked)
    assert says(signed_in(evening.marta), evening.marta, 0, 5, sure="1").status_code == 302
    said = NightAnswer.objects.get(seat=evening.marta)
    assert (said.come, said.here_at) == (Come.NO, None)
    assert PlannedGame.objects.get().status == PlanStatus.BEGUN


def test_who_came_themselves_to_a_game_that_has_begun_stays(
    evening: Evening, at: Callable[[datetime], None]
) -> None:
    plan = plans.propose_game(by=evening.tom, others=[evening.marta], when=When.on(evening.night, 1))
    plans.reply_to_plan(by=evening.marta, plan=plan, accepts=True)
    at(evening.night.begins_at + timedelta(minutes=5))
    acts.arrive(seat=evening.marta, night=evening.night)
    at(evening.night.begins_at + timedelta(minutes=10))
    plans.began(plan=plan, became="")
    assert says(signed_in(evening.marta), evening.marta, 0, 5).status_code == 302
    assert NightAnswer.objects.get(seat=evening.marta).come == Come.YES


def test_whoever_plans_a_game_reads_first_that_the_other_is_on_holiday_then(evening: Evening) -> None:
    away(signed_in(evening.marta), evening.marta, 1, 5)
    browser, ask = signed_in(evening.tom), reverse("campaigns:plan_new", args=[evening.club.slug])
    game = {"others": [evening.marta.pk], "night": evening.night.pk}
    first = browser.post(ask, game)
    assert first.status_code == 422
    assert "Marta is away from" in words_of(first)
    assert not PlannedGame.objects.exists()
    assert browser.post(ask, {**game, "sure": "1"}).status_code == 302
    assert PlannedGame.objects.exists()


def test_a_place_in_a_full_night_is_the_next_ones(evening: Evening) -> None:
    night = announced(evening.ilse, ahead=4, places=1)
    for seat in (evening.marta, evening.tom):
        acts.set_attendance(seat=seat, night=night, come="yes")
    away(signed_in(evening.marta), evening.marta, 2, 6)
    assert NightAnswer.objects.get(night=night, seat=evening.tom).come == Come.YES


def test_whom_nobody_expects_is_asked_nothing(evening: Evening) -> None:
    acts.set_attendance(seat=evening.marta, night=evening.night, come="no")
    acts.set_attendance(seat=evening.tom, night=evening.night, come="maybe")
    assert says(signed_in(evening.marta), evening.marta, 1, 5).status_code == 302
    assert says(signed_in(evening.tom), evening.tom, 1, 5).status_code == 302
    assert {one.come for one in NightAnswer.objects.all()} == {Come.NO}


def test_back_early_leads_to_the_night_that_does_not_expect_one(evening: Evening) -> None:
    acts.set_attendance(seat=evening.marta, night=evening.night, come="yes")
    browser = signed_in(evening.marta)
    away(browser, evening.marta, 0, 5)
    answer = back(browser, evening.marta)
    assert answer["Location"] == evening.path()
    assert f"You’re down as not coming on {evening.night}" in words_of(browser.get(evening.path()))
    away(browser, evening.marta, 0, 1)
    assert back(browser, evening.marta)["Location"] == reverse("people:my_holiday", args=[evening.club.slug])


def test_whoever_says_yes_in_their_own_holiday_is_asked_first(evening: Evening) -> None:
    browser, night = signed_in(evening.marta), evening.night
    away(browser, evening.marta, 0, 9)
    come = reverse("campaigns:night_say", args=[evening.club.slug, night.pk])
    asked = browser.post(come, {"come": "yes"})
    assert asked.status_code == 409
    assert "You’re away until" in words_of(asked)
    assert "Come all the same" in words_of(asked)
    assert not NightAnswer.objects.filter(come=Come.YES).exists()
    assert browser.post(come, {"come": "yes", "sure": "1"}).status_code == 302
    assert NightAnswer.objects.get(come=Come.YES).seat == evening.marta
    assert Holiday.objects.get().stage == "on"
    back(browser, evening.marta)
    assert browser.post(come, {"come": "yes"}).status_code == 302


def test_what_somebody_brings_in_their_own_holiday_is_kept_while_they_are_asked(evening: Evening) -> None:
    browser, night = signed_in(evening.marta), evening.night
    away(browser, evening.marta, 0, 9)
    bring = reverse("campaigns:night_bring", args=[evening.club.slug, night.pk])
    asked = browser.post(bring, {"brings": "A mat", "words": "late"})
    assert asked.status_code == 409
    assert '<input type="hidden" name="brings" value="A mat">' in page_text(asked)
    assert not NightAnswer.objects.filter(come=Come.YES).exists()
    assert browser.post(bring, {"brings": "A mat", "words": "late", "sure": "1"}).status_code == 302
    assert NightAnswer.objects.get(come=Come.YES).brings == "A mat"
    other = signed_in(evening.tom).post(bring, {"brings": "Hills"})
    assert other.status_code == 302
