"""A person's home: what waits over all leagues, what empty states say, that others' things do not show."""

from __future__ import annotations

from html import unescape
from typing import Any

import pytest
from django.utils.translation import override

from campaigns.engine import reports
from campaigns.engine.lines import TodoLine
from campaigns.engine.who.rights import Actor
from campaigns.models import Seat
from tests import factories
from tests.campaigns import play
from tests.campaigns.leagues.test_organise_page import home_of
from tests.campaigns.opr.warbands.conftest import Table
from tests.factories import signed_in, todos_for


def titles(seat: Seat) -> list[str]:
    return [todo.title for todo in todos_for(seat)]


def invited(seat: Seat) -> list[str]:
    """The leagues somebody is asked to join."""
    return [one.title for one in home(seat).context["page"].invitations]


def home(seat: Seat | None) -> Any:
    return signed_in(seat).get("/")


@pytest.fixture
def running(table: Table) -> Table:
    """Marta and Tom each have a warband, and the league runs."""
    for seat in (table.marta, table.tom):
        play.found_warband(table.scope, seat)
    play.answer_all(table.scope, table.ilse, play.act(table.scope, table.ilse, "start"))
    return table


def bands(table: Table) -> tuple[str, str]:
    marta, tom = play.state_of(table.scope).active
    return marta.id, tom.id


def report_of(table: Table, by: Seat) -> Any:
    """Marta's band has won, says `by`; it does not count yet."""
    marta, tom = bands(table)
    facts = {"warbands": [marta, tom], "winners": [marta], "rounds": 5, "kills": []}
    return reports.submit_report(
        scope=table.scope,
        actor=Actor(by),
        procedure="opr.quick_report",
        facts=facts,
        once="1",
    )


def test_a_stranger_sees_a_welcome_and_the_way_in(db: None) -> None:
    page = home(None).content.decode()
    assert "/accounts/login/" in page
    assert "Waiting for you" not in page


def test_an_organiser_without_a_league_is_led_to_the_first_one(db: None) -> None:
    page = home(factories.new_organiser()).context["page"]
    assert page.first_league.endswith("/leagues/new/")
    assert page.todos == ()


def test_a_league_one_has_not_joined_is_an_invitation_until_an_army_is_begun(table: Table) -> None:
    assert (titles(table.marta), invited(table.marta)) == ([], ["The Iron Winter"])
    assert home(table.marta).context["page"].leagues == ()  # named once, where it can be joined
    assert (invited(table.ilse), invited(table.pip)) == ([], [])
    signed_in(table.marta).post(f"/l/{table.scope.pk}/warbands/new/", {"by_hand": "1"})
    assert (titles(table.marta), invited(table.marta)) == (["Your army isn’t finished yet"], [])
    play.found_warband(table.scope, table.marta)
    assert (titles(table.marta), invited(table.marta)) == ([], [])
    assert titles(table.pip) == []


def test_an_invitation_is_put_away_for_good_and_by_nobody_else(table: Table) -> None:
    away = f"/l/{table.scope.pk}/not-for-me/"
    assert signed_in(table.stranger).post(away).status_code == 404
    for _twice in range(2):
        assert signed_in(table.marta).post(away)["Location"] == "/"
    assert (invited(table.marta), invited(table.tom)) == ([], ["The Iron Winter"])
    (line,) = home(table.marta).context["page"].leagues
    assert (line.name, line.rank) == ("The Iron Winter", 0)


def test_home_leads_to_a_game_and_to_its_report(running: Table) -> None:
    scope, (marta, tom) = running.scope.pk, bands(running)

    def places() -> tuple[str, str]:
        page = home(running.marta).context["page"]
        return page.play, page.played

    assert places() == (f"/l/{scope}/missions/new/", f"/l/{scope}/report/")
    slot = play.act(running.scope, running.ilse, "open_mission", warbands=[marta, tom]).slot
    assert places() == (f"/l/{scope}/m/{slot}.mission/", "")
    play.act(running.scope, running.ilse, "begin", mission=f"{slot}.mission")
    assert places() == (f"/l/{scope}/m/{slot}.mission/", f"/l/{scope}/m/{slot}.mission/result/")
    page = home(running.pip).context["page"]
    assert (page.play, page.played) == ("", "")


def test_with_two_leagues_home_asks_in_which_one_plays(running: Table) -> None:
    other = play.found_league(running.ilse, name="The Rust Frontier")
    for seat in (running.marta, running.tom):
        play.found_warband(other, seat)
    assert home(running.marta).context["page"].play == f"/l/{running.scope.pk}/missions/new/"
    play.answer_all(other, running.ilse, play.act(other, running.ilse, "start"))
    page = home(running.marta).context["page"]
    assert (page.play, page.played) == ("/play/", "/played/")
    shown = signed_in(running.marta).get("/played/").context["places"]
    assert [(one.league, one.url) for one in shown] == [
        ("The Rust Frontier", f"/l/{other.pk}/report/"),
        ("The Iron Winter", f"/l/{running.scope.pk}/report/"),
    ]
    assert signed_in(running.pip).get("/play/").context["places"] == []


def test_opr_12_a_late_joiner_is_asked_for_an_army_where_that_is_allowed(running: Table) -> None:
    late = play.player(running.scope, "Nadia")
    play.played(running.scope, running.ilse, *bands(running))
    assert invited(late) == []
    play.act(running.scope, running.ilse, "change_setting", key="late_joiners", value="on")
    assert invited(late) == ["The Iron Winter"]
    assert invited(running.pip) == []


def test_opr_12_a_53_until_the_first_mission_whoever_has_no_army_is_asked_for_one(running: Table) -> None:
    late = play.player(running.scope, "Nadia")
    assert invited(late) == ["The Iron Winter"]
    assert (invited(running.ilse), invited(running.pip)) == ([], [])
    nadias = play.found_warband(running.scope, late)
    assert invited(late) == []
    state = play.state_of(running.scope)
    assert (state.warbands[nadias].late, state.league.averaging) == (False, False)


def test_opr_12_a_53_who_was_there_at_the_start_is_asked_until_the_first_mission(table: Table) -> None:
    seats = [play.player(table.scope, name) for name in ("Nadia", "Oskar")]
    for seat in seats:
        play.found_warband(table.scope, seat)
    play.answer_all(table.scope, table.ilse, play.act(table.scope, table.ilse, "start"))
    assert invited(table.marta) == ["The Iron Winter"]
    play.act(table.scope, table.ilse, "change_setting", key="late_joiners", value="on")
    play.played(table.scope, table.ilse, *bands(table))
    assert invited(table.marta) == []  # may join late, but has chosen not to play


def test_an_organiser_is_told_that_a_league_can_start(table: Table) -> None:
    assert titles(table.ilse) == ["Nobody has brought an army yet"]
    play.found_warband(table.scope, table.marta)
    play.found_warband(table.scope, table.tom)
    assert titles(table.ilse) == ["The Iron Winter can start"]
    play.act(table.scope, table.ilse, "start")
    assert titles(table.ilse) == ["Start the league"]  # its die waits


def test_the_steps_after_a_mission_wait_one_after_the_other(running: Table) -> None:
    marta, tom = bands(running)
    mission = play.played(running.scope, running.ilse, marta, tom)
    seen = []
    for step in ("casualties", "experience", "close_upgrades", "close_recruiting"):
        (todo,) = todos_for(running.marta)
        seen.append(todo.action)
        assert todo.first
        assert todo.url.endswith(f"/steps/{marta}/")
        play.answer_all(
            running.scope, running.marta,
            play.act(running.scope, running.marta, step, mission=mission, warband=marta),
        )  # fmt: skip
        assert {one.name for one in home_of(running.scope, running.ilse).waited} == {
            seat.name for seat in (running.marta, running.tom) if todos_for(seat)
        }
    assert seen == ["Continue", "Level up", "Buy and sell", "Recruit"]
    assert todos_for(running.marta) == []
    assert [todo.action for todo in todos_for(running.tom)] == ["Continue"]


def test_a_begun_step_leads_back_to_its_questions(running: Table) -> None:
    marta, tom = bands(running)
    victim = play.state_of(running.scope).warbands[tom].units[0]
    killer = play.state_of(running.scope).warbands[marta].units[0]
    mission = play.played(running.scope, running.ilse, marta, tom, kills={victim: killer})
    assert titles(running.tom) == ["Roll for your casualty"]
    outcome = play.act(running.scope, running.tom, "casualties", mission=mission, warband=tom)
    (todo,) = todos_for(running.tom)
    assert (todo.action, todo.url) == ("Continue", f"/l/{running.scope.pk}/d/{outcome.slot}/")
    assert titles(running.ilse) == []


def test_a_report_waits_for_the_opponent_with_its_deadline(running: Table) -> None:
    report = report_of(running, running.marta)
    (todo,) = todos_for(running.tom)
    assert todo.title == "Is Marta’s report right?"
    assert "Marta's band won in round 5" in todo.where
    assert todo.deadline.startswith("counts automatically on ")
    assert todo.url == f"/l/{running.scope.pk}/reports/{report.pk}/"
    assert titles(running.marta) == []
    assert titles(running.pip) == []


def test_the_opponent_agrees_with_one_tap_at_home(running: Table) -> None:
    report = report_of(running, running.marta)
    address = f"/l/{running.scope.pk}/reports/{report.pk}/"
    ask = f'<form method="post" action="{address}">'
    page = home(running.tom).content.decode()
    assert all(one in page for one in (ask, ">Agree</button>", "Check the details"))
    assert ask not in home(running.marta).content.decode()
    assert signed_in(running.tom).post(address, {"confirm": "1"}).status_code == 302
    assert play.state_of(running.scope).warbands[bands(running)[0]].vp == 2
    assert ask not in home(running.tom).content.decode()


def test_a_disputed_report_waits_for_the_organiser_and_for_whoever_sent_it(running: Table) -> None:
    report = report_of(running, running.marta)
    reports.dispute_report(report, Actor(running.tom), "It was six rounds.")
    assert titles(running.ilse) == ["Marta’s report is disputed"]
    assert titles(running.marta)[:1] == ["Your report is disputed"]
    assert titles(running.tom) == []


def test_two_versions_of_one_mission_are_one_thing_to_decide(running: Table) -> None:
    report = report_of(running, running.marta)
    reports.submit_report(
        scope=running.scope,
        actor=Actor(running.tom),
        procedure=report.procedure,
        facts=report.facts | {"winners": report.sides[1:]},
        once="another",
        answers_to=report,
    )
    assert titles(running.ilse) == ["Marta’s report is disputed"]
    assert titles(running.marta)[:1] == ["Your report is disputed"]


def test_my_leagues_show_my_warband_and_where_it_stands(running: Table) -> None:
    marta, tom = bands(running)
    play.evening(running.scope, running.ilse, marta, tom)
    (line,) = home(running.marta).context["page"].leagues
    assert (line.name, line.note, line.score) == ("The Iron Winter", "Marta's band", "2 VP")
    assert (line.ordinal, line.sides) == ("1st", 2)
    assert line.place == "1<small>st</small>"
    with override("de"):
        assert (line.ordinal, line.place) == ("1.", "1.")
    (line,) = home(running.tom).context["page"].leagues
    with override("fr"):
        assert (line.ordinal, line.place) == ("2e", "2<small>e</small>")
    assert (line.ordinal, line.sides, line.score, line.moved) == ("2nd", 2, "0 VP", 0)


def test_nothing_of_another_club_shows(running: Table) -> None:
    report_of(running, running.marta)
    page = home(running.stranger).context["page"]
    assert (page.todos, page.leagues) == ((), ())


def test_only_the_first_thing_carries_the_brass(running: Table) -> None:
    report_of(running, running.marta)
    other = play.found_league(running.ilse, name="The Rust Frontier")
    signed_in(running.tom).post(f"/l/{other.pk}/warbands/new/", {"by_hand": "1"})
    todos: list[TodoLine] = todos_for(running.tom)
    assert [todo.title for todo in todos] == ["Is Marta’s report right?", "Your army isn’t finished yet"]
    assert [todo.first for todo in todos] == [True, False]
    assert todos[1].scope == other.pk


@pytest.mark.parametrize("leagues", [1, 8])
def test_home_needs_the_same_queries_however_many_leagues(
    table: Table, leagues: int, django_assert_max_num_queries: Any
) -> None:
    for n in range(leagues):
        scope = play.found_league(table.ilse, name=f"League {n}")
        play.found_warband(scope, table.marta)
        play.found_warband(scope, table.tom)
        play.act(scope, table.ilse, "start")
    client = signed_in(table.ilse)
    with django_assert_max_num_queries(18):
        client.get("/")


def test_a_fragment_of_the_todos_follows_the_stream(running: Table) -> None:
    page = home(running.marta)
    assert page.context["live_url"].startswith(f"/live/{running.scope.pk}?version=")
    another = play.found_league(running.ilse, name="The Rust Frontier")
    running.scope.refresh_from_db()
    both = home(running.marta).context["live_url"]
    assert both == f"/live/{another.pk}.{running.scope.pk}?version=0.{running.scope.version}"
    asked = {"HX-Request": "true", "HX-Target": "todos leagues"}
    part = signed_in(running.marta).get("/", headers=asked).content.decode()
    assert part.strip().startswith("<section")
    assert 'id="leagues"' in part
    assert "Marta's band" in unescape(part)
    assert "csrf" not in part
