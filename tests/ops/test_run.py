"""`make run` from its first line to its last: opens, tells where, ends in time, leaves nothing behind.

One installation for all tests here, and an office that the next goes on with unless a test ends it: these
stand in such an order that what had to come back is what the next one asks to end.
"""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import httpx
import pytest

from config import env
from config.database import backup_files, pgprocess
from config.serving import network
from tests.ops.offices import PATIENCE, Installation, Office

pytestmark = [pytest.mark.serial, pytest.mark.xdist_group("office")]
NOT_THEIRS = ("DATABASE_URL", "DJANGO_SETTINGS_MODULE", "MUSTERROLL_URL")


@pytest.fixture
def office(installation: Installation) -> Office:
    return installation.opened()


def test_it_tells_where_it_is_and_how_the_organiser_comes_in(
    installation: Installation, office: Office
) -> None:
    first = installation.first
    where = re.search(r"Musterroll is open: +http://([\d.]+):(\d+)/", first.said)
    assert where
    assert where[1] == (network.lan_address() or "127.0.0.1")
    assert int(where[2]) == first.port
    assert "localhost" not in first.said
    assert "█" in first.said

    link = re.search(r"Sign in as organiser: +http://[\d.]+:\d+(/\S+)", first.said)
    assert link
    assert httpx.get(office.address + link[1], follow_redirects=True, timeout=PATIENCE).status_code == 200


def typed(installation: Installation, *command: str) -> subprocess.CompletedProcess[str]:
    """What somebody types in a second terminal, with a port of the first that is wanted again."""
    around = {name: value for name, value in os.environ.items() if name not in NOT_THEIRS}
    around |= {"MUSTERROLL_DATA": str(installation.home), "MUSTERROLL_PORT": str(installation.last.port)}
    return subprocess.run(
        [sys.executable, *command], cwd=env.ROOT, env=around, capture_output=True, text=True, check=False
    )


def test_a_club_that_is_open_is_not_opened_a_second_time(installation: Installation, office: Office) -> None:
    base = f"http://{network.lan_address() or '127.0.0.1'}:{office.port}"
    before = installation.processes()
    second = typed(installation, "-m", "config.run")
    assert second.returncode == 1
    assert second.stdout == ""
    told = f"This club is already open at {base}/. Stop it with Ctrl-C there first."
    assert second.stderr.strip() == told
    assert set(installation.processes()) <= set(before), "one that was getting ready may be gone"
    assert office.is_open
    organiser = typed(installation, "manage.py", "organiser").stdout
    assert organiser.startswith(f"Sign in as organiser:  {base}/"), "where the office answers"


def test_a_stranger_watches_nothing(office: Office) -> None:
    assert httpx.get(f"{office.address}/live/999", timeout=PATIENCE).status_code == 404


@pytest.mark.skipif(not Path("/proc/net/tcp").exists(), reason="only Linux tells who listens")
def test_while_the_web_server_is_replaced_its_processes_go_on(
    installation: Installation, office: Office
) -> None:
    server, *serving = installation.named("config.asgi")
    os.kill(server, signal.SIGKILL)
    assert httpx.get(f"{office.address}/health", timeout=PATIENCE).status_code == 200
    until = time.monotonic() + PATIENCE
    while {*installation.named("config.asgi")} & {*serving} and time.monotonic() < until:
        assert office.opens_a_page()
    assert not {*installation.named("config.asgi")} & {*serving}
    assert office.opens_a_page()


@pytest.mark.parametrize("word", ["config.asgi", "manage.py work"])
@pytest.mark.in_turn(7, kind="kills")
def test_whatever_is_killed_comes_back_by_itself(
    installation: Installation, office: Office, word: str
) -> None:
    assert office.opens_a_page()
    for _ in range(2):  # the second within seconds of the first
        old = installation.named(word)
        assert old
        for one in old:
            with suppress(ProcessLookupError):
                os.kill(one, signal.SIGKILL)
        assert installation.has_new(word, old)
        assert office.opens_a_page()
    assert office.is_open


def test_a_killed_database_comes_back_by_itself(installation: Installation, office: Office) -> None:
    cluster = installation.cluster
    for _ in range(2):
        old = pgprocess.recorded_pid(cluster.cluster)
        assert old is not None
        os.kill(old, signal.SIGKILL)
        while pgprocess.recorded_pid(cluster.cluster) in (old, None):
            time.sleep(0.05)
        assert office.opens_a_page()
    assert office.is_open


@pytest.mark.in_turn(7, kind="kills")
def test_killed_outright_with_its_web_server_it_leaves_no_process_that_has_the_port(
    installation: Installation, office: Office
) -> None:
    server, hanging, *_others = installation.named("config.asgi")
    os.kill(hanging, signal.SIGSTOP)
    for one in (office.process.pid, server):
        os.kill(one, signal.SIGKILL)
    office.process.wait()
    while len([line for line in installation.processes() if "postgres" not in line]) > 1:
        time.sleep(0.1)
    assert Path(f"/proc/{hanging}").exists()
    again = installation.open(port=office.port)
    assert f":{office.port}/" in again.said
    assert not Path(f"/proc/{hanging}").exists()


@pytest.mark.in_turn(7, kind="kills")
def test_killed_outright_it_leaves_no_server_of_ours_and_tells_the_organiser_s_link_no_more(
    installation: Installation, office: Office
) -> None:
    office.process.kill()
    office.process.wait()
    while any("postgres" not in line for line in installation.processes()):
        time.sleep(0.1)
    again = installation.open()  # finds the database that was left running, and ends it
    assert "/back/" not in again.said
    assert "Set by the organiser's link:  make organiser" in again.said


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


@pytest.fixture(scope="module")
def scope(installation: Installation) -> str:
    """A league that whoever comes may follow."""
    installation.opened()
    surroundings = {**os.environ, "MUSTERROLL_DATA": str(installation.home)}
    surroundings["DJANGO_SETTINGS_MODULE"] = "config.settings"
    surroundings.pop("DATABASE_URL", None)
    made = subprocess.run(
        [sys.executable, "-c", PUBLIC_SCOPE],
        env=surroundings,
        cwd=env.ROOT,
        stdout=subprocess.PIPE,
        check=True,
    )
    return made.stdout.decode().strip()


def follow_to_the_end(installation: Installation, office: Office, scope: str, how: signal.Signals) -> None:
    """Streams follow, and the end takes five seconds at most; what was written is in a backup then."""
    phones = [Stream(office.port, f"/live/{scope}") for _ in range(20)]
    assert all(phone.hears(b": welcome") for phone in phones)
    with installation.cluster.connect() as database:
        event = json.dumps({"scope": scope, "version": 8, "what": "standings"})
        database.execute("SELECT pg_notify('musterroll', %s)", [event])
    assert all(phone.hears(b"id: 8") for phone in phones)
    assert installation.processes()
    assert office.ends_in_time(how)
    assert installation.processes() == []
    assert office.process.returncode == 0
    last = backup_files.newest_backup(installation.home / "backups")
    assert last is not None
    assert installation.cluster.backed_up() == last.name
    for phone in phones:
        phone.socket.close()


@pytest.mark.in_turn(7, kind="kills")
def test_asked_to_end_it_ends_in_time_whoever_follows(
    installation: Installation, office: Office, scope: str
) -> None:
    """As a rule the one that found another's database running."""
    follow_to_the_end(installation, office, scope, signal.SIGTERM)


@pytest.mark.in_turn(7, kind="kills")
def test_stopped_while_the_database_heals_itself_it_opens_again(
    installation: Installation, office: Office
) -> None:
    connection = installation.cluster.connect()
    os.kill(connection.info.backend_pid, signal.SIGKILL)
    time.sleep(0.05)
    office.process.send_signal(signal.SIGTERM)
    office.process.wait(PATIENCE)
    assert installation.processes() == []
    again = installation.open()
    assert again.opens_a_page()


def test_ctrl_c_ends_it_in_time_whoever_follows(
    installation: Installation, office: Office, scope: str
) -> None:
    """As a rule the one whose database had healed itself."""
    follow_to_the_end(installation, office, scope, signal.SIGINT)
