"""Find what concerns whom, in rows that others have written: plans, nights, reports, acts for somebody away.

The worker looks every minute, after everything is committed and never inside a passage through the door.
Looking again finds the same and changes nothing: a person and an occasion have one row. What was written just
before the last look is looked at again, since a transaction may commit late. Nothing is told of what was
there before the first look, nor of an occasion that is over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Max, Prefetch, Q

from campaigns.engine.chores import alone
from campaigns.engine.passage.twins import versions
from campaigns.engine.stored import touched
from campaigns.models import (
    ActRequest,
    ActRequestStatus,
    Come,
    Entry,
    Fell,
    Night,
    Notice,
    NoticeKind,
    NoticeMark,
    PlannedGame,
    PlannedSide,
    PlanStatus,
    Report,
    ReportStatus,
    Seat,
)
from campaigns.nights.evening import members, with_answers
from campaigns.nights.games.leagues import Leagues
from campaigns.notices.found.done import of_entries
from campaigns.notices.found.making import notices
from campaigns.notices.found.reported import disputer, request_key
from campaigns.notices.found.results import of_results
from campaigns.notices.found.steps import of_steps
from campaigns.notices.found.topics import KINDS, REPORT_KINDS
from campaigns.notices.found.turns import of_turns, read_by_themselves
from campaigns.notices.found.weeks import of_weeks

AGAIN = timedelta(minutes=10)  # what a transaction may take to commit
AGAIN_ENTRIES = 500
REPORTS = timedelta(days=30)
NEAR, SOON = timedelta(days=1), timedelta(days=2)


@dataclass(frozen=True, slots=True)
class Look:
    """When it is, and what was looked through before: since when at all, until when, up to which entry."""

    now: datetime
    begun: datetime
    seen: datetime
    entry: int

    @property
    def since(self) -> datetime:
        """From when on rows are looked at again."""
        return max(self.seen - AGAIN, self.begun)

    @property
    def after(self) -> int:
        """The entry from which on they are."""
        return self.entry - AGAIN_ENTRIES


def catch_up(now: datetime) -> int:
    """Tell everybody what is new; how many notices that made.

    While something cannot be found out, the next look begins where this one did: what is found twice is told
    once.
    """
    fresh: list[Notice] = []
    is_whole = True
    with transaction.atomic():
        mark = _mark(now)
        look = Look(now, mark.begun_at, mark.seen_at, mark.entry)
        for find in FINDERS:
            with alone() as part, transaction.atomic():
                fresh += _kept(find(look))
            is_whole = is_whole and not part.failed
        with alone(), transaction.atomic():
            read_by_themselves(now)
        if is_whole:
            mark.seen_at, mark.entry = now, max(mark.entry, _last_entry())
            mark.save()
        for club in {one.club_id for one in fresh}:
            touched.tell_club(club, touched.NOTICES)
    return len(fresh)


def _kept(found: Iterable[Notice]) -> list[Notice]:
    """Those that are new, written down."""
    fresh = _unknown(list(found))
    Notice.objects.bulk_create(fresh, ignore_conflicts=True)
    return fresh


def _mark(now: datetime) -> NoticeMark:
    """How far it was looked; a second worker waits here for the first."""
    mark = NoticeMark.objects.select_for_update().order_by("pk").first()
    return mark or NoticeMark.objects.create(pk=1, begun_at=now, seen_at=now, entry=_last_entry())


def _last_entry() -> int:
    return Entry.objects.aggregate(last=Max("pk"))["last"] or 0


def _unknown(found: list[Notice]) -> list[Notice]:
    if not found:
        return []
    keys = {(one.person_id, one.key) for one in found}
    known = set(Notice.objects.filter(key__in={key for _person, key in keys}).values_list("person_id", "key"))
    return list(
        {(one.person_id, one.key): one for one in found if (one.person_id, one.key) not in known}.values()
    )


# Games and nights


def _of_plans(look: Look) -> Iterator[Notice]:
    sides = Prefetch("sides", PlannedSide.objects.select_related("seat"))
    changed = PlannedGame.objects.filter(changed_at__gte=look.since, status__in=KINDS)
    for plan in changed.select_related(
        "club", "asked_by", "changed_by", "retabled_by", "night__club"
    ).prefetch_related(sides):
        with alone():
            if (plan.ends_at > look.now or plan.nobody_answered) and not fell_with_its_night(plan):
                yield from _of_plan(plan)


def fell_with_its_night(plan: PlannedGame) -> bool:
    """Whether it is off because its night is: then those who play hear of the night."""
    on_it = plan.night is not None and plan.night.is_off
    return on_it and plan.status == PlanStatus.OFF and plan.changed_by_id is None


def _of_plan(plan: PlannedGame) -> Iterator[Notice]:
    """Everybody who plays is told, but not who did it; a question only those who have not answered. That it
    is called off hears whoever has brought it about, too.
    """
    by = plan.changed_by.person_id if plan.changed_by else 0
    sides = [one for one in plan.sides.all() if not (plan.status == PlanStatus.ASKED and one.said)]
    meant = {one.seat.person_id for one in sides}
    if plan.status == PlanStatus.OFF:
        meant |= _who_had_it_in_hand(plan)
    people = meant - {by if plan.status != PlanStatus.LAPSED else 0}
    kind = KINDS[PlanStatus(plan.status)]
    key, refs = f"game-{plan.pk}-{kind}-{plan.asks}", {"plan": plan, "actor": plan.changed_by}
    yield from notices(people, plan.club_id, kind, key, **refs, at=plan.changed_at)
    if plan.is_open and plan.retabled and plan.retabled == plan.sequence:
        yield from _of_its_table(plan)


def _who_had_it_in_hand(plan: PlannedGame) -> set[int]:
    """Whoever arranged a game that is off; where it fell because somebody does not come, every organiser, who
    may find its people another.
    """
    arranged = {plan.asked_by.person_id} if plan.asked_by and plan.asked_by.is_active else set()
    if plan.fell in ("", Fell.NIGHT):
        return arranged
    return arranged | set(plan.club.seats.organisers().values_list("person", flat=True))


def _of_its_table(plan: PlannedGame) -> Iterator[Notice]:
    """Another table asks nobody again, but who plays has to find it."""
    by = plan.retabled_by.person_id if plan.retabled_by else 0
    people = {one.seat.person_id for one in plan.sides.all()} - {by}
    key, refs = (
        f"game-{plan.pk}-{NoticeKind.TABLE}-{plan.retabled}",
        {"plan": plan, "actor": plan.retabled_by},
    )
    yield from notices(people, plan.club_id, NoticeKind.TABLE, key, **refs, at=plan.changed_at)


def _of_nights(look: Look) -> Iterator[Notice]:
    """Who said they come, or may, or was to play, hears that a night has changed or does not take place."""
    changed = Night.objects.filter(changed_at__gte=look.since, sequence__gt=0)
    for night in changed.select_related("club").prefetch_related(with_answers()):
        if night.ends_at > look.now:
            people = {one.seat.person_id for one in night.answers.all() if one.come != Come.NO}
            people |= _players_of(night)
            kind = NoticeKind.NIGHT_OFF if night.is_off else NoticeKind.NIGHT_CHANGED
            key = f"night-{night.pk}-{night.sequence}"
            yield from notices(people, night.club_id, kind, key, night=night, at=night.changed_at)


def _players_of(night: Night) -> set[int]:
    """Those with a game on a night, or one that fell with it, whatever they said about the night."""
    plans = PlannedGame.objects.filter(night=night).select_related("night").prefetch_related("sides__seat")
    meant = [one for one in plans if one.is_open or fell_with_its_night(one)]
    return {side.seat.person_id for plan in meant for side in plan.sides.all()}


def _of_nights_near(look: Look) -> Iterator[Notice]:
    """Who said they come, or may, is reminded the day before."""
    now = look.now
    near = Night.objects.filter(day__range=(now.date() - NEAR, now.date() + 2 * NEAR), called_off_at=None)
    for night in near.select_related("club").prefetch_related(with_answers()):
        if NEAR / 24 < night.begins_at - now <= NEAR:
            people = {one.seat.person_id for one in night.answers.all() if one.come != Come.NO}
            key = f"{NoticeKind.NIGHT_SOON}-{night.pk}-{night.day}"
            yield from notices(people, night.club_id, NoticeKind.NIGHT_SOON, key, night=night, at=now)


def _of_nights_unanswered(look: Look) -> Iterator[Notice]:
    """Who has said nothing, and plays nothing there, is asked two days before."""
    now = look.now
    near = Night.objects.filter(day__range=(now.date() - NEAR, now.date() + SOON + NEAR), called_off_at=None)
    for night in near.select_related("club").prefetch_related(with_answers()):
        left = night.begins_at - now
        if NEAR / 24 < left <= SOON:
            answered = {one.seat.person_id for one in night.answers.all()} | _players_of(night)
            people = {one.person_id for one in members(night.club)} - answered
            key = f"{NoticeKind.NIGHT_ASKED}-{night.pk}-near-{night.day}"
            yield from notices(people, night.club_id, NoticeKind.NIGHT_ASKED, key, night=night, at=now)


def _of_games_near(look: Look) -> Iterator[Notice]:
    """Everybody who plays is reminded the day before, unless it was agreed since."""
    now = look.now
    near = PlannedGame.objects.filter(day__range=(now.date() - NEAR, now.date() + 2 * NEAR))
    agreed = near.filter(status=PlanStatus.AGREED).select_related("club").prefetch_related("sides__seat")
    for plan in agreed:
        before = plan.begins_at - plan.changed_at > NEAR
        if before and NEAR / 24 < plan.begins_at - now <= NEAR:
            people = {one.seat.person_id for one in plan.sides.all()}
            key = f"{NoticeKind.GAME_SOON}-{plan.pk}-{plan.day}"
            yield from notices(people, plan.club_id, NoticeKind.GAME_SOON, key, plan=plan, at=now)


# Leagues


def _of_reports(look: Look) -> Iterator[Notice]:
    since = max(look.begun, look.now - REPORTS)
    found = Report.objects.filter(sent_at__gte=since, scope__archived_at=None)
    told: dict[tuple[int | None, str], datetime] = {
        (report, kind): at
        for report, kind, at in Notice.objects.filter(report__in=found)
        .order_by("at")
        .values_list("report", "kind", "at")
    }
    read = Leagues()
    for report in found.select_related("scope", "reporter", "disputed_by", "entry"):
        kind = REPORT_KINDS.get(report.status)
        before = told.get((report.pk, kind)) if kind else None
        with alone():
            again = _again(report, before) if before else ""
            if kind and (before is None or again):
                people, actor = _of_report(report, read)
                key = f"report-{report.pk}-{kind}{again}"
                refs = {"report": report, "actor": actor, "at": look.now}
                yield from notices(people, report.scope.club_id, kind, key, **refs)


def _again(report: Report, told: datetime) -> str:
    """What sets this time apart, where it counts or is disputed once more since that was told."""
    if report.status == ReportStatus.DISPUTED:
        since = versions(report).exclude(pk=report.pk).filter(status=report.status, sent_at__gt=told).last()
        return f"-{since.pk}" if since else ""
    counts = report.status == ReportStatus.COUNTED and report.disputed_by_id is not None
    return f"-{report.entry.seq}" if counts and report.entry and report.entry.at > told else ""


def _of_requests(look: Look) -> Iterator[Notice]:
    """Whose word somebody asks for; and who has asked, once that is answered."""
    found = ActRequest.objects.filter(scope__archived_at=None).exclude(status=ActRequestStatus.WITHDRAWN)
    fresh = found.filter(Q(asked_at__gte=look.since) | Q(answered_at__gte=look.since))
    read = Leagues()
    for request in fresh.select_related("scope", "asker", "answered_by"):
        with alone():
            people, actor = _of_request(request, read)
            key, refs = request_key(request), {"request": request, "actor": actor, "at": look.now}
            yield from notices(people, request.scope.club_id, NoticeKind.REQUEST, key, **refs)


def _of_request(request: ActRequest, read: Leagues) -> tuple[set[int], Seat | None]:
    """Who is told of it as it stands, and who did it."""
    if request.status != ActRequestStatus.OPEN:
        by = request.answered_by
        return _known({request.asker.person_id} - {by.person_id if by else 0}), by
    still = [one for who in request.open_to for one in who.split("|")]
    asked = set().union(*(_people_of(request, who, read) for who in still))
    return asked - {request.asker.person_id}, request.asker


def _known(people: Iterable[int | None]) -> set[int]:
    """Without who is no person any more."""
    return {one for one in people if one is not None}


def _people_of(request: ActRequest, who: str, read: Leagues) -> set[int]:
    """The people a who-string means."""
    kind, _colon, name = who.partition(":")
    if kind == "side":
        return set(read[request.scope_id].people_of(name))
    seats = Seat.objects.active().filter(club=request.scope.club_id)
    meant = seats.organisers() if kind == "organiser" else seats.filter(pk=name)
    return _known(meant.values_list("person", flat=True))


SPOKEN_FOR = ("silence", "organiser", "at the table")  # as `Report.agreed` has it


def _of_report(report: Report, read: Leagues) -> tuple[set[int], Seat | None]:
    """Who has to say a word to it, or whose report is disputed; once it counts, its reporter, its disputer,
    and whose word others gave: silence, an organiser, somebody at the table. And who did it."""
    reporter, by = report.reporter, report.disputed_by
    if report.status == ReportStatus.SENT:
        open_sides = [side for side in report.sides if side not in report.agreed]
        asked = set().union(*(read[report.scope_id].people_of(side) for side in open_sides))
        return asked - {reporter.person_id}, reporter
    if report.status == ReportStatus.DISPUTED:
        by = disputer(report)
        mine = report.answers_to_id is not None and by is None  # another version, which its sender knows
        return {reporter.person_id} - {by.person_id if by else 0} if not mine else set(), by
    unasked = [side for side, how in report.agreed.items() if how in SPOKEN_FOR]
    others = set().union(*(read[report.scope_id].people_of(side) for side in unasked))
    return {reporter.person_id} | others | ({by.person_id} if by else set()), reporter


FINDERS: tuple[Callable[[Look], Iterable[Notice]], ...] = (
    _of_plans,
    _of_nights,
    _of_reports,
    _of_requests,
    _of_nights_near,
    _of_nights_unanswered,
    lambda look: of_turns(look.now),
    lambda look: of_results(look.since, look.after),
    lambda look: of_entries(look.begun, look.after),
    _of_games_near,
    lambda look: of_steps(look.begun, look.now),
    lambda look: of_weeks(look.seen, look.now),
)
