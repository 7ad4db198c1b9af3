"""The visitor's view of a league: who looks, from which seat, at which state, by which book.

One request to one league; what the engine and every page start with. `campaigns.shell.league` lets people in.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.utils.functional import cached_property

from campaigns.engine.stored.absent import NOBODY, Absent
from campaigns.engine.stored.stands import stand_of
from campaigns.engine.stored.state_cache import state_now, state_of
from campaigns.engine.stored.store import Registration, registration_of
from campaigns.engine.stored.whose_move import moves_of
from campaigns.engine.transaction.scopes import why_closed
from campaigns.engine.who.absent import absent_from
from campaigns.engine.who.access import may_play
from campaigns.engine.who.in_place import apart_from, who_decides
from campaigns.engine.who.let_in import provisional_let_in, visitor_let_ins
from campaigns.engine.who.own_word import needs_own_word
from campaigns.engine.who.rights import Actor, people_of_seats, rival_refusal, who_starts
from campaigns.engine.who.seatbook import KnownPerson, seatbook
from campaigns.models import LetIn, Scope, Seat, Unplayed, organisers_of
from campaigns.models.people import Dice
from rules.engine.language import listed
from rules.engine.refusals import Refused
from rules.engine.state import State
from rules.engine.todos import Todo

if TYPE_CHECKING:
    from campaigns.engine.transaction.scope_transaction import ScopeTransaction


@dataclass(frozen=True, slots=True)
class CoveredSide:
    """A side for which the visitor stands in, and who is `away` of it."""

    side: str
    name: str
    away: str


@dataclass
class Viewer[S: State, B]:
    """One request to one league."""

    request: HttpRequest
    scope: Scope
    seat: Seat | None
    section: str

    @property
    def registration(self) -> Registration[S, B]:
        return cast("Registration[S, B]", registration_of(self.scope.game))

    @cached_property
    def whole(self) -> S:
        """The league's state as plain values; all who only look share that of a version."""
        looks = self.request.method in ("GET", "HEAD")
        return cast("S", state_of(self.scope) if looks else state_now(self.scope))

    @cached_property
    def state(self) -> S:
        """As much of it as this visitor may see."""
        return self.registration.rules.seen(self.whole, lambda side: self.is_organiser or self.owns(side))

    def after(self, transaction: ScopeTransaction) -> Viewer[S, B]:
        """The same visitor with the league as a transaction through the door has left it."""
        now: Viewer[S, B] = Viewer(self.request, transaction.scope, self.seat, self.section)
        now.scope.club, now.whole = self.scope.club, cast("S", transaction.state)
        if self.seat is not None:
            now.actor = self.actor
        return now

    @cached_property
    def people(self) -> dict[str, KnownPerson]:
        """Who sits on which seat of the club; read once per request, the visitor's own seats with it."""
        people = seatbook(self.scope.club)
        if self.seat is not None:
            person = self.seat.person_id
            self.actor.recognise(seat for seat, known in people.items() if known.person == person)
        return people

    def stands(self, follows: Iterable[str]) -> str:
        """All that a kept part of this league's pages may depend on that follows these names, besides the
        language and who looks."""
        scope = self.scope
        since = stand_of(scope.version, scope.touched, follows)
        return repr((since, scope.time_zone, scope.name, scope.club_id, scope.club.version))

    @property
    def book(self) -> B:
        """The book in force, with this league's settings."""
        book: B = self.registration.game.book_of(self.state)
        return book

    @cached_property
    def actor(self) -> Actor:
        """Who stands at the door; a visitor without a seat may only look."""
        if self.seat is None:
            raise PermissionDenied
        person = self.seat.person
        rows = visitor_let_ins(self.request, person) if person.let_in else []
        let_in = provisional_let_in(rows, self.scope.pk, self.registration) if rows else None
        return Actor(self.seat, let_in=let_in)

    @property
    def let_in(self) -> LetIn | None:
        """By whose word this device came in, while it reads nothing yet of what a side keeps to itself."""
        row = self.actor.let_in if self.seat else None
        return None if row is None or self.registration.rules.is_over(self.whole) else row

    @property
    def closed(self) -> str:
        """The sentence why nothing new begins here, or nothing."""
        return why_closed(self.scope, self.state)

    @property
    def is_organiser(self) -> bool:
        """Whether the visitor organises this league, its whole club with it or not."""
        return self.seat is not None and self.seat.organises(self.scope)

    @property
    def runs_club(self) -> bool:
        """Whether they organise the club, too: invite people, let them in, change its settings."""
        return self.seat is not None and self.seat.is_organiser

    @cached_property
    def looks_on(self) -> bool:
        """Whether they play no side, can bring none and do not organise."""
        may = self.seat is not None and may_play(self.seat)
        return not may and not any(self.owns(side) for side in self.registration.sides_of(self.state))

    @property
    def app_dice(self) -> bool:
        """Whether this person wants the app to throw every die."""
        return self.seat is not None and self.seat.person.dice == Dice.APP

    @cached_property
    def owed(self) -> list[Todo]:
        """What everybody has to do and waits for, as far as the visitor may know."""
        return self.registration.rules.whose_move.as_others_see(self.state, self.book, self.owns)

    def players_of(self, side: str) -> list[str]:
        """The names of those who play a side."""
        people = self.people
        return [
            people[seat].name
            for seat in self.registration.rules.members_of(self.state, side)
            if seat in people
        ]

    def players_in(self, side: str, game: str) -> list[KnownPerson]:
        """Those who played a side in one of its games, whoever plays it now."""
        people = self.people
        return [
            people[seat] for seat in self.registration.played_by(self.state, side, game) if seat in people
        ]

    def played(self, side: str, game: str) -> bool:
        """Whether the visitor played a side in one of its games."""
        seats = self.registration.played_by(self.state, side, game) if self.seat else ()
        return any(map(self.actor.is_seat, seats))

    def players_there(self, side: str) -> list[str]:
        """The same, of those who are still in the club."""
        people = self.people
        members = (people.get(seat) for seat in self.registration.rules.members_of(self.state, side))
        return [one.name for one in members if one is not None and one.there]

    def away_of(self, side: str) -> list[KnownPerson]:
        """Those who play a side and are, or will be, on holiday."""
        people = self.people
        members = (people.get(seat) for seat in self.registration.rules.members_of(self.state, side))
        return [one for one in members if one is not None and one.away]

    @cached_property
    def absent(self) -> Absent:
        """Who is not there to do what falls to them; asked for where somebody is away."""
        if not self.unplayed and not any(one.is_away for one in self.people.values()):
            return NOBODY
        return absent_from(self.scope, self.whole, self.registration)

    def rests(self, side: str) -> bool:
        """Whether nobody is there to do what falls to a side: they are away, or silence speaks for it."""
        return self.absent.rests(side, self.registration.rules.members_of(self.state, side))

    @cached_property
    def unplayed(self) -> frozenset[str]:
        """The sides for which silence speaks, as long as nobody plays them."""
        said = getattr(self.scope, "left_to_silence", None)
        if said is None:
            said = Unplayed.objects.filter(scope=self.scope).values_list("side", flat=True)
        return frozenset(side for side in said if not self.is_played(side))

    def is_played(self, side: str) -> bool:
        """Whether somebody who plays a side is in the club."""
        people = self.people
        members = self.registration.rules.members_of(self.state, side)
        return any(people[seat].there for seat in members if seat in people)

    def owns(self, side: str) -> bool:
        """Whether the visitor plays this warband or realm."""
        return self.seat is not None and self.actor.plays(side, self.whole, self.registration)

    def acts_for(self, side: str) -> bool:
        """Whether the visitor may act for this side though they do not play it: an organiser, or who stands
        in for somebody on holiday and takes no rival's side. They read no more for it.
        """
        if self.seat is None or self.owns(side):
            return False
        about = self.scope, self.whole, self.registration
        return self.is_organiser or self.actor.stands_for(f"side:{side}", *about)

    @cached_property
    def stood_for(self) -> tuple[CoveredSide, ...]:
        """The sides for which the visitor stands in, while their people are away."""
        if self.seat is None or self.closed:
            return ()
        sides, about = self.registration.sides_of(self.state), (self.scope, self.whole, self.registration)
        return tuple(
            CoveredSide(side, str(getattr(one, "name", "")), listed(away))
            for side, one in sides.items()
            if self.actor.stands_for(f"side:{side}", *about)
            and (away := [known.name for known in self.away_of(side) if known.is_away])
        )

    def stood_for_in(self, sides: Collection[str]) -> tuple[CoveredSide, ...]:
        """Those of them that are among these sides."""
        return tuple(one for one in self.stood_for if one.side in sides)

    def plays_against(self, side: str, sides: Iterable[str]) -> bool:
        """Whether a side's word on a game between these is not theirs to give, since they play another."""
        return self.actor.plays_against(side, sides, self.scope, self.whole, self.registration)

    def decides(self, todo: Todo) -> bool:
        """Whether it is for the visitor, as organiser, to rule on what sides disagree on."""
        if not (self.is_organiser and todo.about):
            return self.is_organiser
        apart = apart_from(todo, moves_of(registration_of(self.scope.game), self.whole, self.absent))
        if not any(map(self.actor.is_seat, apart)):
            return True
        organisers = set(organisers_of(self.scope).values_list("person", flat=True))
        parties = people_of_seats(Seat.objects.filter(club=self.scope.club_id), apart)
        return self.seat is not None and self.seat.person_id in who_decides(organisers, set(parties))

    def rival_refusal(self, act: str, **params: str) -> Refused | None:
        """Why an act is no word of the visitor's to give, since they play against the side it is of."""
        game, about = self.registration.game, (self.scope, self.whole, self.registration)
        spec = game.spec(f"{self.scope.game}.{act}")
        who = who_starts(spec, params, begun=game.has_begun(self.whole))
        return rival_refusal(self.actor, who, spec, params, *about)

    def own_word_needed(self, act: str, **params: str) -> str:
        """Why an act takes the word of the person themselves, whom this device speaks for by another's, and
        what helps; empty where it does not."""
        game, about = self.registration.game, (self.scope, self.whole, self.registration)
        spec = game.spec(f"{self.scope.game}.{act}")
        who = who_starts(spec, params, begun=game.has_begun(self.whole))
        if self.let_in is None or self.actor.may_act(who, spec.name, *about):
            return ""
        return needs_own_word(self.let_in) if Actor(self.seat).may_act(who, spec.name, *about) else ""

    def reads(self, side: str) -> bool:
        """Whether the visitor reads what a side keeps to itself, from organisers too."""
        return self.owns(side) and self.let_in is None


type AnyViewer = Viewer[Any, Any]  # of a league whose game one need not know
