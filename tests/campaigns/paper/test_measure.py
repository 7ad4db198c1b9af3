"""How wide and how many lines a text is, and letters no face has."""

import pytest

from campaigns.paper import measure
from campaigns.paper.measure import (
    AS_TEXT,
    UNKNOWN,
    fitted_size,
    line_count,
    of_the_system,
    printable_letter,
    readable,
    shortened,
    width,
)


def test_a_longer_text_never_takes_fewer_lines() -> None:
    text = "Tower shield (5), Hunting horn (15), Blessed blade of the old ford (20), Steed (30)"
    counts = [line_count([(text[:end], "text")], 8.5, 40) for end in range(len(text))]
    assert counts == sorted(counts)
    assert counts[-1] == 3


def test_a_word_wider_than_its_column_is_broken_and_counted() -> None:
    assert line_count([("W" * 100, "text")], 8.5, 40) >= width("W" * 100, "text", 8.5) // 40


def test_a_name_keeps_the_largest_size_that_takes_one_line() -> None:
    assert fitted_size("Quill", "display", (11.5, 9.5), 60) == (11.5, 1)
    assert fitted_size("The Brothers Achterberg-Wohlgemuth of the Ford", "display", (11.5, 9.5), 60)[0] == 9.5


def test_shortening_leaves_what_fits_alone() -> None:
    assert shortened("Quill", "text", 8, 50) == "Quill"
    assert shortened("Quill" * 30, "text", 8, 50).endswith("…")
    assert width(shortened("Quill" * 30, "text", 8, 50), "text", 8) <= 50


# Letters


@pytest.mark.parametrize("name", ["Łucja", "Ярина Сокол", "Θάλεια", "Nguyễn", "Þórr", "Ğöksu", "Ї і ґ"])
def test_latin_greek_and_cyrillic_are_printed(name) -> None:
    assert readable(name) == name


@pytest.mark.parametrize(
    ("name", "printed"),
    [
        ("龍 Guard", f"{UNKNOWN} Guard"),
        ("שלום", UNKNOWN * 4),
        ("Rats 🐀!", f"Rats 🐀{AS_TEXT}!"),
        ("\N{THUMBS UP SIGN}\N{EMOJI MODIFIER FITZPATRICK TYPE-3}\N{VARIATION SELECTOR-16}", f"👍{AS_TEXT}"),
        ("a\u202eb\u200dc", "abc"),
        ("two\nlines\t here", "two lines here"),
        ("e\u0301", "é"),
    ],
)
def test_other_scripts_are_marked_and_what_cannot_be_seen_is_dropped(monkeypatch, name, printed) -> None:
    alone_with(monkeypatch, "")
    assert readable(name) == printed


def alone_with(monkeypatch: pytest.MonkeyPatch, letters: str) -> None:
    """A machine whose own fonts have these letters."""
    monkeypatch.setattr(measure, "of_the_system", lambda: tuple((ord(one), ord(one)) for one in letters))
    monkeypatch.setattr(measure, "printable_letter", printable_letter.__wrapped__)


def test_a_letter_the_machines_own_fonts_have_is_printed_with_them(monkeypatch) -> None:
    alone_with(monkeypatch, "龍")
    assert readable("龍虎") == f"龍{UNKNOWN}"


def test_a_machine_without_a_list_of_fonts_prints_with_ours_alone(monkeypatch) -> None:
    monkeypatch.setenv("PATH", "")
    assert of_the_system.__wrapped__() == ()
