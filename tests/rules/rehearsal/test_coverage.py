"""Which rules have a test, and which ids are missing by design."""

from __future__ import annotations

from typing import Any

import pytest

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


def test_rulings_with_a_test_of_their_own_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert coverage.main() == 0
    (told,) = [one for one in capsys.readouterr().out.splitlines() if one.startswith("A: ")]
    for ruling, number in (("A-58", 58), ("A-59", 59), ("A-60", 60)):
        assert coverage.rulings()[number]
        assert ruling in told
    assert f"of {len(coverage.rulings())} rulings" in told


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
