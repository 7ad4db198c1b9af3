"""`manage.py work`: the worker. Long jobs one by one; beside them the clock, the backups, the sender."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

import psycopg
from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.db import Error, connections

from campaigns.leagues.clock import tick
from campaigns.notices.ways.outbox import send_due
from config import installation

EVERY = 60.0  # seconds
log = logging.getLogger(__name__)


class Command(BaseCommand):
    help = "Do long jobs, and once a minute what is due because time has passed, a backup too."
    requires_system_checks: list[str] = []  # they look at code that is as it was released, for a second

    def handle(self, *args: object, verbosity: int, **options: object) -> None:
        ended = threading.Event()
        clock = threading.Thread(target=run_clock, args=(ended, EVERY, tick), name="clock", daemon=True)
        clock.start()
        keeper = threading.Thread(target=run_clock, args=(ended, EVERY, back_up), name="backups", daemon=True)
        keeper.start()  # on its own: a big club's backup takes longer than a minute
        sender = threading.Thread(target=run_clock, args=(ended, EVERY, send_due), name="sender", daemon=True)
        sender.start()  # on its own as well: others' computers may be slow
        try:
            call_command("db_worker", "--queue-name", "*", "--no-reload", "-v", str(verbosity))
        finally:
            ended.set()
            clock.join(timeout=2)


def back_up() -> None:
    installation.back_up_if_due(log.info, complain=log.error)


def run_clock(ended: threading.Event, every: float = EVERY, act: Callable[[], object] | None = None) -> None:
    """Tick until `ended`. A database that is away for a moment only costs one tick."""
    while not ended.wait(every):
        try:
            (act or tick)()
        except (Error, psycopg.Error):
            log.exception("The clock missed a minute.")
        finally:
            connections.close_all()
