"""What a machine lacks is installed, or the line to type is told; nothing else stops working."""

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence

import pytest

from config import system_packages


class Machine:
    """A computer with one package manager; notes what was run."""

    def __init__(self, patch: pytest.MonkeyPatch, manager: str, *, root: bool, works: bool = True) -> None:
        self.ran: list[str] = []
        self.works = works
        patch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}" if name == manager else None)
        patch.setattr(os, "geteuid", lambda: 0 if root else 1000)
        patch.setattr(subprocess, "run", self.run)
        patch.setattr(system_packages, "_loads", lambda library: False)
        patch.setattr(sys, "platform", "linux")
        patch.delenv("MUSTERROLL_CHROMIUM", raising=False)

    def run(self, command: Sequence[str], **options: object) -> subprocess.CompletedProcess[str]:
        self.ran.append(" ".join(command))
        return subprocess.CompletedProcess(command, 0 if self.works else 1, "", "no network")


PANGO = {
    "apt-get": "apt-get install -y libglib2.0-0 libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0",
    "dnf": "dnf install -y pango harfbuzz",
    "zypper": "zypper install -y pango libharfbuzz-subset0",
    "pacman": "pacman -S --noconfirm pango",
    "apk": "apk add pango harfbuzz-subset",
}
CHROMIUM = "apt-get install -y --no-install-recommends chromium-headless-shell fonts-liberation"


@pytest.mark.parametrize("manager", PANGO)
def test_an_ordinary_user_is_told_what_to_type(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], manager: str
) -> None:
    machine = Machine(monkeypatch, manager, root=False)
    monkeypatch.setattr(sys, "argv", ["system_packages", "run"])
    system_packages.main()
    assert machine.ran == []
    assert capsys.readouterr().out.splitlines()[-1] == f"  sudo {PANGO[manager]}"


@pytest.mark.parametrize("manager", PANGO)
def test_root_gets_them_installed_and_is_told_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], manager: str
) -> None:
    machine = Machine(monkeypatch, manager, root=True)
    monkeypatch.setattr(sys, "argv", ["system_packages", "run"])
    system_packages.main()
    assert machine.ran[-1] == PANGO[manager]
    assert "installing them" in capsys.readouterr().out


def test_an_install_that_fails_ends_with_the_line_to_type(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    Machine(monkeypatch, "apt-get", root=True, works=False)
    monkeypatch.setattr(sys, "argv", ["system_packages", "run"])
    system_packages.main()
    said = capsys.readouterr().out
    assert "no network" in said
    assert "Everything but printing will" in said
    assert said.splitlines()[-1] == f"  {PANGO['apt-get']}"


def test_without_a_package_manager_the_page_to_read_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    Machine(monkeypatch, "none", root=False)
    monkeypatch.setattr(sys, "argv", ["system_packages", "run"])
    system_packages.main()
    assert "https://" in capsys.readouterr().out


@pytest.mark.parametrize("root", [True, False])
def test_a_missing_browser_is_fetched_or_the_line_to_type_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], root: bool
) -> None:
    machine = Machine(monkeypatch, "apt-get", root=root, works=False)
    monkeypatch.setattr(system_packages, "_loads", lambda library: True)
    monkeypatch.setattr(sys, "argv", ["system_packages", "dev"])
    system_packages.main()
    assert machine.ran[:-1] == (["apt-get update -q", CHROMIUM] if root else [])
    assert machine.ran[-1].endswith(
        "playwright install --with-deps chromium" if root else "playwright install chromium"
    )
    last = capsys.readouterr().out.splitlines()[-1]
    assert last == (f"  {CHROMIUM}" if root else f"  sudo {CHROMIUM}")


def test_a_browser_from_the_system_s_packages_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine(monkeypatch, "apt-get", root=True)
    monkeypatch.setattr(system_packages, "_loads", lambda library: True)
    monkeypatch.setattr(sys, "argv", ["system_packages", "dev"])
    system_packages.main()
    assert machine.ran == ["apt-get update -q", CHROMIUM]


def test_what_is_missing_is_looked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine(monkeypatch, "apt-get", root=True)
    monkeypatch.setattr(sys, "argv", ["system_packages", "dev"])
    system_packages.main()
    assert machine.ran == ["apt-get update -q", PANGO["apt-get"], CHROMIUM]


def test_a_start_for_playing_needs_no_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine(monkeypatch, "apt-get", root=True)
    monkeypatch.setattr(system_packages, "_loads", lambda library: True)
    monkeypatch.setattr(sys, "argv", ["system_packages", "run"])
    system_packages.main()
    assert machine.ran == []
