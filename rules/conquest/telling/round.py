"""A round in lines to share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.conquest.book import ConquestInForce
from rules.conquest.realm_figures import active_realms, losers_in, size_in_halves, size_text, won_by
from rules.conquest.rounds.phases import PHASES
from rules.conquest.state import Battle, Conquest, Event, Grade, Rank, Round
from rules.engine.language import listed, mark, said, say, with_heading
from rules.engine.lazy_tables import having


def round_summary(state: Conquest, book: ConquestInForce, round: int = 0) -> list[str]:
    """A round in lines for a chat: order, events, battles, points, sizes. The running one by default.

    Source: CQ-13, CQ-17, CQ-38, CQ-87
    """
    found = state.rounds.get(f"round:{round or state.now.round}")
    return list(_lines(state, book, found)) if found else [say("No round has begun yet.")]


def _lines(state: Conquest, book: ConquestInForce, one: Round) -> Iterator[str]:
    number = say("Round {number}", number=one.number)
    yield number if one.ended else f"{number} – {said(PHASES[state.now.phase].title)}"
    yield say("Order: {order}", order=", ".join(_ranked(state, rank) for rank in one.ranking))
    yield from _events(state, book, one.number)
    for _, battle in sorted(having(state.battles, "round", one.number).items()):
        yield _battle(state, battle)
    if one.earned:
        earned = ", ".join(f"{state.name_of(e.realm)} {e.points}" for e in one.earned)
        yield say("Points: {points}", points=earned)
    if one.number == state.now.round:
        sizes = sorted(
            ((size_in_halves(state, book, r.id), r.id) for r in active_realms(state)), reverse=True
        )
        told = ", ".join(f"{state.name_of(r)} {size_text(size)}" for size, r in sizes)
        yield say("Sizes now: {sizes}", sizes=told)


def _ranked(state: Conquest, rank: Rank) -> str:
    return f"{state.name_of(rank.realm)} {size_text(rank.halves)}"


def _events(state: Conquest, book: ConquestInForce, number: int) -> Iterator[str]:
    taken = [one for _, one in sorted(having(state.events, "round", number).items())]
    if taken:
        told = ", ".join(_event(state, one, book.event(one.event).name) for one in taken)
        yield say("Events: {events}", events=told)


def _event(state: Conquest, one: Event, event: str) -> str:
    realm = state.name_of(one.realm)
    if not one.target:
        return with_heading(realm, event)
    against = say("{event} against {target}", event=event, target=state.name_of(one.target))
    return with_heading(realm, against)


UNDECIDED = {
    "open": mark("open"),
    "reported": mark("reported"),
    "disputed": mark("disputed"),
    "struck": mark("struck out"),
}
WON: dict[Grade, str] = {
    "draw": mark("{winners} won on points, worth a draw"),  # more points, where that is a victory
    "minor": mark("{winners} won a minor victory"),
    "major": mark("{winners} won a major victory"),
    "massacre": mark("{winners} massacred the enemy"),
}


def _battle(state: Conquest, battle: Battle) -> str:
    told = state.against(battle)
    if battle.status != "settled":
        return with_heading(told, said(UNDECIDED[battle.status]))
    if winners := won_by(battle):
        won = WON[_grade(battle)] if battle.kind == "land" else mark("{winners} won")
        return with_heading(told, said(won, winners=_names(state, winners)))
    if lost := losers_in(battle):
        drew = _names(state, (one for one in battle.members if one not in lost))
        return with_heading(told, say("{drew} drew, {lost} lost", drew=drew, lost=_names(state, lost)))
    nobody = say("nobody won")
    return with_heading(told, nobody)


def _grade(battle: Battle) -> Grade:
    """How large the victory was."""
    return next(one.grade for one in battle.results if one.won)


def _names(state: Conquest, side: Iterable[str]) -> str:
    return listed(state.name_of(one) for one in side)
