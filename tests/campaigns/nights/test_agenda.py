"""The calendar as a list: a day stands once, with its nights, games and deadlines."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from typing import Any

import pytest
from django.urls import reverse

from campaigns.models import Repeats, Seat
from campaigns.nights import acts
from campaigns.nights.evenings.agenda import Day, Stretch, nights_page
from campaigns.nights.evenings.month import month_page
from campaigns.nights.games import plans
from campaigns.nights.games.plans import When
from tests.campaigns.nights.conftest import Evening, announced
from tests.factories import signed_in
from tests.maps.firestorm.orders.test_orders import banner, tapped, writing
from tests.pages import page_of

pytestmark = pytest.mark.django_db

OWED = "Write and seal the orders for your banners"


def days(seat: Seat, *, mine: bool = True) -> list[Day]:
    """Those on which something is."""
    found = [day for one in nights_page(seat, mine=mine).stretches for day in one.days]
    return [day for day in found if day.nights or day.games or day.due]


def days_from(seat: Seat, now: date) -> tuple[Stretch, ...]:
    noon = datetime.combine(now, time(12), tzinfo=seat.club.tz)
    return nights_page(seat, noon).stretches


def test_a_night_and_what_is_played_on_it_are_one_day(evening: Evening) -> None:
    acts.set_attendance(seat=evening.marta, night=evening.night, come="yes")
    plan = plans.propose_game(by=evening.marta, others=[evening.tom], when=When.on(evening.night))
    (day,) = days(evening.marta)
    assert [(one.line.title, one.comes) for one in day.nights] == [("Club night, 19:00", True)]
    assert [(one.game.title, one.pencil) for one in day.games] == [
        ("You’ll play Tom if everybody accepts", True)
    ]
    (day,) = days(evening.tom)
    assert [one.game.title for one in day.games] == ["Marta would like a game"]  # and waits for his answer
    plans.reply_to_plan(by=evening.tom, plan=plan, accepts=True)
    (day,) = days(evening.tom)
    assert [(one.game.title, one.pencil) for one in day.games] == [("You’re playing Marta", False)]
    assert [one.comes for one in day.nights] == [True], "who agrees to play comes"


def test_games_of_others_stand_in_the_calendar_of_the_club(evening: Evening) -> None:
    plan = plans.propose_game(by=evening.marta, others=[evening.tom], when=When.on(evening.night))
    plans.reply_to_plan(by=evening.tom, plan=plan, accepts=True)
    (own,), (clubs,) = days(evening.jun), days(evening.jun, mine=False)
    assert own.games == ()
    assert [one.game.title for one in clubs.games] == ["Marta v Tom"]
    address = reverse("campaigns:nights", args=[evening.club.slug])
    page = page_of(signed_in(evening.jun).get(address, {"of": "club"}))
    assert [chosen for _name, _url, chosen in page.views] == [False, True]
    assert page.address == f"{address}?of=club"


def test_a_deadline_stands_on_its_day_for_those_who_play(evening: Evening) -> None:
    table = writing("Marta", "Kwame")
    due = table.state.now.deadline
    assert due
    at = due.astimezone(table.scope.club.tz)
    (day,) = days(table.seats["Marta"])
    assert (day.day, [one.title for one in day.due]) == (at.day, [OWED])
    assert [one.note for one in day.due] == [f"by {at:%A, %H:%M}"]
    assert table.scope.name in day.due[0].where
    assert days(table.organiser) == []
    (clubs,) = days(table.organiser, mine=False)
    assert [(one.title, one.note, one.where) for one in clubs.due] == [
        (table.scope.name, f"A phase ends at {at:%H:%M}.", "")
    ]


def test_a_deadline_for_which_i_have_done_my_part_says_so(evening: Evening) -> None:
    table = writing("Marta", "Kwame")
    tapped(table, "Marta", banner(table, "Marta"), seal="1")
    (done,), (owes,) = days(table.seats["Marta"]), days(table.seats["Kwame"])
    assert [(one.title, one.where) for one in done.due] == [
        (table.scope.name, "Nothing is waiting for you there.")
    ]
    assert [one.title for one in owes.due] == [OWED]


def test_the_chosen_day_of_a_month_says_what_i_owe(evening: Evening) -> None:
    table = writing("Marta", "Kwame")
    due = table.state.now.deadline
    assert due
    day = due.astimezone(table.scope.club.tz).date()
    page = month_page(table.seats["Marta"], day.isoformat())
    assert [one.title for one in page.chosen.due] == [OWED]
    (mark,) = [one for week in page.weeks for cell in week for one in cell.marks if one.kind == "due"]
    assert mark.words == table.scope.name


def test_a_deadline_that_has_passed_is_not_told_as_to_come(evening: Evening) -> None:
    table = writing("Marta", "Kwame")
    due = table.state.now.deadline
    assert due
    at = due.astimezone(table.scope.club.tz)
    late = at.replace(hour=23, minute=59, second=59)
    found = nights_page(table.organiser, late, mine=False).stretches[0].days[0]
    assert [one.note for one in found.due] == [f"A phase ended at {at:%H:%M}."]


def test_a_game_of_yesterday_is_nothing_to_come(evening: Evening) -> None:
    plan = plans.propose_game(by=evening.marta, others=[evening.tom], when=When.on(evening.night))
    plans.reply_to_plan(by=evening.tom, plan=plan, accepts=True)
    found = [day for one in days_from(evening.marta, evening.night.day) for day in one.days if day.games]
    assert [day.day for day in found] == [evening.night.day.day]
    assert all(
        not one.days[0].games for one in days_from(evening.marta, evening.night.day + timedelta(days=1))
    )


def test_the_days_are_told_by_week_and_month_and_only_the_next_night_says_how_soon(evening: Evening) -> None:
    announced(evening.ilse, ahead=10, repeats=Repeats.WEEK)
    first = evening.night.day
    monday = first - timedelta(days=first.weekday())
    stretches = days_from(evening.marta, monday)
    assert stretches[0].title == "This week"
    assert stretches[0].days[0].today
    assert len({one.title for one in stretches}) == len(stretches) > 2
    assert stretches[-1].folded
    assert stretches[-1].count
    soon = [night.soon for one in stretches for day in one.days for night in day.nights]
    assert [bool(words) for words in soon] == [True] + [False] * (len(soon) - 1)
    middle = days_from(evening.marta, date(first.year, first.month, 1))
    assert [one.title for one in middle if one.title.startswith("Later in")] or first.day < 8


def test_a_night_that_is_called_off_stays_struck(evening: Evening) -> None:
    acts.mark_night_off(night=evening.night, why="the room is let")
    (day,) = days(evening.marta)
    assert day.is_off
    assert [one.line.off for one in day.nights] == ["called off: the room is let"]


def test_an_earlier_night_is_named_by_its_whole_date(evening: Evening) -> None:
    acts.set_attendance(seat=evening.marta, night=evening.night, come="yes")
    (line,) = nights_page(evening.marta, evening.night.ends_at).past
    assert (line.title, line.note, line.said) == (str(evening.night), "Back room", "")


def test_where_nothing_is_to_come_no_day_stands(evening: Evening) -> None:
    evening.night.delete()
    assert nights_page(evening.marta).stretches == ()


def test_the_page_costs_the_same_for_many_days(evening: Evening, django_assert_max_num_queries: Any) -> None:
    for ahead in range(4, 12):
        announced(evening.ilse, ahead=ahead)
    browser, address = signed_in(evening.marta), reverse("campaigns:nights", args=[evening.club.slug])
    browser.get(address)
    with django_assert_max_num_queries(18):
        assert browser.get(address).status_code == 200
