"""Summaries that are missing or out of date, written anew by the clock: after an upgrade, of a restored club,
and what open dialogues ask after an entry (`campaigns.engine.passage.summaries` says what they are).
"""

from __future__ import annotations

from dataclasses import replace

from django.db import connection
from psycopg import sql

from campaigns.engine.chores import alone
from campaigns.engine.passage.dialogue import open_talk
from campaigns.engine.passage.summaries import AT_ONCE, SHAPE, Asked, asked_of, concerned_by, summary_of
from campaigns.engine.passage.visit import Passage, visit
from campaigns.engine.stored.whose_move import WRITTEN
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


def fill(most: int = AT_ONCE) -> int:
    """Write the summaries that nobody would believe; how many there were."""
    with connection.cursor() as cursor:
        cursor.execute(BEHIND, [SHAPE, most])
        behind = [pk for (pk,) in cursor.fetchall()]
    for pk in behind:
        with alone(), visit(pk, CLOCK) as passage:
            write(passage)
    return len(behind)


def write(passage: Passage) -> None:
    """The summary and the to-dos of a league as it stands, with what its dialogues ask; its version stays."""
    told = summary_of(passage.registration, passage.state)
    more = {"version": passage.scope.version, "shape": SHAPE, "asked": _asked(passage)}
    about = {"data": told, **concerned_by(passage.registration, told), **more}
    Summary.objects.update_or_create(scope=passage.scope, defaults=about)
    with connection.cursor() as cursor:
        latest = passage.scope.entries.order_by("-seq").values_list("at", flat=True).first()
        moves = replace(passage.moves(), at=latest or passage.now)
        cursor.execute(KEPT, [passage.scope.pk, *moves.params])


def _asked(passage: Passage) -> Asked:
    open_ = Dialogue.objects.filter(scope=passage.scope).select_related("slot").prefetch_related("answers")
    return {str(one.pk): _asks(passage, one) for one in open_}


def _asks(passage: Passage, dialogue: Dialogue) -> list[str] | None:
    dialogue.scope = passage.scope
    talk = open_talk(dialogue.slot, dialogue, passage.state, now=dialogue.opened_at)
    try:
        progress = talk.drive()
    except Refused:
        progress = None
    return asked_of(passage.registration, talk, progress)
