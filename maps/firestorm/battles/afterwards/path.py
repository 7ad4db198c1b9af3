"""Path to Glory: who was lost in a game, and who of the survivors learns something."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from maps.firestorm.viewer import FirestormViewer
from maps.ground.taps import MapTap, hidden_fields
from rules.engine.language import listed
from rules.firestorm.decks import upgrade_name
from rules.firestorm.faction_figures import bouts_of
from rules.firestorm.muster_state import Character
from rules.firestorm.path.upgrade_rules import (
    allowance,
    army_in_battle,
    held_upgrades,
    picked,
    upgrade_problems,
)
from rules.firestorm.state import Battle, Bout
from rules.turns.problems import first_of

KIND_WORDS = {
    "commander": gettext_noop("commander"),
    "named": gettext_noop("named character"),
    "hero": gettext_noop("hero"),
    "unit": gettext_noop("unit"),
}


@dataclass(frozen=True, slots=True)
class Soldier:
    """Somebody of the army that fought: a box to tick, with what it carries."""

    id: str
    name: str
    note: str


@dataclass(frozen=True)
class AfterGame:
    """What a faction does after a game: count its dead, then roll upgrades, each by a tap or why not."""

    bout: str
    faction: str
    title: str
    army: tuple[Soldier, ...]
    counts: bool
    left: int
    note: str
    upgrades: tuple[MapTap, ...]

    @property
    def left_words(self) -> str:
        """ "2 upgrades left"."""
        return ngettext("%(n)d upgrade left", "%(n)d upgrades left", self.left) % {"n": self.left}


def after_games(viewer: FirestormViewer, battle: Battle, me: str) -> Iterator[AfterGame]:
    """Each game of a battle that counts, for a faction that fought in it with a banner."""
    if viewer.state.now.phase != "aftermath" or battle.turn != viewer.state.now.turn:
        return
    fought = army_in_battle(viewer.state, battle, me) if me in battle.factions else []
    if not fought:
        return
    for number, bout in enumerate(bouts_of(viewer.state, battle.id, "confirmed"), start=1):
        found = _after(viewer, battle, bout, me, fought, number)
        if found.counts or found.upgrades or found.note:
            yield found


def _after(
    viewer: FirestormViewer, battle: Battle, bout: Bout, me: str, fought: list[Character], number: int
) -> AfterGame:
    counted = me in bout.counted
    done = picked(viewer.state, bout, me)
    left = allowance(viewer.state, viewer.book, battle, bout, me) - len(done)
    return AfterGame(
        bout=bout.id,
        faction=me,
        title=_("After game %(n)d") % {"n": number} if battle.games > 1 else _("After the game"),
        army=tuple(_soldier(viewer, one) for one in fought if one.alive),
        counts=not counted,
        left=max(0, left),
        note=_note(viewer, [viewer.state.characters[one.character].name for one in done]),
        upgrades=tuple(_upgrades(viewer, battle, bout, me, fought)) if counted and left > 0 else (),
    )


def _soldier(viewer: FirestormViewer, one: Character) -> Soldier:
    upgrades = _held(viewer, one)
    return Soldier(one.id, one.name, " · ".join(filter(None, (_(KIND_WORDS[one.kind]), upgrades))))


def _note(viewer: FirestormViewer, names: list[str]) -> str:
    return _("Upgraded: %(names)s.") % {"names": listed(names)} if names else ""


def _upgrades(
    viewer: FirestormViewer, battle: Battle, bout: Bout, me: str, fought: list[Character]
) -> Iterator[MapTap]:
    """A tap for each survivor; those that cannot stay with the reason."""
    for one in fought:
        if not one.alive or one.id in bout.dead:
            continue
        problem = first_of(upgrade_problems(viewer.state, viewer.book, battle, bout, me, one))
        now = _held(viewer, one)
        yield MapTap(
            "upgrade", one.name, hidden_fields(faction=me, bout=bout.id, character=one.id),
            _("now: %(upgrades)s") % {"upgrades": now} if now else _(KIND_WORDS[one.kind]), "dice-5-fill",
            why_not=problem.sentence if problem else "", rule=problem.rule if problem else "",
        )  # fmt: skip


def _held(viewer: FirestormViewer, one: Character) -> str:
    return listed(upgrade_name(viewer.book.start, each) for each in held_upgrades(viewer.state, one.id))
