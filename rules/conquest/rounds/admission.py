"""What every act is asked first: is the league running, is it this phase, is it your turn.

Problems come in the rulebook's order; the same iterators serve the procedures (which stop at the first) and
the pages (which show the first as the sentence why not).
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256

from rules.conquest.book import ConquestInForce
from rules.conquest.rounds.phases import PHASES
from rules.conquest.state import Battle, Conquest, Territory
from rules.engine.language import said, say
from rules.engine.refusals import Refused
from rules.turns.problems import TurnProblem


def why_not_playing(state: Conquest, book: ConquestInForce, realm: str) -> Refused | None:
    """Why a player of the league has no part in this round. Source: CQ-20."""
    known = state.realms.get(realm)
    if known is None or known.status == "active":
        return None
    if known.status == "waiting":
        return Refused(
            "CQ-20", say("{player} joins when the next round begins.", player=state.name_of(realm))
        )
    return book.problem("X02", player=state.name_of(realm)).refused()


def round_problems(
    state: Conquest, book: ConquestInForce, act: str, round: int, seen: bool
) -> Iterator[TurnProblem]:
    """Over, changed meanwhile, paused, wrong phase: in this order. Source: CQ-21, CQ-117, CQ-127"""
    now = state.now
    if now.phase == "finished":
        yield book.problem("E36", player=state.name_of(now.winner))
    if round != now.round or not seen:
        yield book.problem("E37")
    if now.paused:
        yield book.problem("X01")
    if act not in PHASES[now.phase].acts:
        yield book.problem("E01", phase=said(PHASES[now.phase].title))


def realm_turn_problems(
    state: Conquest,
    book: ConquestInForce,
    act: str,
    realm: str,
    round: int,
    stamp: str = "",
    territory: str = "",
) -> Iterator[TurnProblem]:
    """The same, and whose turn it is. `stamp` is what the page had read (empty: not asked).

    Source: CQ-20, CQ-22
    """
    if realm not in state.realms:
        raise Refused("CQ-20", say("There is no such player in this league."), "realm")
    unchanged = not stamp or stamp == stamp_of(state, realm, territory)
    yield from round_problems(state, book, act, round, unchanged)
    now = state.now
    if now.active != realm and PHASES[now.phase].acting == "in_turn":
        yield book.problem("E02", player=state.name_of(now.active)).leading(realm=now.active)
    if state.realms[realm].is_out:
        yield book.problem("X02", player=state.name_of(realm)).about("realm")


def stamp_of(state: Conquest, realm: str, territory: str = "") -> str:
    """The version of what an act of `realm` on `territory` reads: phase and turn, points, the place itself.

    It goes to whoever acts for the realm and stays in the journal: nothing secret is in it, for a short word
    over a small number is soon guessed.

    Source: CQ-117
    """
    now, mine, place = state.now, state.realms.get(realm), state.territories.get(territory)
    points = mine.ep if mine else None
    read = (now.phase, now.round, now.turn, points, place, state.sieges.get(territory))
    return sha256(repr(read).encode()).hexdigest()[:12]


def require_territory(
    state: Conquest, book: ConquestInForce, territory: str, key: str = "territory"
) -> Territory:
    """The territory, or the refusal about the field `key` that there is none."""
    if territory not in state.territories:
        raise book.problem("X25", territory=territory).about(key).refused()
    return state.territories[territory]


def required_battle(state: Conquest, battle: str) -> Battle:
    """The battle, or the refusal that there is none. Source: CQ-58"""
    if battle not in state.battles:
        raise Refused("CQ-58", say("There is no such battle."), "battle")
    return state.battles[battle]


def battle_act_problems(
    state: Conquest, book: ConquestInForce, act: str, battle: Battle, realm: str | None = None
) -> Iterator[TurnProblem]:
    """May something be done to this battle, by one of its members if `realm` is given.

    Source: CQ-21, CQ-91
    """
    yield from round_problems(state, book, act, battle.round, seen=True)
    if realm is not None and realm not in battle.members:
        yield book.problem("X18").about("realm")
    if battle.status in ("settled", "struck"):
        yield book.problem("X12").leading(battle=battle.id)
