"""Entries told to people: a game has a teller for each of its procedures, and what an entry is told of.

Names come from a function, because the journal holds ids. A teller's sentence has no full stop of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from string import Formatter
from typing import ClassVar, Protocol

from rules.engine.effects import Effect
from rules.engine.games import Choosable
from rules.engine.language import listed, said, say
from rules.engine.plain import Params
from rules.engine.questions import Answer

WRITTEN = ("name", "words")  # what people wrote, as it stands; all else is an id or a figure

type Names = Callable[[str], str]


class EntryContext:
    """What an entry is told of: its parameters, its answers, its effects by kind, names for its ids.

    `effects` are those that whoever reads may know of. An edition the game does not have is its first.
    """

    EDITIONS: ClassVar[Sequence[str]] = ()

    def __init__(
        self,
        params: Params,
        answers: Mapping[str, Answer],
        effects: Sequence[Effect],
        names: Names,
        edition: str,
    ) -> None:
        self.params, self.answers, self.effects, self.names = params, answers, effects, names
        self.edition = edition if edition in self.EDITIONS else next(iter(self.EDITIONS), edition)

    def all[E: Effect](self, kind: type[E]) -> list[E]:
        return [one for one in self.effects if isinstance(one, kind)]

    def one[E: Effect](self, kind: type[E]) -> E | None:
        return next(iter(self.all(kind)), None)

    def text(self, key: str) -> str:
        return str(self.params.get(key) or "")

    def name(self, key: str) -> str:
        return self.names(self.text(key))

    def listed(self, ids: Iterable[str]) -> str:
        return listed([self.names(one) for one in ids], none=say("nobody"))

    @property
    def reason(self) -> str:
        """In brackets, without the point of its own: the sentence sets one."""
        words = self.text("words").strip().removesuffix(".")
        return f" ({words})" if words else ""


class Tell(Protocol):
    """An entry as a sentence; None for what the game does not know."""

    def __call__(
        self,
        procedure: str,
        params: Params,
        answers: Mapping[str, Answer],
        effects: Sequence[Effect],
        names: Names,
        edition: str = "",
    ) -> str | None: ...


def _alone(told: EntryContext) -> tuple[str, ...]:
    return ()


def entry_teller[T: EntryContext](
    kind: type[T],
    tellers: Mapping[str, Callable[[T], str]],
    follows: Callable[[T], Iterable[str]] = _alone,
) -> Tell:
    """What tells a game's entries. `tellers` by the names of procedures without the game's; `follows`: what
    came of itself with an entry.
    """

    def tell(
        procedure: str,
        params: Params,
        answers: Mapping[str, Answer],
        effects: Sequence[Effect],
        names: Names,
        edition: str = "",
    ) -> str | None:
        teller = tellers.get(procedure.partition(".")[2])
        if teller is None:
            return None
        told = kind(params, answers, effects, names, edition)
        return with_full_stop(joined_sentences(teller(told), *follows(told))) or None

    return tell


def sentence_teller(sentence: str) -> Callable[[EntryContext], str]:
    """A teller that says one marked sentence, with the entry's parameters filled in by their names."""
    wanted = {name for _text, name, _how, _conversion in Formatter().parse(sentence) if name}

    def teller(told: EntryContext) -> str:
        values = {name: told.text(name) if name in WRITTEN else told.name(name) for name in wanted}
        return said(sentence, **values)

    return teller


def now_set(settings: Iterable[Choosable], key: str, value: object, before: object = "") -> str:
    """That a setting has another value, in its book's words; one that is not there any more, by its key."""
    one = next((one for one in settings if one.key == key), Choosable(key, "", name=key))
    told = {"setting": one.title, "now": one.word(value), "before": one.word(before)}
    if before:
        return say("“{setting}” is now “{now}” instead of “{before}”", **told)
    return say("“{setting}” is now “{now}”", **told)


def joined_sentences(*told: str) -> str:
    """One after the other, those that there are; the last full stop is set by whoever tells."""
    return ". ".join(one for one in told if one)


def clauses(*told: str) -> str:
    """Clauses that stand by themselves, one after the other; empty ones fall away."""
    return "; ".join(one for one in told if one)


def with_full_stop(sentence: str) -> str:
    """With its full stop, unless it ends in a mark of its own."""
    text = sentence.rstrip(".: ")
    return text if not text or text.endswith(("!", "?")) else say("{sentence}.", sentence=text)
