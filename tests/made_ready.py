"""Compiled code for the processes of a run: made once, by the process that starts them.

All of them import everything at the same time. In a copy that nobody has run yet each would compile all of
it for itself, and rewrite the assertions of every test.
"""

from __future__ import annotations

import compileall
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest
from _pytest.assertion import rewrite  # pytest compiles only what it also runs

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("bench", "config", "rules", "campaigns", "maps", "scripts")


def make_ready(config: pytest.Config) -> None:
    """Compile the project and its tests, as far as they have changed."""
    if sys.dont_write_bytecode:
        return
    for folder in FOLDERS:
        compileall.compile_dir(ROOT / folder, quiet=2)
    tests = sorted((ROOT / "tests").rglob("*.py"))
    rewritten = [file for file in tests if file.name.startswith("test_") or file.name == "conftest.py"]
    rewrite_all(rewritten, config)
    for file in set(tests) - set(rewritten):
        compileall.compile_file(file, quiet=2)


def rewrite_all(files: Iterable[Path], config: pytest.Config) -> None:
    state = config.stash[rewrite.assertstate_key]
    for file in files:
        folder = rewrite.get_cache_dir(file)
        compiled = folder / f"{file.stem}{rewrite.PYC_TAIL}"
        if rewrite._read_pyc(file, compiled) is None and rewrite.try_makedirs(folder):
            status, code = rewrite._rewrite_test(file, config)
            rewrite._write_pyc(state, code, status, compiled)
