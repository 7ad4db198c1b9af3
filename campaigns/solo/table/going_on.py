"""Who may sit at the table, and what the app does by itself after an act."""

from __future__ import annotations

from django.http import Http404, HttpRequest

from campaigns.engine import door
from campaigns.engine.transaction.dialogue import Spoken
from campaigns.engine.transaction.scope_transaction import ScopeTransaction
from campaigns.shell.league import member_or_404, viewer_or_404
from campaigns.solo.table.table_page import asked_now
from campaigns.solo.viewer import SoloViewer
from rules.engine.dice import is_random
from rules.engine.procedure import Open
from rules.engine.refusals import Refused
from rules.solo.state import SoloState


def game_or_404(request: HttpRequest, pk: int) -> SoloViewer:
    """The game for people of its club; to look at, also for everybody if it is public."""
    viewer = (
        viewer_or_404(request, pk, "solo") if request.method == "GET" else member_or_404(request, pk, "solo")
    )
    if viewer.scope.game != "solo":
        raise Http404
    return viewer


def advance_table(transaction: ScopeTransaction, *, app_dice: bool) -> Spoken | None:
    """After an act, in its transaction: dice the app owes are thrown, what has lost its last question is
    settled, and what nobody can answer any more is set aside. What the table is asked then."""
    spoken = _asked(transaction)
    if spoken is None:
        return None
    run, progress = spoken
    open_now = progress.questions if isinstance(progress, Open) else ()
    if isinstance(progress, Refused):
        door.set_aside_within(transaction, run.entry, going_back=True)
    elif not open_now or (app_dice and all(map(is_random, open_now))):
        door.act_within(transaction, run.procedure, run.params, app_dice=True)
    else:
        return spoken
    return _asked(transaction)


def _asked(transaction: ScopeTransaction) -> Spoken | None:
    """What the transaction has just asked, else what is stored."""
    if transaction.spoken is not None and isinstance(transaction.spoken[1], Open):
        return transaction.spoken
    assert isinstance(transaction.state, SoloState)
    return asked_now(transaction.scope, transaction.state)
