"""Path to Glory: after a game a survivor rolls on its chart. Source: FS-109 … FS-117"""

from __future__ import annotations

from rules.engine.effects import Effect
from rules.engine.language import say
from rules.engine.procedure import OPEN_THROWS, Procedure
from rules.engine.questions import Choose, Face, Option, Roll, side
from rules.firestorm.battles.admission import bout_of
from rules.firestorm.decks import chart, row_name
from rules.firestorm.game import GAME, FirestormCtx
from rules.firestorm.muster_effects import Upgraded, UpgradeGone
from rules.firestorm.muster_state import Character, ChartRow, Upgrade
from rules.firestorm.path.upgrade_rules import (
    chart_face_count,
    chart_of,
    held_upgrades,
    row_at,
    uncovered,
    upgrade_problems,
)
from rules.firestorm.work import FirestormWork
from rules.turns.problems import stop


@GAME.procedure(
    "upgrade",
    rules=("FS-109", "FS-110", "FS-111", "FS-112", "FS-113", "FS-114", "FS-115", "FS-116", "FS-117"),
    slot="bout:{bout}:{faction}:upgrade:{character}",
    by="side:{faction}",
)
def upgrade(ctx: FirestormCtx, *, faction: str, bout: str, character: str) -> Procedure[tuple[Effect, ...]]:
    """Roll for an upgrade for a unit or character that survived a game. Source: FS-109 … FS-117"""
    state, book = ctx.state, ctx.book
    game = bout_of(state, book, bout)
    battle = state.battles[game.battle]
    if character not in state.characters:
        raise book.problem("E108").about("character").refused()
    who = state.characters[character]
    yield from stop(upgrade_problems(state, book, battle, game, faction, who))
    rows = chart(state, book, chart_of(who))
    if missing := uncovered(rows):
        yield from stop([book.problem("E49", faults=missing)])
    row, dice = yield from _rolled(ctx, who, rows, f"{bout}:{character}")
    work, before = FirestormWork(ctx), held_upgrades(state, character)
    if who.kind != "commander":
        work.do(
            *(UpgradeGone(upgrade=one.id, row=one.row, state="replaced", rule="FS-114") for one in before)
        )
    new = Upgrade(
        id=ctx.new(f"upgrade.{character}"), character=character, chart=chart_of(who), row=row.id,
        name="" if row_name(book.start, row.id) else row.name,
        turn=state.now.turn, battle=battle.id, bout=bout, dice=dice,
    )  # fmt: skip
    work.do(Upgraded(upgrade=new, rule="FS-117"))
    return work.done()


def _rolled(
    ctx: FirestormCtx, who: Character, rows: list[ChartRow], occasion: str
) -> Procedure[tuple[ChartRow, tuple[int, ...]]]:
    """The row, and every die thrown for it. A commander rolls what is held again, until it is new; who holds
    all of them chooses. Source: FS-114, FS-115
    """
    taken = {one.row for one in held_upgrades(ctx.state, who.id)} if who.kind == "commander" else set()
    options = tuple(Option(one.id, one.name, one.words) for one in rows)
    text = say("What does {name} learn?", name=who.name)
    if taken.issuperset(one.id for one in rows):
        chosen: str = yield Choose(
            f"upgrade:{occasion}", text, rule="FS-115", who=side(who.faction), about=who.id, options=options
        )
        return next(one for one in rows if one.id == chosen), ()
    faces = tuple(
        Face(face, row_at(rows, face).name, again=row_at(rows, face).id in taken)
        for face in range(1, chart_face_count(rows) + 1)
    )
    fresh = tuple(one.value for one in faces if not one.again)
    dice: tuple[int, ...] = ()
    while not dice or dice[-1] not in fresh:
        face: int = yield Roll(
            f"upgrade:{occasion}:{len(dice) + 1}", text, rule="FS-112" if not dice else "FS-115",
            who=side(who.faction), about=who.id, die=f"D{len(faces)}", faces=faces,
            legal=fresh if len(dice) >= OPEN_THROWS else (),
        )  # fmt: skip
        dice = (*dice, face)
    return row_at(rows, dice[-1]), dice
