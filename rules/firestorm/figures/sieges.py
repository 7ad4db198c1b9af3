"""Figures of a siege: where it stands, options with the reasons against them, equipment and its price."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict

from rules.firestorm.battles.admission import battle_of
from rules.firestorm.book import FirestormInForce
from rules.firestorm.figures.league import problem_values
from rules.firestorm.figures.lines import EquipmentLine, OptionLine, Reason, SiegeLine
from rules.firestorm.game import GAME
from rules.firestorm.siege.assault import equipment_problems
from rules.firestorm.siege.siege_rules import (
    is_option_open,
    options_of_side,
    pending,
    place_problems,
    quick_of,
    siege_item_price,
    siege_side,
    siege_turn_problems,
)
from rules.firestorm.siege.turns import option_problems
from rules.firestorm.siege_book import OptionRow
from rules.firestorm.siege_state import Siege
from rules.firestorm.state import Firestorm
from rules.turns.problems import TurnProblem, first_of


@GAME.figure("siege")
def siege_of(state: Firestorm, book: FirestormInForce, battle: str) -> SiegeLine:
    """A siege as it stands, with all that waits for its Final Assault. Source: FS-143, FS-146, FS-151"""
    found, now = battle_of(state, book, battle), state.sieges[battle]
    bought = [one for one in state.purchases.values() if one.siege == battle]
    return {
        "battle": battle,
        "step": now.step,
        "level": now.level,
        "turn": now.completed + 1,
        "forced_from": next_forced_face(book, now),
        "besieger": found.attack,
        "besieged": found.defend,
        "besieger_points": now.besieger_points,
        "besieged_points": now.besieged_points,
        "besieger_delta": now.besieger_delta,
        "besieged_delta": now.besieged_delta,
        "pending": [asdict(one) for one in pending(state, book, found)],
        "bought": [asdict(one) for one in bought],
    }


def next_forced_face(book: FirestormInForce, siege: Siege) -> int:
    """The face of the next timer from which on the Final Assault is forced. Source: FS-146, FS-147"""
    return max(1, book.siege.figures.assault_at - siege.completed + siege.help_timer)


@GAME.figure("why_no_siege")
def why_no_siege(state: Firestorm, book: FirestormInForce, battle: str, faction: str) -> Reason | None:
    """Why a battle cannot be made a siege now, null when it can. Source: FS-140"""
    found = battle_of(state, book, battle)
    return problem_values(first_of(place_problems(state, book, "offer_siege", found, faction)))


@GAME.figure("siege_options")
def siege_options(state: Firestorm, book: FirestormInForce, battle: str, faction: str) -> list[OptionLine]:
    """A side's options in this siege turn, with the face that works, or why not.

    Source: FS-148 … FS-154, FS-159
    """
    found = battle_of(state, book, battle)
    mine = siege_side(found, faction)
    return [
        _option(state, book, battle, faction, key, row) for key, row in options_of_side(book, mine).items()
    ]


def _option(
    state: Firestorm, book: FirestormInForce, battle: str, faction: str, key: str, row: OptionRow
) -> OptionLine:
    quick = quick_of(book, row)
    return {
        "option": key,
        "name": row.name,
        "quick": quick.face if quick else 0,
        "by": quick.by if quick else "",
        "plan": row.plan,
        "targets": list(_targets(state, book, battle, key, row)),
        "why_not": problem_values(first_of(_against(state, book, battle, faction, key, row))),
    }


def _targets(
    state: Firestorm, book: FirestormInForce, battle: str, key: str, row: OptionRow
) -> Iterator[str]:
    """What a sally may still be made on; walls, units and pieces are named at the table. Source: FS-154"""
    if row.target == "sally":
        now = state.sieges[battle]
        yield from (one for one in book.siege.sallies if is_option_open(state, book, now, key, one))


def _against(
    state: Firestorm, book: FirestormInForce, battle: str, faction: str, key: str, row: OptionRow
) -> Iterator[TurnProblem]:
    """Why a side does not choose it, whatever it aims at. Source: FS-149, FS-151"""
    found = battle_of(state, book, battle)
    mine = siege_side(found, faction)
    yield from siege_turn_problems(state, book, "take_option", found, faction, mine)
    aimed = (
        next(iter(_targets(state, book, battle, key, row)), "")
        if row.target == "sally"
        else "x" * bool(row.target)
    )
    yield from option_problems(state, book, state.sieges[battle], mine, key, aimed)


@GAME.figure("siege_equipment")
def siege_equipment(
    state: Firestorm, book: FirestormInForce, battle: str, faction: str
) -> list[EquipmentLine]:
    """What a side may buy for the Final Assault, at what price now, or why not. Source: FS-155 … FS-157"""
    found = battle_of(state, book, battle)
    mine, now = siege_side(found, faction), state.sieges[battle]
    return [
        {
            "item": key,
            "name": row.name,
            "price": siege_item_price(book, now, key),
            "per": row.per,
            "why_not": problem_values(
                first_of(siege_turn_problems(state, book, "buy_equipment", found, faction, "assault"))
                or first_of(equipment_problems(book, now, mine, key, row.per))
            ),
        }
        for key, row in book.siege.equipment.items()
        if row.side == mine
    ]
