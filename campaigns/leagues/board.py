"""The club-night board: standings, what happens now and the latest news of a league, for a television.

Built for nobody in particular: it shows what every visitor of the league may see, whoever signed the
television in. Games that are not leagues of warbands add what they rank to `BOARDS`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from zoneinfo import ZoneInfo

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.opr.league import home
from campaigns.opr.league.facts import OUT, facts_of
from campaigns.opr.league.waiting import waited_for
from campaigns.shell.league import Here
from campaigns.shell.links import absolute, qr_svg
from campaigns.shell.parts import Parts
from campaigns.shell.reading.names import isolated
from campaigns.shell.told import chronicle
from rules.opr.figures.by_name import matters
from rules.opr.standings import averages
from rules.opr.state import Event, Mission, OprState

TEMPLATE = "campaigns/leagues/board.html"
MOST_ROWS = 12
ROOMY = 8  # with more rows than this they are drawn closer
MOST_NOW = 2
MOST_NEWS = 4
MOST_NAMES = 6
LONG_NAME = 44
WEEK = 7


@dataclass(frozen=True, slots=True)
class BoardRow:
    """One line of the standings; `figure` is what ranks."""

    rank: str
    name: str
    note: str
    emblem: str
    figure: str
    moved: int = 0

    @property
    def is_long(self) -> bool:
        """Whether the name needs smaller letters to be shown whole."""
        return len(self.name) > LONG_NAME


@dataclass(frozen=True, slots=True)
class Happening:
    """Something that goes on now: where, and what counts there."""

    where: str
    title: str
    text: str = ""
    dice: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class News:
    """Something that has happened; `day` is empty for today."""

    at: datetime
    sentence: str
    emblem: str
    day: str = ""


@dataclass(frozen=True, slots=True)
class Ranking:
    """What a game puts on its board. `waited` are the names of everybody it waits for."""

    counting: str
    rows: tuple[BoardRow, ...]
    now: tuple[Happening, ...] = ()
    waited: tuple[str, ...] = ()
    news: tuple[News, ...] = ()


@dataclass(frozen=True, slots=True)
class BoardPage:
    counting: str
    rows: tuple[BoardRow, ...]
    is_close: bool
    more: int
    now: tuple[Happening, ...]
    news: tuple[News, ...]
    waited: str
    qr: SafeString
    at: datetime


BOARDS: dict[str, Callable[[Here], Ranking]] = {}


def parts_of(here: Here) -> Parts:
    """The board without the visitor's own seat, drawn once a minute; its link names the host asked for."""
    anybody = Here(here.request, here.scope, None, here.section)
    about = f"{here.request.get_host()} {timezone.now():%H:%M}"
    return Parts(anybody, TEMPLATE, lambda: {"page": build(anybody)}, about)


def build(here: Here) -> BoardPage:
    """The board of a league."""
    ranking = BOARDS.get(here.scope.game, warbands)(here)
    link = absolute(reverse("campaigns:league", args=[here.scope.pk]), here.request)
    return BoardPage(
        counting=ranking.counting,
        rows=ranking.rows[:MOST_ROWS],
        is_close=len(ranking.rows) > ROOMY,
        more=max(len(ranking.rows) - MOST_ROWS, 0),
        now=ranking.now[:MOST_NOW],
        news=_newest(here, ranking.news),
        waited=_few(ranking.waited),
        qr=qr_svg(link, title=_("The address of this league")),
        at=timezone.now(),
    )


def _newest(here: Here, more: tuple[News, ...]) -> tuple[News, ...]:
    """The latest lines of the chronicle and of running missions, newest first."""
    worn = {known.name: known.emblem for known in here.people.values()}
    lines = chronicle.lines(here, limit=MOST_NEWS)
    told = [News(one.at, one.sentence, worn.get(one.who, "")) for one in lines if not one.void]
    newest = sorted([*told, *more], key=lambda one: one.at, reverse=True)[:MOST_NEWS]
    return tuple(replace(one, day=_day(here, one.at)) for one in newest)


def _day(here: Here, at: datetime) -> str:
    zone = ZoneInfo(here.scope.time_zone)
    then, today = at.astimezone(zone).date(), timezone.now().astimezone(zone).date()
    return "" if then == today else date_format(then, "D" if (today - then).days < WEEK else "j M")


def _few(names: tuple[str, ...]) -> str:
    """Each name once; of many the first and how many more."""
    once = list(dict.fromkeys(names))
    left = len(once) - MOST_NAMES
    if left <= 0:
        return ", ".join(once)
    more = ngettext("%(n)s more", "%(n)s more", left) % {"n": left}
    return ", ".join([*once[:MOST_NAMES], more])


# A league of warbands


def warbands(here: Here) -> Ranking:
    state: OprState = here.state
    rows = tuple(_row(one, averaged=one.figure != str(one.vp)) for one in home.rows_of(here, here.people))
    playing = sorted(
        (one for one in state.missions.values() if one.status == "playing"), key=lambda one: -one.number
    )
    return Ranking(
        counting=str(_("average VP per mission") if averages(state, here.book) else _("victory points")),
        rows=rows,
        now=tuple(_happening(here, mission) for mission in playing),
        waited=tuple(one.name for one in waited_for(here)),
        news=tuple(one for mission in playing[:MOST_NOW] for one in _taken_out(here, mission)),
    )


def _row(line: home.Row, *, averaged: bool) -> BoardRow:
    played = {"player": isolated(line.player), "vp": line.vp, "n": line.played}
    if averaged:
        note = ngettext(
            "%(player)s · %(vp)s VP in %(n)s mission", "%(player)s · %(vp)s VP in %(n)s missions", line.played
        )
    else:
        note = ngettext("%(player)s · %(n)s mission", "%(player)s · %(n)s missions", line.played)
    return BoardRow(str(line.rank), line.name, note % played, line.emblem, line.figure, line.moved)


def _happening(here: Here, mission: Mission) -> Happening:
    """A mission that is played, with the event that counts in it."""
    names = [isolated(here.state.warbands[one].name) for one in mission.warbands]
    title = _(" against ").join(names)
    place = mission.name or _("Mission %(number)s") % {"number": mission.number}
    where = _("%(place)s, round %(round)s") % {"place": place, "round": mission.round or 1}
    event = next((one for one in reversed(mission.events) if matters(here.book, one, mission.round)), None)
    return _event(here, event, where) if event else Happening(where, title)


def _event(here: Here, event: Event, where: str) -> Happening:
    entry = here.book.book.event_by_code[event.code]
    return Happening(where, entry.name, entry.told(event.number), (event.code // 10, event.code % 10))


def _taken_out(here: Here, mission: Mission) -> Iterator[News]:
    """Who took out whom, as it is ticked at the table."""
    units = here.state.units
    for (kind, victim), fact in facts_of(here.scope, mission.id).items():
        if kind != OUT or victim not in units:
            continue
        killer = units.get(fact.data.get("killer", ""))
        names = {"victim": isolated(units[victim].name), "killer": isolated(killer.name) if killer else ""}
        sentence = _("%(killer)s took out %(victim)s.") if killer else _("%(victim)s is out.")
        owner = here.people.get(here.state.warbands[killer.warband].owner) if killer else None
        yield News(fact.at, sentence % names, owner.emblem if owner else "")
