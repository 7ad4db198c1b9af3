"""Who may write a faction's orders when its people are away, and what nobody opens for anybody.

Orders are what everybody keeps from everybody: whoever plays for a faction, is about to, or has left one in
this turn writes for no other, for a rival would know them before the reveal. No setting allows it; another
organiser stands in, or the banners hold. Nobody opens a seal in the faction's name, nobody brings their own
people into a rival faction, and no rival reads under a seal that is broken. An objective is claimed or shown
by its player alone: everybody reads it by that. Source: FS-04, FS-05, FS-26, FS-162, FS-163
"""

from __future__ import annotations

from campaigns.engine.who.rights import side_from_who
from maps.firestorm.viewer import FirestormViewer

SEAL, JOIN = "firestorm.seal_orders", "firestorm.join"
OPENS = frozenset({"firestorm.open_seal", "firestorm.claim_objective", "firestorm.show_objective"})


def stands_in(procedure: str, who: str, plays: bool) -> bool:
    """Whether an organiser may act for a faction, who `plays` for one themselves or not."""
    takes_in = procedure == JOIN and side_from_who(who) != ""
    return procedure not in OPENS and not (plays and (procedure == SEAL or takes_in))


def may_read_broken(viewer: FirestormViewer, faction: str) -> bool:
    """Whether the visitor may read what is under a faction's seal once it is broken, whoever broke it."""
    breaks = f"organiser:{faction}"
    return viewer.seat is not None and viewer.actor.is_one_of(
        breaks, viewer.scope, viewer.whole, viewer.registration
    )


def may_write_for(viewer: FirestormViewer, faction: str) -> bool:
    """Whether the visitor may write a faction's orders, its own people always."""
    now, one = viewer.state.now, viewer.state.factions[faction]
    may = viewer.seat is not None and viewer.actor.may_act(
        f"side:{faction}", SEAL, viewer.scope, viewer.state, viewer.registration
    )
    return may and (viewer.owns(faction) or (now.phase != "finished" and one.status == "active"))
