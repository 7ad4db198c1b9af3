"""What follows when a battle is settled: on land for points, at a fort for the siege, at sea for advantage.

Source: CQ-91, CQ-131, CQ-139, CQ-142.
"""

from __future__ import annotations

from typing import Literal

from rules.conquest.effects import AdvantageLost, AdvantageWon, BattleSettled, SiegeOver
from rules.conquest.reckoning.verdict import Verdict, battle_results
from rules.conquest.reckoning.victory import book_victory
from rules.conquest.rounds.phases import advance_phase
from rules.conquest.state import Advantage, Battle
from rules.conquest.work import ConquestWork

type Method = Literal["played", "abstract", "walkover", "ruled"]


def book_battle_result(
    work: ConquestWork, battle: Battle, found: Verdict, method: Method, *, total: int = 0, words: str = ""
) -> None:
    """Book the result and what hangs on it, and go on when it was the last one. Source: CQ-23, CQ-91"""
    work.do(
        BattleSettled(
            battle=battle.id,
            method=method,
            outcome=found.outcome,
            results=battle_results(work.state, work.book, battle, found),
            why=found.why,
            total=total,
            words=words,
            rule="CQ-150" if method == "abstract" else "CQ-78",
        )
    )
    if battle.kind == "siege" and found.outcome == "attack":
        _fort_falls(work, battle)
    elif battle.kind == "sea" and found.outcome != "draw":
        _sea_won(work, battle, found.outcome)
    advance_phase(work)


def _fort_falls(work: ConquestWork, battle: Battle) -> None:
    """The besieger takes the fort; the territory is whole. Source: CQ-126, CQ-131."""
    if battle.territory in work.state.sieges:
        work.do(SiegeOver(territory=battle.territory, how="taken", rule="CQ-131"))
        book_victory(work, battle.attackers[0], "conquest")


def _sea_won(work: ConquestWork, battle: Battle, outcome: Literal["attack", "defend"]) -> None:
    """The loser's advantages end, the winner gains one over the loser. Source: CQ-139, CQ-142."""
    winner, loser = battle.attackers[0], battle.defenders[0]
    if outcome == "defend":
        winner, loser = loser, winner
    for held in [one for _, one in sorted(work.state.advantages.items()) if one.holder == loser]:
        if work.book.settings.naval_extra == "all_lost" or held.over == winner:
            work.do(AdvantageLost(holder=loser, over=held.over, rule="CQ-142"))
    new = Advantage(id=f"{winner}>{loser}", holder=winner, over=loser, since=work.state.now.round)
    work.do(AdvantageWon(advantage=new, rule="CQ-139"))
