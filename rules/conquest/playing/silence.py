"""What happens without anybody: the app's own steps, and what silence brings once a deadline has passed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rules.conquest.book import InForce
from rules.conquest.playing.reports import reported_verdict
from rules.conquest.rounds.phases import waiting_for
from rules.conquest.setting_up.beginning import lacks_room
from rules.conquest.standing import battles_now
from rules.conquest.state import Battle, Conquest, Grade
from rules.engine.language import listed, mark, said
from rules.engine.plain import JsonObject

type Step = tuple[str, JsonObject]  # a procedure and its parameters


def automatic(state: Conquest) -> list[Step]:
    """Procedures the app may start without anybody: the order of a round, roll-offs all have agreed to.

    Source: CQ-17, CQ-157
    """
    if state.now.phase == "order":
        return [("conquest.take_order", {"round": state.now.round + 1})]
    agreed = [b for b in battles_now(state) if b.status == "open" and set(b.abstract_for) == set(b.members)]
    return [("conquest.abstract", {"battle": one.id}) for one in agreed]


_SILENCE = {
    "capitals": "draw_capital",
    "events": "skip",
    "revenue": "collect",
    "challenge": "skip",
    "choice": "choose_battles",
    "conquest": "end_turn",
}
LAPSES = {
    "capitals": mark("A capital is drawn for {name}."),
    "events": mark("{name} takes no event this round."),
    "revenue": mark("The app rolls for {name}’s mines."),
    "challenge": mark("{name} challenges nobody, and can still be challenged."),
    "choice": mark("{name} fights one battle against all challengers."),
    "conquest": mark("{name}’s turn ends; 1 point is kept, the rest lapses."),
    "counts": mark("The report of {names} counts: {attack} for the challenger, {defend} for the other side."),
    "falls": mark("The battle of {names} is called off."),
    "rolled": mark("The battle of {names} is rolled off."),
    "struck": mark("The battle of {names} is struck out."),
}


RESULTS: dict[Grade, str] = {
    "lose": mark("a defeat"),
    "draw": mark("a draw"),
    "minor": mark("a minor victory"),
    "major": mark("a major victory"),
    "massacre": mark("a massacre"),
}


@dataclass(frozen=True, slots=True)
class Lapse:
    """What happens when nobody does anything, not yet in words: `kind` is one of `LAPSES`.

    `do`: the procedure; `grades`: the challenger's of a report that comes to count, then the other's.
    """

    kind: str
    do: str
    params: JsonObject
    names: tuple[str, ...]
    realm: str = ""
    grades: tuple[Grade, Grade] | tuple[()] = ()

    @property
    def step(self) -> Step:
        """The procedure that does it, by its whole name."""
        return f"conquest.{self.do}", self.params

    @property
    def sentence(self) -> str:
        return lapse_words(self.kind, self.names, self.grades)


def lapse_words(kind: str, names: Iterable[str], grades: Iterable[Grade]) -> str:
    """What silence brings as a sentence. Source: CQ-59, CQ-157"""
    told = dict(zip(("attack", "defend"), (said(RESULTS[one]) for one in grades), strict=False))
    called = listed(names)
    return said(LAPSES[kind], name=called, names=called, **told)


def lapses(state: Conquest, book: InForce) -> list[Lapse]:
    """What happens when the present deadline passes, not yet in words. Source: CQ-59, CQ-157"""
    now = state.now
    if now.phase == "battle":
        found = (_undecided(state, book, battle) for battle in battles_now(state))
        return [one for one in found if one]
    waiting = [] if lacks_room(state, book) else waiting_for(state, book)
    called = [one for one in waiting if now.active in ("", one)]
    return [_silent(state, one) for one in called] if now.phase in _SILENCE else []


def _silent(state: Conquest, realm: str) -> Lapse:
    phase, act = state.now.phase, _SILENCE[state.now.phase]
    params: JsonObject = {"round": state.now.round, "realm": realm}
    if act == "skip":
        params["turn"] = state.now.turn
    if act == "choose_battles":
        params["mode"] = "team"
    return Lapse(phase, act, params, (state.name_of(realm),), realm)


def _undecided(state: Conquest, book: InForce, battle: Battle) -> Lapse | None:
    """A report counts, an unreported battle goes by the league's option, other kinds lapse."""
    if battle.status in ("settled", "struck"):
        return None
    names = tuple(state.name_of(one) for one in battle.members)
    about: JsonObject = {"battle": battle.id}
    if battle.status == "reported":
        grades = reported_verdict(book, battle)
        return Lapse("counts", "decide", about, names, grades=(grades.attack, grades.defend))
    if battle.kind != "land":
        return Lapse("falls", "strike", about, names)
    if battle.status == "disputed" or book.settings.battle_silence == "wait":
        return None
    if book.settings.battle_silence == "abstract" and book.settings.abstract_allowed:
        return Lapse("rolled", "rule_abstract", about, names)
    return Lapse("struck", "strike", about, names)
