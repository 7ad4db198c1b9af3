"""The league's own pages as they answer an act: before play its preparation, then the map."""

from __future__ import annotations

from functools import partial

from django.http import HttpResponse

from campaigns.shell.drawn.parts import Parts
from campaigns.shell.league import draw, kept_alone
from campaigns.shell.reading.reader import sent_to
from maps.firestorm.acting.carrying import Shown
from maps.firestorm.forms import with_forms, wrong_with
from maps.firestorm.here import FirestormHere
from maps.firestorm.map import map_page, setup_page
from maps.ground.wrong import Wrong
from maps.turns.onlookers import about, looks_on
from rules.engine.refusals import Refused

PAGE = "maps/firestorm/map.html"
SETUP = "maps/firestorm/setup.html"
# What follows the league on the map of whoever only looks on.
LOOKED_AT = ("turn", "phases", "lead", "now", "links", "board", "table", "panel", "factions", "news")


def home(here: FirestormHere, wrong: Wrong | None = None) -> HttpResponse:
    """The league's home; `wrong` is a form on it that was refused."""
    status = wrong.status if wrong else 200
    if here.state.now.phase == "setup":
        return draw(here, SETUP, with_forms(setup_page.firestorm_setup_page(here), wrong), status=status)
    territory = here.request.GET.get("t", "")[:80]
    parts = _looked_at(here, territory)
    if wrong is None and (answer := kept_alone(here, parts)):
        return answer
    page = map_page.firestorm_map_page(here, territory)
    return draw(here, PAGE, with_forms(page, wrong), status=status, kept=parts)


def _looked_at(here: FirestormHere, territory: str) -> Parts[map_page.FirestormMapPage]:
    """The parts of the map that all who only look on share; none for anybody else."""
    names = LOOKED_AT if looks_on(here) else ()
    place = territory if territory in here.state.territories else ""
    return Parts(here, PAGE, names, lambda: map_page.firestorm_map_page(here, place), about(here, place))


def shown_at_home(form: str) -> Shown:
    """What answers a refused form of the home: the page as it stands now, the sentence beside its field."""
    return partial(_refused, form)


def _refused(form: str, here: FirestormHere, error: Refused) -> HttpResponse:
    return home(here, wrong_with(form, error, sent_to(here.request) or {}))
