"""A dispute waits for an organiser: whoever reads of it reads what they can do, and of no time."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from campaigns.leagues.organise_page import league_organise_page
from campaigns.models import Notice, NoticeKind, Role, Seat
from campaigns.nights.evenings.due import deadlines
from campaigns.notices.found import finding
from campaigns.notices.found.inbox import notification_sentence, notification_target_url
from campaigns.people import seats
from maps.conquest.board import empire_board
from maps.conquest.clock import advance_conquest
from maps.conquest.map.battle_lines import versus_title
from maps.firestorm.board import faction_board
from tests import factories
from tests.campaigns.engine.test_requests import done
from tests.maps.conquest import play as conquest
from tests.maps.firestorm import fights
from tests.pages import page_of

pytestmark = pytest.mark.django_db

FOUGHT = (
    "It does not count yet: an organiser can decide on this page, or one of you can report it again here."
)
RULES = "It does not count yet: decide on this page, or wait until a side reports it again."
WATCHES = "It does not count yet: waiting for an organiser to decide, or for a side to report it again."


def with_time_left(table: Any, game: str) -> None:
    until = timezone.now() + timedelta(days=2)
    done(
        table.scope,
        table.seats["Organiser"],
        f"{game}.extend",
        until=until.isoformat(),
        words="A date for all.",
    )


@pytest.fixture(autouse=True)
def no_reveal_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """The hall screen shows the league, not the reveal of its orders."""
    monkeypatch.setattr("maps.firestorm.board._watched", lambda viewer: None)


def disputed(game: str) -> tuple[Any, str, str]:
    """A league whose only battle is disputed, with time left; and the address of that battle."""
    table: Any
    if game == "conquest":
        table = conquest.at_battles("Marta", "Kwame")
        (battle,) = table.state.battles.values()
        name, other = table.player(battle.attackers[0]), table.player(battle.defenders[0])
        with_time_left(table, game)
        conquest.reported(table, name, battle.id, attack=(700, 3, 9), defend=(500, 5, 9), fled="defend")
        table.do(other, "dispute", battle=battle.id, words="A draw.")
        return table, name, reverse("maps:battle", args=[table.scope.pk, battle.id])
    table, battle = fights.in_the_field()
    name, other = fights.both(table, battle)
    with_time_left(table, game)
    fights.done(table, name, battle.id, "report", result="major_victory")
    (bout,) = table.state.bouts
    fights.done(table, other, battle.id, "dispute", bout=bout, words="A draw.")
    return table, name, table.url("battle", battle.id)


def decide_title(table: Any) -> str:
    """What an organiser reads of the one battle there is."""
    (battle,) = table.state.battles.values()
    called = table.state.name_of(battle.territory) if hasattr(battle, "attack") else ""
    return f"Decide a disputed battle: {called or versus_title(table.state, battle)}"


def waits_in(page: Any) -> str:
    return str(page.games[0].ruling if hasattr(page, "games") else page.must_wait)


@pytest.mark.parametrize("game", ["conquest", "firestorm"])
def test_whoever_reads_of_a_disputed_battle_reads_what_they_can_do(game: str) -> None:
    table, name, address = disputed(game)
    watcher = factories.signed_in(factories.new_seat(club=table.scope.club, name="Nadia"))
    assert waits_in(page_of(table.browsers[name].get(address))) == FOUGHT
    assert waits_in(page_of(table.browsers["Organiser"].get(address))) == RULES
    assert waits_in(page_of(watcher.get(address))) == WATCHES
    done(table.scope, table.seats["Organiser"], f"{game}.pause", words="Holidays.")
    assert waits_in(page_of(table.browsers[name].get(address))) == ""


@pytest.mark.parametrize("game", ["conquest", "firestorm"])
def test_no_time_is_told_while_it_waits_for_an_organiser_alone(game: str) -> None:
    table, name, address = disputed(game)
    page = table.page(name)
    assert table.state.now.deadline is not None
    assert (page.deadline, page.now.reminder) == (None, "")
    assert page.now.title == "Waiting for the organiser."
    theirs = table.page("Organiser").now
    assert theirs.title == "Waiting for you, as organiser."
    assert [(one.text, one.url) for one in theirs.steps] == [(decide_title(table), f"{address}#decide")]
    assert deadlines(table.seats[name], mine=True) == []
    assert [one.title for one in league_organise_page(table.at("Organiser")).needs if one.due] == []
    board = empire_board(table.at(name)) if game == "conquest" else faction_board(table.at(name))
    assert board.waited == ("the organiser",)


@pytest.mark.parametrize("game", ["conquest", "firestorm"])
def test_who_plays_in_a_disputed_battle_decides_it_only_where_no_other_organiser_is(game: str) -> None:
    table, name, address = disputed(game)
    Seat.objects.filter(pk=table.seats[name].pk).update(role=Role.ORGANISER)
    table.seats[name].refresh_from_db()
    decide = (decide_title(table), f"{address}#decide")

    def offered() -> tuple[bool, bool, str]:
        now = table.page(name).now
        home = [one.title for one in factories.todos_for(table.seats[name])]
        return decide in [(one.text, one.url) for one in now.steps], decide[0] in home, now.title

    assert offered() == (False, False, "Waiting for the organiser.")
    assert decide in [(one.text, one.url) for one in table.page("Organiser").now.steps]
    Seat.objects.filter(pk=table.organiser.pk).update(role=Role.PLAYER)
    assert offered() == (True, True, "Waiting for you, as organiser.")


def test_the_time_of_those_still_to_fight_beside_a_dispute_is_told_as_one_that_ends() -> None:
    table = conquest.begun("Marta", "Kwame", "Ilse", "Tom")
    conquest.events(table)
    conquest.revenue(table)
    conquest.challenges(table, frozenset({"Marta", "Kwame"}), frozenset({"Ilse", "Tom"}))
    with_time_left(table, "conquest")
    battle = next(iter(table.state.battles.values()))
    name, other = table.player(battle.attackers[0]), table.player(battle.defenders[0])
    conquest.reported(table, name, battle.id, attack=(700, 3, 9), defend=(500, 5, 9), fled="defend")
    table.do(other, "dispute", battle=battle.id, words="A draw.")
    (need,) = [one for one in league_organise_page(table.at("Organiser")).needs if one.due]
    assert (need.note, need.due) == ("Their deadline:", table.state.now.deadline)


def test_cq_157_a_disputed_battle_at_sea_outlasts_the_deadline() -> None:
    table = conquest.at_battles("Marta", "Kwame", naval=True, map="salt_islands")
    for name in ("Marta", "Kwame"):
        done(table.scope, table.seats[name], "conquest.sign_on", realm=table.realm(name), sails=True)
    table.do("Marta", "sail", defender=table.realm("Kwame"))
    battle = next(one for one in table.state.battles.values() if one.kind == "sea")
    table.do("Marta", "report_outcome", battle=battle.id, outcome="attack")
    table.do("Kwame", "dispute", battle=battle.id, words="We won.")
    with_time_left(table, "conquest")
    advance_conquest(table.scope, timezone.now() + timedelta(days=3))
    assert table.state.battles[battle.id].status == "disputed"


@pytest.mark.parametrize("game", ["conquest", "firestorm"])
def test_who_acts_is_said_where_nobody_plays_the_side_it_waits_for(game: str) -> None:
    if game == "conquest":
        table: Any = conquest.at_battles("Marta", "Kwame")
        side = table.realm("Kwame")
    else:
        table, _battle = fights.in_the_field()
        side = table.factions["Kwame"]
        with_time_left(table, game)
    seats.remove_seat(by=table.seats["Organiser"], seat=table.seats["Kwame"])
    name, where = table.state.name_of(side), "Round 1" if game == "conquest" else "Turn 1"
    needs = {one.title: one for one in league_organise_page(table.at("Organiser")).needs}
    mine = table.state.name_of(table.realm("Marta") if game == "conquest" else table.factions["Marta"])
    assert f"{where} is waiting for {mine}" in needs
    need = needs[f"{where} is waiting for you: nobody plays {name}"]
    assert (need.note, need.due) == ("The phase ends without them:", table.state.now.deadline)
    assert need.url.endswith(f"?as={side.replace(':', '%3A')}")
    page = table.page("Marta")
    lines = page.realms if game == "conquest" else page.factions
    assert {one.name: one.acts for one in lines} == {mine: "to act", name: "an organiser to act"}
    board = empire_board(table.at("Marta")) if game == "conquest" else faction_board(table.at("Marta"))
    assert board.waited == ("Marta" if game == "conquest" else mine, "the organiser")
    assert f"Waiting for {mine} and the organiser." in page.now.reminder


@pytest.mark.parametrize("game", ["conquest", "firestorm"])
def test_an_organisers_inbox_says_that_there_is_a_dispute_to_decide(game: str) -> None:
    table, _name, address = disputed(game)
    finding.catch_up(timezone.now())
    (notice,) = Notice.objects.filter(person=table.organiser.person, kind=NoticeKind.MY_TURN)
    assert notification_sentence(notice) == f"A disputed battle in {table.scope.name} is yours to decide"
    league = f"/l/{table.scope.pk}/"
    assert notification_target_url(notice) == (address if game == "conquest" else league)
