"""A season of Conquest reckoned again on paper: from what people did and what the dice showed, by plain
arithmetic. It reads the journal's JSON, never the effects the rules booked, and imports nothing of ours.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

type Json = dict[str, Any]

WORTH = {"lose": 1, "draw": 2, "minor": 3, "major": 4, "massacre": 5}
ROLLED_OFF = ((2, "lose", "major"), (5, "lose", "minor"), (8, "draw", "draw"), (11, "minor", "lose"))
SPENDING = {"claim", "conquer", "besiege", "build", "raid", "plunder", "end_turn"}
HALF = Fraction(1, 2)


class Paper:
    """The league as somebody with pen and paper would keep it. `earned` and `order` are by round."""

    def __init__(self, entries: Iterable[tuple[str, str, Json, Json]]) -> None:
        """`entries` are (procedure, slot's code, parameters, answers) in their order."""
        self.land: dict[str, Json] = {}
        self.owner: dict[str, str] = {}
        self.building: dict[str, str] = {}
        self.fort: dict[str, str] = {}  # besieged territory -> who holds the fort
        self.gold: defaultdict[str, int] = defaultdict(int)
        self.ep: defaultdict[str, int] = defaultdict(int)
        self.realms: list[str] = []
        self.over: set[tuple[str, str]] = set()  # (who has naval advantage, over whom)
        self.order: dict[int, list[str]] = {}
        self.earned: dict[int, dict[str, int]] = {}
        self.round = 0
        self.gold_in: defaultdict[str, dict[str, int]] = defaultdict(dict)
        self._new_round()
        for procedure, slot, params, answers in entries:
            self.answers = {key: answer["value"] for key, answer in answers.items()}
            act = procedure.removeprefix("conquest.")
            if act in SPENDING and self.round not in self.earned:
                self._hand_out()
            getattr(self, f"_{act}", lambda *_: None)(params, slot)

    def _new_round(self) -> None:
        self.events: dict[str, tuple[str, str]] = {}
        self.grabbed: set[str] = set()
        self.challenges: dict[str, str] = {}
        self.broken: set[str] = set()
        self.mode: dict[str, str] = {}
        self.facts: dict[str, tuple[Json, Json]] = {}
        self.told: dict[str, str] = {}
        self.worth: defaultdict[str, list[tuple[int, bool]]] = defaultdict(list)
        self.beaten: set[tuple[str, str]] = set()

    # The map

    def _lay_map(self, said: Json, slot: str) -> None:
        self.land = {one["id"]: one for one in said["map"]["places"]}
        self.building = {key: one.get("building", "") for key, one in self.land.items()}

    def _enlist(self, said: Json, slot: str) -> None:
        self.realms.append(f"{slot}.realm")

    def _pick_capital(self, said: Json, slot: str) -> None:
        self.owner[said["territory"]] = said["realm"]
        self.building[said["territory"]] = "city"

    def is_(self, place: str, what: str) -> bool:
        return bool(self.land[place].get(what)) or self.land[place].get("terrain") == what

    def places(self, realm: str) -> list[str]:
        return sorted(place for place, owner in self.owner.items() if owner == realm)

    def size(self, realm: str) -> Fraction:
        whole = [place for place in self.places(realm) if place not in self.fort]
        besieged = [place for place, holder in self.fort.items() if realm in (holder, self.owner[place])]
        cities = sum(self.building[place] == "city" for place in whole)
        return len(whole) + cities + HALF * len(besieged)

    def forts(self, realm: str, *kinds: str) -> int:
        whole = [place for place in self.places(realm) if place not in self.fort]
        held = [place for place, holder in self.fort.items() if holder == realm]
        return sum(self.building[place] in kinds for place in (*whole, *held))

    def lives(self, realm: str) -> bool:
        return bool(self.places(realm)) or realm in self.fort.values()

    # Events, gold

    def _take_order(self, said: Json, slot: str) -> None:
        self.round = said["round"]
        self._new_round()
        for realm in self.realms:
            self.ep[realm] = min(self.ep[realm], 1)
        dice: defaultdict[str, list[int]] = defaultdict(list)
        for key in sorted(self.answers, key=lambda key: int(key.split(":")[2])):
            dice[key.split(":")[1]].append(self.answers[key])

        def larger(realm: str) -> tuple[Any, ...]:
            forts = self.forts(realm, "castle", "city")
            return self.size(realm), self.forts(realm, "city"), forts, dice[realm]

        alive = [realm for realm in self.realms if self.lives(realm)]
        self.order[self.round] = sorted(alive, key=larger, reverse=True)

    def _pick_event(self, said: Json, slot: str) -> None:
        realm = said["realm"]
        event = self.answers[f"event:{realm}"]
        self.events[realm] = event, self.answers.get(f"target:{realm}", "")
        for occasion in (f"boom:{realm}", *(f"boom{n}:{realm}" for n in range(2, 60))):
            where = self.answers.get(occasion, "nothing")
            if where != "nothing" and self.answers.get(f"{occasion}:{where}:sure", True):
                self.building[where] = self.answers[f"{occasion}:{where}"]
        for key, face in self.answers.items():
            if key.startswith("disaster:") and face == 1:
                place = key.partition(":")[2]
                self.building[place] = ""
                self.fort.pop(place, None)

    def _collect(self, said: Json, slot: str) -> None:
        dice: defaultdict[str, list[int]] = defaultdict(list)
        for key, face in self.answers.items():
            dice[key.split(":")[1]].append(face)
        for place, faces in dice.items():
            assert len(faces) == (3 if self.is_(place, "mountain") else 2)
            self.gold[said["realm"]] += 10 * sum(faces)
            if len(set(faces)) == 1:
                self.building[place] = ""

    def _commit_gold(self, said: Json, slot: str) -> None:
        for key, amount in self.answers.items():
            if key.startswith("opened:"):
                realm = key.rpartition(":")[2]
                paid = min(amount, self.gold[realm])
                self.gold[realm] -= paid
                self.gold_in[said["battle"]][realm] = paid

    # Challenges and battles

    def against(self, defender: str) -> list[str]:
        standing = (one for one, whom in self.challenges.items() if whom == defender)
        return sorted(one for one in standing if one not in self.broken)

    def _challenge(self, said: Json, slot: str) -> None:
        realm, defender = said["realm"], said["defender"]
        if defender in self.challenges and len(self.against(self.challenges[defender])) > 1:
            self.broken.add(defender)
        self.challenges[realm] = defender

    def _choose_battles(self, said: Json, slot: str) -> None:
        self.mode[said["realm"]] = said["mode"]

    def battles(self) -> set[str]:
        """The land battles the challenges of this round lead to, by their ids."""
        found = set()
        for defender in set(self.challenges.values()):
            members = self.against(defender)
            team = self.mode.get(defender) != "series" and len(members) > 1
            found |= {f"round:{self.round}:{one}:{defender}" for one in (["team"] if team else members)}
        return found

    def sides(self, battle: str) -> tuple[list[str], list[str]]:
        attacker, defender = battle.split(":")[-2:]
        return self.against(defender) if attacker == "team" else [attacker], [defender]

    def _report(self, said: Json, slot: str) -> None:
        self.facts[said["battle"]] = said["attack"], said["defend"]

    def _report_outcome(self, said: Json, slot: str) -> None:
        self.told[said["battle"]] = said["outcome"]

    def _confirm(self, said: Json, slot: str) -> None:
        battle = said["battle"]
        if battle in self.told:
            self._elsewhere(battle, self.told[battle])
        else:
            self._settle(battle, *graded(*self.facts[battle]))

    def _decide(self, said: Json, slot: str) -> None:
        if said.get("attack"):
            self._report(said, slot)
        self._confirm(said, slot)

    def _walkover(self, said: Json, slot: str) -> None:
        lost = said["realm"] in self.sides(said["battle"])[0]
        self._settle(said["battle"], *(("lose", "minor") if lost else ("minor", "lose")))

    def _abstract(self, said: Json, slot: str) -> None:
        battle = said["battle"]
        attackers, defenders = self.sides(battle)
        total = self.answers[f"rolloff:{battle}"]
        total += self._edge(battle, attackers, defenders) - self._edge(battle, defenders, attackers)
        row = next((row for row in ROLLED_OFF if total <= row[0]), (99, "major", "lose"))
        self._settle(battle, row[1], row[2])

    _rule_abstract = _abstract

    def _edge(self, battle: str, ours: list[str], theirs: list[str]) -> int:
        def have(side: list[str], event: str) -> bool:
            return any(self.events.get(one, ("",))[0] == event for one in side)

        scouts = have(ours, "scouts") and not have(theirs, "scouts")
        largest = self.order[self.round][0] in ours
        hundreds = sum(self.gold_in[battle].get(one, 0) for one in ours) // 100
        return scouts + have(ours, "elite_army") + largest + min(hundreds, 2)

    def _strike(self, said: Json, slot: str) -> None:
        for realm, amount in self.gold_in[said["battle"]].items():
            self.gold[realm] += amount

    def _settle(self, battle: str, attack: str, defend: str) -> None:
        sides = self.sides(battle)
        first, second = sides
        for grade, ours, theirs in ((attack, first, second), (defend, second, first)):
            won = grade in ("minor", "major", "massacre")
            for realm in ours:
                self.worth[realm].append((max(0, WORTH[grade] - (len(ours) > 1)), won))
                self.beaten |= {(realm, other) for other in theirs if won}

    def _elsewhere(self, battle: str, outcome: str) -> None:
        """A battle at sea or for a fort."""
        if ":siege:" in battle:
            if outcome == "attack":
                del self.fort[battle.rpartition(":")[2]]
        elif outcome != "draw":
            ours, theirs = battle.split(":")[-2:]
            won, lost = (ours, theirs) if outcome == "attack" else (theirs, ours)
            self.over = {pair for pair in self.over if pair[0] != lost} | {(won, lost)}

    def _hand_out(self) -> None:
        found = {}
        for realm in self.realms:
            worth = self.worth[realm]
            points = sum(one for one, _ in worth) // len(worth) if worth else 0
            if self.events.get(realm, ("",))[0] == "all_or_nothing":
                points = points + 2 if worth and all(won for _, won in worth) else 0
            found[realm] = points
            self.ep[realm] += points
        self.earned[self.round] = found

    # Spending

    def _pay(self, realm: str, price: int) -> None:
        assert 0 < price <= self.ep[realm], (realm, price, self.ep[realm])
        self.ep[realm] -= price

    def _taken(self, realm: str, place: str, base: int, fort: bool) -> int:
        """What taking somebody's territory costs, the sea's advantage included."""
        price = base + self.is_(place, "mountain") + fort
        if self.is_(place, "shore") and self.fort.get(place) != realm:
            price += ((self.owner[place], realm) in self.over) - ((realm, self.owner[place]) in self.over)
        return max(1, price)

    def _claim(self, said: Json, slot: str) -> None:
        realm, place = said["realm"], said["territory"]
        assert not self.owner.get(place)
        grab = self.events.get(realm, ("",))[0] == "land_grab" and realm not in self.grabbed
        self.grabbed.add(realm)
        self._pay(realm, (1 if grab else 2) + self.is_(place, "mountain"))
        self.owner[place] = realm

    def _conquer(self, said: Json, slot: str) -> None:
        realm, place = said["realm"], said["territory"]
        assert (realm, self.owner[place]) in self.beaten
        fort = self.building[place] in ("castle", "city") and place not in self.fort
        self._pay(realm, self._taken(realm, place, 3, fort))
        self.owner[place] = realm
        if self.building[place] == "mine":
            self.building[place] = ""
        if self.fort.get(place) == realm:
            del self.fort[place]

    def _besiege(self, said: Json, slot: str) -> None:
        realm, place = said["realm"], said["territory"]
        if self.answers[f"consent:{realm}:{place}"]:
            assert (realm, self.owner[place]) in self.beaten
            self._pay(realm, self._taken(realm, place, 2, False))
            self.fort[place], self.owner[place] = self.owner[place], realm

    def _build(self, said: Json, slot: str) -> None:
        assert self.owner[said["territory"]] == said["realm"]
        self._pay(said["realm"], 1)
        self.building[said["territory"]] = said["building"]

    def _raid(self, said: Json, slot: str) -> None:
        realm, place = said["realm"], said["territory"]
        self._pay(realm, 1)
        gold, other = 10 * self.answers[f"raid:{realm}:{place}"], self.owner.get(place)
        if other:
            gold = max(0, min(gold, self.gold[other] - 25 * self.forts(other, "castle", "city")))
            self.gold[other] -= gold
        self.gold[realm] += gold

    def _plunder(self, said: Json, slot: str) -> None:
        realm, place = said["realm"], said["territory"]
        assert (realm, self.owner[place]) in self.beaten
        self._pay(realm, 2)
        if self.building[place]:
            self.building[place] = ""
        else:
            del self.owner[place]

    def _end_turn(self, said: Json, slot: str) -> None:
        self.ep[said["realm"]] = min(self.ep[said["realm"]], 1)


def graded(attack: Json, defend: Json) -> tuple[str, str]:
    """Both sides' grades from the facts of a land battle."""
    vp = [sum(host["vp"] for host in side["hosts"]) for side in (attack, defend)]
    lead = vp[0] - vp[1]
    if attack["surrendered"] or defend["surrendered"]:
        winner = "defend" if attack["surrendered"] else "attack"
    elif attack["withdrew"] != defend["withdrew"]:
        stayed = "defend" if attack["withdrew"] else "attack"
        winner = stayed if (lead > 0) == (stayed == "attack") and lead else "nobody"
    else:
        return ("draw", "draw") if not lead else ("draw", "lose") if lead > 0 else ("lose", "draw")
    hosts = {"attack": attack, "defend": defend}.get(winner, {"hosts": []})["hosts"]
    if not hosts or (len(hosts) > 1 and any(host["general_lost"] for host in hosts)):
        return "draw", "draw"
    share = Fraction(sum(host["units_lost"] for host in hosts), sum(host["break_point"] for host in hosts))
    grade = "massacre" if share <= Fraction(1, 4) else "major" if share <= HALF else "minor"
    return (grade, "lose") if winner == "attack" else ("lose", grade)
