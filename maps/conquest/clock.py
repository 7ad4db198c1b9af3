"""What happens by itself in a map league: the app's own steps, and what silence brings after a deadline.

Both lists come from the rules (`automatic`, `silence`); here they are only carried out, at the door, by the
clock. Safe to call at any time and as often as one likes.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db.models import Q
from django.utils import timezone

from campaigns.engine import door
from campaigns.engine.dialogue import look
from campaigns.engine.rights import CLOCK
from campaigns.engine.store import registration
from campaigns.models import Dialogue, Scope
from maps.models import ConquestCampaign
from rules.conquest.book import InForce, in_force
from rules.conquest.figures.battles import automatic, silence
from rules.conquest.state import Conquest
from rules.engine.procedure import Open
from rules.engine.refusals import Refused

MOST_STEPS = 40
ROLL_OFFS = ("conquest.abstract", "conquest.rule_abstract")


def advance(scope: Scope, now: datetime | None = None) -> int:
    """Do what the app does by itself, then what the deadline has brought; how many steps that were."""
    moment = now or timezone.now()
    for taken in range(MOST_STEPS):
        due = automatic(*_now(scope)) or _overdue(scope, moment)
        if not any(_carried_out(scope, step) for step in due):
            return taken
    return MOST_STEPS


def advance_all(now: datetime) -> int:
    """Every map league in which something may be due."""
    due = Q(deadline__lte=now, paused=False) | Q(phase__in=("order", "battle"))
    rows = ConquestCampaign.objects.filter(due, scope__archived_at=None).exclude(phase="finished")
    return sum(advance(row.scope, now) for row in rows.select_related("scope"))


def _now(scope: Scope) -> tuple[Conquest, InForce]:
    """The league as it stands, read anew."""
    state: Conquest = registration(scope.game).load(scope.pk)
    return state, in_force(state)


def _overdue(scope: Scope, now: datetime) -> list[dict[str, Any]]:
    """What silence brings, once the deadline has passed."""
    row = ConquestCampaign.objects.filter(scope=scope).values("paused", "deadline").first()
    if row is None or row["paused"] or row["deadline"] is None or row["deadline"] > now:
        return []
    return [one for one in silence(*_now(scope)) if one.get("do")]


def _carried_out(scope: Scope, step: dict[str, Any]) -> bool:
    try:
        if step["do"] in ROLL_OFFS:
            close_gold(scope, step["params"]["battle"])
        return door.act(scope.pk, CLOCK, step["do"], step["params"], app_dice=True).settled
    except Refused:
        return False


def close_gold(scope: Scope, battle: str) -> None:
    """Before a battle is rolled off: what was sealed counts, whoever has sealed nothing spends nothing."""
    wanted = {"scope": scope, "procedure": "conquest.commit_gold", "params__battle": battle}
    for dialogue in Dialogue.objects.filter(**wanted).select_related("slot", "scope"):
        for _step in range(MOST_STEPS):
            _talk, progress = look(scope, dialogue.slot)
            if not isinstance(progress, Open):
                return
            question = progress.questions[0]
            if door.answer(scope.pk, CLOCK, dialogue.slot.code, question.key, 0).settled:
                return
