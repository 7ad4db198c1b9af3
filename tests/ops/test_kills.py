"""What was acknowledged outlives a killed database and killed applications; `bench.kills` does it often."""

import subprocess
import sys

import pytest
from django.conf import settings

from bench import office

pytestmark = [pytest.mark.serial, pytest.mark.xdist_group("office")]


def test_two_kills_under_writing_load_lose_nothing() -> None:
    command = [sys.executable, "-m", "bench.kills", "writing", "2"]
    done = subprocess.run(
        command, cwd=settings.ROOT, capture_output=True, text=True, timeout=600, check=False
    )
    assert done.returncode == 0, done.stderr
    kills, _noted, lost, halves = (int(part.split()[0].replace(",", "")) for part in done.stdout.split(", "))
    assert (kills, lost, halves) == (2, 0, 0), done.stdout


def test_every_process_is_killed_once_and_the_office_comes_back() -> None:
    command = [sys.executable, "-m", "bench.kills", str(len(office.KINDS))]
    done = subprocess.run(
        command, cwd=settings.ROOT, capture_output=True, text=True, timeout=900, check=False
    )
    assert done.returncode == 0, done.stderr + done.stdout
    told = [line for line in done.stdout.splitlines() if line.startswith(office.KINDS)]
    assert len(told) == len(office.KINDS), done.stdout
    assert "never came back" not in done.stdout
