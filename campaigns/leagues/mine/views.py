"""The first page: what waits for whoever is signed in; a welcome for everybody else."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from campaigns.engine.who.access import person_of, person_or_404
from campaigns.engine.who.let_in import visitor_let_ins
from campaigns.leagues.mine import all_leagues
from campaigns.leagues.mine import home as homes
from campaigns.leagues.mine.mine import gather_my_leagues
from campaigns.leagues.mine.playing import What, playing_places
from campaigns.models import ActRequest, ActRequestStatus, Declined
from campaigns.shell.league import asked_parts
from campaigns.shell.people_frame import my_frame

TEMPLATE = "campaigns/leagues/mine/home.html"
PARTS = ("game", "night", "todos", "play", "invitations", "leagues")


@never_cache
@require_safe
def my_home(request: HttpRequest) -> HttpResponse:
    """What waits for me over all my leagues, and where I stand in them."""
    person = person_of(request)
    if person is None:
        return render(request, "campaigns/leagues/mine/welcome.html")
    page = homes.home_page(person, everything="all" in request.GET, let_in=visitor_let_ins(request, person))
    if page.begins:
        return redirect("campaigns:start")
    context = {
        "page": page, "nav": page.nav, "pinned": page.pinned, "me": page.me, "theme": person.theme,
        "live_url": page.live_url, "here": request.get_full_path(),
    }  # fmt: skip
    asked = [one for one in asked_parts(request) if one in PARTS]
    if not asked:
        return render(request, TEMPLATE, context)
    again = {**context, "again": True}
    return HttpResponse(b"".join(render(request, f"{TEMPLATE}#{one}", again).content for one in asked))


@never_cache
@require_safe
def my_leagues(request: HttpRequest) -> HttpResponse:
    """All leagues of my clubs, by pages, and by a part of their names."""
    person = person_or_404(request)
    context = {**my_frame(person, "home"), "page": all_leagues.all_leagues(request, person)}
    return render(request, "campaigns/leagues/mine/leagues.html", context)


@never_cache
@require_safe
def choose_league(request: HttpRequest, what: What) -> HttpResponse:
    """In which league to play, or to write down what was played; straight there where it is the only one."""
    person = person_or_404(request)
    places = playing_places(what, gather_my_leagues(person))
    if len(places) == 1:
        return redirect(places[0].url)
    context = {**my_frame(person, "home"), "what": what, "places": places}
    return render(request, "campaigns/leagues/mine/choose.html", context)


@require_POST
def not_for_me(request: HttpRequest, pk: int) -> HttpResponse:
    """I do not want to be asked to join this league; it stays among my leagues, where I still can. Whoever
    has asked to join withdraws that first.
    """
    person = person_or_404(request)
    if not gather_my_leagues(person, only=[pk]).scopes:
        raise Http404
    asked = ActRequest.objects.filter(scope=pk, asker__person=person, status=ActRequestStatus.OPEN)
    if (waits := asked.first()) is not None:
        return redirect("campaigns:request", pk, waits.pk)
    Declined.objects.get_or_create(person=person, scope_id=pk)
    return redirect("campaigns:home")
