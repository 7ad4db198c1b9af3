"""What every ruling of the organiser is asked first: has play begun, is a reason given.

A ruling is possible in any phase, also while the league is paused. Source: FS-106, FS-160
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.engine.language import said, say
from rules.engine.procedure import require
from rules.firestorm.book import FirestormInForce
from rules.firestorm.faction_figures import battles_for, battles_of
from rules.firestorm.phases.table import PHASES
from rules.firestorm.state import Banner, Firestorm
from rules.turns.problems import TurnProblem

MOST_WORDS = 500


def ruling_reason(words: str, rule: str) -> str:
    """The reason of a ruling, which everybody reads; there is none without. Source: FS-106, FS-160"""
    require(bool(words.strip()), rule, say("Give a reason; everybody can read it."), "words")
    require(len(words) <= MOST_WORDS, rule, say("Use fewer words."), "words")
    return words.strip()


def begun_problems(state: Firestorm, book: FirestormInForce) -> Iterator[TurnProblem]:
    """Whether play has begun. Source: FS-161"""
    if state.now.phase == "setup":
        yield book.problem("E01", phase=said(PHASES["setup"].title))


def playing_problems(
    state: Firestorm, book: FirestormInForce, faction: str, key: str = "faction"
) -> Iterator[TurnProblem]:
    """Whether a faction is in the league and plays. Source: FS-01, FS-179"""
    yield from begun_problems(state, book)
    if faction not in state.factions:
        yield book.problem("E50").about(key)
    elif state.factions[faction].status != "active":
        yield book.problem("E05", faction=state.name_of(faction)).about(key)


def fought_problems(
    state: Firestorm, book: FirestormInForce, territory: str, banner: Banner | None = None
) -> Iterator[TurnProblem]:
    """Whether a battle stands in the way: for the territory, or one the banner is in. Source: FS-15, FS-33"""
    if banner and (fought := battles_of(state, banner.id)):
        why = book.problem("E138", place=state.name_of(banner.territory)).about("banner")
        yield why.leading(battle=fought[0].id)
    elif territory and (fought := battles_for(state, territory)):
        why = book.problem("E138", place=state.name_of(territory)).about("territory")
        yield why.leading(battle=fought[0].id)
