"""Figures about battles and time: armies, verdicts, reminders, what happens by itself or on silence.

Every answer is plain JSON.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass

from rules.conquest.book import InForce
from rules.conquest.figures.lines import Automatic, Fielded, ModifierLine, Reminder, Silence
from rules.conquest.game import GAME
from rules.conquest.playing.reports import reported_verdict
from rules.conquest.reckoning.armies import Army, army, has_edge, modifier_words, modifiers
from rules.conquest.reckoning.verdict import GRADES, results_of, verdict, why_words
from rules.conquest.rounds.phases import waiting_for
from rules.conquest.standing import battles_now, has_event, owned
from rules.conquest.state import Battle, Conquest, Facts, Grade
from rules.engine.language import listed, mark, said
from rules.engine.plain import JsonObject


@GAME.figure("armies")
def armies(state: Conquest, book: InForce, battle: str) -> list[Fielded]:
    """What everybody may field, bonuses apart. Source: CQ-62 … CQ-70."""
    found = state.battles[battle]
    lines = [army(state, book, found, one) for one in found.members]
    return [_fielded(one) for one in lines]


def _fielded(one: Army) -> Fielded:
    return {
        "realm": one.realm,
        "base": one.base,
        "largest": one.largest,
        "gold": one.gold,
        "total": one.total,
    }


@GAME.figure("modifiers")
def modifiers_of(state: Conquest, book: InForce, battle: str) -> list[ModifierLine]:
    """What would be added to the dice of a roll-off. Source: CQ-151."""
    return [
        {"side": one.side, "reason": modifier_words(book, one.key), "amount": one.amount}
        for one in modifiers(state, book, state.battles[battle])
    ]


@GAME.figure("verdict")
def verdict_of(state: Conquest, book: InForce, battle: str, attack: Facts, defend: Facts) -> JsonObject:
    """What these facts would mean, before anything is reported. Source: CQ-78."""
    found = state.battles[battle]
    told = verdict(book, attack, defend)
    results = [asdict(one) for one in results_of(book, found, told)]
    return {**asdict(told), "why": why_words(book, told.why), "results": results}


@GAME.figure("reminders")
def reminders(state: Conquest, book: InForce, battle: str) -> list[Reminder]:
    """What the players of a battle should have in mind. Source: CQ-33, CQ-71, CQ-72, CQ-145 … CQ-149."""
    found = state.battles[battle]
    team = len(found.attackers) > 1 or len(found.defenders) > 1
    shown: list[Reminder] = [
        {"rule": row.rule, "text": row.text, "realm": ""}
        for row in book.book.reminders
        if (row.when == "team" and team) or (row.when == "general" and book.settings.general_abilities)
    ]
    return [*shown, *_event_reminders(state, book, found), *_objective_reminders(state, book, found)]


def _event_reminders(state: Conquest, book: InForce, battle: Battle) -> list[Reminder]:
    edges = [row for row in book.events if row.strategy]
    return [
        {"rule": row.rule, "text": row.text, "realm": one}
        for row in edges
        for one in battle.members
        if has_edge(state, battle, one, row.key) and (row.whole_side or has_event(state, one, row.key))
    ]


def _objective_reminders(state: Conquest, book: InForce, battle: Battle) -> list[Reminder]:
    """Effects follow the banner, in every battle. Source: CQ-145 … CQ-148."""
    if not book.settings.objectives:
        return []
    return [
        {"rule": row.rule, "text": f"{row.name}: {row.text}", "realm": one}
        for one in battle.members
        for place in owned(state, one)
        if (row := book.book.objectives.get(place.objective))
    ]


@GAME.figure("automatic")
def automatic(state: Conquest, book: InForce) -> list[Automatic]:
    """Procedures the app may start without anybody: the order of a round, roll-offs all have agreed to.

    Source: CQ-17, CQ-157
    """
    if state.now.phase == "order":
        return [{"do": "conquest.take_order", "params": {"round": state.now.round + 1}}]
    agreed = [b for b in battles_now(state) if b.status == "open" and set(b.abstract_for) == set(b.members)]
    return [{"do": "conquest.abstract", "params": {"battle": one.id}} for one in agreed]


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
    "revenue": mark("The app rolls for {name}'s mines."),
    "challenge": mark("{name} challenges nobody, and can still be challenged."),
    "choice": mark("{name} fights one battle against all challengers."),
    "conquest": mark("{name}'s turn ends; 1 point is kept, the rest lapses."),
    "counts": mark("The report of {names} counts: {attack} for the challenger, {defend} against."),
    "falls": mark("The battle of {names} is called off."),
    "rolled": mark("The battle of {names} is rolled off."),
    "struck": mark("The battle of {names} is struck out."),
}


@dataclass(frozen=True, slots=True)
class Lapse:
    """What happens when nobody does anything, not yet in words: `kind` is one of `LAPSES`.

    `do`: the procedure; `grades`: the two of a report that comes to count.
    """

    kind: str
    do: str
    params: JsonObject
    names: tuple[str, ...]
    realm: str = ""
    grades: tuple[Grade, Grade] | tuple[()] = ()


def lapse_words(kind: str, names: Iterable[str], grades: Iterable[Grade]) -> str:
    """What silence brings as a sentence. Source: CQ-59, CQ-157"""
    told = dict(zip(("attack", "defend"), (said(GRADES[one]) for one in grades), strict=False))
    called = listed(names)
    return said(LAPSES[kind], name=called, names=called, **told)


@GAME.figure("silence")
def silence(state: Conquest, book: InForce) -> list[Silence]:
    """What happens when the present deadline passes: a sentence, and the procedure that does it.

    Source: CQ-59, CQ-157
    """
    return [
        {
            "do": f"conquest.{one.do}",
            "params": one.params,
            "realm": one.realm,
            "sentence": lapse_words(one.kind, one.names, one.grades),
        }
        for one in lapses(state, book)
    ]


def lapses(state: Conquest, book: InForce) -> list[Lapse]:
    """The same before it is put into words. Source: CQ-59, CQ-157"""
    now = state.now
    if now.phase == "battle":
        found = (_undecided(state, book, battle) for battle in battles_now(state))
        return [one for one in found if one]
    waiting = waiting_for(state, book)
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
