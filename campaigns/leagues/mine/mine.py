"""Everything a person's home is made of, for all their clubs at once, in the same few queries."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.db.models import Q
from django.utils import timezone

from campaigns.engine.mine import Mine
from campaigns.engine.store import registrations
from campaigns.models import (
    ArmyDraft,
    Dialogue,
    Person,
    Report,
    ReportStatus,
    RequestStatus,
    Scope,
    ScopeKind,
    Seat,
    SeatRequest,
)
from campaigns.people.signin import REQUEST_LASTS


def mine_of(person: Person, seats: Collection[Seat] | None = None) -> Mine:
    """Everything of a person's leagues; with `seats` only what belongs to those clubs."""
    held = list(Seat.objects.filter(person=person).select_related("club"))
    active = {seat.club_id: seat for seat in (seats or held) if seat.is_active}
    scopes = tuple(
        Scope.objects.filter(club__in=active, archived_at=None, kind=ScopeKind.LEAGUE)
        .select_related("club")
        .order_by("-id")
    )
    organised = [seat.club_id for seat in active.values() if seat.is_organiser]
    open_reports = Q(status=ReportStatus.SENT) | Q(status=ReportStatus.DISPUTED)
    drafts = ArmyDraft.objects.filter(scope__in=scopes, seat__in=held, warband="")
    return Mine(
        seats=active,
        own=frozenset(str(seat.pk) for seat in held),
        scopes=scopes,
        states=states_of(scopes),
        dialogues=tuple(
            Dialogue.objects.filter(scope__in=scopes)
            .select_related("slot", "scope__club")
            .prefetch_related("answers")
            .order_by("id")
        ),
        reports=tuple(Report.objects.filter(open_reports, scope__in=scopes).select_related("reporter")),
        drafts=frozenset(drafts.values_list("scope", flat=True)),
        requests=tuple(
            SeatRequest.objects.filter(
                club__in=organised,
                status=RequestStatus.OPEN,
                asked_at__gt=timezone.now() - REQUEST_LASTS,
            ).select_related("club")
        ),
    )


def states_of(scopes: Collection[Scope]) -> dict[int, Any]:
    """The states of many leagues: one query a table of each game."""
    found: dict[int, Any] = {}
    for game, kept in registrations().items():
        ids = [scope.pk for scope in scopes if scope.game == game]
        found |= kept.load_many(ids) if ids else {}
    return found
