"""A league's mission told at the table of its game: who an event has taken away, who has conceded.

Whoever rolls events or concedes does so on the mission's page; the game that is played for it follows.
Source: OPR-31, OPR-37.
"""

from __future__ import annotations

from collections.abc import Collection

from django.db.transaction import atomic

from campaigns.engine import door
from campaigns.engine.transaction.scope_transaction import ScopeTransaction, scope_transaction
from campaigns.engine.who.rights import CLOCK
from campaigns.models import Scope, SoloGame
from campaigns.opr.league.app_games import mission_key
from rules.engine.plain import Params
from rules.engine.refusals import Refused
from rules.opr.state import Mission, OprState
from rules.solo.league.carried import still_to_do
from rules.solo.state import SoloState


def follow_missions(league: Scope, state: OprState, names: Collection[str]) -> None:
    """What a write in the league means to the games of its running missions."""
    if not any(one.partition(":")[0] in ("missions", "*") for one in names):
        return
    open_ones = (state.missions[one] for one in state.so_far.open_missions)
    missions = {mission_key(league, one.id): one for one in open_ones if one.status == "playing"}
    if not missions:
        return
    games = SoloGame.objects.filter(mission__in=missions).exclude(phase="over").order_by("scope_id")
    for scope, mission in games.values_list("scope_id", "mission"):
        follow_mission(scope, missions[mission])


def follow_mission(game: int, mission: Mission) -> None:
    """Take over at the table of a game what its mission says by now."""
    with scope_transaction(game, CLOCK) as transaction:
        assert isinstance(transaction.state, SoloState)
        for procedure, params in list(still_to_do(transaction.state, mission)):
            _done(transaction, procedure, params)


def _done(transaction: ScopeTransaction, procedure: str, params: Params) -> None:
    """One act; what the game refuses by now is its people's to settle."""
    state, seq, slots = transaction.state, transaction.scope.seq, transaction.scope.slots
    try:
        with atomic():
            door.act_within(transaction, procedure, params)
    except Refused:
        transaction.state, transaction.scope.seq, transaction.scope.slots = state, seq, slots
