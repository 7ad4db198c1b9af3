"""Entries told to people: one sentence a player would write for each kind of entry.

Pure: names come from a function, because the journal holds ids. `tell` gives None for what it does not know.
What follows of itself (a battle is opened, a phase begins, somebody has won) is told with the entry that did
it. Nothing is told that stands in no effect: what somebody may not know yet is missing among theirs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.engine.effects import Effect
from rules.engine.plain import Params
from rules.engine.questions import Answer
from rules.firestorm.book import EDITIONS
from rules.firestorm.telling.battles import BATTLES
from rules.firestorm.telling.following import endings
from rules.firestorm.telling.league import LEAGUE
from rules.firestorm.telling.organiser import ORGANISER
from rules.firestorm.telling.told import Names, Teller, Told, sentences
from rules.firestorm.telling.turn import TURN


def tell(
    procedure: str,
    params: Params,
    answers: Mapping[str, Answer],
    effects: Sequence[Effect],
    names: Names,
    edition: str = "",
) -> str | None:
    """The sentence of one entry; `answers` only where something leaves no effect."""
    teller = TELLERS.get(procedure.removeprefix("firestorm."))
    if teller is None:
        return None
    told = Told(params, answers, effects, names, edition if edition in EDITIONS else EDITIONS[0])
    return sentences(teller(told), *endings(told)) + "."


TELLERS: dict[str, Teller] = {**LEAGUE, **TURN, **BATTLES, **ORGANISER}
