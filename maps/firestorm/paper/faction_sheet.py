"""A faction on paper: its figures, banners and who marches under them, land, build points, prices, cards.

What is secret stays off it: a sheet lies about. Build points are on it where the reader may see them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from campaigns.engine.lines import Paper
from campaigns.paper.formats import FORMATS
from campaigns.paper.measure import readable
from campaigns.paper.pdf import code
from maps.firestorm.factions import faction_page
from maps.firestorm.factions.army import ArmyBanner
from maps.firestorm.glory.rows import ledger_occasion
from maps.firestorm.phase_labels import turn_and_phase
from maps.firestorm.place_names import name_on_paper
from maps.firestorm.veils.building import shows_points
from maps.firestorm.viewer import FirestormViewer
from maps.ground.paper.on_paper import paper_emblem
from rules.engine.language import listed, with_heading
from rules.firestorm.decks import chart
from rules.firestorm.glory.counting import holdings
from rules.firestorm.muster_state import ChartName
from rules.firestorm.state import Faction

TREASURY, SPARE = 8, 3  # rows of the treasury that are printed; empty ones below


@dataclass(frozen=True, slots=True)
class LandLine:
    name: str
    items: str
    worth: int


@dataclass(frozen=True, slots=True)
class Coin:
    """A row of the treasury: `left` is what was there after it."""

    what: str
    amount: int
    left: int


@dataclass(frozen=True, slots=True)
class Price:
    name: str
    cost: int
    instead: str
    text: str


@dataclass(frozen=True, slots=True)
class Learned:
    """A row of an advancement chart."""

    faces: str
    name: str
    words: str


@dataclass(frozen=True, slots=True)
class FactionSheet:
    """Everything on the sheet; `treasury` is None where build points are secret."""

    name: str
    emblem: SafeString
    under: str
    figures: tuple[tuple[str, str], ...]
    alliance: str
    banners: tuple[ArmyBanner, ...]
    lands: tuple[LandLine, ...]
    treasury: tuple[Coin, ...] | None
    earlier: int
    prices: tuple[Price, ...]
    cards: tuple[tuple[str, str], ...]
    champion: tuple[Learned, ...]
    unit: tuple[Learned, ...]


def faction_sheet(viewer: FirestormViewer, faction: Faction) -> FactionSheet:
    """The sheet from the league's state."""
    page, now = faction_page.faction_page(viewer, faction), viewer.state.now
    when = turn_and_phase(now.turn, now.phase)
    coins = list(_coins(viewer, faction)) if shows_points(viewer, faction.id) else None
    figures = [(str(one.value), str(one.label)) for one in page.figures]
    return FactionSheet(
        name=readable(page.name),
        emblem=paper_emblem(faction.colour),
        under=" · ".join((readable(page.players), readable(viewer.scope.name), when)),
        figures=(*figures, (page.commands, _("command points"))),
        alliance=with_heading(page.alliance.name, page.alliance.text) if page.alliance else "",
        banners=page.banners,
        lands=tuple(_lands(viewer, faction)),
        treasury=None if coins is None else tuple(coins[-TREASURY:]),
        earlier=coins[-TREASURY - 1].left if coins and len(coins) > TREASURY else 0,
        prices=tuple(_prices(viewer)),
        cards=tuple((one.name, one.text) for one in page.cards),
        champion=tuple(_chart(viewer, "champion")),
        unit=tuple(_chart(viewer, "unit")),
    )


def _lands(viewer: FirestormViewer, faction: Faction) -> Iterator[LandLine]:
    for one in holdings(viewer.state, viewer.book, faction.id):
        place = viewer.state.territories[one.territory]
        items = listed([viewer.book.item(key).name for key in place.items])
        yield LandLine(readable(name_on_paper(place)), items, one.total)


def _coins(viewer: FirestormViewer, faction: Faction) -> Iterator[Coin]:
    """The faction's build points, row by row, with what was left after each."""
    left = 0
    for row in viewer.state.ledger.values():
        if (row.coin, row.faction) == ("build", faction.id):
            left += row.amount
            yield Coin(readable(ledger_occasion(viewer, row)), row.amount, left)


def _prices(viewer: FirestormViewer) -> Iterator[Price]:
    for row in viewer.book.book.items.values():
        if row.buildable:
            instead = viewer.book.item(row.replaces).name if row.replaces else ""
            yield Price(row.name, row.cost, instead, row.text)


def _chart(viewer: FirestormViewer, name: ChartName) -> Iterator[Learned]:
    for row in chart(viewer.state, viewer.book, name):
        faces = str(row.first) if row.first == row.last else f"{row.first}–{row.last}"
        yield Learned(faces, readable(row.name), readable(row.words))


def faction_sheet_html(viewer: FirestormViewer, faction: Faction, paper: Paper, base: str) -> str:
    """The sheet, with a code that leads to the faction's page."""
    url = base + reverse("firestorm:faction", args=[viewer.scope.pk, faction.id])
    sheet = faction_sheet(viewer, faction)
    context = {
        "sheet": sheet,
        "paper": FORMATS[paper],
        "language": get_language() or "en",
        "spare": range(SPARE),
        "printed": timezone.localdate(timezone=viewer.scope.club.tz),
        "code": code(url, _("QR code for the faction’s page")),
    }
    return render_to_string("maps/firestorm/paper/faction.html", context)
