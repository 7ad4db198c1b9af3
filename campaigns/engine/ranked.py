"""A league whose sides stand by one figure: what its home, its board and the start page say, ready-made.

A small game hands all of it to its plug-in at once, or one by one where it wants something otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, cast

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as lazy

from campaigns.engine.lines import EVERYBODY, Act, ForWhom, LeagueLine, Playing, TodoLine, Traces
from campaigns.engine.my_leagues import MyLeagues
from campaigns.engine.on_the_board import BoardRow, Ranking
from campaigns.engine.plain import anybody, default_none, unfiltered_state
from campaigns.engine.plugins import ClubPart, plugin_of
from campaigns.engine.stored.plugin_parts import ActRules, LeagueRules, StorePart
from campaigns.engine.transaction.summaries import LeagueSummary
from campaigns.engine.transaction.viewer import Viewer
from campaigns.engine.who.seatbook import NO_SEAT
from campaigns.models import Scope
from rules.engine.language import say_many
from rules.engine.plain import JsonObject
from rules.engine.state import State
from rules.engine.telling import Tell
from rules.engine.todos import WhoseMove

POINTS, NOBODY, COME = lazy("points"), lazy("Nobody yet."), lazy("Join the league")


class RankedTold(LeagueSummary):
    """Such a league as the start page knows it: where it stands, and the sides, the first first."""

    phase: str
    ranked: list[tuple[str, int]]


def _points(number: int) -> str:
    return say_many(number, "{number} point", "{number} points")


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranked[S: State, B]:
    """`points`: the figure, by side; `phase`: whether one can still come, plays, or is done. `counting` is
    what the figure is called, `counted(n)` some of it; `nobody` is said while there is no side, `come` asks
    in.
    """

    points: Callable[[S, B], Mapping[str, int]]
    phase: Callable[[S], Literal["setup", "play", "over"]]
    counting: str | Promise = POINTS
    counted: Callable[[int], str] = _points
    nobody: str | Promise = NOBODY
    come: str | Promise = COME

    def rules(
        self,
        *,
        members_of: Callable[[S, str], Sequence[str]],
        whose_move: WhoseMove[S, B],
        settings: Callable[[S], Mapping[str, object]],
        tell: Tell,
    ) -> LeagueRules[S, B]:
        """Of a league in which everybody may join in, and nothing is kept from anybody."""
        return LeagueRules(
            members_of=members_of,
            whose_move=whose_move,
            settings=settings,
            tell=tell,
            sides_at=default_none,
            seen=unfiltered_state,
            is_over=self.is_over,
            won_by=self.won_by,
            ranks=self.ranks,
        )

    def acts(self, change: Callable[[str, str, str], Act]) -> ActRules[S, B]:
        """An organiser may act for anybody; all that is said is public."""
        return ActRules(stands_in=anybody, change=change)

    def store(self, sides: str, traces: Traces) -> StorePart[S, B]:
        return StorePart(
            sides=sides, held=traces.side, traces=traces, summary=self.summary, for_whom=self.for_whom
        )

    def club(self, meet: Callable[[Viewer[S, B], tuple[str, ...]], Act | str]) -> ClubPart[S, B]:
        return ClubPart(
            board=self.board,
            invitation=self.invitation,
            lines=self.lines,
            playing=self.playing,
            meet=meet,
        )

    def is_over(self, state: S) -> bool:
        return self.phase(state) == "over"

    def won_by(self, state: S, book: B) -> list[str]:
        ranks = self.ranks(state, book) if self.is_over(state) else {}
        return [side for side, place in ranks.items() if place == 1]

    def order(self, state: S, book: B) -> list[tuple[str, int]]:
        """Most first; who came first stands before those with as many."""
        return sorted(self.points(state, book).items(), key=lambda one: -one[1])

    def ranks(self, state: S, book: B) -> dict[str, int]:
        """The place of each side; those with as many share one."""
        points = self.points(state, book)
        return {side: 1 + sum(more > own for more in points.values()) for side, own in points.items()}

    def summary(self, state: S, book: B) -> JsonObject:
        return {"phase": self.phase(state), "ranked": [list(one) for one in self.order(state, book)]}

    def for_whom(self, kept: Mapping[str, object]) -> ForWhom:
        """They stand there, play while it is played, and come while it is set up."""
        told = cast("RankedTold", kept)
        sides = [side for side, _points in told["ranked"]]
        is_open = told["phase"] == "setup"
        plays = sides if told["phase"] == "play" else []
        over = told["phase"] not in ("setup", "play")
        return ForWhom(seated=sides, plays=plays, open_to=EVERYBODY if is_open else None, over=over)

    def board(self, viewer: Viewer[S, B]) -> Ranking:
        plugin, rows = plugin_of(viewer.scope.game), list[BoardRow]()
        for place, (side, points) in enumerate(self.order(viewer.state, viewer.book), 1):
            emblem = viewer.people.get(plugin.owner_of(viewer.state, side), NO_SEAT).emblem
            name = plugin.sides_of(viewer.state)[side].name
            rows.append(BoardRow(str(place), name, self.counted(points), emblem, str(points)))
        return Ranking(str(self.counting), tuple(rows), str(self.nobody))

    def invitation(self, mine: MyLeagues, scope: Scope) -> TodoLine | None:
        told = mine.told_of(scope, RankedTold)
        inside = mine.runs(scope) or any(mine.owns(side, scope) for side in told["members"])
        if told["phase"] != "setup" or inside:
            return None
        return TodoLine(title=str(self.come), url=_league(scope), where=scope.name, scope=scope.pk)

    def lines(self, mine: MyLeagues, scope: Scope) -> Iterator[LeagueLine]:
        told = mine.told_of(scope, RankedTold)
        for place, (side, points) in enumerate(told["ranked"], 1):
            if mine.owns(side, scope):
                name, sides = told["names"][side], len(told["ranked"])
                yield LeagueLine(scope.name, _league(scope), name, place, sides, self.counted(points))

    def playing(self, mine: MyLeagues, scope: Scope) -> Playing | None:
        told = mine.told_of(scope, RankedTold)
        mine_too = any(mine.owns(side, scope) for side, _points in told["ranked"])
        return Playing(_league(scope)) if mine_too and told["phase"] == "play" else None


def _league(scope: Scope) -> str:
    return reverse("campaigns:league", args=[scope.pk])
