"""What has to run is started again, each time after a longer pause, and says what ended it."""

import subprocess
import sys
import time
from collections.abc import Iterator

import psycopg
import pytest
from django.conf import settings
from psycopg_pool.base import AttemptWithBackoff

from config.database import pool
from config.database.embedded import Cluster
from config.processes import children, upkeep


class Thing:
    """Something that dies when told; the clock goes on only when told."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now, self.alive, self.starts, self.broken = 100.0, True, 0, ""
        self.said: list[str] = []
        monkeypatch.setattr(time, "monotonic", lambda: self.now)

    def start(self) -> None:
        if self.broken:
            raise upkeep.CannotStart(self.broken)
        self.starts, self.alive = self.starts + 1, True

    def supervised(self, **more: object) -> upkeep.Supervised:
        how = {"is_alive": lambda: self.alive, "start": self.start, "why": lambda: "killed by SIGKILL"}
        return upkeep.Supervised(name="The worker", say=self.said.append, **how, **more)  # type: ignore[arg-type]

    def waits(self, one: upkeep.Supervised) -> float:
        """Seconds until it runs again after it has died."""
        self.alive, died, before = False, self.now, self.starts
        while self.starts == before:
            one.look()
            self.now += 0.25
        return self.now - 0.25 - died


def test_each_end_makes_the_next_pause_longer_until_it_lives_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    thing = Thing(monkeypatch)
    worker = thing.supervised()
    assert [thing.waits(worker) for _ in range(8)] == [0, 0.5, 1, 2, 4, 8, 10, 10]
    thing.now += upkeep.STEADY
    assert thing.waits(worker) == 0
    assert thing.said[0] == "The worker has ended (killed by SIGKILL); it is started again at once."
    assert thing.said[3] == "The worker has ended (killed by SIGKILL); it is started again in 2 s."


def test_why_it_does_not_start_is_said_once(monkeypatch: pytest.MonkeyPatch) -> None:
    thing = Thing(monkeypatch)
    worker = thing.supervised()
    thing.alive, thing.broken = False, "The disk is full."
    for _ in range(100):
        worker.look()
        thing.now += 1
    thing.broken = ""
    for _ in range(20):
        worker.look()
        thing.now += 1
    assert thing.said[1:] == ["The worker could not be started: The disk is full.", "The worker runs again."]


def test_what_needs_another_waits_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    thing = Thing(monkeypatch)
    database = thing.supervised(due=1_000.0)
    worker = thing.supervised(needs=database)
    thing.alive = False
    for _ in range(10):
        worker.look()
        thing.now += 1
    assert thing.starts == 0
    database.due = None
    worker.look()
    assert thing.starts == 1


@pytest.fixture
def running() -> Iterator[list[children.Child]]:
    started: list[children.Child] = []
    yield started
    children.end(started)


def test_a_process_says_how_it_ended_and_is_replaced(running: list[children.Child]) -> None:
    def sleeper() -> children.Child:
        return children.start_child([sys.executable, "-c", "import time; time.sleep(600)"], {}, running)

    process = upkeep.Process(sleeper(), sleeper, running)
    assert process.is_alive()
    process.child.kill()
    process.child.wait()
    assert not process.is_alive()
    assert process.why() == "killed by SIGKILL"
    process.start()
    assert process.is_alive()
    assert running == [process.child]


PARENT = """
import subprocess, sys, time
one = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
print("up", flush=True)
time.sleep(600)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells")
def test_a_server_that_does_not_replace_its_process_is_replaced(
    running: list[children.Child], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(upkeep, "SHORT_FOR", 0.0)
    child = children.start_child([sys.executable, "-c", PARENT], {}, running, stdout=subprocess.PIPE)
    assert child.stdout is not None
    assert child.stdout.readline()
    whole, short = (upkeep.Process(child, lambda: child, running, parts) for parts in (1, 2))
    assert whole.is_alive()
    while short.is_alive():
        time.sleep(0.01)
    assert short.why() == "it lost a process and did not replace it"


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells")
def test_a_server_that_still_reads_the_site_lacks_no_process(
    running: list[children.Child], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(upkeep, "SHORT_FOR", 0.0)
    child = children.start_child([sys.executable, "-c", "import time; time.sleep(600)"], {}, running)
    reading = upkeep.Process(child, lambda: child, running, 2)
    assert all(reading.is_alive() for _ in range(3))


def test_a_dead_database_is_started_again_or_says_why_not(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    with cluster.in_use():
        kept = upkeep.KeptDatabase(cluster)
        assert kept.is_alive()
        cluster.stop()
        assert not kept.is_alive()
        monkeypatch.setattr("config.database.embedded.LEAST_FREE_AGAIN", 2**70)
        with pytest.raises(upkeep.CannotStart, match="The disk is full"):
            kept.start()
        monkeypatch.undo()
        kept.start()
        assert cluster.is_up()


def hand_out_until_refused(connection: psycopg.Connection) -> None:
    while True:
        pool.refuse_dead(connection)


def test_no_dead_connection_is_handed_out(cluster: Cluster) -> None:
    with cluster.in_use():
        kept = cluster.connect()
        pool.refuse_dead(kept)
        with cluster.connect() as other:
            other.execute("SELECT pg_terminate_backend(%s)", [kept.info.backend_pid])
        with pytest.raises(psycopg.OperationalError):
            hand_out_until_refused(kept)
        assert kept.closed


def test_a_new_connection_is_tried_soon_and_again() -> None:
    pool.pool_options(1)
    attempt = AttemptWithBackoff(timeout=60)
    waited = 0.0
    for _ in range(20):
        attempt.update_delay(waited)
        assert attempt.delay <= 0.1 + 0.15 * waited
        waited += attempt.delay
    assert settings.POOL == 0 or pool.WITHIN < 10
