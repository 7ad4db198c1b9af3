"""Names short enough for three chips in a row."""

from __future__ import annotations

import pytest

from campaigns.opr.table.report.short_names import short_names


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("Old Jack", "Old Jack"),
        ("Sister Tegan of the Drowned Choir", "Sister Tegan"),
        ("Halvard One-Boot, Twice Pardoned", "Halvard One-Boot"),
        ("Ferrymen with Boathooks", "Ferrymen"),
        ("Brother Anselm the Unconvinced", "Brother Anselm"),
        ("Die Wächter vom Turm", "Die Wächter"),
        ("Les Gardes de la Tour", "Les Gardes"),
        ("The Last of the Lanterns", "The Last"),
        ("Of Mice and Men and Others", "Of Mice"),
        ("Battle Brothers (5 models)", "Battle Brothers"),
        ("Anti-Grav Heavy Gunners", "Anti-Grav Heavy Gunners"),
    ],
)
def test_a_long_name_is_cut_before_what_tells_more_about_it(name: str, short: str) -> None:
    assert short_names({"a": name}) == {"a": short}


def test_names_that_would_be_alike_stay_whole() -> None:
    names = {"a": "Wardens of the East Gate", "b": "Wardens of the West Gate", "c": "Wardens’ Hounds and Kin"}
    assert short_names(names) == {"a": names["a"], "b": names["b"], "c": "Wardens’ Hounds"}
