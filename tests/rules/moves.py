"""What holds of the to-dos of every game in every state, for whoever plays one by chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass, replace
from typing import Any

from rules.engine.codec import dump, load
from rules.engine.games import AnyGame, Ctx
from rules.engine.procedure import Settled, drive
from rules.engine.refusals import Refused
from rules.engine.todos import ORGANISERS, Todo, WhoseMove

READY = ("ready", "end_turn", "seal_orders", "close_upgrades", "close_recruiting")
NAMES = ("name", "words", "label")
CLUBS = ("lay_map", "write_deck", "write_chart")  # sent whole, and looked at elsewhere


@dataclass(frozen=True, kw_only=True)
class Moves:
    """A game as its to-dos are looked at.

    `facts(state, book, todo)`: what people add to the ids of a to-do. `waiting_for`: the rules' own list of a
    phase, None in a book without phases. `goes_on(state)`: whether the app has something to do by itself or
    it is over. `of_phase(todo)`: whether the phase waits for it. `out(state)`: sides that are in no play.
    """

    game: AnyGame
    move: WhoseMove[Any, Any]
    facts: Callable[[Any, Any, Todo], Mapping[str, Any]]
    sides: Callable[[Any], Iterable[str]]
    out: Callable[[Any], Collection[str]]
    waiting_for: Callable[[Any, Any], Sequence[str]] | None = None
    goes_on: Callable[[Any], bool] = bool
    of_phase: Callable[[Todo], bool] = bool
    now: Any = None
    seen: Counter[str] = field(default_factory=Counter)  # the kinds met, by how they stood

    def hold(self, state: Any) -> list[Todo]:
        """Everything that must be true of this state; the rows."""
        book = self.game.book_of(state)
        rows = list(self.move.owed(state, book))
        mays = [one for side in self._everybody(state) for one in self.move.may(state, book, side)]
        self.seen.update(f"{one.stand} {one.kind} {one.act}".rstrip() for one in (*rows, *mays))
        self._same_again(state, rows)
        self._named_once(rows)
        for one in (*(row for row in rows if row.stand == "must"), *mays):
            self.can_be_done(state, book, one)
        self._on_musts(rows)
        self._one_ready(rows)
        self._nobody_out(state, rows)
        self._idle(state, book, rows, mays)
        self._of_phase(state, book, rows)
        return rows

    def _everybody(self, state: Any) -> list[str]:
        return [ORGANISERS, *self.sides(state)]

    def started(self, state: Any, book: Any, todo: Todo) -> Any:
        """The act of a to-do, with what people add to it, driven as far as nobody answers."""
        name = f"{self.game.name}.{todo.act}"
        params = {**self.facts(state, book, todo), **todo.params}
        return drive(self.game.spec(name).start(Ctx(state, book, "look", self.now), params), lambda _q: None)

    def can_be_done(self, state: Any, book: Any, todo: Todo) -> None:
        """Its act is let in now, with its own ids and the facts of its kind."""
        if todo.act in CLUBS or "." in todo.act:
            return
        try:
            self.started(state, book, todo)
        except Refused as refused:
            raise AssertionError((todo.key, todo, refused.sentence)) from refused

    def _same_again(self, state: Any, rows: list[Todo]) -> None:
        """The same of what is saved and read again, and whatever people are called."""
        plain = type(state)(**{table: dict(getattr(state, table).items()) for table in state.tables()})
        again: Any = load(type(state), dump(plain))
        assert list(self.move.owed(again, self.game.book_of(again))) == rows
        renamed = without_names(again)
        unnamed = self.move.owed(renamed, self.game.book_of(renamed))  # banners leave in the order of names
        assert sorted(unnamed, key=_place) == sorted(rows, key=_place), "a row holds what is said"

    def _named_once(self, rows: list[Todo]) -> None:
        twice = [one for one, n in Counter((row.side, row.key) for row in rows).items() if n > 1]
        assert not twice, twice
        assert all(row.stand != "may" for row in rows), "what one may do is kept nowhere"
        assert all(bool(row.act) == (row.stand == "must") for row in rows)

    def _on_musts(self, rows: list[Todo]) -> None:
        """Who waits, waits for somebody who can do something about it."""
        for row in rows:
            if row.stand == "waits":
                assert row.on, row
                same = [one.side for one in rows if one.stand == "must" and one.key == row.key]
                owing = same or [one.side for one in rows if one.stand == "must"]
                assert row.cover or set(row.on) <= set(owing) or self._behind_a_cover(row, rows), (row, rows)
                assert row.side not in row.on, row
            else:
                assert not row.on, row

    def _behind_a_cover(self, row: Todo, rows: list[Todo]) -> bool:
        """One of them has a must that others read as that of both."""
        covered = {one.side for one in rows if one.cover}
        owing = {one.side for one in rows if one.stand == "must"}
        return set(row.on) <= covered | owing and bool(set(row.on) & owing)

    def _one_ready(self, rows: list[Todo]) -> None:
        stages = Counter(row.side for row in rows if row.act in READY and row.side)
        assert max(stages.values(), default=0) < 2, stages

    def _nobody_out(self, state: Any, rows: list[Todo]) -> None:
        gone = set(self.out(state))
        assert not [row for row in rows if row.side in gone], (gone, rows)

    def _idle(self, state: Any, book: Any, rows: list[Todo], mays: list[Todo]) -> None:
        """What leaves no choice is done as it stands, and asks nothing."""
        for row in rows:
            if row.idle:
                assert row.stand == "must", row
                assert isinstance(self._alone(state, book, row), Settled), row
                same = [one for one in mays if (one.side, one.key) == (row.side, row.key)]
                assert not [one for one in same if not self._is_hidden(one)], (row, same)

    def _alone(self, state: Any, book: Any, todo: Todo) -> Any:
        spec = self.game.spec(f"{self.game.name}.{todo.act}")
        return drive(spec.start(Ctx(state, book, "look", self.now), todo.params), lambda _q: None)

    def _is_hidden(self, todo: Todo) -> bool:
        return todo.act == "draw_capital"  # the same place by lot

    def _of_phase(self, state: Any, book: Any, rows: list[Todo]) -> None:
        """Somebody has a must of the phase, or it goes on without; all who have stand in the rules' list."""
        if self.waiting_for is None:
            return
        owing = {row.side for row in rows if row.stand == "must" and self.of_phase(row)}
        waited = set(self.waiting_for(state, book))
        assert owing - {ORGANISERS} <= waited or not waited, (owing, waited)
        told = {row.side for row in rows}
        assert waited <= told or self.goes_on(state), (waited, rows)
        assert owing or self.goes_on(state), (waited, rows)


def _place(row: Todo) -> tuple[str, str]:
    return row.side, row.key


def without_names(thing: Any) -> Any:
    """The same with everything people wrote or called something replaced."""
    if isinstance(thing, Mapping):
        return {key: without_names(one) for key, one in thing.items()}
    if isinstance(thing, tuple):
        return tuple(map(without_names, thing))
    if not is_dataclass(thing) or isinstance(thing, type):
        return thing
    told = {one.name: getattr(thing, one.name) for one in fields(thing) if one.init}
    new = {name: "§" if name in NAMES and one else without_names(one) for name, one in told.items()}
    return replace(thing, **new)
