"""What happens by itself in a league: the app's own steps, and what silence brings once time is up.

Both are lists of acts that come from the rules. The first the door takes in the transaction that brings them;
the clock looks after both, at any time and as often as one likes. What such an act still asks when the dice
have fallen, also in a dialogue somebody has left open, silence may answer as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime

from campaigns.engine import door
from campaigns.engine.chores import alone
from campaigns.engine.lines import Act
from campaigns.engine.transaction.driving import silent_answer
from campaigns.engine.transaction.scope_transaction import scope_transaction
from campaigns.engine.who.rights import CLOCK, Actor
from campaigns.models import Scope
from rules.engine.refusals import Refused

MOST_STEPS = 40  # of one league in one round of the clock


def advance_scope(scope: Scope, due: Callable[[], Sequence[Act]], actor: Actor = CLOCK) -> int:
    """Do what is due, read anew after each step; how many steps that were."""
    for taken in range(MOST_STEPS):
        if not any(_carried_out(scope, actor, *one) for one in due()):
            return taken
    return MOST_STEPS


def advanced(scopes: Iterable[Scope], now: datetime, advance: Callable[[Scope, datetime], int]) -> int:
    """The same for many leagues; how many steps that were. One that fails holds up no other."""
    steps = 0
    for scope in scopes:
        with alone():
            steps += advance(scope, now)
    return steps


def _carried_out(scope: Scope, actor: Actor, procedure: str, params: object) -> bool:
    """One act with all that silence answers in it, or nothing of it; what waits for somebody stays open."""
    assert isinstance(params, dict)
    try:
        with scope_transaction(scope.pk, actor) as transaction:
            outcome = door.act_within(transaction, procedure, params, app_dice=True)
            while not outcome.settled:
                said = silent_answer(transaction, outcome.questions)
                if said is None:
                    return False
                outcome = door.answer_within(transaction, outcome.slot, said[0].key, said[1], app_dice=True)
    except Refused:
        return False
    return True
