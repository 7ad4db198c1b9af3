"""A faction's purse: its build points, where they come from, and what it has bought in the running phase."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from maps.firestorm.veils.building import shows_points
from maps.firestorm.viewer import FirestormViewer
from rules.firestorm.benefits import income
from rules.firestorm.building.secret import BUILT, LEVEL, SCEPTER, bought_now
from rules.firestorm.building.shop import FIRST
from rules.firestorm.faction_figures import balance
from rules.firestorm.state import Faction, LedgerRow


@dataclass(frozen=True, slots=True)
class BoughtThere:
    """What was bought where; `glory` what it brought at once."""

    what: str
    where: str
    price: int
    glory: int


@dataclass(frozen=True, slots=True)
class Purse:
    """`balance` is None where the visitor may not know it; `income` comes each turn."""

    faction: str
    name: str
    colour: str
    balance: int | None
    income: int
    bought: tuple[BoughtThere, ...]
    ready: bool
    mine: bool


def purse_of(viewer: FirestormViewer, faction: Faction) -> Purse:
    """A faction's build points as this visitor may see them."""
    state = viewer.state
    return Purse(
        faction=faction.id,
        name=state.name_of(faction.id),
        colour=faction.colour,
        balance=balance(state, faction.id) if shows_points(viewer, faction.id) else None,
        income=income(state, viewer.book, faction.id),
        bought=tuple(_bought(viewer, faction)) if state.now.phase in ("build", "scoring") else (),
        ready=faction.id in state.now.done,
        mine=viewer.owns(faction.id),
    )


def _bought(viewer: FirestormViewer, faction: Faction) -> Iterator[BoughtThere]:
    rows = bought_now(viewer.state, faction.id)
    glory = {_of(one.id): one.amount for one in rows if one.coin == "glory"}
    for one in rows:
        if one.coin == "build":
            yield BoughtThere(what(viewer, one), _place(viewer, one), -one.amount, glory.get(_of(one.id), 0))


def _of(row: str) -> str:
    """The entry that a row of the ledger was made by."""
    return row.rpartition(".")[0]


def _place(viewer: FirestormViewer, row: LedgerRow) -> str:
    return viewer.state.name_of(row.territory) if row.territory else ""


def what(viewer: FirestormViewer, row: LedgerRow) -> str:
    """What a row of the ledger paid for, or what the glory was for."""
    if row.occasion == SCEPTER:
        return viewer.book.book.scepter.name
    if row.occasion == LEVEL:
        return _("A stronghold level")
    if row.occasion.startswith(FIRST):
        return _("First %(item)s") % {"item": viewer.book.item(row.occasion.removeprefix(FIRST)).name}
    return viewer.book.item(row.occasion.removeprefix(BUILT)).name
