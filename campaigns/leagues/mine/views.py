"""The first page: what waits for whoever is signed in; a welcome for everybody else."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from campaigns.engine.access import person_of
from campaigns.leagues.mine import home as homes
from campaigns.shell.league import asked_parts

TEMPLATE = "campaigns/leagues/mine/home.html"
PARTS = ("todos", "leagues")


@never_cache
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """What waits for me over all my leagues, and where I stand in them."""
    person = person_of(request)
    if person is None:
        return render(request, "campaigns/leagues/mine/welcome.html")
    page = homes.build(person)
    context = {
        "page": page, "nav": page.nav, "me": page.me, "theme": person.theme, "live_url": page.live_url,
    }  # fmt: skip
    asked = [one for one in asked_parts(request) if one in PARTS]
    if not asked:
        return render(request, TEMPLATE, context)
    return HttpResponse(b"".join(render(request, f"{TEMPLATE}#{one}", context).content for one in asked))
