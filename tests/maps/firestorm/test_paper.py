"""A Firestorm league on paper: the map of any turn, faction sheets, slips for orders, the league's book."""

from __future__ import annotations

import io
from typing import Any

import pytest
from django.urls import reverse
from pypdf import PdfReader
from pypdf.generic import Destination

from campaigns.models import LeaguePrint
from maps.firestorm.paper import order_slips
from tests import factories
from tests.maps.firestorm.driving import act, building, everybody_ready, in_build
from tests.maps.firestorm.fights import in_the_field
from tests.maps.firestorm.play import Table, begun, gathered
from tests.scenario import scenario

pytestmark = pytest.mark.django_db
MM = 25.4 / 72


def pages(content: bytes) -> list[str]:
    """The text of each page."""
    return [" ".join((one.extract_text() or "").split()) for one in PdfReader(io.BytesIO(content)).pages]


def printed(table: Table, who: str, name: str, *args: object, **query: str) -> list[str]:
    response = table.browsers[who].get(table.url(name, *args), query)
    assert response.status_code == 200
    assert response["Content-Type"] == "application/pdf"
    return pages(response.content)


@scenario
def armed() -> Table:
    """The Build phase of a league in which somebody marches under a banner and something is built."""
    table = begun("Marta", "Kwame", "Ilse", "Jun")
    mine = table.factions["Marta"]
    banner = next(one.id for one in table.state.banners.values() if one.faction == mine)
    act(table, "Marta", "list_character", faction=mine, banner=banner, name="Aleska", kind="commander")
    act(table, "Marta", "name_banner", faction=mine, banner=banner, name="First Hammer")
    building(table)
    act(table, "Marta", "build", faction=mine, territory="T02", item="forge")
    return table


def test_a_faction_is_one_sheet_with_banners_land_treasury_prices_and_charts() -> None:
    table = armed()
    (text,) = printed(table, "Marta", "print_faction", table.factions["Marta"])
    for said in (
        "The Cinder Watch", "First Hammer", "Aleska", "T02 Saltglass Flats", "Forge", "Objective achieved",
        "replaces the Mustering Ground", "Iron Will", "Prismatikon",
    ):  # fmt: skip
        assert said in text, said
    (theirs,) = printed(table, "Marta", "print_faction", table.factions["Kwame"])
    assert "Hollow Crown" in theirs


def test_fs_162_a_secret_purse_is_not_on_a_sheet_that_others_print() -> None:
    table = in_build(public_bp=False)
    mine = table.factions["Marta"]
    assert "Objective achieved" in printed(table, "Marta", "print_faction", mine)[0]
    assert "Objective achieved" not in printed(table, "Kwame", "print_faction", mine)[0]


def test_fs_04_no_objective_is_on_paper_before_it_is_shown() -> None:
    table = begun()
    act(table, "Organiser", "deal_objectives")
    texts = printed(table, "Marta", "print_faction", table.factions["Marta"])
    texts += printed(table, "Marta", "print_orders")
    names = [row.name for row in _book(table).start.objectives.values()]
    assert not any(name in text for name in names for text in texts)


def _book(table: Table) -> Any:
    from rules.firestorm.book import firestorm_in_force

    return firestorm_in_force(table.state)


def test_orders_for_a_pen_are_two_slips_to_a_sheet_for_the_organiser_and_ones_own_for_a_player() -> None:
    table = begun("Marta", "Kwame", "Ilse", "Jun")
    both = printed(table, "Organiser", "print_orders")
    assert len(both) == 2
    assert "The Cinder Watch" in both[0]
    assert "Hollow Crown" in both[0]
    assert "Merrow Horde" in both[1]
    (mine,) = printed(table, "Marta", "print_orders")
    assert "The Cinder Watch" in mine
    assert "Hollow Crown" not in mine
    assert "turn 1" in mine
    assert "T01 Cinderwatch" in mine
    assert "no: stronghold" in mine  # the Lord's Tower
    assert "step 2" in mine
    assert "step 3" not in mine
    assert "step 3" in printed(table, "Jun", "print_orders")[0]  # Destruction marches three steps


def test_a_slip_printed_while_battles_are_fought_does_not_say_where_a_banner_will_stand() -> None:
    league, _battle = in_the_field()
    here = league.at("Marta")
    (mine,) = order_slips.whose(here)
    slip = order_slips.slip_of(here, mine, "A4")
    assert slip.turn == 2
    assert any(one.banner for one in slip.lines)
    assert not any(one.place for one in slip.lines)


def test_slips_hold_no_order_that_was_sealed_and_come_out_the_same() -> None:
    table = begun()
    first = table.browsers["Marta"].get(table.url("print_orders"))
    again = table.browsers["Marta"].get(table.url("print_orders"), headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 304


@pytest.mark.parametrize(("paper", "size"), [("A4", (210, 297)), ("A2", (420, 594))])
def test_the_map_is_one_sheet_of_the_size_asked_for(paper: str, size: tuple[int, int]) -> None:
    table = in_build()
    content = table.browsers["Kwame"].get(table.url("print_map"), {"paper": paper}).content
    (page,) = PdfReader(io.BytesIO(content)).pages
    assert tuple(sorted(round(float(side) * MM) for side in page.mediabox[2:])) == size
    (text,) = pages(content)
    assert "The Ember Crown" in text
    assert "Turn 1 · Build" in text
    assert "Hollow Crown" in text


def test_the_map_is_printed_as_a_turn_has_left_it() -> None:
    table = in_build()
    assert table.browsers["Marta"].get(table.url("print_map"), {"of": "1"}).status_code == 404
    everybody_ready(table)
    (text,) = printed(table, "Marta", "print_map", of="1")
    assert "At the end of turn 1" in text


def test_fs_162_what_is_bought_in_secret_is_on_no_paper_of_others() -> None:
    table = in_build(secret_build=True)
    mine = table.factions["Marta"]
    act(table, "Marta", "build", faction=mine, territory="T02", item="forge")
    (ours,) = printed(table, "Marta", "print_map")
    (theirs,) = printed(table, "Kwame", "print_map")
    assert "Forge" in ours
    assert "Forge" not in theirs


def test_the_page_before_offers_all_of_it_and_strangers_meet_404() -> None:
    table = gathered()
    response = table.browsers["Marta"].get(table.url("print"))
    assert response.status_code == 200
    assert response.context["slips"] == 1
    assert [name for _key, name, _colour in response.context["factions"]] == [
        "The Cinder Watch",
        "Hollow Crown",
    ]
    stranger = factories.signed_in(factories.new_seat(name="Stranger"))
    for name in ("print", "print_map", "print_orders"):
        assert stranger.get(table.url(name)).status_code == 404
    assert table.browsers["Marta"].get(table.url("print_map"), {"paper": "A9"}).status_code == 404


def test_the_leagues_book_holds_standings_a_map_per_turn_factions_and_the_chronicle(
    django_capture_on_commit_callbacks: Any,
) -> None:
    table = armed()
    everybody_ready(table)
    with django_capture_on_commit_callbacks(execute=True):
        table.browsers["Marta"].post(reverse("campaigns:print_league", args=[table.scope.pk]))
    asked = LeaguePrint.objects.get(scope=table.scope)
    assert not asked.failed
    content = bytes(
        table.browsers["Marta"].get(reverse("campaigns:league_pdf", args=[table.scope.pk, asked.pk])).content
    )
    outline = [one.title for one in PdfReader(io.BytesIO(content)).outline if isinstance(one, Destination)]
    assert outline == ["The Ember Crown", "Map", "Map, turn 1", "Factions", "Chronicle"]
    found = pages(content)
    assert all(text.startswith("The Ember Crown") for text in found[1:3])  # a sheet for each map
    front, factions = found[0], found[3]
    assert "Glory by turn" in front
    assert all(name in front for name in ("The Cinder Watch", "Hollow Crown", "The Stone Wake"))
    assert "First Hammer" in factions
    assert "Aleska" in factions
    assert "Turn 1" in " ".join(found[4:])
