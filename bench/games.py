"""The other games: a season of Conquest folded again, the next question of a solo activation."""

from __future__ import annotations

import random
import statistics
import time

from bench import solo_table as table
from bench.chance import League, founded, new, settled
from bench.measure import Figure, medians
from rules.conquest.ground import making
from rules.engine.effects import apply_all
from rules.engine.procedure import Answers, Open, Procedure, Settled, drive
from rules.engine.state import State
from rules.maps.generator import Wishes, generate

ROUNDS, GAMES = 12, 6


def conquest() -> list[Figure]:
    """A league of six on a generated map, played at random for twelve rounds."""
    dice = random.Random(ROUNDS)  # noqa: S311 - players of a bench
    ground = generate(Wishes(players=6, seed="bench"), making()).map
    league = founded(League(new()), ground, 6, dice)
    start, entries, tries = league.state, [], 0
    while league.state.now.round <= ROUNDS and tries < 20_000:
        tries += 1
        effects = settled(league, dice)
        if effects:
            entries.append(effects)

    def folded() -> State:
        state = start
        for effects in entries:
            state = apply_all(state, effects)
        return state

    assert folded() == league.state
    (took,) = medians(5, folded)
    about = f"{len(entries):,} entries, round {league.state.now.round}, {len(ground.places)} territories"
    return [Figure("fold a Conquest season", f"{took:.1f} ms", about, "< 1 s")]


def solo() -> list[Figure]:
    """Every time a simulated table asks the rules for the next question: one pass over the procedure."""
    taken: list[float] = []

    def timed[T](procedure: Procedure[T], answers: Answers) -> Open | Settled[T]:
        began = time.process_time()
        progress = drive(procedure, answers)
        taken.append((time.process_time() - began) * 1000)
        return progress

    setattr(table, "drive", timed)  # noqa: B010 - the table asks for it by this name
    try:
        for seed in range(GAMES):
            table.Table(seed).play()
    finally:
        setattr(table, "drive", drive)  # noqa: B010
    taken.sort()
    worst = taken[int(len(taken) * 0.99)]
    value = f"{statistics.median(taken):.2f} ms, {worst:.2f} ms in 99 of 100"
    return [Figure("next question of a solo game", value, f"{len(taken):,} passes in {GAMES} games")]
