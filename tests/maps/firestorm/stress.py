"""What an adversary is told of Firestorm: how a league gets going on a small map, and whom it waits for."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from math import cos, pi, sin
from typing import Any

from maps.firestorm import marshal
from rules.engine.codec import dump
from rules.engine.questions import Question
from rules.firestorm.book import FirestormInForce, firestorm_in_force
from rules.firestorm.siege.siege_rules import options_of_side
from rules.firestorm.siege_state import Besieging
from rules.firestorm.state import Firestorm, OrderSheet
from tests.rules.firestorm.chance import SETTINGS, small_map
from tests.rules.firestorm.sampled import MOVES
from tests.stress.facts import Facts, Wanted
from tests.stress.nasty import label, renamed

ODD = 0.4  # how often an id is one nobody would think of
COLOURS = ("orange", "purple", "iron", "green")
ALLIANCES = ("order", "chaos", "death", "destruction")
SIDES: tuple[Besieging, ...] = ("besieger", "besieged")


def opening(state: Firestorm, luck: random.Random, seats: list[str]) -> Wanted | None:
    """A small map, a faction each with its corner; then it begins, and some land is given away."""
    if state.now.phase != "setup":
        return _given(state, luck)
    if not state.territories:
        return Wanted("lay_map", {"map": _map(luck)})
    corners = [one.id for one in state.territories.values() if one.corner]
    alone = [one for one in seats if all(one != player.owner for player in state.players.values())]
    if alone and len(state.factions) < min(len(corners), len(COLOURS), 3):
        colour = COLOURS[len(state.factions)]
        told = {"owner": alone[0], "colour": colour, "name": colour}
        return Wanted("found", {**told, **label("faction", luck)})
    taken = {one.corner for one in state.factions.values()}
    for number, one in enumerate(state.factions.values()):
        if not one.corner:
            free = next(corner for corner in corners if corner not in taken)
            return Wanted("take_corner", {"faction": one.id, "territory": free})
        if not one.alliance:
            return Wanted("choose_alliance", {"faction": one.id, "alliance": ALLIANCES[number]})
    return Wanted("begin_play")


def _map(luck: random.Random) -> Any:
    """A small map with its territories in a ring; now and then one of them has a strange id."""
    map_ = small_map(luck)
    turn = 2 * pi / len(map_.places)
    places = tuple(
        replace(one, x=round(500 * cos(n * turn)), y=round(500 * sin(n * turn)))
        for n, one in enumerate(map_.places)
    )
    laid = dump(replace(map_, places=places))
    return renamed(laid, [one.id for one in map_.places], luck) if luck.random() < ODD else laid


def _given(state: Firestorm, luck: random.Random) -> Wanted | None:
    """In the first turn an organiser gives every other territory to somebody, some with a stronghold."""
    free = [one for one in state.territories.values() if not one.owner]
    if state.now.turn != 1 or state.now.phase != "preparation" or len(free) < len(state.territories) // 3:
        return None
    words = {"words": "So that something happens."}
    items = luck.choice((["stronghold"], ["stronghold", "barracks"], []))
    owner = luck.choice(list(state.factions))
    bare = [one for one in state.territories.values() if one.owner and not _stands(state, one.id)]
    if bare and luck.random() < 0.7:
        return Wanted("place_banner", {"faction": bare[0].owner, "territory": bare[0].id, **words})
    return Wanted("correct", {"territory": free[0].id, "owner": owner, "items": items, **words})


def _stands(state: Firestorm, territory: str) -> bool:
    return any(one.territory == territory for one in state.banners.values())


def moves(state: Firestorm, book: FirestormInForce, luck: random.Random) -> Iterator[Wanted]:
    """What a sensible player would do; a siege where one may be had, and more than one game of a battle."""
    move = marshal.next_move(state, book, luck)
    if move is not None:
        yield Wanted(move.act, dict(move.params))
    for battle in state.battles.values():
        if battle.status == "open" and not battle.third and luck.random() < 0.5:
            about = {"battle": battle.id, "faction": battle.defend}
            yield Wanted("offer_siege", about)
            yield Wanted("agree_games", {**about, "games": 2})
    if state.now.phase == "orders":
        yield from _turncoats(state, luck)


def _turncoats(state: Firestorm, luck: random.Random) -> Iterator[Wanted]:
    """Somebody leaves their faction while orders are written, or comes to one."""
    if state.players and luck.random() < 0.3:
        yield Wanted("leave_faction", {"player": luck.choice(list(state.players))})
    for faction in state.factions:
        yield Wanted("join", {"faction": faction})


def answers(state: Firestorm, book: FirestormInForce, question: Question, luck: random.Random) -> Any:
    """Orders that lead to others' land, most of the time."""
    if not question.key.startswith("orders:") or luck.random() < 0.2:
        return None
    return marshal.sealing_move(state, book, question.about, luck).answers.get(question.key)


def option(state: Firestorm, luck: random.Random) -> str:
    """Something a side may do in a siege."""
    book = firestorm_in_force(state)
    return luck.choice([key for side in SIDES for key in options_of_side(book, side)])


def item(state: Firestorm, luck: random.Random) -> str:
    """Something to build, or to buy for an assault."""
    book = firestorm_in_force(state)
    return luck.choice([*book.book.items, *book.siege.equipment])


def target(state: Firestorm, luck: random.Random) -> str:
    return luck.choice([*firestorm_in_force(state).siege.sallies, "gate", "west wall", "Quillfeather", ""])


def holds(before: Firestorm, after: Firestorm) -> None:
    """On the map no banner stands where it is not; nobody owes more than there is."""
    for banner in after.banners.values():
        assert not banner.territory or banner.territory in after.territories, f"{banner.id} stands nowhere"
        assert banner.faction in after.factions, f"{banner.id} is nobody’s"
    for bout in after.bouts.values():
        assert bout.battle in after.battles, f"{bout.id} is of no battle"


FACTS = Facts(
    settings={**SETTINGS, "siege_mode": ("defender_choice", "both_agree", "defender_choice")},
    opening=opening,
    todos=MOVES,
    moves=moves,
    answers=answers,
    samples={"option": option, "item": item, "target": target},
    holds=holds,
    rooms=("orders/", "room/"),
    opens={"close"},
    past=lambda state, thing: isinstance(thing, OrderSheet) and thing.turn < state.now.turn,
    asides={
        "withdraw",
        "lay_map",
        "advance",
        "pause",
        "strike",
        "void_result",
        "remove",
        "connect",
        "redraw",
    },
)
