"""Acts of a campaign of empires that bind somebody else, and whose word each takes.

Source: CQ-04, CQ-84, CQ-150, CQ-157
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from rules.conquest.book import ConquestInForce, conquest_in_force
from rules.conquest.game import rounds_have_begun
from rules.conquest.playing.silence import RESULTS
from rules.conquest.reckoning.armies import modifiers
from rules.conquest.reckoning.verdict import abstract_verdict, battle_results, spoken_grade
from rules.conquest.state import Battle, Conquest, Result
from rules.engine.language import listed, said, say, with_heading
from rules.engine.plain import JsonObject, Params, text_in
from rules.engine.questions import ORGANISER, person, side
from rules.engine.todos import FORTNIGHT, Word
from rules.turns.requests import rests, until

ROLLS = range(2, 13)  # two dice


def _battle(state: Conquest, params: Params) -> Battle | None:
    return state.battles.get(text_in(params, "battle"))


def _sides(state: Conquest, params: Params) -> dict[str, str]:
    """Who meets in it, for a sentence."""
    battle = _battle(state, params)
    attackers, defenders = (battle.attackers, battle.defenders) if battle else ((), ())
    return {
        "a": listed(state.name_of(one) for one in attackers),
        "b": listed(state.name_of(one) for one in defenders),
    }


def _stage(state: Conquest) -> str:
    return f"{state.now.round}:{state.now.phase}"


# Rolling a battle off


def _everybody_in_it(state: Conquest, book: ConquestInForce, params: Params) -> Iterable[str]:
    """Everybody who is in the battle: what is left of an agreement that was taken back binds nobody.

    Source: CQ-157
    """
    battle = _battle(state, params)
    return [side(one) for one in battle.members] if battle else []


def _roll_off_asks(state: Conquest, params: Params, name: str) -> str:
    sides = _sides(state, params)
    if not name:
        return say("You’ve asked to roll off the battle between {a} and {b}.", **sides)
    return say("{name} would like to roll off the battle between {a} and {b}.", name=name, **sides)


def _roll_off_brings(state: Conquest, params: Params) -> str:
    return say("The app rolls two dice, once for the whole battle. Gold sealed by then counts.")


def _rolls(state: Conquest, book: ConquestInForce, params: Params) -> list[tuple[str, str, str]]:
    """What two dice can bring as things stand, the lowest first. Source: CQ-151 … CQ-153"""
    battle = _battle(state, params)
    if battle is None:
        return []
    added = modifiers(state, book, battle)
    told = {shown: abstract_verdict(book, shown, added) for shown in ROLLS}
    results = {shown: battle_results(state, book, battle, told[shown]) for shown in ROLLS}
    lines = []
    for found, faces in groupby(ROLLS, key=results.__getitem__):
        shown = list(faces)
        die = f"{shown[0]}" if len(shown) == 1 else f"{shown[0]}–{shown[-1]}"
        lines.append((die, _outcome(state, found), _worth(state, found)))
    return lines


def _outcome(state: Conquest, results: Sequence[Result]) -> str:
    """Who wins, and how high."""
    winners = [one for one in results if one.won]
    if not winners:
        return say("A draw")
    return with_heading(listed(state.name_of(one.realm) for one in winners), said(RESULTS[winners[0].grade]))


def _worth(state: Conquest, results: Sequence[Result]) -> str:
    return listed(say("{name} {n} EP", name=state.name_of(one.realm), n=one.points) for one in results)


def _each_agrees(state: Conquest, params: Params) -> Sequence[tuple[str, JsonObject]]:
    battle = _battle(state, params)
    still = [one for one in battle.members if one not in battle.abstract_for] if battle else []
    return [("ask_abstract", {"battle": text_in(params, "battle"), "realm": one}) for one in still]


def _as_it_stands(state: Conquest, book: ConquestInForce, params: Params) -> JsonObject:
    """What is added to the dice. Source: CQ-151, CQ-152"""
    battle = _battle(state, params)
    added = modifiers(state, book, battle) if battle else []
    return {"added": [[one.key, one.amount] for one in added]}


# Conceding


def _conceding(state: Conquest, book: ConquestInForce, params: Params) -> Iterable[str]:
    """One's own team; the others, too, once gold has been opened for it. Source: CQ-84"""
    battle, realm = _battle(state, params), text_in(params, "realm")
    if battle is None or realm not in battle.members:
        return []
    whom = battle.members if battle.committed else _own(battle, realm)
    return [side(one) for one in whom if one != realm]


def _own(battle: Battle, realm: str) -> tuple[str, ...]:
    """The side a realm is on."""
    return battle.attackers if battle.side_of(realm) == "attack" else battle.defenders


def _concede_asks(state: Conquest, params: Params, name: str) -> str:
    sides = _sides(state, params)
    if not name:
        return say("You’ve asked to concede the battle between {a} and {b}.", **sides)
    return say("{name} would like to concede the battle between {a} and {b}.", name=name, **sides)


def _concede_brings(state: Conquest, params: Params) -> str:
    battle, realm = _battle(state, params), text_in(params, "realm")
    if battle is None or realm not in battle.members:
        return ""
    others = [one for one in battle.members if one not in _own(battle, realm)]
    book = conquest_in_force(state)
    grade = spoken_grade(book, battle, book.figures.walkover, won=True)
    return with_heading(listed(state.name_of(one) for one in others), said(RESULTS[grade]))


# Joining


def _who_takes_in(state: Conquest, book: ConquestInForce, params: Params) -> Iterable[str]:
    """In a running league an organiser; before it begins where the league says so. Source: CQ-04"""
    asks = rounds_have_begun(state) or book.settings.joining == "organiser"
    return [ORGANISER] if asks else []


def _joining_asks(state: Conquest, params: Params, name: str) -> str:
    if not name:
        return say("You’ve asked to join the league with an empire.")
    return say("{name} would like to join the league with an empire.", name=name)


def _joining_brings(state: Conquest, params: Params) -> str:
    name = text_in(params, "name")
    if not rounds_have_begun(state):
        return say("A new empire, from the start of the league.")
    if not name:
        return say("An empire with a capital from the next round on.")
    return say("An empire called {name}, with a capital from the next round on.", name=name)


# Handing an empire over


def _who_takes_over(state: Conquest, book: ConquestInForce, params: Params) -> Iterable[str]:
    """Whoever is to play on with it. Source: CQ-20"""
    owner = text_in(params, "owner")
    return [person(owner)] if owner else []


def _hand_over_asks(state: Conquest, params: Params, name: str) -> str:
    empire = state.name_of(text_in(params, "realm"))
    if not name:
        return say("You’ve asked to hand over the empire “{empire}”.", empire=empire)
    return say("{name} would like to hand over the empire “{empire}”.", name=name, empire=empire)


def _hand_over_brings(state: Conquest, params: Params) -> str:
    return say("The empire keeps its land, points and battles under the new player.")


WORDS: dict[str, Word[Conquest, ConquestInForce]] = {
    "ask_abstract": Word(
        whose=_everybody_in_it,
        about=("battle",),
        asks=_roll_off_asks,
        brings=_roll_off_brings,
        stage=_stage,
        rests=rests,
        until=until,
        outcomes=_rolls,
        acts=_each_agrees,
        terms=_as_it_stands,
    ),
    "walkover": Word(
        whose=_conceding,
        about=("battle",),
        asks=_concede_asks,
        brings=_concede_brings,
        stage=_stage,
        rests=rests,
        until=until,
    ),
    "hand_over": Word(
        whose=_who_takes_over,
        about=("realm",),
        asks=_hand_over_asks,
        brings=_hand_over_brings,
        stage=_stage,
        rests=rests,
        days=FORTNIGHT,
        quiet=True,
    ),
    "enlist": Word(
        whose=_who_takes_in,
        about=("owner",),
        otherwise=("colour",),
        asks=_joining_asks,
        brings=_joining_brings,
        stage=_stage,
        rests=rests,
        days=FORTNIGHT,
        quiet=True,
    ),
}
