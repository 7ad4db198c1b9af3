"""Rows have the fields of their entities, in every game; what has changed makes the whole again."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import fields
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import pytest

from campaigns.engine import correcting as corrections
from campaigns.engine import here as looks
from campaigns.engine.rights import Actor
from campaigns.engine.store import registration, registrations
from campaigns.models import Correction, Scope, Seat
from campaigns.models.state import StateRow
from tests import factories
from tests.campaigns import play

TABLES = [
    pytest.param(table, id=f"{game}.{name}")
    for game, kept in registrations().items()
    for name, table in kept.tables.items()
]


@pytest.mark.parametrize("table", TABLES)
def test_a_row_has_the_fields_of_its_entity(table) -> None:
    own = {field.name for field in StateRow._meta.get_fields()} | {"id"}
    columns = {field.name for field in table.model._meta.get_fields()} - own
    assert columns == {field.name for field in fields(table.entity)} - {"id"}, (
        f"{table.model.__name__} and {table.entity.__name__} differ: give the model the same fields"
    )


@pytest.fixture
def ilse(db: None) -> Seat:
    return factories.new_organiser(name="Ilse")


@pytest.fixture
def league(ilse: Seat) -> Scope:
    return play.found_league(ilse, campaign_type="endless", late_joiners="on")


def versions(scope: Scope, ilse: Seat) -> Iterator[None]:
    """A league's beginning, an evening, and a correction that takes a warband and a mission away again."""
    bell, raiders = (play.found_warband(scope, play.player(scope, name)) for name in ("Marta", "Tom"))
    yield
    play.answer_all(scope, ilse, play.act(scope, ilse, "start"))
    yield
    mission = play.played(scope, ilse, bell, raiders)
    yield
    play.walked(scope, ilse, mission, bell)
    yield
    lamps = play.found_warband(scope, play.player(scope, "Jun"))
    yield
    never_was(scope, ilse, mission, lamps)
    yield
    play.found_warband(scope, play.player(scope, "Pip"))
    yield


def never_was(scope: Scope, ilse: Seat, *gone: str) -> None:
    """A correction that voids whatever made or mentions these."""
    about = {
        one.slot.code: f"{one.slot.code}.mission {one.slot.code}.warband {one.params}"
        for one in scope.entries.select_related("slot")
    }
    voided = {code: {"void": True} for code, text in about.items() if any(one in text for one in gone)}
    made = Correction.objects.create(scope=scope, by=ilse, changes=voided)
    for outcome in corrections.preview(made).undecided:
        made.changes[outcome.record.id] = {"keep": True}
    corrections.commit(made, Actor(ilse), corrections.preview(made).fingerprint)


def told(state: Any) -> list[list[Any]]:
    """Every entity of every table, in order."""
    return [list(getattr(state, table).items()) for table in state.tables()]


def test_what_has_changed_since_any_version_makes_the_whole(league: Scope, ilse: Seat) -> None:
    kept = registration("opr")
    seen = [(0, kept.load(league.pk))]
    for _ in versions(league, ilse):
        whole = kept.load(league.pk)
        for version, state in seen:
            assert told(kept.load_since(league.pk, state, version)) == told(whole)
        league.refresh_from_db()
        seen.append((league.version, whole))
    for table in ("missions", "warbands"):
        ids = [set(getattr(state, table)) for _version, state in seen]
        assert any(before - after for before, after in pairwise(ids)), table


def test_of_a_league_somebody_has_just_looked_at_only_what_has_changed_is_read(
    league: Scope, ilse: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole: list[int] = []
    kept = registration("opr")
    load = kept.load

    def counted(scope: int) -> Any:
        whole.append(scope)
        return load(scope)

    def look() -> int:
        """How often a look at the league reads all of it."""
        whole.clear()
        monkeypatch.setattr(type(kept), "load", lambda self, scope: counted(scope))
        league.refresh_from_db()
        state = looks.state_at("opr", league.pk, league.version)
        monkeypatch.undo()
        assert told(state) == told(load(league.pk))
        return len(whole)

    assert look() == 1
    for _ in versions(league, ilse):
        assert look() == 0
    assert look() == 0


@pytest.fixture
def wrong(league: Scope, ilse: Seat) -> Any:
    """The state of a league as the database does not hold it: its one warband has another name."""
    play.found_warband(league, ilse, "The Ninth Lantern")
    league.refresh_from_db()
    known: Any = registration("opr").load(league.pk)
    return known.change("warbands", next(iter(known.warbands)), name="Of another day")


def name_at(league: Scope, version: int) -> str:
    (warband,) = looks.state_at("opr", league.pk, version).warbands.values()
    return str(warband.name)


def test_a_look_is_kept_for_a_minute_and_a_restored_backup_is_read_whole(league: Scope, wrong: Any) -> None:
    last = looks.last_look("opr", league.pk)

    def look(version: int, after: float) -> str:
        last.seen = wrong, league.version, time.monotonic() - after
        return name_at(league, version)

    assert look(league.version, 1) == "Of another day"
    assert look(league.version + 1, 1) == "Of another day"
    assert look(league.version - 1, 1) == "The Ninth Lantern"
    assert look(league.version + 1, 61) == "The Ninth Lantern"


def test_however_often_somebody_looks_a_league_is_read_whole_again_after_a_minute(
    league: Scope, wrong: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    began = time.monotonic()
    looks.last_look("opr", league.pk).seen = wrong, league.version, began
    names = []
    for seconds in (25, 50, 75):
        clock = SimpleNamespace(monotonic=lambda at=began + seconds: at)
        monkeypatch.setattr(looks, "time", clock)
        names.append(name_at(league, league.version))
    assert names == ["Of another day", "Of another day", "The Ninth Lantern"]
