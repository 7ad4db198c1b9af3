"""The page of a request, and the answer to it."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from campaigns.engine.asking import requests
from campaigns.engine.asking.reading import request_or_404
from campaigns.engine.passage.here import AnyHere
from campaigns.leagues.requests.page import request_page
from campaigns.models import ActRequest
from campaigns.shell.league import draw, here_or_404, refused
from campaigns.shell.reading.reader import tapped, word
from rules.engine.refusals import Refused

PAGE = "campaigns/leagues/requests/request.html"


@require_http_methods(["GET", "POST"])
def request(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """What somebody asks for that binds others; whoever is asked says yes or no here."""
    here = here_or_404(request, pk)
    asked = request_or_404(here, number)
    if request.method == "POST":
        return answered(here, asked)
    return draw(here, PAGE, {"page": request_page(here, asked), "asked": asked})


def answered(here: AnyHere, asked: ActRequest) -> HttpResponse:
    """Say yes or no to it, or take it back; then on to what it was about, where it is settled."""
    try:
        match tapped(here.request, "accept", "decline", "withdraw"):
            case "accept":
                outcome = requests.agree(asked, here.actor)
                if outcome.settled:
                    return redirect(request_page(here, asked).place)
            case "decline":
                requests.decline(asked, here.actor, word(here.request, "words"))
            case "withdraw":
                requests.withdraw(asked, here.actor)
            case _:
                raise Http404
    except Refused as error:
        asked = request_or_404(here, asked.pk)
        return refused(here, PAGE, error, {"page": request_page(here, asked), "asked": asked})
    return redirect("campaigns:request", here.scope.pk, asked.pk)
