"""The questions a rule may ask, and what a valid answer to each looks like.

A question knows its key, who may answer, its options in a fixed order and the rule it comes from; it does
not know where the answer comes from (a phone, the app's dice, the journal, a script). Keys are made of ids
and the occasion (`casualty:<unit>`, `trait:<unit>:<level>:<throw>`), never of names, positions or texts.

Values are plain JSON: a roll and a number are int, a draw and a single choice the option's id, several
choices and a path a tuple of ids, a split a tuple of (id, amount) pairs, yes/no a bool, a text a str.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from typing import Annotated, ClassVar

from pydantic import Field

from rules.engine.language import die_name, say
from rules.engine.refusals import Refused

MOST_SHOWN = 12  # so many answers are named when something else was sent
TABLE = "table"  # anybody who takes part
ORGANISER = "organiser"


def side(warband: str) -> str:
    """Who-string for the people who act for one warband, realm or banner."""
    return f"side:{warband}"


def person(person_id: str) -> str:
    """Who-string for one person."""
    return f"person:{person_id}"


@dataclass(frozen=True, slots=True)
class Option:
    """One thing to tap. `note` is its price or meaning; with `why_not` it is shown but cannot be chosen."""

    id: str
    label: str
    note: str = ""
    why_not: str = ""


# Why something with this id is not among the options, None when that is nothing to say anything about. Asked
# only when somebody named it: it costs nothing before, and tells nothing to whoever did not ask.
type WhyNot = Callable[[str], Refused | None]
type CallsContent = Callable[[object], str]


def unknown(option_id: str) -> Refused | None:
    """Nothing was left out."""
    return None


@dataclass(frozen=True, slots=True)
class Face:
    """One face of a die and what it would mean here; `again` marks a face that would be rolled again."""

    value: int
    label: str = ""
    again: bool = False


@dataclass(frozen=True, slots=True)
class Question:
    """What every kind has in common; `kind` picks the widget, `about` is the id of the unit or territory."""

    key: str
    text: str
    _: KW_ONLY
    rule: str = ""
    who: str = TABLE
    how: str = ""
    about: str = ""
    sealed: bool = False
    kind: ClassVar[str] = ""
    by_hand: ClassVar[bool] = True  # whether a person may give the answer

    def check(self, value: object) -> object:
        """Return `value` in its canonical form or raise `Refused` with this question's key."""
        raise NotImplementedError

    def as_met(self, own: bool) -> Question:
        """The question as somebody who answers it meets it, `own`: it is put to them. Whoever answers for
        another learns nothing from it that only its owner may know."""
        return self

    def _no(self, sentence: str) -> Refused:
        return Refused(self.rule, sentence, self.key)


def die_values(die: str) -> tuple[int, ...]:
    """All values of a die: D3, D6, any Dn, D66 (11…66 without 0 and 7–9), kD6 as the possible sums."""
    if die == "D66":
        return tuple(10 * a + b for a in range(1, 7) for b in range(1, 7))
    count, sides = split_die(die)
    return tuple(range(count, count * sides + 1))


def split_die(die: str) -> tuple[int, int]:
    """("2D6") -> (2, 6); ("D3") -> (1, 3)."""
    count, _, sides = die.partition("D")
    return int(count or 1), int(sides)


@dataclass(frozen=True, slots=True)
class Roll(Question):
    """Throw `die`. `faces` says what each value means; `legal` limits the values that count (empty: all)."""

    kind: ClassVar[str] = "roll"
    die: str = "D6"
    faces: tuple[Face, ...] = ()
    legal: tuple[int, ...] = ()

    @property
    def values(self) -> tuple[int, ...]:
        return self.legal or die_values(self.die)

    def check(self, value: object) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or value not in self.values:
            raise self._no(self._not_shown(value))
        return value

    def _not_shown(self, value: object) -> str:
        faces = _faces(self.values)
        if self.legal and not isinstance(value, bool) and value in die_values(self.die):
            return say("A result of {face} is re-rolled here. These count: {faces}.", face=value, faces=faces)
        return say("The possible results of {die} are {faces}.", die=die_name(self.die), faces=faces)


@dataclass(frozen=True, slots=True)
class _Optioned(Question):
    """`left_out`: the reason why something else that exists was not offered; it is never sent to anybody."""

    options: tuple[Option, ...] = ()
    left_out: Annotated[WhyNot, Field(exclude=True)] = field(
        default=unknown, kw_only=True, compare=False, repr=False
    )

    def option(self, option_id: object) -> Option:
        for option in self.options:
            if option.id == option_id:
                if option.why_not:
                    raise self._no(option.why_not)
                return option
        raise self._why_not(option_id) or self._no(self._not_offered())

    def _why_not(self, option_id: object) -> Refused | None:
        why = self.left_out(option_id) if isinstance(option_id, str) else None
        return why and Refused(why.rule or self.rule, why.sentence, self.key)

    def _not_offered(self) -> str:
        able = [one.label for one in self.options if not one.why_not]
        if not able:
            return say("That is not one of the answers here.")
        shown = (*able[:MOST_SHOWN], *(["…"] if len(able) > MOST_SHOWN else []))
        return say("That is not one of the answers here: {offered}.", offered=", ".join(shown))


def question_options(question: Question) -> tuple[Option, ...]:
    """What can be tapped in answer to a question, none where nothing is to be chosen from a list."""
    return question.options if isinstance(question, _Optioned) else ()


@dataclass(frozen=True, slots=True)
class Draw(_Optioned):
    """Draw one of the options at random, evenly; the dice and the id drawn are both kept."""

    kind: ClassVar[str] = "draw"

    def check(self, value: object) -> str:
        return self.option(value).id


@dataclass(frozen=True, slots=True)
class Choose(_Optioned):
    """Choose exactly one option. `unit`, `territory` and plain choices differ only in how they are drawn."""

    kind: ClassVar[str] = "choose"

    def check(self, value: object) -> str:
        return self.option(value).id


@dataclass(frozen=True, slots=True)
class ChooseUnit(Choose):
    kind: ClassVar[str] = "unit"


@dataclass(frozen=True, slots=True)
class ChooseTerritory(Choose):
    kind: ClassVar[str] = "territory"


@dataclass(frozen=True, slots=True)
class ChooseSeveral(_Optioned):
    """Choose between `least` and `most` options; the canonical answer is in option order.

    `ticked` are those that are known to fit: the form has them ticked already.
    """

    kind: ClassVar[str] = "several"
    least: int = 0
    most: int = 0
    ticked: tuple[str, ...] = ()

    def check(self, value: object) -> tuple[str, ...]:
        chosen = _strings(value)
        if chosen is None or len(set(chosen)) != len(chosen):
            raise self._no(say("Choose each answer no more than once."))
        for one in chosen:
            self.option(one)
        if not self.least <= len(chosen) <= (self.most or len(self.options)):
            raise self._no(
                say("Choose {number}.", number=_between(self.least, self.most or len(self.options)))
            )
        return tuple(o.id for o in self.options if o.id in chosen)


@dataclass(frozen=True, slots=True)
class Path(Question):
    """A walk over territories: starts at `start`, each step along one of `edges`, at most `most` steps."""

    kind: ClassVar[str] = "path"
    start: str = ""
    edges: tuple[tuple[str, str], ...] = ()
    least: int = 0
    most: int = 1

    def check(self, value: object) -> tuple[str, ...]:
        steps = _strings(value)
        if steps is None or not self.least <= len(steps) <= self.most:
            raise self._no(
                say(
                    "The number of steps in the path must be {number}.",
                    number=_between(self.least, self.most),
                )
            )
        known = {*self.edges, *((b, a) for a, b in self.edges)}
        for here, there in zip((self.start, *steps), steps, strict=False):
            if (here, there) not in known:
                raise self._no(say("Each step of the path must go to a neighbouring territory."))
        return steps


@dataclass(frozen=True, slots=True)
class Number(Question):
    """A whole number from `least` to `most`, counted in `unit` ("points", "gold")."""

    kind: ClassVar[str] = "number"
    least: int = 0
    most: int = 0
    unit: str = ""

    def check(self, value: object) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not self.least <= value <= self.most:
            raise self._no(self._bounds())
        return value

    def _bounds(self) -> str:
        bounds = {"least": self.least, "most": self.most}
        if not self.unit:
            return say("Enter a whole number from {least} to {most}.", **bounds)
        return say("Enter a whole number from {least} to {most} {unit}.", unit=self.unit, **bounds)


@dataclass(frozen=True, slots=True)
class Split(_Optioned):
    """Share `total` over the options; each gets `least` to `most`. Answer: (id, amount) in option order."""

    kind: ClassVar[str] = "split"
    total: int = 0
    least: int = 0
    most: int = 0

    def check(self, value: object) -> tuple[tuple[str, int], ...]:
        given = _pairs(value)
        if given is None or set(given) - {o.id for o in self.options}:
            other = next((one for one in given or () if one not in {o.id for o in self.options}), "")
            raise self._why_not(other) or self._no(say("Give each one on the list its share."))
        shares = tuple((o.id, given.get(o.id, 0)) for o in self.options)
        if sum(amount for _, amount in shares) != self.total:
            made = sum(amount for _, amount in shares)
            raise self._no(
                say(
                    "The shares add up to {made}; they have to add up to {total}.",
                    made=made,
                    total=self.total,
                )
            )
        if any(not self.least <= amount <= (self.most or self.total) for _, amount in shares):
            bounds = _between(self.least, self.most or self.total)
            raise self._no(say("Each share must be {number}.", number=bounds))
        return shares


@dataclass(frozen=True, slots=True)
class YesNo(Question):
    """Yes or no; the two labels say what each answer does.

    `since`: the revision of the rules that began to ask. An entry from before it was never asked and went on
    as after a yes; so it does when it is run again.
    """

    kind: ClassVar[str] = "yesno"
    since: int = 0
    yes: str = field(default_factory=lambda: say("Yes"))
    no: str = field(default_factory=lambda: say("No"))

    def check(self, value: object) -> bool:
        if not isinstance(value, bool):
            raise self._no(say("Answer yes or no."))
        return value

    def told(self, value: bool) -> str:
        return self.yes if value else self.no


@dataclass(frozen=True, slots=True)
class Text(Question):
    """Some words of a person, at most `most` characters."""

    kind: ClassVar[str] = "text"
    least: int = 0
    most: int = 200

    def check(self, value: object) -> str:
        if not isinstance(value, str) or not self.least <= len(value.strip()) <= self.most or "\0" in value:
            raise self._no(say("Write {number} characters.", number=_between(self.least, self.most)))
        return value.strip()


@dataclass(frozen=True, slots=True)
class Reveal(Question):
    """What was sealed in answer to `sealed_key` of entry `entry`; whoever keeps the seals answers it.

    A sealing procedure is sent the seal's fingerprint, never the content; the content reaches the rules only
    through this question, in the step that reveals it, and from then on stands in the journal. `called`: the
    content as people say it, where it is made of ids; it is never sent to anybody.
    """

    kind: ClassVar[str] = "reveal"
    entry: str = ""
    sealed_key: str = ""
    called: Annotated[CallsContent | None, Field(exclude=True)] = field(
        default=None, kw_only=True, compare=False, repr=False
    )

    def check(self, value: object) -> object:
        return tuple(value) if isinstance(value, list) else value


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer and where it came from.

    `origin`: "app" (the app's dice), "hand" (a die or draw typed in), "choice", "clock", "sealed" (the value
    is a fingerprint), "revealed". `by` is the person's id, `dice` the single dice thrown, in order.
    `stood_for` is whose question it was, when `by` answered for somebody else.
    """

    value: object
    origin: str = "choice"
    by: str = ""
    dice: tuple[int, ...] = field(default=())
    stood_for: str = ""


def _strings(value: object) -> tuple[str, ...] | None:
    if isinstance(value, Sequence) and not isinstance(value, str) and all(isinstance(v, str) for v in value):
        return tuple(value)
    return None


def _pairs(value: object) -> dict[str, int] | None:
    if not isinstance(value, Mapping | Iterable):
        return None
    try:
        pairs = dict(value)
    except (TypeError, ValueError):
        return None
    fine = all(
        isinstance(k, str) and isinstance(v, int) and not isinstance(v, bool) for k, v in pairs.items()
    )
    return pairs if fine else None


def _between(least: int, most: int) -> str:
    return str(least) if least == most else say("{least} to {most}", least=least, most=most)


def _faces(values: tuple[int, ...]) -> str:
    if len(values) > 6:
        return _between(values[0], values[-1])
    return ", ".join(map(str, values))
