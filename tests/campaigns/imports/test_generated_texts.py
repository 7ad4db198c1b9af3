"""Shared texts made up of every kind of part: each comes in exactly, and stands by its name on the sheet."""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import given
from hypothesis import strategies as st

from campaigns.imports import read_army_list
from campaigns.opr.imports.draft import from_list
from campaigns.opr.imports.gear import rules_in_line, rules_line
from rules.opr.state import SpecialRule

WORDS = st.text(alphabet="abcdefÄéß ’-", min_size=3, max_size=12).map(lambda text: " ".join(text.split()))
NAMES = WORDS.map(lambda text: f"U{text}x")
THINGS = WORDS.map(lambda text: f"G{text}x")
GIVEN = ["Fast", "Tough(+3)", "Impact(2)", "AP(4) in melee", "Take Aim", "Regeneration"]


@dataclass(frozen=True)
class Arm:
    """A weapon as it is printed."""

    name: str
    count: int
    inches: int
    attacks: int
    ap: int

    @property
    def text(self) -> str:
        figures = [f'{self.inches}"'] if self.inches else []
        figures += [f"A{self.attacks}", *([f"AP({self.ap})"] if self.ap else [])]
        return f"{counted(self.count)}{self.name} ({', '.join(figures)})"


@dataclass(frozen=True)
class Kit:
    """An item as it is printed: with what it gives and the weapon it holds, or by its name alone."""

    name: str
    count: int
    gives: tuple[str, ...]
    holds: Arm | None

    @property
    def text(self) -> str:
        inside = [*self.gives, *([self.holds.text] if self.holds else [])]
        return f"{counted(self.count)}{self.name}{f'({", ".join(inside)})' if inside else ''}"


@dataclass(frozen=True)
class Fighter:
    """A unit with the parts behind its points, and its line of weapons."""

    name: str
    size: int
    points: int
    rules: tuple[str, ...]
    kit: tuple[Kit, ...]
    arms: tuple[Arm, ...]

    @property
    def text(self) -> str:
        parts = ", ".join([*self.rules, *(item.text for item in self.kit)])
        arms = ", ".join(arm.text for arm in self.arms)
        return f"{self.name} [{self.size}] Q4+ D5+ | {self.points}pts | {parts}\n{arms}\n"


def counted(count: int) -> str:
    return f"{count}x " if count > 1 else ""


arms = st.builds(
    Arm,
    name=THINGS,
    count=st.integers(1, 12),
    inches=st.sampled_from([0, 12, 24]),
    attacks=st.integers(1, 6),
    ap=st.integers(0, 4),
)
kits = st.builds(
    Kit,
    name=THINGS,
    count=st.integers(1, 5),
    gives=st.lists(st.sampled_from(GIVEN), unique=True, max_size=2).map(tuple),
    holds=st.none() | arms,
)
fighters = st.builds(
    Fighter,
    name=NAMES,
    size=st.integers(1, 20),
    points=st.integers(0, 400),
    rules=st.lists(st.sampled_from(["Hero", "Fearless", "Tough(3)"]), unique=True).map(tuple),
    kit=st.lists(kits, max_size=3, unique_by=lambda item: item.name).map(tuple),
    arms=st.lists(arms, max_size=3, unique_by=lambda arm: arm.name).map(tuple),
)


@given(st.lists(fighters, min_size=1, max_size=4, unique_by=lambda unit: unit.name))
def test_every_part_of_a_text_stands_by_its_name_on_the_sheet(units: list[Fighter]) -> None:
    points = sum(unit.points for unit in units)
    army = from_list(
        read_army_list(f"++ Made up [GF {points}pts] ++\n\n" + "\n".join(unit.text for unit in units))
    )
    assert [one for one in army.remarks if one.level == "refused"] == []
    for found, unit in zip(army.units, units, strict=True):
        assert (found.name, found.models, found.total) == (unit.name, unit.size, unit.points)
        rules = [f"{one.label}({one.rating})" if one.rating else one.label for one in found.rules]
        named = [f"{counted(item.count)}{item.name}" for item in unit.kit]
        assert set(rules) == {*unit.rules, *named, *(rule for item in unit.kit for rule in item.gives)}
        held = [(item.holds, item.count) for item in unit.kit if item.holds]
        wanted = [(arm.name, min(arm.count * times, 1000)) for arm, times in held]
        wanted += [(arm.name, arm.count) for arm in unit.arms]
        counts: dict[str, int] = {}
        for weapon in found.weapons:
            counts[weapon.label] = counts.get(weapon.label, 0) + weapon.count
        assert counts == {name: sum(n for one, n in wanted if one == name) for name, _count in wanted}


@given(fighters)
def test_what_a_sheet_says_of_rules_and_items_can_be_typed_again(unit: Fighter) -> None:
    (found,) = from_list(read_army_list(f"++ Made up [GF {unit.points}pts] ++\n\n{unit.text}")).units
    assert set(rules_in_line(rules_line(found.rules))) == set(found.rules)


def test_items_of_a_text_are_named_before_the_rules_they_give() -> None:
    text = "++ Beasts [AOFS 95pts] ++\n\nSwamp Beast [1] Q4+ D4+ | 95pts | Tough(6), {kit}\nClaws (A3)\n"
    for kit, rules in (
        ("Saddle(Fast)", ["Saddle", "Fast"]),
        ("1x Demo Charges(AP(4) in melee)", ["Demo Charges", "AP(4) in melee"]),
        ("2x Saddle", ["2x Saddle"]),
        ('Cart(Twin Gun (18", A2), Fast)', ["Cart", "Fast"]),
    ):
        (found,) = from_list(read_army_list(text.format(kit=kit))).units
        assert found.rules == (SpecialRule("Tough", 6), *map(SpecialRule, rules))
