"""Before a Firestorm league begins: its map, the factions with their players, corners and alliances."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.safestring import SafeString

from campaigns.leagues.requests.lines import (
    JoiningAnswer,
    RequestLine,
    joining_answer,
    request_lines,
    takes_a_word,
)
from maps.firestorm.acting.reaching import acting_faction, faction_acted_for, my_faction
from maps.firestorm.map.drawn import firestorm_map_svg
from maps.firestorm.place_names import by_name
from maps.firestorm.viewer import FirestormViewer
from maps.ground.behind import pictures
from maps.ground.choosing import own_maps
from maps.ground.taps import Options
from maps.turns.colours import colours_to_join
from rules.engine.language import listed
from rules.engine.plain import text_in
from rules.firestorm.ground import corner_territories, firestorm_map_book
from rules.firestorm.setting_up.beginning import firestorm_start_problems
from rules.firestorm.setting_up.objectives import players_without_objective
from rules.firestorm.state import Faction, Firestorm
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
    """`missing` says what stands against beginning, `advice` what the map's organiser should know; `closed`
    is the faction that has said no to the visitor for now.
    """

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
    requests: tuple[RequestLine, ...]
    answered: JoiningAnswer | None
    closed: str
    asks_first: bool

    @property
    def is_asking(self) -> bool:
        """Whether the visitor has asked to be let in."""
        return any(one.mine for one in self.requests)

    @property
    def can_begin(self) -> bool:
        return not self.missing

    @property
    def colour(self) -> str:
        """The first that is free."""
        return next(iter(self.colours), "")


def firestorm_setup_page(viewer: FirestormViewer) -> FirestormSetupPage:
    """The page as the visitor meets it."""
    state, book = viewer.state, viewer.book
    behind = pictures.picture_behind_league_map(viewer, state)
    factions = tuple(_joined(viewer, one) for one in state.factions.values())
    mine = acting_faction(viewer)
    answered = None if my_faction(viewer) else joining_answer(viewer)
    return FirestormSetupPage(
        svg=firestorm_map_svg(viewer, state, picture=behind.picture),
        credit=behind.credit,
        factions=factions,
        closed=text_in(answered.closed, "faction") if answered else "",
        colours=colours_to_join(viewer, {one.colour for one in state.factions.values()}),
        full=len(factions) >= book.figures.most_factions,
        mine=next((one for one in factions if mine and one.id == mine.id), None),
        acting=faction_acted_for(viewer) if my_faction(viewer) != mine else "",
        corners=_corners(state, mine),
        alliances=tuple((key, row.name, row.text) for key, row in book.book.alliances.items()),
        ready=ready_for(viewer.scope.game),
        own=own_maps(viewer.scope.club, viewer.scope.game),
        advice=tuple(_advice(viewer)),
        missing=tuple(one.sentence for one in firestorm_start_problems(state, book)),
        realm=state.now.realm,
        without=len(players_without_objective(state)),
        requests=request_lines(viewer),
        answered=answered,
        asks_first=takes_a_word(viewer, "found"),
    )


def _corners(state: Firestorm, mine: Faction | None) -> Options:
    """Where a faction can begin: no other does."""
    taken = {one.corner for one in state.factions.values() if mine is None or one.id != mine.id}
    corners = corner_territories(state.territories)
    return by_name(state.territories[one] for one in corners if one not in taken)


def _advice(viewer: FirestormViewer) -> list[str]:
    state = viewer.state
    if not state.territories:
        return []
    laid = Map(
        ground=next(iter(state.ground.values())),
        places=tuple(state.territories.values()),
        links=tuple(state.links.values()),
    )
    return firestorm_map_book().advice(laid, max(2, len(state.factions)))


def _joined(viewer: FirestormViewer, one: Faction) -> JoinedFaction:
    rows = viewer.book.book.alliances
    return JoinedFaction(
        id=one.id,
        name=viewer.state.name_of(one.id),
        players=listed(viewer.players_of(one.id)),
        colour=one.colour,
        corner=viewer.state.name_of(one.corner),
        alliance=rows[one.alliance].name if one.alliance else "",
        mine=viewer.owns(one.id),
    )
