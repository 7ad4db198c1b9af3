"""Results of somebody's leagues: what others played there, told to those who did not sit at the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

from django.utils.translation import gettext as _

from campaigns.engine.chores import alone
from campaigns.engine.lines import Encounter
from campaigns.engine.stored.store import registration_of
from campaigns.models import Entry, Notice, NoticeKind, Topic
from campaigns.nights.games.games import joined_names
from campaigns.nights.games.leagues import LeagueOfClub, league_of_club, said_since
from campaigns.notices.kinds.kind import Look, NotificationKind, to_the_league
from campaigns.notices.kinds.making import notices
from campaigns.notices.kinds.reading import NotificationReading

LONGEST = 60  # letters of a key
OVER = "over"  # in a key, where others name a game


def of_results(since: datetime, entries: int) -> Iterator[Notice]:
    """What was over since then, in leagues with entries after that one."""
    changed = Entry.objects.filter(pk__gt=entries, at__gte=since, scope__archived_at=None)
    for scope in changed.values_list("scope", flat=True).distinct():
        with alone():
            yield from _of_league(league_of_club(scope), since)


def _of_league(found: LeagueOfClub, since: datetime) -> Iterator[Notice]:
    said = said_since(found, since)
    for bout in found.bouts():
        at = bout.at or said.get(bout.id)
        if bout.state == "over" and at and at >= since:
            yield from _of(found, bout, at)
    last = found.scope.entries.filter(void=False, at__gte=since).order_by("-seq").first()
    if last is not None and _is_over(found):
        people = _people(found, list(found.sides)) - {last.actor.person_id if last.actor else None}
        club, key = found.scope.club_id, _of_end(found)
        yield from notices(people, club, NoticeKind.RESULT, key, scope=found.scope, at=last.at)


def _is_over(found: LeagueOfClub) -> bool:
    return bool(registration_of(found.scope.game).rules.is_over(found.state))


def _of_end(found: LeagueOfClub) -> str:
    """The occasion that a league is over, of which everybody in it is told once."""
    return f"{NoticeKind.RESULT}-{found.scope.pk}-{OVER}"


def _of(found: LeagueOfClub, bout: Encounter, at: datetime) -> Iterator[Notice]:
    played = frozenset().union(*(found.people_at(bout, one) for one in bout.sides))
    others = _people(found, list(found.sides)) - played
    key = f"{NoticeKind.RESULT}-{found.scope.pk}-{bout.id}"
    if len(key) <= LONGEST:
        club = found.scope.club_id
        yield from notices(others, club, NoticeKind.RESULT, key, scope=found.scope, at=at)


def _people(found: LeagueOfClub, sides: Sequence[str]) -> frozenset[int]:
    return frozenset().union(*(found.people_of(one) for one in sides))


def outcome_sentence(notice: Notice, found: LeagueOfClub) -> str:
    """Who won against whom, as it stands now; a result that was taken back says so."""
    if notice.key == _of_end(found):
        over = _("%(league)s is over") if _is_over(found) else _("%(league)s goes on")
        return over % {"league": found.scope.name}
    bout = _bout(found, notice)
    return (
        _("A result was withdrawn") if bout is None or bout.state != "over" else result_sentence(found, bout)
    )


def result_sentence(found: LeagueOfClub, bout: Encounter) -> str:
    """Who won against whom."""
    won = [found.name_of(one) for one in bout.sides if one in bout.winners]
    lost = [found.name_of(one) for one in bout.sides if one not in bout.winners]
    if not won or not lost:
        return _("%(names)s drew") % {"names": joined_names(won or lost)}
    return _("%(winners)s beat %(others)s") % {"winners": joined_names(won), "others": joined_names(lost)}


def is_still(notice: Notice, found: LeagueOfClub) -> bool:
    """Whether the result still counts."""
    if notice.key == _of_end(found):
        return _is_over(found)
    bout = _bout(found, notice)
    return bout is not None and bout.state == "over"


def _bout(found: LeagueOfClub, notice: Notice) -> Encounter | None:
    return found.bout(notice.key.removeprefix(f"{NoticeKind.RESULT}-{found.scope.pk}-"))


def _says(notice: Notice, read: NotificationReading) -> str:
    return outcome_sentence(notice, read.leagues[notice.scope_id or 0])


def _is_so(notice: Notice, now: datetime, read: NotificationReading) -> bool:
    return is_still(notice, read.leagues[notice.scope_id or 0])


def _finds(look: Look) -> Iterator[Notice]:
    return of_results(look.since, look.after)


KINDS = {
    NoticeKind.RESULT: NotificationKind(
        topic=Topic.RESULTS, icon="trophy", says=_says, place=to_the_league, is_so=_is_so, week="happened",
        finds=_finds,
    ),
}  # fmt: skip
