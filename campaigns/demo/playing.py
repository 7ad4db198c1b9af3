"""Playing a demo league: one transaction through the door, dice from fixed seeds, evenings of past weeks."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from hashlib import sha256
from itertools import groupby
from operator import attrgetter
from zoneinfo import ZoneInfo

from django.db.transaction import atomic
from django.utils import timezone

from campaigns.engine import door
from campaigns.engine.transaction.scope_transaction import DoorOutcome, ScopeTransaction, scope_transaction
from campaigns.engine.transaction.scopes import found_scope
from campaigns.engine.who.rights import Actor
from campaigns.models import Entry, Scope, Seat
from rules.engine.dice import RANDOM
from rules.engine.questions import (
    ChooseSeveral,
    Number,
    Path,
    Question,
    Split,
    Text,
    YesNo,
    question_options,
)
from rules.engine.refusals import Refused
from rules.engine.state import State

SEED = 1403
DATED = 100  # entries dated with one query
LATE = 21  # o’clock, when an evening’s games are over
THURSDAY = 3  # when the club meets
EVENING, STEP = timedelta(hours=2), timedelta(minutes=3)  # how long one is, and how far apart its entries are


@dataclass
class DemoSeason[S: State]:
    """One league being played, in a single transaction through the door.

    By the player's name: `sides` are warbands or realms, `skill` weighs how often somebody wins.
    `answers` are those of the next act that are not left to chance, by the key of their question.
    """

    transaction: ScopeTransaction
    kind: type[S]
    seats: dict[str, Seat]
    luck: random.Random
    sides: dict[str, str] = field(default_factory=dict)
    skill: dict[str, int] = field(default_factory=dict)
    answers: Mapping[str, object] = field(default_factory=dict)

    @property
    def scope(self) -> Scope:
        return self.transaction.scope

    @property
    def state(self) -> S:
        """The league as it stands."""
        found = self.transaction.state
        assert isinstance(found, self.kind)
        return found

    def evening(self, weeks_ago: int) -> None:
        """What follows is done so many club nights ago; 0 is the latest evening, whatever its weekday."""
        self.transaction.now = evening_of(timezone.now(), self.scope.time_zone, weeks_ago)

    def act(self, who: str, procedure: str, **params: object) -> DoorOutcome:
        """Do something as a player, and see its dialogue through; what is refused leaves nothing behind."""
        return self.act_as(Actor(self.seats[who]), f"{self.scope.game}.{procedure}", params)

    def come(self, who: str, procedure: str, **params: object) -> str:
        """Come in with a side that is theirs from now on; its id."""
        slot = self.act(who, procedure, owner=str(self.seats[who].pk), **params).slot
        self.sides[who] = f"{slot}.{self.transaction.registration.store.held}"
        return self.sides[who]

    def agreed(self, who: str, procedure: str, **params: object) -> DoorOutcome:
        """The same for what the others had to agree to, and have."""
        return self.act_as(Actor(self.seats[who]), f"{self.scope.game}.{procedure}", params, agreed=True)

    def act_as(
        self, actor: Actor, procedure: str, params: Mapping[str, object], *, agreed: bool = False
    ) -> DoorOutcome:
        self.transaction.actor, slots = actor, self.scope.slots
        try:
            with atomic():
                return self._settled(procedure, params, agreed=agreed)
        except Refused:
            self.scope.slots = slots
            raise

    def _settled(self, procedure: str, params: Mapping[str, object], *, agreed: bool) -> DoorOutcome:
        outcome = door.act_within(self.transaction, procedure, params, app_dice=True, agreed=agreed)
        while not outcome.settled:
            question = outcome.questions[0]
            value = self._value(question)
            outcome = door.answer_within(self.transaction, outcome.slot, question.key, value, app_dice=True)
        return outcome

    def _value(self, question: Question) -> object:
        if question.key in self.answers:
            return self.answers[question.key]
        return door.ROLL if isinstance(question, RANDOM) else choose_answer(question, self.luck)


@contextmanager
def playing_league[S: State](
    kind: type[S],
    seats: dict[str, Seat],
    by: Seat,
    game: str,
    edition: str,
    name: str,
    settings: Mapping[str, object],
) -> Iterator[DemoSeason[S]]:
    """A new league to be played, on the latest evening unless it says when (`DemoSeason.evening`).

    Slots get the seed of their name, so that every demo club has the same dice.
    """
    club = by.club
    scope = found_scope(club=club, by=by, game=game, edition=edition, name=name, settings=settings)
    luck = random.Random(f"{SEED}{name}")  # noqa: S311 - who plays whom in a demo, no secret and no die
    with scope_transaction(scope.pk, Actor(by)) as transaction:
        transaction.seed_of = lambda slot: sha256(f"{SEED}:{name}:{slot}".encode()).digest()
        season = DemoSeason(transaction, kind, seats, luck)
        season.evening(0)
        yield season
        _spread_over_evenings(scope)


def choose_answer(question: Question, luck: random.Random) -> object:
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
    options = [one.id for one in question_options(question) if not one.why_not]
    return luck.choice(options)


def evening_of(now: datetime, zone: str, weeks_ago: int) -> datetime:
    """When the games of an evening were over: the latest one, or so many Thursdays before it."""
    here = now.astimezone(ZoneInfo(zone))
    late = here.replace(hour=LATE, minute=0, second=0, microsecond=0)
    latest = late if late <= here else late - timedelta(days=1)
    if weeks_ago < 1:
        return latest
    since_thursday = (latest.weekday() - THURSDAY - 1) % 7 + 1
    return latest - timedelta(days=since_thursday, weeks=weeks_ago - 1)


def _spread_over_evenings(scope: Scope) -> None:
    """Date the entries of each evening before its end, one after the other."""
    entries = list(scope.entries.order_by("seq"))
    for late, group in groupby(entries, attrgetter("at")):
        evening = list(group)
        step = min(STEP, EVENING / len(evening))
        for back, entry in enumerate(reversed(evening)):
            entry.at = late - back * step
    Entry.objects.bulk_update(entries, ["at"], batch_size=DATED)
