"""What a club tells its chat: found each minute, in words that somebody who only watches may read.

Who asked whom, what they wrote to each other, stakes and what was answered stay inside; of a result only who
won against whom.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Min, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.engine.chores import alone
from campaigns.engine.lines import Encounter
from campaigns.models import Chat, Club, Entry, News, NewsKind, Night, PlannedGame, Report, ReportStatus
from campaigns.nights.feeds.feeds import title_line
from campaigns.nights.games.games import GamePlayer, joined_names, moved_times, plan_url, versus
from campaigns.nights.games.leagues import LeagueOfClub, league_of_club, said_since
from campaigns.notices.kinds.games import with_reason
from campaigns.notices.kinds.organisers_messages import page_of_word, written_to
from campaigns.notices.kinds.reported import reported_encounter
from campaigns.notices.kinds.results import over_bout, result_key, result_sentence
from campaigns.shell.links import absolute
from config.dates import dated

BACK = timedelta(days=1)  # how far is looked: a worker may have stood still
REPORTS = timedelta(days=30)  # what a report may take to count
SOON = timedelta(days=6)  # when a night that comes by a rule is announced


@transaction.atomic
def find(now: datetime) -> list[News]:
    """Keep what is new in clubs that have a chat, once."""
    found: list[News] = []
    words: list[News] = []
    for club in Club.objects.filter(chats__off_at=None, chats__isnull=False).distinct():
        begun = Chat.objects.filter(club=club, off_at=None).aggregate(at=Min("made_at"))["at"] or now
        since = max(begun, now - BACK)
        with alone():
            found += [*_nights(club, since, now), *_games(club, since, now), *_results(club, begun, now)]
            found += _unreported(club, since)
            words += list(_words(club, since))
    keys = {one.key for one in found}
    known = set(News.objects.filter(key__in=keys).values_list("club_id", "key"))
    fresh = [one for one in found if (one.club_id, one.key) not in known]
    for one in fresh:
        one.save()
    return [*fresh, *words]


def _words(club: Club, since: datetime) -> QuerySet[News]:
    """What organisers have written to everybody, and no chat has yet; it is kept since it was written."""
    written = News.objects.filter(club=club, kind=NewsKind.WORD, to__isnull=True, down_at=None)
    return written.filter(at__gte=since, outgoing=None).select_related("club", "scope", "night", "by")


def _nights(club: Club, since: datetime, now: datetime) -> Iterator[News]:
    today = now.astimezone(club.tz).date()
    for night in club.nights.filter(day__gte=today).select_related("club"):
        changed = night.sequence > 0 and night.changed_at >= since
        soon = night.day <= today + SOON if night.rule_id else night.made_at >= since
        if night.ends_at > now and (changed or (soon and not night.is_off)):
            yield News(club=club, kind=_kind(night), key=f"night-{night.pk}-{night.sequence}", night=night)


def _kind(night: Night) -> NewsKind:
    if night.is_off:
        return NewsKind.NIGHT_OFF
    return NewsKind.NIGHT_CHANGED if night.sequence else NewsKind.NIGHT


def _games(club: Club, since: datetime, now: datetime) -> Iterator[News]:
    agreed = PlannedGame.objects.to_play().filter(club=club, changed_at__gte=since)
    for plan in agreed.select_related("club", "night__club"):
        if plan.ends_at > now:
            yield News(club=club, kind=NewsKind.PLANNED, key=f"game-{plan.pk}-{plan.asks}", plan=plan)


def _results(club: Club, begun: datetime, now: datetime) -> Iterator[News]:
    since = max(begun, now - REPORTS)
    counted = Report.objects.filter(scope__club=club, scope__archived_at=None, status=ReportStatus.COUNTED)
    for report in counted.filter(sent_at__gte=since):
        yield News(club=club, kind=NewsKind.RESULT, key=f"report-{report.pk}", report=report)


def _unreported(club: Club, since: datetime) -> Iterator[News]:
    """The same of games that no report tells: an organiser wrote down how one ended, or a league’s own state
    keeps what is told of it.
    """
    entries = Entry.objects.filter(scope__club=club, scope__archived_at=None, at__gte=since, void=False)
    for scope in entries.order_by().values_list("scope", flat=True).distinct():
        found = league_of_club(scope)
        reported = _reported(found)
        for bout in map(found.bout, said_since(found, since)):
            if bout is not None and bout.state == "over" and bout.id not in reported:
                yield News(club=club, kind=NewsKind.RESULT, key=result_key(found, bout), scope=found.scope)


def _reported(found: LeagueOfClub) -> set[str]:
    """The games of a league of which a report that counts says how they ended."""
    counted = Report.objects.filter(scope=found.scope, status=ReportStatus.COUNTED)
    bouts = (reported_encounter(found, one) for one in counted.select_related("entry__slot", "scope"))
    return {one.id for one in bouts if one is not None}


# In words


def news_message(news: News) -> tuple[str, str]:
    """The sentence, and the link to its place."""
    if news.kind == NewsKind.WORD:
        return written_to(news), absolute(page_of_word(news))
    if news.plan is not None:
        return _of_game(news.plan), absolute(plan_url(news.plan))
    if news.night is not None:
        path = reverse("campaigns:night", args=[news.club.slug, news.night.pk])
        return _of_night(news, news.night), absolute(path)
    about = news.report or news
    told = _of_result(news.report) if news.report else _of_battle(news)
    return told, absolute(reverse("campaigns:chronicle", args=[about.scope_id]))


def _of_night(news: News, night: Night) -> str:
    place = f", {title_line(night.place)}" if night.place else ""
    known = {"when": f"{night}, {night.starts:%H:%M}{place}", "day": night}
    if news.kind == NewsKind.NIGHT_OFF:
        said = _("The club night on %(day)s has been called off") % known
        return with_reason(said, title_line(night.why)) if night.why else f"{said}."
    if news.kind == NewsKind.NIGHT_CHANGED:
        return _("The club night has changed: %(when)s.") % known
    return _("Club night on %(when)s.") % known


def _of_game(plan: PlannedGame) -> str:
    sides = plan.sides.select_related("seat")
    who = versus([GamePlayer(str(one.seat), "", one.seat.person_id) for one in sides])
    table = ", " + _("table %(n)s") % {"n": plan.table} if plan.table else ""
    when = f"{dated(plan.day, 'l j F')}, {plan.starts:%H:%M}{table}"
    if times := moved_times(plan):
        return _("Moved: %(who)s, %(times)s%(table)s.") % {
            "who": title_line(who),
            "times": times,
            "table": table,
        }
    return _("%(who)s, on %(when)s.") % {"who": title_line(who), "when": when}


def _of_battle(news: News) -> str:
    found = league_of_club(news.scope_id or 0)
    bout = over_bout(found, news.key)
    return _ended(found, bout) if bout else ""


def _ended(found: LeagueOfClub, bout: Encounter) -> str:
    return _("%(league)s: %(result)s.") % {
        "league": found.scope,
        "result": title_line(result_sentence(found, bout)),
    }


def _of_result(report: Report) -> str:
    found = league_of_club(report.scope_id)
    if bout := reported_encounter(found, report):
        return _ended(found, bout)
    names = joined_names([title_line(found.name_of(side)) for side in report.sides])
    return _("%(league)s: the report of the game played by %(names)s counts.") % {
        "league": report.scope,
        "names": names,
    }
