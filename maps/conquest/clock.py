"""What happens by itself in a map league: the app's own steps, and what silence brings after a deadline.

Both lists come from the rules (`automatic_steps`, `empire_lapses`). The first the door takes in the
transaction that brings them; the clock looks after both, at any time and as often as one likes.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db.models import Q
from django.utils import timezone

from campaigns.engine import advancing
from campaigns.engine.lines import Act
from campaigns.engine.stored.store import registered
from campaigns.models import Scope
from maps.models import ConquestCampaign
from rules.conquest.book import ConquestInForce, conquest_in_force
from rules.conquest.game import GAME
from rules.conquest.playing.silence import Step, automatic_steps, empire_lapses
from rules.conquest.state import Conquest
from rules.engine.plain import Params


def empires_next_acts(state: Conquest, book: ConquestInForce, now: datetime) -> list[Act]:
    """The app's own steps, for which no deadline has to pass."""
    return [*automatic_steps(state)]


def _gold(params: Params) -> tuple[str, Params, int]:
    """Before a battle is reported or rolled off: what was sealed counts, whoever has sealed nothing spends
    nothing, and nobody is asked any more.
    """
    return "conquest.commit_gold", {"battle": params["battle"]}, 0


CLOSES = dict.fromkeys(
    ("conquest.abstract", "conquest.rule_abstract", "conquest.report", "conquest.report_outcome"), _gold
)


def advance_conquest(scope: Scope, now: datetime | None = None) -> int:
    """Do what the app does by itself, then what the deadline has brought; how many steps that were."""
    moment = now or timezone.now()

    def due() -> list[Act]:
        state = registered(GAME).load(scope.pk)
        return [*(automatic_steps(state) or _overdue(scope, state, moment))]

    return advancing.advance_scope(scope, due)


def advance_conquest_leagues(now: datetime) -> int:
    """Every map league in which something may be due."""
    due = Q(deadline__lte=now, paused=False) | Q(phase__in=("order", "battle"))
    rows = ConquestCampaign.objects.filter(due, scope__archived_at=None).exclude(phase="finished")
    return advancing.advanced((row.scope for row in rows.select_related("scope")), now, advance_conquest)


def _overdue(scope: Scope, state: Conquest, now: datetime) -> Sequence[Step]:
    """What silence brings, once the deadline has passed."""
    row = ConquestCampaign.objects.filter(scope=scope).values("paused", "deadline").first()
    if row is None or row["paused"] or row["deadline"] is None or row["deadline"] > now:
        return []
    return [one.step for one in empire_lapses(state, conquest_in_force(state))]
