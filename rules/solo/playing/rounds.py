"""Rounds: their beginning with bonus and reserves, people's turns, their end with the markers.

Source: SOLO-21 to SOLO-24, SOLO-45, SOLO-60, SOLO-63, SOLO-81.
"""

from __future__ import annotations

from functools import partial

from rules.engine.effects import Effect, apply_all
from rules.engine.language import say, say_many
from rules.engine.procedure import Procedure, admit, gather, require
from rules.engine.questions import Choose, Option, YesNo
from rules.engine.refusals import Refused
from rules.solo import effects as fx
from rules.solo.book import Rules
from rules.solo.deciding import measures, spells
from rules.solo.game import GAME, SoloCtx
from rules.solo.playing.status import on_table, turn_again
from rules.solo.playing.turns import left_to_act, next_seat, pass_turn
from rules.solo.setting_up.placing import arrivals
from rules.solo.setting_up.setup import Effects, in_phase, not_over, this_turn
from rules.solo.state import OUT_FOR_GOOD, Camp, Marker, SoloState, TableSide


def seized_markers(state: SoloState) -> tuple[int, int]:
    """(markers seized by the app's sides, by people's). Source: SOLO-24."""
    camps = [state.camp_of(marker.seized) for marker in state.markers.values()]
    return camps.count("ai"), camps.count("human")


def challenge_bonus(state: SoloState, rules: Rules, round: int) -> tuple[int, int]:
    """The challenge bonus of the app in a round: to hit, and on Defense. Source: SOLO-22, SOLO-23"""
    ai, human = seized_markers(state)
    return measures.challenge_modifiers(
        rules.is_on("challenge"), ai, human, round=round, round_one=rules.is_on("challenge_round_one")
    )


@GAME.procedure(
    "start_round",
    rules=("SOLO-22", "SOLO-23", "SOLO-24", "SOLO-60", "SOLO-63"),
    slot="round:{round}:start",
    by="table",
)
def start_round(ctx: SoloCtx, *, round: int) -> Procedure[Effects]:
    """Begin the next round.

    Source: SOLO-22, SOLO-23, SOLO-24, SOLO-60, SOLO-63
    """
    yield from in_phase(ctx, "between", rule="SOLO-24")
    state, rules = ctx.state, ctx.book
    begun = say("Round {round} has already begun.", round=state.game.round)
    yield from admit(round == state.game.round + 1, "SOLO-24", begun)
    reserves = [unit for unit in state.units_of("ai") if unit.out == "reserve"]
    arrived = (yield from arrivals(ctx, reserves)) if round >= 2 and reserves else []
    first = yield from _first(state, round)
    hit, defense = challenge_bonus(state, rules, round)
    began = fx.RoundBegan(
        round=round,
        active=first,
        seat=0,
        hit=hit,
        defense=defense,
        rule="SOLO-23" if defense else "SOLO-22",
    )
    after = apply_all(state, [*arrived, began])
    return (*arrived, began, *_tokens(after, rules), _opening(after, rules))


def _opening(state: SoloState, rules: Rules) -> Effect:
    """The turn itself: a camp without units leaves the first one to the other."""
    turn = pass_turn(state, rules, advance=0)
    return fx.TurnPassed(
        turn=turn.turn,
        active=turn.active,
        seat=next_seat(state, rules, after=0),
        warband=turn.warband,
        first_done="",
        rule="SOLO-39",
    )


def _first(state: SoloState, round: int) -> Procedure[Camp]:
    """Who acts first: whoever was done first last round; otherwise the table says."""
    if state.game.first_done:
        return state.game.first_done
    options = (Option("human", say("We do")), Option("ai", say("The app")))
    text = say("Who acts first in round {round}?", round=round)
    answer: Camp = yield Choose(f"first:{round}", text, options, rule="SOLO-39")
    return answer


def _tokens(state: SoloState, rules: Rules) -> list[Effect]:
    most = rules.number("tokens_most")
    found: list[Effect] = []
    for unit in state.on_table("ai"):
        tokens = spells.tokens_at_round_start(unit, most)
        if tokens != unit.tokens:
            found.append(fx.TokensSet(unit=unit.id, tokens=tokens, rule="SOLO-63"))
    return found


@GAME.procedure("human_turn", rules=("SOLO-39", "SOLO-43"), slot="turn:{turn}", by="table")
def human_turn(ctx: SoloCtx, *, turn: int, unit: str | None = None, done: bool = False) -> Procedure[Effects]:
    """Note which of your units acted; with none named, the app does not keep track; `done`: all have.

    Source: SOLO-39, SOLO-43
    """
    state = ctx.state
    yield from in_phase(ctx, "round", rule="SOLO-39")
    yield from this_turn(ctx, turn)
    yield from admit(state.game.active == "human", "SOLO-39", say("It is the app’s turn."))
    acted = (yield from _acting(state, unit)) if unit is not None else _all_of(state) if done else []
    after = apply_all(state, acted)
    if unit is None:
        after = after.change("games", "game", tracked=done and state.game.tracked, people_done=done)
    return (*acted, pass_turn(after, ctx.book))


def _acting(state: SoloState, unit: str) -> Procedure[list[Effect]]:
    require(unit in state.units, "SOLO-45", say("There is no such unit."), "unit")
    mine = state.units[unit]
    require(state.camp_of(mine.side) == "human", "SOLO-45", say("That unit is run by the app."))
    yield from on_table(mine)
    acted = say("{unit} has already acted this round.", unit=mine.name)
    yield from admit(not mine.activated, "SOLO-45", acted)
    seat = state.sides[mine.side].seat
    right = state.game.seat in (0, seat)
    yield from admit(right, "SOLO-01", say("Another player goes first; the page shows who."))
    return [fx.Acted(unit=unit, stands_up=mine.stunned, rule="SOLO-43")]


def _all_of(state: SoloState) -> list[Effect]:
    return [
        fx.Acted(unit=unit.id, stands_up=unit.stunned, rule="SOLO-43")
        for unit in state.on_table("human")
        if not unit.activated
    ]


@GAME.procedure("end_round", rules=("SOLO-24", "SOLO-47"), slot="round:{round}:end", by="table")
def end_round(ctx: SoloCtx, *, round: int) -> Procedure[Effects]:
    """Close the round: say who holds which marker, and whether the game continues.

    Source: SOLO-24, SOLO-47
    """
    state, rules = ctx.state, ctx.book
    yield from in_phase(ctx, "round", rule="SOLO-24")
    closed = say("Round {round} has already ended.", round=round)
    yield from admit(round == state.game.round, "SOLO-24", closed)
    waiting = len(left_to_act(state, "ai"))
    more = say_many(
        waiting,
        "The app has {number} more unit to activate. Let it finish first.",
        "The app has {number} more units to activate. Let it finish first.",
    )
    yield from admit(not waiting, "SOLO-39", more)
    markers = list(state.markers.values())
    holders = yield from gather(*(_holder(state, marker, round) for marker in markers))
    seized: list[Effect] = [
        fx.Seized(marker=marker.id, side=holder, rule="SOLO-47")
        for marker, holder in zip(markers, holders, strict=True)
        if holder != marker.seized
    ]
    over = fx.RoundOver(rule="SOLO-24")
    after = apply_all(state, [*seized, over])
    if not (yield from _ends(after, rules)):
        return (*seized, over)
    winner = yield from _winner(after)
    return (*seized, over, fx.GameOver(winner=winner, rule="SOLO-24"))


NOBODY = "nobody"


def _holder(state: SoloState, marker: Marker, round: int) -> Procedure[str]:
    """The side that holds a marker now; it keeps it until another one seizes it."""
    options = [Option(side.id, side.name or side.id) for side in state.in_seat_order()]
    if not marker.seized:
        options.insert(0, Option(NOBODY, say("Nobody")))
    answer: str = yield Choose(
        f"holds:{round}:{marker.id}",
        say("Who holds marker {marker}?", marker=marker.name),
        tuple(options),
        rule="SOLO-47",
        how=say("{side} so far.", side=state.sides[marker.seized].name)
        if marker.seized in state.sides
        else say("Nobody so far."),
        about=marker.id,
        left_out=partial(_still_held, state, marker),
    )
    return "" if answer == NOBODY else answer


def _still_held(state: SoloState, marker: Marker, named: str) -> Refused | None:
    if named != NOBODY or marker.seized not in state.sides:
        return None
    holder = state.sides[marker.seized]
    held = {"marker": marker.name, "side": holder.name or holder.id}
    return Refused("", say("Marker {marker} stays with {side} until another side takes it.", **held))


def _ends(state: SoloState, rules: Rules) -> Procedure[bool]:
    game = state.game
    beaten = any(not _has_units(state, camp) for camp in ("ai", "human"))
    if game.round < rules.number("rounds") and not beaten:
        return False
    options = (Option("end", say("The game is over")), Option("on", say("Another round")))
    text = say("Does the game end here?")
    answer: str = yield Choose(f"end:{game.round}", text, options, rule="SOLO-24")
    return answer == "end"


def _has_units(state: SoloState, camp: str) -> bool:
    """Somebody is on the table or may still come; a camp whose units nobody entered counts as there."""
    units = state.units_of(camp)
    return not units or any(unit.out in ("", "reserve") for unit in units)


def _winner(state: SoloState) -> Procedure[str]:
    ai, human = seized_markers(state)
    options = (
        Option("human", say("We won")),
        Option("ai", say("The app won")),
        Option("draw", say("A draw")),
    )
    answer: str = yield Choose(
        f"winner:{state.game.round}",
        say("Who won, according to your mission?"),
        options,
        rule="SOLO-84",
        how=say("Markers: {yours} for you, {app} for the app.", yours=human, app=ai),
    )
    return answer


@GAME.procedure("concede", rules=("SOLO-81", "OPR-31"), slot="concede:{side}", by="table")
def concede_game(ctx: SoloCtx, *, side: str, moment: str = "") -> Procedure[Effects]:
    """Concede: all of your units still on the table leave it; they are not casualties.

    `moment`: when in the round, where somebody has said so already. Source: SOLO-81, OPR-31
    """
    state = ctx.state
    require(side in state.sides, "SOLO-81", say("There is no such side."), "side")
    mine = state.sides[side]
    require(not mine.is_ai, "SOLO-81", say("The app never concedes. Play it out."), "side")
    yield from not_over(ctx, rule="SOLO-81")
    yield from admit(not mine.conceded, "OPR-31", say("{side} has already conceded.", side=mine.name))
    when = moment or (yield from _moment(ctx, mine))
    allowed = when in ("round_start", "rout_test")[: 1 + (ctx.book.choice("terms") == "skirmish")]
    require(allowed, "OPR-31", say("You can only concede at the start of a round."), "moment")
    between = state.game.phase == "between"
    leaving = [one.id for one in state.units.values() if one.side == side and one.out not in OUT_FOR_GOOD]
    gone: list[Effect] = [
        fx.SideConceded(
            side=side,
            round=max(1, state.game.round + between),
            moment=when,
            units=tuple(leaving),
            rule="OPR-31",
        )
    ]
    after = apply_all(state, gone)
    if all(one.conceded for one in after.human_sides()):
        gone.append(fx.GameOver(winner="ai", rule="SOLO-81"))
        return tuple(gone)
    return (*gone, *turn_again(after, ctx.book))


def _has_begun(state: SoloState, side: TableSide) -> bool:
    """Whether a unit has acted in this round, or one of this side has fallen in it. Source: OPR-31"""
    fallen = (one.victim for one in state.kills.values() if one.round == state.game.round)
    lost = any(state.units[one].side == side.id for one in fallen if one in state.units)
    return lost or any(unit.activated for unit in state.units.values())


def _moment(ctx: SoloCtx, side: TableSide) -> Procedure[str]:
    """When in a round somebody concedes; in the middle of one the smaller game asks for a rout test that is
    due, and the bigger one knows only its beginning. Source: OPR-31
    """
    game = ctx.state.game
    if game.phase != "round" or not _has_begun(ctx.state, side):
        return "round_start"
    begun = say(
        "Round {round} has begun, and you can only concede at the start of a round. Wait for the next.",
        round=game.round,
    )
    yield from admit(ctx.book.choice("terms") == "skirmish", "OPR-31", begun)
    due: bool = yield YesNo(
        "rout",
        say(
            "Round {round} has begun: does {side} have a rout test to take now?",
            round=game.round,
            side=side.name,
        ),
        rule="OPR-31",
        yes=say("Yes, and it concedes first"),
        no=say("No"),
    )
    waits = say("You can concede at the start of a round or before a rout test.")
    yield from admit(due, "OPR-31", waits)
    return "rout_test"
