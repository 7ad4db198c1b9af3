"""`docs/writing-a-rulebook.md` names every key a book may have."""

from __future__ import annotations

import inspect
import re
from types import ModuleType

import pytest

from config.env import ROOT
from rules.conquest import book as conquest
from rules.engine.books import BookModel
from rules.opr import books as opr
from rules.solo import book as solo

PAGE = (ROOT / "docs" / "writing-a-rulebook.md").read_text()
IN_CODE = {"Figures", "Prices", "Settings"}  # one line for each number; the page names the class


@pytest.mark.parametrize(("module", "title"), [(opr, "OPR"), (conquest, "Conquest"), (solo, "Solo")])
def test_every_key_of_a_book_is_told(module: ModuleType, title: str) -> None:
    part = PAGE.split(f"\n## {title}")[1].split("\n## ")[0]
    told = set(re.findall(r"\w+", " ".join(re.findall(r"`([^`]*)`", part))))
    shapes = [one for _, one in inspect.getmembers(module, inspect.isclass) if issubclass(one, BookModel)]
    keys = {key for one in shapes if one.__name__ not in IN_CODE for key in one.model_fields}
    assert len(keys) > 20
    assert keys - told - {"settings"} == set()
