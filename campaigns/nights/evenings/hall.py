"""A night on the screen of the hall: who is there, who is missing, and the code that says "I am here"."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from campaigns.engine.on_the_board import BoardNews
from campaigns.engine.transaction.viewer import AnyViewer, Viewer
from campaigns.engine.who.naming import sorted_by_name
from campaigns.models import Come, Night, PlannedGame
from campaigns.nights import evening
from campaigns.nights.evening import Guest, guests_of
from campaigns.nights.evenings.hall_map import HallMap, hall_map
from campaigns.nights.games.games import (
    PlannedGameLine,
    as_range,
    free_tables,
    joined_names,
    planned_game_lines,
    plans_on,
)
from campaigns.shell.links import absolute, qr_svg
from campaigns.shell.told import chronicle

MOST_MISSING, BESIDE_A_MAP, MOST_NEWS = 6, 4, 4
BEFORE = timedelta(hours=1)  # of the evening is also what happens just before it


@dataclass(frozen=True, slots=True)
class Missing:
    """Somebody who said they come, or may, and is not there."""

    name: str
    emblem: str
    note: str


@dataclass(frozen=True, slots=True)
class HallPage:
    title: str
    count: str
    at: datetime
    games: tuple[HallGame, ...]
    free: str
    here: tuple[Guest, ...]
    unpaired: tuple[Guest, ...]  # those of them who are on no table's line
    missing: tuple[Missing, ...]
    more: int
    has_begun: bool
    until: str
    brings: tuple[tuple[str, str], ...]
    qr: SafeString
    off: str
    news: tuple[BoardNews, ...]
    map: HallMap | None


@dataclass(frozen=True, slots=True)
class HallGame:
    """A table: the game, how it stands, and since when."""

    line: PlannedGameLine
    state: str
    tone: str
    since: str


def hall_page(request: HttpRequest, night: Night, now: datetime | None = None) -> HallPage:
    moment = now or timezone.now()
    planned = plans_on([night])
    guests = guests_of(night, evening.members(night.club))
    arrived = [(one.here_at, n, one) for n, one in enumerate(sorted_by_name(guests)) if one.here_at]
    here = [one for _at, _n, one in sorted(arrived)]
    missing = [one for one in guests if not one.here_at and one.come in (Come.YES, Come.MAYBE)]
    playing = {one.seat.person_id for plan in planned for one in plan.sides.all()}
    shown = hall_map(request, night, _leagues_of(planned), [one.seat.pk for one in (*here, *missing)])
    most = BESIDE_A_MAP if shown else MOST_MISSING
    link = absolute(reverse("campaigns:night_here", args=[night.club.slug, night.pk]), request)
    return HallPage(
        title=str(night),
        count=_("%(here)s here, %(more)s to come") % {"here": len(here), "more": len(missing)},
        at=moment,
        games=tuple(_games(night, planned, here, moment)),
        free=as_range(free_tables(night, planned)),
        here=tuple(here),
        unpaired=tuple(one for one in here if one.seat.person_id not in playing),
        missing=tuple(_missing(missing[:most])),
        more=max(len(missing) - most, 0),
        has_begun=night.begins_at <= moment,
        until=_("Free until %(at)s") % {"at": f"{night.ends:%H:%M}"},
        brings=tuple((one.name, one.brings) for one in guests if one.brings),
        qr=qr_svg(link, title=_("Check in")),
        off=_("This night has been called off.") if night.is_off else "",
        news=() if shown else _news(request, night, planned),  # beside a map there are the tables
        map=shown,
    )


def _leagues_of(planned: Iterable[PlannedGame]) -> set[int]:
    return {one.scope_id for one in planned if one.scope_id and not one.single}


def _games(
    night: Night, planned: Iterable[PlannedGame], here: Iterable[Guest], now: datetime
) -> Iterator[HallGame]:
    """The tables; of a game that nobody can begin yet, for whom it waits."""
    arrived = {one.seat.person_id: one.here_at for one in here if one.here_at}
    without = {one.seat.person_id for one in night.waiting}
    for plan, line in zip(planned, planned_game_lines(planned, 0, night), strict=True):
        at = f"{line.at.astimezone(night.club.tz):%H:%M}" if line.at and line.tone == "won" else ""
        late = [one.name for one in line.players if one.person not in arrived]
        there = [arrived[one.person] for one in line.players if one.person in arrived]
        expected = plan.is_to_play and not without & {one.person for one in line.players}
        if expected and there and late and night.begins_at <= now:
            since = max(*there, night.begins_at).astimezone(night.club.tz)
            waits = _("Waiting for %(names)s") % {"names": joined_names(late)}
            yield HallGame(line, waits, "waits", _("since %(at)s") % {"at": f"{since:%H:%M}"})
        else:
            yield HallGame(line, line.state, line.tone, at)


def _news(request: HttpRequest, night: Night, planned: Iterable[PlannedGame]) -> tuple[BoardNews, ...]:
    """What happened this evening in the leagues that are played, as everybody who watches may read it."""
    found: list[BoardNews] = []
    for scope in {one.scope_id: one.scope for one in planned if one.scope and not one.single}.values():
        scope.club = night.club
        anybody: AnyViewer = Viewer(request, scope, None, "night")
        worn = {known.name: known.emblem for known in anybody.people.values()}
        lines = chronicle.news(anybody, MOST_NEWS)
        found += [BoardNews(one.at, one.sentence, worn.get(one.who, "")) for one in lines if not one.void]
    tonight = [one for one in found if one.at.astimezone(night.club.tz) >= night.begins_at - BEFORE]
    return tuple(sorted(tonight, key=lambda one: one.at, reverse=True)[:MOST_NEWS])


def _missing(guests: Iterable[Guest]) -> Iterable[Missing]:
    for one in guests:
        maybe = _("said maybe") if one.come == Come.MAYBE else ""
        yield Missing(one.name, one.seat.emblem, "; ".join(filter(None, [maybe, one.words])))
