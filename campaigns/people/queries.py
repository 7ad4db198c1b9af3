"""Reads about people: what the club's people page and a person's own page draw."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.utils import timezone
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from campaigns.engine.who.naming import names_alike, sort_key, sorted_by_name
from campaigns.models.people import (
    Club,
    Invitation,
    LetIn,
    Person,
    RequestStatus,
    Role,
    Seat,
    SeatRequest,
    SeatStatus,
    WayBack,
)
from campaigns.people.me.letting_in import users_of
from campaigns.people.signin import REQUEST_LASTS

ORDER = {Role.ORGANISER: 0, Role.PLAYER: 1, Role.SPECTATOR: 2}


@dataclass(frozen=True)
class LetInLine:
    """A device whose person has not said yet that it is theirs, and the leagues of this club whose secrets it
    reads all the same, each with since when; `name`: theirs, in this club."""

    row: LetIn
    name: str
    has_read: list[tuple[str, str]]


@dataclass(frozen=True)
class PeoplePage:
    """Everybody in a club, and what waits for its organisers."""

    here: list[Seat]
    removed: list[Seat]
    requests: list[SeatRequest]
    open_links: int
    let_in: list[LetInLine] = field(default_factory=list)  # of whom nobody knows yet whose they are
    alike: list[str] = field(default_factory=list)  # people here whose names are one to a reader


def people_page(seat: Seat) -> PeoplePage:
    """What `seat` may see of its club's people; removed seats, requests and links are for organisers."""
    seats = seat.club.seats.select_related("person__user", "holiday")
    here = sorted(sorted_by_name(seats.active()), key=lambda each: ORDER[Role(each.role)])
    if not seat.is_organiser:
        return PeoplePage(here, [], [], 0)
    removed = sorted_by_name(seats.filter(status=SeatStatus.REMOVED))
    alike = [get_text_list(names, _("and")) for names in names_alike(each.name for each in here)]
    return PeoplePage(
        here, removed, open_requests(seat.club), len(open_invitations(seat.club)), let_in(seat.club), alike
    )


def let_in(club: Club) -> list[LetInLine]:
    """Devices that organisers of this club have let in, newest first."""
    names = {seat.person_id: str(seat) for seat in club.seats.active()}
    rows = LetIn.objects.filter(answered_at=None, by__club=club, person__in=names)
    known = rows.select_related("person__telling", "by__club")
    return [LetInLine(row, names[row.person_id], row.has_read_in(club=club)) for row in known]


def open_requests(club: Club) -> list[SeatRequest]:
    """Browsers that wait for an organiser, oldest first."""
    since = timezone.now() - REQUEST_LASTS
    return list(club.seat_requests.filter(status=RequestStatus.OPEN, asked_at__gt=since))


def open_invitations(club: Club) -> list[Invitation]:
    """Links that still let somebody in, newest first."""
    now = timezone.now()
    return list(
        club.invitations.select_related("scope").filter(revoked_at=None, uses_left__gt=0, expires_at__gt=now)
    )


@dataclass(frozen=True)
class Device:
    """A place somebody is signed in."""

    words: str
    last_seen: datetime
    is_this: bool


@dataclass(frozen=True)
class MePage:
    """A person's own page."""

    seats: list[Seat]
    devices: list[Device]
    link: WayBack | None  # the newest somebody else has made
    passkeys: int


def me_page(person: Person, session_key: str | None) -> MePage:
    """Seats, devices and passkeys of one person."""
    users = users_of(person)
    since = timezone.now() - timedelta(days=365)
    sessions = UserSession.objects.filter(user_id__in=users, created_at__gt=since).order_by("-last_seen_at")
    devices = [
        Device(device_words(session.user_agent), session.last_seen_at, session.session_key == session_key)
        for session in sessions
        if session.exists()
    ]
    passkeys = Authenticator.objects.filter(user_id__in=users, type=Authenticator.Type.WEBAUTHN).count()
    found = person.seats.active().select_related("club")
    seats = sorted(found, key=lambda one: sort_key(one.club.name))
    made = person.ways_back.exclude(made_by=None).select_related("made_by").order_by("-made_at").first()
    return MePage(seats, devices, made, passkeys)


# The first sign found names it; who pretends to be somebody else comes first.
SYSTEMS = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "Windows": "Windows",
    "Mac OS": "Mac",
    "Linux": "Linux",
}
BROWSERS = {
    "WhatsApp": "WhatsApp",
    "Telegram": "Telegram",
    "Instagram": "Instagram",
    "FBA": "Facebook",
    "; wv)": gettext_noop("an in-app browser"),
    "Edg": "Edge",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "CriOS": "Chrome",
    "Chrome": "Chrome",
    "Safari": "Safari",
}


def device_words(user_agent: str) -> str:
    """A device in two words, from what its browser says of itself: "Android, Chrome"."""
    tables = (SYSTEMS, BROWSERS)
    found = [next((word for sign, word in table.items() if sign in user_agent), "") for table in tables]
    return ", ".join(_(word) for word in found if word) or _("another device")
