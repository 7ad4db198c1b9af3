"""Coming back to a seat one already has, on whatever device.

Ways back, "I already have a seat", two sign-ins of one person, claiming, signing out everywhere, erasing.
Clubs and seats themselves are `seats.py`.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta

from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.db.models import Count, F, Model, Q, Value
from django.db.models.functions import Concat
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.engine.asking.requests import lapse_with_seat
from campaigns.engine.reports import forget_report_words
from campaigns.engine.stored import topics
from campaigns.engine.who.access import may_vouch_for
from campaigns.engine.who.offices import raise_role
from campaigns.models import Browser, MailAddress, Outgoing, OutStatus, Telling, Wish, tokens
from campaigns.models.feeds import CalendarFeed
from campaigns.models.journal import ActRequest
from campaigns.models.news import News
from campaigns.models.nights import NightAnswer, fill_places, nights_ahead_of
from campaigns.models.notices import Notice
from campaigns.models.people import Club, Person, RequestStatus, Role, Seat, SeatRequest, SeatStatus, WayBack
from campaigns.models.plans import Fell, Looking, PlannedGame, PlannedSide
from campaigns.models.prints import KeptSheet, LeaguePrint
from campaigns.people.keys import take_sign_in_name
from campaigns.people.me import holidays
from campaigns.people.me.letting_in import note_merged, users_of
from campaigns.people.me.program_tokens import revoke_tokens
from campaigns.people.seats import RANK, remove_seat
from campaigns.people.sides import require_one_side
from campaigns.shell.reading.names import clean_name
from rules.engine.refusals import Refused

REQUEST_LASTS = timedelta(days=1)


# Ways back


def find_way_back(word: str) -> WayBack | None:
    """The working way back behind a link."""
    ways = WayBack.objects.select_related("person__user", "person__merged_into__user")
    return ways.filter(token_hash=tokens.hash_of(word), revoked_at=None, person__user__is_active=True).first()


def use_way_back(way_back: WayBack) -> Person:
    """Note the use; the person to sign in."""
    WayBack.objects.filter(pk=way_back.pk).update(last_used_at=timezone.now())
    return way_back.person.merged_into or way_back.person


# "I already have a seat"


@dataclass(frozen=True)
class AskedSeat:
    """A seat request and the secret the asking browser keeps."""

    request: SeatRequest
    secret: str


@transaction.atomic
def ask_for_seat(*, club: Club, typed_name: str, device: str = "") -> AskedSeat:
    """Ask the organisers to let this browser into a seat that exists."""
    secret = secrets.token_urlsafe(16)
    request = SeatRequest.objects.create(
        club=club,
        typed_name=clean_name(typed_name),
        figures=f"{secrets.randbelow(10_000):04}",
        device=device[:80],
        asker_hash=tokens.hash_of(secret),
    )
    return AskedSeat(request, secret)


def find_request(secret: str) -> SeatRequest | None:
    """The asking browser's own request, unless it is too old."""
    requests = SeatRequest.objects.select_related("club", "seat__person__user")
    fresh = Q(asked_at__gt=timezone.now() - REQUEST_LASTS)
    return requests.filter(fresh, asker_hash=tokens.hash_of(secret)).first()


@transaction.atomic
def decide_request(*, by: Seat, request: SeatRequest, seat: Seat | None) -> SeatRequest:
    """Approve for `seat`, or refuse with `None`. The same answer twice is fine; another one is refused."""
    request = SeatRequest.objects.select_for_update(no_key=True).get(pk=request.pk, club=by.club_id)
    if request.status != RequestStatus.OPEN:
        raise Refused("", _("Another organiser has already answered this request."))
    if seat is not None and (seat.club_id != by.club_id or not seat.is_active):
        raise Refused("", _("Choose a seat in this club."), key="seat")
    if seat is not None and not may_vouch_for(by, seat.person):
        raise Refused(
            "", _("That person also has a seat in a club you do not run. Only they can let this device in.")
        )
    request.status = RequestStatus.APPROVED if seat else RequestStatus.REFUSED
    request.seat, request.decided_by, request.decided_at = seat, by, timezone.now()
    request.save(update_fields=["status", "seat", "decided_by", "decided_at"])
    return request


@transaction.atomic
def take_seat(secret: str) -> SeatRequest:
    """The approved browser comes in, once: to its seat, by the word of who has approved it."""
    taken = SeatRequest.objects.filter(
        asker_hash=tokens.hash_of(secret),
        status=RequestStatus.APPROVED,
        decided_at__gt=timezone.now() - REQUEST_LASTS,
        seat__status=SeatStatus.ACTIVE,
    ).update(status=RequestStatus.TAKEN)
    if not taken:
        raise Refused(
            "", _("No organiser has let this device in yet, or one did so too long ago. Ask again.")
        )
    found = SeatRequest.objects.select_related("seat__person__user", "decided_by")
    return found.get(asker_hash=tokens.hash_of(secret))


# Two seats, one human being


@transaction.atomic
def merge_seats(*, by: Seat, keep: Seat, drop: Seat) -> Seat:
    """`drop` turns out to be the same human being as `keep`; both browsers sit on `keep` from then on.

    No row that names `drop` is touched: the seat stays, as a second one of the same person. Games they have
    agreed to play against each other fall.
    """
    list(Club.objects.select_for_update(no_key=True).filter(pk=by.club_id))
    for each in (by, keep, drop):
        each.refresh_from_db()
    _check_merge(by, keep, drop)
    require_one_side(keep, drop)
    lapse_with_seat(drop, by)
    note_merged(stays=keep.person, gone=drop.person, by=by)
    if RANK[Role(drop.role)] > RANK[Role(keep.role)]:
        raise_role(keep, drop.role, by)
    _hand_over(drop.person, keep.person, by)
    fill_places(nights_ahead_of(keep.person))  # of two places they had one is free
    against = PlannedSide.objects.filter(seat__person=keep.person_id).values("game").annotate(n=Count("pk"))
    if PlannedGame.objects.filter(pk__in=against.filter(n__gt=1).values("game")).fall(by=by, fell=Fell.ONE):
        topics.tell_club(by.club_id, topics.NIGHTS)
    return keep


def _check_merge(by: Seat, keep: Seat, drop: Seat) -> None:
    if keep.club_id != by.club_id or drop.club_id != by.club_id or not (keep.is_active and drop.is_active):
        raise Refused("", _("Both seats must be in this club."))
    if keep.person_id == drop.person_id:
        raise Refused("", _("Choose two different seats."), key="drop")
    if not (may_vouch_for(by, keep.person) and may_vouch_for(by, drop.person)):
        raise Refused(
            "",
            _(
                "One of these two people also has a seat in a club you do not run. Somebody who organises "
                "both clubs can do this."
            ),
        )


def _hand_on_leagues(drop: Seat, keep: Seat, by: Seat) -> None:
    """The leagues that one of two who are one organises alone go to the seat that stays, by the word of who
    says that they are one."""
    says = Seat.objects.organisers().filter(person=by.person_id, club=keep.club_id).first()
    if keep.role == Role.PLAYER:
        theirs = drop.organised.exclude(scope__in=keep.organised.values("scope"))
        theirs.update(seat=keep, by=says, since=timezone.now())
    drop.organised.all().delete()


def _hand_over(gone: Person, stays: Person, by: Seat) -> None:
    """All of `gone`'s seats and sign-ins become `stays`'s."""
    for seat in gone.seats.all():
        twin = stays.seats.filter(club=seat.club_id).exclude(status=SeatStatus.MERGED).first()
        if twin and seat.status == SeatStatus.ACTIVE:
            holidays.clear_holidays(seat)
        if twin and seat.status != SeatStatus.MERGED:
            _hand_on_leagues(seat, twin, by)
            seat.status, seat.left_at, seat.name_key = SeatStatus.MERGED, timezone.now(), None
        seat.name = twin.name if twin else seat.name
        seat.person = stays
        seat.save(update_fields=["status", "left_at", "name", "name_key", "person"])
    transfer_belongings(gone, stays)
    gone.ways_back.filter(revoked_at=None).update(revoked_at=timezone.now())
    gone.let_ins.update(person=stays)
    gone.merged_from.update(merged_into=stays)
    gone.merged_into, gone.display_name = stays, stays.display_name
    gone.save(update_fields=["merged_into", "display_name"])


# Claiming a seat, signing out, erasing


@transaction.atomic
def set_sign_in(*, person: Person, sign_in_name: str, password: str) -> Person:
    """A sign-in name and a password for a guest, who can come back without the link from then on."""
    user = person.user
    take_sign_in_name(person, sign_in_name)
    validate_password(password, user)
    user.set_password(password)
    user.save(update_fields=["password"])
    return person


def sign_out_everywhere(*, person: Person, except_session: str | None = None, except_browser: int = 0) -> int:
    """End every session of a person but the one named, their token, and push to other browsers than that one;
    how many sessions ended."""
    revoke_tokens(person)
    Browser.objects.filter(person__user_id__in=users_of(person)).exclude(pk=except_browser).delete()
    sessions = UserSession.objects.filter(user_id__in=users_of(person)).exclude(
        session_key=except_session or ""
    )
    for session in sessions:
        session.end()
    return len(sessions)


@transaction.atomic
def erase_person(*, person: Person) -> None:
    """Forget somebody: names, sign-ins, links. Their seats stay as those of a former player."""
    for seat in person.seats.active().select_related("club").order_by("club_id"):
        remove_seat(by=seat, seat=seat)
    sign_out_everywhere(person=person)
    person.seats.update(name="", name_key=None, left_at=timezone.now())
    person.ways_back.all().delete()
    person.let_ins.update(device="", session_key="", sign_in=None, answered_at=timezone.now())
    users = users_of(person)
    Authenticator.objects.filter(user_id__in=users).delete()
    for user in User.objects.filter(pk__in=users):
        _blank(user)
    now = timezone.now()
    Person.objects.filter(user_id__in=users).update(display_name="", sign_in_key=None, erased_at=now)
    SeatRequest.objects.filter(seat__person=person).delete()
    _forget_plans(person)
    _forget_requests(person)
    forget_report_words(list(person.seats.values_list("pk", flat=True)))
    _throw_paper_away(person)


def _forget_plans(person: Person) -> None:
    """What they said about nights and games; games to come are off, their words are gone from all."""
    NightAnswer.objects.filter(seat__person=person).delete()
    Looking.objects.filter(seat__person=person).delete()
    Notice.objects.filter(person__user_id__in=users_of(person)).delete()
    CalendarFeed.objects.filter(person__user_id__in=users_of(person)).delete()
    News.objects.filter(by__person=person).delete()
    for kept in (Outgoing, MailAddress, Browser, Telling, Wish):
        kept._default_manager.filter(person__user_id__in=users_of(person)).delete()
    PlannedGame.objects.of(person).fall(by=None, fell=Fell.LEFT)
    PlannedGame.objects.filter(asked_by__person=person).update(words="", stake="", why="")
    PlannedSide.objects.filter(seat__person=person).update(words="")


def _forget_requests(person: Person) -> None:
    """What they wrote when they asked for something, or said no to it; what is open lapses without them."""
    ActRequest.objects.filter(answered_by__person=person).update(words="")
    for asked in ActRequest.objects.filter(asker__person=person):
        asked.params.pop("words", None)
        asked.save(update_fields=["params"])


def _throw_paper_away(person: Person) -> None:
    """Files and sheets drawn with the name on them, and what the admin noted; paper is drawn anew."""
    seats = person.seats.all()
    LeaguePrint.objects.filter(scope__club__in=seats.values("club")).delete()
    KeptSheet.objects.all().delete()  # nobody reads in a drawn sheet whose it is
    users = users_of(person)
    noted: dict[type[Model], Iterable[int]] = {
        User: users,
        Person: Person.objects.filter(user_id__in=users).values_list("pk", flat=True),
        Seat: seats.values_list("pk", flat=True),
    }
    for model, ids in noted.items():
        kind = ContentType.objects.get_for_model(model)
        LogEntry.objects.filter(content_type=kind, object_id__in=map(str, ids)).delete()


def _blank(user: User) -> None:
    user.username, user.email, user.first_name, user.last_name = f"erased-{user.pk}", "", "", ""
    user.is_active = user.is_staff = user.is_superuser = False
    user.set_unusable_password()
    user.save()


# How somebody is told, when two people turn out to be one: nothing is lost, and nothing told twice


def transfer_belongings(gone: Person, stays: Person) -> None:
    """Inbox, browsers, mail address, wishes and hours; what `stays` has said goes before what `gone` has."""
    told = Notice.objects.filter(person=stays).values("key")
    Notice.objects.filter(person=gone, key__in=told).delete()
    Notice.objects.filter(person=gone).update(person=stays)
    Browser.objects.filter(person=gone).update(person=stays)
    _address(gone, stays)
    if not Telling.objects.filter(person=stays).exists():
        Telling.objects.filter(person=gone).update(person=stays)
    said = set(Wish.objects.filter(person=stays).values_list("topic", "way"))
    for one in Wish.objects.filter(person=gone):
        if (one.topic, one.way) not in said:
            Wish.objects.filter(pk=one.pk).update(person=stays)
    for kept in (Telling, Wish):
        kept._default_manager.filter(person=gone).delete()
    _on_its_way(gone, stays)


def _address(gone: Person, stays: Person) -> None:
    """The one mail goes to; of two of those that of `stays`."""
    mine, other = (MailAddress.objects.filter(person=one).first() for one in (stays, gone))
    if other is None:
        return
    if mine is None or (other.is_open and not mine.is_open and mine.stopped_at is None):
        MailAddress.objects.filter(person=stays).delete()
        MailAddress.objects.filter(pk=other.pk).update(person=stays)
    else:
        other.delete()


def _on_its_way(gone: Person, stays: Person) -> None:
    """It leaves in the order of whose it is now; what goes to an address that is gone is dropped when due."""
    lane = Concat(F("way"), Value(f":{stays.pk}:"), F("address"))
    Outgoing.objects.filter(person=gone, status=OutStatus.WAITING).update(lane=lane)
    Outgoing.objects.filter(person=gone).update(person=stays)
