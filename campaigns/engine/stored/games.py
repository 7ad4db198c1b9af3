"""What became of games: the club's record of each follows its league, after each entry, undo and correction.

Nobody who plans a game, begins one or reports it says how far it is. The door knows which missions and
battles a transaction has changed, and which reports; from those it reads for each record whether it is under
way, told, counts or was struck. A game nobody had planned gets a record as it begins, or as it is told.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from functools import cached_property

from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone

from campaigns.engine.lines import BoutState, Encounter
from campaigns.engine.stored import topics
from campaigns.engine.stored.store import AnyRegistration
from campaigns.engine.stored.tables import table_changes
from campaigns.models import (
    Come,
    Night,
    NightAnswer,
    Notice,
    NoticeKind,
    PlannedGame,
    PlannedSide,
    PlanStatus,
    Report,
    ReportStatus,
    Scope,
    Seat,
)
from campaigns.models.plans import OPEN, UNTOLD, Fell, GameState, PlannedGameQuerySet
from campaigns.models.play import WAITING
from rules.engine.lazy_tables import at_hand
from rules.engine.state import Entity, State, Table

BEFORE = timedelta(hours=1)  # games begin just before an evening, too
READS: Mapping[BoutState, GameState] = {
    "plays": GameState.PLAYS,
    "over": GameState.COUNTS,
    "off": GameState.STRUCK,
}
TOOK_PLACE = (GameState.PLAYS, GameState.TOLD, GameState.COUNTS)


def changed(registration: AnyRegistration, before: State, after: State) -> dict[str, bool]:
    """The games that stand otherwise for everybody's eyes, or that somebody else plays on, and whether each
    is new."""
    if not registration.store.games:
        return {}
    was, now = registration.public(before), registration.public(after)
    found: dict[str, bool] = {}
    for key in dict.fromkeys(_touched(registration, was, now)):
        old, new = registration.rules.bout(was, key), registration.rules.bout(now, key)
        if _read(old) != _read(new):
            found[key] = old is None
    return found | dict.fromkeys(_handed_over(registration, was, now), False)


def _touched(registration: AnyRegistration, was: State, now: State) -> Iterator[str]:
    """The games of which a row has changed, or of a game within one."""
    for table, named in ((registration.store.games, "id"), (registration.store.games_in, "battle")):
        if not table:
            continue
        old: Table[Entity] = getattr(was, table)
        new: Table[Entity] = getattr(now, table)
        if old is not new:
            put, gone = table_changes(old, new)
            yield from (str(getattr(row, named)) for row in put.values())
            yield from (str(getattr(old[key], named)) for key in gone)


def _handed_over(registration: AnyRegistration, was: State, now: State) -> Iterator[str]:
    """The games under way of a side that somebody else plays since."""
    old: Table[Entity] = getattr(was, registration.store.sides)
    new: Table[Entity] = getattr(now, registration.store.sides)
    handed = {key for key in old if key in new and _had(old[key]) != _had(new[key])} if old is not new else ()
    games: Table[Entity] = getattr(now, registration.store.games)
    for key in at_hand(games) if handed else ():
        bout = registration.rules.bout(now, key)
        if bout is not None and bout.state == "plays" and not {*handed}.isdisjoint(bout.sides):
            yield key


def _had(side: Entity) -> Sequence[object]:
    """Those who played a side before."""
    found: Sequence[object] = getattr(side, "predecessors", ())
    return found


def _read(bout: Encounter | None) -> tuple[str, bool]:
    return ("", False) if bout is None else (bout.state, bout.told)


def update_league_games(
    scope: Scope,
    registration: AnyRegistration,
    state: State,
    now: datetime,
    games: Mapping[str, bool],
    *,
    reports: bool,
) -> None:
    """Write how the `games` stand that a transaction has changed; `reports`: some were sent or answered."""
    league = _League(scope, registration, state, now)
    if reports:
        settled = Q(stands__in=(GameState.COUNTS, GameState.STRUCK))
        followed = league.records().exclude(report=None, became="").exclude(settled)
        for record in followed.select_related("report__entry__slot"):
            league.follow(record)
    for key, is_new in games.items():
        league.renew(key, is_new=is_new)
    gone = any(league.bout(key) is None for key in games)
    if reports and (gone or not games):  # else what waits has its record
        for report in league.unrecorded():
            league.take_up(report)


def follow_league(scope: Scope, *, was: bool, now: bool) -> None:
    """Call off what nobody has begun or told once the league is over; bring it back once that is undone."""
    if now and not was:
        waiting = PlannedGame.objects.filter(scope=scope, became="", report=None)
        waiting.exclude(status=PlanStatus.BEGUN).fall(by=None, fell=Fell.OVER)
    elif was and not now:
        fallen = PlannedGame.objects.filter(scope=scope, status=PlanStatus.OFF, fell=Fell.OVER)
        for plan in fallen.select_related("club", "night__club").prefetch_related("sides__seat"):
            if _may_still_be_played(plan):
                _rise(plan)


def _may_still_be_played(plan: PlannedGame) -> bool:
    """Whether it is to come, and everybody of it is still there and has not said otherwise."""
    seats = [side.seat for side in plan.sides.all()]
    people = {seat.person_id for seat in seats}
    if len(people) < len(seats) or not all(seat.is_active for seat in seats):
        return False
    if plan.ends_at <= timezone.now() or (plan.night is not None and plan.night.is_off):
        return False
    away = NightAnswer.objects.filter(night=plan.night_id, seat__person__in=people, come=Come.NO)
    return plan.night is None or not away.exists()


def _rise(plan: PlannedGame) -> None:
    """Plan it anew; it counts as asked once more for whoever has been told that it is off."""
    told = Notice.objects.filter(plan=plan, kind=NoticeKind.GAME_OFF, at__gte=plan.changed_at).exists()
    plan.status, plan.fell = _before(plan), ""
    plan.sequence, plan.changed_at, plan.asks = plan.sequence + 1, timezone.now(), plan.asks + told
    plan.save(update_fields=["status", "fell", "sequence", "changed_at", "asks"])


def _before(plan: PlannedGame) -> PlanStatus:
    """How it stood before it began or fell; of one of an older release as its people have answered."""
    if plan.was in OPEN:
        return PlanStatus(plan.was)
    waits = any(side.said != "yes" for side in plan.sides.all())
    return PlanStatus.ASKED if waits else PlanStatus.AGREED


def renew_game(scope: Scope, registration: AnyRegistration, state: State, key: str, now: datetime) -> None:
    """The same for one game of a league, of which its record says nothing yet."""
    league = _League(scope, registration, state, now)
    league.renew(key, is_new=False)


def _as_it_stands(report: Report) -> Report | None:
    """Of all that was told of the same game the version that counts, or one that still waits."""
    if report.status == ReportStatus.COUNTED and report.entry_id:
        return report
    root = report.answers_to_id or report.pk
    told = list(Report.objects.filter(Q(pk=root) | Q(answers_to=root)).order_by("pk"))
    counts = (one for one in told if one.status == ReportStatus.COUNTED and one.entry_id)
    waits = (one for one in told if one.status in WAITING)
    return next(counts, None) or next(waits, None)


def seats_named(ids: Iterable[str]) -> QuerySet[Seat]:
    """The seats of these ids, as rules write them; who is named otherwise has none."""
    return Seat.objects.filter(pk__in=[one for one in ids if one.isdigit()])


@dataclass
class _League:
    """A league under its lock, as everybody sees it. `followed`: the records met already, by their games."""

    scope: Scope
    registration: AnyRegistration
    state: State
    now: datetime
    followed: dict[str, PlannedGame] = field(default_factory=dict)

    def records(self) -> PlannedGameQuerySet:
        return PlannedGame.objects.live().filter(scope=self.scope)

    def _waiting(self) -> QuerySet[Report]:
        return Report.objects.filter(scope=self.scope, status__in=WAITING, answers_to=None).order_by("pk")

    @cached_property
    def waiting(self) -> list[Report]:
        """The reports that wait for somebody's word."""
        return list(self._waiting())

    def unrecorded(self) -> list[Report]:
        """Those of them that are of no mission and of no game with a record."""
        recorded = Exists(PlannedGame.objects.filter(report=OuterRef("pk")))
        return list(self._waiting().filter(~recorded, mission=""))

    def bout(self, key: str) -> Encounter | None:
        return self.registration.rules.bout(self.registration.public(self.state), key)

    def follow(self, record: PlannedGame) -> None:
        """A record after reports were sent or answered: its own may count, or be gone."""
        if not record.became and record.report is not None:
            report = _as_it_stands(record.report)
            if report is None:
                self._nothing(record)
                return
            record.report = report
            if entry := report.entry:
                traces = self.registration.store.traces
                record.became = traces.about(entry.procedure, entry.params, entry.slot.code)
        self.followed[record.became] = record
        self._stand(record, self.stands(record.became) if record.became else GameState.TOLD)

    def take_up(self, report: Report) -> None:
        """A game that is told at once: the planned game it was, or one of its own."""
        sides = [self._people(report_side) for report_side in report.sides]
        day = self._day(report.sent_at)
        record = self._meant(sides, day, since=day - UNTOLD) or self._made(sides, report.sent_at)
        if record is not None:
            record.report = report
            self._stand(record, GameState.TOLD)

    def renew(self, key: str, *, is_new: bool) -> None:
        """The record of a game, by what its league says of it."""
        bout, stands = self.bout(key), self.stands(key)
        record = self.followed.get(key) or self.records().filter(became=key).order_by("-asks", "pk").first()
        if bout is None:
            if record is not None:
                self._nothing(record)
            return
        if record is None:
            record = self._found(bout, stands, is_new=is_new)
        if record is not None:
            record.became = key
            self._handed_on(record, bout, stands)
            self._stand(record, stands)

    def _handed_on(self, record: PlannedGame, bout: Encounter, stands: str) -> None:
        """Whoever has taken over a side goes on with its game, in place of who had it."""
        held: Table[Entity] = getattr(self.state, self.registration.store.sides)
        handed = any(_had(held[side]) for side in bout.sides if side in held)
        if not handed or stands not in TOOK_PLACE or not record.pk:
            return
        sides = [self._people(side, bout.id) for side in bout.sides]
        everybody = {person: seat for side in sides for person, seat in side.items()}
        rows = record.sides.select_related("seat")
        people = {one.seat.person_id: one for one in rows}
        gone = [one.pk for person, one in people.items() if person not in everybody]
        if gone and (new := [seat for side in sides if not people.keys() & side for seat in side.values()]):
            record.sides.filter(pk__in=gone).delete()
            PlannedSide.objects.bulk_create(PlannedSide(game=record, seat=seat) for seat in new)

    def _found(self, bout: Encounter, stands: str, *, is_new: bool) -> PlannedGame | None:
        """What its people were to play, or a record of its own once it is under way."""
        sides = [self._people(side, bout.id) for side in bout.sides]
        moment = bout.at if stands == GameState.COUNTS and bout.at else self.now
        day = self._day(moment)
        if is_new and not bout.unplanned:
            since = day - (UNTOLD if bout.state == "over" else timedelta(days=1))
            if meant := self._meant(sides, day, since=since):
                return meant
        return self._made(sides, moment) if stands in TOOK_PLACE else None

    def stands(self, key: str) -> str:
        """How a game stands, as everybody sees it."""
        bout = self.bout(key)
        if bout is None:
            return ""
        if bout.state in ("over", "off"):
            return READS[bout.state]
        is_told = bout.told or any(report.mission == key for report in self.waiting)
        return GameState.TOLD if is_told else READS.get(bout.state, "")

    def _absent(self, key: str) -> set[int]:
        """The people who did not come to a game, by what counts of it or a report that waits."""
        bout, says = self.bout(key) if key else None, self.registration.acts.absent
        sides = {*bout.absent} if bout else set()
        for one in self.waiting if bout and bout.state == "plays" else ():
            if one.mission == key and one.procedure in says:
                sides |= {*says[one.procedure](self.state, one.facts)}
        return {person for side in sides for person in self._people(side, key)}

    def _day(self, moment: datetime) -> date:
        return moment.astimezone(self.scope.club.tz).date()

    def _people(self, side: str, game: str = "") -> dict[int, Seat]:
        """Who plays a side, by person, or did when a game was played."""
        public = self.registration.public(self.state)
        if side not in self.registration.sides_of(public):
            return {}
        seats = self.registration.played_by(public, side, game)
        return {seat.person_id: seat for seat in seats_named(seats).order_by("pk")}

    def _meant(self, sides: list[dict[int, Seat]], day: date, *, since: date) -> PlannedGame | None:
        """The game these people were to play by that day."""
        agreed = self.records().to_play().filter(became="", report=None)
        everybody = {person for side in sides for person in side}
        near = agreed.filter(day__range=(since, day)).prefetch_related("sides__seat")
        for plan in near.select_related("club", "night__club"):
            people = {one.seat.person_id for one in plan.sides.all()}
            if people <= everybody and all(people & side.keys() for side in sides):
                return plan
        return None

    def _made(self, sides: list[dict[int, Seat]], moment: datetime) -> PlannedGame | None:
        """A record of a game nobody had planned."""
        seats = {person: seat for side in sides for person, seat in side.items()}
        if not seats:
            return None
        local = moment.astimezone(self.scope.club.tz)
        night = self._night(moment)
        record = PlannedGame.objects.create(
            club=self.scope.club, scope=self.scope, night=night, day=night.day if night else local.date(),
            starts=local.time().replace(second=0, microsecond=0), status=PlanStatus.BEGUN, asks=0,
            made_at=self.now, changed_at=self.now, begun_at=moment,
        )  # fmt: skip
        PlannedSide.objects.bulk_create(PlannedSide(game=record, seat=seat) for seat in seats.values())
        return record

    def _night(self, moment: datetime) -> Night | None:
        """The night of the club on which it was played."""
        day = self._day(moment)
        nights = Night.objects.filter(club=self.scope.club, called_off_at=None)
        near = nights.filter(day__range=(day - timedelta(days=1), day)).select_related("club")
        return next((one for one in near if one.begins_at - BEFORE <= moment < one.closes_at), None)

    def _nothing(self, record: PlannedGame) -> None:
        """What it had become is undone: it is to be played again; without a plan there is no game."""
        if not record.asks:
            record.delete()
            return
        record.became, record.report = "", None
        if record.status == PlanStatus.BEGUN:
            before = PlanStatus.AGREED if record.was != PlanStatus.PAIRED else PlanStatus.PAIRED
            record.status, record.begun_at = before, None
        self._stand(record, "")

    def _stand(self, record: PlannedGame, stands: str) -> None:
        """Keep it, once it stands otherwise; whoever is at its table now is here, and who is said not to have
        come is not."""
        if stands in TOOK_PLACE and record.status != PlanStatus.BEGUN:
            record.was, record.status, record.begun_at = record.status, PlanStatus.BEGUN, self.now
            if stands == GameState.PLAYS:
                record.arrive(self.now)
        absent = self._absent(record.became) if stands in (GameState.TOLD, GameState.COUNTS) else ()
        if absent and record.take_back_arrival(absent):
            topics.tell_club(self.scope.club_id, topics.NIGHTS)
        was = PlannedGame.objects.filter(pk=record.pk)
        now = {"stands": stands, "status": record.status, "became": record.became}
        same = Q(**now, report=record.report_id)
        facts = {**now, "report": record.report, "begun_at": record.begun_at, "was": record.was}
        record.stands = stands
        was.exclude(same).update(**facts, sequence=F("sequence") + 1, changed_at=self.now)
