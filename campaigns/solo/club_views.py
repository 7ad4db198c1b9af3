"""A club's games against the app and its pool of lists."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from campaigns import imports
from campaigns.engine.who.access import may_play, player_or_404, seat_or_404
from campaigns.models import PracticeList, Scope, Seat
from campaigns.shell.people_frame import club_frame
from campaigns.shell.reading.form_pages import explain, form_page
from campaigns.shell.reading.reader import number_of, sent_to, tapped, word
from campaigns.solo import armies
from campaigns.solo import club_page as home_page
from campaigns.solo import games as tables
from campaigns.solo.forms import GameForm, ListForm
from rules.engine.refusals import Refused

GAMES, LISTS = "campaigns/solo/games.html", "campaigns/solo/lists.html"


@never_cache
@require_http_methods(["GET", "POST"])
def club_solo_games(request: HttpRequest, slug: str) -> HttpResponse:
    """The games of a club; a new one with one tap."""
    seat = seat_or_404(request, slug) if request.method == "GET" else player_or_404(request, slug)
    form = GameForm(sent_to(request), initial={"people": seat.name, "rounds": 4, "apps": 1})
    if request.method == "POST" and form.is_valid():
        try:
            return redirect("campaigns:solo", _start(seat, form).pk)
        except Refused as error:
            explain(form, error)
    context = {**_frame(seat), "games": home_page.solo_game_lines(seat.club), "may_play": may_play(seat)}
    return form_page(request, GAMES, form, **context)


def _start(seat: Seat, form: GameForm) -> Scope:
    wanted = form.cleaned_data
    return tables.start_practice(
        seat=seat,
        edition=wanted["edition"],
        armies=armies.available_armies(seat.club, wanted["edition"]),
        people=wanted["people"],
        apps=wanted["apps"],
        settings=form.settings,
    )


@never_cache
@require_http_methods(["GET", "POST"])
def list_collection(request: HttpRequest, slug: str) -> HttpResponse:
    """The lists one may draw; a player adds one, and takes away what was added."""
    seat = seat_or_404(request, slug) if request.method == "GET" else player_or_404(request, slug)
    form = ListForm(None, request.FILES or None)
    if tapped(request, "remove"):
        _remove(seat, word(request, "remove"))
        return redirect("campaigns:solo_lists", slug)
    if request.method == "POST":
        form = ListForm(sent_to(request), request.FILES)
        if form.is_valid() and _added(seat, form):
            return redirect("campaigns:solo_lists", slug)
    pools = [(title, armies.available_armies(seat.club, edition)) for edition, title in armies.editions()]
    return form_page(request, LISTS, form, **_frame(seat), pools=pools, may_play=may_play(seat))


def _added(seat: Seat, form: ListForm) -> bool:
    """Keep the list; what cannot be read is said beside the field."""
    try:
        read = form.read()
    except imports.Unreadable as error:
        form.add_error("file" if form.cleaned_data.get("file") else "text", error.sentence)
        return False
    name = form.cleaned_data["name"] or read.name
    data = {**read.as_dict(), "name": name}
    PracticeList.objects.create(
        club=seat.club,
        name=name[:80],
        edition=form.cleaned_data["edition"],
        points=read.points,
        data=data,
        made_by=seat,
    )
    return True


def _remove(seat: Seat, number: str) -> None:
    """Whoever added a list takes it away, or an organiser."""
    mine = PracticeList.objects.filter(club=seat.club, pk=number_of(number) or 0)
    if not seat.is_organiser:
        mine = mine.filter(made_by=seat)
    mine.delete()


def _frame(seat: Seat) -> dict[str, object]:
    return club_frame(seat, "solo")
