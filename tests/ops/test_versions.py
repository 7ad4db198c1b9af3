"""Another version of PostgreSQL after an upgrade loses nothing unasked."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from django.conf import settings

from config import installation
from config.database import backup_files, backups, files, pgprocess, versions
from config.database.embedded import Cluster, EmbeddedError
from config.database.server import Fingerprints, Server
from tests.ops.servers import change, fill, fingerprints, quiet

OLD = "16"


@dataclass
class Office:
    """An installation's embedded database, opened and closed as `make run` does."""

    cluster: Cluster
    home: Path
    key: Path

    @property
    def server(self) -> Server:
        return Server.of(self.cluster.django_settings())

    @property
    def backups(self) -> Path:
        return self.home / "backups"

    @contextmanager
    def opened(self) -> Iterator[Server]:
        with self.cluster.in_use(lambda: versions.final_backup(self.cluster, self.backups, self.key, quiet)):
            yield self.server

    def becomes_old(self) -> None:
        """From now on its files are of a version whose programs are gone."""
        (self.cluster.cluster / "PG_VERSION").write_text("17\n")

    def make_way(self, *answers: str) -> list[str]:
        told, given = list[str](), iter(answers)

        def ask(question: str) -> str:
            told.append(question)
            try:
                return next(given)
            except StopIteration:
                raise EOFError from None

        versions.set_aside_old_version(self.cluster, self.backups, self.key, told.append, ask)
        return told

    def brought_over(self) -> tuple[Fingerprints, list[str]]:
        told: list[str] = []
        with self.cluster.in_use():
            installation.bring_over(self.cluster, told.append)
            assert self.cluster.left_behind() is None
            return fingerprints(self.server), told


@pytest.fixture
def office(cluster: Cluster, home: Path, key: Path, monkeypatch: pytest.MonkeyPatch) -> Office:
    made = Office(cluster, home, key)
    monkeypatch.setattr(installation, "BACKUPS", made.backups)
    monkeypatch.setattr(installation, "KEY", key)
    monkeypatch.setattr(installation, "server", lambda: made.server)
    return made


def test_what_was_written_up_to_the_last_stop_comes_over_unasked(office: Office) -> None:
    with office.opened() as server:
        fill(server)
        backups.make(office.backups, server, office.key, quiet)
        change(server)
        before = fingerprints(server)
    office.becomes_old()
    assert office.make_way() == ["The database's files belong to PostgreSQL 17, and this is 18."]
    now, told = office.brought_over()
    assert now == before
    [aside] = office.cluster.place.glob("cluster-version-17-*")
    assert str(aside) in told[0]
    assert told[1].startswith("Restoring the last backup")


@pytest.fixture
def behind(office: Office) -> Office:
    """One that was killed after its last backup, and then got another version."""
    with office.opened() as server:
        fill(server)
    with office.cluster.in_use():
        change(office.server)
        pid = pgprocess.recorded_pid(office.cluster.cluster)
        assert pid is not None
        assert pgprocess.end_server(pid, office.cluster.cluster)
    office.becomes_old()
    return office


def test_nobody_goes_back_behind_the_last_write_unasked(behind: Office) -> None:
    [last] = backup_files.ours(behind.backups)
    with pytest.raises(EmbeddedError, match=r"type: echo yes \| make run"):
        behind.make_way()
    with pytest.raises(EmbeddedError, match="Nothing was changed"):
        behind.make_way("no")
    assert behind.cluster.other_version() == "17"
    told = behind.make_way("yes")
    assert f"The last backup, {last.name}, was made a minute before they were written last" in told[1]
    assert "type `make backup`, and upgrade again" in told[2]
    now, _told = behind.brought_over()
    assert "later" not in now
    assert now["wounds"][0] == "2"


def test_without_any_backup_it_asks_too(behind: Office) -> None:
    for file in backup_files.ours(behind.backups):
        file.write_bytes(b"")
    assert "the club would start empty" in behind.make_way("yes")[1]
    now, told = behind.brought_over()
    assert now == {}
    assert told[1] == "There is no backup to restore, so the club starts empty. Nothing was deleted."
    assert list(behind.cluster.place.glob("cluster-version-17-*/PG_VERSION"))


def test_a_server_that_went_on_since_the_last_stop_is_not_taken_for_backed_up(office: Office) -> None:
    with office.opened() as server:
        fill(server)
    assert office.cluster.backed_up()
    with office.cluster.in_use():
        assert office.cluster.backed_up() == ""
    assert office.cluster.backed_up() == ""


def test_one_that_has_not_been_brought_over_is_not_backed_up(behind: Office) -> None:
    """Else the newest backup would be that of an empty club."""
    behind.make_way("yes")
    there = backup_files.ours(behind.backups)
    with behind.opened():
        pass
    assert backup_files.ours(behind.backups) == there


@pytest.fixture
def old(office: Office, monkeypatch: pytest.MonkeyPatch) -> Office:
    """One whose files were written by the older programs that the package brings too."""
    found = pgprocess.packaged()
    with monkeypatch.context() as before:
        before.setattr(pgprocess, "packaged", lambda: found.with_name("pginstall"))
        before.setattr(files, "MAJOR", OLD)
        cluster = Cluster(office.cluster.home)
        with cluster.in_use():
            fill(Server.of(cluster.django_settings()))
    return office


def test_programs_of_the_version_before_back_it_up_where_they_are_there(old: Office) -> None:
    told = old.make_way()
    assert told[0] == "The database's files belong to PostgreSQL 16, and this is 18."
    assert len(told) == 2
    now, _told = old.brought_over()
    assert now["units"][0] == "3"
    assert now["wounds"][0] == "2"
    [aside] = old.cluster.place.glob("cluster-version-16-*")
    assert not (aside / "postmaster.pid").exists()


def test_where_those_fail_it_asks(old: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    (old.cluster.cluster / "global" / "pg_control").write_bytes(b"")
    with pytest.raises(EmbeddedError, match="Nobody is here to ask"):
        old.make_way()
    assert old.cluster.other_version() == OLD


def test_a_command_in_between_says_what_to_type(old: Office) -> None:
    with pytest.raises(EmbeddedError, match="belong to PostgreSQL 16, and this is 18: `make run` brings"):
        old.cluster.start()


def test_a_command_on_a_closed_office_leaves_a_backup_of_what_it_wrote(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "EMBEDDED", office.cluster)
    monkeypatch.setattr(settings, "EMBEDDED_IN_USE", True)
    monkeypatch.setattr(settings, "BACK_UP", True)
    with installation.database_running(quiet):
        fill(office.server)
    [made] = backup_files.ours(office.backups)
    assert office.cluster.backed_up() == made.name
    with installation.database_running(quiet):
        pass
    assert backup_files.ours(office.backups) == [made]
