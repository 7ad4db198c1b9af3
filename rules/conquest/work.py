"""The small accumulator procedures book with: the effects so far and the state they give."""

from __future__ import annotations

from datetime import datetime, timedelta

from rules.conquest.book import InForce
from rules.conquest.effects import GoldMoved, PointsMoved
from rules.conquest.game import ConquestCtx
from rules.conquest.state import Conquest, PhaseName
from rules.engine.effects import Effect


class Work:
    """Effects in the order booked; `state` is what they make of the state at the start."""

    def __init__(self, ctx: ConquestCtx) -> None:
        self.state: Conquest = ctx.state
        self.book: InForce = ctx.book
        self.entry = ctx.entry
        self.now: datetime | None = ctx.now
        self.effects: list[Effect] = []

    def do(self, *effects: Effect) -> None:
        for one in effects:
            self.state = one.apply(self.state)
            self.effects.append(one)

    def done(self) -> tuple[Effect, ...]:
        return tuple(self.effects)

    @property
    def is_over(self) -> bool:
        return self.state.now.phase == "finished"

    def pay(self, realm: str, amount: int, occasion: str, about: str, rule: str) -> None:
        """Book the price of an act."""
        self.do(PointsMoved(realm=realm, amount=-amount, occasion=occasion, about=about, rule=rule))

    def gold(self, realm: str, amount: int, occasion: str, about: str, rule: str) -> None:
        """Book gold gained or, negative, lost; nothing is booked for nothing."""
        if amount:
            self.do(GoldMoved(realm=realm, amount=amount, occasion=occasion, about=about, rule=rule))

    def deadline(self, phase: PhaseName) -> datetime | None:
        """When a phase, or a turn in it, is over; None without a limit."""
        days: int = getattr(self.book.settings, f"days_{phase}", 0)
        return self.now + timedelta(days=days) if self.now and days else None
