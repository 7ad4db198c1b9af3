"""What happens between a running database and the first page, and what is skipped the second time."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections import UserDict
from collections.abc import ItemsView
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles.storage import StaticFilesStorage
from django.core.management import CommandError, call_command
from django.test import Client

from campaigns.models.people import Club
from config import env, installation
from config.database import backups
from config.database.backup_files import BackupError
from config.database.embedded import Cluster
from config.management.commands import prepare
from config.processes import children
from config.run import WAY_IN, Stamp
from config.serving import statics
from config.serving.statics import CollectedFiles

WAITING = ["campaigns.0041_more"]


@pytest.fixture
def no_demo(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    monkeypatch.setenv("MUSTERROLL_DEMO", "no")
    settings.EMBEDDED_IN_USE = False
    settings.DEBUG = True


def said(*command: str) -> list[str]:
    out = StringIO()
    call_command(*command, stdout=out)
    return out.getvalue().splitlines()


@pytest.mark.django_db
def test_the_way_in_is_told_at_the_first_start_and_on_request(
    no_demo: None, client: Client, settings: Any
) -> None:
    settings.PUBLIC_URL = "https://muster.example.org"
    first = said("prepare")[-1]
    assert Club.objects.count() == 1
    start = f"{WAY_IN}  https://muster.example.org/"
    assert first.startswith(start)
    assert client.get(f"/{first.removeprefix(start)}", follow=True, secure=True).status_code == 200
    assert said("prepare") == []
    assert Club.objects.count() == 1
    assert said("organiser") == [first]


@pytest.mark.django_db
def test_the_link_carries_the_address_the_office_was_opened_at(
    no_demo: None, settings: Any, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.PUBLIC_URL = ""
    monkeypatch.setattr(installation, "ADDRESS", home / "address")
    assert said("prepare")[-1].startswith(f"{WAY_IN}  /")
    (home / "address").write_text("http://192.0.2.7:8001\n")
    assert said("organiser")[0].startswith(f"{WAY_IN}  http://192.0.2.7:8001/")


@pytest.mark.django_db
def test_without_a_club_there_is_no_way_in(no_demo: None) -> None:
    with pytest.raises(CommandError, match="There is no club here yet"):
        call_command("organiser")


@pytest.mark.parametrize("upgrading", [True, False])
@pytest.mark.django_db
def test_a_backup_is_made_before_an_upgrade_and_once_a_day(
    monkeypatch: pytest.MonkeyPatch, settings: Any, home: Path, upgrading: bool
) -> None:
    made: list[str] = []
    settings.BACK_UP = True
    monkeypatch.setattr(installation, "BACKUPS", home)
    monkeypatch.setattr(backups, "make_before_upgrade", lambda *_: made.append("upgrade") or home)
    monkeypatch.setattr(backups, "make_if_due", lambda *_: made.append("daily") or home)
    told: list[str] = []
    installation.back_up_if_due(told.append, WAITING if upgrading else ())
    assert made == ["upgrade" if upgrading else "daily"]
    assert told == [f"Backed up to {home}."]


@pytest.mark.django_db
def test_a_daily_backup_that_fails_does_not_keep_the_office_closed_but_an_upgrade_waits(
    monkeypatch: pytest.MonkeyPatch, settings: Any, home: Path
) -> None:
    def fail(*_: object) -> None:
        raise BackupError("No room.")

    settings.BACK_UP = True
    monkeypatch.setattr(backups, "make_before_upgrade", fail)
    monkeypatch.setattr(backups, "make_if_due", fail)
    told: list[str] = []
    installation.back_up_if_due(told.append)
    assert told == ["No room."]
    with pytest.raises(BackupError):
        installation.back_up_if_due(told.append, WAITING)


@pytest.mark.django_db
def test_who_backs_up_in_another_way_is_left_alone(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    settings.BACK_UP, made = False, list[str]()
    monkeypatch.setattr(backups, "make_if_due", lambda *_: made.append("daily"))
    installation.back_up_if_due(quiet)
    assert made == []
    assert installation.trouble_with_backups() is None


def quiet(line: str) -> None: ...


def test_static_files_are_collected_only_when_they_changed(
    monkeypatch: pytest.MonkeyPatch, settings: Any, home: Path
) -> None:
    settings.STATIC_ROOT, calls = home, list[str]()
    monkeypatch.setattr(prepare, "call_command", lambda name, **_: calls.append(name))
    prepare.collect_if_changed()
    prepare.collect_if_changed()
    assert calls == ["collectstatic"]
    monkeypatch.setattr(prepare, "_fingerprint", lambda: "changed")
    prepare.collect_if_changed()
    assert calls == ["collectstatic"] * 2


def test_styles_and_scripts_are_sent_without_their_comments(home: Path) -> None:
    source, names = StaticFilesStorage(location=env.ROOT / "static"), ("css/more.css", "js/app.js")
    for name in names:
        (home / name).parent.mkdir()
        (home / name).write_text(Path(source.path(name)).read_text())
    storage = CollectedFiles(location=home, base_url="/static/")
    sent = {
        name: hashed for name, hashed, _done in storage.post_process({one: (source, one) for one in names})
    }
    style, script = ((home / str(sent[name])).read_text() for name in names)
    assert "/*" not in style
    assert style.count("{") == style.count("}") > 50
    assert not any(line.startswith(("//", " ")) for line in script.splitlines())
    for name, text in zip(names, (style, script), strict=True):
        assert 0.5 < len(text) / len((env.ROOT / "static" / name).read_text()) < 0.85


def test_what_looks_like_a_comment_in_a_string_is_sent(home: Path) -> None:
    (home / "one.css").write_text('a::after { content: "/* no */"; } /* yes */')
    (home / "one.js").write_text('say("// no", `/* ${no} */`); // yes\n')
    assert statics.minified(home / "one.css") == 'a::after{content:"/* no */"}'
    assert statics.minified(home / "one.js") == 'say("// no",`/* ${no} */`);'


def test_a_second_start_knows_that_nothing_changed(
    cluster: Cluster, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = home / "project"
    (root / "maps" / "migrations").mkdir(parents=True)
    (root / "static").mkdir()
    (root / "uv.lock").write_text("1")
    monkeypatch.setattr(env, "ROOT", root)
    cluster.prepare()
    assert not Stamp(cluster).holds()
    Stamp(cluster).renew()
    assert Stamp(cluster).holds()
    (root / "maps" / "migrations" / "0002_more.py").write_text("")
    assert not Stamp(cluster).holds()


def test_files_of_another_version_are_brought_over_first(cluster: Cluster) -> None:
    cluster.prepare()
    Stamp(cluster).renew()
    (cluster.place / "to-restore").write_text("somewhere")
    assert not Stamp(cluster).holds()


def test_a_signal_while_a_child_starts_waits_until_the_child_is_known() -> None:
    class Asked(Exception):
        pass

    def stop(signum: int, frame: object) -> None:
        raise Asked

    running: list[children.Child] = []
    before = signal.signal(signal.SIGTERM, stop)
    try:
        with pytest.raises(Asked):
            children.start_child(["sleep", "60"], Asking(os.environ), running)
        assert [child.poll() for child in running] == [None]
    finally:
        signal.signal(signal.SIGTERM, before)
        children.end(running)


class Asking(UserDict[str, str]):
    """An environment whose reading, in the middle of a child's start, meets the wish to end."""

    def items(self) -> ItemsView[str, str]:
        signal.pthread_kill(threading.get_ident(), signal.SIGTERM)  # `make run` has this one thread
        return super().items()


def test_a_child_that_will_not_end_is_ended_with_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(children, "END_WITHIN", 0.3)
    deaf = (
        "import signal, subprocess, sys;"
        "signal.signal(signal.SIGTERM, signal.SIG_IGN);"
        "print(subprocess.Popen(['sleep', '600']).pid, flush=True);"
        "signal.pause()"
    )
    child = subprocess.Popen(
        [sys.executable, "-c", deaf], stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    assert child.stdout is not None
    grandchild = int(child.stdout.readline())
    children.end([child])
    assert child.returncode == -signal.SIGKILL
    while _lives(grandchild):  # killed with the child, long before its sleep is over
        time.sleep(0.01)


def _lives(pid: int) -> bool:
    try:
        return not Path(f"/proc/{pid}/stat").read_text().rsplit(") ", 1)[1].startswith("Z")
    except FileNotFoundError:
        return False
