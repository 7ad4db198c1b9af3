"""A person's own: all their leagues with everything in them that may wait for them, read at once.

`campaigns.leagues.mine` reads it and draws their home; each game says what it wants of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from types import MappingProxyType
from typing import cast
from zoneinfo import ZoneInfo

from django.urls import reverse

from campaigns.engine.asking.agreements import by_game, report_agreement
from campaigns.engine.stored.agreement import Agreement
from campaigns.engine.stored.store import registration_of
from campaigns.engine.stored.whose_move import IndexedTodo
from campaigns.engine.transaction.summaries import LeagueSummary
from campaigns.engine.who.in_place import AGREES, LeagueRows, apart_from, who_decides
from campaigns.engine.who.let_in import provisional_let_in
from campaigns.models import (
    ActRequest,
    Dialogue,
    LetIn,
    Report,
    Scope,
    Seat,
    SeatRequest,
    with_runs,
)
from config.dates import clock_time, deadline_time
from config.memory import remembered
from rules.engine.todos import ORGANISERS, Todo


@dataclass(frozen=True)
class MyLeagues:
    """A person's leagues, the newest first, loaded once: seats by club, scopes, what is told of each, open
    dialogues, reports.

    `told` are the summaries of the leagues (`campaigns.engine.transaction.summaries`), `moves` what everybody
    has to do there (`campaigns.engine.stored.whose_move`); `asking` the dialogues with a question to this
    person, by their numbers, with the text of a question that somebody else puts to them alone. `wanted` says
    of what is `asked`, by its number, what somebody would like, what a yes brings and when it lapses, but of
    nothing in a league that is paused.
    """

    seats: Mapping[int, Seat]
    own: frozenset[str]
    scopes: tuple[Scope, ...]
    told: Mapping[int, LeagueSummary]
    moves: Mapping[int, Sequence[IndexedTodo]] = MappingProxyType({})
    dialogues: tuple[Dialogue, ...] = ()
    asking: Mapping[int, str] = MappingProxyType({})
    reports: tuple[Report, ...] = ()
    drafts: frozenset[int] = frozenset()
    declined: frozenset[int] = frozenset()  # leagues they do not want to be asked to join
    requests: tuple[SeatRequest, ...] = ()
    asked: tuple[ActRequest, ...] = ()  # acts that wait for somebody's word
    wanted: Mapping[int, tuple[str, str, datetime | None]] = MappingProxyType({})
    unread: int = 0  # notices
    leagues: int = 0  # of their clubs; `scopes` may be fewer: those that have something to tell
    left_todos: int = 0  # how much waits in leagues that were not read
    left_invitations: int = 0  # how many of those they could join
    own_clock: ZoneInfo | None = None  # where they have said one
    stands_for: frozenset[str] = frozenset()  # the seats of those on holiday for whom they stand in
    let_in: tuple[LetIn, ...] = ()  # by whose word the device came in, if not by their own
    gone: tuple[Seat, ...] = ()  # their seats in clubs whose list they are no longer on
    sees_own: bool = True  # it is for their eyes alone; a calendar says what everybody knows

    @cached_property
    def organised(self) -> tuple[Seat, ...]:
        """All seats of the clubs in which this person organises something, by name."""
        clubs = [club for club, seat in self.seats.items() if seat.is_organiser or seat.runs]
        return tuple(with_runs(Seat.objects.filter(club__in=clubs)).order_by("name"))

    @cached_property
    def agreements(self) -> tuple[tuple[Scope, Agreement], ...]:
        """What was told in reports of these leagues and does not count yet, each with its league."""
        leagues = {one.pk: one for one in self.scopes}
        found = ((leagues[one[0].scope_id], one) for one in by_game(self.reports))
        return tuple(
            (scope, report_agreement(told, self._members(scope), scope.silence_hours))
            for scope, told in found
        )

    def _members(self, scope: Scope) -> Callable[[str], Sequence[str]]:
        members = self.told[scope.pk]["members"]
        return lambda side: members.get(side, ())

    def own_request(self, scope: Scope, *procedures: str) -> ActRequest | None:
        """One of these for which this person has asked in a league, while it waits."""
        own = (one for one in self.asked if one.scope_id == scope.pk and one.procedure in procedures)
        return next((one for one in own if str(one.asker_id) in self.own), None)

    def told_of[T: LeagueSummary](self, scope: Scope, kind: type[T]) -> T:
        """What is told of a league, as its own game tells it (the `summary` of its plug-in)."""
        return cast("T", self.told[scope.pk])

    def when(self, at: datetime, scope: Scope) -> str:
        """A moment of a league, as this person is told it."""
        return clock_time(at, ZoneInfo(scope.time_zone), self.own_clock)

    def until(self, at: datetime, scope: Scope) -> str:
        """The same of a moment until which something is to be done."""
        return deadline_time(at, ZoneInfo(scope.time_zone), self.own_clock)

    def seat(self, scope: Scope) -> Seat:
        return self.seats[scope.club_id]

    def runs(self, scope: Scope) -> bool:
        """Whether this person is an organiser of a league."""
        return self.seat(scope).organises(scope)

    def owns(self, side: str, scope: Scope) -> bool:
        """Whether a side of a league is this person's."""
        return not self.own.isdisjoint(self.told[scope.pk]["members"].get(side, ()))

    def stands_in(self, scope: Scope) -> bool:
        """Whether this person acts for somebody on holiday in a league, which ends once they play there."""
        if registration_of(scope.game).rules.goes_on is None:
            return False
        return any(not self.stands_for.isdisjoint(one) for one in self.told[scope.pk]["members"].values())

    def musts(self, scope: Scope) -> list[Todo]:
        """What this person has to do in a league, for their sides, in the order of the rules."""
        rows = (one for one in self.moves.get(scope.pk, ()) if one.todo.stand == "must")
        alone = self.sees_own and not self.let_in
        read = (one for one in rows if (not one.cover if alone else not one.todo.own))
        return [one.todo for one in read if not self.own.isdisjoint(one.seats)]

    @cached_property
    def _there(self) -> frozenset[str]:
        """Every seat, merged ones too, of those who are in the clubs in which this person organises."""
        clubs = [club for club, seat in self.seats.items() if seat.is_organiser or seat.runs]
        people = Seat.objects.active().filter(club__in=clubs).values("person")
        seats = Seat.objects.filter(club__in=clubs, person__in=people)
        return frozenset(map(str, seats.values_list("pk", flat=True)))

    def speaks_as_organiser(self, side: str, scope: Scope) -> bool:
        """Whether an organiser gives the word of a side, this person being one, since nobody plays it."""
        if side not in self.told[scope.pk]["names"] or not self.runs(scope):
            return False
        return not self._rows(scope).is_played(side)

    def _rows(self, scope: Scope) -> LeagueRows:
        return LeagueRows(
            rows=self.moves.get(scope.pk, ()),
            members=self.told[scope.pk]["members"],
            is_there=lambda seats: not self._there.isdisjoint(seats),
            silent=lambda: vars(scope)["left_to_silence"],
            goes_on=registration_of(scope.game).rules.goes_on is not None,
        )

    def answers_for_nobody(self, scope: Scope) -> list[Todo]:
        """The reports a side nobody plays has to answer: an organiser does who has not told them."""
        return [one for one in self._in_place(scope) if one.act == AGREES]

    def acts_for_nobody(self, scope: Scope) -> list[Todo]:
        """What else a side nobody plays has to do, as others read it: an organiser does it, unless it is
        carried on automatically."""
        return [one for one in self._in_place(scope) if one.act != AGREES]

    def _in_place(self, scope: Scope) -> Iterator[Todo]:
        league = self._rows(scope)
        for one in league.rows if self.runs(scope) else ():
            apart = apart_from(one.todo, league.rows)
            if league.falls_to_organisers(one.todo) and self.own.isdisjoint(apart):
                yield one.todo

    def organises(self, scope: Scope) -> list[Todo]:
        """What a league wants of its organisers; nothing of anybody else, nor of who plays a side that waits
        for a ruling while there is another organiser.
        """
        if not self.runs(scope):
            return []
        rows = self.moves.get(scope.pk, ())
        todos = [one.todo for one in rows if one.is_must and one.todo.side == ORGANISERS]
        return [one for one in todos if self._decides(apart_from(one, rows), scope)]

    def rules_on(self, sides: Iterable[str], scope: Scope) -> bool:
        """Whether it is theirs to rule on what these sides of a league disagree on."""
        seats = (seat for side in sides for seat in self._members(scope)(side))
        return self.runs(scope) and self._decides(frozenset(seats), scope)

    def _decides(self, apart: frozenset[str], scope: Scope) -> bool:
        """Whether it is theirs to rule on what these seats are parties to: they are none, or every organiser
        is one."""
        if self.own.isdisjoint(apart):
            return True
        clubs = self.organised
        parties = {one.person_id for one in clubs if str(one.pk) in apart}
        organisers = (one for one in clubs if one.club_id == scope.club_id and one.organises(scope))
        return self.seat(scope).person_id in who_decides({one.person_id for one in organisers}, parties)

    def is_me(self, who: str, scope: Scope) -> bool:
        """Whether a question to `who` is put to this person themselves."""
        return any(self._is_me(one, scope) for one in who.split("|"))

    def _is_me(self, who: str, scope: Scope) -> bool:
        kind, _sep, name = who.partition(":")
        if kind == "organiser":
            return self.runs(scope)
        if kind == "side":
            return self.owns(name, scope)
        return kind == "person" and name in self.own

    def is_held(self, scope: Scope) -> bool:
        """Whether the device does not speak for them in a league."""
        return provisional_let_in(self.let_in, scope.pk, registration_of(scope.game)) is not None

    @staticmethod
    def url_of(dialogue: Dialogue) -> str:
        """The page of what is asked."""
        return _asked_at(dialogue.scope_id, dialogue.slot.code)


@remembered(most=2**20)
def _asked_at(scope: int, slot: str) -> str:
    """Looked up once: a person with a hundred leagues has as many on every home."""
    return reverse("campaigns:dialogue", args=[scope, slot])
