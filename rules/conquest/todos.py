"""Whose move it is in a Conquest league, of what everybody may know. Source: CQ-20, CQ-22, CQ-91"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace

from rules.conquest.book import ConquestInForce
from rules.conquest.game import GAME
from rules.conquest.realm_figures import (
    active_realms,
    empire_territories,
    held_sieges,
    open_battles,
    undecided_battles,
)
from rules.conquest.reckoning.challenges import legal_targets
from rules.conquest.reckoning.reach import Act
from rules.conquest.rounds.offers import reachable, territory_offers
from rules.conquest.rounds.phases import realms_to_act
from rules.conquest.setting_up.beginning import conquest_start_problems, lacks_room, legal_capitals
from rules.conquest.state import Battle, Conquest, PhaseName
from rules.engine.plain import JsonObject
from rules.engine.todos import ORGANISERS, Todo, WhoseMove, is_admitted, waiting_on
from rules.turns.problems import first_of

type Finder = Callable[[Conquest, ConquestInForce], Iterable[Todo]]


def empire_todos(state: Conquest, book: ConquestInForce) -> list[Todo]:
    """What everybody has to do and waits for. Source: CQ-22"""
    now = state.now
    if now.paused or now.phase not in FINDERS:
        return []
    rows = list(FINDERS[now.phase](state, book))
    if now.phase == "setup":
        return rows
    playing = sorted(one.id for one in state.realms.values() if one.status in ("active", "waiting"))
    return [*rows, *waiting_on(rows, playing, "cq.phase", str(now.round), now.phase)]


def _setup(state: Conquest, book: ConquestInForce) -> Iterator[Todo]:
    """The organiser begins as soon as nothing is missing. Source: CQ-01, CQ-05"""
    if first_of(conquest_start_problems(state, book)) is None:
        yield Todo(kind="cq.begin", act="begin_play")
        for realm in sorted(state.realms):
            yield Todo(kind="cq.begin", stand="waits", side=realm, on=(ORGANISERS,))


def _of_turn(kind: str, act: str, state: Conquest, realm: str, **only: str) -> Todo:
    """What a realm has to do in its phase or turn; `only` is its one choice."""
    now = state.now
    params: JsonObject = {"round": now.round, "realm": realm, **only}
    about = (str(now.round),)
    return Todo(
        kind=kind, about=about, side=realm, act=act, params=params, until=now.deadline, idle=bool(only)
    )


def _at_it(state: Conquest, book: ConquestInForce) -> list[str]:
    """Whose turn it is, of those the phase waits for; all of them where several act at once."""
    return [one for one in realms_to_act(state, book) if state.now.active in ("", one)]


def _capitals(state: Conquest, book: ConquestInForce) -> Iterator[Todo]:
    """Without room for a capital it is the organiser's to make some. Source: CQ-05 … CQ-08"""
    places = [one.id for one in legal_capitals(state, book)]
    if lacks_room(state, book):
        yield Todo(kind="cq.room", about=(str(state.now.round),), act="add")
        return
    for realm in _at_it(state, book):
        only = {"territory": places[0]} if len(places) == 1 else {}
        yield _of_turn("cq.capital", "pick_capital", state, realm, **only)


def _events(state: Conquest, book: ConquestInForce) -> Iterator[Todo]:
    """Source: CQ-25"""
    for realm in _at_it(state, book):
        yield _of_turn("cq.event", "pick_event", state, realm)


def _revenue(state: Conquest, book: ConquestInForce) -> Iterator[Todo]:
    """Source: CQ-39"""
    for realm in _at_it(state, book):
        yield _of_turn("cq.mines", "collect", state, realm)


def _challenge(state: Conquest, book: ConquestInForce) -> Iterator[Todo]:
    """Source: CQ-46, CQ-54"""
    for realm in _at_it(state, book):
        found = legal_targets(state, book, realm)
        only = {"defender": found[0]} if len(found) == 1 else {}
        yield _of_turn("cq.challenge", "challenge", state, realm, **only)


def _choice(state: Conquest, book: ConquestInForce) -> Iterator[Todo]:
    """Source: CQ-49"""
    for realm in _at_it(state, book):
        yield _of_turn("cq.choice", "choose_battles", state, realm)


def _spend(state: Conquest, book: ConquestInForce) -> Iterator[Todo]:
    """Without points there is nothing to buy. Source: CQ-93, CQ-94"""
    for realm in _at_it(state, book):
        row = _of_turn("cq.spend", "end_turn", state, realm)
        yield row if state.realms[realm].ep else replace(row, idle=True)


# Battles


def _battles(state: Conquest, book: ConquestInForce) -> Iterator[Todo]:
    for battle in undecided_battles(state):
        if battle.status == "open":
            yield from _fight(state, battle)
        elif battle.status == "reported":
            yield from _agree(state, battle)
        else:
            yield from _ruling(state, battle)


def _playing(state: Conquest, realms: Iterable[str]) -> list[str]:
    return [one for one in realms if state.realms[one].status == "active"]


def _fight(state: Conquest, battle: Battle) -> Iterator[Todo]:
    """Whoever wants to roll it off waits for the others, and may still report. Source: CQ-23, CQ-157"""
    members = _playing(state, battle.members)
    asked = [one for one in members if one not in battle.abstract_for]
    for realm in asked:
        yield _of_battle("cq.fight", _telling(battle), state, battle, realm)
    for realm in members:
        if asked and realm not in asked:
            yield _waits("cq.fight", battle, realm, tuple(asked))


def _telling(battle: Battle) -> str:
    return "report" if battle.kind == "land" else "report_outcome"


def _of_battle(kind: str, act: str, state: Conquest, battle: Battle, realm: str) -> Todo:
    params = {"battle": battle.id, "realm": realm}
    return Todo(
        kind=kind, about=(battle.id,), side=realm, act=act, params=params, until=state.now.deadline,
        any_of=True,
    )  # fmt: skip


def _waits(kind: str, battle: Battle, realm: str, on: tuple[str, ...]) -> Todo:
    return Todo(kind=kind, about=(battle.id,), stand="waits", side=realm, on=on)


def _agree(state: Conquest, battle: Battle) -> Iterator[Todo]:
    """The side that has not told it agrees or disputes. Source: CQ-91"""
    others = _others(state, battle)
    for realm in others:
        yield _of_battle("cq.agree", "confirm", state, battle, realm)
    for realm in _playing(state, battle.members):
        if others and realm not in others:
            yield _waits("cq.agree", battle, realm, tuple(others))


def _others(state: Conquest, battle: Battle) -> list[str]:
    """Who has not told the report on the table."""
    mine = battle.side_of(battle.reported_by)
    return [one for one in _playing(state, battle.members) if battle.side_of(one) != mine]


def _ruling(state: Conquest, battle: Battle) -> Iterator[Todo]:
    """An organiser decides, or who is told another version agrees to that; no silence does. Source: CQ-91"""
    asked = _others(state, battle) if battle.is_told_again else []
    for realm in asked:
        yield replace(_of_battle("cq.agree", "confirm", state, battle, realm), until=None)
    yield Todo(kind="cq.ruling", about=(battle.id,), act="decide", params={"battle": battle.id})
    for realm in battle.members:
        yield _waits("cq.ruling", battle, realm, (ORGANISERS, *(() if realm in asked else asked)))


FINDERS: Mapping[PhaseName, Finder] = {
    "setup": _setup,
    "capitals": _capitals,
    "events": _events,
    "revenue": _revenue,
    "challenge": _challenge,
    "choice": _choice,
    "battle": _battles,
    "conquest": _spend,
}


# What one may do besides


def empire_options(state: Conquest, book: ConquestInForce, side: str) -> Iterator[Todo]:
    """What a realm or the organisers may do now, in the book's order. Source: CQ-20 … CQ-23"""
    if side == ORGANISERS:
        yield from _of_organisers(state, book)
    elif side in state.realms and not _stands_still(state):
        if state.realms[side].status == "active":
            yield from _beside(state, book, side)
            yield from _in_phase(state, book, side)
        yield Todo(kind="cq.any", stand="may", side=side, act="rename", params={"realm": side})
        if book.settings.naval and state.now.phase != "finished":
            yield Todo(kind="cq.any", stand="may", side=side, act="sign_on", params={"realm": side})


def _stands_still(state: Conquest) -> bool:
    """Whether it is paused; one that ended in a pause is over."""
    return state.now.paused and state.now.phase != "finished"


def _of_organisers(state: Conquest, book: ConquestInForce) -> Iterator[Todo]:
    now = state.now
    if _stands_still(state):
        yield Todo(kind="cq.pause", stand="may", act="resume")
    elif now.phase == "setup" and first_of(conquest_start_problems(state, book)):
        yield Todo(kind="cq.begin", stand="may", act="lay_map")
    elif now.phase == "battle":
        for one in undecided_battles(state):
            if one.status == "disputed":
                yield Todo(
                    kind="cq.ruling", about=(one.id,), stand="may", act="strike", params={"battle": one.id}
                )
        if undecided_battles(state) and not open_battles(state):
            params = {"round": now.round}
            yield Todo(
                kind="cq.close", about=(str(now.round),), stand="may", act="close_battles", params=params
            )


def _in_phase(state: Conquest, book: ConquestInForce, realm: str) -> Iterator[Todo]:
    phase = state.now.phase
    at_it = realm in _at_it(state, book)
    if phase == "battle":
        for battle in undecided_battles(state):
            if realm in battle.members:
                yield from _about(state, book, battle, realm)
    elif phase == "capitals" and at_it and legal_capitals(state, book):
        yield _may(state, "cq.capital", "draw_capital", realm)
    elif phase == "conquest" and at_it:
        yield from _purchases(state, book, realm)


def _may(state: Conquest, kind: str, act: str, realm: str, **params: str) -> Todo:
    now = state.now
    known: JsonObject = {"round": now.round, "realm": realm, **params}
    return Todo(kind=kind, about=(str(now.round),), stand="may", side=realm, act=act, params=known)


def _beside(state: Conquest, book: ConquestInForce, realm: str) -> Iterator[Todo]:
    """Battles nobody is bound to. Source: CQ-131, CQ-138"""
    if state.now.phase not in ("challenge", "choice", "battle"):
        return
    for one in active_realms(state) if book.settings.naval else ():
        row = _may(state, "cq.sea", "sail", realm, defender=one.id)
        if is_admitted(GAME, state, row.act, row.params):
            yield row
    for place in empire_territories(state, realm):
        asked = f"round:{state.now.round}:{realm}:{place.id}:assault" in state.consents
        row = _may(state, "cq.siege", "assault", realm, territory=place.id)
        if place.id in state.sieges and not asked and is_admitted(GAME, state, row.act, row.params):
            yield row


def _about(state: Conquest, book: ConquestInForce, battle: Battle, realm: str) -> Iterator[Todo]:
    """What a member may do with a battle besides what it owes. Source: CQ-61 … CQ-68, CQ-91, CQ-157"""
    told, mine = battle.side_of(realm) == battle.side_of(battle.reported_by), {"battle": battle.id}
    acts: list[str] = []
    if battle.status == "open":
        acts = [] if battle.committed else ["agree_size", "commit_gold"]
        acts += ["volunteer"] if realm not in battle.volunteers else []
        asks = book.settings.abstract_allowed and battle.kind == "land"
        acts += ["ask_abstract"] if asks and realm not in battle.abstract_for else []
        acts += [_telling(battle)] if realm in battle.abstract_for else []
        acts += ["walkover"]
        kind = "cq.fight"
    elif battle.status == "reported":
        acts, kind = ([_telling(battle)] if told else ["dispute"]), "cq.agree"
    elif battle.is_told_again and not told:
        acts, kind = [_telling(battle), "dispute"], "cq.agree"
    else:
        acts, kind = [_telling(battle), *([] if told else ["confirm"])], "cq.ruling"
    for act in acts:
        params = mine if act == "commit_gold" else {**mine, "realm": realm}
        yield Todo(kind=kind, about=(battle.id,), stand="may", side=realm, act=act, params=params)


def _purchases(state: Conquest, book: ConquestInForce, realm: str) -> Iterator[Todo]:
    """Everything the points of this turn buy. Source: CQ-95 … CQ-106"""
    ways: list[Act] = ["claim", "conquer", "build", "raid", "plunder", "besiege"]
    there = [one for one in reachable(state, book, realm) if not one.dear]
    for act in ways:
        for one in there:
            if one.act == act:
                yield _may(state, "cq.spend", act, realm, territory=one.territory)
        if act == "build":
            yield from _buildings(state, book, realm)


def _buildings(state: Conquest, book: ConquestInForce, realm: str) -> Iterator[Todo]:
    for place in (*empire_territories(state, realm), *held_sieges(state, realm)):
        for one in territory_offers(state, book, realm, place.id):
            if one.act == "build" and one.why_not is None:
                yield _may(state, "cq.spend", "build", realm, territory=place.id, building=one.building)


WHOSE_MOVE = WhoseMove(owed=empire_todos, may=empire_options, at_the_table=frozenset({"cq.begin"}))
