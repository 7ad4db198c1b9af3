"""No process outlives its office unseen, and none hangs unseen."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest

from config import env, run
from config.database import embedded, pgprocess
from config.database.embedded import Cluster
from config.processes import children, signs, upkeep
from config.processes import running as office_folder
from config.processes.running import Running, end_leftovers, is_office_open, running

FORKS = """
import os, signal, sys, time
if os.fork():
    time.sleep(600)
signal.signal(signal.SIGTERM, signal.SIG_IGN)
print(os.getpid(), flush=True)
time.sleep(600)
"""
SUPERVISOR = f"""
import subprocess, sys, time
from pathlib import Path
from config.processes.running import running
with running(Path(sys.argv[1])) as office:
    child = office.start([sys.executable, "-c", {FORKS!r}], {{}}, [], stdout=subprocess.PIPE)
    print(child.stdout.readline(), flush=True)
    time.sleep(600)
"""


def until(true: Callable[[], bool]) -> None:
    while not true():
        time.sleep(0.02)


def is_there(pid: int) -> bool:
    try:
        return "Z" not in Path(f"/proc/{pid}/stat").read_text().rsplit(") ", 1)[1][:1]
    except OSError:
        return False


@pytest.fixture
def started() -> Iterator[list[children.Child]]:
    found: list[children.Child] = []
    yield found
    children.end(found)


def test_what_an_office_has_left_is_ended_by_the_next_one_and_nothing_else(tmp_path: Path) -> None:
    other = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    command = [sys.executable, "-c", SUPERVISOR, str(tmp_path)]
    first = subprocess.Popen(command, cwd=env.ROOT, stdout=subprocess.PIPE, text=True)
    assert first.stdout is not None
    left = int(first.stdout.readline())
    assert end_leftovers(tmp_path / "running") == 0, "its supervisor lives"
    assert is_office_open(tmp_path)
    first.kill()
    first.wait()
    assert is_there(left)
    assert not is_office_open(tmp_path), "only orphans are left"
    with running(tmp_path) as office:
        assert not is_there(left)
        assert office.place is not None
        assert [one.name for one in (tmp_path / "running").iterdir()] == [str(os.getpid())]
        assert is_office_open(tmp_path)
        assert not is_office_open(tmp_path, office.place)
    assert not list((tmp_path / "running").iterdir())
    assert other.poll() is None
    other.kill()
    other.wait()


def test_an_office_that_can_write_nothing_down_opens(tmp_path: Path, started: list[children.Child]) -> None:
    (tmp_path / "running").write_text("a file")
    with running(tmp_path) as office:
        assert office.place is None
        child = office.start([sys.executable, "-c", "import time; time.sleep(600)"], {}, started)
        assert not office.silent(started)
        assert child.poll() is None


TOUCHES = """
import os, sys, time
from pathlib import Path
file = Path(os.environ["MUSTERROLL_RUNNING"]) / str(os.getpid())
while True:
    file.touch()
    print("touched", flush=True)
    time.sleep(0.01)
"""


def test_a_process_that_hangs_as_a_whole_is_noticed(
    tmp_path: Path, started: list[children.Child], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(office_folder, "LOOK_EVERY", 0.0)
    monkeypatch.setattr(office_folder, "SILENT_FOR", 0.2)
    with running(tmp_path) as office:
        child = office.start([sys.executable, "-c", TOUCHES], {}, started, stdout=subprocess.PIPE)
        assert child.stdout
        assert child.stdout.readline()
        os.kill(child.pid, signal.SIGSTOP)
        until(lambda: office.silent(started) == [child.pid])
        child.kill()
        child.wait()
        assert office.silent([]) == []
        assert not (tmp_path / "running" / str(os.getpid()) / str(child.pid)).exists()


def looked_after(code: str, **told: str) -> subprocess.Popen[str]:
    before = "from config.processes import signs; signs.LOOK_EVERY = signs.GRACE = 0.05; signs.watch();"
    command = [sys.executable, "-c", before + code]
    around = {**os.environ, **told}
    return subprocess.Popen(command, cwd=env.ROOT, env=around, stderr=subprocess.PIPE, text=True)


def test_a_process_of_which_a_part_falls_silent_ends_and_says_which() -> None:
    one = looked_after("import time; signs.beat('The clock', 0.2); time.sleep(600)")
    assert one.wait() == 1
    assert one.stderr is not None
    assert "The clock has given no sign of life" in one.stderr.read()


@pytest.mark.parametrize("code", ["time.sleep(600)", "signal.signal(15, signal.SIG_IGN); time.sleep(600)"])
def test_a_process_nobody_looks_after_any_more_ends(tmp_path: Path, code: str) -> None:
    place = tmp_path / "gone"
    one = looked_after(f"import signal, time; {code}", **{signs.PLACE: str(place)})
    assert one.wait() != 0
    web = looked_after(f"import signal, time; {code}", **{signs.PARENT: "1"})
    assert web.wait() != 0


def test_time_in_which_everything_was_stopped_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    now, made = [100.0], signs.Signs()
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    made.beat("The clock", 60)
    now[0] += 3600
    assert made.silent() == "The clock has given no sign of life for 3600 s"
    made.forgive()
    assert not made.silent()
    now[0] += 61
    assert made.silent()


# The database


@pytest.mark.in_turn(7, kind="kills")
def test_a_database_that_hangs_is_ended_and_started_again(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(upkeep, "ASK_EVERY", 0.0)
    monkeypatch.setattr(embedded, "ANSWERS_WITHIN", 2)  # the least that PostgreSQL's library knows
    monkeypatch.setattr(pgprocess, "ENDINGS", ((signal.SIGKILL, 5.0),))
    with cluster.in_use():
        kept = upkeep.KeptDatabase(cluster)
        began = kept.heard
        until(lambda: kept.is_alive() and kept.heard > began)
        hanging = pgprocess.recorded_pid(cluster.cluster)
        assert hanging
        os.kill(hanging, signal.SIGSTOP)
        monkeypatch.setattr(upkeep, "HEARD_WITHIN", 0.3)
        until(lambda: not kept.is_alive())
        assert kept.why() == "it has not answered for 0 s"
        kept.start()
        monkeypatch.setattr(upkeep, "HEARD_WITHIN", 600.0)
        assert cluster.is_up()
        assert not is_there(hanging)
        assert kept.is_alive()


PREPARE = """
import os, signal, sys
from pathlib import Path
home, ended = Path(sys.argv[1]), Path(sys.argv[1]) / "ended"
if not ended.exists():
    ended.touch()
    os.kill(int((home / "postgres/cluster/postmaster.pid").read_text().split()[0]), signal.SIGKILL)
    print("The database went away.")
    sys.exit(1)
print("Prepared.")
"""


def test_a_database_that_dies_during_a_start_is_started_again_and_the_start_goes_on(
    cluster: Cluster, home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(run, "MANAGE", [sys.executable, "-c", PREPARE, str(home)])
    with cluster.in_use():
        opening = run.Serving(Running(), cluster, 0, dict(os.environ))
        assert opening.prepare() == ""
        assert cluster.is_up()
    said = capsys.readouterr().out
    assert "The database has ended" in said
    assert said.endswith("bringing everything up to date again …\nPrepared.\n")


def test_what_goes_wrong_by_itself_keeps_the_office_closed(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "MANAGE", [sys.executable, "-c", "import sys; sys.exit(1)"])
    with cluster.in_use(), pytest.raises(run.CannotRun):
        run.Serving(Running(), cluster, 0, dict(os.environ)).prepare()


class Unwell(BaseHTTPRequestHandler):
    said = b'{"database": "does not answer"}'

    def do_GET(self) -> None:
        self.send_response(503)
        self.end_headers()
        self.wfile.write(self.said)

    def log_message(self, format: str, *args: object) -> None:
        pass


def test_the_first_page_is_waited_for_while_the_database_is_away() -> None:
    server = HTTPServer(("127.0.0.1", 0), Unwell)
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        late = time.monotonic() + 600
        assert not run._answers(server.server_port, late)
        with pytest.raises(run.CannotRun, match="does not answer"):
            run._answers(server.server_port, 0.0)
        Unwell.said = b'{"database": "ok", "disk": "full"}'
        with pytest.raises(run.CannotRun, match="full"):
            run._answers(server.server_port, late)
    finally:
        server.shutdown()
