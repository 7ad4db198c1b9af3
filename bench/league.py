"""A league of twelve warbands of ten units with a journal of any length, played by the real procedures.

The journal is played in memory and then put into the database at once, so that ten thousand entries take
seconds; pages and corrections read it like any other.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from hashlib import sha256

from campaigns.engine.transaction.scope_transaction import count_write, scope_transaction
from campaigns.engine.transaction.scopes import found_scope
from campaigns.engine.who.rights import Actor
from campaigns.models import Club, Entry, Scope, Seat, Slot
from rules.engine.codec import dump_answers, dump_effects
from rules.engine.dice import is_random, roll, thrower
from rules.engine.effects import apply_all
from rules.engine.games import REVISION
from rules.engine.journal import Record
from rules.engine.procedure import Settled, drive
from rules.engine.questions import Answer, ChooseSeveral, Question, YesNo
from rules.opr import GAME
from rules.opr.playing.setup import available_units, cap_of
from rules.opr.state import OprState

EDITION, WARBANDS, UNITS = "aofs-3.2.0", 12, 10
SETTINGS = {"campaign_type": "endless", "parallel_play": "on", "no_permadeath": "on"}
STEPS = ("casualties", "experience", "close_upgrades", "close_recruiting")


@dataclass
class Played:
    """A league in memory: its state and its journal."""

    start: OprState = field(default_factory=lambda: GAME.begin(EDITION, SETTINGS))
    state: OprState = field(init=False)
    records: list[Record] = field(default_factory=list)
    now: datetime = datetime(2026, 3, 6, 19, tzinfo=UTC)

    def __post_init__(self) -> None:
        self.state = self.start

    def do(self, procedure: str, **params: object) -> str:
        """Settle a procedure with the app's dice and the first answer everywhere; the entry's id."""
        state = self.state
        number = len(self.records) + 1
        seed = sha256(f"bench:{number}".encode()).digest()
        throw = thrower(seed)
        run = GAME.start(state, f"opr.{procedure}", params, f"s{number}", self.now)
        done = drive(run, lambda q: roll(q, throw) if is_random(q) else Answer(first(q)))
        assert isinstance(done, Settled), procedure
        answers = {asked.question.key: asked.answer for asked in done.asked}
        effects = tuple(done.result)
        self.state = apply_all(state, effects)
        name = f"opr.{procedure}"
        self.records.append(Record(f"s{number}", number, name, params, answers, effects, seed, self.now))
        self.now += timedelta(minutes=7)
        return f"s{number}"

    def mission(self, luck: random.Random) -> None:
        """Two warbands meet; both walk their steps: nine entries."""
        pair = luck.sample([one.id for one in self.state.active if available_units(self.state, one.id)], 2)
        fielded = {one: self._under_cap(one, pair) for one in pair}
        kills = [
            {"victim": fielded[pair[n]][0], "killer": fielded[pair[1 - n]][0], "round": 1 + n, "melee": True}
            for n in (0, 1)
        ]
        report = {"warbands": pair, "winners": pair[:1], "fielded": fielded, "kills": kills, "rounds": 4}
        mission = f"{self.do('quick_report', **report)}.mission"
        for warband in pair:
            for step in STEPS:
                self.do(step, mission=mission, warband=warband)

    def _under_cap(self, warband: str, pair: list[str]) -> list[str]:
        room: int = cap_of(self.state, GAME.book_of(self.state), pair)
        chosen: list[str] = []
        for unit in available_units(self.state, warband):
            if unit.value <= room:
                room, chosen = room - unit.value, [*chosen, unit.id]
        return chosen


def first(question: Question) -> object:
    """A legal answer to anything that is not a die."""
    if isinstance(question, YesNo):
        return True
    options = [one.id for one in getattr(question, "options", ()) if not one.why_not]
    return tuple(options[: question.least]) if isinstance(question, ChooseSeveral) else options[0]


def play(entries: int, owners: list[str]) -> Played:
    """A league whose journal is at least so long."""
    league, luck = Played(), random.Random(entries)  # noqa: S311 - who meets whom, no die
    for number, owner in enumerate(owners):
        names = [f"Unit {number}-{n}" for n in range(UNITS)]
        units = [
            {"name": name, "points": 15, "hero": n == 0, "profile": PROFILE} for n, name in enumerate(names)
        ]
        league.do("found_warband", owner=owner, name=f"Warband {number}", units=units)
    league.do("start")
    while len(league.records) < entries:
        league.mission(luck)
    return league


PROFILE = {
    "quality": 4,
    "defense": 5,
    "models": 3,
    "weapons": [{"label": "Long rifle", "range": 24, "attacks": 1, "rules": ["AP(1)"]}],
    "rules": [{"label": "Scout"}],
}


def keep(league: Played, club: Club, by: Seat, name: str) -> Scope:
    """Put a played league into the database: slots, entries, rows."""
    scope = found_scope(club=club, by=by, game="opr", edition=EDITION, name=name, settings=SETTINGS)
    with scope_transaction(scope.pk, Actor(by)) as transaction:
        slots = [
            Slot(scope=scope, name=f"{record.procedure}:{record.seq}", code=record.id, seed=record.seed)
            for record in league.records
        ]
        Slot.objects.bulk_create(slots, batch_size=1000)
        entries = [_entry(scope, by, slot, one) for slot, one in zip(slots, league.records, strict=True)]
        Entry.objects.bulk_create(entries, batch_size=500)
        transaction.registration.save(
            scope.pk, transaction.scope.version + 1, transaction.state, league.state
        )
        transaction.scope.seq = transaction.scope.slots = len(league.records)
        count_write(transaction.scope, "bench")
    scope.refresh_from_db()
    return scope


def _entry(scope: Scope, by: Seat, slot: Slot, record: Record) -> Entry:
    assert record.now is not None
    return Entry(
        scope=scope,
        seq=record.seq,
        place=record.seq,
        slot=slot,
        procedure=record.procedure,
        params=dict(record.params),
        answers=dump_answers(record.answers),
        effects=dump_effects(record.effects),
        edition=EDITION,
        revision=REVISION,
        actor=by,
        started_at=record.now,
        at=record.now,
    )
