"""To-dos as sentences to whoever has them."""

from __future__ import annotations

from collections.abc import Iterable

from rules.conquest.state import Conquest
from rules.engine.language import listed, mark, said
from rules.engine.todos import Todo

WORDS = {
    "cq.capital": mark("Pick your capital."),
    "cq.event": mark("Take an event."),
    "cq.mines": mark("Roll for your mines."),
    "cq.challenge": mark("Challenge somebody."),
    "cq.choice": mark("Choose: one battle against all your challengers, or one against each."),
    "cq.spend": mark("Spend your {points} EP and end your turn."),
    "cq.spend:none": mark("End your turn."),
    "cq.agree": mark("{names} reported your battle. Is the report right?"),
    "cq.agree:waits": mark("Your report counts once the other side ({names}) agrees."),
    "cq.ruling:waits": mark(
        "Your battle with {names} is disputed: an organiser must decide, or either side can report it again."
    ),
    "cq.ruling:again": mark(
        "Your new report counts once the other side ({names}) agrees or an organiser decides."
    ),
    "cq.fight:land": mark("Fight {names} and report the result."),
    "cq.fight:sea": mark("Fight {names} at sea and report the result."),
    "cq.fight:siege": mark("Fight {names} for the fort and report the result."),
    "cq.fight:waits": mark("You’ve asked {names} to roll off your battle."),
}


def told_to(rows: Iterable[Todo], realm: str) -> list[Todo]:
    """The to-dos of a realm that have a sentence: that its turn is to come has none of its own, nor that it
    waits for an organiser beside what it is asked of the same battle. Source: CQ-22
    """
    own = [one for one in rows if one.side == realm and one.kind not in ("cq.begin", "cq.phase")]
    asked = {one.about for one in own if one.stand == "must"}
    return [one for one in own if one.kind != "cq.ruling" or one.about not in asked]


def realm_todo_key(todo: Todo, kind: str, points: int) -> str:
    """Which of `WORDS` tells a to-do. `kind`: of the battle it is about; `points`: what its realm may spend.

    Source: CQ-22
    """
    if todo.stand == "waits":
        again = todo.kind == "cq.ruling" and any(todo.on)
        return f"{todo.kind}:again" if again else f"{todo.kind}:waits"
    if todo.kind == "cq.fight":
        return f"cq.fight:{kind}"
    return "cq.spend:none" if todo.kind == "cq.spend" and not points else todo.kind


def names_in(state: Conquest, todo: Todo) -> list[str]:
    """Whom the sentence names: who has to answer, or whoever a battle is against. Source: CQ-58"""
    battle = state.battles.get(todo.about[0]) if todo.about else None
    asked = [one for one in todo.on if one]
    if battle is None or asked:
        return [state.name_of(one) for one in asked]
    against = battle.defenders if battle.side_of(todo.side) == "attack" else battle.attackers
    return [state.name_of(one) for one in against]


def realm_todo_text(word: str, names: Iterable[str], points: int) -> str:
    """A to-do as a sentence to whoever has it. Source: CQ-22"""
    return said(WORDS[word], names=listed(names), points=points)


def realm_todo_sentence(state: Conquest, todo: Todo) -> str:
    """The same of a to-do of a league. Source: CQ-22"""
    points, battle = state.realms[todo.side].ep, state.battles.get(todo.about[0]) if todo.about else None
    word = realm_todo_key(todo, battle.kind if battle else "", points)
    return realm_todo_text(word, names_in(state, todo), points)
