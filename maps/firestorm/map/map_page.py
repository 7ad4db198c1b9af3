"""The page of a Firestorm league: the map, the phase, what I may do, factions by glory."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import quote

from django.urls import reverse
from django.utils.safestring import SafeString

from campaigns.shell.told import chronicle
from maps.firestorm.acting.reaching import acting_faction, acts_as, faction_acted_for, my_faction
from maps.firestorm.battles.sieges.under_way import owed_now
from maps.firestorm.map.drawn import faction_map_url, firestorm_map_svg, marks_on
from maps.firestorm.map.now_page import FirestormNow, firestorm_now
from maps.firestorm.map.panel_page import FirestormPanel, firestorm_panel
from maps.firestorm.phase_labels import phase_title
from maps.firestorm.viewer import FirestormViewer
from maps.ground.atlas.links import marks_of
from maps.ground.behind import pictures
from maps.turns.phases import PhaseStep
from maps.turns.played import players_words
from maps.turns.waits import Pause, awaited_sides, deadline_of, pause_of, to_act_words
from rules.firestorm.faction_figures import allowed, balance, banner_count, banners_at
from rules.firestorm.glory.counting import Audit, scoreboard
from rules.firestorm.ground import firestorm_map_book
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
    acts: str
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
    pause: Pause | None
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


def firestorm_map_page(viewer: FirestormViewer, selected: str = "") -> FirestormMapPage:
    """The page from the league's state: no query for a territory, banner or faction."""
    state, me = viewer.state, acting_faction(viewer)
    place = state.territories.get(selected)
    owed = owed_now(viewer)
    waited = awaited_sides(viewer, owed)
    lines = tuple(_faction(viewer, one, waited) for one in scoreboard(state, viewer.book))
    by_id = {one.id: one for one in lines}
    behind = pictures.picture_behind_league_map(viewer, state)
    news = tuple(chronicle.news(viewer, NEWS))
    return FirestormMapPage(
        svg=firestorm_map_svg(
            viewer, state, url=faction_map_url(viewer), selected=selected, picture=behind.picture
        ),
        url=faction_map_url(viewer),
        turn=state.now.turn,
        phase_title=phase_title(state.now.phase),
        phases=_phases(state.now.phase),
        factions=lines,
        order=tuple(by_id[one] for one in state.now.initiative if one in by_id),
        me=by_id.get(me.id) if me else None,
        acting_id=faction_acted_for(viewer) if acts_as(viewer, faction_acted_for(viewer)) else "",
        now=firestorm_now(viewer, me, waited, owed),
        deadline=deadline_of(viewer, waited),
        pause=pause_of(viewer, reverse("firestorm:organise_do", args=[viewer.scope.pk, "resume"])),
        over=state.now.phase == "finished",
        panel=firestorm_panel(viewer, place) if place else None,
        rows=tuple(_row(viewer, state, one) for _key, one in sorted(state.territories.items())),
        news=news,
        credit=behind.credit,
        legend=tuple(marks_on(state)),
        has_room=my_faction(viewer) is not None,
        has_reveal=bool(state.orders),
    )


def _phases(now: PhaseName) -> tuple[PhaseStep, ...]:
    """The turn's phases; initiative is rolled by the app between two of them."""
    at = SHOWN.index("orders" if now == "initiative" else now) if now in (*SHOWN, "initiative") else -1
    return tuple(
        PhaseStep(phase_title(one), "done" if n < at else "now" if n == at else "later")
        for n, one in enumerate(SHOWN)
    )


def _faction(viewer: FirestormViewer, one: Audit, waited: Collection[str]) -> FactionLine:
    state, faction = viewer.state, viewer.state.factions[one.faction]
    mine = viewer.owns(faction.id)
    sees = mine or viewer.is_organiser or viewer.book.settings.public_bp
    rows = viewer.book.book.alliances
    return FactionLine(
        id=faction.id,
        name=state.name_of(faction.id),
        players=players_words(viewer, faction.id),
        colour=faction.colour,
        alliance=rows[faction.alliance].name if faction.alliance else "",
        glory=one.total,
        lands=len(one.holdings),
        banners=banner_count(state, faction.id),
        allowed=allowed(state, viewer.book, faction.id),
        build=balance(state, faction.id) if sees else None,
        mine=mine,
        waited=faction.id in waited,
        acts=to_act_words(viewer, faction.id, waited),
        out=faction.status != "active",
    )


def _row(viewer: FirestormViewer, state: Firestorm, place: Territory) -> TerritoryRow:
    return TerritoryRow(
        id=place.id,
        name=place.name,
        owner=state.name_of(place.owner) if place.owner else "",
        items=", ".join(
            [*(viewer.book.item(one).name for one in place.items), *marks_of(firestorm_map_book(), place)]
        ),
        banners=", ".join(state.name_of(one.id) for one in banners_at(state, place.id)),
    )
