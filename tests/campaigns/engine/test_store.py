"""Rows have the columns of their entities, in every game; what has changed makes the whole again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from itertools import pairwise
from typing import Any

import pytest

from campaigns.engine import correcting as corrections
from campaigns.engine.stored.store import registered, registrations
from campaigns.engine.who.rights import Actor
from campaigns.models import Correction, Scope, Seat
from campaigns.models.state import StateRow
from rules.opr import GAME
from tests import factories
from tests.campaigns import play

TABLES = [
    pytest.param(table, id=f"{game}.{name}")
    for game, kept in registrations().items()
    for name, table in kept.tables.items()
]


@pytest.mark.parametrize("table", TABLES)
def test_a_row_has_the_columns_of_its_entity(table) -> None:
    """Whatever a field of the model is called: of a related row it holds the key, `…_id`."""
    own = {field.column for field in StateRow._meta.fields} | {"id"}
    columns = {field.column for field in table.model._meta.concrete_fields} - own
    assert columns == {field.name for field in fields(table.entity)} - {"id"}
    assert table.model.ENTITY is table.entity


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
    for outcome in corrections.preview_correction(made).undecided:
        made.changes[outcome.record.id] = {"keep": True}
    corrections.commit(made, Actor(ilse), corrections.preview_correction(made).fingerprint)


def told(state: Any) -> list[list[Any]]:
    """Every entity of every table, in order."""
    return [list(getattr(state, table).items()) for table in state.tables()]


def test_what_has_changed_since_any_version_makes_the_whole(league: Scope, ilse: Seat) -> None:
    registration = registered(GAME)
    seen = [(0, registration.as_read(league.pk))]
    for _ in versions(league, ilse):
        whole = registration.as_read(league.pk)
        for version, then in seen:
            since = registration.read_since(league.pk, then, version)
            assert told(since.state) == told(whole.state)
            assert since.latest == whole.latest or set(seen[-1][1].state.missions) - set(whole.state.missions)
        league.refresh_from_db()
        seen.append((league.version, whole))
    for table in ("missions", "warbands"):
        ids = [set(getattr(then.state, table)) for _version, then in seen]
        assert any(before - after for before, after in pairwise(ids)), table
