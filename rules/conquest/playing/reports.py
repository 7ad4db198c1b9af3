"""From the table back to the league: reports, confirmation, disputes, rulings, roll-offs.

Nothing counts before the other side, the organiser or the end of the time agrees. Source: CQ-78 … CQ-92,
CQ-150 … CQ-157.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

from rules.conquest.book import ConquestInForce
from rules.conquest.effects import AbstractWanted, BattleDisputed, BattleReported
from rules.conquest.game import GAME, ConquestCtx
from rules.conquest.playing.closing_battles import closing_problems
from rules.conquest.playing.settling import book_battle_result
from rules.conquest.realm_figures import undecided_battles
from rules.conquest.reckoning.armies import modifiers, modifiers_told
from rules.conquest.reckoning.verdict import (
    Outcome,
    Verdict,
    abstract_verdict,
    battle_verdict,
    in_battle_order,
    is_doubtful,
    plain_outcome,
    report_faults,
)
from rules.conquest.reckoning.victory import cancel_battle
from rules.conquest.rounds.admission import battle_act_problems, required_battle, round_problems
from rules.conquest.rounds.phases import advance_phase
from rules.conquest.state import Battle, BattleAccount, Conquest, Facts
from rules.conquest.work import ConquestWork
from rules.engine.effects import Effect
from rules.engine.games import ActTrait
from rules.engine.language import say
from rules.engine.procedure import Procedure
from rules.engine.questions import ORGANISER, Roll, YesNo, side
from rules.turns.problems import TurnProblem, stop

REPORT = "battle:{battle}:report"
MEMBER = "side:{realm}"


@GAME.procedure("report", rules=("CQ-78", "CQ-85", "CQ-91"), slot=REPORT, by=MEMBER, repeat=True)
def report_battle(
    ctx: ConquestCtx, *, battle: str, realm: str, attack: Facts, defend: Facts
) -> Procedure[tuple[Effect, ...]]:
    """Report what happened in a battle; it counts once the other side agrees.

    While a report of the other side waits, this is an answer to it: the same facts agree, others dispute it.
    `attack` and `defend`: who withdrew or surrendered, and for each army victory points, units lost, break
    point and, in a team, whether its general fell. Source: CQ-78 … CQ-85, CQ-91.
    """
    found = required_battle(ctx.state, battle)
    yield from stop(battle_act_problems(ctx.state, ctx.book, "report", found, realm))
    attack, defend = yield from _sound(ctx, found, attack, defend, side(realm))
    told = BattleReported(battle=battle, by=realm, attack=attack, defend=defend, rule="CQ-91")
    return (yield from _told_by(ctx, found, told))


def _told_by(ctx: ConquestCtx, battle: Battle, told: BattleReported) -> Procedure[tuple[Effect, ...]]:
    """A battle as a side tells of it: a report, or an answer to the other side's.

    The same that the other side has told last is the agreement, anything else a dispute; what is disputed
    stays so until somebody agrees or the organiser decides, and who is told another version of it is asked
    once more; what one's own side has told already changes nothing. Source: CQ-91
    """
    facts = told.attack, told.defend, told.outcome
    same = [one for one in _accounts(battle) if (one.attack, one.defend, one.outcome) == facts]
    others = [one for one in _accounts(battle) if battle.side_of(one.by) != battle.side_of(told.by)]
    theirs = next((one for one in same if one in others), None)
    if theirs is None:
        if same and battle.status == "disputed":
            yield from stop([ctx.book.problem("X43").leading(battle=battle.id)])
        anew = battle.status == "disputed"
        return (replace(told, disputed=bool(others) or anew, accounts=tuple(others), anew=anew),)
    work = ConquestWork(ctx)
    if theirs.by != battle.reported_by:
        work.do(replace(told, by=theirs.by))
    agreed = work.state.battles[battle.id]
    book_battle_result(work, agreed, reported_verdict(ctx.book, agreed), "played")
    return work.done()


def _accounts(battle: Battle) -> tuple[BattleAccount, ...]:
    """What each side has told last, the one whose report stands before the other."""
    if battle.status not in ("reported", "disputed"):
        return ()
    stands = BattleAccount(
        by=battle.reported_by, attack=battle.attack, defend=battle.defend, outcome=battle.outcome
    )
    return (stands, *battle.accounts)


def _as_told(battle: str, account: BattleAccount) -> BattleReported:
    """The battle as this side has told it."""
    return BattleReported(
        battle=battle, by=account.by, attack=account.attack, defend=account.defend, outcome=account.outcome,
        rule="CQ-91",
    )  # fmt: skip


def _sound(
    ctx: ConquestCtx, battle: Battle, attack: Facts, defend: Facts, who: str
) -> Procedure[tuple[Facts, Facts]]:
    """Facts that can be right, in the battle's own order. Source: CQ-85."""
    fault = next(report_faults(battle, attack, defend), "")
    if fault:
        raise ctx.book.problem("E17", reason=fault).refused()
    attack = in_battle_order(battle, attack, battle.attackers)
    defend = in_battle_order(battle, defend, battle.defenders)
    if is_doubtful(battle_verdict(ctx.book, attack, defend), attack, defend):
        sure = yield YesNo(
            f"sure:{battle.id}",
            say("The winner reached its break point without withdrawing. Is that right?"),
            rule="CQ-85",
            who=who,
            about=battle.id,
        )
        if not sure:
            reason = say("a side that reached its break point must have withdrawn; tick “withdrew” for it")
            raise ctx.book.problem("E17", reason=reason).refused()
    return attack, defend


@GAME.procedure("report_outcome", rules=("CQ-131", "CQ-139"), slot=REPORT, by=MEMBER, repeat=True)
def report_outcome(
    ctx: ConquestCtx, *, battle: str, realm: str, outcome: Literal["attack", "defend", "draw"]
) -> Procedure[tuple[Effect, ...]]:
    """Report who won a siege or sea battle; it counts once the other side agrees.

    While a report of the other side waits, this is an answer to it: the same agrees, anything else disputes
    it. Source: CQ-91, CQ-131, CQ-139.
    """
    found = required_battle(ctx.state, battle)
    yield from stop(battle_act_problems(ctx.state, ctx.book, "report_outcome", found, realm))
    if found.kind == "land":
        raise ctx.book.problem(
            "E17", reason=say("a land battle needs victory points, losses and break points")
        ).refused()
    nothing = Facts()
    told = BattleReported(
        battle=battle, by=realm, attack=nothing, defend=nothing, outcome=outcome, rule="CQ-91"
    )
    return (yield from _told_by(ctx, found, told))


@GAME.procedure("confirm", rules=("CQ-91",), slot="battle:{battle}:confirm", by=MEMBER)
def agree_battle_report(
    ctx: ConquestCtx, *, battle: str, realm: str, at_table: bool = False
) -> Procedure[tuple[Effect, ...]]:
    """Agree to the other side’s report; the result then counts. A player who disputed it can still agree.

    `at_table`: whoever reported writes down that the others agreed at the table. They hear of it, and may
    still dispute it until somebody has acted in the next phase. Source: CQ-91.
    """
    found = required_battle(ctx.state, battle)
    yield from stop(_confirm_problems(ctx.state, ctx.book, found, realm, at_table))
    work = ConquestWork(ctx)
    book_battle_result(work, found, reported_verdict(ctx.book, found), "played")
    return work.done()


def _confirm_problems(
    state: Conquest, book: ConquestInForce, battle: Battle, realm: str, at_table: bool
) -> Iterator[TurnProblem]:
    yield from battle_act_problems(state, book, "confirm", battle, realm)
    if battle.status not in ("reported", "disputed"):
        yield book.problem("X20")
    mine = battle.side_of(realm) == battle.side_of(battle.reported_by)
    if mine and battle.status == "disputed":
        yield book.problem("X39").leading(battle=battle.id)
    if mine and not at_table:
        yield book.problem("X13").leading(battle=battle.id)


def reported_verdict(book: ConquestInForce, battle: Battle) -> Verdict:
    """What the report on the table would mean. Source: CQ-78"""
    if battle.outcome:
        return plain_outcome(book, battle.outcome)
    return battle_verdict(book, battle.attack, battle.defend)


@GAME.procedure(
    "dispute",
    rules=("CQ-91",),
    slot="battle:{battle}:dispute",
    by=MEMBER,
    repeat=True,
    traits=(ActTrait.PRIVATE_WORDS,),
)
def dispute_battle(
    ctx: ConquestCtx, *, battle: str, realm: str, words: str = ""
) -> Procedure[tuple[Effect, ...]]:
    """Dispute a report; the organiser decides, or a new report is sent. Source: CQ-91."""
    found = required_battle(ctx.state, battle)
    yield from stop(battle_act_problems(ctx.state, ctx.book, "dispute", found, realm))
    if found.status != "reported" and not found.is_told_again:
        why = ctx.book.problem("X38" if found.status == "disputed" else "X20")
        yield from stop([why.leading(battle=battle)])
    return (BattleDisputed(battle=battle, by=realm, words=words, rule="CQ-91"),)


@GAME.procedure("decide", rules=("CQ-91",), slot="battle:{battle}:confirm", by="organiser")
def decide_battle(
    ctx: ConquestCtx,
    *,
    battle: str,
    attack: Facts | None = None,
    defend: Facts | None = None,
    outcome: Literal["", "attack", "defend", "draw"] = "",
    told_by: str = "",
    words: str = "",
) -> Procedure[tuple[Effect, ...]]:
    """Settle a battle as organiser: from the facts, the outcome alone, or a report that was sent.

    `told_by`: the empire whose report it is, where both sides have sent one. Source: CQ-91
    """
    found = required_battle(ctx.state, battle)
    yield from stop(battle_act_problems(ctx.state, ctx.book, "decide", found))
    work = ConquestWork(ctx)
    if attack and defend:
        attack, defend = yield from _sound(ctx, found, attack, defend, ORGANISER)
        work.do(BattleReported(battle=battle, by="", attack=attack, defend=defend, rule="CQ-91"))
    elif told_by:
        told = next((one for one in _accounts(found) if one.by == told_by), None)
        if told is None:
            yield from stop([ctx.book.problem("X46").about("told_by").leading(battle=battle)])
        elif told_by != found.reported_by:
            work.do(_as_told(battle, told))
    elif not outcome and found.status != "reported":
        missing = ctx.book.problem("X45" if found.status == "disputed" else "X44").about("outcome")
        yield from stop([missing.leading(battle=battle)])
    ruled = (
        plain_outcome(ctx.book, outcome)
        if outcome
        else reported_verdict(ctx.book, work.state.battles[battle])
    )
    book_battle_result(work, found, ruled, "ruled" if outcome or attack else "played", words=words)
    return work.done()


@GAME.procedure(
    "walkover",
    rules=("CQ-84",),
    slot="battle:{battle}:confirm",
    by=MEMBER,
    traits=(ActTrait.CONCEDES,),
)
def concede_battle(
    ctx: ConquestCtx, *, battle: str, realm: str, words: str = ""
) -> Procedure[tuple[Effect, ...]]:
    """Concede a battle without a game: your side loses, and the other wins a minor victory.

    Of one that has been told of, the report is agreed to or disputed. Source: CQ-84, CQ-91.
    """
    found = required_battle(ctx.state, battle)
    yield from stop(battle_act_problems(ctx.state, ctx.book, "walkover", found, realm))
    yield from stop(_told_problems(ctx.book, found))
    outcome: Outcome = "defend" if found.side_of(realm) == "attack" else "attack"
    work = ConquestWork(ctx)
    book_battle_result(work, found, plain_outcome(ctx.book, outcome), "walkover", words=words)
    return work.done()


@GAME.procedure("strike", rules=("CQ-66", "CQ-88"), slot="battle:{battle}:confirm", by="organiser")
def strike_out_battle(ctx: ConquestCtx, *, battle: str, words: str = "") -> Procedure[tuple[Effect, ...]]:
    """Strike out a battle: it counts for nothing, and gold committed to it goes back.

    Source: CQ-66, CQ-88.
    """
    found = required_battle(ctx.state, battle)
    yield from stop(battle_act_problems(ctx.state, ctx.book, "strike", found))
    work = ConquestWork(ctx)
    cancel_battle(work, battle, "CQ-88", words)
    advance_phase(work)
    return work.done()


@GAME.procedure("close_battles", rules=("CQ-23",), slot="round:{round}:close", by="organiser")
def close_battles(ctx: ConquestCtx, *, round: int, words: str = "") -> Procedure[tuple[Effect, ...]]:
    """End the battle phase; sieges and sea battles nobody fought are dropped.

    Source: CQ-23.
    """
    yield from stop(round_problems(ctx.state, ctx.book, "close_battles", round, seen=True))
    yield from stop(closing_problems(ctx.state, ctx.book))
    work = ConquestWork(ctx)
    for battle in undecided_battles(ctx.state):
        cancel_battle(work, battle.id, "CQ-23", words)
    advance_phase(work)
    return work.done()


# Roll-offs


@GAME.procedure("ask_abstract", rules=("CQ-157",), slot="battle:{battle}:{realm}:abstract", by=MEMBER)
def ask_abstract(ctx: ConquestCtx, *, battle: str, realm: str) -> Procedure[tuple[Effect, ...]]:
    """Agree to roll this battle off; it happens once everybody in it has agreed.

    Source: CQ-150, CQ-157.
    """
    found = required_battle(ctx.state, battle)
    yield from stop(_abstract_problems(ctx.state, ctx.book, "ask_abstract", found, realm))
    yield from stop(_told_problems(ctx.book, found))
    if realm in found.abstract_for:
        yield from stop([ctx.book.problem("X32")])
    return (AbstractWanted(battle=battle, realm=realm, rule="CQ-157"),)


def _told_problems(book: ConquestInForce, battle: Battle) -> Iterator[TurnProblem]:
    """Why a battle is neither conceded nor rolled off: it was fought and told of. Source: CQ-91"""
    if battle.status in ("reported", "disputed"):
        why = book.problem("X37" if battle.status == "reported" else "X38").about("battle")
        yield why.leading(battle=battle.id)


def _abstract_problems(
    state: Conquest, book: ConquestInForce, act: str, battle: Battle, realm: str | None = None
) -> Iterator[TurnProblem]:
    yield from battle_act_problems(state, book, act, battle, realm)
    if not book.settings.abstract_allowed:
        yield book.problem("X26").leading(setting="abstract_allowed")
    elif battle.kind != "land":
        yield book.problem("X26")


@GAME.procedure("abstract", rules=("CQ-150", "CQ-157"), slot="battle:{battle}:rolloff", by="table")
def abstract(ctx: ConquestCtx, *, battle: str) -> Procedure[tuple[Effect, ...]]:
    """Roll off a battle that everybody in it agreed not to play.

    Source: CQ-150 … CQ-157.
    """
    found = required_battle(ctx.state, battle)
    yield from stop(_abstract_problems(ctx.state, ctx.book, "abstract", found))
    yield from stop(_told_problems(ctx.book, found))
    if set(found.abstract_for) != set(found.members):
        yield from stop([ctx.book.problem("X17")])
    return (yield from _rolled_off(ctx, found, ""))


@GAME.procedure("rule_abstract", rules=("CQ-157",), slot="battle:{battle}:rolloff", by="organiser")
def rule_abstract(ctx: ConquestCtx, *, battle: str, words: str = "") -> Procedure[tuple[Effect, ...]]:
    """As organiser, have a battle rolled off. This also happens when its time is up. Source: CQ-157."""
    found = required_battle(ctx.state, battle)
    yield from stop(_abstract_problems(ctx.state, ctx.book, "rule_abstract", found))
    return (yield from _rolled_off(ctx, found, words))


def _rolled_off(ctx: ConquestCtx, battle: Battle, words: str) -> Procedure[tuple[Effect, ...]]:
    added = modifiers(ctx.state, ctx.book, battle)
    told = modifiers_told(ctx.book, [(one.key, one.amount) for one in added])
    shown: int = yield Roll(
        f"rolloff:{battle.id}",
        say("Roll off the battle."),
        rule="CQ-151",
        who=ORGANISER,
        about=battle.id,
        die="2D6",
        how=say("A high roll favours the challenger; {added}.", added=told),
    )
    total = shown + sum(one.amount for one in added)
    work = ConquestWork(ctx)
    book_battle_result(
        work, battle, abstract_verdict(ctx.book, shown, added), "abstract", total=total, words=words
    )
    return work.done()
