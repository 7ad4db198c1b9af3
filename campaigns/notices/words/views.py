"""An organiser writes to everybody of a club, a league or a night, or to two people alone."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from campaigns.engine.who.access import player_or_404
from campaigns.models import News, NewsKind, Scope, ScopeKind, Seat
from campaigns.nights.evening import night_or_404
from campaigns.nights.games.games import joined_names
from campaigns.notices.kinds.organisers_messages import page_of_word
from campaigns.notices.words import acts
from campaigns.notices.words.acts import Audience
from campaigns.notices.words.forms import PrivateForm, WordForm
from campaigns.shell.people_frame import club_frame
from campaigns.shell.reading.form_pages import explain, form_page, safe_path
from campaigns.shell.reading.reader import number_of, sent_to, tapped
from rules.engine.refusals import Refused

PAGE = "campaigns/notices/word.html"


@never_cache
@require_http_methods(["GET", "POST"])
def write_message(request: HttpRequest, slug: str) -> HttpResponse:
    """To the club, or where the link says: a league, a night, some people."""
    seat = player_or_404(request, slug)
    about = _about(request, seat)
    if not acts.may_write(seat, about):
        raise Http404
    form = (PrivateForm if about.to else WordForm)(sent_to(request))
    if request.method == "POST" and form.is_valid():
        try:
            _word, told = acts.post_message(by=seat, about=about, **form.cleaned_data)
            messages.success(request, _sent(told))
            return redirect(_back(request, seat, about))
        except Refused as error:
            explain(form, error)
    people = len(acts.concerned(seat, about))
    frame = {**club_frame(seat, "leagues"), "title": _title(about), "back": _back(request, seat, about)}
    return form_page(request, PAGE, form, **frame, hear=_hear(people, about), button=_("Send it"))


def _about(request: HttpRequest, seat: Seat) -> Audience:
    """What the link names; 404 where the club has none of it."""
    given = {name: number_of(request.GET[name]) for name in ("league", "night") if name in request.GET}
    scope = night = None
    if "league" in given:
        own = Scope.objects.filter(club=seat.club, kind=ScopeKind.LEAGUE, archived_at=None)
        scope = get_object_or_404(own.select_related("club"), pk=given["league"])
    if "night" in given:
        night = night_or_404(seat, given["night"] or 0)
    named = [number_of(one) for one in request.GET.getlist("to")]
    to = tuple(seat.club.seats.active().filter(pk__in=[one for one in named if one is not None]))
    if len(to) != len(named) or len(to) > acts.MOST_ADDRESSEES:
        raise Http404
    return Audience(scope, night, to)


def _title(about: Audience) -> str:
    if about.to:
        return _("Write to %(names)s") % {"names": joined_names([str(one) for one in about.to])}
    if about.night is not None:
        return _("Write about the night on %(day)s") % {"day": about.night}
    return _("Write to %(league)s") % {"league": about.scope} if about.scope else _("Write to the club")


def _back(request: HttpRequest, seat: Seat, about: Audience) -> str:
    """The page one came from; where everybody reads it, the page on which it stands."""
    stands = page_of_word(News(club=seat.club, scope=about.scope, night=about.night))
    return safe_path(request, request.GET.get("from"), fallback=stands) if about.to else stands


def _hear(people: int, about: Audience) -> str:
    if not people:
        return _("There is nobody else to notify yet.")
    said = ngettext("One person will be notified, once.", "%(n)s people will be notified, once.", people)
    alone = _("Nobody else can read it.") if about.to else ""
    return " ".join(filter(None, [said % {"n": people}, alone]))


def _sent(people: int) -> str:
    return ngettext("Sent to one person.", "Sent to %(n)s people.", people) % {"n": people}


@never_cache
@require_http_methods(["GET", "POST"])
def change_news(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Say it otherwise, or take it down."""
    seat = player_or_404(request, slug)
    standing = News.objects.filter(club=seat.club, kind=NewsKind.WORD, to__isnull=True, down_at=None)
    word = get_object_or_404(standing.select_related("club", "scope", "night__club"), pk=pk)
    if not acts.may_write(seat, Audience(word.scope, word.night)):
        raise Http404
    if request.method == "POST" and tapped(request, "down"):
        acts.take_down(word=word)
        return redirect(page_of_word(word))
    form = WordForm(sent_to(request), initial={"words": word.words, "until": word.until})
    if request.method == "POST" and form.is_valid():
        try:
            acts.rewrite_news(word=word, by=seat, **form.cleaned_data)
            return redirect(page_of_word(word))
        except Refused as error:
            explain(form, error)
    frame = {**club_frame(seat, "leagues"), "title": _("Change what you wrote"), "back": page_of_word(word)}
    return form_page(
        request, PAGE, form, **frame, hear=_("Nobody will be notified again."), button=_("Save"), word=word
    )
