"""An effect that sets fields of a thing names a table of its game, and fields that the things in it have."""

from dataclasses import fields

import pytest

from rules.engine.codec import entity_types
from rules.engine.effects import EFFECTS, ONLY_TOLD
from rules.engine.shelf import all_games

all_games()


@pytest.mark.parametrize("name", sorted(name for name, kind in EFFECTS.items() if kind.sets))
def test_what_an_effect_sets_can_be_set(name: str) -> None:
    kind = EFFECTS[name]
    things = entity_types(all_games()[name.partition(".")[0]].state)
    _thing, *told = kind.given
    assert set(told) - set(ONLY_TOLD) <= {one.name for one in fields(things[kind.sets])} - {"id"}
