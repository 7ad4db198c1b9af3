"""What the app does by itself now, without anybody. Source: FS-25, FS-27, FS-105, FS-160, FS-178"""

from __future__ import annotations

from rules.firestorm.battles.queue import due
from rules.firestorm.book import firestorm_in_force
from rules.firestorm.league.silence import faction_lapses, lapse_acts
from rules.firestorm.state import Firestorm, PhaseName

OF_PHASE: dict[PhaseName, str] = {
    "initiative": "firestorm.roll_initiative",
    "reveal": "firestorm.reveal",
    "scoring": "firestorm.score",
}


def next_app_steps(state: Firestorm) -> list[tuple[str, dict[str, object]]]:
    """Procedures with their parameters, the next one first; none while the league is paused.

    A phase the organiser ends by force goes through everything that silence brings.
    Source: FS-25, FS-27, FS-105, FS-160, FS-178
    """
    now = state.now
    if now.paused:
        return []
    if now.phase in OF_PHASE:
        return [(OF_PHASE[now.phase], {"turn": now.turn})]
    waits = due(state) if now.phase == "battles" else []
    if waits:
        return [("firestorm.prepare_battle", {"battle": one.id}) for one in waits]
    return lapse_acts(faction_lapses(state, firestorm_in_force(state))) if now.forced else []
