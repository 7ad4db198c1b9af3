"""Clusters of their own for tests that kill servers; streams that everybody may watch."""

import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from campaigns.engine.who import access
from config.database.embedded import FOR_TESTS, Cluster
from config.database.pgprocess import Account
from config.database.server import Server
from config.stream import live
from tests.ops.offices import Installation
from tests.ops.places import short_directory
from tests.ops.servers import fill


@pytest.fixture
def home() -> Iterator[Path]:
    with short_directory() as made:
        yield made


@dataclass(frozen=True)
class Copied(Cluster):
    """A cluster as `initdb` makes it, which a run of the tests lets it do once for all of these."""

    pattern: Path = Path()

    def _init(self, account: Account, binaries: Path) -> None:
        if not self.pattern.exists():
            super()._init(account, binaries)
            copy_whole(self.cluster, self.pattern)
        else:
            copy_whole(self.pattern, self.cluster)


def copy_whole(here: Path, there: Path) -> None:
    subprocess.run(["cp", "-a", here, there], check=True)


@pytest.fixture(scope="session")
def pattern(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("pattern") / "cluster"


@pytest.fixture
def cluster(home: Path, pattern: Path) -> Iterator[Cluster]:
    made = Copied(home / "postgres", pattern=pattern)
    yield made
    made.stop()


@pytest.fixture
def untouched(home: Path) -> Iterator[Cluster]:
    """A cluster that makes its own files, where that is what a test is about."""
    made = Cluster(home / "postgres")
    yield made
    made.stop()


@pytest.fixture(scope="session")
def installation() -> Iterator[Installation]:
    """For tests of the group `office`, which one process runs: only one start has to make everything."""
    with short_directory() as made:
        office = Installation(made)
        yield office
        office.close()


@pytest.fixture
def everybody(monkeypatch: pytest.MonkeyPatch) -> None:
    """All may watch everything, two are known; scopes stand at version 7. A busy machine is waited for."""
    monkeypatch.setattr(live, "LISTEN_WITHIN", 60.0)
    people = {name: SimpleNamespace(pk=pk, let_in=False) for pk, name in ((1, "marta"), (2, "somebody"))}
    monkeypatch.setattr(access, "person_of_session", people.get)
    monkeypatch.setattr(access, "watchable", lambda person, scopes: dict.fromkeys(scopes, 7))
    monkeypatch.setattr(access, "scope_versions", lambda scopes: dict.fromkeys(scopes, 7))


@pytest.fixture(scope="session")
def shared_cluster(pattern: Path) -> Iterator[Cluster]:
    """One server that all share who need no more of it than a database."""
    with short_directory() as home:
        made = Copied(home / "postgres", FOR_TESTS, pattern=pattern)
        with made.in_use():
            yield made


@pytest.fixture
def server(shared_cluster: Cluster) -> Iterator[Server]:
    """A database as a new server has it, with two tables."""
    with shared_cluster.connect("postgres") as there:
        there.execute("CREATE DATABASE club")
        found = replace(Server.of(shared_cluster.django_settings()), name="club")
        fill(found)
        yield found
        there.execute("DROP DATABASE club WITH (FORCE)")


@pytest.fixture
def key(home: Path) -> Path:
    file = home / "secret-key"
    file.write_text("the key of this club")
    return file
