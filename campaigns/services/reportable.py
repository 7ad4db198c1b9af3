"""Which procedures are reported: what somebody says happened counts when the others agree, not at once.

And who the sides of such a report are: those the facts name, never those the sender would like.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules.refusals import Refused

type Facts = Mapping[str, Any]


def _named(state: Any, facts: Facts) -> list[str]:
    named = facts.get("warbands")
    return [one for one in named if isinstance(one, str)] if isinstance(named, list) else []


def _of_mission(state: Any, facts: Facts) -> list[str]:
    mission = state.missions.get(str(facts.get("mission")))
    return list(mission.warbands) if mission else []


REPORTED: dict[str, Callable[[Any, Facts], list[str]]] = {
    "opr.app_report": _named,
    "opr.quick_report": _named,
    "opr.result": _of_mission,
    "opr.walk_over": _of_mission,
}


def sides_of(state: Any, procedure: str, facts: Facts) -> list[str]:
    """The sides whose agreement a report needs. Raises `Refused` when nobody is named."""
    if procedure not in REPORTED:
        raise Refused("", f"{procedure} is not reported; do it.", "procedure")
    sides = REPORTED[procedure](state, facts)
    if not sides:
        raise Refused("", "Say who took part.", "facts")
    return sides
