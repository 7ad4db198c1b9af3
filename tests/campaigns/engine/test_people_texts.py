"""What people write can be taken out of the journal: it stands under the keys by which it is found there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import is_dataclass
from typing import Any, get_args, get_type_hints

from campaigns.engine.stored.people_texts import KEYS
from rules.engine.effects import EFFECTS
from rules.engine.plain import Name, Words
from rules.engine.shelf import all_games

WRITTEN = (Name, Words)
PROCEDURES = [(name, spec.run) for game in all_games().values() for name, spec in game.procedures.items()]


# What a whole entity brings with it and an effect never puts there: its own `apply` sets it from its words.
SET_LATER = {("Battle", "why"), ("Siege", "why"), ("Battle", "scenario")}


def kept_for_ever(said: Callable[..., object]) -> set[str]:
    """Where people's words stand that nobody could erase, in what it carries too."""
    return {field for kind, field in _written_in(said, set()) if (kind, field) not in SET_LATER}


def _written_in(said: Any, seen: set[object]) -> Iterator[tuple[str, str]]:
    for field, hint in get_type_hints(said).items():
        if hint in WRITTEN and field not in KEYS:
            yield said.__name__, field
        for one in (hint, *get_args(hint)):
            if is_dataclass(one) and one not in seen:
                yield from _written_in(one, seen | {one})


def test_an_effect_keeps_peoples_words_where_they_are_taken_out() -> None:
    found = {name: kept_for_ever(effect) for name, effect in EFFECTS.items()}
    assert not {name: fields for name, fields in found.items() if fields}


def test_a_procedure_is_told_peoples_words_where_they_are_taken_out() -> None:
    found = {name: kept_for_ever(run) for name, run in PROCEDURES}
    assert len(found) > 200
    assert not {name: fields for name, fields in found.items() if fields}


def test_words_under_another_key_are_found() -> None:
    def bless(motto: Words, words: Words, score: int) -> None: ...

    assert kept_for_ever(bless) == {"motto"}
