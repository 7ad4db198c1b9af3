"""Who plays in a faction, who is still to come, and whom its players, or an organiser, may take in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from campaigns.engine.who.rights import who_starts
from maps.firestorm.acting.standing_in import JOIN
from maps.firestorm.factions.leaving import lost_with
from maps.firestorm.viewer import FirestormViewer
from maps.ground.taps import Options
from maps.turns.others import others
from maps.turns.waits import is_paused
from rules.firestorm.faction_figures import players_of, plays
from rules.firestorm.game import turns_have_begun
from rules.firestorm.state import Faction


@dataclass(frozen=True, slots=True)
class People:
    """`coming` says who plays from when; `others` can be taken in, by whom that is, but not while the league
    `rests`; `nobody`: nobody plays there any more; `mine` is the player by
    whom the visitor leaves, and `lost` what they lose by it; `own_word`: why not on this device.
    `early`: the league has not begun; `withdraws`:
    then the faction goes with its last player.
    """

    coming: tuple[str, ...]
    others: Options
    rests: bool
    nobody: bool
    mine: str
    lost: tuple[str, ...]
    own_word: str
    early: bool
    withdraws: bool


def faction_people(viewer: FirestormViewer, faction: Faction) -> People:
    """As one visitor meets them."""
    is_open, early = (
        viewer.state.now.phase != "finished" and not viewer.closed,
        not turns_have_begun(viewer.state),
    )
    running = is_open and not early
    mine = _mine(viewer, faction.id) if is_open else ""
    return People(
        coming=tuple(_coming(viewer, faction.id)),
        others=_others(viewer, faction) if running else (),
        rests=is_paused(viewer),
        nobody=running and not viewer.is_played(faction.id),
        mine=mine,
        lost=tuple(lost_with(viewer.state, viewer.state.players[mine], own=True)) if mine and running else (),
        own_word=viewer.own_word_needed("leave_faction", player=mine) if mine else "",
        early=early,
        withdraws=early and players_of(viewer.state, faction.id) == [mine],
    )


def _others(viewer: FirestormViewer, faction: Faction) -> Options:
    if faction.status != "active" or not _takes_in(viewer, faction.id):
        return ()
    return others(viewer, (one.owner for one in viewer.state.players.values()))


def _mine(viewer: FirestormViewer, faction: str) -> str:
    if viewer.seat is None:
        return ""
    mine = (one for one in viewer.state.players.values() if one.faction == faction)
    return next((one.id for one in mine if viewer.actor.is_seat(one.owner)), "")


def _coming(viewer: FirestormViewer, faction: str) -> Iterator[str]:
    for one in viewer.state.players.values():
        if one.faction == faction and not plays(viewer.state, one):
            known = viewer.people.get(one.owner)
            told = {"name": known.name if known else one.name, "turn": one.since}
            yield _("%(name)s will play from turn %(turn)s on.") % told


def _takes_in(viewer: FirestormViewer, faction: str) -> bool:
    """Whether it is for this visitor to say who comes in."""
    if viewer.seat is None:
        return False
    spec = viewer.registration.game.spec(JOIN)
    who = who_starts(spec, {"faction": faction}, begun=True)
    return viewer.actor.may_act(who, JOIN, viewer.scope, viewer.state, viewer.registration)
