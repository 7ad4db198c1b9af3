"""What the app decides and shows, figure by figure: types, targets, ground, notes, pictures, a new round."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Any

import pytest

from rules.engine.games import Choosable
from rules.solo import effects as fx
from rules.solo.activating.aiming import TargetRow, target_remark
from rules.solo.activating.cards import activation_card, may_and_never, tier_keys
from rules.solo.activating.diagrams import Diagram, Shape, in_the_way, reach_diagram, squares
from rules.solo.activating.eyes import Eyes
from rules.solo.book import Rules
from rules.solo.deciding.ground_plan import GroundPlan, Region
from rules.solo.deciding.measures import Moves
from rules.solo.deciding.scores import plain_type, specialist
from rules.solo.deciding.targets import Candidate, order_targets
from rules.solo.deciding.trees import Action, Decision
from rules.solo.game import GAME, LATEST, settings, solo_book
from rules.solo.playing.next_act import next_act, next_acts
from rules.solo.state import Marker, SoloState, SoloWeapon, TableGame, TableSide, Unit

RULES = Rules(solo_book(LATEST), {})
GUN = SoloWeapon(label="Gun", range=12, attacks=2)
BLADE = SoloWeapon(label="Blade", attacks=2)


@pytest.mark.parametrize(
    ("weapons", "expected"),
    [
        ((BLADE,), "melee"),
        ((), "melee"),
        ((GUN,), "shooting"),
        ((GUN, BLADE), ""),
        ((replace(GUN, range=18), BLADE), "shooting"),
        ((replace(GUN, range=17), BLADE), ""),
        ((GUN, replace(GUN, range=18, attacks=0), BLADE), "shooting"),
        ((replace(GUN, attacks=3), BLADE), "shooting"),
        ((GUN, replace(BLADE, attacks=3)), "hybrid"),
        ((replace(GUN, attacks=1), replace(GUN, range=30, attacks=1)), "shooting"),
    ],
)
def test_solo_27_and_29_the_type_that_no_die_decides(weapons: tuple[SoloWeapon, ...], expected: str) -> None:
    assert plain_type(Unit(id="Ogre", weapons=weapons)) == expected


@pytest.mark.parametrize(
    ("rule", "kinds"),
    [
        ("Specialist (Melee)", {"melee"}),
        ("Specialist (Shooting)", {"ranged"}),
        ("Specialist (ranged)", {"ranged"}),
        ("Specialist (Melee and Shooting)", {"melee", "ranged"}),
        ("Specialist", set()),
        ("Melee", set()),
        ("Ranged Master", set()),
    ],
)
def test_solo_28_what_a_specialist_is_good_at(rule: str, kinds: set[str]) -> None:
    assert specialist([rule]) == kinds
    assert specialist(["Fast", rule, "Hero"]) == kinds


def test_solo_65_a_sniper_takes_heroes_then_the_dearest_upgrade_then_anybody() -> None:
    enemies = [
        Candidate("Plain", distance=1),
        Candidate("Cheap", distance=2, top_upgrade=5),
        Candidate("Dear", distance=3, top_upgrade=20),
        Candidate("Hero", distance=4, hero=True),
        Candidate("Lord", distance=5, hero=True, top_upgrade=30),
        Candidate("Other", distance=6),
    ]
    tiers = order_targets("shoot", ["Sniper"], enemies)
    assert [[one.id for one in tier] for tier in tiers] == [
        ["Lord"],
        ["Hero"],
        ["Dear"],
        ["Cheap"],
        ["Plain"],
        ["Other"],
    ]


FIELD = Region(0, 48, 12, 36)


@pytest.mark.parametrize(
    ("existing", "toward", "expected"),
    [
        ((), (36.0, 18.0), (12.0, 18.0)),
        (((12.0, 18.0),), (36.0, 18.0), (21.0, 18.0)),  # straight away from its middle
        (((10.0, 18.0),), (36.0, 18.0), (19.0, 18.0)),
        (((12.0, 13.0),), (36.0, 18.0), (12 + 56**0.5, 18.0)),  # beside the line
        (((12.0, 18.0), (24.0, 18.0)), (36.0, 18.0), (33.0, 18.0)),
        (((12.0, 18.0), (30.0, 18.0)), (36.0, 18.0), (21.0, 18.0)),  # just between two
        (((12.0, 18.0), (29.0, 18.0)), (36.0, 18.0), None),
        (((12.0, 20.0),), (12.0, 30.0), (12.0, 29.0)),
        (((12.0, 22.0),), (12.0, 30.0), None),  # the circle ends behind the goal
        (((12.0, 21.0),), (12.0, 30.0), (12.0, 30.0)),  # on the goal itself
    ],
)
def test_solo_11_the_first_legal_spot_on_the_line(
    existing: tuple[tuple[float, float], ...], toward: tuple[float, float], expected: Any
) -> None:
    found = GroundPlan(FIELD, existing, 9).shifted((12.0, 18.0), toward)
    assert found == (expected if expected is None else pytest.approx(expected))


ENEMY = Unit(id="Orc", name="Orc", side="me", tough=3, defense=5, wounds=1)


@pytest.mark.parametrize(
    ("enemy", "names", "expected"),
    [
        (ENEMY, (), "group 2, has not acted"),
        (replace(ENEMY, activated=True), (), "group 2, has acted"),
        (replace(ENEMY, stunned=True), (), "group 2, stunned, has not acted"),
        (ENEMY, ("Deadly",), "group 2, has not acted, 2 Tough left"),
        (replace(ENEMY, tough=1, wounds=0), ("Deadly",), "group 2, has not acted"),
        (ENEMY, ("AP",), "group 2, has not acted, Defense 5+"),
        (replace(ENEMY, hero=True), ("Sniper", "AP"), "group 2, has not acted, hero, Defense 5+"),
    ],
)
def test_solo_51_what_stands_beside_an_enemy_s_name(
    enemy: Unit, names: tuple[str, ...], expected: str
) -> None:
    state = SoloState().put("games", TableGame(id="game", tracked=True))
    row = TargetRow(enemy, False, (0,))
    assert target_remark(Eyes(state, RULES, Unit(id="Ogre")), row, 2, names) == expected
    untracked = state.change("games", "game", tracked=False)
    without = expected.replace(", has not acted", "").replace(", has acted", "")
    assert target_remark(Eyes(untracked, RULES, Unit(id="Ogre")), row, 2, names) == without


ROUGH = ["difficult_never", "dangerous_never"]
TO_MARKER = ["difficult_never", "dangerous_otherwise"]
GROUND = {key: one.text for key, one in RULES.book.ground.items()}


@pytest.mark.parametrize(
    ("rules", "action", "toward", "may", "never"),
    [
        (("Flying",), "RUSH", "objective", ["ignores_both"], []),
        (("Strider",), "RUSH", "enemy", ["ignores_difficult"], ["dangerous_never"]),
        (("Strider",), "RUSH", "objective", ["ignores_difficult", "dangerous_objective"], TO_MARKER[1:]),
        ((), "RUSH", "objective", ["difficult_objective", "dangerous_objective"], TO_MARKER),
        ((), "CHARGE", "enemy", ["difficult_charge"], ROUGH),
        ((), "CHARGE", "enemy_in_way", ["difficult_charge"], ROUGH),
        ((), "ADVANCE", "enemy", [], ROUGH),
    ],
)
def test_solo_57_and_58_ground_a_unit_may_cross_and_never_enters(
    rules: tuple[str, ...], action: Action, toward: str, may: list[str], never: list[str]
) -> None:
    decision = Decision("M1", action, toward)
    shown = may_and_never(Unit(id="Ogre", rules=rules), decision, Rules(solo_book(LATEST), {"refuge": False}))
    assert [[one.text for one in told] for told in shown] == [
        [GROUND[key] for key in keys] for keys in (may, never)
    ]
    refuge = may_and_never(
        Unit(id="Ogre", rules=rules), decision, Rules(solo_book(LATEST), {"refuge": True})
    )[0]
    added = [GROUND["difficult_refuge"]] if not rules and toward == "enemy" else []
    assert [one.text for one in refuge if one.text == GROUND["difficult_refuge"]] == added


def test_solo_46_the_way_to_a_marker_is_drawn_with_six_inches_on_all_sides() -> None:
    shapes = (
        Shape("box", "near", x=-6, y=-6, width=32, depth=12, label="6″"),
        Shape("line", "way", width=20),
        Shape("circle", "unit", radius=1),
        Shape("circle", "marker", x=20, radius=3, label="B"),
    )
    words = "6″ on every side of the whole path to marker B, including behind the unit."
    assert in_the_way("B") == Diagram(32, 12, shapes, words)


def test_solo_20_a_round_begins_with_everybody_fresh() -> None:
    used = TableGame(
        id="game",
        phase="between",
        active="human",
        seat=4,
        hit=2,
        defense=2,
        first_done="ai",
        people_done=True,
    )
    state = SoloState().put("games", replace(used, tracked=False, corrections=3, first_done="ai"))
    state = state.put("units", Unit(id="Ogre", activated=True), Unit(id="Imp"))
    began = fx.RoundBegan(round=3, active="ai", seat=2, hit=1, defense=1, rule="SOLO-20")
    after = began.apply(state)
    assert after.game == replace(
        used,
        phase="round",
        round=3,
        active="ai",
        seat=2,
        hit=1,
        defense=1,
        tracked=True,
        people_done=False,
        first_done="",
    )
    assert not any(one.activated for one in after.units.values())
    plain = fx.RoundBegan(round=1, active="human", rule="SOLO-20")
    assert (plain.seat, plain.hit, plain.defense) == (0, 0, 0)


def test_solo_04_the_settings_are_the_book_s() -> None:
    assert settings(LATEST) == tuple(
        Choosable(
            key=key,
            default=one.default,
            values=one.options,
            least=one.least,
            most=one.most,
            line=one.line,
            rule=one.ruling,
        )
        for key, one in solo_book(LATEST).settings.items()
    )


def test_solo_48_a_card_without_a_target_names_none() -> None:
    state, ogre = GAME.begin("", {}), Unit(id="Ogre", weapons=(BLADE,))
    charge = Decision("M1", "CHARGE", "enemy")
    shown = (
        activation_card(state, RULES, ogre, charge),
        activation_card(state, RULES, ogre, charge, target=""),
    )
    assert asdict(shown[0]) == asdict(shown[1])


def test_solo_34_the_way_of_a_rush_is_drawn_straight() -> None:
    drawn = reach_diagram(RULES, Moves(6, 12, 12), "B")
    line = next(one for one in drawn.shapes if one.role == "way")
    assert (line.x, line.y, line.width, line.depth) == (0, 0, 15, 0)


def test_solo_10_markers_are_drawn_where_they_lie_three_inches_wide() -> None:
    state = SoloState().put("markers", Marker("A", "A", 1250, 1800), Marker("B", "B", None, None))
    drawn = [one for one in squares(state, RULES).shapes if one.role == "marker"]
    assert drawn == [Shape("circle", "marker", x=12.5, y=18, radius=3, label="A")]


@pytest.mark.parametrize(
    ("at", "inside"),
    [
        ((0.0, 12.0), True),
        ((48.0, 36.0), True),
        ((-0.01, 20.0), False),
        ((48.01, 20.0), False),
        ((20.0, 11.99), False),
        ((20.0, 36.01), False),
    ],
)
def test_solo_09_markers_may_lie_on_the_edge_of_the_ground(at: tuple[float, float], inside: bool) -> None:
    assert FIELD.holds(at) is inside


def test_solo_81_a_game_that_is_over_keeps_no_bonus_and_nobody_s_turn() -> None:
    running = TableGame(id="game", phase="round", active="ai", hit=1, defense=1)
    ended = fx.GameOver(winner="human", rule="SOLO-81").apply(SoloState().put("games", running)).game
    assert (ended.phase, ended.active, ended.winner, ended.hit, ended.defense) == ("over", "", "human", 0, 0)


OFFERS = {
    "setup": [("draw", "Draw the lists"), ("choose_list", "Choose a list")],
    "types": [("types", "Set the types of the app’s units")],
    "markers": [
        ("place_marker", "Place marker B"),
        ("lay_marker", "You place marker B"),
        ("markers_done", "Continue with these markers"),
    ],
    "zones": [("zones", "Roll for the edges")],
    "deployment": [("deployed", "Deploy your units first")],
    "ai_deployment": [("deploy", "Deploy the app’s units")],
    "between": [("start_round", "Begin round 3")],
    "over": [],
}


@pytest.mark.parametrize("phase", OFFERS)
def test_solo_07_to_13_what_is_to_be_done_next_in_words(phase: Any) -> None:
    state = SoloState().put("games", TableGame(id="game", phase=phase, round=2))
    state = state.put("sides", TableSide(id="me")).put("markers", Marker("A", "A", None, None))
    assert [(one.do, one.words) for one in next_acts(state, RULES)] == OFFERS[phase]
    expected = OFFERS[phase] or [("", "The game is over")]
    assert (next_act(state, RULES).do, next_act(state, RULES).words) == expected[0]


@pytest.mark.parametrize(
    ("kind", "names", "open_first", "expected"),
    [
        ("charge", [], True, ["stunned", "activated", "nearest"]),
        ("charge", ["AP"], True, ["ap", "stunned", "activated", "nearest"]),
        ("shoot", [], True, ["open", "activated", "nearest"]),
        ("shoot", ["Sniper"], False, ["sniper", "activated", "open", "nearest"]),
    ],
)
def test_solo_51_to_53_the_priorities_of_an_order(
    kind: str, names: list[str], open_first: bool, expected: list[str]
) -> None:
    assert tier_keys(kind, names, Rules(solo_book(LATEST), {"open_first": open_first})) == expected


def test_solo_53_the_card_of_a_charge_has_the_priorities_of_a_charge() -> None:
    state, ogre = GAME.begin("", {}), Unit(id="Ogre", weapons=(BLADE, GUN))
    shown = activation_card(state, RULES, ogre, Decision("M1", "CHARGE", "enemy"))
    lines = [RULES.book.tiers[key].text for key in ("stunned", "activated", "nearest")]
    assert [one.text for one in shown.tiers] == [RULES.text(line) for line in lines]
