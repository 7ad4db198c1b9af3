"""`python -m bench`: measure everything and write docs/performance.md. Started by `manage.py bench`.

With titles of chapters behind it, those alone are measured and printed.
"""

from __future__ import annotations

import contextlib
import gc
import io
import sys
import time
from collections.abc import Callable, Iterator
from functools import cached_property

from config import wsgi  # noqa: F401  Django and its garbage collector, set up as they are for the server

# isort: split
from django.conf import settings
from django.core.management import call_command

from bench import (
    crowd,
    drawing,
    evenings,
    firestorm,
    front,
    games,
    in_play,
    journals,
    load,
    maps,
    pages,
    paint,
    pairing,
    process,
    reads,
    seasons,
    streams,
    table,
    updates,
)
from bench.league import WARBANDS, Played, keep, play
from bench.measure import Figure, machine
from bench.page import Chapter, told, write
from campaigns.models import Club, Role, Scope, Seat
from campaigns.people import seats as people
from config.database.embedded import Cluster
from rules.opr.state import OprState


def main() -> None:
    began, before = time.monotonic(), machine()
    with Cluster(settings.DATA / "postgres").in_use():
        with contextlib.redirect_stdout(io.StringIO()):
            call_command("prepare")
        only = sys.argv[1:]
        chapters = [chapter(title, one) for title, one in _chapters(Ground()) if not only or title in only]
    if not only:
        write(chapters, before, machine(), time.monotonic() - began)
    for each in chapters if only else ():
        print(told(each))


class Ground:
    """What is measured on, made when a chapter wants it."""

    def __init__(self) -> None:
        self.club = Club.objects.get()
        self.players = _players(self.club)
        self.seat = self.players[0]

    @cached_property
    def short(self) -> Played:
        return play(1_000, [str(one.pk) for one in self.players])

    @cached_property
    def long(self) -> Played:
        return play(10_000, [str(one.pk) for one in self.players])

    @cached_property
    def small(self) -> Scope:
        return self.kept(self.short, "A thousand entries")

    @cached_property
    def large(self) -> Scope:
        return self.kept(self.long, "Ten thousand entries")

    def begun(self) -> tuple[Scope, OprState]:
        """A league at its beginning."""
        league = play(150, [str(one.pk) for one in self.players])
        return self.kept(league, "An evening"), league.state

    def again(self) -> Scope:
        """The short league once more, which nobody has looked at."""
        return self.kept(self.short, "Once more")

    def kept(self, league: Played, name: str) -> Scope:
        """A played league in the database."""
        return keep(league, self.club, self.seat, name)

    @property
    def walked(self) -> tuple[Seat, str, str]:
        """Who looks, and at which warband and mission."""
        return self.seat, self.warband, list(self.short.state.missions)[-1]

    @property
    def warband(self) -> str:
        return next(iter(self.short.state.warbands))


def _chapters(on: Ground) -> Iterator[tuple[str, Callable[[], list[Figure]]]]:
    yield "Pages", lambda: pages.pages(on.again(), on.again, *on.walked)
    yield "The first page", lambda: front.front(on.seat)
    yield "What a phone fetches", lambda: pages.weights(on.small, on.seat, on.warband)
    yield "On a bad link", lambda: paint.paint(on.small, *on.walked)
    yield "Long seasons", lambda: seasons.seasons([on.small, on.large], on.seat)
    yield "A mission in play", lambda: in_play.mission_in_play(on.begun, on.players)
    yield "Reading the past", lambda: reads.reads([on.small, on.large], on.seat)
    yield "Journals", lambda: [*_journal(on.small, on.short, "< 1 s"), *_journal(on.large, on.long, "< 10 s")]
    yield "Dice", lambda: journals.dice(on.long)
    yield "Paper", lambda: drawing.paper(on.small, on.seat, on.warband)
    yield "Maps", lambda: maps.maps(on.club, on.players)
    yield "Maps that stand open", lambda: updates.updates(on.club, on.players)
    yield "Firestorm", lambda: firestorm.firestorm(on.club, on.players)
    yield "The other games", lambda: [*games.conquest(), *games.solo(), *table.table(on.seat)]
    yield "Pairs for a club night", pairing.pairing
    yield "Under load", lambda: load.load(on.small, *on.walked)
    yield "Live pages", lambda: streams.streams(on.small, on.seat)
    yield "A process", lambda: process.process(on.small, *on.walked)
    yield "A large club", lambda: front.large(on.small, *on.walked[:2])
    yield "A full hall", lambda: crowd.crowds(on.small, *on.walked)
    yield "An evening", evenings.evenings


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


def _journal(scope: Scope, league: Played, asked: str) -> list[Figure]:
    return [*journals.folding(league), *journals.correcting(scope, league, asked)]


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
