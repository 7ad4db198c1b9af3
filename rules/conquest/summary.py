"""What a player has to do now, and what a round was, in lines to share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.conquest.book import InForce
from rules.conquest.game import GAME
from rules.conquest.phases import PHASES, waiting_for
from rules.conquest.standing import active_realms, battles_now, halves, in_words
from rules.conquest.state import Battle, Conquest, Rank, Round

type Json = dict[str, Any]

TO_DO = {
    "capitals": ("pick_capital", "Pick your capital."),
    "events": ("pick_event", "Take an event."),
    "revenue": ("collect", "Roll for your mines."),
    "challenge": ("challenge", "Challenge somebody."),
    "choice": ("choose_battles", "Choose: one battle against all your challengers, or one against each."),
}


@GAME.figure("to_do")
def to_do(state: Conquest, book: InForce, realm: str) -> list[Json]:
    """What this player has to do now; `waits` marks what others have to do before it goes on."""
    now = state.now
    if now.paused or realm not in state.realms:
        return []
    if now.phase == "battle":
        return [_battle_to_do(state, one, realm) for one in _undecided(state, realm)]
    if realm not in waiting_for(state, book) or now.active not in ("", realm):
        return []
    if now.phase == "conquest":
        points = state.realms[realm].ep
        text = f"Spend your {points} EP and end your turn." if points else "End your turn."
        return [{"act": "end_turn", "about": "", "text": text, "waits": False}]
    act, text = TO_DO[now.phase]
    return [{"act": act, "about": "", "text": text, "waits": False}]


def _undecided(state: Conquest, realm: str) -> list[Battle]:
    return [b for b in battles_now(state) if realm in b.members and b.status not in ("settled", "struck")]


def _battle_to_do(state: Conquest, battle: Battle, realm: str) -> Json:
    """The next step of one battle for one of its members."""
    mine = battle.side_of(realm)
    against = battle.defenders if mine == "attack" else battle.attackers
    names = " and ".join(state.name_of(one) for one in against)
    told: Json = {"about": battle.id, "waits": False}
    if battle.status == "reported" and battle.side_of(battle.reported_by) != mine:
        return {**told, "act": "confirm", "text": f"{names} reported your battle. Is it right?"}
    if battle.status == "reported":
        return {**told, "act": "", "text": f"Your report counts once {names} agrees.", "waits": True}
    if battle.status == "disputed":
        return {**told, "act": "report", "text": f"Your battle with {names} is disputed. Report it again."}
    where = {"land": "", "sea": " at sea", "siege": " for the fort"}[battle.kind]
    act = "report" if battle.kind == "land" else "report_outcome"
    return {**told, "act": act, "text": f"Fight {names}{where} and report."}


@GAME.figure("round_summary")
def round_summary(state: Conquest, book: InForce, round: int = 0) -> list[str]:
    """A round in lines for a chat: order, events, battles, points, sizes. The running one by default."""
    found = state.rounds.get(f"round:{round or state.now.round}")
    return list(_lines(state, book, found)) if found else ["No round has begun yet."]


def _lines(state: Conquest, book: InForce, one: Round) -> Iterator[str]:
    yield f"Round {one.number}" + ("" if one.ended else f" – {PHASES[state.now.phase].title}")
    yield "Order: " + ", ".join(_ranked(state, rank) for rank in one.ranking)
    yield from _events(state, book, one.number)
    for _, battle in sorted(state.battles.items()):
        if battle.round == one.number:
            yield _battle(state, battle)
    if one.earned:
        yield "Points: " + ", ".join(f"{state.name_of(e.realm)} {e.points}" for e in one.earned)
    if one.number == state.now.round:
        sizes = sorted(((halves(state, book, r.id), r.id) for r in active_realms(state)), reverse=True)
        yield "Sizes now: " + ", ".join(f"{state.name_of(r)} {in_words(size)}" for size, r in sizes)


def _ranked(state: Conquest, rank: Rank) -> str:
    return f"{state.name_of(rank.realm)} {in_words(rank.halves)}"


def _events(state: Conquest, book: InForce, number: int) -> Iterator[str]:
    taken = [one for _, one in sorted(state.events.items()) if one.round == number]
    told = [
        f"{state.name_of(one.realm)} {book.event(one.event).name}"
        + (f" on {state.name_of(one.target)}" if one.target else "")
        for one in taken
    ]
    if told:
        yield "Events: " + ", ".join(told)


def _battle(state: Conquest, battle: Battle) -> str:
    attackers, defenders = (
        " and ".join(state.name_of(one) for one in side) for side in (battle.attackers, battle.defenders)
    )
    told = f"{attackers} against {defenders}"
    if battle.kind != "land":
        told += " at sea" if battle.kind == "sea" else f" for the fort at {battle.territory}"
    if battle.status != "settled":
        return f"{told}: {battle.status}"
    if battle.outcome == "draw":
        return f"{told}: nobody won"
    winners, grade = (attackers if battle.outcome == "attack" else defenders), _grade(battle)
    return f"{told}: {winners} won" + (f", {grade}" if battle.kind == "land" else "")


def _grade(battle: Battle) -> str:
    """How large the victory was."""
    grade = next((one.grade for one in battle.results if one.won), "")
    return f"a {grade}" if grade == "massacre" else f"a {grade} victory"
