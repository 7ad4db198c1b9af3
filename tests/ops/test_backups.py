"""A backup is made when one is due, and never fills the disk."""

import fcntl
import os
import shutil
import time
from collections import namedtuple
from dataclasses import replace
from pathlib import Path

import psycopg
import pytest
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError

from config.database import backup_files, backups, embedded
from config.database.backup_files import BackupError
from config.database.embedded import Cluster
from config.database.server import Server
from tests.ops.servers import change, quiet


def test_a_backup_is_for_its_owner_only(server: Server, key: Path, home: Path) -> None:
    file = backups.make(home / "backups", server, key, quiet)
    assert file.stat().st_mode & 0o077 == 0
    assert [other for other in file.parent.iterdir() if other != file] == []


def test_one_a_day_is_enough(server: Server, key: Path, home: Path) -> None:
    first = backups.make_if_due(home / "b", server, key, quiet)
    assert first is not None
    assert backups.make_if_due(home / "b", server, key, quiet) is None
    yesterday = time.time() - backups.DAY - 1
    os.utime(first, (yesterday, yesterday))
    assert backups.make_if_due(home / "b", server, key, quiet) not in (None, first)


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
    assert backups.backup_trouble(place) is None
    with monkeypatch.context() as full:
        fill_the_disk(full, 0)
        with pytest.raises(backups.NoRoom):
            backups.make_if_due(place, server, key, quiet)
    told = backups.backup_trouble(place)
    assert told is not None
    assert told.why == "room"
    assert told.last is not None
    assert int(told.last.timestamp()) == int(yesterday)
    assert backups.make_if_due(place, server, key, quiet) is None
    an_hour_ago = time.time() - backups.HOUR - 1
    os.utime(place / backups.FAILED, (an_hour_ago, an_hour_ago))
    assert backups.make_if_due(place, server, key, quiet) is not None
    assert backups.backup_trouble(place) is None


def test_days_without_a_backup_show_without_a_note_too(server: Server, key: Path, home: Path) -> None:
    assert backups.backup_trouble(home / "b") is None
    made = backups.make(home / "b", server, key, quiet)
    long_ago = time.time() - 2 * backups.DAY - 1
    os.utime(made, (long_ago, long_ago))
    told = backups.backup_trouble(home / "b")
    assert told is not None
    assert told.why == "late"


def test_a_database_that_is_away_is_noted_too(server: Server, key: Path, home: Path) -> None:
    with pytest.raises(psycopg.OperationalError):
        backups.make_if_due(home / "b", replace(server, name="away"), key, quiet)
    told = backups.backup_trouble(home / "b")
    assert told == backups.BackupTrouble("other", None)


def test_a_place_that_cannot_be_written_is_told(server: Server, key: Path, home: Path) -> None:
    (home / "file").touch()
    with pytest.raises(BackupError, match=r"No backup in .*: Not a directory"):
        backups.make(home / "file" / "backups", server, key, quiet)


def test_an_upgrade_that_is_tried_again_makes_no_second_backup(server: Server, key: Path, home: Path) -> None:
    def before_upgrade(*waiting: str) -> Path:
        return backups.make_before_upgrade(home / "b", server, key, waiting, quiet)

    first = before_upgrade("maps.0011_more")
    assert before_upgrade("maps.0011_more") == first
    other = before_upgrade("maps.0011_more", "maps.0012_most")
    assert other != first
    change(server)
    last = before_upgrade("maps.0011_more", "maps.0012_most")
    assert backup_files.ours(home / "b") == [last, first]


def test_what_was_written_since_is_backed_up_and_nothing_else(server: Server, key: Path, home: Path) -> None:
    first = backups.up_to_date(home / "b", server, key, quiet)
    assert first is not None
    assert backups.up_to_date(home / "b", server, key, quiet) == first
    change(server)
    second = backups.up_to_date(home / "b", server, key, quiet)
    assert second not in (None, first)
    assert second is not None
    second.write_bytes(second.read_bytes()[: second.stat().st_size // 2])
    assert backups.up_to_date(home / "b", server, key, quiet) not in (first, second)


def test_an_empty_database_is_not_backed_up(cluster: Cluster, key: Path, home: Path) -> None:
    with cluster.in_use():
        empty = Server.of(cluster.django_settings())
        assert backups.up_to_date(home / "b", empty, key, quiet) is None


def test_a_backup_says_which_release_it_is_of(server: Server, key: Path, home: Path) -> None:
    with server.connect() as connection:
        connection.execute(
            "CREATE TABLE django_migrations (id int, app text, name text);"
            "INSERT INTO django_migrations VALUES (1, 'maps', '0001_maps'), (2, 'campaigns', '0001_people'),"
            " (3, 'campaigns', '0002_more'), (4, 'auth', '0012_long')"
        )
    file = backups.make(home / "b", server, key, quiet)
    assert backup_files.manifest_of(file).release == "campaigns 0002_more, maps 0001_maps"


def test_one_at_a_time_and_nothing_stays_of_one_cut_short(server: Server, key: Path, home: Path) -> None:
    (home / "b" / ".making-cut-short").mkdir(parents=True)
    with backups._alone(home / "b", fcntl.LOCK_EX):
        assert backups.make_if_due(home / "b", server, key, quiet) is None
        assert backups.backup_trouble(home / "b") is None
    made = backups.make_if_due(home / "b", server, key, quiet)
    assert made is not None
    assert list((home / "b").iterdir()) == [made]


def test_the_command_says_its_trouble_in_one_sentence(
    cluster: Cluster, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / "postgres").mkdir()
    (home / "postgres" / "diary.txt").touch()
    monkeypatch.setattr(settings, "EMBEDDED", cluster)
    monkeypatch.setattr(settings, "EMBEDDED_IN_USE", True)
    with pytest.raises(CommandError, match="holds no database of Musterroll's"):
        call_command("backup")
