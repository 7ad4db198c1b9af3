"""`python -m bench`: measure everything and write docs/performance.md. Started by `manage.py bench`."""

from __future__ import annotations

import contextlib
import gc
import io
import sys
import time
from collections.abc import Callable, Iterator

from config import wsgi  # noqa: F401  Django and its garbage collector, set up as they are for the server

# isort: split
from django.conf import settings
from django.core.management import call_command

from bench import drawing, games, journals, load, maps, pages, paint, streams, table
from bench.league import WARBANDS, Played, keep, play
from bench.measure import Figure, machine
from bench.page import Chapter, write
from campaigns.models import Club, Role, Seat
from campaigns.people import seats as people
from config.embedded import Cluster


def main() -> None:
    began, before = time.monotonic(), machine()
    with Cluster(settings.DATA / "postgres").in_use():
        with contextlib.redirect_stdout(io.StringIO()):
            call_command("prepare")
        chapters = list(measured())
    write(chapters, before, machine(), time.monotonic() - began)


def measured() -> Iterator[Chapter]:
    club = Club.objects.get()
    seat = _players(club)[0]
    owners = [str(one.pk) for one in _players(club)]
    short, long = play(1_000, owners), play(10_000, owners)
    small = keep(short, club, seat, "A thousand entries")
    large = keep(long, club, seat, "Ten thousand entries")
    warband = next(iter(short.state.warbands))
    mission = list(short.state.missions)[-1]
    lively = keep(short, club, seat, "A thousand entries, and more while pages are measured")
    yield chapter("Pages", lambda: pages.pages(lively, seat, warband, mission))
    yield chapter("What a phone fetches", lambda: pages.weights(small, seat, warband))
    yield chapter("On a bad link", lambda: paint.paint(small, seat, warband, mission))
    yield chapter("Journals", lambda: [*_journal(small, short, "< 1 s"), *_journal(large, long, "< 10 s")])
    yield chapter("Dice", lambda: journals.dice(long))
    yield chapter("Paper", lambda: drawing.sheet(small, warband))
    yield chapter("Maps", lambda: maps.maps(club, _players(club)))
    yield chapter("The other games", lambda: [*games.conquest(), *games.solo(), *table.table(seat)])
    yield chapter("Under load", lambda: load.load(small, seat, warband, mission))
    yield chapter("Live pages", lambda: streams.streams(small, seat))


def _players(club: Club) -> list[Seat]:
    organiser = club.seats.get(role=Role.ORGANISER)
    names = [f"Player {n}" for n in range(1, WARBANDS)]
    known = {seat.name: seat for seat in club.seats.all()}
    missing = [name for name in names if name not in known]
    made = [
        Seat.objects.create(club=club, person=people.make_guest(name), name=name, role=Role.PLAYER)
        for name in missing
    ]
    return [organiser, *(known[name] for name in names if name in known), *made]


def _journal(scope: object, league: Played, asked: str) -> list[Figure]:
    return [*journals.folding(league), *journals.correcting(scope, league, asked)]  # type: ignore[arg-type]


def chapter(title: str, figures: Callable[[], list[Figure]]) -> Chapter:
    """Measure a chapter, saying so; one that fails is said on the page as well. What the bench itself holds
    (leagues of ten thousand entries) is no garbage of the server's to look through."""
    gc.collect()
    gc.freeze()
    print(f"{title} …", file=sys.stderr, flush=True)
    try:
        return Chapter(title, figures())
    except Exception as error:
        print(f"  failed: {error!r}", file=sys.stderr, flush=True)
        return Chapter(title, [], f"Not measured: {error!r}")


if __name__ == "__main__":
    main()
