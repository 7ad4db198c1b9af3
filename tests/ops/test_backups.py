"""A backup brings everything back, or changes nothing."""

import fcntl
import json
import os
import shutil
import tarfile
import time
from collections import namedtuple
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import psycopg
import pytest
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError

from config import installation
from config.database import backups, embedded
from config.database.backups import KEPT, BackupError, Fingerprints, Server
from config.database.embedded import Cluster


@pytest.fixture
def server(cluster: Cluster) -> Iterator[Server]:
    with cluster.in_use():
        found = Server.of(cluster.django_settings())
        with found.connect() as connection:
            connection.execute(
                "CREATE TABLE units "
                '(id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text, "order" int);'
                "CREATE TABLE wounds (unit bigint REFERENCES units, note jsonb);"
                "INSERT INTO units (name, \"order\") VALUES ('Ørsted''s \"Guard\"', 1), (NULL, 2), ('🐉', 3);"
                """INSERT INTO wounds VALUES (1, '{"face": 6}'), (1, NULL);"""
            )
        yield found


@pytest.fixture
def key(home: Path) -> Path:
    file = home / "secret-key"
    file.write_text("the key of this club")
    return file


def fingerprints(server: Server) -> Fingerprints:
    with server.connect() as connection:
        return backups.fingerprints(connection)


def change(server: Server) -> None:
    with server.connect() as connection:
        connection.execute("DELETE FROM wounds; ALTER TABLE units ADD extra int; CREATE TABLE later (id int)")


def quiet(line: str) -> None: ...


def test_a_round_trip_brings_every_table_back(server: Server, key: Path, home: Path) -> None:
    before, told = fingerprints(server), list[str]()
    file = backups.make(home / "backups", server, key, told.append)
    change(server)
    assert fingerprints(server) != before
    backups.restore(file, server, key, told.append)
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
    backups.restore(backups.make(home / "b", server, key, quiet), server, key, quiet)
    with server.connect() as connection:
        silent = connection.execute("SELECT silent_since IS NOT NULL FROM campaigns_club").fetchone()
    assert silent == (True,)


def test_identities_go_on_where_they_were(server: Server, key: Path, home: Path) -> None:
    backups.restore(backups.make(home / "b", server, key, quiet), server, key, quiet)
    with server.connect() as connection:
        new = connection.execute("INSERT INTO units (name) VALUES ('new') RETURNING id").fetchone()
    assert new == (4,)


def test_the_secret_key_comes_back_and_the_other_is_kept(server: Server, key: Path, home: Path) -> None:
    file = backups.make(home / "backups", server, key, quiet)
    key.write_text("another machine's key")
    backups.restore(file, server, key, quiet)
    assert key.read_text() == "the key of this club"
    assert [old.read_text() for old in home.glob("secret-key-before-*")] == ["another machine's key"]
    assert key.stat().st_mode & 0o077 == 0


def test_a_backup_is_for_its_owner_only(server: Server, key: Path, home: Path) -> None:
    file = backups.make(home / "backups", server, key, quiet)
    assert file.stat().st_mode & 0o077 == 0
    assert [other for other in file.parent.iterdir() if other != file] == []


def test_a_backup_that_differs_changes_nothing(server: Server, key: Path, home: Path) -> None:
    file = backups.make(home / "backups", server, key, quiet)
    with tarfile.open(file) as whole:
        whole.extractall(home / "parts", filter="data")
    tables = json.loads((home / "parts" / backups.TABLES).read_text())
    tables["units"][0] = "99"
    (home / "parts" / backups.TABLES).write_text(json.dumps(tables))
    with tarfile.open(file, "w") as whole:
        for part in (home / "parts").iterdir():
            whole.add(part, part.name)
    change(server)
    before = fingerprints(server)
    with pytest.raises(BackupError, match="table units differs"):
        backups.restore(file, server, key, quiet)
    assert fingerprints(server) == before


@pytest.mark.parametrize("content", [b"", b"not a backup", b"\x1f\x8b\x00"])
def test_another_file_is_refused(server: Server, key: Path, home: Path, content: bytes) -> None:
    (home / "holiday.jpg").write_bytes(content)
    before = fingerprints(server)
    with pytest.raises(BackupError, match="is not a backup"):
        backups.restore(home / "holiday.jpg", server, key, quiet)
    assert fingerprints(server) == before


def test_a_missing_file_is_named(server: Server, key: Path, home: Path) -> None:
    with pytest.raises(BackupError, match="There is no file"):
        backups.restore(home / "nothing", server, key, quiet)


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


def test_ten_are_kept(home: Path) -> None:
    names = [f"202601{day:02}-120000{backups.SUFFIX}" for day in range(1, 15)]
    for name in names:
        (home / name).touch()
    backups.prune(home)
    assert sorted(file.name for file in home.iterdir()) == names[-KEPT:]


def test_one_a_day_is_enough(server: Server, key: Path, home: Path) -> None:
    first = backups.make_if_due(home / "b", server, key, quiet)
    assert first is not None
    assert backups.make_if_due(home / "b", server, key, quiet) is None
    yesterday = time.time() - backups.DAY - 1
    os.utime(first, (yesterday, yesterday))
    assert backups.make_if_due(home / "b", server, key, quiet) not in (None, first)


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
    with tarfile.open(file) as whole:
        whole.extractall(home / "parts", filter="data")
    (home / "parts" / backups.TABLES).write_bytes(written.encode(errors="surrogateescape"))
    with tarfile.open(file, "w") as whole:
        for part in (home / "parts").iterdir():
            whole.add(part, part.name)
    before = fingerprints(server)
    with pytest.raises(BackupError, match="is damaged: its list of tables cannot be read"):
        backups.restore(file, server, key, quiet)
    assert fingerprints(server) == before


usage = namedtuple("usage", "total used free")


def fill_the_disk(patch: pytest.MonkeyPatch, free: int) -> None:
    patch.setattr(shutil, "disk_usage", lambda _: usage(10, 10, free))


def test_the_disk_is_never_filled_by_a_backup(
    server: Server, key: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with server.connect() as connection:
        row = connection.execute("SELECT pg_database_size(current_database())").fetchone()
    assert row is not None
    fill_the_disk(monkeypatch, 2 * row[0] + backups.LEFT_FREE - 2**20)
    with pytest.raises(backups.NoRoom, match="MB left and needs"):
        backups.make(home / "backups", server, key, quiet)
    assert list((home / "backups").iterdir()) == []
    assert backups.LEFT_FREE > embedded.LEAST_FREE
    fill_the_disk(monkeypatch, 2 * row[0] + backups.LEFT_FREE + 2**20)
    assert backups.make(home / "backups", server, key, quiet).exists()


def test_a_backup_that_failed_is_noted_and_tried_again_an_hour_later(
    server: Server, key: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, place = backups.make(home / "b", server, key, quiet), home / "b"
    yesterday = time.time() - backups.DAY - 1
    os.utime(made, (yesterday, yesterday))
    assert backups.trouble(place) is None
    with monkeypatch.context() as full:
        fill_the_disk(full, 0)
        with pytest.raises(backups.NoRoom):
            backups.make_if_due(place, server, key, quiet)
    told = backups.trouble(place)
    assert told is not None
    assert told.why == "room"
    assert told.last is not None
    assert int(told.last.timestamp()) == int(yesterday)
    assert backups.make_if_due(place, server, key, quiet) is None
    an_hour_ago = time.time() - backups.HOUR - 1
    os.utime(place / backups.FAILED, (an_hour_ago, an_hour_ago))
    assert backups.make_if_due(place, server, key, quiet) is not None
    assert backups.trouble(place) is None


def test_days_without_a_backup_show_without_a_note_too(server: Server, key: Path, home: Path) -> None:
    assert backups.trouble(home / "b") is None
    made = backups.make(home / "b", server, key, quiet)
    long_ago = time.time() - 2 * backups.DAY - 1
    os.utime(made, (long_ago, long_ago))
    told = backups.trouble(home / "b")
    assert told is not None
    assert told.why == "late"


def test_a_database_that_is_away_is_noted_too(server: Server, key: Path, home: Path) -> None:
    with pytest.raises(psycopg.OperationalError):
        backups.make_if_due(home / "b", replace(server, name="away"), key, quiet)
    told = backups.trouble(home / "b")
    assert told == backups.Trouble("other", None)


def test_a_place_that_cannot_be_written_is_told(server: Server, key: Path, home: Path) -> None:
    (home / "file").touch()
    with pytest.raises(BackupError, match=r"No backup in .*: Not a directory"):
        backups.make(home / "file" / "backups", server, key, quiet)


def test_one_at_a_time_and_nothing_stays_of_one_cut_short(server: Server, key: Path, home: Path) -> None:
    (home / "b" / ".making-cut-short").mkdir(parents=True)
    with backups._alone(home / "b", fcntl.LOCK_EX):
        assert backups.make_if_due(home / "b", server, key, quiet) is None
        assert backups.trouble(home / "b") is None
    made = backups.make_if_due(home / "b", server, key, quiet)
    assert made is not None
    assert list((home / "b").iterdir()) == [made]


def test_another_major_version_is_kept_aside_and_the_last_backup_restored(
    cluster: Cluster, key: Path, home: Path, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(installation, "BACKUPS", home / "backups")
    monkeypatch.setattr(installation, "KEY", key)
    monkeypatch.setattr(installation, "server", lambda: server)
    before = fingerprints(server)
    backups.make(home / "backups", server, key, quiet)
    cluster.stop()
    (cluster.cluster / "PG_VERSION").write_text("17\n")
    told: list[str] = []
    with cluster.in_use():
        installation.bring_over(cluster, told.append)
        assert fingerprints(server) == before
        assert cluster.left_behind() is None
    [aside] = cluster.place.glob("cluster-version-17-*")
    assert "another PostgreSQL version" in told[0]
    assert str(aside) in told[0]
    assert told[1].startswith("Restoring the last backup")


def test_another_version_without_a_backup_is_said(
    cluster: Cluster, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(installation, "BACKUPS", home / "backups")
    with cluster.in_use():
        pass
    (cluster.cluster / "PG_VERSION").write_text("17\n")
    told: list[str] = []
    with cluster.in_use():
        installation.bring_over(cluster, told.append)
    assert told[1] == "There is no backup to restore, so the club starts empty. Nothing was deleted."
    assert list(cluster.place.glob("cluster-version-17-*/PG_VERSION"))


def test_the_command_says_its_trouble_in_one_sentence(
    cluster: Cluster, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / "postgres").mkdir()
    (home / "postgres" / "diary.txt").touch()
    monkeypatch.setattr(settings, "EMBEDDED", cluster)
    monkeypatch.setattr(settings, "EMBEDDED_IN_USE", True)
    with pytest.raises(CommandError, match="holds no database of Musterroll's"):
        call_command("backup")
