"""What is asked, paired and called off while the evening lasts: it is told, and it does not lapse at once."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, time, timedelta

import pytest

from campaigns.leagues.clock import tick
from campaigns.models import Notice, NoticeKind, PlannedGame, PlanStatus
from campaigns.nights import acts
from campaigns.nights.evening import night_or_404
from campaigns.nights.evenings.pages import night_page
from campaigns.nights.games import plans
from campaigns.nights.games.page import plan_page
from campaigns.nights.games.plans import When
from campaigns.notices.found import finding
from tests.campaigns.nights.conftest import Evening, at, evening
from tests.factories import signed_in
from tests.pages import page_text

__all__ = ["at", "evening"]


@pytest.fixture
def tonight(evening: Evening, at: Callable[[datetime], None]) -> Callable[[timedelta], None]:
    """So long after the doors have opened."""
    begins = evening.night.begins_at
    at(begins - timedelta(hours=2))
    finding.catch_up(begins - timedelta(hours=2))
    return lambda after: at(begins + after)


def kinds(evening: Evening) -> list[str]:
    """What Tom has been told of games: his week comes on Sundays only, and of the night he is asked."""
    told = Notice.objects.filter(person=evening.tom.person, plan__isnull=False)
    return [one.kind for one in told.order_by("pk")]


def test_a_game_asked_for_on_the_evening_is_told_and_waits_until_its_end(
    evening: Evening, tonight: Callable[[timedelta], None]
) -> None:
    tonight(timedelta(minutes=30))
    plan = plans.ask(by=evening.marta, others=[evening.tom], when=When.on(evening.night, 1))
    tick()
    plan.refresh_from_db()
    assert (plan.status, kinds(evening)) == (PlanStatus.ASKED, [NoticeKind.ASKED])
    tonight(evening.night.ends_at - evening.night.begins_at + timedelta(minutes=1))
    tick()
    plan.refresh_from_db()
    assert plan.status == PlanStatus.LAPSED


def test_pairs_of_the_evening_are_told_to_those_who_play(
    evening: Evening, tonight: Callable[[timedelta], None]
) -> None:
    tonight(timedelta(minutes=10))
    plans.arrange(
        by=evening.ilse, pair=[evening.marta, evening.tom], when=When.on(evening.night, 2), scope=None
    )
    tick()
    assert kinds(evening) == [NoticeKind.AGREED]


def test_a_game_that_is_off_on_the_evening_is_told(
    evening: Evening, tonight: Callable[[timedelta], None]
) -> None:
    plan = plans.arrange(
        by=evening.ilse, pair=[evening.marta, evening.tom], when=When.on(evening.night, 2), scope=None
    )
    tick()
    tonight(timedelta(minutes=10))
    plans.call_off(by=evening.marta, plan=plan, why="The bus is late.")
    tick()
    assert kinds(evening) == [NoticeKind.AGREED, NoticeKind.GAME_OFF]


def test_what_was_asked_when_the_evening_is_over_is_not_told(
    evening: Evening, tonight: Callable[[timedelta], None]
) -> None:
    plans.ask(by=evening.marta, others=[evening.tom], when=When.on(evening.night, 1))
    tonight(timedelta(days=1))
    finding.catch_up(evening.night.begins_at + timedelta(days=1))
    assert NoticeKind.ASKED not in kinds(evening)


# What the pages say on the day


def paired(evening: Evening, table: int | None = 2) -> PlannedGame:
    when = When.on(evening.night, table)
    return plans.arrange(by=evening.ilse, pair=[evening.marta, evening.tom], when=when, scope=None)


def test_a_game_says_on_its_day_whom_i_play_and_where(
    evening: Evening, tonight: Callable[[timedelta], None]
) -> None:
    plan, begins = paired(evening), evening.night.begins_at
    before = plan_page(evening.marta, plan, begins - timedelta(days=1))
    assert (before.title, before.headline, before.sides[0].said) == ("Marta v Tom", "", "")
    page = plan_page(evening.marta, plan, begins)
    assert (page.title, page.headline) == ("Tonight, table 2", "You play Tom at table 2.")
    assert [one.said for one in page.sides] == ["not here yet", "not here yet"]
    tonight(timedelta())
    acts.arrive(seat=evening.tom, night=evening.night)
    page = plan_page(evening.marta, plan, begins)
    assert (page.headline, page.sides[1].said) == ("Tom is here. You play at table 2.", "is here")
    assert page.headline in page_text(
        signed_in(evening.marta).get(f"/clubs/{plan.club.slug}/games/{plan.pk}/")
    )
    others = plan_page(evening.jun, plan, begins)
    assert (others.title, others.headline) == ("Marta v Tom", "")


def test_a_game_without_a_table_or_a_night_says_when_it_is(evening: Evening) -> None:
    begins = evening.night.begins_at
    page = plan_page(evening.marta, paired(evening, None), begins)
    assert (page.title, page.headline) == ("Marta v Tom", "You play Tom tonight.")
    day = When(evening.night.day, time(15))
    plan = plans.ask(by=evening.marta, others=[], when=day)
    page = plan_page(evening.marta, plan, begins)
    assert (page.headline, page.sides[0].said) == ("You play alone.", "accepted")
    plan = plans.arrange(by=evening.ilse, pair=[evening.marta, evening.tom], when=day, scope=None)
    assert plan_page(evening.marta, plan, begins).headline == "You play Tom today."


def test_the_page_of_the_night_says_on_its_day_whom_i_play(evening: Evening) -> None:
    plan, begins = paired(evening), evening.night.begins_at
    night = night_or_404(evening.marta, evening.night.pk)
    assert night_page(evening.marta, night, begins - timedelta(days=1)).game is None
    assert night_page(evening.jun, night, begins).game is None
    game = night_page(evening.marta, night, begins).game
    assert game is not None
    assert (game.title, game.note, game.url) == (
        "You play Tom",
        "Table 2",
        f"/clubs/{plan.club.slug}/games/{plan.pk}/",
    )


# When it is over, or does not take place


def test_a_night_that_is_over_tells_who_answered_and_offers_no_game_on_it(evening: Evening) -> None:
    acts.say(seat=evening.marta, night=evening.night, come="yes")
    night = night_or_404(evening.tom, evening.night.pk)
    before, after = (night_page(evening.tom, night, at) for at in (night.begins_at, night.ends_at))
    assert (before.who, [one.word for one in before.groups]) == ("Who is coming", ["coming", "no reply"])
    assert (after.who, [one.word for one in after.groups]) == ("Who wanted to come", ["coming"])
    assert before.board is not None
    assert after.board is None


def test_the_code_of_the_hall_says_when_the_night_is(evening: Evening) -> None:
    browser, night = signed_in(evening.marta), evening.night
    assert f"This night is on {night}, 19:00 to 23:00." in page_text(browser.get(evening.path("here/")))
    acts.call_off(night=night, why="The room is let")
    assert "Called off: The room is let" in page_text(browser.get(evening.path("here/")))
