"""Playing the demo's seasons: who meets whom, who wins, who falls, all from one fixed seed."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256
from typing import Any
from zoneinfo import ZoneInfo

from django.utils import timezone

from campaigns import door
from campaigns.demo.cast import ARMIES, PLACES, SKIRMISH, Band
from campaigns.models import Club, Entry, Role, Scope, Seat, Slot
from campaigns.rights import Actor
from campaigns.services import people
from campaigns.services.leagues import found_scope
from campaigns.services.reports import send
from campaigns.store import registration
from rules.opr.setup import available_units, cap_of
from rules.questions import RANDOM, ChooseSeveral, Number, Path, Question, Split, Text, YesNo
from rules.refusals import Refused

CLUB, ORGANISER, ZONE = "Cellar Dice Society", "Marta", "Europe/Berlin"
SEED = 1403


@dataclass
class Season:
    """One league being played."""

    scope: Scope
    seats: dict[str, Seat]
    warbands: dict[str, str]
    bands: dict[str, Band]
    luck: random.Random
    answer: Callable[[Question, random.Random], Any]
    _state: Any = None

    @property
    def state(self) -> Any:
        """The league as it stands; loaded once between two acts."""
        if self._state is None:
            self._state = registration(self.scope.game).load(self.scope.pk)
        return self._state

    def act(self, who: str, procedure: str, **params: Any) -> door.Outcome:
        """Do something as a player, and see its dialogue through."""
        actor = Actor(self.seats[who])
        self._state = None
        with door.visit(self.scope.pk, actor) as here:
            outcome = door.act_within(here, f"{self.scope.game}.{procedure}", params)
            if not outcome.settled:
                self.fix_seed(outcome.slot)
        while not outcome.settled:
            question = outcome.questions[0]
            value = door.ROLL if isinstance(question, RANDOM) else self.answer(question, self.luck)
            outcome = door.answer(self.scope.pk, actor, outcome.slot, question.key, value, app_dice=True)
        return outcome

    def fix_seed(self, code: str) -> None:
        """Give an open slot the seed of its name, so that every demo club has the same dice."""
        slot = Slot.objects.get(scope=self.scope, code=code)
        slot.seed = sha256(f"{SEED}:{self.scope.name}:{slot.name}".encode()).digest()
        slot.save(update_fields=["seed"])


def make_club() -> Club:
    """The demo club with its two leagues."""
    founded = people.found_club(name=CLUB, organiser_name=ORGANISER, time_zone=ZONE)
    seats = _seats(founded.club, founded.organiser)
    loose = {"parallel_play": "on", "late_joiners": "on", "campaign_type": "endless"}
    skirmish = _league(seats, "The Iron Winter", "aofs-3.2.0", SKIRMISH, loose)
    _play(skirmish, missions=14)
    _leave_things_open(skirmish)
    armies = _league(
        seats, "Ash and Embers", "gf-3.4.0", ARMIES, {"parallel_play": "on", "campaign_type": "game"}
    )
    _play(armies, missions=4)
    for scope in founded.club.scopes.all():
        _spread_over_weeks(scope)
    return founded.club


def _seats(club: Club, organiser: Seat) -> dict[str, Seat]:
    seats = {ORGANISER: organiser}
    for band in SKIRMISH:
        seat = seats.get(band.player) or _seat(club, band.player)
        seat.emblem = band.emblem
        seat.save(update_fields=["emblem"])
        seats[band.player] = seat
    return seats


def _seat(club: Club, name: str) -> Seat:
    person = people.make_guest(name)
    return Seat.objects.create(club=club, person=person, name=name, role=Role.PLAYER)


def _league(
    seats: dict[str, Seat], name: str, edition: str, bands: Sequence[Band], settings: dict[str, str]
) -> Season:
    club = seats[ORGANISER].club
    scope = found_scope(
        club=club, by=seats[ORGANISER], game="opr", edition=edition, name=name, settings=settings
    )
    by_player = {band.player: band for band in bands}
    luck = random.Random(f"{SEED}{name}")  # noqa: S311 - who plays whom in a demo, no secret and no die
    season = Season(scope, seats, {}, by_player, luck, choose)
    for band in bands:
        units = [unit.params() for unit in band.units]
        owner = str(seats[band.player].pk)
        outcome = season.act(band.player, "found_warband", owner=owner, name=band.name, units=units)
        season.warbands[band.player] = f"{outcome.slot}.warband"
    season.act(ORGANISER, "start", time_zone=ZONE)
    return season


def choose(question: Question, luck: random.Random) -> Any:
    """A player's answer to anything that is not a die."""
    if isinstance(question, YesNo):
        return luck.random() < 0.7
    if isinstance(question, Split):
        share, rest = divmod(question.total, len(question.options))
        return [(one.id, share + (n < rest)) for n, one in enumerate(question.options)]
    if isinstance(question, ChooseSeveral):
        open_ones = [one.id for one in question.options if not one.why_not]
        return open_ones[: max(question.least, min(1, question.most))]
    if isinstance(question, Number):
        return question.least
    if isinstance(question, Text):
        return "the old well"
    if isinstance(question, Path):
        return ()
    options = [one.id for one in getattr(question, "options", ()) if not one.why_not]
    return luck.choice(options)


def _play(season: Season, missions: int) -> None:
    """Missions one after another, each walked to its end."""
    for place in season.luck.sample(PLACES, missions):
        pair = _who_is_due(season)
        mission = _mission(season, pair, place)
        if mission:
            for name in pair:
                _walk(season, name, mission)


def _who_is_due(season: Season) -> list[str]:
    """Two who have played least, so that nobody is left out."""
    warbands = season.state.warbands
    free = [name for name, key in season.warbands.items() if not warbands[key].mission]
    season.luck.shuffle(free)
    return sorted(free, key=lambda name: int(warbands[season.warbands[name]].missions))[:2]


def _mission(season: Season, pair: list[str], place: str) -> str:
    """One mission through set-up, some rounds and its result; its id, or nothing if the league is over."""
    ids = [season.warbands[name] for name in pair]
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
    weights = [season.bands[name].skill for name in pair]
    winner = season.luck.choices(pair, weights)[0]
    params = {"mission": mission, "winners": [season.warbands[winner]], "rounds": 4}
    season.act(pair[0], "result", **params, kills=_kills(season, mission, winner))
    return mission


def _field(season: Season, mission: str, pair: list[str]) -> None:
    for name in pair:
        warband = season.warbands[name]
        units = [unit.id for unit in season.state.sheet(warband) if unit.available]
        while True:
            try:
                season.act(name, "field", mission=mission, warband=warband, units=units)
                break
            except Refused:
                units.remove(min(units, key=lambda one: season.state.units[one].value))
        season.act(name, "roll_objective", mission=mission, warband=warband)


def _under_cap(season: Season, warbands: list[str]) -> dict[str, list[str]]:
    """Who comes along when nobody may bring more than the cap: the dearest that fit."""
    state = season.state
    cap = cap_of(state, registration("opr").game.book_of(state), warbands)
    fielded: dict[str, list[str]] = {}
    for warband in warbands:
        room: int = cap
        chosen: list[str] = []
        for unit in sorted(available_units(state, warband), key=lambda one: -one.value):
            if unit.value <= room:
                room, chosen = room - unit.value, [*chosen, unit.id]
        fielded[warband] = chosen
    return fielded


def _settle_events(season: Season, mission: str, pair: list[str]) -> None:
    """Answer what events ask while the mission is played."""
    for event in season.state.missions[mission].events:
        owner = next((name for name in pair if season.warbands[name] == event.warband), None)
        if owner is None or event.settled or event.sealed:
            continue
        for procedure in ("send", "seal_note"):
            try:
                season.act(owner, procedure, mission=mission, event=event.id, warband=event.warband)
            except Refused:
                continue


def _kills(season: Season, mission: str, winner: str) -> list[dict[str, Any]]:
    """A believable kill ledger: the winner loses little, the loser about half."""
    found = season.state.missions[mission]
    kills = []
    for side in found.sides:
        enemies = [unit for other in found.sides if other.warband != side.warband for unit in other.fielded]
        standing = [unit for unit in side.fielded if season.state.units[unit].available]
        count = 1 if side.warband == season.warbands[winner] else min(2, len(standing))
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


def _walk(season: Season, name: str, mission: str) -> None:
    """Steps 3 to 6, with now and then an upgrade or a recruit."""
    warband = season.warbands[name]
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


def _recruit(season: Season, name: str, mission: str) -> None:
    warband = season.warbands[name]
    pool, size = season.state.warbands[warband].pool, len(season.state.sheet(warband))
    price = 30 if season.scope.edition.startswith("aofs") else 150
    if pool < price or size > 7:
        return
    taken = {unit.name for unit in season.state.sheet(warband)}
    fresh = next((one for one in FRESH if one not in taken), None)
    if fresh:
        unit = {"name": fresh, "points": price, "profile": {"quality": 5, "defense": 5, "models": 2}}
        season.act(name, "recruit", mission=mission, warband=warband, unit=unit)


def _leave_things_open(season: Season) -> None:
    """What a club finds on a Thursday: a report to confirm, steps half walked, a mission in play."""
    names = [name for name in season.warbands if not season.state.warbands[season.warbands[name]].mission]
    waiting = _mission(season, names[:2], "The Tollgate")
    if waiting:
        season.act(names[0], "casualties", mission=waiting, warband=season.warbands[names[0]])
    free = names[2:6]
    ids = [season.warbands[name] for name in free[:2]]
    opened = season.act(free[0], "open_mission", warbands=ids, name="Bridge at Candle Dyke")
    mission = f"{opened.slot}.mission"
    _field(season, mission, free[:2])
    season.act(free[0], "begin", mission=mission)
    season.act(free[0], "round", mission=mission, round=1)
    _settle_events(season, mission, free[:2])
    sides = [season.warbands[name] for name in free[2:4]]
    facts = {"warbands": sides, "winners": [sides[0]], "rounds": 4, "fielded": _under_cap(season, sides)}
    send(
        scope=season.scope,
        actor=Actor(season.seats[free[2]]),
        procedure="opr.quick_report",
        facts=facts,
        sides=sides,
        once="demo",
    )


def _spread_over_weeks(scope: Scope) -> None:
    """Date the entries back to club nights, two missions a Thursday; their order stays."""
    zone = ZoneInfo(scope.time_zone)
    tonight = timezone.now().astimezone(zone) - timedelta(minutes=20)
    entries = list(scope.entries.select_related("slot").order_by("seq"))
    nights = _nights(entries)
    with door.visit(scope.pk, Actor(None)):
        for entry, (night, place, size) in zip(entries, nights, strict=True):
            back = timedelta(weeks=nights[-1][0] - night)
            entry.at = tonight - back - timedelta(minutes=3) * (size - place)
            entry.save(update_fields=["at"])


def _nights(entries: list[Entry]) -> list[tuple[int, int, int]]:
    """Per entry: which club night, its place in that night, and how many entries the night has."""
    missions: dict[str, int] = {}
    night, found = 0, []
    for entry in entries:
        if mission := entry.params.get("mission"):
            night = missions.setdefault(mission, len(missions)) // 2
        found.append(night)
    ordered = sorted(found)  # a step walked late belongs to the evening it was walked on
    return [(n, ordered[: i + 1].count(n) - 1, ordered.count(n)) for i, n in enumerate(ordered)]
