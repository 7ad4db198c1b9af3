"""What a siege allows now: whether it is one, whose turn it is, which options are open, by which die.

Source: FS-140 … FS-157
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from rules.firestorm.battles.admission import battle_problems
from rules.firestorm.book import FirestormInForce
from rules.firestorm.faction_figures import bouts_of, is_stronghold
from rules.firestorm.siege_book import OptionRow
from rules.firestorm.siege_state import Besieging, Gain, Siege
from rules.firestorm.state import Battle, Firestorm
from rules.turns.problems import TurnProblem, first_of

DAMAGES = ("bombardment", "undermine", "test_defense")  # options of the besieger
GATE, OTHER_PIECE = "gate", "bombarded"  # what a second repair may take besides walls that have a name
OTHER: dict[Besieging, Besieging] = {"besieger": "besieged", "besieged": "besieger"}


def faction_on(battle: Battle, side: Besieging) -> str:
    """The faction of a side: the attacker besieges. Source: FS-52, FS-140"""
    return battle.attack if side == "besieger" else battle.defend


def siege_side(battle: Battle, faction: str) -> Besieging:
    """The side a faction is on. Source: FS-140"""
    return "besieger" if faction == battle.attack else "besieged"


def trait_of(state: Firestorm, battle: Battle, side: Besieging) -> str:
    """Whose people fight: duardin, ogors, or neither. Source: FS-145"""
    return state.factions[faction_on(battle, side)].trait


def siege_level(state: Firestorm, book: FirestormInForce, battle: Battle) -> int:
    """The level of the place, at least 1. Source: FS-142"""
    return min(max(state.territories[battle.territory].level, 1), book.siege.figures.levels)


def place_problems(
    state: Firestorm, book: FirestormInForce, act: str, battle: Battle, faction: str
) -> Iterator[TurnProblem]:
    """Why this battle cannot be made a siege now, or no more. Source: FS-140, FS-141"""
    yield from battle_problems(state, book, act, battle, faction)
    if battle.third:
        yield book.problem("E121").about("battle")
    if not is_stronghold(book, state.territories[battle.territory]):
        yield book.problem("E110").about("battle")
    if book.settings.siege_mode == "never":
        yield book.problem("E111").about("battle")
    if battle.id in state.sieges and state.sieges[battle.id].step != "offered":
        yield book.problem("E112").about("battle")
    if bouts_of(state, battle.id, "confirmed"):
        yield book.problem("E123").about("battle")


def deciders(state: Firestorm, book: FirestormInForce, battle: Battle) -> tuple[str, ...]:
    """Who may say now whether a battle is a siege; nobody where that is settled. Source: FS-140"""
    if first_of(place_problems(state, book, "offer_siege", battle, battle.defend)):
        return ()
    if book.settings.siege_mode == "defender_choice":
        return (battle.defend,)
    wanted = state.sieges[battle.id].wanted if battle.id in state.sieges else ()
    return tuple(faction_on(battle, one) for one in OTHER if one not in wanted)


def siege_turn_problems(
    state: Firestorm, book: FirestormInForce, act: str, battle: Battle, faction: str, step: str
) -> Iterator[TurnProblem]:
    """Why this side does not act in the siege now; `step` is where the act belongs. Source: FS-141, FS-149"""
    yield from battle_problems(state, book, act, battle, faction)
    if battle.id not in state.sieges or state.sieges[battle.id].step in ("offered", "field"):
        yield book.problem("E121").about("battle")
        return
    if state.sieges[battle.id].step != step:
        yield book.problem("E120" if step == "assault" else "E113").about("battle")


# Options


def options_of_side(book: FirestormInForce, side: Besieging) -> dict[str, OptionRow]:
    """The options of a side, in the book's order. Source: FS-148"""
    return {key: row for key, row in book.siege.options.items() if row.side == side}


def siege_gains(state: Firestorm, siege: str, option: str = "", target: str = "") -> list[Gain]:
    """What was gained in a siege; by an option, against a target. Source: FS-151"""
    found = (one for one in state.gains.values() if one.siege == siege)
    return [one for one in found if option in ("", one.option) and target in ("", one.target)]


def damaged(state: Firestorm, siege: Siege) -> bool:
    """Whether anything waits to be repaired, or may once the besieger’s choice of this turn is resolved.

    Source: FS-153, FA-57
    """
    return (
        siege.gate_broken or bombed(state, siege) or bool(undermined(state, siege)) or siege.option in DAMAGES
    )


def bombed(state: Firestorm, siege: Siege) -> bool:
    """Whether a bombardment waits for the Final Assault, or is the besieger’s choice now. Source: FS-153"""
    return siege.option == "bombardment" or bool(bombardments(state, siege.id))


def bombardments(state: Firestorm, siege: str) -> list[int]:
    """The siege turns of the bombardments that wait for the Final Assault. Source: FS-151"""
    return [one.turn for one in siege_gains(state, siege, "bombardment") if one.state == "pending"]


def _repairs(state: Firestorm, siege: str) -> list[Gain]:
    return [one for one in siege_gains(state, siege, "repair") if one.won]


def undermined(state: Firestorm, siege: Siege) -> list[str]:
    """The walls that were undermined, or are being so now, as they are called. Source: FS-153, FA-57"""
    walls = [one.target for one in siege_gains(state, siege.id, "undermine") if one.state == "pending"]
    return [*walls, siege.target] if siege.option == "undermine" else walls


def piece_key(piece: str) -> str:
    """A piece of a fortress as everybody means it: "The west  Wall" is "west wall". Source: FS-153"""
    words = piece.casefold().split()
    return " ".join(words[1:] if words[:1] == ["the"] else words)


def may_be_damaged(state: Firestorm, book: FirestormInForce, siege: Siege, piece: str) -> bool:
    """Whether a repair of this piece can bring something. Source: FS-153, FA-57"""
    if is_gate(book, piece):
        return siege.gate_broken or siege.option == "test_defense"
    name = piece_key(piece)
    hit = _bombed_since(state, siege, name) and any(word in name for word in book.siege.hit_words)
    return hit or name in map(piece_key, undermined(state, siege))


def _bombed_since(state: Firestorm, siege: Siege, name: str) -> bool:
    """Whether a bombardment came after a piece was repaired last, or is the besieger's choice now."""
    last = max((one.turn for one in _repairs(state, siege.id) if piece_key(one.target) == name), default=0)
    return siege.option == "bombardment" or any(turn > last for turn in bombardments(state, siege.id))


def is_gate(book: FirestormInForce, target: str) -> bool:
    """Whether what somebody typed is the gate, or the wall with the gate. Source: FS-151"""
    words = set(re.findall(r"\w+", target.casefold()))
    return bool(words & book.siege.gate_words) and words <= book.siege.gate_words | book.siege.wall_words


def is_option_open(
    state: Firestorm, book: FirestormInForce, siege: Siege, option: str, target: str = ""
) -> bool:
    """Whether an option would still bring something. Source: FS-153, FS-154, and the tables of options"""
    if option == "bombardment":
        return siege.bombarding
    if option == "test_defense":
        return not siege.gate_broken
    if option == "infiltrate":
        return siege.equipment_factor == 1
    if option == "artillery":
        return siege.level >= book.siege.figures.artillery_level
    if option == "reinforcements":
        return siege.unlocked and not siege.used
    if option == "repair":
        return damaged(state, siege)
    won = [one for one in siege_gains(state, siege.id, option, target) if one.won]
    if option == "send_for_help":
        return not won
    if option == "sally_out" and target:
        return book.siege.sallies[target].repeat or not won
    return True


@dataclass(frozen=True, slots=True)
class Quick:
    """A quick roll: who rolls, from which face on, and whether that is a success of the option."""

    by: Besieging
    face: int
    helps: bool

    def works(self, face: int) -> bool:
        return (face >= self.face) == self.helps


def quick_of(book: FirestormInForce, row: OptionRow) -> Quick | None:
    """The quick roll of an option, by its own text or by its battleplan's; None when it needs none.

    Source: FS-150, FS-152, FS-159
    """
    if not row.quick or not row.by:
        return None
    if book.settings.quick_source == "battleplan" and row.plan_by:
        return Quick(row.plan_by, row.plan_quick, row.plan_by == row.side)
    return Quick(row.by, row.quick, row.by == row.side)


# The Final Assault


@dataclass(frozen=True, slots=True)
class AssaultLine:
    """A line of the Final Assault: which option, against what, how often, and the dice it costs."""

    option: str
    target: str
    times: int
    dice: str
    amount: int


def pending(state: Firestorm, book: FirestormInForce, battle: Battle) -> list[AssaultLine]:
    """Everything that waits for the Final Assault, one line for each option and target. Source: FS-151"""
    found: dict[tuple[str, str], list[Gain]] = {}
    for one in siege_gains(state, battle.id):
        if one.state == "pending":
            found.setdefault((one.option, one.target), []).append(one)
    return [
        AssaultLine(
            option, target, len(rows), dice_of(state, book, battle, option), sum(r.amount for r in rows)
        )
        for (option, target), rows in found.items()
    ]


@dataclass(frozen=True, slots=True)
class RepairedPiece:
    """A piece that was repaired, and how many of the siege's bombardments hit it all the same, since then."""

    piece: str
    bombarded: int
    of: int


def repaired_pieces(state: Firestorm, book: FirestormInForce, battle: Battle) -> list[RepairedPiece]:
    """What has been repaired, by the name it was repaired under last; not a gate that was broken since.

    Source: FS-151, FS-153, FA-57
    """
    mended, hit = _repairs(state, battle.id), bombardments(state, battle.id)
    last = {one.id if one.target == OTHER_PIECE else piece_key(one.target): one for one in mended}
    found = []
    for name, one in last.items():
        if not is_gate(book, name):
            found.append(RepairedPiece(one.target, sum(turn > one.turn for turn in hit), len(hit)))
        elif not state.sieges[battle.id].gate_broken:
            found.append(RepairedPiece(one.target, 0, 0))
    return found


def dice_of(state: Firestorm, book: FirestormInForce, battle: Battle, option: str) -> str:
    """The dice of an option at the assault, as the traits of both sides have it. Source: FS-145"""
    besieger, held = trait_of(state, battle, "besieger"), trait_of(state, battle, "besieged")
    if option == "bombardment" and besieger == "duardin":
        return "D3+1"
    if option == "starve_out" and held:
        return {"duardin": "D3-1", "ogor": "D6"}[held]
    return book.siege.options[option].dice


def siege_item_price(book: FirestormInForce, siege: Siege, item: str) -> int:
    """Siege points an item costs now. Source: FS-155"""
    row = book.siege.equipment[item]
    return row.cost * (siege.equipment_factor if row.side == "besieged" else 1)
