"""What somebody writes down as agreed at the table: the others hear of it, and may still dispute it.

It counts at once. Until somebody has acted in the next phase a dispute takes it back, with whatever followed
by itself; from then on it is the organiser's. Source: CQ-91
"""

from __future__ import annotations

from campaigns.engine.lines import TakesBack
from maps.conquest.map.stepping import ITSELF
from rules.conquest.book import conquest_in_force
from rules.conquest.rounds.phases import PHASES
from rules.conquest.state import Battle, Conquest
from rules.engine.plain import Params, text_in

CONFIRM, DISPUTE = "conquest.confirm", "conquest.dispute"
GONE_ON = frozenset(
    f"conquest.{act}" for row in PHASES.values() for act in row.acts if act not in PHASES["battle"].acts
) - {*ITSELF}


def battle_taken_back(state: Conquest, params: Params) -> TakesBack | None:
    """What a dispute takes back first; None where it is about a report, or about one’s own word."""
    battle, realm = state.battles.get(text_in(params, "battle")), text_in(params, "realm")
    if battle is None or (battle.status, battle.method) != ("settled", "played"):
        return None
    by = _side_of_reporter(battle)
    if realm in by or realm not in battle.members:
        return None
    late = conquest_in_force(state).problem("X41").about("battle").refused()
    return TakesBack(CONFIRM, {"battle": battle.id}, by, ITSELF, GONE_ON, late)


def _side_of_reporter(battle: Battle) -> tuple[str, ...]:
    return battle.attackers if battle.side_of(battle.reported_by) == "attack" else battle.defenders


TAKES_BACK = {DISPUTE: battle_taken_back}
