"""Whole seasons from the founding on, checked by a small calculator that shares no code with the rules."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction

import pytest

from bench.chance import founded, new, settled
from rules.conquest.effects import GoldMoved
from rules.conquest.ground import making
from rules.conquest.state import Battle, Conquest, Facts
from rules.maps.generator import Wishes, generate
from rules.maps.ready import ready_map
from tests.rules.conquest.play import League
from tests.rules.conquest.test_invariants import check

POINTS = {"lose": 1, "draw": 2, "minor": 3, "major": 4, "massacre": 5}


# The calculator


def size_of(state: Conquest, realm: str) -> Fraction:
    total = Fraction(0)
    for place in state.territories.values():
        siege = state.sieges.get(place.id)
        if siege and realm in (place.owner, siege.holder):
            total += Fraction(1, 2)
        elif place.owner == realm and not siege:
            total += 2 if place.building == "city" else 1
    return total


def grades_of(battle: Battle) -> tuple[str, str]:
    a, d = battle.attack, battle.defend
    vp = [sum(host.vp for host in side.hosts) for side in (a, d)]
    if a.surrendered or d.surrendered:
        return ("lose", graded(d)) if a.surrendered else (graded(a), "lose")
    if a.withdrew and not d.withdrew:
        return ("lose", graded(d)) if vp[1] > vp[0] else ("draw", "draw")
    if d.withdrew and not a.withdrew:
        return (graded(a), "lose") if vp[0] > vp[1] else ("draw", "draw")
    if vp[0] == vp[1]:
        return "draw", "draw"
    return ("draw", "lose") if vp[0] > vp[1] else ("lose", "draw")


def graded(side: Facts) -> str:
    share = Fraction(sum(h.units_lost for h in side.hosts), sum(h.break_point for h in side.hosts))
    return "massacre" if share <= Fraction(1, 4) else "major" if share <= Fraction(1, 2) else "minor"


def earned_by_hand(state: Conquest, number: int) -> dict[str, int]:
    """Average of what the battles were worth, then All or Nothing."""
    worth: dict[str, list[tuple[int, bool]]] = {}
    for battle in state.battles.values():
        if (battle.round, battle.kind, battle.status) != (number, "land", "settled"):
            continue
        grades = grades_of(battle) if battle.method == "played" else rolled(battle)
        for side, members in zip(grades, (battle.attackers, battle.defenders), strict=True):
            for realm in members:
                won = side in ("minor", "major", "massacre")
                worth.setdefault(realm, []).append((POINTS[side] - (len(members) > 1), won))
    points = {realm: sum(p for p, _ in all_) // len(all_) for realm, all_ in worth.items()}
    for event in state.events.values():
        if event.round == number and event.event == "all_or_nothing" and event.realm in worth:
            all_won = all(won for _, won in worth[event.realm])
            points[event.realm] = points[event.realm] + 2 if all_won else 0
    return points


def rolled(battle: Battle) -> tuple[str, str]:
    table = [(2, "lose", "major"), (5, "lose", "minor"), (8, "draw", "draw"), (11, "minor", "lose")]
    for most, attack, defend in table:
        if battle.total <= most:
            return attack, defend
    return "major", "lose"


@pytest.mark.parametrize(("players", "steps"), [(4, 500), (10, 700)])
def test_cq_87_and_13_and_119_a_season_agrees_with_the_calculator(players, steps) -> None:
    dice = random.Random(players)
    ground = (
        ready_map("the_wheel") if players == 4 else generate(Wishes(players=10, seed="season"), making()).map
    )
    found = founded(League(new()), ground, players, dice)
    gold: Counter[str] = Counter()
    for _ in range(steps):
        before = found.state
        for effect in settled(found, dice):
            if isinstance(effect, GoldMoved):
                gold[effect.realm] += effect.amount
        if found.state is not before:
            check(before, found.state)
    state = found.state
    assert state.now.round >= 3
    assert {realm.id: realm.gold for realm in state.realms.values()} == {r: gold[r] for r in state.realms}
    for realm in state.realms:
        assert Fraction(found.size(realm), 2) == size_of(state, realm)
    for one in state.rounds.values():
        by_hand = earned_by_hand(state, one.number)
        for line in one.earned:
            assert line.points == by_hand.get(line.realm, 0), (one.number, line)
