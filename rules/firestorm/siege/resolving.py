"""What the options of a siege come to, each rolled for or played. Source: FS-143, FS-150 … FS-155, FS-158"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from rules.engine.language import say, say_many
from rules.engine.procedure import Procedure, gather
from rules.engine.questions import Choose, Face, Number, Option, Roll, YesNo, side
from rules.engine.state import altered
from rules.firestorm.game import FirestormCtx
from rules.firestorm.siege.beginning import ask_how, ask_winner, both
from rules.firestorm.siege.siege_rules import (
    GATE,
    OTHER_PIECE,
    bombardments,
    faction_on,
    is_gate,
    piece_key,
    quick_of,
    siege_gains,
    trait_of,
)
from rules.firestorm.siege_effects import GainChanged, Gained, SiegeMoved
from rules.firestorm.siege_state import Besieging, Gain, GainState, How, Siege
from rules.firestorm.state import Battle
from rules.firestorm.work import FirestormWork

HIGHEST = 12  # of 2D6: nobody rolls that again
PLAYED = ("undermine", "starve_out", "test_defense", "infiltrate", "send_for_help", "sally_out")
SETTLED = (*PLAYED, "reinforcements")  # rolled for or played


@dataclass
class ResolvedOption:
    """One option being resolved: `how` once it is said, `dice` all that fell, `amount` what they come to;
    `second`: the other piece that was repaired.
    """

    ctx: FirestormCtx
    work: FirestormWork
    battle: Battle
    mine: Besieging
    option: str
    target: str
    how: How | Literal[""] = ""
    won: bool = True
    pending: bool = False
    amount: int = 0
    second: str = ""
    dice: list[int] = field(default_factory=list)

    @property
    def siege(self) -> Siege:
        return self.work.state.sieges[self.battle.id]

    @property
    def number(self) -> int:
        return self.siege.completed + 1

    def key(self, what: str) -> str:
        return f"{self.option}:{self.battle.id}:{self.number}:{what}"

    def move(self, **values: object) -> None:
        self.work.do(SiegeMoved(siege=altered(self.siege, **values), rule="FS-151"))

    def trait(self, side: Besieging) -> str:
        return trait_of(self.work.state, self.battle, side)

    def roll(
        self,
        what: str,
        text: str,
        by: Besieging,
        die: str = "D6",
        rule: str = "FS-150",
        faces: tuple[Face, ...] = (),
    ) -> Procedure[int]:
        face: int = yield Roll(
            self.key(what), text, rule=rule, who=side(faction_on(self.battle, by)), about=self.battle.id,
            die=die, faces=faces,
        )  # fmt: skip
        self.dice.append(face)
        return face

    def rolls(
        self, count: int, text: str, by: Besieging, die: str = "D6", faces: tuple[Face, ...] = ()
    ) -> Procedure[list[int]]:
        thrown = (self.roll(str(n), text, by, die, faces=faces) for n in range(1, count + 1))
        return (yield from gather(*thrown))


def _faces(works: Callable[[int], bool], yes: str, no: str) -> tuple[Face, ...]:
    """What each face of a die brings."""
    return tuple(Face(face, yes if works(face) else no) for face in range(1, 7))


def _points(number: int) -> str:
    return say_many(number, "{number} point", "{number} points")


def resolve(turn: ResolvedOption) -> Procedure[None]:
    """Resolve an option: what is gained is a row, what failed too. Source: FS-151, FS-152"""
    if turn.option not in SETTLED:
        turn.how = ""
    if turn.option in PLAYED:
        yield from _attempt(turn)
    if turn.won:
        yield from WORKS[turn.option](turn)
    state: GainState = ("pending" if turn.pending else "applied") if turn.won else "none"
    row = Gain(
        id=f"{turn.battle.id}:{turn.number}:{turn.mine}", siege=turn.battle.id, turn=turn.number,
        side=turn.mine, option=turn.option, target=turn.target, how=turn.how, won=turn.won,
        dice=tuple(turn.dice), amount=turn.amount, state=state,
    )  # fmt: skip
    turn.work.do(Gained(gain=row, rule="FS-151" if turn.won else "FS-152"))
    if turn.second:
        also = altered(row, id=f"{row.id}:second", target=turn.second, dice=(), amount=0)
        turn.work.do(Gained(gain=also, rule="FS-145"))


def _attempt(turn: ResolvedOption) -> Procedure[None]:
    """Whether it works: a quick roll, or the battleplan played. Source: FS-150, FS-158, FS-159"""
    row = turn.ctx.book.siege.options[turn.option]
    turn.how = turn.how or (yield from ask_how(turn.battle, turn.key("how"), row.name))
    if turn.how == "battleplan":
        name = turn.ctx.book.siege.plan(row.plan).name
        winner = yield from ask_winner(turn.ctx, turn.battle, turn.key("winner"), name)
        turn.won = winner == turn.mine
        return
    quick = quick_of(turn.ctx.book, row)
    assert quick is not None
    faces = _faces(quick.works, say("it works"), say("it fails"))
    text = say("The quick roll for {name}", name=row.name)
    face = yield from turn.roll("quick", text, quick.by, faces=faces)
    turn.won = quick.works(face)


def _wait(turn: ResolvedOption) -> Procedure[None]:
    """Its dice are thrown at the Final Assault. Source: FS-151"""
    turn.pending = True
    yield from ()


def _undermine(turn: ResolvedOption) -> Procedure[None]:
    """2D6 for the whole wall, rolled once; duardin may roll again. Source: FS-145, FS-151"""
    turn.pending = True
    text = say("How much damage does {wall} take?", wall=turn.target)
    turn.amount = yield from turn.roll("wounds", text, "besieger", "2D6")
    if turn.trait("besieger") == "duardin" and turn.amount < HIGHEST:
        again: bool = yield YesNo(
            turn.key("again"), say("Duardin may re-roll. Do you want to?"), rule="FS-145",
            who=side(turn.battle.attack), about=turn.battle.id,
        )  # fmt: skip
        if again:
            turn.amount = yield from turn.roll("again:wounds", text, "besieger", "2D6", "FS-145")


def _test_defense(turn: ResolvedOption) -> Procedure[None]:
    turn.move(gate_broken=True)
    yield from ()


def _infiltrate(turn: ResolvedOption) -> Procedure[None]:
    turn.move(equipment_factor=turn.ctx.book.siege.figures.infiltrated_factor)
    yield from ()


def _construct(turn: ResolvedOption) -> Procedure[None]:
    turn.amount = 1
    name = f"{turn.mine}_points"
    turn.move(**{name: getattr(turn.siege, name) + 1})
    yield from ()


def _send_for_help(turn: ResolvedOption) -> Procedure[None]:
    """Braver, and reinforcements may come; the timer only by a setting. Source: FS-146"""
    book = turn.ctx.book
    slower = book.siege.figures.help_slows if book.settings.help_slows else turn.siege.help_timer
    turn.move(bravery=1, unlocked=True, help_timer=slower)
    yield from ()


def _artillery(turn: ResolvedOption) -> Procedure[None]:
    """Each 6 costs the besieger an old point; for duardin each 5 or 6. Source: FS-145, FS-151"""
    figures, cost = turn.ctx.book.siege.figures, turn.ctx.book.settings.old_point
    duardin = turn.trait("besieged") == "duardin"
    least = figures.artillery_face_duardin if duardin else figures.artillery_face
    faces = _faces(lambda face: face >= least, _points(cost), say("nothing"))
    text = say("What does the artillery hit?")
    dice = yield from turn.rolls(figures.artillery_dice, text, "besieged", faces=faces)
    turn.amount = sum(face >= least for face in dice) * cost
    turn.move(besieger_delta=turn.siege.besieger_delta - turn.amount)


def _sally_out(turn: ResolvedOption) -> Procedure[None]:
    """Against war machines, equipment or supplies. Source: FS-154"""
    if turn.target == "war_machines":
        turn.move(bombarding=False)
    elif turn.target == "supplies":
        turn.move(machines_factor=turn.ctx.book.siege.figures.machines_factor)
    else:
        text = say("How many siege points do the besiegers lose?")
        lost = yield from turn.roll("lost", text, "besieged", "D3")
        turn.amount = min(lost, turn.siege.besieger_points)
        turn.move(besieger_points=turn.siege.besieger_points - turn.amount)


def _reinforcements(turn: ResolvedOption) -> Procedure[None]:
    """Who gets through, by the battleplan or by the option's own text. Source: FS-158"""
    book = turn.ctx.book
    figures, name = book.siege.figures, book.siege.options[turn.option].name
    turn.how = turn.how or (yield from ask_how(turn.battle, turn.key("how"), name))
    if turn.how == "battleplan":
        units: int = yield Number(
            turn.key("units"), say("How many units got through?"), rule="FS-158", who=both(turn.battle),
            about=turn.battle.id, least=0, most=50, unit=say("units"),
        )  # fmt: skip
    elif book.settings.reinforce == "battleplan4":
        comes = _points(figures.reinforce_points)
        faces = _faces(lambda face: face >= figures.reinforce_face, comes, say("nobody"))
        text = say("Who gets through?")
        dice = yield from turn.rolls(figures.reinforce_dice, text, "besieged", faces=faces)
        units = sum(face >= figures.reinforce_face for face in dice)
    else:
        units = (yield from turn.roll("units", say("How many units get through?"), "besieged")) - 1
    if book.settings.reinforce == "option":
        units = min(units, figures.reinforce_most)
        worth = yield from turn.rolls(units, say("What is this unit worth?"), "besieged", "D3")
        turn.amount = sum(worth) * book.settings.old_point
    else:
        turn.amount = units * figures.reinforce_points
    turn.move(used=True, besieged_delta=turn.siege.besieged_delta + turn.amount)


def _repair(turn: ResolvedOption) -> Procedure[None]:
    """All pending damage of one piece is gone; duardin may mend a second one. Source: FS-145, FS-153"""
    _mend(turn, turn.target)
    if turn.trait("besieged") != "duardin":
        return
    face = yield from turn.roll("second", say("Is a second piece repaired?"), "besieged", rule="FS-145")
    turn.amount = int(face >= turn.ctx.book.siege.figures.repair_twice_face)
    left = _damaged(turn)
    if turn.amount and left:
        piece: str = yield Choose(
            turn.key("piece"), say("Which second piece is repaired?"), rule="FS-145",
            who=side(turn.battle.defend), about=turn.battle.id, options=left,
        )  # fmt: skip
        _mend(turn, piece)
        turn.second = piece


def _damaged(turn: ResolvedOption) -> tuple[Option, ...]:
    """What is damaged still: the gate, walls that were undermined, and what a bombardment hits, of this turn
    too. Source: FS-153, FA-57
    """
    gate = (Option(GATE, say("the gate")),) if turn.siege.gate_broken else ()
    hit = siege_gains(turn.work.state, turn.battle.id, "undermine")
    walls = dict.fromkeys(one.target for one in hit if one.state == "pending")
    bombarded = bombardments(turn.work.state, turn.battle.id)
    other = (Option(OTHER_PIECE, say("another bombarded wall or tower")),) if bombarded else ()
    return (*gate, *(Option(one, one) for one in walls), *other)


def _mend(turn: ResolvedOption, piece: str) -> None:
    """All pending damage of a piece is gone. Source: FS-153"""
    state, siege = turn.work.state, turn.battle.id
    if is_gate(turn.ctx.book, piece):
        turn.move(gate_broken=False)
        mended = siege_gains(state, siege, "test_defense")
    else:
        mended = [
            one for one in siege_gains(state, siege, "undermine") if piece_key(one.target) == piece_key(piece)
        ]
    for one in mended:
        if one.state in ("pending", "applied") and one.won:
            turn.work.do(GainChanged(gain=one.id, state="repaired", rule="FS-153"))


WORKS: dict[str, Callable[[ResolvedOption], Procedure[None]]] = {
    "bombardment": _wait, "undermine": _undermine, "starve_out": _wait, "test_defense": _test_defense,
    "infiltrate": _infiltrate, "construct": _construct, "send_for_help": _send_for_help, "bowfire": _wait,
    "artillery": _artillery, "sally_out": _sally_out, "reinforcements": _reinforcements,
    "construct_besieged": _construct, "repair": _repair,
}  # fmt: skip
