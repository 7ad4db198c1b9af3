"""Questions whose answers stay hidden for a while: a sheet that is sealed as one, and cards dealt face down.

`questions.Reveal` opens what was sealed. Like every sealed answer, only fingerprints reach the procedure.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from rules.engine.language import say
from rules.engine.questions import Answer, Question
from rules.engine.refusals import Refused

type Pairs = tuple[tuple[str, object], ...]
REST = "rest"  # the hand of the cards nobody was dealt


@dataclass(frozen=True, slots=True)
class SealedSheet(Question):
    """Several questions answered as one, so that they are sealed as one.

    The value is a tuple of (key of a line, its value), in the order of the lines.
    """

    kind: ClassVar[str] = "sheet"
    lines: tuple[Question, ...] = ()

    def check(self, value: object) -> Pairs:
        given = mapping_from_pairs(value)
        if given is None:
            raise self._no(say("Answer line by line."))
        known = {line.key for line in self.lines}
        if strange := sorted(set(given) - known):
            raise self._no(say("{key} is not one of the questions here.", key=strange[0]))
        return tuple((line.key, self._line(line, given)) for line in self.lines)

    def _line(self, line: Question, given: Mapping[str, object]) -> object:
        if line.key not in given:
            sentence = say("This has not been answered yet: {what}", what=line.text)
            raise Refused(line.rule or self.rule, sentence, line.key)
        return line.check(given[line.key])


@dataclass(frozen=True, slots=True)
class Deal(Question):
    """The app shuffles the cards and deals each hand one, face down; nobody sees another's, nor the rest.

    `hands` are who-strings (`person:7`, `side:red`): each hand is sealed for its own, under the key
    `<key>:<hand>`, and what is left under `<key>:rest`. `source` names the slot and key of the rest of an
    earlier deal, whose cards are dealt then instead of `cards`. The value is a tuple of (hand, fingerprint).
    """

    kind: ClassVar[str] = "deal"
    by_hand: ClassVar[bool] = False
    cards: tuple[str, ...] = ()
    hands: tuple[str, ...] = ()
    source: tuple[str, str] = ("", "")

    def check(self, value: object) -> Pairs:
        given = mapping_from_pairs(value)
        if given is None or set(given) != {*self.hands, REST}:
            raise self._no(say("The cards are dealt by the app."))
        return tuple((hand, given[hand]) for hand in (*self.hands, REST))

    def of_rest(self, held: object) -> Deal:
        """The same deal from the rest of an earlier one."""
        return replace(self, cards=tuple(map(str, held)) if isinstance(held, tuple | list) else ())

    def dealt(self, order: Iterable[int]) -> Answer:
        """Who holds what when the cards lie in this order (their numbers, from 0)."""
        shuffled = tuple(self.cards[number] for number in order)
        if len(shuffled) < len(self.hands):
            raise self._no(say("There are not enough cards for everybody."))
        held: list[tuple[str, object]] = list(zip(self.hands, shuffled, strict=False))
        return Answer((*held, (REST, shuffled[len(self.hands) :])), "app")


def mapping_from_pairs(value: object) -> dict[str, object] | None:
    """What was sent as pairs, in a mapping or a list; None when it is neither."""
    if not isinstance(value, Mapping | tuple | list):
        return None
    try:
        found: dict[object, object] = dict(value)
    except (TypeError, ValueError):
        return None
    return {key: one for key, one in found.items() if isinstance(key, str)}
