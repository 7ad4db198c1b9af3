"""A map league on paper, part by part: standings and points, the map, every empire, the chronicle.

What a spectator may read, and no more: nobody's secret gold is on a sheet that lies about.
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
from maps.conquest.battles.verdict import is_earning, worth_of
from maps.conquest.building_labels import built
from maps.conquest.map.battle_lines import versus_title
from maps.conquest.paper.print_page import map_html
from maps.conquest.realms import standings_page
from maps.conquest.realms.realm_page import STATUS_WORDS
from maps.conquest.viewer import ConquestViewer
from maps.ground.paper.on_paper import paper_emblem
from rules.conquest.realm_figures import empire_territories
from rules.conquest.rounds.phases import PHASES
from rules.conquest.state import Conquest, Realm, Territory
from rules.engine.language import said

NEW_ROUND = "conquest.take_order"


@dataclass(frozen=True, slots=True)
class Empire:
    """One empire told: its figures, its land, its battles."""

    name: str
    emblem: SafeString
    player: str
    figures: str
    land: str
    battles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RoundTold:
    """The entries of one round, oldest first; `number` 0 is what came before the first."""

    number: int
    lines: tuple[tuple[str, str], ...]


def empire_league_pages(asked: LeaguePrint, paper: Paper) -> list[Page]:
    """Every part with its name, as HTML to be drawn."""
    viewer: ConquestViewer = seen_by_all(asked, "map")
    common, sheet = on_every_page(asked, paper), FORMATS[paper]
    front = {**on_the_first(asked, paper), **_front(viewer)}
    pages: list[Page] = [(asked.scope.name, render_to_string("maps/conquest/paper/front.html", front))]
    if viewer.state.territories:
        pages.append((_("Map"), map_html(viewer, (sheet.width, sheet.height))))
    empires = {**common, "empires": tuple(_empires(viewer))}
    told = {**common, "rounds": tuple(_told(viewer))}
    return [
        *pages,
        (_("Empires"), render_to_string("maps/conquest/paper/empires.html", empires)),
        (_("Chronicle"), render_to_string("maps/conquest/paper/chronicle.html", told)),
    ]


def _front(viewer: ConquestViewer) -> dict[str, object]:
    page, now = standings_page.realm_standings_page(viewer), viewer.state.now
    winner, phase = now.winner, said(PHASES[now.phase].title)
    when = _("Round %(n)s, %(phase)s.") % {"n": now.round, "phase": phase} if now.round else ""
    return {
        "page": page,
        "lines": [(line, readable(line.name), paper_emblem(line.emblem)) for line in page.lines],
        "histories": [(one, readable(one.name), paper_emblem(one.emblem)) for one in page.histories],
        "when": _("%(name)s has won the league.") % {"name": viewer.state.name_of(winner)}
        if winner
        else when,
    }


# Empires


def _empires(viewer: ConquestViewer) -> Iterator[Empire]:
    state: Conquest = viewer.state
    for line in standings_page.realm_standings_page(viewer).lines:
        realm = state.realms[line.realm]
        yield Empire(
            name=readable(line.name),
            emblem=paper_emblem(realm.colour),
            player=readable(line.player),
            figures=_figures(realm, line),
            land=", ".join(_place(one, realm) for one in empire_territories(state, realm.id)) or "–",
            battles=tuple(_battles(viewer, realm)),
        )


def _figures(realm: Realm, line: standings_page.RealmStandingLine) -> str:
    told = [
        _("size %(n)s") % {"n": line.size},
        _("cities: %(n)s") % {"n": line.cities},
        _("castles: %(n)s") % {"n": line.castles},
        _("%(n)s EP earned") % {"n": line.earned},
    ]
    gold = [] if line.gold is None else [_("%(n)s gold") % {"n": line.gold}]
    status = [_(STATUS_WORDS[realm.status])] if realm.status in STATUS_WORDS else []
    return " · ".join([*status, *told, *gold])


def _place(place: Territory, realm: Realm) -> str:
    marks = [built(place.building)] * bool(place.building) + [_("capital")] * (place.id == realm.capital)
    name = readable(f"{place.id} {place.name}".strip())
    return f"{name} ({', '.join(marks)})" if marks else name


def _battles(viewer: ConquestViewer, realm: Realm) -> Iterator[str]:
    state: Conquest = viewer.state
    for one in state.battles.values():
        if realm.id in one.members and one.status == "settled":
            mine = [line for line in one.results if line.realm == realm.id]
            ended = worth_of(viewer, one, mine[0]) if mine and is_earning(one) else ""
            told = {"n": one.round, "who": versus_title(state, one), "how": ended}
            yield readable(_("Round %(n)s: %(who)s – %(how)s") % told if ended else
                           _("Round %(n)s: %(who)s") % told)  # fmt: skip


# Chronicle


def _told(viewer: ConquestViewer) -> Iterator[RoundTold]:
    """Everything that counts, by rounds."""
    entries = list(viewer.scope.entries.filter(void=False).select_related("slot").order_by("place", "seq"))
    number = 0
    lines: list[tuple[str, str]] = []
    for entry, line in zip(entries, chronicle.chronicle_lines(viewer, entries), strict=True):
        if entry.procedure == NEW_ROUND:
            yield RoundTold(number, tuple(lines))
            number, lines = number + 1, []
        who = line.who or line.by_itself
        lines.append((readable(line.sentence), readable(who)))
    yield RoundTold(number, tuple(lines))
