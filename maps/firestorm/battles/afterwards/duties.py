"""What a faction owes after its battles: where its banners go, its build points, its dead, its upgrades.

Each is a tap that leads to its question; `owed` ones stand in the way of the next phase, the others are free.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from maps.firestorm.battles.battle_labels import battle_heading
from maps.firestorm.viewer import FirestormViewer
from maps.ground.taps import MapTap, hidden_fields
from maps.turns.waits import is_paused
from rules.engine.language import listed
from rules.firestorm.aftermath.fates import leaving, scattered_banners
from rules.firestorm.aftermath.places import rally_points, retreats
from rules.firestorm.aftermath.razing import raze_problems, ruins, too_many
from rules.firestorm.aftermath.spoils import unrolled
from rules.firestorm.faction_figures import battles_this_turn, on_map
from rules.firestorm.state import Banner, Battle

IN_PHASES = {"aftermath": True, "battles": False}  # with everything, or only what a queued battle waits for


@dataclass(frozen=True, slots=True)
class Duty:
    """One thing to do after a battle. `battle` is empty where it is about none; `waits` for somebody else.

    `owed`: the phase does not end before it.
    """

    tap: MapTap
    battle: str
    owed: bool
    waits: str = ""


def duties(viewer: FirestormViewer, faction: str) -> list[Duty]:
    """Everything a faction has to do or may do now, what it owes first; while it is paused nothing."""
    phase = viewer.state.now.phase
    if phase not in IN_PHASES or faction not in viewer.state.factions or is_paused(viewer):
        return []
    found = [*_leaving(viewer, faction), *_rallying(viewer, faction)]
    if IN_PHASES[phase]:
        found += [*_spoils(viewer, faction), *_too_many(viewer, faction), *_razing(viewer, faction)]
    return sorted(found, key=lambda one: (bool(one.waits), not one.owed))


def _sent(viewer: FirestormViewer, faction: str, **more: str) -> tuple[tuple[str, str], ...]:
    return hidden_fields(turn=viewer.state.now.turn, faction=faction, **more)


# Where banners go


def _leaving(viewer: FirestormViewer, faction: str) -> Iterator[Duty]:
    """Its beaten banners; those of factions earlier in the order go first."""
    state = viewer.state
    due = leaving(state)
    for battle, banner in due:
        if banner.faction != faction:
            continue
        before = _first_other([one for _battle, one in due], faction)
        places = listed(state.name_of(one) for one in retreats(state, faction, battle.territory))
        note = (
            _("Places it can retreat to: %(places)s.") % {"places": places}
            if places
            else _("There is nowhere to retreat to: it scatters.")
        )
        told = {"banner": state.name_of(banner.id), "place": state.name_of(battle.territory)}
        tap = MapTap(
            "choose_retreat", _("Move %(banner)s out of %(place)s") % told,
            _sent(viewer, faction, banner=banner.id), note, "arrow-right",
        )  # fmt: skip
        yield Duty(tap, battle.id, owed=True, waits=state.name_of(before) if before else "")


def _first_other(due: list[Banner], faction: str) -> str:
    """The faction that settles one of its banners before this one; empty when it is this one's turn."""
    return due[0].faction if due and due[0].faction != faction else ""


def _rallying(viewer: FirestormViewer, faction: str) -> Iterator[Duty]:
    """Its scattered banners; everybody has left by then."""
    state = viewer.state
    due = scattered_banners(state)
    still = leaving(state)
    for banner in (one for one in due if one.faction == faction):
        before = still[0][1].faction if still else _first_other(due, faction)
        points = rally_points(state, viewer.book, faction, banner.fell)
        places = listed(state.name_of(one) for one in points)
        note = (
            _("Places it can rally at: %(places)s.") % {"places": places}
            if places
            else _("No rally point is free: it waits in reserve.")
        )
        tap = MapTap(
            "choose_rally", _("Rally %(banner)s") % {"banner": state.name_of(banner.id)},
            _sent(viewer, faction, banner=banner.id), note, "flag",
        )  # fmt: skip
        yield Duty(
            tap, _battle_of(viewer, banner.id), owed=True, waits=state.name_of(before) if before else ""
        )


def _battle_of(viewer: FirestormViewer, banner: str) -> str:
    """The battle in which a scattered banner was beaten."""
    return next(
        (one.battle for one in viewer.state.fates.values() if one.banner == banner and not one.settled), ""
    )


# Build points, banners too many, razing


def _spoils(viewer: FirestormViewer, faction: str) -> Iterator[Duty]:
    for battle in unrolled(viewer.state, faction):
        tap = MapTap(
            "roll_build", _("Roll for build points"), _sent(viewer, faction, battle=battle.id),
            battle_heading(viewer.state, battle), "dice-5-fill",
        )  # fmt: skip
        yield Duty(tap, battle.id, owed=True)


def _too_many(viewer: FirestormViewer, faction: str) -> Iterator[Duty]:
    """Banners its lands no longer support; whichever it chooses."""
    state = viewer.state
    count = too_many(state, viewer.book, faction)
    if not count or leaving(state) or scattered_banners(state):
        return
    note = ngettext(
        "You have %(n)d more banner than your lands support.",
        "You have %(n)d more banners than your lands support.",
        count,
    ) % {"n": count}
    for banner in state.banners.values():
        if banner.faction == faction and banner.at != "removed":
            name = state.name_of(banner.id)
            sure = _("%(banner)s will be gone for good.") % {"banner": name}
            tap = MapTap(
                "remove_banner", _("Remove %(banner)s") % {"banner": name},
                _sent(viewer, faction, banner=banner.id), note, "x-lg", sure=sure,
            )  # fmt: skip
            yield Duty(tap, "", owed=True)


def _razing(viewer: FirestormViewer, faction: str) -> Iterator[Duty]:
    """What its Chaos banners may tear down where they stand."""
    state = viewer.state
    for banner in on_map(state, faction):
        if any(raze_problems(state, viewer.book, banner)):
            continue
        place = state.territories[banner.territory]
        names = listed(viewer.book.item(one).name for one in ruins(viewer.book, place))
        sure = _("Gone for good: %(items)s.") % {"items": names}
        tap = MapTap(
            "raze", _("Raze %(place)s") % {"place": state.name_of(place.id)},
            _sent(viewer, faction, banner=banner.id), names, "fire", sure=sure,
        )  # fmt: skip
        yield Duty(tap, _fought_at(viewer, banner), owed=False)


def _fought_at(viewer: FirestormViewer, banner: Banner) -> str:
    """The battle this banner has fought where it stands."""
    fought = (one for one in battles_this_turn(viewer.state) if one.territory == banner.territory)
    return next((one.id for one in fought if banner.id in one.banners), "")


def of_battle(found: list[Duty], battle: Battle) -> tuple[Duty, ...]:
    """Those that are about one battle."""
    return tuple(one for one in found if one.battle == battle.id)
