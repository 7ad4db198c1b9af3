"""How a siege begins: whether there is one, storm or siege, the opening.

Source: FS-140 … FS-143, FS-146
"""

from __future__ import annotations

from dataclasses import replace

from rules.engine.effects import Effect
from rules.engine.language import say
from rules.engine.procedure import Procedure
from rules.engine.questions import Choose, Face, Option, Roll, side
from rules.firestorm.battles.admission import battle_of
from rules.firestorm.effects import BoutChanged, GamesAgreed
from rules.firestorm.faction_figures import bouts_of
from rules.firestorm.game import GAME, FirestormCtx
from rules.firestorm.siege.siege_rules import (
    faction_on,
    place_problems,
    siege_level,
    siege_side,
    siege_turn_problems,
)
from rules.firestorm.siege_effects import Gained, SiegeMoved
from rules.firestorm.siege_state import Besieging, Gain, How, Siege
from rules.firestorm.state import Battle
from rules.firestorm.work import FirestormWork
from rules.turns.problems import stop


@GAME.procedure(
    "offer_siege", rules=("FS-140", "FS-142", "FS-143"), slot="siege:{battle}:offer:{faction}",
    by="side:{faction}", repeat=True,
)  # fmt: skip
def offer_siege(
    ctx: FirestormCtx, *, battle: str, faction: str, siege: bool = True
) -> Procedure[tuple[Effect, ...]]:
    """Choose whether this battle is a siege; a league setting decides who may.

    A report from the field that nobody has confirmed is void then: how a siege ends, its assault says, one
    game however many were agreed on and however many play. Once a game counts there is no siege any more.
    Source: FS-140, FS-143, FS-144
    """
    state, book = ctx.state, ctx.book
    found = battle_of(state, book, battle)
    yield from stop(place_problems(state, book, "offer_siege", found, faction))
    mine = siege_side(found, faction)
    mode, known = book.settings.siege_mode, state.sieges.get(battle, Siege(id=battle))
    if mode == "defender_choice" and mine == "besieger":
        yield from stop([book.problem("E113").about("faction")])
    wanted = tuple(dict.fromkeys((*known.wanted, mine)))
    if mode == "always":
        siege = True
    if not siege:
        return (SiegeMoved(siege=replace(known, step="field"), rule="FS-140"),)
    if mode == "both_agree" and len(wanted) < 2:
        return (SiegeMoved(siege=replace(known, wanted=wanted), rule="FS-140"),)
    level = siege_level(state, book, found)
    laid = replace(
        known, level=level, step="start", wanted=wanted, besieger_points=level, besieged_points=level
    )
    told = (replace(one, status="void", accounts=()) for one in bouts_of(state, battle))
    void = (BoutChanged(bout=one, rule="FS-140") for one in told)
    games = [GamesAgreed(battle=battle, games=1, rule="FS-144")] if found.games != 1 else []
    return (SiegeMoved(siege=laid, rule="FS-143"), *void, *games)


@GAME.procedure("start_siege", rules=("FS-146", "FS-150"), slot="siege:{battle}:start", by="side:{faction}")
def start_siege(
    ctx: FirestormCtx, *, battle: str, faction: str, storm: bool = False
) -> Procedure[tuple[Effect, ...]]:
    """Storm the place at once, or lay siege to it and play the opening. Source: FS-146, FS-150"""
    state, book = ctx.state, ctx.book
    found = battle_of(state, book, battle)
    yield from stop(siege_turn_problems(state, book, "start_siege", found, faction, "start"))
    if siege_side(found, faction) != "besieger":
        yield from stop([book.problem("E113").about("faction")])
    now = state.sieges[battle]
    if storm:
        return (SiegeMoved(siege=replace(now, step="assault"), rule="FS-140"),)
    face = yield from _which_opening(ctx, found)
    opening = 1 if face <= book.siege.figures.opening_help_to else 2
    how, winner, dice = yield from _played(ctx, found, opening)
    work = FirestormWork(ctx)
    won = winner == "besieged"
    row = Gain(
        id=f"{battle}:opening", siege=battle, turn=0, side="besieged", option=f"opening_{opening}",
        how=how, won=won, dice=(face, *dice), state="applied" if won else "none",
    )  # fmt: skip
    work.do(Gained(gain=row, rule="FS-151"))
    work.do(SiegeMoved(siege=_opened(ctx, now, opening, won=won), roll=face, rule="FS-146"))
    return work.done()


def _opened(ctx: FirestormCtx, now: Siege, opening: int, *, won: bool) -> Siege:
    """The siege after its opening. Source: FS-146"""
    figures, settings = ctx.book.siege.figures, ctx.book.settings
    if opening == 1:
        help_timer = figures.help_slows if won else 0
        return replace(now, step="timer", opening=1, help_timer=help_timer, unlocked=won)
    loses = {"as_written": won, "on_defeat": not won, "none": False}[settings.forlorn]
    cost = figures.forlorn_points * settings.old_point if loses else 0
    return replace(now, step="timer", opening=2, besieged_delta=now.besieged_delta - cost)


def _which_opening(ctx: FirestormCtx, battle: Battle) -> Procedure[int]:
    plans, least = ctx.book.siege.plans, ctx.book.siege.figures.opening_help_to
    faces = tuple(Face(face, plans[0 if face <= least else 1].name) for face in range(1, 7))
    face: int = yield Roll(
        f"opening:{battle.id}", say("How does the siege begin?"), rule="FS-146", who=side(battle.attack),
        about=battle.id, faces=faces,
    )  # fmt: skip
    return face


def _played(
    ctx: FirestormCtx, battle: Battle, number: int
) -> Procedure[tuple[How, Besieging, tuple[int, ...]]]:
    """An opening rolled for or played, by its battleplan. Source: FS-150, FS-158, FS-159"""
    plan = ctx.book.siege.plan(number)
    how = yield from ask_how(battle, f"opening:{battle.id}:how", plan.name)
    if how == "battleplan":
        return how, (yield from ask_winner(ctx, battle, f"opening:{battle.id}:winner", plan.name)), ()
    roller: Besieging = plan.quick_by or "besieger"
    face: int = yield Roll(
        f"opening:{battle.id}:quick", say("The quick roll for {name}", name=plan.name), rule="FS-159",
        who=side(faction_on(battle, roller)), about=battle.id,
        how=say("On {least} or more, the {side} win.", least=plan.quick, side=_side_name(plan.quick_winner)),
    )  # fmt: skip
    first: Besieging = plan.quick_winner or "besieger"
    return how, (first if face >= plan.quick else _other(first)), (face,)


def _other(one: Besieging) -> Besieging:
    return "besieged" if one == "besieger" else "besieger"


def _side_name(one: str) -> str:
    return say("besiegers") if one == "besieger" else say("besieged")


def ask_how(battle: Battle, key: str, name: str) -> Procedure[How]:
    """Whether it is rolled for or played on the table. Source: FS-150"""
    options = (Option("quick", say("Roll for it")), Option("battleplan", say("Play the battleplan")))
    how: How = yield Choose(
        key, say("{name}: roll or play?", name=name), rule="FS-150", who=both(battle), about=battle.id,
        options=options,
    )  # fmt: skip
    return how


def ask_winner(ctx: FirestormCtx, battle: Battle, key: str, name: str) -> Procedure[Besieging]:
    """Who won a battleplan. Source: FS-158"""
    options = tuple(
        Option(one, ctx.state.name_of(faction_on(battle, one))) for one in ("besieger", "besieged")
    )
    won: Besieging = yield Choose(
        key, say("Who won {name}?", name=name), rule="FS-158", who=both(battle), about=battle.id,
        options=options,
    )  # fmt: skip
    return won


def both(battle: Battle) -> str:
    """Whoever fights on either side. Source: FS-150"""
    return "|".join(side(one) for one in battle.factions)
