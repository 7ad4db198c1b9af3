"""Every address the interface can be read at, for every kind of reader: an answer, whoever fell meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from pytest_django import DjangoDbBlocker

from campaigns.engine.stored.store import registration_of
from campaigns.models import Dialogue, Report, Scope
from tests.campaigns.api.conftest import Api
from tests.whole_club import WholeClub, standing

pytestmark = pytest.mark.django_db

OF_LEAGUE = ("", "chronicle/", "reports/", "standings/")
OF_MEMBERS = ("journal/", "dialogues/")


@pytest.fixture(scope="module")
def club(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[WholeClub]:
    with standing(django_db_blocker) as found:
        yield found


def tables_of(scope: Scope) -> dict[str, list[str]]:
    registration = registration_of(scope.game)
    state = registration.load(scope.pk)
    return {table: list(getattr(state, table)) for table in registration.tables}


def read(api: Api, base: str, path: str) -> Any:
    answer = api.get(base + path)
    assert answer.status_code == 200, (base, path)
    return answer.json()


@pytest.mark.in_turn(5, kind="addresses")
def test_every_table_is_read_by_everybody_who_sees_the_league(club: WholeClub) -> None:
    for who, seat in club.people.items():
        if seat is None:
            continue
        api = Api(seat)
        for scope in club.leagues:
            base = f"/api/v1/leagues/{scope.pk}/"
            if who == "stranger" and not scope.is_public:
                assert api.get(base).status_code == 404
                continue
            paths = [*OF_LEAGUE, *(() if who == "stranger" else OF_MEMBERS)]
            if "standings" not in registration_of(scope.game).game.figures:
                paths.remove("standings/")
            for path in paths:
                read(api, base, path)
            for table, keys in tables_of(scope).items():
                assert [one["id"] for one in read(api, base, f"state/{table}/")] == keys


def test_every_entity_is_read_the_dead_and_the_disbanded_too(club: WholeClub) -> None:
    api, seen = Api(club.people["bystander"]), set()
    for scope in club.leagues:
        base = f"/api/v1/leagues/{scope.pk}/"
        for table, keys in tables_of(scope).items():
            for key in telling(scope, table, keys):
                seen.add((table, read(api, base, f"state/{table}/{key}/").get("status", "")))
        for slot in Dialogue.objects.filter(scope=scope).values_list("slot__code", flat=True):
            read(api, base, f"dialogues/{slot}/")
        for number in Report.objects.filter(scope=scope).values_list("pk", flat=True):
            read(api, base, f"reports/{number}/")
    assert {("units", "dead"), ("units", "disbanded"), ("warbands", "disbanded")} <= seen


def telling(scope: Scope, table: str, keys: list[str]) -> list[str]:
    """The first and the last of a table, and whoever is no longer there."""
    rows = getattr(registration_of(scope.game).load(scope.pk), table)
    gone = [key for key in keys if getattr(rows[key], "status", "") in ("dead", "disbanded")]
    return list(dict.fromkeys([*keys[:1], *keys[-1:], *gone[:3], *gone[-3:]]))


def test_what_is_gone_is_told_with_what_it_was_worth(club: WholeClub) -> None:
    scope = next(one for one in club.leagues if one.name == "Last Winter")
    api, base = Api(club.people["player"]), f"/api/v1/leagues/{scope.pk}/"
    units = {one["id"]: one for one in read(api, base, "units/")}
    dead = next(one for one in units.values() if one["status"] == "dead")
    assert dead["reckoned"] == dead["list_points"] > 0
    gone = next(one for one in read(api, base, "warbands/") if one["status"] == "disbanded")
    assert gone["reckoned"] == {"sheet": 0, "available": 0}
    assert read(api, base, f"warbands/{gone['id']}/")["name"] == gone["name"]
