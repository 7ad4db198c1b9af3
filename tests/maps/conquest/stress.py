"""What an adversary is told of Conquest: how a league gets going, whom it waits for, what one might do."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import is_dataclass

from bench.chance import League, some_act
from rules.conquest.book import ConquestInForce
from rules.conquest.setting_up.beginning import legal_capitals
from rules.conquest.state import Conquest
from rules.engine.codec import dump
from rules.maps.ready import ready_map
from tests.rules.conquest.sampled import MOVES
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


def moves(state: Conquest, book: ConquestInForce, luck: random.Random) -> Iterator[facts.Wanted]:
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
    todos=MOVES,
    moves=moves,
    holds=holds,
    asides={"lay_map", "leave", "strike", "close_battles", "pause", "skip", "withdraw", "remove", "redraw"},
)
