"""A league whose first mission has been played: three of Tom's units are down, the captain among them."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.db import close_old_connections, connection, connections
from django.db.transaction import atomic

from campaigns.engine import door, reports
from campaigns.engine.transaction.scope_transaction import DoorOutcome
from campaigns.engine.who.rights import Actor
from campaigns.models import Report, Scope, Seat
from rules.opr.state import Unit
from tests import factories
from tests.campaigns import play
from tests.scenario import scenario


@dataclass
class Evening:
    scope: Scope
    ilse: Seat
    marta: Seat
    tom: Seat
    hers: str
    his: str
    mission: str = ""

    def sheet(self, warband: str) -> list[Unit]:
        return list(play.state_of(self.scope).sheet(warband))

    def facts(self) -> dict[str, object]:
        """Marta won and took out everything Tom had."""
        killer = self.sheet(self.hers)[0].id
        kills = [{"victim": one.id, "killer": killer, "round": 1} for one in self.sheet(self.his)]
        return {"warbands": [self.hers, self.his], "winners": [self.hers], "kills": kills}

    def casualties(self, by: Seat, **more: Any) -> DoorOutcome:
        params = {"mission": self.mission, "warband": self.his}
        return door.act(self.scope.pk, Actor(by), "opr.casualties", params, **more)

    def answer(self, by: Seat, slot: str, key: str, value: Any, **more: Any) -> DoorOutcome:
        return door.answer_question(self.scope.pk, Actor(by), slot, key, value, **more)

    def report(self) -> Report:
        return reports.submit_report(
            scope=self.scope, actor=Actor(self.marta), procedure="opr.quick_report", facts=self.facts(),
            once="",
        )  # fmt: skip


def band(size: int) -> list[dict[str, object]]:
    """`size` units for 150 points."""
    rest = [play.unit(f"Ferryman {n}", 5) for n in range(size - 1)]
    return [play.unit("Captain", 150 - 5 * len(rest), hero=True), *rest]


@scenario
def founded(size: int = 3) -> Evening:
    """A started league of two warbands."""
    ilse = factories.new_organiser(name="Ilse")
    scope = play.found_league(ilse)
    marta, tom = play.player(scope, "Marta"), play.player(scope, "Tom")
    hers, his = (play.found_warband(scope, one, units=band(size)) for one in (marta, tom))
    play.answer_all(scope, ilse, play.act(scope, ilse, "start"))
    return Evening(scope, ilse, marta, tom, hers, his)


@scenario
def played(size: int = 3) -> Evening:
    """The same after its first mission."""
    evening = founded(size)
    facts = evening.facts()
    outcome = play.act(evening.scope, evening.ilse, "quick_report", **facts)
    evening.mission = f"{outcome.slot}.mission"
    return evening


def at_once(scope: Scope, *calls: Callable[[], Any]) -> list[Any]:
    """What each call gives (or raises) when all of them wait for the scope at the same moment."""
    given: list[Any] = [None] * len(calls)

    def run(place: int) -> None:
        try:
            given[place] = calls[place]()
        except Exception as error:
            given[place] = error
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=(place,)) for place in range(len(calls))]
    with atomic():
        Scope.objects.select_for_update(no_key=True).get(pk=scope.pk)
        for thread in threads:
            thread.start()
        _until_all_wait(len(calls))
    for thread in threads:
        thread.join(timeout=60)
    close_old_connections()
    return given


WAITING = (
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
)


def _until_all_wait(count: int) -> None:
    for _ in range(6000):
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_stat_clear_snapshot()")
            cursor.execute(WAITING)
            if cursor.fetchone()[0] >= count:
                return
        time.sleep(0.01)
    raise AssertionError("the calls do not wait for the scope")
