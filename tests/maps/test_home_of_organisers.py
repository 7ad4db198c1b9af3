"""What organisers read at home of leagues on maps: what they cannot start without, and that one is over."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from campaigns.engine.transaction.scopes import found_scope
from campaigns.leagues.mine.home import home_page
from campaigns.models import Scope, Seat
from campaigns.people import seats
from rules.conquest.book import EDITIONS as of_empires
from rules.firestorm.book import EDITIONS as of_factions
from tests import factories
from tests.campaigns.engine.test_requests import done
from tests.maps.conquest import play as conquest
from tests.maps.firestorm import play as firestorm
from tests.pages import page_of

pytestmark = pytest.mark.django_db
BOOKS = {"conquest": of_empires[0], "firestorm": of_factions[0]}


def bare(game: str) -> tuple[Scope, Seat]:
    """A league without a map and anybody in it."""
    organiser = factories.new_organiser(name="Organiser")
    club, edition = organiser.club, BOOKS[game]
    told: Any = {"edition": edition, "name": "The Crown", "settings": {}}
    return found_scope(club=club, by=organiser, game=game, **told), organiser


def waits(seat: Seat) -> list[tuple[str, str]]:
    return [(one.title, one.where) for one in home_page(seat.person).todos]


@pytest.mark.parametrize("game", ["conquest", "firestorm"])
def test_a_league_without_a_map_waits_for_its_organiser_alone(game: str) -> None:
    scope, organiser = bare(game)
    said = ("The Crown cannot start yet", "The league needs a map that is large enough: choose one.")
    assert waits(organiser) == [said]
    assert home_page(organiser.person).count == "1 thing"
    assert waits(factories.new_seat(club=scope.club, name="Nadia")) == []


@pytest.mark.parametrize("play", [conquest, firestorm])
def test_with_a_map_it_waits_for_people_and_then_for_the_start(play: Any) -> None:
    laid = conquest.table("Marta") if play is conquest else firestorm.gathered("Marta")
    people = (f"{laid.scope.name} cannot start yet", "More people have to join: invite them.")
    assert waits(laid.organiser) == [people]
    both = conquest.table("Marta", "Kwame") if play is conquest else firestorm.gathered("Marta", "Kwame")
    assert waits(both.organiser) == [(f"{both.scope.name} can start", both.scope.name)]


@pytest.mark.parametrize("game", ["conquest", "firestorm"])
def test_home_says_of_a_league_that_it_is_over(game: str) -> None:
    table: Any = conquest.begun("Marta", "Kwame") if game == "conquest" else firestorm.begun("Marta", "Kwame")
    (line,) = home_page(table.seats["Marta"].person).leagues
    assert "over" not in line.note
    done(table.scope, table.organiser, f"{game}.close", words="Summer.")
    (line,) = home_page(table.seats["Marta"].person).leagues
    assert line.note.endswith(" · the league is over")


def test_cq_05_a_reminder_before_the_first_round_names_none() -> None:
    table = conquest.table("Marta", "Kwame")
    table.answered("Organiser", table.post("Organiser", "begin_play"))
    until = (timezone.now() + timedelta(days=2)).isoformat()
    done(table.scope, table.organiser, "conquest.extend", until=until, words="A date.")
    reminder = table.page("Marta").now.reminder
    assert reminder.splitlines()[0] == table.scope.name
    assert "round 0" not in reminder


def test_an_organiser_removes_the_empire_of_another_from_the_league() -> None:
    table = conquest.begun("Marta", "Kwame")
    address = reverse("maps:realm", args=[table.scope.pk, table.realm("Kwame")])
    titles = [page_of(table.browsers[one].get(address)).leave.title for one in ("Kwame", "Organiser")]
    assert titles == ["Leave the league", "Remove from the league"]


def test_cq_91_whose_report_waits_for_a_side_nobody_plays_reads_who_answers() -> None:
    table = conquest.at_battles("Marta", "Kwame")
    (battle,) = table.state.battles.values()
    attacker, defender = (table.player(one[0]) for one in conquest.sides(table, battle.id))
    conquest.reported(table, attacker, battle.id, attack=(700, 3, 9), defend=(500, 5, 9), fled="defend")
    name = f"{defender}'s realm"
    (step,) = table.page(attacker).now.steps
    assert step.text == f"Your report counts once the other side ({name}) agrees."
    seats.remove_seat(by=table.organiser, seat=table.seats[defender])
    (step,) = table.page(attacker).now.steps
    assert (
        step.text == f"Nobody plays {name} any more, so an organiser can agree to the report or dispute it."
    )
