"""Acts of a Firestorm league that bind somebody else, and whose word each takes.

Source: FS-01, FS-26, FS-50
"""

from __future__ import annotations

from collections.abc import Iterable

from rules.engine.language import say
from rules.engine.plain import Params, text_in
from rules.engine.questions import ORGANISER, side
from rules.engine.todos import FORTNIGHT, Word
from rules.firestorm.book import FirestormInForce
from rules.firestorm.faction_figures import bouts_of, faction_players
from rules.firestorm.game import turns_have_begun
from rules.firestorm.state import Firestorm
from rules.turns.requests import rests, until


def _stage(state: Firestorm) -> str:
    return f"{state.now.turn}:{state.now.phase}"


def _who_takes_in(state: Firestorm, book: FirestormInForce, params: Params) -> Iterable[str]:
    """In a running league somebody of the faction, an organiser where nobody plays it; before it begins an
    organiser, where the league says so. Source: FS-01, FS-26
    """
    if not turns_have_begun(state):
        return _organiser(state, book, params)
    faction = text_in(params, "faction")
    return [side(faction) if faction_players(state, faction) else ORGANISER]


def _organiser(state: Firestorm, book: FirestormInForce, params: Params) -> Iterable[str]:
    """Before play begins, where the league says so. Source: FS-01"""
    return [ORGANISER] if book.settings.joining == "organiser" else []


def _founding_asks(state: Firestorm, params: Params, name: str) -> str:
    faction = text_in(params, "name")
    if not name:
        return say("You’ve asked to create the faction “{faction}”.", faction=faction)
    return say("{name} would like to create the faction “{faction}”.", name=name, faction=faction)


def _founding_brings(state: Firestorm, params: Params) -> str:
    return say("A new faction, from the start of the league.")


def _joining_asks(state: Firestorm, params: Params, name: str) -> str:
    faction = state.name_of(text_in(params, "faction"))
    if not name:
        return say("You’ve asked to join the faction “{faction}”.", faction=faction)
    return say("{name} would like to join the faction “{faction}”.", name=name, faction=faction)


def _joining_brings(state: Firestorm, params: Params) -> str:
    if not turns_have_begun(state):
        faction = state.name_of(text_in(params, "faction"))
        return say(
            "A new player for {faction}, who will share its banners and secret orders.", faction=faction
        )
    told = {"faction": state.name_of(text_in(params, "faction")), "turn": state.now.turn + 1}
    return say(
        "A new player for {faction} from turn {turn} on, who will see none of its secrets until then.", **told
    )


def _conceding(state: Firestorm, book: FirestormInForce, params: Params) -> Iterable[str]:
    """The other side, once a die has fallen for the battle or a game of it was played. Source: FS-50"""
    battle = state.battles.get(text_in(params, "battle"))
    begun = battle and (battle.rolled or battle.id in state.sieges or bouts_of(state, battle.id))
    if not battle or not begun:
        return []
    return [side(one) for one in battle.factions if one != text_in(params, "faction")]


def _concede_asks(state: Firestorm, params: Params, name: str) -> str:
    battle = state.battles.get(text_in(params, "battle"))
    place = state.name_of(battle.territory) if battle else ""
    if not name:
        return say("You’ve asked to concede the battle for {place}.", place=place)
    return say("{name} would like to concede the battle for {place}.", name=name, place=place)


def _concede_brings(state: Firestorm, params: Params) -> str:
    faction = state.name_of(text_in(params, "faction"))
    return say("A minor defeat for {faction}; nobody is tabled.", faction=faction)


WORDS: dict[str, Word[Firestorm, FirestormInForce]] = {
    "join": Word(
        whose=_who_takes_in,
        asks=_joining_asks,
        brings=_joining_brings,
        about=("owner",),
        stage=_stage,
        rests=rests,
        days=FORTNIGHT,
        quiet=True,
    ),
    "found": Word(
        whose=_organiser,
        asks=_founding_asks,
        brings=_founding_brings,
        about=("owner",),
        otherwise=("colour",),
        stage=_stage,
        rests=rests,
        days=FORTNIGHT,
        quiet=True,
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
}
