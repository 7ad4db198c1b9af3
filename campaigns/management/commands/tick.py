"""`manage.py tick`: do once what is due because time has passed. Harmless at any time, and twice."""

from __future__ import annotations

from argparse import ArgumentParser

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from campaigns.engine import chores
from campaigns.leagues.clock import clock_tick


class Command(BaseCommand):
    help = "Let silent reports count and end leagues whose weeks are over."

    def add_arguments(self, parser: ArgumentParser) -> None:
        told = "minutes until the next time, as cron has it: later than three of them the clock stands"
        parser.add_argument("--every", type=int, default=1, help=told)
        told = "do nothing, and fail where the clock stands"
        parser.add_argument("--check", action="store_true", help=told)

    def handle(self, *args: object, every: int, check: bool, verbosity: int, **options: object) -> None:
        if check:
            trouble = chores.clock_trouble(timezone.now())
            if trouble and trouble.stands:
                raise CommandError(f"The clock has stood still since {trouble.since}.")
            return
        done = clock_tick(every=60.0 * every)
        if done and verbosity:
            self.stdout.write(f"{done.reports} reports counted by silence, {done.steps} steps by themselves.")
