"""`setup.sh` where Python is too old, with stand-ins for Python and uv: nothing is fetched here."""

import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from config import env

TOOLS = ["sh", "cat", "cksum", "cp", "dirname", "mkdir", "rm"]
NEEDS = "Musterroll needs Python 3.12 or newer: install it from your system's packages or from https://"

PYTHON = """#!/bin/sh
# A Python {minor} that writes down what it was asked, and a uv that fetches 3.13 when the network is there.
echo "{minor} $*" >> "$NOTES"
case "$*" in
    *"(3, 12)"*) [ {minor} -ge 12 ] ;;
    *"(3, 8)"*) [ {minor} -ge 8 ] ;;
    "-m venv "*) [ "$VENV" = there -o {minor} = 13 ] && mkdir -p "$3/bin" && cp "$0" "$3/bin/python" ;;
    *"-m pip install"*) [ "$NETWORK" != none ] ;;
    *"python install "*) [ "$NETWORK" = all ] && for name in cpython-3.13 cpython-3.13.9; do
        mkdir -p ".python/$name/bin" && cp "$NEW" ".python/$name/bin/python3.13"; done ;;
    *"-m uv --version"*) exit 1 ;;
    --version) echo "Python 3.{minor}" ;;
esac
"""


@dataclass
class Machine:
    """A computer whose `python3` is 3.`minor`, with the project in a folder of any name."""

    place: Path
    minor: int
    network: str = "all"
    venv: str = "there"

    def __post_init__(self) -> None:
        self.project, self.tools = self.place / "Jörgs Würfelbude", self.place / "bin"
        for folder in (self.project, self.tools):
            folder.mkdir()
        shutil.copy(env.ROOT / "setup.sh", self.project)
        (self.project / "uv.lock").touch()
        for tool in TOOLS:
            (self.tools / tool).symlink_to(shutil.which(tool) or tool)
        self.script(self.tools / "python3", self.minor)
        self.script(self.place / "new", 13)

    def script(self, file: Path, minor: int) -> None:
        file.write_text(PYTHON.replace("{minor}", str(minor)))
        file.chmod(0o755)

    def set_up(self) -> subprocess.CompletedProcess[str]:
        surroundings = {"PATH": str(self.tools), "NETWORK": self.network, "VENV": self.venv}
        surroundings |= {"NOTES": str(self.place / "notes"), "NEW": str(self.place / "new")}
        command = [self.project / "setup.sh"]
        return subprocess.run(command, env=surroundings, cwd="/", capture_output=True, text=True, check=False)

    @property
    def notes(self) -> str:
        return (self.place / "notes").read_text()


@pytest.mark.parametrize("minor", [8, 11])
def test_an_older_python_has_uv_bring_a_newer_one(home: Path, minor: int) -> None:
    machine = Machine(home, minor)
    done = machine.set_up()
    assert done.returncode == 0, done.stderr
    assert "fetching 3.13 into .python" in done.stdout
    assert "Making an environment in .venv with Python 3.13" in done.stdout
    assert not (machine.project / ".python" / "uv").exists()
    assert "13 -m config.system_packages run" in machine.notes


def test_what_uv_brought_is_not_fetched_again(home: Path) -> None:
    machine = Machine(home, 11)
    machine.set_up()
    shutil.rmtree(machine.project / ".venv")
    (home / "notes").unlink()
    assert machine.set_up().returncode == 0
    assert "python install" not in machine.notes


@pytest.mark.parametrize(("minor", "network"), [(11, "none"), (11, "packages only"), (7, "all")])
def test_without_a_way_to_a_newer_one_the_sentence_says_what_is_needed(
    home: Path, minor: int, network: str
) -> None:
    done = Machine(home, minor, network).set_up()
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].startswith(NEEDS)


def test_an_older_python_without_venv_is_told_what_to_type(home: Path) -> None:
    done = Machine(home, 11, venv="missing").set_up()
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].endswith("on Debian and Ubuntu type: apt install python3-venv")


def test_a_python_new_enough_is_taken_as_it_is(home: Path) -> None:
    machine = Machine(home, 12)
    assert machine.set_up().returncode == 0
    assert "install" not in machine.notes.replace("pip install --quiet --disable-pip-version-check uv", "")


def test_a_uv_of_the_machine_s_own_is_used(home: Path) -> None:
    machine = Machine(home, 11, venv="missing")
    machine.script(machine.tools / "uv", 13)
    assert machine.set_up().returncode == 0
    assert "13 python install" in machine.notes
