"""What an adversary is told of Conquest: how a league gets going, whom it waits for, what one might do."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import is_dataclass
from typing import Any

from bench.chance import League, some_act
from rules.conquest.book import InForce
from rules.conquest.playing.challenging import targets
from rules.conquest.rounds.duties import Duty, duties
from rules.conquest.setting_up.beginning import legal_capitals
from rules.conquest.state import Conquest, Facts, Host
from rules.engine.codec import dump
from rules.maps.ready import ready_map
from tests.rules.conquest.test_invariants import check
from tests.stress import facts
from tests.stress.nasty import label, renamed

ODD = 0.4  # how often an id is one nobody would think of
COLOURS = ("orange", "blue", "green", "sky")
MAPS = ("two_rivers", "salt_islands")


def opening(state: Conquest, luck: random.Random, seats: list[str]) -> facts.Wanted | None:
    """A map, a realm each; then it begins."""
    if state.now.phase != "setup":
        return None
    if not state.territories:
        map_ = ready_map(luck.choice(MAPS))
        laid = dump(map_)
        laid = renamed(laid, [one.id for one in map_.places], luck) if luck.random() < ODD else laid
        return facts.Wanted("lay_map", {"map": laid})
    owners = {one.owner for one in state.realms.values()}
    alone = [one for one in seats if one not in owners]
    if alone and len(state.realms) < len(COLOURS):
        colour = COLOURS[len(state.realms)]
        return facts.Wanted("enlist", {
            "owner": alone[0], "colour": colour, "name": colour, **label("realm", luck),
        })  # fmt: skip
    return facts.Wanted("begin_play", {})


def owed(state: Conquest, book: InForce) -> Iterator[facts.Owed]:
    """What the round waits for."""
    for realm in state.realms:
        for one in duties(state, book, realm):
            if not one.waits and one.act:
                yield facts.Owed(realm, one.act, _known(state, book, realm, one))


def _known(state: Conquest, book: InForce, realm: str, duty: Duty) -> dict[str, Any]:
    """What such an act is about, and what chance would hardly hit."""
    if duty.act == "report":
        battle = state.battles[duty.about]
        sides = {"attack": battle.attackers, "defend": battle.defenders}
        return {"battle": battle.id, **{side: _facts(members) for side, members in sides.items()}}
    if duty.about:
        return {"battle": duty.about}
    free = [one.realm for one in targets(state, book, realm) if not one.why_not]
    if duty.act == "challenge" and free:
        return {"round": state.now.round, "defender": free[0]}
    places = legal_capitals(state, book)
    if duty.act == "pick_capital" and places:
        return {"round": state.now.round, "territory": places[0].id}
    return {"round": state.now.round}


def _facts(members: tuple[str, ...]) -> dict[str, Any]:
    hosts = tuple(Host(realm=one, vp=100, units_lost=1, break_point=9) for one in members)
    return dump(Facts(hosts=hosts))  # type: ignore[no-any-return]


def moves(state: Conquest, book: InForce, luck: random.Random) -> Iterator[facts.Wanted]:
    """Mostly what the phase wants."""
    if state.now.phase == "capitals":
        places = legal_capitals(state, book)
        if places:
            yield facts.Wanted("pick_capital", {
                "round": state.now.round, "realm": state.now.active, "territory": luck.choice(places).id,
            })  # fmt: skip
        return
    if state.now.phase in ("setup", "finished") or not state.realms:
        return
    act, params = some_act(League(state), luck)
    sent = {name: dump(value) if is_dataclass(value) else value for name, value in params.items()}
    yield facts.Wanted(act, {"round": state.now.round, **sent})


def holds(before: Conquest, after: Conquest) -> None:
    """The invariants of the rules' own tests; an organiser may build where nobody else may."""
    check(before, after, set(after.territories))


FACTS = facts.Facts(
    settings={"win_target": (10, 30), "siege": (True, False), "naval": (True, False)},
    opening=opening,
    owed=owed,
    moves=moves,
    holds=holds,
    asides={"lay_map", "leave", "strike", "close_battles", "pause", "skip", "withdraw", "remove", "redraw"},
)
