"""`manage.py tick`: do once what is due because time has passed. Harmless at any time, and twice."""

from __future__ import annotations

from django.core.management.base import BaseCommand

from campaigns.leagues.clock import tick


class Command(BaseCommand):
    help = "Let silent reports count and end leagues whose weeks are over."

    def handle(self, *args: object, verbosity: int, **options: object) -> None:
        done = tick()
        if done and verbosity:
            self.stdout.write(f"{done.reports} reports counted by silence, {done.steps} steps by themselves.")
