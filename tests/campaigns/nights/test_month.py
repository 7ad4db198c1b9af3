"""The month: nights, my games and deadlines on their days, the chosen day beside them."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.utils.translation import override

from campaigns.engine import door
from campaigns.engine.who.rights import Actor
from campaigns.nights import acts
from campaigns.nights.evenings.due import deadlines
from campaigns.nights.evenings.month import MonthPage, month_page
from campaigns.nights.games import plans
from campaigns.nights.games.plans import When
from tests.campaigns.nights.conftest import Evening, announced
from tests.factories import signed_in
from tests.maps.conquest import play
from tests.maps.firestorm.orders.test_orders import writing

pytestmark = pytest.mark.django_db


def marks(page: MonthPage, day: date) -> list[tuple[str, str]]:
    """What stands on a day of the month the page is about."""
    cells = [one for week in page.weeks for one in week if one.day == day.day and not one.outside]
    return [(mark.kind, mark.words) for mark in cells[0].marks]


def test_a_night_stands_on_its_day_with_what_i_say_about_it(evening: Evening) -> None:
    day = evening.night.day
    page = month_page(evening.marta, day.isoformat())
    assert marks(page, day) == [("night", "Club night")]
    ((line, answers),) = page.chosen.nights
    assert (line.title, answers is not None) == ("Club night, 19:00", True)
    acts.mark_night_off(night=evening.night, why="the room is let")
    page = month_page(evening.marta, day.isoformat())
    assert [mark.off for week in page.weeks for one in week for mark in one.marks] == [True]
    assert page.chosen.nights[0][1] is None


def test_my_games_stand_there_and_the_clubs_where_i_want_to_see_them(evening: Evening) -> None:
    day = evening.night.day
    plan = plans.propose_game(by=evening.marta, others=[evening.tom], when=When.on(evening.night))
    assert marks(month_page(evening.marta, day.isoformat()), day)[1:] == [("asked", "Tom?")]
    plans.reply_to_plan(by=evening.tom, plan=plan, accepts=True)
    assert marks(month_page(evening.marta, day.isoformat()), day)[1:] == [("game", "Tom")]
    assert marks(month_page(evening.jun, day.isoformat()), day)[1:] == []
    page = month_page(evening.jun, day.isoformat(), mine=False)
    assert marks(page, day)[1:] == [("game", "Marta and Tom")]
    assert [one.title for one in page.chosen.games] == ["Marta v Tom"]


def test_a_day_that_is_none_is_today_and_the_months_beside_lead_on(evening: Evening) -> None:
    now = datetime(2026, 12, 31, 12, tzinfo=ZoneInfo("UTC"))
    for said in ("", "2026-02-31", "nobody", "9" * 5000):
        page = month_page(evening.marta, said, now=now)
        assert page.title == "December 2026"
    assert "day=2026-11-30" in page.before
    assert "day=2027-01-01" in page.after
    assert [len(week) for week in page.weeks] == [7] * len(page.weeks)
    for said, title in (("0001-01-01", "January 2000"), ("9999-12-31", "December 2199")):
        assert month_page(evening.marta, said).title == title


def test_a_deadline_stands_for_those_who_play_in_the_league_and_for_the_club(evening: Evening) -> None:
    table = writing("Marta", "Kwame")
    scope, seat = table.scope, table.seats["Marta"]
    due = table.state.now.deadline
    assert due
    day = due.astimezone(scope.club.tz).date()
    assert ("due", scope.name) in marks(month_page(seat, day.isoformat()), day)
    assert ("due", scope.name) in marks(month_page(table.organiser, day.isoformat(), mine=False), day)
    assert marks(month_page(table.organiser, day.isoformat()), day) == [], "who plays for nobody has none"


def test_the_page_costs_ten_statements_at_most(evening: Evening, django_assert_max_num_queries: Any) -> None:
    for ahead in range(4, 12):
        announced(evening.ilse, ahead=ahead)
    browser = signed_in(evening.marta)
    address = f"/clubs/{evening.club.slug}/nights/month/"
    browser.get(address)
    with django_assert_max_num_queries(12):
        answer = browser.get(address, {"of": "club"})
    assert answer.status_code == 200
    assert signed_in(evening.sven).get(address).status_code == 404


def test_long_words_of_other_languages_break_in_a_day_where_they_should(evening: Evening) -> None:
    with override("de"):
        page = month_page(evening.marta, evening.night.day.isoformat())
    assert marks(page, evening.night.day) == [("night", "Club\N{SOFT HYPHEN}abend")]


def test_a_paused_league_has_no_deadline(evening: Evening) -> None:
    written, begun = writing("Marta", "Kwame"), play.begun("Marta", "Kwame")
    for table in (written, begun):
        due = table.state.now.deadline
        assert due
        day, seat = due.astimezone(table.scope.club.tz).date(), table.seats["Marta"]
        address = day.isoformat()
        assert ("due", table.scope.name) in marks(month_page(seat, address), day)
        door.act(table.scope.pk, Actor(table.organiser), f"{table.scope.game}.pause", {"words": "summer"})
        assert marks(month_page(seat, address), day) == []
        assert marks(month_page(table.organiser, address, mine=False), day) == []
        door.act(table.scope.pk, Actor(table.organiser), f"{table.scope.game}.resume", {})
        assert deadlines(seat, mine=True)
