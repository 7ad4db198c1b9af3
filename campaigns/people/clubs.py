"""A club's own name, clock and paper."""

from __future__ import annotations

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from campaigns.models.journal import Scope
from campaigns.models.people import Club, Person, Role, Seat, Stage
from campaigns.people.seats import call_by, free_slug
from campaigns.shell.reading.names import LONGEST_CLUB, clean_name


def name_club(*, seat: Seat, name: str, organiser_name: str) -> Seat:
    """Give a club that had none its name, its address after it, and its organiser theirs."""
    club = lock_club(seat.club_id)
    club.name, club.slug = clean_name(name, longest=LONGEST_CLUB), free_slug(name)
    club.save(update_fields=["name", "slug"])
    seat.club = club
    call_by(seat, organiser_name)
    return seat


@transaction.atomic
def change_club(*, by: Seat, name: str, time_zone: str, paper: str) -> Club:
    """New name, time zone and paper; the address stays, so links people keep go on working."""
    club = lock_club(by.club_id)
    club.name, club.paper = clean_name(name, longest=LONGEST_CLUB), paper
    club.save(update_fields=["name", "paper"])
    if time_zone != club.time_zone:
        _set_clock(club, time_zone)
    return club


def _set_clock(club: Club, zone: str) -> None:
    """Go by another zone, with the leagues that went by the club's. Nights and games keep their hour, which
    other programs are told as a change of each.
    """
    Scope.objects.filter(club=club, time_zone=club.time_zone).update(time_zone=zone)
    club.time_zone, club.clock_changed_at = zone, timezone.now()
    club.clock_changes += 1
    club.save(update_fields=["time_zone", "clock_changes", "clock_changed_at"])


def put_aside_by(seat: Seat) -> QuerySet[Club]:
    """The demos this person has left and not deleted."""
    theirs = Seat.objects.filter(person=seat.person_id, role=Role.ORGANISER)
    return Club.objects.filter(stage=Stage.ASIDE, seats__in=theirs)


def begins(person: Person) -> bool:
    """Whether their office is new: the name they go by is not one they have said."""
    seats = Seat.objects.organisers().filter(person=person)
    return seats.filter(club__stage__in=(Stage.NEW, Stage.DEMO)).exists()


def lock_club(club_id: int) -> Club:
    return Club.objects.select_for_update(no_key=True).get(pk=club_id)
