"""Who won, in a sentence; against the app there is one side alone."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from campaigns.notices.kinds.results import result_sentence

LEAGUE: Any = SimpleNamespace(name_of=str)


@pytest.mark.parametrize(
    ("sides", "winners", "losers", "said"),
    [
        ("AB", "A", "", "A beat B"),
        ("AB", "", "", "A and B drew"),
        ("ABC", "", "C", "A and B drew, C lost"),
        ("A", "A", "", "A won"),
        ("A", "", "A", "A lost"),
        ("A", "", "", "A drew"),
    ],
)
def test_who_won_is_said(sides: str, winners: str, losers: str, said: str) -> None:
    game: Any = SimpleNamespace(sides=[*sides], winners=[*winners], losers=[*losers])
    assert result_sentence(LEAGUE, game) == said
