"""Journals: folding, correcting, and the dice over a long season."""

from __future__ import annotations

from collections import Counter
from functools import partial

from bench.league import Played
from bench.measure import Figure, cpu, medians
from campaigns.engine import correcting as corrections
from campaigns.engine.stored.journal import records, state_from_journal
from campaigns.models import Scope
from rules.engine.codec import canonical_state
from rules.engine.dice import roll, thrower
from rules.engine.journal import fold
from rules.engine.questions import Roll

# Chi-square with 5 degrees of freedom: an honest die stays below this in 999 of 1,000 seasons.
HIGHEST = 20.52


def folding(league: Played) -> list[Figure]:
    assert canonical_state(fold(league.start, league.records)) == canonical_state(league.state)
    (took,) = medians(5, lambda: fold(league.start, league.records))
    count = len(league.records)
    return [Figure(f"fold {count:,} entries", f"{took / 1000:.2f} s", "in memory")]


def correcting(scope: Scope, league: Played, asked: str) -> list[Figure]:
    """The preview of one corrected die near the beginning and of one in the middle, as a page would wait."""
    count = len(league.records)
    loaded = cpu(lambda: records(scope))
    whole = cpu(lambda: state_from_journal(scope))
    found = [
        Figure(f"read {count:,} entries from the database", f"{loaded / 1000:.2f} s"),
        Figure(f"reconcile's fold of {count:,}, with reading", f"{whole / 1000:.2f} s"),
    ]
    for place, said in ((0.05, "near the beginning"), (0.5, "in the middle")):
        changes = _other_die(league, place)
        took = cpu(partial(corrections.preview_of, scope, changes, []))
        found.append(Figure(f"preview on {count:,}, a die {said}", f"{took / 1000:.2f} s", "", asked))
    return found


def _other_die(league: Played, place: float) -> dict[str, corrections.ChangeRow]:
    """The first casualty die after this place shows a 1 instead, or a 6."""
    for record in league.records[int(len(league.records) * place) :]:
        for key, answer in record.answers.items():
            if key.startswith("casualty:"):
                face = 6 if answer.value != 6 else 1
                return {record.id: {"answers": {key: {"value": face, "origin": "hand"}}}}
    raise AssertionError("no casualty in this journal")


def dice(league: Played, throws: int = 60_000) -> list[Figure]:
    """Whether the app's dice are even: those of the season, and many more of one slot."""
    season = Counter(
        answer.value
        for record in league.records
        for key, answer in record.answers.items()
        if key.startswith("casualty:")
    )
    throw = thrower(b"one slot of a long season".ljust(32))
    many = Counter(roll(Roll(f"throw:{n}", "?"), throw).value for n in range(throws))
    took = cpu(lambda: [throw(f"again:{n}", 6) for n in range(10_000)]) / 10
    return [
        Figure(
            "casualty dice of the season, χ² with 5 degrees",
            _even(season),
            "below 20.5 in 999 of 1,000 seasons",
        ),
        Figure(f"{throws:,} throws of one slot, χ²", _even(many), "the same"),
        Figure("one throw", f"{took:.1f} µs"),
    ]


def _even(faces: Counter[object]) -> str:
    count = faces.total()
    mean = count / 6
    chi = sum((faces[face] - mean) ** 2 / mean for face in range(1, 7))
    return f"{chi:.1f} over {count:,} dice{'' if chi < HIGHEST else ' — not even'}"
