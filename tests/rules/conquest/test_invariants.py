"""Random legal and illegal acts never break what must always hold."""

from __future__ import annotations

import random
from collections.abc import Collection
from typing import Any

import hypothesis
from hypothesis import given
from hypothesis import strategies as st

from rules.conquest.book import in_force
from rules.conquest.reckoning.reach import may_stand
from rules.conquest.rounds.phases import PHASES
from rules.conquest.state import BUILDINGS, Conquest, Facts, Host
from rules.engine.codec import dump_state, load_state
from rules.engine.dice import is_random, roll, thrower
from rules.engine.procedure import Open, Settled, drive
from rules.engine.questions import Answer, Number, Question, YesNo
from rules.engine.refusals import Refused
from tests.rules.conquest.play import League, league

TERRAIN = ("plain", "plain", "plain", "mountain", "marsh", "sea")
LAND_ACTS = ("claim", "conquer", "besiege", "build", "raid", "plunder")
SEASON = hypothesis.settings().max_examples >= 1000
ROUNDS = 160 if SEASON else 14
STEPS = 80


def battlefield(dice: random.Random) -> League:
    """A league with random ground and options, at the beginning of its first round."""
    options: dict[str, Any] = {key: dice.random() < 0.7 for key in ("siege", "naval", "abstract_allowed")}
    found = league("P1", "P2", "P3", "P4", phase="events", win_target=14, **options)
    for name, place in found.state.territories.items():
        if not place.owner:
            wet: dict[str, Any] = {"river": dice.random() < 0.2, "shore": dice.random() < 0.2}
            found.put(name, terrain=dice.choice(TERRAIN), **wet)
        else:
            found.put(name, place.owner, "city", shore=True)
    for realm in found.state.realms:
        found.give(realm, sails=options["naval"], gold=dice.randrange(400))
    return found


def attempt(found: League, dice: random.Random) -> None:
    """Try something; a refusal leaves everything as it was, for nothing is booked before the end."""
    act, params = some_act(found, dice)
    before = found.state
    throw = thrower(dice.randbytes(8))

    def answer(question: Question) -> Answer | None:
        return roll(question, throw) if is_random(question) else Answer(some_answer(question, dice))

    try:
        progress = drive(found.start(act, **params), answer)
    except Refused:
        return
    assert isinstance(progress, Settled)
    acting = params.get("realm")
    in_turn = PHASES[before.now.phase].acting == "in_turn"
    if acting and in_turn and act in PHASES[before.now.phase].acts and act not in ("sail", "assault"):
        assert before.now.active == acting
    paid = before.realms[acting].ep if acting else 0
    found.book(progress.result)
    if act in LAND_ACTS and acting:
        assert 0 <= found.realm(acting).ep <= paid
    check(before, found.state)


def some_answer(question: Question, dice: random.Random) -> Any:
    if isinstance(question, YesNo):
        return dice.random() < 0.8
    if isinstance(question, Number):
        return dice.randrange(question.least, question.most + 20)
    options = question.options  # type: ignore[attr-defined]
    open_ones = [one for one in options if not one.why_not]
    return dice.choice(open_ones if open_ones and dice.random() < 0.9 else options).id


def some_act(found: League, dice: random.Random) -> tuple[str, dict[str, Any]]:
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


def _act_of(found: League, phase: str, realm: str, dice: random.Random) -> tuple[str, dict[str, Any]]:
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


def _battle_act(found: League, realm: str, dice: random.Random) -> tuple[str, dict[str, Any]]:
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
    if battle.status == "reported" and dice.random() < 0.8:
        return "confirm", {"battle": battle.id, "realm": member}
    facts = [_facts(team, dice) for team in (battle.attackers, battle.defenders)]
    return "report", {"battle": battle.id, "realm": member, "attack": facts[0], "defend": facts[1]}


def _facts(members: tuple[str, ...], dice: random.Random) -> Facts:
    hosts = tuple(
        Host(realm=one, vp=dice.randrange(-20, 900), units_lost=dice.randrange(5), break_point=9)
        for one in members
    )
    return Facts(withdrew=dice.random() < 0.5, surrendered=dice.random() < 0.05, hosts=hosts)


def _land_act(found: League, realm: str, dice: random.Random) -> tuple[str, dict[str, Any]]:
    badges = found.ask("reachable", realm=realm)
    if dice.random() < 0.12:
        return "end_turn", {"realm": realm}
    if badges and dice.random() < 0.6:
        badge = dice.choice(badges)
        return badge["act"], {"realm": realm, "territory": badge["territory"]}
    act = dice.choice(LAND_ACTS)
    params = {"realm": realm, "territory": dice.choice(sorted(found.state.territories))}
    return act, {**params, "building": dice.choice(BUILDINGS)} if act == "build" else params


def check(before: Conquest, after: Conquest, ruled: Collection[str] = ()) -> None:
    """What holds after every act, whatever it was; `ruled` are territories an organiser built on."""
    book = in_force(after)
    for realm in after.realms.values():
        assert realm.gold >= 0
        assert realm.ep >= 0
    for place in after.territories.values():
        assert not (place.is_sea and place.owner)
        assert not place.building or place.id in ruled or may_stand(book, place.building, place)
        if place.owner:
            assert after.realms[place.owner].status == "active"
    for siege in after.sieges.values():
        place = after.territories[siege.id]
        assert place.building in ("castle", "city")
        assert place.owner
        assert place.owner != siege.holder
    check_round(before, after)
    check_turn(after)


def check_round(before: Conquest, after: Conquest) -> None:
    for number, one in before.rounds.items():
        assert after.rounds[number].ranking == one.ranking
    if after.now.round != before.now.round:
        assert all(one.ep <= 1 for one in after.realms.values() if one.status == "active")


def check_turn(after: Conquest) -> None:
    now = after.now
    if PHASES[now.phase].acting == "in_turn":
        assert after.realms[now.active].status in ("active", "waiting")
        assert now.active not in now.done
    pairs = [
        frozenset(b.members) for b in after.battles.values() if b.round == now.round and b.kind == "land"
    ]
    assert len(pairs) == len(set(pairs))


@hypothesis.settings(max_examples=ROUNDS)
@given(st.integers(0, 2**32))
def test_cq_24_random_play_keeps_every_invariant(seed) -> None:
    dice = random.Random(seed)
    found = battlefield(dice)
    entries = 0
    for _ in range(STEPS):
        before = found.state
        attempt(found, dice)
        if found.state is not before:
            entries += 1
    assert load_state(Conquest, dump_state(found.state)) == found.state
    assert entries > STEPS // 8


@hypothesis.settings(max_examples=10)
@given(
    st.permutations(["a2:1", "a2:2", "a3:1", "a3:2", "a3:3"]),
    st.lists(st.integers(1, 6), min_size=5, max_size=5),
)
def test_cq_39_the_order_of_dice_does_not_matter(order, faces):
    """Same answers, same effects, whichever die falls first."""
    known = dict(zip(["a2:1", "a2:2", "a3:1", "a3:2", "a3:3"], faces, strict=True))

    def collected(keys: list[str]) -> Any:
        found = league("P1", "P2", phase="revenue").put("a2", "P1", "mine", river=True)
        found.put("a3", "P1", "mine", terrain="mountain")
        answers: dict[str, Answer] = {}
        for key in keys:
            progress = drive(found.start("collect", realm="P1"), lambda q: answers.get(q.key))
            assert isinstance(progress, Open)
            assert f"mine:{key}" in {question.key for question in progress.questions}
            answers[f"mine:{key}"] = Answer(known[key], "hand")
        done = drive(found.start("collect", realm="P1"), lambda q: answers.get(q.key))
        assert isinstance(done, Settled)
        return done.result

    assert collected(order) == collected(sorted(known))


@hypothesis.settings(max_examples=6)
@given(st.integers(1, 6))
def test_cq_16_constant_faces_end(face) -> None:
    found = league("P1", "P2", "P3", "P4", phase="order")
    found.rolled("take_order", face=face, round=2)
    assert len(found.state.rounds["round:2"].ranking) == 4
