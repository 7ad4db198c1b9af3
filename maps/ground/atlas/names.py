"""Where the names of free shapes go, so that none runs into its neighbour on the smallest map.

A name is widest against its map on a phone, so that is what they are fitted for. Most stay below their
territory's pieces; where two would touch, one goes a little aside or down, or, at last, becomes smaller.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from unicodedata import normalize

from config.memory import remembered
from maps.ground.atlas.scatter import Rect

SIZE = 32  # units of a letter's height where a map is narrow (static/css/map.css)
RISE, FALL = 24, 8  # how far a line reaches above and below its foot
GAP = 16  # units between two names in a row
# How wide letters of the display face are, in thousandths of its size; another is taken to be an `n`
WIDTHS = (
    (240, "'’.,:;·"), (340, "iljI|![]() -"), (420, "ft"), (560, "zcs?13578"), (600, "eoav4690r2"),
    (660, "gJxy$#bdkpqh"), (700, "nSu"), (740, "PFLTZEB"), (820, "CRYß"), (880, "DOQUAVXw&"),
    (920, "GKNHæ"), (1000, "m%@M"), (1240, "WÆ"),
)  # fmt: skip
WIDE = {letter: width for width, letters in WIDTHS for letter in letters}
OTHER = WIDE["n"]
MOVES = tuple(product((0, -14, 14, -28, 28), (0, 30, 40, -10), (1.0, 0.92, 0.84)))
ASIDE, DOWN, SMALLER, HIT, COVERED = 2, 1.5, 1200, 400, 0.1  # what each costs
NEAR_PIECE = 24  # units a piece reaches beyond its place where a map is narrow
PASSES = 4

type Move = tuple[int, int, float]  # aside, down, how large
STAY: Move = (0, 0, 1.0)


@dataclass(frozen=True, slots=True)
class Name:
    """A name's lines and the middle of the first one's foot."""

    x: int
    y: int
    lines: tuple[str, ...]

    def box(self, by: Move = STAY) -> Rect:
        """The room its letters take, moved and shrunk."""
        aside, down, large = by
        half = max(map(wide, self.lines), default=0) * large / 2
        x, y = self.x + aside, self.y + down
        low = y + ((len(self.lines) - 1) * SIZE + FALL) * large
        return round(x - half), round(y - RISE * large), round(x + half), round(low)


def wide(line: str) -> float:
    """How wide a line is where letters are largest, in units; accents do not widen a letter."""
    return sum(WIDE.get(one, WIDE.get(normalize("NFD", one)[0], OTHER)) for one in line) * SIZE / 1000


@remembered(most=2**20)
def name_moves(names: tuple[Name, ...], pieces: tuple[Rect, ...]) -> tuple[Move, ...]:
    """How each name is moved; `pieces` are what had better not be covered."""
    at = [one.box() for one in names]
    moves = [STAY] * len(names)
    near = _near(at)
    short_first = sorted(range(len(names)), key=lambda n: len(names[n].lines))
    for _pass in range(PASSES):
        before = list(moves)
        for n in short_first:
            boxes = [at[other] for other in near[n]]
            if any(box_overlap(at[n], box) for box in boxes) or moves[n] != STAY:
                moves[n] = _best(names[n], boxes, pieces)
                at[n] = names[n].box(moves[n])
        if moves == before:
            break
    return tuple(moves)


def _near(at: Sequence[Rect]) -> list[list[int]]:
    """Of each name the others it could ever meet."""
    found: list[list[int]] = [[] for _ in at]
    for (one, a), (other, b) in combinations(enumerate(at), 2):
        if box_overlap(a, b, 64):
            found[one].append(other)
            found[other].append(one)
    return found


def _best(name: Name, others: Sequence[Rect], pieces: Iterable[Rect]) -> Move:
    around = (name.x - 200, name.y - 100, name.x + 200, name.y + 140)
    close = [one for one in pieces if box_overlap(around, one)]
    return min(MOVES, key=lambda move: (_cost(name.box(move), others, close, move), MOVES.index(move)))


def _cost(box: Rect, others: Iterable[Rect], pieces: Iterable[Rect], move: Move) -> float:
    met = [area for area in (box_overlap(box, one) for one in others) if area]
    covered = sum(box_overlap(box, one, NEAR_PIECE) for one in pieces)
    moved = ASIDE * abs(move[0]) + DOWN * abs(move[1]) + SMALLER * (1 - move[2])
    return sum(met) + HIT * len(met) + COVERED * covered + moved


def box_overlap(one: Rect, other: Rect, gap: int = GAP) -> int:
    """How much two boxes share, or come closer than the gap between them."""
    across = min(one[2], other[2]) - max(one[0], other[0]) + gap
    down = min(one[3], other[3]) - max(one[1], other[1])
    down += gap if gap > GAP else 0
    return max(0, across) * max(0, down)
