"""Dockerfile and docker-compose.yml name only what exists. None of this builds an image."""

import re
import shlex
import subprocess
from typing import Any

import pytest
import yaml
from django.core.management import get_commands

from config import room, web
from config.env import ROOT

DOCKERFILE = (ROOT / "Dockerfile").read_text().replace("\\\n", " ")
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
OURS = ["prepare", "web", "worker"]


def instructions(name: str) -> list[list[str]]:
    return [shlex.split(line)[1:] for line in DOCKERFILE.splitlines() if line.startswith(f"{name} ")]


def test_every_copied_file_exists() -> None:
    named = [
        source for words in instructions("COPY") if not words[0].startswith("--from") for source in words[:-1]
    ]
    assert len(named) > 3
    assert [one for one in named if not (ROOT / one).exists()] == []


def test_the_image_leaves_private_files_out() -> None:
    left_out = (ROOT / ".dockerignore").read_text().split()
    assert {"var", ".venv", ".git", ".env"} <= {one.strip("/") for one in left_out}


def test_the_web_server_knows_every_option_it_is_given() -> None:
    assert instructions("CMD") == [shlex.split('["python", "-m", "config.web"]')]
    words = web.command()
    command = [*words[:3], "--help"]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    known = set(re.findall(r"--[a-z][a-z0-9-]+", said))
    assert {word for word in words if word.startswith("--")} <= known
    assert words[3] == "config.asgi:application"


def test_the_web_container_may_open_as_many_files_as_the_server_wants() -> None:
    assert SERVICES["web"]["ulimits"]["nofile"] >= room.WANTED


@pytest.mark.parametrize("name", ["prepare", "worker"])
def test_every_command_exists(name: str) -> None:
    python, script, command = SERVICES[name]["command"]
    assert (python, script) == ("python", "manage.py")
    assert command in get_commands()


def test_the_checks_of_health_name_what_exists() -> None:
    web = SERVICES["web"]["healthcheck"]["test"]
    compile(web[3], "healthcheck", "exec")
    assert "127.0.0.1:8000/health" in web[3]
    assert SERVICES["worker"]["healthcheck"]["test"][1:3] == ["python", "manage.py"]
    assert SERVICES["worker"]["healthcheck"]["test"][3] in get_commands()


def test_services_wait_for_services_there_are_and_mount_volumes_there_are() -> None:
    for name, service in SERVICES.items():
        assert set(service.get("depends_on", {})) <= set(SERVICES), name
        mounted = {one.partition(":")[0] for one in service.get("volumes", [])}
        assert mounted <= set(COMPOSE["volumes"]), name


def test_every_setting_is_documented_and_what_must_be_set_stands_in_the_readme() -> None:
    documented = (ROOT / "docs" / "operating.md").read_text()
    for name in OURS:
        assert [word for word in SERVICES[name]["environment"] if f"`{word}`" not in documented] == []
    must = re.findall(r"\$\{(\w+):\?", (ROOT / "docker-compose.yml").read_text())
    readme = (ROOT / "README.md").read_text()
    assert [word for word in must if f"    {word}=" not in readme] == []


def test_the_server_is_the_newest_the_manual_names() -> None:
    [most] = re.findall(r"another PostgreSQL \(\d+ to (\d+)", (ROOT / "docs" / "operating.md").read_text())
    assert SERVICES["db"]["image"] == f"postgres:{most}"
