"""Who is asked what by which rule: every question and every effect of every procedure, as a table to read.

`python -m tests.rules.rehearsal.asked` writes `asked/<game>.txt` beside it, which somebody compares with
the rulebook before it is committed; `test_asked.py` compares the rules with it. Driven are the steps of the
example scripts and of those in `asked/more.json`, which go where the examples do not. A line of a procedure
is one of

    ? key                kind  who answers  rule  (sealed)
    = effect                                rule

Ids and numbers in keys and in whoever answers stand as `*`. Whoever answers stands as `{name}` when they are
a parameter, `{about}` for the side of the unit or the owner of the territory a question is about, `{holder}`
for whoever is besieged there, `{attack}` and `{defend}` for the sides of a battle, `{key}` for whoever stands
in the key itself.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from rules.engine.dice import thrower
from rules.engine.procedure import AnsweredQuestion, Settled, drive
from rules.engine.questions import Answer, Question, Reveal
from rules.engine.refusals import Refused
from rules.engine.shelf import all_games, folder_of
from rules.rehearsal.coverage import ROOT
from tests.rules.engine.loaded import constant
from tests.rules.rehearsal.test_every_procedure import Case, Source, by_chance, cases, of_example, steps_of
from tests.rules.solo.test_properties import busy_table

TABLES = Path(__file__).parent / "asked"
CHANCES = 24  # ways through each step of an example, beside its own and those of dice that never change
MORE = {"opr.round": 30}  # so many times the chances where much can happen
NAMED = ("holder", "attack", "defend")  # sides of what a question is about that have a name of their own
NUMBERED = re.compile(r"^([a-z]{2,})\d+$")
LIKE_AN_ID = re.compile(r"^(?=.*[0-9.])[\w.-]+$")


def table_file(game: str) -> Path:
    """Where the table of a game stands: beside the others, or in the folder of a game of the tests."""
    folder = folder_of(game)
    return TABLES / f"{game}.txt" if folder.is_relative_to(ROOT / "rules") else folder / "asked.txt"


def table_of(game: str) -> str:
    """The table of one game."""
    return (
        "\n\n".join("\n".join(_lines(name)) for name in sorted(cases()) if name.startswith(f"{game}.")) + "\n"
    )


def _lines(name: str) -> Iterator[str]:
    spec = cases()[name][0].game.spec(name)
    again = ["repeats"] if spec.repeat else []
    later = [f"once begun by {spec.once_begun}"] if spec.once_begun else []
    yield "   ".join([name, f"by {spec.by}", *later, f"slot {spec.slot}", *again, " ".join(spec.rules)])
    rows = {row for case in [*cases()[name], *_more().get(name, ())] for row in _rows(case, _ways(case))}
    rows |= {row for case in _busy(name) for row in _rows(case, _chances(case, 4 * CHANCES))}
    for row in sorted(rows, key=lambda row: (row[0] == "=", row)):
        yield (
            "  "
            + "  ".join(one.ljust(wide) for one, wide in zip(row, (1, 34, 8, 18, 9, 6), strict=True)).rstrip()
        )


def _rows(case: Case, ways: Iterable[Source]) -> Iterator[tuple[str, ...]]:
    for source in ways:
        asked, effects = _driven(case, source)
        for one in asked:
            question = one.question
            sealed = "sealed" if question.sealed else ""
            key = ":".join(_part(case, part) for part in question.key.split(":"))
            yield "?", key, question.kind, _who(case, question), question.rule or "-", sealed
        for effect in effects:
            yield "=", effect.effect, "", "", effect.rule or "-", ""


@cache
def _more() -> dict[str, list[Case]]:
    """Steps that go where no example goes, by their procedure."""
    found: dict[str, list[Case]] = {}
    for script in json.loads((TABLES / "more.json").read_text()):
        for case in steps_of(all_games()[script["game"]], script):
            found.setdefault(case.step["do"], []).append(case)
    return found


def _busy(name: str) -> Iterator[Case]:
    """Steps whose examples go few of their ways: a table on which much can happen."""
    if name == "solo.activate":
        game = all_games()["solo"]
        for settings in ({}, {"ai_warbands": "separate", "untracked": "not_acted"}):
            state = busy_table(game.begin("", settings).game.settings)
            yield Case(game, state, {"do": name, "params": {"turn": 0}}, "e1", {})


def _ways(case: Case) -> Iterator[Source]:
    yield of_example(case)
    yield _sealing(case)
    yield from (by_chance(case, face, constant(face)) for face in range(1, 7))
    yield from _chances(case, CHANCES * MORE.get(case.step["do"], 1))


def _sealing(case: Case) -> Source:
    """The example's own answers, what is sealed as a fingerprint until it is revealed."""

    def answer(question: Question) -> Answer:
        if isinstance(question, Reveal):
            return Answer(case.given.get(question.key, case.given.get(question.sealed_key)), "revealed")
        return Answer("fingerprint", "sealed") if question.sealed else Answer(case.given[question.key])

    return answer


def _chances(case: Case, count: int) -> Iterator[Source]:
    return (by_chance(case, seed, thrower(seed.to_bytes(8))) for seed in range(count))


def _driven(case: Case, source: Source) -> tuple[tuple[AnsweredQuestion, ...], tuple[Any, ...]]:
    """What was asked on the way, also when it ends in a refusal, and what came of it."""
    seen: dict[str, AnsweredQuestion] = {}

    def noting(question: Question) -> Any:
        answer = source(question)
        seen[question.key] = AnsweredQuestion(question, answer)
        return answer

    try:
        progress = drive(case.start(), noting)
    except Refused:
        return tuple(seen.values()), ()
    assert isinstance(progress, Settled)
    return progress.asked, tuple(progress.result)


def _part(case: Case, part: str) -> str:
    if part not in _ids(case) and (numbered := NUMBERED.match(part)):
        return f"{numbered[1]}*"
    return "*" if part in _ids(case) or LIKE_AN_ID.match(part) else part


def _ids(case: Case) -> set[str]:
    return {one for table in case.state.tables() for one in getattr(case.state, table)}


def _who(case: Case, question: Question) -> str:
    return "|".join(_one(case, question, *one.partition(":")) for one in question.who.split("|"))


def _one(case: Case, question: Question, kind: str, colon: str, whose: str) -> str:
    if not colon:
        return kind
    for name, value in case.step.get("params", {}).items():
        if value == whose:
            return f"{kind}:{{{name}}}"
    for table in case.state.tables():
        about = getattr(case.state, table).get(question.about)
        for one in ("warband", "realm", "faction", "side", "owner", *NAMED):
            if whose == getattr(about, one, None):
                return f"{kind}:{{{one if one in NAMED else 'about'}}}"
    return f"{kind}:{{key}}" if whose in question.key.split(":") else f"{kind}:*"


def main() -> None:
    from tests import settings  # noqa: F401  puts the game of the tests on the shelf

    all_games.cache_clear()
    cases.cache_clear()
    TABLES.mkdir(exist_ok=True)
    for game in all_games():
        table_file(game).write_text(table_of(game))


if __name__ == "__main__":
    main()
