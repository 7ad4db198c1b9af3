"""A machine with another secret key than the database's does not open, unless that is meant."""

import os
import subprocess
import sys
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from campaigns.models import Office
from config import env
from config.database import keys
from tests.ops.offices import Installation


@pytest.mark.django_db
def test_the_first_key_is_noted_and_another_is_seen(client: Client, settings: Any) -> None:
    keys.record_key()
    assert keys.is_ours(Office.objects.get().key)
    assert settings.SECRET_KEY not in Office.objects.get().key
    settings.SECRET_KEY = "another"
    keys.record_key()
    assert not keys.is_ours(Office.objects.get().key)
    answer = client.get("/health")
    assert (answer.status_code, answer.json()["key"]) == (503, "another")
    settings.EMBEDDED_IN_USE = False
    call_command("take_key")
    assert client.get("/health").status_code == 200
    assert Office.objects.count() == 1


@pytest.mark.django_db
def test_neither_worker_nor_preparing_begins_with_another_key(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> None:
        raise keys.AnotherKey

    monkeypatch.setattr(keys, "refuse_another", refuse)
    for command in ("work", "prepare"):
        with pytest.raises(CommandError, match="another secret key"):
            call_command(command)


def typed(installation: Installation, key: str, *command: str) -> subprocess.CompletedProcess[str]:
    """What somebody types on a machine with this key."""
    around = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
    around |= {"MUSTERROLL_DATA": str(installation.home), "MUSTERROLL_SECRET_KEY": key}
    return subprocess.run(
        [sys.executable, *command], cwd=env.ROOT, env=around, capture_output=True, text=True, check=False
    )


@pytest.mark.serial
@pytest.mark.xdist_group("office")
@pytest.mark.in_turn(7, kind="kills")
def test_an_office_with_another_key_says_so_and_stays_closed(installation: Installation) -> None:
    installation.close()
    refused = typed(installation, "another", "-m", "config.run")
    assert refused.returncode == 1
    assert "another secret key" in refused.stderr
    assert installation.processes() == []
    taken = typed(installation, "another", "manage.py", "take_key")
    assert taken.returncode == 0, taken.stderr
    own = (installation.home / "secret-key").read_text()
    assert "another secret key" in typed(installation, own, "-m", "config.run").stderr
    assert typed(installation, own, "manage.py", "take_key").returncode == 0
    opened = installation.open()
    assert opened.opens_a_page()
