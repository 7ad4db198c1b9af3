"""What procedures of Firestorm book with: the ledger's rows, and the time a phase has."""

from __future__ import annotations

from datetime import datetime

from rules.firestorm.book import FirestormInForce
from rules.firestorm.effects import LedgerEntered
from rules.firestorm.state import Coin, Firestorm, LedgerRow, PhaseName
from rules.turns import work


class FirestormWork(work.Work[Firestorm, FirestormInForce]):
    """Effects in the order booked; `state` is what they make of the state at the start."""

    @property
    def is_over(self) -> bool:
        return self.state.now.phase == "finished"

    def enter(
        self, coin: Coin, faction: str, amount: int, occasion: str, rule: str, *, battle: str = "",
        territory: str = "", reverses: str = "", words: str = "",
    ) -> None:  # fmt: skip
        """Book a row of the ledger; nothing is booked for nothing."""
        if not amount:
            return
        row = LedgerRow(
            id=f"{self.entry}.{len(self.effects)}",
            coin=coin,
            faction=faction,
            amount=amount,
            turn=self.state.now.turn,
            occasion=occasion,
            battle=battle,
            territory=territory,
            rule=rule,
            reverses=reverses,
            words=words,
        )
        self.do(LedgerEntered(row=row, rule=rule))

    def deadline(self, phase: PhaseName) -> datetime | None:
        """When a phase is over; None without a limit."""
        return self.within(getattr(self.book.settings, f"days_{phase}", 0))
