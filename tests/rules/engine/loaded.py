"""Loaded dice: they always show the same face, which finds loops that wait for another one."""

from __future__ import annotations

from rules.engine.dice import Thrower, roll
from rules.engine.procedure import Answers
from rules.engine.questions import Answer, Draw, Question, Roll


def constant(face: int) -> Thrower:
    """Dice that always show `face`, or the highest side below it."""
    return lambda key, sides: min(face, sides)


def thrown_by(throw: Thrower) -> Answers:
    """Every die from there, and yes to all else."""

    def answer(question: Question) -> Answer:
        return roll(question, throw) if isinstance(question, Roll | Draw) else Answer(True)

    return answer
