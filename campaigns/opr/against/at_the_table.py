"""A league's mission told at the table of its game: who an event has taken away, who has conceded.

Whoever rolls events or concedes does so on the mission's page; the game that is played for it follows.
Source: OPR-31, OPR-37.
"""

from __future__ import annotations

from collections.abc import Collection

from django.db import transaction

from campaigns.engine import door
from campaigns.engine.passage.visit import Passage, visit
from campaigns.engine.who.rights import CLOCK
from campaigns.models import Scope, SoloGame
from campaigns.opr.league.app_games import mission_key
from rules.engine.plain import Params
from rules.engine.refusals import Refused
from rules.opr.state import Mission, OprState
from rules.solo.league.carried import still_to_do
from rules.solo.state import SoloState


def carry_on(league: Scope, state: OprState, names: Collection[str]) -> None:
    """What a write in the league means to the games of its running missions."""
    if not any(one.partition(":")[0] in ("missions", "*") for one in names):
        return
    open_ones = (state.missions[one] for one in state.so_far.open_missions)
    missions = {mission_key(league, one.id): one for one in open_ones if one.status == "playing"}
    if not missions:
        return
    games = SoloGame.objects.filter(mission__in=missions).exclude(phase="over").order_by("scope_id")
    for scope, mission in games.values_list("scope_id", "mission"):
        follow(scope, missions[mission])


def follow(game: int, mission: Mission) -> None:
    """Take over at the table of a game what its mission says by now."""
    with visit(game, CLOCK) as passage:
        assert isinstance(passage.state, SoloState)
        for procedure, params in list(still_to_do(passage.state, mission)):
            _done(passage, procedure, params)


def _done(passage: Passage, procedure: str, params: Params) -> None:
    """One act; what the game refuses by now is its people's to settle."""
    state, seq, slots = passage.state, passage.scope.seq, passage.scope.slots
    try:
        with transaction.atomic():
            door.act_within(passage, procedure, params)
    except Refused:
        passage.state, passage.scope.seq, passage.scope.slots = state, seq, slots
