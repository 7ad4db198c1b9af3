"""What the players of a battle should have in mind."""

from __future__ import annotations

from dataclasses import dataclass

from rules.conquest.book import ConquestInForce
from rules.conquest.realm_figures import empire_territories, has_event
from rules.conquest.reckoning.armies import has_edge
from rules.conquest.state import Battle, Conquest
from rules.engine.language import with_heading


@dataclass(frozen=True, slots=True)
class RealmReminder:
    """A line for a realm; no realm where it is for all."""

    rule: str
    text: str
    realm: str = ""


def realm_reminders(state: Conquest, book: ConquestInForce, battle: Battle) -> list[RealmReminder]:
    """What the players of a battle should have in mind. Source: CQ-33, CQ-71, CQ-72, CQ-145 … CQ-149."""
    team = len(battle.attackers) > 1 or len(battle.defenders) > 1
    shown = [
        RealmReminder(row.rule, row.text)
        for row in book.book.reminders
        if (row.when == "team" and team) or (row.when == "general" and book.settings.general_abilities)
    ]
    return [*shown, *_event_reminders(state, book, battle), *_objective_reminders(state, book, battle)]


def _event_reminders(state: Conquest, book: ConquestInForce, battle: Battle) -> list[RealmReminder]:
    edges = [row for row in book.events if row.strategy]
    return [
        RealmReminder(row.rule, row.text, one)
        for row in edges
        for one in battle.members
        if has_edge(state, battle, one, row.key) and (row.whole_side or has_event(state, one, row.key))
    ]


def _objective_reminders(state: Conquest, book: ConquestInForce, battle: Battle) -> list[RealmReminder]:
    """Effects follow the banner, in every battle. Source: CQ-145 … CQ-148."""
    if not book.settings.objectives:
        return []
    return [
        RealmReminder(row.rule, with_heading(row.name, row.text), one)
        for one in battle.members
        for place in empire_territories(state, one)
        if (row := book.book.objectives.get(place.objective))
    ]
