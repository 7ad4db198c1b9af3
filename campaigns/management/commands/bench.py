"""`manage.py bench`: measure on a database of its own in a temporary directory."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser


class Command(BaseCommand):
    help = "Measure speed and weight, and write docs/performance.md."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("chapters", nargs="*", help="measure these alone and print them: 'A full hall'")

    def handle(self, *args: object, chapters: list[str], **options: object) -> None:
        with tempfile.TemporaryDirectory(prefix="bench-", dir="/tmp") as made:
            Path(made).chmod(0o711)  # PostgreSQL's own user has to enter
            environment = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
            environment |= {"MUSTERROLL_DATA": made, "MUSTERROLL_DEMO": "no", "MUSTERROLL_DEBUG": "no"}
            environment["DJANGO_SETTINGS_MODULE"] = "config.settings"
            command = [sys.executable, "-m", "bench", *chapters]
            done = subprocess.run(command, cwd=settings.ROOT, env=environment)
        if done.returncode:
            raise CommandError("The bench did not come to its end.")
