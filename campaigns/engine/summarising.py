"""Summaries that are missing or out of date, written anew by the clock: after an upgrade, of a restored club,
and what open dialogues ask after an entry (`campaigns.engine.summaries` says what they are).
"""

from __future__ import annotations

from django.db import connection

from campaigns.engine.dialogue import open_talk
from campaigns.engine.rights import CLOCK
from campaigns.engine.summaries import AT_ONCE, SHAPE, Asked, asked_of, summary_of
from campaigns.engine.visit import Visit, visit
from campaigns.models import Dialogue, Summary
from rules.engine.refusals import Refused

BEHIND = """SELECT scope.id
 FROM campaigns_scope scope LEFT JOIN campaigns_summary kept ON kept.scope_id = scope.id
 WHERE scope.kind = 'league' AND scope.archived_at IS NULL AND (
  kept.version IS DISTINCT FROM scope.version OR kept.shape <> %s OR EXISTS (
   SELECT FROM campaigns_dialogue open WHERE open.scope_id = scope.id AND NOT kept.asked ? open.id::text))
 ORDER BY scope.id DESC LIMIT %s"""


def fill(most: int = AT_ONCE) -> int:
    """Write the summaries that nobody would believe; how many there were."""
    with connection.cursor() as cursor:
        cursor.execute(BEHIND, [SHAPE, most])
        behind = [pk for (pk,) in cursor.fetchall()]
    for pk in behind:
        with visit(pk, CLOCK) as here:
            write(here)
    return len(behind)


def write(here: Visit) -> None:
    """The summary of a league as it stands, with what its dialogues ask; the league's version stays."""
    told = {"data": summary_of(here.kept, here.state), "asked": _asked(here)}
    more = {"version": here.scope.version, "shape": SHAPE}
    Summary.objects.update_or_create(scope=here.scope, defaults=told | more)


def _asked(here: Visit) -> Asked:
    open_ = Dialogue.objects.filter(scope=here.scope).select_related("slot").prefetch_related("answers")
    return {str(one.pk): _asks(here, one) for one in open_}


def _asks(here: Visit, dialogue: Dialogue) -> list[str] | None:
    dialogue.scope = here.scope
    talk = open_talk(dialogue.slot, dialogue, here.state, now=dialogue.opened_at)
    try:
        progress = talk.drive()
    except Refused:
        progress = None
    return asked_of(here.kept, talk, progress)
