"""Who stands at the table of a league's mission, as random events and their notes meet them.

Who is out or down is ticked beside the table. The league learns of the app's own warbands (SOLO-80) from the
game that is played for its mission, never from whoever rolls the event die; and it adds to what is ticked who
of its own is out or down there.
"""

from __future__ import annotations

from campaigns.models import Scope, SoloGame
from campaigns.opr.league.app_games import mission_key
from campaigns.opr.league.facts import DOWN, OUT, counting_facts
from campaigns.solo import viewer as solo_viewer
from rules.engine.codec import dump
from rules.engine.plain import JsonObject, Params
from rules.opr.app_sides import APP, AppUnit, AppWarband
from rules.solo.state import SoloState, TableSide, Unit

STANDING = ("", "undeployed")  # an event may be rolled before everybody is deployed


def with_own_warbands(league: Scope, params: Params) -> JsonObject:
    """The parameters of a round with what the game knows; what was sent in its place is gone."""
    sent = {name: value for name, value in params.items() if name not in ("app", "away")}
    state = _game_of(mission_key(league, str(params.get("mission", ""))))
    if state is None:
        return sent
    own = [dump(_warband(state, side)) for side in state.ai_sides() if side.kind == "ai_neutral"]
    lost, down = _lost(state), _down(state)
    away = [unit.source for unit in state.units.values() if unit.source and unit.out == "left"]
    away += [side.source for side in state.sides.values() if side.source and side.conceded]
    gone, fallen = _joined(sent.get("gone"), lost), _joined(sent.get("down"), down)
    more = {"gone": gone, "down": fallen, "app": own, "away": away}
    return sent | {name: value for name, value in more.items() if value}


def with_lost(league: Scope, params: Params) -> JsonObject:
    """The parameters of an act with who is out: as ticked, and as a game for this mission knows."""
    return {**params, "gone": _of_table(league, params)[0]}


def with_lost_and_down(league: Scope, params: Params) -> JsonObject:
    """The same with who is stunned or shaken."""
    gone, down = _of_table(league, params)
    return {**params, "gone": gone, "down": [unit for unit in down if unit not in gone]}


def _of_table(league: Scope, params: Params) -> tuple[list[str], list[str]]:
    mission = str(params.get("mission", ""))
    ticked, state = counting_facts(league, mission), _game_of(mission_key(league, mission))
    out, down = ([unit for one, unit in ticked if one == kind] for kind in (OUT, DOWN))
    if state is None:
        return out, down
    return _with(out, _lost(state, also="left")), _with(down, _down(state))


def _lost(state: SoloState, also: str = "routed") -> list[str]:
    gone = ("ko", "routed", also)
    return [unit.source for unit in state.units.values() if unit.source and unit.out in gone]


def _down(state: SoloState) -> list[str]:
    return [unit.source for unit in state.units.values() if unit.source and unit.stunned and unit.on_table]


def _game_of(mission: str) -> SoloState | None:
    """The latest game for this mission that is not over."""
    games = SoloGame.objects.filter(mission=mission).exclude(phase="over").order_by("-scope_id")
    scope = games.values_list("scope_id", flat=True).first()
    if scope is None:
        return None
    return solo_viewer.registration().load(scope)


def _joined(sent: object, known: list[str]) -> object:
    """What was ticked, and what the game knows besides; anything but a list is left to its own check."""
    if sent is not None and not isinstance(sent, list):
        return sent
    return _with(sent or [], known)


def _with(ticked: list[str], known: list[str]) -> list[str]:
    return [*ticked, *(one for one in known if one not in ticked)]


def _warband(state: SoloState, side: TableSide) -> AppWarband:
    units = [unit for unit in state.units_of("ai") if unit.side == side.id]
    there = [_unit(unit) for unit in units if unit.out in (*STANDING, "ko")]
    return AppWarband(f"{APP}{side.id}", side.name, tuple(there))


def _unit(unit: Unit) -> AppUnit:
    gear = dict.fromkeys(weapon.label for weapon in unit.weapons if weapon.is_ranged and weapon.label)
    return AppUnit(f"{APP}{unit.id}", unit.name, unit.stunned, unit.out == "ko", tuple(gear))
