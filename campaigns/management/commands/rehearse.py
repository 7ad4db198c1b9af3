"""Run procedures on a made-up state: JSON in (a file, or - for standard input), JSON out. No database."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from rules.rehearsal.reference import write_reference
from rules.rehearsal.rehearse import BadScript, rehearse


class Command(BaseCommand):
    help = __doc__
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", nargs="?", help="a script, see docs/rehearse.md; - reads standard input")
        parser.add_argument("--reference", action="store_true", help="write docs/rehearse/ anew")

    def handle(self, *args: object, file: str | None, reference: bool, **options: object) -> None:
        if reference:
            self.stdout.write(f"{write_reference()} pages written")
            return
        if not file:
            raise CommandError("Name a script, or - to read standard input.")
        try:
            text = sys.stdin.read() if file == "-" else Path(file).read_text("utf-8")
            script = json.loads(text)
            if not isinstance(script, dict):
                raise BadScript("a script is a JSON object")
            told = rehearse(script)
        except OSError as error:
            raise CommandError(f"The script cannot be read: {error.strerror}.") from error
        except (UnicodeDecodeError, json.JSONDecodeError) as error:
            raise CommandError(f"The script is not JSON: {error}") from error
        except BadScript as error:
            raise CommandError(f"The script is wrong: {error}") from error
        self.stdout.write(json.dumps(told, indent=2, ensure_ascii=False))
        if "error" in told:
            raise CommandError("The script is wrong: step {step}: {sentence}".format(**told["error"]))
