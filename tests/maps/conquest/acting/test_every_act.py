"""Everything the rules know as an act can be started from a page; what the app does itself is named here.

A league is played with every option on, each page is looked at on the way, and the forms found are compared
with the procedures of the game.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.urls import reverse

from campaigns.engine.stored.journal import reconcile
from rules.conquest import GAME
from tests.maps.conquest import play
from tests.maps.conquest.play import Table, begun, table
from tests.older import asking
from tests.pages import refusal_of

pytestmark = pytest.mark.django_db

# The order of a round, roll-offs everybody has agreed to, and passing: whoever may challenge nobody is
# passed over, everybody else must challenge, so that this act is only ever refused.
BY_ITSELF = {"take_order", "abstract", "pass_challenge"}
# Forms with an address of their own, and the act they start.
ADDRESSES = {
    r"/map/do/(\w+)/": "",
    r"/map/enlist/": "enlist",
    r"/map/lay/": "lay_map",
    r"/map/extend/": "extend",
    r"/map/battles/[^/]+/report/": "report",
    r"/map/battles/[^/]+/size/": "agree_size",
}


@dataclass
class Seen:
    """The acts offered on the pages looked at so far."""

    league: Table
    acts: set[str] = field(default_factory=set)

    def look(self, address: str, *names: str, **query: str) -> None:
        for name in names or tuple(self.league.browsers):
            response = self.league.browsers[name].get(address, query)
            if response.status_code == 200:
                self.acts |= offered(response.content.decode())

    def map(self, *names: str, **query: str) -> None:
        self.look(reverse("maps:map", args=[self.league.scope.pk]), *names, **query)

    def every_place(self, name: str) -> None:
        for key in self.league.state.territories:
            self.map(name, t=key)

    def battles(self) -> None:
        for key in self.league.state.battles:
            self.look(reverse("maps:battle", args=[self.league.scope.pk, key]))

    def other_pages(self) -> None:
        pk = self.league.scope.pk
        for key in self.league.state.realms:
            self.look(reverse("maps:realm", args=[pk, key]))
        for place in self.league.state.territories:
            self.look(reverse("maps:ground", args=[pk]), "Organiser", t=place)
        self.look(reverse("campaigns:settings", args=[pk]), "Organiser")


def offered(html: str) -> set[str]:
    """The acts a page's forms start."""
    found = set()
    for action in re.findall(r'<form[^>]*action="([^"]+)"', html):
        for pattern, act in ADDRESSES.items():
            if match := re.search(pattern, action):
                found.add(act or match[1])
    found |= set(re.findall(r'name="act" value="(redraw|add|remove|connect)"', html))
    found |= {"close"} if 'name="close" value="1"' in html else set()
    return found | ({"set_options"} if 'name="key" value="win_target"' in html else set())


@pytest.mark.in_turn(7, kind="long")
def test_every_act_of_the_rules_can_be_started_from_a_page() -> None:
    seen = before_play()
    seen = a_round_of_battles(seen)
    challenged_by_nobody(seen)
    only_at_sea(seen)
    sieges(seen)
    every = {name.removeprefix("conquest.") for name in GAME.procedures}
    assert sorted(every - seen.acts - BY_ITSELF) == []
    assert sorted(seen.acts - every) == []
    itself = {one["do"].removeprefix("conquest.") for one in _automatic()}
    assert itself <= BY_ITSELF


def _automatic() -> list[dict[str, str]]:
    league = play.at_battles("Marta", "Kwame")
    (battle,) = league.state.battles
    league.do("Marta", "ask_abstract", battle=battle)
    return [*league.ask("automatic"), {"do": "conquest.take_order"}]


def before_play() -> Seen:
    league = table(naval=True, siege=True, map="salt_islands")
    seen = Seen(league)
    seen.map()
    seen.other_pages()
    latecomer = table("Marta")
    latecomer.post("Marta", "withdraw", realm=latecomer.realm("Marta"))
    Seen(latecomer, seen.acts).map("Marta")
    return seen


def a_round_of_battles(seen: Seen) -> Seen:
    league = seen.league
    league.answered("Organiser", league.post("Organiser", "begin_play"))
    while league.phase == "capitals":
        active = league.player(league.state.now.active)
        place = league.ask("capitals")[0]["territory"]
        seen.map(active, t=place)
        league.do(active, "pick_capital", territory=place)
    seen.map()
    play.events(league)
    play.revenue(league)
    seen.map()
    return all_against_one(seen)


def _capital(league: Table, name: str) -> str:
    return league.state.realms[league.realm(name)].capital


def all_against_one(seen: Seen) -> Seen:
    """Two challenge the same, who has to choose; every page of a battle on the way."""
    league = seen.league
    while league.phase == "challenge":
        active = league.state.now.active
        free = [one["realm"] for one in league.ask("targets", realm=active) if not one["why_not"]]
        largest = league.ask("order")[0]["realm"]
        league.do(league.player(active), "challenge", defender=largest if largest in free else free[0])
    if league.phase == "choice":
        seen.map()
        play.challenges(league)
    seen.map()
    seen.battles()
    for name in ("Marta", "Kwame"):
        league.post(name, "sign_on", realm=league.realm(name), sails="true")
    seen.map()
    league.do("Marta", "sail", defender=league.realm("Kwame"))
    seen.battles()
    key = next(key for key, one in league.state.battles.items() if one.kind == "land")
    attackers, _defenders = play.sides(league, key)
    facts: dict[str, Any] = {"attack": (700, 3, 9), "defend": (500, 5, 9), "fled": "defend"}
    play.reported(league, league.player(attackers[0]), key, **facts)
    seen.battles()
    return seen


def challenged_by_nobody(seen: Seen) -> None:
    """A paused league, mines to roll for, and somebody who may challenge nobody."""
    league = asking(begun("Marta", "Kwame"))
    small, large = (league.player(rank["realm"]) for rank in reversed(league.ask("order")))
    other = Seen(league, seen.acts)
    league.post("Organiser", "pause", words="summer")
    other.map("Organiser")
    league.post("Organiser", "resume")
    other.map("Organiser", t=_capital(league, small))
    other.other_pages()
    river = next(key for key, one in league.state.territories.items() if one.river and not one.owner)
    league.post(
        "Organiser", "correct", territory=river, owner=league.realm(small), building="mine", words="x"
    )
    common = {"realm": league.realm(small), "round": 1}
    league.answered(small, league.post(small, "pick_event", **common), event="scouts")
    common = {"realm": league.realm(large), "round": 1}
    league.answered(large, league.post(large, "pick_event", **common), event="diplomacy")
    assert league.phase == "revenue"
    other.map(small)
    play.revenue(league)
    assert league.phase == "challenge"
    other.map(small)


def only_at_sea(seen: Seen) -> None:
    """All battles on land are over: the organiser may close the others."""
    league = play.at_battles("Marta", "Kwame", naval=True, map="salt_islands")
    for name in ("Marta", "Kwame"):
        league.post(name, "sign_on", realm=league.realm(name), sails="true")
    league.do("Marta", "sail", defender=league.realm("Kwame"))
    for key, found in list(league.state.battles.items()):
        if found.kind == "land":
            league.post("Organiser", "strike", battle=key, words="Nobody came.")
    Seen(league, seen.acts).map("Organiser")


def sieges(seen: Seen) -> None:
    """Somebody has won and borders a castle: to conquer, besiege, plunder; next round to assault."""
    league, name, theirs, castle = play.before_a_castle()
    winner, loser = league.realm(name), league.realm(theirs)
    other = Seen(league, seen.acts)
    free = next(key for key, one in league.state.territories.items() if not one.owner and not one.is_sea)
    league.post("Organiser", "correct", territory=free, owner=loser, building="", words="x")
    other.every_place(name)
    sent = {"realm": winner, "round": 1, "territory": castle}
    asked = league.post(name, "besiege", **sent)
    assert "May" in league.see(theirs)  # the question stands on the other's map
    assert "Waiting for" in league.see(name)
    league.answered(theirs, asked, consent="yes")
    assert castle in league.state.sieges
    play.spending(league)
    for phase in (play.events, play.revenue, play.challenges):
        phase(league)
    other.map(name, t=castle)
    assert reconcile(league.scope) == []


def test_cq_127_a_league_that_is_over_offers_nothing_but_a_name_and_the_step_back() -> None:
    league = begun("Marta", "Kwame", naval=True, siege=True, win_target=3)
    seen, pk = Seen(league), league.scope.pk
    near = next(key for key, one in league.state.territories.items() if not one.owner and not one.is_sea)
    sent = {"territory": near, "owner": league.realm("Marta"), "building": "", "words": "x"}
    assert league.post("Organiser", "correct", **sent).status_code == 302
    assert league.phase == "finished"
    seen.map()
    seen.every_place("Organiser")
    seen.other_pages()
    assert seen.acts == {"rename"}
    assert league.see("Marta").count("has won the league") == 1
    assert reverse("maps:step_back", args=[pk]) in league.see("Organiser")
    realm, said = league.realm("Marta"), "The league is over: Marta's realm has won."
    refused = league.post("Organiser", "grant", realm=realm, gold="5", ep="0", words="late")
    assert (refused.status_code, refusal_of(refused)) == (409, said)
    named = {"realm": realm, "name": "Moderated", "colour": league.state.realms[realm].colour}
    assert league.post("Organiser", "rename", **named).status_code == 302
    assert league.state.realms[realm].name == "Moderated"
    assert (
        league.browsers["Organiser"].post(reverse("maps:step_back", args=[pk]), {"words": "x"}).status_code
        == 302
    )
    assert (
        league.browsers["Organiser"].post(reverse("maps:step_back", args=[pk]), {"words": "x"}).status_code
        == 302
    )
    assert league.phase == "events"
