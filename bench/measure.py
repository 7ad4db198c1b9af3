"""Measuring: processor time of this process, interleaved rounds, medians."""

from __future__ import annotations

import gzip
import os
import platform
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the page: what, how much, against what, and what was hoped for."""

    what: str
    value: str
    against: str = ""
    asked: str = ""


type Work = Callable[[], object]


def cpu(work: Work) -> float:
    """Milliseconds of processor time that `work` took in this process."""
    began = time.process_time()
    work()
    return (time.process_time() - began) * 1000


def medians(rounds: int, *works: Work | tuple[Work, Work]) -> list[float]:
    """The median of each, the works taking turns so that a busy minute meets all of them. Of a pair the first
    comes before each time and is not counted."""
    taken: list[list[float]] = [[] for _ in works]
    for _ in range(rounds + 1):
        for one, kept in zip(works, taken, strict=True):
            before, work = one if isinstance(one, tuple) else (None, one)
            if before:
                before()
            kept.append(cpu(work))
    return [statistics.median(kept[1:]) for kept in taken]  # the first time warms up


def against(what: str, ours: float, theirs: float, baseline: str, asked: str = "") -> Figure:
    """A figure as a ratio to its baseline, both in milliseconds of processor time."""
    ratio = ours / theirs if theirs else 0.0
    return Figure(what, f"{milliseconds(ours)}, {ratio:.1f}×", f"{baseline}: {milliseconds(theirs)}", asked)


def milliseconds(value: float) -> str:
    return f"{value:.2f} ms" if value < 10 else f"{value:,.0f} ms"


def kilobytes(body: bytes) -> str:
    return f"{len(gzip.compress(body, 6)) / 1000:.1f} KB gzip ({len(body) / 1000:.0f} KB)"


def machine() -> str:
    """What it ran on, and how busy that was."""
    load = ", ".join(f"{one:.1f}" for one in os.getloadavg())
    kind = f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores"
    return f"{kind}, Python {platform.python_version()}, load {load}"
