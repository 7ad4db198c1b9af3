"""Story verbs of Firestorm leagues through HTTP: what players tap, from the founding on."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from django.test import Client
from django.urls import reverse

from campaigns.engine.stored.store import registered
from campaigns.engine.transaction.scopes import found_scope
from campaigns.models import Scope, Seat
from maps.firestorm.map import map_page
from maps.firestorm.map.map_page import FirestormMapPage
from maps.firestorm.viewer import FirestormViewer
from rules.firestorm import GAME
from rules.firestorm.book import EDITIONS
from rules.firestorm.state import Alliance, Faction, Firestorm
from tests import factories
from tests.maps.conquest.play import words_of
from tests.older import asking
from tests.pages import looking
from tests.scenario import Frozen, scenario

type Founded = tuple[str, str, Alliance, str]  # name, colour, grand alliance, corner

FACTIONS: tuple[Founded, ...] = (
    ("The Cinder Watch", "orange", "order", "T01"),
    ("Hollow Crown", "purple", "chaos", "T05"),
    ("The Stone Wake", "iron", "death", "T21"),
    ("Merrow Horde", "green", "destruction", "T25"),
)


@dataclass
class Table:
    """A Firestorm league and a browser for everybody in it; `factions` by their founder's name."""

    scope: Scope
    organiser: Seat
    browsers: dict[str, Client]
    seats: dict[str, Seat]
    factions: dict[str, str] = field(default_factory=dict)
    _read: Frozen[int, Firestorm] = field(default_factory=Frozen)

    @property
    def state(self) -> Firestorm:
        """The league as it stands; read again when something was written."""
        version = Scope.objects.values_list("version", flat=True).get(pk=self.scope.pk)
        if version not in self._read:
            self._read = Frozen({version: registered(GAME).load(self.scope.pk)})
        return self._read[version]

    @property
    def phase(self) -> str:
        return self.state.now.phase

    def url(self, name: str, *args: object) -> str:
        """The address of a page of this league."""
        return reverse(f"firestorm:{name}", args=[self.scope.pk, *args])

    def at(self, name: str, **query: str) -> FirestormViewer:
        """Somebody's view of the league."""
        return looking(self.scope, self.seats[name], "map", **query)

    def page(self, name: str, selected: str = "", **query: str) -> FirestormMapPage:
        """What the league's home shows somebody."""
        return map_page.firestorm_map_page(self.at(name, **query), selected)

    def faction(self, founder: str) -> Faction:
        """The faction somebody has founded, as it stands."""
        return self.state.factions[self.factions[founder]]

    def post(self, name: str, act: str, /, **data: Any) -> Any:
        """A form of the league's home sent by somebody."""
        return self.browsers[name].post(self.url("do", act), data)

    def do(self, name: str, act: str, /, **data: Any) -> Any:
        """The same, which has to succeed."""
        response = self.post(name, act, **data)
        assert response.status_code == 302, (response.status_code, words_of(response))
        return response

    def see(self, name: str, **query: str) -> str:
        response = self.browsers[name].get(self.url("map"), query)
        assert response.status_code == 200
        return str(response.content.decode())

    def answered(self, name: str, address: str) -> str:
        """Everything an address answers, to the last sign: for tests that look for what may not be in it."""
        return str(self.browsers[name].get(address).content.decode())

    def ready(self, *names: str) -> None:
        """These founders' factions are ready; else all that are not yet, with whom the phase ends."""
        step = self.state.now.step
        for name in names or tuple(self.factions):
            now = self.state.now
            waits = now.phase in ("preparation", "aftermath", "build") and now.step == step
            if names or (waits and self.factions[name] not in now.done):
                self.do(name, "ready", step=now.step, faction=self.factions[name])


@scenario
def gathered(*names: str, more: tuple[tuple[str, str], ...] = (), **settings: Any) -> Table:
    """A league with its map laid: founders by name, then `more` players who join the faction of a founder."""
    names = names or ("Marta", "Kwame")
    organiser = factories.new_organiser(name="Organiser")
    scope = found_scope(
        club=organiser.club,
        by=organiser,
        game="firestorm",
        edition=EDITIONS[0],
        name="The Ember Crown",
        settings=settings,
    )
    people = (*names, *(name for name, _founder in more))
    seats = {name: factories.new_seat(club=scope.club, name=name) for name in people}
    return formed(scope, organiser, seats, names, more)


def formed(
    scope: Scope,
    organiser: Seat,
    seats: dict[str, Seat],
    names: tuple[str, ...],
    more: tuple[tuple[str, str], ...] = (),
) -> Table:
    """The map is laid, the factions are founded, and the others have joined them."""
    seats = {**seats, "Organiser": organiser}
    found = Table(scope, organiser, {n: factories.signed_in(s) for n, s in seats.items()}, seats)
    laid = found.browsers["Organiser"].post(found.url("lay"), {"ready": "ember_marches"})
    assert laid.status_code == 302, words_of(laid)
    for name, (called, colour, alliance, corner) in zip(names, FACTIONS, strict=False):
        response = found.browsers[name].post(found.url("found"), {"name": called, "colour": colour})
        assert response.status_code == 302, words_of(response)
        mine = found.factions[name] = next(
            one.id for one in found.state.factions.values() if one.colour == colour
        )
        found.do(name, "take_corner", faction=mine, territory=corner)
        found.do(name, "choose_alliance", faction=mine, alliance=alliance)
    for name, founder in more:
        response = found.browsers[name].post(found.url("join"), {"faction": found.factions[founder]})
        assert response.status_code == 302, words_of(response)
    return found


@scenario
def begun(*names: str, more: tuple[tuple[str, str], ...] = (), **settings: Any) -> Table:
    """A league in the Preparation of its first turn."""
    found = gathered(*names, more=more, **settings)
    found.do("Organiser", "begin_play")
    return found


@scenario
def begun_before(*names: str, more: tuple[tuple[str, str], ...] = (), **settings: Any) -> Table:
    """The same as an older release began it: in every phase everybody is asked."""
    found = asking(gathered(*names, more=more, **settings))
    found.do("Organiser", "begin_play")
    return found
