"""The page of a Firestorm league: the map, the phase, what I may do, factions by glory."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import quote

from django.utils.safestring import SafeString

from campaigns.shell.told import chronicle
from maps.firestorm.acting.reaching import acting_faction, acting_of, acts_as, my_faction
from maps.firestorm.here import FirestormHere
from maps.firestorm.map.drawn import address, drawn, marks_on
from maps.firestorm.map.now_page import FirestormNow, now_of
from maps.firestorm.map.panel_page import FirestormPanel, panel_of
from maps.firestorm.words import phase_title
from maps.ground.atlas.links import marks_of
from maps.ground.behind import pictures
from maps.turns.phases import PhaseStep
from maps.turns.played import players_words
from maps.turns.waits import deadline_of, waited_for
from rules.firestorm.glory.counting import Audit, scoreboard
from rules.firestorm.ground import ground
from rules.firestorm.standing import allowed, balance, banners_at, held
from rules.firestorm.state import Firestorm, PhaseName, Territory

SHOWN: tuple[PhaseName, ...] = ("preparation", "orders", "reveal", "battles", "aftermath", "build", "scoring")
NEWS = 8


@dataclass(frozen=True, slots=True)
class FactionLine:
    """One faction: glory, land, banners it has of those it may have, build points where others may see."""

    id: str
    name: str
    players: str
    colour: str
    alliance: str
    glory: int
    lands: int
    banners: int
    allowed: int
    build: int | None
    mine: bool
    waited: bool
    out: bool


@dataclass(frozen=True, slots=True)
class TerritoryRow:
    """A territory in the table beside the map."""

    id: str
    name: str
    owner: str
    items: str
    banners: str


@dataclass(frozen=True)
class FirestormMapPage:
    """Everything on the page. `url` ends so that `t=T07` can follow."""

    svg: SafeString
    url: str
    turn: int
    phase_title: str
    phases: tuple[PhaseStep, ...]
    factions: tuple[FactionLine, ...]
    order: tuple[FactionLine, ...]
    me: FactionLine | None
    acting_id: str
    now: FirestormNow
    deadline: datetime | None
    over: bool
    panel: FirestormPanel | None
    rows: tuple[TerritoryRow, ...]
    news: tuple[chronicle.ToldLine, ...]
    credit: str
    legend: tuple[tuple[str, str], ...]
    has_room: bool
    has_reveal: bool

    @property
    def here(self) -> str:
        """Where the parts of the page come from: itself, with the panel that is open."""
        return f"{self.url}t={quote(self.panel.id)}" if self.panel else self.url.rstrip("?&")


def firestorm_map_page(here: FirestormHere, selected: str = "") -> FirestormMapPage:
    """The page from the league's state: no query for a territory, banner or faction."""
    state, me = here.state, acting_faction(here)
    place = state.territories.get(selected)
    waited = waited_for(here)
    lines = tuple(_faction(here, one, waited) for one in scoreboard(state, here.book))
    by_id = {one.id: one for one in lines}
    behind = pictures.of_league(here, state)
    news = tuple(chronicle.news(here, NEWS))
    return FirestormMapPage(
        svg=drawn(here, state, url=address(here), selected=selected, picture=behind.picture),
        url=address(here),
        turn=state.now.turn,
        phase_title=phase_title(state.now.phase),
        phases=_phases(state.now.phase),
        factions=lines,
        order=tuple(by_id[one] for one in state.now.initiative if one in by_id),
        me=by_id.get(me.id) if me else None,
        acting_id=acting_of(here) if acts_as(here, acting_of(here)) else "",
        now=now_of(here, me, waited),
        deadline=deadline_of(here),
        over=state.now.phase == "finished",
        panel=panel_of(here, place) if place else None,
        rows=tuple(_row(here, state, one) for _key, one in sorted(state.territories.items())),
        news=news,
        credit=behind.credit,
        legend=tuple(marks_on(state)),
        has_room=my_faction(here) is not None,
        has_reveal=bool(state.orders),
    )


def _phases(now: PhaseName) -> tuple[PhaseStep, ...]:
    """The turn's phases; initiative is rolled by the app between two of them."""
    at = SHOWN.index("orders" if now == "initiative" else now) if now in (*SHOWN, "initiative") else -1
    return tuple(
        PhaseStep(phase_title(one), "done" if n < at else "now" if n == at else "later")
        for n, one in enumerate(SHOWN)
    )


def _faction(here: FirestormHere, one: Audit, waited: Collection[str]) -> FactionLine:
    state, faction = here.state, here.state.factions[one.faction]
    mine = here.owns(faction.id)
    sees = mine or here.is_organiser or here.book.settings.public_bp
    rows = here.book.book.alliances
    return FactionLine(
        id=faction.id,
        name=state.name_of(faction.id),
        players=players_words(here, faction.id),
        colour=faction.colour,
        alliance=rows[faction.alliance].name if faction.alliance else "",
        glory=one.total,
        lands=len(one.holdings),
        banners=held(state, faction.id),
        allowed=allowed(state, here.book, faction.id),
        build=balance(state, faction.id) if sees else None,
        mine=mine,
        waited=faction.id in waited,
        out=faction.status != "active",
    )


def _row(here: FirestormHere, state: Firestorm, place: Territory) -> TerritoryRow:
    return TerritoryRow(
        id=place.id,
        name=place.name,
        owner=state.name_of(place.owner) if place.owner else "",
        items=", ".join([*(here.book.item(one).name for one in place.items), *marks_of(ground(), place)]),
        banners=", ".join(state.name_of(one.id) for one in banners_at(state, place.id)),
    )
