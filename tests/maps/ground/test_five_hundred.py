"""The most territories a map may have ask no more of the database than a few."""

from __future__ import annotations

import gzip
import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from maps.models import MapTemplate
from rules.maps.exchange import from_json, to_json
from rules.maps.generator import patch
from tests.maps.conquest.play import table, words_of
from tests.maps.ground.strokes import stroke

pytestmark = pytest.mark.django_db


def five_hundred() -> dict[str, Any]:
    cells = patch(500)
    tiles = [{"key": f"T{n}", "q": q, "r": r} for n, (q, r) in enumerate(cells)]
    for tile in tiles[::40]:
        tile["building"] = "city"
    return {"kind": "hex", "tiles": tiles}


def test_five_hundred_territories_cost_no_more_queries_than_twenty(
    drawn, django_assert_max_num_queries
) -> None:
    seat, browser, row = drawn
    large = MapTemplate.objects.create(
        club=seat.club, name="Large", data=to_json(from_json(five_hundred())), made_by=seat
    )
    counts = []
    for one in (row, large):
        with CaptureQueriesContext(connection) as asked:
            page = browser.get(reverse("maps:edit", args=[seat.club.slug, one.pk]), {"brush": "add"})
        assert page.status_code == 200
        counts.append(len(asked))
    assert counts[0] == counts[1] <= 10
    assert page.content.decode().count('class="m-tap"') == 500
    with django_assert_max_num_queries(14):
        assert stroke(browser, large, act="paint", brush="marsh", t="T7").status_code == 302
    assert len(gzip.compress(page.content)) < 30_000
    extra = {"act": "add", "cell": "40,40"}
    refused = stroke(browser, large, **extra)
    assert refused.status_code == 409
    assert "at most 500" in words_of(refused) or "2 to 500" in words_of(refused)


def test_a_league_on_five_hundred_territories_asks_no_more(drawn):
    league = table("Marta", "Kwame")
    home = reverse("maps:map", args=[league.scope.pk])

    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert league.browsers["Marta"].get(home).status_code == 200
        return len(queries)

    few = asked()
    sent = {"file": SimpleUploadedFile("map.json", json.dumps(five_hundred()).encode())}
    answer = league.browsers["Organiser"].post(reverse("maps:lay", args=[league.scope.pk]), sent)
    assert answer.status_code == 302
    assert len(league.state.territories) == 500
    assert asked() <= few + 1 <= 12  # where something is gone, all of it is read
