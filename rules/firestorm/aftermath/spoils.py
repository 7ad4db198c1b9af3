"""Build points of a battle: D3 for each side; the winner may roll once more for less than all of it.

Source: FS-71 … FS-73, FS-77
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.engine.games import Effects
from rules.engine.language import say
from rules.engine.procedure import Procedure
from rules.engine.questions import Roll, YesNo, side
from rules.firestorm.aftermath.fates import leaving, scattered_banners
from rules.firestorm.aftermath.razing import too_many
from rules.firestorm.book import FirestormInForce
from rules.firestorm.effects import SpoilsTaken
from rules.firestorm.faction_figures import battles_this_turn
from rules.firestorm.game import GAME, FirestormCtx
from rules.firestorm.glory.awards import WON, grades
from rules.firestorm.phases.admission import faction_problems
from rules.firestorm.phases.moving_on import OWED
from rules.firestorm.state import Battle, Firestorm
from rules.firestorm.work import FirestormWork
from rules.turns.problems import TurnProblem, stop

HIGHEST = 3  # of a D3: nobody rolls that again


def unrolled(state: Firestorm, faction: str) -> list[Battle]:
    """Battles of this turn a faction has not rolled build points for. Source: FS-71"""
    return [
        one for one in battles_this_turn(state)
        if one.applied and one.result and faction in one.factions and faction not in one.rolled
    ]  # fmt: skip


@GAME.procedure(
    "roll_build", rules=("FS-71", "FS-72", "FS-73"), slot="{battle}:build:{faction}", by="side:{faction}"
)
def roll_build(ctx: FirestormCtx, *, turn: int, battle: str, faction: str) -> Procedure[Effects]:
    """Roll for the build points of a battle; the winner may re-roll but must keep the second result.

    Source: FS-71, FS-72, FS-73
    """
    state, book = ctx.state, ctx.book
    yield from stop(faction_problems(state, book, "roll_build", faction, turn))
    found = next((one for one in unrolled(state, faction) if one.id == battle), None)
    if found is None:
        raise book.problem("E43" if battle in state.battles else "E41").about("battle").refused()
    games = _games(state, book, found)
    total = 0
    for number in range(1, games + 1):
        total += yield from _die(ctx, found, faction, f"build:{battle}:{faction}:{number}")
    work = FirestormWork(ctx)
    work.enter("build", faction, total, "battle", "FS-71", battle=battle, territory=found.territory)
    work.do(SpoilsTaken(battle=battle, faction=faction, rule="FS-73"))
    return work.done()


def _games(state: Firestorm, book: FirestormInForce, battle: Battle) -> int:
    if not book.settings.bp_per_game:
        return 1
    played = [one for one in state.bouts.values() if (one.battle, one.status) == (battle.id, "confirmed")]
    return max(1, len(played))


def _die(ctx: FirestormCtx, battle: Battle, faction: str, key: str) -> Procedure[int]:
    """A D3, and another one if the winner wants it. Source: FS-71, FS-72

    After the highest nobody wants one. Where build points are hidden it is asked all the same: not to ask
    would tell the others what fell.
    """
    name, settings = ctx.state.name_of(faction), ctx.book.settings
    best, shown = settings.bp_keep_best, settings.public_bp
    text = say("How many build points does {faction} gain?", faction=name)
    first: int = yield Roll(key, text, rule="FS-71", who=side(faction), about=battle.id, die="D3")
    if grades(battle).get(faction) not in WON or (shown and first == HIGHEST):
        return first
    again: bool = yield YesNo(
        f"{key}:again",
        say("Roll once more for build points?"),
        rule="FS-72",
        who=side(faction),
        about=battle.id,
        how=say("The better roll counts.") if best else say("The second roll counts, whatever it is."),
        yes=say("Roll again"),
        no=say("Keep the {number}", number=first) if shown else say("Keep it"),
    )
    if not again:
        return first
    second: int = yield Roll(f"{key}:2", text, rule="FS-72", who=side(faction), about=battle.id, die="D3")
    return max(first, second) if best else second


def still_due(state: Firestorm, book: FirestormInForce, faction: str) -> Iterator[TurnProblem]:
    """What a faction owes in Aftermath: fates, build points, banners too many. Source: FS-13, FS-60, FS-71"""
    for one in (*(banner for _, banner in leaving(state)), *scattered_banners(state)):
        if one.faction == faction:
            yield book.problem("E92", faction=state.name_of(faction), banner=state.name_of(one.id))
    for battle in unrolled(state, faction):
        yield book.problem("E89", place=state.name_of(battle.territory))
    if too_many(state, book, faction):
        gone = not leaving(state) and not scattered_banners(state)
        yield book.problem("E88" if gone else "E125", faction=state.name_of(faction))


OWED["aftermath"] = still_due
