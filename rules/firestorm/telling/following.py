"""What follows by itself is told with the entry that did it: battles, conquests, glory, the next phase."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rules.engine.language import listed, mark, said, say
from rules.firestorm import effects as fx
from rules.firestorm import league_effects as league
from rules.firestorm.phases.table import PHASES
from rules.firestorm.state import Battle, Coin, LedgerRow
from rules.firestorm.telling.entry_context import FirestormEntryContext, coins

QUIET = ("setup", "initiative", "reveal", "scoring", "finished")  # phases in which the app acts at once

type Ending = Callable[[FirestormEntryContext], Iterator[str]]


def endings(told: FirestormEntryContext) -> list[str]:
    """Everything that came with an entry, in the order it happened."""
    return [line for ending in ENDINGS for line in ending(told)]


def _silent(told: FirestormEntryContext) -> Iterator[str]:
    silent = [one.sheet.faction for one in told.all(league.SheetChanged) if one.sheet.silent]
    if silent:
        yield say("All {who} banners hold, because no orders were sealed", who=told.listed(silent))


def _opened(told: FirestormEntryContext) -> Iterator[str]:
    for one in told.all(fx.BattleOpened):
        yield _fight(told, one.battle)
    for joined in told.all(fx.BattleJoined):
        helps = mark("{banner} relieves the garrison at {where}")
        line = helps if joined.role == "defender" else mark("{banner} joins the battle at {where}")
        yield said(line, banner=told.names(joined.banner), where=told.place_of(joined.battle))


def _fight(told: FirestormEntryContext, battle: Battle) -> str:
    banner, where = told.names(battle.attacker), told.names(battle.territory)
    if battle.after:
        return say(
            "{banner} will fight for {where} once the first battle there is over", banner=banner, where=where
        )
    enemy = told.names(battle.defender or battle.defend)
    if not battle.defender:
        return say("{banner} attacks {enemy}’s garrison at {where}", banner=banner, enemy=enemy, where=where)
    return say("{banner} attacks {enemy} at {where}", banner=banner, enemy=enemy, where=where)


def _conquered(told: FirestormEntryContext) -> Iterator[str]:
    for one in told.all(fx.OwnerChanged):
        if one.how != "conquered":
            continue
        taken = {"who": told.names(one.owner), "where": told.names(one.territory)}
        line = say("{who} conquers {where}", **taken)
        if one.before:
            line = say("{who} conquers {where} from {loser}", loser=told.names(one.before), **taken)
        yield say("{line}; lost there: {items}", line=line, items=told.items(one.lost)) if one.lost else line


def _earned(told: FirestormEntryContext) -> Iterator[str]:
    """Glory of battles, and what Forges bring."""
    glory = _sums(told, "glory", lambda row: bool(row.battle) and not row.reverses)
    if glory:
        yield say("Glory: {who}", who=glory)
    income = _sums(told, "build", lambda row: row.occasion == "income")
    if income:
        yield say("Forges bring {who}", who=income)


def _sums(told: FirestormEntryContext, coin: Coin, counts: Callable[[LedgerRow], bool]) -> str:
    """ "Ash Guard 2 and Thorns 1"."""
    sums: dict[str, int] = {}
    for row in (one.row for one in told.all(fx.LedgerEntered)):
        if row.coin == coin and counts(row):
            sums[row.faction] = sums.get(row.faction, 0) + row.amount
    if coin == "build":
        return listed([say("{who} {gain}", who=told.names(f), gain=coins(coin, n)) for f, n in sums.items()])
    return listed([f"{told.names(f)} {n}" for f, n in sums.items()])


def _scepter(told: FirestormEntryContext) -> Iterator[str]:
    for one in told.all(fx.ScepterForged):
        if not one.has:
            yield say(
                "{who} loses the {scepter}", who=told.names(one.faction), scepter=told.book.scepter.name
            )


def _phase(told: FirestormEntryContext) -> Iterator[str]:
    """The phase people act in next."""
    begun = told.all(league.TurnBegun)
    entered = [one.phase for one in told.all(league.FirestormPhaseEntered)]
    if begun:
        yield say("Turn {number} begins", number=begun[-1].number)
    elif entered and entered[-1] not in QUIET:
        yield say("Now: {phase}", phase=said(PHASES[entered[-1]].title))


def _over(told: FirestormEntryContext) -> Iterator[str]:
    for one in told.all(league.FactionOut):
        if one.status == "out":
            yield say("{who} is out", who=told.names(one.faction))
    for won in told.all(league.FirestormWon):
        line = (
            mark("{who} win the league together") if len(won.factions) > 1 else mark("{who} wins the league")
        )
        yield said(line, who=told.listed(won.factions))


ENDINGS: tuple[Ending, ...] = (_silent, _opened, _conquered, _earned, _scepter, _over, _phase)
