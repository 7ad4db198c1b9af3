"""What a newcomer reads while bringing an army."""

from __future__ import annotations

from django.urls import reverse

from campaigns.opr.league import home
from tests.campaigns.imports.helpers import DATA
from tests.campaigns.opr.warbands.conftest import Table
from tests.factories import signed_in
from tests.pages import looking


def test_the_address_behind_a_share_link_is_one_tap_away(table: Table) -> None:
    new = reverse("campaigns:new_warband", args=[table.scope.pk])
    link = "https://army-forge.onepagerules.com/share?id=AbC-12_x&name=Haters"
    page = signed_in(table.marta).post(new, {"text": link})
    assert page.status_code == 422
    assert '<a href="https://army-forge.onepagerules.com/api/tts?id=AbC-12_x"' in page.content.decode()


def test_what_is_typed_as_the_price_of_a_unit_says_that_upgrades_are_not_in_it(table: Table) -> None:
    new = reverse("campaigns:new_warband", args=[table.scope.pk])
    marta = signed_in(table.marta)
    draft = marta.post(new, {"text": (DATA / "resolved-2023.json").read_text()})["Location"]
    page = marta.get(draft).content.decode()
    upgraded = [line for line in marta.get(draft).context["page"].lines if line.form.unit.items]
    assert page.count("without upgrades</small>") == len(upgraded) > 0


def test_a_league_that_has_not_started_says_just_that(table: Table) -> None:
    assert home.league_home(looking(table.scope, table.marta)).top.season == "Not started yet."


def test_a_draft_is_deleted_where_those_not_finished_are_listed(table: Table) -> None:
    new = reverse("campaigns:new_warband", args=[table.scope.pk])
    marta = signed_in(table.marta)
    draft = marta.post(new, {"by_hand": "1"})["Location"]
    assert [f"{new}{one.pk}/" for one in marta.get(new).context["drafts"]] == [draft]
    assert marta.post(draft, {"discard": "1"})["Location"] == new
    assert not marta.get(new).context["drafts"]
