"""What somebody writes down as agreed at the table: the others hear of it, and may still dispute it.

It counts at once. Until somebody has acted in the next phase a dispute takes it back, with whatever followed
by itself; from then on it is the organiser's. Source: FS-50
"""

from __future__ import annotations

from campaigns.engine.lines import TakesBack
from maps.firestorm.clock import ITSELF
from rules.engine.plain import Params, text_in
from rules.firestorm.battles.games import is_agreed_at_table
from rules.firestorm.book import firestorm_in_force
from rules.firestorm.phases.table import FIGHTING, PHASED, SIEGE
from rules.firestorm.state import Firestorm

CONFIRM, DISPUTE = "firestorm.confirm", "firestorm.dispute"
GONE_ON = frozenset(f"firestorm.{one}" for one in PHASED - {*FIGHTING, *SIEGE}) - {*ITSELF}


def game_taken_back(state: Firestorm, params: Params) -> TakesBack | None:
    """What a dispute takes back first; None where it is about a report, or about one’s own word."""
    bout, faction = state.bouts.get(text_in(params, "bout")), text_in(params, "faction")
    if bout is None or not is_agreed_at_table(bout) or faction == bout.confirmed_by:
        return None
    late = firestorm_in_force(state).problem("E145").about("bout").refused()
    return TakesBack(CONFIRM, {"bout": bout.id}, (bout.confirmed_by,), ITSELF, GONE_ON, late)


TAKES_BACK = {DISPUTE: game_taken_back}
