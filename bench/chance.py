"""Conquest played by chance: whoever has a choice takes any, sometimes one that is refused."""

from __future__ import annotations

import random
from datetime import UTC, datetime
from typing import Any, Protocol

from rules.conquest import GAME
from rules.conquest.book import conquest_in_force
from rules.conquest.rounds.phases import PHASES, realms_to_act
from rules.conquest.state import BUILDINGS, Conquest, Facts, Host, Territory
from rules.engine.dice import is_random, roll, thrower
from rules.engine.effects import Effect, apply_all
from rules.engine.procedure import Settled, drive
from rules.engine.questions import Answer, Number, Question, YesNo
from rules.engine.refusals import Refused
from rules.maps.model import Map

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
LAND_ACTS = ("claim", "conquer", "besiege", "build", "raid", "plunder")


def _fours(key: str, sides: int) -> int:
    return min(4, sides)


class Playing(Protocol):
    """A league as chance plays it."""

    state: Conquest

    @property
    def active(self) -> str: ...
    @property
    def phase(self) -> str: ...
    def waiting(self) -> list[str]: ...
    def place(self, territory: str) -> Territory: ...
    def ask(self, figure: str, **params: Any) -> Any: ...
    def do(self, act: str, **params: Any) -> Any: ...
    def start(self, act: str, now: datetime | None = NOW, **params: Any) -> Any: ...
    def book(self, effects: tuple[Effect, ...]) -> tuple[Effect, ...]: ...


class League:
    """A league without a database; acts are carried out with every die a four."""

    def __init__(self, state: Conquest) -> None:
        self.state = state
        self.entries = 0

    @property
    def active(self) -> str:
        return self.state.now.active

    @property
    def phase(self) -> str:
        return self.state.now.phase

    def waiting(self) -> list[str]:
        return realms_to_act(self.state, conquest_in_force(self.state))

    def place(self, territory: str) -> Territory:
        return self.state.territories[territory]

    def ask(self, figure: str, **params: Any) -> Any:
        return GAME.ask(self.state, figure, params)

    def do(self, act: str, **params: Any) -> Any:
        progress = drive(self.start(act, **params), lambda q: roll(q, _fours) if is_random(q) else None)
        assert isinstance(progress, Settled)
        return self.book(tuple(progress.result))

    def start(self, act: str, now: datetime | None = NOW, **params: Any) -> Any:
        fields = GAME.spec(f"conquest.{act}").params.model_fields
        for name, value in (("round", self.state.now.round), ("turn", self.state.now.turn)):
            if name in fields:
                params.setdefault(name, value)
        return GAME.start(self.state, f"conquest.{act}", params, f"e{self.entries + 1}", now)

    def book(self, effects: tuple[Effect, ...]) -> tuple[Effect, ...]:
        self.state = apply_all(self.state, effects)
        self.entries += 1
        return effects


def new() -> Conquest:
    """A league nobody has joined, with sieges and ships."""
    return GAME.begin("", {"siege": True, "naval": True, "win_target": 30})


def founded[L: Playing](found: L, ground: Map, players: int, dice: random.Random) -> L:
    """So many players on this ground, their capitals chosen by chance."""
    found.do("lay_map", map=ground)
    for number in range(players):
        found.do("enlist", colour=f"c{number}", name=f"N{number}", realm=f"R{number}")
    order = sorted(found.state.realms)
    dice.shuffle(order)
    found.do("begin_play", order=tuple(order))
    while found.phase == "capitals":
        places = found.ask("capitals")
        found.do("pick_capital", realm=found.active, territory=dice.choice(places)["territory"])
    for realm in order[:3]:
        found.do("sign_on", realm=realm)
    return found


def settled(found: Playing, dice: random.Random) -> tuple[Effect, ...]:
    """One random act; its effects, or nothing when it was refused."""
    act, params = some_act(found, dice)
    throw = thrower(dice.randbytes(8))
    try:
        progress = drive(
            found.start(act, now=NOW, **params),
            lambda q: roll(q, throw) if is_random(q) else Answer(some_answer(q, dice)),
        )
    except Refused:
        return ()
    assert isinstance(progress, Settled)
    return found.book(tuple(progress.result))


def some_answer(question: Question, dice: random.Random) -> Any:
    if isinstance(question, YesNo):
        return dice.random() < 0.8
    if isinstance(question, Number):
        return dice.randrange(question.least, question.most + 20)
    options = question.options  # type: ignore[attr-defined]
    open_ones = [one for one in options if not one.why_not]
    return dice.choice(open_ones if open_ones and dice.random() < 0.9 else options).id


def some_act(found: Playing, dice: random.Random) -> tuple[str, dict[str, Any]]:
    """Mostly what the phase wants, sometimes anything."""
    state = found.state
    now = state.now
    waiting = found.waiting()
    realm = now.active or (dice.choice(waiting) if waiting else "P1")
    if dice.random() < 0.15:
        realm = dice.choice(sorted(state.realms))
    if automatic := found.ask("automatic"):
        return automatic[0]["do"].removeprefix("conquest."), automatic[0]["params"]
    phase = now.phase if dice.random() < 0.9 else dice.choice(sorted(PHASES))
    return _act_of(found, phase, realm, dice)


def _act_of(found: Playing, phase: str, realm: str, dice: random.Random) -> tuple[str, dict[str, Any]]:
    others = sorted(found.state.realms)
    simple = {
        "events": ("pick_event", {"realm": realm}),
        "revenue": ("collect", {"realm": realm}),
        "challenge": ("challenge", {"realm": realm, "defender": dice.choice(others)}),
        "choice": ("choose_battles", {"realm": realm, "mode": dice.choice(["team", "series"])}),
    }
    if phase in simple:
        return simple[phase]
    if phase == "battle":
        return _battle_act(found, realm, dice)
    if phase == "conquest":
        return _land_act(found, realm, dice)
    return "leave" if dice.random() < 0.02 else "end_turn", {"realm": realm}


def _battle_act(found: Playing, realm: str, dice: random.Random) -> tuple[str, dict[str, Any]]:
    still = [b for b in found.state.battles.values() if b.status not in ("settled", "struck")]
    besieged = [one for one in found.state.sieges if dice.random() < 0.5]
    if besieged:
        return "assault", {"realm": found.place(besieged[0]).owner, "territory": besieged[0]}
    if not still or dice.random() < 0.1:
        return "sail", {"realm": realm, "defender": dice.choice(sorted(found.state.realms))}
    battle = dice.choice(still)
    member = dice.choice(battle.members)
    if dice.random() < 0.2:
        return "commit_gold", {"battle": battle.id}
    if battle.status in ("reported", "disputed") and dice.random() < 0.8:
        return "confirm", {"battle": battle.id, "realm": member}
    facts = [_facts(team, dice) for team in (battle.attackers, battle.defenders)]
    return "report", {"battle": battle.id, "realm": member, "attack": facts[0], "defend": facts[1]}


def _facts(members: tuple[str, ...], dice: random.Random) -> Facts:
    hosts = tuple(
        Host(realm=one, vp=dice.randrange(-20, 900), units_lost=dice.randrange(5), break_point=9)
        for one in members
    )
    return Facts(withdrew=dice.random() < 0.5, surrendered=dice.random() < 0.05, hosts=hosts)


def _land_act(found: Playing, realm: str, dice: random.Random) -> tuple[str, dict[str, Any]]:
    badges = found.ask("reachable", realm=realm)
    if dice.random() < 0.12:
        return "end_turn", {"realm": realm}
    if badges and dice.random() < 0.6:
        badge = dice.choice(badges)
        return badge["act"], {"realm": realm, "territory": badge["territory"]}
    act = dice.choice(LAND_ACTS)
    params = {"realm": realm, "territory": dice.choice(sorted(found.state.territories))}
    return act, {**params, "building": dice.choice(BUILDINGS)} if act == "build" else params
