"""`manage.py stress GAME`: play a league by chance, on a database of its own, and tell what breaks."""

import os
import subprocess
import sys

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser


class Command(BaseCommand):
    help = (
        "Play a game of the shelf by chance, legally and not, and tell what breaks. The same seed, the same."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", help="a game of the shelf, or one of its editions")
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--seeds", type=int, default=1, help="so many seeds, one after the other")
        parser.add_argument("--turns", type=int, default=120, help="so many acts")
        parser.add_argument("--buttons", type=int, default=0, help="press so many of those shown at the end")
        parser.add_argument("--told", action="store_true", help="tell every act")

    def handle(self, *args: object, game: str, told: bool, **options: object) -> None:
        if not (settings.ROOT / "tests" / "stress").is_dir():
            raise CommandError("The adversary lives with the tests, which are not here.")
        words = [f"--{name}={options[name]}" for name in ("seed", "seeds", "turns", "buttons")]
        command = [sys.executable, "-m", "tests.stress", game, *words, *(["--told"] if told else [])]
        environment = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
        environment["DJANGO_SETTINGS_MODULE"] = "tests.settings"
        code = subprocess.run(command, cwd=settings.ROOT, env=environment).returncode
        if code:
            raise CommandError("Something was found." if code == 1 else "It was not played.")
