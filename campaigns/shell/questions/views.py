"""The one page on which every rulebook asks its questions."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from campaigns.engine.passage.dialogue import open_dialogue
from campaigns.engine.passage.here import AnyHere, Here
from campaigns.engine.passage.visit import visit
from campaigns.models import Slot
from campaigns.shell.league import CONFLICT, draw, member_or_404
from campaigns.shell.questions.answering import TEMPLATE, carry_out, leave, told
from campaigns.shell.questions.dialogue_page import dialogue_page, may_look, with_typed
from campaigns.shell.reading.reader import sent_to
from campaigns.shell.swapping import swaps
from rules.engine.refusals import Refused


@require_http_methods(["GET", "POST"])
def dialogue(request: HttpRequest, pk: int, slot: str) -> HttpResponse:
    """Show what is open in a slot, or take an answer."""
    here = member_or_404(request, pk, "league")
    if request.method == "POST":
        return _answer(here, slot)
    row = open_dialogue(here.scope, slot__code=slot)
    if not may_look(here, slot, row):
        raise Http404
    if row is None:
        return leave(here, slot)
    return draw(here, _template(request), {"page": dialogue_page(here, row)})


def _answer(here: AnyHere, slot: str) -> HttpResponse:
    """One passage: the question is found, the form read and the answer written under the lock; the page that
    answers shows what the passage has left, without reading it again."""
    try:
        with visit(here.scope.pk, here.actor) as passage:
            outcome, address = carry_out(here, passage, slot)
    except Refused as error:
        return _refused(here, slot, error)
    except Slot.DoesNotExist:
        raise Http404 from None
    except PermissionDenied:
        if not may_look(here, slot, open_dialogue(here.scope, slot__code=slot)):
            raise Http404 from None
        raise
    return told(here, passage, slot, outcome, address)


def _refused(here: AnyHere, slot: str, error: Refused) -> HttpResponse:
    fresh: AnyHere = Here(here.request, here.scope, here.seat, here.section)
    row = open_dialogue(here.scope, slot__code=slot)
    if not may_look(fresh, slot, row):
        raise Http404
    if row is None:
        return leave(fresh, slot)
    page = with_typed(dialogue_page(fresh, row), error, sent_to(here.request))
    context = {"page": page, "refused": None if page.wrong else error}
    return draw(fresh, _template(here.request), context, status=CONFLICT)


def _template(request: HttpRequest) -> str:
    return f"{TEMPLATE}#dialogue" if swaps(request) else TEMPLATE
