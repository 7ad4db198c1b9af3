"""Games to come: asked for, accepted, declined, moved, called off, lapsed, begun; and who looks for one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, time, timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.urls import reverse
from django.utils import timezone

from campaigns.engine import correcting
from campaigns.engine.who.rights import Actor
from campaigns.leagues.clock import clock_tick
from campaigns.models import (
    Come,
    Correction,
    Looking,
    Night,
    Notice,
    NoticeKind,
    PlannedGame,
    PlanStatus,
    Scope,
    Seat,
)
from campaigns.nights import acts
from campaigns.nights.evening import night_or_404
from campaigns.nights.evenings.agenda import nights_page
from campaigns.nights.evenings.pages import night_page, wanted_board
from campaigns.nights.games import plans
from campaigns.nights.games.games import as_range, my_game_of_night, planned_game_lines, plans_on
from campaigns.nights.games.leagues import league_of_club, past_meetings
from campaigns.nights.games.page import plan_page
from campaigns.nights.games.plans import When
from campaigns.notices.found import finding
from campaigns.notices.found.inbox import notification_sentence
from campaigns.people import seats, signin
from rules.engine.refusals import Refused
from tests.campaigns import play
from tests.campaigns.nights.conftest import EVENING, Evening, announced
from tests.factories import new_organiser, new_person, new_seat, signed_in, todos_for
from tests.pages import page_of, page_text, refusal_of


def asked(evening: Evening, *others: Seat, table: int | None = 1, scope: Scope | None = None) -> PlannedGame:
    """Marta asks Tom, or others, for a game on the night."""
    when = When.on(evening.night, table)
    return plans.propose_game(
        by=evening.marta, others=others or [evening.tom], when=when, scope=scope, words="A bridge."
    )


def path(plan: PlannedGame, rest: str = "") -> str:
    return f"/clubs/{plan.club.slug}/games/{plan.pk}/{rest}"


# Asked and answered


def test_who_is_asked_finds_it_on_their_home_and_accepts(evening: Evening) -> None:
    plan = asked(evening)
    (todo,) = [one for one in todos_for(evening.tom) if "would like a game" in one.title]
    assert (todo.url, todo.emblem) == (path(plan), evening.marta.emblem)
    assert not [one for one in todos_for(evening.marta) if "asks" in one.title]
    browser = signed_in(evening.tom)
    answer = browser.get(path(plan))
    page = page_of(answer)
    assert page.asks
    assert "Not accepted yet" not in page_text(answer)  # the question says as much
    assert page.title == "Marta would like a game"
    assert page.question.startswith("Play Marta on ")
    browser.post(path(plan, "answer/"), {"accept": "1", "words": "Gladly."})
    plan.refresh_from_db()
    assert plan.status == PlanStatus.AGREED
    assert [one.words for one in page_of(signed_in(evening.marta).get(path(plan))).sides] == ["", "Gladly."]
    mine = my_game_of_night(plans_on([evening.night]), evening.marta.person_id)
    assert mine is not None
    assert (mine.title, mine.note) == ("You’re playing Tom", "Table 1")


def test_a_game_weeks_away_is_asked_with_its_date(evening: Evening) -> None:
    plan = asked(evening)
    day, tz = plan.day, evening.club.tz
    near, far = (datetime.combine(day - timedelta(days=ahead), time(12), tzinfo=tz) for ahead in (6, 7))
    assert plan_page(evening.tom, plan, near).question == f"Play Marta on {day:%A}?"
    assert plan_page(evening.tom, plan, far).question == f"Play Marta on {day:%A} {day.day} {day:%B}?"


def test_declined_with_a_word_why(evening: Evening) -> None:
    plan = asked(evening)
    signed_in(evening.tom).post(path(plan, "answer/"), {"decline": "1", "words": "I am away."})
    plan.refresh_from_db()
    page = plan_page(evening.marta, plan)
    assert (plan.status, page.state, page.acts) == (PlanStatus.DECLINED, "declined: I am away.", False)
    new = reverse("campaigns:plan_new", args=[plan.club.slug])
    assert [plan_page(one, plan).again for one in (evening.marta, evening.jun)] == [new, ""]
    assert plans_on([evening.night]) == []


def said_of(night: Night) -> dict[str, str]:
    return dict(night.answers.values_list("seat__name", "come"))


@pytest.mark.parametrize("before", ["", Come.MAYBE, Come.NO])
def test_who_agrees_to_play_on_a_night_comes_to_it(evening: Evening, before: str) -> None:
    for seat in (evening.marta, evening.tom):
        if before:
            acts.set_attendance(
                seat=seat, night=evening.night, come=before, brings="Snacks" if before != Come.NO else ""
            )
    plan = asked(evening)
    assert Come.YES not in said_of(evening.night).values(), "asking alone is no word on the night yet"
    plans.reply_to_plan(by=evening.tom, plan=plan, accepts=True)
    assert said_of(evening.night) == {"Marta": Come.YES, "Tom": Come.YES}
    brings = set(evening.night.answers.values_list("brings", flat=True))
    assert brings == {"Snacks" if before == Come.MAYBE else ""}


@pytest.mark.parametrize("before", ["", Come.MAYBE, Come.NO, Come.YES])
def test_who_came_for_a_game_alone_is_asked_anew_once_it_is_off(evening: Evening, before: str) -> None:
    if before:
        brings = "" if before == Come.NO else "Snacks"
        acts.set_attendance(seat=evening.tom, night=evening.night, come=before, brings=brings)
    plan = asked(evening)
    plans.reply_to_plan(by=evening.tom, plan=plan, accepts=True)
    other = plans.propose_game(by=evening.marta, others=[evening.jun], when=When.on(evening.night))
    plans.reply_to_plan(by=evening.jun, plan=other, accepts=True)
    plans.mark_plan_off(by=evening.tom, plan=plan, why="a cold")
    stands = {Come.MAYBE: Come.MAYBE, Come.YES: Come.YES}.get(Come(before)) if before else None
    mine = {"Tom": stands} if stands else {}
    assert said_of(evening.night) == {"Marta": Come.YES, "Jun": Come.YES, **mine}, "Marta has another game"
    plans.move_planned_game(by=evening.marta, plan=other, when=When(evening.night.day, evening.night.starts))
    assert said_of(evening.night) == mine


def test_who_is_there_already_stays_there_when_a_game_is_off(evening: Evening) -> None:
    plan = asked(evening)
    plans.reply_to_plan(by=evening.tom, plan=plan, accepts=True)
    acts.set_attendance(seat=evening.tom, night=evening.night, come=Come.YES)
    plans.mark_plan_off(by=evening.marta, plan=plan, why="")
    assert said_of(evening.night) == {"Tom": Come.YES}


def test_who_declines_or_plays_on_another_day_is_not_down_for_the_night(evening: Evening) -> None:
    plans.reply_to_plan(by=evening.tom, plan=asked(evening), accepts=False)
    when = When(evening.night.day, evening.night.starts)
    plan = plans.propose_game(by=evening.marta, others=[evening.tom], when=when)
    plans.reply_to_plan(by=evening.tom, plan=plan, accepts=True)
    assert said_of(evening.night) == {}
    plans.arrange(by=evening.ilse, pair=[evening.tom, evening.jun], when=When.on(evening.night), scope=None)
    assert said_of(evening.night) == {}, "whom an organiser pairs says for themselves whether they come"


def test_who_plays_alone_comes_and_a_game_moved_to_a_night_counts_there(evening: Evening) -> None:
    alone = plans.propose_game(by=evening.jun, others=[], when=When.on(evening.night))
    assert said_of(evening.night) == {"Jun": Come.YES}
    later = announced(evening.ilse, ahead=10)
    plans.move_planned_game(by=evening.jun, plan=alone, when=When.on(later))
    assert said_of(later) == {"Jun": Come.YES}


def test_moving_and_calling_off_say_which_game_and_what_takes_away_is_red(evening: Evening) -> None:
    plan = asked(evening)
    browser, day = signed_in(evening.marta), plan.day
    which, red = f"Marta v Tom · {day:%A} {day.day} {day:%B}", '<button class="btn btn-red btn-block">'
    said = [page_text(browser.get(path(plan, rest))) for rest in ("move/", "off/")]
    assert [which in one for one in said] == [True, True]
    assert [red in one for one in said] == [False, True]


def test_with_three_all_have_to_accept(evening: Evening) -> None:
    plan = asked(evening, evening.tom, evening.jun)
    plan = plans.reply_to_plan(by=evening.tom, plan=plan, accepts=True)
    assert plan.status == PlanStatus.ASKED
    said = {one.name: one.said for one in plan_page(evening.marta, plan).sides}
    assert said == {"Marta": "accepted", "Tom": "accepted", "Jun": "no answer yet"}
    (line,) = planned_game_lines(plans_on([evening.night]), evening.jun.person_id)
    assert (line.state, line.pencil, line.mine) == ("Jun has not accepted yet", True, True)
    assert plans.reply_to_plan(by=evening.jun, plan=plan, accepts=True).status == PlanStatus.AGREED


def test_nobody_answers_for_somebody_else_but_an_organiser(evening: Evening) -> None:
    plan = asked(evening)
    for who in (evening.jun, evening.wren, evening.sven, None):
        assert signed_in(who).post(path(plan, "answer/"), {"accept": "1"}).status_code == 404
    with pytest.raises(PermissionDenied):
        plans.reply_to_plan(by=evening.jun, plan=plan, accepts=True, seat=evening.tom)
    assert (
        plans.reply_to_plan(by=evening.ilse, plan=plan, accepts=True, seat=evening.tom).status
        == PlanStatus.AGREED
    )


def test_opening_answers_nothing_and_strangers_see_nothing(evening: Evening) -> None:
    plan = asked(evening)
    codes = [
        signed_in(one).get(path(plan)).status_code for one in (evening.tom, evening.wren, evening.sven, None)
    ]
    assert codes == [200, 200, 404, 404]
    for rest in ("answer/", "begin/"):
        assert signed_in(evening.tom).get(path(plan, rest)).status_code == 405
    for rest in ("move/", "off/"):
        assert signed_in(evening.jun).get(path(plan, rest)).status_code == 404
    plan.refresh_from_db()
    assert plan.status == PlanStatus.ASKED


def test_alone_is_agreed_at_once(evening: Evening) -> None:
    plan = plans.propose_game(by=evening.marta, others=[], when=When.on(evening.night))
    assert plan.status == PlanStatus.AGREED


@pytest.mark.parametrize("who", ["wren", "sven"])
def test_only_players_of_the_club_are_asked(evening: Evening, who: str) -> None:
    with pytest.raises(Refused, match="Choose players from this club"):
        asked(evening, getattr(evening, who))


def test_a_table_is_taken_once(evening: Evening) -> None:
    plan = asked(evening)
    with pytest.raises(Refused, match="Table 1 is taken"):
        plans.propose_game(by=evening.jun, others=[evening.ilse], when=When.on(evening.night, 1))
    page = night_page(evening.marta, evening.night)
    assert (page.free, [one.table for one in page.games]) == ("2–6", ["1"])
    plans.mark_plan_off(by=evening.marta, plan=plan, why="")
    assert plans.propose_game(by=evening.jun, others=[evening.ilse], when=When.on(evening.night, 1))


def test_free_tables_in_words() -> None:
    assert [as_range(one) for one in ([], [4], [4, 5, 6], [2, 4])] == ["", "4", "4–6", "2, 4"]


# The form


def test_a_game_is_planned_by_the_form_a_link_fills_in(evening: Evening) -> None:
    browser = signed_in(evening.marta)
    address = f"/clubs/{evening.club.slug}/games/new/"
    form = browser.get(f"{address}?who={evening.tom.pk}&night={evening.night.pk}").context["form"]
    sent = {name: form[name].value() or "" for name in form.fields}
    assert (sent["others"], sent["night"]) == ([str(evening.tom.pk)], str(evening.night.pk))
    answer = browser.post(address, {**sent, "stake": "The loser paints"})
    plan = PlannedGame.objects.get()
    assert answer["Location"] == path(plan)
    assert (plan.night, plan.stake) == (evening.night, "The loser paints")
    assert browser.post(address, {**sent, "night": ""}).status_code == 422
    assert browser.post(address, {**sent, "others": ["999999"]}).status_code == 422
    day = evening.night.day + timedelta(days=2)
    browser.post(address, {**sent, "night": "", "day": day.isoformat(), "starts": "15:00"})
    assert PlannedGame.objects.latest("pk").begins_at.hour == 15
    assert signed_in(evening.wren).get(address).status_code == 404


# Moved, called off, lapsed


def test_a_move_asks_the_others_again_and_another_table_nobody(evening: Evening) -> None:
    plan = plans.reply_to_plan(by=evening.tom, plan=asked(evening), accepts=True)
    plan = plans.move_planned_game(by=evening.tom, plan=plan, when=When.on(evening.night, 2))
    assert (plan.status, plan.table) == (PlanStatus.AGREED, 2)
    later = announced(evening.ilse, ahead=9)
    plan = plans.move_planned_game(by=evening.tom, plan=plan, when=When.on(later), words="I am away.")
    assert (plan.status, plan.night, plan.sequence) == (PlanStatus.ASKED, later, 3)
    assert plan_page(evening.marta, plan).asks
    assert not plan_page(evening.tom, plan).asks


def test_the_note_of_another_table_stands_beside_it_until_something_else_is_said(evening: Evening) -> None:
    other = When.on(evening.night, 2)
    plan = plans.move_planned_game(by=evening.tom, plan=asked(evening), when=other, words="More light.")
    where = next(fact for fact in plan_page(evening.marta, plan).facts if fact.label == "Where")
    assert (where.note, plan.words) == ("More light.", "A bridge.")
    with pytest.raises(Refused, match="another day, time or table"):
        plans.move_planned_game(by=evening.tom, plan=plan, when=other, words="No change.")


def test_who_moves_what_they_asked_for_keeps_their_note_unless_they_write_another(evening: Evening) -> None:
    plan = asked(evening)
    for hour, by, words, kept in (
        (20, evening.marta, "", "A bridge."),
        (21, evening.marta, "Two bridges.", "Two bridges."),
        (22, evening.tom, "", ""),
    ):
        plan = plans.move_planned_game(by=by, plan=plan, when=When(plan.day, time(hour)), words=words)
        assert plan.words == kept
    plan = plans.reply_to_plan(by=evening.tom, plan=plan, accepts=False)
    assert plan_page(evening.marta, plan).state == "declined"


def test_called_off_with_a_word_and_once(evening: Evening) -> None:
    plan = asked(evening)
    signed_in(evening.tom).post(path(plan, "off/"), {"why": "no time"})
    signed_in(evening.marta).post(path(plan, "off/"), {"why": "again"})
    plan.refresh_from_db()
    assert (plan.status, plan.why) == (PlanStatus.OFF, "no time")
    with pytest.raises(Refused):
        plans.move_planned_game(by=evening.tom, plan=plan, when=When.on(evening.night))


def test_a_night_that_moves_or_is_called_off_takes_its_games_along(evening: Evening) -> None:
    plan = asked(evening)
    day = evening.night.day + timedelta(days=1)
    acts.update_night(night=evening.night, day=day, facts=EVENING)
    plan.refresh_from_db()
    assert (plan.day, plan.sequence) == (day, 1)
    acts.mark_night_off(night=Night.objects.get(), why="the pub is closed")
    plan.refresh_from_db()
    assert (plan.status, plan.why) == (PlanStatus.OFF, "the pub is closed")


def test_without_an_answer_it_lapses_at_noon(evening: Evening, at: Callable[[datetime], None]) -> None:
    plan = asked(evening)
    noon = plan.begins_at.replace(hour=12)
    assert plan.lapses_at == noon
    at(noon - timedelta(minutes=1))
    clock_tick()
    plan.refresh_from_db()
    assert plan.status == PlanStatus.ASKED
    at(noon)
    clock_tick()
    plan.refresh_from_db()
    assert plan.status == PlanStatus.LAPSED
    assert not [one for one in todos_for(evening.tom) if "asks" in one.title]


def test_asked_in_the_afternoon_it_may_be_accepted_until_it_begins(
    evening: Evening, at: Callable[[datetime], None]
) -> None:
    at(evening.night.begins_at - timedelta(hours=2))
    plan = asked(evening)
    assert plan.lapses_at == plan.begins_at


# On the evening


@dataclass(frozen=True)
class Season:
    """A league of warbands of the club, in which Marta and Tom have one each, and Jun has none."""

    evening: Evening
    scope: Scope


@pytest.fixture
def season(evening: Evening) -> Season:
    scope = play.found_league(evening.ilse, name="The Iron Winter", parallel_play="on")
    for seat in (evening.marta, evening.tom):
        play.found_warband(scope, seat, units=play.band(150))
    play.answer_all(scope, evening.ilse, play.act(scope, evening.ilse, "start"))
    return Season(evening, scope)


def test_one_tap_makes_it_the_mission_itself(season: Season, at: Callable[[datetime], None]) -> None:
    evening = season.evening
    plan = plans.reply_to_plan(by=evening.tom, plan=asked(evening, scope=season.scope), accepts=True)
    browser = signed_in(evening.tom)
    assert browser.post(path(plan, "begin/")).status_code == 409
    at(evening.night.begins_at)
    assert page_of(browser.get(path(plan))).begin
    first = browser.post(path(plan, "begin/"))
    (mission,) = play.state_of(season.scope).missions
    assert first["Location"] == reverse("campaigns:mission", args=[season.scope.pk, mission])
    assert signed_in(evening.marta).post(path(plan, "begin/"))["Location"] == first["Location"]
    assert len(play.state_of(season.scope).missions) == 1
    plan.refresh_from_db()
    assert (plan.status, plan.became) == (PlanStatus.BEGUN, mission)
    (line,) = planned_game_lines(plans_on([evening.night]), evening.tom.person_id)
    assert (line.tone, line.state, line.league) == ("live", "Mission 1", "The Iron Winter")
    begun = plan_page(evening.tom, plan)
    assert (begun.state, begun.place) == ("Mission 1", first["Location"])
    assert [one.said for one in begun.sides] == ["", ""]  # that it was accepted is of no interest any more


def test_a_mission_that_is_open_already_is_taken_over(season: Season, at: Callable[[datetime], None]) -> None:
    evening = season.evening
    plan = plans.reply_to_plan(by=evening.tom, plan=asked(evening, scope=season.scope), accepts=True)
    warbands = list(play.state_of(season.scope).warbands)
    play.act(season.scope, evening.marta, "open_mission", warbands=warbands)
    at(evening.night.begins_at)
    signed_in(evening.tom).post(path(plan, "begin/"))
    plan.refresh_from_db()
    assert [plan.became] == list(play.state_of(season.scope).missions)


def test_what_the_rules_refuse_is_said_and_the_plan_stays(
    season: Season, at: Callable[[datetime], None]
) -> None:
    evening = season.evening
    plan = plans.reply_to_plan(
        by=evening.jun, plan=asked(evening, evening.jun, scope=season.scope), accepts=True
    )
    at(evening.night.begins_at)
    answer = signed_in(evening.marta).post(path(plan, "begin/"))
    assert answer.status_code == 409
    assert refusal_of(answer) == "Jun does not play in The Iron Winter."
    plan.refresh_from_db()
    assert plan.status == PlanStatus.AGREED


def test_a_game_of_no_league_begins_too(evening: Evening, at: Callable[[datetime], None]) -> None:
    plan = plans.reply_to_plan(by=evening.tom, plan=asked(evening), accepts=True)
    at(evening.night.begins_at)
    assert signed_in(evening.tom).post(path(plan, "begin/"))["Location"] == path(plan)
    plan.refresh_from_db()
    assert plan.status == PlanStatus.BEGUN


def test_who_has_met_whom_and_who_won_is_said_before(season: Season) -> None:
    evening = season.evening
    plan = asked(evening, scope=season.scope)
    told = {one.label: one.value for one in plan_page(evening.tom, plan).facts}
    assert told["Previous games"] == "You haven’t met in this league"
    marta, tom = play.state_of(season.scope).warbands
    play.evening(season.scope, evening.ilse, marta, tom)
    found = league_of_club(season.scope)
    (met,) = past_meetings(found).values()
    assert met.times == 1
    (winners,) = met.won
    names = {evening.marta.person_id: "Marta", evening.tom.person_id: "Tom"}
    told = {one.label: one.value for one in plan_page(evening.tom, plan).facts}
    expected = [f"met once; {names[one]} won last time" for one in winners] or ["met once"]
    assert [told["Previous games"]] == expected
    plan.became = next(one.id for one in found.bouts())
    told = {one.label: one.value for one in plan_page(evening.tom, plan).facts}
    assert told["Previous games"] == "You haven’t met in this league", "this game itself is not before it"
    assert set(found.places()) == set(names)


# Looking for a game


def test_a_board_of_who_wants_a_game(evening: Evening, at: Callable[[datetime], None]) -> None:
    browser = signed_in(evening.tom)
    browser.post(f"/clubs/{evening.club.slug}/looking/", {"words": "Anything short"})
    board = night_page(evening.marta, evening.night).board
    assert board is not None
    assert [(one.name, one.words) for one in board.wishes] == [("Tom", "Anything short")]
    form = signed_in(evening.marta).get(board.wishes[0].ask).context["form"]
    assert form["others"].value() == [str(evening.tom.pk)]
    assert nights_page(evening.tom).board.mine
    assert nights_page(evening.wren).board.wishes[0].ask == ""
    assert signed_in(evening.wren).post(f"/clubs/{evening.club.slug}/looking/").status_code == 404
    at(datetime.now().astimezone() + timedelta(days=8))
    assert nights_page(evening.marta).board.wishes == ()
    browser.post(f"/clubs/{evening.club.slug}/looking/stop/")
    assert not Looking.objects.exists()


# Whoever does not come


def agreed(evening: Evening) -> PlannedGame:
    """Ilse has paired Marta and Tom."""
    pair = [evening.marta, evening.tom]
    return plans.arrange(by=evening.ilse, pair=pair, when=When.on(evening.night, 1), scope=None)


def test_before_a_game_falls_with_an_answer_it_is_asked_and_then_the_table_is_free(evening: Evening) -> None:
    plan, browser = agreed(evening), signed_in(evening.tom)
    asked_first = browser.post(evening.path("say/"), {"come": "no"})
    assert asked_first.status_code == 409
    assert "You’re playing Marta" in page_text(asked_first)
    assert not evening.night.answers.exists()
    assert [one.status for one in plans_on([evening.night])] == [PlanStatus.PAIRED]
    assert browser.post(evening.path("say/"), {"come": "no", "falls": "1"}).status_code == 302
    plan.refresh_from_db()
    assert (plan.status, plan.changed_by) == (PlanStatus.OFF, evening.tom)
    assert evening.night.answers.get().come == "no"
    assert my_game_of_night(plans_on([evening.night]), evening.marta.person_id) is None
    assert agreed(evening).table == 1


def test_whose_game_falls_hears_it_once_and_so_does_every_organiser(evening: Evening) -> None:
    new_organiser(club=evening.club, person=new_person(display_name="Kwame"))
    plan = plans.propose_game(by=evening.tom, others=[evening.marta], when=When.on(evening.night, 1))
    plan = plans.reply_to_plan(by=evening.marta, plan=plan, accepts=True)
    elsewhere = plans.propose_game(
        by=evening.tom, others=[evening.jun], when=When(evening.night.day, time(20))
    )
    finding.catch_up(plan.made_at - timedelta(minutes=1))
    acts.set_attendance(seat=evening.tom, night=evening.night, come="no")
    for _twice in range(2):
        finding.catch_up(timezone.now())
    heard = Notice.objects.filter(kind=NoticeKind.GAME_OFF).order_by("plan", "person__display_name")
    day = f"{evening.night}, 19:00"
    assert [
        (str(one.person.display_name), notification_sentence(one)) for one in heard.filter(plan=plan)
    ] == [
        ("Ilse", f"Tom isn’t coming on {day}, so the game between Tom and Marta is off"),
        ("Kwame", f"Tom isn’t coming on {day}, so the game between Tom and Marta is off"),
        ("Marta", f"Tom isn’t coming on {day}, so your game is off"),
    ]
    assert {one.person.display_name for one in heard.filter(plan=elsewhere)} == {"Ilse", "Kwame", "Jun"}


def of_a_league(evening: Evening) -> PlannedGame:
    """Tom and Marta have agreed on a game of their league."""
    scope = play.found_league(evening.ilse)
    for seat, name in ((evening.marta, "Second Bell"), (evening.tom, "Raiders")):
        play.found_warband(scope, seat, name)
    play.answer_all(scope, evening.ilse, play.act(scope, evening.ilse, "start"))
    plan = plans.propose_game(
        by=evening.tom, others=[evening.marta], when=When.on(evening.night, 1), scope=scope
    )
    return plans.reply_to_plan(by=evening.marta, plan=plan, accepts=True)


def closed(evening: Evening, plan: PlannedGame) -> None:
    """Ilse ends the league."""
    assert plan.scope is not None
    play.act(plan.scope, evening.ilse, "close", words="The hall is being rebuilt.")
    plan.refresh_from_db()


def opened_again(evening: Evening, plan: PlannedGame) -> None:
    """Ilse takes the end of the league back."""
    assert plan.scope is not None
    end = plan.scope.entries.get(procedure="opr.close", void=False)
    draft = Correction.objects.create(scope=plan.scope, by=evening.ilse, words="It isn’t.")
    draft.changes = {end.slot.code: {"void": True}}
    draft.save()
    correcting.commit(draft, Actor(evening.ilse), correcting.preview_correction(draft).fingerprint)
    plan.refresh_from_db()


def heard_of(plan: PlannedGame) -> list[str]:
    """What Tom is told of a game, oldest first."""
    finding.catch_up(timezone.now())
    told = Notice.objects.filter(plan=plan, person__display_name="Tom").order_by("pk")
    return [notification_sentence(one) for one in told]


def test_games_of_a_league_come_back_with_it_and_its_players_hear_it_once(evening: Evening) -> None:
    plan = of_a_league(evening)
    finding.catch_up(plan.made_at - timedelta(minutes=1))
    before = heard_of(plan)
    for _twice in range(2):
        closed(evening, plan)
        opened_again(evening, plan)
        assert plan.status == PlanStatus.AGREED
    assert heard_of(plan) == before, "nobody had heard that it was off"
    day = f"{evening.night}, 19:00"
    closed(evening, plan)
    assert heard_of(plan) == [*before, f"Your game with Marta on {day} is off: the league is over"]
    opened_again(evening, plan)
    again = heard_of(plan)
    assert again[len(before) + 1 :] == [f"You’re playing Marta on {day}, table 1"]
    assert (heard_of(plan), plan.status, plan.fell) == (again, PlanStatus.AGREED, "")
    assert my_game_of_night(plans_on([evening.night]), evening.tom.person_id)
    closed(evening, plan)
    assert len(heard_of(plan)) == len(again) + 1, "the second end is told, too"


def test_a_game_nobody_has_accepted_is_asked_again_when_its_league_is_open_again(evening: Evening) -> None:
    plan = of_a_league(evening)
    plan.sides.filter(seat=evening.marta).update(said="")
    PlannedGame.objects.filter(pk=plan.pk).update(status=PlanStatus.ASKED)
    closed(evening, plan)
    opened_again(evening, plan)
    assert plan.status == PlanStatus.ASKED


def _night_is_off(evening: Evening) -> None:
    acts.mark_night_off(night=evening.night, why="")


def _says_no(evening: Evening) -> None:
    acts.set_attendance(seat=evening.marta, night=evening.night, come=Come.NO)


def _leaves(evening: Evening) -> None:
    seats.remove_seat(by=evening.ilse, seat=evening.marta)


def _is_another_too(evening: Evening) -> None:
    signin.merge_seats(by=evening.ilse, keep=evening.tom, drop=evening.marta)


@pytest.mark.parametrize("meanwhile", [_night_is_off, _says_no, _leaves, _is_another_too])
def test_a_game_that_has_become_impossible_does_not_come_back_with_its_league(
    evening: Evening, meanwhile: Callable[[Evening], None]
) -> None:
    plan = of_a_league(evening)
    closed(evening, plan)
    meanwhile(evening)
    opened_again(evening, plan)
    assert plan.status == PlanStatus.OFF


def test_a_game_of_a_day_that_is_over_does_not_come_back_with_its_league(
    evening: Evening, at: Callable[[datetime], None]
) -> None:
    plan = of_a_league(evening)
    closed(evening, plan)
    at(plan.ends_at + timedelta(minutes=1))
    opened_again(evening, plan)
    assert plan.status == PlanStatus.OFF


def test_games_of_a_league_fall_when_it_is_over_and_its_players_hear_it_once(evening: Evening) -> None:
    plan = of_a_league(evening)
    scope = plan.scope
    assert scope is not None
    other = plans.propose_game(by=evening.tom, others=[evening.jun], when=When(evening.night.day, time(23)))
    finding.catch_up(plan.made_at - timedelta(minutes=1))
    play.act(scope, evening.ilse, "close", words="The hall is being rebuilt.")
    for _twice in range(2):
        finding.catch_up(timezone.now())
    plan.refresh_from_db()
    other.refresh_from_db()
    assert (plan.status, other.status) == (PlanStatus.OFF, PlanStatus.ASKED)
    heard = Notice.objects.filter(kind=NoticeKind.GAME_OFF, plan=plan).order_by("person__display_name")
    day = f"{evening.night}, 19:00"
    assert [(str(one.person.display_name), notification_sentence(one)) for one in heard] == [
        ("Marta", f"Your game with Tom on {day} is off: the league is over"),
        ("Tom", f"Your game with Marta on {day} is off: the league is over"),
    ]
    page = page_text(signed_in(evening.tom).get(f"/clubs/{evening.club.slug}/games/{plan.pk}/"))
    assert "Called off because the league is over" in page


def test_all_that_falls_with_an_answer_is_named_before(evening: Evening) -> None:
    agreed(evening)
    plans.propose_game(by=evening.tom, others=[evening.jun], when=When(evening.night.day, time(20)))
    said = page_text(signed_in(evening.tom).post(evening.path("say/"), {"come": "no"}))
    assert "You’re playing Marta" in said
    assert "You’ll play Jun if everybody accepts" in said


def test_maybe_calls_nothing_off_and_nobody_else_s_game_falls(evening: Evening) -> None:
    plan = agreed(evening)
    acts.set_attendance(seat=evening.tom, night=evening.night, come="maybe")
    acts.set_attendance(seat=evening.jun, night=evening.night, come="no")
    other = announced(evening.ilse, ahead=9)
    acts.set_attendance(seat=evening.marta, night=other, come="no")
    plan.refresh_from_db()
    assert plan.status == PlanStatus.PAIRED


@pytest.mark.parametrize("how", ["leaves", "is removed", "is erased"])
def test_games_of_who_leaves_the_club_fall(evening: Evening, how: str) -> None:
    plan = agreed(evening)
    if how == "is erased":
        signin.erase_person(person=evening.tom.person)
    else:
        seats.remove_seat(by=evening.tom if how == "leaves" else evening.ilse, seat=evening.tom)
    plan.refresh_from_db()
    assert plan.status == PlanStatus.OFF
    assert my_game_of_night(plans_on([evening.night]), evening.marta.person_id) is None


def test_two_who_turn_out_to_be_one_do_not_play_each_other(evening: Evening) -> None:
    plan = agreed(evening)
    with_jun = asked(evening, evening.jun, table=2)
    signin.merge_seats(by=evening.ilse, keep=evening.marta, drop=evening.tom)
    plan.refresh_from_db()
    with_jun.refresh_from_db()
    assert (plan.status, with_jun.status) == (PlanStatus.OFF, PlanStatus.ASKED)


# Kept about me, erased


def test_my_games_are_mine_to_have_and_my_words_go_with_me(evening: Evening) -> None:
    plan = plans.reply_to_plan(by=evening.tom, plan=asked(evening), accepts=True, words="Gladly.")
    plans.seek_game(seat=evening.marta, words="More")
    mine, other = (
        signed_in(one).get(reverse("people:my_file")).json() for one in (evening.marta, evening.tom)
    )
    assert [(one["words"], one["said"]) for one in mine["games"]] == [("A bridge.", "yes")]
    assert "A bridge." not in str(other["games"])
    assert [one["my_words"] for one in other["games"]] == ["Gladly."]
    signin.erase_person(person=evening.marta.person)
    plan.refresh_from_db()
    assert (plan.status, plan.words, plan.stake) == (PlanStatus.OFF, "", "")
    assert not Looking.objects.exists()


def test_somebody_who_left_is_not_asked(evening: Evening) -> None:
    gone = new_seat(club=evening.club)
    signin.erase_person(person=gone.person)
    gone.refresh_from_db()
    with pytest.raises(Refused):
        asked(evening, gone)


def test_a_planned_game_of_a_league_says_how_both_stand_and_when_a_word_was_said(evening: Evening) -> None:
    scope = play.found_league(evening.ilse, name="The Iron Winter", parallel_play="on")
    for seat in (evening.marta, evening.tom):
        play.found_warband(scope, seat, units=play.band(150))
    play.answer_all(scope, evening.ilse, play.act(scope, evening.ilse, "start"))
    play.evening(scope, evening.ilse, *play.state_of(scope).warbands)
    when = When.on(evening.night)
    plan = plans.propose_game(
        by=evening.marta, others=[evening.tom], when=when, scope=scope, words="A bridge?"
    )
    page = plan_page(evening.tom, plan, plan.made_at + timedelta(days=1))
    assert sorted(one.stands for one in page.sides)[0].startswith("1st, ")
    assert page.words_at.startswith("yesterday, ")
    assert "starts with one tap on the day" in [one.note for one in page.facts if one.label == "Game"]
    moved = plans.move_planned_game(
        by=evening.marta, plan=plan, when=When(when.day, time(20)), words="An hour later?"
    )
    assert plan_page(evening.tom, moved).words_at == ""


def test_the_only_league_somebody_is_in_is_proposed(evening: Evening) -> None:
    new = reverse("campaigns:plan_new", args=[evening.club.slug])

    def proposed(seat: Seat, more: str = "") -> object:
        return signed_in(seat).get(new + more).context["form"]["scope"].value()

    leagues = [play.found_league(evening.ilse, name=name, parallel_play="on") for name in ("One", "Two")]
    assert proposed(evening.marta) == "", "in none"
    play.found_warband(leagues[0], evening.marta, "Bell")
    assert proposed(evening.marta) == str(leagues[0].pk)
    assert proposed(evening.tom) == ""
    assert proposed(evening.marta, f"?league={leagues[1].pk}") == str(leagues[1].pk), "as the link says"
    play.found_warband(leagues[1], evening.marta, "Bell")
    assert proposed(evening.marta) == "", "one of two is not for us to choose"


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ("tom", "called off by Tom: no time"),
        ("ilse", "called off by Ilse: the roof leaks"),
        ("night", "called off with the club night: the pub is closed"),
        ("away", "called off because Tom isn’t coming: a cold"),
        ("left", "called off because Tom has left the club"),
    ],
)
def test_both_sides_read_who_called_a_game_off_and_why(evening: Evening, how: str, said: str) -> None:
    plan = agreed(evening)
    if how == "night":
        acts.mark_night_off(night=evening.night, why="the pub is closed")
    elif how == "away":
        acts.set_attendance(seat=evening.tom, night=evening.night, come="no", words="a cold")
    elif how == "left":
        seats.remove_seat(by=evening.tom, seat=evening.tom)
    else:
        by = {"tom": evening.tom, "ilse": evening.ilse}[how]
        plans.mark_plan_off(by=by, plan=plan, why="no time" if how == "tom" else "the roof leaks")
    plan.refresh_from_db()
    readers = [evening.marta, evening.ilse] + ([evening.tom] if how != "left" else [])
    for who in readers:
        assert plan_page(who, PlannedGame.objects.get(pk=plan.pk)).state == said


def test_who_does_not_come_is_not_looking_for_a_game_that_night(evening: Evening) -> None:
    for seat in (evening.tom, evening.jun):
        plans.seek_game(seat=seat, words="")
    acts.set_attendance(seat=evening.tom, night=evening.night, come="no")
    night = night_or_404(evening.marta, evening.night.pk)
    of_night = night_page(evening.marta, night).board
    assert of_night is not None
    assert [one.name for one in of_night.wishes] == ["Jun"]
    of_week = wanted_board(evening.marta, timezone.now())
    assert {one.name for one in of_week.wishes} == {"Jun", "Tom"}
