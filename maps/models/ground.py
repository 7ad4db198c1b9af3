"""What every map league has: its own copy of the ground and the links between territories.

Rows of several games' leagues stand in these tables: no relation leads to a territory.
"""

from __future__ import annotations

from campaigns.models.state import StateRow
from rules.maps import model

KEY = 80


class Ground(StateRow, of=model.Ground):
    pass


class Link(StateRow, of=model.Link):
    ID_FOLLOWS = True
