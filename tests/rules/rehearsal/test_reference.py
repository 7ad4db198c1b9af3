"""The reference says of every figure, table and setting what a script may send."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields
from functools import cache

import pytest

from rules.engine.codec import entity_types
from rules.engine.refusals import Refused
from rules.engine.shapes import shape_of
from rules.engine.shelf import all_games
from rules.rehearsal import reference

GAMES = pytest.mark.parametrize("game", sorted(all_games()))


@cache
def pages() -> dict[str, str]:
    return reference.reference_pages()


def section(game: str, title: str) -> dict[str, str]:
    """What stands under each heading of a section."""
    page = pages()[f"{game}.md"]
    [text] = [one for one in re.split(r"^## ", page, flags=re.M) if one.startswith(f"{title}\n")]
    parts = re.split(r"^### ", text, flags=re.M)[1:]
    return {head: body for head, _, body in (one.partition("\n") for one in parts)}


def listed(body: str) -> Iterator[str]:
    yield from (found[1] for found in re.finditer(r"^- `(\w+): [^`]+`$", body, flags=re.M))


@GAMES
def test_every_figure_has_its_parameters_each_with_a_type(game: str) -> None:
    told, found = section(game, "Figures"), all_games()[game].figures
    assert set(told) == set(found)
    for name, figure in found.items():
        shape = shape_of(name, figure, skip=2).model_fields
        wanted = [field.alias or one for one, field in shape.items()]
        assert list(listed(told[name])) == wanted, name
        assert not told[name].strip().startswith("- `"), f"{name} says nothing about itself"


@GAMES
def test_every_table_has_its_fields_each_with_a_type(game: str) -> None:
    told = section(game, "Tables")
    kinds = entity_types(all_games()[game].state)
    assert list(told) == list(kinds)
    for table, kind in kinds.items():
        assert list(listed(told[table])) == [one.name for one in fields(kind)], table


@GAMES
def test_every_setting_has_its_values_and_its_default(game: str) -> None:
    """Every value that is listed is taken, and the default is what a league begins with."""
    found = all_games()[game]
    told = section(game, "Settings")
    for edition in found.books:
        for one in found.settings(edition):
            assert one.default in one.values or one.least <= one.default <= one.most  # type: ignore[operator]
            for value in one.values or (one.least, one.most):
                found.begin(edition, {one.key: value})
            beyond = () if one.values else (one.most + 1, one.least - 1)
            for wrong in ("nothing like it", *beyond):
                with pytest.raises(Refused):
                    found.begin(edition, {one.key: wrong})
            assert one.line in told[one.key]
    assert len(told) == len({one.key for edition in found.books for one in found.settings(edition)})


def test_types_are_told_as_a_script_writes_them() -> None:
    told = section("solo", "Figures")["targets"]
    assert '- `kind: "shoot" | "charge"`' in told
    assert "- `candidates: list[Candidate]`" in told
    assert "- `rules: list[str] = []`" in told
    assert "from: [float, float]" in section("solo", "Figures")["in_way"]
    assert "### Candidate" in pages()["solo.md"]
