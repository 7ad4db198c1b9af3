"""Clusters of their own for tests that kill servers; streams that everybody may watch."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from campaigns import access
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
    """All may watch everything; scopes stand at version 7. A busy machine's database is waited for."""
    monkeypatch.setattr(live, "LISTEN_WITHIN", 60.0)
    monkeypatch.setattr(access, "watchable", lambda session_key, scopes: tuple(scopes))
    monkeypatch.setattr(access, "versions_of", lambda scopes: dict.fromkeys(scopes, 7))
