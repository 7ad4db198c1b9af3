"""A unit's page: story and receipts from the journal, whatever happened to it."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.engine.stored.journal import reconcile
from campaigns.opr.receipts.receipt import Receipt
from rules.opr.state import Unit
from tests.campaigns import play
from tests.campaigns.opr.warbands.conftest import Table, league_of_two
from tests.factories import signed_in
from tests.pages import body_of
from tests.scenario import scenario


def unit_url(table: Table, unit: str) -> str:
    return reverse("campaigns:unit", args=[table.scope.pk, unit])


def receipts(client: Client, table: Table, unit: str) -> tuple[Receipt, Receipt]:
    return why(client, table, unit, "why-points"), why(client, table, unit, "why-xp")


def why(client: Client, table: Table, unit: str, figure: str) -> Receipt:
    """The receipt behind one figure of a unit."""
    page = client.get(unit_url(table, unit), {"why": figure}).context["page"]
    assert page.receipt.id == figure
    return page.receipt  # type: ignore[no-any-return]


@pytest.fixture
def season(db: None) -> Table:
    return three_evenings()


@scenario
def three_evenings() -> Table:
    """Of Nadia's and Oskar's warbands, in which everybody goes for everybody."""
    table = league_of_two()
    nadia, oskar = play.started(table.scope, table.ilse, "Nadia", "Oskar")
    for winner, loser in ((nadia, oskar), (oskar, nadia), (nadia, oskar)):
        sheets = play.state_of(table.scope).warbands
        kills = dict(zip(sheets[loser].units[1:], sheets[winner].units, strict=False))
        kills[sheets[winner].units[0]] = sheets[loser].units[0]
        hero = sheets[winner].units[0]
        answers = {f"casualty:{hero}": 1, f"injury:{hero}:1": 2, f"injury:{hero}:2": 4}
        play.evening(table.scope, table.ilse, winner, loser, kills=kills, answers=answers)
    return table


def all_units(table: Table) -> list[Unit]:
    return list(play.state_of(table.scope).units.values())


def test_every_receipt_adds_up_to_the_figure_on_the_sheet(season: Table) -> None:
    client = signed_in(season.tom)
    for unit in all_units(season):
        points, xp = receipts(client, season, unit.id)
        assert sum(row.value for row in points.rows) == points.total == unit.value
        assert sum(row.value for row in xp.rows) == xp.total == unit.xp
    assert reconcile(season.scope) == []


def test_a_receipt_says_who_when_and_by_which_rule(season: Table) -> None:
    client = signed_in(season.tom)
    (hero, *_others) = [unit for unit in all_units(season) if unit.hero]
    points, xp = receipts(client, season, hero.id)
    assert points.rows[0].occasion == "start"
    assert "Nadia" in points.rows[0].note
    assert points.rows[0].rule == "OPR-15"
    assert {"OPR-44"} <= {rule.id for rule in xp.rules}
    assert all(row.occasion.startswith("M") for row in xp.rows)


def test_opr_52_a_heros_level_shows_its_dice_and_traits(table: Table) -> None:
    nadia, _oskar = play.started(table.scope, table.ilse, "Nadia", "Oskar")
    hero = play.state_of(table.scope).warbands[nadia].units[0]
    play.act(table.scope, table.ilse, "give_xp", unit=hero, amount=4, words="played elsewhere")
    mission = play.played(table.scope, table.ilse, nadia, _oskar)
    play.walked(
        table.scope, table.ilse, mission, nadia,
        **{f"trait:{hero}:1:1": 4, f"setdie:{hero}:1": 1, f"set:{hero}:1": "captain", f"skill:{hero}:1:1": 1},
    )  # fmt: skip
    points, xp = receipts(signed_in(table.marta), table, hero)
    level = points.rows[-1]
    assert (level.reason, level.amount, level.occasion) == ("Level 1", "+10", "M1")
    assert [(die.face, die.origin) for die in level.dice] == [(4, "hand"), (1, "hand"), (1, "hand")]
    assert "Resilient · Leader" in level.note
    assert "played elsewhere" in xp.rows[0].note


def test_a_die_rolled_again_is_struck(table: Table) -> None:
    nadia, oskar = play.started(table.scope, table.ilse, "Nadia", "Oskar")
    unit = play.state_of(table.scope).warbands[nadia].units[1]
    play.act(
        table.scope, table.ilse, "give_trait", unit=unit, kind="level", key="agile", words="from last year"
    )
    play.act(table.scope, table.ilse, "give_xp", unit=unit, amount=4, words="from last year")
    mission = play.played(table.scope, table.ilse, nadia, oskar)
    play.walked(table.scope, table.ilse, mission, nadia, **{f"trait:{unit}:1:1": 1, f"trait:{unit}:1:2": 4})
    points, _xp = receipts(signed_in(table.marta), table, unit)
    assert [(die.face, die.origin) for die in points.rows[-1].dice] == [(1, "struck"), (4, "hand")]


def test_a_bought_and_sold_upgrade_leaves_the_receipt_right(table: Table) -> None:
    nadia, oskar = play.started(table.scope, table.ilse, "Nadia", "Oskar")
    mission = play.played(table.scope, table.ilse, nadia, oskar)
    for step in ("casualties", "experience"):
        play.answer_all(
            table.scope, table.ilse, play.act(table.scope, table.ilse, step, mission=mission, warband=nadia)
        )
    unit = play.state_of(table.scope).warbands[nadia].units[0]
    where = {"mission": mission, "warband": nadia, "unit": unit}
    bought = play.act(table.scope, table.ilse, "buy", **where, item={"label": "Storm Lantern", "price": 10})
    points, _xp = receipts(signed_in(table.marta), table, unit)
    assert (points.rows[-1].reason, points.rows[-1].amount) == ("Storm Lantern bought", "+10")
    play.act(table.scope, table.ilse, "sell", **where, item=f"{bought.slot}.item")
    points, _xp = receipts(signed_in(table.marta), table, unit)
    assert (points.rows[-1].amount, points.total) == ("−10", 70)


def test_the_story_tells_the_newest_first_and_names_people(season: Table) -> None:
    client = signed_in(season.tom)
    (unit, *_others) = [one for one in all_units(season) if one.hero]
    story = client.get(unit_url(season, unit.id)).context["page"].story
    assert story[-1].sentence.startswith("Recruited at the start")
    assert story[0].occasion == "M3"
    assert any("Took out" in line.sentence for line in story)
    assert [line.occasion for line in story if "taken out" in line.sentence][-1] == "M1"


def test_a_receipt_opens_by_its_address_without_script(season: Table) -> None:
    unit = all_units(season)[0]
    page = signed_in(season.tom).get(unit_url(season, unit.id), {"why": "why-points"}).content.decode()
    assert f"Why {unit.value} points?" in page
    assert page.count("data-show") == 1


def test_a_stranger_and_a_unit_nobody_knows_are_not_found(season: Table) -> None:
    unit = all_units(season)[0]
    assert signed_in(season.stranger).get(unit_url(season, unit.id)).status_code == 404
    assert signed_in(season.tom).get(unit_url(season, "s99.unit-1")).status_code == 404


@pytest.mark.parametrize("evenings", [0, 4])
def test_a_unit_page_needs_the_same_queries_after_many_evenings(
    table: Table, evenings: int, django_assert_max_num_queries
) -> None:
    nadia, oskar = play.started(table.scope, table.ilse, "Nadia", "Oskar")
    for _ in range(evenings):
        play.evening(table.scope, table.ilse, nadia, oskar)
    unit = play.state_of(table.scope).warbands[nadia].units[0]
    client = signed_in(table.marta)
    client.get(unit_url(table, unit))
    for asked in ({}, {"why": "why-kills"}):
        with django_assert_max_num_queries(10):
            client.get(unit_url(table, unit), asked)


def test_every_figure_and_trait_of_a_unit_opens_its_receipt(season: Table) -> None:
    client = signed_in(season.tom)
    for unit in all_units(season):
        page = client.get(unit_url(season, unit.id)).context["page"]
        assert page.receipt is None
        assert all(figure.url for figure in page.figures)
        figures = {figure.url.partition("=")[2]: figure.value for figure in page.figures}
        if page.fallen:
            times = len(why(client, season, unit.id, "why-fallen").rows)
            assert page.fallen == ("taken out once" if times == 1 else f"taken out {times} times")
        for name, value in figures.items():
            receipt = why(client, season, unit.id, name)
            assert receipt.total == value, (unit.name, name)
            assert len(receipt.rows) == value or name in ("why-points", "why-xp")
            assert all(rule.text for rule in receipt.rules), receipt.rules
        for trait in page.traits:
            [*_earlier, row] = why(client, season, unit.id, trait.url.partition("=")[2]).rows
            assert row.rule
            assert row.dice, trait.name
            assert "Ilse" in row.note or "Nadia" in row.note or "Oskar" in row.note


def test_opr_39_an_injury_shows_both_its_dice_and_the_rule_in_our_words(season: Table) -> None:
    client = signed_in(season.tom)
    hero = next(one for one in all_units(season) if one.held("injury"))
    number = next(n for n, one in enumerate(hero.traits) if one.kind == "injury")
    receipt = why(client, season, hero.id, f"why-trait-{number}")
    [row] = receipt.rows
    assert receipt.title == "Why Chest Wound?"
    assert [die.face for die in row.dice] == [1, 2]
    assert "only the second die can kill" in " ".join(rule.text for rule in receipt.rules)


def test_a_trait_given_by_hand_says_by_whom_and_why(table: Table) -> None:
    nadia, _oskar = play.started(table.scope, table.ilse, "Nadia", "Oskar")
    unit = play.state_of(table.scope).warbands[nadia].units[1]
    given = {"unit": unit, "kind": "level", "key": "agile", "words": "from last year"}
    play.act(table.scope, table.ilse, "give_trait", **given)
    [row] = why(signed_in(table.marta), table, unit, "why-trait-0").rows
    assert "from last year" in row.note
    assert "Ilse" in row.note


@pytest.mark.parametrize("asked", ["why-trait-99", "why-trait-x", "why-nothing", "why-trait-"])
def test_a_receipt_nobody_knows_is_not_opened(season: Table, asked: str) -> None:
    unit = all_units(season)[0]
    page = signed_in(season.tom).get(unit_url(season, unit.id), {"why": asked}).context["page"]
    assert page.receipt is None


def test_an_open_unit_page_fetches_its_part_alone(season: Table) -> None:
    unit = all_units(season)[0]
    part = signed_in(season.tom).get(
        unit_url(season, unit.id), headers={"HX-Request": "true", "HX-Target": "unit"}
    )
    assert part.content.decode().strip().startswith('<div class="stack" id="unit"')


def test_a_unit_looked_up_from_a_mission_leads_back_to_it(season: Table) -> None:
    nadia, oskar, *_others = play.state_of(season.scope).warbands
    opened = play.act(season.scope, season.ilse, "open_mission", warbands=[nadia, oskar])
    mission = f"{opened.slot}.mission"
    play.act(season.scope, season.ilse, "begin", mission=mission)
    client = signed_in(season.ilse)
    table = reverse("campaigns:mission", args=[season.scope.pk, mission])
    unit = play.state_of(season.scope).warbands[nadia].units[0]
    own = reverse("campaigns:warband", args=[season.scope.pk, nadia])
    link = f"{unit_url(season, unit)}?m={mission}"
    assert f'href="{link}#figures-of"' in body_of(client.get(table))
    page = client.get(link).context["page"]
    assert page.back == table
    opened_receipt = client.get(unit_url(season, unit) + page.figures[0].url).context["page"]
    assert (opened_receipt.back, opened_receipt.receipt.id) == (table, "why-points")
    assert client.get(opened_receipt.address).context["page"].back == table
    for elsewhere in ("", "?m=s999.mission", "?m=//example.org"):
        assert client.get(unit_url(season, unit) + elsewhere).context["page"].back == own
    done = next(one.id for one in play.state_of(season.scope).missions.values() if one.status == "finished")
    over = reverse("campaigns:mission", args=[season.scope.pk, done])
    assert f'?m={done}"' in body_of(client.get(over))
    assert client.get(f"{unit_url(season, unit)}?m={done}").context["page"].back == over
