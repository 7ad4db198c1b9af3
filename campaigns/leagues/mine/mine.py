"""Everything a person's home is made of, for all their clubs at once, in the same few queries.

Of a league its summary is read; its state only where nobody has kept a summary, or where the words of an open
question are wanted.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from zoneinfo import ZoneInfo

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import Count, Exists, F, OuterRef, QuerySet, Subquery, prefetch_related_objects
from django.db.models.functions import Coalesce
from django.utils import timezone

from campaigns.engine.asking.reading import lapse_of
from campaigns.engine.my_leagues import MyLeagues
from campaigns.engine.stored.store import registration_of, states_of
from campaigns.engine.stored.whose_move import IndexedTodo, kept_moves, made_of
from campaigns.engine.transaction.dialogue import open_run
from campaigns.engine.transaction.summaries import believed, summary_of
from campaigns.engine.who.absent import absent_from
from campaigns.leagues.mine.picking import Most, Picked, picked_for
from campaigns.models import (
    ActRequest,
    ActRequestStatus,
    ArmyDraft,
    Declined,
    Dialogue,
    Holiday,
    HolidayStage,
    Notice,
    Person,
    Report,
    RequestStatus,
    Scope,
    ScopeKind,
    Seat,
    SeatRequest,
    SeatStatus,
    Summary,
    with_runs,
)
from campaigns.models.absence import sides_left_to_silence
from campaigns.models.play import WAITING
from campaigns.people.signin import REQUEST_LASTS
from config.database.compiled import compiled
from rules.engine.procedure import Open
from rules.engine.questions import Question
from rules.engine.refusals import Refused
from rules.engine.state import State


def gather_my_leagues(
    person: Person,
    seats: Collection[Seat] | None = None,
    *,
    most: Most | None = None,
    only: Collection[int] | None = None,
) -> MyLeagues:
    """Everything of a person's leagues; with `seats` only what belongs to those clubs. With `most` only the
    leagues that have something to tell, so much of each kind, and the number of the rest; with `only` how
    they stand in these.
    """
    held = _held(person.pk)
    active = {seat.club_id: seat for seat in (seats or held) if seat.is_active}
    picked = picked_for(person, active.values(), held, most) if most else None
    if only is not None:
        picked = Picked(
            only, len(only), todos=0, invitations=0, open_dialogues=False, reports=False, asks=False
        )
    scopes, declined, drafts = _scopes(person, active, held, picked)
    mine = MyLeagues(
        seats=active,
        own=frozenset(str(seat.pk) for seat in held),
        gone=tuple(seat for seat in held if seat.status == SeatStatus.REMOVED and seat.club_id not in active),
        scopes=scopes,
        told={},
        dialogues=_dialogues(scopes) if picked is None or picked.open_dialogues else (),
        reports=_reports(scopes) if picked is None or picked.reports else (),
        asked=_asked_acts(scopes) if picked is None or picked.asks else (),
        unread=getattr(held[0], "unread", 0) if held else 0,
        declined=declined,
        drafts=drafts,
        requests=_requests([seat.club_id for seat in active.values() if seat.is_organiser]),
        leagues=picked.leagues if picked else len(scopes),
        left_todos=picked.todos if picked else 0,
        left_invitations=picked.invitations if picked else 0,
        own_clock=_clock(held),
        stands_for=frozenset(str(one) for seat in held[:1] for one in vars(seat)["stands_for"]),
    )
    return _told(mine)


@compiled
def _held(person: int) -> QuerySet[Seat]:
    """Every seat of a person, with how much they have not read, their clock, and for whom they stand in."""
    unread = Notice.objects.filter(person=OuterRef("person"), read_at=None).order_by().values("person")
    count = Coalesce(Subquery(unread.annotate(n=Count("pk")).values("n")), 0)
    away = Holiday.objects.filter(stand_in__person=OuterRef("person"), stage=HolidayStage.ON)
    stands_for = ArraySubquery(away.order_by().values("seat"))
    seats = with_runs(Seat.objects.filter(person=person).select_related("club", "holiday"))
    return seats.annotate(unread=count, zone=F("person__telling__zone"), stands_for=stands_for)


def _clock(held: Collection[Seat]) -> ZoneInfo | None:
    return next((ZoneInfo(zone) for one in held if (zone := getattr(one, "zone", ""))), None)


def _scopes(
    person: Person, active: Mapping[int, Seat], held: Collection[Seat], picked: Picked | None
) -> tuple[tuple[Scope, ...], frozenset[int], frozenset[int]]:
    """The leagues, the newest first, each with its summary, where it has one; which of them they have said no
    to, and in which they have begun with an army."""
    whose = person.pk, [*active], [seat.pk for seat in held]
    scopes = tuple(_of_clubs(*whose) if picked is None else _picked(*whose, [*picked.scopes]))
    for scope in scopes:
        scope.club = active[scope.club_id].club
    said_no = frozenset(one.pk for one in scopes if vars(one)["declined_by_me"])
    return scopes, said_no, frozenset(one.pk for one in scopes if vars(one)["drafted_by_me"])


@compiled
def _picked(person: int, clubs: list[int], held: list[int], scopes: list[int]) -> QuerySet[Scope]:
    return _of_clubs(person, clubs, held).filter(pk__any_of=scopes)


def _of_clubs(person: int, clubs: list[int], held: list[int]) -> QuerySet[Scope]:
    declined = Declined.objects.filter(scope=OuterRef("pk"), person=person)
    drafted = ArmyDraft.objects.filter(scope=OuterRef("pk"), seat__pk__any_of=held, warband="")
    drafted = drafted.exclude(asked__status=ActRequestStatus.OPEN)
    found = Scope.objects.filter(club__pk__any_of=clubs, archived_at=None, kind=ScopeKind.LEAGUE)
    declined_army = Exists(drafted.filter(asked__status=ActRequestStatus.DECLINED))
    told = found.select_related("summary").defer("begin").annotate(left_to_silence=sides_left_to_silence())
    mine = {"drafted_by_me": Exists(drafted), "army_declined_to_me": declined_army}
    return told.annotate(declined_by_me=Exists(declined), **mine).order_by("-id")


def _reports(scopes: Iterable[Scope]) -> tuple[Report, ...]:
    """Those that do not count yet."""
    found = Report.objects.filter(scope__in=[one.pk for one in scopes], status__in=WAITING)
    return tuple(found.select_related("reporter", "disputed_by"))


def _asked_acts(scopes: Iterable[Scope]) -> tuple[ActRequest, ...]:
    """Open requests, the oldest first."""
    by_number = {scope.pk: scope for scope in scopes}
    found = ActRequest.objects.filter(scope__in=by_number, status=ActRequestStatus.OPEN)
    asked = tuple(found.select_related("asker").order_by("pk"))
    for one in asked:
        one.scope = by_number[one.scope_id]
    return asked


def _requests(clubs: Collection[int]) -> tuple[SeatRequest, ...]:
    """Of people at the door."""
    return tuple(_open_requests([*clubs], timezone.now() - REQUEST_LASTS)) if clubs else ()


@compiled
def _open_requests(clubs: list[int], after: datetime) -> QuerySet[SeatRequest]:
    found = SeatRequest.objects.filter(club__pk__any_of=clubs, status=RequestStatus.OPEN, asked_at__gt=after)
    return found.select_related("club")


def _dialogues(scopes: Iterable[Scope]) -> tuple[Dialogue, ...]:
    """The open ones, oldest first."""
    by_number = {scope.pk: scope for scope in scopes}
    found = Dialogue.objects.filter(scope__in=by_number).select_related("slot").order_by("id")
    for one in found:
        one.scope = by_number[one.scope_id]
    return tuple(found)


def _told(mine: MyLeagues) -> MyLeagues:
    """With what is told of each league, and which dialogues ask something of this person."""
    kept = believed(mine.scopes)
    mine = replace(mine, told={pk: row.data for pk, row in kept.items()})
    asked = {one.pk: _kept_of(kept.get(one.scope_id), one) for one in mine.dialogues}
    to_read = [one for one in mine.dialogues if _has_to_be_read(mine, one, asked[one.pk])]
    untold = [one for one in mine.scopes if one.pk not in kept]
    scopes = {one.scope_id: one.scope for one in to_read} | {one.scope_id: one.scope for one in mine.asked}
    states = states_of([*untold, *scopes.values()])
    read = {one.pk: summary_of(registration_of(one.game), states[one.pk]) for one in untold}
    made = {one.pk: _made_of(one, states[one.pk]) for one in untold}
    wanted = {one.pk: _wanted(one, states[one.scope_id]) for one in mine.asked if not _rests(one, states)}
    mine = replace(mine, told={**mine.told, **read}, moves={**kept_moves(kept), **made}, wanted=wanted)
    return replace(mine, asking=_asking(mine, asked, _questions(to_read, states)))


def _made_of(scope: Scope, state: State) -> list[IndexedTodo]:
    registration = registration_of(scope.game)
    return made_of(scope, registration, state, absent_from(scope, state, registration))


def _rests(asked: ActRequest, states: Mapping[int, State]) -> bool:
    """Whether its league is paused: nobody is asked for a word then."""
    word = registration_of(asked.scope.game).acts.words[asked.procedure]
    return word.rests(states[asked.scope_id])


def _wanted(asked: ActRequest, state: State) -> tuple[str, str, datetime | None]:
    """What somebody would like, what a yes brings, and when it lapses."""
    registration = registration_of(asked.scope.game)
    word, seen = registration.acts.words[asked.procedure], registration.public(state)
    told = word.asks(seen, asked.params, str(asked.asker)), word.brings(seen, asked.params)
    return *told, lapse_of(asked, word, seen)


def _kept_of(summary: Summary | None, dialogue: Dialogue) -> list[str] | None:
    """To whom a dialogue puts its questions, where somebody has kept it."""
    found: list[str] | None = summary.asked.get(str(dialogue.pk)) if summary else None
    return found


def _has_to_be_read(mine: MyLeagues, dialogue: Dialogue, asked: list[str] | None) -> bool:
    """Whether nobody has kept to whom a dialogue puts its questions, or the text of one is wanted."""
    if asked is None:
        return True
    return _is_told(mine, dialogue, asked) and mine.is_me(asked[0], dialogue.scope)


def _is_told(mine: MyLeagues, dialogue: Dialogue, asked: Sequence[str]) -> bool:
    """Whether a home names the question: the only one, that somebody else asks or that others may answer."""
    return len(asked) == 1 and (not _is_own(mine, dialogue) or "|" in asked[0])


def _is_own(mine: MyLeagues, dialogue: Dialogue) -> bool:
    return str(dialogue.opened_by_id) in mine.own


def _asking(
    mine: MyLeagues, asked: dict[int, list[str] | None], read: dict[int, tuple[Question, ...]]
) -> dict[int, str]:
    """The dialogues with a question to this person, with its text where a home names it."""
    found = {}
    for one in mine.dialogues:
        questions = read.get(one.pk, ())
        whom = [question.who for question in questions] if one.pk in read else asked[one.pk] or []
        if any(mine.is_me(who, one.scope) for who in whom):
            told = bool(questions) and _is_told(mine, one, whom)
            found[one.pk] = questions[0].text if told else ""
    return found


def _questions(dialogues: list[Dialogue], states: dict[int, State]) -> dict[int, tuple[Question, ...]]:
    """What these dialogues ask now."""
    prefetch_related_objects(dialogues, "answers")
    return {one.pk: _asked_in(one, states[one.scope_id]) for one in dialogues}


def _asked_in(dialogue: Dialogue, state: State) -> tuple[Question, ...]:
    run = open_run(dialogue.slot, dialogue, state, now=dialogue.opened_at)
    try:
        said = run.drive()
    except Refused:
        return ()
    return said.questions if isinstance(said, Open) else ()
