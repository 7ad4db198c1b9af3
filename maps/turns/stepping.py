"""Stepping back: a map league is corrected from the present, one step at a time, with a reason.

Entries are made void together with what the app did by itself after them, for sides without a choice too;
their dice stay in the chronicle, and taken again the same step meets the same dice.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from django.utils.translation import gettext as _

from campaigns.engine.correcting import preview_of, write_correction
from campaigns.engine.transaction.scope_transaction import scope_transaction
from campaigns.engine.transaction.writing import CORRECTION, NOTES
from campaigns.engine.who.rights import Actor
from campaigns.models import Entry, Scope
from campaigns.models.journal import FOLLOWS
from rules.engine.refusals import Refused

LOOKED_AT = 100  # entries the app makes by itself in a row


def step_back(
    scope: Scope,
    actor: Actor,
    words: str,
    rule: str,
    itself: Collection[str],
    seen: int,
    why_not: Callable[[Sequence[Entry]], str] = lambda steps: "",
) -> Entry:
    """Void the latest step, which is `seen` if a page has shown one; `itself` are the app's own procedures.

    Raises `Refused` when there is none, when it is another by now, when something rests on it, or when the
    game says `why_not`.
    """
    with scope_transaction(scope.pk, actor) as transaction:
        steps = latest_steps(scope, itself)
        if not steps:
            raise Refused(rule, _("There is no step to undo."))
        if seen and seen != steps[-1].seq:
            raise Refused(rule, _("Something has changed. This is how things stand now."), admission=True)
        if said := why_not(steps):
            raise Refused(rule, said)
        shown = preview_of(transaction.scope, {one.slot.code: {"void": True} for one in steps}, [])
        if not shown.draft.ready:
            rests = _("Something else already depends on this step; correct it in the chronicle.")
            raise Refused(rule, rests)
        return write_correction(transaction, shown.draft, [], words)


def latest_steps(scope: Scope, itself: Collection[str]) -> Sequence[Entry]:
    """The latest entry somebody made, and what followed it by itself."""
    found: list[Entry] = []
    entries = scope.entries.filter(void=False).exclude(procedure__in=(CORRECTION, *NOTES))
    for entry in entries.select_related("slot").order_by("-seq")[:LOOKED_AT]:
        found.append(entry)
        if entry.procedure not in itself and entry.via not in FOLLOWS:
            return found
    return []
