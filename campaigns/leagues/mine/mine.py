"""Everything a person's home is made of, for all their clubs at once, in the same few queries.

Of a league its summary is read; its state only where nobody has kept a summary, or where the words of an open
question are wanted.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

from django.db.models import Count, Exists, OuterRef, Q, Subquery, prefetch_related_objects
from django.db.models.functions import Coalesce
from django.utils import timezone

from campaigns.engine.dialogue import open_talk
from campaigns.engine.mine import Mine
from campaigns.engine.store import registration_of, registrations
from campaigns.engine.summaries import believed, summary_of
from campaigns.models import (
    ArmyDraft,
    Declined,
    Dialogue,
    Notice,
    Person,
    Report,
    ReportStatus,
    RequestStatus,
    Scope,
    ScopeKind,
    Seat,
    SeatRequest,
    Summary,
)
from campaigns.people.signin import REQUEST_LASTS
from rules.engine.procedure import Open
from rules.engine.questions import Question
from rules.engine.refusals import Refused
from rules.engine.state import State


def mine_of(person: Person, seats: Collection[Seat] | None = None) -> Mine:
    """Everything of a person's leagues; with `seats` only what belongs to those clubs."""
    unread = Notice.objects.filter(person=OuterRef("person"), read_at=None).order_by().values("person")
    count = Coalesce(Subquery(unread.annotate(n=Count("pk")).values("n")), 0)
    held = list(Seat.objects.filter(person=person).select_related("club").annotate(unread=count))
    active = {seat.club_id: seat for seat in (seats or held) if seat.is_active}
    scopes = tuple(
        Scope.objects.filter(club__in=active, archived_at=None, kind=ScopeKind.LEAGUE)
        .defer("begin")
        .annotate(declined_by_me=Exists(Declined.objects.filter(scope=OuterRef("pk"), person=person)))
        .order_by("-id")
    )
    for scope in scopes:
        scope.club = active[scope.club_id].club
    of_these = Q(scope__club__in=active, scope__archived_at=None, scope__kind=ScopeKind.LEAGUE)
    organised = [seat.club_id for seat in active.values() if seat.is_organiser]
    open_reports = Q(status=ReportStatus.SENT) | Q(status=ReportStatus.DISPUTED)
    drafts = ArmyDraft.objects.filter(of_these, seat__in=held, warband="")
    mine = Mine(
        seats=active,
        own=frozenset(str(seat.pk) for seat in held),
        scopes=scopes,
        told={},
        dialogues=_dialogues(scopes, of_these),
        reports=tuple(Report.objects.filter(open_reports & of_these).select_related("reporter")),
        unread=getattr(held[0], "unread", 0) if held else 0,
        declined=frozenset(one.pk for one in scopes if one.declined_by_me),
        drafts=frozenset(drafts.values_list("scope", flat=True)),
        requests=tuple(
            SeatRequest.objects.filter(
                club__in=organised,
                status=RequestStatus.OPEN,
                asked_at__gt=timezone.now() - REQUEST_LASTS,
            ).select_related("club")
        ),
    )
    return _told(mine)


def _dialogues(scopes: Iterable[Scope], of_these: Q) -> tuple[Dialogue, ...]:
    """The open ones, oldest first."""
    by_number = {scope.pk: scope for scope in scopes}
    found = Dialogue.objects.filter(of_these, scope__in=by_number).select_related("slot").order_by("id")
    for one in found:
        one.scope = by_number[one.scope_id]
    return tuple(found)


def _told(mine: Mine) -> Mine:
    """With what is told of each league, and which dialogues ask something of this person."""
    kept = believed(mine.scopes)
    mine = replace(mine, told={pk: row.data for pk, row in kept.items()})
    asked = {one.pk: _kept_of(kept.get(one.scope_id), one) for one in mine.dialogues}
    to_read = [one for one in mine.dialogues if _has_to_be_read(mine, one, asked[one.pk])]
    untold = [one for one in mine.scopes if one.pk not in kept]
    states = states_of([*untold, *{one.scope_id: one.scope for one in to_read}.values()])
    read = {one.pk: summary_of(registration_of(one.game), states[one.pk]) for one in untold}
    mine = replace(mine, told={**mine.told, **read})
    return replace(mine, asking=_asking(mine, asked, _questions(to_read, states)))


def _kept_of(summary: Summary | None, dialogue: Dialogue) -> list[str] | None:
    """To whom a dialogue puts its questions, where somebody has kept it."""
    found: list[str] | None = summary.asked.get(str(dialogue.pk)) if summary else None
    return found


def _has_to_be_read(mine: Mine, dialogue: Dialogue, asked: list[str] | None) -> bool:
    """Whether nobody has kept to whom a dialogue puts its questions, or the text of one is wanted: what
    somebody else asks of this person."""
    if asked is None:
        return True
    return len(asked) == 1 and not _is_own(mine, dialogue) and mine.is_me(asked[0], dialogue.scope)


def _is_own(mine: Mine, dialogue: Dialogue) -> bool:
    return str(dialogue.opened_by_id) in mine.own


def _asking(
    mine: Mine, asked: dict[int, list[str] | None], read: dict[int, tuple[Question, ...]]
) -> dict[int, str]:
    """The dialogues with a question to this person, with its text where it is the only one and not theirs."""
    found = {}
    for one in mine.dialogues:
        questions = read.get(one.pk, ())
        whom = [question.who for question in questions] if one.pk in read else asked[one.pk] or []
        if any(mine.is_me(who, one.scope) for who in whom):
            alone = len(questions) == 1 and not _is_own(mine, one)
            found[one.pk] = questions[0].text if alone else ""
    return found


def _questions(dialogues: list[Dialogue], states: dict[int, State]) -> dict[int, tuple[Question, ...]]:
    """What these dialogues ask now."""
    prefetch_related_objects(dialogues, "answers")
    return {one.pk: _asked_in(one, states[one.scope_id]) for one in dialogues}


def _asked_in(dialogue: Dialogue, state: State) -> tuple[Question, ...]:
    talk = open_talk(dialogue.slot, dialogue, state, now=dialogue.opened_at)
    try:
        said = talk.drive()
    except Refused:
        return ()
    return said.questions if isinstance(said, Open) else ()


def states_of(scopes: Collection[Scope]) -> dict[int, State]:
    """The states of many leagues: one query for each game."""
    found: dict[int, State] = {}
    for game, registration in registrations().items():
        ids = {scope.pk for scope in scopes if scope.game == game}
        found |= registration.load_many(ids) if ids else {}
    return found
