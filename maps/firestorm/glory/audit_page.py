"""The audit of a faction: every holding and every row of its ledger, adding up to the scoreboard."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from maps.firestorm.glory.rows import LedgerEntryLine, ledger_lines
from maps.firestorm.place_names import name_on_screen
from maps.firestorm.veils.building import shows_points
from maps.firestorm.viewer import FirestormViewer
from maps.ground.taps import Options
from maps.turns.played import players_words
from rules.firestorm.benefits import counted_copies
from rules.firestorm.faction_figures import balance
from rules.firestorm.glory.counting import Holding, glory_audit
from rules.firestorm.state import Faction, Firestorm


@dataclass(frozen=True, slots=True)
class HoldingWorth:
    """What a territory is worth, and what makes it up."""

    territory: str
    total: int
    note: str


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The score of a turn's end as it was frozen."""

    turn: int
    holdings: int
    ledger: int

    @property
    def total(self) -> int:
        return self.holdings + self.ledger


@dataclass(frozen=True, slots=True)
class AuditPage:
    """`held` and `earned` are the sums of the lines, `total` of both; `points` None where they are secret."""

    faction: str
    name: str
    colour: str
    players: str
    holdings: tuple[HoldingWorth, ...]
    rows: tuple[LedgerEntryLine, ...]
    held: int
    earned: int
    total: int
    points: tuple[LedgerEntryLine, ...] | None
    balance: int
    snapshots: tuple[Snapshot, ...]
    factions: Options


def audit_page(viewer: FirestormViewer, faction: Faction) -> AuditPage:
    """The page from the ledger and the map; one query for who entered what."""
    state = viewer.state
    found = glory_audit(state, viewer.book, faction.id)
    sees = shows_points(viewer, faction.id)
    build = [one for one in state.ledger.values() if (one.coin, one.faction) == ("build", faction.id)]
    lines = ledger_lines(viewer, [*found.rows, *(build if sees else ())])
    return AuditPage(
        faction=faction.id,
        name=state.name_of(faction.id),
        colour=faction.colour,
        players=players_words(viewer, faction.id),
        holdings=tuple(_holding(viewer, faction, one) for one in found.holdings),
        rows=lines[: len(found.rows)],
        held=found.held,
        earned=found.earned,
        total=found.total,
        points=lines[len(found.rows) :] if sees else None,
        balance=balance(state, faction.id) if sees else 0,
        snapshots=tuple(snapshots(state, faction.id)),
        factions=tuple((one.id, state.name_of(one.id)) for one in state.factions.values()),
    )


def _holding(viewer: FirestormViewer, faction: Faction, one: Holding) -> HoldingWorth:
    note = " · ".join(_notes(viewer, faction, one))
    return HoldingWorth(name_on_screen(viewer.state.territories[one.territory]), one.total, note)


def _notes(viewer: FirestormViewer, faction: Faction, one: Holding) -> Iterator[str]:
    """What makes up a territory's worth, and which building of it does not count."""
    place = viewer.state.territories[one.territory]
    yield (
        _("special territory %(n)s") % {"n": one.land} if place.special else _("land %(n)s") % {"n": one.land}
    )
    for key in place.items:
        row = viewer.book.item(key)
        if row.glory and one.items:
            yield f"{row.name} {row.glory}"
        elif row.glory:
            many = counted_copies(viewer.state, viewer.book, faction.id, key)
            yield _("%(item)s: only %(n)s counted") % {"item": row.name, "n": many}
    if one.bonus:
        yield _("map bonus %(n)s") % {"n": one.bonus}


def snapshots(state: Firestorm, faction: str) -> Iterator[Snapshot]:
    """A faction's score at the end of each turn. Source: FS-106"""
    for turn in sorted(state.turns.values(), key=lambda one: one.number):
        for one in turn.scores if turn.ended else ():
            if one.faction == faction:
                yield Snapshot(turn.number, one.holdings, one.ledger)
