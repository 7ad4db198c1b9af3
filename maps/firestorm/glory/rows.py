"""Rows of the ledger as people read them: what for, where, by which rule, who entered them and when."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from campaigns.models import Entry, Seat, Via
from maps.firestorm.building.bought import what
from maps.firestorm.viewer import FirestormViewer
from rules.firestorm.building.secret import is_purchase
from rules.firestorm.state import Firestorm, LedgerRow

OCCASIONS = {
    "gears": gettext_noop("Infinity Gears: battle won"),
    "objective": gettext_noop("Objective achieved"),
    "scepter_lost": gettext_noop("The Scepter is lost with its site"),
    "reversed": gettext_noop("Reversed: the battle was corrected"),
    "battle": gettext_noop("After a battle"),
    "income": gettext_noop("Forge or Foundry"),
}


@dataclass(frozen=True, slots=True)
class EnteredBy:
    """Who brought a row into the ledger, and when; `url` is the page of that entry."""

    who: str
    at: datetime | None
    url: str


@dataclass(frozen=True, slots=True)
class LedgerEntryLine:
    """A row of the ledger. `taken` when another row has taken it back."""

    id: str
    turn: int
    what: str
    about: str
    amount: int
    rule: str
    entered: EnteredBy
    taken: bool


def ledger_lines(viewer: FirestormViewer, rows: Iterable[LedgerRow]) -> tuple[LedgerEntryLine, ...]:
    """The rows in the order they were entered; one query for who entered them."""
    rows = tuple(rows)
    entries = _entries(viewer, rows)
    taken = {one.reverses for one in viewer.state.ledger.values() if one.reverses}
    return tuple(
        LedgerEntryLine(
            one.id, one.turn, ledger_occasion(viewer, one), _about(viewer.state, one), one.amount, one.rule,
            _entered(viewer, entries.get(code_of(one))), one.id in taken,
        )
        for one in rows
    )  # fmt: skip


def code_of(row: LedgerRow) -> str:
    """The code of the entry that a row came with."""
    return row.id.rpartition(".")[0]


def _entries(viewer: FirestormViewer, rows: Iterable[LedgerRow]) -> dict[str, Entry]:
    codes = {code_of(one) for one in rows}
    found = Entry.objects.filter(scope=viewer.scope, slot__code__in=codes, void=False)
    return {one.slot.code: one for one in found.select_related("slot", "actor").defer("effects", "answers")}


def _entered(viewer: FirestormViewer, entry: Entry | None) -> EnteredBy:
    if entry is None:
        return EnteredBy("–", None, "")
    url = reverse("campaigns:entry", args=[viewer.scope.pk, entry.seq])
    return EnteredBy(_who(entry.actor, entry.via), entry.at, url)


def _who(actor: Seat | None, via: str) -> str:
    """Who did it; without anybody the clock."""
    if actor is not None:
        return actor.name
    return _("the clock") if via == Via.CLOCK else _("the app")


def ledger_occasion(viewer: FirestormViewer, row: LedgerRow) -> str:
    """What a row is for."""
    if is_purchase(row):
        return what(viewer, row)
    for grade, words in viewer.book.book.grades.items():
        if grade == row.occasion:
            return str(words)
    return _(OCCASIONS.get(row.occasion, gettext_noop("By the organiser")))


def _about(state: Firestorm, row: LedgerRow) -> str:
    return " · ".join(_places(state, row))


def _places(state: Firestorm, row: LedgerRow) -> Iterator[str]:
    """The battle and the place it was about, and the words somebody gave."""
    battle = state.battles.get(row.battle)
    place = row.territory or (battle.territory if battle else "")
    if battle and battle.defend:
        sides = {"a": state.name_of(battle.attack), "b": state.name_of(battle.defend)}
        yield _("%(a)s against %(b)s") % sides
    if place:
        yield state.name_of(place)
    if row.words:
        yield row.words
