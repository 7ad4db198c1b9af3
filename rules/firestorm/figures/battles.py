"""Figures of battles: points line by line, reminders, what games add up to, upgrades, sudden death."""

from __future__ import annotations

from dataclasses import asdict

from rules.engine.plain import JsonObject
from rules.firestorm.battles.locking import fought_tired, points_rows, stood_fortified, total
from rules.firestorm.battles.reminders import battle_reminders
from rules.firestorm.battles.results import overall
from rules.firestorm.battles.sudden_death import SuddenDeathArmy, sudden_death, summon_limit
from rules.firestorm.benefits import command_points
from rules.firestorm.book import FirestormInForce
from rules.firestorm.decks import upgrade_name
from rules.firestorm.faction_figures import battles_this_turn, holds_tower
from rules.firestorm.figures.league import problem_values
from rules.firestorm.figures.lines import (
    CandidateLine,
    CommandPoints,
    ReminderLine,
    ResultLine,
    SidePoints,
    Upgrades,
)
from rules.firestorm.game import GAME
from rules.firestorm.glory.awards import mirrored
from rules.firestorm.path.upgrade_rules import (
    allowance,
    army_in_battle,
    chart_of,
    held_upgrades,
    picked,
    upgrade_problems,
)
from rules.firestorm.state import Battle, Firestorm, Grade, PointsRow, SideName
from rules.turns.problems import first_of

TOWER_DIE = 3  # a D3


@GAME.figure("battles")
def battles(state: Firestorm, book: FirestormInForce) -> list[JsonObject]:
    """The battles of the turn as they were opened. Source: FS-33, FS-171"""
    return [
        {
            "battle": one.id,
            "territory": one.territory,
            "attacker": one.attacker,
            "attack": one.attack,
            "defender": one.defender,
            "defend": one.defend,
            "garrison": one.garrison,
            "third": one.third,
            "third_faction": one.third_faction,
            "third_won": one.third_won,
            "after": one.after,
            "status": one.status,
            "result": one.result,
            "siege": one.id in state.sieges,
        }
        for one in battles_this_turn(state)
    ]


@GAME.figure("points")
def side_points(state: Firestorm, book: FirestormInForce, battle: str) -> list[SidePoints]:
    """What each side fights with, line by line: as fixed, or as it would be now.

    Source: FS-20 … FS-24, FS-51, FS-171
    """
    found = state.battles[battle]
    told = found.lines if found.locked else points_rows(state, book, found)
    sides: tuple[SideName, ...] = ("attack", "defend", "third") if found.third else ("attack", "defend")
    return [_side(state, found, told, one) for one in sides]


def _side(state: Firestorm, battle: Battle, told: tuple[PointsRow, ...], side: SideName) -> SidePoints:
    banner, faction = {
        "attack": (battle.attacker, battle.attack),
        "defend": (battle.defender, battle.defend),
        "third": (battle.third, battle.third_faction),
    }[side]
    mine = [one for one in told if one.side == side]
    return {
        "side": side,
        "faction": faction,
        "banner": banner,
        "lines": [{"what": one.what, "points": one.points, "rule": one.rule} for one in mine],
        "total": total(told, side),
        "support": [helper for one in mine for helper in one.banners],
        "fatigued": bool(banner) and fought_tired(state, battle, banner),
        "fortified": bool(banner) and stood_fortified(state, battle, banner),
    }


@GAME.figure("reminders")
def reminder_lines(state: Firestorm, book: FirestormInForce, battle: str) -> list[ReminderLine]:
    """What the players of a battle should have in mind.

    Source: FS-07, FS-09, FS-35, FS-37, FS-54, FS-90, FS-125
    """
    return [
        {"key": one.key, "rule": one.rule, "text": one.text, "faction": one.faction}
        for one in battle_reminders(state, book, state.battles[battle])
    ]


@GAME.figure("command_points")
def command_points_of(state: Firestorm, book: FirestormInForce, faction: str) -> CommandPoints:
    """Command points a faction begins a game with. Source: FS-85, FS-124"""
    tower, own = holds_tower(state, book, faction), command_points(state, book, faction)
    return {
        "faction": faction,
        "die": "D3" if tower else "",
        "settlements": own,
        "least": own + tower,
        "most": own + TOWER_DIE * tower,
    }


@GAME.figure("overall")
def overall_of(state: Firestorm, book: FirestormInForce, results: tuple[Grade, ...]) -> ResultLine:
    """What the games of a battle add up to for the attacker, with the glory of both.

    Source: FS-55 … FS-58, FS-101
    """
    result = overall(book, results or ("draw",))
    glory = book.book.glory
    return {"result": result, "attack": glory[result], "defend": glory[mirrored(result)]}


@GAME.figure("sudden_death")
def sudden_death_of(
    state: Firestorm, book: FirestormInForce, attack: SuddenDeathArmy, defend: SuddenDeathArmy
) -> JsonObject:
    """Who gives a sudden death condition away, and how much each may summon. Source: FS-127 … FS-133"""
    return {
        "gives": sudden_death(book, attack, defend),
        "attack_may_summon": summon_limit(book, attack.points, defend.points),
        "defend_may_summon": summon_limit(book, defend.points, attack.points),
        "mortal_wounds": book.figures.mortal_wounds,
    }


@GAME.figure("upgrades")
def upgrades_of(state: Firestorm, book: FirestormInForce, bout: str, faction: str) -> Upgrades:
    """Upgrades of a faction after a game, and who may have one. Source: FS-109 … FS-114"""
    game = state.bouts[bout]
    battle = state.battles[game.battle]
    candidates: list[CandidateLine] = [
        {
            "character": one.id,
            "chart": chart_of(one),
            "why_not": problem_values(first_of(upgrade_problems(state, book, battle, game, faction, one))),
        }
        for one in army_in_battle(state, battle, faction)
    ]
    return {
        "allowance": allowance(state, book, battle, game, faction),
        "used": len(picked(state, game, faction)),
        "candidates": candidates,
    }


@GAME.figure("armies")
def characters_figure(state: Firestorm, book: FirestormInForce, faction: str = "") -> list[JsonObject]:
    """Characters and units with their upgrades, of one faction or all. Source: FS-17, FS-19, FS-117"""
    return [
        {
            **asdict(one),
            "upgrades": [upgrade_name(book.start, up) for up in held_upgrades(state, one.id)],
        }
        for one in state.characters.values()
        if faction in ("", one.faction)
    ]
