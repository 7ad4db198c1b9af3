"""What is kept of whose move it is: since when, for whom, what is taken away, and what others read."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from campaigns.engine import correcting, reports, summarising
from campaigns.engine.transaction.scope_transaction import count_write, scope_transaction
from campaigns.engine.who.rights import CLOCK, Actor
from campaigns.leagues.mine.mine import gather_my_leagues
from campaigns.models import Correction, Scope, TodoRow
from campaigns.shell.told.undoing import undo_entry
from rules.firestorm.state import Battle
from tests import factories
from tests.campaigns import play
from tests.campaigns.engine import evening
from tests.campaigns.leagues.whose_move import assert_kept_as_made, kept_of
from tests.maps.firestorm import fights
from tests.maps.firestorm.driving import act
from tests.maps.firestorm.play import Table

pytestmark = pytest.mark.django_db


def row(scope: Scope, side: str, kind: str) -> TodoRow:
    return TodoRow.objects.get(scope=scope, side=side, kind=kind, cover=False, gone_at=None)


def standing(scope: Scope, side: str) -> set[str]:
    rows = TodoRow.objects.filter(scope=scope, side=side, stand="must", gone_at=None)
    return set(rows.values_list("kind", flat=True))


def test_a_must_stands_since_it_came_up_however_much_is_written_meanwhile() -> None:
    table = evening.played(3)
    before = row(table.scope, table.his, "op.casualties")
    assert before.seats == [str(table.tom.pk)]
    assert before.occurrence == table.scope.entries.latest("seq").seq
    play.act(table.scope, table.ilse, "give_vp", warband=table.hers, amount=1, words="painted")
    after = row(table.scope, table.his, "op.casualties")
    assert (after.pk, after.since, after.occurrence) == (before.pk, before.since, before.occurrence)


def test_what_goes_and_comes_back_is_new_but_within_a_minute_it_never_went() -> None:
    table = evening.played(3)
    scope, was = table.scope, row(table.scope, table.his, "op.casualties")

    def written(at: datetime, *, away: bool) -> None:
        with scope_transaction(scope.pk, CLOCK) as transaction:
            transaction.now = at
            moves = transaction.moves()
            left = tuple(one for one in moves.moves if not (away and one.todo.kind == was.kind))
            with connection.cursor() as cursor:
                cursor.execute(
                    summarising.KEPT, [scope.pk, *type(moves)(left, at, transaction.scope.seq + 7).params]
                )

    gone = was.since + timedelta(hours=1)
    written(gone, away=True)
    assert not TodoRow.objects.filter(pk=was.pk, gone_at=None).exists()
    written(gone + timedelta(seconds=50), away=False)
    back = row(scope, table.his, was.kind)
    assert (back.since, back.occurrence) == (was.since, was.occurrence)
    written(gone + timedelta(minutes=10), away=True)
    later = gone + timedelta(minutes=12)
    written(later, away=False)
    again = row(scope, table.his, was.kind)
    assert (again.since, again.occurrence) == (later, scope.entries.latest("seq").seq + 7)


def test_what_went_long_ago_is_not_kept() -> None:
    table = evening.played(3)
    opened = table.casualties(table.tom)
    play.answer_all(table.scope, table.tom, opened, **{one.key: 3 for one in opened.questions})
    gone = set(TodoRow.objects.filter(scope=table.scope).exclude(gone_at=None).values_list("pk", flat=True))
    assert gone
    with scope_transaction(table.scope.pk, CLOCK) as transaction:
        transaction.now += timedelta(minutes=5)
        transaction.count("reports", {"reports"})
    assert not TodoRow.objects.filter(pk__in=gone).exists()


def test_a_step_taken_back_brings_its_must_back() -> None:
    table = evening.played(3)
    opened = table.casualties(table.tom)
    play.answer_all(table.scope, table.tom, opened, **{one.key: 3 for one in opened.questions})
    assert "op.experience" in standing(table.scope, table.his)
    entry = table.scope.entries.get(procedure="opr.casualties")
    undo_entry(table.scope.pk, Actor(table.tom), entry.seq)
    assert "op.casualties" in standing(table.scope, table.his)
    assert_kept_as_made(table.scope)


def test_a_draft_of_a_correction_changes_nothing_and_its_commit_writes_the_rows_anew() -> None:
    table = evening.played(3)
    was, rows = row(table.scope, table.his, "op.casualties"), kept_of(table.scope)
    given = play.act(table.scope, table.ilse, "give_vp", warband=table.hers, amount=1, words="painted")
    draft = Correction.objects.create(scope=table.scope, by=table.ilse, words="It was never painted.")
    draft.changes = {given.slot: {"void": True}}
    draft.save()
    shown = correcting.preview_correction(draft)
    assert kept_of(table.scope) == rows
    correcting.commit(draft, Actor(table.ilse), shown.fingerprint)
    assert_kept_as_made(table.scope)
    assert row(table.scope, table.his, "op.casualties").since == was.since


def test_what_a_report_tells_nobody_has_to_tell_until_it_is_withdrawn() -> None:
    table = evening.founded(3)
    scope, both = table.scope, [table.hers, table.his]
    opened = f"{play.act(scope, table.ilse, 'open_mission', warbands=both).slot}.mission"
    for warband in both:
        units = [one.id for one in table.sheet(warband)]
        fielded = play.act(scope, table.ilse, "field", mission=opened, warband=warband, units=units)
        play.answer_all(scope, table.ilse, fielded)
    play.answer_all(scope, table.ilse, play.act(scope, table.ilse, "begin", mission=opened))
    assert "op.result" in standing(scope, table.hers) & standing(scope, table.his)
    told = {"mission": opened, "winners": [table.hers], "rounds": 4}
    report = reports.submit_report(scope=scope, actor=Actor(table.marta), procedure="opr.result", facts=told)
    assert "op.result" not in standing(scope, table.hers) | standing(scope, table.his)
    assert_kept_as_made(scope)
    reports.withdraw_report(report, Actor(table.marta))
    assert "op.result" in standing(scope, table.hers) & standing(scope, table.his)
    assert_kept_as_made(scope)


def test_a_league_nobody_has_written_for_is_read_from_its_state_and_kept_by_the_worker() -> None:
    """As after an upgrade, and in a club that was restored: what is found then is no news."""
    table = evening.played(3)
    with scope_transaction(table.scope.pk, CLOCK) as transaction:
        TodoRow.objects.filter(scope=table.scope).delete()
        count_write(transaction.scope, "older")
    mine = gather_my_leagues(table.tom.person)
    assert "op.casualties" in {one.kind for one in mine.musts(mine.scopes[0])}
    assert summarising.refresh_summaries() == 1
    assert_kept_as_made(table.scope)
    assert row(table.scope, table.his, "op.casualties").since == table.scope.entries.latest("seq").at


def test_a_hundred_leagues_are_one_statement() -> None:
    ilse = factories.new_organiser(name="Ilse")
    for n in range(100):
        play.found_league(ilse, name=f"League {n}")
    summarising.refresh_summaries()
    with CaptureQueriesContext(connection) as found:
        mine = gather_my_leagues(ilse.person)
    assert len(mine.scopes) == 100
    assert sum("campaigns_todorow" in one["sql"] for one in found) == 1


# What others read


def at_a_siege() -> tuple[Table, Battle]:
    league, battle = fights.at_the_tower("Marta", "Kwame", more=(("Tom", "Marta"),))
    _attacker, defender = fights.both(league, battle)
    act(league, defender, "offer_siege", battle=battle.id, faction=battle.defend)
    return league, battle


def read_by_others(scope: Scope, side: str) -> list[dict[str, object]]:
    """All that is kept of a side for anybody else, with since when."""
    fields = [one.name for one in TodoRow._meta.fields if one.name != "id"]
    rows = TodoRow.objects.filter(scope=scope, side=side, own=False, gone_at=None).order_by("key")
    return list(rows.values(*fields))


def test_fs_162_others_read_the_same_of_a_siege_at_its_every_step() -> None:
    league, battle = at_a_siege()
    others = {one: read_by_others(league.scope, one) for one in battle.factions}
    own = {
        one: {row["key"] for row in kept_of(league.scope) if row["side"] == one} for one in battle.factions
    }
    assert all(len(rows) == 1 and rows[0]["kind"] == "fs.fight" for rows in others.values())
    attacker, _defender = fights.both(league, battle)
    act(league, attacker, "start_siege", battle=battle.id, faction=battle.attack, storm=True)
    assert {one: read_by_others(league.scope, one) for one in battle.factions} == others
    now = {
        one: {row["key"] for row in kept_of(league.scope) if row["side"] == one} for one in battle.factions
    }
    assert now != own, "its sides read that it went on"
    assert_kept_as_made(league.scope)


def test_fs_162_home_says_to_the_sides_of_a_siege_what_comes_next_in_it() -> None:
    league, battle = at_a_siege()
    attacker, _defender = fights.both(league, battle)
    mine = gather_my_leagues(league.seats[attacker].person)
    assert [one.kind for one in mine.musts(mine.scopes[0])] == ["fs.lay"]


def test_what_a_side_keeps_to_itself_is_in_no_list_of_the_admin(admin_client: Client) -> None:
    league, _battle = at_a_siege()
    own = TodoRow.objects.filter(scope=league.scope, own=True)
    assert own.exists()
    shown: Any = admin_client.get("/admin/campaigns/todorow/")
    listed = {row.key for row in shown.context["cl"].result_list}
    assert any(key.startswith("fs.fight") for key in listed)
    assert listed.isdisjoint(own.values_list("key", flat=True))
