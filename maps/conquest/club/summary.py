"""What a home tells of a map league: where each realm stands, what it has to do, what silence brings; in ids
and figures, no sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypedDict, cast

from campaigns.engine.lines import EVERYBODY, ForWhom
from campaigns.engine.passage import summaries
from maps.turns.rulings import to_decide
from maps.turns.waits import ToldDuty, Waits, waits
from rules.conquest.book import InForce
from rules.conquest.playing.silence import Lapse, lapses
from rules.conquest.standing import undecided
from rules.conquest.standings import standings
from rules.conquest.state import Conquest, Grade, PhaseName, Realm
from rules.conquest.telling.todos import is_told, names_in, word_of
from rules.conquest.todos import owed
from rules.engine.plain import JsonObject
from rules.engine.todos import Todo, with_must


class Told(summaries.Told):
    """A league with its realms, in the order of the state; `ranked` are those that have a place."""

    phase: PhaseName
    ranked: int
    round: int
    deadline: str
    waits: Waits | None
    realms: list[ToldRealm]
    disputed: list[str]


class ToldRealm(TypedDict):
    """A realm. `halves`: its size; no place where it has left. `battles`: those that it still fights."""

    id: str
    place: int
    halves: int
    duties: list[RealmDuty]
    battles: list[str]


class RealmDuty(ToldDuty):
    """The same of a realm, with the points it has to spend and what silence brings."""

    points: int
    silence: ToldSilence | None


class ToldSilence(TypedDict):
    kind: str
    names: list[str]
    grades: list[Grade]


def summary(state: Conquest, book: InForce) -> JsonObject:
    """All of it but members and names, which every league has."""
    deadline = state.now.deadline
    rows = owed(state, book)
    waited = [one for one in with_must(rows) if one]
    late = lapses(state, book) if deadline else []
    order = {line.realm: (place, line.halves) for place, line in enumerate(standings(state, book), 1)}
    return {
        "phase": state.now.phase,
        "ranked": len(order),
        "round": state.now.round,
        "deadline": deadline.isoformat() if deadline else "",
        "waits": waits(state.now.round, state.now.phase, waited),
        "realms": [
            _realm(state, rows, one, late, order.get(one.id, (0, 0))) for one in state.realms.values()
        ],
        "disputed": [one.about[0] for one in to_decide(rows)],
    }


def _realm(
    state: Conquest, rows: list[Todo], realm: Realm, late: list[Lapse], stands: tuple[int, int]
) -> ToldRealm:
    place, halves = stands
    musts = [one for one in rows if one.side == realm.id and one.stand == "must" and is_told(one)]
    wanted = [_duty(state, one, late) for one in musts]
    fights = state.now.phase == "battle" and not state.now.paused
    fought = undecided(state) if fights else []
    battles = [one.id for one in fought if realm.id in one.members]
    return {"id": realm.id, "place": place, "halves": halves, "duties": wanted, "battles": battles}


def _duty(state: Conquest, todo: Todo, late: list[Lapse]) -> RealmDuty:
    """With what silence brings this realm or its battle."""
    battle = todo.params.get("battle")
    brought = (one for one in late if one.realm == todo.side or one.params.get("battle", "-") == battle)
    first = next(brought, None)
    silence: ToldSilence | None = None
    if first is not None:
        silence = {"kind": first.kind, "names": list(first.names), "grades": list(first.grades)}
    return {
        "word": word_of(state, todo),
        "names": names_in(state, todo),
        "points": state.realms[todo.side].ep,
        "silence": silence,
    }


def for_whom(kept: Mapping[str, object]) -> ForWhom:
    """Whom it concerns, as `todos` says it to them."""
    told = cast("Told", kept)
    realms, begun = told["realms"], told["phase"] not in ("setup", "finished")
    return ForWhom(
        seated=[one["id"] for one in realms],
        wants=[one["id"] for one in realms for _duty in one["duties"]],
        plays=[one["id"] for one in realms] if begun else [],
        writes=[one["id"] for one in realms if one["battles"]] if begun else [],
        for_organisers=bool(told["disputed"]),
        open_to=EVERYBODY if told["phase"] == "setup" else None,
    )
