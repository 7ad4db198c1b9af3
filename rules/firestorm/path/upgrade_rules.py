"""Who may be upgraded after a game, how often, and what a chart says. Source: FS-109 … FS-116"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.engine.language import listed
from rules.firestorm.benefits import upgrades
from rules.firestorm.book import FirestormInForce
from rules.firestorm.glory.awards import WON, graded, grades, side_on
from rules.firestorm.muster_state import Character, ChartName, ChartRow, Upgrade
from rules.firestorm.phases.admission import faction_problems
from rules.firestorm.state import Battle, Bout, Firestorm
from rules.turns.problems import TurnProblem


def army_in_battle(state: Firestorm, battle: Battle, faction: str) -> list[Character]:
    """The units and characters of the banner a faction fights with, in id order. Source: FS-111"""
    banners = {"attack": battle.attacker, "defend": battle.defender, "third": battle.third}
    banner = banners[side_on(battle, faction)]
    return [one for _, one in sorted(state.characters.items()) if banner and one.banner == banner]


def held_upgrades(state: Firestorm, character: str) -> list[Upgrade]:
    """Its upgrades. Source: FS-114, FS-115"""
    return [one for one in state.upgrades.values() if (one.character, one.state) == (character, "held")]


def chart_of(character: Character) -> ChartName:
    """The chart it rolls on. Source: FS-112"""
    return "champion" if character.kind == "commander" else "unit"


def row_at(rows: Sequence[ChartRow], face: int) -> ChartRow:
    """What a face of the chart brings. Source: FS-116"""
    return next(one for one in rows if one.first <= face <= one.last)


def chart_face_count(rows: Sequence[ChartRow]) -> int:
    """How many faces the chart's die has. Source: FS-116"""
    return max((one.last for one in rows), default=0)


def gaps(rows: Sequence[ChartRow]) -> list[int]:
    """Faces that no row or more than one covers; a roll waits until there are none. Source: FS-116"""
    return [
        face
        for face in range(1, chart_face_count(rows) + 1)
        if sum(one.first <= face <= one.last for one in rows) != 1
    ]


def uncovered(rows: Sequence[ChartRow]) -> str:
    """The faces for which a chart cannot be rolled on, in words; empty when it can. Source: FS-116"""
    return listed([str(one) for one in gaps(rows) or ([] if rows else [1])])


def allowance(state: Firestorm, book: FirestormInForce, battle: Battle, bout: Bout, faction: str) -> int:
    """Upgrades of a faction after this game. Source: FS-109, FS-110"""
    base = upgrades(state, book, faction)
    if not base or not army_in_battle(state, battle, faction):
        return 0
    if book.settings.win_upgrade == "cap" or not bout.result:
        return base
    won = graded(side_on(battle, faction), bout.result, third_won=bout.third_won) in WON
    if book.settings.win_upgrade == "winner_plus_one":
        return base + won
    return base if won else min(base, 1)


def picked(state: Firestorm, bout: Bout, faction: str) -> list[Upgrade]:
    """Its upgrades of this game so far. Source: FS-110, FS-113"""
    return [
        one
        for one in state.upgrades.values()
        if one.bout == bout.id and state.characters[one.character].faction == faction
    ]


def counting_problems(
    state: Firestorm, book: FirestormInForce, act: str, battle: Battle, bout: Bout, faction: str
) -> Iterator[TurnProblem]:
    """Why nothing is counted or upgraded for a faction after this game now. Source: FS-50, FS-161"""
    yield from faction_problems(state, book, act, faction)
    if faction not in grades(battle):
        yield book.problem("E42", faction=state.name_of(faction)).about("faction")
    if bout.status != "confirmed":
        yield book.problem("E107").about("bout")


def upgrade_problems(
    state: Firestorm, book: FirestormInForce, battle: Battle, bout: Bout, faction: str, character: Character
) -> Iterator[TurnProblem]:
    """Why this unit or character is not upgraded now. Source: FS-109 … FS-113"""
    yield from counting_problems(state, book, "upgrade", battle, bout, faction)
    if not upgrades(state, book, faction):
        yield book.problem("E100").about("faction")
    fought = army_in_battle(state, battle, faction)
    if not fought:
        yield book.problem("E102").about("faction")
    if faction not in bout.counted:
        yield book.problem("E105").about("bout").leading(battle=battle.id)
    if character not in fought or character.id in bout.dead or not character.alive:
        yield book.problem("E103", name=character.name).about("character")
    done = picked(state, bout, faction)
    if any(one.character == character.id for one in done):
        yield book.problem("E104", name=character.name).about("character")
    if len(done) >= allowance(state, book, battle, bout, faction):
        yield book.problem("E101", faction=state.name_of(faction)).about("faction")
