"""What is asked, paired and called off while the evening lasts: it is told, and it does not lapse at once."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, time, timedelta

import pytest
from django.urls import reverse

from campaigns.engine import reports
from campaigns.engine.who.rights import Actor
from campaigns.leagues.clock import clock_tick
from campaigns.leagues.mine import home
from campaigns.models import Notice, NoticeKind, PlannedGame, PlanStatus, Report
from campaigns.nights import acts
from campaigns.nights.evening import night_or_404
from campaigns.nights.evenings.pages import night_page
from campaigns.nights.games import plans
from campaigns.nights.games.page import plan_page
from campaigns.nights.games.plans import When
from campaigns.nights.games.tonight import my_next_game
from campaigns.notices.found import finding
from tests.campaigns import play
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
    plan = plans.propose_game(by=evening.marta, others=[evening.tom], when=When.on(evening.night, 1))
    clock_tick()
    plan.refresh_from_db()
    assert (plan.status, kinds(evening)) == (PlanStatus.ASKED, [NoticeKind.ASKED])
    tonight(evening.night.ends_at - evening.night.begins_at + timedelta(minutes=1))
    clock_tick()
    plan.refresh_from_db()
    assert plan.status == PlanStatus.LAPSED


def test_pairs_of_the_evening_are_told_to_those_who_play(
    evening: Evening, tonight: Callable[[timedelta], None]
) -> None:
    tonight(timedelta(minutes=10))
    plans.arrange(
        by=evening.ilse, pair=[evening.marta, evening.tom], when=When.on(evening.night, 2), scope=None
    )
    clock_tick()
    assert kinds(evening) == [NoticeKind.AGREED]


def test_a_game_that_is_off_on_the_evening_is_told(
    evening: Evening, tonight: Callable[[timedelta], None]
) -> None:
    plan = plans.arrange(
        by=evening.ilse, pair=[evening.marta, evening.tom], when=When.on(evening.night, 2), scope=None
    )
    clock_tick()
    tonight(timedelta(minutes=10))
    plans.mark_plan_off(by=evening.marta, plan=plan, why="The bus is late.")
    clock_tick()
    assert kinds(evening) == [NoticeKind.AGREED, NoticeKind.GAME_OFF]


def test_what_was_asked_when_the_evening_is_over_is_not_told(
    evening: Evening, tonight: Callable[[timedelta], None]
) -> None:
    plans.propose_game(by=evening.marta, others=[evening.tom], when=When.on(evening.night, 1))
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
    assert (page.title, page.headline) == ("Tonight, table 2", "You’re playing Tom at table 2.")
    assert [one.said for one in page.sides] == ["not here yet", "not here yet"]
    tonight(timedelta())
    acts.arrive(seat=evening.tom, night=evening.night)
    page = plan_page(evening.marta, plan, begins)
    assert (page.headline, page.sides[1].said) == ("Tom is here. You’re at table 2.", "is here")
    assert page.headline in page_text(
        signed_in(evening.marta).get(f"/clubs/{plan.club.slug}/games/{plan.pk}/")
    )
    others = plan_page(evening.jun, plan, begins)
    assert (others.title, others.headline) == ("Marta v Tom", "")


def test_a_game_without_a_table_or_a_night_says_when_it_is(evening: Evening) -> None:
    begins = evening.night.begins_at
    page = plan_page(evening.marta, paired(evening, None), begins)
    assert (page.title, page.headline) == ("Marta v Tom", "You’re playing Tom tonight.")
    day = When(evening.night.day, time(15))
    plan = plans.propose_game(by=evening.marta, others=[], when=day)
    page = plan_page(evening.marta, plan, begins)
    assert (page.headline, page.sides[0].said) == ("You’re playing on your own.", "accepted")
    plan = plans.arrange(by=evening.ilse, pair=[evening.marta, evening.tom], when=day, scope=None)
    assert plan_page(evening.marta, plan, begins).headline == "You’re playing Tom today."


def test_the_page_of_the_night_says_on_its_day_whom_i_play(evening: Evening) -> None:
    plan, begins = paired(evening), evening.night.begins_at
    night = night_or_404(evening.marta, evening.night.pk)
    assert night_page(evening.marta, night, begins - timedelta(days=1)).game is None
    assert night_page(evening.jun, night, begins).game is None
    game = night_page(evening.marta, night, begins).game
    assert game is not None
    assert (game.title, game.note, game.url) == (
        "You’re playing Tom",
        "Table 2",
        f"/clubs/{plan.club.slug}/games/{plan.pk}/",
    )


# When it is over, or does not take place


def test_a_night_that_is_over_tells_who_answered_and_offers_no_game_on_it(evening: Evening) -> None:
    acts.set_attendance(seat=evening.marta, night=evening.night, come="yes")
    night = night_or_404(evening.tom, evening.night.pk)
    before, after = (night_page(evening.tom, night, at) for at in (night.begins_at, night.ends_at))
    assert (before.who, [one.word for one in before.groups]) == ("Who is coming", ["coming", "no reply"])
    assert (after.who, [one.word for one in after.groups]) == ("How people answered", ["coming"])
    assert before.board is not None
    assert after.board is None


def test_the_code_of_the_hall_says_when_the_night_is(evening: Evening) -> None:
    browser, night = signed_in(evening.marta), evening.night
    assert f"This night is on {night}, 19:00 to 23:00." in page_text(browser.get(evening.path("here/")))
    acts.mark_night_off(night=night, why="The room is let")
    assert "Called off: The room is let" in page_text(browser.get(evening.path("here/")))


# My home on the day


def test_home_puts_the_game_i_am_about_to_play_first(
    evening: Evening, tonight: Callable[[timedelta], None]
) -> None:
    plan, begins = paired(evening), evening.night.begins_at
    assert my_next_game([evening.marta], begins - timedelta(days=1)) is None
    assert my_next_game([evening.jun], begins) is None
    tonight(timedelta())
    acts.arrive(seat=evening.tom, night=evening.night)
    page, text = home.home_page(evening.marta.person), page_text(signed_in(evening.marta).get("/"))
    assert page.game is not None
    assert (page.game.title, page.game.headline, page.game.note, page.game.action, page.game.url) == (
        "Tonight, table 2", "Tom is here. You’re at table 2.", "19:00", "Start the game",
        f"/clubs/{plan.club.slug}/games/{plan.pk}/",
    )  # fmt: skip
    assert text.index("Tonight, table 2") < text.index("Next club night") < text.index("Waiting for you")
    assert "You’re playing Tom" not in text, "it stands once"


def test_home_leads_to_the_game_while_it_is_played_and_then_to_the_next_one(
    evening: Evening, tonight: Callable[[timedelta], None]
) -> None:
    scope = play.found_league(evening.ilse, parallel_play="on")
    for seat in (evening.marta, evening.tom):
        play.found_warband(scope, seat, units=play.band(150))
    play.answer_all(scope, evening.ilse, play.act(scope, evening.ilse, "start"))
    one, other = (
        plans.arrange(by=evening.ilse, pair=pair, when=When.on(evening.night, table), scope=league)
        for table, pair, league in (
            (1, [evening.marta, evening.tom], scope), (2, [evening.marta, evening.jun], None),
        )
    )  # fmt: skip
    tonight(timedelta(minutes=10))
    signed_in(evening.tom).post(f"/clubs/{evening.club.slug}/games/{one.pk}/begin/")
    (mission,) = play.state_of(scope).missions
    game = home.home_page(evening.marta.person).game
    assert game is not None
    place = reverse("campaigns:mission", args=[scope.pk, mission])
    assert (game.action, game.url) == ("Go to the game", place)
    assert "You’re playing Jun" in page_text(signed_in(evening.marta).get("/"))
    (hers, *_) = play.state_of(scope).warbands
    sent = play.act(scope, evening.marta, "walk_over", mission=mission, winner=hers)
    game = home.home_page(evening.marta.person).game
    assert game is not None
    assert "Jun" in game.headline, "it is reported: nobody is at its table"
    reports.withdraw_report(Report.objects.get(pk=sent.report or 0), Actor(evening.marta))
    game = home.home_page(evening.marta.person).game
    assert game is not None
    assert game.url == place
    play.answer_all(scope, evening.ilse, play.act(scope, evening.ilse, "abandon", mission=mission))
    game = home.home_page(evening.marta.person).game
    assert game is not None
    assert (game.action, game.url) == ("Start the game", f"/clubs/{evening.club.slug}/games/{other.pk}/")
    plans.mark_plan_off(by=evening.jun, plan=other, why="")
    assert home.home_page(evening.marta.person).game is None


# Not this time after all


def test_not_this_time_says_that_a_game_under_way_goes_on_and_leads_to_it(
    evening: Evening, tonight: Callable[[timedelta], None]
) -> None:
    scope = play.found_league(evening.ilse, parallel_play="on")
    for seat in (evening.marta, evening.tom):
        play.found_warband(scope, seat, units=play.band(150))
    play.answer_all(scope, evening.ilse, play.act(scope, evening.ilse, "start"))
    acts.set_attendance(seat=evening.tom, night=evening.night, come="yes")
    when = When.on(evening.night, 1)
    plan = plans.arrange(by=evening.ilse, pair=[evening.marta, evening.tom], when=when, scope=scope)
    tonight(timedelta(minutes=10))
    signed_in(evening.marta).post(f"/clubs/{evening.club.slug}/games/{plan.pk}/begin/")
    (mission,) = play.state_of(scope).missions
    tom, say = signed_in(evening.tom), evening.path("say/")
    asked = tom.post(say, {"come": "no"})
    assert asked.status_code == 409
    assert "This game is under way, so your answer will not call it off." in page_text(asked)
    assert f'href="{reverse("campaigns:mission", args=[scope.pk, mission])}"' in page_text(asked)
    assert evening.night.answers.get(seat=evening.tom).here_at is not None
    assert tom.post(say, {"come": "no", "falls": "1"}).status_code == 302
    answer = evening.night.answers.get(seat=evening.tom)
    assert (answer.come, answer.here_at) == ("no", None)
    assert PlannedGame.objects.get().status == PlanStatus.BEGUN
