"""Figures about battles and time: armies, verdicts, reminders, what happens by itself or on silence.

Every answer is plain JSON.
"""

from __future__ import annotations

from dataclasses import asdict

from rules.conquest.book import ConquestInForce
from rules.conquest.game import GAME
from rules.conquest.playing.reminders import realm_reminders
from rules.conquest.playing.silence import automatic_steps, empire_lapses
from rules.conquest.reckoning.armies import FieldedPoints, fielded_points, modifier_words, modifiers
from rules.conquest.reckoning.verdict import battle_results, battle_verdict, why_words
from rules.conquest.state import Conquest, Facts
from rules.engine.plain import JsonObject


@GAME.figure("armies")
def army_points_figure(state: Conquest, book: ConquestInForce, battle: str) -> list[JsonObject]:
    """What everybody may field, bonuses apart. Source: CQ-62 … CQ-70."""
    found = state.battles[battle]
    lines = [fielded_points(state, book, found, one) for one in found.members]
    return [_fielded(one) for one in lines]


def _fielded(one: FieldedPoints) -> JsonObject:
    return {
        "realm": one.realm,
        "base": one.base,
        "largest": one.largest,
        "gold": one.gold,
        "total": one.total,
    }


@GAME.figure("modifiers")
def modifiers_of(state: Conquest, book: ConquestInForce, battle: str) -> list[JsonObject]:
    """What would be added to the dice of a roll-off. Source: CQ-151."""
    return [
        {"side": one.side, "reason": modifier_words(book, one.key), "amount": one.amount}
        for one in modifiers(state, book, state.battles[battle])
    ]


@GAME.figure("verdict")
def verdict_figure(
    state: Conquest, book: ConquestInForce, battle: str, attack: Facts, defend: Facts
) -> JsonObject:
    """What these facts would mean, before anything is reported. Source: CQ-78."""
    found = state.battles[battle]
    told = battle_verdict(book, attack, defend)
    results = [asdict(one) for one in battle_results(state, book, found, told)]
    return {**asdict(told), "why": why_words(book, told.why), "results": results}


@GAME.figure("reminders")
def reminders_figure(state: Conquest, book: ConquestInForce, battle: str) -> list[JsonObject]:
    """What the players of a battle should have in mind. Source: CQ-33, CQ-71, CQ-72, CQ-145 … CQ-149."""
    return [asdict(one) for one in realm_reminders(state, book, state.battles[battle])]


@GAME.figure("automatic")
def automatic_figure(state: Conquest, book: ConquestInForce) -> list[JsonObject]:
    """Procedures the app may start without anybody: the order of a round, roll-offs all have agreed to.

    Source: CQ-17, CQ-157
    """
    return [{"do": do, "params": params} for do, params in automatic_steps(state)]


@GAME.figure("silence")
def deadline_lapses(state: Conquest, book: ConquestInForce) -> list[JsonObject]:
    """What happens when the present deadline passes: a sentence, and the procedure that does it.

    Source: CQ-59, CQ-157
    """
    return [
        {"do": do, "params": params, "realm": one.realm, "sentence": one.sentence}
        for one in empire_lapses(state, book)
        for do, params in [one.step]
    ]
