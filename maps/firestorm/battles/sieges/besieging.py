"""What a side of a siege may do now: begin it, roll, choose an option, call the assault; and why not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from maps.firestorm.viewer import FirestormViewer
from maps.ground.taps import MapTap, hidden_fields
from rules.firestorm.siege.resolving import SETTLED
from rules.firestorm.siege.siege_rules import (
    GATE,
    bombed,
    may_be_damaged,
    options_of_side,
    quick_of,
    siege_side,
    undermined,
)
from rules.firestorm.siege.turns import ASSAULT, is_rolled, option_problems
from rules.firestorm.siege_book import OptionRow
from rules.firestorm.siege_state import Besieging, Siege
from rules.firestorm.state import Battle
from rules.turns.problems import first_of

ANY = "–"  # some target, to ask whether an option is open at all


@dataclass(frozen=True, slots=True)
class SiegeChoice:
    """One option: what it does, how it is settled, and the taps that choose it.

    `asks` is the label of the field that names its target, for the last of its taps; `why_not` is what stands
    against all of it. What is rolled for or played says so `either` way, as values and words of its buttons.
    """

    key: str
    name: str
    text: str
    how: str
    taps: tuple[MapTap, ...]
    either: tuple[tuple[str, str], ...] = ()
    asks: str = ""
    why_not: str = ""
    rule: str = ""
    icon: str = ""

    @property
    def is_plain(self) -> bool:
        """One tap chooses it; nothing has to be said first."""
        return len(self.taps) == 1 and not self.asks and not self.either


def besieger_taps(viewer: FirestormViewer, battle: Battle, siege: Siege, me: str) -> Iterator[MapTap]:
    """What is no option: storm or siege, the die of a siege turn, the assault."""
    sent = hidden_fields(battle=battle.id, faction=me)
    turn = ("turn", str(siege.completed + 1))
    if siege.step == "start":
        yield MapTap("start_siege", _("Lay siege to it"), (*sent, ("storm", "false")), look="equal")
        yield MapTap("start_siege", _("Storm it at once"), (*sent, ("storm", "true")), look="equal")
    if siege.step == "timer":
        rolls = is_rolled(viewer.book, siege)
        words, icon, roll = (
            (_("Roll for me"), "dice-5-fill", [("roll", "1")]) if rolls else (_("Continue"), "", [])
        )
        yield MapTap("siege_turn", words, (*sent, turn, *roll), icon=icon, look="brass")
        if rolls and not viewer.app_dice:
            yield MapTap("siege_turn", _("I’ll roll it myself"), (*sent, turn), look="btn")
    if siege.step == "besieger":
        words = _(
            "There will be no more siege turns: everything on hold for the assault is rolled, and both "
            "sides spend their siege points."
        )
        yield MapTap(
            "take_option", _("Begin the Final Assault"), (*sent, turn, ("option", ASSAULT)), look="btn",
            sure=words, icon="flag-fill",
        )  # fmt: skip


def siege_choices(viewer: FirestormViewer, battle: Battle, siege: Siege, me: str) -> Iterator[SiegeChoice]:
    """Every option of a side whose turn it is, the closed ones with the reason."""
    mine = siege_side(battle, me)
    if siege.step != mine:
        return
    for key, row in options_of_side(viewer.book, mine).items():
        yield _choice(viewer, battle, siege, mine, key, row)


def _choice(
    viewer: FirestormViewer, battle: Battle, siege: Siege, mine: Besieging, key: str, row: OptionRow
) -> SiegeChoice:
    probe = next(iter(viewer.book.siege.sallies)) if row.target == "sally" else ANY if row.target else ""
    problem = None
    if row.target != "sally":
        problem = first_of(option_problems(viewer.state, viewer.book, siege, mine, key, probe))
    faction = battle.attack if mine == "besieger" else battle.defend
    turn = siege.completed + 1
    sent = hidden_fields(battle=battle.id, faction=faction, turn=turn, option=key)
    taps = () if problem else tuple(_taps(viewer, siege, mine, key, row, sent))
    return SiegeChoice(
        key,
        row.name,
        row.text,
        _how(viewer, row, mine),
        taps,
        either=_either() if key in SETTLED else (),
        asks="" if problem else _asks(viewer, siege, row),
        why_not=problem.sentence if problem else "",
        rule=problem.rule if problem else "",
        icon="crosshair" if mine == "besieger" else "shield-fill",
    )


def _either() -> tuple[tuple[str, str], ...]:
    return ("quick", _("Roll for it")), ("battleplan", _("Play it"))


def _taps(
    viewer: FirestormViewer, siege: Siege, mine: Besieging, key: str, row: OptionRow,
    sent: tuple[tuple[str, str], ...],
) -> Iterator[MapTap]:  # fmt: skip
    if row.target == "sally":
        yield from _sallies(viewer, siege, mine, key, sent)
        return
    if row.target == "piece":
        for name, words in _damaged(viewer, siege):
            yield MapTap("take_option", words, (*sent, ("target", name)), look="btn")
        if not bombed(viewer.state, siege):
            return
    yield MapTap("take_option", _("Do this"), sent, look="btn")


def _sallies(
    viewer: FirestormViewer, siege: Siege, mine: Besieging, key: str, sent: tuple[tuple[str, str], ...]
) -> Iterator[MapTap]:
    """Against what one sallies out; each is closed by itself."""
    for target, row in viewer.book.siege.sallies.items():
        problem = first_of(option_problems(viewer.state, viewer.book, siege, mine, key, target))
        yield MapTap(
            "take_option", row.name, (*sent, ("target", target)), row.text, look="action",
            why_not=problem.sentence if problem else "", rule=problem.rule if problem else "",
        )  # fmt: skip


def _damaged(viewer: FirestormViewer, siege: Siege) -> Iterator[tuple[str, str]]:
    """What waits to be repaired, by the name it was hit under; what the besieger aims at now, too."""
    if may_be_damaged(viewer.state, viewer.book, siege, GATE):
        yield GATE, _("Repair the gate")
    for name in dict.fromkeys(undermined(viewer.state, siege)):
        yield name, _("Repair %(piece)s") % {"piece": name}


def _asks(viewer: FirestormViewer, siege: Siege, row: OptionRow) -> str:
    """The label of the field in which a target is typed, where one is."""
    if row.target == "piece":
        return _("Which tower or wall?") if bombed(viewer.state, siege) else ""
    return {"wall": _("Which wall?"), "unit": _("Which unit?")}.get(row.target, "")


def _how(viewer: FirestormViewer, row: OptionRow, mine: Besieging) -> str:
    """How it is settled: a roll, a battleplan, or nothing to be settled."""
    quick = quick_of(viewer.book, row)
    plan = viewer.book.siege.plan(row.plan).name if row.plan else ""
    if quick is None:
        return _("Dice, or the battleplan %(plan)s") % {"plan": plan} if plan else _("Always works")
    told = {"face": quick.face, "plan": plan}
    if quick.by == mine and quick.helps:
        return _("You roll: works on %(face)d+, or play %(plan)s") % told
    if quick.helps:
        return _("They roll: works on %(face)d+, or play %(plan)s") % told
    return _("They roll: fails on %(face)d+, or play %(plan)s") % told
