"""Why something cannot be done, as rows of a book: a code, its rule, its sentence, and how hard it is.

The same iterators of problems serve the procedures (which stop at the first) and the pages (which show the
first as the sentence why not).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from pydantic import Field

from rules.engine.books import BookModel
from rules.engine.language import Text
from rules.engine.procedure import Procedure
from rules.engine.refusals import About, Inadmissible, Refused


class RefusalRow(BookModel):
    """A row of a book: `hard` when it is impossible whatever the time; `leads`: what has to be seen to first,
    by its kind, `{ setting = "naval" }`.
    """

    rule: str
    text: Text
    hard: bool = False
    leads: dict[str, str] = Field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TurnProblem:
    """Why something cannot be done; `hard` when it is impossible and not only inadmissible now."""

    code: str
    rule: str
    sentence: str
    hard: bool
    key: str | None = None
    leads: About = ()

    def about(self, key: str) -> TurnProblem:
        """The same, naming the parameter it is about."""
        return replace(self, key=key)

    def leading(self, **to: str) -> TurnProblem:
        """The same, naming what has to be seen to first: `battle="turn:2:b1"`."""
        return replace(self, leads=tuple(to.items()))

    def refused(self) -> Refused:
        return Refused(self.rule, self.sentence, self.key, admission=not self.hard, about=self.leads)

    def inadmissible(self) -> Inadmissible:
        return Inadmissible(self.rule, self.sentence, self.key, self.leads)


def problem_of(refusals: Mapping[str, RefusalRow], code: str, **values: object) -> TurnProblem:
    """The refusal `code` ("E24") with its sentence filled in."""
    row = refusals[code]
    rule, sentence = row.rule.format(**values), row.text.format(**values)
    return TurnProblem(code, rule, sentence, row.hard, leads=tuple(row.leads.items()))


def stop(problems: Iterable[TurnProblem]) -> Procedure[None]:
    """Refuse with the first problem; inadmissible ones are noted instead when the past is replayed."""
    for problem in problems:
        if problem.hard:
            raise problem.refused()
        yield problem.inadmissible()


def first_of(problems: Iterable[TurnProblem]) -> TurnProblem | None:
    return next(iter(problems), None)
