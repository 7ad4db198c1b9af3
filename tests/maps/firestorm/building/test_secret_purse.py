"""Where build points are secret, so are the dice that bring them: in an open roll, and in its entry."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.urls import reverse

from campaigns.engine import door
from campaigns.engine.who.rights import Actor
from tests import factories
from tests.maps.firestorm import fights
from tests.maps.firestorm.play import Table
from tests.pages import page_of

pytestmark = pytest.mark.django_db
KNOW, OTHERS = ("Marta", "Oskar", "Organiser"), ("Kwame", "Looker")


def rolling(**settings: Any) -> tuple[Table, str, str]:
    """Marta has won and rolled, and may roll once more: the league, her battle, the dialogue's slot."""
    league, battle = fights.in_the_field("Marta", "Kwame", more=(("Oskar", "Marta"),), **settings)
    seat = factories.new_seat(club=league.scope.club, name="Looker", role="spectator")
    league.seats["Looker"], league.browsers["Looker"] = seat, factories.signed_in(seat)
    marta = league.factions["Marta"]
    won = "minor_victory" if battle.attack == marta else "minor_defeat"
    fights.fought(league, battle, won)
    who, where = Actor(league.seats["Marta"]), {"battle": battle.id, "faction": marta}
    asked = door.act(league.scope.pk, who, "firestorm.roll_build", {"turn": 1, **where})
    asked = door.answer_question(league.scope.pk, who, asked.slot, f"build:{battle.id}:{marta}:1", 2)
    assert not asked.settled
    return league, battle.id, asked.slot


def api(league: Table, name: str, where: str) -> Any:
    return league.browsers[name].get(f"/api/v1/leagues/{league.scope.pk}/{where}")


def looks(league: Table, battle: str, slot: str, name: str) -> set[str]:
    """In which places somebody meets the open roll."""
    page = reverse("campaigns:dialogue", args=[league.scope.pk, slot])
    asked = page_of(fights.page_at(league, name, battle)).asked
    return {
        *(["page"] if league.browsers[name].get(page).status_code == 200 else []),
        *(["api"] if api(league, name, f"dialogues/{slot}/").status_code == 200 else []),
        *(["api list"] if slot in api(league, name, "dialogues/").content.decode() else []),
        *(["battle"] if asked else []),
    }


def test_fs_162_an_open_roll_for_secret_build_points_is_met_by_its_faction_and_the_organiser() -> None:
    league, battle, slot = rolling(public_bp=False)
    for name in KNOW:
        assert looks(league, battle, slot, name) == {"page", "api", "api list", "battle"}, name
    for name in OTHERS:
        assert looks(league, battle, slot, name) == set(), name


def test_fs_162_where_build_points_are_open_everybody_meets_the_roll() -> None:
    league, battle, slot = rolling()
    for name in (*KNOW, *OTHERS):
        assert looks(league, battle, slot, name) == {"page", "api", "api list", "battle"}, name


def test_fs_162_the_entry_of_the_roll_shows_others_no_die_and_no_amount() -> None:
    league, battle, slot = rolling(public_bp=False)
    key = f"build:{battle}:{league.factions['Marta']}:1:again"
    door.answer_question(league.scope.pk, Actor(league.seats["Marta"]), slot, key, False)
    for name in (*KNOW, *OTHERS):
        rows = api(league, name, "journal/").json()
        (entry,) = [one for one in rows if one["procedure"] == "firestorm.roll_build"]
        knows = name in KNOW
        assert bool(entry["answers"]) == knows, name
        assert ("amount" in json.dumps(entry["effects"])) == knows, name
        told = page_of(league.browsers[name].get(reverse("campaigns:chronicle", args=[league.scope.pk])))
        (line,) = [one for one in told.lines if one.seq == entry["seq"]]
        assert bool(line.dice) == knows, name
