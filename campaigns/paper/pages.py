"""What every page of a league's file knows, and the standings as such a page.

What a spectator may read, and no more: nothing secret is on a sheet that lies about.
"""

from __future__ import annotations

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from campaigns.engine.lines import Page, Paper
from campaigns.engine.plugins import plugin_of
from campaigns.engine.transaction.viewer import AnyViewer, Viewer
from campaigns.models import LeaguePrint
from campaigns.paper.formats import FORMATS
from campaigns.paper.measure import readable
from campaigns.paper.pdf import code


def seen_by_all(asked: LeaguePrint, section: str = "league") -> AnyViewer:
    """The league as somebody without a seat sees it."""
    return Viewer(HttpRequest(), asked.scope, None, section)


def on_every_page(asked: LeaguePrint, paper: Paper) -> dict[str, object]:
    """The context of every page."""
    scope = asked.scope
    return {
        "scope": scope,
        "name": readable(scope.name),
        "paper": FORMATS[paper],
        "language": get_language() or "en",
        "printed": timezone.localdate(asked.asked_at, scope.club.tz),
    }


def on_the_first(asked: LeaguePrint, paper: Paper) -> dict[str, object]:
    """The context of the first page: the league's address with it."""
    url = asked.base + reverse("campaigns:league", args=[asked.scope.pk])
    return {**on_every_page(asked, paper), "code": code(url, _("QR code for the league’s page"))}


def standings_pages(asked: LeaguePrint, paper: Paper) -> list[Page]:
    """A file of one page: where the sides stand, as on the board."""
    ranking = plugin_of(asked.scope.game).club.board(seen_by_all(asked))
    lines = [(row.rank, readable(row.name), row.note) for row in ranking.rows]
    context = {**on_the_first(asked, paper), "counting": ranking.counting, "lines": lines}
    return [(asked.scope.name, render_to_string("campaigns/paper/standings.html", context))]
