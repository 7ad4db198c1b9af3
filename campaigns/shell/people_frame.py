"""The frame around pages about a club or about oneself: sections, who is looking, their colours."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.models.people import Person, Seat
from campaigns.shell.frame import Me, NavItem


def club_frame(seat: Seat, section: str = "people") -> dict[str, object]:
    """Context of a club's page, for the visitor on `seat`."""
    slug = seat.club.slug
    leagues = reverse("campaigns:club", args=[slug])
    nights = reverse("campaigns:nights", args=[slug])
    items = [
        NavItem(_("Home"), "/", "house-door-fill", tab=True),
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
    me = Me(seat.name, seat.club.name, seat.emblem, reverse("people:me"))
    return {"nav": items, "me": me, "theme": seat.person.theme, "club": seat.club, "seat": seat}


def my_frame(person: Person, section: str = "me") -> dict[str, object]:
    """Context of a page about oneself, or (`home`) of one that home leads to."""
    items = [
        NavItem(_("Home"), "/", "house-door-fill", current=section == "home", tab=True),
        NavItem(_("Me"), reverse("people:me"), "person-fill", current=section == "me", tab=True),
    ]
    return {"nav": items, "theme": person.theme, "person": person}
