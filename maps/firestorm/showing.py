"""The league's own pages as they answer an act: before play its preparation, then the map."""

from __future__ import annotations

from functools import partial

from django.http import HttpResponse

from campaigns.shell.league import draw
from campaigns.shell.reading.reader import sent_to
from maps.firestorm.acting.carrying import Shown
from maps.firestorm.forms import with_forms, wrong_with
from maps.firestorm.here import FirestormHere
from maps.firestorm.map import map_page, setup_page
from maps.ground.wrong import Wrong
from rules.engine.refusals import Refused

PAGE = "maps/firestorm/map.html"
SETUP = "maps/firestorm/setup.html"


def home(here: FirestormHere, wrong: Wrong | None = None) -> HttpResponse:
    """The league's home; `wrong` is a form on it that was refused."""
    status = wrong.status if wrong else 200
    if here.state.now.phase == "setup":
        return draw(here, SETUP, with_forms(setup_page.build(here), wrong), status=status)
    page = map_page.build(here, here.request.GET.get("t", "")[:80])
    return draw(here, PAGE, with_forms(page, wrong), status=status)


def shown_at_home(form: str) -> Shown:
    """What answers a refused form of the home: the page as it stands now, the sentence beside its field."""
    return partial(_refused, form)


def _refused(form: str, here: FirestormHere, error: Refused) -> HttpResponse:
    return home(here, wrong_with(form, error, sent_to(here.request) or {}))
