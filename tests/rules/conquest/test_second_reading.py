"""Random evenings of Conquest come out as a second, short reading of the rulebook has them (`pencil`)."""

from __future__ import annotations

import os
import random
from collections import Counter
from typing import Any

import pytest

from rules.conquest import GAME
from rules.conquest.state import BUILDINGS, Advantage, Event, Facts, Host, Siege
from rules.engine.dice import dice_value
from rules.engine.procedure import Settled, drive
from rules.engine.questions import Answer, Draw, Question, Roll
from tests.rules.conquest import pencil
from tests.rules.conquest.pencil import Data, World
from tests.rules.conquest.play import League, league

WHOLE = bool(os.environ.get("MUSTERROLL_SEASON"))
EVENINGS = 4_000 if WHOLE else 80
NAMES = ("P1", "P2", "P3", "P4", "P5")
EVENTS = ("all_or_nothing", "scouts", "elite_army", "land_grab", "fools_gold")
TERRAINS = ("plain", "plain", "plain", "mountain", "marsh", "sea")
ACTS = ("claim", "conquer", "besiege", "raid", "plunder")
LOOKED_AT = 6  # territories a realm


def figure(found: League, name: str, **params: Any) -> Any:
    """A figure as its function has it, thousands of times."""
    return GAME.figures[name](found.state, GAME.book_of(found.state), **params)


def done(found: League, act: str, *dice: int, **params: Any) -> None:
    """Carry an act out with these dice; whatever is asked for certainty is certain."""
    supply, known = list(dice), dict[str, Answer]()

    def answer(question: Question) -> Answer:
        if question.key not in known and isinstance(question, Roll):
            count = int(question.die.partition("D")[0] or 1)
            thrown = tuple(supply.pop(0) for _ in range(count))
            known[question.key] = Answer(dice_value(question.die, thrown), "hand", dice=thrown)
        return known.setdefault(question.key, Answer(True))

    progress = drive(found.start(act, **params), answer)
    assert isinstance(progress, Settled)
    assert not supply
    found.book(progress.result)


def evening(dice: random.Random) -> League:
    """A league on a map where much borders on much, with sieges and advantages at sea."""
    names = NAMES[: dice.randint(2, 5)]
    found = league(*names, siege=True, naval=True, phase="order")
    for place in list(found.state.territories.values()):
        if place.owner:
            continue
        terrain = dice.choice(TERRAINS)
        more = {"terrain": terrain, "river": False, "shore": False}
        owner = "" if terrain == "sea" or dice.random() < 0.4 else dice.choice(names)
        if terrain != "sea":
            more |= {"river": dice.random() < 0.2, "shore": dice.random() < 0.3}
        building = dice.choice(("", "", *BUILDINGS)) if terrain != "sea" else ""
        found.put(place.id, owner, building, **more)
        if owner and building in pencil.FORTS and len(names) > 1 and dice.random() < 0.3:
            holder = dice.choice([one for one in names if one != owner])
            found.state = found.state.put("sieges", Siege(id=place.id, holder=holder, since=0))
    for one in names:
        found.give(one, ep=dice.choice((0, 1)), gold=dice.randint(0, 300), sails=dice.random() < 0.5)
    return found


def world_of(found: League) -> World:
    state = found.state
    near: dict[str, set[str]] = {one: set() for one in state.territories}
    for one in state.links.values():
        near[one.a].add(one.b)
        near[one.b].add(one.a)
    kept = ("owner", "building", "terrain", "river", "shore")
    return World(
        land={key: {name: getattr(one, name) for name in kept} for key, one in state.territories.items()},
        near=near,
        realms=list(state.realms),
        fort={key: one.holder for key, one in state.sieges.items()},
        ep={key: one.ep for key, one in state.realms.items()},
        gold={key: one.gold for key, one in state.realms.items()},
        sails={key for key, one in state.realms.items() if one.sails},
    )


def ordered(found: League, world: World, dice: random.Random) -> None:
    """The order of the round, with the dice of those who are equal."""
    thrown: dict[str, list[int]] = {one: [] for one in world.realms}
    known: dict[str, Answer] = {}

    def answer(question: Question) -> Answer:
        if question.key in known:
            return known[question.key]
        if isinstance(question, Draw):  # after many equal throws; who is drawn is larger than the rest
            for one in question.options:
                thrown[one.id].append(9 if one.id == question.options[0].id else 0)
            known[question.key] = Answer(question.options[0].id)
        else:
            face = dice.randint(1, 6)
            thrown[question.about].append(face)
            known[question.key] = Answer(face)
        return known[question.key]

    progress = drive(found.start("take_order", round=found.state.now.round + 1), answer)
    assert isinstance(progress, Settled)
    found.book(progress.result)
    world.order = pencil.ranking(world, thrown)
    assert [one["realm"] for one in figure(found, "order")] == world.order
    for realm in world.realms:
        assert found.size(realm) == 2 * pencil.size(world, realm)


def host(dice: random.Random, realm: str) -> Data:
    broken = dice.choice((4, 8, 12, dice.randint(1, 12)))
    lost = dice.choice((broken // 4, broken // 2, dice.randint(0, broken)))
    few = {"vp": dice.choice((0, 400, 400, 700, dice.randint(0, 900))), "general": dice.random() < 0.2}
    return {"realm": realm, "bp": broken, "lost": lost, **few}


def side(dice: random.Random, realms: tuple[str, ...]) -> Data:
    hosts = [host(dice, one) for one in realms]
    return {"hosts": hosts, "withdrew": dice.random() < 0.4, "surrendered": dice.random() < 0.1}


def facts(one: Data) -> Facts:
    told = [
        Host(
            realm=each["realm"],
            vp=each["vp"],
            units_lost=each["lost"],
            break_point=each["bp"],
            general_lost=each["general"],
        )
        for each in one["hosts"]
    ]
    return Facts(withdrew=one["withdrew"], surrendered=one["surrendered"], hosts=tuple(told))


def fought(found: League, world: World, dice: random.Random, seen: Counter[str]) -> None:
    """One battle: played and reported, conceded, rolled off, or struck out."""
    attackers = tuple(dice.sample(world.realms[:-1], dice.randint(1, len(world.realms) - 1)))
    others = [one for one in world.realms if one not in attackers]
    against = dice.choice(others)
    if f"round:{found.state.now.round}:{'+'.join(attackers)}:{against}:land" in found.state.battles:
        return
    shares = tuple((one, 500) for one in attackers) if len(attackers) > 1 else ()
    gold = {one: dice.choice((0, 0, 50, 100, 150, 200)) for one in (*attackers, against)}
    points = 500 * len(attackers)
    key = found.fight(*attackers, against=against, points=points, shares=shares, gold=tuple(gold.items()))
    battle: Data = {"attackers": list(attackers), "defenders": [against], "gold": gold}
    for one in figure(found, "armies", battle=key):
        share = points if one["realm"] == against or not shares else 500
        assert one["total"] == pencil.army(world, one["realm"], share, gold[one["realm"]])
    how = dice.choice(("played", "played", "played", "walkover", "rolled", "struck"))
    seen[how] += 1
    if how == "played":
        ours, theirs = side(dice, attackers), side(dice, (against,))
        theirs["surrendered"] &= not ours["surrendered"]
        reported = {"attack": facts(ours), "defend": facts(theirs)}
        done(found, "report", battle=key, realm=attackers[0], **reported)
        done(found, "confirm", battle=key, realm=against)
        grades = pencil.graded(ours, theirs)
    elif how == "walkover":
        lost = dice.choice((attackers[0], against))
        done(found, "walkover", battle=key, realm=lost)
        grades = ("lose", "minor") if lost in attackers else ("minor", "lose")
    elif how == "rolled":
        shown = dice.randint(1, 6), dice.randint(1, 6)
        done(found, "rule_abstract", *shown, battle=key)
        grades = pencil.rolled_off(world, shown, battle)
    else:
        done(found, "strike", battle=key, words="Ill.")
        for realm, amount in gold.items():  # CQ-66
            world.gold[realm] += amount
        return
    pencil.settled(world, battle, grades)
    told = {one.realm: (one.grade, one.points, one.won) for one in found.state.battles[key].results}
    for grade, members in zip(grades, (attackers, (against,)), strict=True):
        for realm in members:
            points, won = world.worth[realm][-1]
            nothing = (realm, "all_or_nothing") in world.events and not won  # of the round counts
            assert told[realm] == (grade, 0 if nothing else points, won), (key, grade)
            seen[grade] += 1


def spent(found: League, world: World, dice: random.Random, seen: Counter[str]) -> None:
    """What everybody may do where, and for how much; and a raid carried out."""
    places = sorted(world.land)
    for realm in world.realms:
        found.give(realm, ep=dice.randint(0, 6))
        world.ep[realm] = found.realm(realm).ep
        found.enter("conquest", realm)
        for place in dice.sample(places, LOOKED_AT):
            for act in ACTS:
                asked = {"realm": realm, "act": act, "territory": place}
                owner, fort = world.land[place]["owner"], world.land[place]["building"] in pencil.FORTS
                fits = fort if act == "besiege" else not (act == "plunder" and fort)
                if world.land[place]["terrain"] != "sea" and owner != realm and fits:
                    assert figure(found, "price", **asked) == pencil.price(world, realm, act, place), asked
                possible = pencil.may(world, realm, act, place)
                seen[act] += possible
                assert (figure(found, "why_not", **asked) is None) is possible, (asked, world.land[place])
            for building in BUILDINGS:
                asked = {"realm": realm, "act": "build", "territory": place, "building": building}
                possible = pencil.may(world, realm, "build", place, building)
                seen[building] += possible
                assert (figure(found, "why_not", **asked) is None) is possible, (asked, world.land[place])
        place = dice.choice(places)
        if pencil.may(world, realm, "raid", place):
            shown = tuple(dice.randint(1, 6) for _ in range(2 if world.land[place]["owner"] else 3))
            done(found, "raid", *shown, realm=realm, territory=place)
            pencil.raided(world, realm, place, shown)
            world.ep[realm] -= 1
            assert {key: one.gold for key, one in found.state.realms.items()} == world.gold


def compared(seed: int, seen: Counter[str]) -> None:
    """One evening, read twice."""
    dice = random.Random(seed)
    found = evening(dice)
    world = world_of(found)
    ordered(found, world, dice)
    for realm in world.realms:
        if dice.random() < 0.7:
            event = dice.choice(EVENTS)
            number = found.state.now.round
            taken = Event(id=f"round:{number}:{realm}", round=number, realm=realm, event=event)
            found.state = found.state.put("events", taken)
            world.events.add((realm, event))
    found.enter("battle")
    for pair in dice.sample([(a, b) for a in world.realms for b in world.realms if a != b], 2):
        new = Advantage(id=f"{pair[0]}>{pair[1]}", holder=pair[0], over=pair[1], since=0)
        found.state = found.state.put("advantages", new)
        world.over.add(pair)
    first = found.fight(world.realms[0], against=world.realms[-1], kind="sea")  # keeps the phase open
    for _battle in range(dice.randint(1, 4)):
        fought(found, world, dice, seen)
    for realm in world.realms:
        told = figure(found, "earned", realm=realm)
        assert told["points"] == pencil.earned(world, realm), realm
    found.state = found.state.change("battles", first, status="struck")
    spent(found, world, dice, seen)


@pytest.mark.season
@pytest.mark.timeout(3600)
def test_cq_78_and_95_random_evenings_are_those_of_a_second_reading() -> None:
    """All grades, ways to end a battle and things to buy come up, so that something is compared."""
    seen: Counter[str] = Counter()
    for seed in range(EVENINGS):
        compared(seed, seen)
    wanted = {*pencil.WORTH, *ACTS, *BUILDINGS, "played", "walkover", "rolled", "struck"}
    assert wanted <= {one for one, times in seen.items() if times}, seen
