"""What somebody sent is kept with its numbers as they were read, and nothing else of it changed."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.plain import number_in
from rules.engine.shapes import kept_params, shape_of


@dataclass(frozen=True, slots=True)
class Fall:
    victim: str
    round: int = 0
    late: bool = False


def told(
    *, rounds: int, sure: bool = False, type_: str = "", falls: tuple[Fall, ...] = (), **rest: object
) -> None:
    """A report as a procedure takes it."""


SHAPE = shape_of("told", told, skip=0)


def kept(**sent: object) -> object:
    return kept_params(SHAPE, sent)


@given(st.integers(-999, 999), st.booleans(), st.text(alphabet="abc"))
def test_however_a_number_is_written_the_same_is_kept(number: int, late: bool, name: str) -> None:
    plain = {
        "rounds": number,
        "sure": late,
        "type": name,
        "falls": [{"victim": name, "round": number, "late": late}, {"victim": name}],
        "more": ["3", True],
    }
    fall = {"victim": name, "round": str(number), "late": str(late)}
    written = {**plain, "rounds": float(number), "sure": int(late), "falls": [fall, {"victim": name}]}
    assert kept(**plain) == plain
    assert repr(kept(**written)) == repr(plain)


@pytest.mark.parametrize("kept_as", [3, "3", 3.0, "03"])
def test_a_journal_of_an_older_release_is_read_as_it_was_meant(kept_as: object) -> None:
    assert number_in({"rounds": kept_as}, "rounds") == 3


@pytest.mark.parametrize("nothing", [None, "", "three", float("inf"), [3]])
def test_what_is_no_number_is_none(nothing: object) -> None:
    assert number_in({"rounds": nothing}, "rounds") == 0


@pytest.mark.parametrize("yes", [True, 1, "1", 1.0])
def test_a_yes_for_a_number_is_that_number(yes: object) -> None:
    assert repr(kept(rounds=yes)) == "{'rounds': 1}"
