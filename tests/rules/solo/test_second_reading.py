"""Random activations come out as a second, short reading of the rulebook has them (`pencil`)."""

from __future__ import annotations

import copy
import os
import random
from collections import Counter
from typing import Any

import pytest

from rules.engine.dice import is_random
from rules.engine.effects import apply_all
from rules.engine.procedure import Settled, drive
from rules.engine.questions import Answer, Question, Roll, question_options
from rules.solo.game import GAME
from rules.solo.state import SoloState
from tests.rules.engine.read_back import load_state
from tests.rules.solo import pencil
from tests.rules.solo.pencil import Data, World
from tests.rules.solo.play import table

WHOLE = bool(os.environ.get("MUSTERROLL_SEASON"))
MANY = 20_000 if WHOLE else 400
GUN_RULES = ("Indirect", "Relentless", "Deadly(6)", "Blast(3)", "Rending", "Reliable")
BLADE_RULES = ("AP(3)", "Deadly(2)", "Rending", "Limited", "Furious")
RULES = ("Counter", "Caster(1)", "Caster(2)", "Fearless")


# A world by chance


def weapon(dice: random.Random, label: str, reach: int) -> Data:
    aims = dice.sample(("Sniper", "Deadly(3)", "AP(2)"), dice.choice((0, 0, 1, 2)))
    rules = [*aims, *dice.sample(GUN_RULES if reach else BLADE_RULES, dice.choice((0, 0, 1)))]
    more = {"ap": dice.choice((0, 0, 1, 2)), "count": dice.choice((1, 1, 2))}
    return {"label": label, "range": reach, "attacks": dice.randint(1, 4), "rules": rules, **more}


def sheet(dice: random.Random, name: str) -> Data:
    """A unit of the app, of the type that its weapons say."""
    while True:
        guns = [
            weapon(dice, f"{name} gun {n}", dice.choice((9, 12, 18, 24)))
            for n in range(dice.choice((0, 1, 1, 2)))
        ]
        blades = [weapon(dice, f"{name} blade {n}", 0) for n in range(dice.choice((0, 1, 1, 2)))]
        one: Data = {
            "id": name, "name": name, "side": "bot", "quality": dice.randint(3, 6), "defense": 4,
            "section": dice.choice((1, 2)), "tokens": dice.choice((0, 1, 3)),
            "rules": dice.sample(RULES, dice.choice((0, 0, 1))),
            "weapons": dice.sample([*guns, *blades], len(guns) + len(blades)),
            "activated": dice.random() < 0.3, "stunned": dice.random() < 0.15,
            "out": dice.choice(("", "", "", "", "ko", "reserve")),
        }  # fmt: skip
        if one["weapons"] and (kind := pencil.type_of(one)):
            return one | {"type": kind}


def foe(dice: random.Random, name: str, distance: int) -> Data:
    tough, models = dice.choice((1, 1, 3, 6)), dice.choice((1, 1, 3))
    return {
        "id": name, "name": name, "side": "me", "weapons": [weapon(dice, f"{name} blade", 0)], "rules": [],
        "defense": dice.randint(2, 6), "tough": tough, "models": models, "wounds": dice.randint(0, tough - 1),
        "hero": dice.random() < 0.3, "top_upgrade": dice.choice((0, 0, 5, 15)),
        "activated": dice.random() < 0.5, "stunned": dice.random() < 0.15,
        "out": "ko" if dice.random() < 0.15 else "",
        "cover": dice.random() < 0.4, "distance": distance,
    }  # fmt: skip


def some(dice: random.Random, names: list[str]) -> list[str]:
    return dice.sample(names, dice.randint(1, len(names))) if names else []


def world(dice: random.Random) -> World:
    ours = [sheet(dice, f"u{n}") for n in range(dice.randint(1, 5))]
    if not [one for one in ours if not (one["out"] or one["activated"])]:
        ours[0] |= {"out": "", "activated": False}
    theirs = [foe(dice, f"e{n}", far) for n, far in enumerate(dice.sample(range(1, 30), dice.randint(1, 4)))]
    there = [one["id"] for one in theirs if not one["out"]]
    shots = {seen: some(dice, there) if dice.random() < 0.6 else [] for seen in ("shot_after", "shot_here")}
    charge = some(dice, there) if dice.random() < 0.6 else []
    in_way = some(dice, charge) if dice.random() < 0.5 else []
    true = {
        **shots,
        "charge": charge,
        "in_way": in_way,
        "way": bool(in_way) or (bool(there) and dice.random() < 0.4),
        "rush_only": dice.random() < 0.4,
        "spells": [n for n in range(1, 7) if dice.random() < 0.4],
        "stands": [dice.choice(("done", "done", "crossed", "line", "cannot")) for _ in range(4)],
    }
    spells = [
        {
            "id": f"s{n}",
            "side": "bot",
            "number": n,
            "cost": (n + 1) // 2,
            "aim": dice.choice(("harm", "help")),
        }
        for n in range(1, dice.choice((1, 4, 7)))
    ]
    return World(ours, theirs, markers(dice, ours), spells, true)


def markers(dice: random.Random, ours: list[Data]) -> list[Data]:
    """Markers with who stands near: one unit near one of them at most."""
    found: list[Data] = [
        {"id": f"m{n}", "name": f"m{n}", "seized": dice.choice(("", "", "me", "bot")), "ai": 0,
         "human": dice.choice((0, 0, 1, 2)), "distance": dice.choice((4, 9, 9, 15))}
        for n in range(dice.randint(0, 3))
    ]  # fmt: skip
    for one in ours:
        if found and not one["out"] and not one["stunned"] and dice.random() < 0.5:
            dice.choice(found)["ai"] += 1
    return found


# The app, and the people who answer it


def state_of(known: World) -> SoloState:
    own = ("cover", "distance", "ai", "human")

    def plain(rows: list[Data]) -> list[Data]:
        return [{key: value for key, value in one.items() if key not in own} for one in rows]

    laid = table(*plain([*known.ours, *known.theirs]), markers=tuple(plain(known.markers)))
    found: SoloState = load_state(SoloState, laid | {"spells": known.spells})
    return found


class People:
    """Who look at the table, and throw the dice; `known` has them in the end, by what they were for."""

    def __init__(self, known: World, luck: random.Random) -> None:
        self.known, self.luck, self.tries = known, luck, 0

    def answer(self, question: Question) -> Answer:
        word, *rest = question.key.split(":")
        if is_random(question):
            return self._die(question, word)
        return Answer(getattr(self, f"_{word}")(question, rest))

    def _die(self, question: Question, word: str) -> Answer:
        assert isinstance(question, Roll)
        faces = question.legal or tuple(face.value for face in question.faces)
        face = self.luck.choice(faces)
        self.known.dice.setdefault(word, []).append(face)
        return Answer(face)

    def _obj(self, question: Question, rest: list[str]) -> bool:
        return bool(pencil.free(self.known))

    def _marker(self, question: Question, rest: list[str]) -> Any:
        found = pencil.free(self.known)
        if not found:
            return "all"
        close = min(one["distance"] for one in found)
        best = [str(one["id"]) for one in found if one["distance"] == close]
        if rest[-1] == "equal":
            return best
        return best[0] if len(best) == 1 else "equal"

    def _way(self, question: Question, rest: list[str]) -> bool:
        return bool(self.known.true["way"])

    def _way_charge(self, question: Question, rest: list[str]) -> bool:
        return bool(self.known.true["in_way"])

    def _charge(self, question: Question, rest: list[str]) -> Any:
        charge = self.known.true["charge"]
        if len(rest) == 1:
            return bool(charge)
        only = "in the way" in question.text
        return self._first_line(question, self.known.true["in_way"] if only else charge)

    def _shoot(self, question: Question, rest: list[str]) -> bool:
        return bool(self.known.true["shot_after"])

    def _rush_only(self, question: Question, rest: list[str]) -> bool:
        return bool(self.known.true["rush_only"])

    def _hold(self, question: Question, rest: list[str]) -> bool:
        return bool(self.known.true["shot_here"])

    def _spell_target(self, question: Question, rest: list[str]) -> bool:
        return int(rest[-1]) in self.known.true["spells"]

    def _order(self, question: Question, rest: list[str]) -> str:
        verb = question.card.verb  # type: ignore[attr-defined]
        self.seen = {"Advance": "shot_after", "Hold": "shot_here"}.get(verb, "")
        if verb in ("Idle", "Hold"):
            return "done"
        self.tries += 1
        return str(self.known.true["stands"][self.tries - 1])

    def _target(self, question: Question, rest: list[str]) -> str:
        return self._first_line(question, self.known.true[self.seen])

    def _first_line(self, question: Question, valid: list[str]) -> str:
        """The first line with a target in it, and within that the nearest, as the page says."""
        there = {one["id"]: one for one in self.known.theirs if one["id"] in valid}
        options = question_options(question)
        twice = any(one.id.endswith("~cover") for one in options)
        true = [
            (int(one.note.split(",")[0].split()[1]), there[enemy]["distance"], one.id)
            for one in options
            if (enemy := one.id.removesuffix("~cover")) in there
            and (not twice or there[enemy]["cover"] == one.id.endswith("~cover"))
        ]
        return min(true)[2] if true else "none"


def by_the_app(known: World, luck: random.Random) -> Data:
    """The activation as the rules have it; the dice are left in the world."""
    state, people, given = state_of(known), People(known, luck), dict[str, Answer]()
    while True:
        progress = drive(GAME.start(state, "solo.activate", {"turn": 0}, "e1"), lambda q: given.get(q.key))
        if isinstance(progress, Settled):
            break
        for question in progress.questions:
            given[question.key] = people.answer(question)
    after = apply_all(state, progress.result)
    (done,) = after.activations.values()
    unit = after.units[done.unit]
    assert (unit.activated, unit.stunned) == (True, False)
    return {
        "unit": done.unit, "rolled": done.rolled, "used": done.used, "leaf": done.leaf, "action": done.action,
        "toward": done.toward, "asked": list(done.asked), "marker": done.marker, "struck": set(done.targets),
        "spells": list(done.spells), "refused": list(done.refused), "section": unit.section,
        "tokens": unit.tokens, "dice_left": {},
    }  # fmt: skip


def compared(seed: int) -> Data:
    """One activation, read twice."""
    dice = random.Random(seed)
    known = world(dice)
    told = by_the_app(known, dice)
    again = copy.deepcopy(known)
    assert told == pencil.activation(again), (seed, known)
    return told


@pytest.mark.season
@pytest.mark.timeout(3600)
def test_solo_31_and_39_random_activations_are_those_of_a_second_reading() -> None:
    """All leaves come up, and with them what is worth comparing."""
    seen: Counter[str] = Counter()
    for seed in range(MANY):
        told = compared(seed)
        seen.update((told["leaf"], f"struck:{len(told['struck'])}", f"refused:{len(told['refused'])}"))
        seen["spell"] += bool(told["spells"])
        seen["marker"] += bool(told["marker"])
    leaves = {f"{kind}{n}" for kind, most in (("H", 9), ("S", 4), ("M", 5)) for n in range(1, most + 1)}
    assert leaves | {"IDLE", "HOLD", "spell", "marker", "struck:2", "refused:1", "refused:2"} <= seen.keys()
