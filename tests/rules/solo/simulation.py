"""`python -m tests.rules.solo.simulation [games]`: play games and print what came up, as a docs page."""

import sys
from collections import Counter

from bench.solo_ground import Tally
from bench.solo_table import Table
from rules.solo.game import LATEST, solo_book

FULL = 1000


def simulate(games: int, first: int = 0) -> Tally:
    """Play so many games; raises `Wrong` at the first disagreement between rules and table."""
    tally = Tally()
    for seed in range(first, first + games):
        Table(seed, tally).play()
    return tally


def orders() -> dict[str, str]:
    """What each leaf does, in few words."""
    told = {"HOLD": "hold and shoot", "IDLE": "idle, stunned"}
    for tree in solo_book(LATEST).trees.values():
        for leaf, order in tree.orders.items():
            told[leaf] = f"{order.do.lower()} toward {order.toward.replace('_', ' ')}"
    return told


def mean_taps(counted: Counter[int]) -> float:
    """Taps of an activation on average."""
    return sum(taps * times for taps, times in counted.items()) / counted.total()


def page(tally: Tally) -> str:
    """The docs page, in Markdown."""
    total = sum(tally.leaves.values())
    plain, every = tally.taps[True], tally.taps[True] + tally.taps[False]
    lines = [
        "# The app's decisions in simulated games",
        "",
        f"{tally.games} games of random lists on random tables against a simple scripted opponent, {total} "
        "activations of the app. A model of the table answered every question from its own positions and "
        "compared every order with the rulebook's trees written out a second time: no game got stuck, no "
        "order differed, no question came up that the table could not answer.",
        "",
        "| leaf | order | times | share |",
        "|---|---|--:|--:|",
    ]
    told = orders()
    for leaf, times in sorted(tally.leaves.items()):
        lines.append(f"| {leaf} | {told[leaf]} | {times} | {100 * times / total:.1f} % |")
    won = ", ".join(f"{who} {times}" for who, times in sorted(tally.winners.items()))
    rules = ", ".join(f"{name} {times}" for name, times in sorted(tally.rules.items()))
    lines += [
        "",
        f"Taps of an activation, with the one that asks for the next unit: {mean_taps(every):.2f} on "
        f"average; of a unit without special rules, when its order was possible, {mean_taps(plain):.2f}, "
        f"{max(plain)} at most. Orders the table called impossible: {tally.refused}.",
        "",
        f"Games won: {won}. The opponent is a script; this does not say how hard the app is to beat.",
        "",
        f"Rules that came up (carried by units and weapons; army rules and spells as asked for): {rules}.",
        "",
        "Printed by `python -m tests.rules.solo.simulation`.",
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.stdout.write(page(simulate(int(sys.argv[1]) if len(sys.argv) > 1 else FULL)))
