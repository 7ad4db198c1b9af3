"""What silence brings: for everybody who has not acted when a phase's time is up, an act that stands for it.

The clock does these acts with the app's dice; what they still ask, `unanswered` answers. The same list is
what ending a phase by force comes to (`advance`). What came of a battle nobody knows but those who fought it:
without a report it waits for the organiser. Source: FS-13, FS-29, FS-50, FS-60, FS-140, FS-160
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypedDict

from rules.engine.language import listed, mark, said
from rules.engine.plain import JsonObject
from rules.firestorm.aftermath.fates import leaving, scattered_banners
from rules.firestorm.aftermath.razing import too_many
from rules.firestorm.aftermath.spoils import unrolled
from rules.firestorm.battles.games import must_besiege
from rules.firestorm.battles.queue import due
from rules.firestorm.battles.results import is_twin
from rules.firestorm.book import FirestormInForce
from rules.firestorm.faction_figures import battles_this_turn, bouts_of, factions, is_siege_battle
from rules.firestorm.phases.moving_on import WAITS, factions_to_act
from rules.firestorm.siege.siege_rules import place_problems
from rules.firestorm.state import Banner, Battle, Firestorm, PhaseName
from rules.turns.problems import first_of

ENDS = ("advance", "close_orders")  # acts that end a phase and nothing else
LAPSES = {
    "preparation": mark("{names} can no longer prepare anything."),
    "orders": mark("Banners of {names} without sealed orders hold."),
    "counts": mark("The report of the battle for {place} counts."),
    "field": mark("The battle for {place} is fought in the field."),
    "siege": mark("The siege of {place} begins."),
    "storm": mark("{names} storms {place}: the Final Assault begins."),
    "patience": mark("The app rolls to see whether {names} can wait any longer at {place}."),
    "assault": mark("{names} begins the Final Assault on {place}."),
    "construct": mark("{names} builds siege equipment at {place}."),
    "retreat": mark(
        "{names} retreats; if several territories are possible, the one whose label comes first is chosen."
    ),
    "rally": mark(
        "{names} rallies; if several rally points are possible, the one whose label comes first is chosen."
    ),
    "spoils": mark("The app rolls for {names}’s build points; there is no second roll."),
    "removed": mark("{names}, the newest banner of its faction, is removed."),
    "aftermath": mark("{names} can no longer raze territories, count losses or upgrade units."),
    "build": mark("{names} can no longer build anything."),
    "struck": mark("Battles of {names} without a report are struck out."),
}


@dataclass(frozen=True, slots=True)
class FirestormLapse:
    """What happens when nobody does anything, not yet in words: `kind` is one of `LAPSES`.

    `do`: the procedure, without its game; `names`: factions or the banner, `place`: where.
    """

    kind: str
    do: str
    params: JsonObject
    names: tuple[str, ...] = ()
    faction: str = ""
    place: str = ""


class Silence(TypedDict):
    """The same for pages and programs: the procedure with its parameters, and a sentence."""

    do: str
    params: JsonObject
    faction: str
    sentence: str


def lapse_lines(state: Firestorm, book: FirestormInForce) -> list[Silence]:
    """What happens when the present deadline passes, in the order it happens. Source: FS-29, FS-160"""
    return [
        {
            "do": f"firestorm.{one.do}",
            "params": one.params,
            "faction": one.faction,
            "sentence": faction_lapse_sentence(state, one),
        }
        for one in faction_lapses(state, book)
    ]


def faction_lapse_sentence(state: Firestorm, lapse: FirestormLapse) -> str:
    """What silence brings as a sentence. Source: FS-160"""
    names = listed([state.name_of(one) for one in lapse.names])
    return said(LAPSES[lapse.kind], names=names, place=state.name_of(lapse.place))


def faction_lapses(state: Firestorm, book: FirestormInForce) -> list[FirestormLapse]:
    """The same before it is put into words; nothing in phases that end by themselves. Source: FS-160"""
    phase = state.now.phase
    if phase in WAITS:
        return []
    found = list(_steps(state, book))
    if found or (phase == "battles" and (due(state) or not state.now.forced)):
        return found
    return [_ending(state, book, phase)]


def is_through(state: Firestorm, book: FirestormInForce) -> bool:
    """Whether everything silence brings has come, and the phase can end. Source: FS-160"""
    return not due(state) and all(one.do in ENDS for one in faction_lapses(state, book))


def _steps(state: Firestorm, book: FirestormInForce) -> Iterator[FirestormLapse]:
    if state.now.phase == "battles":
        yield from _fates(state)
        for battle in battles_this_turn(state):
            yield from _undecided(state, book, battle)
    elif state.now.phase == "aftermath":
        yield from _fates(state)
        yield from _spoils(state)
        yield from _removals(state, book)


def _ending(state: Firestorm, book: FirestormInForce, phase: PhaseName) -> FirestormLapse:
    names = tuple(factions_to_act(state, book))
    if phase == "orders":
        return FirestormLapse("orders", "close_orders", {"turn": state.now.turn}, names)
    kind = "struck" if phase == "battles" else phase
    return FirestormLapse(kind, "advance", {"step": state.now.step}, names)


# Aftermath, and fates a queued battle waits for


def _fates(state: Firestorm) -> Iterator[FirestormLapse]:
    """Beaten banners leave, then scattered ones rally; every one in its turn. Source: FS-60, FS-64"""
    gone = [banner for _, banner in leaving(state)]
    for banner in gone:
        yield _of_banner(state, "retreat", "choose_retreat", banner)
    for banner in scattered_banners(state) if not gone else []:
        yield _of_banner(state, "rally", "choose_rally", banner)


def _of_banner(state: Firestorm, kind: str, act: str, banner: Banner) -> FirestormLapse:
    params: JsonObject = {"turn": state.now.turn, "faction": banner.faction, "banner": banner.id}
    return FirestormLapse(kind, act, params, (banner.id,), banner.faction, banner.territory)


def _spoils(state: Firestorm) -> Iterator[FirestormLapse]:
    """Source: FS-71, FS-72"""
    for faction in sorted(state.factions):
        for battle in unrolled(state, faction):
            params: JsonObject = {"turn": battle.turn, "battle": battle.id, "faction": faction}
            yield FirestormLapse("spoils", "roll_build", params, (faction,), faction, battle.territory)


def _removals(state: Firestorm, book: FirestormInForce) -> Iterator[FirestormLapse]:
    """The youngest banners of a faction that has too many, once all have rallied. Source: FS-13"""
    if leaving(state) or scattered_banners(state):
        return
    for one in factions(state):
        for banner in youngest(state, one.id)[: too_many(state, book, one.id)]:
            yield _of_banner(state, "removed", "remove_banner", banner)


def youngest(state: Firestorm, faction: str) -> list[Banner]:
    """A faction's banners, the one raised last first, then by name. Source: FS-13"""
    mine = (one for one in state.banners.values() if one.faction == faction and one.at != "removed")
    return sorted(mine, key=lambda one: (-one.raised, one.name or one.id, one.id))


# Battles


def _undecided(state: Firestorm, book: FirestormInForce, battle: Battle) -> Iterator[FirestormLapse]:
    """A report counts, but none that tells the same as the other side's; in a siege its silent side does the
    least. Source: FS-50, FS-140, FS-148
    """
    if battle.status != "open" or due(state):
        return
    reported = [one for one in bouts_of(state, battle.id, "reported") if not is_twin(state, one)]
    if reported:
        params: JsonObject = {"bout": reported[0].id}
        yield FirestormLapse("counts", "decide", params, battle.factions, place=battle.territory)
    elif is_siege_battle(state, battle.id):
        yield from _siege(state, battle)
    elif not bouts_of(state, battle.id):
        yield from _decision(state, book, battle)


def _decision(state: Firestorm, book: FirestormInForce, battle: Battle) -> Iterator[FirestormLapse]:
    """Whether it is a siege, where nobody has said: a field battle, if the league leaves a choice.

    Source: FS-140
    """
    if first_of(place_problems(state, book, "offer_siege", battle, battle.defend)):
        return
    siege = must_besiege(state, book, battle)
    params: JsonObject = {"battle": battle.id, "faction": battle.defend, "siege": siege}
    yield FirestormLapse(
        "siege" if siege else "field", "offer_siege", params, (battle.defend,), battle.defend,
        battle.territory,
    )  # fmt: skip


def _siege(state: Firestorm, battle: Battle) -> Iterator[FirestormLapse]:
    """A silent besieger begins the Final Assault, the silent besieged construct. Source: FS-146, FS-148"""
    siege = state.sieges[battle.id]
    turn: JsonObject = {"turn": siege.completed + 1}
    found: dict[str, tuple[str, str, str, JsonObject]] = {
        "start": ("storm", "start_siege", battle.attack, {"storm": True}),
        "timer": ("patience", "siege_turn", battle.attack, turn),
        "besieger": ("assault", "take_option", battle.attack, {**turn, "option": "assault"}),
        "besieged": ("construct", "take_option", battle.defend, {**turn, "option": "construct_besieged"}),
    }
    if siege.step in found:
        kind, act, faction, more = found[siege.step]
        params: JsonObject = {"battle": battle.id, "faction": faction, **more}
        yield FirestormLapse(kind, act, params, (faction,), faction, battle.territory)


def lapse_acts(lapses: Iterable[FirestormLapse]) -> list[tuple[str, dict[str, object]]]:
    """As acts for the door: procedures with their parameters. Source: FS-160"""
    return [(f"firestorm.{one.do}", dict(one.params)) for one in lapses]
