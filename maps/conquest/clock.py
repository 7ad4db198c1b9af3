"""What happens by itself in a map league: the app's own steps, and what silence brings after a deadline.

Both lists come from the rules (`automatic`, `lapses`). The first the door takes in the passage that brings
them; the clock looks after both, at any time and as often as one likes.
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
from rules.conquest.book import ConquestInForce, in_force
from rules.conquest.game import GAME
from rules.conquest.playing.silence import Step, automatic, lapses
from rules.conquest.state import Conquest
from rules.engine.plain import Params


def next_steps(state: Conquest, book: ConquestInForce, now: datetime) -> list[Act]:
    """The app's own steps, for which no deadline has to pass."""
    return [*automatic(state)]


def _gold(params: Params) -> tuple[str, Params, int]:
    """Before a battle is reported or rolled off: what was sealed counts, whoever has sealed nothing spends
    nothing, and nobody is asked any more.
    """
    return "conquest.commit_gold", {"battle": params["battle"]}, 0


CLOSES = dict.fromkeys(
    ("conquest.abstract", "conquest.rule_abstract", "conquest.report", "conquest.report_outcome"), _gold
)


def advance(scope: Scope, now: datetime | None = None) -> int:
    """Do what the app does by itself, then what the deadline has brought; how many steps that were."""
    moment = now or timezone.now()

    def due() -> list[Act]:
        state = registered(GAME).load(scope.pk)
        return [*(automatic(state) or _overdue(scope, state, moment))]

    return advancing.advance(scope, due)


def advance_all(now: datetime) -> int:
    """Every map league in which something may be due."""
    due = Q(deadline__lte=now, paused=False) | Q(phase__in=("order", "battle"))
    rows = ConquestCampaign.objects.filter(due, scope__archived_at=None).exclude(phase="finished")
    return advancing.advanced((row.scope for row in rows.select_related("scope")), now, advance)


def _overdue(scope: Scope, state: Conquest, now: datetime) -> Sequence[Step]:
    """What silence brings, once the deadline has passed."""
    row = ConquestCampaign.objects.filter(scope=scope).values("paused", "deadline").first()
    if row is None or row["paused"] or row["deadline"] is None or row["deadline"] > now:
        return []
    return [one.step for one in lapses(state, in_force(state))]
