"""`python -m rules.rehearsal.coverage`: which rules and which of our rulings have no test of their id.

The ids in scope are data: the rules of `rules/books/ids.toml`, and every ruling that has words. A test
counts when its name begins with the id in small letters, alone or after others: `test_opr_26_…`,
`test_opr_32_a_19_…`. An id the rulebook leaves out is declared there with its reason and wants none. Exit
code 1 when one of those appears after all, a ruling has no test, or, with `--strict`, a rule has none.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NotRequired, TypedDict

from rules.engine.books import rule_texts

ROOT = Path(__file__).parent.parent.parent
TEST_NAME = re.compile(r"def test_((?:[a-z]+_\d+(?:_(?:and_)?\d+)*_(?:and_)?)+)")
ONE_BOOK = re.compile(r"([a-z]+)((?:_(?:and_)?\d+)+)_")
RULINGS = "A"  # what a rulebook leaves open, and how we read it
CITED = re.compile(r"\b([A-Z]+)-(\d+)\b")
CITING = {"rules": ("*.py", "*.toml"), "campaigns": ("*.py",), "maps": ("*.py",), "templates": ("*.html",)}


class _Listed(TypedDict):
    """A rulebook's ids: what it is called, the number they end with, spans of them it leaves out, and why."""

    title: str
    last: int
    absent: NotRequired[dict[str, str]]


def _listed() -> dict[str, _Listed]:
    found: dict[str, _Listed] = tomllib.loads(
        (ROOT / "rules" / "books" / "ids.toml").read_text(encoding="utf-8")
    )
    return found


def absent_rules() -> dict[str, dict[int, str]]:
    """{"FS": {136: "why there is none", …}, …}: numbers a rulebook leaves out."""
    return {
        prefix: {
            number: reason for span, reason in entry.get("absent", {}).items() for number in _numbers(span)
        }
        for prefix, entry in _listed().items()
    }


def _numbers(span: str) -> range:
    """The numbers of "136" or "136-139"."""
    first, _to, last = span.partition("-")
    return range(int(first), int(last or first) + 1)


def ids_in_scope() -> dict[str, list[int]]:
    """{"OPR": [1, …, 73], …} from the list kept as data, without what is absent by design."""
    gone = absent_rules()
    return {
        prefix: [number for number in range(1, entry["last"] + 1) if number not in gone[prefix]]
        for prefix, entry in _listed().items()
    }


def titles() -> dict[str, str]:
    """{"OPR": "One Page Rules campaigns", …}."""
    return {prefix: entry["title"] for prefix, entry in _listed().items()}


def ids_tested(tests: Path) -> set[tuple[str, int]]:
    """(prefix, number) of every id some test carries in its name."""
    found: set[tuple[str, int]] = set()
    for path in tests.rglob("test_*.py"):
        for name in TEST_NAME.findall(path.read_text(encoding="utf-8")):
            for prefix, numbers in ONE_BOOK.findall(name):
                found |= {(prefix.upper(), int(number)) for number in re.findall(r"\d+", numbers)}
    return found


def missing() -> dict[str, list[int]]:
    tested = ids_tested(ROOT / "tests")
    return {
        prefix: [number for number in numbers if (prefix, number) not in tested]
        for prefix, numbers in ids_in_scope().items()
    }


def faults() -> list[str]:
    """Rulings without a test; ids declared absent without a reason or a gap, and those that appear."""
    listed, tested, cited = _listed(), ids_tested(ROOT / "tests"), ids_cited()
    absent = [
        fault
        for prefix, numbers in absent_rules().items()
        for number, reason in numbers.items()
        for fault in (
            *_declared(prefix, number, reason, listed[prefix]["last"]),
            *_appearing((prefix, number), tested, cited),
        )
    ]
    untested = [number for number, is_tested in rulings().items() if not is_tested]
    return absent + [f"{RULINGS}-{number:02} is a ruling without a test" for number in untested]


def _declared(prefix: str, number: int, reason: str, last: int) -> Iterator[str]:
    rule_id = f"{prefix}-{number:02}"
    if not reason.strip():
        yield f"{rule_id} is absent without a reason"
    if not 1 <= number < last:
        yield f"{rule_id} is absent, but lies in no gap: {prefix} ends with {last}"


def _appearing(
    rule: tuple[str, int], tested: set[tuple[str, int]], cited: Mapping[tuple[str, int], list[Path]]
) -> Iterator[str]:
    rule_id = f"{rule[0]}-{rule[1]:02}"
    if rule_id in rule_texts():
        yield f"{rule_id} is absent, but has words"
    if rule in tested:
        yield f"{rule_id} is absent, but has a test"
    yield from (f"{rule_id} is absent, but {path} names it" for path in cited.get(rule, ()))


def ids_cited() -> dict[tuple[str, int], list[Path]]:
    """The files that cite each rule."""
    found = defaultdict[tuple[str, int], list[Path]](list)
    for folder, kinds in CITING.items():
        for path in sorted(one for kind in kinds for one in (ROOT / folder).rglob(kind)):
            cited = CITED.findall(path.read_text(encoding="utf-8"))
            for rule in {(of, int(digits)) for of, digits in cited}:
                found[rule].append(path.relative_to(ROOT))
    return found


def _report(prefix: str, numbers: list[int]) -> Iterator[str]:
    total = len(ids_in_scope()[prefix])
    listed = ", ".join(f"{prefix}-{n:02}" for n in numbers) or "none missing"
    yield f"{prefix}: {total - len(numbers)} of {total} rules have a test; {listed}"
    for span, reason in _listed()[prefix].get("absent", {}).items():
        yield f"  absent by design: {prefix}-{span} ({reason})"


def rulings() -> dict[int, bool]:
    """Our rulings, by number: whether a test carries the id."""
    tested = ids_tested(ROOT / "tests")
    numbers = (int(one.partition("-")[2]) for one in rule_texts() if one.startswith(f"{RULINGS}-"))
    return {number: (RULINGS, number) in tested for number in sorted(numbers)}


def _of_rulings() -> str:
    known = rulings()
    return f"{RULINGS}: {sum(known.values())} of {len(known)} rulings have a test of their own"


def main() -> int:
    gaps, wrong = missing(), faults()
    for prefix, numbers in gaps.items():
        print("\n".join(_report(prefix, numbers)))
    print(_of_rulings())
    print("\n".join(wrong), end="\n" if wrong else "")
    return 1 if wrong or (any(gaps.values()) and "--strict" in sys.argv) else 0


if __name__ == "__main__":
    sys.exit(main())
