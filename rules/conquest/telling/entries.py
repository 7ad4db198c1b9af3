"""Entries told to people: one sentence a player would write for each kind of entry.

Pure: names come from a function, because the journal holds ids. `tell` gives None for what it does not know.
What follows of itself (a phase begins, somebody is out, somebody has won) is told with the entry that did it.
"""

from __future__ import annotations

from rules.conquest import league_effects as league
from rules.conquest.telling.entry_context import ConquestEntryContext, Teller
from rules.conquest.telling.league import LEAGUE
from rules.conquest.telling.play import PLAY
from rules.engine.language import mark, said, say
from rules.engine.telling import entry_teller


def _endings(told: ConquestEntryContext) -> list[str]:
    """Who went out and who has won by this entry."""
    lost = [one.realm for one in told.all(league.RealmOut) if one.status == "eliminated"]
    out = [say("{who} is out", who=told.names(realm)) for realm in lost]
    return out + [_won(told, one) for one in told.all(league.ConquestWon)]


def _won(told: ConquestEntryContext, won: league.ConquestWon) -> str:
    if won.level:
        return said(LEVEL, who=told.names(won.realm), others=told.listed(won.level))
    return said(WINS[won.how], who=told.names(won.realm))


LEVEL = mark("{who} wins the league: as large as {others}, and ahead in this round’s order")
WINS = {
    "size": mark("{who} wins the league by reaching the winning size"),
    "knockout": mark("{who} wins the league by taking the last territory of another player"),
    "last": mark("{who} wins the league as the last one left"),
    "closed": mark("{who} wins the league as the largest empire"),
}


TELLERS: dict[str, Teller] = {**LEAGUE, **PLAY}
tell = entry_teller(ConquestEntryContext, TELLERS, _endings)
