"""Two games of one person at one hour, and nights that would be in the past: said before and after."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from campaigns.models import PlannedGame, Seat
from campaigns.nights.games import plans
from campaigns.nights.games.page import GameFact, plan_page
from campaigns.nights.games.plans import When
from campaigns.nights.games.views import plan_or_404
from tests.campaigns import play
from tests.campaigns.nights.conftest import Evening, today
from tests.factories import signed_in
from tests.pages import page_of, page_text

HOUR = "At the same time"


def agreed(evening: Evening, *others: Seat) -> PlannedGame:
    """Marta has a game on the night."""
    plan = plans.propose_game(by=evening.marta, others=others, when=When.on(evening.night))
    for seat in others:
        plan = plans.reply_to_plan(by=seat, plan=plan, accepts=True)
    return plan


def clashes_of(seat: Seat, plan: PlannedGame) -> list[GameFact]:
    return [one for one in plan_page(seat, plan_or_404(seat, plan.pk)).facts if one.label == HOUR]


def test_a_second_game_at_the_same_hour_is_asked_about_and_then_said_to_all(evening: Evening) -> None:
    first = agreed(evening, evening.tom)
    browser, path = signed_in(evening.marta), f"/clubs/{evening.club.slug}/games/new/"
    sent: dict[str, Any] = {"others": [evening.jun.pk], "night": evening.night.pk, "scope": "", "words": ""}
    asked = browser.post(path, sent)
    assert asked.status_code == 422
    assert "Marta already has a game then, with Tom at 19:00." in page_text(asked)
    assert PlannedGame.objects.count() == 1
    assert browser.post(path, {**sent, "sure": "on"}).status_code == 302
    second = PlannedGame.objects.exclude(pk=first.pk).get()
    for seat in (evening.marta, evening.tom, evening.jun, evening.ilse):
        (fact,) = clashes_of(seat, first)
        assert fact.value == "Marta already has a game then, with Jun at 19:00."
        assert fact.url.endswith(f"/{second.pk}/")
        (fact,) = clashes_of(seat, second)
        assert fact.value == "Marta already has a game then, with Tom at 19:00."
        night = page_of(signed_in(seat).get(evening.path()))
        assert all("Marta has another game at that time" in line.state for line in night.games)


def test_who_watches_a_second_game_being_asked_for_hears_nothing(evening: Evening) -> None:
    """Somebody of another club has no page of either game."""
    first = agreed(evening, evening.tom)
    plans.propose_game(by=evening.marta, others=[evening.jun], when=When.on(evening.night))
    path = f"/clubs/{evening.club.slug}/games/{first.pk}/"
    assert signed_in(evening.sven).get(path).status_code == 404


def test_another_hour_other_people_and_a_game_that_is_off_are_no_clash(evening: Evening) -> None:
    first = agreed(evening, evening.tom)
    later = When(evening.night.day, evening.night.starts.replace(hour=21))
    plans.propose_game(by=evening.marta, others=[evening.jun], when=later)
    assert clashes_of(evening.marta, first) == []
    other = plans.propose_game(by=evening.ilse, others=[evening.jun], when=When.on(evening.night))
    assert clashes_of(evening.jun, other) == []
    plans.mark_plan_off(by=evening.marta, plan=first, why="")
    assert (
        clashes_of(
            evening.marta, plans.propose_game(by=evening.marta, others=[], when=When.on(evening.night))
        )
        == []
    )


def test_a_game_that_moves_to_an_hour_somebody_plays_already_asks_first(evening: Evening) -> None:
    first = agreed(evening, evening.tom)
    other = plans.propose_game(
        by=evening.jun,
        others=[evening.tom],
        when=When(evening.night.day + timedelta(days=1), evening.night.starts),
    )
    browser, path = signed_in(evening.jun), f"/clubs/{evening.club.slug}/games/{other.pk}/move/"
    sent = {"night": evening.night.pk, "words": ""}
    asked = browser.post(path, sent)
    assert asked.status_code == 422
    assert "Tom already has a game then, with Marta at 19:00." in page_text(asked)
    assert browser.post(path, {**sent, "sure": "on"}).status_code == 302
    other.refresh_from_db()
    assert (other.night, first.is_open) == (evening.night, True)


def test_a_night_is_not_moved_into_the_past_unasked(evening: Evening) -> None:
    browser, was = signed_in(evening.ilse), evening.night.day
    yesterday = today(evening.club) - timedelta(days=1)
    sent = {
        "day": yesterday.isoformat(),
        "starts": "19:00",
        "ends": "23:00",
        "tables": "6",
        "place": "Back room",
    }
    asked = browser.post(evening.path("change/"), sent)
    assert asked.status_code == 422
    assert "That time has already passed" in page_text(asked)
    evening.night.refresh_from_db()
    assert evening.night.day == was
    assert browser.post(evening.path("change/"), {**sent, "sure": "on"}).status_code == 302
    evening.night.refresh_from_db()
    assert evening.night.day == yesterday
    # Of a night that is over its note is changed without a question.
    assert browser.post(evening.path("change/"), {**sent, "words": "Thanks!"}).status_code == 302


def test_a_game_of_a_league_somebody_is_not_in_is_asked_about_and_said_afterwards(evening: Evening) -> None:
    league = play.found_league(evening.ilse)
    play.found_warband(league, evening.marta, "Second Bell")
    browser, path = signed_in(evening.marta), f"/clubs/{evening.club.slug}/games/new/"
    sent: dict[str, Any] = {
        "others": [evening.tom.pk], "night": evening.night.pk, "scope": league.pk, "words": "",
    }  # fmt: skip
    asked = browser.post(path, sent)
    said = f"Tom doesn’t play in {league.name} yet, and has to join it before the game."
    assert (asked.status_code, said in page_text(asked)) == (422, True)
    assert browser.post(path, {**sent, "sure": "on"}).status_code == 302
    plan = PlannedGame.objects.get()

    def missing() -> list[str]:
        facts = plan_page(evening.tom, plan_or_404(evening.tom, plan.pk)).facts
        return [one.value for one in facts if one.label == "Still to do"]

    assert missing() == [said]
    play.found_warband(league, evening.tom, "Raiders")
    assert missing() == []
    assert (
        browser.post(path, {**sent, "others": [evening.jun.pk], "scope": "", "sure": ""}).status_code == 422
    )
