"""What older releases wrote is opened by today's: restored, migrated, folded, gone on with, looked at."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.core.management import call_command
from django.db import connection, connections
from django.test import Client
from django.urls import Resolver404, resolve
from psycopg import sql
from pytest_django import DjangoDbBlocker

from campaigns.engine import correcting as corrections
from campaigns.engine import door, summarising
from campaigns.engine.stored.journal import initial_state, reconcile, records
from campaigns.engine.stored.store import registration_of
from campaigns.engine.stored.whose_move import Anew, made_of, moves_of, todo_row
from campaigns.engine.transaction.scope_transaction import scope_transaction
from campaigns.engine.transaction.summaries import believed
from campaigns.engine.who.rights import CLOCK, Actor
from campaigns.models import (
    Correction,
    CorrectionStatus,
    LeaguePrint,
    NightAnswer,
    NightRule,
    Notice,
    PlannedGame,
    Role,
    Scope,
    ScopeKind,
    SealedAnswer,
    Seat,
)
from config.database import restoring
from config.database.backup_files import SUFFIX
from config.database.server import Server
from maps.models import OrderDraft
from rules.engine.effects import apply_all
from rules.firestorm.state import Firestorm
from tests import databases, factories
from tests.campaigns.api.conftest import Api
from tests.campaigns.leagues.agreed import assert_all_say_the_same
from tests.campaigns.leagues.whose_move import assert_kept_as_made, in_order, kept_of
from tests.kept import making, promises
from tests.kept.firestorm import firestorm
from tests.stress.facts import facts_of

FILES = sorted(making.KEPT.glob(f"*{SUFFIX}"))
KEEP = os.environ.get("MUSTERROLL_KEEP", "")
MADE = {"everything": making.everything, "firestorm": firestorm}
PART = ("2026-11-firestorm",)  # of one game and the nights only: nothing is corrected there, nothing printed
BEGAN = datetime(2026, 1, 9, 19, tzinfo=UTC)
LOOKED_AT = 12  # entries between two looks at whose move it is
FOR_PROGRAMS = ("/api/schema", "/api/docs", "/admin/")
PRINTED = re.compile(r"/print/.|\.pdf")


@pytest.mark.skipif(not KEEP, reason="MUSTERROLL_KEEP=<name> and --ds=config.settings keep today's release")
@pytest.mark.django_db(transaction=True)
def test_keep_this_release() -> None:
    assert os.environ["DJANGO_SETTINGS_MODULE"] == "config.settings", "the game of the tests is in no release"
    file = making.KEPT / f"{KEEP}{SUFFIX}"
    assert not file.exists(), "what is kept is never made again"
    MADE[os.environ.get("MUSTERROLL_KEEP_WHAT", "everything")]()
    (making.KEPT / f"{KEEP}.json").write_text(json.dumps(making.faces_to_come(), indent=1) + "\n")
    making.dumped(KEEP)


@dataclass(frozen=True)
class Kept:
    """A database filled from a file; `faces` are those its open dialogues have to show, `whole` is a club
    with every game.
    """

    whole: bool
    faces: dict[str, dict[str, Any]]
    new: str  # the name of a database that was made by today's release


def _by_one_process(file: Path) -> Any:
    """One club a day is brought up to today's release, by one process for all tests of it."""
    marks = (pytest.mark.xdist_group(file.stem), pytest.mark.in_turn(len(FILES)))
    return pytest.param(file, id=file.stem, marks=marks)


@pytest.fixture(scope="module", params=map(_by_one_process, FILES))
def kept(
    request: pytest.FixtureRequest, django_db_setup: None, django_db_blocker: DjangoDbBlocker,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Kept]:  # fmt: skip
    """For the tests of this module Django uses a database of its own, restored from the file."""
    file: Path = request.param
    database = connections["default"].settings_dict
    usual, own = database["NAME"], databases.test_name("kept")

    def restored(name: str) -> None:
        database["NAME"] = name
        key = tmp_path_factory.mktemp("kept") / "key"
        restoring.restore_backup(file, Server.of(database), key, lambda line: None)
        call_command("migrate", verbosity=0)
        connections["default"].close()

    with django_db_blocker.unblock(), _admin(database) as admin:
        connections["default"].close()
        try:
            template = databases.kept_template(admin, file, restored)
            statement = sql.SQL("CREATE DATABASE {} TEMPLATE {}")
            admin.execute(statement.format(*map(sql.Identifier, (own, template))))
            database["NAME"] = own
            yield Kept(file.stem not in PART, json.loads(file.with_suffix(".json").read_text()), usual)
        finally:
            connections["default"].close()
            database["NAME"] = usual
            statement = sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)")
            admin.execute(statement.format(sql.Identifier(own)))


def _admin(database: dict[str, Any]) -> psycopg.Connection:
    admin = Server.of({**database, "NAME": "postgres"}).connect()
    admin.autocommit = True
    return admin


SCHEMA = (
    "SELECT table_name, column_name, data_type, character_maximum_length, is_nullable, column_default,"
    " is_identity FROM information_schema.columns WHERE table_schema = 'public'",
    "SELECT tablename, indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'",
    "SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid), condeferrable, condeferred"
    " FROM pg_constraint WHERE connamespace = 'public'::regnamespace",
    "SELECT tgrelid::regclass::text, tgname, pg_get_triggerdef(oid) FROM pg_trigger"
    " WHERE NOT tgisinternal AND tgname <> 'only_through_the_door'",  # the tests' own
    "SELECT proname, prosrc FROM pg_proc WHERE pronamespace = 'public'::regnamespace"
    " AND proname <> 'refuse_outside_the_door'",
)


@pytest.mark.django_db
def test_it_has_come_to_the_same_tables_as_a_new_database(kept: Kept) -> None:
    """One begun by an older release went step by step; a new one is made at once."""
    with (
        connection.cursor() as old,
        Server.of({**connection.settings_dict, "NAME": kept.new}).connect() as new,
    ):
        for asked in SCHEMA:
            old.execute(asked)
            ours = [one for one in new.execute(asked).fetchall() if not one[0].startswith("coin_")]
            assert {*map(_said, old.fetchall())} == {*map(_said, ours)}


def _said(row: Sequence[object]) -> tuple[str, ...]:
    """What was restored says its conditions with other casts and brackets."""
    return tuple(re.sub(r"::(character varying|text)(\[\])?|[()]", "", str(one)) for one in row)


@pytest.mark.django_db
def test_every_journal_folds(kept: Kept) -> None:
    assert Scope.objects.count() >= (8 if kept.whole else 2)
    for scope in Scope.objects.all():
        assert reconcile(scope) == [], scope


@pytest.mark.django_db
def test_in_every_league_as_it_was_played_every_move_can_be_made(kept: Kept) -> None:
    """What holds of to-dos, after every few entries of each journal and as it stands."""
    for scope in Scope.objects.all():
        state, told = initial_state(scope), records(scope)
        for number, record in enumerate(told):
            state = apply_all(state, record.effects)
            if number % LOOKED_AT == 0 or record is told[-1]:
                assert (book := facts_of(scope.game).todos) is None or book.hold(state) is not None


@pytest.mark.django_db
def test_whose_move_it_is_is_kept_as_the_rules_say_it_through_every_season(kept: Kept) -> None:
    """What an older release kept of it is not believed; then entry by entry, as each league was played."""
    leagues = Scope.objects.filter(kind=ScopeKind.LEAGUE)
    assert believed(leagues.select_related("summary")) == {}
    summarising.refresh_summaries(leagues.count())
    for scope in leagues:
        in_use = scope.archived_at is None
        assert bool(believed([Scope.objects.select_related("summary").get(pk=scope.pk)])) is in_use
        assert_kept_as_made(scope)
        registration, state = registration_of(scope.game), initial_state(scope)
        with scope_transaction(scope.pk, CLOCK), connection.cursor() as cursor:
            for number, record in enumerate(records(scope)):
                state = apply_all(state, record.effects)
                moves = tuple(moves_of(registration, state))
                at = BEGAN + timedelta(minutes=5 * number)
                cursor.execute(summarising.KEPT, [scope.pk, *Anew(moves, at, number).params])
                told = [todo_row(one) for one in made_of(scope, registration, state)]
                assert kept_of(scope) == in_order(told), record.id


@pytest.mark.django_db
def test_every_screen_says_the_same_of_what_is_told_and_does_not_count(kept: Kept) -> None:
    """As each league stands; and as it was played, whatever is told waits for whom the to-dos name."""
    leagues = Scope.objects.filter(kind=ScopeKind.LEAGUE, archived_at=None)
    summarising.refresh_summaries(leagues.count())
    for scope in leagues:
        assert_all_say_the_same(scope)
        registration, state = registration_of(scope.game), initial_state(scope)
        for record in records(scope):
            state = apply_all(state, record.effects)
            games = registration.rules.told_games
            told = {one.key for one in games.waiting(state)} if games else set()
            if told and not state.now.paused:  # type: ignore[attr-defined]
                rows = registration.rules.whose_move.owed(state, registration.game.book_of(state))
                musts = [row for row in rows if row.stand == "must" and row.act in ("confirm", "decide")]
                assert {row.about[0] for row in musts} == told, record.id


@pytest.mark.django_db
def test_what_was_left_open_settles_with_the_same_faces(kept: Kept) -> None:
    assert making.faces_to_come() == kept.faces
    assert any(kept.faces.values())


@pytest.mark.django_db
def test_a_seal_stays_closed(kept: Kept) -> None:
    assert SealedAnswer.objects.filter(revealed_at=None).exists()


@pytest.mark.django_db
def test_a_draft_of_a_correction_counts_when_it_is_committed(kept: Kept) -> None:
    drafts = Correction.objects.filter(status=CorrectionStatus.OPEN)
    assert drafts.exists() == kept.whole
    for draft in drafts:
        shown = corrections.preview_correction(draft)
        assert shown.draft.outcomes
        for outcome in shown.undecided:
            draft.changes = {**draft.changes, outcome.record.id: {"decided": True, "void": True}}
        corrections.commit(draft, Actor(draft.by), corrections.preview_correction(draft).fingerprint)
        assert reconcile(draft.scope) == []


@pytest.mark.django_db
def test_a_turn_goes_on_where_it_was_left(kept: Kept) -> None:
    """The clock seals for whoever has only drafted, the reveal opens every seal, and what follows folds."""
    found = [one.scope for one in OrderDraft.objects.filter(kind__gt="").select_related("scope")]
    assert bool(found) != kept.whole
    for scope in found:
        by = Actor(scope.club.seats.filter(role=Role.ORGANISER).order_by("pk")[0])
        before = registration_of(scope.game).load(scope.pk)
        assert isinstance(before, Firestorm)
        door.act(scope.pk, by, "firestorm.advance", {"step": before.now.step, "words": "Time is up."})
        state = registration_of(scope.game).load(scope.pk)
        assert isinstance(state, Firestorm)
        assert state.now.phase not in ("orders", "reveal")
        assert reconcile(scope) == []


@pytest.mark.django_db
def test_nights_plans_and_notices_are_still_there(kept: Kept) -> None:
    for model in (NightRule, NightAnswer, PlannedGame, Notice):
        assert model.objects.exists() or kept.whole


@pytest.mark.django_db
def test_the_print_in_the_queue_is_drawn(kept: Kept) -> None:
    from django_tasks_db.models import DBTaskResult

    queue = DBTaskResult.objects.filter(task_path="campaigns.printing.draw_league")
    assert queue.exists() == kept.whole
    for waiting in queue.order_by("-enqueued_at")[:1]:
        asked = LeaguePrint.objects.get(pk=waiting.args_kwargs["args"][0])
        assert not asked.content
        waiting.task.func(asked.pk)
        asked.refresh_from_db()
        assert bytes(asked.content or b"").startswith(b"%PDF")


@pytest.mark.django_db
@pytest.mark.in_turn(4)
@pytest.mark.parametrize("role", ["organiser", "player"])
def test_every_page_and_every_read_answers(kept: Kept, role: str) -> None:
    for club in {scope.club_id: scope.club for scope in Scope.objects.select_related("club")}.values():
        seat = club.seats.filter(role=role, person__user__isnull=False).order_by("pk")[0]
        broken = {address: status for address, status in answers(factories.signed_in(seat)) if status != 200}
        assert not broken
        assert not {path: status for path, status in reads(seat) if status != 200}


def answers(browser: Client, *, printed: bool = True) -> Iterator[tuple[str, int]]:
    """One address of each named page that links lead to, in each league, with its status.

    Without those that are `printed`, each of which takes as long as ten others.
    """
    seen: set[tuple[str, Any]] = set()
    waiting = ["/"]
    while waiting:
        address = waiting.pop()
        if _kind_of(address) in seen or address.startswith(FOR_PROGRAMS):
            continue
        if not printed and PRINTED.search(address):
            continue
        seen.add(_kind_of(address))
        page = browser.get(address, follow=True)
        yield address, page.status_code
        if page.headers["Content-Type"].startswith("text/html"):
            links = re.findall(r'<a [^>]*href="(/[^"#]*)', page.content.decode())
            waiting += [link.replace("&amp;", "&") for link in links]


def _kind_of(link: str) -> tuple[str, Any]:
    try:
        found = resolve(link.split("?")[0])
    except Resolver404:
        return link, None
    return found.view_name, found.kwargs.get("pk")


def reads(seat: Seat) -> Iterator[tuple[str, int]]:
    """Every table of every league the seat sees, and an entity of each."""
    api = Api(seat)
    for league in api.get("/api/v1/leagues/").json():
        base = f"/api/v1/leagues/{league['id']}/"
        tables = api.get(base).json()["tables"]
        for path in (base, *(f"{base}state/{table}/" for table in tables)):
            answer = api.get(path)
            yield path, answer.status_code


def test_no_promise_by_name_is_broken() -> None:
    """`python -m tests.kept.promises` adds new ones; none ever goes."""
    assert promises.promised() - promises.today() == set()
