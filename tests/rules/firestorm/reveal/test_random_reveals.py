"""Random reveals on random maps: what always holds, and the same outcome as by the second implementation."""

from __future__ import annotations

import os
import random
from dataclasses import replace

import hypothesis
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.codec import dump_effects, load_effects
from rules.engine.effects import apply_all
from rules.engine.games import Ctx
from rules.firestorm.orders.plans import OrderPlan
from rules.firestorm.reveal.revealing import settle_reveal
from rules.firestorm.state import Battle, Firestorm, OrderKind, Territory
from rules.firestorm.work import FirestormWork
from rules.maps.model import link
from tests.rules.firestorm import naive
from tests.rules.firestorm.cases import plan
from tests.rules.firestorm.play import League, league

WHOLE = bool(os.environ.get("MUSTERROLL_SEASON"))
REVEALS = 20_000 if WHOLE else 300
FACTIONS = ("O", "C", "D", "X")
KINDS: tuple[OrderKind, ...] = ("move", "forced_march", "forced_march", "move", "fortify", "hold")
STANDS = ("mustering_ground", "barracks", "war_lodge", "stronghold", "temple", "forge")

type Orders = dict[str, OrderPlan]


def drawn(dice: random.Random) -> tuple[League, Orders]:
    """A small crowded map, so that much happens, with orders most of which can be carried out."""
    found = league(*FACTIONS[: dice.randint(2, 4)], phase="reveal")
    if dice.random() < 0.7:
        _small(found, dice)
    places = sorted(found.state.territories)
    names = list(found.state.factions)
    for one in names:
        found.gone(f"{one}1")
    for place in places:
        if dice.random() < 0.4:
            found.own(dice.choice(names), place)
        if dice.random() < 0.35:
            found.build(place, dice.choice(STANDS))
    goal = dice.choice(places)
    found.own(names[-1], goal).build(goal, "barracks")
    free = [one for one in places if one != goal]
    dice.shuffle(free)
    for one in names:
        for number in range(1, dice.randint(1, 5) + 1):
            if free:
                found.stand(f"{one}{number}", free.pop())
    dice.shuffle(names)
    found.enter("reveal", *names)
    given = [one for one in found.state.banners if dice.random() < 0.95]
    return found, {one: _order(found, one, goal, dice) for one in given}


def _small(found: League, dice: random.Random) -> None:
    """A ring of territories with some chords."""
    size = dice.randint(5, 12)
    keys = [f"p{n:02}" for n in range(size)]
    places = {one: Territory(id=one) for one in keys}
    links = [link(one, keys[(n + 1) % size]) for n, one in enumerate(keys)]
    links += [link(*dice.sample(keys, 2)) for _ in range(dice.randint(0, size))]
    found.state = replace(found.state, territories=places, links={one.id: one for one in links})


def _order(found: League, banner: str, goal: str, dice: random.Random) -> OrderPlan:
    near = naive_near(found.state)
    kind = dice.choice(KINDS)
    if kind in ("fortify", "hold"):
        return OrderPlan(banner=banner, kind=kind)
    here, path = found.at(banner), []
    for _ in range(1 if kind == "move" else dice.randint(1, 3)):
        steps = [goal] if goal in near[here] and dice.random() < 0.7 else sorted(near[here])
        here = dice.choice(steps if dice.random() < 0.98 else sorted(near))
        path.append(here)
    return OrderPlan(banner=banner, kind=kind, path=tuple(path), seq=dice.randint(0, 3))


def settled(found: League, orders: Orders) -> FirestormWork:
    sheets: dict[str, dict[str, OrderPlan]] = {}
    for banner, one in orders.items():
        sheets.setdefault(banner[0], {})[banner] = one
    work = FirestormWork(Ctx(found.state, found.book_now, "e1"))
    settle_reveal(work, sheets)
    return work


def naive_near(state: Firestorm) -> dict[str, set[str]]:
    near: dict[str, set[str]] = {one: set() for one in state.territories}
    for one in state.links.values():
        near[one.a].add(one.b)
        near[one.b].add(one.a)
    return near


def twin(state: Firestorm, orders: Orders) -> naive.World:
    world = naive.World(
        near=naive_near(state),
        owner={key: one.owner for key, one in state.territories.items()},
        items={key: set(one.items) for key, one in state.territories.items()},
        at={key: one.territory for key, one in state.banners.items()},
        faction={key: one.faction for key, one in state.banners.items()},
        alliance={key: str(one.alliance) for key, one in state.factions.items()},
    )
    told: dict[str, naive.Order] = {key: (one.kind, one.path, one.seq) for key, one in orders.items()}
    return naive.reveal(world, list(state.now.initiative), told)


def invariants(before: Firestorm, after: Firestorm) -> None:
    """Source: FS-15, FS-16 (but for open battles), no lost banner, claims of the map only."""
    assert set(after.banners) == set(before.banners)
    assert set(after.territories) == set(before.territories)
    for one in after.banners.values():
        assert one.at == "map"
        assert one.territory in after.territories
    for place in after.territories.values():
        here = [one for one in after.banners.values() if one.territory == place.id]
        fights = [one for one in after.battles.values() if one.territory == place.id]
        assert len(here) <= 1 or fights
        if fights:
            assert {one.id for one in here} == {name for one in fights for name in one.banners}
            assert len(here) == len({one.faction for one in here})
        elif here:
            assert place.owner == here[0].faction
        assert not place.owner or place.owner in after.factions
        assert place.owner or not before.territories[place.id].owner, "nothing becomes neutral"
        assert place.items == before.territories[place.id].items
    engaged(after)


def engaged(after: Firestorm) -> None:
    """No banner is in two battles, and every battle has an attacker who came and somebody against."""
    names = [name for one in after.battles.values() for name in one.banners]
    assert len(names) == len(set(names))
    for one in after.battles.values():
        assert after.banners[one.attacker].moved
        assert one.after or one.defender or one.garrison
        assert one.locked == (one.status == "open")
        assert after.territories[one.territory].owner != one.attack or one.after or one.defender


@pytest.mark.season
@pytest.mark.timeout(3600)
@hypothesis.settings(max_examples=REVEALS, deadline=None)
@given(st.integers(0, 2**32))
def test_fs_15_and_16_random_reveals_lose_no_banner_and_agree_with_the_second_implementation(seed):
    found, orders = drawn(random.Random(seed))
    work = settled(found, orders)
    invariants(found.state, work.state)
    world = twin(found.state, orders)
    after = work.state
    assert {key: one.territory for key, one in after.banners.items()} == world.at
    assert {key: one.owner for key, one in after.territories.items()} == world.owner
    assert {one.banner: one.reason for one in after.orders.values()} == world.reason
    assert {one.banner: one.carried for one in after.orders.values()} == world.carried
    assert {one.id for one in after.banners.values() if one.marched} == world.marched
    assert [_fight(one) for one in sorted(after.battles.values(), key=lambda one: one.number)] == [
        tuple(one.values()) for one in world.fights
    ]
    assert _points(after) == naive.points(world)


def _fight(battle: Battle) -> tuple[object, ...]:
    return (battle.territory, battle.attacker, battle.defender, battle.garrison, bool(battle.after))


def _points(state: Firestorm) -> dict[tuple[str, str], int]:
    found: dict[tuple[str, str], int] = {}
    for one in state.battles.values():
        for line in one.lines:
            who = one.attacker if line.side == "attack" else one.defender or "garrison"
            key = (one.territory, who)
            found[key] = found.get(key, 0) + line.points
    return found


@pytest.mark.season
@pytest.mark.timeout(3600)
@hypothesis.settings(max_examples=REVEALS // 10, deadline=None)
@given(st.integers(0, 2**32))
def test_fs_176_the_same_orders_always_give_the_same_reveal(seed):
    """Whatever order things stand in, and told again by the journal."""
    found, orders = drawn(random.Random(seed))
    once = settled(found, orders)
    shuffled = list(orders)
    random.Random(seed + 1).shuffle(shuffled)
    state = found.state
    tables = {name: dict(reversed(list(getattr(state, name).items()))) for name in ("banners", "territories")}
    again = settled(League(replace(state, **tables)), {one: orders[one] for one in shuffled})
    assert once.effects == again.effects
    assert apply_all(state, load_effects(dump_effects(once.effects))) == once.state


def test_fs_27_most_random_reveals_are_eventful():
    """What is compared is worth it: battles, queues, reliefs, rings and stops all come up."""
    seen = dict.fromkeys(("battle", "queued", "relief", "ring", "illegal", "attacked_first", "tired"), 0)
    for seed in range(400):
        found, orders = drawn(random.Random(seed))
        work = settled(found, orders)
        told = {one.effect: one for one in work.effects}
        seen["relief"] += "firestorm.battle_joined" in told
        seen["ring"] += any(getattr(one, "ring", False) for one in work.effects)
        for battle in work.state.battles.values():
            seen["queued" if battle.after else "battle"] += 1
            seen["tired"] += any(work.state.banners[one].marched for one in battle.banners)
        for order in work.state.orders.values():
            seen[order.reason] = seen.get(order.reason, 0) + 1
    assert all(times >= 5 for times in seen.values()), seen


@pytest.mark.parametrize("turned", [True, False])
def test_fs_169_a_ring_turns_at_once(turned):
    found = league("O", "C", phase="reveal", friendly_swap=turned).gone("O1", "C1")
    found.stand("O1", "T07").stand("O2", "T08").enter("reveal", "O", "C")
    moves = {"O1": plan("O1", "move T08"), "O2": plan("O2", "move T07")}
    after = settled(found, moves).state
    assert (after.banners["O1"].territory == "T08") is turned
