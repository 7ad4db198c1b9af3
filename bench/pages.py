"""Pages of a league: processor time against the same words written by hand, queries, weights."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import zip_longest

from django.conf import settings
from django.core.cache import caches
from django.db import connection
from django.test.utils import CaptureQueriesContext

from bench.measure import Figure, Work, kilobytes
from bench.server import RIVALS, Server, cookie_of, medians_of, middle, shipped, signed_in
from bench.words import words_of
from campaigns.engine.door import act
from campaigns.engine.stored.state_cache import MEMORY
from campaigns.engine.who.rights import Actor
from campaigns.models import Scope, Seat

FEW = 5  # leagues that a process meets for the first time
ROUNDS = 15
ASKED = "≤ 10×, queries ≤ 10"
RIVAL = "the same words by hand, in the same kind of server"
AFTER = ", right after a change"
UNREAD = ", nothing of the league read before"


def pages(scope: Scope, unread: Callable[[], Scope], seat: Seat, warband: str, mission: str) -> list[Figure]:
    """Three pages as they stand, after a write, and of leagues the process has not met (`unread`)."""
    cookie, found = cookie_of(seat), list[Figure]()
    tails = {"league page": "", "warband page": f"w/{warband}/", "mission page": f"m/{mission}/"}
    given = {"warband": warband, "amount": 1, "words": "right after a change"}

    def write() -> None:
        act(scope.pk, Actor(seat), "opr.give_points", given)

    with shipped() as ours, shipped(site=RIVALS) as theirs:
        for name, tail in tails.items():
            address = f"/l/{scope.pk}/{tail}"
            same_words(ours, theirs, address, cookie)
            get, hand = partial(ours.get, address, cookie), partial(theirs.get, address, cookie)
            again, after, rival = medians_of(
                ROUNDS, (ours, None, get), (ours, write, get), (theirs, None, hand)
            )
            fresh = middle(ours.cost_of(f"/l/{unread().pk}/{tail}", cookie) for _ in range(FEW))
            before: dict[str, Work] = {"": lambda: None, AFTER: write, UNREAD: _forget}
            for (state, first), cost in zip(before.items(), (again, after, fresh), strict=True):
                line = cost.against(name + state, rival, RIVAL, ASKED)
                found.append(replace(line, value=f"{line.value}, {_queries(seat, address, first)} queries"))
    return found


def same_words(ours: Server, theirs: Server, address: str, cookie: str) -> None:
    """A rival that tells less, or more, is none."""
    said, wanted = (words_of(gzip.decompress(one.get(address, cookie))) for one in (theirs, ours))
    if said != wanted:
        other = next(pair for pair in zip_longest(said, wanted) if pair[0] != pair[1])
        raise RuntimeError(f"The rival of {address} says {other[0]!r} for {other[1]!r}.")


def _forget() -> None:
    """As in a process that has not met the league."""
    caches["parts"].clear()
    MEMORY.forget()


def _queries(seat: Seat, address: str, before: Work) -> int:
    client = signed_in(seat)
    assert client.get(address).status_code == 200, address
    before()
    with CaptureQueriesContext(connection) as caught:
        client.get(address)
    return len(caught)


def weights(scope: Scope, seat: Seat, warband: str) -> list[Figure]:
    """What a phone has to fetch: a first visit with styles and scripts, a later page, a live fragment."""
    client, at = signed_in(seat), f"/l/{scope.pk}/"
    page = client.get(at).content
    assert client.get(at).status_code == 200
    later = client.get(f"{at}w/{warband}/").content
    part = client.get(f"{at}w/{warband}/", headers={"HX-Target": "units"}).content
    files = [(name, body) for name in linked(page) if (body := _static(name)) is not None]
    first = sum(len(gzip.compress(body, 6)) for body in (page, *(body for _name, body in files)))
    return [
        Figure("first visit, page and every file it names", f"{first / 1000:.0f} KB gzip", "", "≤ 60 KB"),
        Figure("of it the page itself, styles inside, in one flight of 14 KB", kilobytes(page)),
        Figure("later page (a warband of ten)", kilobytes(later), "", "≤ 10 KB"),
        Figure("live part (its units)", kilobytes(part), "", "≤ 2 KB"),
    ]


def linked(page: bytes) -> list[str]:
    """Names of the static files a page loads at once: styles, scripts, faces."""
    import re

    text = page.decode()
    found = re.findall(r'(?:src|href)="([^"#?]+)"', text) + re.findall(r"url\(([^)#]+)\)", text)
    names = [one.strip("\"'") for one in found]
    loaded = (".css", ".js", ".woff2")
    return list(
        dict.fromkeys(one for one in names if one.startswith(settings.STATIC_URL) and one.endswith(loaded))
    )


def _static(address: str) -> bytes | None:
    file = settings.STATIC_ROOT / address.removeprefix(settings.STATIC_URL)
    return file.read_bytes() if file.is_file() else None
