"""An organiser's word in words: to a club, a league, a night, or to some people alone."""

from __future__ import annotations

from collections import defaultdict

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from campaigns.models import News, Notice, Report, ReportStatus, Seat
from campaigns.nights.feeds.feeds import one_line
from campaigns.nights.games.games import joined_names
from campaigns.notices.kinds.reading import NotificationReading


def message_sentence(notice: Notice, word: News, read: NotificationReading) -> str:
    """Its sentence, for the person of the notice."""
    if not word.to:
        return written_to(word)
    others = [str(seat) for seat in _others(notice, word, read)]
    people = joined_names([pgettext("written to", "you"), *others])
    known = {"name": _author(word), "words": one_line(word.words), "people": people}
    if not others:
        return _("%(name)s writes to you: “%(words)s”") % known
    return _("%(name)s writes to %(people)s: “%(words)s”") % known


def _others(notice: Notice, word: News, read: NotificationReading) -> list[Seat]:
    """Those it is written to as well, but for its author."""
    seats = (read.addressed[pk] for pk in word.to or () if pk in read.addressed)
    return [one for one in seats if one.person_id != notice.person_id and one.pk != word.by_id]


def written_to(word: News) -> str:
    """What everybody it is written to is told, and the club's chat."""
    known = {"name": _author(word), "words": one_line(word.words), "league": word.scope, "day": word.night}
    if word.night is not None:
        return _("%(name)s writes about the club night on %(day)s: “%(words)s”") % known
    if word.scope is not None:
        return _("%(name)s writes to everybody in %(league)s: “%(words)s”") % known
    return _("%(name)s writes to the club: “%(words)s”") % known


def _author(word: News) -> str:
    return str(word.by or _("Somebody"))


def news_url(notice: Notice, word: News) -> str:
    """Where it stands; from one to two people it leads to the report they differ about, else to a game of
    theirs."""
    if not word.to:
        return page_of_word(word)
    if (report := _differ_about(word)) is not None:
        return reverse("campaigns:report", args=[word.scope_id, report])
    others = [str(one.pk) for one in _others(notice, word, NotificationReading([notice]))]
    query = {"who": others, **({"league": str(word.scope_id)} if word.scope_id else {})}
    return reverse("campaigns:plan_new", args=[word.club.slug], query=query)


def _differ_about(word: News) -> int | None:
    """The first version of a disputed report that all of them have told of."""
    told = defaultdict[int, set[int]](set)
    disputed = Report.objects.filter(scope=word.scope_id, status=ReportStatus.DISPUTED).order_by("pk")
    for pk, first, reporter in disputed.values_list("pk", "answers_to", "reporter"):
        told[first or pk].add(reporter)
    return next((first for first, reporters in told.items() if reporters.issuperset(word.to or ())), None)


def page_of_word(word: News) -> str:
    """The page of a night, a league or a club."""
    if word.night is not None:
        return reverse("campaigns:night", args=[word.club.slug, word.night.pk])
    if word.scope is not None:
        return reverse("campaigns:league", args=[word.scope.pk])
    return reverse("campaigns:club", args=[word.club.slug])
