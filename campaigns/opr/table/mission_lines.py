"""A warband in a mission, as its page shows it: its units, its steps, what it has chosen."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from rules.opr.playing.table import Departure

WAYS: dict[str, str | Promise] = {
    "captured": lazy("captured"),
    "sent": lazy("sent away"),
    "left": lazy("left the table"),
    "conceded": lazy("left when its side conceded"),
    "absent": lazy("did not turn up"),
    "back": lazy("won its duel: back after the mission"),
}


def left_words(gone: Departure | None) -> str:
    """How and when a unit left the table alive; empty while it stands there."""
    if gone is None:
        return ""
    when = _("round %(n)s") % {"n": gone.round} if gone.round and gone.reason != "back" else ""
    return ", ".join(filter(None, [str(WAYS[gone.reason]), when]))


@dataclass(frozen=True)
class TableUnitLine:
    """A unit at the table: how many it took out, whether it is down or out (in which round, 0: it stands).

    `away`: an event took it off the table alive; `left`: how and when it left it, in words; `when` is the
    round, if anybody said it; `marks` are the events on it now, `by` is the name, `killer` the id of who took
    it out; `how` the words ticked with it.
    """

    id: str
    name: str
    hero: bool
    points: int
    fielded: bool
    marks: tuple[str, ...]
    away: bool
    available: bool
    note: str
    kills: int = 0
    down: bool = False
    left: str = ""
    out: int = 0
    when: int = 0
    routed: bool = False
    by: str = ""
    killer: str = ""
    how: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class StepLine:
    """One of the steps after the mission. `state` is "done", "now" or "later"."""

    key: str
    title: str
    state: str
    url: str
    mine: bool


@dataclass(frozen=True)
class SideView:
    """One warband in the mission. `absent`: an organiser acts for its player, which is written down;
    `no_word`: why they do not concede for it."""

    id: str
    name: str
    player: str
    emblem: str
    url: str
    mine: bool
    absent: bool
    no_word: str
    ready: bool
    skipped: bool
    won: bool
    conceded: int
    no_show: bool
    value: int
    underdog: int
    underdog_left: int
    tokens: tuple[bool, ...]
    objective: str
    objective_text: str
    objective_dice: tuple[int, ...]
    met: bool | None
    marks: tuple[str, ...]
    units: tuple[TableUnitLine, ...]
    steps: tuple[StepLine, ...]
    until: datetime | None = None  # for these steps

    @property
    def standing(self) -> int:
        return sum(1 for unit in self.units if unit.fielded and not unit.out and not unit.away)

    @property
    def fielded(self) -> int:
        return sum(1 for unit in self.units if unit.fielded)
