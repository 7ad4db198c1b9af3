"""Acts of a campaign of warbands that bind somebody else, and whose word each takes.

Source: OPR-30, OPR-68, A-47, A-59
"""

from __future__ import annotations

from collections.abc import Iterable

from rules.engine.language import listed, say, say_many, with_heading
from rules.engine.plain import Params, listed_in, text_in
from rules.engine.questions import ORGANISER, person, side
from rules.engine.todos import FORTNIGHT, Word
from rules.opr.books import InForce
from rules.opr.game import GAME
from rules.opr.state import OprState
from rules.opr.warbands.founding import NewUnit, led_before


def _who_has_begun(state: OprState, book: InForce, params: Params) -> Iterable[str]:
    """Everybody else in it who has done something for it; what the app plays has no word. Source: A-47"""
    mission = state.missions.get(text_in(params, "mission"))
    if mission is None or not mission.open:
        return []
    begun = mission.status == "playing"
    return [
        side(one.warband)
        for one in mission.sides
        if not one.skipped and not state.warbands[one.warband].rival and (begun or one.ready or one.objective)
    ]


def _abandon_asks(state: OprState, params: Params, name: str) -> str:
    mission = state.missions.get(text_in(params, "mission"))
    number = say("Mission {number}", number=mission.number if mission else "")
    named = with_heading(number, mission.name) if mission and mission.name else number
    if not name:
        return say("You’ve asked to abandon “{mission}”.", mission=named)
    return say("{name} would like to abandon “{mission}”.", name=name, mission=named)


def _abandon_brings(state: OprState, params: Params) -> str:
    return say("The mission won’t count, and everything its events gave will be taken back.")


# Handing a warband over


def _who_takes_over(state: OprState, book: InForce, params: Params) -> Iterable[str]:
    """Whoever is to play on with it."""
    owner = text_in(params, "owner")
    return [person(owner)] if owner else []


def _hand_over_asks(state: OprState, params: Params, name: str) -> str:
    warband = state.warbands.get(text_in(params, "warband"))
    called = warband.name if warband else ""
    if not name:
        return say("You’ve asked to hand over the warband “{warband}”.", warband=called)
    return say("{name} would like to hand over the warband “{warband}”.", name=name, warband=called)


def _hand_over_brings(state: OprState, params: Params) -> str:
    return say("The new player takes over the warband’s units, points and missions.")


# Joining


def _who_takes_in(state: OprState, book: InForce, params: Params) -> Iterable[str]:
    """An organiser, where the league asks one; who starts over has been taken in. Source: A-59"""
    asks = book.setting("joining") == "organiser"
    return [ORGANISER] if asks and not led_before(state, text_in(params, "owner")) else []


def _joining_asks(state: OprState, params: Params, name: str) -> str:
    warband = text_in(params, "name").strip()
    if not name:
        return say("You’ve asked to join with the warband “{warband}”.", warband=warband)
    return say("{name} would like to join with the warband “{warband}”.", name=name, warband=warband)


def _joining_brings(state: OprState, params: Params) -> str:
    units = _units_of(params)
    count = say_many(len(units), "{number} unit", "{number} units")
    points = say_many(sum(unit.cost for unit in units), "{number} point", "{number} points")
    return say("A warband of {units} worth {points} would join the league.", units=count, points=points)


def _army_list(state: OprState, book: InForce, params: Params) -> list[tuple[str, str, str]]:
    """The list somebody joins with, unit by unit."""
    return [
        (unit.name, _upgrades(unit), say_many(unit.cost, "{number} point", "{number} points"))
        for unit in _units_of(params)
    ]


def _upgrades(unit: NewUnit) -> str:
    return listed([*([say("Hero")] if unit.hero else []), *(one.label for one in unit.items)])


def _units_of(params: Params) -> list[NewUnit]:
    given = GAME.spec("opr.found_warband").checked(params)
    return [one for one in listed_in(given, "units") if isinstance(one, NewUnit)]


WORDS: dict[str, Word[OprState, InForce]] = {
    "abandon": Word(whose=_who_has_begun, asks=_abandon_asks, brings=_abandon_brings, about=("mission",)),
    "hand_over": Word(
        whose=_who_takes_over,
        about=("warband",),
        asks=_hand_over_asks,
        brings=_hand_over_brings,
        days=FORTNIGHT,
        quiet=True,
    ),
    "found_warband": Word(
        whose=_who_takes_in,
        about=("owner",),
        otherwise=("units",),
        asks=_joining_asks,
        brings=_joining_brings,
        listed=_army_list,
        days=FORTNIGHT,
        quiet=True,
    ),
}
