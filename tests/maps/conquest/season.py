"""A season of a map league told through its pages: who picks what, fights whom, what goes wrong on the way.

The state is read to decide what to tap, the way people look at the map. Every step is a form somebody sends.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from django.urls import reverse

from rules.conquest.state import Battle
from tests.maps.conquest import play
from tests.maps.conquest.play import Table, words_of

OPEN = ("open", "reported", "disputed")


@dataclass
class Season:
    """A league in play; `told` counts what happened, `refused` what the pages said no to."""

    league: Table
    luck: random.Random
    told: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)

    def round(self) -> None:
        """One round, with a few things tried that cannot be; stops where the league is won."""
        self.wrong()
        play.events(self.league)
        self.wrong()
        play.revenue(self.league)
        self._challenges()
        if self.league.phase == "battle":
            self._battles()
        self._spending()

    def chance(self, percent: int) -> bool:
        return self.luck.randrange(100) < percent

    # What cannot be

    def refuse(self, name: str, act: str, words: str, **data: object) -> None:
        """A tap the page answers with this sentence, and nothing has changed."""
        league = self.league
        before = league.state
        common = {"realm": league.realm(name), "round": before.now.round}
        response = league.post(name, act, **{**common, **data})
        assert response.status_code == 409, (act, data, words_of(response)[:300])
        assert words in words_of(response), (words, words_of(response)[:600])
        assert league.state is before
        self.refused[act] += 1

    def wrong(self) -> None:
        """Out of turn, in the wrong phase, for somebody else."""
        league, now = self.league, self.league.state.now
        if now.phase not in ("events", "challenge", "conquest") or not now.active:
            return
        active = league.player(now.active)
        idle = next(one for one in league.seats if one not in (active, "Organiser"))
        act = {"events": "pick_event", "challenge": "challenge", "conquest": "end_turn"}[now.phase]
        params = {"defender": now.active} if act == "challenge" else {}
        if act != "challenge" or not self._has_been_challenged(idle):
            self.refuse(idle, act, "turn", **params)
        self.refuse(active, "collect", "This is not possible in the")
        response = league.post(idle, act, realm=now.active, round=now.round, **params)
        assert response.status_code == 403, words_of(response)
        self.refused["for somebody else"] += 1

    def _has_been_challenged(self, name: str) -> bool:
        return bool(self.league.ask("challengers", realm=self.league.realm(name)))

    # Challenges and battles

    def _challenges(self) -> None:
        league = self.league
        while league.phase == "challenge":
            active = league.state.now.active
            name = league.player(active)
            targets = league.ask("targets", realm=active)
            if self.chance(20):
                self.refuse(name, "challenge", "Choose another player", defender=active)
            for one in targets:
                if one["why_not"]:
                    self.refuse(name, "challenge", one["why_not"]["sentence"], defender=one["realm"])
            free = [one["realm"] for one in targets if not one["why_not"]]
            near = [one for one in free if one in self._borders(active)]
            league.do(name, "challenge", defender=self.luck.choice(near or free))
        while league.phase == "choice":
            realm = league.ask("turn")["waiting"][0]
            mode = self.luck.choice(("team", "series"))
            league.do(league.player(realm), "choose_battles", mode=mode)
            self.told[f"fought as a {mode}"] += 1

    def _borders(self, realm: str) -> set[str]:
        """Whose land lies beside this realm's."""
        state = self.league.state
        pairs = [
            (state.territories[one.a].owner, state.territories[one.b].owner) for one in state.links.values()
        ]
        return {b for a, b in [*pairs, *((b, a) for a, b in pairs)] if a == realm and b not in ("", realm)}

    def _battles(self) -> None:
        self._elsewhere()
        number = self.league.state.now.round
        while self.league.phase == "battle" and self.league.state.now.round == number:
            left = [one for one in self.league.state.battles.values() if one.round == number]
            todo = [one for one in left if one.status in OPEN]
            self._battle(self.luck.choice(todo))

    def _elsewhere(self) -> None:
        """Battles at sea and for besieged forts, where there are any."""
        league, state = self.league, self.league.state
        number = state.now.round
        sailors = [one.id for one in state.realms.values() if one.sails and one.status == "active"]
        if len(sailors) > 1 and self.chance(60):
            ours, theirs = self.luck.sample(sailors, 2)
            sent = {"realm": ours, "defender": theirs, "round": number}
            response = league.post(league.player(ours), "sail", **sent)
            self.told["battles at sea"] += response.status_code == 302
        for place, siege in list(state.sieges.items()):
            if siege.since < number and siege.tried < number:
                asker = state.territories[place].owner
                response = league.post(
                    league.player(asker), "assault", realm=asker, territory=place, round=number
                )
                league.answered(league.player(siege.holder), response, assault="yes")
                self.told["battles for a fort"] += 1

    def _battle(self, battle: Battle) -> None:
        league = self.league
        first = league.player(battle.attackers[0])
        if battle.kind != "land":
            outcome = self.luck.choice(("attack", "defend", "draw"))
            league.do(first, "report_outcome", battle=battle.id, outcome=outcome)
            league.do(league.player(battle.defenders[0]), "confirm", battle=battle.id)
            return
        if self.chance(50):
            self._set_up(battle)
        way = self.luck.randrange(20)
        if way == 0:
            conceding = league.player(self.luck.choice(battle.members))
            league.do(conceding, "walkover", battle=battle.id)
            self.told["walk-overs"] += 1
        elif way == 1:
            sent = {"battle": battle.id, "words": "the table was taken"}
            assert league.post("Organiser", "strike", **sent).status_code == 302
            self.told["struck out"] += 1
        elif way < 5:
            for one in battle.members:
                league.do(league.player(one), "ask_abstract", battle=battle.id)
            self.told["rolled off"] += 1
        else:
            self._played(battle, first)

    def _set_up(self, battle: Battle) -> None:
        """The size, its shares and the sealed gold, each from the member's own browser."""
        league = self.league
        play.sized(league, league.player(battle.attackers[0]), battle.id, 100 * self.luck.randrange(10, 31))
        for realm in battle.members:
            name, treasury = league.player(realm), league.state.realms[realm].gold
            response = league.post(name, "commit_gold", battle=battle.id)
            key = f"gold:{battle.id}:{realm}"
            too_much = league.browsers[name].post(
                response.url, {"key": key, "value": str(max(201, treasury))}
            )
            assert too_much.status_code in (409, 422), too_much.status_code
            self.refused["gold"] += 1
            spent = self.luck.randrange(min(200, treasury) + 1) if self.chance(70) else 0
            sent = league.browsers[name].post(response.url, {"key": key, "value": str(spent)})
            assert sent.status_code in (200, 302), words_of(sent)
        assert league.state.battles[battle.id].committed
        self.told["gold sealed and opened"] += len(battle.members)

    def _played(self, battle: Battle, first: str) -> None:
        league, defender = self.league, self.league.player(battle.defenders[0])
        if self.chance(15):
            page = reverse("maps:report", args=[league.scope.pk, battle.id])
            wrong = league.browsers[first].post(
                page, {**self._facts(battle), "attack-0-bp": "0", "send": "1"}
            )
            assert wrong.status_code == 409, words_of(wrong)
            self.refused["report"] += 1
        self._report(first, battle)
        if self.chance(15):
            self.refuse(first, "confirm", "other side", battle=battle.id)
        if self.chance(15):
            league.do(defender, "dispute", battle=battle.id, words="that was a draw")
            self._report("Organiser", battle)
            self.told["disputes the organiser decided"] += 1
        else:
            league.do(defender, "confirm", battle=battle.id)
            self.told["reports confirmed"] += 1

    def _report(self, name: str, battle: Battle) -> None:
        page = reverse("maps:report", args=[self.league.scope.pk, battle.id])
        response = self.league.browsers[name].post(page, {**self._facts(battle), "send": "1"})
        assert response.status_code == 302, words_of(response)
        self.league.answered(name, response, sure="yes")

    def _facts(self, battle: Battle) -> dict[str, Any]:
        """What may have happened: mostly somebody withdrew, and mostly with fewer victory points."""
        sent: dict[str, Any] = {}
        fled = self.luck.choice(("attack", "defend", "nobody"))
        for side, members in (("attack", battle.attackers), ("defend", battle.defenders)):
            for n, _ in enumerate(members):
                best = 1000 if side == fled else 2000
                sent |= {f"{side}-{n}-vp": self.luck.randrange(best), f"{side}-{n}-bp": 12}
                sent |= {f"{side}-{n}-lost": self.luck.randrange(9)}
                sent |= {f"{side}-{n}-general": "on"} if self.chance(10) else {}
        how = "surrendered" if self.chance(10) else "withdrew"
        return sent if fled == "nobody" else sent | {f"{fled}-{how}": "on"}

    # Spending

    def _spending(self) -> None:
        league, number = self.league, self.league.state.now.round
        while league.phase == "conquest" and league.state.now.round == number:
            active = league.state.now.active
            name = league.player(active)
            if self.chance(30):
                self._too_much(name, active)
            wanted = self._wish(active)
            if wanted is None or self.chance(8):
                league.do(name, "end_turn")
                continue
            act, sent = wanted
            if act == "besiege":
                self._besiege(name, sent)
            else:
                league.do(name, act, **sent)
            self.told[act] += 1
        if not league.state.now.winner and self.chance(10):
            self.wrong()

    def _wish(self, realm: str) -> tuple[str, dict[str, Any]] | None:
        """What to buy: mostly land, then buildings, sometimes gold."""
        league = self.league
        found = [one for one in league.ask("reachable", realm=realm) if not one["dear"]]
        land = [one for one in found if one["act"] in ("claim", "conquer", "besiege")]
        taken = [one for one in land if one["act"] != "claim"]
        built = self._building(realm)
        if built and not taken and self.chance(45):
            return "build", built
        chosen = taken if taken and self.chance(80) else land if land and self.chance(85) else found
        if not chosen:
            return ("build", built) if built else None
        one = self.luck.choice(chosen)
        stamp = league.ask("stamp", realm=realm, territory=one["territory"])
        return one["act"], {"territory": one["territory"], "seen": stamp}

    def _building(self, realm: str) -> dict[str, str] | None:
        state = self.league.state
        mine = [one.id for one in state.territories.values() if one.owner == realm]
        if not mine:
            return None  # but a fort under siege is left
        where = self.luck.choice(mine)
        offers = self.league.ask("offers", realm=realm, territory=where)
        free = [one["building"] for one in offers if one["act"] == "build" and not one["why_not"]]
        return {"territory": where, "building": self.luck.choice(free)} if free else None

    def _besiege(self, name: str, sent: dict[str, Any]) -> None:
        """The owner is asked, in a browser of their own, and mostly agrees."""
        league = self.league
        holder = league.player(league.state.territories[sent["territory"]].owner)
        common = {"realm": league.realm(name), "round": league.state.now.round}
        response = league.post(name, "besiege", **common, **sent)
        assert response.status_code == 302, words_of(response)
        league.answered(holder, response, consent="yes" if self.chance(75) else "no")

    def _too_much(self, name: str, realm: str) -> None:
        """A territory at random: what its panel says cannot be done is refused with the same sentence."""
        place = self.luck.choice(sorted(self.league.state.territories))
        offers = self.league.ask("offers", realm=realm, territory=place)
        for one in [one for one in offers if one["why_not"]][:2]:
            sent = {"territory": place, "building": one["building"]}
            self.refuse(name, one["act"], one["why_not"]["sentence"], **sent)
