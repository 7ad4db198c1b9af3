"""The part of a Firestorm book about sieges: options, equipment, fortress pieces, battleplans."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import model_validator

from rules.engine.books import BookModel
from rules.engine.language import Text
from rules.firestorm.siege_state import Besieging

PLANS = 8


class SiegeFigures(BookModel):
    """Every number of a siege; where each stands is said in the file."""

    levels: int
    assault_at: int
    help_slows: int
    opening_help_to: int
    artillery_dice: int
    artillery_face: int
    artillery_face_duardin: int
    artillery_level: int
    reinforce_dice: int
    reinforce_face: int
    reinforce_points: int
    reinforce_most: int
    forlorn_points: int
    repair_twice_face: int
    infiltrated_factor: int
    machines_factor: int


class OptionRow(BookModel):
    """What a side may do in a siege turn. `quick` is the face that succeeds (0: no roll), `by` who rolls.

    `plan` is its battleplan, `plan_quick` and `plan_by` what that says of a quick roll; `dice` what success
    costs the other side, `repeat` whether it may be done again.
    """

    side: Besieging
    name: Text
    text: Text
    rule: str
    quick: int = 0
    by: Besieging | Literal[""] = ""
    plan: int = 0
    plan_quick: int = 0
    plan_by: Besieging | Literal[""] = ""
    dice: str = ""
    target: Literal["", "wall", "unit", "sally", "piece"] = ""
    repeat: Literal["adds_up", "no", "until", "by_target", "once", "yes"] = "adds_up"


class SallyRow(BookModel):
    name: Text
    text: Text
    dice: str = ""
    repeat: bool = False


class EquipmentRow(BookModel):
    """What siege points buy, and for what: `per` names the kind of target."""

    side: Besieging
    name: Text
    text: Text
    cost: int
    per: Literal["unit", "wall", "gate", "tower", "army"]


class PieceRow(BookModel):
    name: Text
    wounds: int
    save: str
    lines: tuple[Text, ...]


class PlanRow(BookModel):
    """A battleplan as a card. `quick` is the face with which `quick_winner` wins what `quick_by` rolls."""

    number: int
    name: Text
    forces_besieger: Text
    forces_besieged: Text
    deploys: Besieging | Literal["standard"]
    first: Besieging
    length: Text
    besieged_wins: Text
    besieger_wins: Text
    lines: tuple[Text, ...]
    quick: int = 0
    quick_by: Besieging | Literal[""] = ""
    quick_winner: Besieging | Literal[""] = ""


class AssaultRow(BookModel):
    """The Final Assault as a card."""

    name: Text
    lines: tuple[Text, ...]


class SiegeBook(BookModel):
    gate_words: frozenset[str]
    wall_words: frozenset[str]
    hit_words: frozenset[str]
    figures: SiegeFigures
    traits: dict[str, Text]
    options: dict[str, OptionRow]
    sallies: dict[str, SallyRow]
    equipment: dict[str, EquipmentRow]
    pieces: dict[str, PieceRow]
    plans: tuple[PlanRow, ...]
    assault: AssaultRow

    @model_validator(mode="after")
    def _complete(self) -> Self:
        if [one.number for one in self.plans] != list(range(1, PLANS + 1)):
            raise ValueError("plans: 1 to 8, each once")
        for key, row in self.options.items():
            if bool(row.quick) != bool(row.by):
                raise ValueError(f"options.{key}: whoever rolls has a face to reach")
            if row.plan not in range(PLANS + 1):
                raise ValueError(f"options.{key}: no battleplan {row.plan}")
        if set(self.traits) != {"duardin", "ogor"}:
            raise ValueError("traits: duardin and ogor")
        return self

    def plan(self, number: int) -> PlanRow:
        return self.plans[number - 1]
