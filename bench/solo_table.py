"""A table that plays whole games, measures every answer and checks every order.

The people's side is a simple script. What the rules decide is compared with the oracle of `ground`: a fact
that data answered wrongly, an order the tree does not give, a target that is not the best one or a question
nobody can answer stops the game.
"""

import math
from collections import Counter
from typing import Any

from bench.solo_ground import Ground, Point, Wrong, random_list
from campaigns.solo.table.together import taps_of
from rules.engine.dice import is_random, roll, thrower
from rules.engine.effects import apply_all
from rules.engine.procedure import Settled, drive
from rules.engine.questions import Answer, Question, question_options
from rules.solo.activating.aiming import COVERED, charging, weapon_groups, weapon_rules
from rules.solo.activating.cards import OrderQuestion
from rules.solo.activating.eyes import Eyes, hold_weapons
from rules.solo.deciding.scores import has, usable_weapons
from rules.solo.deciding.targets import Candidate, order_targets
from rules.solo.effects import ActivationClosed
from rules.solo.game import GAME
from rules.solo.playing.next_act import next_act
from rules.solo.setting_up.markers import marker_ground
from rules.solo.state import SoloState, Spell, TableSide, Unit


class Table(Ground):
    """One game from the first list to the last round."""

    # ------------------------------------------------------------ answers

    def answer(self, question: Question) -> Any:
        """The true answer, by the first word of the question's key."""
        word, *rest = question.key.split(":")
        self.tally.questions[word] += 1
        known = getattr(self, f"say_{word}", None)
        if known is None:
            raise Wrong(f"nobody at the table can answer {question.key}: {question.text}")
        return known(question, rest)

    def acting(self, question: Question) -> Unit:
        return self.state.units[question.about]

    def say_spot(self, question: Question, rest: list[str]) -> str:
        return "there"

    def say_place(self, question: Question, rest: list[str]) -> str:
        section = 1 if "section 1" in question.text else 2
        x = self.dice.uniform(0, 23.9) + 24 * (section - 1)
        self.at[question.about] = (x, self.dice.uniform(0, 12))
        return "placed"

    def say_arrive(self, question: Question, rest: list[str]) -> str:
        if self.dice.random() < 0.1:
            return "no_spot"
        x = self.dice.uniform(0, 23.9) + 24 * (int(rest[-1]) - 1)
        self.at[question.about] = (x, self.dice.uniform(0, 48))
        return "placed"

    def say_first(self, question: Question, rest: list[str]) -> str:
        return self.dice.choice(("ai", "human"))

    def say_obj(self, question: Question, rest: list[str]) -> bool:
        return bool(self.free_markers())

    def say_marker(self, question: Question, rest: list[str]) -> str:
        return self.objective(self.acting(question)) or "all"

    def fact(self, question: Question, name: str) -> bool:
        answer = self.truth(self.acting(question), name)
        if name in ("way", "way_charge", "charge", "shoot") and not self.humans():
            raise Wrong(f"{question.key}: nobody is there, data knows")
        return answer

    def say_way(self, question: Question, rest: list[str]) -> bool:
        return self.fact(question, "way")

    def say_way_charge(self, question: Question, rest: list[str]) -> bool:
        return self.fact(question, "way_charge")

    def say_charge(self, question: Question, rest: list[str]) -> Any:
        if len(rest) == 1:
            return self.fact(question, "charge")
        unit = self.acting(question)
        among = self.in_way(unit) if self.expected(unit)[0] in ("H1", "M1") else self.humans()
        return self.best(unit, "charge", self.chargeable(unit, among), question).id

    def say_shoot(self, question: Question, rest: list[str]) -> bool:
        return self.fact(question, "shoot")

    def say_rush_only(self, question: Question, rest: list[str]) -> bool:
        return self.fact(question, "rush_only")

    def say_vanguard(self, question: Question, rest: list[str]) -> bool:
        return self.vanguard(self.acting(question))

    def say_hold(self, question: Question, rest: list[str]) -> bool:
        unit = self.acting(question)
        weapon, rule = (
            hold_weapons(self.state, unit)[int(rest[0]) - 1]
            if rest[0].isdigit()
            else hold_weapons(self.state, unit)[0]
        )
        return any(
            math.dist(self.at[unit.id], self.at[one.id]) <= weapon.range
            and (rule == "Indirect" or self.sees(self.at[unit.id], self.at[one.id]))
            for one in self.humans()
        )

    def say_army(self, question: Question, rest: list[str]) -> str:
        self.tally.rules["army rule"] += 1
        return self.dice.choice(("used", "nobody", "senseless"))

    def say_spell_target(self, question: Question, rest: list[str]) -> bool:
        self.tally.rules["spell"] += 1
        return self.dice.random() < 0.6

    def expected(self, unit: Unit) -> tuple[str, Point]:
        """The leaf from where the unit stood when its activation began."""
        if unit.id not in self.memo:
            self.memo[unit.id] = (self.leaf(unit), self.at[unit.id])
        leaf, at = self.memo[unit.id]
        return leaf, at

    def say_order(self, question: Question, rest: list[str]) -> str:
        assert isinstance(question, OrderQuestion)
        assert question.card is not None
        unit, card = self.acting(question), question.card
        attempt = int(rest[-1])
        leaf = self.expected(unit)[0]
        if attempt == 1:
            self.check_leaf(unit, card.leaf, leaf)
        for fact, value in ((crumb.fact, crumb.answer) for crumb in card.crumbs):
            if value != self.truth(unit, fact):
                raise Wrong(f"{unit.name}: {fact} is {not value}, the rules took {value}")
        self.check_legal(unit, card.verb)
        if card.verb not in ("Idle", "Hold") and self.dice.random() < 0.03:
            self.tally.refused += 1
            return "cannot"
        return self.move(unit, card.verb, question)

    def check_leaf(self, unit: Unit, given: str, expected: str) -> None:
        if given != expected:
            raise Wrong(f"{unit.name} ({unit.type}): {given} instead of {expected}")

    def check_legal(self, unit: Unit, verb: str) -> None:
        forbidden = {"shooting": ("Charge",), "melee": ("Advance",), "hybrid": ()}[unit.type or "melee"]
        if verb in forbidden or (unit.stunned and verb != "Idle"):
            raise Wrong(f"a {unit.type} unit never does {verb}")

    def move(self, unit: Unit, verb: str, question: Question) -> str:
        if verb in ("Idle", "Hold"):
            return "done"
        start, reach = self.at[unit.id], self.reach(unit)
        goal = self.objective(unit)
        if verb == "Charge":
            known = self.memo.get(f"charged:{unit.id}")
            among = self.in_way(unit) if self.expected(unit)[0] in ("H1", "M1") else self.humans()
            target = known or self.chargeable(unit, among)[0].id
            self.at[unit.id] = self.toward(start, self.at[target], reach.charge)
        elif verb == "Advance":
            self.at[unit.id] = self.after_advance(unit)
        elif goal:
            self.at[unit.id] = self.toward(start, self.marker_at(goal), reach.rush)
        elif self.humans():
            there = self.at[self.nearest(start, [one.id for one in self.humans()])]
            self.at[unit.id] = self.toward(start, there, reach.rush)
        return self.stands(unit)

    def stands(self, unit: Unit) -> str:
        x = self.at[unit.id][0]
        if abs(x - 24) < 0.3:
            return "line"
        return "done" if (1 if x < 24 else 2) == unit.section else "crossed"

    def candidates(self, unit: Unit, valid: list[Unit]) -> list[Candidate]:
        return [
            Candidate(
                one.id,
                distance=math.dist(self.at[unit.id], self.at[one.id]),
                cover=self.in_cover(one.id),
                activated=one.activated,
                stunned=one.stunned,
                defense=one.defense,
                models=one.models,
                tough=one.tough > 1,
                tough_left=one.tough_left,
                hero=one.hero,
                top_upgrade=one.top_upgrade,
            )
            for one in valid
        ]

    def best(self, unit: Unit, kind: Any, valid: list[Unit], question: Question) -> Unit:
        """The target an oracle would take; its line has to be the first one that is valid."""
        eyes = Eyes(self.state, GAME.book_of(self.state), unit)
        names = charging(eyes)[0]
        if not valid:
            raise Wrong(f"{unit.name} charges and nobody is in reach")
        chosen = order_targets(kind, names, self.candidates(unit, valid))[0][0].id
        self.memo[f"charged:{unit.id}"] = chosen
        self.check_lines(question, chosen, [one.id for one in valid])
        return self.state.units[chosen]

    def check_lines(self, question: Any, chosen: str, valid: list[str]) -> None:
        line = {option.id: option.note.split(",")[0] for option in question.options if option.note}
        first = min(int(line[one].split()[1]) for one in valid)
        if int(line[chosen].split()[1]) != first:
            raise Wrong(f"{question.key}: {chosen} is not in the first line with a target")

    def say_target(self, question: Question, rest: list[str]) -> str:
        unit = self.acting(question)
        eyes = Eyes(self.state, GAME.book_of(self.state), unit)
        _, weapons = weapon_groups(eyes, usable_weapons(self.state, unit), "shoot")[int(rest[-2]) - 1]
        valid = self.shootable(self.at[unit.id], weapons)
        if not valid:
            return "none"
        rules = weapon_rules(weapons[0])
        candidates = self.candidates(unit, valid)
        chosen = order_targets("shoot", rules, candidates)[0][0]
        twice = any(option.id.endswith(COVERED) for option in question.options)  # type: ignore[attr-defined]
        said = {one.id: f"{one.id}{COVERED}" if one.cover and twice else one.id for one in candidates}
        self.check_lines(question, said[chosen.id], list(said.values()))
        return said[chosen.id]

    def say_holds(self, question: Question, rest: list[str]) -> str:
        marker = rest[-1]
        counts = {camp: self.near(marker, self.awake(camp)) for camp in ("ai", "human")}
        sides = {
            option.id: self.state.sides[option.id].camp
            for option in question_options(question)
            if option.id in self.state.sides
        }
        for side, camp in sides.items():
            if counts[camp] and not counts["human" if camp == "ai" else "ai"]:
                return side
        held = self.state.markers[marker].seized
        return held or "nobody"

    def awake(self, camp: str) -> list[Unit]:
        return [unit for unit in self.state.on_table(camp) if not unit.stunned]

    def say_end(self, question: Question, rest: list[str]) -> str:
        return "end"

    def say_winner(self, question: Question, rest: list[str]) -> str:
        held = Counter(self.state.camp_of(m.seized) for m in self.state.markers.values())
        if held["ai"] == held["human"]:
            return "draw"
        return "ai" if held["ai"] > held["human"] else "human"

    # ------------------------------------------------------------ playing

    def do(self, name: str, **params: object) -> tuple[Any, ...]:
        """Settle one procedure; every question is answered once, and by key ever after."""
        self.entries += 1
        entry, known = f"e{self.entries}", dict[str, Answer]()
        throw = thrower(self.throw_seed + entry.encode())
        self.memo = {}
        asked: list[tuple[Question, object]] = []
        while True:
            progress = drive(
                GAME.start(self.state, f"solo.{name}", params, entry), lambda q: known.get(q.key)
            )
            if isinstance(progress, Settled):
                break
            for question in progress.questions:
                if is_random(question):
                    known[question.key] = roll(question, throw)
                else:
                    known[question.key] = Answer(self.answer(question))
                    asked.append((question, known[question.key].value))
        if name == "activate":
            self.count_taps(tuple(progress.result), 1 + taps_of(asked))  # the first asks for the next unit
        effects = tuple(progress.result)
        self.state = apply_all(self.state, effects)
        return effects

    def count_taps(self, effects: tuple[Any, ...], taps: int) -> None:
        """Apart for plain units whose order was possible; the others may need more."""
        done = next(one.activation for one in effects if isinstance(one, ActivationClosed))
        unit = self.state.units[done.unit]
        heroes = any(has(one.all_rules, "Vanguard") for one in self.state.on_table("ai"))
        special = unit.army_rules or heroes or hold_weapons(self.state, unit) or done.refused
        self.tally.taps[not (special or has(unit.rules, "Caster"))][taps] += 1

    def set_up(self) -> None:
        pool = [random_list(self.dice, number) for number in range(1, 5)]
        sides = [
            TableSide("bot", "The app", "ai_neutral", 1, underdog=self.dice.randint(0, 3)),
            TableSide("me", "Me", "human", 2),
        ]
        spells = [
            Spell(f"s{n}", "bot", n, f"Hex {n}", (n + 1) // 2, "harm" if n % 2 else "help", 12)
            for n in range(1, 7)
        ]
        self.do("open", sides=sides, pool=pool, spells=spells)
        self.do("draw")
        self.do("types")
        while self.state.game.phase == "markers":
            self.lay_marker()
        self.do("zones")
        for unit in self.state.units_of("human"):
            self.at[unit.id] = self.spot(36, 48)
        self.do("deployed")
        self.do("deploy")

    def lay_marker(self) -> None:
        number = len(self.state.markers) + 1
        if number % 2:
            self.do("place_marker", number=number)
            return
        known = marker_ground(self.state, GAME.book_of(self.state))
        assert known is not None
        spots = ((self.dice.randint(0, 4800), self.dice.randint(1200, 3600)) for _ in range(500))
        x, y = next((x, y) for x, y in spots if known.legal((x / 100, y / 100)))
        self.do("lay_marker", number=number, x=x, y=y)

    def play(self) -> SoloState:
        self.set_up()
        for _ in range(400):
            act = next_act(self.state, GAME.book_of(self.state))
            if not act.do:
                break
            if act.do == "human_turn":
                self.human_turn(self.state.game.turn)
            else:
                before = set(self.state.activations)
                self.do(act.do, **act.params)
                for name in set(self.state.activations) - before:
                    self.fight(name)
        else:
            raise Wrong("the game does not end")
        self.count()
        return self.state

    def count(self) -> None:
        self.tally.games += 1
        self.tally.leaves.update(one.leaf for one in self.state.activations.values())
        self.tally.winners[self.state.game.winner] += 1
        for unit in self.state.units_of("ai"):
            written = [*unit.all_rules, *(rule for weapon in unit.weapons for rule in weapon.rules)]
            self.tally.rules.update(rule.partition("(")[0] for rule in written)

    def fight(self, name: str) -> None:
        """Roll the app's attacks; the people's saves are a coin."""
        done = self.state.activations[name]
        for weapon, enemy in done.targets:
            unit, hit = self.state.units[done.unit], self.state.units.get(enemy)
            if hit is None or not hit.on_table or not unit.on_table:
                continue
            hits = self.do("attack", unit=unit.id, weapon=weapon, target=enemy)[0].hits
            if hits and self.dice.random() < 0.6:
                self.hurt(enemy, unit.id)
        if done.action == "CHARGE" and done.target and self.state.units[done.target].on_table:
            self.do("defend", unit=done.unit, hits=self.dice.randint(1, 3), by=done.target)

    def hurt(self, enemy: str, by: str) -> None:
        out = self.dice.random()
        if out < 0.35:
            self.do("status", unit=enemy, out="ko", by=by)
        elif out < 0.4:
            self.do("status", unit=enemy, out="routed")
        else:
            self.do("status", unit=enemy, stunned=True, wounds=self.state.units[enemy].wounds + 1)

    def human_turn(self, turn: int) -> None:
        waiting = [unit for unit in self.humans() if not unit.activated]
        unit = self.dice.choice(waiting)
        foes = self.state.on_table("ai")
        stunned = unit.stunned
        self.do("human_turn", turn=turn, unit=unit.id)
        if stunned:
            return
        goals = [self.marker_at(marker) for marker in self.state.markers] + [self.at[foe.id] for foe in foes]
        if goals:
            goal = min(goals, key=lambda point: math.dist(point, self.at[unit.id]))
            self.at[unit.id] = self.toward(self.at[unit.id], goal, self.dice.choice((6, 12)))
        near = [foe for foe in foes if math.dist(self.at[unit.id], self.at[foe.id]) < 14]
        if near:
            foe = self.dice.choice(near)
            self.do(
                "defend", unit=foe.id, hits=self.dice.randint(1, 3), ap=self.dice.randint(0, 2), by=unit.id
            )
