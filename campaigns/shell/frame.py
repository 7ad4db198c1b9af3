"""What the frame around every page needs: the sections to go to and who is looking.

Plain values for `base.html` (context `nav`, `me`); which sections somebody sees is decided by the views.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse

from campaigns.models import Seat


@dataclass(frozen=True, slots=True)
class NavItem:
    """One section. `count`: what waits there; `group`: heading in the rail; `tab`: also a tab on phones;
    `follows`: the part of the page that is counted, so that both are fetched anew together.
    """

    label: str
    url: str
    icon: str
    count: int = 0
    current: bool = False
    group: str = ""
    tab: bool = False
    follows: str = ""


@dataclass(frozen=True, slots=True)
class Me:
    """The person looking: `emblem` is a name of `emblems.EMBLEM_NAMES`, `url` their own page; `start` where
    an organiser of the demo starts a club of their own, as long as they have none."""

    name: str
    club: str
    emblem: str
    url: str
    start: str = ""


def me_of(seat: Seat) -> Me:
    starts = reverse("campaigns:start") if seat.club.is_demo and seat.is_organiser else ""
    return Me(seat.name, seat.club.name, seat.emblem, reverse("people:me"), starts)
