"""What a home tells of a Firestorm league: glory and what waits; in ids and figures, no sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypedDict, cast

from campaigns.engine.lines import EVERYBODY, ForWhom
from campaigns.engine.passage import summaries
from maps.turns.waits import Waits, waits
from rules.engine.plain import JsonObject
from rules.firestorm.book import InForce
from rules.firestorm.glory.counting import scoreboard
from rules.firestorm.phases.moving_on import waiting_for
from rules.firestorm.standing import battles_now
from rules.firestorm.state import Firestorm, PhaseName

WAITED = ("preparation", "orders", "battles", "aftermath", "build")  # phases in which factions have to act


class Told(summaries.Told):
    """A league with its factions, most glory first."""

    turn: int
    phase: PhaseName
    paused: bool
    deadline: str
    waits: Waits | None
    factions: list[ToldFaction]


class ToldFaction(TypedDict):
    """A faction. `waited`: it still has to act in this phase; `battles` counts those it still fights,
    `fought` are those of them that can be played now."""

    id: str
    place: int
    glory: int
    waited: bool
    battles: int
    fought: list[str]


def summary(state: Firestorm, book: InForce) -> JsonObject:
    """All of it but members and names, which every league has."""
    now, waited = state.now, waiting_for(state, book)
    open_ = [one for one in battles_now(state) if not one.applied and one.status != "struck"]
    totals = [(one.faction, one.total) for one in scoreboard(state, book)]
    return {
        "turn": now.turn,
        "phase": now.phase,
        "paused": now.paused,
        "deadline": now.deadline.isoformat() if now.deadline else "",
        "waits": waits(now.turn, now.phase, [] if now.paused else waited),
        "factions": [
            {
                "id": faction,
                "place": 1 + sum(other > glory for _one, other in totals),
                "glory": glory,
                "waited": faction in waited,
                "battles": sum(faction in one.factions for one in open_),
                "fought": [one.id for one in open_ if faction in one.factions and one.status == "open"],
            }
            for faction, glory in totals
        ],
    }


def for_whom(kept: Mapping[str, object]) -> ForWhom:
    """Whom it concerns, as `todos` says it to them."""
    told = cast("Told", kept)
    factions, phase = told["factions"], told["phase"]
    names = [one["id"] for one in factions]
    fights = phase == "battles" and not told["paused"]
    return ForWhom(
        seated=names,
        wants=[one["id"] for one in factions if one["waited"] and phase in WAITED and not told["paused"]],
        plays=names if phase not in ("setup", "finished") else [],
        writes=[one["id"] for one in factions if one["fought"]] if fights else [],
        open_to=EVERYBODY if phase == "setup" else None,
    )
