"""The map on one sheet, from A4 to A2: as it stands, or as a turn has left it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce

from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.engine.stored.journal import initial_state, records
from maps.firestorm.map.drawn import faction_sign, firestorm_map_svg, marks_on
from maps.firestorm.phase_labels import turn_and_phase
from maps.firestorm.viewer import FirestormViewer
from maps.ground.behind import pictures
from maps.ground.paper import key
from maps.ground.paper.on_paper import MapLegend, foot_of, lying
from rules.engine.language import listed
from rules.firestorm.book import firestorm_in_force
from rules.firestorm.glory.counting import scoreboard
from rules.firestorm.ground import firestorm_map_book
from rules.firestorm.state import Firestorm

SCORE = "firestorm.score"


@dataclass(frozen=True, slots=True)
class StateDrawn:
    """A state to be drawn; `turn` is the one that has left it so, 0 for now."""

    state: Firestorm
    turn: int = 0


def state_after_turn(viewer: FirestormViewer, turn: int) -> StateDrawn | None:
    """The league as a turn has left it; None when that turn has not ended. Two queries."""
    return next((one for one in each_turn(viewer) if one.turn == turn), None)


def each_turn(viewer: FirestormViewer) -> list[StateDrawn]:
    """The league at the end of every turn that is over, before the next has begun."""
    found: list[StateDrawn] = []
    state = initial_state(viewer.scope)
    for one in records(viewer.scope):
        assert isinstance(state, Firestorm)
        if one.procedure == SCORE:
            found.append(StateDrawn(state, state.now.turn))
        state = reduce(lambda before, effect: effect.apply(before), one.effects, state)
    return found


def map_sheet_html(
    viewer: FirestormViewer, seen: StateDrawn, paper: tuple[float, float], turn: str = ""
) -> str:
    """The map on a sheet of this size; without a wish it is turned so that the map is largest."""
    state = seen.state
    behind = pictures.picture_behind_league_map(viewer, state, inside=True)
    svg = firestorm_map_svg(viewer, state, paper=True, picture=behind.picture)
    winners = listed([state.name_of(one) for one in state.now.winners])
    factions = [
        (
            state.name_of(one.faction),
            key.swatch(faction_sign(state.factions[one.faction])),
            _("%(n)s glory") % {"n": one.total},
        )
        for one in scoreboard(state, firestorm_in_force(state))
    ]
    legend = _legend(state)
    foot = foot_of((f"{name} {glory}" for name, _sign, glory in factions), (one.words for one in legend))
    context = {
        "svg": svg,
        "credit": behind.credit,
        "scope": viewer.scope,
        **lying(svg, paper, turn, foot=foot),
        "when": _when(seen),
        "winner": _("Victory for %(names)s") % {"names": winners} if winners else "",
        "day": timezone.localdate(timezone=viewer.scope.club.tz),
        "factions": factions,
        "legend": legend,
    }
    return render_to_string("maps/firestorm/paper/map.html", context)


def _when(seen: StateDrawn) -> str:
    now = seen.state.now
    if seen.turn:
        return _("At the end of turn %(n)s") % {"n": seen.turn}
    return turn_and_phase(now.turn, now.phase)


def _legend(state: Firestorm) -> list[MapLegend]:
    """The signs of what is built and what the map itself says; special places have their names on it."""
    built = {item for one in state.territories.values() for item in one.items}
    found = [
        MapLegend(key.building_legend(one), one.word)
        for one in firestorm_map_book().buildings
        if one.key in built
    ]
    signs = {"bonus": key.bonus_legend, "words": key.war}
    return [*found, *(MapLegend(signs[field](), words) for field, words in marks_on(state))]
