"""A league's own page, its battles' pages and a home say the same of whose move it is."""

from __future__ import annotations

import pytest

from campaigns.models import Role, Seat
from maps.firestorm.organising.organise_page import organise_page
from tests import factories
from tests.maps.firestorm.driving import act
from tests.maps.firestorm.fights import (
    at_the_tower,
    both,
    done,
    in_the_field,
    page_at,
    sealed,
    sent,
    siege_begun,
)
from tests.maps.firestorm.play import Table, begun
from tests.pages import page_of

pytestmark = pytest.mark.django_db

OPENING = "roll or play?"


def home(league: Table, name: str) -> list[str]:
    return [one.title for one in factories.todos_for(league.seats[name])]


def test_fs_150_what_a_begun_siege_asks_is_what_both_sides_read_everywhere() -> None:
    league, battle, _address = siege_begun()
    asked = page_of(page_at(league, "Marta", battle.id)).asked[0].text
    assert asked.endswith(OPENING)
    for name in ("Marta", "Kwame"):
        assert home(league, name) == [asked]
        now = league.page(name).now
        assert (now.title, now.mine) == ("Your turn to answer.", True)
        assert [(one.note, one.waits) for one in now.steps] == [(asked, False)]
        assert [one.text for one in now.asked] == [asked]
        assert {one.id for one in league.page(name).factions if one.waited} == set(battle.factions)
        page = page_of(page_at(league, name, battle.id))
        assert (page.siege.title, page.siege.waits) == ("", "")
        assert "Storm it, or lay siege to it?" not in league.answered(name, league.url("battle", battle.id))


def test_fs_146_a_step_that_is_begun_is_called_by_its_question_not_by_what_was_chosen() -> None:
    league, battle = at_the_tower()
    done(league, "Marta", battle.id, "offer_siege", siege="true")
    place = league.state.name_of(battle.territory)
    assert home(league, "Kwame") == [f"Storm {place}, or lay siege to it"]
    sent(league, "Kwame", battle.id, "start_siege", storm="false")
    assert home(league, "Kwame") == ["The siege begins"]


def test_fs_146_who_storms_reads_of_the_assault() -> None:
    league, battle = at_the_tower()
    done(league, "Marta", battle.id, "offer_siege", siege="true")
    place = league.state.name_of(battle.territory)
    done(league, "Kwame", battle.id, "start_siege", storm="true")
    said = f"Buy equipment, fight the Final Assault on {place} and report the result"
    for name in ("Marta", "Kwame"):
        assert home(league, name) == [said]
        assert league.page(name).now.title == f"{said}."


def test_fs_50_a_league_page_asks_what_home_asks_about_a_report() -> None:
    league, battle = in_the_field()
    attacker, defender = both(league, battle)
    place = league.state.name_of(battle.territory)
    fight = f"Fight for {place} and report the result"
    for name in (attacker, defender):
        assert home(league, name) == [fight]
        assert league.page(name).now.title == f"{fight}."
    done(league, attacker, battle.id, "report", result="major_victory")
    (title,) = home(league, defender)
    now = league.page(defender).now
    assert (now.title, now.hint) == (title, "")
    assert title == f"The battle for {place} has been reported. Is the report right?"
    assert [one.note for one in league.page(attacker).now.steps] == [
        f"Your report of the battle for {place} counts once the other side agrees."
    ]


def test_fs_50_a_disputed_battle_is_not_listed_like_one_to_fight() -> None:
    league, battle = in_the_field()
    attacker, defender = both(league, battle)
    done(league, attacker, battle.id, "report", result="major_victory")
    (bout,) = league.state.bouts
    done(league, defender, battle.id, "dispute", bout=bout, words="It was minor.")
    for name in (attacker, defender):
        (step,) = league.page(name).now.steps
        assert step.waits
        assert step.note.startswith(f"The battle for {league.state.name_of(battle.territory)} is disputed")
        assert step.note in league.see(name)


def test_fs_50_several_battles_each_say_what_they_want() -> None:
    league, battle = in_the_field()
    attacker, _defender = both(league, battle)
    done(league, attacker, battle.id, "agree_games", games="2")
    done(league, attacker, battle.id, "report", result="major_victory")
    (step,) = league.page(attacker).now.steps
    place = league.state.name_of(battle.territory)
    assert not step.waits
    assert step.note == f"Fight the next game for {place} and report the result."


def test_fs_163_who_may_not_write_a_factions_orders_reads_why_and_what_else_they_can_do() -> None:
    league = begun("Marta", "Kwame")
    if league.phase == "preparation":
        league.ready()
    Seat.objects.filter(pk=league.seats["Marta"].pk).update(role=Role.ORGANISER)
    league.seats["Marta"].refresh_from_db()
    theirs = league.page("Marta", **{"as": league.factions["Kwame"]}).now
    assert theirs.title == f"You cannot write the orders of {league.faction('Kwame').name}."
    assert "end the phase" in theirs.hint
    assert [(one.text, one.url) for one in theirs.steps] == [("For organisers", league.url("organise"))]
    others = league.page("Organiser", **{"as": league.factions["Kwame"]}).now
    assert [one.text for one in others.steps] == [f"Write orders for {league.faction('Kwame').name}"]


def test_fs_162_a_broken_seal_is_told_where_it_was_sealed_and_broken_once() -> None:
    league = begun("Marta", "Kwame")
    if league.phase == "preparation":
        league.ready()
    sealed(league, "Kwame", {})
    mine = league.factions["Kwame"]
    assert mine in dict(organise_page(league.at("Organiser")).sealed)
    act(league, "Organiser", "break_seal", turn=league.state.now.turn, faction=mine, words="A dispute.")
    page = organise_page(league.at("Organiser"))
    assert (mine in dict(page.sealed), mine in dict(page.broken)) == (False, True)
    said = "The organiser has broken this seal."
    assert [one.note for one in league.page("Kwame").now.steps] == [said]
    assert said in league.answered("Kwame", league.url("room"))
