"""The page of help of each game, reached from where its rules are told."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.engine.plugins import plugins
from campaigns.leagues.first import EVENINGS
from campaigns.models import Scope
from tests import factories
from tests.whole_club import demo_club

pytestmark = pytest.mark.django_db


def test_every_game_has_a_page_of_help() -> None:
    for plugin in plugins():
        assert len(plugin.play.help) >= 3, plugin.game.name


@pytest.mark.parametrize("who", ["organiser", "player"])
def test_a_newcomer_finds_the_first_evening_before_signing_in(client: Client, who: str) -> None:
    page = client.get(reverse("campaigns:first_evening", args=[who]))
    assert [str(hint.title) for hint in page.context["page"].hints] == [
        str(hint.title) for hint in EVENINGS[who].hints
    ]
    assert reverse("campaigns:first_evening", args=["player"]) in client.get("/").content.decode()


def test_nobody_else_has_a_first_evening(client: Client) -> None:
    assert client.get(reverse("campaigns:first_evening", args=["spectator"])).status_code == 404


def test_a_league_tells_how_an_evening_with_it_goes() -> None:
    club = demo_club()
    browser = factories.signed_in(club.seats.get(name="Marta"))
    for scope in Scope.objects.filter(club=club):
        address = reverse("campaigns:help", args=[scope.pk])
        assert address in browser.get(reverse("campaigns:rules", args=[scope.pk])).content.decode()
        page = browser.get(address)
        hints = page.context["hints"]
        assert page.status_code == 200
        assert all(str(hint.title) in page.content.decode() for hint in hints)


def test_help_is_at_hand_where_somebody_stops() -> None:
    """On the pages of corrections, and in Firestorm where orders, a reveal and a battle ask for something."""
    club = demo_club()
    ilse = factories.signed_in(club.seats.get(role="organiser"))
    by_game = {scope.game: scope.pk for scope in Scope.objects.filter(club=club)}
    war = by_game["firestorm"]
    pages = [reverse("campaigns:corrections", args=[pk]) for pk in by_game.values()]
    pages.append(reverse("firestorm:reveal_now", args=[war]))
    for page in pages:
        league = int(page.split("/")[2])
        answer = ilse.get(page, follow=True)
        if answer.status_code == 200:
            assert reverse("campaigns:help", args=[league]) in answer.content.decode(), page
