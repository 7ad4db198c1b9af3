"""`docs/writing-a-rulebook.md` names every key a book may have."""

from __future__ import annotations

import inspect
import re
from types import ModuleType

import pytest

from config.env import ROOT
from rules.conquest import book as conquest
from rules.engine.books import BookModel
from rules.firestorm import book as firestorm
from rules.firestorm import siege_book, start_book
from rules.opr import books as opr
from rules.solo import book as solo

PAGE = (ROOT / "docs" / "writing-a-rulebook.md").read_text()
# One line for each number; the page names the class.
IN_CODE = {
    "ConquestFigures",
    "Figures",
    "FirestormFigures",
    "SiegeFigures",
    "Prices",
    "ConquestSettings",
    "FirestormSettings",
}
BOOKS = {
    "OPR": (opr,),
    "Conquest": (conquest,),
    "Solo": (solo,),
    "Firestorm": (firestorm, siege_book, start_book),
}


def classes(module: ModuleType) -> list[type]:
    return [one for _, one in inspect.getmembers(module, inspect.isclass)]


@pytest.mark.parametrize("title", BOOKS)
def test_every_key_of_a_book_is_told(title: str) -> None:
    part = PAGE.split(f"\n## {title}")[1].split("\n## ")[0]
    told = set(re.findall(r"\w+", " ".join(re.findall(r"`([^`]*)`", part))))
    shapes = [one for module in BOOKS[title] for one in classes(module) if issubclass(one, BookModel)]
    keys = {key for one in shapes if one.__name__ not in IN_CODE for key in one.model_fields}
    assert len(keys) > 20
    assert keys - told - {"settings"} == set()


def test_every_file_of_a_book_is_named() -> None:
    files = sorted(path.stem for path in (ROOT / "rules" / "books").glob("*.toml"))
    named = [one for one in files if not one.startswith(("rules-", "ids"))]
    assert [one for one in named if one not in PAGE] == []
