"""Standings and audits: every figure with what stands behind it, adding up to the scoreboard."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from maps.firestorm.glory.audit_page import AuditPage
from maps.firestorm.glory.standings_page import GloryStandingsPage
from rules.firestorm.book import firestorm_in_force
from rules.firestorm.building.shop import shop_items
from rules.firestorm.glory.counting import glory
from tests import factories
from tests.maps.conquest.play import words_of
from tests.maps.firestorm.driving import act, everybody_ready, in_build, marched
from tests.maps.firestorm.play import Table, begun
from tests.older import asking

pytestmark = pytest.mark.django_db


def standings(table: Table, name: str = "Marta") -> GloryStandingsPage:
    response = table.browsers[name].get(table.url("standings"))
    assert response.status_code == 200, words_of(response)
    page: GloryStandingsPage = response.context["page"]
    return page


def audit(table: Table, whose: str, name: str = "Marta") -> AuditPage:
    response = table.browsers[name].get(table.url("audit", table.factions[whose]))
    assert response.status_code == 200, words_of(response)
    page: AuditPage = response.context["page"]
    return page


def adds_up(table: Table) -> None:
    """Each audit's lines add up to its sums, and these to the scoreboard's."""
    state = table.state
    board = {one.faction: one for one in standings(table).lines}
    for name, faction in table.factions.items():
        page = audit(table, name)
        assert sum(one.total for one in page.holdings) == page.held
        assert sum(one.amount for one in page.rows) == page.earned
        assert page.held + page.earned == page.total == board[faction].glory
        assert page.total == glory(state, firestorm_in_force(state), faction)
        assert page.points is not None
        assert sum(one.amount for one in page.points) == page.balance == board[faction].build


@pytest.mark.parametrize("seed", range(3))
def test_fs_106_at_every_moment_of_driven_turns_the_audit_adds_up_to_the_scoreboard(seed: int) -> None:
    """Two turns in which both factions march anywhere without a fight and buy what they can."""
    luck, table = Random(seed), asking(in_build(build=15))
    for _turn in range(2):
        for name, faction in table.factions.items():
            for _again in range(3):
                can = [
                    one
                    for one in shop_items(table.state, firestorm_in_force(table.state), faction)
                    if not one.why_not
                ]
                if can:
                    one = luck.choice(can)
                    act(table, name, "build", faction=faction, territory=one.territory, item=one.item)
            adds_up(table)
        everybody_ready(table)
        adds_up(table)
        if table.phase == "preparation":
            marched(table)
            if table.phase == "aftermath":
                everybody_ready(table)


def test_fs_106_each_row_says_turn_rule_and_who_entered_it() -> None:
    table = in_build(build=9)
    act(table, "Marta", "build", faction=table.factions["Marta"], territory="T02", item="shrine")
    page = audit(table, "Marta")
    (row,) = page.rows
    assert (row.turn, row.what, row.amount, row.rule) == (1, "First Shrine", 1, "FS-88")
    assert row.about == "Saltglass Flats"
    assert row.entered.who == "Marta"
    assert row.entered.url
    assert page.points is not None
    objective, bought = page.points
    assert (objective.what, objective.amount, objective.entered.who) == (
        "Objective achieved", 9, "Organiser",
    )  # fmt: skip
    assert (bought.what, bought.amount) == ("Shrine", -3)


def test_fs_100_holdings_say_why_a_territory_is_worth_more() -> None:
    table = in_build()
    notes = {one.territory: (one.total, one.note) for one in audit(table, "Marta").holdings}
    assert notes == {
        "Cinderwatch": (1, "land 1"),
        "Saltglass Flats": (1, "land 1"),
        "Eyes of the Prismatikon": (2, "special territory 2"),
    }
    faction = table.factions["Marta"]
    for item in ("fortified_camp", "walled_settlement"):
        act(table, "Marta", "build", faction=faction, territory="T02", item=item)
    lines = {one.territory: one for one in audit(table, "Marta").holdings}
    assert (lines["Saltglass Flats"].total, lines["Saltglass Flats"].note) == (
        3,
        "land 1 · Walled Settlement 2",
    )


def test_fs_106_each_turns_score_is_frozen_and_shown() -> None:
    table = in_build()
    everybody_ready(table)
    page = standings(table)
    assert page.numbers == (1,)
    by_name = {one.name: one.turns for one in page.histories}
    assert by_name == {"The Cinder Watch": ((1, 4),), "Hollow Crown": ((1, 4),)}
    (frozen,) = audit(table, "Kwame").snapshots
    assert (frozen.turn, frozen.total) == (1, 4)


def test_fs_106_places_won_are_those_since_the_turn_last_scored_began() -> None:
    table = in_build(build=9)
    everybody_ready(table)
    marched(table)
    while table.phase != "build":
        everybody_ready(table)
    act(table, "Kwame", "build", faction=table.factions["Kwame"], territory="T10", item="shrine")
    assert {one.moved for one in standings(table).lines} == {0}  # one turn is scored: there is none before
    everybody_ready(table)
    assert [(one.name, one.rank, one.moved) for one in standings(table).lines] == [
        ("Hollow Crown", 1, 0), ("The Cinder Watch", 2, -1),
    ]  # fmt: skip


def test_fs_05_claimed_objectives_are_listed_and_the_others_counted() -> None:
    table = begun()
    act(table, "Organiser", "deal_objectives")
    assert (standings(table).hidden, standings(table).objectives) == (2, ())
    mine = next(one for one in table.state.players.values() if one.faction == table.factions["Marta"])
    act(table, "Marta", "claim_objective", player=mine.id)
    page = standings(table, "Kwame")
    (shown,) = page.objectives
    assert (shown.player, page.hidden) == ("Marta", 1)
    assert shown.state == "claimed: the organiser will decide"


def test_fs_162_a_secret_purse_is_shown_to_its_faction_and_the_organiser() -> None:
    table = in_build(public_bp=False)
    build = {
        name: {one.name: one.build for one in standings(table, name).lines}
        for name in ("Marta", "Kwame", "Organiser")
    }
    assert build["Marta"] == {"The Cinder Watch": 12, "Hollow Crown": None}
    assert build["Kwame"] == {"The Cinder Watch": None, "Hollow Crown": 12}
    assert build["Organiser"] == {"The Cinder Watch": 12, "Hollow Crown": 12}
    assert audit(table, "Marta", "Kwame").points is None
    assert audit(table, "Marta").points is not None


def test_pages_of_glory_ask_little_and_strangers_meet_404(django_assert_max_num_queries: Any) -> None:
    table = in_build()
    standings(table)
    with django_assert_max_num_queries(10):
        standings(table)
    with django_assert_max_num_queries(10):
        audit(table, "Kwame")
    stranger = factories.signed_in(factories.new_seat(name="Stranger"))
    for address in (table.url("standings"), table.url("audit", table.factions["Marta"])):
        assert stranger.get(address).status_code == 404
    assert table.browsers["Marta"].get(table.url("audit", "nobody")).status_code == 404
