"""A siege as its page shows it: how far it is, who acts now, what was gained, what waits for the assault.

Only its two sides and the organisers follow it; everybody else learns that there is one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from maps.firestorm.battles.sieges.besieging import SiegeChoice, besieger_taps, siege_choices
from maps.firestorm.battles.sieges.gains import (
    AssaultGain,
    SiegeGain,
    assault_gains,
    gained,
    lasting_siege_effects,
)
from maps.firestorm.veils.sieges import sees_siege
from maps.firestorm.viewer import FirestormViewer
from maps.ground.taps import MapTap, hidden_fields
from rules.firestorm.battles.locking import army_total
from rules.firestorm.faction_figures import bouts_of
from rules.firestorm.siege.siege_rules import OTHER, faction_on, place_problems
from rules.firestorm.siege.turns import HIGHEST, LOWEST, forced_assault_face
from rules.firestorm.siege_state import Besieging, Siege
from rules.firestorm.state import Battle

NOBODY = ""
ACTS: dict[str, Besieging] = {
    "start": "besieger", "timer": "besieger", "besieger": "besieger", "besieged": "besieged",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class SiegePoints:
    """A side at this stage: its siege points, and its army's points as the siege has changed them."""

    name: str
    icon: str
    role: str
    siege_points: int
    army: int


@dataclass(frozen=True)
class SiegePage:
    """`stage` is the siege's step, "offered" before there is one; without `follows` the rest is empty.

    `mine`: it is the visitor's side that acts now, by one of `taps` or `choices`; otherwise it `waits` for
    somebody, by name.
    """

    stage: str
    follows: bool
    title: str = ""
    note: str = ""
    waits: str = ""
    mine: bool = False
    level: int = 0
    taps: tuple[MapTap, ...] = ()
    choices: tuple[SiegeChoice, ...] = ()
    sides: tuple[SiegePoints, ...] = ()
    sayings: tuple[str, ...] = ()
    told: tuple[SiegeGain, ...] = ()
    pending: tuple[AssaultGain, ...] = ()
    traits: tuple[MapTap, ...] = ()


def siege_page(viewer: FirestormViewer, battle: Battle, me: str) -> SiegePage | None:
    """The siege of a battle, or the question whether it is one; None where there is none and none to ask."""
    siege = viewer.state.sieges.get(battle.id, Siege(id=battle.id))
    if siege.step == "offered":
        return _offered(viewer, battle, siege, me)
    if siege.step == "field":
        return None
    if not sees_siege(viewer, battle.id):
        note = _(
            "Only the two sides and the organisers can see what happens in a siege. You’ll see how it ends."
        )
        return SiegePage(siege.step, follows=False, title=_("A siege"), note=note)
    return _running(viewer, battle, siege, me)


# Whether it is one


def _offered(viewer: FirestormViewer, battle: Battle, siege: Siege, me: str) -> SiegePage | None:
    """The question whether it is a siege; None where it cannot be one."""
    asked = battle.defend
    if battle.status != "open" or not asked:
        return None
    if any(place_problems(viewer.state, viewer.book, "offer_siege", battle, asked)):
        return None
    may = list(_deciding(viewer, battle, siege))
    mine = me in may
    return SiegePage(
        "offered",
        follows=True,
        title=_("Field battle or siege?"),
        note=_offer_note(viewer, battle),
        waits="" if mine else viewer.state.name_of(may[0]) if may else "",
        mine=mine,
        taps=tuple(_offer_taps(viewer, battle, me)) if mine else (),
        traits=tuple(_traits(viewer, me)) if me in battle.factions else (),
    )


def _deciding(viewer: FirestormViewer, battle: Battle, siege: Siege) -> Iterator[str]:
    """The factions that say now whether it is a siege."""
    mode = viewer.book.settings.siege_mode
    if mode == "defender_choice":
        yield battle.defend
        return
    yield from (faction_on(battle, one) for one in ("besieger", "besieged") if one not in siege.wanted)


def _offer_note(viewer: FirestormViewer, battle: Battle) -> str:
    notes = {
        "always": _("In this league a stronghold is always besieged."),
        "both_agree": _("It is a siege if both sides want one."),
    }
    other = _("The defender of a stronghold decides. A siege is played out within this phase.")
    note = notes.get(viewer.book.settings.siege_mode, other)
    if bouts_of(viewer.state, battle.id, "reported", "disputed"):
        note += " " + _("Once it is a siege, any report that has not been agreed to is void.")
    return note


def _offer_taps(viewer: FirestormViewer, battle: Battle, me: str) -> Iterator[MapTap]:
    sent = hidden_fields(battle=battle.id, faction=me)
    yield MapTap("offer_siege", _("Make it a siege"), (*sent, ("siege", "true")), look="equal")
    if viewer.book.settings.siege_mode != "always":
        yield MapTap("offer_siege", _("Make it a field battle"), (*sent, ("siege", "false")), look="equal")


def _traits(viewer: FirestormViewer, me: str) -> Iterator[MapTap]:
    """Whose people a side's are; some options of a siege heed it."""
    now = viewer.state.factions[me].trait
    names = {**viewer.book.siege.traits, "": _("Neither of these")}
    for key, name in names.items():
        if key != now:
            yield MapTap("set_trait", name, hidden_fields(faction=me, trait=key), look="btn")


# While it lasts


def _running(viewer: FirestormViewer, battle: Battle, siege: Siege, me: str) -> SiegePage:
    acts: Besieging | None = ACTS.get(siege.step) if battle.status == "open" else None
    faction = faction_on(battle, acts) if acts else NOBODY
    mine = bool(faction) and faction == me
    return SiegePage(
        siege.step,
        follows=True,
        title=_title(siege),
        note=_note(viewer, battle, siege),
        waits=viewer.state.name_of(faction) if faction and not mine else "",
        mine=mine,
        level=siege.level,
        taps=tuple(besieger_taps(viewer, battle, siege, me)) if mine else (),
        choices=tuple(siege_choices(viewer, battle, siege, me)) if mine else (),
        sides=tuple(_sides(viewer, battle, siege)),
        sayings=tuple(lasting_siege_effects(viewer, siege)),
        told=tuple(gained(viewer, battle)),
        pending=tuple(assault_gains(viewer, battle)),
        traits=tuple(_traits(viewer, me)) if siege.step == "start" and me in battle.factions else (),
    )


def _title(siege: Siege) -> str:
    turn = {"n": siege.completed + 1}
    titles = {
        "start": _("Storm it, or lay siege to it?"),
        "timer": _("Siege turn %(n)d: does the assault begin now?") % turn,
        "besieger": _("Siege turn %(n)d: what will the besiegers do?") % turn,
        "besieged": _("Siege turn %(n)d: what will the besieged do?") % turn,
        "assault": _("The Final Assault"),
        "closed": _("The siege is over"),
    }
    return titles[siege.step]


def _note(viewer: FirestormViewer, battle: Battle, siege: Siege) -> str:
    if siege.step == "start":
        return _("Storming goes straight to the Final Assault, with no opening and no siege turns.")
    if siege.step == "timer":
        return _timer_note(viewer, siege)
    if siege.step == "besieger":
        return _("Choose one option, openly; then the besieged choose theirs. Or begin the assault.")
    if siege.step == "besieged":
        return _(
            "The besiegers have chosen: %(what)s. Both options are resolved once the besieged have chosen."
        ) % {"what": _chosen(viewer, siege)}
    return ""


def _timer_note(viewer: FirestormViewer, siege: Siege) -> str:
    """From which face on the assault begins. Source: FS-146, FS-147"""
    least = forced_assault_face(viewer.book, siege)
    if least > HIGHEST:
        return _("Help is on its way, so the siege goes on.")
    if least <= LOWEST:
        return _("The siege has lasted as long as it can: the assault begins.")
    alone = least == HIGHEST
    words = _("The assault begins on a %(n)d.") if alone else _("The assault begins on %(n)d or more.")
    return words % {"n": least}


def _chosen(viewer: FirestormViewer, siege: Siege) -> str:
    name = viewer.book.siege.options[siege.option].name
    return f"{name} ({siege.target})" if siege.target else name


def _sides(viewer: FirestormViewer, battle: Battle, siege: Siege) -> Iterator[SiegePoints]:
    """Both sides with their siege points and their armies as the siege has changed them."""
    roles: dict[Besieging, str] = {"besieger": _("besieging"), "besieged": _("under siege")}
    points = {"besieger": siege.besieger_points, "besieged": siege.besieged_points}
    for role in OTHER:
        faction = faction_on(battle, role)
        army = army_total(viewer.state, battle, "attack" if role == "besieger" else "defend")
        icon = "crosshair" if role == "besieger" else "shield-fill"
        yield SiegePoints(viewer.state.name_of(faction), icon, roles[role], points[role], army)
