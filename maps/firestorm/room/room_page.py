"""A faction's own room: what it is drafting, what its members hold in secret, what they write to each other.

Members only. Beside each draft and note stands who has read this version of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse

from campaigns.engine.transaction.seals import own_seal
from maps.firestorm.looks import looks
from maps.firestorm.orders.drafting import DRAFTS
from maps.firestorm.orders.orders_page import BannerLine, OrdersPage
from maps.firestorm.orders.orders_page import orders_page as orders_of
from maps.firestorm.room.notes import NOTES, faction_notes
from maps.firestorm.viewer import FirestormViewer
from rules.engine.language import listed
from rules.firestorm.decks import deck
from rules.firestorm.setting_up.objectives import objective_of
from rules.firestorm.state import Faction

FOLLOWS = f"entries {DRAFTS} {NOTES}"


@dataclass(frozen=True, slots=True)
class FactionMember:
    """Who plays in the faction; `person` is the same for seats that were merged."""

    name: str
    emblem: str
    person: int
    me: bool


@dataclass(frozen=True, slots=True)
class ReadBy:
    """Who has read something as it stands, and who has not."""

    by: tuple[FactionMember, ...]
    missing: str


@dataclass(frozen=True, slots=True)
class DraftLine:
    """A banner's order as drafted, with who has read it."""

    line: BannerLine
    read: ReadBy | None


@dataclass(frozen=True, slots=True)
class NoteLine:
    """A note; `mine` may be taken away."""

    id: int
    name: str
    emblem: str
    at: datetime
    words: str
    mine: bool
    read: ReadBy


@dataclass(frozen=True, slots=True)
class Secret:
    """The visitor's own objective, which nobody else sees; `state` is what has become of it."""

    name: str
    words: str
    glory: int
    build: int
    state: str
    player: str

    @property
    def is_open(self) -> bool:
        """Whether everybody knows it."""
        return self.state not in ("drawn",)

    @property
    def may_claim(self) -> bool:
        return self.state in ("drawn", "refused")


@dataclass(frozen=True)
class RoomPage:
    """Everything in the room. `unread` says what somebody has not read before it is sealed, `closed` why
    nothing is written here any more.
    """

    faction: Faction
    members: tuple[FactionMember, ...]
    orders: OrdersPage
    lines: tuple[DraftLine, ...]
    unread: str
    secret: Secret | None
    notes: tuple[NoteLine, ...]
    closed: str
    url: str
    follows: str


def room_page(viewer: FirestormViewer, faction: Faction) -> RoomPage:
    """The room of the visitor's faction."""
    members = tuple(_members(viewer, faction.id))
    seen = looks(viewer, faction.id)
    orders = orders_of(viewer, faction)
    lines = tuple(DraftLine(one, _read(members, seen, one.at) if one.at else None) for one in orders.lines)
    return RoomPage(
        faction=faction,
        members=members,
        orders=orders,
        lines=lines,
        unread=next((one.read.missing for one in lines if one.read and one.read.missing), ""),
        secret=_secret(viewer, faction.id),
        notes=tuple(_notes(viewer, faction.id, members, seen)),
        closed=viewer.closed,
        url=room_url(viewer),
        follows=FOLLOWS,
    )


def room_url(viewer: FirestormViewer) -> str:
    return reverse("firestorm:room", args=[viewer.scope.pk])


def _members(viewer: FirestormViewer, faction: str) -> Iterator[FactionMember]:
    """Each person once, whoever sits on several seats of it."""
    people, met = viewer.people, set[int]()
    own = viewer.seat.person_id if viewer.seat else 0
    for seat in viewer.registration.rules.members_of(viewer.whole, faction):
        known = people.get(seat)
        if known and known.person not in met:
            met.add(known.person)
            yield FactionMember(known.name, known.emblem, known.person, known.person == own)


def _read(members: tuple[FactionMember, ...], seen: Mapping[int, datetime], at: datetime) -> ReadBy:
    """Whoever has looked since; the visitor is looking now."""
    by = tuple(one for one in members if one.me or (one.person in seen and seen[one.person] >= at))
    return ReadBy(by, listed([one.name for one in members if one not in by]))


def _notes(
    viewer: FirestormViewer, faction: str, members: tuple[FactionMember, ...], seen: Mapping[int, datetime]
) -> Iterator[NoteLine]:
    own = viewer.seat.person_id if viewer.seat else 0
    for one in faction_notes(viewer, faction):
        known = viewer.people.get(str(one.by_id or ""))
        mine = known is not None and known.person == own
        name, emblem = (known.name, known.emblem) if known else ("", "iron")
        yield NoteLine(one.pk, name, emblem, one.at, one.words, mine, _read(members, seen, one.at))


def _secret(viewer: FirestormViewer, faction: str) -> Secret | None:
    """The objective the visitor drew, read from their own seal while it is one. Source: FS-04"""
    state = viewer.state
    mine = (
        one for one in state.players.values() if one.faction == faction and viewer.actor.is_seat(one.owner)
    )
    found = next((one for player in mine if (one := objective_of(state, player.id))), None)
    if found is None:
        return None
    card = found.card or str(own_seal(viewer, found.entry, found.sealed_key) or "")
    drawn = next((one for one in deck(viewer.whole, viewer.book, "objective") if one.id == card), None)
    if drawn is None:
        return None
    return Secret(drawn.name, drawn.words, drawn.glory, drawn.build, found.state, found.player)
