"""A backup brings everything back, or changes nothing."""

import json
import re
import tarfile
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from config import env, installation
from config.database import backup_files, backups, files, pgprocess, restoring
from config.database.backup_files import DUMP, TABLES, BackupError
from config.database.embedded import Cluster
from config.database.server import Server
from tests.ops.servers import change, fingerprints, quiet


def rewrite_tables(file: Path, tables: bytes) -> None:
    """Another list of tables in a backup that lists no parts, as one from before there were manifests."""
    with TemporaryDirectory() as parts:
        with tarfile.open(file) as whole:
            whole.extractall(parts, filter="data")
        Path(parts, TABLES).write_bytes(tables)
        with tarfile.open(file, "w") as whole:
            for name in (TABLES, DUMP):
                whole.add(Path(parts, name), name)


def test_a_round_trip_brings_every_table_back(server: Server, key: Path, home: Path) -> None:
    before, told = fingerprints(server), list[str]()
    file = backups.make(home / "backups", server, key, told.append)
    change(server)
    assert fingerprints(server) != before
    restoring.restore_backup(file, server, key, told.append)
    assert fingerprints(server) == before
    assert told == ["  1  units", "  2  wounds", "  1 of 2  units", "  2 of 2  wounds"]


def test_nothing_leaves_a_restored_office_until_an_organiser_says_so(
    server: Server, key: Path, home: Path
) -> None:
    triggers = import_module("campaigns.migrations.0019_a_club_counts_its_changes").COUNTED
    with server.connect() as connection:
        connection.execute(
            "CREATE TABLE campaigns_club (id bigint, version bigint, silent_since timestamptz);"
            "CREATE TABLE campaigns_scope"
            " (id bigint, club_id bigint, version bigint, archived_at timestamptz);"
            "CREATE TABLE campaigns_seat"
            " (club_id bigint, name text, emblem text, role text, status text, person_id bigint);"
            "INSERT INTO campaigns_club VALUES (1, 0, NULL);"
            "INSERT INTO campaigns_scope VALUES (1, 1, 0, NULL);"
            f"{triggers}"
        )
    restoring.restore_backup(backups.make(home / "b", server, key, quiet), server, key, quiet)
    with server.connect() as connection:
        silent = connection.execute("SELECT silent_since IS NOT NULL FROM campaigns_club").fetchone()
    assert silent == (True,)


def test_identities_go_on_where_they_were(server: Server, key: Path, home: Path) -> None:
    restoring.restore_backup(backups.make(home / "b", server, key, quiet), server, key, quiet)
    with server.connect() as connection:
        new = connection.execute("INSERT INTO units (name) VALUES ('new') RETURNING id").fetchone()
    assert new == (4,)


def test_the_secret_key_comes_back_and_the_other_is_kept(server: Server, key: Path, home: Path) -> None:
    file = backups.make(home / "backups", server, key, quiet)
    key.write_text("another machine's key")
    restoring.restore_backup(file, server, key, quiet)
    assert key.read_text() == "the key of this club"
    assert [old.read_text() for old in home.glob("secret-key-before-*")] == ["another machine's key"]
    assert key.stat().st_mode & 0o077 == 0


def test_a_backup_that_differs_changes_nothing(server: Server, key: Path, home: Path) -> None:
    file = backups.make(home / "backups", server, key, quiet)
    tables = json.loads(backup_files.tables_of(file))
    tables["units"][0] = "99"
    rewrite_tables(file, json.dumps(tables).encode())
    change(server)
    before = fingerprints(server)
    with pytest.raises(BackupError, match="table units differs"):
        restoring.restore_backup(file, server, key, quiet)
    assert fingerprints(server) == before


@pytest.mark.parametrize("content", [b"", b"not a backup", b"\x1f\x8b\x00"])
def test_another_file_is_refused(server: Server, key: Path, home: Path, content: bytes) -> None:
    (home / "holiday.jpg").write_bytes(content)
    before = fingerprints(server)
    with pytest.raises(BackupError, match="is not a backup"):
        restoring.restore_backup(home / "holiday.jpg", server, key, quiet)
    assert fingerprints(server) == before


def test_a_missing_file_is_named(server: Server, key: Path, home: Path) -> None:
    with pytest.raises(BackupError, match="There is no file"):
        restoring.restore_backup(home / "nothing", server, key, quiet)


@pytest.mark.parametrize(("name", "told"), [("", "Say which backup"), ("nothing", "There is no file")])
def test_a_restore_without_its_file_names_those_there_are(
    monkeypatch: pytest.MonkeyPatch, home: Path, name: str, told: str
) -> None:
    monkeypatch.setattr(installation, "BACKUPS", home)
    with pytest.raises(CommandError, match=f"{told}.*no backup here yet"):
        call_command("restore", name)
    (home / "20260101-120000.musterroll").touch()
    with pytest.raises(CommandError, match=r"(?s)The backups here are:.*20260101-120000\.musterroll"):
        call_command("restore", name)


def test_a_restore_nobody_can_agree_to_changes_nothing(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    def nobody(question: str) -> str:
        raise EOFError

    monkeypatch.setattr("builtins.input", nobody)
    (home / "a.musterroll").touch()
    with pytest.raises(CommandError, match="--yes"):
        call_command("restore", str(home / "a.musterroll"))


@pytest.mark.parametrize(
    "written",
    [
        "",
        "not JSON",
        "[]",
        '{"units": 3}',
        '{"units": ["3"]}',
        '{"units": ["3", "x\'; DROP"]}',
        "\udcff",
        "[" * 9999,
    ],
)
def test_a_list_of_tables_nobody_reads_is_told(server: Server, key: Path, home: Path, written: str) -> None:
    file = backups.make(home / "backups", server, key, quiet)
    rewrite_tables(file, written.encode(errors="surrogateescape"))
    before = fingerprints(server)
    with pytest.raises(BackupError, match="is damaged: its list of tables cannot be read"):
        restoring.restore_backup(file, server, key, quiet)
    assert fingerprints(server) == before


@pytest.fixture
def older(home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """A server of the oldest version a club may have of its own; the wheel brings one."""
    found = pgprocess.packaged()
    with monkeypatch.context() as before:
        before.setattr(pgprocess, "packaged", lambda: found.with_name("pginstall"))
        before.setattr(files, "MAJOR", str(restoring.OLDEST))
        cluster = Cluster(home / "older" / "postgres")
        cluster.home.parent.mkdir()
        cluster.start()
    yield Server.of(cluster.django_settings())
    cluster.stop()


def test_a_backup_is_restored_to_the_oldest_server_that_is_promised(
    server: Server, older: Server, key: Path, home: Path
) -> None:
    with older.connect() as connection:
        assert connection.info.server_version // 10_000 == restoring.OLDEST
    before = fingerprints(server)
    restoring.restore_backup(backups.make(home / "b", server, key, quiet), older, key, quiet)
    assert fingerprints(older) == before
    restoring.restore_backup(backups.make(home / "b", older, key, quiet), server, key, quiet)
    assert fingerprints(server) == before


def test_an_older_one_is_refused_before_anything_changes(
    server: Server, key: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = backups.make(home / "b", server, key, quiet)
    change(server)
    before = fingerprints(server)
    monkeypatch.setattr(restoring, "OLDEST", int(files.MAJOR) + 1)
    with pytest.raises(BackupError, match="is PostgreSQL 18, and a backup is restored to 19 or newer"):
        restoring.restore_backup(file, server, key, quiet)
    assert fingerprints(server) == before


def test_the_documented_oldest_server_is_the_one_that_was_tried() -> None:
    [least] = re.findall(r"another PostgreSQL \((\d+) to", (env.ROOT / "docs" / "operating.md").read_text())
    assert int(least) == restoring.OLDEST
