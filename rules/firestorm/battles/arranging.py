"""Before a battle is played: its size, how many games, the scenario, terrain, command points.

Source: FS-10, FS-48, FS-53, FS-85, FS-124, FS-126
"""

from __future__ import annotations

from dataclasses import replace

from rules.engine.effects import Effect
from rules.engine.language import say
from rules.engine.procedure import Procedure, ask_all, checked_name, require
from rules.engine.questions import Roll, side
from rules.firestorm.battles.admission import battle_of, battle_problems, bout_of
from rules.firestorm.battles.results import has_room
from rules.firestorm.benefits import command_points
from rules.firestorm.effects import (
    BattleLocked,
    BoutChanged,
    FirestormSizeAgreed,
    GamesAgreed,
    ScenarioNamed,
)
from rules.firestorm.faction_figures import bouts_of, holds_tower, is_siege_battle
from rules.firestorm.game import GAME, FirestormCtx
from rules.firestorm.state import Bout
from rules.firestorm.work import FirestormWork
from rules.turns.problems import stop

SIZES = (100, 20_000)
MOST_GAMES = 12
MOST_NAME = 120


@GAME.procedure("agree_size", rules=("FS-10",), slot="battle:{battle}:size", by="side:{faction}", repeat=True)
def agree_army_size(
    ctx: FirestormCtx, *, battle: str, faction: str, points: int
) -> Procedure[tuple[Effect, ...]]:
    """Enter the army size that both sides agreed on for a banner in this battle. Source: FS-10"""
    found = battle_of(ctx.state, ctx.book, battle)
    yield from stop(battle_problems(ctx.state, ctx.book, "agree_size", found, faction))
    sentence = say("An army must have {least} to {most} points.", least=SIZES[0], most=SIZES[1])
    require(SIZES[0] <= points <= SIZES[1], "FS-10", sentence, "points")
    work = FirestormWork(ctx)
    work.do(FirestormSizeAgreed(battle=battle, points=points, rule="FS-10"))
    lines = tuple(replace(one, points=points) if one.what == "banner" else one for one in found.lines)
    if found.locked:
        work.do(
            BattleLocked(
                battle=battle, defender=found.defender, defend=found.defend, garrison=found.garrison,
                lines=lines, gears=found.gears, rule="FS-10",
            )
        )  # fmt: skip
    return work.done()


@GAME.procedure(
    "agree_games", rules=("FS-49",), slot="battle:{battle}:games", by="side:{faction}", repeat=True
)
def agree_games(ctx: FirestormCtx, *, battle: str, faction: str, games: int) -> Procedure[tuple[Effect, ...]]:
    """Enter how many games this battle has when several players fight it.

    Once one was told no side takes away those that are still to come. Source: FS-49
    """
    found = battle_of(ctx.state, ctx.book, battle)
    yield from stop(battle_problems(ctx.state, ctx.book, "agree_games", found, faction))
    if found.third:
        yield from stop([ctx.book.problem("E75").about("games")])
    if is_siege_battle(ctx.state, battle):
        yield from stop([ctx.book.problem("E124").about("games")])
    sentence = say("A battle can have 1 to {most} games.", most=MOST_GAMES)
    require(1 <= games <= MOST_GAMES, "FS-49", sentence, "games")
    if games < len(bouts_of(ctx.state, battle)) or games == len(bouts_of(ctx.state, battle, "confirmed")):
        raise ctx.book.problem("E87").about("games").refused()
    if games < found.games and bouts_of(ctx.state, battle, "reported", "disputed", "confirmed"):
        yield from stop([ctx.book.problem("E149").about("games")])
    return (GamesAgreed(battle=battle, games=games, rule="FS-49"),)


@GAME.procedure(
    "name_scenario", rules=("FS-48",), slot="battle:{battle}:scenario", by="side:{faction}", repeat=True
)
def name_scenario(
    ctx: FirestormCtx, *, battle: str, faction: str, name: str
) -> Procedure[tuple[Effect, ...]]:
    """Enter the battleplan used for a battle. Source: FS-48"""
    found = battle_of(ctx.state, ctx.book, battle)
    yield from stop(battle_problems(ctx.state, ctx.book, "name_scenario", found, faction))
    plan = checked_name(name, MOST_NAME, "FS-48", say("Name the battleplan."))
    return (ScenarioNamed(battle=battle, name=plan, rule="FS-48"),)


@GAME.procedure(
    "roll_terrain", rules=("FS-53", "FS-134"), slot="battle:{battle}:terrain", by="side:{faction}"
)
def roll_terrain(ctx: FirestormCtx, *, battle: str, faction: str) -> Procedure[tuple[Effect, ...]]:
    """Roll for how many pieces of terrain go on each tile of a 6′×4′ table. Source: FS-53"""
    found = battle_of(ctx.state, ctx.book, battle)
    yield from stop(battle_problems(ctx.state, ctx.book, "roll_terrain", found, faction))
    who = "|".join(side(one) for one in found.factions)
    yield from ask_all(_tile(battle, tile, who) for tile in range(1, ctx.book.figures.tile_dice + 1))
    return ()


def _tile(battle: str, tile: int, who: str) -> Roll:
    return Roll(
        f"terrain:{battle}:{tile}", say("How many pieces of terrain are there on tile {tile}?", tile=tile),
        rule="FS-53", who=who, about=battle, die="D3",
    )  # fmt: skip


@GAME.procedure(
    "roll_commands", rules=("FS-85", "FS-124", "FS-126"), slot="battle:{battle}:{faction}:commands:{bout}",
    by="side:{faction}", repeat=True,
)  # fmt: skip
def roll_commands(
    ctx: FirestormCtx, *, battle: str, faction: str, bout: str = ""
) -> Procedure[tuple[Effect, ...]]:
    """Work out a faction’s command points before a game, from its tower’s die and its settlements.

    Without `bout` it is the next one that is not reported yet. Source: FS-85, FS-124, FS-126
    """
    state, book = ctx.state, ctx.book
    found = battle_of(state, book, battle)
    yield from stop(battle_problems(state, book, "roll_commands", found, faction))
    waiting = [one for one in bouts_of(state, battle, "open") if faction not in dict(one.commands)]
    new = Bout(id=ctx.new("game"), battle=battle)
    game = bout_of(state, book, bout) if bout else next(iter(waiting), new)
    full = game is new and not has_room(state, found)
    if full or faction in dict(game.commands):
        yield from stop([book.problem("E85", faction=state.name_of(faction)).about("faction")])
    tower = 0
    if holds_tower(state, book, faction):
        tower = yield Roll(
            f"commands:{game.id}:{faction}", say("How many command points does the Lord’s Tower give?"),
            rule="FS-85", who=side(faction), about=faction, die="D3",
        )  # fmt: skip
    points = tower + command_points(state, book, faction)
    told = replace(game, commands=(*game.commands, (faction, points)))
    return (BoutChanged(bout=told, rule="FS-124"),)
