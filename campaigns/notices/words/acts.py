"""What an organiser writes to everybody: pinned on a page, told once, changed and taken down.

Only those it concerns hear of it, and only when it is written. One that is written to some people alone is
told to them through the office, which shows nobody's address.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from uuid import uuid4

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.engine.stored import topics
from campaigns.models import Club, Come, News, NewsKind, Night, Notice, NoticeKind, PlannedGame, Scope, Seat
from campaigns.nights import evening
from campaigns.nights.games.leagues import league_of_club
from campaigns.notices.kinds.making import notices
from rules.engine.refusals import Refused

MOST_ADDRESSEES = 12  # of what is written to some people alone
AGAIN = timedelta(hours=1)  # in which the same words are the same form, sent again from the browser's history


@dataclass(frozen=True, slots=True)
class Audience:
    """Whom it is for: a league, a night, some seats alone; without any the whole club."""

    scope: Scope | None = None
    night: Night | None = None
    to: tuple[Seat, ...] = ()


def may_write(by: Seat, about: Audience) -> bool:
    """The club's organisers to anybody; who organises a league alone to it, or to some who play in it."""
    if by.is_organiser or about.scope is None or about.night is not None:
        return by.is_organiser
    plays = _of_league(about.scope) if about.to else set()
    return by.organises(about.scope) and all(one.person_id in plays for one in about.to)


@transaction.atomic
def post_message(*, by: Seat, about: Audience, words: str, until: date | None = None) -> tuple[News, int]:
    """Pin it and tell those it concerns; and how many these are. The same again, a moment later, is one."""
    _still_to_come(by, until)
    if about.night is not None and about.night.ends_at <= timezone.now():
        raise Refused("", _("This night is over."))
    people = concerned(by, about)
    if (same := _sent_before(by, about, words, until)) is not None:
        return same, len(people)
    word = News.objects.create(
        club=by.club, kind=NewsKind.WORD, key=f"word-{uuid4().hex}", by=by, words=words, until=until,
        scope=about.scope, night=about.night, to=[one.pk for one in about.to] or None,
    )  # fmt: skip
    refs = {"word": word, "actor": by, "scope": about.scope, "night": about.night, "at": word.at}
    told = notices(people, by.club_id, NoticeKind.REMINDED, word.key, **refs)
    Notice.objects.bulk_create(told, ignore_conflicts=True)
    _tell(word)
    return word, len(people)


def _sent_before(by: Seat, about: Audience, words: str, until: date | None) -> News | None:
    """What they have just sent in the same words to the same people, and is still up."""
    Club.objects.select_for_update(no_key=True).get(pk=by.club_id)  # two taps of one form come at once
    found = News.objects.filter(club=by.club_id, kind=NewsKind.WORD, by=by, words=words, until=until)
    fresh = found.filter(scope=about.scope, night=about.night, down_at=None, at__gt=timezone.now() - AGAIN)
    to = [one.pk for one in about.to] or None
    return next((one for one in fresh if one.to == to), None)


def concerned(by: Seat, about: Audience) -> set[int]:
    """Everybody whom it concerns, but for whoever writes it; nobody who is not in the club."""
    members = {one.person_id for one in evening.members(by.club)} - {by.person_id}
    if about.to:
        return members & {one.person_id for one in about.to}
    if about.night is not None:
        return members & _of_night(about.night)
    return members & _of_league(about.scope) if about.scope is not None else members


def _of_night(night: Night) -> set[int]:
    """Who comes, or may, and who plays there; nobody who waits for a place."""
    come = {person for person, answer in night.said.items() if answer.come not in (Come.NO, Come.WAIT)}
    games = PlannedGame.objects.open().filter(night=night)
    return come | set(games.values_list("sides__seat__person", flat=True))


def _of_league(scope: Scope) -> set[int]:
    found = league_of_club(scope)
    return set().union(*(found.people_of(side) for side in found.sides))


@transaction.atomic
def rewrite_news(*, word: News, words: str, until: date | None, by: Seat) -> None:
    """Say it otherwise; nobody is told again."""
    if until != word.until:
        _still_to_come(by, until)
    News.objects.filter(pk=word.pk).update(words=words, until=until)
    _tell(word)


@transaction.atomic
def take_down(*, word: News) -> None:
    """It stands nowhere any more, and in no inbox; twice is once."""
    now = timezone.now()
    News.objects.filter(pk=word.pk, down_at=None).update(down_at=now)
    Notice.objects.filter(word=word, read_at=None).update(read_at=now)
    _tell(word)


def _still_to_come(by: Seat, until: date | None) -> None:
    if until is not None and until < timezone.now().astimezone(by.club.tz).date():
        raise Refused("", _("That day has passed."), "until")


def _tell(word: News) -> None:
    topics.tell_club(word.club_id, topics.NIGHTS)
    topics.tell_club(word.club_id, topics.NOTICES)
