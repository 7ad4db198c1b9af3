"""Who plays whom: pairs for a club night, by the number of those who come."""

from __future__ import annotations

import random
from functools import partial
from itertools import combinations

from bench.measure import Figure, medians
from campaigns.nights.pairing.drawing import KnownPairs, paired

SEED = 16
ASKED = {40: "< 1 s"}


def pairing() -> list[Figure]:
    """In the middle of a season: half of all pairs have met, the standings are spread; odd numbers, too."""
    return [_figure(people) for people in (14, 40, 41, 80)]


def _figure(people: int) -> Figure:
    known = _season(people)
    (taken,) = medians(9, partial(paired, range(1, people + 1), known))
    return Figure(f"pairs for {people} players", f"{taken:.0f} ms", "", ASKED.get(people, ""))


def _season(people: int) -> KnownPairs:
    luck = random.Random(SEED)  # noqa: S311 - made-up results, no secret
    couples = [frozenset(pair) for pair in combinations(range(1, people + 1), 2)]
    met = {pair: luck.randint(1, 3) for pair in luck.sample(couples, len(couples) // 2)}
    worth = {one: luck.randint(0, 20) for one in range(1, people + 1)}
    return KnownPairs(met=met, places=worth, sat_out={one: luck.randint(0, 2) for one in worth})
