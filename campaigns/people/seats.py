"""Clubs and the seats in them: founding, inviting, joining, roles, leaving. Signing in: `signin.py`.

Every change locks its club, so the last organiser cannot leave twice at once and a name is taken only once.
Refusals are `Refused` with an empty rule: no rulebook speaks about people. `key` names the form field.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from django.contrib.auth.models import User
from django.db.models import F
from django.db.transaction import atomic
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import get_random_string
from django.utils.text import slugify
from django.utils.translation import gettext as _

from campaigns.engine.asking.requests import lapse_with_seat
from campaigns.engine.asking.whose import organiser_lets_in
from campaigns.engine.stored import topics
from campaigns.engine.stored.state_cache import state_of
from campaigns.engine.stored.store import registration_of
from campaigns.engine.transaction import summaries
from campaigns.engine.transaction.scopes import why_closed
from campaigns.engine.who.access import may_vouch_for, why_not_taken_back
from campaigns.engine.who.offices import office, raise_role
from campaigns.models import tokens
from campaigns.models.journal import Scope
from campaigns.models.nights import held_nights, leave_nights, nights_ahead_of
from campaigns.models.people import Club, Emblem, Invitation, Person, Role, Seat, SeatStatus, WayBack
from campaigns.models.plans import Fell, PlannedGame
from campaigns.people.keys import free_key
from campaigns.people.me import holidays
from campaigns.people.sides import leave_sides, tell_of_leaving
from campaigns.shell.reading.names import LONGEST_CLUB, clean_name
from rules.engine.refusals import Refused

PREFERRED = ("dice", "theme", "language")  # by a person, on every device
RANK = {Role.SPECTATOR: 0, Role.PLAYER: 1, Role.ORGANISER: 2}
REPEAT_WITHIN = timedelta(minutes=10)


@dataclass(frozen=True)
class Founded:
    """A new club and its organiser's seat."""

    club: Club
    organiser: Seat


@dataclass(frozen=True)
class JoinedSeat:
    """The seat after joining; `is_new` is false when it was there before."""

    seat: Seat
    is_new: bool


# Clubs


@atomic
def found_club(
    *, name: str, organiser_name: str, time_zone: str = "UTC", person: Person | None = None, stage: str = ""
) -> Founded:
    """A club with one organiser: a guest who comes in by a way back, or `person`, called so from now on."""
    club = Club.objects.create(
        name=clean_name(name, longest=LONGEST_CLUB), slug=free_slug(name), time_zone=time_zone, stage=stage
    )
    if person is None:
        person = make_guest(organiser_name)
        make_way_back(person=person)
    seat = Seat.objects.create(club=club, person=person, role=Role.ORGANISER, emblem=_free_emblem(club))
    call_by(seat, organiser_name)
    return Founded(club, seat)


def call_by(seat: Seat, name: str) -> None:
    """Call a seat and whose it is by a name."""
    seat.name = seat.person.display_name = clean_name(name)
    seat.name_key = free_key(seat.club, seat.name, own=seat)
    seat.save(update_fields=["name", "name_key"])
    seat.person.save(update_fields=["display_name"])


def organiser_sign_in_path(club: Club) -> str | None:
    """Path of the link that signs the club's first organiser in, for whoever sees the server's terminal."""
    seat = club.seats.organisers().select_related("person").first()
    if seat is None:
        return None
    return way_back_path(way_back_of(seat.person) or make_way_back(person=seat.person))


def free_slug(name: str) -> str:
    stem = slugify(name)[:50].strip("-") or "club"
    taken = set(Club.objects.filter(slug__startswith=stem).values_list("slug", flat=True))
    return next(
        slug for slug in (stem, *(f"{stem}-{n}" for n in range(2, len(taken) + 3))) if slug not in taken
    )


def _free_emblem(club: Club) -> Emblem:
    """The emblem fewest people of the club carry, in the order of the palette."""
    worn = Counter(club.seats.active().values_list("emblem", flat=True))
    return min(Emblem, key=lambda emblem: worn[emblem])


def _lock(club_id: int) -> Club:
    return Club.objects.select_for_update(no_key=True).get(pk=club_id)


# People and their ways back


def make_guest(name: str) -> Person:
    """Somebody who can sign in by link only, until they claim their seat."""
    user = User(username=f"guest-{get_random_string(16).lower()}")
    user.set_unusable_password()
    user.save()
    return Person.objects.create(user=user, display_name=clean_name(name))


@atomic
def make_way_back(*, person: Person, by: Seat | None = None) -> WayBack:
    """A new personal link; the one before stops working. `by` is the organiser who made it for them."""
    if by is not None and not may_vouch_for(by, person):
        raise Refused("", _not_yours_to_vouch(person))
    Person.objects.select_for_update(no_key=True).get(pk=person.pk)
    person.ways_back.filter(revoked_at=None).update(revoked_at=timezone.now())
    nonce = tokens.new_nonce()
    return WayBack.objects.create(person=person, nonce=nonce, token_hash=WayBack.hash_for(nonce), made_by=by)


def way_back_of(person: Person) -> WayBack | None:
    """The link that works now and can be shown."""
    way_back = person.ways_back.filter(revoked_at=None).first()
    return way_back if way_back and way_back.word else None


def way_back_path(way_back: WayBack) -> str:
    return reverse("people:way_back", args=[way_back.word])


def _not_yours_to_vouch(person: Person) -> str:
    return _(
        "%(name)s also has a seat in a club you do not run, and a new link would open that seat too. "
        "Ask somebody who organises both clubs."
    ) % {"name": person}


# Invitations


@atomic
def invite(
    *, by: Seat, role: str = Role.PLAYER, uses: int = 12, days: int = 14, scope: Scope | None = None
) -> Invitation:
    """A link that lets `uses` people in within `days` days; with `scope`, straight to that league."""
    if scope is not None and scope.club_id != by.club_id:
        raise Refused("", _("Choose one of this club’s leagues."), "scope")
    if scope is not None and (closed := _why_closed(scope)):
        raise Refused("", closed, "scope")
    nonce = tokens.new_nonce()
    return Invitation.objects.create(
        club=by.club,
        scope=scope,
        role=role,
        uses_left=uses,
        expires_at=timezone.now() + timedelta(days=days),
        made_by=by,
        nonce=nonce,
        token_hash=Invitation.hash_for(nonce),
    )


def revoke_invitation(*, by: Seat, invitation: Invitation) -> None:
    """Close the link; people who joined by it stay."""
    club_invitations = Invitation.objects.filter(pk=invitation.pk, club=by.club_id, revoked_at=None)
    club_invitations.update(revoked_at=timezone.now())


def invitation_path(invitation: Invitation) -> str:
    return reverse("people:join", args=[invitation.word])


def find_invitation(word: str) -> Invitation | None:
    """The invitation behind a link, open or not."""
    return Invitation.objects.select_related("club", "scope").filter(token_hash=tokens.hash_of(word)).first()


@atomic
def join_club(
    *, invitation: Invitation, name: str = "", person: Person | None = None, key: UUID | None = None
) -> JoinedSeat:
    """Take a seat by invitation. Without `person` a guest of that `name` is made.

    `key` comes from the form: the same form sent twice finds the seat it made the first time.
    """
    club = _lock(invitation.club_id)
    repeated = _made_by_this_form(club, key)
    if repeated:
        return JoinedSeat(repeated, is_new=False)
    known = _place_of(club, person) if person else None
    if known and RANK[Role(known.role)] >= RANK[Role(invitation.role)]:
        return JoinedSeat(known, is_new=False)
    if closed := why_nobody_joins(invitation):
        raise Refused("", closed)
    _spend(invitation)
    if known:
        return JoinedSeat(raise_role(known, invitation.role, invitation.made_by), is_new=False)
    seat_name = clean_name(name or (person.display_name if person else ""))
    name_key = free_key(club, seat_name)
    return JoinedSeat(
        Seat.objects.create(
            club=club,
            person=person or make_guest(seat_name),
            name=seat_name,
            name_key=name_key,
            role=invitation.role,
            **office(invitation.role, invitation.made_by),
            emblem=_free_emblem(club),
            join_key=key,
        ),
        is_new=True,
    )


def why_nobody_joins(invitation: Invitation) -> str:
    """The sentence why a link to a league lets nobody in although it is open, or nothing."""
    return _why_closed(invitation.scope) if invitation.scope else ""


def takes_no_army(invitation: Invitation) -> bool:
    """Whether who comes to play finds the league under way, and not asked to bring an army any more."""
    scope = invitation.scope
    if scope is None or invitation.role != Role.PLAYER:
        return False
    registration = registration_of(scope.game)
    told = summaries.summary_of(registration, state_of(scope))
    return registration.store.for_whom(told).open_to is None


def waits_for_organiser(invitation: Invitation) -> bool:
    """Whether who comes to play is let into the league by an organiser."""
    scope = invitation.scope
    if scope is None or invitation.role != Role.PLAYER:
        return False
    registration = registration_of(scope.game)
    return organiser_lets_in(state_of(scope), registration)


def _why_closed(scope: Scope) -> str:
    return why_closed(scope, registration_of(scope.game).load(scope.pk))


def _made_by_this_form(club: Club, key: UUID | None) -> Seat | None:
    if key is None:
        return None
    since = timezone.now() - REPEAT_WITHIN
    return (
        club.seats.active().select_related("person__user").filter(join_key=key, joined_at__gt=since).first()
    )


def _place_of(club: Club, person: Person) -> Seat | None:
    seat = (
        club.seats.exclude(status=SeatStatus.MERGED)
        .select_related("person__user")
        .filter(person=person)
        .first()
    )
    if seat and seat.status == SeatStatus.REMOVED:
        raise Refused("", why_not_taken_back(person, club))
    return seat


def _spend(invitation: Invitation) -> None:
    """Take one use off, in the database, where two people cannot take the same one."""
    open_ones = Invitation.objects.filter(
        pk=invitation.pk, uses_left__gt=0, revoked_at=None, expires_at__gt=timezone.now()
    )
    if not open_ones.update(uses_left=F("uses_left") - 1):
        raise Refused("", _("This invitation is closed. Ask an organiser for a new link."))


# Seats


@atomic
def rename_seat(*, seat: Seat, name: str) -> Seat:
    """The name a person carries in one club; their other clubs keep theirs."""
    club = _lock(seat.club_id)
    before, seat.name = seat.name, clean_name(name)
    if seat.name == before:  # it may be like somebody else's since long ago
        return seat
    seat.name_key = free_key(club, seat.name, own=seat)
    seat.save(update_fields=["name", "name_key"])
    club.seats.filter(status=SeatStatus.MERGED, person=seat.person_id).update(name=seat.name)
    return seat


@atomic
def rename_person(*, person: Person, name: str) -> Person:
    """A person's own name, in every club where they have not chosen another."""
    before, person.display_name = person.display_name, clean_name(name)
    for seat in person.seats.active().filter(name=before).order_by("club_id"):
        rename_seat(seat=seat, name=person.display_name)
    person.save(update_fields=["display_name"])
    return person


def prefer(*, person: Person, dice: str, theme: str, language: str) -> Person:
    """A person's preferences, the same on every device."""
    person.dice, person.theme, person.language = dice, theme, language
    person.save(update_fields=PREFERRED)
    return person


@atomic
def change_seat(*, by: Seat, seat: Seat, name: str, emblem: str, role: str | None = None) -> Seat:
    """Name, emblem and role at once: all of it, or nothing and a refusal."""
    lock_and_reload(by, seat)
    rename_seat(seat=seat, name=name)
    if role is not None and role != seat.role:
        change_role(by=by, seat=seat, role=role)
    seat.emblem = emblem
    seat.save(update_fields=["emblem"])
    return seat


@atomic
def change_role(*, by: Seat, seat: Seat, role: str) -> Seat:
    """Make somebody organiser, player or spectator."""
    lock_and_reload(by, seat)
    if not by.is_organiser:
        raise Refused("", _("Only an organiser of this club can do that."))
    if role != Role.ORGANISER:
        _keep_an_organiser(seat)
    return seat if role == seat.role else raise_role(seat, role, by)


@atomic
def remove_seat(*, by: Seat, seat: Seat) -> Seat:
    """Take a seat out of the club (by its own person: leave). Its warbands and history stay; games it has
    agreed to fall, what it asked for lapses, and its places at nights to come are free.
    """
    lock_and_reload(by, seat)
    _keep_an_organiser(seat)
    leave_sides(by, seat)
    tell_of_leaving(by, seat)
    lapse_with_seat(seat, by)
    nights = nights_ahead_of(seat.person, seat.club_id)
    held_nights(nights)
    fallen = PlannedGame.objects.filter(club=seat.club_id).of(seat.person_id).fall(by=by, fell=Fell.LEFT)
    seat.status, seat.left_at, seat.name_key = SeatStatus.REMOVED, timezone.now(), None
    seat.save(update_fields=["status", "left_at", "name_key"])
    leave_nights(seat.person, nights)
    if fallen or nights:
        topics.tell_club(seat.club_id, topics.NIGHTS)
    holidays.clear_holidays(seat)
    seat.organised.all().delete()
    return seat


@atomic
def restore_seat(*, by: Seat, seat: Seat) -> Seat:
    """Give a removed seat back, as a player's."""
    lock_and_reload(by, seat)
    if seat.status != SeatStatus.REMOVED or seat.person.erased_at:
        raise Refused("", _("This seat cannot be given back."))
    seat.name_key = free_key(seat.club, seat.name, own=seat)
    leave_sides(by, seat)
    role = Role.PLAYER if seat.role == Role.ORGANISER else seat.role
    seat.status, seat.left_at, seat.role = SeatStatus.ACTIVE, None, role
    seat.save(update_fields=["status", "left_at", "role", "name_key"])
    return seat


def lock_and_reload(by: Seat, seat: Seat) -> None:
    """Lock the club and look again: a minute ago either seat may have been another one's business."""
    _lock(seat.club_id)
    for each in (by, seat):
        each.refresh_from_db(fields=["role", "status", "name"])
    may = by.is_organiser or (by.pk == seat.pk and by.is_active)
    if by.club_id != seat.club_id or not may:
        raise Refused("", _("Only an organiser of this club can do that."))


def _keep_an_organiser(seat: Seat) -> None:
    others = Seat.objects.organisers().filter(club=seat.club_id).exclude(pk=seat.pk)
    if seat.is_organiser and not others.exists():
        raise Refused("", _("A club needs an organiser. Make somebody else one first."))
