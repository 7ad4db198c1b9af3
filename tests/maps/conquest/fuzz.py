"""Anybody sends anything: random forms of a map league, most of them such as people send, some beyond sense.

`Monkey.tap` sends one form as somebody; the caller looks at what became of the league.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from django.test import Client
from django.urls import reverse

from campaigns.models import Dialogue
from maps.conquest.views import SIMPLE
from rules.conquest.state import Battle, Conquest
from tests.maps.conquest.play import Table, words_of

ODD = (
    "",
    "0",
    "-1",
    "99999999999",
    "½",
    "nobody",
    "s1.realm",
    "A1",
    "'; --",
    "<b>",
    "\u202e",
    "a\0b",
    "x" * 500,
)
LAND = ("claim", "conquer", "besiege", "build", "raid", "plunder")
NOBODY = {"owner": "", "building": ""}
BUILDINGS = ("castle", "city", "mine", "port")
BESIDE = ({"back": "1"}, {"aside": "1"}, {"roll_all": "1"}, {"key": "no", "value": "x"})
ALLOWED = {200, 302, 403, 404, 405, 409, 422}


@dataclass
class Monkey:
    """Random fingers on the forms of one league. `strangers` have a browser and no seat."""

    league: Table
    luck: random.Random
    strangers: tuple[Client, ...] = ()

    def chance(self, percent: int) -> bool:
        return self.luck.randrange(100) < percent

    def tap(self) -> tuple[str, str, int]:
        """One form sent: by whom, what, and the answer's status."""
        state = self.league.state
        if self.chance(35) and (found := self._question()):
            return found
        address, sent, name = self._wanted(state) if self.chance(75) else self._anything(state)
        if self.chance(6):
            name = self.luck.choice([*self.league.browsers, "stranger"])
        if self.chance(6) and sent:
            sent = {**sent, self.luck.choice(sorted(sent)): self.luck.choice(ODD)}
        return name, address, self._send(name, address, sent)

    def _send(self, name: str, address: str, sent: dict[str, Any]) -> int:
        browser = self.league.browsers.get(name) or self.luck.choice(self.strangers)
        response = browser.post(address, sent)
        assert response.status_code in ALLOWED, (name, address, sent, words_of(response)[:400])
        return int(response.status_code)

    def _do(self, act: str) -> str:
        return reverse("maps:do", args=[self.league.scope.pk, act])

    # Questions that are open

    def _question(self) -> tuple[str, str, int] | None:
        """Somebody answers, takes back or sets aside what is asked."""
        open_ones = list(Dialogue.objects.filter(scope=self.league.scope).select_related("slot"))
        if not open_ones:
            return None
        code = self.luck.choice(open_ones).slot.code
        address = reverse("campaigns:dialogue", args=[self.league.scope.pk, code])
        name = self.luck.choice(list(self.league.browsers))
        page = self.league.browsers[name].get(address)
        html = page.content.decode() if page.status_code == 200 else ""
        if 'name="key"' in html and self.chance(85):
            sent = self.league.some_answer(html, {})
        else:
            sent = self.luck.choice(
                ({"back": "1"}, {"aside": "1"}, {"roll_all": "1"}, {"key": "no", "value": "x"})
            )
        if self.chance(8) and "value" in sent:
            sent["value"] = self.luck.choice(ODD)
        return name, address, self._send(name, address, sent)

    # What the moment asks for

    def _wanted(self, state: Conquest) -> tuple[str, dict[str, Any], str]:
        now, waiting = state.now, self.league.ask("turn")["waiting"]
        realm = now.active or (self.luck.choice(waiting) if waiting else self._realm(state))
        common = {"realm": realm, "round": now.round}
        name = self.league.player(realm)
        if now.paused:
            return self._do("resume"), {}, "Organiser"
        simple: dict[str, tuple[str, dict[str, Any]]] = {
            "setup": ("begin_play", {}),
            "capitals": ("draw_capital", common),
            "events": ("pick_event", common),
            "revenue": ("collect", common),
            "challenge": ("challenge", {**common, "defender": self._realm(state)}),
            "choice": ("choose_battles", {**common, "mode": self.luck.choice(("team", "series"))}),
        }
        if now.phase in simple:
            act, sent = simple[now.phase]
            return self._do(act), sent, "Organiser" if now.phase == "setup" else name
        if now.phase == "battle":
            return self._battle(state, common)
        return self._spend(state, common, name)

    def _realm(self, state: Conquest) -> str:
        return self.luck.choice(sorted(state.realms))

    def _spend(self, state: Conquest, common: dict[str, Any], name: str) -> tuple[str, dict[str, Any], str]:
        act = self.luck.choice(LAND)
        sent = {**common, "territory": self.luck.choice(sorted(state.territories))}
        found = self.league.ask("reachable", realm=common["realm"])
        if found and self.chance(60):
            one = self.luck.choice(found)
            act, sent = one["act"], {**common, "territory": one["territory"]}
        if act == "build":
            mine = [one.id for one in state.territories.values() if one.owner == common["realm"]]
            sent |= {"territory": self.luck.choice(mine or ["A1"]), "building": self.luck.choice(BUILDINGS)}
        if self.chance(12):
            act, sent = "end_turn", common
        return self._do(act), sent, name

    def _battle(self, state: Conquest, common: dict[str, Any]) -> tuple[str, dict[str, Any], str]:
        this_round = [one for one in state.battles.values() if one.round == state.now.round]
        left = [one for one in this_round if one.status not in ("settled", "struck")]
        if not left or self.chance(10):
            return self._elsewhere(state, common)
        battle = self.luck.choice(left)
        member = self.luck.choice(battle.members)
        name = self.league.player(member)
        sent: dict[str, Any] = {"battle": battle.id, "realm": member}
        if battle.status == "reported" and self.chance(70):
            return self._do("confirm"), sent, name
        way = self.luck.randrange(10)
        if way < 4:
            return self._report(battle), self._facts(battle), name
        if way == 4:
            size = reverse("maps:size", args=[self.league.scope.pk, battle.id])
            return size, self._shares(battle), name
        acts = ("commit_gold", "commit_gold", "ask_abstract", "walkover", "volunteer", "report_outcome")
        act = self.luck.choice(acts)
        if act == "report_outcome":
            sent["outcome"] = self.luck.choice(("attack", "defend", "draw"))
        return self._do(act), sent, name

    def _elsewhere(self, state: Conquest, common: dict[str, Any]) -> tuple[str, dict[str, Any], str]:
        if state.sieges and self.chance(60):
            place = self.luck.choice(sorted(state.sieges))
            realm = state.territories[place].owner
            return (
                self._do("assault"),
                {**common, "realm": realm, "territory": place},
                self.league.player(realm),
            )
        realm = self._realm(state)
        sent = {**common, "realm": realm, "defender": self._realm(state)}
        return self._do("sail"), sent, self.league.player(realm)

    def _report(self, battle: Battle) -> str:
        return reverse("maps:report", args=[self.league.scope.pk, battle.id])

    def _facts(self, battle: Battle) -> dict[str, Any]:
        sent: dict[str, Any] = {"send": "1"}
        for side, members in (("attack", battle.attackers), ("defend", battle.defenders)):
            for n, _ in enumerate(members):
                sent[f"{side}-{n}-vp"] = self.luck.randrange(900)
                sent |= {f"{side}-{n}-{key}": self.luck.randrange(10) for key in ("lost", "bp")}
        marks = ("attack-withdrew", "defend-withdrew", "attack-surrendered", "defend-0-general")
        return sent | {mark: "on" for mark in marks if self.chance(30)}

    def _shares(self, battle: Battle) -> dict[str, Any]:
        half = self.luck.randrange(-5, 1500)
        shares = {f"share:{one}": half for one in battle.members}
        return {"points": half * len(battle.attackers), **(shares if self.chance(70) else {})}

    # Anything at all

    def _anything(self, state: Conquest) -> tuple[str, dict[str, Any], str]:
        if self.chance(30):
            return self._organiser(state)
        battles, places = sorted(state.battles) or [""], sorted(state.territories) or [""]
        now = state.now
        pool: dict[str, Any] = {
            "realm": self._realm(state),
            "round": now.round + self.luck.choice((0, 0, 0, -1, 1)),
            "turn": now.turn,
            "territory": self.luck.choice(places),
            "defender": self._realm(state),
            "battle": self.luck.choice(battles),
            "building": self.luck.choice(BUILDINGS),
            "mode": self.luck.choice(("team", "series", "duel")),
            "outcome": self.luck.choice(("attack", "defend", "draw", "both")),
            "colour": self.luck.choice(("orange", "blue", "iron", "no colour")),
            "name": self.luck.choice(ODD),
            "words": self.luck.choice(("because", "")),
            "gold": self.luck.randrange(-300, 300),
            "ep": self.luck.randrange(-3, 3),
        }
        act = self.luck.choice(sorted(SIMPLE - {"leave"}) + (["leave"] if self.chance(5) else []))
        dropped = self.luck.choice([*pool, *[""] * 20])
        sent = {key: one for key, one in pool.items() if key != dropped}
        return self._do(act), sent, self.luck.choice(list(self.league.browsers))

    def _organiser(self, state: Conquest) -> tuple[str, dict[str, Any], str]:
        """What only organisers send: rulings, corrections, pauses, steps back, other maps."""
        now, pk = state.now, self.league.scope.pk
        words = {"words": self.luck.choice(("the clock stopped", "the clock stopped", ""))}
        battle = {"battle": self.luck.choice(sorted(state.battles) or [""])}
        place = {"territory": self.luck.choice(sorted(state.territories) or [""])}
        realm, building, number = self._realm(state), self.luck.choice(BUILDINGS), self.luck.randrange
        acts: dict[str, dict[str, Any]] = {
            "skip": {"realm": now.active, "round": now.round, "turn": now.turn},
            "strike": battle,
            "decide": {**battle, "outcome": self.luck.choice(("attack", "defend", "draw", ""))},
            "rule_abstract": battle,
            "close_battles": {"round": now.round},
            "pause": {},
            "correct": {**place, **self.luck.choice(({"owner": realm, "building": building}, NOBODY))},
            "grant": {
                "realm": realm,
                "gold": number(-400, 400),
                "ep": number(-4, 3),
            },
            "extend": {"until": self.luck.choice(("2099-01-01T10:00", "", "soon"))},
            "step_back": {},
            "lay": {"ready": "salt_islands"},
            "enlist": {"colour": self.luck.choice(("pink", "iron")), "name": "Late"},
        }
        act = self.luck.choice(sorted(acts))
        own = act in ("extend", "step_back", "lay", "enlist")
        address = reverse(f"maps:{act}", args=[pk]) if own else self._do(act)
        name = "Organiser" if self.chance(85) else self.luck.choice(list(self.league.browsers))
        return address, {**acts[act], **words}, name
