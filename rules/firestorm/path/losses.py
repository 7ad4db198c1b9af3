"""After a game: who was lost in it, and what that costs. Source: FS-118 … FS-122"""

from __future__ import annotations

from dataclasses import replace

from rules.engine.effects import Effect
from rules.engine.language import say
from rules.engine.procedure import Procedure, gather, require
from rules.engine.questions import Face, Roll, side
from rules.firestorm.battles.admission import bout_of
from rules.firestorm.book import FirestormInForce
from rules.firestorm.effects import BoutChanged
from rules.firestorm.game import GAME, FirestormCtx
from rules.firestorm.muster_effects import DeathRolled, UpgradeGone
from rules.firestorm.muster_state import Character, Upgrade
from rules.firestorm.path.upgrade_rules import army_in_battle, counting_problems, held_upgrades
from rules.firestorm.state import Bout
from rules.firestorm.work import FirestormWork
from rules.turns.problems import stop


@GAME.procedure(
    "count_dead", rules=("FS-118", "FS-119", "FS-120", "FS-121", "FS-122"),
    slot="bout:{bout}:{faction}:dead", by="side:{faction}",
)  # fmt: skip
def count_dead(
    ctx: FirestormCtx, *, faction: str, bout: str, dead: tuple[str, ...] = ()
) -> Procedure[tuple[Effect, ...]]:
    """Enter who in your army was lost in a game, and roll for them. Source: FS-118 … FS-122"""
    state, book = ctx.state, ctx.book
    game = bout_of(state, book, bout)
    battle = state.battles[game.battle]
    yield from stop(counting_problems(state, book, "count_dead", battle, game, faction))
    if faction in game.counted:
        yield from stop([book.problem("E106", faction=state.name_of(faction)).about("faction")])
    known = {one.id: one for one in army_in_battle(state, battle, faction)}
    require(len(set(dead)) == len(dead), "FS-118", say("A unit can only be lost once."), "dead")
    for one in dead:
        if one not in known or not known[one].alive:
            raise book.problem("E108").about("dead").refused()
    work = FirestormWork(ctx)
    lost = replace(game, dead=(*game.dead, *dead), counted=(*game.counted, faction))
    work.do(BoutChanged(bout=lost, rule="FS-118"))
    rolled = yield from gather(*(_roll(ctx, game, known[one]) for one in dead))
    for one, face in zip(dead, rolled, strict=True):
        _suffer(work, known[one], game, face)
    return work.done()


def may_die(book: FirestormInForce, character: Character) -> bool:
    """Whether a die may end it for good. Source: FS-120, FS-121, FS-122"""
    return character.kind in ("commander", "named") or (
        character.kind == "hero" and book.settings.hero_death == "also_die"
    )


def _rule(character: Character) -> str:
    return {"commander": "FS-120", "named": "FS-121", "hero": "FS-122", "unit": "FS-118"}[character.kind]


def _roll(ctx: FirestormCtx, bout: Bout, lost: Character) -> Procedure[int]:
    """The die of somebody lost; none for whom nothing can be taken from (0). Source: FS-119"""
    figures = ctx.book.figures
    if may_die(ctx.book, lost):
        worst, told = figures.death_face, (say("dead for good"), say("escapes"))
        text = say("{name} has fallen. Is this the end?", name=lost.name)
    elif held_upgrades(ctx.state, lost.id):
        worst, told = figures.upgrade_lost_to, (say("the upgrade is lost"), say("the upgrade is kept"))
        text = say("{name} was destroyed. Does it keep its upgrade?", name=lost.name)
    else:
        return 0
    faces = tuple(Face(face, told[face > worst]) for face in range(1, 7))
    face: int = yield Roll(
        f"lost:{bout.id}:{lost.id}",
        text,
        rule=_rule(lost),
        who=side(lost.faction),
        about=lost.id,
        faces=faces,
    )
    return face


def _suffer(work: FirestormWork, lost: Character, bout: Bout, face: int) -> None:
    """What the die takes. Source: FS-118, FS-120, FS-121"""
    if not face:
        return
    rule, mine = _rule(lost), held_upgrades(work.state, lost.id)
    if not may_die(work.book, lost):
        if face <= work.book.figures.upgrade_lost_to:
            work.do(*(_gone(one, face, rule) for one in mine))
        return
    dead = face <= work.book.figures.death_face
    work.do(DeathRolled(character=lost.id, battle=bout.battle, roll=face, dead=dead, rule=rule))
    if dead:
        work.do(*(_gone(one, face, rule) for one in mine))


def _gone(one: Upgrade, face: int, rule: str) -> UpgradeGone:
    return UpgradeGone(upgrade=one.id, row=one.row, state="lost", roll=face, rule=rule)
