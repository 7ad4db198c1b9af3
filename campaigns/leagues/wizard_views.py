"""Founding a league, and the list of a club's leagues."""

from __future__ import annotations

from collections.abc import Callable

from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from campaigns.engine.plugins import plugins, rulebooks
from campaigns.engine.rulebooks import LeagueSetting, Rulebook
from campaigns.engine.who.access import organiser_or_404, seat_or_404
from campaigns.leagues import rules_page, wizard
from campaigns.models import Club, Scope, ScopeKind, Seat
from campaigns.shell.frame import NavItem, me_of
from campaigns.shell.paging import paged_leagues
from campaigns.shell.people_frame import club_frame
from campaigns.shell.pinned import pinned
from campaigns.shell.reading.form_pages import explain, form_page
from campaigns.shell.reading.reader import sent_to
from rules.engine.refusals import Refused

TEMPLATE = "campaigns/leagues/wizard.html"


@require_safe
def show_club_leagues(request: HttpRequest, slug: str) -> HttpResponse:
    """The club's page: its leagues, and for organisers the way to a new one."""
    seat = seat_or_404(request, slug)
    every = Scope.objects.filter(club=seat.club, kind=ScopeKind.LEAGUE).defer("begin")
    page = paged_leagues(request, every.order_by(F("archived_at").desc(nulls_first=True), "-id"))
    context = {
        "leagues": [league for league in page.items if league.archived_at is None],
        "archived": [league for league in page.items if league.archived_at is not None],
        "paged": page,
        "pages": _pages(seat),
        "pinned": pinned([seat]),
    }
    return render(request, "campaigns/leagues/club.html", {**context, **club_frame(seat, "leagues")})


def _pages(seat: Seat) -> list[NavItem]:
    """What the games have for the whole club, an organiser's last."""
    every = dict.fromkeys(page for plugin in plugins() for page in plugin.play.club_pages)
    shown = [one for one in sorted(every, key=lambda one: one.group) if seat.is_organiser or not one.group]
    return [NavItem(_(one.label), reverse(one.url, args=[seat.club.slug]), one.icon) for one in shown]


@require_http_methods(["GET", "POST"])
def new_league(request: HttpRequest, slug: str) -> HttpResponse:
    """First step: name and rulebook."""
    seat = organiser_or_404(request, slug)
    wish = wizard.LeagueWish(request, seat.club)
    start = {"edition": rulebooks()[0].edition, "time_zone": seat.club.time_zone, **wish.data}
    form = wizard.RulebookForm(sent_to(request), initial=start)
    if request.method == "POST" and form.is_valid():
        is_new = form.cleaned_data["edition"] != wish.data.get("edition")
        wish.keep(**form.cleaned_data)
        if is_new:
            wish.begin()
        return redirect("campaigns:new_league_plays", slug)
    return form_page(request, TEMPLATE, form, **_frame(wish, seat, "rulebook"))


@require_http_methods(["GET", "POST"])
def new_league_plays(request: HttpRequest, slug: str) -> HttpResponse:
    """Second step, where a rulebook leaves it open: whether everybody plays every time, and what follows."""
    return _asked(request, slug, "plays", wizard.asked_settings, "campaigns:new_league_length")


@require_http_methods(["GET", "POST"])
def new_league_length(request: HttpRequest, slug: str) -> HttpResponse:
    """Third step: how the league ends."""
    return _asked(request, slug, "length", wizard.length_settings, "campaigns:new_league_rules")


def _asked(
    request: HttpRequest,
    slug: str,
    step: str,
    of: Callable[[Rulebook], list[LeagueSetting]],
    following: str,
) -> HttpResponse:
    """A step for some settings of the book; passed over where it has none."""
    seat = organiser_or_404(request, slug)
    wish = wizard.LeagueWish(request, seat.club)
    if wish.book is None:
        return redirect("campaigns:new_league", slug)
    settings = of(wish.book)
    if not settings:
        return redirect(following, slug)
    form = wizard.SettingsForm(settings, sent_to(request), initial=wish.settings)
    if request.method == "POST" and form.is_valid():
        wish.keep(settings={**wish.settings, **form.cleaned_data})
        return redirect(following, slug)
    return form_page(request, TEMPLATE, form, **_frame(wish, seat, step))


@require_http_methods(["GET", "POST"])
def new_league_rules(request: HttpRequest, slug: str) -> HttpResponse:
    """Last step: the house rules; then the league is founded and its invitation shown."""
    seat = organiser_or_404(request, slug)
    wish = wizard.LeagueWish(request, seat.club)
    if wish.book is None:
        return redirect("campaigns:new_league", slug)
    form = wizard.SettingsForm(wizard.house_settings(wish.book), sent_to(request), initial=wish.settings)
    if request.method == "POST" and form.is_valid():
        wish.keep(settings={**wish.settings, **form.cleaned_data})
        try:
            return _founded(wish, seat)
        except Refused as error:
            explain(form, error)
    return form_page(request, TEMPLATE, form, **_frame(wish, seat, "rules"))


def _founded(wish: wizard.LeagueWish, seat: Seat) -> HttpResponse:
    _scope, invitation = wizard.found_league(wish, seat)
    return redirect("people:invitation", seat.club.slug, invitation.pk)


def _frame(wish: wizard.LeagueWish, seat: Seat, step: str) -> dict[str, object]:
    club: Club = wish.club
    told: dict[str, object] = {
        "so_far": wish.so_far(step),
        "promise": rules_page.promise_of(wish.book),
        "me": me_of(seat),
    }
    frozen = rules_page.frozen_words(wish.book)
    steps = wizard.wizard_steps(step, wish.book)
    told["back"] = _before(wish, step)
    return {"club": club, "wish": wish, "step": step, "steps": steps, "frozen_words": frozen, **told}


def _before(wish: wizard.LeagueWish, step: str) -> str:
    """The step before, of those that ask something of this book."""
    book, slug = wish.book, [wish.club.slug]
    asks = {"plays": wizard.asked_settings, "length": wizard.length_settings}
    earlier = list(asks)[: list(asks).index(step)] if step in asks else list(asks) if step == "rules" else []
    if found := next((one for one in reversed(earlier) if book and asks[one](book)), ""):
        return reverse(f"campaigns:new_league_{found}", args=slug)
    return reverse("campaigns:club" if step == "rulebook" else "campaigns:new_league", args=slug)
