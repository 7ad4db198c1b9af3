"""What a home tells of a Firestorm league: glory and what waits; in ids and figures, no sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypedDict, cast

from campaigns.engine.lines import EVERYBODY, ForWhom
from campaigns.engine.passage import summaries
from maps.turns.rulings import to_decide
from maps.turns.waits import ToldDuty, Waits, waits
from rules.engine.plain import JsonObject
from rules.engine.todos import Todo, with_must
from rules.firestorm.book import InForce
from rules.firestorm.glory.counting import scoreboard
from rules.firestorm.standing import battles_now
from rules.firestorm.state import Firestorm, PhaseName
from rules.firestorm.telling.todos import name_in, thing_of, with_words, word_of
from rules.firestorm.todos import WHOSE_MOVE


class Told(summaries.Told):
    """A league with its factions, most glory first; the battles that an organiser has to decide."""

    turn: int
    phase: PhaseName
    paused: bool
    deadline: str
    waits: Waits | None
    factions: list[ToldFaction]
    disputed: list[str]


class ToldFaction(TypedDict):
    """A faction. `duties`: what it has to do; `fought` are the battles it can play now."""

    id: str
    place: int
    glory: int
    duties: list[ToldDuty]
    fought: list[str]


def summary(state: Firestorm, book: InForce) -> JsonObject:
    """All of it but members and names, which every league has."""
    now = state.now
    begun = now.phase != "setup"  # before, the league says itself what it wants of whoever is in it
    rows = WHOSE_MOVE.as_others_see(state, book, lambda faction: False) if begun else []
    open_ = [one for one in battles_now(state) if not one.applied and one.status != "struck"]
    totals = [(one.faction, one.total) for one in scoreboard(state, book)]
    return {
        "turn": now.turn,
        "phase": now.phase,
        "paused": now.paused,
        "deadline": now.deadline.isoformat() if now.deadline else "",
        "waits": waits(now.turn, now.phase, [one for one in with_must(rows) if one]),
        "factions": [
            {
                "id": faction,
                "place": 1 + sum(other > glory for _one, other in totals),
                "glory": glory,
                "duties": _duties(state, rows, faction),
                "fought": [one.id for one in open_ if faction in one.factions and one.status == "open"],
            }
            for faction, glory in totals
        ],
        "disputed": [state.bouts[one.about[0]].battle for one in to_decide(rows)],
    }


def _duties(state: Firestorm, rows: list[Todo], faction: str) -> list[ToldDuty]:
    """What everybody may know that a faction has to do. Source: FS-160"""
    musts = [one for one in rows if one.side == faction and one.stand == "must"]
    return [
        {"word": word_of(state, one), "names": [name_in(state, thing_of(state, one))]}
        for one in with_words(state, musts)
    ]


def for_whom(kept: Mapping[str, object]) -> ForWhom:
    """Whom it concerns, as `todos` says it to them."""
    told = cast("Told", kept)
    factions, phase = told["factions"], told["phase"]
    names = [one["id"] for one in factions]
    fights = phase == "battles" and not told["paused"]
    return ForWhom(
        seated=names,
        wants=[one["id"] for one in factions for _duty in one["duties"]],
        plays=names if phase not in ("setup", "finished") else [],
        writes=[one["id"] for one in factions if one["fought"]] if fights else [],
        for_organisers=bool(told["disputed"]),
        open_to=EVERYBODY if phase == "setup" else None,
    )
