"""Who organises what: the role of a seat; and what its person is told an organiser did for them."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone

from campaigns.models import Notice, NoticeKind, Role, Scope, Seat

OFFICE = ("organiser_by", "organiser_since")
NAMED, TAKEN = "office", "office-over"
AWAY, BACK = "holiday", "holiday-over"
LEFT = "left"
STANDS_IN, STANDS_BACK, DECLINES = "stand-in", "stand-in-over", "stand-in-declined"


def raise_role(seat: Seat, role: str, by: Seat) -> Seat:
    """Give a seat another role; what it organised alone it organises no more. Who only watches from then on
    is told so.
    """
    for row in seat.organised.select_related("scope") if role == Role.SPECTATOR else ():
        notify_of_office(by, seat, row.scope, TAKEN)
    seat.organised.all().delete()
    for name, value in {"role": role, **office(role, by)}.items():
        setattr(seat, name, value)
    seat.save(update_fields=["role", *OFFICE])
    return seat


def office(role: str, by: Seat) -> dict[str, Seat | datetime | None]:
    """Who makes a seat an organiser's, and when; nothing for other roles."""
    is_organiser = role == Role.ORGANISER
    return dict(zip(OFFICE, (by, timezone.now()) if is_organiser else (None, None), strict=True))


def notify_of_office(by: Seat, seat: Seat, scope: Scope, what: str) -> None:
    """That `by` has named somebody or taken it away."""
    now = timezone.now()
    Notice.objects.create(
        person_id=seat.person_id,
        club_id=scope.club_id,
        kind=NoticeKind.ACTED_FOR,
        key=notice_key_at(what, scope.pk, now),
        actor=by,
        scope=scope,
        at=now,
    )


def notify_of_holiday(by: Seat, seat: Seat, what: str) -> None:
    """That `by` has put somebody else on holiday, or ended it."""
    now = timezone.now()
    if by.person_id != seat.person_id:
        about = {"kind": NoticeKind.ACTED_FOR, "key": notice_key_at(what, seat.pk, now), "at": now}
        Notice.objects.create(person_id=seat.person_id, club_id=seat.club_id, actor=by, **about)


def notify_of_leaving(by: Seat, seat: Seat) -> None:
    """The club's other organisers hear that somebody has left it, as far as no league tells them."""
    now = timezone.now()
    about = {"kind": NoticeKind.ACTED_FOR, "key": notice_key_at(LEFT, seat.pk, now), "at": now}
    organisers = Seat.objects.organisers().filter(club=seat.club_id)
    told = organisers.exclude(person__in=[by.person_id, seat.person_id]).values_list("person", flat=True)
    Notice.objects.bulk_create(
        Notice(person_id=person, club_id=seat.club_id, actor=seat, **about) for person in {*told} - {None}
    )


def notice_key_at(what: str, about: int, at: datetime) -> str:
    """Each time is told of."""
    return f"{what}-{about}-{at:%Y%m%d%H%M%S%f}"


def notify_of_standing_in(by: Seat, person: int | None, away: Seat, what: str) -> None:
    """That a person is to stand in for somebody `away`, or is not any more; or to the one away that `by`
    does not.
    """
    now = timezone.now()
    about = {"kind": NoticeKind.ACTED_FOR, "key": notice_key_at(what, away.pk, now), "at": now}
    if person is not None:
        Notice.objects.create(person_id=person, club_id=away.club_id, actor=by, **about)
