"""What the embedded server says in its log: how long that is, and what it complained of last."""

from pathlib import Path

COMPLAINTS = ("FATAL", "PANIC", "error", "No space left on device")


class Logged:
    """Something with a log that PostgreSQL writes."""

    @property
    def log(self) -> Path:
        raise NotImplementedError

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
