"""`make run` from its first line to its last: opens, tells where, ends in time, leaves nothing behind."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import httpx
import pytest

from config import env, network, pgprocess
from config.embedded import Cluster
from tests.ops.places import short_directory

PATIENCE = 60.0  # seconds for what comes anyway; a busy machine is slow
pytestmark = [pytest.mark.serial, pytest.mark.xdist_group("office")]


class Office:
    """A running `python -m config.run` on data and a port of its own."""

    def __init__(self, home: Path) -> None:
        began = time.monotonic()
        self.port = network.free_port(18_000 + os.getpid() % 1000, 200)
        environment = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
        environment |= {"MUSTERROLL_DATA": str(home), "MUSTERROLL_PORT": str(self.port)}
        environment |= {"MUSTERROLL_DEBUG": "yes", "MUSTERROLL_DEMO": "no", "PYTHONUNBUFFERED": "1"}
        environment.pop("DJANGO_SETTINGS_MODULE", None)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "config.run"],
            cwd=env.ROOT,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.said = self._read_until("Ctrl-C stops it")
        self.in_time = max(5.0, 2 * (time.monotonic() - began))  # where opening is slow, closing may be

    def _read_until(self, mark: str) -> str:
        said = ""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            said += line
            if mark in line:
                return said
        raise AssertionError(f"It ended early: {said}")

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def ends_in_time(self, how: signal.Signals) -> bool:
        """Asked to end, it ends by itself within five seconds."""
        began = time.monotonic()
        self.process.send_signal(how)
        self.process.wait(PATIENCE)
        return time.monotonic() - began < self.in_time


@pytest.fixture(scope="module")
def home() -> Iterator[Path]:
    """One installation for all tests here: only the first start has to make it."""
    with short_directory() as made:
        yield made


@pytest.fixture(scope="module")
def offices(home: Path) -> Iterator[list[Office]]:
    """Those that were opened here; the last may be open."""
    opened: list[Office] = []
    yield opened
    for one in opened:
        if one.process.poll() is None:
            one.ends_in_time(signal.SIGTERM)


@pytest.fixture
def office(home: Path, offices: list[Office]) -> Office:
    """An office that is open and well: the one of the test before, unless that ended it."""
    if not offices or offices[-1].process.poll() is not None:
        offices.append(Office(home))
    assert opens_a_page(offices[-1])
    return offices[-1]


def processes_of(home: Path) -> list[str]:
    """Every living process that works for the office on `home`."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            ours = (
                str(home).encode() in (process / "environ").read_bytes() + (process / "cmdline").read_bytes()
            )
            dead = (process / "stat").read_text().rsplit(") ", 1)[1].startswith("Z")
        except (OSError, IndexError):
            continue
        if ours and not dead:
            found.append((process / "cmdline").read_text().replace("\0", " "))
    return found


def test_it_tells_where_it_is_and_how_the_organiser_comes_in(office: Office) -> None:
    where = re.search(r"Musterroll is open: +http://([\d.]+):(\d+)/", office.said)
    assert where
    assert where[1] == (network.lan_address() or "127.0.0.1")
    assert int(where[2]) == office.port
    assert "localhost" not in office.said
    assert "█" in office.said

    link = re.search(r"Sign in as organiser: +http://[\d.]+:\d+(/\S+)", office.said)
    assert link
    assert httpx.get(office.address + link[1], follow_redirects=True, timeout=PATIENCE).status_code == 200


PUBLIC_SCOPE = """
import django; django.setup()
from campaigns.models import Club, Scope
club = Club.objects.first()
print(Scope.objects.create(club=club, game="opr", edition="none", name="Public", is_public=True).pk)
"""


class Stream:
    """A phone that watches: one plain socket."""

    def __init__(self, port: int, path: str) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        self.socket.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        self.heard = b""

    def hears(self, word: bytes) -> bool:
        while word not in self.heard:
            more = self.socket.recv(4096)
            if not more:
                return False
            self.heard += more
        return True


def public_scope(home: Path) -> str:
    surroundings = {**os.environ, "MUSTERROLL_DATA": str(home), "DJANGO_SETTINGS_MODULE": "config.settings"}
    surroundings.pop("DATABASE_URL", None)
    made = subprocess.run(
        [sys.executable, "-c", PUBLIC_SCOPE],
        env=surroundings,
        cwd=env.ROOT,
        stdout=subprocess.PIPE,
        check=True,
    )
    return made.stdout.decode().strip()


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_streams_follow_and_the_end_takes_five_seconds_at_most(
    office: Office, home: Path, how: signal.Signals
) -> None:
    scope = public_scope(home)
    phones = [Stream(office.port, f"/live/{scope}") for _ in range(20)]
    assert all(phone.hears(b": welcome") for phone in phones)
    with Cluster(home / "postgres").connect() as database:
        event = json.dumps({"scope": scope, "version": 8, "what": "standings"})
        database.execute("SELECT pg_notify('musterroll', %s)", [event])
    assert all(phone.hears(b"id: 8") for phone in phones)
    assert processes_of(home)
    assert office.ends_in_time(how)
    assert processes_of(home) == []
    assert office.process.returncode == 0
    for phone in phones:
        phone.socket.close()


def test_a_stranger_watches_nothing(office: Office) -> None:
    assert httpx.get(f"{office.address}/live/999", timeout=PATIENCE).status_code == 404


def named(home: Path, word: str) -> list[int]:
    """Process ids of the office on `home` whose command line has `word`, eldest first."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            ours = f"MUSTERROLL_DATA={home}".encode() in (process / "environ").read_bytes()
            command = (process / "cmdline").read_text().replace("\0", " ")
        except OSError:
            continue
        if ours and word in command:
            found.append(int(process.name))
    return sorted(found)


def opens_a_page(office: Office) -> bool:
    """A page that reads the database comes, sooner or later, by itself."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        with suppress(httpx.HTTPError):
            if httpx.get(f"{office.address}/health", timeout=PATIENCE).status_code == 200:
                return True
        time.sleep(0.1)
    return False


def has_new(home: Path, word: str, old: list[int]) -> bool:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        now = named(home, word)
        if len(now) >= len(old) and not {*now} & {*old}:
            return True
        time.sleep(0.1)
    return False


@pytest.mark.skipif(not Path("/proc/net/tcp").exists(), reason="only Linux tells who listens")
def test_while_the_web_server_is_replaced_its_processes_go_on(office: Office, home: Path) -> None:
    server, *serving = named(home, "config.asgi")
    os.kill(server, signal.SIGKILL)
    assert httpx.get(f"{office.address}/health", timeout=PATIENCE).status_code == 200
    until = time.monotonic() + PATIENCE
    while {*named(home, "config.asgi")} & {*serving} and time.monotonic() < until:
        assert opens_a_page(office)
    assert not {*named(home, "config.asgi")} & {*serving}
    assert opens_a_page(office)


@pytest.mark.parametrize("word", ["config.asgi", "manage.py work"])
def test_whatever_is_killed_comes_back_by_itself(office: Office, home: Path, word: str) -> None:
    assert opens_a_page(office)
    for _ in range(2):  # the second within seconds of the first
        old = named(home, word)
        assert old
        for one in old:
            with suppress(ProcessLookupError):
                os.kill(one, signal.SIGKILL)
        assert has_new(home, word, old)
        assert opens_a_page(office)
    assert office.process.poll() is None


def test_a_killed_database_comes_back_by_itself(office: Office, home: Path) -> None:
    cluster = Cluster(home / "postgres")
    for _ in range(2):
        old = pgprocess.recorded_pid(cluster.cluster)
        assert old is not None
        os.kill(old, signal.SIGKILL)
        while pgprocess.recorded_pid(cluster.cluster) in (old, None):
            time.sleep(0.05)
        assert opens_a_page(office)
    assert office.process.poll() is None


def test_stopped_while_the_database_heals_itself_it_opens_again(office: Office, home: Path) -> None:
    connection = Cluster(home / "postgres").connect()
    os.kill(connection.info.backend_pid, signal.SIGKILL)
    time.sleep(0.05)
    office.process.send_signal(signal.SIGTERM)
    office.process.wait(PATIENCE)
    assert processes_of(home) == []
    again = Office(home)
    assert opens_a_page(again)
    assert again.ends_in_time(signal.SIGTERM)


def test_killed_outright_it_leaves_no_server_of_ours_and_tells_the_organiser_s_link_no_more(
    office: Office, home: Path
) -> None:
    office.process.kill()
    office.process.wait()
    while any("postgres" not in line for line in processes_of(home)):
        time.sleep(0.1)
    again = Office(home)  # finds the database that was left running, and ends it
    assert "/back/" not in again.said
    assert "The organiser's link:  make organiser" in again.said
    assert again.ends_in_time(signal.SIGTERM)
    assert processes_of(home) == []
