"""Who may see and do what. Reading inside a club is generous, acting is narrow, a stranger meets 404.

Every page begins with one of the `…_or_404` functions; they return the seat the visitor sits on. Predicates
take seats and touch no request.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from datetime import datetime
from typing import TYPE_CHECKING, Any, cast

from django.apps import apps
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_user
from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import Http404, HttpRequest
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _

from campaigns.models.absence import Holiday, HolidayStage
from campaigns.models.journal import with_runs
from campaigns.models.people import Club, Person, Role, Seat, SeatStatus
from config.database.compiled import compiled
from rules.engine.language import either

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser, User

    from campaigns.models.journal import Scope

SCOPE = re.compile(r"[1-9][0-9]{0,17}")  # one league has one name, and so one stream


# The visitor


class Visited(HttpRequest):
    """A request, and what is noted on it once its visitor is known."""

    _person: Person | None
    _cached_user: User  # Django's own note, behind `request.user`


def _visited(request: HttpRequest) -> Visited:
    return cast("Visited", request)


def note_person(request: HttpRequest, person: Person | None) -> None:
    """Who the visitor is, for whoever asks later."""
    _visited(request)._person = person


def noted_person(request: HttpRequest) -> Person | None:
    """The visitor, if somebody has asked for them already; this asks the database nothing."""
    return getattr(_visited(request), "_person", None)


def person_of(request: HttpRequest) -> Person | None:
    """The person who is signed in, or `None`. A merged sign-in speaks for the person it was merged into."""
    if not hasattr(request, "_person"):
        note_person(request, _person_in_session(request) or _person_behind(request.user))
    return noted_person(request)


def _person_in_session(request: HttpRequest) -> Person | None:
    """The person of a plain valid session, read together with their sign-in; else it is for Django to say."""
    user = user_in_session(request)
    person = next(iter(_people_of_user(user)), None) if user else None
    if person is None or not _signs_in(request, person):
        return None
    return person.merged_into or person


@compiled
def _people_of_user(user: int) -> QuerySet[Person]:
    return Person.objects.select_related("user").filter(user=user, user__is_active=True)


def user_in_session(request: HttpRequest) -> int:
    """The key of the user a plain session names, unchecked; 0 for nobody, or when Django has looked already.

    Whoever reads the person next checks it in the same statement.
    """
    session = getattr(request, "session", {})
    known_way = session.get(BACKEND_SESSION_KEY) in settings.AUTHENTICATION_BACKENDS
    return int(session.get(SESSION_KEY, 0)) if known_way and not hasattr(request, "_cached_user") else 0


def _signs_in(request: HttpRequest, person: Person) -> bool:
    """Whether the session still opens this person's sign-in; then `request.user` need not load it again."""
    given = request.session.get(HASH_SESSION_KEY, "")
    valid = constant_time_compare(given, person.user.get_session_auth_hash())
    if valid:
        _visited(request)._cached_user = person.user
    return valid


def _person_behind(user: User | AnonymousUser) -> Person | None:
    if not user.is_authenticated:
        return None
    person = Person.objects.select_related("user", "merged_into__user").filter(user=user.pk).first()
    return person.merged_into or person if person else None


def person_or_404(request: HttpRequest) -> Person:
    """The signed-in person; anybody else meets 404."""
    person = person_of(request)
    if person is None:
        raise Http404
    return person


# Seats


def unknown_user(request: HttpRequest) -> int:
    """The key of the user a plain session names, while nobody has asked for their person yet; else 0."""
    return 0 if hasattr(request, "_person") else user_in_session(request)


def visitors_seat(request: HttpRequest, club: Club, seen: Seat | None) -> Seat | None:
    """The visitor's active seat in `club`; `seen` is that of `unknown_user`, as it was read with a league,
    with the person and the sign-in: as a rule it is the one."""
    if seen is not None and _signs_in(request, seen.person):
        note_person(request, seen.person)
        seen.club = club
        return seen
    return seat_of(person_of(request), club)


def _seated() -> QuerySet[Seat]:
    """Active seats, each with whether it stands in for somebody on holiday."""
    away = Holiday.objects.filter(stand_in__person=OuterRef("person"), stage=HolidayStage.ON)
    return Seat.objects.active().annotate(stands_in=Exists(away.filter(seat__club=OuterRef("club"))))


def seat_of(person: Person | None, club: Club | str) -> Seat | None:
    """The active seat `person` holds in `club` (a row or its slug)."""
    if person is None:
        return None
    if isinstance(club, str):
        seat = next(iter(_seats_by_slug(person.pk, club)), None)
    elif seat := next(iter(_seats_in(person.pk, club.pk)), None):
        seat.club = club
    if seat:
        seat.person = person
    return seat


@compiled
def _seats_by_slug(person: int, slug: str) -> QuerySet[Seat]:
    return with_runs(_seated()).select_related("club").filter(person=person, club__slug=slug)


@compiled
def _seats_in(person: int, club: int) -> QuerySet[Seat]:
    return with_runs(_seated()).filter(person=person, club=club)


def seat_or_404(request: HttpRequest, club: Club | str) -> Seat:
    """The visitor's seat in `club`, with its club and person loaded. For pages every member may read."""
    seat = seat_of(person_of(request), club)
    if seat is None:
        raise Http404
    return seat


def player_or_404(request: HttpRequest, club: Club | str) -> Seat:
    """The visitor's seat, unless they only watch."""
    seat = seat_or_404(request, club)
    if not may_play(seat):
        raise Http404
    return seat


def organiser_or_404(request: HttpRequest, club: Club | str) -> Seat:
    """The visitor's seat, if it is an organiser's of the whole club."""
    seat = seat_or_404(request, club)
    if not seat.is_organiser:
        raise Http404
    return seat


# Predicates


def may_play(seat: Seat) -> bool:
    """Whether this seat may have a warband and answer questions."""
    return seat.is_active and seat.role != Role.SPECTATOR


def is_own(seat: Seat, other: Seat) -> bool:
    """Whether `other` is the same person's place in the same club (their seat, or one merged into it)."""
    return seat.person_id == other.person_id and seat.club_id == other.club_id


def may_act_for(seat: Seat, owner: Seat, scope: Scope) -> bool:
    """Whether `seat` may answer for `owner` in a league: themselves, or its organiser for somebody absent."""
    return may_play(seat) and seat.club_id == owner.club_id and (is_own(seat, owner) or seat.organises(scope))


def may_vouch_for(organiser: Seat, person: Person) -> bool:
    """Whether `organiser` may let somebody in as `person` (a new way back, a merge, a seat request).

    A sign-in opens every seat of a person, so all their clubs must be ones this organiser runs too.
    """
    if not organiser.is_organiser or person.user.is_staff or person.erased_at:
        return False
    theirs = Seat.objects.active().filter(person=person).values_list("club_id", flat=True)
    mine = Seat.objects.organisers().filter(person=organiser.person_id).values_list("club_id", flat=True)
    return set(theirs) <= set(mine)


# The live stream


class _Visitor(HttpRequest):
    """As much of a request as is asked who sends it."""

    def __init__(self, session: SessionStore) -> None:
        super().__init__()
        self.session = session


def person_of_session(session_key: str | None) -> Person | None:
    """The person signed in with this session, checked as a page would: expiry and sign-out included."""
    if not session_key:
        return None
    visitor = _Visitor(session_of(session_key))
    return _person_in_session(visitor) or _person_behind(get_user(visitor))


class SessionStore(db.SessionStore):
    """What is kept in a session, in the database as Django has it (`SESSION_ENGINE`)."""

    def _get_session_from_db(self) -> Session | None:
        key = self.session_key
        found = _open_sessions(key, timezone.now()) if key and "\0" not in key else []
        if not found:
            self._session_key = None
        return found[0] if found else None


@compiled
def _open_sessions(key: str, now: datetime) -> QuerySet[Session]:
    return Session.objects.filter(session_key=key, expire_date__gt=now)


def session_of(session_key: str) -> SessionStore:
    """What is kept in a session."""
    return SessionStore(session_key)


def _model(name: str) -> Any:
    """A model of this app that lives in a module which may import this one."""
    return apps.get_model("campaigns", name)


def watchable(person: Person | None, scopes: Collection[str]) -> dict[str, int]:
    """Those of the scopes, ids of leagues or games, whose live stream a person, or a stranger, may follow,
    with how many writes each has seen."""
    asked = {int(one): one for one in scopes if SCOPE.fullmatch(one)}
    if not asked:
        return {}
    who = person.pk if person else 0
    found = (
        _open_to(who).filter(pk__in=asked) if len(asked) > 1 else _league_open_to(next(iter(asked), 0), who)
    )
    return {asked[pk]: version for pk, version in found}


@compiled
def _league_open_to(scope: int, person: int) -> QuerySet[Scope, tuple[int, int]]:
    return _open_to(person).filter(pk=scope)


def _open_to(person: int) -> QuerySet[Scope, tuple[int, int]]:
    """The leagues and games of a person's clubs, and those that everybody may read."""
    own = Seat.objects.active().filter(club=OuterRef("club"), person=person)
    readable: QuerySet[Scope] = _model("Scope").objects.filter(Q(is_public=True) | Exists(own))
    return readable.values_list("pk", "version")


def scope_versions(scopes: Collection[str]) -> dict[str, int]:
    """How many writes each scope has seen; the live stream compares it with the page that opened it."""
    found = _model("Scope").objects.filter(pk__in=scopes).values_list("pk", "version")
    return {str(pk): version for pk, version in found}


def why_not_taken_back(person: Person | None, club: Club) -> str:
    """Why somebody does not come back by a link, and whom they ask: their seat was removed; or nothing."""
    own = club.seats.exclude(status=SeatStatus.MERGED).filter(person=person).first() if person else None
    if own is None or own.status != SeatStatus.REMOVED:
        return ""
    organisers = club.seats.active().filter(role=Role.ORGANISER).order_by("name")
    names = either(map(str, organisers)) if organisers else _("an organiser")
    return _("Your seat in this club was removed. Ask %(names)s to give it back.") % {"names": names}
