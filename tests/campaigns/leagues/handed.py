"""A league of each book in which a side has won a game, and then went to somebody else: Tom's to Rosa."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from campaigns.engine import door
from campaigns.engine.stored.store import registration_of
from campaigns.engine.who.rights import Actor
from campaigns.models import Scope, Seat
from rules.engine.state import State
from tests.campaigns import play
from tests.factories import new_seat
from tests.maps.conquest import play as conquest
from tests.maps.firestorm import fights

MASSACRE: dict[str, Any] = {"attack": (900, 1, 8), "defend": (1, 7, 8), "fled": "defend"}


@dataclass
class Handed:
    """`side` won `game` for `tom` against `marta`; then it went to `rosa`."""

    scope: Scope
    tom: Seat
    marta: Seat
    rosa: Seat
    side: str
    other: str
    game: str
    ilse: Seat

    @property
    def state(self) -> State:
        return registration_of(self.scope.game).load(self.scope.pk)


def warbands() -> Handed:
    scope = play.found_league()
    ilse = scope.club.seats.get(role="organiser")
    marta, tom, rosa = (play.player(scope, name) for name in ("Marta", "Tom", "Rosa"))
    his, hers = (play.found_warband(scope, one) for one in (tom, marta))
    play.answer_all(scope, ilse, play.act(scope, ilse, "start"), limit=6)
    mission = play.evening(scope, ilse, his, hers)
    play.act(scope, ilse, "hand_over", warband=his, owner=str(rosa.pk), words="moved away")
    return Handed(scope, tom, marta, rosa, his, hers, mission, ilse)


def empires() -> Handed:
    league = conquest.at_battles("Tom", "Marta")
    scope, (battle,) = league.scope, league.state.battles.values()
    side, other = battle.attackers[0], battle.defenders[0]
    winner, loser = league.player(side), league.player(other)
    conquest.reported(league, winner, battle.id, **MASSACRE)
    league.do(loser, "confirm", battle=battle.id)
    rosa, ilse = new_seat(club=scope.club, name="Rosa"), league.seats["Organiser"]
    params = {"realm": side, "owner": str(rosa.pk), "words": "moved away"}
    assert door.act(scope.pk, Actor(ilse), "conquest.hand_over", params).settled
    return Handed(scope, league.seats[winner], league.seats[loser], rosa, side, other, battle.id, ilse)


def factions() -> Handed:
    league, battle = fights.in_the_field()
    scope, (winner, loser) = league.scope, fights.both(league, battle)
    fights.fought(league, battle)
    rosa, ilse = new_seat(club=scope.club, name="Rosa"), league.seats["Organiser"]
    tom, state = league.seats[winner], league.state
    (his,) = (one.id for one in state.players.values() if one.owner == str(tom.pk))
    joins = {"faction": battle.attack, "owner": str(rosa.pk)}
    assert door.act(scope.pk, Actor(tom), "firestorm.leave_faction", {"player": his}).settled
    assert door.act(scope.pk, Actor(ilse), "firestorm.join", joins).settled
    return Handed(scope, tom, league.seats[loser], rosa, battle.attack, battle.defend, battle.id, ilse)


BOOKS: tuple[Callable[[], Handed], ...] = (warbands, empires, factions)
