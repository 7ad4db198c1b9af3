"""A map league on paper: the map on one sheet of any size, the whole league in one file."""

from __future__ import annotations

import io
import re
from typing import Any

import pytest
from django.urls import reverse
from pypdf import PdfReader
from pypdf.generic import Destination

from campaigns.models import LeaguePrint
from tests import factories
from tests.maps.conquest.play import Table, after_round, begun, table

pytestmark = pytest.mark.django_db
MM = 25.4 / 72
SIZES = {"A4": (210, 297), "A3": (297, 420), "A2": (420, 594)}


def words(content: bytes) -> str:
    return " ".join(
        " ".join((page.extract_text() or "").split()) for page in PdfReader(io.BytesIO(content)).pages
    )


@pytest.mark.parametrize(("paper", "turn"), [("A4", ""), ("A3", "portrait"), ("A2", "landscape")])
def test_the_map_is_one_sheet_of_the_size_and_turn_asked_for(paper, turn) -> None:
    league = begun("Marta", "Kwame")
    address = reverse("maps:print", args=[league.scope.pk])
    content = league.browsers["Marta"].get(address, {"paper": paper, "turn": turn}).content
    (page,) = PdfReader(io.BytesIO(content)).pages
    wide, high = (round(float(side) * MM) for side in page.mediabox[2:])
    assert tuple(sorted((wide, high))) == SIZES[paper]
    assert not turn or (turn == "landscape") == (wide > high)
    text = words(content)
    assert "The Salt Crown" in text
    assert all(f"{name}'s realm" in text for name in ("Marta", "Kwame"))


def test_the_page_before_offers_every_size() -> None:
    league = begun("Marta", "Kwame")
    html = league.browsers["Marta"].get(reverse("maps:print", args=[league.scope.pk])).content.decode()
    assert set(re.findall(r"\?paper=(A\d)", html)) == set(SIZES)
    stranger = factories.signed_in(factories.new_seat(name="Stranger"))
    assert stranger.get(reverse("maps:print", args=[league.scope.pk])).status_code == 404


def league_file(league: Table, who: str, callbacks: Any) -> bytes:
    pk = league.scope.pk
    with callbacks(execute=True):
        league.browsers[who].post(reverse("campaigns:print_league", args=[pk]))
    asked = LeaguePrint.objects.filter(scope=league.scope).first()
    assert asked is not None
    page = league.browsers[who].get(reverse("campaigns:league_print", args=[pk, asked.pk]))
    assert page.context["is_done"]
    return bytes(league.browsers[who].get(reverse("campaigns:league_pdf", args=[pk, asked.pk])).content)


def test_the_leagues_file_holds_standings_map_empires_and_chronicle(
    django_capture_on_commit_callbacks,
) -> None:
    league = after_round()
    content = league_file(league, "Marta", django_capture_on_commit_callbacks)
    reader = PdfReader(io.BytesIO(content))
    assert [one.title for one in reader.outline if isinstance(one, Destination)] == [
        "The Salt Crown",
        "Map",
        "Empires",
        "Chronicle",
    ]
    text = words(content)
    for name in ("Marta", "Kwame", "Ilse"):
        realm = league.realm(name)
        earned = sum(one["points"] for one in league.ask("points_history") if one["realm"] == realm)
        assert f"{earned} EP earned" in text
        assert league.state.realms[realm].capital in text
    assert "Round 1" in text
    assert "begins at" in text  # the capitals, from the chronicle


def test_secret_gold_is_not_printed_even_for_its_owner(django_capture_on_commit_callbacks) -> None:
    league = after_round(gold_public=False)
    league.post("Organiser", "grant", realm=league.realm("Marta"), gold="7654", words="found")
    front, _map, empires, *_chronicle = PdfReader(
        io.BytesIO(league_file(league, "Marta", django_capture_on_commit_callbacks))
    ).pages
    assert "7654" not in front.extract_text() + empires.extract_text()
    assert "Gold" not in front.extract_text()


def test_a_league_without_a_map_prints_what_there_is(django_capture_on_commit_callbacks) -> None:
    league = table("Marta", "Kwame")
    text = words(league_file(league, "Marta", django_capture_on_commit_callbacks))
    assert "Before the first round" in text
