"""The club-night board: map, standings, what happens now and the latest news of a league, for a television.

Built for nobody in particular: it shows what every visitor of the league may see, whoever signed the
television in. What is ranked says the game.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from zoneinfo import ZoneInfo

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.engine.on_the_board import BoardNews, BoardRow, Happening
from campaigns.engine.plugins import plugin_of
from campaigns.engine.transaction.viewer import AnyViewer, Viewer
from campaigns.shell.drawn.parts import Parts
from campaigns.shell.links import absolute, qr_svg
from campaigns.shell.told import chronicle
from config.dates import dated

TEMPLATE = "campaigns/leagues/board.html"
MOST_ROWS = 12
BESIDE_A_MAP = 6
OVER_TEAMS = 9  # rows that leave room for the table of teams below them
ROOMY = 8  # with more rows than this they are drawn closer
MOST_NOW = 2
MOST_NEWS = 4
MOST_NAMES = 6
WEEK = 7


@dataclass(frozen=True, slots=True)
class BoardPage:
    counting: str
    rows: tuple[BoardRow, ...]
    nobody: str
    teams: tuple[str, ...]
    is_close: bool
    more: int
    now: tuple[Happening, ...]
    news: tuple[BoardNews, ...]
    waited: str
    qr: SafeString
    at: datetime
    map: SafeString | None
    credit: str
    wait: int


def board_fragments(viewer: AnyViewer) -> Parts[BoardPage]:
    """The board without the visitor's own seat, drawn once a second; its link names the host asked for."""
    anybody: AnyViewer = Viewer(viewer.request, viewer.scope, None, viewer.section)
    about = f"{viewer.request.get_host()} {timezone.now():%H:%M:%S}"
    return Parts(anybody, TEMPLATE, ("board",), lambda: board_page(anybody), about, viewer)


def board_page(viewer: AnyViewer) -> BoardPage:
    """The board of a league."""
    ranking = plugin_of(viewer.scope.game).club.board(viewer)
    most = BESIDE_A_MAP if ranking.map else OVER_TEAMS if ranking.teams else MOST_ROWS
    link = absolute(reverse("campaigns:league", args=[viewer.scope.pk]), viewer.request)
    return BoardPage(
        counting=ranking.counting,
        rows=ranking.rows[:most],
        nobody=ranking.nobody,
        teams=ranking.teams,
        is_close=bool(ranking.map) or len(ranking.rows) > ROOMY,
        more=max(len(ranking.rows) - most, 0),
        now=ranking.now[:MOST_NOW],
        news=() if ranking.wait else _newest(viewer, ranking.news),  # what is being shown is not told before
        waited=_few(ranking.waited),
        qr=qr_svg(link, title=_("The address of this league")),
        at=timezone.now(),
        map=ranking.map,
        credit=ranking.credit,
        wait=ranking.wait,
    )


def _newest(viewer: AnyViewer, more: tuple[BoardNews, ...]) -> tuple[BoardNews, ...]:
    """The latest lines of the chronicle and of running missions, newest first."""
    worn = {known.name: known.emblem for known in viewer.people.values()}
    lines = chronicle.news(viewer, MOST_NEWS)
    told = [BoardNews(one.at, one.sentence, worn.get(one.who, "")) for one in lines if not one.void]
    newest = sorted([*told, *more], key=lambda one: one.at, reverse=True)[:MOST_NEWS]
    return tuple(replace(one, day=_day(viewer, one.at)) for one in newest)


def _day(viewer: AnyViewer, at: datetime) -> str:
    zone = ZoneInfo(viewer.scope.time_zone)
    then, today = at.astimezone(zone).date(), timezone.now().astimezone(zone).date()
    if then == today:
        return ""
    return date_format(then, "D") if (today - then).days < WEEK else dated(then, "j M")


def _few(names: tuple[str, ...]) -> str:
    """Each name once; of many the first and how many more."""
    once = list(dict.fromkeys(names))
    left = len(once) - MOST_NAMES
    if left <= 0:
        return ", ".join(once)
    more = ngettext("%(n)s more", "%(n)s more", left) % {"n": left}
    return ", ".join([*once[:MOST_NAMES], more])
