"""Directories for servers."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def short_directory() -> Iterator[Path]:
    """A short path that PostgreSQL's own user may enter; pytest's directories are closed to others."""
    made = Path(tempfile.mkdtemp(prefix="mr-", dir="/tmp"))
    made.chmod(0o711)
    try:
        yield made
    finally:
        shutil.rmtree(made)
