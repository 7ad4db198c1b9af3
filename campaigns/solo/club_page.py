"""The club's games against the app: those on the table, those played, and the lists one may draw."""

from __future__ import annotations

from dataclasses import dataclass

from campaigns.models import Club, Scope, SoloGame
from campaigns.solo.unit_labels import phase_words
from campaigns.solo.viewer import registration
from rules.solo.state import SoloState

MOST = 30


@dataclass(frozen=True, slots=True)
class SoloGameLine:
    """A game in the list; `over` when nobody acts in it any more."""

    id: int
    name: str
    standing: str
    over: bool
    league: str


def solo_game_lines(club: Club) -> list[SoloGameLine]:
    """The newest games, those still on the table first; three queries whatever their number."""
    scopes = list(Scope.objects.filter(club=club, game="solo").order_by("-pk")[:MOST])
    states = registration().load_many([scope.pk for scope in scopes])
    names = _leagues(club)
    lines = [_line(scope, states[scope.pk], names) for scope in scopes]
    return sorted(lines, key=lambda line: line.over)


def _leagues(club: Club) -> dict[str, str]:
    rows = Scope.objects.filter(club=club).exclude(game="solo").values_list("pk", "name")
    return {str(pk): name for pk, name in rows}


def _line(scope: Scope, state: SoloState, leagues: dict[str, str]) -> SoloGameLine:
    league = state.game.mission.partition(":")[0]
    return SoloGameLine(
        scope.pk, scope.name, phase_words(state), state.game.phase == "over", leagues.get(league, "")
    )


def games_of(mission: str) -> list[int]:
    """The games that were played for a league's mission, the newest first."""
    found = SoloGame.objects.filter(mission=mission).order_by("-scope_id")
    return list(found.values_list("scope_id", flat=True))
