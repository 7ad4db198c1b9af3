"""`python -m tests.stress GAME`: what `manage.py stress` starts."""

from __future__ import annotations

import argparse
import sys

from tests.stress import house


def main() -> int:
    wanted = argparse.ArgumentParser(prog="manage.py stress")
    wanted.add_argument("game")
    for name, usual in (("seed", 1), ("seeds", 1), ("turns", 120), ("buttons", 0)):
        wanted.add_argument(f"--{name}", type=int, default=usual)
    wanted.add_argument("--told", action="store_true")
    asked, found = wanted.parse_args(), 0
    with house.open_house():
        from rules.engine.shelf import all_games
        from tests.stress.runs import run

        games = all_games()
        known = [*games, *(book for one in games.values() for book in one.books)]
        if asked.game not in known:
            wanted.error(f"there is no game called {asked.game}; there are {', '.join(known)}")
        for seed in range(asked.seed, asked.seed + asked.seeds):
            told = run(asked.game, seed, asked.turns, buttons=asked.buttons)
            for line in told.lines(every=asked.told):
                print(line, flush=True)
            found += len(told.finds)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
