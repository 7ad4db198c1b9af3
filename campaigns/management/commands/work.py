"""`manage.py work`: the worker. Long jobs one after another, and beside them the clock, once a minute."""

from __future__ import annotations

import logging
import threading
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.db import Error, connections

from campaigns.services.clock import tick

EVERY = 60.0  # seconds
log = logging.getLogger(__name__)


class Command(BaseCommand):
    help = "Do long jobs, and once a minute what is due because time has passed."

    def handle(self, *args: Any, **options: Any) -> None:
        ended = threading.Event()
        clock = threading.Thread(target=run_clock, args=(ended,), name="clock", daemon=True)
        clock.start()
        try:
            call_command("db_worker", "--queue-name", "*", "--no-reload", "-v", str(options["verbosity"]))
        finally:
            ended.set()
            clock.join(timeout=2)


def run_clock(ended: threading.Event, every: float = EVERY) -> None:
    """Tick until `ended`. A database that is away for a moment only costs one tick."""
    while not ended.wait(every):
        try:
            tick()
        except Error:
            log.exception("The clock missed a minute.")
        finally:
            connections.close_all()
