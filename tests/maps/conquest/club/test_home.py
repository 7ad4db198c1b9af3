"""Map leagues on a player's home page: what waits for each, and where they stand."""

from __future__ import annotations

from typing import Any

from maps.conquest.club.summary import conquest_summary
from rules.conquest.book import conquest_in_force
from tests.factories import todos_for
from tests.maps.conquest import play


def test_whoever_has_a_turn_is_asked_at_home(db: None) -> None:
    table = play.begun("Marta", "Kwame")
    turn = table.ask("turn")
    waiting = {table.player(realm) for realm in ([turn["active"]] if turn["active"] else turn["waiting"])}
    assert waiting
    for name in ("Marta", "Kwame"):
        todos = [todo for todo in todos_for(table.seats[name]) if "The Salt Crown" in todo.where]
        assert bool(todos) is (name in waiting)
        assert all(todo.url == f"/l/{table.scope.pk}/map/" for todo in todos)


def test_before_the_first_round_home_counts_none(db: None) -> None:
    table = play.table("Marta", "Kwame")
    table.answered("Organiser", table.post("Organiser", "begin_play"))
    active = table.player(table.state.now.active)
    (todo,) = [one for one in todos_for(table.seats[active]) if "The Salt Crown" in one.where]
    assert (todo.title, todo.where) == ("Pick your capital", "The Salt Crown")


def test_home_shows_where_my_realm_stands(db: None) -> None:
    table = play.begun("Marta", "Kwame")
    (line,) = table.browsers["Marta"].get("/").context["page"].leagues
    assert (line.name, line.note) == ("The Salt Crown", "Marta's realm")
    assert line.rank in (1, 2)
    assert line.sides == 2


def test_a_map_league_asks_a_spectator_nothing(db: None) -> None:
    table = play.begun("Marta", "Kwame")
    assert todos_for(table.organiser) == []


def test_cq_22_home_says_what_silence_brings(db: None) -> None:
    table = play.begun("Marta", "Kwame")
    name = table.player(table.state.now.active)
    (todo,) = [one for one in todos_for(table.seats[name]) if "The Salt Crown" in one.where]
    assert todo.deadline.startswith("by ")
    assert todo.deadline.endswith(f"{name}'s realm takes no event this round.")
    for phase in (play.events, play.revenue, play.challenges):
        phase(table)
    (todo,) = [one for one in todos_for(table.seats["Marta"]) if "The Salt Crown" in one.where]
    assert "is rolled off" in todo.deadline


def test_home_leads_to_no_battle_of_a_paused_league(db: None) -> None:
    table = play.at_battles()
    assert any(one["battles"] for one in told_by(table))
    table.post("Organiser", "pause", words="summer")
    assert [one["battles"] for one in told_by(table)] == [[]] * len(table.state.realms)
    assert todos_for(table.seats["Marta"]) == []


def told_by(table: play.Table) -> Any:
    return conquest_summary(table.state, conquest_in_force(table.state))["realms"]
