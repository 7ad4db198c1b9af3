"""A side is handed over while games of its player are to come: who plays them, and who hears."""

from __future__ import annotations

import pytest

from campaigns.models import PlannedGame, PlanStatus, Seat
from campaigns.nights.games import plans
from campaigns.nights.games.games import my_game_of_night, plans_on
from campaigns.nights.games.page import plan_page
from campaigns.nights.games.plans import When
from tests.campaigns import play
from tests.campaigns.nights.conftest import Evening
from tests.campaigns.nights.test_plans import Season, asked, season
from tests.campaigns.notices.test_inbox import told
from tests.factories import todos_for
from tests.maps.conquest import play as conquest

pytestmark = pytest.mark.django_db
__all__ = ["season"]


def handed(season: Season, owner: Seat) -> None:
    """Marta's warband is somebody else's from now on."""
    (warband,) = [
        one.id
        for one in play.state_of(season.scope).warbands.values()
        if one.owner == str(season.evening.marta.pk)
    ]
    params = {"warband": warband, "owner": str(owner.pk), "words": "moved away"}
    play.act(season.scope, season.evening.ilse, "hand_over", **params)


def agreed(season: Season) -> PlannedGame:
    plan = asked(season.evening, scope=season.scope)
    plan = plans.reply_to_plan(by=season.evening.tom, plan=plan, accepts=True)
    for seat in (season.evening.marta, season.evening.tom, season.evening.jun):
        told(seat)
    return plan


def players(plan: PlannedGame) -> dict[str, str]:
    return {str(one.seat): one.said for one in plan.sides.select_related("seat")}


def test_who_takes_over_a_warband_is_asked_for_its_game_and_the_opponent_hears(season: Season) -> None:
    evening = season.evening
    plan = agreed(season)
    handed(season, evening.jun)
    plan.refresh_from_db()
    assert (plan.status, players(plan)) == (PlanStatus.ASKED, {"Jun": "", "Tom": "yes"})
    when = f"{evening.night}, 19:00"
    assert f"Tom would like a game with you on {when}" in told(evening.jun)
    assert [one.title for one in todos_for(evening.jun) if "game" in one.title] == ["Tom would like a game"]
    assert my_game_of_night(plans_on([evening.night]), evening.marta.person_id) is None
    told(evening.tom)
    plans.reply_to_plan(by=evening.jun, plan=plan, accepts=True)
    assert told(evening.tom) == [f"You’re playing Jun on {when}, table 1"]


def test_a_game_that_was_moved_before_is_not_said_to_be_moved(season: Season) -> None:
    evening = season.evening
    plan = agreed(season)
    plan = plans.move_planned_game(
        by=evening.tom, plan=plan, when=When(plan.day, plan.starts.replace(minute=30), plan.night, 1)
    )
    plans.reply_to_plan(by=evening.marta, plan=plan, accepts=True)
    handed(season, evening.jun)
    assert [one for one in told(evening.jun) if "Tom would like a game with you on" in one]


def test_whom_an_organiser_has_paired_stay_paired_and_both_hear_it_anew(season: Season) -> None:
    evening = season.evening
    pair = [evening.marta, evening.tom]
    plan = plans.arrange(by=evening.ilse, pair=pair, when=When.on(evening.night, 1), scope=season.scope)
    told(evening.tom)
    handed(season, evening.jun)
    plan.refresh_from_db()
    assert (plan.status, players(plan)) == (PlanStatus.PAIRED, {"Jun": "", "Tom": ""})
    when = f"{evening.night}, 19:00"
    assert f"You’ve been paired with Jun on {when}, table 1" in told(evening.tom)
    assert f"You’ve been paired with Tom on {when}, table 1" in told(evening.jun)


def test_nobody_plays_themselves(season: Season) -> None:
    plan = asked(season.evening, season.evening.jun, scope=season.scope)
    handed(season, season.evening.jun)
    plan.refresh_from_db()
    assert plan.status == PlanStatus.OFF
    assert "the same person" in plan_page(season.evening.jun, plan).state


def test_games_of_another_league_and_of_none_stay(season: Season) -> None:
    plan = asked(season.evening)
    handed(season, season.evening.jun)
    plan.refresh_from_db()
    assert players(plan) == {"Marta": "yes", "Tom": ""}


def test_cq_16_a_day_for_a_battle_goes_with_its_empire(evening: Evening) -> None:
    league = conquest.at_battles("Marta", "Kwame")
    marta, kwame = league.seats["Marta"], league.seats["Kwame"]
    zoe = play.player(league.scope, "Zoe")
    (battle,) = league.state.battles.values()
    night = evening.night
    when = When(night.day, night.starts)
    plan = plans.propose_game(by=marta, others=[kwame], when=when, scope=league.scope, game=battle.id)
    assert plan.became == battle.id
    play.act(
        league.scope,
        league.seats["Organiser"],
        "hand_over",
        realm=league.realm("Marta"),
        owner=str(zoe.pk),
        words="x",
    )
    plan.refresh_from_db()
    assert players(plan) == {"Zoe": "", "Kwame": ""}
    assert plan.became == battle.id
