"""What procedures of Conquest book with: payments and the time a phase has."""

from __future__ import annotations

from datetime import datetime

from rules.conquest.book import ConquestInForce
from rules.conquest.effects import GoldMoved, PointsMoved
from rules.conquest.state import Conquest, PhaseName
from rules.turns import work


class ConquestWork(work.Work[Conquest, ConquestInForce]):
    """Effects in the order booked; `state` is what they make of the state at the start."""

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
        return self.within(getattr(self.book.settings, f"days_{phase}", 0))
