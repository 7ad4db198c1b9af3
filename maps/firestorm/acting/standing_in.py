"""Who may write a faction's orders when its people are away.

Orders are what everybody keeps from everybody: whoever plays for a faction writes for no other, for a rival
would know them before the reveal. No setting allows it; another organiser stands in, or the banners hold. And
nobody opens a seal in the faction's name. Source: FS-26, FS-162, FS-163
"""

from __future__ import annotations

from maps.firestorm.here import FirestormHere

SEAL, OPEN = "firestorm.seal_orders", "firestorm.open_seal"


def stands_in(procedure: str, plays: bool) -> bool:
    """Whether an organiser may act for a faction, who `plays` for one themselves or not."""
    return procedure != OPEN and not (procedure == SEAL and plays)


def may_write_for(here: FirestormHere, faction: str) -> bool:
    """Whether the visitor may write a faction's orders, its own people always."""
    now, one = here.state.now, here.state.factions[faction]
    may = here.seat is not None and here.actor.may_act(
        f"side:{faction}", SEAL, here.scope, here.state, here.registration
    )
    return may and (here.owns(faction) or (now.phase != "finished" and one.status == "active"))
