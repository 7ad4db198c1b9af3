"""Who is not there to do what falls to them in a league, and who acts instead."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Absent:
    """Who is absent from a league now: the seats of whoever is on holiday (`away`), by seat who stands in for
    them, and the sides for which silence speaks as long as nobody plays them."""

    away: frozenset[str] = frozenset()
    stand_ins: Mapping[str, str] = field(default_factory=dict)
    unplayed: frozenset[str] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.away or self.unplayed)

    def meant(self, seats: Iterable[str], *, own: bool = False) -> tuple[str, ...]:
        """Who acts where these seats are meant; nobody stands in for what a side keeps to itself (`own`)."""
        there = (self.stand_ins.get(one, "") if one in self.away and not own else one for one in seats)
        return tuple(dict.fromkeys(one for one in there if one and one not in self.away))

    def rests(self, side: str, seats: Collection[str]) -> bool:
        """Whether nobody is there to do what falls to a side, or to these of those who play it."""
        return side in self.unplayed or (bool(seats) and not self.meant(seats))


NOBODY = Absent()
