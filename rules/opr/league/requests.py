"""Acts of a campaign of warbands that bind somebody else, and whose word each takes.

Source: OPR-30, OPR-68, A-47
"""

from __future__ import annotations

from collections.abc import Iterable

from rules.engine.language import say, with_heading
from rules.engine.plain import Params, text_in
from rules.engine.questions import person, side
from rules.engine.todos import FORTNIGHT, Word
from rules.opr.books import InForce
from rules.opr.state import OprState


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
    return say("It counts for nobody, and whatever its events gave is taken back.")


# Handing a warband over


def _who_takes_over(state: OprState, book: InForce, params: Params) -> Iterable[str]:
    """Whoever is to play on with it."""
    owner = text_in(params, "owner")
    return [person(owner)] if owner else []


def _hand_over_asks(state: OprState, params: Params, name: str) -> str:
    warband = state.warbands.get(text_in(params, "warband"))
    called = warband.name if warband else ""
    if not name:
        return say("You’ve asked to hand {warband} over.", warband=called)
    return say("{name} would like to hand {warband} over.", name=name, warband=called)


def _hand_over_brings(state: OprState, params: Params) -> str:
    return say("Whoever takes it on keeps its units, points and missions.")


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
}
