"""`python -m rules.rehearsal.coverage`: which rules have no test that carries their id.

The ids in scope are data (`rules/books/ids.toml`); a test counts when its name begins with the id in small
letters, `test_opr_26_…`. Exit code 1 when an id is missing and `--strict` is given.
"""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent.parent
TEST_NAME = re.compile(r"def test_([a-z]+)_(\d+)((?:_(?:and_)?\d+)*)_")


def _listed() -> dict[str, dict[str, Any]]:
    return tomllib.loads((ROOT / "rules" / "books" / "ids.toml").read_text(encoding="utf-8"))


def ids_in_scope() -> dict[str, list[int]]:
    """{"OPR": [1, …, 73], …} from the list kept as data."""
    return {prefix: list(range(1, entry["last"] + 1)) for prefix, entry in _listed().items()}


def titles() -> dict[str, str]:
    """{"OPR": "One Page Rules campaigns", …}."""
    return {prefix: entry["title"] for prefix, entry in _listed().items()}


def ids_tested(tests: Path) -> set[tuple[str, int]]:
    """(prefix, number) of every id some test carries in its name."""
    found: set[tuple[str, int]] = set()
    for path in tests.rglob("test_*.py"):
        for prefix, first, more in TEST_NAME.findall(path.read_text(encoding="utf-8")):
            numbers = [int(first), *map(int, re.findall(r"\d+", more))]
            found |= {(prefix.upper(), number) for number in numbers}
    return found


def missing() -> dict[str, list[int]]:
    tested = ids_tested(ROOT / "tests")
    return {
        prefix: [number for number in numbers if (prefix, number) not in tested]
        for prefix, numbers in ids_in_scope().items()
    }


def main() -> int:
    gaps = missing()
    for prefix, numbers in gaps.items():
        total = len(ids_in_scope()[prefix])
        listed = ", ".join(f"{prefix}-{n:02}" for n in numbers) or "none missing"
        print(f"{prefix}: {total - len(numbers)} of {total} rules have a test; {listed}")
    return 1 if any(gaps.values()) and "--strict" in sys.argv else 0


if __name__ == "__main__":
    sys.exit(main())
