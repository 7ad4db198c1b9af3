"""Founding a league: four steps and an invitation, and what is said when something does not fit."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from campaigns.engine.plugins import rulebooks
from campaigns.leagues.wizard import asked_settings
from campaigns.models import Club, Invitation, Scope, Seat
from tests.campaigns.play import state_of
from tests.factories import new_organiser, signed_in
from tests.pages import text_of

pytestmark = pytest.mark.django_db
FIRST = {"name": "The Iron Winter", "edition": "aofs-3.2.0", "time_zone": "Berlin"}
DJANGO = ("This field is required", "available choices", "Enter a whole number", "Ensure this value")


@pytest.fixture
def ilse() -> Seat:
    return new_organiser(name="Ilse")


def start(club: Club) -> str:
    return f"/clubs/{club.slug}/leagues/new/"


def test_four_forms_lead_from_the_club_to_the_invitation(ilse: Seat) -> None:
    client = signed_in(ilse)
    assert client.post(start(ilse.club), FIRST)["Location"].endswith("/plays/")
    assert client.post(start(ilse.club) + "plays/", {"parallel_play": "off"})["Location"].endswith("/length/")
    chosen = client.post(start(ilse.club) + "length/", {"campaign_type": "point"})
    assert chosen["Location"].endswith("/rules/")
    rules = client.get(start(ilse.club) + "rules/").context["form"]
    sent = {name: field.initial for name, field in rules.fields.items()}
    shown = client.post(start(ilse.club) + "rules/", sent, follow=True)
    scope = Scope.objects.get()
    assert scope.time_zone == "Europe/Berlin"
    assert dict(state_of(scope).league.settings) == {"campaign_type": "point", "open_steps": "parks"}
    assert Invitation.objects.get().scope == scope
    assert "/join/" in shown.content.decode()


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        ({"time_zone": ""}, "Give the league a name."),
        ({"name": "x" * 300}, "That name has 300 characters. Keep it to 80."),
        ({"name": "\u202eevil"}, "invisible characters"),
        ({"name": "Winter"}, "Choose a rulebook."),
        ({"name": "Winter", "edition": "chess"}, "Choose one of these rulebooks."),
        ({**FIRST, "time_zone": "Berln"}, "There is no time zone called Berln. Did you mean Europe/Berlin"),
    ],
)
def test_the_first_step_says_what_does_not_fit_and_keeps_what_was_typed(
    ilse: Seat, sent: dict[str, str], sentence: str
) -> None:
    page = signed_in(ilse).post(start(ilse.club), sent)
    text = page.content.decode()
    assert page.status_code == 422
    assert sentence in text
    assert not any(words in text for words in DJANGO)
    assert all(f'value="{typed}"' in text for name, typed in sent.items() if typed and name != "edition")


def test_the_next_steps_say_it_too(ilse: Seat) -> None:
    client = signed_in(ilse)
    client.post(start(ilse.club), FIRST)
    for step in ("length/", "rules/"):
        for sent in ({"sent": "1"}, {"campaign_type": "moon", "parallel_play": "<b>"}):
            page = client.post(start(ilse.club) + step, sent)
            assert page.status_code == 422
            told = " ".join(one for errors in page.context["form"].errors.values() for one in errors)
            assert "Choose one of these." in told
            assert not any(words in told for words in DJANGO)
    assert not Scope.objects.exists()


def test_the_clubs_zone_is_proposed_and_no_list_of_zones_weighs_the_page_down(ilse: Seat) -> None:
    Club.objects.update(time_zone="America/New_York")
    text = signed_in(ilse).get(start(ilse.club)).content.decode()
    assert 'value="America/New York"' in text
    assert "<option" not in text
    assert re.search(r'<datalist id="zones" hx-get="/zones/"', text)


def test_only_organisers_found_leagues(ilse: Seat) -> None:
    for client in (Client(), signed_in(new_organiser(name="Sven"))):
        assert client.get(start(ilse.club)).status_code == 404


# Who plays


def test_a_league_whose_book_leaves_it_open_is_asked_who_plays_and_told_what_follows(ilse: Seat) -> None:
    client = signed_in(ilse)
    client.post(start(ilse.club), FIRST)
    page = client.get(start(ilse.club) + "plays/")
    text = text_of(page)
    assert "Does everyone play every mission?" in text
    assert "The ranking counts VP per mission, so nobody loses their place by missing a night." in text
    assert page.context["form"]["parallel_play"].value() == "on", "as most clubs play"
    assert client.post(start(ilse.club) + "plays/", {"parallel_play": "perhaps"}).status_code == 422
    client.post(start(ilse.club) + "plays/", {"parallel_play": "on"})
    client.post(start(ilse.club) + "length/", {"campaign_type": "endless"})
    rules = client.get(start(ilse.club) + "rules/")
    assert "parallel_play" not in rules.context["form"].fields, "it has been asked"
    assert "Everything here is set as in the rulebook." in text_of(rules)
    assert ("Who’s playing", "Anyone with time can play") in rules.context["so_far"]
    client.post(
        start(ilse.club) + "rules/", {name: one.initial for name, one in rules.context["form"].fields.items()}
    )
    assert dict(state_of(Scope.objects.get()).league.settings) == {
        "parallel_play": "on",
        "campaign_type": "endless",
        "open_steps": "parks",
    }


def test_the_habit_of_the_club_is_proposed(ilse: Seat) -> None:
    Club.objects.update(habits={"parallel_play": "off"})
    client = signed_in(ilse)
    client.post(start(ilse.club), FIRST)
    assert client.get(start(ilse.club) + "plays/").context["form"]["parallel_play"].value() == "off"


def test_a_league_on_a_map_is_not_asked_and_its_way_back_leads_past_the_question(ilse: Seat) -> None:
    client, map_book = signed_in(ilse), next(one for one in rulebooks() if not asked_settings(one))
    asked = client.post(start(ilse.club), {**FIRST, "edition": map_book.edition}, follow=True)
    keys = [one.key for one in asked.context["steps"]]
    assert keys == ["rulebook", "rules", "invite"], "nor how it ends, which its book says"
    assert [one.key for one in asked.context["steps"] if one.done] == ["rulebook"]
    assert asked.redirect_chain[-1][0].endswith(f"/{asked.context['step']}/")
    assert asked.context["back"] == start(ilse.club)
    client.post(start(ilse.club), FIRST)
    assert client.get(start(ilse.club) + "length/").context["back"].endswith("/plays/")
