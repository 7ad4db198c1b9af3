"""Properties that hold whatever is thrown, whoever answers first, however the ground lies."""

import math
import random
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.solo_table import Table
from rules.engine.codec import canonical_state, dump_effects, dump_state, load_effects
from rules.engine.dice import is_random, roll, thrower
from rules.engine.games import Effects
from rules.engine.procedure import Open, Settled, drive
from rules.engine.questions import Answer, Choose, ChooseSeveral, Question, YesNo
from rules.engine.refusals import Refused
from rules.solo.deciding.deployment import all_in_one, dealt_groups, group_sections
from rules.solo.deciding.ground_plan import GroundPlan, Region
from rules.solo.deciding.measures import TerrainChecks as Lie
from rules.solo.deciding.measures import controlled, in_way, may_enter, rush_only
from rules.solo.deciding.order import eligible, next_unit
from rules.solo.deciding.scores import plain_type, unit_scores
from rules.solo.deciding.spells import SpellOffer, choose_spell
from rules.solo.deciding.targets import Candidate, order_targets
from rules.solo.game import GAME
from rules.solo.picks import Tape, banded, pick
from rules.solo.state import SoloState, SoloWeapon, Unit
from tests.rules.engine.loaded import constant
from tests.rules.engine.read_back import load_state
from tests.rules.solo.play import foe, marker, table, unit

DICE = st.integers(0, 2**32).map(lambda seed: random.Random(seed).choices(range(1, 7), k=400))
SOURCE = st.integers(0, 2**32).map(random.Random)
NAMES = st.lists(st.text("abcdefgh", min_size=1, max_size=3), min_size=1, max_size=8, unique=True)


@given(st.integers(1, 36))
def test_solo_03_every_option_gets_the_same_number_of_values(count: int) -> None:
    values = range(1, 7) if count <= 6 else range(1, 37)
    taken = [banded(count, value) for value in values]
    sizes = {taken.count(option) for option in range(1, count + 1)}
    assert len(sizes) == 1
    assert taken.count(None) < count


@given(NAMES, DICE)
def test_solo_14_groups_hold_everybody_once_and_differ_by_one_at_most(
    names: list[str], dice: list[int]
) -> None:
    groups = dealt_groups(names, Tape(dice))
    assert sorted(name for group in groups for name in group) == sorted(names)
    assert max(map(len, groups)) - min(map(len, groups)) <= 1


@given(st.lists(st.integers(0, 4), min_size=3, max_size=3), DICE)
def test_solo_17_groups_end_up_in_both_sections(sizes: list[int], dice: list[int]) -> None:
    sections, _ = group_sections(sizes, Tape(dice))
    assert not all_in_one(sections)
    assert [section is None for section in sections] == [size == 0 for size in sizes]


UNITS = st.lists(
    st.builds(
        Unit,
        id=st.uuids().map(str),
        section=st.sampled_from((1, 2)),
        activated=st.booleans(),
        stunned=st.booleans(),
        rules=st.sampled_from(((), ("Counter",))),
        out=st.sampled_from(("", "", "", "ko", "reserve")),
    ),
    min_size=1,
    max_size=8,
)


@given(UNITS, DICE)
def test_solo_42_and_44_whoever_is_drawn_may_act_and_nobody_is_forgotten(
    units: list[Unit], dice: list[int]
) -> None:
    acted, tape = [], Tape(dice)
    left = {one.id: one for one in units}
    while (found := next_unit(list(left.values()), tape)) is not None:
        _, used, one = found
        assert one in eligible(list(left.values()), used)
        if one.stunned:
            assert all(other.stunned for other in left.values() if other.on_table and not other.activated)
        left.pop(one.id)
        acted.append(one.id)
    assert set(acted) == {one.id for one in units if one.on_table and not one.activated}


POINT = st.tuples(st.floats(0, 48), st.floats(0, 48))


@given(POINT, POINT, st.dictionaries(st.text(min_size=1, max_size=2), POINT, max_size=5))
def test_solo_46_in_the_way_is_the_same_from_both_ends(start: Any, end: Any, enemies: dict[str, Any]) -> None:
    forth, back = in_way(start, end, enemies), in_way(end, start, enemies)
    near = {name for name, at in enemies.items() if min(math.dist(at, start), math.dist(at, end)) < 5.99}
    assert near <= set(forth)
    assert set(forth) == set(back) or any(abs(math.dist(at, start) - 6) < 1e-3 for at in enemies.values())


@given(st.floats(0, 40), st.integers(0, 12), st.integers(0, 24))
def test_solo_34_in_advance_range_is_never_rush_only(distance: float, advance: int, rush: int) -> None:
    if rush_only(distance, advance, rush):
        assert distance > advance + 3
        assert rush > advance


@given(st.integers(0, 5), st.integers(0, 5))
def test_solo_47_equal_numbers_never_control(mine: int, theirs: int) -> None:
    assert controlled("", mine, theirs) is (mine > theirs)
    assert controlled("ai", mine, theirs) is True


KINDS = st.sets(st.sampled_from(("difficult", "dangerous", "cover")))
LIES = st.builds(Lie, *[st.booleans()] * 3)


@given(KINDS, st.lists(st.sampled_from(("Strider", "Flying", "Fast"))), LIES)
def test_solo_57_and_58_ground_of_both_kinds_needs_both_permissions(
    kinds: set[str], rules: list[str], lie: Lie
) -> None:
    book = GAME.book_of(GAME.begin("", {}))
    whole = may_enter(kinds, rules, lie, book)
    parts = [
        may_enter((kinds & {kind}) | (kinds & {"cover"}), rules, lie, book)
        for kind in ("difficult", "dangerous")
    ]
    assert whole is all(parts)


CANDIDATES = st.lists(
    st.builds(
        Candidate,
        id=st.uuids().map(str),
        distance=st.integers(1, 30),
        valid=st.booleans(),
        cover=st.booleans(),
        activated=st.booleans(),
        stunned=st.booleans(),
        defense=st.integers(2, 6),
        models=st.integers(1, 3),
        tough=st.booleans(),
        tough_left=st.integers(1, 9),
        hero=st.booleans(),
        top_upgrade=st.sampled_from((0, 5, 20)),
    ),
    max_size=7,
)
WEAPON_RULES = st.sets(st.sampled_from(("AP", "Deadly(3)", "Sniper"))).map(tuple)


@given(st.sampled_from(("shoot", "charge")), WEAPON_RULES, CANDIDATES, SOURCE)
def test_solo_51_and_53_tiers_hold_every_valid_target_whatever_the_order(
    kind: Any, rules: tuple[str, ...], candidates: list[Candidate], source: random.Random
) -> None:
    tiers = order_targets(kind, rules, candidates)
    found = [one.id for tier in tiers for one in tier]
    assert sorted(found) == sorted(one.id for one in candidates if one.valid)
    shuffled = source.sample(candidates, len(candidates))
    assert [{one.id for one in tier} for tier in order_targets(kind, rules, shuffled)] == [
        {one.id for one in tier} for tier in tiers
    ]


@given(st.sampled_from(("shoot", "charge")), CANDIDATES)
def test_solo_52_nobody_in_cover_while_an_open_target_is_there(
    kind: Any, candidates: list[Candidate]
) -> None:
    tiers = order_targets(kind, (), candidates)
    if kind == "shoot" and tiers and any(one.valid and not one.cover for one in candidates):
        assert not any(one.cover for one in tiers[0])


OFFERS = st.lists(st.tuples(st.integers(1, 4), st.booleans()), max_size=8).map(
    lambda some: [SpellOffer(n, cost, target) for n, (cost, target) in enumerate(some, start=1)]
)


@given(st.integers(1, 6), st.integers(1, 5), OFFERS, st.integers(0, 6))
def test_solo_63_a_spell_is_cast_whenever_one_fits(
    face: int, level: int, offers: list[SpellOffer], tokens: int
) -> None:
    chosen = choose_spell(face, level, offers, tokens)
    fitting = {one.number for one in offers if one.target and one.cost <= tokens}
    assert (chosen in fitting) if fitting else chosen is None


MARKERS = st.lists(st.tuples(st.floats(0, 48), st.floats(12, 36)), max_size=6)


@given(MARKERS, st.integers(1, 4), st.integers(1, 4), st.floats(1, 14))
def test_solo_11_and_12_markers_are_moved_no_farther_than_needed(
    existing: list[Any], first: int, second: int, spacing: float
) -> None:
    plan = GroundPlan(Region(0, 48, 12, 36), tuple(existing), spacing)
    start, goal = plan.region.centre(first), plan.region.centre(second)
    if first == second:
        return
    at = plan.shifted(start, goal)
    steps = [i / 100 for i in range(101)]
    walk = [(start[0] + (goal[0] - start[0]) * t, start[1] + (goal[1] - start[1]) * t) for t in steps]
    legal = [math.dist(start, point) for point in walk if plan.legal(point)]
    if at is None:
        assert not legal
    else:
        assert plan.legal(at)
        assert not legal or math.dist(start, at) <= legal[0] + 1e-6
    closest = plan.closest(start)
    grid = [(x, y) for x in range(0, 49, 3) for y in range(12, 37, 3)]
    best = min((math.dist(start, point) for point in grid if plan.legal(point)), default=None)
    if best is not None:
        assert closest is not None
        assert math.dist(start, closest) <= best + 1e-6


WEAPONS = st.lists(
    st.builds(
        SoloWeapon,
        count=st.integers(1, 3),
        attacks=st.integers(1, 6),
        ap=st.integers(0, 4),
        range=st.sampled_from((0, 12, 24)),
        rules=st.sets(st.sampled_from(("Deadly(3)", "Blast(3)", "Rending", "Limited", "Reliable"))).map(
            tuple
        ),
    ),
    max_size=4,
).map(tuple)


@given(st.builds(Unit, id=st.just("u"), quality=st.integers(2, 6), weapons=WEAPONS))
def test_solo_28_a_better_weapon_never_lowers_the_score(one: Unit) -> None:
    worth = unit_scores(one)
    more = unit_scores(Unit(**{**_fields(one), "weapons": (*one.weapons, SoloWeapon(range=24))}))
    assert more.ranged > worth.ranged
    assert more.melee == worth.melee
    assert plain_type(one) == "melee" if not worth.ranged else plain_type(one) in ("shooting", "hybrid", "")
    assert (2 * worth.ranged).denominator == 1 == (2 * Fraction(worth.melee)).denominator


def _fields(one: Unit) -> dict[str, Any]:
    return {name: getattr(one, name) for name in Unit.__slots__}


def settle(state: SoloState, answer: Any, *, backwards: bool = False) -> Settled[Effects]:
    """Drive an activation, answering open questions from the front or from the back."""
    known: dict[str, Answer] = {}
    while True:
        progress = drive(GAME.start(state, "solo.activate", {"turn": 0}, "e1"), lambda q: known.get(q.key))
        if isinstance(progress, Settled):
            return progress
        assert isinstance(progress, Open)
        question = progress.questions[-1 if backwards else 0]
        known[question.key] = answer(question)


def answers_from(source: random.Random, throw: Any) -> Any:
    """Arbitrary answers, the same for the same key."""
    given_before: dict[str, Answer] = {}

    def answer(question: Question) -> Answer:
        if question.key not in given_before:
            given_before[question.key] = _any(question, source, throw)
        return given_before[question.key]

    return answer


def _any(question: Question, source: random.Random, throw: Any) -> Answer:
    if is_random(question):
        return roll(question, throw)
    if isinstance(question, YesNo):
        return Answer(source.random() < 0.5)
    if isinstance(question, ChooseSeveral):
        return Answer([option.id for option in question.options])
    assert isinstance(question, Choose)
    return Answer(source.choice(question.options).id)


def busy_table(settings: Mapping[str, Any] | None = None) -> SoloState:
    gun = {"label": "Gun", "range": 24, "rules": ["Relentless"]}
    units = [
        unit("Ogre", place=1),
        unit(
            "Raider", place=2, type="hybrid", weapons=[gun, {"label": "Axe"}], rules=["Caster(1)"], tokens=3
        ),
        unit("Archer", place=3, section=2, type="shooting", weapons=[gun], stunned=True),
        unit("Seer", place=4, type="shooting", weapons=[gun], army_rules=[{"label": "Hex", "aim": "harm"}]),
        unit("Lord", place=5, hero=True, rules=["Vanguard"]),
        foe("Orc"),
        foe("Elf", place=2, stunned=True),
        foe("Imp", place=3, hero=True),
    ]
    laid = (marker("A"), marker("B"), marker("C", seized="bot"))
    state = table(*units, markers=laid, settings=dict(settings or {}))
    state["spells"] = [{"id": f"s{n}", "side": "bot", "number": n, "cost": n} for n in (1, 2, 3)]
    loaded: SoloState = load_state(SoloState, state)
    return loaded


@given(SOURCE, st.binary(min_size=8, max_size=8))
def test_solo_01_any_answers_end_an_activation_with_the_same_effects(
    source: random.Random, seed: bytes
) -> None:
    state = busy_table()
    answer = answers_from(source, thrower(seed))
    once = settle(state, answer).result
    assert settle(state, answer, backwards=True).result == once
    assert load_effects(dump_effects(once)) == once


@given(st.integers(1, 6), SOURCE)
def test_solo_03_dice_that_always_show_the_same_face_end(face: int, source: random.Random) -> None:
    settle(busy_table(), answers_from(source, constant(face)))
    game = Table(face)
    game.set_up()
    assert game.state.game.phase == "between"


def test_solo_45_a_state_survives_its_json() -> None:
    state = Table(3).play()
    again = load_state(SoloState, dump_state(state))
    assert again == state
    assert canonical_state(again) == canonical_state(state)


def test_solo_14_nobody_is_lost_in_a_game() -> None:
    state = Table(11).play()
    assert {kill.victim for kill in state.kills.values()} == {
        one.id for one in state.units.values() if one.out in ("ko", "routed")
    }


def test_solo_03_pick_of_one_needs_no_die() -> None:
    assert pick(1, Tape([])) == 1


@pytest.mark.parametrize("face", [0, 7, -1])
def test_solo_03_a_d6_has_six_faces(face: int) -> None:
    with pytest.raises(Refused) as refused:
        pick(3, Tape([face]))
    assert (refused.value.rule, refused.value.sentence) == (
        "SOLO-03",
        "A D6 shows 1, 2, 3, 4, 5 or 6.",
    )
