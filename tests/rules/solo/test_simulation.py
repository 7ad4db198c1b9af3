"""Whole games on a table made of numbers: a twentieth in a normal run, all of them with `make season`."""

import os

import pytest

from bench.solo_ground import MELEE, RANGED, RULES, Wrong
from bench.solo_table import Table
from rules.solo.game import LATEST, solo_book
from tests.counted import promised
from tests.rules.solo.simulation import FULL, mean_taps, orders, page, simulate

GAMES = FULL if os.environ.get("MUSTERROLL_SEASON") else FULL // 20


@pytest.mark.season
def test_solo_01_and_31_and_32_and_33_games_end_and_every_leaf_and_rule_comes_up() -> None:
    tally = simulate(GAMES)
    assert tally.games == GAMES
    assert set(tally.leaves) == set(orders())
    written = {rule.partition("(")[0] for rule in (*RULES, *RANGED, *MELEE)}
    assert written | {"army rule", "spell", "Vanguard"} <= set(tally.rules)
    assert max(tally.taps[True]) <= 7
    assert mean_taps(tally.taps[True] + tally.taps[False]) <= promised("An activation of the app")
    assert "| M3 |" in page(tally)


def test_solo_31_the_table_notices_a_wrong_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    """The detector itself: with two answers swapped some game has to disagree."""
    trees = solo_book(LATEST).trees
    step = trees["melee"].steps["3"]
    swapped = step.model_copy(update={"yes": "M5", "no": "M4"})
    monkeypatch.setitem(trees["melee"].steps, "3", swapped)
    with pytest.raises(Wrong):
        simulate(20)


def test_solo_47_the_table_notices_a_fact_data_got_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rules.solo.activating.eyes.surely_free", lambda state, candidates: True)
    with pytest.raises(Wrong):
        simulate(40)


def test_solo_46_the_same_seed_plays_the_same_game() -> None:
    assert Table(7).play() == Table(7).play()
