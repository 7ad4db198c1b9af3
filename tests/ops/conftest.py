"""Clusters of their own for tests that kill servers."""

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from config.embedded import Cluster


@pytest.fixture
def home() -> Iterator[Path]:
    """A short directory that PostgreSQL's own user may enter; pytest's are closed to others."""
    made = Path(tempfile.mkdtemp(prefix="mr-", dir="/tmp"))
    made.chmod(0o711)
    yield made
    shutil.rmtree(made)


@pytest.fixture
def cluster(home: Path) -> Iterator[Cluster]:
    made = Cluster(home / "postgres")
    yield made
    made.stop()
