"""What the ground refuses, before a rulebook says which of its rules that rests on."""

from __future__ import annotations

from typing import Literal

from rules.engine.refusals import Refused

type Part = Literal["size", "land", "links"]


class Unfit(Refused):
    """A stroke or a wish no map can take. `part`: a map's size, what lies on it, what is next to what."""

    def __init__(self, part: Part, sentence: str, key: str | None = None) -> None:
        super().__init__("", sentence, key)
        self.part: Part = part
