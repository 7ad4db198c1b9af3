"""Playing the demo's seasons: who meets whom, who wins, who falls."""

from __future__ import annotations

from collections.abc import Sequence

from campaigns.demo.playing import DemoSeason, playing_league
from campaigns.engine.reports import submit_report_within
from campaigns.engine.who.rights import Actor
from campaigns.models import Seat
from campaigns.opr.demo.cast import ARMIES, PLACES, SKIRMISH, Band
from rules.engine.plain import JsonObject
from rules.engine.refusals import Refused
from rules.opr.game import GAME
from rules.opr.playing.setup import available_units, cap_of
from rules.opr.state import OprState


def skirmishes(seats: dict[str, Seat], organiser: Seat) -> None:
    """A league of warbands with a report to confirm, steps half walked and a mission in play."""
    loose = {"parallel_play": "on", "late_joiners": "on", "campaign_type": "endless"}
    with playing_league(OprState, seats, organiser, "opr", "aofs-3.2.0", "The Iron Winter", loose) as season:
        season.evening(7)
        _found(season, SKIRMISH, organiser)
        _play(season, missions=14)
        season.evening(0)
        _leave_things_open(season)


def demo_army_league(seats: dict[str, Seat], organiser: Seat) -> None:
    """A younger league of whole armies."""
    loose = {"parallel_play": "on", "campaign_type": "game"}
    with playing_league(OprState, seats, organiser, "opr", "gf-3.4.0", "Ash and Embers", loose) as season:
        season.evening(2)
        _found(season, ARMIES, organiser)
        _play(season, missions=4)


def _found(season: DemoSeason[OprState], bands: Sequence[Band], organiser: Seat) -> None:
    for band in bands:
        units = [unit.params() for unit in band.units]
        season.come(band.player, "found_warband", name=band.name, units=units)
        season.skill[band.player] = band.skill
    season.act(organiser.name, "start", time_zone=season.scope.time_zone)


def _play(season: DemoSeason[OprState], missions: int) -> None:
    """Missions one after another, two an evening, each walked to its end."""
    for number, place in enumerate(season.luck.sample(PLACES, missions)):
        season.evening((missions - number + 1) // 2)
        pair = _who_is_due(season)
        mission = _mission(season, pair, place)
        if mission:
            for name in pair:
                _walk(season, name, mission)


def _who_is_due(season: DemoSeason[OprState]) -> list[str]:
    """Two who have played least, so that nobody is left out."""
    warbands = season.state.warbands
    free = [name for name, key in season.sides.items() if not warbands[key].mission]
    season.luck.shuffle(free)
    return sorted(free, key=lambda name: int(warbands[season.sides[name]].missions))[:2]


def _mission(season: DemoSeason[OprState], pair: list[str], place: str) -> str:
    """One mission through set-up, some rounds and its result; its id, or nothing if the league is over."""
    ids = [season.sides[name] for name in pair]
    try:
        opened = season.act(pair[0], "open_mission", warbands=ids, name=place)
    except Refused:
        return ""
    mission = f"{opened.slot}.mission"
    _field(season, mission, pair)
    season.act(pair[0], "begin", mission=mission)
    for number in range(1, 5):
        season.act(pair[number % 2], "round", mission=mission, round=number)
        _settle_events(season, mission, pair)
    winner = season.luck.choices(pair, [season.skill[name] for name in pair])[0]
    params = {"mission": mission, "winners": [season.sides[winner]], "rounds": 4}
    season.agreed(pair[0], "result", **params, kills=_kills(season, mission, winner))
    return mission


def _field(season: DemoSeason[OprState], mission: str, pair: list[str]) -> None:
    for name in pair:
        warband = season.sides[name]
        units = [unit.id for unit in season.state.sheet(warband) if unit.available]
        while True:
            try:
                season.act(name, "field", mission=mission, warband=warband, units=units)
                break
            except Refused:
                units.remove(min(units, key=lambda one: season.state.units[one].value))
        season.act(name, "roll_objective", mission=mission, warband=warband)


def _under_cap(season: DemoSeason[OprState], warbands: list[str]) -> dict[str, list[str]]:
    """Who comes along when nobody may bring more than the cap: the dearest that fit."""
    state = season.state
    cap = cap_of(state, GAME.book_of(state), warbands)
    fielded: dict[str, list[str]] = {}
    for warband in warbands:
        room: int = cap
        chosen: list[str] = []
        for unit in sorted(available_units(state, warband), key=lambda one: -one.value):
            if unit.value <= room:
                room, chosen = room - unit.value, [*chosen, unit.id]
        fielded[warband] = chosen
    return fielded


def _settle_events(season: DemoSeason[OprState], mission: str, pair: list[str]) -> None:
    """Answer what events ask while the mission is played."""
    for event in season.state.missions[mission].events:
        owner = next((name for name in pair if season.sides[name] == event.warband), None)
        if owner is None or event.settled or event.sealed:
            continue
        for procedure in ("send", "seal_note"):
            try:
                season.act(owner, procedure, mission=mission, event=event.id, warband=event.warband)
            except Refused:
                continue


def _kills(season: DemoSeason[OprState], mission: str, winner: str) -> list[JsonObject]:
    """A believable kill ledger: the winner loses little, the loser about half."""
    found = season.state.missions[mission]
    kills = []
    for side in found.sides:
        enemies = [unit for other in found.sides if other.warband != side.warband for unit in other.fielded]
        standing = [unit for unit in side.fielded if season.state.units[unit].available]
        count = 1 if side.warband == season.sides[winner] else min(2, len(standing))
        for victim in season.luck.sample(standing, min(count, len(standing))):
            kills.append(
                {
                    "victim": victim,
                    "killer": season.luck.choice(enemies),
                    "round": season.luck.randint(1, 4),
                    "melee": season.luck.random() < 0.6,
                }
            )
    return kills


def _walk(season: DemoSeason[OprState], name: str, mission: str) -> None:
    """Steps 3 to 6, with now and then an upgrade or a recruit."""
    warband = season.sides[name]
    state = season.state
    for event in state.missions[mission].events:
        for procedure in ("collect", "ransom", "duel"):
            if event.warband == warband and not event.settled:
                try:
                    season.act(name, procedure, mission=mission, event=event.id, warband=warband)
                except Refused:
                    continue
    season.act(name, "casualties", mission=mission, warband=warband)
    season.act(name, "experience", mission=mission, warband=warband)
    season.act(name, "close_upgrades", mission=mission, warband=warband)
    _recruit(season, name, mission)
    season.act(name, "close_recruiting", mission=mission, warband=warband)


FRESH = (
    "Stray Recruits",
    "Night Porters",
    "Quarry Hands",
    "Sworn Neighbours",
    "Late Volunteers",
    "Far Cousins",
)


def _recruit(season: DemoSeason[OprState], name: str, mission: str) -> None:
    warband = season.sides[name]
    pool, size = season.state.warbands[warband].pool, len(season.state.sheet(warband))
    price = 30 if season.scope.edition.startswith("aofs") else 150
    if pool < price or size > 7:
        return
    taken = {unit.name for unit in season.state.sheet(warband)}
    fresh = next((one for one in FRESH if one not in taken), None)
    if fresh:
        unit = {"name": fresh, "points": price, "profile": {"quality": 5, "defense": 5, "models": 2}}
        season.act(name, "recruit", mission=mission, warband=warband, unit=unit)


def _leave_things_open(season: DemoSeason[OprState]) -> None:
    """What a club finds on a Thursday: a report to confirm, steps half walked, a mission in play."""
    names = [name for name in season.sides if not season.state.warbands[season.sides[name]].mission]
    waiting = _mission(season, names[:2], "The Tollgate")
    if waiting:
        season.act(names[0], "casualties", mission=waiting, warband=season.sides[names[0]])
    free = names[2:6]
    ids = [season.sides[name] for name in free[:2]]
    opened = season.act(free[0], "open_mission", warbands=ids, name="Bridge at Candle Dyke")
    mission = f"{opened.slot}.mission"
    _field(season, mission, free[:2])
    season.act(free[0], "begin", mission=mission)
    season.act(free[0], "round", mission=mission, round=1)
    _settle_events(season, mission, free[:2])
    sides = [season.sides[name] for name in free[2:4]]
    facts = {"warbands": sides, "winners": [sides[0]], "rounds": 4, "fielded": _under_cap(season, sides)}
    season.transaction.actor = Actor(season.seats[free[2]])
    submit_report_within(season.transaction, "opr.quick_report", facts, once="demo")
