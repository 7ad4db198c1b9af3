"""`manage.py bench`: measure on a database of its own in a temporary directory."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError


class Command(BaseCommand):
    help = "Measure speed and weight, and write docs/performance.md."

    def handle(self, *args: object, **options: object) -> None:
        with tempfile.TemporaryDirectory(prefix="bench-", dir="/tmp") as made:
            Path(made).chmod(0o711)  # PostgreSQL's own user has to enter
            environment = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
            environment |= {"MUSTERROLL_DATA": made, "MUSTERROLL_DEMO": "no", "MUSTERROLL_DEBUG": "no"}
            environment["DJANGO_SETTINGS_MODULE"] = "config.settings"
            done = subprocess.run([sys.executable, "-m", "bench"], cwd=settings.ROOT, env=environment)
        if done.returncode:
            raise CommandError("The bench did not come to its end.")
