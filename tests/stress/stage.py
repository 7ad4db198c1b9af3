"""The club, its league, and everybody who may want something of it, each by what they are to it."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from django.core.exceptions import ValidationError
from django.test import Client, RequestFactory

from campaigns.engine.plugins import AnyPlugin, plugin_of
from campaigns.engine.stored.state_cache import LINE
from campaigns.engine.transaction.scopes import found_scope
from campaigns.engine.transaction.viewer import AnyViewer, Viewer
from campaigns.engine.who.rights import CLOCK, Actor
from campaigns.models import Club, Entry, Role, Scope, Seat
from campaigns.people import seats as people
from rules.engine.games import AnyGame
from rules.engine.refusals import Refused
from rules.engine.shelf import all_games
from rules.engine.shelf import game as game_named
from rules.engine.state import State
from tests import factories
from tests.season.clock import Clock
from tests.stress import nasty
from tests.stress.facts import Facts, facts_of

PLAYERS = (2, 3, 3, 4)
LONG = 40  # letters of a name


@dataclass
class Stage:
    """One league being played by chance. `seats` by who they are; a stranger sits in another club."""

    scope: Scope
    luck: random.Random
    clock: Clock
    seats: dict[str, Seat]
    browsers: dict[str, Client] = field(default_factory=dict)
    actors: dict[str, Actor] = field(default_factory=dict)
    version: int = -1

    @property
    def game(self) -> AnyGame:
        return game_named(self.scope.game)

    @property
    def plugin(self) -> AnyPlugin:
        return plugin_of(self.scope.game)

    @property
    def facts(self) -> Facts:
        return facts_of(self.scope.game)

    @cached_property
    def state(self) -> State:
        """The league as it stood when somebody last looked."""
        return self.plugin.load(self.scope.pk)

    @cached_property
    def settled(self) -> set[str]:
        """What has been done and is not done twice, by its slot."""
        rows = Entry.objects.filter(scope=self.scope, void=False)
        return set(rows.values_list("slot__name", flat=True))

    @property
    def is_over(self) -> bool:
        return self.plugin.rules.is_over(self.state)

    def look(self) -> bool:
        """Look again; whether anything was written since."""
        version = Scope.objects.values_list("version", flat=True).get(pk=self.scope.pk)
        is_new, self.version = version != self.version, version
        if is_new:
            self.__dict__.pop("state", None)
            self.__dict__.pop("settled", None)
        return is_new

    def chance(self, of: float) -> bool:
        return self.luck.random() < of

    # People

    @property
    def club(self) -> Club:
        return self.scope.club

    def members(self) -> list[str]:
        """Who sits in the club now."""
        return [name for name, seat in self.seats.items() if seat.club_id == self.club.pk and seat.is_active]

    def of_role(self, *roles: str) -> list[str]:
        return [name for name in self.members() if self.seats[name].role in roles]

    def anybody(self) -> str:
        """Most often somebody who plays or organises."""
        return self.luck.choice([*self.of_role(Role.PLAYER, Role.ORGANISER) * 3, *self.seats])

    def name_of(self, seat: str) -> str:
        """Who sits on a seat; empty for nobody."""
        return next((name for name, one in self.seats.items() if str(one.pk) == seat and one.is_active), "")

    def playing(self, side: str, state: State) -> list[str]:
        """Who plays a side."""
        return [name for seat in self.plugin.rules.members_of(state, side) if (name := self.name_of(seat))]

    def actor(self, name: str) -> Actor:
        if not name:
            return CLOCK
        if name not in self.actors:
            self.actors[name] = Actor(self.seats[name])
        return self.actors[name]

    def forget(self) -> None:
        """Somebody came, went or became something else; sessions may have ended."""
        self.actors.clear()
        self.browsers.clear()

    def browser(self, name: str) -> Client:
        """Somebody's browser; of nobody who is signed in without a name."""
        if name not in self.browsers:
            self.browsers[name] = factories.signed_in(self.seats.get(name))
        return self.browsers[name]

    def here(self, name: str, section: str = "league") -> AnyViewer:
        """Somebody's view of the league as it is now."""
        scope = Scope.objects.select_related("club").annotate(line=LINE).get(pk=self.scope.pk)
        return Viewer(RequestFactory().get("/"), scope, self.seats.get(name), section)

    def newcomer(self) -> str:
        """Somebody comes by the invitation, under a name of the list if it is let in."""
        by = self.seats[self.of_role(Role.ORGANISER)[0]]
        role = self.luck.choice((Role.PLAYER, Role.PLAYER, Role.SPECTATOR))
        called = f"newcomer {len(self.seats)}"
        for name in (self.luck.choice(nasty.NAMES), f"Nell {len(self.seats)}"):
            try:
                self.seats[called] = people.join_club(
                    invitation=people.invite(by=by, role=role), name=name
                ).seat
            except (Refused, ValidationError):
                continue
            break
        return called


def staged(book: str, luck: random.Random, clock: Clock) -> Stage:
    """A club with a league in its lobby, settings by chance; `book` is a game of the shelf or an edition."""
    game = next(one for one in all_games().values() if book == one.name or book in one.books)
    edition = book if book in game.books else luck.choice(sorted(game.books))
    person = factories.new_person(display_name="Organiser")
    organiser = factories.new_organiser(name="Organiser", person=person)
    seats = {"organiser": organiser, **_others(organiser.club, luck)}
    scope = _league(game, edition, [*seats.values()], luck)
    seats["stranger"] = factories.new_organiser(name="Stranger")
    return Stage(scope, luck, clock, seats)


def _league(game: AnyGame, edition: str, seats: list[Seat], luck: random.Random) -> Scope:
    plugin, by = plugin_of(game.name), seats[0]
    if plugin.club.single and not plugin.play.rulebooks():
        return plugin.club.single.begin(
            by, seats[1:3], luck.choice([key for key, _title in plugin.club.single.books()])
        )
    settings = _settings(game, edition, luck)
    return found_scope(
        club=by.club, by=by, game=game.name, edition=edition, name="The Long Table", settings=settings
    )


def _others(club: Club, luck: random.Random) -> dict[str, Seat]:
    """Players, an organiser who plays and somebody who only looks, under names of the list."""
    roles = {"playing organiser": Role.ORGANISER, "spectator": Role.SPECTATOR}
    names = [f"player {n}" for n in range(1, luck.choice(PLAYERS) + 1)]
    able = [one for one in nasty.NAMES if one.strip() and len(one) < LONG and one != one.lower()]
    odd = luck.sample(able, len(names) + len(roles))
    return {
        one: factories.new_seat(club=club, name=called, role=roles.get(one, Role.PLAYER))
        for one, called in zip((*names, *roles), odd, strict=False)
    }


def _settings(game: AnyGame, edition: str, luck: random.Random) -> dict[str, Any]:
    """Some settings of the book at another of their values, and those its tests want."""
    wanted, facts = dict[str, Any](), facts_of(game.name)
    for one in game.settings(edition):
        if one.key in facts.settings:
            wanted[one.key] = luck.choice(facts.settings[one.key])
        elif one.values and luck.random() < 0.3:
            wanted[one.key] = luck.choice(one.values)
    return wanted
