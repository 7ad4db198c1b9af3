"""Reading through the interface: what a person may see, and nobody else."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import URLPattern

from campaigns.api import urls as urls_api
from tests.campaigns import play
from tests.campaigns.api.conftest import Api, Evening
from tests.factories import signed_in

EXAMPLES = {"pk": 1, "slug": "lantern", "slot": "s1", "number": 1, "table": "units", "key": "s1.warband"}


def address(pattern: URLPattern, **known: object) -> str:
    """An address of a route, with something in each of its places."""
    values = EXAMPLES | known
    return "/api/v1/" + re.sub(r"<\w+:(\w+)>", lambda place: str(values[place[1]]), str(pattern.pattern))


@pytest.mark.parametrize("pattern", urls_api.urlpatterns, ids=lambda pattern: pattern.name)
def test_nobody_gets_anything_without_signing_in(pattern: URLPattern, evening: Evening) -> None:
    path = address(pattern, pk=evening.scope.pk, slug=evening.scope.club.slug, key=evening.hers)
    assert "<" not in path
    for method in ("get", "post", "put", "patch", "delete"):
        answer = getattr(Client(), method)(path, content_type="application/json")
        assert answer.status_code in (401, 403, 404, 405), (method, path, answer.status_code)


@pytest.mark.parametrize("pattern", urls_api.urlpatterns, ids=lambda pattern: pattern.name)
def test_a_stranger_meets_404_wherever_a_club_is_named(pattern: URLPattern, evening: Evening) -> None:
    path = address(pattern, pk=evening.scope.pk, slug=evening.scope.club.slug, key=evening.hers)
    api = Api(evening.stranger)
    answers = {api.get(path).status_code, api.post(path).status_code}
    if "pk>" in str(pattern.pattern) or "slug:slug" in str(pattern.pattern):
        assert answers <= {404, 405}
        assert 404 in answers


def test_a_member_reads_the_league(evening: Evening) -> None:
    api = Api(evening.pip)
    mission = play.evening(evening.scope, evening.ilse, evening.hers, evening.his)
    assert [one["slug"] for one in api.get("/api/v1/clubs/").json()] == [evening.scope.club.slug]
    club = api.get(f"/api/v1/clubs/{evening.scope.club.slug}/").json()
    assert [one["name"] for one in club["people"]] == ["Ilse", "Marta", "Tom", "Pip"]
    assert [one["id"] for one in api.get("/api/v1/leagues/").json()] == [evening.scope.pk]
    league = api.get(evening.base).json()
    assert (league["seat"], league["is_organiser"]) == (evening.pip.pk, False)
    assert "units" in league["tables"]
    assert "opr.casualties" in league["procedures"]
    warbands = {one["id"]: one for one in api.get(evening.base + "warbands/").json()}
    assert warbands[evening.hers]["missions"] == 1
    assert warbands[evening.hers]["reckoned"]["sheet"] >= 140
    assert len(api.get(evening.base + "units/").json()) == 6
    assert api.get(f"{evening.base}missions/{mission}/").json()["winner"] == evening.hers
    lines = api.get(evening.base + "standings/").json()["lines"]
    assert lines[0]["warband"] == evening.hers
    chronicle = api.get(evening.base + "chronicle/", about=evening.his, limit=3).json()
    assert 0 < len(chronicle) <= 3
    assert all(line["sentence"] for line in chronicle)
    journal = api.get(evening.base + "journal/", limit=2).json()
    assert len(journal) == 2
    assert journal[0]["seq"] == journal[1]["seq"] + 1
    older = api.get(evening.base + "journal/", before=journal[1]["seq"]).json()
    assert older[0]["seq"] == journal[1]["seq"] - 1


def test_names_come_back_into_the_journal(evening: Evening) -> None:
    entries = Api(evening.marta).get(evening.base + "journal/", limit=100).json()
    founded = [one for one in entries if one["procedure"] == "opr.found_warband"]
    assert {one["params"]["name"] for one in founded} == {"Marta's band", "Tom's band"}


def test_what_is_not_there(evening: Evening) -> None:
    api = Api(evening.marta)
    for path in ("state/secrets/", "units/nobody/", "state/units/nobody/", "dialogues/s99/", "reports/9999/"):
        answer = api.get(evening.base + path)
        assert answer.status_code == 404, path
        assert answer.json()["sentence"]


@pytest.mark.parametrize(
    "query", [{"limit": "many"}, {"limit": 0}, {"before": -1}, {"before": 10**30}, {"about": "%' OR 1"}]
)
def test_a_query_that_makes_no_sense_is_said(query: dict[str, object], evening: Evening) -> None:
    answer = Api(evening.marta).get(evening.base + "chronicle/", **query)
    assert answer.status_code == 400
    assert answer.json()["key"] == next(iter(query))


def test_a_public_league_is_read_by_anybody_signed_in_but_not_its_journal(evening: Evening) -> None:
    evening.scope.is_public = True
    evening.scope.save(update_fields=["is_public"])
    api = Api(evening.stranger)
    assert api.get(evening.base).json()["seat"] is None
    assert api.get(evening.base + "warbands/").status_code == 200
    for members_only in ("journal/", "dialogues/"):
        assert api.get(evening.base + members_only).status_code == 404
    assert api.post(evening.base + "act/", {"procedure": "opr.close"}).status_code == 404
    assert Client().get(evening.base).status_code == 401


def test_as_many_queries_for_two_warbands_as_for_six(
    evening: Evening, django_assert_max_num_queries: object
) -> None:
    api = Api(evening.marta)
    for name in ("Nadia", "Oskar", "Sven", "Wren"):
        play.found_warband(evening.scope, play.player(evening.scope, name))
    with django_assert_max_num_queries(12):  # type: ignore[operator]
        assert len(api.get(evening.base + "warbands/").json()) == 6


def test_the_description_and_its_page(evening: Evening) -> None:
    schema = Api(evening.marta).get("/api/v1/schema/")
    assert schema.status_code == 200
    assert b"/api/v1/leagues/{id}/act/" in schema.content
    page = signed_in(evening.marta).get("/api/v1/").content.decode()
    assert "/api/v1/leagues/{id}/answer/" in page
    assert "<script>" not in page
