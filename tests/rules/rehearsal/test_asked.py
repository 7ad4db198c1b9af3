"""Who is asked what by which rule stands in a table read beside the rulebook; the rules keep to it."""

from functools import cache

import pytest

from rules.engine.effects import EFFECTS
from rules.engine.shelf import all_games
from tests.rules.rehearsal.asked import table_file, table_of
from tests.rules.rehearsal.reached import Line, makers, reached

pytestmark = pytest.mark.xdist_group("asked")  # the tables are made once
GAMES = pytest.mark.parametrize("game", sorted(all_games()))

# Effects that nothing brings about any more, kept for journals that hold them, each with its reason.
PAST: dict[str, str] = {}


@cache
def made() -> tuple[dict[str, str], set[Line]]:
    """The tables of all games as the rules are now, and the lines of the rules that were run for them."""
    tables: dict[str, str] = {}
    lines = reached(lambda: tables.update((game, table_of(game)) for game in all_games()))
    return tables, lines


@GAMES
def test_every_question_and_effect_is_as_the_reviewed_table_says(game: str) -> None:
    """After a change that is meant: `python -m tests.rules.rehearsal.asked`, then read the difference."""
    assert made()[0][game].splitlines() == table_file(game).read_text().splitlines()


@GAMES
def test_everything_that_asks_or_books_is_reached_for_the_table(game: str) -> None:
    """A new question or effect needs a step that comes by: in the examples, or in `asked/more.json`."""
    unread = sorted(set(makers(game)) - made()[1])
    assert not unread


@GAMES
def test_every_effect_stands_in_the_table(game: str) -> None:
    rows = {line.split()[1] for line in made()[0][game].splitlines() if line.startswith("  =")}
    unseen = {name for name in EFFECTS if name.startswith(f"{game}.")} - rows
    assert unseen == {name for name in PAST if name.startswith(f"{game}.")}


def test_makers_are_found() -> None:
    """The lines the tests above speak of are there: a rename of what asks or books would empty them."""
    found = {(path.rpartition("/")[2], game) for game in all_games() for path, _ in makers(game)}
    for one in (("levels.py", "opr"), ("turns.py", "solo"), ("events.py", "conquest"), ("market.py", "opr")):
        assert one in found
