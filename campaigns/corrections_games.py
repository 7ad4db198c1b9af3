"""What leagues of other games add to corrections; each app fills these when it is ready.

Facts of the past are changed on a form of the game's own, and a thing without a name is called by its game.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from campaigns.league_page import Here
from campaigns.models import Entry

# By game: the address of the form on which an entry's facts are changed, empty when it has none.
FACTS: dict[str, Callable[[Here, Entry], str]] = {}
# By an entity's type: what it is called in a state.
NAMES: dict[type, Callable[[Any, Any], str]] = {}
