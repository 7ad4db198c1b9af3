"""Clusters of their own for tests that kill servers; streams that everybody may watch."""

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from campaigns.engine import access
from config import live
from config.embedded import Cluster
from tests.ops.places import short_directory


@pytest.fixture
def home() -> Iterator[Path]:
    with short_directory() as made:
        yield made


@pytest.fixture
def cluster(home: Path) -> Iterator[Cluster]:
    made = Cluster(home / "postgres")
    yield made
    made.stop()


@pytest.fixture
def everybody(monkeypatch: pytest.MonkeyPatch) -> None:
    """All may watch everything, two are known; scopes stand at version 7. A busy machine is waited for."""
    monkeypatch.setattr(live, "LISTEN_WITHIN", 60.0)
    people = {"marta": SimpleNamespace(pk=1), "somebody": SimpleNamespace(pk=2)}
    monkeypatch.setattr(access, "person_of_session", people.get)
    monkeypatch.setattr(access, "watchable", lambda person, scopes: tuple(scopes))
    monkeypatch.setattr(access, "versions_of", lambda scopes: dict.fromkeys(scopes, 7))
