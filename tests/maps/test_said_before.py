"""What a form means is said before it is filled in: an empty name, whose an empire is, who hands it over."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from campaigns.models import Role
from campaigns.people import seats as people
from maps.conquest.forms import EnlistForm
from maps.conquest.map.now_page import Organising
from maps.firestorm.forms import FoundForm
from tests import factories
from tests.campaigns.engine.evening import founded
from tests.maps.conquest import play as conquest
from tests.maps.firestorm import play as firestorm
from tests.maps.test_let_in import by_link, by_merge
from tests.pages import page_of

OWN_WORD = "Organiser signed this device in, so you have to confirm this yourself."


@pytest.mark.parametrize("form", [EnlistForm, FoundForm])
def test_an_empty_name_is_said_to_be_the_player_s(form: Any) -> None:
    assert form().fields["name"].help_text == "Leave it empty to use the player’s name."


def desk_of(table: conquest.Table, name: str) -> Organising:
    found = table.page(name).organising
    assert found is not None
    return found


@pytest.mark.django_db
def test_cq_20_who_plays_which_empire_and_who_hands_over_a_rival_s_is_said() -> None:
    table = conquest.at_battles("Marta", "Kwame")
    marta, kwame = (table.state.name_of(table.realm(one)) for one in ("Marta", "Kwame"))
    desk = desk_of(table, "Organiser")
    assert {name for _id, name in desk.played} == {f"{marta} (Marta)", f"{kwame} (Kwame)"}
    assert desk.not_yours == ""
    people.change_role(by=table.organiser, seat=table.seats["Marta"], role=Role.ORGANISER)
    table.seats["Marta"].refresh_from_db()
    desk = desk_of(table, "Marta")
    assert [name for _id, name in desk.played] == [f"{marta} (Marta)"]
    assert desk.not_yours.startswith(
        f"To hand {kwame} over to another player, ask Kwame or Organiser. An organiser who"
    )


@pytest.mark.django_db
def test_cq_20_a_device_that_was_let_in_says_before_that_it_hands_nothing_over() -> None:
    table = conquest.at_battles("Marta", "Kwame")
    address = reverse("maps:realm", args=[table.scope.pk, table.realm("Marta")])
    page = page_of(table.browsers["Marta"].get(address))
    assert (page.own_word, page.leave.why_not) == ("", "")
    page = page_of(by_link(table.organiser, table.seats["Marta"]).get(address))
    assert page.own_word.startswith(OWN_WORD)
    assert page.leave.why_not == page.own_word


@pytest.mark.django_db
def test_fs_01_a_device_that_was_let_in_says_before_that_it_does_not_leave() -> None:
    table = firestorm.begun("Marta", "Kwame")
    address = table.url("faction", table.factions["Marta"])
    assert page_of(table.browsers["Marta"].get(address)).people.own_word == ""
    held = by_link(table.organiser, table.seats["Marta"])
    assert page_of(held.get(address)).people.own_word.startswith(OWN_WORD)
    merged = by_merge(table.organiser, table.seats["Marta"])
    said = page_of(merged.get(address)).people.own_word
    assert said.startswith("Organiser merged this sign-in with another of yours")
    assert "“That’s me”" in said


@pytest.mark.django_db
def test_opr_68_a_device_that_was_let_in_says_before_that_it_hands_nothing_over() -> None:
    evening = founded()
    address = reverse("campaigns:change_warband", args=[evening.scope.pk, evening.hers])
    held = by_link(evening.ilse, evening.marta)
    assert held.get(address).context["own_word"].startswith("Ilse signed this device in")
    assert factories.signed_in(evening.marta).get(address).context["own_word"] == ""
