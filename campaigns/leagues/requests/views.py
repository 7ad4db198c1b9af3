"""The page of a request, and the answer to it."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from campaigns.engine.asking import requests
from campaigns.engine.asking.reading import request_or_404
from campaigns.engine.transaction.viewer import AnyViewer
from campaigns.leagues.requests.forms import RequestAnswerForm
from campaigns.leagues.requests.page import request_page
from campaigns.models import ActRequest
from campaigns.shell.league import refusal_response, render_league, viewer_or_404
from campaigns.shell.reading.reader import sent_to, tapped, word
from rules.engine.refusals import Refused

PAGE = "campaigns/leagues/requests/request.html"


@require_http_methods(["GET", "POST"])
def request(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """What somebody asks for that binds others; whoever is asked says yes or no here."""
    viewer = viewer_or_404(request, pk)
    asked = request_or_404(viewer, number)
    if request.method == "POST":
        return answer_request(viewer, asked)
    return render_league(viewer, PAGE, _context(viewer, asked))


def _context(viewer: AnyViewer, asked: ActRequest) -> dict[str, object]:
    return {
        "page": request_page(viewer, asked),
        "asked": asked,
        "form": RequestAnswerForm(sent_to(viewer.request), auto_id="%s"),
    }


def answer_request(viewer: AnyViewer, asked: ActRequest) -> HttpResponse:
    """Say yes or no to it, or take it back; then on to what it was about, where it is settled."""
    try:
        match tapped(viewer.request, "accept", "decline", "withdraw"):
            case "accept":
                outcome = requests.agree(asked, viewer.actor)
                if outcome.settled:
                    messages.success(viewer.request, _("Accepted: it’s done."))
                    return redirect(request_page(viewer, asked).place)
            case "decline":
                requests.decline_request(asked, viewer.actor, word(viewer.request, "words"))
            case "withdraw":
                requests.withdraw_request(asked, viewer.actor)
            case _:
                raise Http404
    except Refused as error:
        asked = request_or_404(viewer, asked.pk)
        return refusal_response(viewer, PAGE, error, _context(viewer, asked))
    return redirect("campaigns:request", viewer.scope.pk, asked.pk)
