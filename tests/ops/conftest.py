"""Clusters of their own for tests that kill servers."""

from collections.abc import Iterator
from pathlib import Path

import pytest

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
