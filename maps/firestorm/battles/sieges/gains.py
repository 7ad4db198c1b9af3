"""What came of a siege so far: what its turns brought, what holds, what waits for the assault."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext, ngettext_lazy

from maps.firestorm.viewer import FirestormViewer
from rules.engine.language import with_heading
from rules.firestorm.siege.siege_rules import (
    GATE,
    OTHER,
    OTHER_PIECE,
    dice_of,
    faction_on,
    pending,
    repaired_pieces,
    siege_gains,
)
from rules.firestorm.siege_state import Gain, Siege
from rules.firestorm.state import Battle

OPENINGS = {"opening_1": 1, "opening_2": 2}
CAME = {
    "undermine": ngettext_lazy(
        "%(n)d mortal wound to each section", "%(n)d mortal wounds to each section", "n"
    ),
    "artillery": ngettext_lazy(
        "%(n)d fewer point for the besiegers", "%(n)d fewer points for the besiegers", "n"
    ),
    "reinforcements": ngettext_lazy(
        "%(n)d more point for the besieged", "%(n)d more points for the besieged", "n"
    ),
    "construct": ngettext_lazy("%(n)d more siege point", "%(n)d more siege points", "n"),
    "construct_besieged": ngettext_lazy("%(n)d more siege point", "%(n)d more siege points", "n"),
    "sally_out": ngettext_lazy(
        "%(n)d fewer siege point for the besiegers", "%(n)d fewer siege points for the besiegers", "n"
    ),
}
STATES = {
    "pending": gettext_noop("on hold for the assault"),
    "repaired": gettext_noop("repaired"),
}


@dataclass(frozen=True, slots=True)
class SiegeGain:
    """One option as it came out; `turn` 0 is the opening, which neither side has chosen."""

    turn: int
    who: str
    what: str
    won: bool
    how: str
    dice: tuple[int, ...]
    state: str


@dataclass(frozen=True, slots=True)
class AssaultGain:
    """A line for the table at the Final Assault: what, against what, how often, with which dice."""

    what: str
    text: str
    dice: str


def gained(viewer: FirestormViewer, battle: Battle) -> Iterator[SiegeGain]:
    """Everything tried in this siege, in order."""
    for one in siege_gains(viewer.state, battle.id):
        yield SiegeGain(
            turn=one.turn,
            who="" if one.option in OPENINGS else viewer.state.name_of(faction_on(battle, one.side)),
            what=_what(viewer, one),
            won=one.won,
            how=_opened(viewer, battle, one) if one.option in OPENINGS else _how(one),
            dice=one.dice,
            state=_(STATES[one.state]) if one.state in STATES else "",
        )


def _what(viewer: FirestormViewer, gain: Gain) -> str:
    """ "Undermine: North wall"."""
    name = siege_option_name(viewer, gain.option)
    target = target_name(viewer, gain.option, gain.target)
    return with_heading(name, target) if target else name


def siege_option_name(viewer: FirestormViewer, option: str) -> str:
    if option in OPENINGS:
        return viewer.book.siege.plan(OPENINGS[option]).name
    return viewer.book.siege.options[option].name


def target_name(viewer: FirestormViewer, option: str, target: str) -> str:
    """What a target is called; what people have typed as they typed it."""
    sallies = viewer.book.siege.sallies
    if option == "sally_out" and target in sallies:
        return sallies[target].name
    if target == OTHER_PIECE:
        return _("another bombarded wall or tower")
    return _("the gate") if target == GATE else target


def _opened(viewer: FirestormViewer, battle: Battle, gain: Gain) -> str:
    """Who has won the opening, which is kept as the besieged’s."""
    winner = gain.side if gain.won else OTHER[gain.side]
    return _("%(name)s won it.") % {"name": viewer.state.name_of(faction_on(battle, winner))}


def _how(gain: Gain) -> str:
    """Whether it worked, and what it came to."""
    if not gain.won:
        return _("It failed.")
    if gain.amount and gain.option in CAME:
        return _("It worked: %(what)s.") % {"what": CAME[gain.option] % {"n": gain.amount}}
    return _("It worked.")


def lasting_siege_effects(viewer: FirestormViewer, siege: Siege) -> Iterator[str]:
    """What holds for the rest of the siege."""
    if siege.help_timer:
        yield _("Help is on its way: the besiegers’ patience lasts one siege turn longer.")
    if siege.used:
        yield _("Reinforcements have arrived.")
    elif siege.unlocked:
        yield _("Reinforcements can now be chosen.")
    if siege.bravery:
        yield _("The besieged have +%(n)d bravery.") % {"n": siege.bravery}
    if not siege.bombarding:
        yield _("No more bombardment.")
    if siege.gate_broken:
        yield _("The gate is broken.")
    if siege.equipment_factor > 1:
        yield _("The besieged pay double for their equipment.")
    if siege.machines_factor > 1:
        yield _("The besiegers pay double army points for war machines.")
    yield from _armies(siege)


def _armies(siege: Siege) -> Iterator[str]:
    if siege.besieger_delta:
        yield _besiegers(siege.besieger_delta)
    if siege.besieged_delta:
        yield _besieged(siege.besieged_delta)


def _besiegers(delta: int) -> str:
    n = abs(delta)
    if delta > 0:
        told = ngettext("The besiegers have %(n)d more point.", "The besiegers have %(n)d more points.", n)
    else:
        told = ngettext("The besiegers have %(n)d fewer point.", "The besiegers have %(n)d fewer points.", n)
    return told % {"n": n}


def _besieged(delta: int) -> str:
    n = abs(delta)
    if delta > 0:
        told = ngettext("The besieged have %(n)d more point.", "The besieged have %(n)d more points.", n)
    else:
        told = ngettext("The besieged have %(n)d fewer point.", "The besieged have %(n)d fewer points.", n)
    return told % {"n": n}


def assault_gains(viewer: FirestormViewer, battle: Battle) -> Iterator[AssaultGain]:
    """Everything that waits for the Final Assault, and what of it was repaired."""
    for one in pending(viewer.state, viewer.book, battle):
        row = viewer.book.siege.options[one.option]
        name = with_heading(row.name, one.target) if one.target else row.name
        known = ngettext("%(n)d mortal wound", "%(n)d mortal wounds", one.amount) % {"n": one.amount}
        dice = known if one.amount else f"{one.times} × {one.dice}"
        yield AssaultGain(name, row.text, dice)
    yield from _repaired(viewer, battle)


def _repaired(viewer: FirestormViewer, battle: Battle) -> Iterator[AssaultGain]:
    """What was repaired, and which bombardments count there still."""
    dice = dice_of(viewer.state, viewer.book, battle, "bombardment")
    for one in repaired_pieces(viewer.state, viewer.book, battle):
        named = _("Repaired: %(piece)s") % {"piece": target_name(viewer, "repair", one.piece)}
        if not one.of:
            yield AssaultGain(named, "", "")
        elif one.bombarded:
            yield AssaultGain(named, _("Only later bombardments count there."), f"{one.bombarded} × {dice}")
        else:
            yield AssaultGain(named, _("No bombardment counts there."), "")
