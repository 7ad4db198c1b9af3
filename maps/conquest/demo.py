"""The demo's map league: rounds of events, battles and land, stopped in the middle of a battle phase."""

from __future__ import annotations

from campaigns.demo.playing import DemoSeason, playing_league
from campaigns.models import Seat
from rules.conquest.book import EDITIONS, ConquestInForce, conquest_in_force
from rules.conquest.playing.challenging import targets
from rules.conquest.realm_figures import battles_this_round
from rules.conquest.rounds.offers import reachable, territory_offers
from rules.conquest.setting_up.beginning import legal_capitals
from rules.conquest.state import Battle, Conquest, Facts, Host
from rules.conquest.todos import empire_todos
from rules.engine.codec import dump
from rules.engine.plain import Params
from rules.engine.todos import with_must
from rules.maps.ready import ready_map

GAME = "conquest"
ROUNDS = 3  # played to their end; the next one waits for its battles
TAKING = ("conquer", "claim")


# Who plays the map league, under which name, and how well
EMPIRES = (
    ("Marta", "The Bell Wardens", 4),
    ("Oskar", "Brakka’s Reach", 3),
    ("Ana-Sofía", "Lantern Coast", 4),
    ("Kwame", "Saltmarsh Compact", 2),
)
DISPUTED = "My reserve never left the field; we counted your centre twice."


def empires(seats: dict[str, Seat], organiser: Seat) -> None:
    """Four empires on hexagons: a report to confirm, a dispute to decide, a battle to play."""
    with playing_league(Conquest, seats, organiser, GAME, EDITIONS[0], "The Estuary Crowns", {}) as season:
        season.evening(ROUNDS + 1)
        season.act(organiser.name, "lay_map", map=dump(ready_map("two_rivers")))
        for player, name, skill in EMPIRES:
            emblem = seats[player].emblem
            season.come(player, "enlist", name=name, colour=emblem, emblem=emblem)
            season.skill[player] = skill
        season.act(organiser.name, "begin_play")
        while not _stands_at_the_end(season):
            season.evening(ROUNDS + 1 - season.state.now.round)
            _step(season)
        _leave_things_open(season)


def _stands_at_the_end(season: DemoSeason[Conquest]) -> bool:
    now = season.state.now
    return bool(now.round > ROUNDS and now.phase == "battle") or now.phase == "finished"


def _now(season: DemoSeason[Conquest]) -> tuple[Conquest, ConquestInForce]:
    """The league as it stands."""
    return season.state, conquest_in_force(season.state)


def _step(season: DemoSeason[Conquest]) -> None:
    """What the moment asks for, done by whoever it is up to."""
    now, luck = season.state.now, season.luck
    if now.phase == "battle":
        _battle(season, next(one for one in battles_this_round(season.state) if one.status == "open"))
        return
    realm = now.active or with_must(empire_todos(*_now(season)))[0]
    name, common = _player(season, realm), {"realm": realm, "round": now.round}
    if now.phase == "capitals":
        place = luck.choice(legal_capitals(*_now(season))).id
        season.act(name, "pick_capital", **common, territory=place)
    elif now.phase == "events":
        season.act(name, "pick_event", **common)
    elif now.phase == "revenue":
        season.act(name, "collect", **common)
    elif now.phase == "challenge":
        free = [one.realm for one in targets(*_now(season), realm) if not one.why_not]
        season.act(name, "challenge", **common, defender=luck.choice(free))
    elif now.phase == "choice":
        season.act(name, "choose_battles", **common, mode="team")
    else:
        _spend(season, name, realm, common)


def _player(season: DemoSeason[Conquest], realm: str) -> str:
    return next(name for name, side in season.sides.items() if side == realm)


def _battle(season: DemoSeason[Conquest], battle: Battle) -> None:
    """Played to its end: the challenger reports, the other side agrees."""
    _report(season, battle)
    season.act(_player(season, battle.defenders[0]), "confirm", battle=battle.id, realm=battle.defenders[0])


def _report(season: DemoSeason[Conquest], battle: Battle) -> None:
    """Who held the field and what it cost; the better player more often."""
    luck, sides = season.luck, (battle.attackers, battle.defenders)
    weights = [max(season.skill[_player(season, one)] for one in side) for side in sides]
    won = luck.choices((0, 1), weights)[0]
    facts = [_facts(season, side, won == n) for n, side in enumerate(sides)]
    reporter = battle.attackers[0]
    sent = {"battle": battle.id, "realm": reporter, "attack": dump(facts[0]), "defend": dump(facts[1])}
    season.act(_player(season, reporter), "report", **sent)


def _facts(season: DemoSeason[Conquest], members: tuple[str, ...], won: bool) -> Facts:
    luck = season.luck
    hosts = tuple(
        Host(
            realm=realm,
            vp=luck.randrange(600, 1300) if won else luck.randrange(100, 600),
            units_lost=luck.randrange(1, 6) if won else luck.randrange(5, 10),
            break_point=9,
        )
        for realm in members
    )
    return Facts(withdrew=not won, hosts=hosts)


def _spend(season: DemoSeason[Conquest], name: str, realm: str, common: Params) -> None:
    """Land first, then something built on it, then the turn is over."""
    luck = season.luck
    found = [one for one in reachable(*_now(season), realm) if not one.dear]
    for act in TAKING:
        places = [one.territory for one in found if one.act == act]
        if places:
            season.act(name, act, **common, territory=luck.choice(places))
            return
    for place in [one.id for one in season.state.territories.values() if one.owner == realm]:
        offered = territory_offers(*_now(season), realm, place)
        free = [one.building for one in offered if one.act == "build" and not one.why_not]
        if free and not season.state.territories[place].building:
            season.act(name, "build", **common, territory=place, building=luck.choice(free))
            return
    season.act(name, "end_turn", **common)


def _leave_things_open(season: DemoSeason[Conquest]) -> None:
    """What a club finds on a Thursday: one report disputed, one to confirm, the other battles to play."""
    battles = [one for one in battles_this_round(season.state) if one.status == "open"]
    for number, battle in enumerate(battles):
        attacker, defender = battle.attackers[0], battle.defenders[0]
        if len(battle.members) == 2:
            size = {"battle": battle.id, "realm": attacker, "points": 1500}
            season.act(_player(season, attacker), "agree_size", **size)
        if number < 2:
            _report(season, battle)
        if number == 0:
            sent = {"battle": battle.id, "realm": defender, "words": DISPUTED}
            season.act(_player(season, defender), "dispute", **sent)
