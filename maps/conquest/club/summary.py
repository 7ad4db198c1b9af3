"""What a home tells of a map league: where each realm stands, what is fought, what silence brings; in ids
and figures, no sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypedDict, cast

from campaigns.engine.lines import EVERYBODY, ForWhom
from campaigns.engine.transaction import summaries
from maps.turns.setting_up import Lacks
from rules.conquest.book import ConquestInForce
from rules.conquest.playing.silence import ConquestLapse, empire_lapses
from rules.conquest.realm_figures import undecided_battles
from rules.conquest.reckoning.verdict import SpokenGrade
from rules.conquest.setting_up.beginning import LEAST_REALMS, conquest_start_problems
from rules.conquest.standings import realm_standings
from rules.conquest.state import Battle, Conquest, PhaseName, Realm
from rules.engine.plain import JsonObject, text_in
from rules.turns.problems import first_of


class ConquestSummary(summaries.LeagueSummary):
    """A league with its realms, in the order of the state; `ranked` are those that have a place. `battles`:
    what is fought or told and not settled, by id; `silences`: what the deadline brings. While it is paused
    there is none. `lacks`: what it cannot start without."""

    phase: PhaseName
    ranked: int
    round: int
    deadline: str
    realms: list[ToldRealm]
    battles: dict[str, ToldBattle]
    silences: list[ToldSilence]
    lacks: Lacks


class ToldRealm(TypedDict):
    """A realm. `halves`: its size; no place where it has left. `points`: what it has to spend; `battles`:
    those that it still fights."""

    id: str
    place: int
    halves: int
    points: int
    battles: list[str]


class ToldBattle(TypedDict):
    kind: str
    attackers: list[str]
    defenders: list[str]


class ToldSilence(TypedDict):
    """What happens by itself to a realm or its battle."""

    realm: str
    battle: str
    kind: str
    names: list[str]
    grades: list[SpokenGrade]


def conquest_summary(state: Conquest, book: ConquestInForce) -> JsonObject:
    """All of it but members and names, which every league has."""
    paused = state.now.paused
    deadline = None if paused else state.now.deadline
    order = {line.realm: (place, line.halves) for place, line in enumerate(realm_standings(state, book), 1)}
    fought = undecided_battles(state) if state.now.phase == "battle" and not paused else []
    return {
        "phase": state.now.phase,
        "ranked": len(order),
        "round": state.now.round,
        "deadline": deadline.isoformat() if deadline else "",
        "realms": [_realm(one, fought, order.get(one.id, (0, 0))) for one in state.realms.values()],
        "battles": {one.id: _battle(one) for one in fought},
        "silences": [_silence(one) for one in (empire_lapses(state, book) if deadline else ())],
        "lacks": _lacks(state, book),
    }


def _lacks(state: Conquest, book: ConquestInForce) -> Lacks:
    if state.now.phase != "setup" or first_of(conquest_start_problems(state, book)) is None:
        return ""
    return "people" if state.territories and len(state.realms) < LEAST_REALMS else "map"


def _realm(realm: Realm, fought: list[Battle], stands: tuple[int, int]) -> ToldRealm:
    (place, halves), mine = stands, [one.id for one in fought if realm.id in one.members]
    return {"id": realm.id, "place": place, "halves": halves, "points": realm.ep, "battles": mine}


def _battle(battle: Battle) -> ToldBattle:
    return {
        "kind": battle.kind, "attackers": list(battle.attackers), "defenders": list(battle.defenders),
    }  # fmt: skip


def _silence(lapse: ConquestLapse) -> ToldSilence:
    return {
        "realm": lapse.realm,
        "battle": text_in(lapse.params, "battle"),
        "kind": lapse.kind,
        "names": list(lapse.names),
        "grades": list(lapse.grades),
    }


def empire_audience(kept: Mapping[str, object]) -> ForWhom:
    """Whom it concerns, besides those who have something to do."""
    told = cast("ConquestSummary", kept)
    realms, begun = told["realms"], told["phase"] not in ("setup", "finished")
    return ForWhom(
        seated=[one["id"] for one in realms],
        plays=[one["id"] for one in realms] if begun else [],
        writes=[one["id"] for one in realms if one["battles"]] if begun else [],
        open_to=EVERYBODY if told["phase"] == "setup" else None,
        over=told["phase"] == "finished",
        for_organisers=bool(told["lacks"]),
    )
