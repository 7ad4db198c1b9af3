"""The demo's Firestorm league: four factions of seven players on the Ember Marches, stopped in mid-season."""

from __future__ import annotations

from typing import NamedTuple

from campaigns.demo.playing import DemoSeason, playing_league
from campaigns.models import Seat
from maps.firestorm.marshal import MarshalMove, lay_siege, next_move
from rules.engine.codec import dump
from rules.engine.refusals import Refused
from rules.firestorm.book import EDITIONS, firestorm_in_force
from rules.firestorm.faction_figures import battles_this_turn, is_stronghold
from rules.firestorm.state import Battle, Firestorm
from rules.maps.ready import ready_map

GAME = "firestorm"
LAST_TURN = 5  # the league waits in its battles
MOST_STEPS = 900


class DemoFaction(NamedTuple):
    """A faction of the demo: who founded it, what it is called, where it begins, who else plays in it."""

    founder: str
    name: str
    colour: str
    alliance: str
    corner: str
    others: tuple[str, ...] = ()


FACTIONS = (
    DemoFaction("Marta", "The Cinder Watch", "blue", "order", "T01", ("Tom",)),
    DemoFaction("Oskar", "Hollow Crown", "vermilion", "chaos", "T05", ("Priya",)),
    DemoFaction("Ilse", "The Stone Wake", "green", "death", "T21"),
    DemoFaction("Kwame", "Merrow Horde", "orange", "destruction", "T25", ("Jun",)),
)
DISPUTED = "We stopped after turn four, that is a minor one."


def marches(seats: dict[str, Seat], organiser: Seat) -> None:
    """Four turns of orders, battles and building; in the fifth a report to confirm and another disputed."""
    with playing_league(Firestorm, seats, organiser, GAME, EDITIONS[0], "The Ember Crown", {}) as season:
        season.evening(LAST_TURN)
        season.act(organiser.name, "lay_map", map=dump(ready_map("ember_marches")))
        for one in FACTIONS:
            _found(season, one)
        season.act(organiser.name, "deal_objectives")
        season.act(organiser.name, "begin_play")
        for _step in range(MOST_STEPS):
            if _stands_at_the_end(season):
                break
            season.evening(LAST_TURN - season.state.now.turn)
            _step_on(season)
        _leave_things_open(season)


def _found(season: DemoSeason[Firestorm], side: DemoFaction) -> None:
    faction = season.come(side.founder, "found", name=side.name, colour=side.colour, emblem=side.colour)
    for one in side.others:
        season.act(one, "join", faction=faction, owner=str(season.seats[one].pk), name=one)
    season.act(side.founder, "take_corner", faction=faction, territory=side.corner)
    season.act(side.founder, "choose_alliance", faction=faction, alliance=side.alliance)


def _stands_at_the_end(season: DemoSeason[Firestorm]) -> bool:
    now = season.state.now
    return now.phase == "finished" or (now.turn >= LAST_TURN and now.phase == "battles")


def _step_on(season: DemoSeason[Firestorm]) -> None:
    """What somebody sensible does next; of the strongholds attacked the first is besieged."""
    state = season.state
    if battle := _fit_for_a_siege(state):
        _make(season, lay_siege(state, battle))
        return
    move = next_move(state, firestorm_in_force(state), season.luck)
    if move:
        _make(season, move)


def _fit_for_a_siege(state: Firestorm) -> Battle | None:
    """A battle for a stronghold that nobody has said anything about."""
    book = firestorm_in_force(state)
    for one in battles_this_turn(state):
        strong = is_stronghold(book, state.territories[one.territory])
        if one.status == "open" and strong and one.id not in state.sieges and not one.third:
            return one
    return None


def _make(season: DemoSeason[Firestorm], move: MarshalMove) -> None:
    founder = next(name for name, side in season.sides.items() if side == move.faction)
    season.answers = move.answers
    season.act(founder, move.act, **move.params)


def _leave_things_open(season: DemoSeason[Firestorm]) -> None:
    """What a club finds on a Thursday: a report to confirm, one that is disputed, the others to play."""
    open_ = [one for one in battles_this_turn(season.state) if one.status == "open"]
    for number, battle in enumerate(open_[:2]):
        sent = {"battle": battle.id, "faction": battle.attack, "result": "major_victory"}
        try:
            _make(season, MarshalMove(battle.attack, "report", sent))
        except Refused:
            continue
        if number:
            bout = next(one.id for one in season.state.bouts.values() if one.battle == battle.id)
            _make(
                season,
                MarshalMove(
                    battle.defend, "dispute", {"bout": bout, "faction": battle.defend, "words": DISPUTED}
                ),
            )
