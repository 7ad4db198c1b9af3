"""An organiser's word in words: to a club, a league, a night, or to some people alone."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from campaigns.engine.plugins import plugin_of
from campaigns.models import News, Notice, Report, ReportStatus, Seat
from campaigns.nights.feeds.feeds import one_line
from campaigns.nights.games.games import joined_names
from campaigns.nights.games.leagues import league_of_club
from campaigns.notices.kinds.reading import NotificationReading


def message_sentence(notice: Notice, word: News, read: NotificationReading) -> str:
    """Its sentence, for the person of the notice."""
    if not word.to:
        return written_to(word)
    others = [str(seat) for seat in _others(notice, word, read)]
    people = joined_names([pgettext("written to", "you"), *others])
    known = {"name": _author(word), "words": one_line(word.words), "people": people}
    if not others:
        return _("%(name)s has written to you: “%(words)s”") % known
    return _("%(name)s has written to %(people)s: “%(words)s”") % known


def _others(notice: Notice, word: News, read: NotificationReading) -> list[Seat]:
    """Those it is written to as well, but for its author."""
    seats = (read.addressed[pk] for pk in word.to or () if pk in read.addressed)
    return [one for one in seats if one.person_id != notice.person_id and one.pk != word.by_id]


def written_to(word: News) -> str:
    """What everybody it is written to is told, and the club's chat."""
    known = {"name": _author(word), "words": one_line(word.words), "league": word.scope, "day": word.night}
    if word.night is not None:
        return _("%(name)s has written about the club night on %(day)s: “%(words)s”") % known
    if word.scope is not None:
        return _("%(name)s has written to everybody in %(league)s: “%(words)s”") % known
    return _("%(name)s has written to the club: “%(words)s”") % known


def _author(word: News) -> str:
    return str(word.by or _("Somebody"))


def news_url(notice: Notice, word: News) -> str:
    """Where it stands. To some people alone it leads to the report they differ about, else to a game of
    theirs; on a map, where battles are the league's own, to that."""
    on_a_map = word.scope is not None and plugin_of(word.scope.game).play.ground is not None
    if not word.to or on_a_map:
        return page_of_word(word)
    if (report := _differ_about(word)) is not None:
        return reverse("campaigns:report", args=[word.scope_id, report])
    others = [str(one.pk) for one in _others(notice, word, NotificationReading([notice]))]
    query = {"who": others, **({"league": str(word.scope_id)} if word.scope_id else {})}
    return reverse("campaigns:plan_new", args=[word.club.slug], query=query)


def _differ_about(word: News) -> int | None:
    """The first version of a disputed report of a game that all of them have played."""
    disputed = Report.objects.filter(scope=word.scope_id, status=ReportStatus.DISPUTED).order_by("pk")
    reports = list(disputed) if word.scope_id is not None else []
    if not reports or word.scope_id is None:
        return None
    league = league_of_club(word.scope_id)
    to = set(Seat.objects.filter(pk__in=word.to or ()).values_list("person", flat=True))
    for report in reports:
        if to.issubset(set().union(*map(league.people_of, report.sides))):
            return report.answers_to_id or report.pk
    return None


def page_of_word(word: News) -> str:
    """The page of a night, a league or a club."""
    if word.night is not None:
        return reverse("campaigns:night", args=[word.club.slug, word.night.pk])
    if word.scope is not None:
        return reverse("campaigns:league", args=[word.scope.pk])
    return reverse("campaigns:club", args=[word.club.slug])
