"""From the table back to the league: each game of a battle is reported, confirmed, disputed, decided.

Nothing counts before the other side or the organiser agrees; the last game that counts settles its battle.
Source: FS-10, FS-48 … FS-50, FS-56 … FS-59
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

from rules.engine.effects import Effect
from rules.engine.language import say
from rules.engine.procedure import Procedure, require
from rules.firestorm.battles.admission import battle_of, battle_problems, bout_of
from rules.firestorm.battles.results import bouts_of, is_complete, overall, tabled
from rules.firestorm.book import InForce
from rules.firestorm.effects import BattleDecided, BoutChanged
from rules.firestorm.game import GAME, FirestormCtx
from rules.firestorm.glory.awards import mirrored
from rules.firestorm.phases.moving_on import refresh
from rules.firestorm.state import Battle, Bout, Firestorm, Grade, SideName
from rules.firestorm.work import Work
from rules.turns.problems import Problem, stop

MOST_WORDS = 500
SIDES: tuple[SideName, ...] = ("attack", "defend")
type Condition = Literal["none", "attack", "defend"]


@GAME.procedure(
    "report", rules=("FS-49", "FS-50", "FS-59"), slot="battle:{battle}:report:{bout}", by="side:{faction}",
    repeat=True,
)  # fmt: skip
def report(
    ctx: FirestormCtx, *, battle: str, faction: str, result: Grade, bout: str = "", attack: str = "",
    defend: str = "", attacker_tabled: bool = False, defender_tabled: bool = False,
    condition: Condition = "none", words: str = "",
) -> Procedure[tuple[Effect, ...]]:  # fmt: skip
    """Report a game of a battle, or (`bout`) report it anew; the other side confirms.

    `result` is the reporting side's; `attack` and `defend` are the players. Source: FS-49, FS-50
    """
    state, book = ctx.state, ctx.book
    found = battle_of(state, book, battle)
    yield from stop(battle_problems(state, book, "report", found, faction))
    if besieged(state, battle):
        yield from stop([book.problem("E119").about("battle")])
    waiting = next(iter(bouts_of(state, battle, "open")), None)
    known = bout_of(state, book, bout) if bout else waiting
    yield from stop(_report_problems(state, book, found, known))
    require(len(words) <= MOST_WORDS, "FS-49", say("Say it in fewer words."), "words")
    told = replace(
        known or Bout(id=ctx.new("game"), battle=battle),
        attack=attack,
        defend=defend,
        result=result if faction == found.attack else mirrored(result),
        tabled=tuple(s for s, is_so in zip(SIDES, (attacker_tabled, defender_tabled), strict=True) if is_so),
        status="reported",
        reported_by=faction,
        condition=condition,
        words=words.strip(),
    )
    return (BoutChanged(bout=told, rule="FS-49"),)


def besieged(state: Firestorm, battle: str) -> bool:
    """Whether a battle is fought as a siege. Source: FS-140"""
    return battle in state.sieges and state.sieges[battle].step not in ("offered", "field")


def _report_problems(
    state: Firestorm, book: InForce, battle: Battle, known: Bout | None
) -> Iterator[Problem]:
    if known is None and len(bouts_of(state, battle.id)) >= battle.games:
        yield book.problem("E80").about("battle")
    if known and known.battle != battle.id:
        yield book.problem("E83").about("bout")
    if known and known.status == "confirmed":
        yield book.problem("E84").about("bout")


@GAME.procedure("confirm", rules=("FS-50",), slot="bout:{bout}:confirm", by="side:{faction}")
def confirm(
    ctx: FirestormCtx, *, bout: str, faction: str, at_table: bool = False
) -> Procedure[tuple[Effect, ...]]:
    """Confirm the other side's report of a game; it counts.

    `at_table`: whoever reported writes down that the others agreed at the table. Source: FS-50
    """
    state, book = ctx.state, ctx.book
    game = bout_of(state, book, bout)
    battle = state.battles[game.battle]
    yield from stop(battle_problems(state, book, "confirm", battle, faction))
    if game.status != "reported":
        yield from stop([book.problem("E81").about("bout")])
    if not at_table and faction == game.reported_by:
        yield from stop([book.problem("E82").about("faction")])
    return _counts(Work(ctx), replace(game, status="confirmed", confirmed_by=faction))


def _counts(work: Work, game: Bout) -> tuple[Effect, ...]:
    """A game counts; with the last one the battle is settled."""
    work.do(BoutChanged(bout=game, rule="FS-50"))
    battle = work.state.battles[game.battle]
    if is_complete(work.state, battle):
        _settle(work, battle)
    return work.done()


def _settle(work: Work, battle: Battle) -> None:
    """Source: FS-57, FS-59"""
    played = bouts_of(work.state, battle.id, "confirmed")
    result = overall(work.book, [one.result for one in played if one.result])
    work.do(BattleDecided(battle=battle.id, result=result, tabled=tabled(played), rule="FS-57"))
    refresh(work)


@GAME.procedure("dispute", rules=("FS-50",), slot="bout:{bout}:dispute", by="side:{faction}", repeat=True)
def dispute(ctx: FirestormCtx, *, bout: str, faction: str, words: str = "") -> Procedure[tuple[Effect, ...]]:
    """Say that a report is not right; the organiser decides, or somebody reports again. Source: FS-50"""
    game = bout_of(ctx.state, ctx.book, bout)
    battle = ctx.state.battles[game.battle]
    yield from stop(battle_problems(ctx.state, ctx.book, "dispute", battle, faction))
    if game.status != "reported":
        yield from stop([ctx.book.problem("E81").about("bout")])
    require(len(words) <= MOST_WORDS, "FS-50", say("Say it in fewer words."), "words")
    told = replace(game, status="disputed", words=words.strip() or game.words)
    return (BoutChanged(bout=told, rule="FS-50"),)


@GAME.procedure("decide", rules=("FS-50",), slot="bout:{bout}:confirm", by="organiser")
def decide(
    ctx: FirestormCtx, *, bout: str, result: Grade | Literal[""] = "", attacker_tabled: bool = False,
    defender_tabled: bool = False, words: str = "",
) -> Procedure[tuple[Effect, ...]]:  # fmt: skip
    """Settle a game as organiser: as it was reported, or with this result for the attacker. Source: FS-50"""
    game = bout_of(ctx.state, ctx.book, bout)
    yield from stop(battle_problems(ctx.state, ctx.book, "decide", ctx.state.battles[game.battle]))
    if not (result or game.result):
        yield from stop([ctx.book.problem("E86").about("result")])
    if game.status == "confirmed":
        yield from stop([ctx.book.problem("E84").about("bout")])
    require(len(words) <= MOST_WORDS, "FS-50", say("Say it in fewer words."), "words")
    told = replace(game, status="confirmed", words=words.strip() or game.words)
    if result:
        flags = (attacker_tabled, defender_tabled)
        sides = tuple(side for side, is_so in zip(SIDES, flags, strict=True) if is_so)
        told = replace(told, result=result, tabled=sides)
    return _counts(Work(ctx), told)


@GAME.procedure("walkover", rules=("FS-50",), slot="battle:{battle}:walkover", by="side:{faction}")
def walkover(
    ctx: FirestormCtx, *, battle: str, faction: str, words: str = ""
) -> Procedure[tuple[Effect, ...]]:
    """Give a battle up: a minor defeat, nobody tabled; the organiser does it for the absent. Source: FS-50"""
    found = battle_of(ctx.state, ctx.book, battle)
    yield from stop(battle_problems(ctx.state, ctx.book, "walkover", found, faction))
    require(len(words) <= MOST_WORDS, "FS-50", say("Say it in fewer words."), "words")
    result: Grade = "minor_defeat" if faction == found.attack else "minor_victory"
    work = Work(ctx)
    work.do(BattleDecided(battle=battle, result=result, method="walkover", words=words, rule="FS-50"))
    refresh(work)
    return work.done()
