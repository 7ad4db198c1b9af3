"""Who may start a procedure and who may answer a question.

Who-strings come from the rules: `side:<id>`, `person:<seat>`, `table`, `member`, `organiser`, `clock`,
several joined by `|`. The table is that of the mission or battle in question: whoever plays in it. A player
acts for their own side; an organiser may act for anybody, and who stands in for somebody on holiday for
theirs, which the entry records. `organiser:<id>` is one who plays for no rival of that side. Where somebody
lacks a right they could come by, a sentence says how.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from campaigns.engine.stored.store import AnyRegistration, Registration
from campaigns.engine.who.access import may_play
from campaigns.engine.who.own_word import cannot_speak_for, needs_own_word
from campaigns.models import Holiday, HolidayStage, LetIn, Scope, Seat, Via, organisers_of
from config.database.compiled import compiled
from rules.engine.games import ActTrait, AnySpec
from rules.engine.language import either
from rules.engine.plain import text_in
from rules.engine.refusals import Refused
from rules.engine.state import State

TABLES = ("mission", "battle")  # the parameters that name where people sit


@dataclass(frozen=True)
class Actor:
    """Somebody at the door. Without a seat it is the clock (or the demo): it may do everything.

    `let_in`: by whose word, if not their own: they act, which the entry records, and read nothing secret yet.
    """

    seat: Seat | None = None
    via: str = Via.PERSON
    let_in: LetIn | None = None

    @property
    def held(self) -> bool:
        return self.let_in is not None

    def organises(self, scope: Scope) -> bool:
        """Whether this person is an organiser there: of the whole club, or of this league alone."""
        return self.seat is None or self.seat.organises(scope)

    def is_seat(self, seat_id: str) -> bool:
        """Whether `seat_id` is this person's seat, or one merged into the same person."""
        if self.seat is None or not seat_id:
            return False
        return str(self.seat.pk) == seat_id or seat_id in self._seats

    def recognise(self, seats: Iterable[str]) -> None:
        """The seats of this person in the club, when the page has read them anyway."""
        self.__dict__["_seats"] = frozenset(seats)

    @cached_property
    def _seats(self) -> frozenset[str]:
        """Every seat of this person in the club, read with theirs or asked once, however many sides a page
        shows."""
        if self.seat is None:
            return frozenset()
        read: Collection[int] | None = getattr(self.seat, "own_read", None)
        own = _own_seats(self.seat.person_id, self.seat.club_id) if read is None else read
        return frozenset(map(str, own))

    def plays[S: State, B](self, side: str, state: S, registration: Registration[S, B]) -> bool:
        """Whether this person is one of those who play a side."""
        return any(map(self.is_seat, registration.rules.members_of(state, side)))

    def is_one_of[S: State, B](
        self, who: str, scope: Scope, state: S, registration: Registration[S, B]
    ) -> bool:
        """Whether one of the who-strings means this person themselves."""
        return any(self._is(one, scope, state, registration) for one in who.split("|"))

    def _is[S: State, B](self, who: str, scope: Scope, state: S, registration: Registration[S, B]) -> bool:
        if self.seat is None:
            return True
        if self.seat.club_id != scope.club_id or not may_play(self.seat):
            return False
        kind, _colon, name = who.partition(":")
        if kind == "table" and name:
            sides = registration.rules.sides_at(state, name)
            return sides is None or any(self.plays(side, state, registration) for side in sides)
        if kind in ("table", "member"):
            return True
        if kind == "organiser":
            return self.seat.organises(scope) and not (
                name and self.may_favour(name, scope, state, registration)
            )
        if kind == "side":
            return self.plays(name, state, registration)
        return kind == "person" and self.is_seat(name)

    def acts_as[S: State, B](
        self, who: str, scope: Scope, state: S, registration: Registration[S, B]
    ) -> bool:
        """Whether this person may act where `who` is asked: themselves, as an organiser for them, or because
        they stand in for them."""
        if self.is_one_of(who, scope, state, registration):
            return True
        if self.seat is None or self.seat.club_id != scope.club_id:
            return False
        return self.seat.organises(scope) or self.stands_for(who, scope, state, registration)

    def stands_for[S: State, B](
        self, who: str, scope: Scope, state: S, registration: Registration[S, B]
    ) -> bool:
        """Whether this person stands in for somebody on holiday who plays the side meant, and takes no
        rival's."""
        if self.seat is None or self.held or registration.rules.goes_on is None or not may_play(self.seat):
            return False
        sides = [
            side for one in who.split("|") if (side := side_from_who(one)) in registration.sides_of(state)
        ]
        return any(
            not self._stood_for.isdisjoint(registration.rules.members_of(state, side))
            and not self.may_favour(side, scope, state, registration)
            for side in sides
        )

    @cached_property
    def _stood_for(self) -> frozenset[str]:
        """The seats of all for whom this person stands in now; asked once."""
        if self.seat is None or not getattr(self.seat, "stands_in", True):
            return frozenset()
        away = Holiday.objects.filter(stand_in__person=self.seat.person_id, stage=HolidayStage.ON)
        people = away.filter(seat__club=self.seat.club_id).values("seat__person")
        found = Seat.objects.filter(person__in=people, club=self.seat.club_id)
        return frozenset(map(str, found.values_list("pk", flat=True)))

    def may_act[S: State, B](
        self, who: str, procedure: str, scope: Scope, state: S, registration: Registration[S, B]
    ) -> bool:
        """The same for a procedure, which its game may keep from organisers, or from those who play."""
        if self.held and _takes_their_word(who, procedure, registration):
            return False
        if self.is_one_of(who, scope, state, registration):
            return True
        if not self.acts_as(who, scope, state, registration) or _is_impartial(who):
            return False
        if not self.organises(scope):
            own_word = procedure in registration.acts.words or _takes_their_word(who, procedure, registration)
            return not own_word
        if registration.acts.stands_in(
            procedure, who, self.held or self.takes_sides(scope, state, registration)
        ):
            return True
        alone = procedure in registration.game.marked[ActTrait.IF_NOBODY_ELSE] and not self.held
        return alone and self._nobody_else(who, scope, state, registration)

    def plays_any[S: State, B](self, state: S, registration: Registration[S, B]) -> bool:
        """Whether this person plays for a side, is about to, or has just left one."""
        return any(map(self.is_seat, seats_taking_sides(state, registration)))

    def takes_sides[S: State, B](self, scope: Scope, state: S, registration: Registration[S, B]) -> bool:
        """The same, or may be somebody who does: was made an organiser by one after the league began."""
        return any(one.plays_any(state, registration) for one in (self, *self._made_by(scope)))

    def may_favour[S: State, B](
        self, side: str, scope: Scope, state: S, registration: Registration[S, B]
    ) -> bool:
        """Whether this person plays for a rival of a side, or may be somebody who does."""
        return self.held or any(
            not one.plays(side, state, registration) and one.plays_any(state, registration)
            for one in (self, *self._made_by(scope))
        )

    def plays_against[S: State, B](
        self, side: str, sides: Iterable[str], scope: Scope, state: S, registration: Registration[S, B]
    ) -> bool:
        """Whether this person, or whoever made them an organiser, plays another of the sides of a game and
        not this one: then its word on that game is not theirs to give."""
        if self.seat is None or self.plays(side, state, registration):
            return False
        people = (self, *self._made_by(scope))
        return any(
            one.plays(other, state, registration) for one in people for other in sides if other != side
        )

    def _made_by(self, scope: Scope) -> Iterator[Actor]:
        """Who made this person an organiser since a league began, who made them one, and so on."""
        seat, met = self.seat, set[int]()
        while seat:
            by, since = made_organiser(seat, scope)
            if by is None or since is None or since <= scope.created_at or by.pk in met:
                return
            met.add(by.pk)
            yield Actor(by)
            seat = by

    def _nobody_else[S: State, B](
        self, who: str, scope: Scope, state: S, registration: Registration[S, B]
    ) -> bool:
        """Whether nobody is left who plays the side meant, and no organiser who takes nobody's."""
        if is_played(scope, registration.rules.members_of(state, side_from_who(who))):
            return False
        return all(Actor(one).takes_sides(scope, state, registration) for one in organisers_of(scope))


@compiled
def _own_seats(person: int, club: int) -> QuerySet[Seat, int]:
    return Seat.objects.filter(person=person, club=club).values_list("pk", flat=True)


def _takes_their_word[S: State, B](who: str, procedure: str, registration: Registration[S, B]) -> bool:
    """Whether it takes the word of those who play a side, which who was let in as one of them has not: it
    brings somebody in, gives the side up, or nobody stands in for them there."""
    changes = any(
        procedure in registration.game.marked[one] for one in (ActTrait.TAKES_SEAT, ActTrait.GIVES_UP)
    )
    return bool(side_from_who(who)) and (changes or not registration.acts.stands_in(procedure, who, False))


def _is_impartial(who: str) -> bool:
    """Whether it is for an organiser who plays for no rival of a side."""
    return who.startswith("organiser:")


def made_organiser(seat: Seat, scope: Scope) -> tuple[Seat | None, datetime | None]:
    """By whom and when somebody was made an organiser: of the whole club, or of this league alone."""
    if seat.is_organiser or scope.pk not in seat.runs:
        return seat.organiser_by, seat.organiser_since
    row = seat.organised.filter(scope=scope).select_related("by").first()
    return (row.by, row.since) if row else (None, None)


CLOCK = Actor(None, Via.CLOCK)
IDLE = Actor(None, Via.IDLE)  # the app, for a side that has nothing to choose
ABSENT = Actor(None, Via.ABSENT)  # the same where nobody is there to choose


def seats_taking_sides[S: State, B](state: S, registration: Registration[S, B]) -> set[str]:
    """The seats of all who take somebody's side."""
    sides = registration.sides_of(state)
    return {
        seat
        for one in sides
        for of in (registration.rules.members_of, registration.rules.near)
        for seat in of(state, one)
    }


def is_played(scope: Scope, members: Collection[str]) -> bool:
    """Whether any of those who play a side is in the club."""
    club = Seat.objects.filter(club=scope.club_id)
    return club.active().filter(person__in=people_of_seats(club, members)).exists()


def people_of_seats(club: QuerySet[Seat], seats: Iterable[str]) -> QuerySet[Seat, int | None]:
    """The people of a club to whom some seats belong, as a query within another."""
    known = [one for one in seats if one.isdecimal()]
    return club.filter(pk__in=known, person__isnull=False).values_list("person", flat=True)


def side_from_who(who: str) -> str:
    """The side a who-string names, empty when it is not one side alone."""
    kind, _colon, name = who.partition(":")
    return name if kind == "side" and "|" not in name else ""


def who_starts(spec: AnySpec, params: Mapping[str, object], *, begun: bool = False) -> str:
    """Whose an act is; with `begun` who may start it once set-up is over."""
    return at_its_table(spec.starters(params, begun=begun), params)


def at_its_table(who: str, params: Mapping[str, object]) -> str:
    """A who-string in which the table is the one the parameters name: that of a mission or a battle."""
    named = next((found for one in TABLES if (found := text_in(params, one))), "")
    table = f"table:{named.replace('|', '')}" if named else "table"
    return "|".join(table if one == "table" else one for one in who.split("|"))


def may_start(
    actor: Actor,
    spec: AnySpec,
    params: Mapping[str, object],
    scope: Scope,
    state: State,
    registration: AnyRegistration,
) -> None:
    """Raise PermissionDenied, or `Refused` with what would help, unless `actor` may start this procedure."""
    who = who_starts(spec, params, begun=registration.game.has_begun(state))
    may_answer(actor, who, spec.name, scope, state, registration)
    if refused := rival_refusal(actor, who, spec, params, scope, state, registration):
        raise refused


def rival_refusal[S: State, B](
    actor: Actor,
    who: str,
    spec: AnySpec,
    params: Mapping[str, object],
    scope: Scope,
    state: S,
    registration: Registration[S, B],
) -> Refused | None:
    """Why this person, who plays against the side an act is of (`who`), gives no word for it on a game; who
    may. For a side nobody plays they decide where no other organiser can, but never that their own report is
    right; where none can they also take a side out of the league. What is no side the rules refuse."""
    games, marked = registration.rules.told_games, registration.game.marked
    tells = games is not None and spec.name in games.tells
    gives_up, concedes = (spec.name in marked[one] for one in (ActTrait.GIVES_UP, ActTrait.CONCEDES))
    side, at = side_from_who(who), (scope, state, registration)
    if not side or not (tells or gives_up or concedes or spec.name in registration.acts.words):
        return None
    if games and tells:
        sides = games.sides(state, params)
    elif gives_up:
        sides = _rivals_of(side, state, registration)
    else:
        sides = _sides_at_table(params, state, registration)
    if not actor.plays_against(side, sides, *at):
        return None
    others = (one for one in organisers_of(scope).order_by("name") if may_play(one))
    able = [str(one) for one in others if not Actor(one).plays_against(side, sides, *at)]
    alone = not able and not tells
    if alone and (gives_up or not is_played(scope, registration.rules.members_of(state, side))):
        return None
    named = _name_of(side, state, registration)
    said = cannot_speak_for(named, able, tells)
    return Refused(next(iter(spec.rules), ""), said, admission=True) if named else None


def _rivals_of[S: State, B](side: str, state: S, registration: Registration[S, B]) -> list[str]:
    """The sides still in play but for the one meant, which may be one of its players too."""
    members_of, in_play = registration.rules.members_of, registration.rules.in_play
    own = set(members_of(state, side))
    sides = (one for one in registration.sides_of(state) if one != side and in_play(state, one))
    return [one for one in sides if own.isdisjoint(members_of(state, one))]


def _name_of[S: State, B](meant: str, state: S, registration: Registration[S, B]) -> str:
    """The name of a side, or of the one that somebody plays; empty for neither."""
    sides, members_of = registration.sides_of(state), registration.rules.members_of
    own = members_of(state, meant)
    played = (one for one in sides if not set(own).isdisjoint(members_of(state, one)))
    found = meant if meant in sides else next(played, "")
    return sides[found].name if found else ""


def _sides_at_table[S: State, B](
    params: Mapping[str, object], state: S, registration: Registration[S, B]
) -> Collection[str]:
    """The sides of the mission or battle that an act names; none where it names none."""
    played = next((found for one in TABLES if (found := text_in(params, one))), "")
    return (registration.rules.sides_at(state, played) or ()) if played else ()


def may_answer(
    actor: Actor, who: str, procedure: str, scope: Scope, state: State, registration: AnyRegistration
) -> None:
    """The same for a question that a procedure puts to `who`."""
    if actor.may_act(who, procedure, scope, state, registration):
        return
    if actor.let_in and Actor(actor.seat).may_act(who, procedure, scope, state, registration):
        raise Refused("", needs_own_word(actor.let_in))
    if _is_impartial(who) and actor.organises(scope) and actor.acts_as(who, scope, state, registration):
        rule = next(iter(registration.game.spec(procedure).rules), "")
        raise Refused(rule, _who_is_impartial(actor, who, scope, state, registration), admission=True)
    raise PermissionDenied


def _who_is_impartial(
    actor: Actor, who: str, scope: Scope, state: State, registration: AnyRegistration
) -> str:
    """Who may do what an organiser who plays for a rival may not, and what to do where nobody may."""
    organisers = organisers_of(scope).order_by("name")
    able = [str(one) for one in organisers if Actor(one).is_one_of(who, scope, state, registration)]
    if able and not actor.plays_any(state, registration):
        said = _(
            "Somebody who plays in this league made you an organiser after it began, so you cannot do "
            "this here. Ask %(names)s."
        )
        return said % {"names": either(able)}
    if able:
        said = _("Only an organiser who does not play for a rival can do this. Ask %(names)s.")
        return said % {"names": either(able)}
    return _(
        "Only an organiser who does not play for a rival, and was not made an organiser by a rival after the "
        "league began, can do this. There is no such organiser here, so leave this undone: the league will "
        "carry on without it once everybody is ready, the time is up, or an organiser ends the phase."
    )


def acting_for(actor: Actor, who: str, scope: Scope, state: State, registration: AnyRegistration) -> str:
    """The who-string an organiser acted for, empty when the person acted for themselves."""
    whole_table = who.partition(":")[0] == "table"  # nobody in particular is absent
    return "" if whole_table or actor.is_one_of(who, scope, state, registration) else who
