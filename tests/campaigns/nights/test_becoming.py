"""What a planned game becomes: the battle a map has led to, or what its people played without the tap."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from urllib.parse import quote_plus

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.engine import reports
from campaigns.engine.who.rights import Actor
from campaigns.leagues.clock import clock_tick
from campaigns.models import Notice, PlannedGame, PlanStatus, Report, Scope, Seat
from campaigns.nights import acts
from campaigns.nights.games import plans
from campaigns.nights.games.games import planned_game_lines
from campaigns.nights.games.page import plan_page
from campaigns.nights.games.plans import When
from tests.campaigns import play
from tests.campaigns.nights.conftest import Evening, announced
from tests.campaigns.people.test_races import at_once as together
from tests.factories import signed_in
from tests.maps.conquest import play as conquest
from tests.maps.firestorm.fights import ordered
from tests.maps.firestorm.play import begun as firestorm_begun
from tests.pages import errors_of, page_of, refusal_of

pytestmark = pytest.mark.django_db
At = Callable[[datetime], None]


@pytest.fixture
def scope(evening: Evening) -> Scope:
    """A league in which Marta and Tom have a warband each."""
    found = play.found_league(evening.ilse, parallel_play="on")
    for seat in (evening.marta, evening.tom):
        play.found_warband(found, seat, units=play.band(150))
    play.answer_all(found, evening.ilse, play.act(found, evening.ilse, "start"))
    return found


def agreed(evening: Evening, scope: Scope | None) -> PlannedGame:
    plan = plans.propose_game(
        by=evening.marta, others=[evening.tom], when=When.on(evening.night), scope=scope
    )
    return plans.reply_to_plan(by=evening.tom, plan=plan, accepts=True)


def now(plan: PlannedGame) -> tuple[str, str]:
    plan.refresh_from_db()
    return plan.status, plan.became


def reported(evening: Evening, scope: Scope) -> str:
    return play.evening(scope, evening.ilse, *play.state_of(scope).warbands)


def test_what_was_reported_without_the_tap_is_the_planned_game(
    evening: Evening, scope: Scope, at: At
) -> None:
    plan = agreed(evening, scope)
    at(evening.night.begins_at + timedelta(hours=3))
    mission = reported(evening, scope)
    clock_tick()
    assert now(plan) == (PlanStatus.BEGUN, mission)
    (line,) = planned_game_lines([plan], 0)
    assert line.tone == "won"


def test_who_begins_a_game_at_a_table_is_there_and_an_organiser_may_undo_that(
    evening: Evening, scope: Scope, at: At
) -> None:
    plan = agreed(evening, scope)
    acts.set_attendance(seat=evening.tom, night=evening.night, come="maybe", brings="A mat")
    at(evening.night.begins_at + timedelta(minutes=5))
    signed_in(evening.tom).post(f"/clubs/{evening.club.slug}/games/{plan.pk}/begin/")
    there = evening.night.answers.filter(here_at__isnull=False)
    assert {(one.seat, one.come, one.brings) for one in there} == {
        (evening.tom, "yes", "A mat"),
        (evening.marta, "yes", ""),
    }
    path, ilse = evening.path(f"here/{evening.tom.pk}/"), signed_in(evening.ilse)
    assert signed_in(evening.marta).post(path, {"gone": "1"}).status_code == 404
    assert [one.name for one in page_of(ilse.get(evening.path())).present] == ["Marta", "Tom"]
    ilse.post(path, {"gone": "1"})
    assert [one.seat for one in there.all()] == [evening.marta]
    signed_in(evening.tom).post(f"/clubs/{evening.club.slug}/games/{plan.pk}/begin/")
    assert [one.seat for one in there.all()] == [evening.marta]


def begun(evening: Evening, plan: PlannedGame, at: At) -> str:
    """Tap "Start the game" on the evening; the mission it has become."""
    at(evening.night.begins_at + timedelta(minutes=5))
    signed_in(evening.marta).post(f"/clubs/{evening.club.slug}/games/{plan.pk}/begin/")
    return now(plan)[1]


def came(evening: Evening) -> dict[str, tuple[str, bool]]:
    """What each has said to the night, and whether they are there."""
    return {one.seat.name: (one.come, one.here_at is not None) for one in evening.night.answers.all()}


def test_opr_31_whoever_is_said_not_to_have_come_to_a_game_is_not_here(
    evening: Evening, scope: Scope, at: At
) -> None:
    plan = agreed(evening, scope)
    mission, (hers, _his) = begun(evening, plan, at), play.state_of(scope).warbands
    assert came(evening) == {"Marta": ("yes", True), "Tom": ("yes", True)}
    sent = play.act(scope, evening.marta, "walk_over", mission=mission, winner=hers)
    assert came(evening) == {"Marta": ("yes", True), "Tom": ("yes", False)}
    assert [one.name for one in page_of(signed_in(evening.ilse).get(evening.path())).present] == ["Marta"]
    at(evening.night.begins_at + timedelta(minutes=50))
    acts.arrive(seat=evening.tom, night=evening.night)
    reports.agree_report(Report.objects.get(pk=sent.report or 0), Actor(evening.ilse))
    assert came(evening)["Tom"] == ("yes", True), "that was their own word"


@pytest.mark.parametrize("before", ["", "maybe"])
def test_opr_31_what_the_absent_had_said_to_the_night_stands_again(
    evening: Evening, scope: Scope, at: At, before: str
) -> None:
    if before:
        acts.set_attendance(seat=evening.tom, night=evening.night, come=before)
    pair = [evening.marta, evening.tom]
    plan = plans.arrange(by=evening.ilse, pair=pair, when=When.on(evening.night), scope=scope)
    mission, (hers, _his) = begun(evening, plan, at), play.state_of(scope).warbands
    assert came(evening)["Tom"] == ("yes", True)
    play.act(scope, evening.ilse, "begin", mission=mission, walk_over=True)
    play.act(scope, evening.ilse, "walk_over", mission=mission, winner=hers)
    assert came(evening).get("Tom") == ((before, False) if before else None)


def test_a_game_that_begins_on_another_day_says_nothing_of_the_night(evening: Evening, at: At) -> None:
    plan = agreed(evening, None)
    at(evening.night.begins_at + timedelta(days=2))
    plans.began(plan=plan, became="")
    assert not evening.night.answers.filter(here_at__isnull=False).exists()


def test_a_tap_after_the_report_opens_no_second_mission(evening: Evening, scope: Scope, at: At) -> None:
    plan = agreed(evening, scope)
    at(evening.night.begins_at + timedelta(hours=3))
    mission = reported(evening, scope)
    answer = signed_in(evening.tom).post(f"/clubs/{evening.club.slug}/games/{plan.pk}/begin/")
    assert answer["Location"] == reverse("campaigns:mission", args=[scope.pk, mission])
    assert list(play.state_of(scope).missions) == [mission]


def test_what_was_played_before_its_day_or_for_another_plan_is_not_it(
    evening: Evening, scope: Scope, at: At
) -> None:
    mission = reported(evening, scope)
    plan, second = agreed(evening, scope), agreed(evening, scope)
    at(evening.night.begins_at + timedelta(hours=3))
    clock_tick()
    assert (now(plan), now(second)) == ((PlanStatus.AGREED, ""), (PlanStatus.AGREED, ""))
    other = reported(evening, scope)
    clock_tick()
    assert now(plan) == (PlanStatus.BEGUN, other) != (PlanStatus.BEGUN, mission)
    assert now(second) == (PlanStatus.AGREED, "")


def sent_by(who: Seat, scope: Scope) -> Report:
    """A quick report of the two warbands, which waits for the other."""
    bell, raiders = play.state_of(scope).warbands
    facts = {"warbands": [bell, raiders], "winners": [bell], "rounds": 4}
    return reports.submit_report(scope=scope, actor=Actor(who), procedure="opr.quick_report", facts=facts)


@pytest.mark.parametrize("by_tap", [False, True])
def test_what_began_this_morning_is_not_the_game_agreed_for_tonight(
    evening: Evening, scope: Scope, at: At, by_tap: bool
) -> None:
    at(evening.night.begins_at - timedelta(hours=9))
    morning = reported(evening, scope)
    at(evening.night.begins_at - timedelta(hours=5))
    plan = agreed(evening, scope)
    at(evening.night.begins_at)
    clock_tick()
    assert now(plan) == (PlanStatus.AGREED, "")
    if by_tap:
        signed_in(evening.tom).post(f"/clubs/{evening.club.slug}/games/{plan.pk}/begin/")
    else:
        reported(evening, scope)
        clock_tick()
    (tonight,) = [one for one in play.state_of(scope).missions if one != morning]
    assert now(plan) == (PlanStatus.BEGUN, tonight)


def test_a_mission_under_way_since_the_morning_is_another_game(
    evening: Evening, scope: Scope, at: At
) -> None:
    at(evening.night.begins_at - timedelta(hours=9))
    opened = play.act(scope, evening.marta, "open_mission", warbands=[*play.state_of(scope).warbands])
    play.act(scope, evening.marta, "begin", mission=f"{opened.slot}.mission")
    at(evening.night.begins_at - timedelta(hours=5))
    plan = agreed(evening, scope)
    at(evening.night.begins_at)
    answer = signed_in(evening.tom).post(f"/clubs/{evening.club.slug}/games/{plan.pk}/begin/")
    assert "is already in mission 1" in refusal_of(answer)
    clock_tick()
    assert now(plan) == (PlanStatus.AGREED, "")


def test_a_report_of_this_morning_that_counts_tonight_is_another_game(
    evening: Evening, scope: Scope, at: At
) -> None:
    at(evening.night.begins_at - timedelta(hours=9))
    report = sent_by(evening.marta, scope)
    at(evening.night.begins_at - timedelta(hours=5))
    plan = agreed(evening, scope)
    at(evening.night.begins_at)
    reports.agree_report(report, Actor(evening.tom))
    clock_tick()
    assert now(plan) == (PlanStatus.AGREED, "")


def test_a_game_that_waits_to_count_is_not_begun_once_more(evening: Evening, scope: Scope, at: At) -> None:
    plan = agreed(evening, scope)
    at(evening.night.begins_at + timedelta(hours=3))
    report = sent_by(evening.marta, scope)
    answer = signed_in(evening.tom).post(f"/clubs/{evening.club.slug}/games/{plan.pk}/begin/")
    assert answer["Location"] == reverse("campaigns:report", args=[scope.pk, report.pk])
    assert not play.state_of(scope).missions
    at(evening.night.begins_at + timedelta(hours=25))
    clock_tick()
    assert now(plan) == (PlanStatus.BEGUN, "")
    reports.agree_report(report, Actor(evening.tom))
    clock_tick()
    assert now(plan) == (PlanStatus.BEGUN, next(iter(play.state_of(scope).missions)))


@pytest.mark.django_db(transaction=True)
def test_both_begin_a_planned_game_at_one_moment(evening: Evening, scope: Scope, at: At) -> None:
    plan = agreed(evening, scope)
    at(evening.night.begins_at)
    led: list[str] = []

    def begin(browser: Client) -> None:
        led.append(browser.post(f"/clubs/{evening.club.slug}/games/{plan.pk}/begin/")["Location"])

    phones = [signed_in(one) for one in (evening.marta, evening.tom)]
    assert together(*(partial(begin, phone) for phone in phones)) == [True, True]
    (mission,) = play.state_of(scope).missions
    assert led == [reverse("campaigns:mission", args=[scope.pk, mission])] * 2
    assert now(plan) == (PlanStatus.BEGUN, mission)


def test_an_agreed_game_that_was_not_played_says_so(evening: Evening, scope: Scope, at: At) -> None:
    plan = agreed(evening, scope)
    at(evening.night.ends_at + timedelta(days=15))
    clock_tick()
    plan = PlannedGame.objects.select_related("club", "scope").get(pk=plan.pk)
    assert (plan.status, plan_page(evening.marta, plan).state) == (PlanStatus.LAPSED, "not played")
    assert not Notice.objects.filter(kind="lapsed").exists()


def test_just_a_game_needs_no_tap_to_have_taken_place(evening: Evening, at: At) -> None:
    plan = agreed(evening, None)
    at(evening.night.begins_at + timedelta(hours=25))
    clock_tick()
    assert now(plan) == (PlanStatus.BEGUN, "")


# What came up on a map


def test_a_challenge_on_the_map_is_the_game_that_is_planned(at: At) -> None:
    league = conquest.at_battles("Marta", "Kwame")
    (battle,) = league.state.battles
    night = announced(league.organiser)
    marta, kwame = league.seats["Marta"], league.seats["Kwame"]
    plan = plans.propose_game(by=marta, others=[kwame], when=When.on(night), scope=league.scope)
    assert (plan.status, plan.became) == (PlanStatus.ASKED, battle)
    facts = {one.label: one.url for one in plan_page(kwame, plan).facts}
    assert facts["Game"] == reverse("maps:battle", args=[league.scope.pk, battle])
    plan = plans.reply_to_plan(by=kwame, plan=plan, accepts=True)
    again = plans.propose_game(by=marta, others=[kwame], when=When.on(night), scope=league.scope)
    assert again.became == ""
    at(night.begins_at)
    answer = signed_in(kwame).post(f"/clubs/{plan.club.slug}/games/{plan.pk}/begin/")
    assert answer["Location"] == facts["Game"]
    assert now(plan) == (PlanStatus.BEGUN, battle)


def test_a_battle_on_the_map_leads_to_planning_it_with_all_filled_in() -> None:
    league = conquest.at_battles("Marta", "Kwame")
    (battle,) = league.state.battles
    announced(league.organiser)
    marta, kwame = league.seats["Marta"], league.seats["Kwame"]
    place = reverse("maps:battle", args=[league.scope.pk, battle])
    nights = f"/clubs/{marta.club.slug}/nights/"
    mine = signed_in(marta)
    link = page_of(mine.get(place)).planning
    assert (link.words, link.is_planned) == ("Plan this game", False)

    (waits,) = page_of(mine.get(nights)).to_plan
    assert waits.url == link.url
    assert kwame.name in waits.note
    assert page_of(signed_in(league.organiser).get(place)).planning is None
    assert page_of(signed_in(league.organiser).get(nights)).to_plan == ()
    form = mine.get(link.url).context["form"]
    said = {name: form[name].value() or "" for name in form.fields}
    assert (said["others"], said["scope"]) == ([str(kwame.pk)], str(league.scope.pk))
    refused = mine.post(link.url, {**said, "others": [league.organiser.pk]})
    assert "one player from each side" in errors_of(refused)
    mine.post(link.url, said)
    assert PlannedGame.objects.get().became == battle
    planned = page_of(signed_in(kwame).get(place)).planning
    assert planned.is_planned
    assert planned.words.startswith("Planned for ")
    assert page_of(mine.get(nights)).to_plan == ()


def test_a_battle_that_was_fought_before_its_night_is_not_lost() -> None:
    league = conquest.at_battles("Marta", "Kwame")
    (battle,) = league.state.battles
    sides = [league.seats["Marta"], league.seats["Kwame"]]
    plan = plans.propose_game(
        by=sides[0], others=sides[1:], when=When.on(announced(league.organiser)), scope=league.scope
    )
    conquest.battles(league)
    plans.by_itself(plan.begins_at)
    assert now(plan) == (PlanStatus.BEGUN, battle)


def test_of_a_faction_of_several_one_plays_its_battle(at: At) -> None:
    league = firestorm_begun("Marta", "Kwame", more=(("Ana", "Marta"), ("Tom", "Kwame")))
    ordered(
        league,
        Marta={"T01": ("forced_march", ("T02", "T03"))},
        Kwame={"T05": ("forced_march", ("T04", "T03"))},
    )
    (battle,) = [one.id for one in league.state.battles.values() if one.status == "open"]
    place = reverse("firestorm:battle", args=[league.scope.pk, battle])
    assert quote_plus(battle) in page_of(signed_in(league.seats["Ana"]).get(place)).planning.url
    night = announced(league.organiser)
    ana, tom = league.seats["Ana"], league.seats["Tom"]
    strangers = plans.propose_game(
        by=ana, others=[league.seats["Marta"]], when=When.on(night), scope=league.scope
    )
    assert strangers.became == ""
    plan = plans.propose_game(by=ana, others=[tom], when=When.on(night), scope=league.scope)
    plan = plans.reply_to_plan(by=tom, plan=plan, accepts=True)
    at(night.begins_at)
    answer = signed_in(tom).post(f"/clubs/{plan.club.slug}/games/{plan.pk}/begin/")
    assert answer["Location"] == place
