"""From phase to phase: whoever is waited for, what begins with a phase, and the way on when nobody is left.

Initiative, the reveal and the score are procedures of the app, started by themselves when their phase begins.
Source: FS-25, FS-35, FS-160
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from rules.firestorm.book import FirestormInForce
from rules.firestorm.faction_figures import factions
from rules.firestorm.league_effects import FactionDone, FirestormPhaseEntered, TurnBegun
from rules.firestorm.phases.table import PHASES
from rules.firestorm.state import Firestorm, PhaseName
from rules.firestorm.work import FirestormWork
from rules.turns.problems import TurnProblem, first_of

type Waiting = Callable[[Firestorm, FirestormInForce], list[str]]
type Begin = Callable[[FirestormWork], None]
type Owed = Callable[[Firestorm, FirestormInForce, str], Iterator[TurnProblem]]

WAITS = ("setup", "initiative", "reveal", "scoring", "finished")  # phases that do not end by themselves
WAITING: dict[PhaseName, Waiting] = {}  # who is waited for in a phase: every faction, unless said here
BEGIN: dict[PhaseName, Begin] = {}  # what a phase does when it begins
LEAVE: dict[PhaseName, Begin] = {}  # what a phase does when it ends
OWED: dict[PhaseName, Owed] = {}  # what a faction has to do in a phase, whether it has said that it is ready


def factions_to_act(state: Firestorm, book: FirestormInForce) -> list[str]:
    """Factions that still have to act in the present phase, also one that was ready and owes something since.

    Source: FS-13, FS-160
    """
    phase = state.now.phase
    if phase in WAITS:
        return []
    called = WAITING.get(phase, _everybody)(state, book)
    return [
        one for one in called if one not in state.now.done or first_of(unfinished_problems(state, book, one))
    ]


def unfinished_problems(state: Firestorm, book: FirestormInForce, faction: str) -> Iterator[TurnProblem]:
    """What a faction still has to do in this phase before it may say that it is ready. Source: FS-160"""
    if state.now.phase in OWED:
        yield from OWED[state.now.phase](state, book, faction)


def _everybody(state: Firestorm, book: FirestormInForce) -> list[str]:
    return [one.id for one in factions(state)]


def enter_turn_phase(work: FirestormWork, phase: PhaseName, *, forced: bool = False) -> None:
    """Begin a phase; go straight on when nobody has anything to do in it. Source: FS-160"""
    if phase == "preparation":
        number = work.state.now.turn + 1
        work.do(TurnBegun(number=number, rule="FS-35"))
    forced = forced or work.state.now.forced
    work.do(
        FirestormPhaseEntered(
            phase=phase, deadline=work.deadline(phase), forced=forced, rule=PHASES[phase].rule
        )
    )
    _maybe(BEGIN, work, phase)
    leave_finished_phase(work)


def done(work: FirestormWork, faction: str) -> None:
    """This faction has acted; the phase ends when nobody is left. Source: FS-160"""
    work.do(FactionDone(faction=faction, rule="FS-160"))
    leave_finished_phase(work)


def leave_finished_phase(work: FirestormWork) -> None:
    """Leave the phase when nobody is waited for. Source: FS-160"""
    if work.state.now.phase in WAITS:
        return
    if not factions_to_act(work.state, work.book):
        leave_turn_phase(work)


def leave_turn_phase(work: FirestormWork, *, forced: bool = False) -> None:
    """End the present phase and enter the next one. Source: FS-160"""
    phase = work.state.now.phase
    _maybe(LEAVE, work, phase)
    if work.state.now.phase == phase:
        enter_turn_phase(work, PHASES[phase].next[0], forced=forced)


def _maybe(table: Mapping[PhaseName, Begin], work: FirestormWork, phase: PhaseName) -> None:
    if phase in table:
        table[phase](work)
