"""The one page on which every rulebook asks its questions."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from campaigns.engine.transaction.dialogue import open_dialogue
from campaigns.engine.transaction.scope_transaction import scope_transaction
from campaigns.engine.transaction.viewer import AnyViewer, Viewer
from campaigns.models import Slot
from campaigns.shell.league import CONFLICT, member_or_404, render_league
from campaigns.shell.questions.answering import TEMPLATE, answer_response, apply_dialogue_tap, leave_dialogue
from campaigns.shell.questions.dialogue_page import dialogue_page, may_look, with_typed
from campaigns.shell.reading.reader import sent_to
from campaigns.shell.swapping import swaps
from rules.engine.refusals import Refused


@require_http_methods(["GET", "POST"])
def show_dialogue(request: HttpRequest, pk: int, slot: str) -> HttpResponse:
    """Show what is open in a slot, or take an answer."""
    viewer = member_or_404(request, pk, "league")
    if request.method == "POST":
        return _answer(viewer, slot)
    row = open_dialogue(viewer.scope, slot__code=slot)
    if not may_look(viewer, slot, row):
        raise Http404
    if row is None:
        return leave_dialogue(viewer, slot)
    return render_league(viewer, _template(request), {"page": dialogue_page(viewer, row)})


def _answer(viewer: AnyViewer, slot: str) -> HttpResponse:
    """One transaction: the question is found, the form read and the answer written under the lock; the page
    that answers shows what the transaction has left, without reading it again."""
    try:
        with scope_transaction(viewer.scope.pk, viewer.actor) as transaction:
            outcome, address = apply_dialogue_tap(viewer, transaction, slot)
    except Refused as error:
        return _refused(viewer, slot, error)
    except Slot.DoesNotExist:
        raise Http404 from None
    except PermissionDenied:
        if not may_look(viewer, slot, open_dialogue(viewer.scope, slot__code=slot)):
            raise Http404 from None
        raise
    return answer_response(viewer, transaction, slot, outcome, address)


def _refused(viewer: AnyViewer, slot: str, error: Refused) -> HttpResponse:
    fresh: AnyViewer = Viewer(viewer.request, viewer.scope, viewer.seat, viewer.section)
    row = open_dialogue(viewer.scope, slot__code=slot)
    if not may_look(fresh, slot, row):
        raise Http404
    if row is None:
        return leave_dialogue(fresh, slot)
    page = with_typed(dialogue_page(fresh, row), error, sent_to(viewer.request))
    context = {"page": page, "refused": None if page.wrong else error}
    return render_league(fresh, _template(viewer.request), context, status=CONFLICT)


def _template(request: HttpRequest) -> str:
    return f"{TEMPLATE}#dialogue" if swaps(request) else TEMPLATE
