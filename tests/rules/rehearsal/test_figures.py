"""Every figure has one name; scripts that say the one it had beside it are still understood."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from rules.engine.shelf import all_games
from rules.rehearsal.rehearse import rehearse

GAMES = pytest.mark.parametrize("game", sorted(all_games()))


@GAMES
def test_a_figure_has_one_name(game: str) -> None:
    figures = Counter(all_games()[game].figures.values())
    assert not [one for one, names in figures.items() if names > 1]


@GAMES
def test_a_former_name_is_a_figure_s_and_no_other_s(game: str) -> None:
    found = all_games()[game]
    assert set(found.former.values()) <= set(found.figures)
    assert not set(found.former) & set(found.figures)
    for former, name in found.former.items():
        assert found.named(former) is found.figures[name]


def test_scripts_that_say_a_former_name_get_the_same() -> None:
    params = {"units": ["a", "b", "c"], "dice": [1, 2]}
    steps = [{"ask": name, "params": params} for name in ("groups", "deploy_groups")]
    told = rehearse({"game": "solo", "steps": steps})["steps"]
    assert told[0]["value"] == told[1]["value"] == [["a"], ["b"], ["c"]]


def test_a_second_figure_of_a_name_is_a_fault() -> None:
    game = replace(all_games()["solo"], figures={}, former={})
    game.figure("one", former="first")(lambda state, book: 1)
    for name, former in (("one", ""), ("first", ""), ("two", "one"), ("two", "first")):
        with pytest.raises(ValueError, match="two figures are called"):
            game.figure(name, former)(lambda state, book: 2)
