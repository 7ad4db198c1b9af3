"""The round as one table, and the machine that walks it.

`PHASES` reads like the rulebook's list: who acts, what they may do, what comes next. `enter_round_phase` and
`pass_on` move on by themselves as long as nobody has anything to do. What a phase does when it ends stands in
`rounds.py`. Source: CQ-21 … CQ-23.
"""

from __future__ import annotations

from collections.abc import Callable

from rules.conquest.book import ConquestInForce
from rules.conquest.league_effects import ConquestPhaseEntered, TurnDone
from rules.conquest.realm_figures import active_realms, ascending, undecided_battles
from rules.conquest.reckoning.challenges import choosers, must_challenge
from rules.conquest.reckoning.mines import with_mines
from rules.conquest.rounds.closing import call_battles, close_round, hand_out_points
from rules.conquest.state import Conquest, PhaseName
from rules.conquest.work import ConquestWork
from rules.engine.language import mark, mark_in
from rules.turns.phases import Phase

AT_SEA_AND_WALLS = ("sail", "assault", "volunteer", "agree_size", "commit_gold")
REPORTING = ("report", "report_outcome", "confirm", "dispute", "decide", "walkover", "strike")
ROLL_OFF = ("ask_abstract", "abstract", "rule_abstract")


Row = Phase[PhaseName]
PHASES: dict[PhaseName, Row] = {
    row.name: row
    for row in (
        Row(
            "setup",
            mark("Setup"),
            "organiser",
            ("capitals",),
            ("lay_map", "begin_play", "withdraw"),
            mark("the organiser starts the league"),
            "CQ-05",
        ),
        Row(
            "capitals",
            mark("Capitals"),
            "in_turn",
            ("order",),
            ("pick_capital", "draw_capital"),
            mark("everybody has a capital"),
            "CQ-05",
        ),
        Row(
            "order",
            mark_in("a phase of a round", "Order"),
            "app",
            ("events",),
            ("take_order",),
            mark("the order is set"),
            "CQ-17",
        ),
        Row(
            "events",
            mark("Events"),
            "in_turn",
            ("revenue",),
            ("pick_event",),
            mark("everybody has taken an event"),
            "CQ-25",
        ),
        Row(
            "revenue",
            mark("Revenue"),
            "everybody",
            ("challenge",),
            ("collect",),
            mark("every mine has been rolled for"),
            "CQ-39",
        ),
        Row(
            "challenge",
            mark("Challenge"),
            "in_turn",
            ("choice",),
            ("challenge", "pass_challenge", "sail", "assault"),
            mark("everybody has challenged or been challenged"),
            "CQ-46",
        ),
        Row(
            "choice",
            mark("Choice"),
            "everybody",
            ("battle",),
            ("choose_battles", "sail", "assault"),
            mark("everybody with several challengers has chosen"),
            "CQ-49",
        ),
        Row(
            "battle",
            mark("Battle"),
            "everybody",
            ("conquest",),
            (*AT_SEA_AND_WALLS, *REPORTING, *ROLL_OFF, "close_battles"),
            mark("every battle is settled"),
            "CQ-23",
        ),
        Row(
            "conquest",
            mark("Conquest & Build"),
            "in_turn",
            ("order", "capitals"),
            ("claim", "conquer", "besiege", "build", "raid", "plunder", "end_turn"),
            mark("everybody has ended their turn"),
            "CQ-93",
        ),
        Row("finished", mark("Finished"), "nobody", (), (), "", "CQ-127"),
    )
}


def realms_to_act(state: Conquest, book: ConquestInForce) -> list[str]:
    """Realms that still have to act in the present phase, in the order they do. Source: CQ-22."""
    return [one for one in _CALLED[state.now.phase](state, book) if one not in state.now.done]


def _pickers(state: Conquest, book: ConquestInForce) -> list[str]:
    return [one for one in state.now.pick_order if state.realms[one].status == "waiting"]


def _everybody_ascending(state: Conquest, book: ConquestInForce) -> list[str]:
    return ascending(state)


def _spenders(state: Conquest, book: ConquestInForce) -> list[str]:
    """Who has points to spend; the one at it has the turn until it is ended, points or not."""
    return [one for one in ascending(state) if state.realms[one].ep > 0 or one == state.now.active]


def _fighters(state: Conquest, book: ConquestInForce) -> list[str]:
    """Realms whose battle, of any kind, is still undecided."""
    waiting = {member for battle in undecided_battles(state) for member in battle.members}
    return [one.id for one in active_realms(state) if one.id in waiting]


def _nobody(state: Conquest, book: ConquestInForce) -> list[str]:
    return []


_CALLED: dict[PhaseName, Callable[[Conquest, ConquestInForce], list[str]]] = {
    "setup": _nobody,
    "capitals": _pickers,
    "order": _nobody,
    "events": _everybody_ascending,
    "revenue": with_mines,
    "challenge": must_challenge,
    "choice": choosers,
    "battle": _fighters,
    "conquest": _spenders,
    "finished": _nobody,
}

WAITS = ("setup", "order", "finished")  # phases that do not end by themselves


def enter_round_phase(work: ConquestWork, phase: PhaseName) -> None:
    """Begin a phase; go straight on when nobody has anything to do in it. Source: CQ-21"""
    called = _CALLED[phase](work.state, work.book)
    deadline = work.deadline(phase)
    work.do(
        ConquestPhaseEntered(
            phase=phase, active=_first(phase, called), deadline=deadline, rule=PHASES[phase].rule
        )
    )
    advance_phase(work)


def pass_on(work: ConquestWork, realm: str) -> None:
    """This realm has acted; the next one is called, or the phase ends. Source: CQ-22"""
    if work.is_over:
        return
    phase = work.state.now.phase
    left = [one for one in realms_to_act(work.state, work.book) if one != realm]
    timed = PHASES[phase].acting == "in_turn" and bool(left)
    deadline = work.deadline(phase) if timed else work.state.now.deadline
    work.do(TurnDone(realm=realm, active=_first(phase, left), deadline=deadline, rule="CQ-22"))
    advance_phase(work)


def advance_phase(work: ConquestWork) -> None:
    """Leave the phase when it is over; call the next realm when the active one has nothing to do.

    Source: CQ-21, CQ-22
    """
    now = work.state.now
    if work.is_over or now.phase in WAITS:
        return
    waiting = realms_to_act(work.state, work.book)
    if not waiting:
        leave_round_phase(work)
    elif now.active and now.active not in waiting:
        pass_on(work, now.active)


def leave_round_phase(work: ConquestWork) -> None:
    """End the present phase and enter the next one. Source: CQ-21"""
    phase = work.state.now.phase
    if phase == "choice":
        call_battles(work)
    elif phase == "battle":
        hand_out_points(work)
    elif phase == "conquest":
        close_round(work)
    enter_round_phase(work, _next(work.state, phase))


def _next(state: Conquest, phase: PhaseName) -> PhaseName:
    late = any(one.status == "waiting" for one in state.realms.values())
    return "capitals" if phase == "conquest" and late else PHASES[phase].next[0]


def _first(phase: PhaseName, waiting: list[str]) -> str:
    return waiting[0] if waiting and PHASES[phase].acting == "in_turn" else ""
