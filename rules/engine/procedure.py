"""Procedures: generators that yield questions and return effects, and the driver that runs them.

A procedure yields a `Question` (and is sent the value), a tuple of questions (and is sent a dict of the
values that are known, at least one) or an `Inadmissible` (and is sent nothing, if the driver lets it pass).
`gather` runs several procedures side by side and offers all their open questions at once. The driver runs a
procedure from its beginning with the answers known so far; it never keeps a generator between two requests.

Laws the driver keeps: a key asked twice is an error; an answer is checked by its question; after
`MOST_QUESTIONS` it stops; the result does not depend on the order in which answers arrived, because answers
are looked up by key.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from rules.engine.language import say
from rules.engine.questions import (
    TABLE,
    Answer,
    CallsContent,
    Face,
    Number,
    Question,
    Reveal,
    Roll,
    question_options,
)
from rules.engine.refusals import Inadmissible, Refused

MOST_QUESTIONS = 1000
OPEN_THROWS = 6  # so many duplicates are shown face by face; then only the faces that count are offered

type Yielded = Question | tuple[Question, ...] | Inadmissible
# What is sent in is the value of the very question that was yielded: a generator's type cannot say so.
type Procedure[T] = Generator[Yielded, Any, T]
type Answers = Callable[[Question], Answer | None]


class BrokenProcedure(Exception):
    """A fault in a rule's code: a key asked twice or a dialogue without end."""


class Fingerprint(str):
    """All that a procedure is sent of an answer somebody sealed; `unsealed` asks for what is behind it."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class AnsweredQuestion:
    """A question together with the answer it got."""

    question: Question
    answer: Answer


@dataclass(frozen=True, slots=True)
class Open:
    """The procedure waits: `questions` can be answered now, in any order."""

    questions: tuple[Question, ...]
    asked: tuple[AnsweredQuestion, ...]
    notes: tuple[Refused, ...] = ()


@dataclass(frozen=True, slots=True)
class Settled[T]:
    """The procedure has ended with `result` (for a registered procedure: its effects)."""

    result: T
    asked: tuple[AnsweredQuestion, ...]
    notes: tuple[Refused, ...] = ()


def drive[T](procedure: Procedure[T], answers: Answers, *, enforce: bool = True) -> Open | Settled[T]:
    """Run `procedure` from its beginning with what `answers` knows.

    With `enforce=False` (corrections of the past) admission rules are noted instead of raised. Raises
    `Refused` for an answer or a state that does not pass, `BrokenProcedure` for a faulty rule.
    """
    run = _Run(answers, enforce)
    try:
        yielded = next(procedure)
        while True:
            if isinstance(yielded, Inadmissible):
                run.note(yielded)
                yielded = procedure.send(None)
                continue
            known = run.known(_front(yielded))
            if not known:
                return Open(_front(yielded), tuple(run.asked), tuple(run.notes))
            yielded = procedure.send(known if isinstance(yielded, tuple) else next(iter(known.values())))
    except StopIteration as end:
        return Settled(end.value, tuple(run.asked), tuple(run.notes))
    finally:
        procedure.close()


class _Run:
    """What one pass of the driver remembers."""

    def __init__(self, answers: Answers, enforce: bool) -> None:
        self.answers, self.enforce = answers, enforce
        self.asked: list[AnsweredQuestion] = []
        self.notes: list[Refused] = []
        self.used: set[str] = set()

    def note(self, inadmissible: Inadmissible) -> None:
        refused = inadmissible.refused()
        if self.enforce:
            raise refused
        if refused not in self.notes:
            self.notes.append(refused)

    def known(self, front: tuple[Question, ...]) -> dict[str, object]:
        keys = [question.key for question in front]
        if len(set(keys)) != len(keys) or self.used.intersection(keys):
            raise BrokenProcedure(f"a key is asked twice: {keys}")
        known: dict[str, object] = {}
        for question in front:
            answer = self.answers(question)
            if answer is not None:
                sealed = answer.origin == "sealed"  # checked then
                known[question.key] = _sealed(answer.value) if sealed else question.check(answer.value)
                self.asked.append(AnsweredQuestion(question, answer))
        self.used.update(known)
        if len(self.used) > MOST_QUESTIONS:
            raise BrokenProcedure(f"more than {MOST_QUESTIONS} questions in one dialogue")
        return known


def _sealed(value: object) -> object:
    return Fingerprint(value) if isinstance(value, str) else value


def _front(yielded: Question | tuple[Question, ...]) -> tuple[Question, ...]:
    front = yielded if isinstance(yielded, tuple) else (yielded,)
    if not front:
        raise BrokenProcedure("an empty set of questions")
    return front


def from_mapping(answers: Mapping[str, Answer]) -> Answers:
    """Answers by key, as the journal and the waiting dialogue keep them."""
    return lambda question: answers.get(question.key)


def ask_nothing() -> Procedure[None]:
    """A procedure that asks nothing; lets a function that may ask be a generator in every branch."""
    yield from ()


def admit(condition: bool, rule: str, sentence: str, key: str | None = None, **about: str) -> Procedure[None]:
    """Admission: go on when `condition` holds, otherwise be refused (or, on the past, noted). `about`: what
    has to be seen to first, `mission="s4.mission"`."""
    if not condition:
        yield Inadmissible(rule, sentence, key, tuple(about.items()))


def require(condition: bool, rule: str, sentence: str, key: str | None = None) -> None:
    """The impossible: raise `Refused` unless `condition` holds."""
    if not condition:
        raise Refused(rule, sentence, key)


def checked_name(name: str, most: int, rule: str, nameless: str, key: str = "name") -> str:
    """A name as it is kept, without the blanks around it; raises `Refused` for none and for one too long."""
    kept = name.strip()
    require(bool(kept), rule, nameless, key)
    require(len(kept) <= most, rule, say("A name can have at most {most} characters.", most=most), key)
    return kept


def unsealed(
    entry: str, key: str, text: str, *, rule: str, who: str = TABLE, called: CallsContent | None = None
) -> Procedure[Any]:
    """What was sealed in answer to `key` of an entry ("gold:b1:red"), asked for as "opened:b1:red"."""
    name = f"opened:{key.partition(':')[2]}"
    return (yield Reveal(name, text, rule=rule, who=who, entry=entry, sealed_key=key, called=called))


def gather[T](*procedures: Procedure[T]) -> Procedure[list[T]]:
    """Run independent procedures side by side; results in the order given, whatever was answered first."""
    results: dict[int, T] = {}
    waiting: dict[int, Question | tuple[Question, ...]] = {}
    for place, child in enumerate(procedures):
        yield from _advance(place, child, None, waiting, results)
    while waiting:
        known = yield tuple(q for yielded in waiting.values() for q in _front(yielded))
        for place, yielded in list(waiting.items()):
            sent = _part(yielded, known)
            if sent is not None:
                yield from _advance(place, procedures[place], sent[0], waiting, results)
    return [results[place] for place in range(len(procedures))]


def ask_all(questions: Iterable[Question]) -> Procedure[list[Any]]:
    """Ask several questions side by side; their answers in the order given."""
    return (yield from gather(*map(_asked, questions)))


def ask_and_open(
    entry: str, questions: Iterable[Question], text: Callable[[Question], str], *, rule: str
) -> Procedure[list[Any]]:
    """Ask several questions side by side; when all have answered, what was sealed is opened under `text`."""
    asked = tuple(questions)
    given = yield from ask_all(asked)
    pairs = zip(asked, given, strict=True)
    return (yield from gather(*(_opened(entry, one, value, text, rule) for one, value in pairs)))


def _opened(
    entry: str, question: Question, value: object, text: Callable[[Question], str], rule: str
) -> Procedure[Any]:
    if isinstance(value, Fingerprint):
        called = partial(_as_answered, question)
        value = yield from unsealed(entry, question.key, text(question), rule=rule, called=called)
    return value


def _as_answered(question: Question, value: object) -> str:
    """An opened answer in the words of the question it was sealed for."""
    if isinstance(question, Number):
        return f"{value} {question.unit}".strip()
    return next((one.label for one in question_options(question) if one.id == value), str(value))


def _asked(question: Question) -> Procedure[Any]:
    return (yield question)


def _part(yielded: Question | tuple[Question, ...], known: dict[str, object]) -> tuple[object] | None:
    """What of `known` belongs to this child, wrapped (a value may be None or False); None if nothing does."""
    if isinstance(yielded, tuple):
        mine = {q.key: known[q.key] for q in yielded if q.key in known}
        return (mine,) if mine else None
    return (known[yielded.key],) if yielded.key in known else None


def _advance[T](
    place: int,
    child: Procedure[T],
    value: object,
    waiting: dict[int, Question | tuple[Question, ...]],
    results: dict[int, T],
) -> Procedure[None]:
    waiting_at = waiting.pop(place, None)
    try:
        yielded = next(child) if waiting_at is None else child.send(value)
        while isinstance(yielded, Inadmissible):
            yield yielded
            yielded = child.send(None)
    except StopIteration as end:
        results[place] = end.value
        return
    waiting[place] = yielded
    waiting_sorted = dict(sorted(waiting.items()))
    waiting.clear()
    waiting.update(waiting_sorted)


def roll_until(
    key: str, faces: tuple[Face, ...], *, text: str, rule: str, who: str, about: str = "", how: str = ""
) -> Procedure[int]:
    """Roll a D6 until a face counts; every throw is a question of its own, `key:1`, `key:2`, …

    `faces` carries all six faces with `again` on those that are rolled again; at least one must count. After
    `OPEN_THROWS` duplicates only the faces that count are offered, which is equivalent and ends.
    """
    legal = tuple(face.value for face in faces if not face.again)
    if not legal:
        raise BrokenProcedure(f"{key}: no face left that counts")
    throw = 0
    while True:
        throw += 1
        only = legal if throw > OPEN_THROWS else ()
        value: int = yield Roll(
            f"{key}:{throw}", text, rule=rule, who=who, about=about, how=how, faces=faces, legal=only
        )
        if value in legal:
            return value
