"""The battles of a faction on the page of its league: each with what it wants of them, in home's words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from operator import attrgetter

from django.utils.translation import gettext as _

from maps.firestorm.acting.reaching import faction_acted_for
from maps.firestorm.battles.battle_labels import battle_url
from maps.firestorm.battles.sieges.under_way import ASKED
from maps.firestorm.viewer import FirestormViewer
from maps.turns.asked import SlotQuestion
from maps.turns.rulings import decide_words
from rules.engine.todos import Todo
from rules.firestorm.faction_figures import battles_this_turn
from rules.firestorm.state import Battle, Faction, Firestorm
from rules.firestorm.telling.todos import faction_todo_sentence, with_words


@dataclass(frozen=True, slots=True)
class FirestormStep:
    """Something to do on a page of its own; `waits` for somebody else. `note`: what is to be done there."""

    text: str
    url: str
    waits: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True)
class OwnTodos:
    """What a faction has to do and waits for, and the questions put to it."""

    rows: Sequence[Todo]
    asked: Sequence[SlotQuestion]

    @property
    def musts(self) -> list[Todo]:
        return [one for one in self.rows if one.stand == "must"]

    @property
    def only_asked(self) -> bool:
        """Whether there is nothing to do but to answer."""
        return all(one.kind == ASKED for one in self.musts)

    def sentences(self, state: Firestorm, rows: Iterable[Todo]) -> list[str]:
        """These of it in the words of a home."""
        rows = list(rows)
        slots = [one.about[1] for one in rows if one.kind == ASKED]
        texts = [one.text for one in self.asked if one.slot in slots and not one.waits_for]
        return [*texts, *(faction_todo_sentence(state, one) for one in with_words(state, rows))]


def battle_steps(viewer: FirestormViewer, me: Faction, own: OwnTodos) -> list[FirestormStep]:
    """My battles of this turn that go on, those first in which I have something to do."""
    going = [one for one in battles_this_turn(viewer.state) if one.status in ("queued", "open")]
    steps = (_going_on(viewer, one, me, own) for one in going if me.id in one.factions)
    return sorted(steps, key=attrgetter("waits"))


def _going_on(viewer: FirestormViewer, battle: Battle, me: Faction, own: OwnTodos) -> FirestormStep:
    owes = [row for row in own.musts if _battle_of(viewer, row) == battle.id]
    waits = [row for row in own.rows if _battle_of(viewer, row) == battle.id]
    note = " ".join(own.sentences(viewer.state, owes or waits))
    return _battle_step(viewer, battle, me, waits=not owes, note=note)


def _battle_of(viewer: FirestormViewer, row: Todo) -> str:
    """The battle a to-do is about; empty for none."""
    about = row.about[0] if row.about else ""
    return viewer.state.bouts[about].battle if about in viewer.state.bouts else about


def settled_battles(viewer: FirestormViewer, me: Faction) -> Iterator[FirestormStep]:
    """Those of this turn that are over."""
    for one in battles_this_turn(viewer.state):
        if me.id in one.factions and one.status in ("settled", "claimed"):
            yield _battle_step(viewer, one, me)


def _battle_step(
    viewer: FirestormViewer, battle: Battle, me: Faction, *, waits: bool = False, note: str = ""
) -> FirestormStep:
    url = battle_url(viewer, battle.id, faction_acted_for(viewer))
    return FirestormStep(_against(viewer, battle, me), url, waits, note)


def battles_to_decide(viewer: FirestormViewer) -> Iterator[FirestormStep]:
    """The battles with a disputed game, to the organisers who decide them."""
    rules = (
        viewer.registration.rules.whose_move.owed(viewer.state, viewer.book) if viewer.is_organiser else ()
    )
    decided = (one for one in rules if one.act == "decide" and viewer.decides(one))
    games = (viewer.state.bouts[one.about[0]] for one in decided)
    for battle in dict.fromkeys(one.battle for one in games):
        title = decide_words(viewer.state.name_of(viewer.state.battles[battle].territory))
        yield FirestormStep(title, battle_url(viewer, battle) + "#decide")


def _against(viewer: FirestormViewer, battle: Battle, me: Faction) -> str:
    """One of my battles, where and against whom."""
    other = battle.defend if battle.attack == me.id else battle.attack
    told = {
        "place": viewer.state.name_of(battle.territory),
        "name": viewer.state.name_of(other) if other else _("the holder"),
    }
    return _("%(place)s: against %(name)s") % told
