"""Sieges and the sea by taps alone: two people on phones, one at a desk, each in their own browser."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from campaigns.engine.stored.journal import reconcile
from tests.browser.conftest import DESK, PHONE, leads_on, small_targets, violations
from tests.browser.test_map_walk import Walk, signed_in
from tests.maps.conquest import play
from tests.maps.conquest.play import Table

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def walk_of(league: Table, open_page: Callable[..., Page], live_server: Any) -> Walk:
    looks = {"Marta": (PHONE, False), "Kwame": (PHONE, True), "Organiser": (DESK, False)}
    pages = {
        name: signed_in(open_page(size=size, dark=dark), league.seats[name], live_server)
        for name, (size, dark) in looks.items()
    }
    return Walk(league, pages)


def answered(walk: Walk, name: str, words: str, question: str) -> None:
    """Somebody finds the question on their map and gives this answer."""
    page = walk.pages[name]
    page.goto("/")
    expect(page.locator("main")).to_contain_text(question)
    walk.shot(name, "asked-at-home")
    walk.map(name)
    expect(page.locator("#lead .btn-brass")).to_contain_text(question)
    walk.shot(name, "asked")
    leads_on(page.locator("#lead a.btn-brass"))
    walk.shot(name, "question")
    leads_on(page.get_by_role("button", name=words, exact=True))


def fought(walk: Walk, kind: str, reporter: str, confirmer: str, words: str) -> None:
    """The battle of this kind is reported from one phone and agreed to on the other."""
    key = next(k for k, one in walk.league.state.battles.items() if one.kind == kind and one.status == "open")
    at = reverse("maps:battle", args=[walk.league.scope.pk, key])
    page = walk.pages[reporter]
    page.goto(at)
    walk.shot(reporter, f"{kind}-battle")
    assert violations(page) + small_targets(page) == []
    leads_on(page.get_by_role("button", name=words))
    page = walk.map(confirmer)
    walk.shot(confirmer, f"{kind}-to-confirm")
    leads_on(page.locator(f'#lead a[href="{at}"]').first)
    walk.tap(confirmer, "Agree")
    walk.shot(confirmer, f"{kind}-settled")


def land_battles(walk: Walk, winner: str) -> None:
    """Land battles of the round through forms, won by the same person."""
    league = walk.league
    for key, one in league.state.battles.items():
        if one.kind == "land" and one.status == "open":
            attacks = league.player(one.attackers[0]) == winner
            figures = ((700, 1, 9), (500, 5, 9))
            attack, defend = figures if attacks else figures[::-1]
            fled = "defend" if attacks else "attack"
            play.reported(league, winner, key, attack=attack, defend=defend, fled=fled)
            other = one.defenders[0] if attacks else one.attackers[0]
            league.do(league.player(other), "confirm", battle=key)


def to_battles(league: Table) -> None:
    """On to the battles of the next round; events that move nothing."""
    play.spending(league)
    while league.phase == "events":
        active = league.state.now.active
        name = league.player(active)
        event = {"Marta": "scouts", "Kwame": "elite_army"}[name]
        asked = league.post(name, "pick_event", realm=active, round=league.state.now.round)
        league.answered(name, asked, event=event)
    play.revenue(league)
    play.challenges(league)
    assert league.phase == "battle"


def sieged(walk: Walk, name: str, theirs: str, castle: str) -> None:
    """One phone asks for a siege, the other agrees, the desk sees both halves."""
    page = walk.map(name, castle)
    expect(page.locator("#panel")).to_contain_text("Besiege")
    walk.shot(name, "besiege-panel")
    walk.spend(name, "Besiege")
    expect(page.locator("main")).to_contain_text("Waiting for")
    walk.shot(name, "besiege-waits")
    answered(walk, theirs, "Yes", "May")
    desk = walk.map("Organiser", castle)
    expect(desk.locator("#panel")).to_contain_text("Besieged since round 1")
    assert desk.locator("svg.map .m-siege").count() == 1
    walk.shot("Organiser", "besieged")
    assert violations(desk) == []


@pytest.mark.parametrize("ends", ["conquered", "relieved"])
@pytest.mark.in_turn(7, kind="journeys")
def test_a_siege_by_taps(open_page: Callable[..., Page], live_server: Any, ends: str) -> None:
    league, name, theirs, castle = play.before_a_castle()
    walk = walk_of(league, open_page, live_server)
    sieged(walk, name, theirs, castle)
    to_battles(league)
    if ends == "conquered":
        page = walk.map(name, castle)
        walk.shot(name, "assault-panel")
        walk.tap(name, "Ask for a battle for the fort", inside="#panel")
        expect(page.locator("main")).to_contain_text("Waiting for")
        answered(walk, theirs, "Yes", "fort")
        fought(walk, "siege", name, theirs, f"{league.state.name_of(league.realm(name))} won")
        assert castle not in league.state.sieges
        assert league.state.territories[castle].owner == league.realm(name)
    else:
        land_battles(walk, theirs)
        while league.state.now.active != league.realm(theirs):
            league.do(league.player(league.state.now.active), "end_turn")
        page = walk.map(theirs, castle)
        expect(page.locator("#panel")).to_contain_text("You hold the fort")
        expect(page.locator("#panel summary:has-text('Conquer')")).to_contain_text("3 EP")
        expect(page.locator("#panel summary:has-text('Conquer')")).not_to_contain_text("more for")
        walk.shot(theirs, "relieve-panel")
        walk.spend(theirs, "Conquer")
        assert castle not in league.state.sieges
        assert league.state.territories[castle].owner == league.realm(theirs)
    walk.map("Organiser", castle)
    walk.shot("Organiser", ends)
    assert reconcile(league.scope) == []


@pytest.mark.in_turn(7, kind="journeys")
def test_the_sea_by_taps(open_page: Callable[..., Page], live_server: Any) -> None:
    league = play.at_battles("Marta", "Kwame", naval=True, map="salt_islands")
    walk = walk_of(league, open_page, live_server)
    for name in ("Marta", "Kwame"):
        page = walk.map(name)
        expect(page.locator("#now")).to_contain_text("At sea")
        walk.shot(name, "sea-sign-up")
        walk.tap(name, "Sign up for battles at sea", inside="#now")
    page = walk.map("Marta")
    walk.shot("Marta", "sea-challenge")
    assert violations(page) + small_targets(page) == []
    walk.tap("Marta", "at sea", inside="#now")
    fought(walk, "sea", "Marta", "Kwame", f"{league.state.name_of(league.realm('Marta'))} won")
    page = walk.pages["Organiser"]
    page.goto(reverse("maps:realm", args=[league.scope.pk, league.realm("Marta")]))
    expect(page.locator("main")).to_contain_text("Naval advantage over")
    walk.shot("Organiser", "sea-advantage")
    assert list(league.state.advantages) == [f"{league.realm('Marta')}>{league.realm('Kwame')}"]
    assert reconcile(league.scope) == []
