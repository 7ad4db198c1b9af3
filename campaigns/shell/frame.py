"""What the frame around every page needs: the sections to go to and who is looking.

Plain values for `base.html` (context `nav`, `me`); which sections somebody sees is decided by the views.
"""

from __future__ import annotations

from dataclasses import dataclass


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
    """The person looking: `emblem` is a name of `emblems.EMBLEM_NAMES`, `url` their own page."""

    name: str
    club: str
    emblem: str
    url: str
