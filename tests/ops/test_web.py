"""The web server as it is started everywhere: how many come in, and who is sent away."""

import importlib
import os
import resource
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

from campaigns.models import Scope
from config import web
from config.env import ROOT
from config.serving import room
from tests import factories
from tests.browser.streaming import served

PATIENCE = 120.0  # seconds for what comes anyway; a busy machine is slow
PHONES = 1_100

AFTER_RAISING = """
import resource, sys
from config.serving import room
resource.setrlimit(resource.RLIMIT_NOFILE, (int(sys.argv[1]), int(sys.argv[2])))
room.raise_limit()
print(resource.getrlimit(resource.RLIMIT_NOFILE)[0], room.connections(), room.streams(), room.complaint())
"""


def after_raising(soft: int, hard: int) -> list[str]:
    command = [sys.executable, "-c", AFTER_RAISING, str(soft), str(hard)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.split(maxsplit=3)


@pytest.fixture
def many_files() -> Iterator[None]:
    """This process holds the other ends."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    room.raise_limit()
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


class Phone:
    """A phone that follows: one plain socket."""

    def __init__(self, port: int, path: str, **headers: str) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        lines = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in headers.items())
        self.socket.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n{lines}\r\n".encode())
        self.heard = b""

    def hears(self, word: bytes) -> bool:
        while word not in self.heard:
            more = self.socket.recv(4096)
            if not more:
                return False
            self.heard += more
        return True


def public_scope() -> int:
    return Scope.objects.create(
        club=factories.ClubFactory.create(), game="opr", edition="none", name="Public", is_public=True
    ).pk


def test_the_server_takes_as_many_files_as_it_wants_or_the_machine_gives() -> None:
    taken, connections, streams = after_raising(1024, room.WANTED + 1000)
    assert int(taken) == room.WANTED
    assert PHONES < int(streams) < int(connections) < room.WANTED

    taken, connections, streams, told = after_raising(256, 1024)
    assert int(taken) == 1024
    assert int(streams) < int(connections) < 1024
    assert told.startswith(f"This machine lets a program open 1,024 files at once, so {streams} open pages")


AFTER_READING = """
import gc, logging, threading
import config.asgi
from config import web
from django.db import connections
web.read_paper()
from campaigns.paper import press
assert press.style.cache_info().currsize == 1
print(threading.active_count(), gc.get_freeze_count() > 100_000)
print(sum(bool(one.connection or one._connection_pools) for one in connections.all()))
from granian.log import LogLevels, configure_logging
configure_logging(LogLevels.warning)  # as each web process does it
print([type(one).__name__ for handler in logging.getLogger().handlers for one in handler.filters])
"""


def test_what_web_processes_are_forks_of_leaves_nothing_open_and_says_no_secret(home: Path) -> None:
    surroundings = {**os.environ, "MUSTERROLL_DATA": str(home), "DJANGO_SETTINGS_MODULE": "config.settings"}
    surroundings |= {"MUSTERROLL_DEBUG": "no", "MUSTERROLL_POOL": "10"}
    surroundings.pop("DATABASE_URL", None)
    command = [sys.executable, "-c", AFTER_READING]
    done = subprocess.run(command, cwd=ROOT, env=surroundings, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["1 True", "0", "['HideSecretLinks', 'OneOutage']"]


@pytest.mark.parametrize(
    ("start", "words", "read"),
    [
        ("fork", [f"{web.SITE}:application"], [web.SITE, "paper"]),
        ("fork", [f"{web.SITE}:application", "--reload"], []),
        ("fork", ["--help"], []),
        ("spawn", [f"{web.SITE}:application"], []),
    ],
)
def test_the_site_is_read_before_its_processes_begin_where_they_are_forks(
    start: str, words: list[str], read: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    done = list[str]()
    monkeypatch.setattr("multiprocessing.get_start_method", lambda: start)
    monkeypatch.setattr("granian.cli.entrypoint", lambda: done.append("granian"))
    monkeypatch.setattr(importlib, "import_module", done.append)
    monkeypatch.setattr(web, "read_paper", lambda: done.append("paper"))
    web.become_granian(words)
    assert done == [*read, "granian"]


def test_the_allocator_holds_little_back_unless_a_club_says_otherwise(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begun = list[dict[str, str]]()
    monkeypatch.setattr("os.execve", lambda _program, _words, surroundings: begun.append(surroundings))
    for own in ({}, {"MALLOC_ARENA_MAX": "4"}):
        monkeypatch.setattr("os.environ", {"PATH": "/bin", **own})
        web.main()
    assert begun[0] == {"PATH": "/bin", **web.ALLOCATOR}
    assert begun[1] == {"PATH": "/bin", **web.ALLOCATOR, "MALLOC_ARENA_MAX": "4"}


@pytest.mark.in_turn(7, kind="long")
@pytest.mark.serial
@pytest.mark.django_db(transaction=True)
def test_eleven_hundred_streams_leave_room_for_the_page(many_files: None) -> None:
    scope = public_scope()
    with served(MUSTERROLL_BEHIND_PROXY="yes") as address, ExitStack() as phones:
        port = httpx.URL(address).port or 0
        for number in range(PHONES):
            forwarded = f"192.0.2.{number % 250}"
            phone = Phone(port, f"/live/{scope}", X_Forwarded_For=forwarded, X_Forwarded_Proto="http")
            phones.enter_context(phone.socket)
            assert phone.hears(b": welcome"), (number, phone.heard)
        page = httpx.get(f"{address}/accounts/login/", timeout=PATIENCE)
        assert page.status_code == 200
