"""One run: a league of chance, from its founding to its last act, and what was found in it."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from types import SimpleNamespace
from unittest import mock

from django.db import connection, transaction

from campaigns.models import Role
from tests import door_guard, remembered
from tests.season.clock import Clock, moved_by_hand
from tests.stress.found import Found
from tests.stress.looking import Looking
from tests.stress.pages import addresses_of, odd_ids, opened
from tests.stress.playing import Adversary
from tests.stress.pressing import every_button
from tests.stress.stage import Stage, staged
from tests.stress.worlds import EVERYBODY, VIEWERS, Worlds, forget

BEGINS = datetime(2031, 3, 6, 18, tzinfo=UTC)
MOST = 20  # finds of one run
WILLING = 30  # acts at the end, in which everybody does what they are waited for
WHEN_OVER = 12  # acts in a league that is over
LOOKED_AT = 8  # acts between two pages
COMPARED = 0.03  # how often two worlds are compared in the middle of a phase; at its end always
SET_UP, MOST_TO_SET_UP = 0.5, 60  # how often a league has begun before the first turn; acts in which it may


@dataclass
class Find:
    """What was found after which act."""

    found: Found
    turn: int
    deed: str


@dataclass
class Run:
    """What one seed came to."""

    game: str
    seed: int
    turns: int
    finds: list[Find] = field(default_factory=list)
    deeds: list[str] = field(default_factory=list)
    entries: int = 0
    viewers: int = VIEWERS

    def lines(self, *, every: bool = False) -> Iterator[str]:
        """What is printed of it; `every` act, too."""
        if every:
            yield from self.deeds
        for one in self.finds:
            yield f"FOUND {one.found.kind}: {one.found.about}"
            yield f"  after {one.deed}"
            yield f"  {one.found.told}"
            turns = max(1, min(one.turn, self.turns))  # what follows them everybody does by themselves
            yield f"  again: manage.py stress {self.game} --seed {self.seed} --turns {turns}"
        counted = f"{len(self.deeds)} acts, {self.entries} entries, {len(self.finds)} found"
        yield f"{self.game} seed {self.seed}: {counted}"

    def add(self, found: Iterable[Found], adversary: Adversary) -> None:
        """What is found several times is told once."""
        known = {(one.found.kind, one.found.about) for one in self.finds}
        for one in found:
            if (one.kind, one.about) not in known and len(self.finds) < MOST:
                known.add((one.kind, one.about))
                turn = len(adversary.deeds) - adversary.begun
                self.finds.append(Find(one, turn, str(adversary.deeds[-1]).strip()))


def run(game: str, seed: int, turns: int, *, buttons: int = 0, everybody: bool = True) -> Run:
    """Play a league of this game by this seed; nothing of it is left in the database.

    `buttons`: so many of those that are shown at the end are pressed. Two worlds look the same to `everybody`
    who is not told, or else to one of them each time; what is played is the same.
    """
    made = Run(game, seed, turns, viewers=EVERYBODY if everybody else VIEWERS)
    with league(game, seed) as looking:
        stage, adversary = looking.stage, looking.adversary
        play(made, looking)
        for _turn in range(WILLING):
            if not adversary.willing():
                break
            made.add(looking.after(), adversary)
        made.add(looking.balance(), adversary)
        made.add(_pages_about(stage, [*odd_ids(stage.state)]), adversary)
        for who in (stage.of_role(Role.ORGANISER)[0], *stage.of_role(Role.PLAYER)[:1]) if buttons else ():
            made.add(every_button(stage, who, buttons), adversary)
        made.deeds = [str(one) for one in adversary.deeds]
        made.entries = stage.scope.entries.count()
    return made


def play(made: Run, looking: Looking) -> None:
    """So many acts, or fewer where the league is soon over; some leagues have begun before."""
    stage, adversary, over = looking.stage, looking.adversary, 0
    worlds = Worlds(stage, looking, made.viewers)
    if stage.chance(SET_UP):
        _set_up(made, looking)
    for turn in range(1, made.turns + 1):
        adversary.turn()
        _look(made, looking)
        if looking.is_new_phase or looking.has_somebody_moved:
            made.add(worlds.newcomers(), adversary)
        worlds.note()
        if turn % LOOKED_AT == 0:
            made.add(_a_page(stage), adversary)
        if looking.is_new_phase or stage.chance(COMPARED):
            made.add(worlds.compare(), adversary)
        over += stage.is_over
        if over > WHEN_OVER:
            return


def _set_up(made: Run, looking: Looking) -> None:
    """What gets the league going, done by those it takes."""
    for _act in range(MOST_TO_SET_UP):
        if not looking.adversary.set_up():
            break
        _look(made, looking)


def _look(made: Run, looking: Looking) -> None:
    """What holds after each act; where somebody has given something an odd id, every page answers with it."""
    made.add(looking.after(), looking.adversary)
    if looking.strange:
        made.add(_pages_about(looking.stage, looking.strange), looking.adversary)


def _a_page(stage: Stage) -> Iterator[Found]:
    address = stage.luck.choice([*addresses_of(stage), "/"])
    yield from opened(stage, stage.anybody(), address)


def _pages_about(stage: Stage, ids: Collection[str]) -> Iterator[Found]:
    """Every page that is about one of these ids, and those that tell of all of them."""
    organiser = stage.of_role(Role.ORGANISER)[0]
    for address in addresses_of(stage, ids):
        yield from opened(stage, organiser, address)
    for name in stage.members():
        yield from opened(stage, name, "/")


@contextmanager
def league(game: str, seed: int) -> Iterator[Looking]:
    """The league of this seed with somebody who plays it and somebody who looks; nothing of it is left."""
    with alone(seed) as clock:
        stage = staged(game, random.Random(f"{game} {seed}"), clock)
        yield Looking(stage, Adversary(stage))


@contextmanager
def alone(seed: int) -> Iterator[Clock]:
    """The same world for the same seed: dice, clock, numbers of rows; all of it is taken back."""
    dice = SimpleNamespace(token_bytes=random.Random(seed).randbytes)
    chance = random.Random(f"{seed} of the machine").randbytes
    with ExitStack() as stack:
        stack.enter_context(transaction.atomic())
        _counted_anew()
        forget()
        stack.enter_context(connection.execute_wrapper(door_guard.Closing()))
        stack.enter_context(mock.patch("campaigns.models.journal.secrets", dice))
        for source in ("os.urandom", "random._urandom"):  # of passwords, words sent once, drawn maps
            stack.enter_context(mock.patch(source, chance))
        stack.enter_context(mock.patch("campaigns.paper.press.pressed", lambda html: html.encode()))
        stack.enter_context(remembered.comparing(one_transaction=True))
        yield stack.enter_context(moved_by_hand(BEGINS))
        transaction.set_rollback(True)


def _counted_anew() -> None:
    """Rows are numbered from the same number on."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT format('%I.%I', schemaname, sequencename) FROM pg_sequences")
        names = [name for (name,) in cursor.fetchall()]
        cursor.execute("; ".join(f"ALTER SEQUENCE {name} RESTART WITH 1000" for name in names))
