"""Story verbs of map leagues through HTTP: what players tap, from the founding to the end of a round."""

from __future__ import annotations

import json
import random
import re
from dataclasses import dataclass, field
from html import unescape
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from campaigns.engine.stored.store import registered
from campaigns.engine.transaction.scopes import found_scope
from campaigns.models import Scope, Seat
from maps.conquest.map import map_page
from maps.conquest.map.map_page import ConquestMapPage
from maps.conquest.viewer import ConquestViewer
from rules.conquest import GAME
from rules.conquest.book import EDITIONS
from rules.conquest.state import Conquest
from rules.engine.lazy_tables import having
from tests import factories
from tests.pages import looking
from tests.scenario import Frozen, scenario

COLOURS = ("orange", "blue", "green", "sky", "purple", "vermilion", "yellow", "iron", "orange-2", "sky-2")


@dataclass
class Table:
    """A map league and a browser for everybody in it; realms by the player's name."""

    scope: Scope
    organiser: Seat
    browsers: dict[str, Client]
    seats: dict[str, Seat]
    luck: random.Random | None = None  # who decides where nothing was told; without it the first option
    _read: Frozen[int, Conquest] = field(default_factory=Frozen)

    @property
    def state(self) -> Conquest:
        """The league as it stands; read again when something was written."""
        version = Scope.objects.values_list("version", flat=True).get(pk=self.scope.pk)
        if version not in self._read:
            self._read = Frozen({version: registered(GAME).load(self.scope.pk)})
        return self._read[version]

    @property
    def phase(self) -> str:
        return self.state.now.phase

    def ask(self, figure: str, **params: Any) -> Any:
        state = self.state
        return GAME.ask(state, figure, params)

    def realm(self, name: str) -> str:
        """The id of a player's realm."""
        seat = str(self.seats[name].pk)
        return next(one.id for one in self.state.realms.values() if one.owner == seat)

    def player(self, realm: str) -> str:
        owner = self.state.realms[realm].owner
        return next(name for name, seat in self.seats.items() if str(seat.pk) == owner)

    def at(self, name: str, section: str = "map", **query: str) -> ConquestViewer:
        """Somebody's view of the league."""
        return looking(self.scope, self.seats[name], section, **query)

    def page(self, name: str, selected: str = "") -> ConquestMapPage:
        """What the map shows somebody."""
        return map_page.conquest_map_page(self.at(name), selected)

    def post(self, name: str, act: str, /, **data: Any) -> Any:
        """A form of the map sent by somebody."""
        return self.browsers[name].post(reverse("maps:do", args=[self.scope.pk, act]), data)

    def do(self, name: str, act: str, /, **data: Any) -> Any:
        """The same for one's own realm, which has to succeed; questions are answered by the app's dice."""
        common = {"realm": self.realm(name), "round": self.state.now.round}
        response = self.post(name, act, **{**common, **data})
        assert response.status_code == 302, (response.status_code, words_of(response))
        return self.answered(name, response)

    def answered(self, name: str, response: Any, **values: Any) -> Any:
        """Follow to a dialogue, if one opened, and answer it: as told, else dice, else the first option."""
        client = self.browsers[name]
        for _ in range(60):
            if "/d/" not in response.url:
                return response
            page = client.get(response.url)
            if page.status_code == 302:
                return page
            response = client.post(response.url, self.some_answer(page.content.decode(), values))
            if response.status_code == 409:
                raise AssertionError(words_of(response))
        raise AssertionError("a dialogue without end")

    def some_answer(self, html: str, values: dict[str, Any]) -> dict[str, Any]:
        """What to send for the first open question on a dialogue page."""
        if 'name="roll_all"' in html:
            return {"roll_all": "1"}
        key = re.search(r'name="key" value="([^"]+)"', html)
        assert key, words_in(html)
        if 'name="roll"' in html:
            return {"key": key[1], "roll": "1"}
        found: list[str] = re.findall(r"<(?:input|button)[^>]*name=\"value\"[^>]*>", html)
        open_ones = [re.search(r'value="([^"]*)"', one) for one in found if "disabled" not in one]
        choices = [unescape(one[1]) for one in open_ones if one] or ["0"]
        wanted = next((str(v) for k, v in values.items() if k in key[1]), None)
        chosen = self.luck.choice(choices) if self.luck else choices[0]
        return {"key": key[1], "value": chosen if wanted is None else wanted}

    def see(self, name: str, **query: Any) -> str:
        response = self.browsers[name].get(reverse("maps:map", args=[self.scope.pk]), query)
        assert response.status_code == 200
        return str(response.content.decode())


def words_of(response: Any) -> str:
    return words_in(response.content.decode())


def words_in(html: str) -> str:
    """The text of a page."""
    text = re.sub(r"<(script|style|svg)[\s\S]*?</\1>", " ", html)
    return unescape(" ".join(re.sub(r"<[^>]+>", " ", text).split()))


@scenario
def table(
    *names: str,
    map: str = "two_rivers",
    generated: int = 0,
    brought: dict[str, Any] | None = None,
    **settings: Any,
) -> Table:
    """A league with its map laid (ready, generated or brought as JSON) and everybody enlisted."""
    names = names or ("Marta", "Kwame", "Ilse")
    organiser = factories.new_organiser(name="Organiser")
    scope = found_scope(
        club=organiser.club,
        by=organiser,
        game="conquest",
        edition=EDITIONS[0],
        name="The Salt Crown",
        settings=settings,
    )
    seats = {name: factories.new_seat(club=scope.club, name=name) for name in names}
    wanted: dict[str, Any] = {"players": generated, "seed": "season"} if generated else {"ready": map}
    if brought:
        wanted = {"file": SimpleUploadedFile("map.json", json.dumps(brought).encode())}
    return enlisted(scope, organiser, seats, wanted)


def enlisted(scope: Scope, organiser: Seat, seats: dict[str, Seat], wanted: dict[str, Any]) -> Table:
    """The map is laid as wanted, and everybody has an empire."""
    names, seats = tuple(seats), {**seats, "Organiser": organiser}
    found = Table(scope, organiser, {n: factories.signed_in(s) for n, s in seats.items()}, seats)
    laid = found.browsers["Organiser"].post(reverse("maps:lay", args=[scope.pk]), wanted)
    assert laid.status_code == 302, words_of(laid)
    for name, colour in zip(names, COLOURS, strict=False):
        sent = {"name": f"{name}'s realm", "colour": colour}
        response = found.browsers[name].post(reverse("maps:enlist", args=[scope.pk]), sent)
        assert response.status_code == 302, words_of(response)
    return found


@scenario
def begun(*names: str, **settings: Any) -> Table:
    """A league whose capitals are picked: the first round waits for events."""
    return opened(table(*names, **settings))


def opened(found: Table) -> Table:
    """The league begins, and everybody picks the first capital that is left."""
    found.answered("Organiser", found.post("Organiser", "begin_play"))
    while found.phase == "capitals":
        active = found.state.now.active
        place = found.ask("capitals")[0]["territory"]
        found.do(found.player(active), "pick_capital", territory=place)
    return found


# The phases


def events(league: Table) -> None:
    while league.phase == "events":
        league.do(league.player(league.state.now.active), "pick_event")


def revenue(league: Table) -> None:
    while league.phase == "revenue":
        league.do(league.player(league.ask("turn")["waiting"][0]), "collect")


def challenges(league: Table, *pairs: frozenset[str]) -> None:
    """Everybody who has to challenges whom they are paired with, else the first they may; whoever has to
    choose fights the team."""
    while league.phase == "challenge":
        active = league.state.now.active
        free = [one["realm"] for one in league.ask("targets", realm=active) if not one["why_not"]]
        paired = (one for one in free if {league.player(active), league.player(one)} in pairs)
        league.do(league.player(active), "challenge", defender=next(paired, free[0]))
    while league.phase == "choice":
        league.do(league.player(league.ask("turn")["waiting"][0]), "choose_battles", mode="team")


def sides(league: Table, battle: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    found = league.state.battles[battle]
    return found.attackers, found.defenders


def battle_page(league: Table, name: str, battle: str) -> str:
    address = reverse("maps:battle", args=[league.scope.pk, battle])
    return words_of(league.browsers[name].get(address))


def sized(league: Table, name: str, battle: str, points: int) -> None:
    """The size of a battle; teams share alike."""
    shares = {
        f"share:{one}": points // len(side) + (n < points % len(side))
        for side in sides(league, battle)
        if len(side) > 1
        for n, one in enumerate(side)
    }
    address = reverse("maps:size", args=[league.scope.pk, battle])
    response = league.browsers[name].post(address, {"points": points, **shares})
    assert response.status_code == 302, words_of(response)


def gold(league: Table, battle: str) -> None:
    """Everybody seals no gold, each in their own browser."""
    found = league.state.battles[battle]
    for realm in found.members:
        name = league.player(realm)
        response = league.post(name, "commit_gold", battle=battle)
        assert response.status_code == 302, words_of(response)
        if "/d/" in response.url:
            sent = {"key": f"gold:{battle}:{realm}", "value": "0"}
            response = league.browsers[name].post(response.url, sent)
            assert response.status_code in (200, 302), words_of(response)
    assert league.state.battles[battle].committed


type Figures = tuple[int, int, int]


def facts_of(league: Table, battle: str, attack: Figures, defend: Figures, fled: str) -> dict[str, Any]:
    """A report as the form sends it."""
    sent: dict[str, Any] = {f"{fled}-withdrew": "on"} if fled else {}
    for side, members, figures in zip(
        ("attack", "defend"), sides(league, battle), (attack, defend), strict=True
    ):
        for n, _ in enumerate(members):
            for key, figure in zip(("vp", "lost", "bp"), figures, strict=True):
                sent[f"{side}-{n}-{key}"] = figure
    return sent


def worked_out(
    league: Table, name: str, battle: str, *, attack: Figures, defend: Figures, fled: str = ""
) -> str:
    address = reverse("maps:report", args=[league.scope.pk, battle])
    sent = {**facts_of(league, battle, attack, defend, fled), "work_out": "1"}
    response = league.browsers[name].post(address, sent)
    assert response.status_code == 200, words_of(response)
    return words_of(response)


def reported(
    league: Table, name: str, battle: str, *, attack: Figures, defend: Figures, fled: str = ""
) -> None:
    address = reverse("maps:report", args=[league.scope.pk, battle])
    sent = {**facts_of(league, battle, attack, defend, fled), "send": "1"}
    response = league.browsers[name].post(address, sent)
    assert response.status_code == 302, words_of(response)
    league.answered(name, response, sure="yes")


def sea_battle(league: Table, name: str, other: str) -> str:
    """Both sign up and meet at sea; the challenger wins, which the other confirms."""
    for one in (name, other):
        league.post(one, "sign_on", realm=league.realm(one), sails="true")
    league.do(name, "sail", defender=league.realm(other))
    (battle,) = [key for key, one in league.state.battles.items() if one.kind == "sea"]
    league.do(name, "report_outcome", battle=battle, outcome="attack")
    league.do(other, "confirm", battle=battle)
    return battle


def battles(league: Table) -> None:
    """Every battle left is reported by its challenger and confirmed."""
    for _ in range(20):
        todo = [
            key
            for key, one in having(league.state.battles, "round", league.state.now.round).items()
            if one.status in ("open", "disputed")
        ]
        if league.phase != "battle" or not todo:
            return
        attackers, defenders = sides(league, todo[0])
        figures: dict[str, Any] = {"attack": (700, 3, 9), "defend": (500, 5, 9), "fled": "defend"}
        reported(league, league.player(attackers[0]), todo[0], **figures)
        league.do(league.player(defenders[0]), "confirm", battle=todo[0])


def spending(league: Table) -> None:
    """Everybody claims what they can reach, then ends their turn."""
    number = league.state.now.round
    while league.phase == "conquest" and league.state.now.round == number:
        active = league.state.now.active
        name = league.player(active)
        wanted = [
            one
            for one in league.ask("reachable", realm=active)
            if one["act"] in ("claim", "conquer") and not one["dear"]
        ]
        if wanted:
            league.see(name, t=wanted[0]["territory"])
            league.do(name, wanted[0]["act"], territory=wanted[0]["territory"])
        else:
            league.do(name, "end_turn")


@scenario
def at_battles(*names: str, **settings: Any) -> Table:
    """The first round, in which everybody has challenged somebody: the battles are still to be fought."""
    league = begun(*names, **settings)
    for phase in (events, revenue, challenges):
        phase(league)
    return league


@scenario
def after_battles(*names: str, **settings: Any) -> Table:
    """The same when they have been fought: somebody has points to spend."""
    league = at_battles(*names, **settings)
    battles(league)
    return league


@scenario
def after_round(*names: str, **settings: Any) -> Table:
    """The same when all has been spent."""
    league = after_battles(*names, **settings)
    spending(league)
    return league


@scenario
def before_a_castle(**settings: Any) -> tuple[Table, str, str, str]:
    """Somebody has beaten the other, whose castle borders their capital, and spends next.

    The league, who won, who lost, the castle.
    """
    league = after_battles("Marta", "Kwame", siege=True, win_target=60, **settings)
    assert league.phase == "conquest"
    (battle,) = league.state.battles.values()
    winner, loser = battle.attackers[0], battle.defenders[0]
    league.post("Organiser", "grant", realm=winner, ep="9", words="to try much")
    state, capital = league.state, league.state.realms[winner].capital
    beside = {end for one in state.links.values() if capital in (one.a, one.b) for end in (one.a, one.b)}
    places = (state.territories[one] for one in sorted(beside - {capital}))
    castle = next(one.id for one in places if not one.owner and one.terrain in ("plain", "mountain"))
    sent = {"territory": castle, "owner": loser, "building": "castle", "words": "to besiege"}
    assert league.post("Organiser", "correct", **sent).status_code == 302
    while league.state.now.active != winner:
        league.do(league.player(league.state.now.active), "end_turn")
    return league, league.player(winner), league.player(loser), castle
