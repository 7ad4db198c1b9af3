"""Who plays whom on a night: least met first, then nearest in standing; and who sits out, fairly.

Pure: people are numbers, what is known of them comes in, pairs come out. The pairing is a matching of
greatest weight in a graph of people. An edge's weight is one whole number in whose digits the aims stand by
rank, so no lower aim ever outweighs a higher one. With an odd number somebody is paired with nobody. The
order in which edges are added decides between equal pairings; it is that of the numbers, so the same people
are paired alike every time. Where `turn` is given, another one of the equal pairings may come.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

NOBODY = 0
MOST_MET, MOST_APART, MOST_OUT = (
    99,
    9_999,
    99,
)  # more counts as this much

type Pair = frozenset[int]


@dataclass(frozen=True)
class KnownPairs:
    """What is known of those who come: how often pairs have met, everybody's place, how often they sat out
    and whether last time, and who do not meet: they asked for it, or are in one team (`mates`)."""

    met: Mapping[Pair, int] = field(default_factory=dict)
    places: Mapping[int, int] = field(default_factory=dict)
    sat_out: Mapping[int, int] = field(default_factory=dict)
    out_last: Collection[int] = ()
    apart: Collection[Pair] = ()
    mates: Collection[Pair] = ()

    def may_meet(self, one: int, other: int) -> bool:
        pair = frozenset((one, other))
        return pair not in self.apart and pair not in self.mates

    def times(self, one: int, other: int) -> int:
        return self.met.get(frozenset((one, other)), 0)

    def distance(self, one: int, other: int) -> int:
        return abs(self.places.get(one, 0) - self.places.get(other, 0))


@dataclass(frozen=True, slots=True)
class Pairs:
    """Pairs, those who stand highest first; who sits `out` is one of an odd number, or may meet nobody."""

    pairs: tuple[tuple[int, int], ...]
    out: tuple[int, ...]


def paired(people: Collection[int], known: KnownPairs, *, turn: int = 0) -> Pairs:
    """The best pairs there are. Everybody plays who can."""
    import networkx  # a fifth of a second, which only whoever pairs waits for

    ordered = _turned(sorted(people), turn)
    graph = networkx.Graph()
    graph.add_nodes_from(ordered)
    graph.add_weighted_edges_from(
        (one, other, weight(one, other, known))
        for one, other in combinations(ordered, 2)
        if known.may_meet(one, other)
    )
    if len(ordered) % 2:
        graph.add_weighted_edges_from((one, NOBODY, rest(one, known)) for one in ordered)
    found = networkx.max_weight_matching(graph, maxcardinality=True)
    return _sorted(ordered, [tuple(sorted(pair)) for pair in found], known)


def _turned(people: Sequence[int], turn: int) -> list[int]:
    n = turn % len(people) if people else 0
    return [*people[n:], *people[:n]]


def _sorted(people: Collection[int], found: Sequence[tuple[int, ...]], known: KnownPairs) -> Pairs:
    pairs = [(one, other) for one, other in found if NOBODY not in (one, other)]
    pairs.sort(key=lambda pair: (sum(known.places.get(one, 0) for one in pair), pair))
    playing = {one for pair in pairs for one in pair}
    return Pairs(tuple(pairs), tuple(sorted(set(people) - playing)))


def weight(one: int, other: int, known: KnownPairs) -> int:
    """What speaks for a pair: first that they have met less, then that they stand nearer."""
    # By the square a third meeting costs more than two second ones: repeats spread over all.
    seldom = MOST_MET**2 - min(known.times(one, other), MOST_MET) ** 2
    near = MOST_APART - min(known.distance(one, other), MOST_APART)
    return seldom * _step() + near


def rest(one: int, known: KnownPairs) -> int:
    """What speaks for somebody to sit out: above all that they have done so less often, and not last time."""
    times = MOST_OUT - min(known.sat_out.get(one, 0), MOST_OUT)
    fresh = int(one not in known.out_last)
    return (times * 2 + fresh) * _step() * MOST_MET**2 * 1_000


def _step() -> int:
    """More than all that the standings of a whole night can add up to."""
    return MOST_APART * 1_000


# A season, each against each


def round_robin(people: Sequence[int]) -> list[Pairs]:
    """Rounds in which everybody meets everybody once: one stays, the others move on by one place. Whoever is
    paired with `NOBODY` sits out.
    """
    seats = [*people, *([NOBODY] if len(people) % 2 else [])]
    found = []
    for _round in range(len(seats) - 1):
        half = len(seats) // 2
        facing = list(zip(seats[:half], reversed(seats[half:]), strict=True))
        pairs = tuple(pair for pair in facing if NOBODY not in pair)
        out = tuple(one for pair in facing if NOBODY in pair for one in pair if one != NOBODY)
        found.append(Pairs(pairs, out))
        seats = [seats[0], seats[-1], *seats[1:-1]]
    return found


def rounds_across(people: tuple[int, ...], mates: frozenset[Pair]) -> tuple[Pairs, ...]:
    """Rounds in which everybody meets once everybody who is not their mate. Whoever has most games left plays
    before others do, so that the rounds are few.
    """
    import networkx  # as in `paired`

    left = {pair for pair in combinations(people, 2) if frozenset(pair) not in mates}
    found = []
    while left:
        games = Counter(one for pair in left for one in pair)
        most, step = max(games.values()), len(people)
        graph = networkx.Graph()
        graph.add_weighted_edges_from(
            (a, b, step * ((games[a] == most) + (games[b] == most)) + 1) for a, b in sorted(left)
        )
        matched = networkx.max_weight_matching(graph)
        pairs = tuple(sorted((min(pair), max(pair)) for pair in matched))
        playing = {one for pair in pairs for one in pair}
        found.append(Pairs(pairs, tuple(one for one in people if one not in playing)))
        left -= set(pairs)
    return tuple(found)
