"""Battles that a league has led to by itself, which those who fight them have yet to find a day for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import QuerySet
from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.engine.lines import Encounter
from campaigns.engine.transaction.viewer import AnyViewer
from campaigns.engine.who.access import may_play
from campaigns.models import PlannedGame, Seat, Summary
from campaigns.nights import evening
from campaigns.nights.games.games import joined_names, plan_url
from campaigns.nights.games.leagues import LeagueOfClub, leagues_of_club
from config.dates import dated


@dataclass(frozen=True, slots=True)
class ToPlan:
    """A battle that waits to be planned: against whom, and where I ask them for a day."""

    title: str
    note: str
    emblem: str
    url: str


@dataclass(frozen=True, slots=True)
class Planning:
    """What the page of a battle says of it: where it is planned, or for when it is."""

    words: str
    url: str
    is_planned: bool


def to_plan(seat: Seat) -> tuple[ToPlan, ...]:
    """What waits to be planned by somebody, in all leagues of the club they play in."""
    if not may_play(seat):
        return ()
    mine = leagues_of_club(_played_by(seat))
    taken = set(_held(mine.values()).values_list("scope", "became"))
    members = {one.person_id: one for one in evening.members(seat.club)} if mine else {}
    return tuple(
        _line(found, bout, seat, members)
        for found in mine.values()
        for bout in found.bouts_under_way()
        if bout.unplanned and (found.scope.pk, bout.id) not in taken and _is_mine(found, bout, seat)
    )


def _played_by(seat: Seat) -> list[int]:
    """The leagues of the club in which somebody has a side, by their summaries."""
    own = [str(one) for one in seat.club.seats.filter(person=seat.person_id).values_list("pk", flat=True)]
    rows = Summary.objects.filter(scope__club=seat.club_id, scope__archived_at=None, members__overlap=own)
    return list(rows.values_list("scope", flat=True))


def _held(found: Iterable[LeagueOfClub]) -> QuerySet[PlannedGame]:
    return PlannedGame.objects.planned().live().filter(scope__in=[one.scope for one in found])


def _is_mine(found: LeagueOfClub, bout: Encounter, seat: Seat) -> bool:
    return any(seat.person_id in found.people_of(side) for side in bout.sides)


def _line(found: LeagueOfClub, bout: Encounter, seat: Seat, members: Mapping[int, Seat]) -> ToPlan:
    others = _others(found, bout, seat, members)
    note = " · ".join(filter(None, [found.scope.name, joined_names([str(one) for one in others])]))
    return ToPlan(bout.title, note, others[0].emblem if others else "iron", _ask(found, bout, seat, others))


def _others(found: LeagueOfClub, bout: Encounter, seat: Seat, members: Mapping[int, Seat]) -> list[Seat]:
    """Those on the sides somebody is not on."""
    sides = [found.people_of(side) for side in bout.sides]
    people = frozenset().union(*(one for one in sides if seat.person_id not in one))
    return [seat for person, seat in members.items() if person in people and may_play(seat)]


def _ask(found: LeagueOfClub, bout: Encounter, seat: Seat, others: Iterable[Seat]) -> str:
    """The form with it filled in."""
    said = QueryDict(mutable=True)
    said.setlist("who", [str(one.pk) for one in others])
    said.update({"league": str(found.scope.pk), "game": bout.id})
    return f"{reverse('campaigns:plan_new', args=[seat.club.slug])}?{said.urlencode()}"


def planning_of(viewer: AnyViewer, key: str) -> Planning | None:
    """The day of a battle for everybody; the link to find one for those who fight it."""
    found = LeagueOfClub(viewer.scope, viewer.state, viewer.people)
    bout, plan = found.bout(key), _held([found]).filter(became=key).select_related("club").first()
    if bout is None or not bout.unplanned or viewer.seat is None:
        return None
    if plan is not None:
        when = f"{dated(plan.day, 'l j F')}, {plan.starts:%H:%M}"
        return Planning(_("Planned for %(when)s") % {"when": when}, plan_url(plan), is_planned=True)
    if not (may_play(viewer.seat) and _is_mine(found, bout, viewer.seat)):
        return None
    members = {one.person_id: one for one in evening.members(viewer.scope.club)}
    url = _ask(found, bout, viewer.seat, _others(found, bout, viewer.seat, members))
    return Planning(_("Plan this game"), url, is_planned=False)
