"""The ground of a running league: land, links, territories more or less, each with a reason."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from django.urls import reverse

from campaigns.engine.stored.journal import reconcile
from maps.conquest.club.needs import empire_league_needs
from tests.maps.conquest.play import Table, begun, table, words_of

pytestmark = pytest.mark.django_db


def sent(league: Table, act: str, who: str = "Organiser", **data: Any) -> Any:
    address = reverse("maps:ground", args=[league.scope.pk])
    return league.browsers[who].post(address, {"act": act, "words": "the table is smaller", **data})


def free_place(league: Table) -> str:
    return next(key for key, one in league.state.territories.items() if not one.owner and not one.is_sea)


def test_cq_02_a_territory_is_redrawn_and_keeps_its_owner() -> None:
    league = begun()
    capital = league.state.realms[league.realm("Marta")].capital
    response = sent(league, "redraw", territory=capital, name="Deepwater", terrain="plain", river="on")
    assert response.status_code == 302, words_of(response)
    place = league.state.territories[capital]
    assert (place.name, place.river, place.building) == ("Deepwater", True, "city")
    assert place.owner == league.realm("Marta")
    assert reconcile(league.scope) == []


def test_cq_112_a_territory_with_a_banner_cannot_become_sea_and_what_was_typed_is_kept() -> None:
    league = begun()
    capital = league.state.realms[league.realm("Marta")].capital
    response = sent(league, "redraw", territory=capital, name="Atlantis", terrain="sea")
    assert response.status_code == 422
    assert "cannot become sea" in words_of(response)
    assert response.context["wrong"].typed["name"] == "Atlantis"
    assert not league.state.territories[capital].is_sea


@pytest.mark.parametrize("act", ["", "erase"])
def test_cq_02_what_no_form_of_the_page_asks_for_is_refused_above_it(act: str) -> None:
    league = begun()
    response = sent(league, act, territory=free_place(league))
    assert response.status_code == 409
    assert response.context["refused"].sentence == "Choose what to draw."


@pytest.mark.parametrize(("map_", "more"), [("two_rivers", {}), ("the_wheel", {})])
def test_cq_03_a_territory_is_added_beside_another_and_linked(map_, more) -> None:
    league = begun("Marta", "Kwame", map=map_)
    before = set(league.state.territories)
    address = reverse("maps:ground", args=[league.scope.pk])
    page, near = None, ""
    for near in sorted(before):
        page = league.browsers["Organiser"].get(address, {"t": near}).context["page"]
        if page.sides or not page.is_hex:
            break
    assert page is not None
    cell = {"cell": page.sides[0][1]} if page.is_hex else {}
    response = sent(league, "add", territory=near, label="Z9", terrain="marsh", **cell)
    assert response.status_code == 302, words_of(response)
    new = league.state.territories["Z9"]
    assert set(league.state.territories) - before == {"Z9"}
    assert (new.terrain, new.owner) == ("marsh", "")
    assert any({"Z9", near} == {one.a, one.b} for one in league.state.links.values())
    assert "already on the map" in words_of(sent(league, "add", territory=near, label="Z9", **cell)) or (
        league.state.territories["Z9"] == new
    )
    assert reconcile(league.scope) == []


def test_cq_03_a_bridge_and_a_cliff() -> None:
    league = begun()
    a, *_rest = sorted(league.state.territories)
    address = reverse("maps:ground", args=[league.scope.pk])
    far = league.browsers["Organiser"].get(address, {"t": a}).context["page"].far[0]
    for there in ("1", "0"):
        assert sent(league, "connect", territory=a, other=far, there=there).status_code == 302
        linked = any({a, far} == {one.a, one.b} for one in league.state.links.values())
        assert linked is (there == "1")
    refused = sent(league, "connect", territory=a, other=far, there="0")
    assert refused.status_code == 422
    assert "not neighbours" in words_of(refused)


def test_cq_01_a_territory_is_taken_off_unless_it_has_a_banner() -> None:
    league = begun("Marta", "Kwame")
    place, capital = free_place(league), league.state.realms[league.realm("Marta")].capital
    assert sent(league, "remove", territory=place).status_code == 302
    assert place not in league.state.territories
    address = reverse("maps:ground", args=[league.scope.pk])
    tap = league.browsers["Organiser"].get(address, {"t": capital}).context["page"].remove
    assert tap.why_not
    assert tap.why_not in words_of(sent(league, "remove", territory=capital))
    assert capital in league.state.territories


def test_only_the_organiser_changes_the_ground_and_says_why() -> None:
    league = begun()
    place = free_place(league)
    assert sent(league, "remove", who="Marta", territory=place).status_code == 404
    assert league.browsers["Marta"].get(reverse("maps:ground", args=[league.scope.pk])).status_code == 404
    silent = sent(league, "remove", territory=place, words=" ")
    assert silent.status_code == 422
    assert "Say why" in words_of(silent)
    assert sent(league, "plough", territory=place).status_code == 409
    assert sent(league, "add", territory=place, cell="here").status_code == 409
    assert place in league.state.territories


def crowded() -> dict[str, Any]:
    """Fourteen territories of which each is next to every other: room for one capital."""
    keys = [f"t{n}" for n in range(14)]
    tiles = [{"key": key, "x": 100 * (n % 4), "y": 100 * (n // 4)} for n, key in enumerate(keys)]
    return {"kind": "graph", "tiles": tiles, "edges": list(combinations(keys, 2))}


def test_cq_07_without_room_for_a_capital_the_league_waits_for_the_organiser_who_reads_why() -> None:
    league = table("Marta", "Kwame", brought=crowded())
    league.answered("Organiser", league.post("Organiser", "begin_play"))
    league.do(league.player(league.state.now.active), "pick_capital", territory="t0")
    late = league.player(league.state.now.active)
    told = league.page(late).now
    assert (told.mine, told.title.startswith("There is no room left for another capital.")) == (False, True)
    (need,) = [one for one in empire_league_needs(league.at("Organiser")) if one.urgent]
    assert need.title == "There is no room left for another capital"
    assert need.url == reverse("maps:ground", args=[league.scope.pk])
    response = sent(league, "add", territory="t1", label="Isle", terrain="plain")
    assert response.status_code == 302, words_of(response)
    assert league.state.realms[league.realm(late)].capital  # the one place there is
    assert league.phase == "events"
