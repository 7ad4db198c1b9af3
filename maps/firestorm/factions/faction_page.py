"""A faction: its figures with what stands behind them, its banners, who marches under them and what they
have learned.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from campaigns.opr.receipts.receipt import Receipt
from campaigns.opr.warbands.warband_page import BigFigure
from maps.firestorm.factions.army import ArmyBanner, banner_lines
from maps.firestorm.factions.changing import Changing, changing_of
from maps.firestorm.factions.people import People, faction_people
from maps.firestorm.factions.receipts import faction_receipt
from maps.firestorm.glory.standings_page import audit_url
from maps.firestorm.place_names import name_on_screen
from maps.firestorm.veils.building import shows_points
from maps.firestorm.viewer import FirestormViewer
from maps.turns.colours import free_colours
from maps.turns.played import players_words
from rules.firestorm.benefits import card_item_keys, command_points
from rules.firestorm.faction_figures import allowed, balance, banner_count, faction_territories, holds_tower
from rules.firestorm.glory.counting import glory
from rules.firestorm.state import Faction

TRAITS = {
    "": gettext_noop("fights as most armies do"),
    "duardin": gettext_noop("fights as duardin"),
    "ogor": gettext_noop("fights as ogors"),
}


@dataclass(frozen=True, slots=True)
class FactionCard:
    """A card the faction plays with."""

    name: str
    text: str
    rule: str


@dataclass(frozen=True, slots=True)
class FactionPage:
    """A faction for one visitor; `changing` only for who may act for it."""

    id: str
    name: str
    colour: str
    players: str
    alliance: FactionCard | None
    trait: str
    status: str
    figures: tuple[BigFigure, ...]
    receipt: Receipt | None
    lands: tuple[tuple[str, str], ...]
    banners: tuple[ArmyBanner, ...]
    gone: tuple[ArmyBanner, ...]
    cards: tuple[FactionCard, ...]
    commands: str
    people: People
    changing: Changing | None
    renames: bool
    colours: tuple[str, ...]
    mine: bool
    builds: bool


def faction_page(viewer: FirestormViewer, faction: Faction, why: str = "") -> FactionPage:
    """The page of a faction; `why` names the figure whose receipt is open."""
    state = viewer.state
    may = (viewer.owns(faction.id) or viewer.is_organiser) and viewer.scope.archived_at is None
    over = state.now.phase == "finished"
    banners = banner_lines(viewer, faction)
    taken = {one.colour for one in state.factions.values() if one.id != faction.id}
    return FactionPage(
        id=faction.id,
        name=state.name_of(faction.id),
        colour=faction.colour,
        players=players_words(viewer, faction.id),
        alliance=_alliance(viewer, faction),
        trait=_(TRAITS[faction.trait]) if faction.trait else "",
        status={"out": _("is out"), "left": _("has left the league")}.get(faction.status, ""),
        figures=() if state.now.phase == "setup" else tuple(_figures(viewer, faction)),
        receipt=faction_receipt(viewer, faction, why),
        lands=tuple((one.id, name_on_screen(one)) for one in faction_territories(state, faction.id)),
        banners=tuple(one for one in banners if not one.gone),
        gone=tuple(one for one in banners if one.gone),
        cards=tuple(_cards(viewer, faction)),
        commands=_commands(viewer, faction),
        people=faction_people(viewer, faction),
        changing=changing_of(viewer, faction) if may and not over else None,
        renames=may and over,
        colours=free_colours(taken),
        mine=viewer.owns(faction.id),
        builds=may and state.now.phase == "build",
    )


def _alliance(viewer: FirestormViewer, faction: Faction) -> FactionCard | None:
    row = viewer.book.book.alliances.get(faction.alliance) if faction.alliance else None
    return FactionCard(row.name, row.text, row.rule) if row else None


def _figures(viewer: FirestormViewer, faction: Faction) -> Iterator[BigFigure]:
    state, book = viewer.state, viewer.book
    yield BigFigure(glory(state, book, faction.id), _("glory"), audit_url(viewer, faction.id))
    yield BigFigure(
        len(faction_territories(state, faction.id)), _("land"), f"{audit_url(viewer, faction.id)}#holdings"
    )
    most = {"n": banner_count(state, faction.id), "most": allowed(state, book, faction.id)}
    yield BigFigure(_("%(n)s of %(most)s") % most, _("banners"), "?why=banners", "why-banners")
    if shows_points(viewer, faction.id):
        yield BigFigure(balance(state, faction.id), _("BP"), f"{audit_url(viewer, faction.id)}#points")


def _commands(viewer: FirestormViewer, faction: Faction) -> str:
    """Command points of a game, the tower's die unrolled."""
    fixed = command_points(viewer.state, viewer.book, faction.id)
    if not holds_tower(viewer.state, viewer.book, faction.id):
        return str(fixed)
    return f"D3 + {fixed}" if fixed else "D3"


def _cards(viewer: FirestormViewer, faction: Faction) -> Iterator[FactionCard]:
    """The cards of what it owns."""
    book = viewer.book.book
    for key in card_item_keys(viewer.state, viewer.book, faction.id):
        row = book.scepter if key == "scepter" else book.places.get(key) or book.items[key]
        yield FactionCard(row.name, row.text, row.rule)
