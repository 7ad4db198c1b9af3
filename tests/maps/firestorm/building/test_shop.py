"""The Build phase as a shop: what is offered where, what it costs, why not, and what others learn of it."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from campaigns.engine.stored.journal import reconcile
from maps.firestorm.building.shop_page import ShopOffer, ShopPage
from tests.maps.conquest.play import words_of
from tests.maps.firestorm.driving import in_build
from tests.maps.firestorm.play import Table, begun_before
from tests.older import asking

pytestmark = pytest.mark.django_db


def shop(table: Table, name: str, **query: str) -> ShopPage:
    response = table.browsers[name].get(table.url("shop"), query)
    assert response.status_code == 200, words_of(response)
    page: ShopPage = response.context["page"]
    return page


def offers(page: ShopPage, shelf: str) -> dict[str, ShopOffer]:
    (found,) = [one for one in page.shelves if one.id == shelf]
    return {one.key: one for one in found.offers}


def buy(table: Table, name: str, act: str = "build", **data: Any) -> Any:
    sent = {"faction": table.factions[name], "by": "territory", **data}
    return table.browsers[name].post(table.url("buy", act), sent)


def test_fs_75_the_shop_offers_every_building_in_every_territory_with_its_price_or_why_not() -> None:
    table = in_build()
    page = shop(table, "Marta")
    assert [one.id for one in page.shelves] == ["T01", "T02", "T03"]
    assert page.balance == 12
    tower, land, _special = page.shelves
    assert (tower.offers, tower.shut, tower.rule) == (
        (),
        "Nothing can be built where a Lord’s Tower stands.",
        "FS-80",
    )
    found = offers(page, "T02")
    assert found["mustering_ground"].can
    assert found["mustering_ground"].tap.price == 1
    barracks = found["barracks"].tap
    assert barracks.why_not == "There is no Mustering Ground here for the Barracks to replace."
    assert barracks.rule == "FS-81"
    assert land.can == f"{sum(one.can for one in land.offers)} available"


def test_the_league_page_leads_to_the_shop_while_there_is_something_to_spend() -> None:
    table = asking(in_build(build=1))
    now = table.browsers["Marta"].get(table.url("map")).context["page"].now
    assert (now.leads, now.main.look) == (True, "btn")
    buy(table, "Marta", territory="T02", item="mustering_ground")
    now = table.browsers["Marta"].get(table.url("map")).context["page"].now
    assert (now.leads, now.main.look) == (False, "brass")


def test_fs_81_what_is_bought_stands_there_and_its_successor_is_offered() -> None:
    table = in_build()
    response = buy(table, "Marta", territory="T02", item="mustering_ground")
    assert response.status_code == 302, words_of(response)
    assert response.url.endswith("#s-T02")
    assert table.state.territories["T02"].items == ("mustering_ground",)
    page = shop(table, "Marta", on="T02")
    assert page.balance == 11
    found = offers(page, "T02")
    assert "mustering_ground" not in found
    assert found["barracks"].can
    assert found["barracks"].notes == ("replaces the Mustering Ground",)
    (bought,) = page.purse.bought
    assert (bought.what, bought.where, bought.price) == ("Mustering Ground", "Saltglass Flats", 1)
    assert reconcile(table.scope) == []


def test_fs_76_what_costs_too_much_says_how_much_is_there_and_is_refused_with_the_same_sentence() -> None:
    table = in_build(build=2)
    found = offers(shop(table, "Marta"), "T02")
    assert found["shrine"].tap.why_not == "Shrine costs 3 BP; you have 2 BP, 1 too few."
    response = buy(table, "Marta", territory="T02", item="shrine")
    assert response.status_code == 409
    assert "Shrine costs 3 BP; you have 2 BP, 1 too few." in words_of(response)
    assert response.context["page"].shelves[1].open


def test_fs_83_a_second_copy_is_offered_with_a_warning_that_it_brings_nothing() -> None:
    table = in_build()
    assert buy(table, "Marta", territory="T02", item="forge").status_code == 302
    again = offers(shop(table, "Marta"), "T03")["forge"]
    assert again.can
    assert "only your best one counts" in again.spare
    assert offers(shop(table, "Kwame"), "T10")["forge"].spare == ""


def test_fs_88_the_first_shrine_says_its_glory_and_the_second_none() -> None:
    table = in_build()
    assert "+1 glory at once" in offers(shop(table, "Marta"), "T02")["shrine"].notes
    buy(table, "Marta", territory="T02", item="shrine")
    second = offers(shop(table, "Marta"), "T03")["shrine"]
    assert second.notes == ()
    assert second.spare
    (bought,) = shop(table, "Marta").purse.bought
    assert bought.glory == 1


def test_fs_79_by_building_the_same_refusal_is_told_once() -> None:
    table = in_build()
    page = shop(table, "Marta", by="item", on="barracks")
    (shelf,) = [one for one in page.shelves if one.id == "barracks"]
    assert shelf.open
    (refused,) = shelf.offers
    assert refused.tap.title == "Saltglass Flats and Eyes of the Prismatikon"
    assert refused.tap.why_not == "There is no Mustering Ground here for the Barracks to replace."


def test_fs_97_the_scepter_says_who_owns_its_sites() -> None:
    table = in_build()
    scepter = shop(table, "Kwame").scepter
    assert scepter is not None
    assert not scepter.offer.can
    assert scepter.offer.tap.rule == "FS-97"
    assert [(owner, mine) for _name, owner, mine in scepter.sites].count(("Hollow Crown", True)) == 1


def test_fs_142_levels_are_offered_only_where_the_league_sells_them() -> None:
    table = in_build(level_price=2)
    for item in ("fortified_camp", "stronghold"):
        assert buy(table, "Marta", territory="T02", item=item).status_code == 302
    level = offers(shop(table, "Marta"), "T02")["level"]
    assert level.tap.title == "Raise the stronghold to level 2"
    assert level.tap.price == 2
    assert buy(table, "Marta", "raise_level", territory="T02").status_code == 302
    assert table.state.territories["T02"].level == 2
    plain = in_build()
    for item in ("fortified_camp", "stronghold"):
        buy(plain, "Marta", territory="T02", item=item)
    assert "level" not in offers(shop(plain, "Marta"), "T02")


def test_fs_161_outside_the_build_phase_the_shop_is_shut_but_says_what_would_fit() -> None:
    table = begun_before()
    page = shop(table, "Marta")
    assert "Preparation" in page.shut
    assert page.ready is None
    response = buy(table, "Marta", territory="T01", item="forge")
    assert response.status_code == 409
    assert "Preparation" in words_of(response)


def test_fs_160_when_all_are_ready_the_turn_goes_on() -> None:
    table = asking(in_build())
    for name in ("Marta", "Kwame"):
        ready = shop(table, name).ready
        assert ready is not None
        response = table.browsers[name].post(table.url("buy", "ready"), dict(ready.fields))
        assert response.status_code == 302
    assert (table.phase, table.state.now.turn) == ("preparation", 2)


def test_an_organiser_shops_for_a_faction_and_others_cannot() -> None:
    table = in_build()
    mine = table.factions["Marta"]
    page = shop(table, "Organiser", **{"as": mine})
    assert (page.faction, page.acting) == (mine, mine)
    sent = {"faction": mine, "territory": "T02", "item": "forge", "as": mine, "by": "territory"}
    assert table.browsers["Kwame"].post(table.url("buy", "build"), sent).status_code == 403
    response = table.browsers["Organiser"].post(table.url("buy", "build"), sent)
    assert response.status_code == 302
    assert f"as={mine}" in response["Location"]
    assert table.browsers["Marta"].get(table.url("shop"), {"as": table.factions["Kwame"]}).context[
        "page"
    ].faction == mine  # fmt: skip


def test_a_stranger_meets_404_and_the_page_asks_little(django_assert_max_num_queries: Any) -> None:
    table = in_build()
    shop(table, "Marta")
    with django_assert_max_num_queries(10):
        shop(table, "Marta")
    assert table.browsers["Marta"].get(
        reverse("firestorm:buy", args=[table.scope.pk, "grant"])
    ).status_code in (404, 405)
