"""What happens by itself in a Firestorm league: the app's own steps, and what silence brings."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Q

from campaigns.engine import advancing, door
from campaigns.engine.lines import Act
from campaigns.engine.stored.store import registered
from campaigns.engine.who.absent import absent_from
from campaigns.models import Scope
from maps.models import FirestormCampaign
from rules.engine.plain import Params
from rules.firestorm import automatic
from rules.firestorm.book import FirestormInForce, firestorm_in_force
from rules.firestorm.game import GAME
from rules.firestorm.league import absent
from rules.firestorm.league.silence import faction_lapses, lapse_acts
from rules.firestorm.state import Firestorm

ITSELF = ("firestorm.roll_initiative", "firestorm.reveal", "firestorm.score", "firestorm.prepare_battle")


def _losses(params: Params) -> tuple[str, Params, object]:
    """Before a phase ends: who was said to be lost in a game is rolled for by the app."""
    return "firestorm.count_dead", {}, door.ROLL


CLOSES = {"firestorm.advance": _losses}


def factions_next_acts(state: Firestorm, book: FirestormInForce, now: datetime) -> list[Act]:
    """The app's own steps, for which no deadline has to pass."""
    return list(automatic.next_app_steps(state))


def advance_firestorm(scope: Scope, now: datetime) -> int:
    """Do what the app does by itself, then what the deadline has brought; how many steps that were."""

    def due() -> list[Act]:
        state = registered(GAME).load(scope.pk)
        return list(automatic.next_app_steps(state)) or _overdue(scope, state, now)

    return advancing.advance_scope(scope, due)


def _overdue(scope: Scope, state: Firestorm, now: datetime) -> list[Act]:
    """What silence brings, once the deadline has passed; also to battles against a faction nobody plays."""
    deadline = state.now.deadline
    if state.now.paused or deadline is None or deadline > now:
        return []
    unplayed = absent_from(scope, state, registered(GAME)).unplayed
    return [
        *lapse_acts(faction_lapses(state, firestorm_in_force(state))),
        *absent.overdue_concessions(state, unplayed),
    ]


def advance_firestorm_leagues(now: datetime) -> int:
    """Every league in which something may be due."""
    by_itself = Q(phase__in=("initiative", "reveal", "scoring", "battles")) | Q(forced=True, paused=False)
    due = Q(deadline__lte=now, paused=False) | by_itself
    rows = FirestormCampaign.objects.filter(due, scope__archived_at=None).exclude(phase="finished")
    return advancing.advanced((row.scope for row in rows.select_related("scope")), now, advance_firestorm)
