"""The taps `docs/taps.md` promises; the tests that tap compare."""

from __future__ import annotations

from pathlib import Path

from django.conf import settings


def promised(what: str) -> int:
    """The taps of the line that begins with these words."""
    lines = (Path(settings.ROOT) / "docs" / "taps.md").read_text().splitlines()
    (line,) = [one for one in lines if one.startswith(f"| {what}")]
    return int(line.split("|")[2])
