"""What one may ask rows of a league.

Django calls `ForeignObject` internal, so all that we use of it is listed here.
"""

from __future__ import annotations

import pickle
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.auth.models import User
from django.db import connection, models
from django.db.models import Count, Prefetch
from django.test import RequestFactory
from django.test.utils import CaptureQueriesContext

from campaigns.admin import StateAdmin
from campaigns.models import League, Mission, Unit, Warband
from rules.opr import state
from tests.campaigns import play
from tests.campaigns.engine.evening import Evening, played
from tests.scenario import scenario


@pytest.fixture
def evening(db: None) -> Evening:
    return beside_another()


@scenario
def beside_another() -> Evening:
    """Two warbands of three that have played, and a second league of the same kind beside theirs."""
    played()
    return played()


def ids(rows: Any) -> list[str]:
    return [row.key for row in rows]


def queries(look: Any) -> int:
    with CaptureQueriesContext(
        connection,
    ) as caught:
        look()
    return len(caught)


def test_a_key_leads_to_its_row(evening: Evening) -> None:
    unit: Any = Unit.objects.filter(scope=evening.scope, warband_id=evening.his).first()
    assert (unit.warband.key, unit.warband.name) == (
        evening.his,
        play.state_of(evening.scope).warbands[evening.his].name,
    )
    assert unit.warband.mission.key == evening.mission
    assert queries(lambda: unit.warband.name) == 0


def test_an_empty_key_and_one_whose_row_is_gone_lead_to_nothing(evening: Evening) -> None:
    unit: Any = Unit.objects.filter(scope=evening.scope).first()
    assert queries(lambda: unit.joined_to) == 0
    assert unit.joined_to is None
    unit.warband_id = "s0.warband"
    assert unit.warband is None


def test_lookups_go_through_a_relation(evening: Evening) -> None:
    his: Any = Warband.objects.get(scope=evening.scope, key=evening.his)
    units: Any = Unit.objects.filter(scope=evening.scope)
    theirs = ids(units.filter(warband_id=evening.his).order_by("key"))
    assert len(theirs) == 3
    assert ids(units.filter(warband__name=his.name).order_by("key")) == theirs
    assert ids(Unit.objects.filter(warband=his).order_by("key")) == theirs
    assert ids(Unit.objects.filter(warband__in=[his]).order_by("key")) == theirs
    assert ids(Unit.objects.exclude(warband=his).filter(scope=evening.scope, warband_id=evening.his)) == []
    asked = Warband.objects.filter(scope=evening.scope, name=his.name)
    assert ids(Unit.objects.filter(warband__in=asked).order_by("key")) == theirs
    assert ids(units.order_by("-warband__name", "key")[:1]) != ids(units.order_by("warband__name", "key")[:1])
    assert set(units.values_list("warband__name", flat=True)) == set(
        Warband.objects.filter(scope=evening.scope).values_list("name", flat=True)
    )


def test_a_relation_is_null_where_its_key_is_empty(evening: Evening) -> None:
    """By columns alone, nothing is ever NULL."""
    units: Any = Unit.objects.filter(scope=evening.scope)
    assert units.filter(joined_to__isnull=True).count() == units.filter(joined_to_id="").count() == 6
    assert units.filter(joined_to__isnull=False).count() == 0
    assert units.filter(warband__isnull=False).count() == 6
    assert units.filter(warband__mission__isnull=True).count() == 0


def test_a_league_is_asked_for_what_is_in_it(evening: Evening) -> None:
    league: Any = League.objects.get(scope=evening.scope)
    warbands = sorted([evening.hers, evening.his])
    assert ids(Warband.objects.filter(league=league).order_by("key")) == warbands
    assert (
        ids(Warband.objects.filter(league__status="running", scope=evening.scope).order_by("key")) == warbands
    )
    assert Warband.objects.filter(league__status="ended").count() == 0
    unit: Any = Unit.objects.filter(scope=evening.scope).first()
    assert unit.league == unit.warband.league == league


def test_the_same_key_of_another_league_is_never_met(evening: Evening) -> None:
    assert Warband.objects.filter(key=evening.his).count() == 2
    units: Any = Unit.objects
    for row in units.select_related("warband", "league"):
        assert row.warband.scope_id == row.league.scope_id == row.scope_id
    warbands: Any = Warband.objects
    for row in warbands.prefetch_related("roster", "sheet"):
        assert {unit.scope_id for unit in [*row.roster.all(), *row.sheet.all()]} == {row.scope_id}


def test_rows_are_joined_or_fetched_at_once(evening: Evening) -> None:
    units: Any = Unit.objects.filter(scope=evening.scope)
    assert (
        queries(lambda: [row.warband.mission.number for row in units.select_related("warband__mission")]) == 1
    )
    assert (
        queries(lambda: [row.warband.mission.number for row in units.prefetch_related("warband__mission")])
        == 3
    )
    warbands = Warband.objects.filter(scope=evening.scope).prefetch_related("roster__warband")
    assert queries(lambda: [unit.warband.name for row in warbands for unit in row.roster.all()]) == 2
    joined = units.only("name", "warband__key").select_related("warband")
    assert {row.warband.key for row in joined} == {evening.hers, evening.his}
    assert {row.warband_id for row in units.only("warband_id")} == {evening.hers, evening.his}


def test_a_relation_is_followed_back(evening: Evening) -> None:
    his: Any = Warband.objects.get(scope=evening.scope, key=evening.his)
    assert his.roster.count() == 3
    assert ids(his.roster.filter(hero=True)) == ids(Unit.objects.filter(warband=his, hero=True))
    counted: Any = Warband.objects.filter(league=his.league).annotate(size=Count("roster"))
    assert {row.size for row in counted} == {3}
    assert Warband.objects.filter(scope=evening.scope, roster__name="Captain").distinct().count() == 2


def test_a_mission_lists_its_warbands_in_order(evening: Evening) -> None:
    mission: Any = Mission.objects.get(scope=evening.scope, key=evening.mission)
    assert ids(mission.warbands.all()) == [side["warband"] for side in mission.sides]
    assert ids(mission.warbands.filter(key=evening.his)) == [evening.his]
    mission.sides.reverse()
    assert ids(mission.warbands.all()) == [side["warband"] for side in mission.sides]
    mission.sides[0]["skipped"] = True
    assert ids(mission.warbands.all()) == [mission.sides[1]["warband"]]


def test_lists_are_fetched_at_once(evening: Evening) -> None:
    for warband in (evening.hers, evening.his):
        play.walked(evening.scope, evening.ilse, evening.mission, warband)
    play.played(evening.scope, evening.ilse, evening.his, evening.hers)

    def look(rows: Any) -> list[tuple[list[str], list[str]]]:
        return [
            (
                ids(mission.warbands.all()),
                [unit.name for one in mission.warbands.all() for unit in one.roster.all()],
            )
            for mission in rows
        ]

    missions: Any = Mission.objects.filter(scope=evening.scope).order_by("number")
    fetched = missions.prefetch_related("warbands__roster")
    assert queries(lambda: look(fetched)) == 3
    assert look(fetched) == look(missions)
    assert len(look(missions)) == 2
    some = missions.prefetch_related(Prefetch("warbands", queryset=Warband.objects.filter(key=evening.his)))
    assert [ids(mission.warbands.all()) for mission in some] == [[evening.his]] * 2
    kept = missions.prefetch_related(Prefetch("warbands", to_attr="players"))
    assert [ids(mission.players) for mission in kept] == [names for names, _units in look(missions)]


def test_a_warband_lists_its_sheet(evening: Evening) -> None:
    sheet = [unit.id for unit in play.state_of(evening.scope).sheet(evening.hers)]
    row: Any = Warband.objects.get(scope=evening.scope, key=evening.hers)
    assert ids(row.sheet.all()) == sheet


def test_a_row_is_its_entity(evening: Evening) -> None:
    whole = play.state_of(evening.scope)
    for row in Unit.objects.filter(scope=evening.scope):
        assert row.entity == whole.units[row.key]
    captain = Unit.objects.get(scope=evening.scope, warband_id=evening.hers, hero=True).entity
    assert isinstance(captain, state.Unit)
    assert captain.value == whole.units[captain.id].value
    assert captain.living


def test_a_row_may_be_assigned_and_pickled(evening: Evening) -> None:
    unit: Any = Unit.objects.filter(scope=evening.scope, warband_id=evening.his).first()
    unit.warband = Warband.objects.get(scope=evening.scope, key=evening.hers)
    assert unit.warband_id == evening.hers
    assert pickle.loads(pickle.dumps(unit)).warband.key == evening.hers
    made: Any = Unit(scope=evening.scope, key="s9.unit", warband=unit.warband)
    assert made.warband_id == evening.hers


def test_rows_go_with_one_statement_and_take_none_with_them(evening: Evening) -> None:
    with CaptureQueriesContext(connection) as caught, pytest.raises(Exception, match="through the door"):
        Warband.objects.filter(scope=evening.scope).delete()
    assert [one["sql"].split()[0] for one in caught if one["sql"].startswith(("DELETE", "UPDATE"))] == [
        "DELETE"
    ]


class UnitPages(StateAdmin):
    list_filter = ("warband__status", "league__status")  # type: ignore[assignment]
    search_fields = ("warband__name", "name")
    list_select_related = ("warband", "league")

    def get_list_display(self, request: Any) -> tuple[str, ...]:
        return ("name", "warband", "league")


def test_the_admin_shows_searches_and_filters_by_relations(evening: Evening, rf: RequestFactory) -> None:
    his: Any = Warband.objects.get(scope=evening.scope, key=evening.his)
    request = rf.get("/admin/", {"q": his.name, "warband__status": "active"})
    request.user = User(is_superuser=True, is_staff=True, is_active=True)
    page: Any = UnitPages(Unit, admin.site).changelist_view(request)
    assert page.render().status_code == 200
    assert {row.warband.name for row in page.context_data["cl"].result_list} == {his.name}


def test_a_key_alone_is_asked_by_its_own_name(evening: Evening) -> None:
    """By a relation's name a text is refused, never taken for something else."""
    units: Any = Unit.objects
    with pytest.raises(ValueError, match="must have 2 elements"):
        list(units.filter(warband=evening.his))
    assert units.filter(scope=evening.scope, warband_id=evening.his).count() == 3


def test_a_relation_is_no_column() -> None:
    names = {field.name for field in Unit._meta.concrete_fields}
    assert "warband" not in names
    assert Unit._meta.get_field("warband_id").column == "warband"
    assert isinstance(Unit._meta.get_field("warband"), models.ForeignObject)
