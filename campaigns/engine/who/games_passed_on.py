"""Games to come of a side that somebody else plays since: they are asked in place of who had it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from datetime import datetime

from django.db.models import F

from campaigns.engine.stored import topics
from campaigns.engine.stored.games import seats_named
from campaigns.engine.stored.store import AnyRegistration
from campaigns.models import PlannedGame, PlannedSide, PlanStatus, Scope, Seat
from campaigns.models.nights import held_nights
from campaigns.models.plans import Fell, no_longer_for_a_game
from rules.engine.state import State

type Successors = Mapping[int, Seat]  # by the person who no longer plays in the league


def pass_games_on(
    scope: Scope,
    registration: AnyRegistration,
    state: State,
    before: Mapping[str, Collection[str]],
    now: datetime,
) -> None:
    """Hand on the games of a league that are to come; `before`: who played the sides others play now."""
    successors = {gone.person_id: seat for gone, seat in _successors(registration, state, before)}
    found = list(PlannedGame.objects.open().filter(scope=scope).of(*successors)) if successors else []
    held_nights(plan.night_id for plan in found if plan.night_id is not None)  # before the games
    for plan in found:
        _pass_on(plan, successors, now)
    if found:
        no_longer_for_a_game([plan.night_id for plan in found if plan.night_id is not None])
        topics.tell_club(scope.club_id, topics.NIGHTS)


def _successors(
    registration: AnyRegistration, state: State, before: Mapping[str, Collection[str]]
) -> Iterator[tuple[Seat, Seat]]:
    """Those who play no side any more, each with the one person who came for them."""
    members = registration.rules.members_of
    play = {seat for side in registration.sides_of(state) for seat in members(state, side)}
    pairs: list[tuple[str, str]] = []
    for side, had in before.items():
        new = {*members(state, side)} - {*had} if side in registration.sides_of(state) else set[str]()
        if len(new) == 1:
            pairs += [(gone, next(iter(new))) for gone in had if gone not in play]
    seats = {str(seat.pk): seat for seat in seats_named(one for pair in pairs for one in pair)}
    yield from ((seats[gone], seats[new]) for gone, new in pairs if {gone, new} <= seats.keys())


def _pass_on(plan: PlannedGame, successors: Successors, now: datetime) -> None:
    sides = list(plan.sides.select_related("seat"))
    people = {one.seat.person_id for one in sides}
    others = [one.seat for one in sides if one.seat.person_id not in successors]
    new = {successors[one].person_id for one in people if one in successors}
    if not others or new & people:  # nobody is left to play against
        PlannedGame.objects.filter(pk=plan.pk).fall(by=None, fell=Fell.ONE if others else Fell.LEFT)
        return
    for one in sides:
        if seat := successors.get(one.seat.person_id):
            PlannedSide.objects.filter(pk=one.pk).update(seat=seat, said="", words="", said_at=None)
    asked_by, words = plan.asked_by, plan.words
    if asked_by is None or asked_by.person_id in successors:
        asked_by, words = others[0], ""  # nobody says what another wrote
    status = plan.status if plan.status == PlanStatus.PAIRED else PlanStatus.ASKED
    again = {"asks": F("asks") + 1, "sequence": F("sequence") + 1, "changed_at": now, "changed_by": asked_by}
    PlannedGame.objects.filter(pk=plan.pk).update(
        status=status, asked_by=asked_by, words=words, was_day=None, was_starts=None, **again
    )
