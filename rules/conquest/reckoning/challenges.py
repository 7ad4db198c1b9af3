"""Challenges: who must challenge whom, teams and how they break, and the battles that come of it.

Source: CQ-46 … CQ-60. A challenge stands until somebody draws its challenger out of a team.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.conquest.book import ConquestInForce
from rules.conquest.realm_figures import active_realms, ascending, events_now, is_active
from rules.conquest.state import Challenge, Conquest
from rules.engine.language import listed, say, say_many
from rules.turns.problems import TurnProblem


def challenges_now(state: Conquest) -> list[Challenge]:
    """This round's challenges, broken ones included. Source: CQ-58"""
    return [one for _, one in sorted(state.challenges.items()) if one.round == state.now.round]


def issued_by(state: Conquest, realm: str) -> Challenge | None:
    """The challenge this realm has issued this round. Source: CQ-46"""
    return next((one for one in challenges_now(state) if one.challenger == realm), None)


def is_challenged(state: Conquest, realm: str) -> bool:
    """Challenged this round, even if that challenge was broken since. Source: CQ-47, CQ-51."""
    return any(one.defender == realm for one in challenges_now(state))


def challengers_of(state: Conquest, realm: str) -> list[Challenge]:
    """Challenges that stand against this realm. Source: CQ-48"""
    return [
        one
        for one in challenges_now(state)
        if one.defender == realm and not one.broken_by and is_active(state, one.challenger)
    ]


def team_challenge(state: Conquest, realm: str) -> Challenge | None:
    """The realm's challenge when it stands as one of several against the same defender. Source: CQ-50."""
    mine = _standing(state, realm)
    return mine if mine and len(challengers_of(state, mine.defender)) > 1 else None


def _standing(state: Conquest, realm: str) -> Challenge | None:
    mine = issued_by(state, realm)
    return mine if mine and not mine.broken_by else None


def target_problems(
    state: Conquest, book: ConquestInForce, realm: str, defender: str
) -> Iterator[TurnProblem]:
    """Why `realm` may not challenge `defender`. Source: CQ-52, CQ-53, CQ-56."""
    if defender == realm:
        yield book.problem("E04")
    if not is_active(state, defender):
        yield book.problem("X02", player=state.name_of(defender)).about("defender")
    if any(e.event == "diplomacy" and (e.realm, e.target) == (defender, realm) for e in events_now(state)):
        yield book.problem("E11", player=state.name_of(defender))
    alone = _standing(state, defender) and not team_challenge(state, defender)
    if alone and book.settings.lone_challenger == "refuse":
        yield book.problem("X10", player=state.name_of(defender))


def legal_targets(state: Conquest, book: ConquestInForce, realm: str) -> list[str]:
    """Everybody this realm may challenge. Source: CQ-46, CQ-55."""
    return [
        one.id
        for one in active_realms(state)
        if next(target_problems(state, book, realm, one.id), None) is None
    ]


def must_challenge(state: Conquest, book: ConquestInForce) -> list[str]:
    """Realms that still have to challenge, smallest first; nobody without a target. Source: CQ-46, CQ-54."""
    return [
        one
        for one in ascending(state)
        if not is_challenged(state, one) and not issued_by(state, one) and legal_targets(state, book, one)
    ]


def choosers(state: Conquest, book: ConquestInForce) -> list[str]:
    """Defenders with several challengers who have not chosen yet, in id order. Source: CQ-49."""
    chosen = {one.defender for one in state.choices.values() if one.round == state.now.round}
    return [
        one.id
        for one in active_realms(state)
        if one.id not in chosen and len(challengers_of(state, one.id)) > 1
    ]


@dataclass(frozen=True, slots=True)
class BattleToCome:
    """A battle to come: challengers against the challenged."""

    attackers: tuple[str, ...]
    defender: str


def pairings(state: Conquest) -> list[BattleToCome]:
    """The round's land battles. Source: CQ-49, CQ-58; a defender who said nothing fights the team, CQ-59."""
    mode = {one.defender: one.mode for one in state.choices.values() if one.round == state.now.round}
    found: list[BattleToCome] = []
    for defender in sorted({one.defender for one in challenges_now(state) if is_active(state, one.defender)}):
        attackers = tuple(one.challenger for one in challengers_of(state, defender))
        if mode.get(defender, "team") == "series":
            found += [BattleToCome((one,), defender) for one in attackers]
        elif attackers:
            found.append(BattleToCome(attackers, defender))
    return found


def cause(state: Conquest, realm: str, defender: str) -> str:
    """What a challenge would lead to, told before it is issued. Source: CQ-60."""
    name, against = state.name_of(defender), challengers_of(state, defender)
    told = say("You will fight {name}.", name=name)
    if against:
        others = listed(state.name_of(one.challenger) for one in against)
        told = say(
            "You will join {others} against {name}, who will choose between one battle and a series.",
            others=others,
            name=name,
        )
    return " ".join(filter(None, (told, _drawn_out(state, defender))))


def _drawn_out(state: Conquest, defender: str) -> str:
    """What becomes of the challenge the challenged has issued, if there is one."""
    name, issued = state.name_of(defender), _standing(state, defender)
    if not issued:
        return ""
    other = state.name_of(issued.defender)
    mates = [one.challenger for one in challengers_of(state, issued.defender) if one.challenger != defender]
    if not mates:
        return say("{name} will also fight {other} in a second battle.", name=name, other=other)
    return say_many(
        len(mates),
        "{name} will leave the team against {other}; {left} will fight on.",
        "{name} will leave the team against {other}; {left} will fight on.",
        name=name,
        other=other,
        left=listed(state.name_of(one) for one in mates),
    )
