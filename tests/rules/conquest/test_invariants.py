"""Random legal and illegal acts never break what must always hold."""

from __future__ import annotations

import random
from collections.abc import Collection
from typing import Any

import hypothesis
from hypothesis import given
from hypothesis import strategies as st

from bench.chance import LAND_ACTS, some_act, some_answer
from rules.conquest.book import conquest_in_force
from rules.conquest.reckoning.reach import may_stand
from rules.conquest.rounds.phases import PHASES
from rules.conquest.state import Conquest
from rules.engine.codec import dump_state
from rules.engine.dice import is_random, roll, thrower
from rules.engine.procedure import Open, Settled, drive
from rules.engine.questions import Answer, Question
from rules.engine.refusals import Refused
from tests.rules.conquest.play import League, league
from tests.rules.engine.read_back import load_state

TERRAIN = ("plain", "plain", "plain", "mountain", "marsh", "sea")
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


def check(before: Conquest, after: Conquest, ruled: Collection[str] = ()) -> None:
    """What holds after every act, whatever it was; `ruled` are territories an organiser built on."""
    book = conquest_in_force(after)
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
