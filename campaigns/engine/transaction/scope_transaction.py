"""One locked transaction through the door: the scope, who stands there, the state as it is, the write that is
counted.

Whoever writes opens one (`scope_transaction`) and says with `finish` or `count` that it is a write; when it
is left, all that was done in it is one version of the scope and one notification, and when it is refused,
nothing is. `campaigns.engine.door` says what may happen inside.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from datetime import datetime

from django.db import connection
from django.db.models import Exists, Func, OuterRef, QuerySet, TextField, Value
from django.db.transaction import atomic
from django.utils import timezone
from psycopg import sql

from campaigns.engine.stored import games, stands, topics
from campaigns.engine.stored.absent import NOBODY, Absent
from campaigns.engine.stored.state_cache import LINE, state_of
from campaigns.engine.stored.store import AnyRegistration, registration_of
from campaigns.engine.stored.topics import CHANNEL
from campaigns.engine.stored.whose_move import Anew, hurried, moves_of
from campaigns.engine.transaction.dialogue import Spoken
from campaigns.engine.transaction.idempotency import Key, WriteResult
from campaigns.engine.transaction.summaries import Asked, SummaryStep, anew, as_it_was
from campaigns.engine.who import side_streams
from campaigns.engine.who.absent import IS_ANY, Absences, absences_of
from campaigns.engine.who.games_passed_on import pass_games_on
from campaigns.engine.who.rights import CLOCK, Actor
from campaigns.models import ActRequest, ActRequestStatus, Dialogue, Entry, Report, Scope, ScopeKind, Unplayed
from campaigns.models.play import HELD
from config.database.compiled import compiled
from rules.engine.questions import Question
from rules.engine.state import State

AT_END: list[Callable[[ScopeTransaction], None]] = []  # what has to follow in the same write, whatever it was
LOCKED: ContextVar[frozenset[int]] = ContextVar("locked", default=frozenset())  # scopes, in this thread
COUNTED = sql.SQL(
    "WITH counted AS (UPDATE campaigns_scope SET version = version + 1, touched = %s::jsonb, seq = %s,"
    " slots = %s WHERE id = %s RETURNING id, version){summary}"
    " SELECT version, pg_notify(%s, json_build_object("
    "'scope', id::text, 'version', version, 'what', %s::text, 'touched', %s::text)::text) FROM counted"
)


@dataclass(frozen=True, slots=True)
class DoorOutcome:
    """What a call at the door led to. `entry` is the journal number when it settled, `slot` the dialogue;
    `report` or `request` what it has become, for others to agree to; `then` the dialogue of what it went on
    with; `version` is the scope's, which the live stream tells."""

    slot: str
    entry: int | None = None
    questions: tuple[Question, ...] = ()
    reopened: tuple[str, ...] = ()
    repeated: bool = False
    version: int = 0
    report: int | None = None
    request: int | None = None
    then: str = ""

    @property
    def settled(self) -> bool:
        return self.entry is not None


@dataclass
class ScopeTransaction:
    """One locked transaction through the door.

    `seed_of` makes a new slot's seed from its name, for a history that is the same everywhere (the demo).
    `written`: what it is called on the stream, for the latest of what was done in it; empty while nothing is
    to be counted. `led_to`: what its idempotency key answers from now on.
    """

    scope: Scope
    actor: Actor
    once: Key | None
    registration: AnyRegistration
    now: datetime
    entry: Entry | None = None
    dialogue: Dialogue | None = None  # that asks on
    spoken: Spoken | None = None  # what it asks
    seed_of: Callable[[str], bytes] | None = None
    asked: Asked = field(default_factory=dict)  # what dialogues ask now, by their numbers
    names: set[str] = field(default_factory=set)  # what this transaction has touched
    regrouped: dict[str, tuple[str, ...]] = field(default_factory=dict)  # sides others play now; who did
    games: dict[str, bool] = field(default_factory=dict)  # that stand otherwise now, and whether one is new
    was_over: bool | None = None  # whether the league was over before the first change
    is_changed: bool = False  # whether the state is another than it was
    has_spoken: bool = False  # whether a dialogue stands otherwise than it did
    written: str = ""
    is_holding: bool = False  # whether reports wait for something else to be settled
    led_to: DoorOutcome | None = None
    may_have_absent: bool = True  # whether anybody may be absent
    _state: State | None = None
    _absences: Absences | None = None

    def __post_init__(self) -> None:
        self.began = self.scope.seq  # the journal's length when this transaction began

    @property
    def state(self) -> State:
        if self._state is None:
            self._state = state_of(self.scope)
        return self._state

    @state.setter
    def state(self, after: State) -> None:
        self.names |= topics.between(self.registration, self.state, after)
        for key, is_new in games.changed(self.registration, self.state, after).items():
            self.games.setdefault(key, is_new)
        if self.was_over is None:
            self.was_over = self.registration.rules.is_over(self.state)
        self.regrouped = side_streams.regrouped(self.registration, self.state, after) | self.regrouped
        self._state, self.is_changed = after, True
        self.asked.clear()  # they may ask something else now

    def first_result(self) -> DoorOutcome | None:
        """The result of the first call with this idempotency key."""
        done = self.once and self.once.result(self.scope)
        if not done:
            return None
        return DoorOutcome(
            done["slot"],
            done["entry"],
            repeated=True,
            report=done.get("report"),
            request=done.get("request"),
            then=done.get("then", ""),
        )

    @property
    def is_organiser(self) -> bool:
        """Whether who stands at the door is an organiser of this league."""
        return self.actor.organises(self.scope)

    @contextmanager
    def by_itself(self, actor: Actor = CLOCK) -> Iterator[None]:
        """What is done meanwhile happens by itself; what the person did stays what this transaction led
        to."""
        person, led_to = self.actor, (self.entry, self.dialogue, self.spoken)
        self.actor = actor
        try:
            yield
        finally:
            self.actor, (self.entry, self.dialogue, self.spoken) = person, led_to

    def finish(self, outcome: DoorOutcome, what: str) -> DoorOutcome:
        """What was done is to be counted, told to the stream, and its result kept under its key."""
        self.led_to = outcome
        for slot in filter(None, (outcome.slot, outcome.then)):
            self.names |= {topics.DIALOGUE, f"{topics.DIALOGUE}:{slot}"}
        self.names |= {topics.ENTRIES, topics.ASKS} if self.scope.seq != self.began else set()
        self.count(what, ())
        return replace(outcome, version=self.scope.version + 1)

    def as_before(self, outcome: DoorOutcome) -> DoorOutcome:
        """What was to be done is as open as it was: that alone is no write, and tells nobody anything."""
        self.led_to = outcome
        return replace(outcome, version=self.scope.version + bool(self.written))

    def count(self, what: str, names: Iterable[str] = (topics.EVERYTHING,)) -> None:
        """This transaction is a write, which has touched these names too."""
        self.written = what
        self.names |= set(names)

    def leave(self) -> None:
        """Count what was written, once, with what a home tells of the league, and tell the stream."""
        if self.once and self.led_to:
            self.once.keep(self.scope, _kept(self.led_to))
            self.once = None
        if not self.written:
            return
        for follows in AT_END if self.is_holding else ():
            follows(self)
        if self.is_changed:
            self.registration.store.elsewhere(self.scope, self.state, self.names)
        self._renew_games()
        what = topics.VEILED if topics.VEILED in self.names else self.written
        names = {topics.EVERYTHING} if topics.EVERYTHING in self.names else self.names
        count_write(self.scope, what, self._summary(), names)
        if self.regrouped and self.may_have_absent:
            self._take_over()
        for side in sorted(self.regrouped):
            side_streams.tell_side(self.scope, side, what=side_streams.OTHERS)
        self.written, self.names, self.regrouped, self.began = "", set(), {}, self.scope.seq
        self.is_changed = self.has_spoken = False

    def _take_over(self) -> None:
        """Somebody plays a side that was left to silence."""
        played = (one for one in self.regrouped if self.registration.rules.members_of(self.state, one))
        Unplayed.objects.filter(scope=self.scope, side__in=played).delete()

    def _renew_games(self) -> None:
        """The club's records of the games that stand otherwise now."""
        told = topics.REPORTS in self.names
        if self.scope.kind == ScopeKind.LEAGUE and (self.games or told):
            games.update_league_games(
                self.scope, self.registration, self.state, self.now, self.games, reports=told
            )
        if self.scope.kind == ScopeKind.LEAGUE and self.was_over is not None:
            games.follow_league(
                self.scope, was=self.was_over, now=self.registration.rules.is_over(self.state)
            )
        if self.scope.kind == ScopeKind.LEAGUE and self.regrouped:
            pass_games_on(self.scope, self.registration, self.state, self.regrouped, self.now)
        self.games, self.was_over = {}, None

    def _summary(self) -> SummaryStep | None:
        """Nothing for what is no league; the to-dos anew where the state or a report has changed."""
        if self.scope.kind != ScopeKind.LEAGUE:
            return None
        if not self.is_changed:
            return as_it_was(self.asked, self.moves() if topics.REPORTS in self.names else None)
        return anew(self.registration, self.state, self.asked, self.moves())

    def moves(self) -> Anew:
        """Whose move it is now, for the rows of this write."""
        found = moves_of(self.registration, self.state, self.absent)
        if self.is_holding:
            found = hurried(self.scope, found)
        return Anew(tuple(found), self.now, self.scope.seq)

    def look_again(self) -> None:
        """Who is absent has been written down otherwise."""
        self.may_have_absent, self._absences = True, None

    @property
    def absent(self) -> Absent:
        """Who is not there to do what falls to them, as the league stands now."""
        if not self.may_have_absent:
            return NOBODY
        if self._absences is None:
            self._absences = absences_of(self.scope)
        return self._absences.of(self.state, self.registration)


def _kept(outcome: DoorOutcome) -> WriteResult:
    """What an idempotency key remembers."""
    result: WriteResult = {"slot": outcome.slot, "entry": outcome.entry}
    if outcome.report:
        result["report"] = outcome.report
    if outcome.request:
        result["request"] = outcome.request
    if outcome.then:
        result["then"] = outcome.then
    return result


@contextmanager
def scope_transaction(scope_id: int, actor: Actor, once: Key | None = None) -> Iterator[ScopeTransaction]:
    """Lock a scope and open the door for this transaction; what is raised inside leaves nothing written.

    Inside a transaction there is no other one of the same scope: it would not know what is not counted yet.
    """
    with _alone(scope_id), atomic():
        scope = next(iter(_locked(scope_id)), None)
        if scope is None:
            raise Scope.DoesNotExist
        transaction = ScopeTransaction(scope, actor, once, registration_of(scope.game), timezone.now())
        transaction.is_holding, transaction.may_have_absent = vars(scope)["held"], vars(scope)["has_absent"]
        yield transaction
        transaction.leave()


@compiled
def _locked(pk: int) -> QuerySet[Scope]:
    """The row of a scope under the lock, and the door open for what follows in this transaction."""
    says_open = (Value("musterroll.door"), Value("open"), Value(True))
    opened = Func(*says_open, function="set_config", output_field=TextField())
    asked = Exists(ActRequest.objects.filter(scope=OuterRef("pk"), status=ActRequestStatus.OPEN))
    held = Exists(Report.objects.filter(scope=OuterRef("pk"), held_at__isnull=False, status__in=HELD))
    locked = Scope.objects.select_for_update(no_key=True)
    told = locked.annotate(door=opened, line=LINE, asked=asked, held=held, has_absent=IS_ANY)
    return told.filter(pk=pk)


@contextmanager
def _alone(scope_id: int) -> Iterator[None]:
    if scope_id in LOCKED.get():
        raise RuntimeError(f"scope {scope_id} is locked already: hand its transaction on")
    before = LOCKED.set(LOCKED.get() | {scope_id})
    try:
        yield
    finally:
        LOCKED.reset(before)


def count_write(
    scope: Scope, what: str, summary: SummaryStep | None = None, names: Iterable[str] = (topics.EVERYTHING,)
) -> None:
    """The scope's next version, and one notification that PostgreSQL sends when this commits: `names` say
    what has been touched (`campaigns.engine.stored.topics`).

    Without a step of its own the summary stays behind, and is not believed any more.
    """
    names = set(names)
    scope.touched = stands.versions_after(scope.version, scope.touched, names)
    with connection.cursor() as cursor:
        own = summary.params if summary else ()
        cursor.execute(
            COUNTED.format(summary=summary.sql if summary else sql.SQL("")),
            [
                json.dumps(scope.touched),
                scope.seq,
                scope.slots,
                scope.pk,
                *own,
                CHANNEL,
                what,
                topics.topics_text(names),
            ],
        )
        scope.version = cursor.fetchone()[0]
