"""What was acknowledged outlives a killed database and killed applications; `bench.kills` does it often."""

import os
import subprocess
import sys

import pytest
from django.conf import settings

from bench import office
from tests.ops.offices import Installation

pytestmark = [pytest.mark.serial, pytest.mark.xdist_group("office")]


@pytest.fixture
def place(installation: Installation) -> str:
    """Where an office was open before and none is now: tables and a club are there."""
    installation.close()
    return str(installation.home)


def killed(*words: str) -> subprocess.CompletedProcess[str]:
    """As somebody types it, who knows nothing of the tests' own settings."""
    command = [sys.executable, "-m", "bench.kills", *words]
    surroundings = {name: word for name, word in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
    return subprocess.run(
        command, cwd=settings.ROOT, env=surroundings, capture_output=True, text=True, timeout=900, check=False
    )


@pytest.mark.in_turn(7, kind="kills")
def test_two_kills_under_writing_load_lose_nothing(place: str) -> None:
    done = killed("writing", "2", place)
    assert done.returncode == 0, done.stderr
    kills, _noted, lost, halves = (int(part.split()[0].replace(",", "")) for part in done.stdout.split(", "))
    assert (kills, lost, halves) == (2, 0, 0), done.stdout


@pytest.mark.in_turn(7, kind="kills")
def test_every_process_is_killed_once_and_the_office_comes_back(place: str) -> None:
    done = killed(str(len(office.KINDS)), place)
    assert done.returncode == 0, done.stderr + done.stdout
    told = [line for line in done.stdout.splitlines() if line.startswith(office.KINDS)]
    assert len(told) == len(office.KINDS), done.stdout
    assert "never came back" not in done.stdout
    first = done.stdout.splitlines()[0]
    counted = {
        what: int(n.replace(",", "")) for n, _, what in (one.partition(" ") for one in first.split(", "))
    }
    assert counted["acknowledged"] > 0
    assert (counted["lost"], counted["halves"], counted["told twice"]) == (0, 0, 0)
    assert counted["told"] == counted["owed"] >= counted["acknowledged"]
