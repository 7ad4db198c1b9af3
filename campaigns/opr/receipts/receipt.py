"""What stands behind one figure of a unit: every amount with its occasion, its dice, its rule, who and when.

A receipt adds up recorded effects; its total is the figure on the sheet.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from django.urls import reverse
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from campaigns.opr.league.trait_labels import trait_name
from campaigns.opr.receipts.entries import EntryDie, UnitDeed
from campaigns.opr.viewer import OprViewer
from campaigns.shell.places import doubt
from config.dates import dated
from rules.engine.books import rule_text
from rules.engine.language import signed
from rules.engine.lazy_tables import all_light
from rules.opr.aftermath.experience import ExperienceGain
from rules.opr.books import InForce
from rules.opr.effects import (
    Experience,
    ItemGained,
    ItemLost,
    ItemPriced,
    LevelGained,
    TraitGained,
    TraitLost,
    UnitJoined,
    ValueChanged,
)
from rules.opr.game import book_of
from rules.opr.playing.owed import entry_of
from rules.opr.state import Item, OprState, Trait, Unit


@dataclass(frozen=True, slots=True)
class ReceiptRow:
    """One amount. `occasion`: "start" or "M6"; `amount` as printed, `value` as counted."""

    occasion: str
    reason: str
    note: str
    value: int
    amount: str
    rule: str
    dice: tuple[EntryDie, ...] = ()
    lost: bool = False


@dataclass(frozen=True, slots=True)
class RuleLink:
    """A rule behind a figure, in our words."""

    id: str
    url: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class Receipt:
    """`doubt`: where a member asks whether that is right, with what the receipt shows."""

    id: str
    title: str
    rows: tuple[ReceiptRow, ...]
    total_label: str
    total: int | str
    rules: tuple[RuleLink, ...]
    doubt: str = ""

    @property
    def has_dice(self) -> bool:
        """Whether the kinds of dice need explaining."""
        return any(row.dice for row in self.rows)


def points_receipt(viewer: OprViewer, unit: Unit, deeds: Iterable[UnitDeed]) -> Receipt:
    """Why the unit costs what it costs."""
    deeds = list(deeds)
    items = items_of(deeds)
    rows = [row for deed in deeds for row in _points_rows(viewer.book, items, deed)]
    below = sum(row.value for row in rows)
    if below < 0:
        rows.append(receipt_row(None, _("Never below 0"), -below, "A-04"))
    title = ngettext("Why %(n)s point?", "Why %(n)s points?", unit.value) % {"n": unit.value}
    told = receipt(viewer, "why-points", title, rows, _("Value now"), unit.value)
    return replace(told, doubt=doubt(viewer, "casualty", **_last_wound(unit, rows)))


def xp_receipt(viewer: OprViewer, unit: Unit, deeds: Iterable[UnitDeed]) -> Receipt:
    """Where the unit's experience comes from."""
    rows = [row for deed in deeds for row in _xp_rows(viewer.state, deed)]
    title = _("Why %(n)s XP?") % {"n": unit.xp}
    told = receipt(viewer, "why-xp", title, rows, _("XP now"), unit.xp)
    return replace(told, doubt=doubt(viewer, "experience", name=unit.name, hero="on" if unit.hero else ""))


def receipt(
    viewer: OprViewer, name: str, title: str, rows: Iterable[ReceiptRow], label: str, total: int | str
) -> Receipt:
    """A receipt with its rules, each once and in our words."""
    rows = tuple(rows)
    ids = dict.fromkeys(row.rule for row in rows if row.rule)
    address = {rule: reverse("campaigns:rule", args=[viewer.scope.pk, rule]) for rule in ids}
    links = tuple(RuleLink(rule, url, rule_text(rule)) for rule, url in address.items())
    return Receipt(name, title, rows, label, total, links, doubt(viewer, rule=next(iter(ids), "")))


def deed_occasion(deed: UnitDeed) -> str:
    """`M6`, or the founding."""
    return _("M%(n)s") % {"n": deed.number} if deed.number else _("start")


def deed_byline(deed: UnitDeed) -> str:
    """`3 March, Marta`."""
    day = dated(localtime(deed.at), "j F")
    return f"{day}, {deed.who}" if deed.who else day


def receipt_row(
    deed: UnitDeed | None, reason: str, value: int, rule: str, note: str = "", dice: tuple[EntryDie, ...] = ()
) -> ReceiptRow:
    said = " · ".join(filter(None, [note, deed_byline(deed) if deed else ""]))
    where = deed_occasion(deed) if deed else ""
    return ReceiptRow(where, reason, said, value, signed(value), rule, dice, lost=value < 0)


def _last_wound(unit: Unit, rows: Iterable[ReceiptRow]) -> dict[str, str]:
    """What a receipt shows of the last time the unit was taken out: its points before, the dice."""
    rows, hero = list(rows), "on" if unit.hero else ""
    wounds = [number for number, row in enumerate(rows) if row.rule == "OPR-39" and row.dice]
    before = sum(row.value for row in rows[: wounds[-1]]) if wounds else unit.value
    dice = "".join(str(one.face) for one in rows[wounds[-1]].dice) if wounds else ""
    return {"name": unit.name, "hero": hero, "value": str(before), "dice": dice}


# Points


def items_of(deeds: Iterable[UnitDeed]) -> dict[str, Item]:
    """Everything the unit has ever carried, by the item's id."""
    joined = [item for deed in deeds for one in deed.of(UnitJoined) for item in one.items]
    gained = [one.item for deed in deeds for one in deed.of(ItemGained)]
    priced = [one.item for deed in deeds for one in deed.of(ItemPriced)]
    return {item.id: item for item in (*joined, *gained, *priced)}


def _points_rows(book: InForce, items: Mapping[str, Item], deed: UnitDeed) -> Iterator[ReceiptRow]:
    for one in deed.effects:
        if isinstance(one, UnitJoined):
            yield from _joined(deed, one)
        elif isinstance(one, ItemGained) and one.item.price:
            yield receipt_row(deed, _bought(one), one.item.price, one.rule)
        elif isinstance(one, ItemLost) and (price := items[one.item].price):
            yield receipt_row(deed, _("%(item)s removed") % {"item": items[one.item].label}, -price, one.rule)
        elif isinstance(one, LevelGained) and one.points:
            yield level_row(book, deed, one)
        elif isinstance(one, ValueChanged) and one.amount:
            yield _wound(book, deed, one)


def _joined(deed: UnitDeed, one: UnitJoined) -> Iterator[ReceiptRow]:
    first = receipt_row(deed, _("Price from the list"), one.list_points, one.rule)
    yield replace(first, amount=str(first.value))
    for item in one.items:
        if item.price:
            yield receipt_row(deed, item.label, item.price, one.rule, note=_("from the list"))


def _bought(one: ItemGained) -> str:
    bought = one.because == "purchase"
    return (_("%(item)s bought") if bought else _("%(item)s gained")) % {"item": one.item.label}


def level_row(book: InForce, deed: UnitDeed, one: LevelGained) -> ReceiptRow:
    names = [trait for trait in deed.of(TraitGained) if trait.level == one.level]
    dice = tuple(die for die in deed.dice if _of_level(die.key, one.level))
    note = " · ".join(changed_trait_name(book, trait) for trait in names)
    return receipt_row(deed, _("Level %(n)s") % {"n": one.level}, one.points, one.rule, note=note, dice=dice)


def _of_level(key: str, level: int) -> bool:
    kind, _unit, *rest = key.split(":")
    return kind in ("trait", "setdie", "skill") and rest[:1] == [str(level)]


def _wound(book: InForce, deed: UnitDeed, one: ValueChanged) -> ReceiptRow:
    kind = one.because
    names = [trait for trait in deed.of(TraitGained) if trait.kind == kind]
    dice = tuple(die for die in deed.dice if die.key.partition(":")[0].startswith(("casualty", kind)))
    title = {"injury": _("Injury"), "talent": _("Talent")}.get(kind, _("Changed by hand"))
    title = ": ".join([title, *(changed_trait_name(book, trait) for trait in names)])
    return receipt_row(deed, title, one.amount, one.rule, note=one.words, dice=dice)


def changed_trait_name(book: InForce, trait: TraitGained | TraitLost) -> str:
    return trait_name(book, Trait(trait.kind, trait.key, trait.option))


# Experience


def _xp_rows(state: OprState, deed: UnitDeed) -> Iterator[ReceiptRow]:
    for one in deed.of(Experience):
        note = _("%(n)s more lost at the cap") % {"n": one.lost} if one.lost else one.words
        dice = tuple(die for die in deed.dice if die.key.startswith("casualty") and one.because == "casualty")
        yield receipt_row(deed, xp_reason(state, one), one.amount, one.rule, note=note, dice=dice)


def event_name(state: OprState, about: str) -> str:
    """What a random event is called; empty when `about` is something else."""
    events = (event for mission in all_light(state.missions).values() for event in mission.events)
    found = next((event for event in events if event.id == about), None)
    return entry_of(book_of(state), found).name if found else ""


# Why experience came or went: as a line of its own, and inside a sentence.
XP_REASONS = {
    "kill": (gettext_noop("Took an enemy out"), gettext_noop("took an enemy out")),
    "kill_of": (gettext_noop("Took out %(name)s"), gettext_noop("took out %(name)s")),
    "event": (gettext_noop("From an event"), gettext_noop("from an event")),
    "event_of": (gettext_noop("Event: %(name)s"), gettext_noop("event: %(name)s")),
    "survived": (gettext_noop("Survived"), gettext_noop("survived")),
    "casualty": (gettext_noop("Came back wiser"), gettext_noop("came back wiser")),
    "veteran": (gettext_noop("Joined as a veteran"), gettext_noop("joined as a veteran")),
    "duel": (gettext_noop("Won a duel"), gettext_noop("won a duel")),
    "no_permadeath": (
        gettext_noop("Lost the XP from this mission"),
        gettext_noop("lost the XP from this mission"),
    ),
}
CHANGED_BY_HAND = (gettext_noop("Changed by hand"), gettext_noop("changed by hand"))


def xp_reason(state: OprState, one: Experience | ExperienceGain, *, inside: bool = False) -> str:
    """Why experience came or went; `inside` a sentence it begins with a small letter."""
    because, victim = one.because, state.units.get(one.about)
    if because == "kill" and victim is not None:
        because, name = "kill_of", victim.name
    elif because == "event" and (name := event_name(state, one.about)):
        because = "event_of"
    else:
        name = ""
    return _(XP_REASONS.get(because, CHANGED_BY_HAND)[inside]) % {"name": name}
