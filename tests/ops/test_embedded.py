"""The embedded server: crashes, neighbours, strangers' directories, full disks."""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections import namedtuple
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from config.database import embedded, pgprocess
from config.database.embedded import Cluster, EmbeddedError
from config.database.files import MAJOR
from config.processes import upkeep

USE_IT = """
import sys
from pathlib import Path
from config.database.embedded import Cluster
with Cluster(Path(sys.argv[1])).in_use():
    print("up", flush=True)
    sys.stdin.readline()
"""

USE_IT_UNTIL_ASKED = """
import signal, sys, time
from pathlib import Path
from config.database.embedded import Cluster
def leave(*_):
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    raise SystemExit
signal.signal(signal.SIGTERM, leave)
print("starting", flush=True)
with Cluster(Path(sys.argv[1])).in_use():
    time.sleep(60)
"""


def write(cluster: Cluster, word: str) -> None:
    with cluster.connect() as connection:
        connection.execute("CREATE TABLE IF NOT EXISTS words (word text)")
        connection.execute("INSERT INTO words VALUES (%s)", [word])


def read(cluster: Cluster) -> list[str]:
    with cluster.connect() as connection:
        return [word for (word,) in connection.execute("SELECT word FROM words ORDER BY word").fetchall()]


def kill_server(cluster: Cluster) -> int:
    pid = pgprocess.recorded_pid(cluster.cluster)
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    return pid


def another_user(cluster: Cluster) -> subprocess.Popen[str]:
    """A process of its own that uses the server until its input ends."""
    started = subprocess.Popen(
        [sys.executable, "-c", USE_IT, str(cluster.home)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert started.stdout is not None
    assert started.stdout.readline() == "up\n"
    return started


def test_data_outlives_the_server(untouched: Cluster) -> None:
    with untouched.in_use():
        write(untouched, "kept")
    assert not untouched.is_up()
    with untouched.in_use():
        assert read(untouched) == ["kept"]


def test_no_door_is_open_to_the_network(cluster: Cluster) -> None:
    with cluster.in_use(), cluster.connect() as connection:
        row = connection.execute("SHOW listen_addresses").fetchone()
        assert row == ("",)
        assert cluster.socket.stat().st_mode & 0o777 == 0o700
        assert (cluster.socket / ".s.PGSQL.5432").stat().st_mode & 0o777 == 0o700


def test_acknowledged_writes_survive_kill_9(cluster: Cluster) -> None:
    cluster.start()
    for number in range(20):
        write(cluster, f"{number:02}")
    kill_server(cluster)
    cluster.start()
    assert read(cluster) == [f"{number:02}" for number in range(20)]


def stop_while_it_heals(cluster: Cluster) -> None:
    """A connection's process is killed, the server begins to heal itself, and is asked to stop meanwhile."""
    connection = cluster.connect()
    server = pgprocess.recorded_pid(cluster.cluster)
    assert server is not None
    os.kill(connection.info.backend_pid, signal.SIGKILL)
    time.sleep(0.05)
    os.kill(server, signal.SIGINT)


def test_a_stop_while_it_heals_itself_comes_to_an_end(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    (asked, _), *harder = pgprocess.ENDINGS
    monkeypatch.setattr(pgprocess, "ENDINGS", [(asked, 2.0), *harder])
    with cluster.in_use():
        write(cluster, "kept")
        stop_while_it_heals(cluster)
    assert not cluster.is_alive()
    with cluster.in_use():
        assert read(cluster) == ["kept"]


@pytest.mark.in_turn(7, kind="kills")
def test_a_server_that_hangs_is_ended_by_the_next_start(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedded, "PATIENCE", {"stopping": 1.0})
    monkeypatch.setattr(embedded, "USUAL_PATIENCE", 1.0)
    monkeypatch.setattr(embedded, "ANSWERS_WITHIN", 2)  # the least that libpq knows
    monkeypatch.setattr(pgprocess, "ENDINGS", [(how, 1.0) for how, _ in pgprocess.ENDINGS])
    cluster.start()
    write(cluster, "kept")
    stop_while_it_heals(cluster)
    cluster.start()
    assert read(cluster) == ["kept"]
    os.kill(pgprocess.recorded_pid(cluster.cluster) or 0, signal.SIGSTOP)
    cluster.start()
    assert read(cluster) == ["kept"]


def test_a_dead_server_is_revived_and_says_what_ailed_it(cluster: Cluster) -> None:
    with cluster.in_use():
        write(cluster, "kept")
        before = cluster.logged()
        kill_server(cluster)
        while cluster.is_alive():
            time.sleep(0.01)
        assert cluster.complaint(before) == ""
        with cluster.log.open("a") as log:
            log.write('PANIC:  could not write to file "x": No space left on device\n')
        assert cluster.complaint(before) == "the disk is full. Make room; nothing was lost."
        cluster.revive()
        assert read(cluster) == ["kept"]


def test_a_signal_during_the_start_leaves_no_server(cluster: Cluster) -> None:
    """Asked to end at any moment of its start, nothing is left that nobody knows."""
    with cluster.in_use():
        pass
    for pause in (0.0, 0.02, 0.05, 0.1, 0.2):
        command = [sys.executable, "-c", USE_IT_UNTIL_ASKED, str(cluster.home)]
        starting = subprocess.Popen(command, stdout=subprocess.PIPE)
        assert starting.stdout is not None
        assert starting.stdout.readline()
        time.sleep(pause)
        starting.terminate()
        starting.wait()
        assert pgprocess._orphans(cluster.cluster) == []


def test_a_stale_pid_of_a_strangers_process_is_no_server(cluster: Cluster) -> None:
    with cluster.in_use():
        write(cluster, "kept")
    (cluster.cluster / "postmaster.pid").write_text(f"{os.getpid()}\n{cluster.cluster}\n0\n5432\n")
    for name in (".s.PGSQL.5432", ".s.PGSQL.5432.lock"):
        (cluster.socket / name).write_text(f"{os.getpid()}\n")
    with cluster.in_use():
        assert read(cluster) == ["kept"]


def test_a_dead_server_is_replaced_while_others_use_it(cluster: Cluster) -> None:
    with cluster.in_use():
        write(cluster, "before")
        kill_server(cluster)
        with cluster.in_use():
            assert read(cluster) == ["before"]


def test_a_garbled_pid_file_is_no_server(cluster: Cluster) -> None:
    with cluster.in_use():
        write(cluster, "kept")
    (cluster.cluster / "postmaster.pid").write_text("")
    with cluster.in_use():
        assert read(cluster) == ["kept"]


def test_the_last_to_leave_stops_it(cluster: Cluster) -> None:
    first, second = another_user(cluster), another_user(cluster)
    first.communicate("\n")
    assert cluster.is_up()
    second.communicate("\n")
    assert not cluster.is_up()


def test_a_killed_user_does_not_count(cluster: Cluster) -> None:
    victim = another_user(cluster)
    victim.kill()
    victim.wait()
    assert cluster.is_up()
    with cluster.in_use():
        pass
    assert not cluster.is_up()


def test_several_processes_may_start_it_at_once(cluster: Cluster) -> None:
    commands = [sys.executable, "-c", USE_IT, str(cluster.home)]
    started = [
        subprocess.Popen(commands, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in range(3)
    ]
    assert [process.stdout.readline() for process in started if process.stdout] == ["up\n"] * 3
    for process in started:
        process.communicate("\n")
    assert [process.returncode for process in started] == [0, 0, 0]
    assert not cluster.is_up()


def test_started_to_stay_it_stays(cluster: Cluster) -> None:
    cluster.start()
    with cluster.in_use():
        pass
    assert cluster.is_up()
    cluster.stop()
    assert not cluster.is_up()


def test_a_foreign_directory_is_left_alone(home: Path) -> None:
    foreign = home / "postgres"
    foreign.mkdir()
    (foreign / "diary.txt").write_text("private")
    with pytest.raises(EmbeddedError, match="holds no database of Musterroll's"), Cluster(foreign).in_use():
        pass
    assert [file.name for file in foreign.iterdir()] == ["diary.txt"]


def test_a_file_in_the_way_is_named(home: Path) -> None:
    (home / "postgres").write_text("")
    with pytest.raises(EmbeddedError, match="cannot be used for the database"):
        Cluster(home / "postgres").prepare()


def test_a_full_disk_is_said_before_anything_is_written(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage(10, 10, 0))
    with pytest.raises(EmbeddedError, match="The disk is full"), cluster.in_use():
        pass
    assert not cluster.cluster.exists()


def test_a_disk_that_fills_at_start_is_said(cluster: Cluster) -> None:
    with cluster.in_use():
        pass
    said = 'FATAL:  could not write to file "x": No space left on device'
    assert "the disk is full" in cluster._reason(said)


def test_a_start_cut_short_leaves_no_half_cluster(untouched: Cluster) -> None:
    untouched.prepare()
    half = untouched.place / "cluster.new"
    half.mkdir()
    (half / "PG_VERSION").write_text(MAJOR)
    with untouched.in_use():
        write(untouched, "fine")
    assert not half.exists()


def test_a_long_path_gets_a_short_socket(home: Path) -> None:
    deep = Cluster(home / ("long-" * 20) / "postgres")
    assert str(deep.socket).startswith("/tmp/musterroll-")
    try:
        with deep.in_use():
            write(deep, "reached")
            assert deep.socket.stat().st_mode & 0o777 == 0o700
    finally:
        shutil.rmtree(deep.socket, ignore_errors=True)


def test_somebody_elses_socket_directory_is_refused(home: Path) -> None:
    deep = Cluster(home / ("long-" * 20) / "postgres")
    deep.socket.symlink_to(home)
    try:
        with pytest.raises(EmbeddedError, match="belongs to somebody else"), deep.in_use():
            pass
    finally:
        deep.socket.unlink()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root needs another place")
def test_root_in_a_closed_directory_keeps_the_files_elsewhere(home: Path) -> None:
    closed = home / "closed"
    closed.mkdir(mode=0o700)
    cluster = Cluster(closed / "data" / "postgres")
    with cluster.in_use():
        write(cluster, "kept")
    again = Cluster(closed / "data" / "postgres")
    try:
        with again.in_use():
            assert read(again) == ["kept"]
        assert closed.stat().st_mode & 0o777 == 0o700
        assert again.place.is_relative_to("/var/lib")
    finally:
        shutil.rmtree(again.place.parent)


@pytest.fixture
def programs_out_of_reach(home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """PostgreSQL's package in a folder only root may enter, as root's home is."""
    package, closed = pgprocess.packaged().parent, home / "closed"
    closed.mkdir(mode=0o700)
    for tree in (package, package.with_name(f"{package.name}.libs")):
        shutil.copytree(tree, closed / tree.name, ignore=shutil.ignore_patterns("pginstall", "include"))
    moved = closed / package.name / pgprocess.packaged().name
    monkeypatch.setattr(pgprocess, "packaged", lambda: moved)
    return moved


@pytest.mark.skipif(os.geteuid() != 0, reason="only root has another user run the server")
def test_programs_out_of_reach_run_from_a_whole_copy(untouched: Cluster, programs_out_of_reach: Path) -> None:
    with untouched.in_use():
        write(untouched, "kept")
        [copied] = untouched.place.glob("programs*")
        made = copied.stat().st_ino
    with untouched.in_use():
        assert read(untouched) == ["kept"]
    assert copied.stat().st_ino == made


@pytest.mark.skipif(os.geteuid() != 0, reason="only root has another user run the server")
def test_half_a_copy_and_one_of_another_release_are_made_anew(
    untouched: Cluster, programs_out_of_reach: Path
) -> None:
    untouched.prepare()
    for left in ("programs", "programs-0.1", "programs-0.1.new"):
        (untouched.place / left / "bin").mkdir(parents=True)
    with untouched.in_use():
        write(untouched, "runs")
    assert len(list(untouched.place.glob("programs*"))) == 1


ODD = ["Jörgs Würfelbude", "Bernd's, the club", "ü" * 40]


@pytest.mark.parametrize("name", ODD)
def test_any_name_of_a_folder_will_do(home: Path, name: str) -> None:
    odd = Cluster(home / name / "postgres")
    try:
        with odd.in_use():
            write(odd, "reached")
            assert read(odd) == ["reached"]
    finally:
        if not odd.socket.is_relative_to(home):
            shutil.rmtree(odd.socket, ignore_errors=True)


@pytest.mark.parametrize("name", ['the "old" one', "$HOME", "a`date`", "back\\slash"])
def test_a_name_that_a_shell_would_read_is_refused_with_what_to_do(home: Path, name: str) -> None:
    with pytest.raises(EmbeddedError, match="Rename the folder, or set MUSTERROLL_DATA"):
        Cluster(home / name / "postgres").prepare()
    assert not (home / name).exists()


PREPARE_IT = """
import os, sys
from pathlib import Path
from config.database.embedded import Cluster, EmbeddedError
if os.geteuid() == 0:
    os.setuid(65534)
try:
    Cluster(Path(sys.argv[1])).prepare()
except EmbeddedError as error:
    print(error, end="")
"""


def told_to_an_ordinary_user(place: Path) -> str:
    """What `prepare` says there to somebody who is not root; in a process of their own."""
    command = [sys.executable, "-c", PREPARE_IT, str(place)]
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout


@pytest.mark.parametrize("below", ["postgres", "not/yet/there/postgres"])
def test_a_directory_closed_to_us_is_told_with_what_to_do(home: Path, below: str) -> None:
    closed = home / "closed"
    closed.mkdir(mode=0o000)
    said = told_to_an_ordinary_user(closed / below)
    closed.chmod(0o700)
    assert said.startswith(f"{closed / below} cannot be used for the database: Permission denied. Start")
    assert "MUSTERROLL_DATA" in said


def test_a_file_in_place_of_the_directory_is_told(home: Path) -> None:
    (home / "file").touch()
    with pytest.raises(EmbeddedError, match="cannot be used"):
        Cluster(home / "file" / "postgres").prepare()


def test_a_broken_connection_is_noticed(cluster: Cluster) -> None:
    with cluster.in_use():
        connection = cluster.connect()
        kill_server(cluster)
        while answers(connection):  # until its own process has noticed
            time.sleep(0.01)
        assert connection.closed


def answers(connection: psycopg.Connection) -> bool:
    try:
        connection.execute("SELECT 1")
    except psycopg.OperationalError:
        return False
    return True


@pytest.fixture
def small_disk(home: Path) -> Iterator[Path]:
    """A disk of its own that can be filled without harm to anybody."""
    small = home / "disk"
    small.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=240m,mode=711", "none", str(small)]
    if os.geteuid() or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("only root may mount a small disk")
    yield small
    subprocess.run(["umount", str(small)], check=True)


def write_until_it_fails(cluster: Cluster) -> None:
    with cluster.connect() as connection:
        for _ in range(1000):
            connection.execute(
                "INSERT INTO words SELECT repeat(gen_random_uuid()::text, 20) FROM generate_series(1, 500)"
            )


def test_a_disk_full_while_it_runs_is_said_and_ends_when_there_is_room(small_disk: Path) -> None:
    cluster = Cluster(small_disk / "postgres")
    with cluster.in_use():
        write(cluster, "kept")
        kept, filler, before = upkeep.KeptDatabase(cluster), small_disk / "filler", cluster.logged()
        free = shutil.disk_usage(small_disk).free
        filler.write_bytes(bytes(max(0, free - 2**20)))
        with pytest.raises(psycopg.OperationalError):
            write_until_it_fails(cluster)
        if not kept.is_alive():
            assert "the disk is full" in cluster.complaint(before)
        cluster.stop()
        with pytest.raises(upkeep.CannotStart, match="The disk is full"):
            kept.start()
        filler.unlink()
        kept.start()
        assert "kept" in read(cluster)
