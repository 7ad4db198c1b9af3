"""What can happen in a siege: it moves on, something is gained or repaired, equipment is bought."""

from __future__ import annotations

from typing import Literal

from rules.engine.effects import Effect, effect
from rules.firestorm.siege_state import Gain, Purchase, Siege


@effect("firestorm.siege", puts="sieges")
class SiegeMoved(Effect):
    """A siege as it stands from now on. `roll` is the die that moved it, if one did."""

    siege: Siege
    roll: int = 0


@effect("firestorm.siege_gain", puts="gains")
class Gained(Effect):
    gain: Gain


@effect("firestorm.siege_gain_state", sets="gains")
class GainChanged(Effect):
    gain: str
    state: Literal["repaired", "applied"]


@effect("firestorm.siege_purchase", puts="purchases")
class Bought(Effect):
    purchase: Purchase
