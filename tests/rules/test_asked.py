"""Who is asked what by which rule stands in a table read beside the rulebook; the rules keep to it."""

import pytest

from rules.shelf import all_games
from tests.rules.asked import TABLES, table_of


@pytest.mark.parametrize("game", sorted(all_games()))
def test_every_question_and_effect_is_as_the_reviewed_table_says(game: str) -> None:
    """After a change that is meant: `python -m tests.rules.asked`, then read the difference."""
    assert table_of(game).splitlines() == (TABLES / f"{game}.txt").read_text().splitlines()
