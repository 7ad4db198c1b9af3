"""A backup brings everything back, or changes nothing."""

import json
import os
import tarfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from config import backups, installation
from config.backups import KEPT, BackupError, Fingerprints, Server
from config.embedded import Cluster


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
    monkeypatch.setattr(installation.settings, "EMBEDDED", cluster)
    monkeypatch.setattr(installation.settings, "EMBEDDED_IN_USE", True)
    with pytest.raises(CommandError, match="holds no database of Musterroll's"):
        call_command("backup")
