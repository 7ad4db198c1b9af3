"""A league in a test of rules: short verbs to act, ask and be refused, whatever the game."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

import pytest

from rules.engine.dice import dice_value, is_random, roll
from rules.engine.effects import Effect, apply_all
from rules.engine.games import AnyGame
from rules.engine.hidden import Deal
from rules.engine.procedure import Settled, drive
from rules.engine.questions import Answer, Question, Reveal, Roll
from rules.engine.refusals import Refused
from tests.rules.engine.loaded import constant
from tests.rules.sourced import sourced, well_asked, well_refused

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


class Played:
    """A league; every act checks that its effects survive the journal's JSON.

    `filled` are parameters that a procedure takes from where the league stands. What is sealed is kept aside
    and only its number answers, as the door does it.
    """

    game: AnyGame
    filled: tuple[str, ...] = ()

    def __init__(self, state: Any) -> None:
        self.state = state
        self.entries = 0
        self.seals: dict[tuple[str, str], object] = {}

    # acting

    def do(
        self, act: str, *, dice: tuple[int, ...] = (), choices: tuple[Any, ...] = (), **params: Any
    ) -> Any:
        """Carry an act out with these dice and choices in the order asked; the effects."""
        progress = self.drive(act, dice=dice, choices=choices, **params)
        assert isinstance(progress, Settled), [q.key for q in progress.questions]
        return self.book(progress.result)

    def drive(
        self, act: str, *, dice: tuple[int, ...] = (), choices: tuple[Any, ...] = (), **params: Any
    ) -> Any:
        supply, said = list(dice), list(choices)
        known: dict[str, Answer] = {}
        met: set[str] = set()

        def answer(question: Question) -> Answer | None:
            if question.key in known:
                return known[question.key]
            for asked in (question, *getattr(question, "lines", ())):
                well_asked(asked)
                met.add(asked.key)
            if isinstance(question, Reveal):
                return Answer(self.seals[question.entry, question.sealed_key], "revealed")
            if isinstance(question, Roll) and supply:
                count = int(question.die.partition("D")[0] or 1)
                thrown = tuple(supply[:count])
                del supply[:count]
                known[question.key] = Answer(dice_value(question.die, thrown), "hand", dice=thrown)
            elif isinstance(question, Deal):
                dealt = roll(self._with_cards(question), constant(1))
                known[question.key] = self._said(question, dealt.value)
            elif not isinstance(question, Roll) and said:
                known[question.key] = self._said(question, said.pop(0))
            return known.get(question.key)

        try:
            progress = drive(self.start(act, **params), answer)
        except Refused as refused:
            well_refused(refused, *self.game.spec(f"{self.game.name}.{act}").params.model_fields, *met)
            raise
        assert not supply, f"{act}: dice left over {supply}"
        assert not said, f"{act}: choices left over {said}"
        return progress

    def _with_cards(self, question: Deal) -> Deal:
        return question.of_rest(self.seals[question.source]) if question.source[0] else question

    def _said(self, question: Question, value: object) -> Answer:
        if not question.sealed:
            return Answer(value)
        sealed = question.check(value)
        if isinstance(question, Deal):
            for hand, held in question.check(value):
                self.seals[f"e{self.entries + 1}", f"{question.key}:{hand}"] = held
        self.seals[f"e{self.entries + 1}", question.key] = sealed
        return Answer(f"seal {len(self.seals)}", "sealed")

    def start(self, act: str, now: datetime | None = NOW, **params: Any) -> Any:
        fields = self.game.spec(f"{self.game.name}.{act}").params.model_fields
        for name in self.filled:
            if name in fields and name not in params:
                params[name] = getattr(self.state.now, name)
        return self.game.start(self.state, f"{self.game.name}.{act}", params, f"e{self.entries + 1}", now)

    def book[E: Iterable[Effect]](self, effects: E) -> E:
        self.state = apply_all(self.state, sourced(effects))
        self.entries += 1
        return effects

    def rolled(self, act: str, *, face: int = 4, **params: Any) -> Any:
        """Carry an act out with the app's dice always showing one face."""
        throw = constant(face)
        progress = drive(
            self.start(act, **params),
            lambda q: roll(q, throw) if is_random(q) else None,
        )
        assert isinstance(progress, Settled), [q.key for q in progress.questions]
        return self.book(progress.result)

    def refused(self, code: str, act: str, *, rule: str = "", **params: Any) -> str:
        """The act is refused with this row of the book's refusals (and its rule, or `rule`); the sentence."""
        before = self.state
        with pytest.raises(Refused) as caught:
            self.do(act, **params)
        row = self.game.book_of(before).book.refusals[code]
        said = caught.value
        assert re.fullmatch(self._as_told(row.text), said.sentence), (said.sentence, code)
        assert said.rule == (rule or row.rule) or "{" in row.rule, (said.rule, row.rule)
        assert self.state is before
        return said.sentence

    def names(self) -> Iterable[str]:
        """What players are called here."""
        return ()

    def _as_told(self, text: str) -> str:
        """What a sentence of the book may look like here: players are those of the league."""
        names = "|".join(re.escape(one) for one in self.names())
        wording = re.escape(text).replace(re.escape("{player}"), f"({names})")
        return re.sub(r"\\{\w+\\}", ".+", wording)

    def ask(self, figure: str, **params: Any) -> Any:
        return self.game.ask(self.state, figure, params)

    def by_itself(self, face: int = 4) -> None:
        """Everything the app starts without anybody."""
        while todo := self.ask("automatic"):
            name = todo[0]["do"].partition(".")[2]
            self.rolled(name, face=face, **todo[0]["params"])

    # looking

    @property
    def phase(self) -> str:
        return str(self.state.now.phase)
