"""Room on Python's own stack for a whole test.

CPython keeps frames in chunks of 16 kB and gives the last one back as soon as nothing stands on it. A
loop whose calls cross the edge of a chunk then asks the system for memory at every call: fifteen tests of
pages did so 225,000 times, which was a tenth of their time. A frame too wide for any chunk gets one of its
own, twice as large, and whatever it calls stands in the rest.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

WIDTH = 40_000  # names, 8 bytes each: a chunk of 1 MB, of which only what is used is ever touched


def _wide() -> Callable[..., Any]:
    names = " = ".join(f"n{one}" for one in range(WIDTH))
    space: dict[str, Any] = {}
    exec(f"def wide(call, *said):\n    if not call:\n        {names} = 0\n    return call(*said)", space)
    made: Callable[..., Any] = space["wide"]
    return made


on_a_wide_frame = _wide()
