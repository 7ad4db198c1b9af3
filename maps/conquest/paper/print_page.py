"""The map on paper: the page's own drawing, black on white with a key, on one sheet from A4 to A2."""

from __future__ import annotations

from dataclasses import asdict

from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.paper.pdf import pdf_bytes as pressed
from maps.conquest.map.map_page import drawn_state, realm_sign
from maps.conquest.viewer import ConquestViewer
from maps.ground.behind import pictures
from maps.ground.icons import paper_style
from maps.ground.paper import key
from maps.ground.paper.on_paper import PAPERS, MapLegend, foot_of, lying
from maps.ground.terrain_labels import land
from rules.conquest.ground import conquest_map_book
from rules.conquest.rounds.phases import PHASES
from rules.conquest.standings import RealmStanding, realm_standings
from rules.engine.language import said


def pressed_map(viewer: ConquestViewer, paper: str, turn: str = "") -> bytes:
    """The map as PDF."""
    return pressed(map_html(viewer, PAPERS[paper], turn))


def map_html(viewer: ConquestViewer, paper: tuple[float, float], turn: str = "") -> str:
    """The map on a sheet of this size; without a wish it is turned so that the map is largest."""
    behind = pictures.picture_behind_league_map(viewer, viewer.state, inside=True)
    svg = drawn_state(viewer, viewer.state, style=paper_style(), paper=True, picture=behind.picture)
    lines = [_standing(viewer, line) for line in realm_standings(viewer.state, viewer.book)]
    legend = _legend(siege=viewer.book.settings.siege)
    foot = foot_of((f"{one['name']} {one['size']}" for one in lines), (one.words for one in legend))
    context = {
        "svg": svg,
        "credit": behind.credit,
        "scope": viewer.scope,
        **lying(svg, paper, turn, foot=foot),
        "round": viewer.state.now.round,
        "phase": said(PHASES[viewer.state.now.phase].title),
        "winner": viewer.state.name_of(viewer.state.now.winner) if viewer.state.now.winner else "",
        "day": timezone.localdate(timezone=viewer.scope.club.tz),
        "standings": lines,
        "legend": legend,
    }
    return render_to_string("maps/conquest/paper/map.html", context)


def _standing(viewer: ConquestViewer, line: RealmStanding) -> dict[str, object]:
    realm = viewer.state.realms[line.realm]
    size = _("size %(n)s") % {"n": line.size}
    return {
        **asdict(line),
        "name": viewer.state.name_of(realm.id),
        "size": size,
        "swatch": key.swatch(realm_sign(realm)),
    }


def _legend(siege: bool) -> list[MapLegend]:
    signs = [MapLegend(key.terrain(one), land(one)) for one in ("mountain", "marsh", "sea")]
    signs += [MapLegend(key.river(), land("river")), MapLegend(key.shore(), land("shore"))]
    signs += [MapLegend(key.building_legend(one), one.word) for one in conquest_map_book().buildings]
    signs += [MapLegend(key.capital(), _("capital")), MapLegend(key.objective_sign(), _("objective"))]
    words = _("besieged: the besieger’s colour above the diagonal, the holder’s below it")
    return [*signs, MapLegend(key.halves_legend(), words)] if siege else signs
