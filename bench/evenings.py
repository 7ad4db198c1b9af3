"""An evening: how many leagues of twelve phones the office holds, found by itself.

Two web processes as shipped, with their database; each league is of a club of its own, two at each of its six
tables, and every phone taps every twenty seconds: stunned, out, and both back. There are more leagues until
the taps' p95 passes 300 ms or time is up, then fewer. Wall time, on the cores that run the phones as well; a
tap counts from when the finger was due.
"""

from __future__ import annotations

import asyncio
import os
import random
import resource
from collections.abc import Coroutine, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles
from time import monotonic, process_time, sleep
from urllib.parse import urlencode

from django.conf import settings
from django.db import connection
from django.utils import timezone

from bench.crowd import guest_seat, session_key_of
from bench.league import WARBANDS, keep, play
from bench.measure import Figure
from bench.phones import TablePhone, WaitedTimes
from bench.server import CLUBS, Server, shipped
from campaigns.models import Role
from campaigns.people import seats as people
from campaigns.shell import rule_hint
from rules.opr.state import OprState

LIMIT, PATIENCE = 300, 20  # milliseconds; seconds for what is late
GROWS, LEAPS = 1.5, 2.0  # leagues from step to step; where a third of the limit is not reached
FILES = 12_000  # for two connections of each phone
AT_ONCE = 24  # phones that open their page at the same moment before a step
MOMENTS, MOMENT = 40, 0.3  # seconds; in a quiet one the server takes a tenth of a core
LATEST, LOOKS = 0.2, 7  # seconds for what follows the last tap; the part of the time that a look takes
KINDS = (("", "150", False), (", half asleep before a tap, a third browsing", "100", True))
TICK = os.sysconf("SC_CLK_TCK")
CORES = os.cpu_count() or 1


@dataclass(frozen=True)
class Sizes:
    """How long and how many; the seconds of `search` bound each of the two searches."""

    first: tuple[int, int] = (50, 100)  # leagues to begin with; where phones sleep and browse
    most: int = 300
    every: float = 20
    warm: float = 2
    seconds: float = 13
    search: tuple[float, float] = (80, 20)
    arrivals: tuple[tuple[int, float, str], ...] = ((1_200, 45, "≤ 150 ms"), (1_200, 10, "≤ 1.5 s"))


@dataclass
class EveningStep:
    """Some leagues play for a while: what was waited, and whose cores were busy."""

    leagues: int
    noted: WaitedTimes
    server: float
    database: float
    driver: float
    idle: float

    @property
    def p95(self) -> float:
        return _p95(self.noted.taps)

    @property
    def holds(self) -> bool:
        return self.p95 <= LIMIT and not self.noted.failed

    @property
    def league(self) -> float:
        return (self.server + self.database) / self.leagues

    def cores(self) -> str:
        others = max(0.0, CORES - self.idle - self.server - self.database - self.driver)
        busy = f"Python {self.server:.2f} + PostgreSQL {self.database:.2f} + phones {self.driver:.2f}"
        return f"cores: {busy} + others {others:.2f}, idle {self.idle:.2f}"

    def why(self) -> str:
        """What was at its limit."""
        if self.noted.failed:
            return self.noted.trouble[2:]
        if self.driver > 0.85:
            return "the phones' own process was at its limit"
        return "no core was idle" if self.idle < 0.1 * CORES else "cores were idle"

    def figure(self, what: str, asked: str = "") -> Figure:
        found = self.noted
        others = f"the other phone shows it: {_told(found.others)}"
        pages = f"; {len(found.pages):,} pages {_told(found.pages)}" if found.pages else ""
        about = f"{len(found.taps):,} taps; {others}{pages}; {self.league:.4f} cores a league; {self.cores()}"
        about += found.trouble
        return Figure(what, f"tap {_told(found.taps)}", about, asked)


@dataclass
class FullOffice:
    """An office with leagues that are at their tables."""

    sizes: Sizes
    server: Server
    runner: asyncio.Runner
    leagues: list[list[TablePhone]]
    open: set[TablePhone] = field(default_factory=set)

    def phones(self, number: int) -> list[TablePhone]:
        """Those of so many leagues."""
        while len(self.leagues) < number:
            self.leagues.append(table_phones(self.server.port, len(self.leagues)))
        return [phone for league in self.leagues[:number] for phone in league]

    def step(self, number: int, *, lively: bool) -> EveningStep:
        """So many leagues play; in a lively one half of the phones sleep and a third looks at the league."""
        phones = self.phones(number)
        for place, phone in enumerate(phones):
            phone.sleeps, phone.browses = lively and place % 2 == 1, lively and place % 3 == 0
            phone.noted = WaitedTimes()
        self.runner.run(_left(self.open - {*phones}))
        self.runner.run(_sat_down([one for one in phones if one not in self.open]))
        self.open = {*phones}
        self._rest()
        self._played(phones, self.sizes.warm)
        return self._played(phones, self.sizes.seconds)

    def _rest(self) -> None:
        """Wait until all is done that was asked before; open streams go on costing a little."""
        for _ in range(MOMENTS):
            if self.server.cost(lambda: sleep(MOMENT)).whole < MOMENT * 100:
                return

    def _played(self, phones: list[TablePhone], seconds: float) -> EveningStep:
        noted = WaitedTimes()
        for phone in phones:
            phone.noted, phone.tapped = noted, 0.0
        idle, mine, began = _idle(), process_time(), monotonic()
        cost = self.server.cost(lambda: self.runner.run(_play(phones, seconds, self.sizes.every)))
        took = monotonic() - began
        python, postgres = cost.python / 1000 / took, cost.postgres / 1000 / took
        driver, left = (process_time() - mine) / took, (_idle() - idle) / took
        return EveningStep(len(phones) // WARBANDS, noted, python, postgres, driver, left)

    def arrived(self, phones: list[TablePhone], seconds: float, read: str, asked: str) -> Figure:
        """How long their pages take where they all come within so many seconds."""
        noted = WaitedTimes()
        for phone in phones:
            phone.noted = noted
        mine, began = process_time(), monotonic()
        cost = self.server.cost(lambda: self.runner.run(_arrived(phones, seconds)))
        took = monotonic() - began
        driver = (process_time() - mine) / took
        what = f"{len(phones):,} phones arrive in {seconds:g} s, their leagues {read}"
        about = (
            f"page and stream {cost.whole / len(phones):.1f} ms; phones {driver:.2f} cores; in {took:.0f} s"
        )
        return Figure(what, f"page {_told(noted.pages)}", f"{about}{noted.trouble}", asked)

    def search(self, first: int, seconds: float, *, lively: bool) -> list[EveningStep]:
        """More leagues while they hold, then between the most that did and the fewest that did not."""
        until, tried = monotonic() + seconds, list[EveningStep]()
        held, failed, number = 0, 0, first
        while number and (not tried or monotonic() < until):
            tried.append(self.step(number, lively=lively))
            held, failed = (number, failed) if tried[-1].holds else (held, number)
            grows = LEAPS if tried[-1].p95 < LIMIT / 3 else GROWS
            number = next_number(held, failed, min(int(held * grows), self.sizes.most))
        return tried


def next_number(held: int, failed: int, more: int) -> int:
    """How many leagues are tried next; none where the wall is known well enough."""
    if not failed:
        return more if more > held else 0
    if failed - held <= max(1, failed // 8):
        return 0
    return (held + failed) // 2 if held else int(failed / GROWS)


def evenings(sizes: Sizes | None = None, site: Mapping[str, str] = CLUBS) -> list[Figure]:
    """Evenings as they are, evenings where phones sleep and people browse, and phones that all arrive."""
    sizes, leagues = sizes or Sizes(), list[list[TablePhone]]()
    with _many_files():
        found = [*_searches(sizes, site, leagues), *_arrivals(sizes, site, leagues)]
    connection.close()
    return found


def _searches(sizes: Sizes, site: Mapping[str, str], leagues: list[list[TablePhone]]) -> Iterator[Figure]:
    with _evening(sizes, site, leagues) as evening:
        for (like, asked, lively), first, seconds in zip(KINDS, sizes.first, sizes.search, strict=True):
            tried = evening.search(first, seconds, lively=lively)
            yield _wall(tried, like, asked)
            yield from (one.figure(f"{one.leagues} league evenings{like}") for one in tried)


def _wall(tried: list[EveningStep], like: str, asked: str) -> Figure:
    """The most that held, and what the next was stopped by."""
    held = max((one.leagues for one in tried if one.holds), default=0)
    stopped = min((one for one in tried if not one.holds), key=lambda one: one.leagues, default=None)
    about = (
        f"stopped at {stopped.leagues}: {stopped.why()}; {stopped.cores()}"
        if stopped
        else "all that were tried held"
    )
    return Figure(f"league evenings at tap p95 ≤ {LIMIT} ms{like}", f"{held} held", about, asked)


def _arrivals(sizes: Sizes, site: Mapping[str, str], leagues: list[list[TablePhone]]) -> Iterator[Figure]:
    """Phones that open their mission's page, the first time at a server that has read none of the leagues."""
    read = "not read"
    with _evening(sizes, site, leagues) as evening:
        for number, seconds, asked in sizes.arrivals:
            phones = evening.phones(-(-number // WARBANDS))[:number]
            yield evening.arrived(phones, seconds, read, asked)
            evening.runner.run(_left(phones))
            read = "read"


@contextmanager
def _evening(sizes: Sizes, site: Mapping[str, str], leagues: list[list[TablePhone]]) -> Iterator[FullOffice]:
    with shipped(2, site) as server, asyncio.Runner() as runner:
        server.at_rest()
        phones = [phone for league in leagues for phone in league]
        for phone in phones:
            phone.port = server.port
        evening = FullOffice(sizes, server, runner, leagues)
        try:
            yield evening
        finally:
            runner.run(_left(phone for league in leagues for phone in league))


async def _sat_down(phones: list[TablePhone]) -> None:
    turn = asyncio.Semaphore(AT_ONCE)

    async def opened(phone: TablePhone) -> None:
        async with turn:
            await _noted(phone, phone.open(monotonic()))

    await asyncio.gather(*map(opened, phones))


async def _arrived(phones: list[TablePhone], seconds: float) -> None:
    began = monotonic()

    async def comes(phone: TablePhone, due: float) -> None:
        await asyncio.sleep(due - monotonic())
        await _noted(phone, phone.open(due))

    dues = (began + random.random() * seconds for _ in phones)  # noqa: S311 - who comes when
    await _all(comes(phone, due) for phone, due in zip(phones, dues, strict=True))


async def _play(phones: list[TablePhone], seconds: float, every: float) -> None:
    """Each phone taps at a moment of its own, and again."""
    until = monotonic() + seconds
    starts = (until - seconds + random.random() * every for _ in phones)  # noqa: S311 - who taps when
    await _all(_sits(phone, due, until, every) for phone, due in zip(phones, starts, strict=True))
    await asyncio.sleep(max(0.0, until - monotonic()) + LATEST)


async def _sits(phone: TablePhone, due: float, until: float, every: float) -> None:
    """Its taps, and its looks at the league between them."""
    half = every / 2
    looks = (due - half if due - half > monotonic() else due + half) if phone.browses else until
    while min(due, looks) < until:
        if looks < due:
            await asyncio.sleep(looks - monotonic())
            await _noted(phone, _look(phone, looks, every / LOOKS))
            looks += every
        else:
            await asyncio.sleep(due - monotonic())
            await _noted(phone, _tap(phone, due))
            due += every


async def _look(phone: TablePhone, due: float, seconds: float) -> None:
    await phone.open(due, phone.league)
    await asyncio.sleep(seconds)
    await phone.open(monotonic())


async def _tap(phone: TablePhone, due: float) -> None:
    if not phone.is_open:
        await phone.open(due)
        due = monotonic()
    await phone.tap(due)
    if phone.sleeps:
        phone.leave()


async def _noted(phone: TablePhone, doing: Coroutine[object, object, None]) -> None:
    """Do it; what fails or comes too late is noted."""
    try:
        async with asyncio.timeout(PATIENCE):
            await doing
    except (RuntimeError, OSError) as error:  # a timeout is one
        phone.noted.failed.append(str(error) or f"not answered within {PATIENCE} s")


async def _all(doing: Iterator[Coroutine[object, object, None]]) -> None:
    await asyncio.gather(*doing)


async def _left(phones: Iterable[TablePhone]) -> None:
    for phone in phones:
        phone.close()
    await asyncio.sleep(0.1)


def table_phones(port: int, number: int) -> list[TablePhone]:
    """A league of a club of its own, all of its warbands at a table, each with a phone."""
    founded = people.found_club(name=f"Evening {number}", organiser_name="Player 1")
    others = [guest_seat(founded.organiser, f"Player {n}", Role.PLAYER) for n in range(2, WARBANDS + 1)]
    seats = [founded.organiser, *others]
    league = play(0, [str(one.pk) for one in seats])
    league.now = timezone.now()
    bands = [one.id for one in league.state.active]
    pairs = list(zip(bands[::2], bands[1::2], strict=True))
    missions = [league.do("open_mission", warbands=[*pair]) + ".mission" for pair in pairs]
    for mission in missions:
        league.do("begin", mission=mission)
    scope = keep(league, founded.club, founded.organiser, f"Evening {number}")
    known = {str(seat.pk): seat for seat in seats}
    phones = []
    for mission, pair in zip(missions, pairs, strict=True):
        for mine, theirs in (pair, pair[::-1]):
            cookie = (
                f"{settings.SESSION_COOKIE_NAME}={session_key_of(known[league.state.warbands[mine].owner])}"
            )
            cookie += f"; {rule_hint.COOKIE}=1; css=1"
            at, forms = f"/l/{scope.pk}/", _forms(league.state, mission, mine, theirs)
            phones.append(TablePhone(port, cookie, at, f"{at}m/{mission}/", forms))
    for one, other in zip(phones[::2], phones[1::2], strict=True):
        one.other, other.other = other, one
    return phones


def _forms(state: OprState, mission: str, mine: str, theirs: str) -> tuple[tuple[str, str], ...]:
    """Stunned and not, out and not: each with units that the other does not tap."""
    here = state.missions[mission].fielded
    ours, others = ([one for one in state.warbands[band].units if one in here] for band in (mine, theirs))
    out = {"victim": others[1], "killer": ours[2], "round": "1", "way": "out"}
    taps = (
        ("down", {"down": ours[0]}),
        ("out", out),
        ("down", {"up": ours[0]}),
        ("out", {"strike": others[1]}),
    )
    return tuple((tail, urlencode(said)) for tail, said in taps)


@contextmanager
def _many_files() -> Iterator[None]:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(FILES, before[1]), before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


def _idle() -> float:
    """Seconds in which a core of this machine had nothing to do, of all its cores together."""
    ticks = Path("/proc/stat").read_text().split("\n", 1)[0].split()
    return (int(ticks[4]) + int(ticks[5])) / TICK


def _p95(taken: list[float]) -> float:
    return quantiles(taken, n=20)[-1] if len(taken) > 1 else float("inf")


def _told(taken: list[float]) -> str:
    return f"p50 {median(taken):,.0f}, p95 {_p95(taken):,.0f} ms" if taken else "none"
