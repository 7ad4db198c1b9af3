"""The largest Firestorm map on a small phone: sixty territories, garrisons, several buildings, a siege."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from bench.firestorm import crowded
from campaigns.engine.stored.store import registration_of
from campaigns.engine.transaction.scope_transaction import count_write, scope_transaction
from campaigns.engine.transaction.scopes import found_scope
from campaigns.engine.who.rights import Actor
from campaigns.models import Scope, Seat
from maps.firestorm import demo
from rules.firestorm.book import EDITIONS
from rules.firestorm.siege_state import Siege
from rules.firestorm.state import Battle, Firestorm
from tests import factories
from tests.browser.conftest import small_targets, tap
from tests.browser.looks import DESK_DARK, NARROW_LIGHT, faults
from tests.browser.test_map import signed_in

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

HELD, FOUGHT = "T12", "T24"  # a garrison with all that may stand beside it; a stronghold under siege
TERRITORY = 'transform="translate'
SHOWN = {HELD: ("War Lodge", "Walled Settlement", "Foundry"), FOUGHT: ("Faction 2 against Faction 1",)}
BESIEGER, HOLDER = "F2.0", "F1.1"


def besieged(owners: list[str]) -> Firestorm:
    """The crowded league in its battles: a banner of the second faction besieges one of the first."""
    state = crowded(owners)
    full = ("war_lodge", "walled_settlement", "foundry")
    state = state.change("territories", HELD, items=full)
    state = state.change("territories", FOUGHT, items=("barracks", "stronghold", "forge"), level=3)
    for one in state.banners.values():
        if one.territory == FOUGHT:
            state = state.change("banners", one.id, at="reserve", territory="")
    for host in (BESIEGER, HOLDER):
        state = state.change("banners", host, at="map", territory=FOUGHT)
    battle = Battle(
        id="turn:7:battle:T24:1", turn=7, number=1, territory=FOUGHT, attacker=BESIEGER, attack="F2",
        defender=HOLDER, defend="F1", garrison=1500, locked=True,
    )  # fmt: skip
    state = state.put("battles", battle)
    state = state.put("sieges", Siege(id=battle.id, level=3, step="timer", besieger_points=3))
    return state.change("campaign", state.now.id, phase="battles", initiative=state.now.initiative)


def laid() -> tuple[Scope, Seat]:
    seats = [factories.new_organiser(name="Marta")]
    seats += [factories.new_seat(club=seats[0].club, name=name) for name in ("Kwame", "Ilse", "Jun")]
    scope = found_scope(
        club=seats[0].club, by=seats[0], game=demo.GAME, edition=EDITIONS[0], name="Sixty", settings={}
    )
    with scope_transaction(scope.pk, Actor(seats[0])) as transaction:
        state = besieged([str(one.pk) for one in seats])
        registration_of(demo.GAME).save(scope.pk, transaction.scope.version + 1, transaction.state, state)
        count_write(transaction.scope, "test")
    return scope, seats[0]


def thumbs(page: Page) -> list[str]:
    """Territories in sight that a thumb would miss."""
    return [one for one in small_targets(page) if TERRITORY in one]


def test_sixty_territories_on_a_small_phone(open_page: Callable[..., Page], live_server: Any) -> None:
    scope, seat = laid()
    page = signed_in(open_page(size=NARROW_LIGHT.size, touch=True), seat, live_server)
    page.goto(f"/l/{scope.pk}/firestorm/")
    assert page.locator("svg.map a[data-t]").count() == 60
    wrong = faults(page, "crowded-map", [NARROW_LIGHT, DESK_DARK])
    page.set_viewport_size(NARROW_LIGHT.size)
    for place, words in SHOWN.items():
        page.goto(f"/l/{scope.pk}/firestorm/?t={place}")
        for one in words:
            expect(page.locator("#panel")).to_contain_text(one)
        wrong += faults(page, f"crowded-{place}", [NARROW_LIGHT])
    assert [one for one in wrong if TERRITORY not in one] == []
    page.goto(f"/l/{scope.pk}/firestorm/")
    assert thumbs(page) != []  # the whole of it; one tap closer each can be hit, and the table has them all
    tap(page.get_by_role("button", name="Zoom in"))
    assert thumbs(page) == []
    faults(page, "crowded-closer", [NARROW_LIGHT])
