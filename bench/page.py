"""The page docs/performance.md: what was measured, on what, and where it is worse than hoped."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from bench.measure import Figure

PAGE = Path(__file__).resolve().parents[1] / "docs" / "performance.md"
SHORT = "<!-- above: kept by hand -->"  # the results in ten lines
MARK = "<!-- below: kept by hand and by `python -m bench.kills` -->"
HEAD = """\
`make bench` (`manage.py bench`) measures on a database of its own and writes this page; what stands below the
last table is kept. Where Python and PostgreSQL are named, a figure is the processor time that a request costs
the server as it is shipped (granian, the bridge to WSGI, the pool of connections, gzip) and its database, the
median of many. Other times are processor time of the bench's own process, or on the clock where that is said.
The ratio of a page is to the same words written by hand (one statement for a page's data, f-strings) in the
same kind of server with the same check of who asks, the two asked in turn; `tests/test_rivals.py` compares
the words. Seconds move with the machine and with what else it does; ratios hardly.
"""


@dataclass(frozen=True, slots=True)
class Chapter:
    title: str
    figures: list[Figure]
    failed: str = ""


def write(chapters: Iterable[Chapter], before: str, after: str, seconds: float) -> None:
    day = datetime.now(UTC).date().isoformat()
    ended = after.rpartition(", load ")[2]
    text = f"{HEAD}\nMeasured {day} in {seconds:.0f} s on {before}; load at the end {ended}.\n"
    text += "".join(told(chapter) for chapter in chapters)
    before_it = PAGE.read_text() if PAGE.exists() else ""
    short, found, _rest = before_it.partition(SHORT)
    text = f"{short}{SHORT}\n\n{text}" if found else f"# Performance\n\n{text}"
    PAGE.write_text(f"{text}\n{MARK}{before_it.partition(MARK)[2] or chr(10)}")


def told(chapter: Chapter) -> str:
    return f"\n## {chapter.title}\n\n{_body(chapter)}"


def _body(chapter: Chapter) -> str:
    if chapter.failed:
        return f"{chapter.failed}\n"
    head = "| what | measured | against | asked |\n|---|---|---|---|\n"
    lines = (f"| {one.what} | {one.value} | {one.against} | {one.asked} |\n" for one in chapter.figures)
    return head + "".join(lines)
