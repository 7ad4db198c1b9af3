"""`python -m bench.kills [200]`: kill every process of a running office in turn (`bench.office`).

`python -m bench.kills writing [20] [control]`: kill database, application and both under writing load.

Two writers settle entries through the door with an idempotency key each and note a key once its commit is
acknowledged. After every kill the database starts again and every noted key must be there, once, with its
entry; the journal must have no gap and fold to the rows. The control does the same with
`synchronous_commit = off` and has to lose something, or the detector would see nothing.

Both make a place of their own, or take the folder that is named, where an office was open before.

The application's part are processes that call the door as the web workers do; they are killed, not asked.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import random
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.context import ForkProcess
from pathlib import Path

import django

from bench import office
from config.database import pgprocess
from config.database.embedded import Cluster

FORK = multiprocessing.get_context("fork")
WRITERS = 2
KINDS = ("database", "app", "both")
MODES = ("writing", "control")


@dataclass
class Result:
    """What became of some rounds of killing."""

    kills: int = 0
    noted: int = 0
    lost: int = 0
    halves: int = 0

    def told(self) -> str:
        return (
            f"{self.kills} kills, {self.noted:,} acknowledged entries, {self.lost} lost, {self.halves} halves"
        )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("words", nargs="*", metavar="writing | control | NUMBER | FOLDER")
    words = parser.parse_args().words
    number = next((int(word) for word in words if word.isdecimal()), 0)
    named = next((Path(word) for word in words if "/" in word), None)
    known = [word for word in words if word.isdecimal() or "/" in word or word in MODES]
    if unknown := [word for word in words if word not in known]:
        parser.error(f"{unknown[0]}: neither {' nor '.join(MODES)}, no number, and no folder, which has a /.")
    with office.place(named) as home:
        if "writing" in words or "control" in words:
            print(trial(number or 20, home, control="control" in words).told(), flush=True)
        else:
            office.main(number or 200, home)


def trial(kills: int, home: Path, *, control: bool) -> Result:
    """So many kills on one database, in turn the database, the application, both."""
    extra = ["synchronous_commit=off", "wal_writer_delay=10s"] if control else []
    cluster, result = Cluster(home / "postgres", extra), Result()
    _settle_on(home)
    try:
        cluster.start()
        _apart("prepare")
        for number in range(kills):
            _round(cluster, home, "database" if control else KINDS[number % len(KINDS)], result)
    finally:
        with suppress(Exception):
            cluster.stop()
    return result


def _settle_on(home: Path) -> None:
    """Let Django use this database; once per process."""
    os.environ.pop("DATABASE_URL", None)
    os.environ |= {"MUSTERROLL_DATA": str(home), "MUSTERROLL_POOL": "0"}
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()


def _round(cluster: Cluster, home: Path, kind: str, result: Result) -> None:
    """Write for a while, kill, start again, look."""
    notes = [home / f"noted-{n}" for n in range(WRITERS)]
    for file in notes:
        file.write_text("")
    writers = [_started("write", file) for file in notes]
    _until_writing(notes, writers)
    time.sleep(random.Random(result.kills).uniform(0.3, 1.5))  # noqa: S311 - the moment of a kill
    if kind != "app":
        kill_database(cluster)
    if kind != "database":
        for writer in writers:
            writer.kill()
    time.sleep(0.2)
    for writer in writers:
        writer.kill()
        writer.join()
    noted = [line for file in notes for line in file.read_text().split("\n")[:-1]]
    cluster.start()
    asked, answer = home / "asked", home / "answer"
    asked.write_text("\n".join(noted))
    _apart("look", asked, answer)
    lost, halves = map(int, answer.read_text().split())
    result.kills += 1
    result.noted += len(noted)
    result.lost += lost
    result.halves += halves


def _until_writing(notes: list[Path], writers: list[ForkProcess]) -> None:
    for _ in range(1200):
        if all(file.stat().st_size for file in notes):
            return
        if not all(writer.is_alive() for writer in writers):
            raise RuntimeError("A writer ended by itself.")
        time.sleep(0.1)
    raise RuntimeError("The writers do not write.")


def kill_database(cluster: Cluster) -> None:
    """SIGKILL for the server and everything it has started, at once: nobody can flush anything."""
    pid = pgprocess.recorded_pid(cluster.cluster)
    assert pid is not None
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    for one in [str(pid), *children]:
        with suppress(ProcessLookupError):
            os.kill(int(one), signal.SIGKILL)


def _started(what: str, *paths: Path) -> ForkProcess:
    """A process of its own that does `bench.writing`'s `what`; it opens its own connection."""
    process = FORK.Process(target=_carried_out, args=(what, *paths), daemon=True)
    process.start()
    return process


def _carried_out(what: str, *paths: Path) -> None:
    from bench import writing

    work: Callable[..., None] = getattr(writing, what)
    with open(os.devnull, "w") as quiet:
        if what == "write":
            os.dup2(quiet.fileno(), 2)  # its end is meant
        work(*paths)


def _apart(what: str, *paths: Path) -> None:
    process = _started(what, *paths)
    process.join()
    if process.exitcode:
        raise RuntimeError(f"{what} failed.")


if __name__ == "__main__":
    main()
