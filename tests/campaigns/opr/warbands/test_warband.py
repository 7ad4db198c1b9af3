"""The list of warbands and one warband: figures, units, what waits, who sees what."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from campaigns.engine.stored.journal import reconcile
from tests.campaigns import play
from tests.campaigns.opr.warbands.conftest import Table
from tests.factories import signed_in


def warband_url(table: Table, warband: str) -> str:
    return reverse("campaigns:warband", args=[table.scope.pk, warband])


def list_url(table: Table) -> str:
    return reverse("campaigns:warbands", args=[table.scope.pk])


def page_of(table: Table, who: Any, warband: str) -> Any:
    return signed_in(who).get(warband_url(table, warband)).context["page"]


def test_a_new_warband_shows_what_it_was_founded_with(table: Table) -> None:
    warband = play.found_warband(table.scope, table.marta, "The Ninth Lantern", play.band(140))
    page = page_of(table, table.marta, warband)
    assert [(figure.value, figure.label) for figure in page.figures] == [
        (0, "VP"),
        (140, "value"),
        (10, "pool"),
        ("0–0", "record"),
    ]
    assert [row.name for row in page.rows] == ["Captain Bell", "Ferrymen", "Lamplighters"]
    assert page.wait is None


def test_what_waits_is_shown_to_its_player_and_organisers_only(table: Table) -> None:
    marta = play.found_warband(table.scope, table.marta)
    tom = play.found_warband(table.scope, table.tom)
    play.answer_all(table.scope, table.ilse, play.act(table.scope, table.ilse, "start"))
    mission = play.played(table.scope, table.tom, marta, tom)
    for who, waits in ((table.ilse, True), (table.tom, False), (table.pip, False)):
        assert bool(page_of(table, who, marta).wait) is waits, who
    wait = page_of(table, table.marta, marta).wait
    assert (wait.title, wait.button) == ("Casualties to roll for", "Roll for casualties")
    assert wait.url == reverse("campaigns:step", args=[table.scope.pk, mission, marta])


def test_new_experience_is_marked_until_the_warband_has_walked_on(table: Table) -> None:
    marta = play.found_warband(table.scope, table.marta)
    tom = play.found_warband(table.scope, table.tom)
    play.answer_all(table.scope, table.ilse, play.act(table.scope, table.ilse, "start"))
    mission = play.played(table.scope, table.tom, marta, tom)
    for step in ("casualties", "experience"):
        play.act(table.scope, table.marta, step, mission=mission, warband=marta)
    assert [(row.xp, row.new_xp) for row in page_of(table, table.marta, marta).rows] == [(1, 1)] * 3
    for step in ("close_upgrades", "close_recruiting"):
        play.act(table.scope, table.marta, step, mission=mission, warband=marta)
    page = page_of(table, table.marta, marta)
    assert [(row.xp, row.new_xp) for row in page.rows] == [(1, 0)] * 3
    assert [figure.value for figure in page.figures] == [2, 150, 20, "1–0"]
    assert reconcile(table.scope) == []


def test_the_dead_stand_on_the_roll_of_honour(table: Table) -> None:
    marta = play.found_warband(table.scope, table.marta)
    tom = play.found_warband(table.scope, table.tom)
    play.answer_all(table.scope, table.ilse, play.act(table.scope, table.ilse, "start"))
    victim = play.state_of(table.scope).warbands[tom].units[1]
    killer = play.state_of(table.scope).warbands[marta].units[0]
    mission = play.played(table.scope, table.tom, marta, tom, kills={victim: killer})
    play.walked(table.scope, table.tom, mission, tom, **{f"casualty:{victim}": 1})
    page = page_of(table, table.marta, tom)
    assert [row.name for row in page.rows] == ["Captain Bell", "Lamplighters"]
    assert [(row.name, row.note, row.out) for row in page.fallen] == [("Ferrymen", "dead", True)]


def test_a_disbanded_warband_stays_readable(table: Table) -> None:
    warband = play.found_warband(table.scope, table.marta)
    play.act(table.scope, table.marta, "disband_warband", warband=warband)
    page = page_of(table, table.tom, warband)
    assert page.top.disbanded
    assert len(page.fallen) == 3
    listed = signed_in(table.marta).get(list_url(table)).context["page"]
    assert not listed.rows
    assert [row.name for row in listed.gone] == ["Marta's band"]
    assert listed.is_mine_missing


def test_the_list_is_in_the_order_of_the_table_and_marks_mine(table: Table) -> None:
    tom = play.found_warband(table.scope, table.tom, "Rust Frontier")
    marta = play.found_warband(table.scope, table.marta, "Second Bell")
    play.answer_all(table.scope, table.ilse, play.act(table.scope, table.ilse, "start"))
    play.played(table.scope, table.tom, marta, tom)
    page = signed_in(table.marta).get(list_url(table)).context["page"]
    assert [(row.name, row.rank, row.vp, row.mine) for row in page.rows] == [
        ("Second Bell", "1", 2, True),
        ("Rust Frontier", "2", 0, False),
    ]
    assert "casualties" in page.rows[0].note.lower()


@pytest.mark.parametrize(("who", "may"), [("ilse", True), ("marta", True), ("tom", False), ("pip", False)])
def test_who_is_offered_to_bring_an_army(table: Table, who: str, may: bool) -> None:
    play.found_warband(table.scope, table.tom)
    page = signed_in(getattr(table, who)).get(list_url(table)).context["page"]
    assert page.may_found is may


def test_opr_12_a_closed_league_offers_no_founding(table: Table) -> None:
    for seat in (table.marta, table.tom):
        play.found_warband(table.scope, seat)
    play.answer_all(table.scope, table.ilse, play.act(table.scope, table.ilse, "start"))
    nadia = play.player(table.scope, "Nadia")
    assert signed_in(nadia).get(list_url(table)).context["page"].may_found
    marta, tom = (one.id for one in play.state_of(table.scope).active)
    play.played(table.scope, table.ilse, marta, tom)
    for who in (nadia, table.ilse):
        assert not signed_in(who).get(list_url(table)).context["page"].may_found
    play.act(table.scope, table.ilse, "change_setting", key="late_joiners", value="on")
    for who in (nadia, table.ilse):
        assert signed_in(who).get(list_url(table)).context["page"].may_found


def test_strangers_and_unknown_warbands_are_not_found(table: Table) -> None:
    warband = play.found_warband(table.scope, table.marta)
    for who in (table.stranger, None):
        assert signed_in(who).get(warband_url(table, warband)).status_code == 404
        assert signed_in(who).get(list_url(table)).status_code == 404
    assert signed_in(table.marta).get(warband_url(table, "s9.warband")).status_code == 404


def test_a_public_league_shows_its_warbands_to_everybody(table: Table) -> None:
    warband = play.found_warband(table.scope, table.marta)
    table.scope.is_public = True
    table.scope.save(update_fields=["is_public"])
    page = page_of(table, None, warband)
    assert page.wait is None
    assert len(page.rows) == 3


@pytest.mark.parametrize("size", [5, 50])
def test_the_page_needs_the_same_queries_with_five_units_and_with_fifty(
    table: Table, size: int, django_assert_max_num_queries: Any
) -> None:
    units = [play.unit(f"Unit {n}", 150 // size) for n in range(size)]
    warband = play.found_warband(table.scope, table.marta, units=units)
    client = signed_in(table.marta)
    with django_assert_max_num_queries(10):
        client.get(warband_url(table, warband))
    with django_assert_max_num_queries(10):
        client.get(list_url(table))
