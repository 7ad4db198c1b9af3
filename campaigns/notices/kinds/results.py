"""Results of somebody's leagues: what others played there, told to those who did not sit at the table; and to
those who did, where their league's state keeps what is told of a game."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.engine.chores import alone
from campaigns.engine.lines import Encounter
from campaigns.engine.stored.agreement import Agreement
from campaigns.engine.stored.store import registration_of, registrations
from campaigns.models import Entry, Notice, NoticeKind, Topic
from campaigns.nights.games.games import joined_names
from campaigns.nights.games.leagues import LeagueOfClub, Leagues, league_of_club, said_since
from campaigns.notices.kinds import done as acts
from campaigns.notices.kinds.kind import Look, NotificationKind, to_the_league
from campaigns.notices.kinds.making import notices
from campaigns.notices.kinds.reading import NotificationReading
from rules.engine.language import with_heading
from rules.engine.plain import text_in

LONGEST = 60  # letters of a key
OVER = "over"  # in a key, where others name a game


def of_results(since: datetime, entries: int) -> Iterator[Notice]:
    """What was over since then, in leagues with entries after that one."""
    changed = Entry.objects.filter(pk__gt=entries, at__gte=since, scope__archived_at=None)
    for scope in changed.order_by().values_list("scope", flat=True).distinct():
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


def result_key(found: LeagueOfClub, bout: Encounter) -> str:
    """The occasion that a game is over."""
    return f"{NoticeKind.RESULT}-{found.scope.pk}-{bout.id}"


def _is_over(found: LeagueOfClub) -> bool:
    return bool(registration_of(found.scope.game).rules.is_over(found.state))


def _of_end(found: LeagueOfClub) -> str:
    """The occasion that a league is over, of which everybody in it is told once."""
    return f"{NoticeKind.RESULT}-{found.scope.pk}-{OVER}"


def _of(found: LeagueOfClub, bout: Encounter, at: datetime) -> Iterator[Notice]:
    others = _people(found, list(found.sides)) - _people_at(found, bout, bout.sides)
    key = result_key(found, bout)
    if len(key) <= LONGEST:
        club = found.scope.club_id
        yield from notices(others, club, NoticeKind.RESULT, key, scope=found.scope, at=at)


def _people(found: LeagueOfClub, sides: Sequence[str]) -> frozenset[int]:
    return frozenset().union(*(found.people_of(one) for one in sides))


def _people_at(found: LeagueOfClub, bout: Encounter, sides: Iterable[str]) -> frozenset[int]:
    return frozenset().union(*(found.people_at(bout, one) for one in sides))


def _people_about(found: LeagueOfClub, bout: Encounter, sides: Iterable[str]) -> frozenset[int]:
    return frozenset().union(*(found.people_about(bout, one) for one in sides))


# To those who fought


def of_told_games(look: Look) -> Iterator[Notice]:
    """Those who fought, where what is told of a game stands in the state of its league: that somebody
    disputes it, that it counts."""
    told_games = (one.rules.told_games for one in registrations().values())
    names = set().union(*(one.tells for one in told_games if one))
    entries = Entry.objects.filter(pk__gt=look.after, at__gte=look.since, void=False, procedure__in=names)
    told = Notice.objects.filter(entry__in=entries, kind__in=acts.OF_GAMES).values("entry")
    read = Leagues()
    fresh = entries.filter(scope__archived_at=None).exclude(pk__in=told).order_by("pk")
    for entry in fresh.select_related("scope", "actor", "slot"):
        with alone():
            found = read[entry.scope_id]
            if (game := told_in(entry, found)) is not None:
                kind = NoticeKind.DISPUTED if game.is_disputed else NoticeKind.COUNTS
                refs = {"entry": entry, "actor": entry.actor, "at": look.now}
                people = _who_fought(game, entry, found)
                yield from notices(people, entry.scope.club_id, kind, f"told-{entry.pk}", **refs)


def told_in(entry: Entry, found: LeagueOfClub) -> Agreement | None:
    """What came of a game by an entry: a dispute, or that it counts."""
    games = registration_of(found.scope.game).rules.told_games
    return games.came_of(found.state, entry) if games and entry.procedure in games.tells else None


def _who_fought(game: Agreement, entry: Entry, found: LeagueOfClub) -> set[int]:
    """Whose report is disputed; of what counts everybody, but for who did it or hears that it was done for
    them."""
    sides: Iterable[str] = game.sides
    if game.is_disputed:
        sides = game.others if side_named(entry) in game.by else game.by
    bout = found.bout(game.about)
    people = _people_about(found, bout, sides) if bout else _people(found, list(sides))
    return {*people} - {entry.actor.person_id if entry.actor else None} - acts.meant(found, entry.acting_for)


def side_named(entry: Entry) -> str:
    """The side that an entry names as its own."""
    return text_in(entry.params, registration_of(entry.scope.game).store.traces.side)


def word_of(
    notice: Notice, agreed: Mapping[str, str], found: LeagueOfClub, bout: Encounter | None
) -> set[str]:
    """How the sides of a person have given their word; of who played none of them, how any has."""
    own = {how for side, how in agreed.items() if notice.person_id in _who_played(found, bout, side)}
    return own or {*agreed.values()}


def _who_played(found: LeagueOfClub, bout: Encounter | None, side: str) -> frozenset[int]:
    """Those who played a side in a game; before it has become one, who plays it."""
    return found.people_at(bout, side) if bout else found.people_of(side)


def why_it_counts(mine: bool, word: Collection[str]) -> str:
    if mine:
        return _("Your report of %(game)s counts")
    if "organiser" in word:
        return _("An organiser has decided that %(name)s’s report of %(game)s counts")
    if "silence" in word:
        return _("Nobody objected in time, so %(name)s’s report of %(game)s counts")
    if "at the table" in word:
        return _("%(by)s says it was agreed at the table, so %(name)s’s report of %(game)s counts")
    return _("%(name)s’s report of %(game)s counts")


def game_sentence(notice: Notice, entry: Entry, found: LeagueOfClub) -> str:
    """What came of a game by an entry, for the person of the notice."""
    game = told_in(entry, found)
    if game is None:
        return _("A result has been withdrawn")
    known = {"name": notice.actor or _("Somebody"), "game": game.title, "by": entry.actor or _("Somebody")}
    if game.again:
        asks = _("%(name)s has reported %(game)s again. Is the report right?")
        return (asks if is_told_still(entry, found) else _("%(name)s has reported %(game)s again")) % known
    if game.is_disputed:
        return _("%(name)s disputes the report of %(game)s") % known
    known["name"] = joined_names([found.name_of(one) for one in game.by])
    bout = found.bout(game.about)
    mine = any(notice.person_id in _who_played(found, bout, one) for one in game.by)
    said = why_it_counts(mine, word_of(notice, game.agreed, found, bout)) % known
    over = game.ends and bout is not None and bout.state == "over"
    return with_heading(said, result_sentence(found, bout)) if bout and over else said


def is_told_still(entry: Entry, found: LeagueOfClub) -> bool:
    """Whether it still stands as an entry has left it."""
    games, game = registration_of(found.scope.game).rules.told_games, told_in(entry, found)
    if entry.void or games is None or game is None:
        return False
    now = next((one for one in games.waiting(found.state) if one.key == game.key), None)
    if game.again and now is not None:
        return now.again and side_named(entry) in now.by
    return now is not None and now.is_disputed if game.is_disputed else now is None


# To the others, in words


def outcome_sentence(notice: Notice, found: LeagueOfClub) -> str:
    """Who won against whom, as it stands now; a result that was taken back says so."""
    if notice.key == _of_end(found):
        return _end_sentence(found)
    bout = over_bout(found, notice.key)
    return _("A result has been withdrawn") if bout is None else result_sentence(found, bout)


def _end_sentence(found: LeagueOfClub) -> str:
    """That a league is over, and who has won it."""
    registration = registration_of(found.scope.game)
    won = registration.rules.won_by(found.state, registration.game.book_of(found.state))
    winners = [found.name_of(one) for one in won]
    if not _is_over(found):
        over = _("%(league)s continues")
    elif not winners:
        over = _("%(league)s is over")
    else:
        over = ngettext(
            "%(league)s is over: %(names)s wins", "%(league)s is over: %(names)s share the win", len(winners)
        )
    return over % {"league": found.scope.name, "names": joined_names(winners)}


def result_sentence(found: LeagueOfClub, bout: Encounter) -> str:
    """Who won against whom; where nobody has, who lost all the same. Against the app all win or lose."""
    lost = bout.losers or [one for one in bout.sides if one not in bout.winners]
    drew = [one for one in bout.sides if one not in bout.losers]
    names = {"names": _joined(found, drew), "others": _joined(found, lost)}
    if bout.winners and lost:
        return _("%(winners)s beat %(others)s") % {**names, "winners": _joined(found, bout.winners)}
    if bout.losers and drew:
        return _("%(names)s drew, %(others)s lost") % names
    said = _("%(names)s won") if bout.winners else _("%(names)s lost") if bout.losers else _("%(names)s drew")
    return said % {"names": _joined(found, bout.sides)}


def _joined(found: LeagueOfClub, sides: Iterable[str]) -> str:
    return joined_names([found.name_of(one) for one in sides])


def is_still(notice: Notice, found: LeagueOfClub) -> bool:
    """Whether the result still counts."""
    if notice.key == _of_end(found):
        return _is_over(found)
    return over_bout(found, notice.key) is not None


def over_bout(found: LeagueOfClub, key: str) -> Encounter | None:
    """The game of which an occasion says that it is over, as long as it is."""
    bout = found.bout(key.removeprefix(f"{NoticeKind.RESULT}-{found.scope.pk}-"))
    return bout if bout is not None and bout.state == "over" else None


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
