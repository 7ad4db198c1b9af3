"""The register of games: which procedures a family of rulebooks has, its books, its figures.

A game is one set of procedures with one or more books (data files). A procedure is registered with the name
the journal keeps, the rule ids it carries out, the slot it settles (at most one open dialogue per slot, and
the dice belong to it) and who may start it. Slots and `by` are templates over the parameters:
`slot="mission:{mission}:{warband}:casualties"`, `by="side:{warband}"` ("organiser", "table", "member",
"clock" likewise, "organiser:{warband}" where none may who plays for a rival); `once_begun` is who may when
set-up is over, where that is somebody else.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from enum import Enum, auto
from functools import cached_property
from typing import Any

from pydantic import BaseModel

from rules.engine.books import BookModel
from rules.engine.effects import Effect
from rules.engine.language import said, say
from rules.engine.plain import Params
from rules.engine.procedure import Procedure
from rules.engine.refusals import Refused
from rules.engine.shapes import kept_params, shape_of, validated_params
from rules.engine.state import State

REVISION = 4  # counts up whenever a procedure's outcome changes; entries note it
LONGEST_SLOT = 160  # a slot's name in the database, with room for the number of a turn

type Effects = Sequence[Effect]  # what a registered procedure ends with
type Run = Callable[..., Procedure[Effects]]  # (ctx, **parameters); each has its own
type Prune[S: State] = Callable[[S, S, Params], tuple[dict[str, object], list[str]]]
type Recall = Callable[[Params, Effects], Params]
type Admission[S: State, B] = Callable[[Ctx[S, B], str], Procedure[None]]
type Figure = Callable[..., Any]  # (state, book, **parameters) -> plain values; each has its own
type AnyGame = Game[Any, Any]  # a game by its name: its own modules alone know what state and book it has
type AnySpec = Spec[Any, Any]

GAMES: dict[str, AnyGame] = {}


@dataclass(frozen=True, slots=True)
class Ctx[S: State, B]:
    """What a procedure may know: the state, the book, the id of its entry, and the moment it was started.

    That comes from the caller and is stored with the entry; procedures never look at a clock. `clock` is how
    the league's clock shows it, by which days are counted; `now` is the same moment for all that is kept.
    """

    state: S
    book: B
    entry: str
    clock: datetime | None = None

    @property
    def now(self) -> datetime | None:
        return self.clock and self.clock.astimezone(UTC)

    def new(self, what: str) -> str:
        """Id of a new thing: `<entry>.<what>`."""
        return f"{self.entry}.{what}"


def after_days(clock: datetime, days: int) -> datetime:
    """When so many days are over by the clock of this moment.

    It is the hour at which they began, also where clocks change meanwhile; one that does not exist that day
    is as much later as clocks go forward.
    """
    return (clock + timedelta(days=days)).astimezone(UTC)


class ActTrait(Enum):
    """What a procedure means to others than its rule, said at its decorator."""

    MINOR = auto()
    """The chronicle alone tells of it, and no news."""
    PRIVATE_WORDS = auto()
    """A public page leaves out its words, which are the club's."""
    IF_NOBODY_ELSE = auto()
    """An organiser may act in it where nobody is left who could."""
    TAKES_SEAT = auto()
    """Its `owner` is somebody of the club, who has one seat in a league."""
    GIVES_UP = auto()
    """By it somebody gives up what they play, which takes their own word."""
    CONCEDES = auto()
    """A side gives up a game by it, which nobody who plays against it does for them."""
    BY_GAMES = auto()
    """A report that only a finished game makes, and by hand an organiser."""
    CALLS_OFF = auto()
    """A mission does not count by it; reports of that lapse."""
    CLOSES_LEAGUE = auto()
    """An organiser ends a league by it, with a reason (`words`); waiting reports lapse."""
    PAUSES_LEAGUE = auto()
    """An organiser lets a league rest by it; everybody who plays hears of it."""
    RESUMES_LEAGUE = auto()
    """It goes on by it; the same."""
    TELLS_EVERYBODY = auto()
    """Everybody who plays hears that an organiser has done it."""
    SETS_LENGTH = auto()
    """It sets by hand how long a league runs."""
    FOLLOWS_SERVER = auto()
    """Its dialogue follows what only the server knows while it is open."""


SOURCE = re.compile(r"\s+source:.*", re.IGNORECASE)  # where a docstring names its rules


@dataclass(frozen=True)
class Spec[S: State, B]:
    """A registered procedure."""

    name: str
    run: Run
    rules: tuple[str, ...] = ()
    slot: str = ""
    by: str = "organiser"
    prune: Prune[S] | None = None
    recall: Recall | None = None
    repeat: bool = False
    admission: Admission[S, B] | None = None
    example: Params = field(default_factory=dict)
    once_begun: str = ""

    @property
    def title(self) -> str:
        line = (self.run.__doc__ or self.name).strip().splitlines()[0]
        return said(SOURCE.sub("", line))

    @cached_property
    def params(self) -> type[BaseModel]:
        """The parameters as a pydantic model, from the annotations after `ctx`."""
        return shape_of(self.name, self.run, skip=1)

    def checked(self, params: Params) -> dict[str, object]:
        """Parameters as the procedure wants them, or `Refused` with a sentence that names the field."""
        return validated_params(self.params, params)

    def as_read(self, params: Params) -> Params:
        """Parameters as a journal keeps them, or `Refused` as `checked` does."""
        return kept_params(self.params, params)

    def start(self, ctx: Ctx[S, B], params: Params) -> Procedure[Effects]:
        """The generator, ready to be driven; it returns effects."""
        procedure = self.run(ctx, **self.checked(params))
        return procedure if self.admission is None else _first(self.admission(ctx, self.name), procedure)

    def filled(self, params: Params) -> dict[str, object]:
        """The parameters with the defaults of those left out, for the templates."""
        fields = self.params.model_fields
        return {name: params.get(name, fields[name].get_default()) for name in fields}

    def slot_name(self, params: Params) -> str:
        """The slot of these parameters, however they were written: 1 and "01" meet the same dice."""
        name = self.slot.format(**self.checked(params)) or self.name
        if len(name) > LONGEST_SLOT:
            raise Refused("", say("Nothing here has a name that long."))
        return name

    def starters(self, params: Params, *, begun: bool = False) -> str:
        """Who may start it: the template filled in. An id cannot name several with a `|` of its own."""
        one_each = {name: str(value).replace("|", "") for name, value in self.filled(params).items()}
        return ((begun and self.once_begun) or self.by).format(**one_each)


@dataclass(frozen=True, slots=True)
class Choosable:
    """A setting of a league: what it may be, or from `least` to `most`; its plain line and its rule.

    `name`: what it is called, its line where it has none; `words`: what its values are called, as a form
    sends them; `frozen`: fixed once play has begun; `older`: what holds in leagues that are older than the
    setting, empty for the default; `offered`: whether it is for leagues that have not set it.
    """

    key: str
    default: str | int
    values: tuple[str | int, ...] = ()
    least: int = 0
    most: int = 0
    line: str = ""
    rule: str = ""
    name: str = ""
    words: Mapping[str, str] = field(default_factory=dict)
    frozen: bool = False
    older: str | int = ""
    offered: bool = True

    @property
    def title(self) -> str:
        return self.name or self.line.rstrip(".")

    def word(self, value: object) -> str:
        """What a value is called; one without a word of its own, as it stands."""
        text = as_sent(value)
        return self.words.get(text, text.replace("_", " "))


def as_sent(value: object) -> str:
    """A setting's value as a form sends it."""
    return ("on" if value else "off") if isinstance(value, bool) else str(value)


def chosen_value(settings: Iterable[Choosable], key: str, value: object) -> str | int:
    """One of a setting's values as a state holds it, however it was sent; raises `Refused` for any other."""
    setting = next((one for one in settings if one.key == key), None)
    if setting is None:
        raise Refused("", say("This rulebook has no setting called {key}.", key=key), key)
    for one in setting.values:
        if as_sent(one) == as_sent(value):
            return one
    choices = ", ".join(map(as_sent, setting.values))
    sentence = say("{setting} must be one of {choices}.", setting=setting.title, choices=choices)
    raise Refused(setting.rule, sentence, key)


def all_chosen(settings: Collection[Choosable], given: Params) -> dict[str, str | int]:
    """What somebody has set, each as a state holds it; raises `Refused` for what no setting can be."""
    return {key: chosen_value(settings, key, value) for key, value in given.items()}


def as_of_now(settings: Collection[Choosable], given: Params) -> dict[str, object]:
    """What a new league begins with: what somebody has set, and what older leagues have otherwise."""
    return {one.key: one.default for one in settings if one.older not in ("", one.default)} | dict(given)


def as_it_holds(settings: Collection[Choosable], chosen: Params) -> dict[str, object]:
    """What a league has that is not the default: what was set, and what held before there was a setting."""
    return {one.key: one.older for one in settings if one.older != ""} | dict(chosen)


def _none(edition: str) -> tuple[Choosable, ...]:
    return ()


def _never(state: object) -> bool:
    return False


@dataclass(frozen=True)
class Game[S: State, B]:
    """A family of rulebooks that shares procedures and a shape of state."""

    name: str
    state: type[S]
    books: Mapping[str, object]  # by edition, as it stands in its file
    book_of: Callable[[S], B]  # the book in force with the settings of this campaign
    begin: Callable[[str, Params], S]  # (edition, settings) -> the state nobody has played yet
    admission: Admission[S, B] | None = None  # asked before every procedure
    settings: Callable[[str], tuple[Choosable, ...]] = _none  # what `begin` takes, by edition
    has_begun: Callable[[S], bool] = _never  # whether set-up is over
    procedures: dict[str, Spec[S, B]] = field(default_factory=dict)
    marked: dict[ActTrait, set[str]] = field(default_factory=lambda: {one: set() for one in ActTrait})
    figures: dict[str, Figure] = field(default_factory=dict)
    former: dict[str, str] = field(default_factory=dict)  # names figures had beside their own
    files: Mapping[str, type[BookModel]] = field(default_factory=dict)  # every file of its books

    def procedure[R: Run](
        self,
        name: str,
        *,
        rules: tuple[str, ...] = (),
        slot: str = "",
        by: str = "organiser",
        once_begun: str = "",
        prune: Prune[S] | None = None,
        recall: Recall | None = None,
        repeat: bool = False,
        example: Params | None = None,
        traits: Collection[ActTrait] = (),
    ) -> Callable[[R], R]:
        """Decorator: register a procedure as `<game>.<name>`.

        `repeat=True`: the slot may settle any number of times (buying twice), each time with its own dice.
        `prune(state, then, params)` drops facts about things that are gone when the past is replayed (`then`
        is the state that knew them) and returns the remaining parameters and a sentence for each fact
        dropped. `recall(params, effects)` says in full what was left to the rules then, as it was booked: it
        stays a fact when the past is replayed. `traits`: what it means to others than its rule.
        """

        def register(run: R) -> R:
            full = f"{self.name}.{name}"
            if full in self.procedures:
                raise ValueError(f"two procedures are called {full}")
            self.procedures[full] = Spec(
                full, run, rules, slot, by, prune, recall, repeat, self.admission, example or {}, once_begun
            )
            for one in traits:
                self.marked[one].add(full)
            return run

        return register

    def figure[C: Figure](self, name: str, former: str = "") -> Callable[[C], C]:
        """Decorator: register a derived figure or check, `f(state, book, **params) -> JSON value`.

        It has one name; scripts that say `former` are understood as well.
        """

        def register(compute: C) -> C:
            if taken := {name, former} & {*self.figures, *self.former}:
                raise ValueError(f"two figures are called {', '.join(taken)}")
            self.figures[name] = compute
            if former:
                self.former[former] = name
            return compute

        return register

    def named(self, figure: str) -> Figure:
        """The figure somebody asks for; KeyError when there is none."""
        return self.figures[self.former.get(figure, figure)]

    def ask(self, state: S, name: str, params: Params) -> Any:
        """A figure for parameters somebody sent; `Refused` names those that do not fit."""
        return self.named(name)(state, self.book_of(state), **self.asked(name, params))

    def asked(self, name: str, params: Params) -> dict[str, object]:
        """The parameters of a figure as it wants them."""
        return validated_params(shape_of(name, self.named(name), skip=2), params)

    def spec(self, name: str) -> Spec[S, B]:
        found = self.procedures.get(name)
        if found is None:
            raise Refused("", say("There is no action called {name} here.", name=name))
        return found

    def procedure_that(self, trait: ActTrait) -> str:
        """The one that has it; empty where none does."""
        return next(iter(self.marked[trait]), "")

    def start(
        self, state: S, name: str, params: Params, entry: str, now: datetime | None = None
    ) -> Procedure[Effects]:
        """Start a registered procedure on a state."""
        return self.spec(name).start(Ctx(state, self.book_of(state), entry, now), params)


def _first[T](admission: Procedure[None], procedure: Procedure[T]) -> Procedure[T]:
    """The procedure, once what its game asks before every one has let it through."""
    yield from admission
    return (yield from procedure)


def register_game[S: State, B](game: Game[S, B]) -> Game[S, B]:
    """Put a game among those that are known by name."""
    GAMES[game.name] = game
    return game
