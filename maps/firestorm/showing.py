"""The league's own pages as they answer an act: before play its preparation, then the map."""

from __future__ import annotations

from functools import partial

from django.http import HttpResponse

from campaigns.shell.league import kept_alone, render_league
from campaigns.shell.reading.reader import sent_to
from maps.firestorm.acting.carrying import Shown
from maps.firestorm.forms import firestorm_form_context, wrong_with
from maps.firestorm.map import map_page, setup_page
from maps.firestorm.viewer import FirestormViewer
from maps.ground.wrong import Wrong
from maps.turns.onlookers import onlooker_parts
from rules.engine.refusals import Refused

PAGE = "maps/firestorm/map.html"
SETUP = "maps/firestorm/setup.html"
# What follows the league on the map of whoever only looks on.
LOOKED_AT = ("turn", "phases", "lead", "now", "links", "board", "table", "panel", "factions", "news")


def home_response(viewer: FirestormViewer, wrong: Wrong | None = None) -> HttpResponse:
    """The league's home; `wrong` is a form on it that was refused."""
    status = wrong.status if wrong else 200
    if viewer.state.now.phase == "setup":
        return render_league(
            viewer,
            SETUP,
            firestorm_form_context(setup_page.firestorm_setup_page(viewer), wrong),
            status=status,
        )
    territory = viewer.request.GET.get("t", "")[:80]
    page_of = partial(map_page.firestorm_map_page, viewer)
    parts = onlooker_parts(viewer, PAGE, LOOKED_AT, territory, page_of)
    if wrong is None and (answer := kept_alone(viewer, parts)):
        return answer
    context = firestorm_form_context(page_of(territory), wrong)
    return render_league(viewer, PAGE, context, status=status, kept=parts)


def shown_at_home(form: str) -> Shown:
    """What answers a refused form of the home: the page as it stands now, the sentence beside its field."""
    return partial(_refused, form)


def _refused(form: str, viewer: FirestormViewer, error: Refused) -> HttpResponse:
    return home_response(viewer, wrong_with(form, error, sent_to(viewer.request) or {}))
