"""`manage.py work`: the worker. Long jobs one by one; beside them the clock, the backups, the sender."""

from __future__ import annotations

import logging
import math
import threading
import time
from collections.abc import Callable, Mapping

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import Error, connection, connections

from campaigns.engine import chores
from campaigns.leagues.clock import clock_tick
from campaigns.notices.ways.outbox import send_due
from config import installation
from config.database import keys
from config.database.away import is_away
from config.processes import signs

EVERY = chores.EVERY
AGAIN = 2.0  # seconds until a database that was away is asked again
MAY_TAKE, BACKUPS_MAY_TAKE = 900.0, 7200.0  # seconds without a sign of life
log = logging.getLogger(__name__)


class Command(BaseCommand):
    help = "Do long jobs, and once a minute what is due because time has passed, a backup too."
    requires_system_checks: list[str] = []  # they look at code that is as it was released, for a second

    def handle(self, *args: object, verbosity: int, **options: object) -> None:
        try:
            keys.refuse_another()
        except keys.AnotherKey as error:
            raise CommandError(str(error)) from error
        signs.watch()
        ended = threading.Event()
        beside = [
            threading.Thread(target=run_loop, args=(ended, EVERY, act), name=name, daemon=True)
            for name, act in beside_jobs().items()
        ]
        for thread in beside:
            thread.start()
        try:
            while do_jobs(verbosity):
                ended.wait(AGAIN)
        finally:
            ended.set()
            beside[0].join(timeout=2)


def do_jobs(verbosity: int) -> bool:
    """Long jobs, one by one, until we are stopped; whether it was the database that has stopped us. What is
    asked of that is their sign of life: a job has to show how far it is.
    """

    def heard(execute: Callable[..., object], *asked: object) -> object:
        signs.beat("The long jobs", MAY_TAKE)
        return execute(*asked)

    try:
        with connection.execute_wrapper(heard):
            call_command("db_worker", "--queue-name", "*", "--no-reload", "-v", str(verbosity))
    except Error as error:
        if not is_away(error):
            raise
        log.warning("The long jobs wait for the database (%s).", error)
        return True
    finally:
        connections.close_all()
    return False


def beside_jobs() -> Mapping[str, Callable[[], object]]:
    """What each of the worker's threads does: a big club's backup takes longer than a minute, and others'
    computers may be slow."""
    return {
        "clock": clock_tick,
        "backups": lambda: chores.run_chore("backups", run_backup, EVERY),
        "sender": lambda: chores.run_chore("sender", send_due, EVERY),
    }


def run_backup() -> None:
    installation.back_up_if_due(log.info, complain=log.error)


def run_loop(ended: threading.Event, every: float, act: Callable[[], object]) -> None:
    """Do it again and again until `ended`. Whatever it fails of, it is tried again; what could not even be
    noted is told once an hour here, too.
    """
    told: dict[str, float] = {}
    name = threading.current_thread().name
    within = every + (BACKUPS_MAY_TAKE if name == "backups" else MAY_TAKE)
    signs.beat(name, within)
    while not ended.wait(every):
        signs.beat(name, within)
        try:
            act()
        except Exception as error:
            cause, now = chores.cause_of(error), time.monotonic()
            if now - told.get(cause, -math.inf) > chores.TOLD_EVERY.total_seconds():
                log.exception("The %s missed a minute.", name)
                told[cause] = now
        finally:
            connections.close_all()
