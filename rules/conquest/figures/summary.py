"""What a player has to do now, and what a round was, in lines to share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rules.conquest.book import InForce
from rules.conquest.figures.lines import ToDo
from rules.conquest.game import GAME
from rules.conquest.rounds.phases import PHASES, waiting_for
from rules.conquest.standing import active_realms, battles_now, halves, in_words
from rules.conquest.state import Battle, Conquest, Event, Grade, Rank, Round
from rules.engine.language import listed, mark, said, say

DUTIES = {
    "capitals": mark("Pick your capital."),
    "events": mark("Take an event."),
    "revenue": mark("Roll for your mines."),
    "challenge": mark("Challenge somebody."),
    "choice": mark("Choose: one battle against all your challengers, or one against each."),
    "spend": mark("Spend your {points} EP and end your turn."),
    "end": mark("End your turn."),
    "confirm": mark("{names} reported your battle. Is it right?"),
    "counts": mark("Your report counts once agreed by {names}."),
    "again": mark("Your battle with {names} is disputed. Report it again."),
    "land": mark("Fight {names} and report."),
    "sea": mark("Fight {names} at sea and report."),
    "siege": mark("Fight {names} for the fort and report."),
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


def duty_words(kind: str, names: Iterable[str], points: int) -> str:
    """A duty as a sentence to whoever has it. Source: CQ-22"""
    return said(DUTIES[kind], names=listed(names), points=points)


@GAME.figure("to_do")
def to_do(state: Conquest, book: InForce, realm: str) -> list[ToDo]:
    """What this player has to do now; `waits` marks what others have to do before it goes on.

    Source: CQ-22
    """
    return [
        {
            "act": one.act,
            "about": one.about,
            "text": duty_words(one.kind, one.names, one.points),
            "waits": one.waits,
        }
        for one in duties(state, book, realm)
    ]


def duties(state: Conquest, book: InForce, realm: str) -> list[Duty]:
    """The same before it is put into words. Source: CQ-22"""
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
    if battle.status == "disputed":
        return Duty("again", "report", battle.id, names)
    act = "report" if battle.kind == "land" else "report_outcome"
    return Duty(battle.kind, act, battle.id, names)


def _names(state: Conquest, side: Iterable[str]) -> str:
    return listed(state.name_of(one) for one in side)


@GAME.figure("round_summary")
def round_summary(state: Conquest, book: InForce, round: int = 0) -> list[str]:
    """A round in lines for a chat: order, events, battles, points, sizes. The running one by default.

    Source: CQ-13, CQ-17, CQ-38, CQ-87
    """
    found = state.rounds.get(f"round:{round or state.now.round}")
    return list(_lines(state, book, found)) if found else [say("No round has begun yet.")]


def _lines(state: Conquest, book: InForce, one: Round) -> Iterator[str]:
    number = say("Round {number}", number=one.number)
    yield number if one.ended else f"{number} – {said(PHASES[state.now.phase].title)}"
    yield say("Order: {order}", order=", ".join(_ranked(state, rank) for rank in one.ranking))
    yield from _events(state, book, one.number)
    for _, battle in sorted(state.battles.items()):
        if battle.round == one.number:
            yield _battle(state, battle)
    if one.earned:
        earned = ", ".join(f"{state.name_of(e.realm)} {e.points}" for e in one.earned)
        yield say("Points: {points}", points=earned)
    if one.number == state.now.round:
        sizes = sorted(((halves(state, book, r.id), r.id) for r in active_realms(state)), reverse=True)
        told = ", ".join(f"{state.name_of(r)} {in_words(size)}" for size, r in sizes)
        yield say("Sizes now: {sizes}", sizes=told)


def _ranked(state: Conquest, rank: Rank) -> str:
    return f"{state.name_of(rank.realm)} {in_words(rank.halves)}"


def _events(state: Conquest, book: InForce, number: int) -> Iterator[str]:
    taken = [one for _, one in sorted(state.events.items()) if one.round == number]
    if taken:
        told = ", ".join(_event(state, one, book.event(one.event).name) for one in taken)
        yield say("Events: {events}", events=told)


def _event(state: Conquest, one: Event, event: str) -> str:
    realm = state.name_of(one.realm)
    if not one.target:
        return f"{realm} {event}"
    return say("{realm} {event} on {target}", realm=realm, event=event, target=state.name_of(one.target))


AGAINST = {
    "land": mark("{attackers} against {defenders}"),
    "sea": mark("{attackers} against {defenders} at sea"),
    "siege": mark("{attackers} against {defenders} for the fort at {territory}"),
}
UNDECIDED = {
    "open": mark("open"),
    "reported": mark("reported"),
    "disputed": mark("disputed"),
    "struck": mark("struck"),
}
WON: dict[Grade, str] = {
    "draw": mark("{winners} won, a draw victory"),  # more points, where that is a victory
    "minor": mark("{winners} won, a minor victory"),
    "major": mark("{winners} won, a major victory"),
    "massacre": mark("{winners} won, a massacre"),
}


def _battle(state: Conquest, battle: Battle) -> str:
    attackers, defenders = _names(state, battle.attackers), _names(state, battle.defenders)
    sides = {"attackers": attackers, "defenders": defenders, "territory": battle.territory}
    told = said(AGAINST[battle.kind], **sides)
    if battle.status != "settled":
        return f"{told}: {said(UNDECIDED[battle.status])}"
    if battle.outcome == "draw":
        nobody = say("nobody won")
        return f"{told}: {nobody}"
    won = WON[_grade(battle)] if battle.kind == "land" else mark("{winners} won")
    return f"{told}: {said(won, winners=attackers if battle.outcome == 'attack' else defenders)}"


def _grade(battle: Battle) -> Grade:
    """How large the victory was."""
    return next(one.grade for one in battle.results if one.won)
