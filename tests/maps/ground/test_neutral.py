"""The ground is nobody's: no rulebook's ids, buildings or words in what every map book stands on."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rules.conquest.book import EDITIONS, conquest_book
from rules.conquest.state import BUILDINGS
from rules.rehearsal.coverage import titles

ROOT = Path(__file__).parents[3]
NEUTRAL = ("rules/maps", "maps/ground", "maps/turns", "templates/maps/ground")
# Conquest's own words; a map's JSON and what a book hands in hold them, code does not.
WORDS = ("gold", "realm", "empire", "conquest", "EP", "VP", "cities", *BUILDINGS)
EXAMPLES = ("a city in the north",)  # of what may be on somebody's picture


def files() -> list[Path]:
    return [path for folder in NEUTRAL for kind in ("*.py", "*.html") for path in (ROOT / folder).rglob(kind)]


def found(pattern: str) -> list[str]:
    """Where a pattern occurs, line by line."""
    lines = []
    for path in files():
        text = path.read_text(encoding="utf-8")
        for example in EXAMPLES:
            text = text.replace(example, "")
        lines += [
            f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
            for number, line in enumerate(text.splitlines(), 1)
            if re.search(pattern, line)
        ]
    return lines


def test_the_ground_cites_no_rule() -> None:
    assert found(rf"\b({'|'.join((*titles(), 'FS'))})-\d") == []


@pytest.mark.parametrize("word", WORDS)
def test_the_ground_knows_no_word_of_conquest(word: str) -> None:
    word = word if word.isupper() else f"(?i:{word}s?)"
    assert found(rf"(?<![\w-]){word}(?![\w-])") == []


@pytest.mark.parametrize("key", conquest_book(EDITIONS[0]).objectives)
def test_the_ground_knows_no_objective(key: str) -> None:
    assert found(rf"(?i){key}|{key.replace('_', ' ')}") == []


def test_there_is_ground_to_look_at() -> None:
    assert len(files()) > 30
    assert all((ROOT / folder).is_dir() for folder in NEUTRAL)
