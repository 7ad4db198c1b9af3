"""What an adversary has found."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Found:
    """Something that must not be. `kind` and `about` name it once; `told` says what was seen."""

    kind: str
    about: str
    told: str
