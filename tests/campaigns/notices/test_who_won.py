"""Who won, in a sentence; against the app all win or lose together."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from campaigns.engine.lines import Encounter
from campaigns.notices.kinds.results import result_sentence
from campaigns.opr.league.bouts import mission_encounter
from tests.rules.opr.play import League, league_of

NAMED: Any = SimpleNamespace(name_of=str)


@pytest.mark.parametrize(
    ("sides", "winners", "losers", "said"),
    [
        ("AB", "A", "", "A beat B"),
        ("AB", "", "", "A and B drew"),
        ("ABC", "", "C", "A and B drew, C lost"),
    ],
)
def test_who_won_is_said(sides: str, winners: str, losers: str, said: str) -> None:
    assert (
        result_sentence(NAMED, Encounter("1", (*sides,), "", "over", None, (*winners,), (*losers,))) == said
    )


def told(league: League) -> str:
    game = mission_encounter(league.state, league.mission.id)
    assert game is not None
    known: Any = SimpleNamespace(name_of=lambda one: league.state.warbands[one].name)
    return result_sentence(known, game)


@pytest.mark.parametrize(
    ("names", "won", "said"),
    [
        ("A", True, "A won"),
        ("A", False, "A lost"),
        ("AB", True, "A and B won"),
        ("AB", False, "A and B lost"),
    ],
)
def test_solo_84_a_mission_against_the_app_is_won_or_lost_by_all(names: str, won: bool, said: str) -> None:
    league = league_of(3, 3, parallel_play="on", campaign_type="endless")
    league.do("app_report", warbands=[league.warband(one).id for one in names], won=won, rounds=4)
    assert told(league) == said
