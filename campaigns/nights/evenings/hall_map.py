"""The map of a league that meets on a night, as its own board shows it; on the hall’s screen it plays."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from django.http import HttpRequest
from django.utils.safestring import SafeString

from campaigns.engine.on_the_board import BoardRow, Happening, Ranking
from campaigns.engine.plugins import plugin_of, plugins
from campaigns.engine.transaction.viewer import AnyViewer, Viewer
from campaigns.models import Night, Scope, ScopeKind

MEET = 2  # players of a league who come make it one that meets
MOST_IN_STRIP = 6
MOST_NOW = 1  # there are the tables beside it


@dataclass(frozen=True, slots=True)
class HallMap:
    """`strip` are the first of the standings; `wait`: milliseconds until the map shows something else."""

    league: str
    svg: SafeString
    credit: str
    now: tuple[Happening, ...]
    strip: tuple[BoardRow, ...]
    wait: int


def hall_map(
    request: HttpRequest, night: Night, planned: Collection[int], coming: Collection[int]
) -> HallMap | None:
    """Of the leagues that meet on a map the one whose reveal is being watched, else the one with most
    people; `planned` are the leagues of tonight's games, `coming` the seats of those who are there or come.
    """
    found = [
        (bool(ranking.wait), pk in planned, count, -pk, scope, ranking)
        for pk, scope, count in _meeting(night, planned, coming)
        if (ranking := _ranking(request, scope)) is not None
    ]
    if not found:
        return None
    *_order, scope, ranking = max(found, key=lambda one: one[:4])
    assert ranking.map is not None
    return HallMap(
        league=scope.name,
        svg=ranking.map,
        credit=ranking.credit,
        now=ranking.now[:MOST_NOW],
        strip=ranking.rows[:MOST_IN_STRIP],
        wait=ranking.wait,
    )


def _meeting(night: Night, planned: Collection[int], coming: Collection[int]) -> list[tuple[int, Scope, int]]:
    """Leagues on maps that meet, each with how many of its people come."""
    games = [one.game.name for one in plugins() if one.play.ground is not None]
    running = Scope.objects.filter(
        club=night.club, kind=ScopeKind.LEAGUE, game__in=games, archived_at=None
    ).select_related("club", "summary")
    seats, found = {str(one) for one in coming}, []
    for scope in running:
        summary = getattr(scope, "summary", None)
        count = len(seats & set(summary.members)) if summary is not None else 0
        if scope.pk in planned or count >= MEET:
            found.append((scope.pk, scope, count))
    return found


def _ranking(request: HttpRequest, scope: Scope) -> Ranking | None:
    """The league's board as everybody sees it; None where it is over, or has no map yet."""
    anybody: AnyViewer = Viewer(request, scope, None, "night")
    if anybody.registration.rules.is_over(anybody.state):
        return None
    ranking = plugin_of(scope.game).club.board(anybody)
    return ranking if ranking.map else None
