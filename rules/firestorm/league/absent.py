"""What silence does before a phase's time is up, where nobody is there to do what falls to a faction.

As soon as nobody else has anything left to do, it is what the deadline would bring; at once for a faction
that nobody plays, for which another player may still fight. Source: FS-50, FS-160
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

from rules.engine.plain import text_in
from rules.engine.todos import Todo
from rules.firestorm.book import FirestormInForce
from rules.firestorm.faction_figures import battles_this_turn, bouts_of
from rules.firestorm.league.silence import ENDS, FirestormLapse, faction_lapses, lapse_acts
from rules.firestorm.state import Firestorm

type Step = tuple[str, dict[str, object]]  # a procedure and its parameters


def absent_faction_steps(
    state: Firestorm,
    book: FirestormInForce,
    rows: Sequence[Todo],
    rests: Callable[[Todo], bool],
    unplayed: Collection[str],
) -> list[Step]:
    """The acts that stand for it; `rests`: nobody is there to do it. Source: FS-160"""
    musts = [one for one in rows if one.stand == "must" and one.kind != "fs.objective"]
    resting = [one for one in musts if rests(one)]
    if not resting:
        return []
    found = faction_lapses(state, book)
    if len(resting) == len(musts):
        return [*lapse_acts(found), *_walked_over(state, unplayed, all)]
    return lapse_acts(_of_nobody(state, found, unplayed))


def _of_nobody(
    state: Firestorm, found: Sequence[FirestormLapse], unplayed: Collection[str]
) -> Iterator[FirestormLapse]:
    """What nobody else has a say in."""
    for one in found:
        if one.kind == "counts":
            game = state.bouts[text_in(one.params, "bout")]
            others = [each for each in one.names if each != game.reported_by]
            if others and all(each in unplayed for each in others):
                yield one
        elif one.do not in ENDS and one.faction in unplayed:
            yield one


def overdue_concessions(state: Firestorm, unplayed: Collection[str]) -> list[Step]:
    """What the deadline brings besides: a battle nobody has fought for a faction nobody plays is conceded.

    Source: FS-50, FS-107
    """
    return _walked_over(state, unplayed, any)


def _walked_over(
    state: Firestorm, unplayed: Collection[str], of: Callable[[Iterable[bool]], bool]
) -> list[Step]:
    """Battles in which nobody plays `any` side, or `all` of them: the first such side concedes."""
    steps = list[Step]()
    for one in battles_this_turn(state) if state.now.phase == "battles" else ():
        nobodys = [faction for faction in one.factions if faction in unplayed]
        is_meant = nobodys and of(faction in unplayed for faction in one.factions)
        told = one.third or bouts_of(state, one.id, "reported", "disputed")
        if one.status == "open" and is_meant and not told:
            steps.append(("firestorm.walkover", {"battle": one.id, "faction": nobodys[0]}))
    return steps
