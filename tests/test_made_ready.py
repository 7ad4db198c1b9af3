"""What is compiled before a run is what its processes look for, and not for another text of a test."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest
from _pytest.assertion import rewrite

from tests.made_ready import rewrite_all


def imported(file: Path, config: pytest.Config) -> ModuleType:
    """As pytest imports a test file."""
    hook = rewrite.AssertionRewritingHook(config)
    spec = importlib.util.spec_from_file_location(file.stem, file, loader=hook)
    assert spec
    module = importlib.util.module_from_spec(spec)
    hook.exec_module(module)
    return module


def test_pytest_takes_what_was_made_and_nothing_of_an_older_text(
    tmp_path: Path, pytestconfig: pytest.Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "test_one.py"
    file.write_text("def test_one(told):\n    assert told == [1]\n")
    rewrite_all([file], pytestconfig)
    monkeypatch.setattr(rewrite, "_rewrite_test", lambda *_: pytest.fail("made a second time"))
    rewrite_all([file], pytestconfig)
    with pytest.raises(AssertionError, match=r"assert \[2\] == \[1\]"):
        imported(file, pytestconfig).test_one([2])
    file.write_text("def test_one(told):\n    assert told == [1, 2]\n")
    with pytest.raises(pytest.fail.Exception, match="made a second time"):
        imported(file, pytestconfig)
