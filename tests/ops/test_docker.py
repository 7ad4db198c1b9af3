"""Dockerfile and docker-compose.yml name only what exists. None of this builds an image."""

import os
import re
import shlex
import subprocess
import sys
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import psycopg
import pytest
import yaml
from django.core.management import get_commands
from psycopg import sql

from config import web
from config.database import backups
from config.database.embedded import USER, Cluster
from config.database.server import Server
from config.env import ROOT
from config.serving import room
from tests.ops.conftest import Copied
from tests.ops.offices import Installation

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


def is_in_the_image(path: str) -> bool:
    """Whether a file of this folder goes along: of the lines of `.dockerignore` the last that fits counts."""
    inside = True
    for line in (ROOT / ".dockerignore").read_text().splitlines():
        pattern = line.removeprefix("!").removeprefix("**/")
        anywhere = line.removeprefix("!").startswith("**/")
        parts = path.split("/")
        heads = parts if anywhere else ["/".join(parts[: depth + 1]) for depth in range(len(parts))]
        if line and not line.startswith("#") and any(fnmatch(head, pattern) for head in heads):
            inside = line.startswith("!")
    return inside


PRIVATE = [
    ".env", ".env.ours", ".git/config", ".venv/ready-run", "var/secret-key", "ours/secret-key", "a/static/b",
    "backups/20260101-120000.musterroll", "config/moved.musterroll", "config/secret-key-before-20260101",
    "tests/settings.py",
]  # fmt: skip
A_BACKUP = "20260101-120000.musterroll"


def test_the_image_leaves_out_whatever_is_a_club_s() -> None:
    assert [path for path in PRIVATE if is_in_the_image(path)] == []


def test_the_image_has_all_that_runs() -> None:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True)
    needed = ("campaigns/", "config/", "locale/", "maps/", "rules/", "static/", "templates/", "manage.py")
    wanted = [path for path in listed.stdout.splitlines() if path.startswith(needed)]
    assert len(wanted) > 1000
    assert [path for path in wanted if not is_in_the_image(path)] == []
    copied = [source for words in instructions("COPY") for source in words[:-1] if "--" not in words[0]]
    assert [source for source in copied if source != "." and not is_in_the_image(source)] == []


@pytest.mark.parametrize("path", [A_BACKUP, f"backups/{A_BACKUP}", f"docs/{A_BACKUP}", "backups/tables.json"])
def test_a_backup_copied_into_this_folder_is_not_committed(path: str) -> None:
    assert subprocess.run(["git", "check-ignore", "--quiet", path], cwd=ROOT, check=False).returncode == 0


def test_the_clubs_that_the_tests_keep_are_committed() -> None:
    path = f"tests/kept/{A_BACKUP}"
    assert subprocess.run(["git", "check-ignore", "--quiet", path], cwd=ROOT, check=False).returncode == 1


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


OPERATING = (ROOT / "docs" / "operating.md").read_text()
SETTINGS = set(re.findall(r"`([A-Z_]{6,})`", OPERATING.split("## Settings")[1].partition("\n## ")[0]))
IN_THE_IMAGE = {"MUSTERROLL_DATA"}  # a volume lies there
AT_THE_DOOR = {"MUSTERROLL_PORT", "MUSTERROLL_BIND"}  # of the host; inside it is always the same one
NAMED_OTHERWISE = {"POSTGRES_PASSWORD"}
OF_DEVELOPERS = {"MUSTERROLL_RELOAD", "MUSTERROLL_STATIC"}


def filled(value: str, given: dict[str, str]) -> str:
    """What compose makes of `${NAME}`, `${NAME:-default}` and `${NAME:?must be set}`."""

    def put(found: re.Match[str]) -> str:
        name, kind, word = found.groups()
        if given.get(name):
            return given[name]
        assert kind != ":?", f"{name}: {word}"
        return word or ""

    return re.sub(r"\$\{(\w+)(?:(:[-?])([^}]*))?\}", put, value)


def environment_of(name: str, **given: str) -> dict[str, str]:
    given = {"POSTGRES_PASSWORD": "word", "MUSTERROLL_URL": "https://muster.example.org", **given}
    return {key: filled(value, given) for key, value in SERVICES[name]["environment"].items()}


def test_every_setting_of_the_manual_reaches_every_container() -> None:
    given = {name: f"the club's {name}" for name in SETTINGS - {"PGPASSWORD"}}
    for name in OURS:
        reached = environment_of(name, **given)
        assert set(reached) == SETTINGS - IN_THE_IMAGE - AT_THE_DOOR - NAMED_OTHERWISE
        assert all(reached[key] == value for key, value in given.items() if key in reached)
    [words] = [words for words in instructions("ENV") if words[0].startswith("PATH=")]
    assert {word.partition("=")[0] for word in words} >= IN_THE_IMAGE
    [door] = SERVICES["web"]["ports"]
    assert filled(door, {}) == "127.0.0.1:8000:8000"
    at = {"MUSTERROLL_BIND": "0.0.0.0", "MUSTERROLL_PORT": "80"}
    assert filled(door, at) == "0.0.0.0:80:8000"


def test_every_setting_the_program_reads_is_in_the_manual() -> None:
    reads = re.compile(r"env\.[a-z_]+\(\s*\"([A-Z_]+)\"")
    read = {name for file in ROOT.glob("config/**/*.py") for name in reads.findall(file.read_text())}
    assert read - OF_DEVELOPERS <= SETTINGS
    assert "MUSTERROLL_WORKERS" in read


def test_what_nobody_set_is_as_if_it_were_not_there(home: Path) -> None:
    code = (
        "from config import web, asgi; from django.conf import settings as s;"
        "print(asgi.THREADS, s.POOL, s.DEFAULT_FROM_EMAIL, len(s.SECRET_KEY) > 50, 'docker' in web.command())"
    )
    for given in {tuple(environment_of(name).items()) for name in OURS}:  # they are told the same
        surroundings = {"PATH": os.environ["PATH"], "MUSTERROLL_DATA": str(home), **dict(given)}
        command = [sys.executable, "-c", code]
        done = subprocess.run(command, cwd=ROOT, env=surroundings, capture_output=True, text=True, check=True)
        assert done.stdout.split() == ["12", "10", "musterroll@localhost", "True", "False"]


def test_what_must_be_set_stands_in_the_readme() -> None:
    must = re.findall(r"\$\{(\w+):\?", (ROOT / "docker-compose.yml").read_text())
    readme = (ROOT / "README.md").read_text()
    assert [word for word in must if f"    {word}=" not in readme] == []


ASK_WHO = """
import django; django.setup()
import psycopg
from django.conf import settings
from django.db import connection
from config.database.server import Server
from config.stream import live
who = "SELECT current_user"
with connection.cursor() as cursor:
    print(cursor.execute(who).fetchone()[0])
for other in (psycopg.connect(live.listen_conninfo()), Server.of(settings.DATABASES["default"]).connect()):
    print(other.execute(who).fetchone()[0])
"""


def test_any_password_opens_the_database_of_the_compose_file(cluster: Cluster, home: Path) -> None:
    """A server that asks for it, reached by its socket in place of the network between containers."""
    password = "a/b+c=d#e%f?g x@y:z&%2F"
    given = environment_of("web", POSTGRES_PASSWORD=password, MUSTERROLL_POOL="0")
    url = given["DATABASE_URL"].replace("@db:5432/", "@/")
    surroundings = {"PATH": os.environ["PATH"], **given, "DATABASE_URL": url, "PGHOST": str(cluster.socket)}
    surroundings |= {"MUSTERROLL_DATA": str(home), "DJANGO_SETTINGS_MODULE": "config.settings"}
    command = [sys.executable, "-c", ASK_WHO]
    with cluster.in_use():
        with cluster.connect() as connection:
            connection.execute(sql.SQL("ALTER ROLE musterroll PASSWORD {}").format(password))
            (cluster.cluster / "pg_hba.conf").write_text("local all all scram-sha-256\n")
            connection.execute("SELECT pg_reload_conf()")
        with pytest.raises(psycopg.OperationalError, match="password authentication failed"):
            psycopg.connect(host=str(cluster.socket), user=USER, dbname=USER, password="no")
        done = subprocess.run(
            command, cwd=ROOT, env=surroundings, capture_output=True, text=True, check=False
        )
    assert done.stdout.split() == ["musterroll"] * 3, done.stderr


@pytest.mark.xdist_group("office")
@pytest.mark.in_turn(7, kind="kills")
def test_a_backup_of_one_computer_is_restored_by_the_worker_s_container(
    installation: Installation, home: Path, pattern: Path
) -> None:
    """As the manual says to move: another server, another folder, the container's environment."""
    (home / "key").write_text("the club's key")
    old = Server.of(installation.cluster.django_settings())
    with installation.cluster.in_use():
        with old.connect() as connection:
            connection.execute("CREATE TABLE cups (name text); INSERT INTO cups VALUES ('of the cellar')")
        file = backups.make(home / "backups", old, home / "key", lambda _: None)
        with old.connect() as connection:
            connection.execute("DROP TABLE cups")
    new = Copied(home / "new" / "postgres", pattern=pattern)
    surroundings = {"PATH": os.environ["PATH"], "MUSTERROLL_DATA": str(home / "data")}
    surroundings = environment_of("worker", MUSTERROLL_POOL="0") | surroundings
    surroundings |= {"DATABASE_URL": "postgres://musterroll@/musterroll", "PGHOST": str(new.socket)}
    command = [sys.executable, "manage.py", "restore", "-", "--yes"]
    with new.in_use(), file.open("rb") as sent:
        subprocess.run(command, cwd=ROOT, env=surroundings, stdin=sent, capture_output=True, check=True)
        with new.connect() as connection:
            assert connection.execute("SELECT name FROM cups").fetchall() == [("of the cellar",)]
            assert connection.execute("SELECT name FROM campaigns_club").fetchall() == [("Our club",)]
    assert (home / "data" / "secret-key").read_text() == "the club's key"
    assert list((home / "data").rglob(f"*{file.suffix}")) == []


def test_every_line_for_docker_in_the_manuals_names_what_exists() -> None:
    lines = re.findall(r"docker compose ([^`\n]+)", OPERATING + (ROOT / "README.md").read_text())
    assert len(lines) > 10
    for line in lines:
        words = shlex.split(line.partition("#")[0].partition("<")[0])
        if words[0] in ("exec", "run"):
            service, program, *rest = [*(word for word in words[1:] if word[0] != "-" or word == "-"), ""]
            assert service in OURS
            assert program != "python" or (rest[0] == "manage.py" and rest[1] in get_commands())
        else:
            named = [word.partition(":")[0] for word in words[1:] if ":" in word or words[0] == "stop"]
            assert set(named) <= set(SERVICES)


def test_every_container_has_an_init_and_keeps_its_log_short() -> None:
    for name, service in SERVICES.items():
        assert service["init"] is True, name
        assert set(service["logging"]["options"]) == {"max-size", "max-file"}, name


def test_the_server_is_the_newest_the_manual_names() -> None:
    [most] = re.findall(r"another PostgreSQL \(\d+ to (\d+)", (ROOT / "docs" / "operating.md").read_text())
    assert SERVICES["db"]["image"] == f"postgres:{most}"
