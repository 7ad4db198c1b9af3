"""A second, short reading of what follows a mission, from the printed rules alone.

Random evenings come out the same as by the procedures: dice used, who is dead, XP, levels, values, traits,
skills, VP and pool.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from rules.engine.procedure import OPEN_THROWS
from tests.rules.opr.play import AOFS, GF, League, league_of

pytestmark = pytest.mark.xdist_group("second-reading")

INJURIES = ("", "dead", "chest_wound", "blinded_eye", "arm_injury", "traumatized", "smashed_leg")
TALENTS = ("", "natural_talent", "motivated", "crazed", "bitter_rivalry", "horrible_scars", "toughened")
TRAITS = ("", "agile", "headstrong", "specialist", "resilient", "elite", "fast_learner")
LASTING = ("agile", "headstrong", "specialist:melee", "specialist:shooting", "resilient", "elite")
SETS = (("captain", "support"), ("fighter", "shooter"), ("pathfinder", "healer"))
SKILLS = {
    "captain": ("leader", "instigator", "tactician"),
    "support": ("vanguard", "scavenger", "mastermind"),
    "fighter": ("duellist", "fanatic", "berserker"),
    "shooter": ("hunter", "destroyer", "suppressor"),
    "pathfinder": ("runner", "prowler", "climber"),
    "healer": ("chemist", "herbalist", "warden"),
}
LEVEL = {AOFS: (5, 10), GF: (25, 55)}  # what a level adds to a regular unit, to a hero
PAY = {AOFS: (20, 40), GF: (150, 300)}  # for winning, for losing


@dataclass
class Sheet:
    """A unit as a pencil keeps it."""

    name: str
    hero: bool
    value: int
    xp: int = 0
    dead: bool = False
    injuries: set[str] = field(default_factory=set)
    talents: set[str] = field(default_factory=set)
    traits: set[str] = field(default_factory=set)
    skills: set[str] = field(default_factory=set)
    sets: list[str] = field(default_factory=list)


@dataclass
class Hand:
    """The dice and choices of one warband's step, as they fall."""

    luck: random.Random
    dice: list[int] = field(default_factory=list)
    choices: list[Any] = field(default_factory=list)

    def die(self) -> int:
        self.dice.append(self.luck.randint(1, 6))
        return self.dice[-1]

    def until(self, able: Callable[[int], bool]) -> int:
        """A die that is rolled again until it means something new; after some throws among what is left."""
        for _throw in range(OPEN_THROWS):
            if able(face := self.die()):
                return face
        self.dice.append(self.luck.choice([face for face in range(1, 7) if able(face)]))
        return self.dice[-1]

    def one_of(self, options: list[str]) -> str:
        """A choice, which nobody is asked for where there is only one."""
        if len(options) == 1:
            return options[0]
        self.choices.append(self.luck.choice(options))
        return str(self.choices[-1])


def casualty(unit: Sheet, hand: Hand) -> None:
    face = hand.die()
    if not unit.hero:
        unit.dead = face == 1
        unit.xp = min(30, unit.xp + (face == 6))
    elif face == 1:
        unit.value = max(0, unit.value - 5)
        what = INJURIES[hand.until(lambda face: INJURIES[face] not in unit.injuries)]
        unit.dead = what == "dead"
        unit.injuries |= {what} - {"dead"}
    elif face == 6:
        unit.value += 5
        what = TALENTS[hand.until(lambda face: TALENTS[face] not in unit.talents)]
        unit.xp = min(30, unit.xp + (what == "natural_talent"))
        unit.talents |= {what} - {"natural_talent"}


def levels(unit: Sheet, before: int, hand: Hand, edition: str) -> None:
    for _level in range(before // 5, unit.xp // 5):
        unit.value += LEVEL[edition][unit.hero]
        trait(unit, hand)
        if unit.hero:
            skill(unit, hand)


def trait(unit: Sheet, hand: Hand) -> None:
    free = [one for one in LASTING if one not in unit.traits]
    if not free:
        return
    new = {one.split(":")[0] for one in free} | {"fast_learner"}
    rolled = TRAITS[hand.until(lambda face: TRAITS[face] in new)]
    able = free if rolled == "fast_learner" else [one for one in free if one.split(":")[0] == rolled]
    if rolled == "specialist" and len(able) == 2:
        hand.choices.append(hand.luck.choice(("melee", "shooting")))
        unit.traits.add(f"specialist:{hand.choices[-1]}")
    else:
        unit.traits.add(hand.one_of(able))


def skill(unit: Sheet, hand: Hand) -> None:
    mine = next((one for one in unit.sets if not set(SKILLS[one]) <= unit.skills), "")
    if not mine and len(unit.sets) < 2:
        if unit.sets:
            hand.choices.append(True)  # rolls for a second set
        pair = [one for one in SETS[(hand.die() - 1) // 2] if one not in unit.sets]
        mine = hand.one_of(pair)
        unit.sets.append(mine)
    if mine:
        three = SKILLS[mine]
        unit.skills.add(three[(hand.until(lambda face: three[(face - 1) // 2] not in unit.skills) - 1) // 2])


@dataclass
class Evening:
    """Two warbands who meet until one of them has nobody left."""

    edition: str
    luck: random.Random
    sheets: dict[str, list[Sheet]] = field(default_factory=dict)
    purse: dict[str, list[int]] = field(default_factory=dict)

    def begun(self) -> League:
        league = league_of(4, 4, edition=self.edition, campaign_type="endless")
        for band in "AB":
            units = league.state.sheet(league.warband(band).id)
            self.sheets[band] = [Sheet(one.name, one.hero, one.value) for one in units]
            self.purse[band] = [0, league.warband(band).pool]
        return league

    def living(self, band: str) -> list[Sheet]:
        return [one for one in self.sheets[band] if not one.dead]

    def made_even(self, league: League) -> None:
        """Both bring the same, so that nobody has to stay at home."""
        worth = {band: sum(one.value for one in self.living(band)) for band in "AB"}
        lower = min(worth, key=lambda band: worth[band])
        gap, first = abs(worth["A"] - worth["B"]), self.living(lower)[0]
        first.value += gap
        unit = league.unit(first.name)
        league.edit("units", unit.id, list_points=unit.list_points + gap)

    def played(self, league: League) -> None:
        self.made_even(league)
        league.begin()
        winner = self.luck.choice("AB")
        out: dict[str, bool] = {}
        kills, taken = [], dict.fromkeys((one.name for one in self.everybody()), 0)
        for band, other in ("AB", "BA"):
            for victim in self.luck.sample(self.living(band), self.luck.randint(0, len(self.living(band)))):
                by, routed = self.luck.choice(self.living(other)), self.luck.random() < 0.2
                out[victim.name] = self.edition == GF or not routed
                kills.append(league.kill(victim.name, by.name, routed=routed))
                taken[by.name] += 0 if routed else 1 + victim.hero
        league.result(winner, *kills)
        for band in "AB":
            self.purse[band][0] += 2 * (band == winner)
            self.purse[band][1] += PAY[self.edition][band != winner]
            self._afterwards(league, band, out, taken)

    def everybody(self) -> list[Sheet]:
        return [*self.sheets["A"], *self.sheets["B"]]

    def _afterwards(self, league: League, band: str, out: dict[str, bool], taken: dict[str, int]) -> None:
        before = {one.name: one.xp for one in self.living(band)}
        hand = Hand(self.luck)
        for unit in self.living(band):
            if out.get(unit.name):
                casualty(unit, hand)
        league.step("casualties", band, dice=hand.dice, choices=hand.choices)
        hand = Hand(self.luck)
        for unit in self.living(band):
            unit.xp = min(30, unit.xp + (not out.get(unit.name)) + taken[unit.name])
            levels(unit, before[unit.name], hand, self.edition)
        league.step("experience", band, dice=hand.dice, choices=hand.choices)
        league.step("close_upgrades", band)
        league.step("close_recruiting", band)

    def compared(self, league: League) -> None:
        for band in "AB":
            warband = league.warband(band)
            assert [warband.vp, warband.pool] == self.purse[band]
            there = {one.name for one in league.state.sheet(warband.id)}
            assert there == {one.name for one in self.living(band)}
        for sheet in self.everybody():
            if not sheet.dead:
                unit = league.unit(sheet.name)
                held = {kind: set[str]() for kind in ("level", "injury", "talent", "skill")}
                for one in unit.traits:
                    held[one.kind].add(f"{one.key}:{one.option}" if one.option else one.key)
                assert (unit.xp, unit.value) == (sheet.xp, sheet.value)
                assert held == {
                    "level": sheet.traits,
                    "injury": sheet.injuries,
                    "talent": sheet.talents,
                    "skill": sheet.skills,
                }
                assert list(unit.sets) == sheet.sets


def evenings(edition: str, seed: int, most: int) -> int:
    """Play until nobody is left on one side; how many missions that were."""
    evening = Evening(edition, random.Random(seed))
    league = evening.begun()
    for number in range(most):
        if not all(evening.living(band) for band in "AB"):
            return number
        evening.played(league)
        evening.compared(league)
    return most


@pytest.mark.parametrize("edition", [AOFS, GF])
@pytest.mark.parametrize("seed", range(4))
def test_a_second_reading_of_the_book_ends_every_evening_alike(edition: str, seed: int) -> None:
    assert evenings(edition, seed, 8) > 1


@pytest.mark.season
@pytest.mark.skipif(not os.environ.get("MUSTERROLL_SEASON"), reason="make season")
@pytest.mark.parametrize("edition", [AOFS, GF])
def test_a_second_reading_of_the_book_ends_thousands_of_evenings_alike(edition: str) -> None:
    assert sum(evenings(edition, seed, 25) for seed in range(100, 400)) > 1000
