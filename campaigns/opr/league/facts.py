"""Facts of a running mission: who took out whom, what is down, in any order, mistaps included.

A shared draft of the table: each fact has its author and time, the latest on a subject counts, and all of
them become one entry when the mission is reported.
"""

from __future__ import annotations

import json
from operator import attrgetter

from django.core.exceptions import PermissionDenied
from django.db import connection
from django.db.models import F, Min, QuerySet, Window
from django.utils import timezone

from campaigns.engine.stored import topics
from campaigns.engine.transaction.scope_transaction import ScopeTransaction, scope_transaction
from campaigns.engine.transaction.scopes import in_use
from campaigns.engine.who.access import may_play
from campaigns.engine.who.rights import Actor
from campaigns.models import Fact, Scope
from config.database.compiled import compiled
from rules.engine.plain import JsonObject, Params, number_in, text_in
from rules.opr.state import Kill

TICK = (
    "INSERT INTO campaigns_fact (scope_id, mission, kind, subject, data, author_id, at)"
    " VALUES (%s, %s, %s, %s, %s::jsonb, %s, %s)"
)
OUT, DOWN, NOTE = "out", "down", "note"


def tick_fact(
    *, scope: Scope, actor: Actor, mission: str, kind: str, subject: str, data: Params | None
) -> ScopeTransaction:
    """Write a fact down; `data=None` takes the earlier one on the same subject back.

    Returns the transaction it was written in.
    """
    with scope_transaction(scope.pk, actor) as transaction:
        if actor.seat is None or actor.seat.club_id != transaction.scope.club_id or not may_play(actor.seat):
            raise PermissionDenied
        in_use(transaction.scope)
        told = json.dumps({"struck": True} if data is None else dict(data))
        with connection.cursor() as cursor:
            cursor.execute(TICK, [scope.pk, mission, kind, subject, told, actor.seat.pk, timezone.now()])
        transaction.count("facts", {topics.FACTS, f"{topics.FACTS}:{mission}"})
    return transaction


def counting_facts(scope: Scope, mission: str) -> dict[tuple[str, str], Fact]:
    """The facts that count, by (kind, subject); what was ticked first comes first."""
    latest = sorted(_facts(scope.pk, mission), key=attrgetter("first"))
    return {(fact.kind, fact.subject): fact for fact in latest if not fact.data.get("struck")}


@compiled
def _facts(scope: int, mission: str) -> QuerySet[Fact]:
    """The latest on each subject, with the number of the first on it."""
    first = Window(Min("pk"), partition_by=[F("kind"), F("subject")])
    found = Fact.objects.filter(scope=scope, mission=mission).annotate(first=first)
    return found.order_by("kind", "subject", "-pk").distinct("kind", "subject")


def ticked_kills(scope: Scope, mission: str) -> list[JsonObject]:
    """The kill ledger as the report takes it: one line per unit that is out."""
    ticked = counting_facts(scope, mission)
    return [{"victim": subject, **fact.data} for (kind, subject), fact in ticked.items() if kind == OUT]


def kill_in(told: Params) -> Kill:
    """A line of the ledger as it was ticked or told."""
    return Kill(
        text_in(told, "victim"),
        text_in(told, "killer"),
        number_in(told, "round"),
        melee=bool(told.get("melee")),
        charge=bool(told.get("charge")),
        down=bool(told.get("down")),
        routed=bool(told.get("routed")),
    )
