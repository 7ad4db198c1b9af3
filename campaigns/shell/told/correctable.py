"""What leagues of other games add to corrections; each app fills these when it is ready.

Facts of the past are changed on a form of the game's own, and a thing without a name is called by its game. A
game may say that nothing deeper than such facts is corrected, because its leagues step back from the present.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from campaigns.models import Entry, Scope
from campaigns.shell.league import Here
from rules.engine.refusals import Refused

# By game: the address of the form on which an entry's facts are changed, empty when it has none.
FACTS: dict[str, Callable[[Here, Entry], str]] = {}
# By game: the sentence why answers and entries of its past stay as they are.
FROM_THE_PRESENT: dict[str, Any] = {}
# By an entity's type: what it is called in a state.
NAMES: dict[type, Callable[[Any, Any], str]] = {}


def require_deep(scope: Scope) -> None:
    """Raises `Refused` where the past is not replayed with other answers."""
    if scope.game in FROM_THE_PRESENT:
        raise Refused("", str(FROM_THE_PRESENT[scope.game]), admission=True)
