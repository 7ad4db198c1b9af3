"""What the rules say to a case, rule by rule, and whether it is what you expect. No database."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from campaigns.leagues.umpire.changes import changes
from rules.engine.codec import dump
from rules.rehearsal.rehearse import BadScript
from rules.rehearsal.umpire import Ruling, judged


class Command(BaseCommand):
    help = __doc__
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file", help="a case, or a list of cases, see docs/umpire.md; - reads standard input"
        )
        parser.add_argument("--json", action="store_true", help="the rulings as JSON")

    def handle(self, *args: object, file: str, **options: object) -> None:
        wrong = 0
        for number, case in enumerate(_cases(file), start=1):
            try:
                judgement = judged(case)
            except BadScript as error:
                raise CommandError(f"Case {number} cannot be played: {error}") from error
            found = judgement.rulings
            wrong += sum(one.is_right is False for one in found)
            if options["json"]:
                self.stdout.write(json.dumps([dump(one) for one in found], indent=2, ensure_ascii=False))
                continue
            self.stdout.write(f"Case {number}: {case.get('words') or case.get('game')}")
            asked = any(one.is_right is not None for one in found)
            for line in (line for one in found for line in _told(one, asked=asked)):
                self.stdout.write(line)
            for change in changes(str(case["game"]), *judgement.around()):
                self.stdout.write(f"  {change.what}: {change.before} → {change.after}.")
        if wrong:
            raise CommandError(f"The rules say something else in {wrong} of these.")


def _cases(file: str) -> list[dict[str, object]]:
    try:
        read = json.loads(sys.stdin.read() if file == "-" else Path(file).read_text("utf-8"))
    except OSError as error:
        raise CommandError(f"The case cannot be read: {error.strerror}.") from error
    except (UnicodeDecodeError, json.JSONDecodeError) as error:
        raise CommandError(f"The case is not JSON: {error}") from error
    cases = read if isinstance(read, list) else [read]
    if not cases or not all(isinstance(one, dict) for one in cases):
        raise CommandError("A case is a JSON object.")
    return cases


def _told(one: Ruling, *, asked: bool) -> Iterator[str]:
    """A ruling in lines: right, or where it differs; what the rules say, with their sentences.

    `asked`: something is expected in this case, so that a step of which nothing is only leads there.
    """
    where = f"Step {one.step}, {one.what}" if one.step else one.what.capitalize()
    verdict = {True: "right", False: "the rules say something else", None: "nothing is expected of it"}
    yield f"  {where}: {verdict[one.is_right]}."
    for differs in one.differences:
        at = f"{differs.where}: " if differs.where else ""
        yield f"    {at}you expect {_plain(differs.expected)}, the rules say {_plain(differs.said)}."
    if asked and one.is_right is None:
        return
    if one.is_right is None:
        yield from (f"    {line}" for line in _says(one))
    yield from (f"    {rule}: {text}" for rule, text in one.rules)


def _says(one: Ruling) -> Iterator[str]:
    for name, value in one.says.items():
        rows = value if isinstance(value, list) else [value]
        yield from (f"{name}: {_plain(row)}" for row in rows)


def _plain(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
