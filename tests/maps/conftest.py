"""What the tests of maps share: a club's map to draw on."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.models import Seat
from maps.models import MapTemplate
from tests import factories
from tests.maps.conquest.play import words_of


@pytest.fixture
def drawn() -> tuple[Seat, Client, MapTemplate]:
    """An organiser's browser and a map of the club."""
    seat = factories.new_organiser(name="Ilse")
    browser = factories.signed_in(seat)
    response = browser.post(
        reverse("maps:maps", args=[seat.club.slug]), {"ready": "two_rivers", "name": "Ours"}
    )
    assert response.status_code == 302, words_of(response)
    return seat, browser, MapTemplate.objects.get(club=seat.club)
