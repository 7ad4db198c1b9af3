"""Which rules have a test, and which ids are missing by design."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from rules.engine.books import rule_texts
from rules.rehearsal import coverage

REASON = "the book goes from 1 to 4"


def listed(monkeypatch: pytest.MonkeyPatch, **books: dict[str, Any]) -> None:
    monkeypatch.setattr(coverage, "_listed", lambda: books)


def test_what_is_absent_by_design_is_in_no_scope_and_told_with_its_reason(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    listed(monkeypatch, ZZ={"title": "A book", "last": 6, "absent": {"2-3": REASON, "5": "a misprint"}})
    assert coverage.ids_in_scope() == {"ZZ": [1, 4, 6]}
    assert coverage.absent_rules() == {"ZZ": {2: REASON, 3: REASON, 5: "a misprint"}}
    assert coverage.faults() == []
    assert coverage.main() == 0
    told = capsys.readouterr().out.splitlines()
    assert told[:-1] == [
        "ZZ: 0 of 3 rules have a test; ZZ-01, ZZ-04, ZZ-06",
        f"  absent by design: ZZ-2-3 ({REASON})",
        "  absent by design: ZZ-5 (a misprint)",
    ]


@pytest.mark.parametrize(
    ("name", "ids"),
    [
        ("test_opr_26_points", {("OPR", 26)}),
        ("test_opr_28_and_35_e_23_a_loser", {("OPR", 28), ("OPR", 35), ("E", 23)}),
        ("test_opr_42_a_03_and_45_a_hero", {("OPR", 42), ("A", 3), ("A", 45)}),
        ("test_fs_11_12_a_tower", {("FS", 11), ("FS", 12)}),
        ("test_opr_07_and_a_37_a_mission_that_had_begun", {("OPR", 7), ("A", 37)}),
        ("test_opr_44_two_of_a_12_whoever", {("OPR", 44)}),
    ],
)
def test_a_name_carries_the_ids_it_begins_with(tmp_path: Path, name: str, ids: set[tuple[str, int]]) -> None:
    (tmp_path / "test_one.py").write_text(f"def {name}() -> None: ...\n", encoding="utf-8")
    assert coverage.ids_tested(tmp_path) == ids


def test_a_ruling_without_a_test_is_an_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = {**rule_texts(), "A-98": "Something nobody has tested."}
    monkeypatch.setattr(coverage, "rule_texts", lambda: words)
    assert coverage.faults() == ["A-98 is a ruling without a test"]
    assert coverage.main() == 1
    told = capsys.readouterr().out.splitlines()
    assert told[-1] == "A-98 is a ruling without a test"
    rulings = sum(one.startswith("A-") for one in words)
    assert told[-2] == f"A: {rulings - 1} of {rulings} rulings have a test of their own"


def test_every_rule_and_every_ruling_has_a_test() -> None:
    assert {prefix: gaps for prefix, gaps in coverage.missing().items() if gaps} == {}
    assert [number for number, is_tested in coverage.rulings().items() if not is_tested] == []


def test_an_absent_id_that_appears_is_an_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    listed(monkeypatch, CQ={"title": "Conquest", "last": 158, "absent": {"11": REASON}})
    found = coverage.faults()
    assert "CQ-11 is absent, but has words" in found
    assert "CQ-11 is absent, but has a test" in found
    assert "CQ-11 is absent, but rules/conquest/ground.py names it" in found
    assert coverage.main() == 1
    assert "CQ-11 is absent, but has a test" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("absent", "fault"),
    [
        ({"2": " "}, "ZZ-02 is absent without a reason"),
        ({"6": REASON}, "ZZ-06 is absent, but lies in no gap: ZZ ends with 6"),
        ({"0": REASON}, "ZZ-00 is absent, but lies in no gap: ZZ ends with 6"),
    ],
)
def test_an_absence_needs_a_gap_and_a_reason(
    monkeypatch: pytest.MonkeyPatch, absent: dict[str, str], fault: str
) -> None:
    listed(monkeypatch, ZZ={"title": "A book", "last": 6, "absent": absent})
    assert coverage.faults() == [fault]


def test_the_books_we_have_declare_nothing_absent_that_is_there() -> None:
    assert coverage.faults() == []


@pytest.mark.parametrize("book", ["solo", "conquest", "firestorm"])
def test_no_other_rulebook_quotes_a_ruling_of_the_opr_books(book: str) -> None:
    root = coverage.ROOT / "rules"
    own = [*(root / book).rglob("*.py"), *(root / "books").glob(f"*{book}*.toml")]
    assert len(own) > 10
    named = {(path.name, one) for path in own for one in re.findall(r"\bA-\d+", path.read_text("utf-8"))}
    assert named == set()
