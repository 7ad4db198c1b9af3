"""Nights are announced, answered, changed and called off; who may, and what everybody then sees."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from datetime import datetime, time, timedelta
from typing import Any

import pytest
from django.urls import URLPattern, reverse

from campaigns.leagues.clock import clock_tick
from campaigns.models import (
    Come,
    Night,
    NightAnswer,
    NightRule,
    PlannedGame,
    Repeats,
    Seat,
)
from campaigns.nights import acts, urls
from campaigns.nights.evenings.agenda import nights_page
from campaigns.nights.evenings.hall import hall_page
from campaigns.nights.evenings.pages import next_night, night_page
from campaigns.nights.games import plans
from campaigns.people import signin
from rules.engine.refusals import Refused
from tests.campaigns.nights.conftest import EVENING, Evening, announced, today
from tests.factories import new_organiser, new_seat, signed_in
from tests.pages import page_of

MEMBERS = {"nights", "night", "night_here", "night_hall"}
ORGANISERS = {"night_new", "night_change", "night_off"}
POSTS = {"night_say", "night_bring"}
POSTS_OF_ORGANISERS = {"night_arrived", "night_last", "night_remind"}


def address(evening: Evening, name: str) -> str:
    args: list[object] = [evening.club.slug]
    if name not in ("nights", "night_new"):
        args.append(evening.night.pk)
    if name == "night_arrived":
        args.append(evening.tom.pk)
    return reverse(f"campaigns:{name}", args=args)


def codes(path: str, *visitors: Seat | None, method: str = "get") -> list[int]:
    return [getattr(signed_in(one), method)(path).status_code for one in visitors]


# Who may


def test_every_address_is_in_one_of_the_lists_above() -> None:
    names = {one.name for one in urls.urlpatterns if isinstance(one, URLPattern)}
    assert names >= MEMBERS | ORGANISERS | POSTS | POSTS_OF_ORGANISERS


@pytest.mark.parametrize("name", sorted(MEMBERS))
def test_pages_are_for_everybody_in_the_club(evening: Evening, name: str) -> None:
    path = address(evening, name)
    assert codes(path, evening.ilse, evening.marta, evening.wren) == [200] * 3
    assert codes(path, evening.sven, None) == [404] * 2


@pytest.mark.parametrize("name", sorted(ORGANISERS))
def test_announcing_is_for_organisers(evening: Evening, name: str) -> None:
    path = address(evening, name)
    assert codes(path, evening.ilse) == [200]
    for method in ("get", "post"):
        assert codes(path, evening.marta, evening.wren, evening.sven, None, method=method) == [404] * 4


@pytest.mark.parametrize("name", sorted(POSTS | POSTS_OF_ORGANISERS))
def test_looking_at_the_address_of_a_button_does_nothing(evening: Evening, name: str) -> None:
    assert codes(address(evening, name), evening.ilse, evening.marta) == [405] * 2
    assert codes(address(evening, name), evening.sven, None, method="post") == [404] * 2
    assert not NightAnswer.objects.exists()


@pytest.mark.parametrize("name", sorted(POSTS_OF_ORGANISERS))
def test_players_press_no_button_of_organisers(evening: Evening, name: str) -> None:
    assert codes(address(evening, name), evening.marta, method="post") == [404]


def test_a_night_of_another_club_is_not_there(evening: Evening) -> None:
    other = announced(evening.sven)
    assert codes(f"/clubs/{evening.club.slug}/nights/{other.pk}/", evening.ilse) == [404]


# Announcing


def test_a_rule_makes_its_nights_and_the_clock_makes_what_comes_near(evening: Evening) -> None:
    night = announced(evening.ilse, ahead=1, repeats=Repeats.SECOND)
    rule = night.rule
    assert rule is not None
    found = list(rule.nights.values_list("day", flat=True))
    assert found[0] == today(evening.club) + timedelta(days=1)
    assert {(b - a).days for a, b in itertools.pairwise(found)} == {14}
    clock_tick(datetime.now().astimezone() + timedelta(days=60))
    later = list(rule.nights.values_list("day", flat=True))
    assert later[: len(found)] == found
    assert len(later) >= len(found) + 3
    clock_tick(datetime.now().astimezone() + timedelta(days=60))
    assert rule.nights.count() == len(later)


def test_a_rule_that_begins_late_has_nights_at_once(evening: Evening) -> None:
    night = announced(evening.ilse, ahead=200, repeats=Repeats.MONTH)
    assert night.day == today(evening.club) + timedelta(days=200)


def test_a_night_is_announced_by_a_form_and_the_next_is_like_it(evening: Evening) -> None:
    browser, path = signed_in(evening.ilse), address(evening, "night_new")
    day = today(evening.club) + timedelta(days=9)
    sent = {"day": day.isoformat(), "starts": "18:30", "ends": "00:30", "place": "The Anchor", "tables": "5"}
    answer = browser.post(path, {**sent, "repeats": "2"})
    assert answer.status_code == 302
    made = Night.objects.latest("made_at")
    assert NightRule.objects.get().first == day
    assert made.ends_at > made.begins_at
    assert browser.get(path).context["form"]["place"].value() == "The Anchor"


WRONG = (
    ("day", "2026-13-41"), ("day", "1999-01-01"), ("day", "2020-01-01"), ("starts", "25:00"),
    ("tables", "-1"), ("until", "2020-01-01"), ("repeats", "SECONDLY"),
)  # fmt: skip


@pytest.mark.parametrize(("field", "value"), WRONG)
def test_what_is_typed_wrong_is_said_beside_its_field(evening: Evening, field: str, value: str) -> None:
    day = today(evening.club) + timedelta(days=9)
    sent = {"day": day.isoformat(), "starts": "19:00", "ends": "23:00", "tables": "5", "repeats": "1"}
    answer = signed_in(evening.ilse).post(address(evening, "night_new"), {**sent, field: value})
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == [field]
    assert Night.objects.count() == 1


def test_two_workers_make_no_night_twice(evening: Evening) -> None:
    night = announced(evening.ilse, ahead=1, repeats=Repeats.WEEK)
    NightRule.objects.update(made_to=None)
    before = Night.objects.count()
    acts.fill_all(night.made_at)
    assert Night.objects.count() == before


# Coming


def test_one_tap_says_it_and_the_next_tap_changes_it(evening: Evening) -> None:
    browser = signed_in(evening.marta)
    for come in (Come.MAYBE, Come.YES, Come.NO):
        browser.post(evening.path("say/"), {"come": come})
        assert NightAnswer.objects.get().come == come
    assert browser.post(evening.path("say/"), {"come": "perhaps"}).status_code == 409


def test_opening_answers_nothing(evening: Evening) -> None:
    for name in MEMBERS:
        signed_in(evening.marta).get(address(evening, name))
    assert not NightAnswer.objects.exists()


def test_the_tap_on_home_leads_back_home(evening: Evening) -> None:
    browser = signed_in(evening.marta)
    home = page_of(browser.get("/")).night
    assert home.line.url == evening.path()
    answer = browser.post(home.answers.url, {"come": "yes"}, headers={"referer": "http://testserver/"})
    assert answer["Location"] == "http://testserver/"
    after = page_of(browser.get("/")).night
    assert (after.answers.mine, after.come) == ("yes", "1 coming")
    elsewhere = browser.post(home.answers.url, {"come": "no"}, headers={"referer": "https://evil.example/"})
    assert elsewhere["Location"] == evening.path()


def test_what_somebody_brings_stands_on_the_night(evening: Evening) -> None:
    browser = signed_in(evening.marta)
    browser.post(evening.path("bring/"), {"brings": "the ruins", "words": "from 20:30"})
    page = night_page(evening.ilse, evening.night)
    assert page.brings == f"{evening.marta} is bringing the ruins"
    assert [(one.word, one.count) for one in page.groups] == [("coming", 1), ("no reply", 4)]
    browser.post(evening.path("say/"), {"come": "maybe"})
    assert night_page(evening.ilse, evening.night).brings
    browser.post(evening.path("say/"), {"come": "no"})
    assert not night_page(evening.ilse, Night.objects.get()).brings


def test_of_a_merged_person_the_newer_answer_counts(evening: Evening) -> None:
    acts.set_attendance(seat=evening.marta, night=evening.night, come="no")
    acts.set_attendance(seat=evening.tom, night=evening.night, come="yes")
    signin.merge_seats(by=evening.ilse, keep=evening.marta, drop=evening.tom)
    evening.marta.refresh_from_db()
    groups = {
        one.word: [guest.name for guest in one.guests]
        for one in night_page(evening.marta, evening.night).groups
    }
    assert groups["coming"] == [evening.marta.name]
    assert evening.tom.name not in str(groups)


# Changed, called off, over


def test_a_changed_night_tells_calendars_and_keeps_its_answers(evening: Evening) -> None:
    acts.set_attendance(seat=evening.marta, night=evening.night, come="yes")
    day = evening.night.day + timedelta(days=1)
    acts.update_night(night=evening.night, day=day, facts={**EVENING, "place": "The Anchor"})
    night = Night.objects.get()
    assert (night.day, night.place, night.sequence, night.answers.count()) == (day, "The Anchor", 1, 1)


def test_the_nights_after_it_are_changed_as_well_when_asked(evening: Evening) -> None:
    first = announced(evening.ilse, ahead=1, repeats=Repeats.WEEK)
    second = Night.objects.filter(rule=first.rule)[1]
    acts.update_night(night=second, day=second.day, facts={**EVENING, "tables": 9}, following=True)
    tables = list(Night.objects.filter(rule=first.rule).values_list("tables", flat=True))
    assert tables == [6, *[9] * (len(tables) - 1)]
    assert NightRule.objects.get().tables == 9


def test_later_nights_take_on_what_changed_and_keep_what_they_say_themselves(evening: Evening) -> None:
    first = announced(evening.ilse, ahead=1, repeats=Repeats.WEEK)
    _same, second, third, fourth = Night.objects.filter(rule=first.rule)[:4]
    once = {**EVENING, "place": "The pub, only this once", "words": "Bring cake", "tables": 2}
    acts.update_night(night=third, day=third.day, facts=once)
    second.refresh_from_db()
    now = {**EVENING, "starts": time(18), "words": "This evening only", "place": "Front room"}
    acts.update_night(night=second, day=second.day, facts=now, following=True)
    told = {one.pk: one for one in Night.objects.all()}
    kept = told[third.pk]
    assert (kept.starts, kept.place, kept.words, kept.tables) == (
        time(18),
        "The pub, only this once",
        "Bring cake",
        2,
    )
    follows = told[fourth.pk]
    assert (follows.starts, follows.place, follows.words, follows.tables) == (time(18), "Front room", "", 6)
    rule = NightRule.objects.get()
    assert (rule.starts, rule.place, rule.words) == (time(18), "Front room", "")


def test_the_games_of_the_nights_after_it_move_with_them(evening: Evening) -> None:
    first = announced(evening.ilse, ahead=1, repeats=Repeats.WEEK)
    _same, second, third = Night.objects.filter(rule=first.rule)[:3]
    game = plans.propose_game(by=evening.marta, others=[evening.tom], when=plans.When.on(third))
    facts = {**EVENING, "starts": time(10), "ends": time(14)}
    acts.update_night(night=second, day=second.day + timedelta(days=1), facts=facts, following=True)
    found = PlannedGame.objects.get(pk=game.pk)
    assert (found.day, found.starts, found.sequence) == (third.day, time(10), 1)
    assert found.lapses_at == Night.objects.get(pk=third.pk).begins_at


def test_a_moved_night_of_a_rule_is_not_made_again(evening: Evening) -> None:
    first = announced(evening.ilse, ahead=1, repeats=Repeats.WEEK)
    acts.update_night(night=first, day=first.day + timedelta(days=2), facts=EVENING)
    NightRule.objects.update(made_to=None)
    before = Night.objects.count()
    acts.fill_all(first.made_at)
    assert Night.objects.count() == before


def test_a_night_that_is_called_off_says_why_and_takes_no_answer(evening: Evening) -> None:
    signed_in(evening.ilse).post(evening.path("off/"), {"why": "the pub is closed"})
    page = page_of(signed_in(evening.marta).get(evening.path()))
    assert page.line.off == "called off: the pub is closed"
    assert page.answers is None
    assert signed_in(evening.marta).post(evening.path("say/"), {"come": "yes"}).status_code == 409
    assert not NightAnswer.objects.exists()
    night = Night.objects.get()
    assert night.sequence == 1
    acts.mark_night_off(night=night, why="twice")
    assert Night.objects.get().why == "the pub is closed"


def test_home_tells_that_the_next_one_is_called_off(evening: Evening) -> None:
    announced(evening.ilse, ahead=10)
    acts.mark_night_off(night=evening.night, why="")
    found = next_night([evening.marta])
    assert found is not None
    assert found.off is not None
    assert (found.off.off, found.line.soon) == ("called off", "in 10 days")


def test_the_last_night_of_a_rule(evening: Evening) -> None:
    first = announced(evening.ilse, ahead=1, repeats=Repeats.WEEK)
    _first, second, third, *rest = Night.objects.filter(rule=first.rule)
    acts.set_attendance(seat=evening.marta, night=third, come="yes")
    acts.end_night_rule(night=second)
    left = list(Night.objects.filter(rule=first.rule))
    assert [one.pk for one in left] == [first.pk, second.pk, third.pk]
    assert [one.is_off for one in left] == [False, False, True]
    assert rest
    acts.fill_all(first.made_at + timedelta(days=300))
    assert Night.objects.filter(rule=first.rule).count() == 3
    with pytest.raises(Refused):
        acts.end_night_rule(night=evening.night)


def test_a_night_that_is_over_takes_no_answer(evening: Evening, at: Callable[[datetime], None]) -> None:
    at(evening.night.ends_at)
    with pytest.raises(Refused, match="over"):
        acts.set_attendance(seat=evening.marta, night=evening.night, come="yes")
    page = nights_page(evening.marta)
    assert (page.stretches, [one.soon for one in page.past]) == ((), ["over"])
    assert next_night([evening.marta]) is None


def test_how_soon_is_counted_in_the_days_of_the_club(
    evening: Evening, at: Callable[[datetime], None]
) -> None:
    begins = evening.night.begins_at
    expected = {
        begins - timedelta(days=2): "in 2 days",
        begins.replace(hour=0, minute=30) - timedelta(days=1): "tomorrow",
        begins.replace(hour=0, minute=30): "today",
        begins: "now",
    }
    for moment, words in expected.items():
        found = next_night([evening.marta], moment)
        assert found is not None
        assert found.line.soon == words


# On the evening


def test_who_is_there_and_who_is_missing(evening: Evening, at: Callable[[datetime], None], rf: Any) -> None:
    acts.set_attendance(seat=evening.marta, night=evening.night, come="yes")
    acts.set_attendance(seat=evening.tom, night=evening.night, come="maybe", words="from 20:30")
    with pytest.raises(Refused, match="This night is on"):
        acts.arrive(seat=evening.marta, night=evening.night)
    at(evening.night.begins_at)
    browser = signed_in(evening.marta)
    assert page_of(browser.get(evening.path())).here == evening.path("here/")
    browser.post(evening.path("here/"))
    browser.post(evening.path("here/"))
    signed_in(evening.ilse).post(evening.path(f"here/{evening.jun.pk}/"))
    page = page_of(signed_in(evening.wren).get(evening.path("hall/")))
    assert [one.name for one in page.here] == [evening.jun.name, evening.marta.name]
    assert [(one.name, one.note) for one in page.missing] == [(evening.tom.name, "said maybe; from 20:30")]
    assert page.count == "2 here, 1 to come"
    early = hall_page(rf.get("/"), Night.objects.get(), evening.night.begins_at - timedelta(hours=1))
    assert (early.has_begun, page.has_begun) == (False, True)


def test_the_code_in_the_hall_leads_to_a_question(evening: Evening, at: Callable[[datetime], None]) -> None:
    browser = signed_in(evening.marta)
    assert page_of(browser.get(evening.path("here/"))).here == ""
    assert browser.post(evening.path("here/")).status_code == 409
    at(evening.night.begins_at - timedelta(hours=1))
    assert page_of(browser.get(evening.path("here/"))).here
    assert not NightAnswer.objects.exists()


# Kept about me, erased


def test_what_i_said_is_mine_to_have_and_goes_with_me(evening: Evening) -> None:
    acts.set_attendance(seat=evening.marta, night=evening.night, come="yes", brings="the ruins")
    acts.set_attendance(seat=evening.tom, night=evening.night, come="no")
    found = signed_in(evening.marta).get(reverse("people:my_file")).json()
    assert [(one["come"], one["brings"]) for one in found["nights"]] == [("yes", "the ruins")]
    signin.erase_person(person=evening.marta.person)
    assert [one.seat for one in NightAnswer.objects.all()] == [evening.tom]


def test_home_of_many_clubs_tells_the_soonest_and_names_its_club(evening: Evening) -> None:
    other = new_organiser()
    announced(other, ahead=1)
    both = new_seat(club=other.club, person=evening.marta.person)
    found = next_night([evening.marta, both])
    assert found is not None
    assert (found.club, found.line.soon) == (other.club.name, "tomorrow")


def test_a_page_takes_as_many_queries_with_many_guests(
    evening: Evening, django_assert_max_num_queries: Any
) -> None:
    for n in range(20):
        acts.set_attendance(seat=new_seat(club=evening.club), night=evening.night, come=list(Come)[n % 3])
    browser = signed_in(evening.marta)
    with django_assert_max_num_queries(11):
        browser.get(evening.path())
