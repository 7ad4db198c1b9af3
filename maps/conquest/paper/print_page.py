"""The map on paper: the page's own drawing, black on white with a key, on one sheet from A4 to A2."""

from __future__ import annotations

from dataclasses import asdict

from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.paper.pdf import drawn as pressed
from maps.conquest.here import ConquestHere
from maps.conquest.map.map_page import drawn_state, sign_of
from maps.ground.behind import pictures
from maps.ground.icons import paper_style
from maps.ground.paper import key
from maps.ground.paper.on_paper import PAPERS, MapLegend, foot_of, lying
from maps.ground.words import land
from rules.conquest.ground import ground
from rules.conquest.rounds.phases import PHASES
from rules.conquest.standings import RealmStanding, standings
from rules.engine.language import said


def pressed_map(here: ConquestHere, paper: str, turn: str = "") -> bytes:
    """The map as PDF."""
    return pressed(map_html(here, PAPERS[paper], turn))


def map_html(here: ConquestHere, paper: tuple[float, float], turn: str = "") -> str:
    """The map on a sheet of this size; without a wish it is turned so that the map is largest."""
    behind = pictures.of_league(here, here.state, inside=True)
    svg = drawn_state(here, here.state, style=paper_style(), paper=True, picture=behind.picture)
    lines = [_standing(here, line) for line in standings(here.state, here.book)]
    legend = _legend(siege=here.book.settings.siege)
    foot = foot_of((f"{one['name']} {one['size']}" for one in lines), (one.words for one in legend))
    context = {
        "svg": svg,
        "credit": behind.credit,
        "scope": here.scope,
        **lying(svg, paper, turn, foot=foot),
        "round": here.state.now.round,
        "phase": said(PHASES[here.state.now.phase].title),
        "winner": here.state.name_of(here.state.now.winner) if here.state.now.winner else "",
        "day": timezone.localdate(timezone=here.scope.club.tz),
        "standings": lines,
        "legend": legend,
    }
    return render_to_string("maps/conquest/paper/map.html", context)


def _standing(here: ConquestHere, line: RealmStanding) -> dict[str, object]:
    realm = here.state.realms[line.realm]
    size = _("size %(n)s") % {"n": line.size}
    return {
        **asdict(line),
        "name": here.state.name_of(realm.id),
        "size": size,
        "swatch": key.swatch(sign_of(realm)),
    }


def _legend(siege: bool) -> list[MapLegend]:
    signs = [MapLegend(key.terrain(one), land(one)) for one in ("mountain", "marsh", "sea")]
    signs += [MapLegend(key.river(), land("river")), MapLegend(key.shore(), land("shore"))]
    signs += [MapLegend(key.building(one), one.word) for one in ground().buildings]
    signs += [MapLegend(key.capital(), _("capital")), MapLegend(key.objective(), _("objective"))]
    words = _("besieged: above the diagonal the besieger’s, below it the holder’s")
    return [*signs, MapLegend(key.besieged(), words)] if siege else signs
