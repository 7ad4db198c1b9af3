"""A Firestorm league on paper, part by part: standings, the map now and by turns, factions, the chronicle.

What a spectator may read, and no more: nothing secret is on a sheet that lies about.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from campaigns.engine.lines import Page, Paper
from campaigns.models import LeaguePrint
from campaigns.paper.formats import FORMATS
from campaigns.paper.measure import readable
from campaigns.paper.pages import on_every_page, on_the_first, seen_by_all
from campaigns.shell.told import chronicle
from maps.firestorm.battles.battle_labels import battle_title
from maps.firestorm.factions.army import ArmyBanner, banner_lines
from maps.firestorm.glory import standings_page
from maps.firestorm.paper import map_sheet
from maps.firestorm.phase_labels import turn_and_phase
from maps.firestorm.place_names import name_on_paper
from maps.firestorm.viewer import FirestormViewer
from maps.ground.paper.on_paper import paper_emblem
from rules.engine.language import listed
from rules.firestorm.book import FirestormInForce
from rules.firestorm.faction_figures import faction_territories
from rules.firestorm.glory.awards import grades
from rules.firestorm.state import Faction, Firestorm, Territory

NEW_TURN = ("firestorm.begin_play", map_sheet.SCORE)  # what ends with the next turn's Preparation


@dataclass(frozen=True, slots=True)
class TurnTold:
    """The entries of one turn, oldest first; `number` 0 is what came before the first."""

    number: int
    lines: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class FactionTold:
    """One faction told: its figures, land, banners, battles."""

    name: str
    emblem: SafeString
    players: str
    figures: str
    land: str
    banners: tuple[ArmyBanner, ...]
    battles: tuple[str, ...]


def faction_league_pages(asked: LeaguePrint, paper: Paper) -> list[Page]:
    """Every part with its name, as HTML to be drawn."""
    viewer: FirestormViewer = seen_by_all(asked, "map")
    common, sheet = on_every_page(asked, paper), FORMATS[paper]
    front = {**on_the_first(asked, paper), **_front(viewer)}
    told = {**common, "turns": tuple(_told(viewer))}
    factions = {**common, "factions": tuple(_factions(viewer))}
    return [
        (asked.scope.name, render_to_string("maps/firestorm/paper/front.html", front)),
        *_maps(viewer, (sheet.width, sheet.height)),
        (_("Factions"), render_to_string("maps/firestorm/paper/factions.html", factions)),
        (_("Chronicle"), render_to_string("maps/firestorm/paper/chronicle.html", told)),
    ]


def _maps(viewer: FirestormViewer, paper: tuple[float, float]) -> Iterator[Page]:
    """The map now, and as each turn has left it."""
    if viewer.state.territories:
        yield _("Map"), map_sheet.map_sheet_html(viewer, map_sheet.StateDrawn(viewer.state), paper)
        for one in map_sheet.each_turn(viewer):
            yield _("Map, turn %(n)s") % {"n": one.turn}, map_sheet.map_sheet_html(viewer, one, paper)


def _front(viewer: FirestormViewer) -> dict[str, object]:
    page, now = standings_page.glory_standings_page(viewer), viewer.state.now
    winners = listed([viewer.state.name_of(one) for one in now.winners])
    return {
        "page": page,
        "lines": [(line, readable(line.name), paper_emblem(line.emblem)) for line in page.lines],
        "histories": [(one, readable(one.name), paper_emblem(one.emblem)) for one in page.histories],
        "shows_points": viewer.book.settings.public_bp,
        "when": _("Victory for %(names)s") % {"names": winners}
        if winners
        else turn_and_phase(now.turn, now.phase),
    }


def _factions(viewer: FirestormViewer) -> Iterator[FactionTold]:
    state = viewer.state
    for line in standings_page.glory_standings_page(viewer).lines:
        one = state.factions[line.faction]
        yield FactionTold(
            name=readable(line.name),
            emblem=paper_emblem(one.colour),
            players=readable(line.players),
            figures=_figures(line),
            land=", ".join(_place(viewer.book, place) for place in faction_territories(state, one.id)) or "–",
            banners=banner_lines(viewer, one, name_on_paper),
            battles=tuple(_battles(viewer, one)),
        )


def _figures(line: standings_page.FactionStandingLine) -> str:
    told = [
        _("%(n)s glory") % {"n": line.glory},
        _("%(held)s from land, %(earned)s earned") % {"held": line.held, "earned": line.earned},
        _("banners: %(n)s of %(most)s") % {"n": line.banners, "most": line.allowed},
    ]
    return " · ".join(told)


def _place(book: FirestormInForce, place: Territory) -> str:
    items = listed([book.item(one).name for one in place.items])
    return readable(f"{name_on_paper(place)} ({items})" if items else name_on_paper(place))


def _battles(viewer: FirestormViewer, faction: Faction) -> Iterator[str]:
    state: Firestorm = viewer.state
    for one in state.battles.values():
        if grade := grades(one).get(faction.id):
            told = {
                "n": one.turn, "who": battle_title(state, one), "how": viewer.book.book.grades[grade],
            }  # fmt: skip
            yield readable(_("Turn %(n)s: %(who)s – %(how)s") % told)


def _told(viewer: FirestormViewer) -> Iterator[TurnTold]:
    """Everything that counts and everybody may know, by turns."""
    known = chronicle.known_entries(viewer).filter(void=False).select_related("slot")
    entries = list(known.order_by("place", "seq"))
    number = 0
    lines: list[tuple[str, str]] = []
    for entry, line in zip(entries, chronicle.chronicle_lines(viewer, entries), strict=True):
        who = line.who or line.by_itself
        lines.append((readable(line.sentence), readable(who)))
        if entry.procedure in NEW_TURN:
            yield TurnTold(number, tuple(lines))
            number, lines = number + 1, []
    yield TurnTold(number, tuple(lines))
