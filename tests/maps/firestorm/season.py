"""A season of Firestorm through the pages: seven players in four factions, battles, sieges, what follows.

What somebody does next is made of what the rules offer (`maps.firestorm.marshal`); here it is tapped.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any
from unittest import mock

from django.urls import reverse

from maps.firestorm.marshal import MarshalMove, lay_siege, next_move
from rules.engine.dice import is_random
from rules.firestorm.book import FirestormInForce, firestorm_in_force
from rules.firestorm.faction_figures import TOWER, banners_at, battles_this_turn, is_stronghold, on_map
from rules.firestorm.state import Battle, Firestorm
from tests.maps.conquest.play import words_of
from tests.maps.firestorm.fights import done, open_question
from tests.maps.firestorm.play import Table
from tests.season.answers import typed

PAGES = ("map", "orders", "shop", "aftermath", "standings", "reveal_now")
AT_HOME = ("ready",)
IN_BATTLE = (
    "report", "confirm", "dispute", "decide", "offer_siege", "start_siege", "siege_turn", "take_option",
    "end_siege", "buy_equipment",
)  # fmt: skip
AFTER = ("choose_retreat", "choose_rally", "roll_build", "raze", "remove_banner")
# What a battle brings, from the best to the worst. Source: FS-101
GLORY = {"major_victory": 2, "minor_victory": 1, "draw": 1, "minor_defeat": 0, "major_defeat": 0}
MOST_STEPS = 400  # of one turn


@dataclass
class Season:
    """One league and what has happened in it. `told` counts what was done."""

    table: Table
    luck: random.Random = field(default_factory=lambda: random.Random(1403))
    whim: random.Random = field(default_factory=lambda: random.Random(7))  # the organiser's
    told: Counter[str] = field(default_factory=Counter)
    besieged: set[str] = field(default_factory=set)

    @property
    def state(self) -> Firestorm:
        return self.table.state

    @property
    def book(self) -> FirestormInForce:
        return firestorm_in_force(self.state)

    def turn(self) -> None:
        """From Preparation to the next one, or to the end of the league."""
        number = self.state.now.turn
        for _step in range(MOST_STEPS):
            now = self.state.now
            if now.turn != number or now.phase == "finished":
                self.told["turns"] += 1
                return
            self.step()
        raise AssertionError(f"turn {number} does not end in {self.state.now.phase}")

    def step(self) -> None:
        battle = self._for_a_siege()
        if battle:
            self.besieged.add(battle.id)
            self.make(lay_siege(self.state, battle))
            return
        move = next_move(self.state, self.book, self.luck)
        assert move is not None, self.state.now
        self.make(move)

    def _for_a_siege(self) -> Battle | None:
        """A battle for a stronghold about which nobody has said anything."""
        for one in battles_this_turn(self.state):
            open_ = one.status == "open" and not one.third and one.id not in self.state.sieges
            if open_ and is_stronghold(self.book, self.state.territories[one.territory]):
                return one
        return None

    def make(self, move: MarshalMove) -> None:
        """What a player does, on the page where they do it; somebody else of the faction now and then."""
        name = self.luck.choice(self.members(move.faction))
        if move.act == "seal_orders":
            self._write(name, move)
            return
        response = self.table.browsers[name].post(self._where(move), {**move.params})
        assert response.status_code == 302, (move, response.status_code, words_of(response))
        self._answer(name)
        self.told[move.act] += 1

    def _answer(self, name: str) -> None:
        """Every question that is open: dice by the app, the rest by chance, from a phone of who is asked."""
        while asked := open_question(self.table):
            slot, question = asked
            sides = [one.removeprefix("side:") for one in question.who.split("|")]
            player = next((self.members(one)[0] for one in sides if one in self.state.factions), name)
            said: dict[str, object] = {"roll": "1"} if is_random(question) else typed(question, self.luck)
            url = reverse("campaigns:dialogue", args=[self.table.scope.pk, slot])
            response = self.table.browsers[player].post(url, {"key": question.key, **said})
            assert response.status_code < 400, (question.key, words_of(response))
            self.told["answers"] += 1

    def members(self, faction: str) -> list[str]:
        """The names of those who play in a faction."""
        owners = {one.owner for one in self.state.players.values() if one.faction == faction}
        return sorted(name for name, seat in self.table.seats.items() if str(seat.pk) in owners)

    def _where(self, move: MarshalMove) -> str:
        pk = self.table.scope.pk
        if move.act in IN_BATTLE:
            return reverse("firestorm:battle_do", args=[pk, self._battle(move), move.act])
        if move.act in AFTER:
            return reverse("firestorm:settle", args=[pk, move.act])
        if move.act == "build":
            return reverse("firestorm:buy", args=[pk, "build"])
        if move.act in ("raise_banner", "return_banner"):
            return reverse("firestorm:army", args=[pk, move.faction, move.act])
        assert move.act in AT_HOME, move
        return reverse("firestorm:do", args=[pk, move.act])

    def _battle(self, move: MarshalMove) -> str:
        if "battle" in move.params:
            return str(move.params["battle"])
        return self.state.bouts[str(move.params["bout"])].battle

    def _write(self, name: str, move: MarshalMove) -> None:
        """Orders tapped banner by banner on the faction's page, then sealed."""
        said: dict[str, Any] = {key: value for lines in move.answers.values() for key, value in lines}  # type: ignore[attr-defined]
        for banner in on_map(self.state, move.faction):
            self._tap(name, banner=banner.id, kind=str(said[f"kind:{banner.id}"]))
            for place in said[f"path:{banner.id}"]:
                self._tap(name, banner=banner.id, step=str(place))
        self._tap(name, seal="1")
        self.told["seal_orders"] += 1

    def _tap(self, name: str, **sent: str) -> None:
        browser = self.table.browsers[name]
        page = browser.get(self.table.url("orders"), {"b": sent.get("banner", "")}).context["page"]
        seen = page.seen if "seal" in sent else page.chosen.seen
        response = browser.post(self.table.url("change_orders"), {**sent, "seen": seen})
        assert response.status_code == 302, (sent, words_of(response))

    # The organiser

    def set_right(self) -> None:
        """A battle of the turn before the one that has just ended had another result, or none after all."""
        past = [
            one
            for one in self.state.battles.values()
            if one.turn == self.state.now.turn - 2
            and one.status == "settled"
            and one.applied
            and not one.third
        ]
        if not past:
            return
        battle = self.whim.choice(past)
        grade = self.whim.choice([one for one in GLORY if one != battle.result] + [""])
        act, more = ("correct_result", {"result": grade}) if grade else ("void_result", {})
        seeds = SimpleNamespace(token_bytes=self.whim.randbytes)  # so that all other dice stay as they were
        with mock.patch("campaigns.models.journal.secrets", seeds):
            done(self.table, "Organiser", battle.id, act, words="It was told wrong.", **more)
        self.told[act] += 1
        self._glory_follows(self.state.battles[battle.id], grade)

    def _glory_follows(self, battle: Battle, grade: str) -> None:
        """By hand: what a battle brings its two sides, taken back and given anew. Source: FS-101, FS-107"""
        mirror = dict(zip(GLORY, reversed(GLORY), strict=True))
        for faction, one in ((battle.attack, grade), (battle.defend, mirror.get(grade, ""))):
            rows = [
                row.amount
                for row in self.state.ledger.values()
                if (row.coin, row.battle, row.faction) == ("glory", battle.id, faction)
            ]
            gears = one.endswith("victory") and faction in battle.gears
            assert sum(rows) == GLORY.get(one, 0) + gears, (battle, faction, rows)

    # Looking

    def look(self) -> None:
        """Everybody finds every page; some are another faction's, none is broken."""
        for name, browser in self.table.browsers.items():
            for page in PAGES:
                response = browser.get(self.table.url(page))
                assert response.status_code in (200, 302, 404), (name, page, response.status_code)

    def hold_the_laws(self) -> None:
        """At the start of a turn: one banner a territory, on its own faction's land, each in one state."""
        state = self.state
        for place in state.territories:
            assert len(banners_at(state, place)) <= 1, place
        for banner in on_map(state):
            assert state.territories[banner.territory].owner == banner.faction, banner
        towers = [one.id for one in state.territories.values() if TOWER in one.items]
        assert len(towers) == len(self.table.factions)
