"""A unit's story: one line for each entry of the journal that did something to it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.opr.receipts.entries import EntryDie, UnitDeed
from campaigns.opr.receipts.receipt import changed_trait_name, deed_byline, deed_occasion, items_of, xp_reason
from rules.engine.language import listed, signed
from rules.opr.booking import few
from rules.opr.books import InForce
from rules.opr.effects import (
    Experience,
    ItemGained,
    ItemLost,
    ItemTried,
    LevelGained,
    TraitGained,
    TraitLost,
    UnitJoined,
    UnitLeft,
    UnitMoved,
    UnitRearmed,
    UnitRenamed,
    UnitReturned,
    UnitStatusSet,
)
from rules.opr.state import Item, OprState

CHANGED = (TraitGained, UnitLeft, Experience)  # what a die did, where one was thrown


@dataclass(frozen=True, slots=True)
class StoryLine:
    """What happened on one occasion; `tone` is "lost", "gained" or empty."""

    occasion: str
    sentence: str
    note: str
    tone: str
    dice: tuple[EntryDie, ...]


def story_of(state: OprState, book: InForce, deeds: Iterable[UnitDeed]) -> tuple[StoryLine, ...]:
    """The newest first."""
    deeds = list(deeds)
    teller = _StoryTeller(state, book, items_of(deeds))
    lines = [line for deed in deeds if (line := teller.line(deed))]
    return tuple(reversed(lines))


@dataclass(frozen=True, slots=True)
class _StoryTeller:
    state: OprState
    book: InForce
    items: Mapping[str, Item]

    def line(self, deed: UnitDeed) -> StoryLine | None:
        sentences = [*self._battle(deed), *self._fate(deed), *self._growth(deed), *self._goods(deed)]
        if not sentences:
            return None
        said = " ".join(sentences)
        return StoryLine(deed_occasion(deed), said, deed_byline(deed), _tone(deed), deed.dice)

    def _battle(self, deed: UnitDeed) -> Iterator[str]:
        if deed.kills:
            names = ", ".join(self._name(victim) for victim in deed.kills)
            yield _("Took out %(names)s.") % {"names": names}
        if deed.fell_to:
            yield _("Fell to %(name)s.") % {"name": self._name(deed.fell_to)}
        elif deed.fell_to is not None:
            yield _("Was taken out.")

    def _name(self, one: str) -> str:
        unit = self.state.units.get(one)
        return unit.name if unit else _("a neutral figure")

    def _fate(self, deed: UnitDeed) -> Iterator[str]:
        for joined in deed.of(UnitJoined):
            yield self._joined(joined)
        for trait in deed.of(TraitGained):
            if trait.kind == "injury":
                yield _("Injured: %(name)s.") % {"name": changed_trait_name(self.book, trait)}
            elif trait.kind == "talent":
                yield _("Came back with a talent: %(name)s.") % {"name": changed_trait_name(self.book, trait)}
            elif not trait.level:
                yield _("Was given %(name)s.") % {"name": changed_trait_name(self.book, trait)}
        for lost in deed.of(TraitLost):
            yield _("No longer has %(name)s.") % {"name": changed_trait_name(self.book, lost)}
        for left in deed.of(UnitLeft):
            yield _("Died.") if left.status == "dead" else _("Was disbanded.")
        if deed.of(UnitReturned):
            yield _("Back on the sheet.")
        for status in deed.of(UnitStatusSet):
            yield _status(status)
        for moved in deed.of(UnitMoved):
            warband = self.state.warbands.get(moved.warband)
            yield _("Moved to %(name)s.") % {"name": warband.name if warband else "?"}
        for renamed in deed.of(UnitRenamed):
            yield _("Was renamed %(name)s.") % {"name": renamed.name}
        if not deed.effects or not deed.dice or any(isinstance(one, CHANGED) for one in deed.effects):
            return
        yield _("Recovered.")

    def _joined(self, one: UnitJoined) -> str:
        cost = one.list_points + sum(item.price or 0 for item in one.items)
        if one.veteran:
            told = ngettext(
                "Recruited as a veteran for %(n)s point.", "Recruited as a veteran for %(n)s points.", cost
            )
        elif one.recruited:
            told = ngettext("Recruited for %(n)s point.", "Recruited for %(n)s points.", cost)
        else:
            told = ngettext(
                "Recruited at the start for %(n)s point.",
                "Recruited at the start for %(n)s points.",
                cost,
            )
        return told % {"n": cost}

    def _growth(self, deed: UnitDeed) -> Iterator[str]:
        gains = deed.of(Experience)
        if gains:
            reasons = dict.fromkeys(_brief(self.state, one) for one in gains)
            amount = sum(one.amount for one in gains)
            told = {"n": signed(amount, "+0"), "reasons": ", ".join(reasons)}
            yield _("%(n)s XP: %(reasons)s.") % told
        for one in deed.of(LevelGained):
            level = one.level
            names = [t for t in deed.of(TraitGained) if t.level == level and t.kind in ("level", "skill")]
            said = ", ".join(changed_trait_name(self.book, trait) for trait in names)
            yield (_("Level %(n)s: %(names)s.") if said else _("Level %(n)s.")) % {"n": level, "names": said}

    def _goods(self, deed: UnitDeed) -> Iterator[str]:
        for gained in deed.of(ItemGained):
            bought = gained.because == "purchase"
            label = {"item": gained.item.label}
            yield (_("Got %(item)s.") if bought else _("Found %(item)s.")) % label
        for lost in deed.of(ItemLost):
            yield _("Got rid of %(item)s.") % {"item": self._label(lost.item)}
        yield from map(_rearmed, deed.of(UnitRearmed))
        for tried in deed.of(ItemTried):
            yield _("Nobody wanted %(item)s.") % {"item": self._label(tried.item)}

    def _label(self, item: str) -> str:
        return self.items[item].label if item in self.items else _("an upgrade")


def _status(one: UnitStatusSet) -> str:
    if one.status == "captured":
        return _("Was captured.")
    if one.sits_out:
        left = one.sits_out
        return ngettext("Has %(n)s mission to sit out.", "Has %(n)s missions to sit out.", left) % {"n": left}
    return _("Is back.")


def _rearmed(one: UnitRearmed) -> str:
    """What has changed of what it carries; old entries only know what it carries since."""
    came, went = few(one.came), few(one.went)
    if came and went:
        return _("Now has %(came)s instead of %(went)s.") % {"came": came, "went": went}
    if came:
        return _("Now also has %(came)s.") % {"came": came}
    if went:
        return _("No longer has %(name)s.") % {"name": went}
    carries = "" if one.before else listed([weapon.label for weapon in one.profile.weapons])
    return _("Carries %(weapons)s.") % {"weapons": carries} if carries else _("Has different equipment.")


def _brief(state: OprState, one: Experience) -> str:
    """The reason for XP; whom a unit took out stands with the battle itself."""
    return _("enemies taken out") if one.because == "kill" else xp_reason(state, one, inside=True)


def _tone(deed: UnitDeed) -> str:
    kinds = [trait.kind for trait in deed.of(TraitGained)]
    if deed.of(UnitLeft) or "injury" in kinds:
        return "lost"
    return "gained" if "talent" in kinds or deed.of(LevelGained) else ""
