"""What is over is read when somebody looks, and is the same as if all of it had been read at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, cast
from unittest import mock

import pytest
from django.core.cache import caches
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaigns.engine.stored.journal import reconcile, state_from_journal
from campaigns.engine.stored.state_cache import MEMORY
from campaigns.engine.stored.store import registered
from campaigns.engine.stored.tables import Rest
from campaigns.engine.transaction import moving
from campaigns.engine.transaction.scope_transaction import scope_transaction
from campaigns.engine.who.rights import CLOCK
from campaigns.models import Mission, MissionSheets, Scope, Seat
from campaigns.opr.league import home
from campaigns.shell import paging
from rules.engine.lazy_tables import LazyTable, all_light, peek, top
from rules.engine.state import Gone
from rules.opr import GAME
from rules.opr.game import book_of
from rules.opr.standings import ranks_before, warband_standings
from rules.opr.state import OprState, Side
from rules.opr.todos import warband_todos
from tests import factories, remembered
from tests.campaigns import play
from tests.campaigns.engine.test_store import never_was
from tests.remembered import nothing_remembered
from tests.scenario import scenario


@pytest.fixture
def ilse(season: Scope) -> Seat:
    return season.club.seats.get(role="organiser")


@pytest.fixture
def season(db: None) -> Scope:
    return three_missions()


@scenario
def three_missions() -> Scope:
    """Three missions played and walked through, and one whose casualties wait."""
    ilse = factories.new_organiser(name="Ilse")
    scope = play.found_league(ilse, campaign_type="endless")
    hers, his = play.started(scope, ilse, "Marta", "Tom")
    for _ in range(3):
        mission(scope, ilse, hers, his)
    play.played(scope, ilse, hers, his)
    return scope


def mission(scope: Scope, ilse: Seat, *pair: str) -> str:
    found = play.played(scope, ilse, *pair)
    for warband in pair:
        play.walked(scope, ilse, found, warband)
    return found


def read(scope: Scope) -> OprState:
    state: OprState = registered(GAME).load(scope.pk)
    return state


def by_journal(scope: Scope) -> OprState:
    return cast("OprState", state_from_journal(scope))


def statements(work: Callable[[], object]) -> int:
    with CaptureQueriesContext(connection) as captured:
        work()
    return len(captured)


def as_an_older_release_wrote_it(scope: Scope) -> None:
    """The sheets stand among the sides, and in no row of their own."""
    with scope_transaction(scope.pk, CLOCK) as transaction:
        missions = transaction.registration.tables["missions"]
        rows: list[Any] = [missions.row(scope.pk, 1, one) for one in read(scope).missions.values()]
        MissionSheets.objects.filter(scope=scope).delete()
        for row in rows:
            Mission.objects.filter(scope=scope, key=row.key).update(sides=row.sides)
    MEMORY.forget()


def test_what_is_over_is_not_read_with_the_rest(season: Scope) -> None:
    missions = read(season).missions
    assert isinstance(missions, LazyTable)
    assert [one.number for one in missions.past.read.values()] == [4]
    assert statements(lambda: read(season)) == 1


def test_the_journal_folds_to_what_the_rows_say_however_they_are_read(season: Scope) -> None:
    assert by_journal(season) == read(season)
    assert read(season) == by_journal(season)
    assert reconcile(season) == []
    by_id = read(season)
    assert {one: by_id.missions[one] for one in by_id.missions} == dict(by_journal(season).missions)


def test_whoever_writes_reads_nothing_of_what_is_over(season: Scope, ilse: Seat) -> None:
    waits = read(season).under_way[0]
    nothing_remembered()
    with (
        mock.patch.object(remembered.Comparing, "is_due", False),
        mock.patch.object(Rest, "read", side_effect=AssertionError("the past was read")),
    ):
        for warband in waits.warbands:
            play.walked(season, ilse, waits.id, warband)
    assert reconcile(season) == []


def test_the_sheets_of_a_mission_are_written_once(season: Scope) -> None:
    first: Any = Mission.objects.filter(scope=season).earliest("number")
    assert all("frozen" not in side for side in first.sides)
    kept = MissionSheets.objects.get(scope=season, key=first.key)
    frozen = by_journal(season).missions[first.key].sides[0].frozen
    assert [one["unit"] for one in kept.data[first.sides[0]["warband"]]] == [one.unit for one in frozen]
    assert kept.version < first.version


def test_a_league_of_an_older_release_reads_the_same_and_is_filled_in(season: Scope, ilse: Seat) -> None:
    as_an_older_release_wrote_it(season)
    assert read(season) == by_journal(season)
    hers, his = read(season).missions[top(read(season).missions, 1, "number")[0].id].warbands
    play.walked(season, ilse, read(season).under_way[0].id, hers)
    assert read(season) == by_journal(season)
    moved = moving.move_bulky_values()
    assert moved == 1
    assert moving.move_bulky_values() == 0
    assert MissionSheets.objects.filter(scope=season).count() == 4
    lists = Mission.objects.filter(scope=season).values_list("sides", flat=True)
    assert all("frozen" not in side for sides in lists for side in sides)
    assert read(season) == by_journal(season)
    play.walked(season, ilse, read(season).under_way[0].id, his)
    assert read(season) == by_journal(season)
    assert moving.move_bulky_values() == 0


def test_an_old_mission_that_is_corrected_is_written_anew(season: Scope, ilse: Seat) -> None:
    """Its sheets as well, and those of what followed; what is kept of an earlier read is not believed."""
    first = min(all_light(read(season).missions).values(), key=lambda one: one.number).id
    known = registered(GAME).as_read(season.pk)
    assert known.state.missions[first].sides[0].frozen
    version = Scope.objects.get(pk=season.pk).version
    never_was(season, ilse, first)
    assert first not in read(season).missions
    assert not MissionSheets.objects.filter(scope=season, key=first).exists()
    assert read(season) == by_journal(season)
    assert reconcile(season) == []
    assert registered(GAME).read_since(season.pk, known, version).state == read(season)


def test_a_state_with_what_has_changed_since_is_the_whole(season: Scope, ilse: Seat) -> None:
    """Whatever was looked at meanwhile: nothing, one by one, in passing, all of it."""
    registration = registered(GAME)
    ways: list[Callable[[OprState], object]] = [
        lambda state: None, lambda state: [state.missions[one] for one in state.missions],
        lambda state: all_light(state.missions), lambda state: list(state.missions.values()),
    ]  # fmt: skip
    known = [registration.as_read(season.pk) for _ in ways]
    version = Scope.objects.get(pk=season.pk).version
    for way, one in zip(ways, known, strict=True):
        way(one.state)
    waits = read(season).under_way[0]
    for warband in waits.warbands:
        play.walked(season, ilse, waits.id, warband)
    mission(season, ilse, *waits.warbands)
    for one in known:
        now = registration.read_since(season.pk, one, version).state
        assert list(now.missions) == list(read(season).missions)
        assert {key: seen.number for key, seen in all_light(now.missions).items()} == {
            key: seen.number for key, seen in by_journal(season).missions.items()
        }
        assert now == read(season) == by_journal(season)


def test_a_glance_leaves_out_what_is_bulky_and_nothing_else(season: Scope) -> None:
    whole = by_journal(season).missions
    seen = all_light(read(season).missions)
    assert list(seen) == list(read(season).missions) == list(whole)
    for key, one in seen.items():
        assert replace(one, sides=bare(one.sides)) == replace(whole[key], sides=bare(whole[key].sides))
        assert peek(read(season).missions, key) in (one, whole[key])
    assert peek(read(season).missions, "nowhere") is None


def bare(sides: tuple[Side, ...]) -> tuple[Side, ...]:
    return tuple(replace(one, frozen=()) for one in sides)


def test_the_highest_are_found_without_the_rest(season: Scope) -> None:
    state, whole = read(season), by_journal(season)
    for asked in ({}, {"status": "finished"}, {"status": "setup"}):
        for n in (1, 2, 9):
            late = [one.id for one in top(state.missions, n, "finished", "number", **asked)]
            assert late == [one.id for one in top(whole.missions, n, "finished", "number", **asked)]
    assert isinstance(state.missions, LazyTable)
    assert len(state.missions.past.read) == 1


def test_only_the_highest_are_made_entities(season: Scope) -> None:
    with CaptureQueriesContext(connection) as caught:
        top(read(season).missions, 2, "finished", "number", status="finished")
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN (VERBOSE) {caught[-1]['sql']}")
        plan = [line for (line,) in cursor.fetchall()]
    limit = next(n for n, line in enumerate(plan) if "Limit" in line)
    assert "row_to_json" in "".join(plan)
    assert "(SubPlan" in "".join(plan[:limit])  # which makes the entity
    assert "(SubPlan" not in "".join(plan[limit:])


def test_standings_and_what_waits_are_what_they_were(season: Scope) -> None:
    state, whole = read(season), by_journal(season)
    book = book_of(state)
    assert warband_standings(state, book) == warband_standings(whole, book)
    latest, before = ranks_before(state, book)
    told, ranks = ranks_before(whole, book)
    assert latest is not None
    assert told is not None
    assert (latest.id, before) == (told.id, ranks)
    assert [one.id for one in home.newest_missions(state, 3)] == [
        one.id for one in home.newest_missions(whole, 3)
    ]
    rows = warband_todos(state, book)
    assert rows == warband_todos(whole, book)
    assert {one.kind for one in rows} & {"op.casualties", "op.experience", "op.upgrades", "op.recruiting"}


@pytest.mark.in_turn(7, kind="long")
def test_pages_cost_the_same_statements_after_three_missions_and_after_nine(
    season: Scope, ilse: Seat
) -> None:
    hers, his = read(season).under_way[0].warbands
    oldest = min(all_light(read(season).missions).values(), key=lambda one: one.number).id
    pages = (
        f"/l/{season.pk}/", f"/l/{season.pk}/missions/", f"/l/{season.pk}/m/{oldest}/",
        f"/l/{season.pk}/honours/", f"/l/{season.pk}/w/{hers}/", f"/l/{season.pk}/w/{hers}/?why=score",
        f"/l/{season.pk}/chronicle/", f"/api/v1/leagues/{season.pk}/missions/{oldest}/",
    )  # fmt: skip
    for warband in (hers, his):
        play.walked(season, ilse, read(season).under_way[0].id, warband)

    client = factories.signed_in(ilse)

    def cost(page: str) -> int:
        """The statements of a process that has seen nothing of the league."""
        caches["parts"].clear()
        MEMORY.forget()
        with CaptureQueriesContext(connection) as captured:
            assert client.get(page).status_code == 200, page
        return len(captured)

    def costs() -> dict[str, int]:
        return {page: cost(page) for page in pages}

    few = costs()
    for _ in range(6):
        mission(season, ilse, hers, his)
    assert costs() == few


def test_pages_of_today_read_no_mission_that_is_over(season: Scope, ilse: Seat) -> None:
    hers, _his = read(season).under_way[0].warbands
    client, asked = factories.signed_in(ilse), dict[str, int]()
    for page in ("", "missions/", "warbands/", "honours/", "board/", "desk/", "chronicle/", f"w/{hers}/"):
        caches["parts"].clear()
        nothing_remembered()
        with mock.patch.object(Rest, "read", autospec=True, side_effect=Rest.read) as reading:
            assert client.get(f"/l/{season.pk}/{page}").status_code == 200, page
        asked[page] = sum(len(one.args[1]) for one in reading.call_args_list)
    assert asked == dict.fromkeys(asked, 0)


def test_the_list_of_missions_is_read_a_page_at_a_time(
    season: Scope, ilse: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(paging, "AT_ONCE", 2)
    client = factories.signed_in(ilse)

    def page(**asked: str) -> tuple[list[int], str, str, int]:
        nothing_remembered()
        shown = client.get(f"/l/{season.pk}/missions/", asked).context
        paged = shown["paged"]
        return [one.number for one in shown["cards"]], paged.before, paged.after, paged.last

    assert page() == ([4, 3], "", "?page=2", 2)
    assert page(page="2") == ([2, 1], "?page=1", "", 2)
    assert page(page="9") == ([2, 1], "?page=1", "", 2)
    assert page(only="open") == ([4], "", "", 1)
    assert page(only="mine") == ([], "", "", 1)
    marta = Seat.objects.get(name="Marta")
    client = factories.signed_in(marta)
    assert page(only="mine", page="2") == ([2, 1], "?only=mine&page=1", "", 2)


def test_what_is_put_and_dropped_is_told_apart_from_what_was_read(season: Scope) -> None:
    """The table answers like a plain one after any change, and says what has to be written."""
    late, plain = read(season), by_journal(season)
    ids = list(plain.missions)
    more = replace(plain.missions[ids[1]], id="new", number=9)
    for change in (
        lambda state: state.change("missions", ids[0], name="The bridge"),
        lambda state: state.put("missions", more),
        lambda state: state.drop("missions", ids[1]),
        lambda state: state.change("missions", "new", name="Another"),
        lambda state: state.drop("missions", "new"),
    ):
        late, plain = change(late), change(plain)
        assert late == plain
        assert list(late.missions) == list(plain.missions)
        assert len(late.missions) == len(plain.missions)
        assert [one.id for one in top(late.missions, 2, "number")] == [
            one.id for one in top(plain.missions, 2, "number")
        ]
    with pytest.raises(Gone):
        late.missions[ids[1]]
