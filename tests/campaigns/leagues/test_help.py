"""The page of help of each game, reached from where its rules are told."""

from __future__ import annotations

import pytest
from django.urls import reverse

from campaigns.demo import make_club
from campaigns.engine.desk import desks
from campaigns.models import Scope
from tests import factories

pytestmark = pytest.mark.django_db


def test_every_game_has_a_page_of_help() -> None:
    for desk in desks():
        assert len(desk.help) >= 3, desk.game.name


def test_a_league_tells_how_an_evening_with_it_goes() -> None:
    club = make_club()
    browser = factories.signed_in(club.seats.get(name="Marta"))
    for scope in Scope.objects.filter(club=club):
        address = reverse("campaigns:help", args=[scope.pk])
        assert address in browser.get(reverse("campaigns:rules", args=[scope.pk])).content.decode()
        page = browser.get(address)
        hints = page.context["hints"]
        assert page.status_code == 200
        assert all(str(hint.title) in page.content.decode() for hint in hints)
