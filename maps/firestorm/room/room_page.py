"""A faction's own room: what it is drafting, what its members hold in secret, what they write to each other.

Members only. Beside each draft and note stands who has read this version of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse

from campaigns.engine.passage.seals import own_seal
from maps.firestorm.here import FirestormHere
from maps.firestorm.looks import looks
from maps.firestorm.orders.drafting import DRAFTS
from maps.firestorm.orders.orders_page import BannerLine, OrdersPage
from maps.firestorm.orders.orders_page import orders_page as orders_of
from maps.firestorm.room.notes import NOTES, notes
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


def room_page(here: FirestormHere, faction: Faction) -> RoomPage:
    """The room of the visitor's faction."""
    members = tuple(_members(here, faction.id))
    seen = looks(here, faction.id)
    orders = orders_of(here, faction)
    lines = tuple(DraftLine(one, _read(members, seen, one.at) if one.at else None) for one in orders.lines)
    return RoomPage(
        faction=faction,
        members=members,
        orders=orders,
        lines=lines,
        unread=next((one.read.missing for one in lines if one.read and one.read.missing), ""),
        secret=_secret(here, faction.id),
        notes=tuple(_notes(here, faction.id, members, seen)),
        closed=here.closed,
        url=address(here),
        follows=FOLLOWS,
    )


def address(here: FirestormHere) -> str:
    return reverse("firestorm:room", args=[here.scope.pk])


def _members(here: FirestormHere, faction: str) -> Iterator[FactionMember]:
    """Each person once, whoever sits on several seats of it."""
    people, met = here.people, set[int]()
    own = here.seat.person_id if here.seat else 0
    for seat in here.registration.members_of(here.whole, faction):
        known = people.get(seat)
        if known and known.person not in met:
            met.add(known.person)
            yield FactionMember(known.name, known.emblem, known.person, known.person == own)


def _read(members: tuple[FactionMember, ...], seen: Mapping[int, datetime], at: datetime) -> ReadBy:
    """Whoever has looked since; the visitor is looking now."""
    by = tuple(one for one in members if one.me or (one.person in seen and seen[one.person] >= at))
    return ReadBy(by, listed([one.name for one in members if one not in by]))


def _notes(
    here: FirestormHere, faction: str, members: tuple[FactionMember, ...], seen: Mapping[int, datetime]
) -> Iterator[NoteLine]:
    own = here.seat.person_id if here.seat else 0
    for one in notes(here, faction):
        known = here.people.get(str(one.by_id or ""))
        mine = known is not None and known.person == own
        name, emblem = (known.name, known.emblem) if known else ("", "iron")
        yield NoteLine(one.pk, name, emblem, one.at, one.words, mine, _read(members, seen, one.at))


def _secret(here: FirestormHere, faction: str) -> Secret | None:
    """The objective the visitor drew, read from their own seal while it is one. Source: FS-04"""
    state = here.state
    mine = (one for one in state.players.values() if one.faction == faction and here.actor.is_seat(one.owner))
    found = next((one for player in mine if (one := objective_of(state, player.id))), None)
    if found is None:
        return None
    card = found.card or str(own_seal(here, found.entry, found.sealed_key) or "")
    drawn = next((one for one in deck(here.whole, here.book, "objective") if one.id == card), None)
    if drawn is None:
        return None
    return Secret(drawn.name, drawn.words, drawn.glory, drawn.build, found.state, found.player)
