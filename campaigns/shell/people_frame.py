"""The frame around pages about a club or about oneself: sections, who is looking, their colours."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.models.people import Person, Seat
from campaigns.shell.frame import Me, NavItem, me_of


def club_frame(seat: Seat, section: str = "people") -> dict[str, object]:
    """Context of a club's page, for the visitor on `seat`."""
    items, me = _sections(seat, section), me_of(seat)
    return {"nav": items, "me": me, "theme": seat.person.theme, "club": seat.club, "seat": seat}


def _sections(seat: Seat, section: str) -> list[NavItem]:
    slug = seat.club.slug
    leagues = reverse("campaigns:club", args=[slug])
    nights = reverse("campaigns:nights", args=[slug])
    items = [
        NavItem(_("Home"), "/", "house-door-fill", current=section == "home", tab=True),
        NavItem(_("Calendar"), nights, "calendar-event", current=section == "nights", tab=True),
        NavItem(_("Leagues"), leagues, "trophy", current=section == "leagues", tab=True),
        NavItem(
            _("People"),
            reverse("people:people", args=[slug]),
            "people",
            current=section == "people",
            tab=True,
        ),
    ]
    if seat.is_organiser:
        links, club = reverse("people:invitations", args=[slug]), reverse("people:club", args=[slug])
        items += [
            NavItem(_("Invitations"), links, "person-plus-fill", current=section == "invitations", tab=True),
            NavItem(_("Club"), club, "sliders", current=section == "club", tab=True),
        ]
    return items


def from_home(person: Person) -> dict[str, object]:
    """Context of a page that home leads to, with the sections of somebody's first club around it."""
    seat = _first_seat(person)
    mine = _about(person, seat, "home")
    return mine if seat is None else {**mine, "nav": _sections(seat, "home")}


def my_frame(person: Person, section: str = "me") -> dict[str, object]:
    """Context of a page about oneself, or (`home`) of one that home leads to."""
    return _about(person, _first_seat(person), section)


def me_in(person: Person | None) -> Me | None:
    """Who reads a page without sections, if anybody who has a seat."""
    seat = _first_seat(person) if person else None
    return me_of(seat) if seat else None


def _first_seat(person: Person) -> Seat | None:
    return person.seats.active().select_related("club").order_by("pk").first()


def _about(person: Person, seat: Seat | None, section: str) -> dict[str, object]:
    items = [
        NavItem(_("Home"), "/", "house-door-fill", current=section == "home", tab=True),
        NavItem(_("Me"), reverse("people:me"), "person-fill", current=section == "me", tab=True),
    ]
    me = me_of(seat) if seat else None
    return {"nav": items, "me": me, "theme": person.theme, "person": person}
