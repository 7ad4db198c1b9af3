"""From the table back to the league: each game of a battle is reported, confirmed, disputed, decided.

Nothing counts before the other side or the organiser agrees; the last game that counts settles its battle.
Source: FS-10, FS-48 … FS-50, FS-56 … FS-59
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Literal

from rules.engine.effects import Effect
from rules.engine.games import ActTrait
from rules.engine.language import say
from rules.engine.procedure import Procedure, require
from rules.engine.state import altered
from rules.firestorm.battles.admission import battle_of, battle_problems, bout_of
from rules.firestorm.battles.results import deciding, has_room, is_complete, overall, same_game, tabled
from rules.firestorm.book import FirestormInForce
from rules.firestorm.effects import BattleDecided, BoutChanged
from rules.firestorm.faction_figures import bouts_of, is_siege_battle, is_stronghold
from rules.firestorm.game import GAME, FirestormCtx
from rules.firestorm.glory.awards import GRADES, WON, mirrored, side_on
from rules.firestorm.phases.moving_on import leave_finished_phase
from rules.firestorm.siege_effects import SiegeMoved
from rules.firestorm.siege_state import Besieging
from rules.firestorm.state import Battle, Bout, Firestorm, GameAccount, Grade, SideName
from rules.firestorm.work import FirestormWork
from rules.turns.problems import TurnProblem, stop

MOST_WORDS = 500
SIDES: tuple[SideName, ...] = ("attack", "defend", "third")
type Condition = Literal["none", "attack", "defend"]
type Winner = SideName | Literal[""]


@GAME.procedure(
    "report", rules=("FS-49", "FS-50", "FS-59"), slot="battle:{battle}:report:{bout}", by="side:{faction}",
    repeat=True,
)  # fmt: skip
def report_game(
    ctx: FirestormCtx, *, battle: str, faction: str, result: Grade, bout: str = "", attack: str = "",
    defend: str = "", attacker_tabled: bool = False, defender_tabled: bool = False,
    third_tabled: bool = False, winner: Winner = "", condition: Condition = "none", words: str = "",
    another: bool = False,
) -> Procedure[tuple[Effect, ...]]:  # fmt: skip
    """Report a game of a battle, or report it again (`bout`); it counts once the other side agrees.

    While a report of the other side waits, this is an answer to it: the same facts agree, others dispute it;
    `another` says that it is another game. `result` is the reporting side's; `attack` and `defend` are the
    players. Of three at one table whoever was beaten says who the `winner` is, and one of the two others
    confirms. Source: FS-49, FS-50, FS-171
    """
    state, book = ctx.state, ctx.book
    found = battle_of(state, book, battle)
    yield from stop(battle_problems(state, book, "report", found, faction))
    if is_siege_battle(state, battle) or must_besiege(state, book, found):
        yield from stop([book.problem("E119").about("battle").leading(battle=battle)])
    known = bout_of(state, book, bout) if bout else None
    if known is None:
        known = yield from _meant(ctx, found, faction, another=another)
    yield from stop(_report_problems(state, book, found, known))
    require(len(words) <= MOST_WORDS, "FS-49", say("Use fewer words."), "words")
    side = side_on(found, faction)
    yield from stop(winner_problems(book, found, side, result, winner))
    grade, third_won = attackers(found, side, result, winner)
    told = replace(
        known or Bout(id=ctx.new("game"), battle=battle),
        attack=attack,
        defend=defend,
        result=grade,
        third_won=third_won,
        tabled=tabled_sides(found, attacker_tabled, defender_tabled, third_tabled),
        condition=condition,
        words=words.strip(),
    )
    return (yield from told_by_faction(ctx, known, told, faction, "FS-49"))


def _meant(ctx: FirestormCtx, battle: Battle, faction: str, *, another: bool) -> Procedure[Bout | None]:
    """The game a report without a number is about: the one the other side has told of; else the next one.

    Nobody tells of a second game by chance: who has one that waits says that it is another. Source: FS-50
    """
    state = ctx.state
    told = [] if another else bouts_of(state, battle.id, "reported", "disputed")
    theirs = next((one for one in told if one.reported_by != faction), None)
    begun = next(iter(bouts_of(state, battle.id, "open")), None)
    if told and theirs is None and (begun or has_room(state, battle)):
        yield from stop([ctx.book.problem("E126").about("another").leading(battle=battle.id)])
    return theirs or begun


def told_by_faction(
    ctx: FirestormCtx, known: Bout | None, told: Bout, faction: str, rule: str
) -> Procedure[tuple[Effect, ...]]:
    """A game as a side tells of it: a report, an answer to the other side's, or another one of its own.

    The same that another side has told last is the agreement, anything else a dispute; what is disputed stays
    so until somebody agrees or the organiser decides, and who is told another version of it is asked once
    more; what the faction has told already changes nothing. Source: FS-50
    """
    others = [one for one in _accounts(known) if one.by != faction]
    same = next((one for one in others if same_game(one, told)), None)
    if known is not None and same is not None:
        return counts(FirestormWork(ctx), _filled(_as_told(known, same), told), by=faction)
    anew = known is not None and known.status == "disputed"
    disputed = bool(others) or anew
    if known is not None and disputed and _account_of(told, faction) in _accounts(known):
        yield from stop([ctx.book.problem("E151").about("result").leading(battle=known.battle)])
    status: Literal["disputed", "reported"] = "disputed" if disputed else "reported"
    new = replace(told, status=status, reported_by=faction, accounts=tuple(others), anew=anew)
    return (BoutChanged(bout=new, rule=rule),)


def _accounts(known: Bout | None) -> tuple[GameAccount, ...]:
    """What each side has told last, the one whose report stands before the others."""
    if known is None or not known.reported_by:
        return ()
    return (_account_of(known, known.reported_by), *known.accounts)


def _account_of(game: Bout, faction: str) -> GameAccount:
    """A game as this faction tells of it."""
    told = {one.name: getattr(game, one.name) for one in fields(GameAccount) if one.name != "by"}
    return GameAccount(by=faction, **told)


def _as_told(known: Bout, account: GameAccount) -> Bout:
    """The game as this side has told it; of another's report that stood nothing is left."""
    if account.by == known.reported_by:
        return known
    told = {one.name: getattr(account, one.name) for one in fields(GameAccount) if one.name != "by"}
    return replace(known, reported_by=account.by, words="", **told)


def _filled(known: Bout, told: Bout) -> Bout:
    """What was told first, with who played where only the second has said so."""
    people = {
        "attack": known.attack or told.attack,
        "defend": known.defend or told.defend,
        "fought": known.fought or told.fought,
    }
    return altered(known, **people)


def tabled_sides(battle: Battle, *flags: bool) -> tuple[SideName, ...]:
    """The sides that were tabled: a flag for the attacker, the defender, the third. Source: FS-59"""
    no_third = say("Only two sides fought this battle; there was no third.")
    require(not flags[-1] or bool(battle.third), "FS-59", no_third, "third_tabled")
    return tuple(side for side, is_so in zip(SIDES, flags, strict=True) if is_so)


def winner_problems(
    book: FirestormInForce, battle: Battle, side: SideName, result: Grade, winner: Winner
) -> Iterator[TurnProblem]:
    """Of three at one table somebody has won, and only one. Source: FS-171"""
    beaten = battle.third and result not in (*WON, "draw")
    if beaten and winner in ("", side):
        yield book.problem("E73").about("winner")


def attackers(battle: Battle, side: SideName, result: Grade, winner: Winner) -> tuple[Grade, bool]:
    """The attacker's result from what one side reports, and whether the third of three has won.

    Source: FS-49, FS-58, FS-171
    """
    if not battle.third:
        return (result if side == "attack" else mirrored(result)), False
    best = min(result, mirrored(result), key=GRADES.index)
    won = side if result in WON else winner
    if best == "draw" or won == "attack":
        return best, False
    return mirrored(best), won == "third"


def must_besiege(state: Firestorm, book: FirestormInForce, battle: Battle) -> bool:
    """Whether the league has every battle for such a place fought as a siege, and no game of this one counts.

    Source: FS-140
    """
    always = book.settings.siege_mode == "always" and not battle.third
    fought = bouts_of(state, battle.id, "confirmed")
    return always and not fought and is_stronghold(book, state.territories[battle.territory])


def _report_problems(
    state: Firestorm, book: FirestormInForce, battle: Battle, known: Bout | None
) -> Iterator[TurnProblem]:
    if known is None and not has_room(state, battle):
        yield book.problem("E80").about("battle").leading(battle=battle.id)
    if known and known.battle != battle.id:
        yield book.problem("E83").about("bout")
    if known and known.status == "confirmed":
        yield book.problem("E84").about("bout").leading(battle=battle.id)


# Agreeing, disputing, deciding


@GAME.procedure("confirm", rules=("FS-50",), slot="bout:{bout}:confirm", by="side:{faction}", repeat=True)
def agree_game_report(
    ctx: FirestormCtx, *, bout: str, faction: str, at_table: bool = False
) -> Procedure[tuple[Effect, ...]]:
    """Agree to the other side’s report of a game; it then counts. You can still agree after disputing it.

    `at_table`: whoever reported writes down that the others agreed at the table. They hear of it, and may
    still dispute it until somebody has acted in the next phase. Source: FS-50
    """
    state, book = ctx.state, ctx.book
    game = bout_of(state, book, bout)
    battle = state.battles[game.battle]
    yield from stop(battle_problems(state, book, "confirm", battle, faction))
    if game.status not in ("reported", "disputed"):
        yield from stop([book.problem("E81").about("bout").leading(battle=battle.id)])
    if faction == game.reported_by and game.status == "disputed":
        yield from stop([book.problem("E127").about("faction").leading(battle=battle.id)])
    if faction == game.reported_by and not at_table:
        yield from stop([book.problem("E82").about("faction")])
    return counts(FirestormWork(ctx), game, by=faction)


def is_agreed_at_table(game: Bout) -> bool:
    """Whether a game counts because its reporter wrote down that the others agreed. Source: FS-50"""
    return game.status == "confirmed" and game.confirmed_by == game.reported_by != ""


def counts(work: FirestormWork, game: Bout, *, by: str = "") -> tuple[Effect, ...]:
    """A game counts; with the last one the battle is settled. In a siege only its assault is reported.

    Source: FS-50, FS-57
    """
    assault = is_siege_battle(work.state, game.battle)
    confirmed_by = by or game.confirmed_by
    told = replace(game, status="confirmed", confirmed_by=confirmed_by, assault=assault, accounts=())
    work.do(BoutChanged(bout=told, rule="FS-50"))
    battle = work.state.battles[game.battle]
    if is_complete(work.state, battle):
        settle_battle(work, battle)
    return work.done()


def settle_battle(work: FirestormWork, battle: Battle) -> None:
    """The overall result of the games that count. Source: FS-57, FS-59, FS-144"""
    played = deciding(work.state, battle)
    result = overall(work.book, [one.result for one in played if one.result])
    method: Literal["siege", "played"] = "siege" if is_siege_battle(work.state, battle.id) else "played"
    lost, third = tabled(played), any(one.third_won for one in played)
    work.do(_decided(battle, result, "FS-57", third_won=third, tabled=lost, method=method))
    close_siege(work, battle, result)
    leave_finished_phase(work)


def _decided(
    battle: Battle,
    result: Grade,
    rule: str,
    *,
    method: Literal["played", "siege", "walkover"],
    third_won: bool = False,
    tabled: tuple[SideName, ...] = (),
    words: str = "",
) -> BattleDecided:
    return BattleDecided(
        battle=battle.id, attack=battle.attack, defend=battle.defend, third=battle.third_faction,
        result=result, third_won=third_won, tabled=tabled, method=method, words=words, rule=rule,
    )  # fmt: skip


def close_siege(work: FirestormWork, battle: Battle, result: Grade) -> None:
    """A siege ends with its battle, however that was decided. Source: FS-144"""
    if not is_siege_battle(work.state, battle.id):
        return
    won: Besieging = "besieger" if result in WON else "besieged"
    winner: Besieging | Literal[""] = "" if result == "draw" else won
    siege = work.state.sieges[battle.id]
    stood = siege.stood if siege.step == "closed" else siege.step
    closed = replace(siege, step="closed", winner=winner, stood=stood)
    work.do(SiegeMoved(siege=closed, rule="FS-144"))


@GAME.procedure(
    "dispute",
    rules=("FS-50",),
    slot="bout:{bout}:dispute",
    by="side:{faction}",
    repeat=True,
    traits=(ActTrait.PRIVATE_WORDS,),
)
def dispute_game(
    ctx: FirestormCtx, *, bout: str, faction: str, words: str = ""
) -> Procedure[tuple[Effect, ...]]:
    """Dispute a report; the organiser decides, or a new report is sent. Source: FS-50"""
    game = bout_of(ctx.state, ctx.book, bout)
    battle = ctx.state.battles[game.battle]
    yield from stop(battle_problems(ctx.state, ctx.book, "dispute", battle, faction))
    if game.status != "reported" and not game.is_told_again:
        why = ctx.book.problem("E128" if game.status == "disputed" else "E81").about("bout")
        yield from stop([why.leading(battle=battle.id)])
    require(len(words) <= MOST_WORDS, "FS-50", say("Use fewer words."), "words")
    told = replace(game, status="disputed", words=words.strip() or game.words, anew=False)
    return (BoutChanged(bout=told, rule="FS-50"),)


@GAME.procedure("decide", rules=("FS-50",), slot="bout:{bout}:confirm", by="organiser", repeat=True)
def decide_game(
    ctx: FirestormCtx, *, bout: str, result: Grade | Literal[""] = "", attacker_tabled: bool = False,
    defender_tabled: bool = False, third_tabled: bool = False, winner: Winner = "", words: str = "",
    told_by: str = "",
) -> Procedure[tuple[Effect, ...]]:  # fmt: skip
    """Settle a game as organiser: as it was reported, or with the result you enter for the attacker.

    `told_by`: the faction whose report it is, where several have sent one. Where the attacker of three is
    beaten, `winner` says by whom. Source: FS-50, FS-171
    """
    game = bout_of(ctx.state, ctx.book, bout)
    battle = ctx.state.battles[game.battle]
    yield from stop(battle_problems(ctx.state, ctx.book, "decide", battle))
    if not (result or game.result):
        yield from stop([ctx.book.problem("E86").about("result")])
    if game.status == "confirmed":
        yield from stop([ctx.book.problem("E84").about("bout")])
    require(len(words) <= MOST_WORDS, "FS-50", say("Use fewer words."), "words")
    if told_by:
        account = next((one for one in _accounts(game) if one.by == told_by), None)
        if account is None:
            yield from stop([ctx.book.problem("E81").about("told_by")])
        else:
            game = _as_told(game, account)
    told = replace(game, words=words.strip() or game.words)
    if result:
        yield from stop(winner_problems(ctx.book, battle, "attack", result, winner))
        grade, third_won = attackers(battle, "attack", result, winner)
        told = replace(
            told,
            result=grade,
            third_won=third_won,
            tabled=tabled_sides(battle, attacker_tabled, defender_tabled, third_tabled),
        )
    return counts(FirestormWork(ctx), told)


@GAME.procedure(
    "walkover",
    rules=("FS-50",),
    slot="battle:{battle}:walkover",
    by="side:{faction}",
    repeat=True,
    traits=(ActTrait.CONCEDES,),
)
def walkover(
    ctx: FirestormCtx, *, battle: str, faction: str, words: str = ""
) -> Procedure[tuple[Effect, ...]]:
    """Concede a battle: a minor defeat, nobody tabled; an organiser can do it for an absent player.

    Of a game that has been told of, the report is agreed to or disputed. After a void result the battle is
    open and may be conceded again. Source: FS-50, FS-107
    """
    found = battle_of(ctx.state, ctx.book, battle)
    yield from stop(battle_problems(ctx.state, ctx.book, "walkover", found, faction))
    if found.third:
        yield from stop([ctx.book.problem("E74").about("battle")])
    if bouts_of(ctx.state, battle, "reported", "disputed"):
        yield from stop([ctx.book.problem("E129").about("battle").leading(battle=battle)])
    require(len(words) <= MOST_WORDS, "FS-50", say("Use fewer words."), "words")
    result: Grade = "minor_defeat" if faction == found.attack else "minor_victory"
    work = FirestormWork(ctx)
    work.do(_decided(found, result, "FS-50", method="walkover", words=words))
    close_siege(work, found, result)
    leave_finished_phase(work)
    return work.done()
