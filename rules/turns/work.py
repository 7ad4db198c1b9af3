"""The small accumulator procedures book with: the effects so far and the state they give."""

from __future__ import annotations

from datetime import datetime

from rules.engine.effects import Effect
from rules.engine.games import Ctx, after_days
from rules.engine.state import State


class Work[S: State, B]:
    """Effects in the order booked; `state` is what they make of the state at the start."""

    def __init__(self, ctx: Ctx[S, B]) -> None:
        self.state: S = ctx.state
        self.book: B = ctx.book
        self.entry = ctx.entry
        self.clock: datetime | None = ctx.clock
        self.effects: list[Effect] = []

    def do(self, *effects: Effect) -> None:
        for one in effects:
            self.state = one.apply(self.state)
            self.effects.append(one)

    def done(self) -> tuple[Effect, ...]:
        return tuple(self.effects)

    def within(self, days: int) -> datetime | None:
        """When so many days are over by the league's clock; None without a limit."""
        return after_days(self.clock, days) if self.clock and days else None
