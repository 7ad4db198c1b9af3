"""Summaries that are missing or out of date, written anew by the clock: after an upgrade, of a restored club,
and what open dialogues ask after an entry (`campaigns.engine.transaction.summaries` says what they are).
"""

from __future__ import annotations

from dataclasses import replace

from django.db import connection
from psycopg import sql

from campaigns.engine.chores import alone
from campaigns.engine.stored.whose_move import WRITTEN
from campaigns.engine.transaction.dialogue import open_run
from campaigns.engine.transaction.scope_transaction import ScopeTransaction, scope_transaction
from campaigns.engine.transaction.summaries import (
    AT_ONCE,
    SHAPE,
    Asked,
    asked_people,
    concerned_by,
    summary_of,
)
from campaigns.engine.who.rights import CLOCK
from campaigns.models import Dialogue, Summary
from rules.engine.refusals import Refused

BEHIND = """SELECT scope.id
 FROM campaigns_scope scope LEFT JOIN campaigns_summary kept ON kept.scope_id = scope.id
 WHERE scope.kind = 'league' AND scope.archived_at IS NULL AND (
  kept.version IS DISTINCT FROM scope.version OR kept.shape <> %s OR EXISTS (
   SELECT FROM campaigns_dialogue open WHERE open.scope_id = scope.id AND NOT kept.asked ? open.id::text))
 ORDER BY scope.id DESC LIMIT %s"""

# What came up while nobody kept it came up with the latest entry: it is no news.
KEPT = sql.SQL("WITH counted AS (SELECT id FROM campaigns_scope WHERE id = %s) {written} SELECT").format(
    written=WRITTEN
)


def refresh_summaries(most: int = AT_ONCE) -> int:
    """Write the summaries that nobody would believe; how many there were."""
    with connection.cursor() as cursor:
        cursor.execute(BEHIND, [SHAPE, most])
        behind = [pk for (pk,) in cursor.fetchall()]
    for pk in behind:
        with alone(), scope_transaction(pk, CLOCK) as transaction:
            write_summary(transaction)
    return len(behind)


def write_summary(transaction: ScopeTransaction) -> None:
    """The summary and the to-dos of a league as it stands, with what its dialogues ask; its version stays."""
    told = summary_of(transaction.registration, transaction.state)
    more = {"version": transaction.scope.version, "shape": SHAPE, "asked": _asked(transaction)}
    about = {"data": told, **concerned_by(transaction.registration, told), **more}
    Summary.objects.update_or_create(scope=transaction.scope, defaults=about)
    with connection.cursor() as cursor:
        latest = transaction.scope.entries.order_by("-seq").values_list("at", flat=True).first()
        moves = replace(transaction.moves(), at=latest or transaction.now)
        cursor.execute(KEPT, [transaction.scope.pk, *moves.params])


def _asked(transaction: ScopeTransaction) -> Asked:
    open_ = (
        Dialogue.objects.filter(scope=transaction.scope).select_related("slot").prefetch_related("answers")
    )
    return {str(one.pk): _asks(transaction, one) for one in open_}


def _asks(transaction: ScopeTransaction, dialogue: Dialogue) -> list[str] | None:
    dialogue.scope = transaction.scope
    run = open_run(dialogue.slot, dialogue, transaction.state, now=dialogue.opened_at)
    try:
        progress = run.drive()
    except Refused:
        progress = None
    return asked_people(transaction.registration, run, progress)
