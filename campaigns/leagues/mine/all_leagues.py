"""All leagues of a person's clubs, page by page: those they play in first, then the newest."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import BooleanField, Q, Value
from django.db.models.functions import Coalesce
from django.http import HttpRequest

from campaigns.engine.lines import LeagueLine
from campaigns.leagues.mine.home import league_lines
from campaigns.leagues.mine.mine import gather_my_leagues
from campaigns.models import Person, Scope, ScopeKind, Seat
from campaigns.shell.paging import Paged, paged_leagues


@dataclass(frozen=True, slots=True)
class AllLeagues:
    lines: tuple[LeagueLine, ...]
    paged: Paged[Scope]


def all_leagues(request: HttpRequest, person: Person) -> AllLeagues:
    held = list(Seat.objects.filter(person=person))
    clubs = [seat.club_id for seat in held if seat.is_active]
    seated = Q(summary__seated__overlap=[str(seat.pk) for seat in held])
    found = (
        Scope.objects.filter(club__in=clubs, archived_at=None, kind=ScopeKind.LEAGUE)
        .annotate(seated=Coalesce(seated, Value(False), output_field=BooleanField()))
        .order_by("-seated", "-id")
    )
    page = paged_leagues(request, found)
    mine = gather_my_leagues(person, only=[one.pk for one in page.items])
    scopes = {one.pk: one for one in mine.scopes}
    shown = [scopes[one.pk] for one in page.items if one.pk in scopes]
    return AllLeagues(tuple(line for scope in shown for line in league_lines(mine, scope)), page)
