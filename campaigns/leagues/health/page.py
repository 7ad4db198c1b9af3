"""How a league is, as the organiser's page says it: fact, measure, the next kind act. For nobody else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.engine.lines import ButtonLink
from campaigns.engine.plugins import plugin_of
from campaigns.engine.transaction.viewer import AnyViewer
from campaigns.leagues.health import reckoning
from campaigns.leagues.health.reading import LeagueMember, LeaguePast, past_of
from campaigns.leagues.health.reckoning import MemberRecord, Rut
from campaigns.leagues.message_link import message_link
from campaigns.models import Night
from campaigns.nights import evening
from campaigns.nights.evenings import reminding
from config.dates import dated

WEEKS = 12
MOST_BOXES = 8  # more games than this are a figure
MOST_MET = 14  # a table of more people is wider than its card


@dataclass(frozen=True, slots=True)
class HealthLine:
    """Something to look at: about whom, what is the case, and where it can be mended; `remind`: by which tap
    of theirs an organiser asks whether somebody comes to the next night."""

    title: str
    note: str
    emblems: tuple[str, ...]
    acts: tuple[ButtonLink, ...]
    remind: RemindOne | None = None


@dataclass(frozen=True, slots=True)
class RemindOne:
    """Asks one seat whether they come to the next night; `done`: today already."""

    url: str
    seat: int
    words: str
    done: bool


@dataclass(frozen=True, slots=True)
class PlayedLine:
    """One member's games beside the nights they came to, as boxes and in figures."""

    name: str
    emblem: str
    url: str
    games: int
    needed: int
    behind: bool

    @property
    def got(self) -> range:
        return range(min(self.games, MOST_BOXES))

    @property
    def missing(self) -> range:
        return range(min(self.needed, MOST_BOXES) - len(self.got))


@dataclass(frozen=True, slots=True)
class WeekOfGames:
    """How many games were played in a week."""

    games: int

    @property
    def boxes(self) -> range:
        return range(min(self.games, MOST_BOXES))


@dataclass(frozen=True, slots=True)
class MetRow:
    """One row of who has met whom: as many cells as there are members before this one."""

    name: str
    emblem: str
    cells: tuple[tuple[str, int], ...]  # the other's name and how often


@dataclass(frozen=True, slots=True)
class Health:
    lines: tuple[HealthLine, ...]
    played: tuple[PlayedLine, ...]
    weeks: tuple[WeekOfGames, ...]
    met: tuple[MetRow, ...]
    columns: tuple[tuple[str, str], ...]  # names and emblems above the cells

    @property
    def has_played(self) -> bool:
        return any(line.games for line in self.played)


NOTHING = Health((), (), (), (), ())


def health_of(viewer: AnyViewer, now: datetime | None = None) -> Health:
    """How a league is. Nothing is said of one that is over, or on a map: that says who meets whom, its phases
    when, and its past is read by nobody who only looks.
    """
    if viewer.closed or plugin_of(viewer.scope.game).play.ground is not None:
        return NOTHING
    now = now or timezone.now()
    past = past_of(viewer, now)
    records = _records(past)
    return Health(
        lines=tuple(_lines(viewer, past, records, now)),
        played=tuple(_played(viewer, past, records)),
        weeks=tuple(map(WeekOfGames, reckoning.by_week(past.games, now, WEEKS))),
        met=tuple(_met(past)) if past.games and len(past.members) <= MOST_MET else (),
        columns=tuple((member.name, member.emblem) for member in list(past.members.values())[:-1]),
    )


def _records(past: LeaguePast) -> dict[int, MemberRecord]:
    return {
        person: reckoning.member_record(person, member.since, past.nights, past.games)
        for person, member in past.members.items()
    }


# What to look at


def _lines(
    viewer: AnyViewer, past: LeaguePast, records: dict[int, MemberRecord], now: datetime
) -> Iterator[HealthLine]:
    if not past.games:
        return
    night, own = _next_night(viewer, now), viewer.seat.person_id if viewer.seat else None
    pair_url = _pairing(viewer, night)
    reminders = _reminders(viewer, night, now)
    behind = [record for record in records.values() if record.is_behind]
    away = {known.person for known in viewer.people.values() if known.is_away}
    behind = [record for record in behind if record.person not in away]
    for record in sorted(behind, key=lambda record: -record.behind):
        yield _behind(viewer, past.members[record.person], record, pair_url)
    for person, member in past.members.items():
        if (
            person not in away | {own}
            and not records[person].is_behind
            and reckoning.is_silent(person, member.since, past.nights, past.games)
        ):
            yield _silent(viewer, member, records[person], reminders)
    if found := reckoning.rut(past.members.keys(), past.met, past.apart):
        yield _rut(viewer, past, found, pair_url)


def _behind(viewer: AnyViewer, member: LeagueMember, record: MemberRecord, pair_url: str) -> HealthLine:
    title = ngettext("%(name)s is %(n)s game behind", "%(name)s is %(n)s games behind", record.behind)
    known = {"name": member.name, "n": record.behind}
    if viewer.seat is not None and member.person == viewer.seat.person_id:
        title = ngettext("You’re %(n)s game behind", "You’re %(n)s games behind", record.behind)
        pair = ButtonLink(pair_url, _("Go to the pairings"))
        return HealthLine(
            title % known, _last(viewer, record), (member.emblem,), (pair, _side(viewer, member))
        )
    acts = (ButtonLink(pair_url, _("Find them a game")), *_write(viewer, member), _side(viewer, member))
    return HealthLine(title % known, f"{_last(viewer, record)} {_came(record)}", (member.emblem,), acts)


def _came(record: MemberRecord) -> str:
    """To how many nights they came for nothing, since their last game or at all."""
    if record.last is None:
        said = ngettext(
            "They have come to %(n)s club night without getting a game.",
            "They have come to %(n)s club nights without getting a game.",
            record.idle,
        )
    else:
        said = ngettext(
            "They have come to %(n)s club night since then without getting a game.",
            "They have come to %(n)s club nights since then without getting a game.",
            record.idle,
        )
    return said % {"n": record.idle}


def _last(viewer: AnyViewer, record: MemberRecord) -> str:
    if record.last is None:
        return _("No games in this league yet.")
    day = dated(record.last.astimezone(ZoneInfo(viewer.scope.time_zone)), "j F")
    return _("Last game on %(day)s.") % {"day": day}


def _silent(
    viewer: AnyViewer, member: LeagueMember, record: MemberRecord, reminders: Mapping[int, RemindOne]
) -> HealthLine:
    title = _("%(name)s hasn’t replied about the last %(n)s club nights") % {
        "name": member.name, "n": reckoning.SILENT,
    }  # fmt: skip
    acts = (*_write(viewer, member), _side(viewer, member))
    return HealthLine(title, _last(viewer, record), (member.emblem,), acts, reminders.get(member.person))


def _write(viewer: AnyViewer, member: LeagueMember) -> Iterator[ButtonLink]:
    if (link := message_link(viewer, {member.seat: member.name})) is not None:
        yield link


def _reminders(viewer: AnyViewer, night: Night | None, now: datetime) -> dict[int, RemindOne]:
    """For organisers of the club: those who have not answered about the next night yet, by person."""
    if night is None or viewer.seat is None or not viewer.runs_club or night.begins_at <= now:
        return {}
    url = reverse("campaigns:night_remind", args=[viewer.scope.club.slug, night.pk])
    known, guests = reminding.reminded(night), evening.guests_of(night, evening.members(viewer.scope.club))
    return {
        one.person_id: RemindOne(url, one.pk, _("Remind %(name)s") % {"name": one}, one.person_id in known)
        for one in reminding.unanswered_seats(guests, viewer.seat)
        if one.person_id is not None
    }


def _side(viewer: AnyViewer, member: LeagueMember) -> ButtonLink:
    plugin = plugin_of(viewer.scope.game)
    return ButtonLink(plugin.play.place(viewer.scope, {plugin.store.traces.side: member.side}), _("View"))


def _rut(viewer: AnyViewer, past: LeaguePast, found: Rut, pair_url: str) -> HealthLine:
    one, other = (past.members[person] for person in found.pair)
    title = _("%(name)s and %(other)s have met %(n)s times") % {
        "name": one.name, "other": other.name, "n": found.times,
    }  # fmt: skip
    pair = ButtonLink(pair_url, _("Go to the pairings"))
    return HealthLine(
        title, _instead(past, found), (one.emblem, other.emblem), (pair, *_to_both(viewer, past, found))
    )


def _to_both(viewer: AnyViewer, past: LeaguePast, found: Rut) -> Iterator[ButtonLink]:
    """Where the organiser writes to the two who could meet instead; who is one of them, to the other."""
    to = [past.members[person] for person in found.instead]
    if (link := message_link(viewer, {one.seat: one.name for one in to})) is not None:
        yield link


def _instead(past: LeaguePast, found: Rut) -> str:
    """Whom one of them has hardly met."""
    first, second = (past.members[person] for person in found.instead)
    who = {"name": first.name, "other": second.name, "n": found.met}
    if not found.met:
        return _("%(name)s and %(other)s have never met.") % who
    said = ngettext(
        "%(name)s and %(other)s have met once.", "%(name)s and %(other)s have met %(n)s times.", found.met
    )
    return said % who


def _next_night(viewer: AnyViewer, now: datetime) -> Night | None:
    return next((night for night in evening.to_come([viewer.scope.club], now) if not night.is_off), None)


def _pairing(viewer: AnyViewer, night: Night | None) -> str:
    """Where the organiser pairs people of this league: for the next night, else for a round."""
    scope = viewer.scope
    if night is None:
        return f"{reverse('campaigns:round', args=[scope.club.slug])}?league={scope.pk}"
    return f"{reverse('campaigns:pairs', args=[scope.club.slug, night.pk])}?league={scope.pk}"


# The figures beside


def _played(viewer: AnyViewer, past: LeaguePast, records: dict[int, MemberRecord]) -> Iterator[PlayedLine]:
    for person, member in sorted(past.members.items(), key=lambda item: -records[item[0]].games):
        record = records[person]
        yield PlayedLine(
            name=member.name,
            emblem=member.emblem,
            url=_side(viewer, member).url,
            games=record.games,
            needed=max(record.needed, record.games),
            behind=record.is_behind,
        )


def _met(past: LeaguePast) -> Iterator[MetRow]:
    people = list(past.members)
    for n, person in enumerate(people[1:], 1):
        cells = tuple(
            (past.members[other].name, past.met.get(frozenset((person, other)), 0)) for other in people[:n]
        )
        yield MetRow(past.members[person].name, past.members[person].emblem, cells)
