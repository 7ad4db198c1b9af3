"""The hall's screen of a night at which a league on a map meets: its map plays there, as on its own board."""

from __future__ import annotations

from typing import Any

import pytest

from campaigns.engine.transaction.scopes import found_scope
from campaigns.models import Night, Seat
from campaigns.nights import acts
from campaigns.nights.evenings.hall_map import HallMap
from campaigns.nights.games import plans
from campaigns.nights.games.plans import When
from tests import factories
from tests.campaigns.nights.conftest import announced
from tests.maps.conquest.play import begun as conquest
from tests.maps.firestorm.orders.test_orders import banner, tapped, writing
from tests.maps.firestorm.play import begun as firestorm
from tests.pages import page_of

pytestmark = pytest.mark.django_db


def night_of(league: Any, *names: str) -> Night:
    """A night to which these players of a league come."""
    night = announced(league.organiser)
    for name in names:
        acts.set_attendance(seat=league.seats[name], night=night, come="yes")
    return night


def shown(night: Night, seat: Seat) -> HallMap | None:
    screen = factories.signed_in(seat).get(f"/clubs/{night.club.slug}/nights/{night.pk}/hall/")
    found: HallMap | None = page_of(screen).map
    return found


@pytest.mark.parametrize("begun", [conquest, firestorm], ids=["conquest", "firestorm"])
def test_a_night_at_which_a_map_league_meets_shows_its_map(begun: Any) -> None:
    league = begun("Marta", "Kwame")
    found = shown(night_of(league, "Marta", "Kwame"), league.seats["Marta"])
    assert found is not None
    assert found.league == league.scope.name
    assert [one.rank for one in found.strip]
    assert found.svg.startswith("<svg")


@pytest.mark.parametrize("game", ["conquest", "firestorm"])
def test_a_league_whose_map_is_not_laid_yet_shows_none(game: str) -> None:
    organiser = factories.new_organiser(name="Ilse")
    club, edition = organiser.club, f"{game}-1"
    scope = found_scope(club=club, by=organiser, game=game, edition=edition, name="New", settings={})
    night = announced(organiser)
    pair = [factories.new_seat(club=organiser.club, name=name) for name in ("Marta", "Kwame")]
    plans.arrange(by=organiser, pair=pair, when=When.on(night, 1), scope=scope)
    assert shown(night, organiser) is None


def test_one_player_alone_makes_no_league_meet() -> None:
    league = firestorm("Marta", "Kwame")
    assert shown(night_of(league, "Marta"), league.seats["Marta"]) is None


def test_fs_27_the_reveal_plays_on_the_halls_screen_and_tells_no_more_than_its_step() -> None:
    table = writing("Marta", "Kwame")
    night = night_of(table, "Marta", "Kwame")
    mine = banner(table, "Marta")
    tapped(table, "Marta", mine, kind="forced_march")
    tapped(table, "Marta", mine, step="T07")
    tapped(table, "Marta", mine, seal="1")
    before = shown(night, table.seats["Kwame"])
    assert before is not None
    assert before.wait == 0
    tapped(table, "Kwame", banner(table, "Kwame"), seal="1")
    found = shown(night, table.seats["Kwame"])
    assert found is not None
    assert found.wait > 0
    (step,) = found.now
    assert step.where.startswith("The reveal of turn")
