"""The embedded PostgreSQL's directory: where everything lies, of which version, what its log complains of."""

import hashlib
import os
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from config.database import pgprocess

MAJOR = "18"
BACKED_UP = "backed-up"  # a file with the name of the backup that has all there was at the last stop
LONGEST_SOCKET = 90  # bytes; a socket's path must stay under about 100
NOT_IN_A_SOCKET = set(",'")  # a comma parts several of them; a quote ends the setting
COMPLAINTS = ("FATAL", "PANIC", "error", "No space left on device")


@dataclass(frozen=True)
class Files:
    """Everything in the directory `home`, or in the place noted beside it."""

    home: Path

    @property
    def place(self) -> Path:
        """Where the files really are: `home`, or the place noted there when root's is out of reach."""
        note = self.home.with_name(f"{self.home.name}-is-elsewhere")
        with suppress(FileNotFoundError, PermissionError, NotADirectoryError):
            return Path(note.read_text().strip())
        return self.home

    @property
    def cluster(self) -> Path:
        return self.place / "cluster"

    @property
    def log(self) -> Path:
        return self.place / "server.log"

    @property
    def socket(self) -> Path:
        inside = self.place / "socket"
        if len(os.fsencode(inside)) <= LONGEST_SOCKET and not NOT_IN_A_SOCKET & set(str(inside)):
            return inside
        name = hashlib.sha256(str(self.place).encode()).hexdigest()[:12]
        return Path(f"/tmp/musterroll-{name}")  # noqa: S108 - its owner is checked before use

    # --- versions (`config.database.versions`) -----------------------------------------------------

    def other_version(self) -> str:
        """Which version of PostgreSQL wrote the files, when another did; else empty."""
        with suppress(FileNotFoundError, PermissionError, NotADirectoryError):
            found = (self.cluster / "PG_VERSION").read_text().strip()
            return "" if found == MAJOR else found
        return ""

    def left_behind(self) -> Path | None:
        """Files of another PostgreSQL version kept aside, whose content is not yet in this cluster."""
        note = self.place / "to-restore"
        return Path(note.read_text()) if note.exists() else None

    def is_restored(self) -> None:
        (self.place / "to-restore").unlink(missing_ok=True)

    def backed_up(self) -> str:
        """The backup that had all that was written when the server was stopped; empty when not known."""
        with suppress(FileNotFoundError):
            return (self.place / BACKED_UP).read_text()
        return ""

    def written_at(self) -> datetime:
        """When the files were written last."""
        files = [self.cluster / "PG_VERSION", *(self.cluster / "pg_wal").iterdir()]
        return datetime.fromtimestamp(max(file.stat().st_mtime for file in files), UTC)

    # --- what the server says -----------------------------------------------------------------------

    def logged(self) -> int:
        """How long the server's log is: what is written from here on is news."""
        return self.log.stat().st_size if self.log.exists() else 0

    def complaint(self, since: int) -> str:
        """What the server complained of last since its log was so long; empty: it died without a word."""
        complained = any(word in line for line in self._logged(since) for word in COMPLAINTS)
        return self._reason("", since) if complained else ""

    def _reason(self, said: str, since: int = 0) -> str:
        """PostgreSQL's own last complaint, or ours for the one a volunteer meets most."""
        lines = [*said.splitlines(), *self._logged(since)]
        if any("No space left on device" in line for line in lines):
            return "the disk is full. Make room; nothing was lost."
        worst = [line for line in lines if any(word in line for word in COMPLAINTS)]
        return (worst[-1].strip() if worst else said.strip()) + f" (see {self.log})"

    def _logged(self, since: int) -> list[str]:
        """The last lines of the server's log from a byte on."""
        if not self.log.exists():
            return []
        with self.log.open("rb") as log:
            log.seek(since)
            return log.read().decode(errors="replace").splitlines()[-30:]

    def _write(self, file: Path, text: str) -> None:
        file.write_text(text)
        pgprocess.account_for(self.place).give(file)
