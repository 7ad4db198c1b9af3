"""What was told of one game, and how far it is agreed upon: what everybody who shows, tells or counts it
reads.

A game's to-dos say whom it waits for and until when, or its report (`campaigns.engine.asking.agreements`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from types import MappingProxyType
from typing import Literal

from campaigns.models import Entry, Report, Seat
from rules.engine.todos import ORGANISERS

type Stands = Literal["sent", "parked", "disputed", "counts", "withdrawn"]


@dataclass(frozen=True, slots=True)
class LastWord:
    """The last that one of them has said of a game: how it was, or (`disputes`) that it was not so, in
    `words`; `of` is the report or entry in which they did.
    """

    who: str
    seat: Seat | None
    of: Report | Entry
    disputes: bool = False
    words: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """`key`: what was told, as its league calls it; `about`: the mission or battle, as far as there is one;
    `title`: which game, where its league has no other name for it. `by`: the sides that have told what is on
    the table; `agreed`: how each side has given its word, itself or through others ("silence", "organiser",
    "at the table", as `Report.agreed` has it). `waits`: whose word is missing, `ORGANISERS` where theirs
    decides; `until`: when it counts without. `told`: what each has said, the first one first.

    `why`: it cannot count as it was told, as the app has found (`Report.why`). `held`: it waits for what is
    left of an earlier game, of the sides in `steps`, of whom the app throws the dice from `dice_at` on.
    `adds`: the side that says what its own did as it agrees. `again`: what is on the table was told after a
    dispute, and the others are asked once more. `ends`: as it counted, what it was a game of was over.
    """

    key: str
    sides: tuple[str, ...]
    stands: Stands
    about: str = ""
    title: str = ""
    by: tuple[str, ...] = ()
    agreed: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    waits: tuple[str, ...] = ()
    until: datetime | None = None
    told: tuple[LastWord, ...] = ()
    why: tuple[str, ...] = ()
    held: bool = False
    steps: tuple[str, ...] = ()
    dice_at: datetime | None = None
    adds: str = ""
    again: bool = False
    ends: bool = True

    @property
    def others(self) -> tuple[str, ...]:
        """The sides that have not told what is on the table; of a dispute each of them may still agree."""
        return tuple(one for one in self.sides if one not in self.by)

    @property
    def asked(self) -> tuple[str, ...]:
        """The sides whose word is missing."""
        return tuple(one for one in self.waits if one != ORGANISERS)

    @property
    def is_open(self) -> bool:
        """Whether the other sides are asked, who may say no as well."""
        return self.again or not self.is_disputed

    @property
    def is_disputed(self) -> bool:
        return self.stands == "disputed"

    @property
    def versions(self) -> tuple[LastWord, ...]:
        """Those who have told how it was."""
        return tuple(one for one in self.told if not one.disputes)

    @property
    def report(self) -> Report | None:
        """The report in which it was told first; none of what stands in the state of a map."""
        return next((one.of for one in self.told if isinstance(one.of, Report)), None)
