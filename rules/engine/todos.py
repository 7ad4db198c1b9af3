"""Whose move it is: what a side has to do, may do or waits for, as ids and moments without a sentence.

A game says it in its module `todos`, of a state and a book alone, and leaves it there as `WHOSE_MOVE`.
Screens, letters and clocks find the words; a price comes from the act's own check, never from a row.

And whose word an act takes that binds others: such an act becomes a request. It is done once everybody has
agreed, and no die falls, no seal opens and nothing changes before that. A game has its `WORDS` by procedure.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from rules.engine.games import Ctx, Game
from rules.engine.plain import JsonObject, Params
from rules.engine.procedure import drive
from rules.engine.questions import Answer, Question, side
from rules.engine.refusals import Refused
from rules.engine.state import State

type Stand = Literal["must", "may", "waits"]

FORTNIGHT = 14  # days that a request about who plays stays open
ORGANISERS = ""  # in place of a side: what the league wants of its organisers


@dataclass(frozen=True, slots=True, kw_only=True)
class Todo:
    """Something that somebody must do, may do, or waits for.

    `kind` and the ids it is `about` are its key, the same in every state, unique for a `side` of musts and
    waits; a may has the key of the must it stands above. `who`: whoever acts, as a question names them, empty
    for any member of the side; of a side for which one person acts the others wait. `act` is a procedure and
    `params` are its ids: facts that people add are not among them. `on`: the sides whose must a waiting side
    waits for. `until`: when silence does what it does, as the state keeps that moment.

    `any_of`: one act of any of the sides with this key takes it from all. `own`: nobody else reads the row.
    `cover`: kind and ids of what others read in its place, the same whatever it covers. `idle`: nothing is
    left to choose, by what everybody may know, and `act` is all there is to do.
    """

    kind: str
    about: tuple[str, ...] = ()
    stand: Stand = "must"
    side: str = ORGANISERS
    who: str = ""
    act: str = ""
    params: Params = field(default_factory=dict)
    on: tuple[str, ...] = ()
    until: datetime | None = None
    any_of: bool = False
    own: bool = False
    cover: tuple[str, ...] = ()
    idle: bool = False

    @property
    def key(self) -> str:
        """Kind and ids: "cq.agree:round:1:red:blue"."""
        return ":".join((self.kind, *self.about))

    @property
    def actor(self) -> str:
        """Who acts, as questions name them."""
        return self.who or (side(self.side) if self.side else "organiser")


def _nothing(state: object, book: object, side: str) -> Iterable[Todo]:
    return ()


@dataclass(frozen=True, slots=True)
class WhoseMove[S: State, B]:
    """What a game says of it: `owed(state, book)`, the musts and waits of everybody in a fixed order;
    `may(state, book, side)`, what else a side may do now in the book's order, of the state as it sees that;
    `ORGANISERS` stands for theirs. Of the kinds `at_the_table` nobody is told, for they are done there;
    `afterwards` are as a rule, and told when they stand for an hour.
    """

    owed: Callable[[S, B], Iterable[Todo]]
    may: Callable[[S, B, str], Iterable[Todo]] = _nothing
    at_the_table: frozenset[str] = frozenset()
    afterwards: frozenset[str] = frozenset()

    def of(self, state: S, book: B, side: str) -> list[Todo]:
        """All of one side: what it may do stands above the must of the same key, the rest comes last."""
        rows = [one for one in self.owed(state, book) if one.side == side]
        mays = list(self.may(state, book, side))
        found: list[Todo] = []
        for row in rows:
            found += [one for one in mays if one.key == row.key and row.stand == "must"]
            found.append(row)
        placed = {one.key for one in rows if one.stand == "must"}
        return found + [one for one in mays if one.key not in placed]

    def as_others_see(self, state: S, book: B, owns: Callable[[str], bool]) -> list[Todo]:
        """The rows of everybody, for somebody who plays the sides that `owns` names: what others keep to
        themselves is left out, and of what is covered only the cover is there.
        """
        return visible_todos(self.owed(state, book), owns)


def visible_todos(rows: Iterable[Todo], owns: Callable[[str], bool]) -> list[Todo]:
    """Rows as somebody reads them who plays the sides that `owns` names."""
    found: list[Todo] = []
    for row in rows:
        if owns(row.side):
            found.append(row)
        elif row.cover:
            found.append(covered(row))
        elif not row.own:
            found.append(row)
    return found


def covered(row: Todo) -> Todo:
    """What others read in place of a row: that its side has a must, and no more."""
    kind, *about = row.cover
    return Todo(kind=kind, about=tuple(about), side=row.side, until=row.until, any_of=True)


def with_must(rows: Iterable[Todo], *keys: str) -> tuple[str, ...]:
    """The sides that have a must, of these keys or of any, each once in the order of the rows."""
    musts = (one for one in rows if one.stand == "must" and (not keys or one.key in keys))
    return tuple(dict.fromkeys(one.side for one in musts))


def is_admitted[S: State, B](game: Game[S, B], state: S, act: str, params: Params) -> bool:
    """Whether an act with all its parameters would be let in now."""
    return _tried(game, state, act, params) is not None


def asks_nothing[S: State, B](game: Game[S, B], state: S, act: str, params: Params) -> bool:
    """Whether an act is let in and then has no die, no choice and no answer in it."""
    return _tried(game, state, act, params) == ()


def _tried[S: State, B](game: Game[S, B], state: S, act: str, params: Params) -> tuple[Question, ...] | None:
    """The questions an act begins with, None where it is refused."""
    spec = game.spec(f"{game.name}.{act}")
    try:
        progress = drive(spec.start(Ctx(state, game.book_of(state), "look"), params), _unanswered)
    except Refused:
        return None
    return getattr(progress, "questions", ())


def _unanswered(question: Question) -> Answer | None:
    return None


def waiting_on(rows: Sequence[Todo], sides: Iterable[str], kind: str, *about: str) -> Iterator[Todo]:
    """For each of these sides that has no row yet: that it waits for those who have a must, in their order.

    Nobody else reads it. Where nobody has a must there is nothing to wait for.
    """
    on = with_must(rows)
    there = {one.side for one in rows}
    for one in sides:
        if on and one not in there:
            yield Todo(kind=kind, about=about, stand="waits", side=one, on=on, own=True)


# Whose word counts


def _no_terms(state: object, book: object, params: Params) -> JsonObject:
    return {}


def _no_stage(state: object) -> str:
    return ""


def _never(state: object) -> bool:
    return False


def _no_moment(state: object) -> None:
    return None


def _no_outcomes(state: object, book: object, params: Params) -> list[tuple[str, str, str]]:
    return []


@dataclass(frozen=True, slots=True, kw_only=True)
class Word[S: State, B]:
    """Whose word one procedure takes.

    `whose(state, book, params)`: who has to agree, as questions name them; one person answers for each.
    Nobody: it binds nobody else now, and is done at once. `about`: the parameters that make two requests one
    subject; there is one open request of it. `stage(state)`: what was declined is not asked again before it
    is over, but for what says something else in one of the parameters `otherwise`: another colour, say.

    `asks(state, params, name)`: what somebody of that name would like, in a sentence; without a name as who
    asks reads it. `brings(state, params)`: what happens once all have agreed.
    `outcomes(state, book, params)`: what dice may bring then, in lines of face, outcome and worth.
    `listed(state, book, params)`: a list that whoever agrees has to have seen, in lines of name, note, worth.

    `acts(state, params)`: what is done once all have agreed, by procedure without its game; the act itself
    without it. `terms(state, book, params)`: what they agree to besides the parameters, asked anew where it
    has changed since. `days`: it lapses then; else at `until(state)`, or when it cannot be done any more.
    `rests(state)`: time stands still, and nothing lapses. `quiet`: those alone read it who ask or are asked,
    and organisers.
    """

    whose: Callable[[S, B, Params], Iterable[str]]
    about: Sequence[str]
    asks: Callable[[S, Params, str], str]
    brings: Callable[[S, Params], str]
    stage: Callable[[S], str] = _no_stage
    otherwise: Sequence[str] = ()
    outcomes: Callable[[S, B, Params], Sequence[tuple[str, str, str]]] = _no_outcomes
    listed: Callable[[S, B, Params], Sequence[tuple[str, str, str]]] = _no_outcomes
    acts: Callable[[S, Params], Sequence[tuple[str, JsonObject]]] | None = None
    terms: Callable[[S, B, Params], JsonObject] = _no_terms
    days: int = 0
    until: Callable[[S], datetime | None] = _no_moment
    rests: Callable[[S], bool] = _never
    quiet: bool = False


def qualified[S: State, B](game: Game[S, B], words: Mapping[str, Word[S, B]]) -> dict[str, Word[S, B]]:
    """The same by the full names of the procedures."""
    return {f"{game.name}.{name}": word for name, word in words.items()}
