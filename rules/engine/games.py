"""The register of games: which procedures a family of rulebooks has, its books, its figures.

A game is one set of procedures with one or more books (data files). A procedure is registered with the name
the journal keeps, the rule ids it carries out, the slot it settles (at most one open dialogue per slot, and
the dice belong to it) and who may start it. Slots and `by` are templates over the parameters:
`slot="mission:{mission}:{warband}:casualties"`, `by="side:{warband}"` ("organiser", "table", "member",
"clock" likewise).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any

from pydantic import BaseModel

from rules.engine.language import said, say
from rules.engine.procedure import Procedure
from rules.engine.refusals import Refused
from rules.engine.shapes import fitting, shape_of
from rules.engine.state import State

REVISION = 3  # counts up whenever a procedure's outcome changes; entries note it
LONGEST_SLOT = 160  # a slot's name in the database, with room for the number of a turn

GAMES: dict[str, Game] = {}


@dataclass(frozen=True, slots=True)
class Ctx[S: State]:
    """What a procedure may know: the state, the book, the id of its entry, and the moment it was started.

    `now` comes from the caller and is stored with the entry; procedures never look at a clock.
    """

    state: S
    book: Any
    entry: str
    now: datetime | None = None

    def new(self, what: str) -> str:
        """Id of a new thing: `<entry>.<what>`."""
        return f"{self.entry}.{what}"


@dataclass(frozen=True)
class Spec:
    """A registered procedure."""

    name: str
    run: Callable[..., Procedure[Any]]
    rules: tuple[str, ...] = ()
    slot: str = ""
    by: str = "organiser"
    prune: Callable[..., tuple[dict[str, Any], list[str]]] | None = None
    recall: Callable[..., Mapping[str, Any]] | None = None
    repeat: bool = False
    admission: Callable[[Ctx[Any], str], Procedure[None]] | None = None
    example: Mapping[str, Any] = field(default_factory=dict)

    @property
    def title(self) -> str:
        return said((self.run.__doc__ or self.name).strip().splitlines()[0])

    @cached_property
    def params(self) -> type[BaseModel]:
        """The parameters as a pydantic model, from the annotations after `ctx`."""
        return shape_of(self.name, self.run, skip=1)

    def checked(self, params: Mapping[str, Any]) -> dict[str, Any]:
        """Parameters as the procedure wants them, or `Refused` with a sentence that names the field."""
        return fitting(self.params, params)

    def start(self, ctx: Ctx[Any], params: Mapping[str, Any]) -> Procedure[Any]:
        """The generator, ready to be driven; it returns a tuple of effects."""
        procedure = self.run(ctx, **self.checked(params))
        return procedure if self.admission is None else _first(self.admission(ctx, self.name), procedure)

    def filled(self, params: Mapping[str, Any]) -> dict[str, Any]:
        """The parameters with the defaults of those left out, for the templates."""
        fields = self.params.model_fields
        return {name: params.get(name, fields[name].get_default()) for name in fields}

    def slot_name(self, params: Mapping[str, Any]) -> str:
        """The slot of these parameters, however they were written: 1 and "01" meet the same dice."""
        name = self.slot.format(**self.checked(params)) or self.name
        if len(name) > LONGEST_SLOT:
            raise Refused("", say("There is nothing here with so long a name."))
        return name

    def starters(self, params: Mapping[str, Any]) -> str:
        """Who may start it: the `by` template filled in. An id cannot name several with a `|` of its own."""
        one_each = {name: str(value).replace("|", "") for name, value in self.filled(params).items()}
        return self.by.format(**one_each)


@dataclass(frozen=True)
class Game:
    """A family of rulebooks that shares procedures and a shape of state."""

    name: str
    state: type[State]
    books: Mapping[str, Any]
    book_of: Callable[[Any], Any]  # state -> the book in force with the settings of this campaign
    begin: Callable[[str, Mapping[str, Any]], Any]  # (edition, settings) -> the state nobody has played yet
    admission: Callable[[Ctx[Any], str], Procedure[None]] | None = None  # asked before every procedure
    procedures: dict[str, Spec] = field(default_factory=dict)
    figures: dict[str, Callable[..., Any]] = field(default_factory=dict)

    def procedure[R: Callable[..., Procedure[Any]]](
        self, name: str, *, rules: tuple[str, ...] = (), slot: str = "", by: str = "organiser", **more: Any
    ) -> Callable[[R], R]:
        """Decorator: register a procedure as `<game>.<name>`.

        `repeat=True`: the slot may settle any number of times (buying twice), each time with its own dice.
        `prune(state, params)` drops facts about things that are gone when the past is replayed and returns
        the remaining parameters and a sentence for each fact dropped. `recall(params, effects)` says in full
        what was left to the rules then, as it was booked: it stays a fact when the past is replayed.
        """

        def register(run: R) -> R:
            full = f"{self.name}.{name}"
            if full in self.procedures:
                raise ValueError(f"two procedures are called {full}")
            self.procedures[full] = Spec(full, run, rules, slot, by, admission=self.admission, **more)
            return run

        return register

    def figure[C: Callable[..., Any]](self, name: str) -> Callable[[C], C]:
        """Decorator: register a derived figure or check, `f(state, book, **params) -> JSON value`."""

        def register(compute: C) -> C:
            self.figures[name] = compute
            return compute

        return register

    def ask(self, state: State, name: str, params: Mapping[str, Any]) -> Any:
        """A figure for parameters somebody sent; `Refused` names those that do not fit."""
        return self.figures[name](state, self.book_of(state), **self.asked(name, params))

    def asked(self, name: str, params: Mapping[str, Any]) -> dict[str, Any]:
        """The parameters of a figure as it wants them."""
        return fitting(shape_of(name, self.figures[name], skip=2), params)

    def spec(self, name: str) -> Spec:
        try:
            return self.procedures[name]
        except KeyError:
            raise Refused("", say("There is nothing called {name} to do here.", name=name)) from None

    def start(
        self, state: State, name: str, params: Mapping[str, Any], entry: str, now: datetime | None = None
    ) -> Procedure[Any]:
        """Start a registered procedure on a state."""
        return self.spec(name).start(Ctx(state, self.book_of(state), entry, now), params)


def _first(admission: Procedure[None], procedure: Procedure[Any]) -> Procedure[Any]:
    """The procedure, once what its game asks before every one has let it through."""
    yield from admission
    return (yield from procedure)


def register_game(game: Game) -> Game:
    GAMES[game.name] = game
    return game
