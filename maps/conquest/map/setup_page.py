"""Before a map league begins: which map it will be played on and who has joined."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from campaigns.models import Club, Seat
from campaigns.shell.league import Here
from campaigns.shell.look.emblems import NAMES
from campaigns.shell.seatbook import Known
from maps.conquest.map.map_page import drawn, figure, my_realm
from maps.ground import pictures
from maps.ground.generator_page import Maker, maker, wishes_of
from maps.ground.wrong import Wrong
from maps.models import MapTemplate
from rules.engine.refusals import Refused
from rules.maps.exchange import from_json
from rules.maps.generator import generate
from rules.maps.model import Map
from rules.maps.ready import READY, Ready, ready_map


@dataclass(frozen=True, slots=True)
class Joined:
    id: str
    name: str
    player: str
    colour: str
    mine: bool


@dataclass(frozen=True)
class SetupPage:
    """`needed` and `found` are territories; `colours` are still free; `order` is that of picking capitals."""

    svg: SafeString
    credit: str
    found: int
    needed: int
    realms: tuple[Joined, ...]
    colours: tuple[str, ...]
    joined: bool
    ready: tuple[Ready, ...]
    maker: Maker
    own: tuple[tuple[int, str], ...]
    advice: tuple[str, ...]
    order: tuple[str, ...]

    @property
    def can_begin(self) -> bool:
        return len(self.realms) >= 2 and self.found >= self.needed > 0


def build(here: Here, wrong: Wrong | None = None) -> SetupPage:
    """The page; `wrong` is the form that was just refused."""
    people = here.people
    size = figure(here, "map_size")
    behind = pictures.of_league(here, here.state)
    taken = {realm.colour for realm in here.state.realms.values()}
    return SetupPage(
        svg=drawn(here, "", None, behind.picture),
        credit=behind.credit,
        found=size["found"],
        needed=size["needed"],
        realms=tuple(
            Joined(
                one.id, one.name, people.get(one.owner, Known("", "iron")).name, one.colour, here.owns(one.id)
            )
            for one in here.state.realms.values()
        ),
        colours=tuple(name for name in NAMES if name not in taken),
        joined=my_realm(here) is not None,
        ready=READY,
        maker=maker(here.request.GET, max(2, len(here.state.realms)), wrong),
        order=tuple(here.request.POST.getlist("order")) or tuple(here.state.realms),
        own=tuple(MapTemplate.objects.filter(club=here.scope.club).values_list("pk", "name")),
        advice=tuple(figure(here, "map_advice")) if here.state.ground and here.state.territories else (),
    )


def chosen_map(seat: Seat, post: Mapping[str, str], uploaded: Any) -> Map:
    """The map a form asks for. Raises `BadMap` or `Refused`."""
    club = seat.club
    if uploaded is not None:
        from_json(pictures.without(uploaded))  # a map that is none leaves no picture behind
        return from_json(pictures.unpacked(club, uploaded, seat))
    if post.get("own"):
        return own_map(club, post["own"])
    if post.get("ready"):
        if post["ready"] not in {one.key for one in READY}:
            raise Refused("", _("Choose one of the maps."))
        return ready_map(post["ready"])
    return generate(wishes_of(post)).map


def own_map(club: Club, key: str) -> Map:
    """A map the club has drawn. Raises `Refused` when it is gone."""
    found = MapTemplate.objects.filter(club=club, pk=int(key) if key.isdecimal() else 0).first()
    if found is None:
        raise Refused("", _("This map is gone."))
    return from_json(found.data)
