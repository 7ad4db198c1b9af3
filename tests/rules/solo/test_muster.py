"""Units of a league and imported lists on the solo table."""

from pathlib import Path

import pytest

from campaigns import imports
from campaigns.solo.profiles import profile_of
from rules.opr.state import Item, Profile, SpecialRule, Trait, Weapon
from rules.opr.state import Unit as LeagueUnit
from rules.solo.deciding.measures import moves
from rules.solo.deciding.scores import plain_type, unit_scores
from rules.solo.deciding.spells import caster_level
from rules.solo.game import GAME, LATEST, solo_book
from rules.solo.league.muster import muster

CROSSBOW = Weapon("Crossbow", range=24, attacks=1, rules=("AP(1)",))
SWORD = Weapon("Sword", attacks=2)
BOUGHT = Item("i1", "Great Axe", 15, weapons=(Weapon("Great Axe", attacks=1, rules=("Deadly(3)",)),))
RULES = (SpecialRule("Caster", 2), SpecialRule("Fast"), SpecialRule("Tough", 3))


def veteran(**more: object) -> LeagueUnit:
    profile = Profile(3, 5, 0, 1, (CROSSBOW, SWORD), RULES)
    return LeagueUnit("u1", name="Old Nan", hero=True, list_points=50, profile=profile, **more)  # type: ignore[arg-type]


def test_solo_28_and_82_a_stand_in_uses_the_sheet_with_all_its_traits() -> None:
    traits = (
        Trait("injury", "blinded_eye"),
        Trait("level", "specialist", "melee"),
        Trait("talent", "toughened"),
    )
    unit = muster(veteran(items=(BOUGHT,), traits=traits), "bot", 2)
    assert (unit.source, unit.side, unit.place, unit.points) == ("u1", "bot", 2, 65)
    assert unit.traits == ("Blinded Eye", "Specialist(melee)", "Toughened")
    assert (unit.tough, unit.top_upgrade, caster_level(unit)) == (4, 15, 2)
    assert [weapon.label for weapon in unit.weapons] == ["Crossbow", "Sword", "Great Axe"]
    assert unit_scores(unit).ranged == 3 * 4
    assert unit_scores(unit).melee == 2 * 5 * 3 + 5 * 3 * 3


def test_solo_34_a_limp_and_a_quick_step_add_up() -> None:
    traits = (Trait("injury", "smashed_leg"), Trait("level", "agile"), Trait("skill", "runner"))
    told = moves(muster(veteran(traits=traits), "bot"), GAME.book_of(GAME.begin("", {})))
    assert (told.advance, told.rush, told.charge) == (
        6 + 2 - 1 + 1 + 2,
        12 + 4 - 2 + 2 + 2,
        12 + 4 - 2 + 2 + 2,
    )


def test_solo_26_a_unit_nobody_entered_is_melee() -> None:
    unit = muster(LeagueUnit("u2", name="Blank"), "bot")
    assert (plain_type(unit), unit.quality, unit.defense, unit.tough) == ("melee", 4, 4, 1)


def test_solo_76_an_army_of_the_bigger_game_musters_as_well() -> None:
    squad = LeagueUnit("u3", profile=Profile(4, 4, 1, 10, (Weapon("Rifle", 24, 1, 10),), ()))
    unit = muster(squad, "bot")
    assert (unit.models, unit.weapons[0].count, plain_type(unit)) == (10, 10, "shooting")


LISTS = Path(__file__).parents[2] / "campaigns" / "imports" / "data"


@pytest.mark.parametrize(
    ("file", "expected"),
    [
        ("shared.txt", ["hybrid", "hybrid", "shooting", "shooting", "hybrid"]),
        ("resolved-2023.json", ["melee", "melee", "shooting", "melee"]),
        ("roster.ros", ["melee", "shooting"]),
    ],
)
def test_solo_25_imported_lists_get_their_types(file: str, expected: list[str]) -> None:
    army = imports.read_army_list((LISTS / file).read_bytes(), file)
    units = [LeagueUnit(one.key, profile=profile_of(one)) for one in army.units]
    assert [plain_type(muster(unit, "bot")) for unit in units] == expected


def test_solo_28_what_an_imported_list_brings_and_nobody_knows_is_listed() -> None:
    known = solo_book(LATEST).known_rules
    army = imports.read_army_list((LISTS / "roster.ros").read_bytes(), "roster.ros")
    units = [LeagueUnit(one.key, profile=profile_of(one)) for one in army.units]
    assert [unit_scores(muster(unit, "bot"), known).unknown for unit in units] == [
        ("Lucky Coin", "Oathbound"),
        (),
    ]
