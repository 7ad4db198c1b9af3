"""What a player has to do now."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rules.conquest.book import InForce
from rules.conquest.rounds.phases import waiting_for
from rules.conquest.standing import battles_now
from rules.conquest.state import Battle, Conquest
from rules.engine.language import listed, mark, said

DUTIES = {
    "capitals": mark("Pick your capital."),
    "events": mark("Take an event."),
    "revenue": mark("Roll for your mines."),
    "challenge": mark("Challenge somebody."),
    "choice": mark("Choose: one battle against all your challengers, or one against each."),
    "spend": mark("Spend your {points} EP and end your turn."),
    "end": mark("End your turn."),
    "confirm": mark("{names} reported your battle. Is that right?"),
    "counts": mark("Your report counts once agreed by {names}."),
    "again": mark("Your battle with {names} is disputed. Report it again."),
    "land": mark("Fight {names} and report the result."),
    "sea": mark("Fight {names} at sea and report the result."),
    "siege": mark("Fight {names} for the fort and report the result."),
}
ACTS = {
    "capitals": "pick_capital",
    "events": "pick_event",
    "revenue": "collect",
    "challenge": "challenge",
    "choice": "choose_battles",
}


@dataclass(frozen=True, slots=True)
class Duty:
    """Something a player has to do, not yet in words: `kind` is one of `DUTIES`, `names` are those of others.

    `about`: the battle; `waits`: others have to do something before it goes on.
    """

    kind: str
    act: str
    about: str = ""
    names: tuple[str, ...] = ()
    points: int = 0
    waits: bool = False

    @property
    def text(self) -> str:
        """A sentence to whoever has it."""
        return duty_words(self.kind, self.names, self.points)


def duty_words(kind: str, names: Iterable[str], points: int) -> str:
    """A duty as a sentence to whoever has it. Source: CQ-22"""
    return said(DUTIES[kind], names=listed(names), points=points)


def duties(state: Conquest, book: InForce, realm: str) -> list[Duty]:
    """What this player has to do now; `waits` marks what others have to do before it goes on.

    Source: CQ-22
    """
    now = state.now
    if now.paused or realm not in state.realms:
        return []
    if now.phase == "battle":
        return [_battle_duty(state, one, realm) for one in undecided(state, realm)]
    if realm not in waiting_for(state, book) or now.active not in ("", realm):
        return []
    if now.phase == "conquest":
        points = state.realms[realm].ep
        return [Duty("spend" if points else "end", "end_turn", points=points)]
    return [Duty(now.phase, ACTS[now.phase])]


def undecided(state: Conquest, realm: str) -> list[Battle]:
    """The battles of this round that a realm is in and that do not count yet. Source: CQ-22"""
    return [b for b in battles_now(state) if realm in b.members and b.status not in ("settled", "struck")]


def _battle_duty(state: Conquest, battle: Battle, realm: str) -> Duty:
    """The next step of one battle for one of its members."""
    mine = battle.side_of(realm)
    against = battle.defenders if mine == "attack" else battle.attackers
    names = tuple(state.name_of(one) for one in against)
    if battle.status == "reported" and battle.side_of(battle.reported_by) != mine:
        return Duty("confirm", "confirm", battle.id, names)
    if battle.status == "reported":
        return Duty("counts", "", battle.id, names, waits=True)
    act = "report" if battle.kind == "land" else "report_outcome"
    if battle.status == "disputed":
        return Duty("again", act, battle.id, names)
    return Duty(battle.kind, act, battle.id, names)
