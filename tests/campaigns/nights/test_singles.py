"""A game against the app that was planned becomes the game itself with one tap."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.urls import reverse

from campaigns.models import PlannedGame, PlanStatus, Scope, ScopeKind
from campaigns.nights.games import plans, singles
from campaigns.nights.games.games import planned_game_lines
from campaigns.nights.games.page import plan_page
from campaigns.nights.games.plans import When
from campaigns.solo.armies import editions
from rules.engine.refusals import Refused
from tests.campaigns import play
from tests.campaigns.nights.conftest import Evening
from tests.factories import signed_in

pytestmark = pytest.mark.django_db
At = Callable[[datetime], None]


def planned(evening: Evening, *others: int, single: str = "") -> PlannedGame:
    sent = {"others": others, "night": evening.night.pk, "scope": single or singles.single_choices()[0][0]}
    answer = signed_in(evening.marta).post(f"/clubs/{evening.club.slug}/games/new/", sent)
    assert answer.status_code == 302
    return PlannedGame.objects.latest("pk")


def begin(plan: PlannedGame, evening: Evening) -> str:
    answer = signed_in(evening.marta).post(f"/clubs/{plan.club.slug}/games/{plan.pk}/begin/")
    assert answer.status_code == 302
    plan.refresh_from_db()
    return str(answer["Location"])


def test_each_book_one_can_play_alone_is_offered() -> None:
    assert [told for _one, told in singles.single_choices()] == [
        f"Against the app, {title}" for _edition, title in editions()
    ]


@pytest.mark.parametrize("number", [0, 1])
def test_one_tap_lays_the_table_for_whoever_plays(evening: Evening, at: At, number: int) -> None:
    single, told = singles.single_choices()[number]
    plan = planned(evening, evening.tom.pk, single=single)
    plans.reply_to_plan(by=evening.tom, plan=plan, accepts=True)
    plan = PlannedGame.objects.select_related("club").get(pk=plan.pk)
    assert plan_page(evening.marta, plan).about == told
    at(evening.night.begins_at)
    where = begin(plan, evening)
    (scope,) = Scope.objects.filter(kind=ScopeKind.GAME)
    assert where == reverse("campaigns:solo", args=[scope.pk])
    assert (plan.status, plan.scope) == (PlanStatus.BEGUN, scope)
    assert [one.name for one in play.state_of(scope).sides.values() if one.kind == "human"] == [
        "Marta",
        "Tom",
    ]
    assert signed_in(evening.tom).get(where).status_code == 200
    assert begin(plan, evening) == where
    assert Scope.objects.filter(kind=ScopeKind.GAME).count() == 1
    (line,) = planned_game_lines([plan], evening.tom.person_id)
    assert (line.tone, line.league) == ("live", told)
    assert plan_page(evening.tom, plan).place == where


def test_alone_it_needs_nobody_s_answer_and_unplayed_it_says_so(evening: Evening, at: At) -> None:
    plan = planned(evening)
    assert plan.status == PlanStatus.AGREED
    at(evening.night.begins_at + timedelta(hours=25))
    plans.by_itself(evening.night.begins_at + timedelta(hours=25))
    plan = PlannedGame.objects.select_related("club").get(pk=plan.pk)
    assert plan_page(evening.marta, plan).state == "not played"


def test_what_is_no_game_of_the_club_is_refused(evening: Evening) -> None:
    scope = play.found_league(evening.ilse)
    when = When.on(evening.night)
    for single, where in (("dice:1", None), (singles.single_choices()[0][0], scope)):
        with pytest.raises(Refused, match="Choose what you are playing"):
            plans.propose_game(by=evening.marta, others=[], when=when, scope=where, single=single)


def test_alone_in_a_league_the_app_takes_the_other_side(evening: Evening, at: At) -> None:
    scope = play.found_league(evening.ilse, parallel_play="on")
    for seat in (evening.marta, evening.tom):
        play.found_warband(scope, seat, units=play.band(150))
    play.answer_all(scope, evening.ilse, play.act(scope, evening.ilse, "start"))
    plan = plans.propose_game(by=evening.marta, others=[], when=When.on(evening.night), scope=scope)
    at(evening.night.begins_at)
    where = begin(plan, evening)
    assert where == reverse("campaigns:against", args=[scope.pk])
    assert signed_in(evening.marta).get(where).status_code == 200
    assert plan.status == PlanStatus.AGREED
