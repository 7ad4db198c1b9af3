"""Before a Firestorm league begins: its map, the factions with their players, corners and alliances."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.safestring import SafeString

from campaigns.shell.look.emblems import EMBLEM_NAMES
from maps.firestorm.acting.reaching import acting_faction, acting_of, my_faction
from maps.firestorm.here import FirestormHere
from maps.firestorm.map.drawn import drawn
from maps.ground.behind import pictures
from maps.ground.choosing import own_maps
from maps.ground.taps import Options
from rules.engine.language import listed
from rules.firestorm.ground import corners, ground
from rules.firestorm.setting_up.beginning import start_problems
from rules.firestorm.setting_up.objectives import without
from rules.firestorm.state import Faction
from rules.maps.model import Map
from rules.maps.ready import Ready, ready_for


@dataclass(frozen=True, slots=True)
class JoinedFaction:
    """A faction so far; `acting`: this page's reader may choose for it."""

    id: str
    name: str
    players: str
    colour: str
    corner: str
    alliance: str
    mine: bool


@dataclass(frozen=True)
class FirestormSetupPage:
    """`missing` says what stands against beginning, `advice` what the map's organiser should know."""

    svg: SafeString
    credit: str
    factions: tuple[JoinedFaction, ...]
    colours: tuple[str, ...]
    full: bool
    mine: JoinedFaction | None
    acting: str
    corners: Options
    alliances: tuple[tuple[str, str, str], ...]  # key, name, what it brings
    ready: tuple[Ready, ...]
    own: tuple[tuple[int, str], ...]
    advice: tuple[str, ...]
    missing: tuple[str, ...]
    realm: str
    without: int

    @property
    def can_begin(self) -> bool:
        return not self.missing

    @property
    def colour(self) -> str:
        """The first that is free."""
        return next(iter(self.colours), "")


def firestorm_setup_page(here: FirestormHere) -> FirestormSetupPage:
    """The page as the visitor meets it."""
    state, book = here.state, here.book
    behind = pictures.of_league(here, state)
    factions = tuple(_joined(here, one) for one in state.factions.values())
    mine = acting_faction(here)
    taken = {one.corner for one in state.factions.values() if mine is None or one.id != mine.id}
    colours = {one.colour for one in state.factions.values()}
    return FirestormSetupPage(
        svg=drawn(here, state, picture=behind.picture),
        credit=behind.credit,
        factions=factions,
        colours=tuple(one for one in EMBLEM_NAMES if one not in colours),
        full=len(factions) >= book.figures.most_factions,
        mine=next((one for one in factions if mine and one.id == mine.id), None),
        acting=acting_of(here) if my_faction(here) != mine else "",
        corners=tuple((one, _called(here, one)) for one in corners(state.territories) if one not in taken),
        alliances=tuple((key, row.name, row.text) for key, row in book.book.alliances.items()),
        ready=ready_for(here.scope.game),
        own=own_maps(here.scope.club, here.scope.game),
        advice=tuple(_advice(here)),
        missing=tuple(one.sentence for one in start_problems(state, book)),
        realm=state.now.realm,
        without=len(without(state)),
    )


def _called(here: FirestormHere, territory: str) -> str:
    name = here.state.name_of(territory)
    return territory if name == territory else f"{territory} {name}"


def _advice(here: FirestormHere) -> list[str]:
    state = here.state
    if not state.territories:
        return []
    laid = Map(
        ground=next(iter(state.ground.values())),
        places=tuple(state.territories.values()),
        links=tuple(state.links.values()),
    )
    return ground().advice(laid, max(2, len(state.factions)))


def _joined(here: FirestormHere, one: Faction) -> JoinedFaction:
    rows = here.book.book.alliances
    return JoinedFaction(
        id=one.id,
        name=here.state.name_of(one.id),
        players=listed(here.players_of(one.id)),
        colour=one.colour,
        corner=_called(here, one.corner) if one.corner else "",
        alliance=rows[one.alliance].name if one.alliance else "",
        mine=here.owns(one.id),
    )
