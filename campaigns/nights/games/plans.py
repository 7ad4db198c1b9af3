"""What people do about games to come: ask for one, accept, decline, move, call off, look for one.

Each act is a transaction that locks its plan. Those who are to play act for themselves, organisers for
anybody of their club. Once everybody has accepted, the game is agreed; a move asks the others again.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.engine.chores import alone
from campaigns.engine.plugins import plugin_of
from campaigns.engine.stored import topics
from campaigns.engine.stored.games import renew_game
from campaigns.engine.stored.state_cache import state_of
from campaigns.engine.who.access import may_play
from campaigns.models import (
    Club,
    Looking,
    Night,
    PlannedGame,
    PlannedSide,
    PlanStatus,
    Scope,
    Seat,
)
from campaigns.models.notices import NoticeKind, mark_answered
from campaigns.models.plans import UNTOLD, GameState, no_longer_for_a_game
from campaigns.nights import acts
from campaigns.nights.games import becoming, singles
from campaigns.nights.games.leagues import league_of_club
from rules.engine.refusals import Refused

LOOKS_FOR = timedelta(days=7)
MOST_SIDES = 8
AT_ONCE = 200  # records that one minute of the clock reads


@dataclass(frozen=True, slots=True)
class When:
    """A night of the club, or any day and hour; the table if it is known."""

    day: date
    starts: time
    night: Night | None = None
    table: int | None = None

    @classmethod
    def on(cls, night: Night, table: int | None = None) -> When:
        return cls(night.day, night.starts, night, table)


@transaction.atomic
def propose_game(
    *,
    by: Seat,
    others: Iterable[Seat],
    when: When,
    scope: Scope | None = None,
    words: str = "",
    stake: str = "",
    single: str = "",
    game: str = "",
) -> PlannedGame:
    """Ask others for a game; whoever asks has accepted. Alone it is against the app, or with a friend.
    `game`: a battle of the league that waits for them."""
    sides = [by, *(one for one in others if one.person_id != by.person_id)]
    if single and (scope is not None or not singles.single_title(single)):
        raise Refused("", _("Choose what you are playing."), "scope")
    if stake and scope is not None and not scope.stakes:
        raise Refused(
            "",
            _("%(league)s does not use “What you’re playing for”. Leave it empty.") % {"league": scope},
            "stake",
        )
    became = becoming.waiting_between(scope, sides, game)
    plan = _planned(by.club, by, sides, when, scope, words=words, stake=stake, single=single, became=became)
    now = timezone.now()
    PlannedSide.objects.filter(game=plan, seat=by).update(said="yes", said_at=now)
    if len(sides) == 1:
        PlannedGame.objects.filter(pk=plan.pk).update(status=PlanStatus.AGREED)
        _all_come(plan)
    return _again(plan)


@transaction.atomic
def arrange(
    *, by: Seat, pair: Iterable[Seat], when: When, scope: Scope | None, words: str = "", asks: bool = False
) -> PlannedGame:
    """An organiser says who plays whom; it holds unless somebody calls it off, or each of them is asked
    whether the day is theirs (`asks`)."""
    sides = list(pair)
    status = PlanStatus.ASKED if asks else PlanStatus.PAIRED
    became = becoming.waiting_between(scope, sides)
    plan = _planned(by.club, by, sides, when, scope, words=words, became=became, status=status)
    return _again(plan)


def _planned(
    club: Club, by: Seat, sides: list[Seat], when: When, scope: Scope | None, **facts: str
) -> PlannedGame:
    _may_meet(club, sides, when, scope)
    now = timezone.now()
    plan = PlannedGame.objects.create(
        club=club, scope=scope, asked_by=by, night=when.night, day=when.day, starts=when.starts,
        table=when.table, made_at=now, changed_at=now, changed_by=by,
        **facts,
    )  # fmt: skip
    PlannedSide.objects.bulk_create(PlannedSide(game=plan, seat=seat) for seat in sides)
    topics.tell_club(club.pk, topics.NIGHTS)
    return plan


def _may_meet(club: Club, sides: list[Seat], when: When, scope: Scope | None) -> None:
    if len(sides) > MOST_SIDES or len({one.person_id for one in sides}) < len(sides):
        raise Refused("", _("Choose each player once. A game can have up to eight players."), "others")
    if any(one.club_id != club.pk or not may_play(one) for one in sides):
        raise Refused("", _("Choose players from this club."), "others")
    if scope is not None and (scope.club_id != club.pk or scope.archived_at is not None):
        raise Refused("", _("Choose one of this club’s leagues."), "scope")
    _is_ahead(club, when)


def _is_ahead(club: Club, when: When, moved: PlannedGame | None = None) -> None:
    if when.night is not None and when.night.is_off:
        raise Refused("", _("This night has been called off."), "night")
    if when.day < timezone.now().astimezone(club.tz).date():
        raise Refused("", _("That day has passed."), "day")
    taken = PlannedGame.objects.filter(night=when.night, table=when.table).open()
    taken = taken.exclude(pk=moved.pk) if moved else taken
    if when.night is not None and when.table and taken.exists():
        raise Refused("", _("Table %(n)s is taken.") % {"n": when.table}, "table")


# What the others say


@transaction.atomic
def reply_to_plan(
    *, by: Seat, plan: PlannedGame, accepts: bool, words: str = "", seat: Seat | None = None
) -> PlannedGame:
    """Accept or decline, with a word; an organiser may say it for an absent player."""
    plan = _locked(plan)
    side = _side_of(plan, seat or by)
    if side is None or not (seat is None or _organises(by, plan)):
        raise PermissionDenied
    _still_open(plan)
    said = "yes" if accepts else "no"
    PlannedSide.objects.filter(pk=side.pk).update(said=said, words=words, said_at=timezone.now())
    mark_answered(NoticeKind.ASKED, plan=plan, person=side.seat.person_id)
    waits = PlannedSide.objects.filter(game=plan).exclude(said="yes").exists()
    status = PlanStatus.DECLINED if not accepts else plan.status if waits else PlanStatus.AGREED
    return _now(plan, status=status, changed_by=side.seat, why="", became=_meant(plan, status))


def _meant(plan: PlannedGame, status: str) -> str:
    """The game it means; what came up on a map since it was asked is meant once all have accepted."""
    if plan.became or status != PlanStatus.AGREED:
        return plan.became
    sides = plan.sides.select_related("seat")
    return becoming.waiting_between(plan.scope, [one.seat for one in sides])


@transaction.atomic
def move_planned_game(*, by: Seat, plan: PlannedGame, when: When, words: str = "") -> PlannedGame:
    """Another day, hour or table. The others are asked again; only another table asks nobody."""
    plan = _locked(plan, when.night)
    _may_act(by, plan)
    _still_open(plan)
    same = (when.day, when.starts, when.night) == (plan.day, plan.starts, plan.night)
    if not (same and when.table == plan.table):
        _is_ahead(plan.club, when, plan)
    elif words:
        raise Refused(
            "", _("This game is already planned for then. Choose another day, time or table."), "night"
        )
    facts = {"day": when.day, "starts": when.starts, "night": when.night, "table": when.table}
    if same:
        other = {"retabled": F("sequence") + 1, "retabled_by": by, "why": words}
        return _now(plan, **facts, **(other if when.table != plan.table else {}))
    now = timezone.now()
    PlannedSide.objects.filter(game=plan).update(said="", words="", said_at=None)
    PlannedSide.objects.filter(game=plan, seat__person=by.person_id).update(said="yes", said_at=now)
    waits = PlannedSide.objects.filter(game=plan).exclude(said="yes").exists()
    status = PlanStatus.ASKED if waits else PlanStatus.AGREED
    asks = F("asks") + 1
    was = {"was_day": plan.day, "was_starts": plan.starts}
    own = plan.asked_by is not None and plan.asked_by.person_id == by.person_id
    kept = plan.words if own else ""  # nobody says what another wrote
    said = {"words": words or kept, "why": "", "asked_by": by, "changed_by": by}
    return _now(plan, **facts, **was, **said, asks=asks, status=status)


@transaction.atomic
def mark_plan_off(*, by: Seat, plan: PlannedGame, why: str) -> PlannedGame:
    """It does not take place; whoever plays in it may say so, and why."""
    plan = _locked(plan)
    _may_act(by, plan)
    if plan.status == PlanStatus.OFF:
        return plan
    _still_open(plan)
    return _now(plan, status=PlanStatus.OFF, why=why, changed_by=by)


def to_begin(plan: PlannedGame) -> PlannedGame:
    """The plan, locked, if it may begin now or has begun; inside a transaction."""
    found = _again(_locked(plan))
    today = timezone.now().astimezone(found.club.tz).date() >= found.day
    if found.status != PlanStatus.BEGUN and not (found.is_to_play and today):
        raise Refused("", _("A game can only begin on its day, once everybody has accepted."))
    return found


@transaction.atomic
def began(*, plan: PlannedGame, became: str, scope: Scope | None = None) -> PlannedGame:
    """It has become the mission or battle itself, or a game of its own, whose scope is told."""
    plan = _locked(plan)
    where = {"scope": scope} if scope is not None else {}
    now = timezone.now()
    plan.arrive(now)
    if scope is None and plan.scope_id is not None and became:
        PlannedGame.objects.filter(scope=plan.scope_id, became=became, asks=0).delete()
    was = plan.was if plan.status == PlanStatus.BEGUN else plan.status
    return _now(plan, status=PlanStatus.BEGUN, was=was, became=became, begun_at=now, **where)


def by_itself(now: datetime) -> None:
    """By the clock: what was played without the tap has begun; what nobody has answered in time lapses, and
    what was not played on its day."""
    _read_those_begun_elsewhere(now)
    near = PlannedGame.objects.open().filter(day__lte=now.date() + timedelta(days=1))
    for found in near.only("night"):
        with alone(), transaction.atomic():
            plan = _again(_locked(found))
            if plan.is_open:
                _by_itself(plan, now)


def _read_those_begun_elsewhere(now: datetime) -> None:
    """Read how games stand whose record does not say so yet: those of an older release, or written by one
    that still serves.
    """
    begun = PlannedGame.objects.filter(status=PlanStatus.BEGUN, stands=GameState.UNREAD, scope__isnull=False)
    for key, scope in begun.filter(single="").exclude(became="").values_list("became", "scope")[:AT_ONCE]:
        with alone(), transaction.atomic():
            locked = Scope.objects.select_for_update(no_key=True).select_related("club").get(pk=scope)
            renew_game(locked, plugin_of(locked.game), state_of(locked), key, now)


def _by_itself(plan: PlannedGame, now: datetime) -> None:
    over = plan.begins_at + timedelta(days=1) <= now
    given_up = plan.closes_at + UNTOLD <= now if plan.scope_id is not None else over
    found = league_of_club(plan.scope) if plan.scope is not None else None
    if found is not None and (became := becoming.game_behind_plan(plan, found)):
        began(plan=plan, became=became)
    elif found is not None and over and becoming.waiting_report(plan, found):
        return  # it was played, and counts once the others agree
    elif plan.is_to_play and plan.is_just_a_game and over:
        began(plan=plan, became="")  # of no league: nobody writes down that it was played
    elif given_up if plan.is_to_play else plan.lapses_at <= now:
        _now(plan, status=PlanStatus.LAPSED)


def _locked(plan: PlannedGame, moves_to: Night | None = None) -> PlannedGame:
    """The plan; its nights first, as those lock them who change a night and its games."""
    nights = [pk for pk in (plan.night_id, moves_to.pk if moves_to else None) if pk is not None]
    list(Night.objects.select_for_update().filter(pk__in=nights).order_by("pk"))
    plans = PlannedGame.objects.select_related("club", "night__club")
    return plans.select_for_update(of=("self",)).get(pk=plan.pk)


def _again(plan: PlannedGame) -> PlannedGame:
    return PlannedGame.objects.select_related("club", "night__club", "scope").get(pk=plan.pk)


def _now(plan: PlannedGame, **facts: object) -> PlannedGame:
    changed = {"sequence": F("sequence") + 1, "changed_at": timezone.now()}
    PlannedGame.objects.filter(pk=plan.pk).update(**facts, **changed)
    if plan.night_id is not None and {"status", "night"} & set(facts):
        no_longer_for_a_game([plan.night_id])
    topics.tell_club(plan.club_id, topics.NIGHTS)
    plan = _again(plan)
    if facts.get("status") == PlanStatus.AGREED:
        _all_come(plan)
    return plan


def _all_come(plan: PlannedGame) -> None:
    """Who agreed to play on a night comes to it; whom an organiser paired has said so themselves, or not."""
    if plan.night_id is not None:
        agreed = plan.sides.filter(said="yes").select_related("seat")
        acts.comes_to_play(night=plan.night_id, seats=[side.seat for side in agreed])


def _side_of(plan: PlannedGame, seat: Seat) -> PlannedSide | None:
    return plan.sides.select_related("seat").filter(seat__person=seat.person_id).first()


def may_change_plan(by: Seat, plan: PlannedGame) -> bool:
    """Whether somebody may move it, call it off, begin it."""
    if by.club_id != plan.club_id or not may_play(by):
        return False
    return _side_of(plan, by) is not None or _organises(by, plan)


def _organises(by: Seat, plan: PlannedGame) -> bool:
    """Whether somebody is an organiser of its league, or of the club where it has none."""
    return by.is_organiser or (plan.scope is not None and by.organises(plan.scope))


def _may_act(by: Seat, plan: PlannedGame) -> None:
    if not may_change_plan(by, plan):
        raise PermissionDenied


def _still_open(plan: PlannedGame) -> None:
    if not plan.is_open:
        raise Refused(
            "", _("This game can no longer be changed: %(state)s.") % {"state": plan.get_status_display()}
        )


# Looking for a game


@transaction.atomic
def seek_game(*, seat: Seat, words: str) -> None:
    """I want a game this week."""
    if not may_play(seat):
        raise PermissionDenied
    facts = {"club": seat.club, "words": words, "since": timezone.now()}
    Looking.objects.update_or_create(seat=seat, defaults=facts)
    topics.tell_club(seat.club_id, topics.NIGHTS)


def stop_looking(*, seat: Seat) -> None:
    Looking.objects.filter(seat__person=seat.person_id, club=seat.club_id).delete()
    topics.tell_club(seat.club_id, topics.NIGHTS)


def who_looks(club: Club, now: datetime) -> list[Looking]:
    """Those who want a game, for a week; whoever has one since does not look any more."""
    found = club.looking.filter(since__gt=now - LOOKS_FOR).select_related("seat")
    return [one for one in found if may_play(one.seat)]


def open_plans(clubs: Iterable[Club], people: Iterable[int] | None, now: datetime) -> list[PlannedGame]:
    """The open games of people, or of everybody, soonest first, with their sides."""
    found = PlannedGame.objects.open().filter(day__gte=now.date() - timedelta(days=1), club__in=clubs)
    if people is not None:
        found = found.of(*people)
    return list(found.select_related("club", "scope", "night", "asked_by").prefetch_related("sides__seat"))
