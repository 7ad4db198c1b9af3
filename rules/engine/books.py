"""Reading books: one TOML file per rulebook edition with figures, tables and our own short texts.

Each game describes the shape of its books with pydantic models that forbid unknown keys; a faulty book stops
the start with every error and its path. Tables of dice are checked to cover every face exactly once. Beside
them lie our own words on every rule, by id: `docs/rules/` is made from them and a page shows them.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from rules.engine.language import per_language, said
from rules.engine.questions import die_values

SHELF = Path(__file__).parent.parent / "books"


class BookModel(BaseModel):
    """Base of everything read from a book: frozen, strict about unknown keys, no floats for points."""

    model_config = ConfigDict(extra="forbid", frozen=True)


@per_language
def load_book[B: BookModel](edition: str, shape: type[B]) -> B:
    """The book `books/<edition>.toml` in the given shape, its texts in the reader's language.

    Raises pydantic's ValidationError.
    """
    return shape.model_validate(tomllib.loads((SHELF / f"{edition}.toml").read_text(encoding="utf-8")))


def covers(die: str, faces: Iterable[int]) -> None:
    """Raise ValueError unless `faces` name every value of the die exactly once."""
    counted = Counter(faces)
    missing = [face for face in die_values(die) if not counted[face]]
    twice = [face for face, times in counted.items() if times > 1]
    strange = [face for face in counted if face not in die_values(die)]
    if missing or twice or strange:
        raise ValueError(f"a {die} table: missing {missing}, twice {twice}, not on the die {strange}")


@per_language
def rule_texts() -> dict[str, str]:
    """{"OPR-39": "…", …} from the files `rules-*.toml` on the shelf."""
    found: dict[str, str] = {}
    for path in sorted(SHELF.glob("rules-*.toml")):
        texts = tomllib.loads(path.read_text(encoding="utf-8"))
        found |= {rule: said(text) for rule, text in texts.items()}
    return found


def rule_text(rule_id: str) -> str:
    """The words on one rule, empty when there are none yet."""
    return rule_texts().get(rule_id, "")
