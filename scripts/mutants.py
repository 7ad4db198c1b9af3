"""`make mutants`: change a book's rules in one place at a time and see whether a test of the rules notices.

mutmut makes the changes; this draws the sample, always the same for a seed, has `scripts/trials.py` try it,
and says what was not noticed. It works in a copy under `var/mutants`, so nothing here is touched, and goes
on where it was stopped as long as `rules/` is the same; tests are copied anew each time, so `--again` shows
whether a new one notices. Sentences (`say(…)`, `telling/`) are left alone: other tests read those.

    make mutants                                  every book, 300 places each
    make mutants MUTANTS="opr --sample 40"        one book, fewer
    make mutants MUTANTS="opr --again"            what was not noticed, once more
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import json
import os
import random
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TypedDict

ROOT = Path(__file__).resolve().parent.parent
BOOKS = ("opr", "solo", "conquest", "firestorm")
SETTINGS = """
[tool.mutmut]
source_paths = ["rules"]
only_mutate = ["rules/{book}/*"]
do_not_mutate = ["rules/{book}/telling/*"]
do_not_mutate_patterns = ['\\bsay(_many)?\\(']
use_git_change_detection = false
track_dependencies = false
on_dependency_change = "ignore"
use_setproctitle = false
"""
ASKED, TRIED = Path("asked.json"), Path("tried.jsonl")  # in the copy: what to try, and what that came to
UNNOTICED = MISSED, NOBODY, FIRST_LOOK = "not noticed", "no test comes by", "not noticed at a first look"
PLAIN = ["-q", "-s", "--assert=plain", "-p", "no:cacheprovider"]
GLANCE = 2.0  # seconds of the book's own tests, the quickest first, for a first look


class Asked(TypedDict):
    """What to try, for how many seconds each (none: by all tests that come by), and the book's own tests."""

    places: list[str]
    seconds: float | None
    own: str


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    asked.add_argument("books", nargs="*", metavar="book", help=", ".join(BOOKS))
    asked.add_argument("--sample", type=int, default=300)
    asked.add_argument("--seed", type=int, default=2026)
    asked.add_argument("--again", action="store_true", help="try what was not noticed once more")
    asked.add_argument("--told", action="store_true", help="say what is known, try nothing")
    wish = asked.parse_args()
    for book in wish.books or BOOKS:
        if book not in BOOKS:
            asked.error(f"{book}: there are {', '.join(BOOKS)}")
        if not wish.told:
            copy = copied(book)
            try_out(copy, book, drawn(copy, book, wish.sample, wish.seed), again=wish.again)
        tell(book, wish.sample, wish.seed)


def copied(book: str) -> Path:
    """A copy of the project to change things in; the one that is there, if its rules are today's."""
    copy = place_of(book)
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True)
    files = [one for one in listed.stdout.splitlines() if (ROOT / one).is_file()]
    now = fingerprint([one for one in files if one.startswith("rules/")])
    stamp = copy / "rules-as-copied"
    fresh = not stamp.exists() or stamp.read_text() != now
    if fresh:
        shutil.rmtree(copy, ignore_errors=True)
    for one in files:
        if fresh or one.startswith(("tests/", "scripts/")):
            (copy / one).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / one, copy / one)
    if fresh:
        settings = (ROOT / "pyproject.toml").read_text() + SETTINGS.replace("{book}", book)
        (copy / "pyproject.toml").write_text(settings)
        for file in (copy / "rules" / book).rglob("*.py"):
            file.write_text(undecorated(file.read_text()))
        make_changes(copy)
        stamp.write_text(now)
    return copy


def place_of(book: str) -> Path:
    return ROOT / "var" / "mutants" / book


def fingerprint(files: list[str]) -> str:
    known = hashlib.sha256()
    for one in sorted(files):
        known.update(one.encode() + (ROOT / one).read_bytes())
    return known.hexdigest()


def undecorated(source: str) -> str:
    """`@GAME.procedure(…)` over a function as a call below it: mutmut passes by what is decorated."""
    lines = source.splitlines()
    for node in reversed(ast.parse(source).body):
        if not isinstance(node, ast.FunctionDef) or not node.decorator_list:
            continue
        above = [ast.unparse(one) for one in node.decorator_list]
        if not all(one.startswith("GAME.") for one in above):
            continue
        assert node.end_lineno is not None
        call = node.name
        for one in reversed(above):
            call = f"{one}({call})"
        lines[node.end_lineno : node.end_lineno] = ["", f"{node.name} = {call}"]
        first = node.decorator_list[0].lineno - 1
        del lines[first : node.lineno - 1]
    return "\n".join(lines) + "\n"


def places_of(copy: Path) -> list[str]:
    """Every place that may change."""
    found: set[str] = set()
    for file in (copy / "mutants" / "rules").rglob("*.meta"):
        found |= set(json.loads(file.read_text())["exit_code_by_key"])
    return sorted(found)


def verdicts(copy: Path) -> dict[str, str]:
    """What became of the places tried so far: how it was missed, or what noticed it."""
    lines = (copy / TRIED).read_text().splitlines() if (copy / TRIED).exists() else []
    return dict(json.loads(line) for line in lines)


def drawn(copy: Path, book: str, sample: int, seed: int) -> list[str]:
    places = places_of(copy)
    order = random.Random(f"{seed} {book}")  # noqa: S311  a sample, no secret
    order.shuffle(places)
    return places[:sample]  # a larger sample holds the smaller one


def try_out(copy: Path, book: str, places: list[str], *, again: bool) -> None:
    """All at a first look by the book's own tests; what those did not notice by every test that comes by."""
    own = f"tests/rules/{book}"
    known = verdicts(copy)
    new = [one for one in places if one not in known or (again and known[one] in UNNOTICED)]
    ask(copy, {"places": new, "seconds": GLANCE, "own": own}, own)
    known = verdicts(copy)
    left = [one for one in places if known[one] == FIRST_LOOK]
    ask(copy, {"places": left, "seconds": None, "own": own}, "tests/rules")


def ask(copy: Path, asked: Asked, tests: str) -> None:
    if asked["places"]:
        (copy / ASKED).write_text(json.dumps(asked))
        run(copy, "-m", "pytest", "-p", "scripts.trials", *PLAIN, tests)


def make_changes(copy: Path) -> None:
    run(copy, "-c", "from mutmut.__main__ import *; makedirs('mutants'); copy_src_dir(); create_mutants(1)")


def run(copy: Path, *what: str) -> None:
    """In the copy, behind everything else that runs."""
    environ = {**os.environ, "PYTHONPATH": "", "HYPOTHESIS_PROFILE": "mutants"}
    environ.pop("PYTHONDONTWRITEBYTECODE", None)  # a fork would compile what it imports each time
    done = subprocess.run(["nice", "-n", "15", sys.executable, *what], cwd=copy, env=environ)
    if done.returncode:
        sys.exit(done.returncode)


def tell(book: str, sample: int, seed: int) -> None:
    copy = place_of(book)
    known = verdicts(copy)
    places = drawn(copy, book, sample, seed)
    tried = [one for one in places if one in known]
    alive = [one for one in tried if known[one] in UNNOTICED]
    print(
        f"\n{book}: {len(tried)} of {len(places)} tried, drawn from {len(places_of(copy))} with seed {seed}"
    )
    print(f"{book}: {len(tried) - len(alive)} noticed, {len(alive)} not")
    for one, change in zip(alive, changes(copy, alive), strict=True):
        print(f"\n{one} ({known[one]})\n{change}")


def changes(copy: Path, places: list[str]) -> Iterator[str]:
    """Each change as the lines that differ."""
    for one in places:
        command = [sys.executable, "-c", "from mutmut.__main__ import cli; cli()", "show", one]
        shown = subprocess.run(command, cwd=copy, capture_output=True, text=True).stdout
        yield "\n".join(
            line for line in shown.splitlines() if line[:1] in "+-" and line[:3] not in ("+++", "---")
        )


if __name__ == "__main__":
    main()
