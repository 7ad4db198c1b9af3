"""How many files, and so connections and streams, a web process may have open at once.

Each connection is a file to the system, and every open page of a league keeps one. Most systems start a
program with room for 1,024, however many the machine would allow.
"""

import resource
from contextlib import suppress

WANTED = 5_000  # files a process would like to have open
OWN = 200  # of them for the program itself: its code, the database, uploads on their way


def raise_limit() -> None:
    """Take as many as wanted, as far as the machine's own limit goes."""
    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if now == resource.RLIM_INFINITY or now >= WANTED:
        return
    wanted = WANTED if most == resource.RLIM_INFINITY else min(WANTED, most)
    with suppress(ValueError, OSError):  # what then is, is what `connections` counts with
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


def connections() -> int:
    """Connections a web process takes at once; whoever comes then waits to be let in."""
    now = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    files = WANTED if now == resource.RLIM_INFINITY else min(now, WANTED)
    return max(files - OWN, 64)


def streams() -> int:
    """Live streams of a web process: a quarter of its connections is kept for pages."""
    return connections() * 3 // 4


def complaint() -> str:
    """A sentence when the machine's limit is lower than what is wanted; else empty."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    if most == resource.RLIM_INFINITY or most >= WANTED:
        return ""
    return (
        f"This machine lets a program open {most:,} files at once, so {streams():,} open pages of a web "
        f"process can follow live. With {WANTED:,} there is room for more; docs/operating.md says how."
    )
