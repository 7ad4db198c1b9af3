"""Settings from the environment: a bad value is one sentence; what phones and proxies need is derived."""

import logging
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from config import env, secret
from config.processes.logs import JsonFormatter
from config.serving import network


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("MUSTERROLL_DEBUG", "perhaps", "MUSTERROLL_DEBUG must be yes or no, not 'perhaps'."),
        ("MUSTERROLL_POOL", "many", "MUSTERROLL_POOL must be a whole number from 0 to 90, not 'many'."),
        ("MUSTERROLL_POOL", "1000", "MUSTERROLL_POOL must be a whole number from 0 to 90, not '1000'."),
        ("MUSTERROLL_URL", "example.org", "MUSTERROLL_URL must start with http:// or https://"),
        ("MUSTERROLL_HSTS", "yes", "MUSTERROLL_HSTS must be one of host, subdomains, preload, not 'yes'."),
        ("MUSTERROLL_LOG", "xml", "MUSTERROLL_LOG must be one of plain, json, not 'xml'."),
        ("DATABASE_URL", "mysql://a@b/c", "DATABASE_URL must start with postgres://"),
        ("DATABASE_URL", "nonsense", "DATABASE_URL"),
        ("MUSTERROLL_MAIL", "carrier-pigeon", "MUSTERROLL_MAIL is not an address Musterroll understands."),
    ],
)
def test_a_bad_value_stops_the_start_with_a_sentence(name: str, value: str, said: str, home: Path) -> None:
    surroundings = {**os.environ, "MUSTERROLL_DATA": str(home), name: value}
    done = subprocess.run(
        [sys.executable, "manage.py", "check"], cwd=env.ROOT, env=surroundings, capture_output=True, text=True
    )
    assert done.returncode != 0
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_the_secret_key_is_made_once_and_is_private(home: Path) -> None:
    made = secret.kept_in(home / "data" / "secret-key")
    assert len(made) > 50
    assert secret.kept_in(home / "data" / "secret-key") == made
    assert (home / "data" / "secret-key").stat().st_mode & 0o777 == 0o600
    assert [file.name for file in (home / "data").iterdir()] == ["secret-key"]


def test_a_key_that_cannot_be_made_is_said(home: Path) -> None:
    (home / "data").write_text("a file in the way")
    with pytest.raises(ImproperlyConfigured, match="Set MUSTERROLL_SECRET_KEY"):
        secret.kept_in(home / "data" / "secret-key")


def test_a_server_elsewhere_that_falls_silent_is_noticed_as_the_club_has_it(home: Path) -> None:
    code = "from django.conf import settings as s; o = s.DATABASES['default']['OPTIONS']; "
    code += "print(o['tcp_user_timeout'], o['connect_timeout'], o['server_side_binding'])"
    around = {**os.environ, "MUSTERROLL_DATA": str(home), "DJANGO_SETTINGS_MODULE": "config.settings"}
    for more, told in (("", "30000 10 True"), ("?connect_timeout=3", "30000 3 True")):
        around["DATABASE_URL"] = f"postgres://muster@db.example.org/club{more}"
        done = subprocess.run([sys.executable, "-c", code], cwd=env.ROOT, env=around, capture_output=True)
        assert done.stdout.decode().strip() == told, done.stderr


@pytest.mark.parametrize(("url", "after"), [("", "5"), ("postgres://muster@db.example.org/club", "None")])
def test_the_embedded_server_plans_a_statement_once_a_connection(home: Path, url: str, after: str) -> None:
    """A club's own may stand behind a pooler, where the next one has a connection of others."""
    code = "from django.conf import settings as s; "
    code += "print(s.DATABASES['default']['OPTIONS'].get('prepare_threshold'))"
    around = {**os.environ, "MUSTERROLL_DATA": str(home), "DJANGO_SETTINGS_MODULE": "config.settings"}
    around["DATABASE_URL"] = url
    done = subprocess.run([sys.executable, "-c", code], cwd=env.ROOT, env=around, capture_output=True)
    assert done.stdout.decode().strip() == after, done.stderr


def test_a_taken_port_is_stepped_over() -> None:
    import socket

    with socket.socket() as taken:
        taken.bind(("", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert network.free_port(port) > port


def test_a_log_line_is_one_json_object() -> None:
    import json

    record = logging.LogRecord("muster", logging.WARNING, "", 0, "it\n%s", ("broke",), None)
    line = JsonFormatter().format(record)
    assert "\n" not in line
    assert json.loads(line)["message"] == "it\nbroke"


@pytest.mark.parametrize(
    ("asked", "header"),
    [
        ("", "max-age=31536000"),
        ("subdomains", "max-age=31536000; includeSubDomains"),
        ("preload", "max-age=31536000; includeSubDomains; preload"),
    ],
)
def test_https_is_promised_for_this_host_alone_unless_asked(asked: str, header: str, home: Path) -> None:
    code = (
        "from django.http import HttpResponse, HttpRequest\n"
        "from django.middleware.security import SecurityMiddleware\n"
        "request = HttpRequest(); request.is_secure = lambda: True\n"
        "print(SecurityMiddleware(lambda _: HttpResponse())(request)['Strict-Transport-Security'])"
    )
    surroundings = {
        **os.environ,
        "MUSTERROLL_DATA": str(home),
        "MUSTERROLL_URL": "https://muster.example.org",
    }
    surroundings |= {"DJANGO_SETTINGS_MODULE": "config.settings", "MUSTERROLL_HSTS": asked}
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=env.ROOT, env=surroundings, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == header


@pytest.mark.parametrize("url", ["", "http://192.0.2.7:8000", "https://muster.example.org"])
def test_the_address_decides_what_is_secure(url: str, home: Path) -> None:
    code = (
        "from django.conf import settings as s;"
        "print(s.SESSION_COOKIE_SECURE, s.SECURE_SSL_REDIRECT, s.SECURE_HSTS_SECONDS > 0);"
        "print(s.ALLOWED_HOSTS[-1])"
    )
    surroundings = {**os.environ, "MUSTERROLL_DATA": str(home), "MUSTERROLL_URL": url}
    surroundings |= {"DJANGO_SETTINGS_MODULE": "config.settings", "MUSTERROLL_HOSTS": ""}
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=env.ROOT,
        env=surroundings,
        capture_output=True,
        text=True,
        check=True,
    )
    secure = url.startswith("https")
    host = {"": "[::1]"}.get(url) or url.split("//")[1].split(":")[0]
    assert done.stdout.split() == [str(secure)] * 3 + [host]


def test_browsers_keep_what_carries_a_hash_or_a_version_in_its_name(settings: Any) -> None:
    for_ever = re.compile(settings.WHITENOISE_IMMUTABLE_FILE_TEST).search
    [face] = settings.ROOT.glob("static/fonts/besley-*.woff2")
    assert for_ever(f"/static/fonts/{face.name}")
    assert for_ever("/static/js/app.0671cb83359f.js")
    assert not for_ever("/static/js/app.js")
    styles = (settings.ROOT / "static/css/tokens.css").read_text()
    frame = (settings.ROOT / "templates/base.html").read_text()
    assert f"/static/fonts/{face.name}" in styles
    assert f"fonts/{face.name}" in frame
