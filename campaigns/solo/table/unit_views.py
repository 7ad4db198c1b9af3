"""Beside the table: both sides, one unit with its wounds and dice, the log, the settings of a game."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from campaigns.engine import door
from campaigns.engine.passage.visit import Passage, visit
from campaigns.shell.league import CONFLICT, draw
from campaigns.shell.links import absolute, qr_svg
from campaigns.shell.reading.form_pages import UNPROCESSABLE, beside
from campaigns.shell.reading.reader import sent_to, word
from campaigns.shell.told import chronicle
from campaigns.solo import games as tables
from campaigns.solo.forms import SoloSettingsForm
from campaigns.solo.here import SoloHere
from campaigns.solo.table import units_page
from campaigns.solo.table.acts import act, by_hand, fresh, lines_of
from campaigns.solo.table.forms import LINES as LINES_OF
from campaigns.solo.table.forms import DefendForm, OutForm, StrikeForm, ask_who, drawn
from campaigns.solo.table.going_on import game_or_404, go_on
from rules.engine.refusals import Refused
from rules.solo.state import SoloState, Unit

UNITS, UNIT, LOG = "campaigns/solo/units.html", "campaigns/solo/unit.html", "campaigns/solo/log.html"
SETTINGS = "campaigns/solo/settings.html"
LINES = 60


@require_safe
def units(request: HttpRequest, pk: int) -> HttpResponse:
    """Everybody on the table and off it, and the way for another phone to the table."""
    here = game_or_404(request, pk)
    link = absolute(reverse("campaigns:solo", args=[pk]), request)
    context = {
        "page": units_page.roster(here),
        "by_hand": by_hand(here),
        "nav": None,
        "link": link,
        "forms": drawn(),
    }
    return draw(here, UNITS, context | {"qr": qr_svg(link, title=_("This table"))})


@never_cache
@require_http_methods(["GET", "POST"])
def unit(request: HttpRequest, pk: int, key: str) -> HttpResponse:
    """One unit: its wounds and states, the app's dice for it."""
    here = game_or_404(request, pk)
    found = _unit_or_404(here, key)
    if request.method == "POST":
        return _unit_act(here, found)
    return _unit_shown(here, found)


def _unit_or_404(here: SoloHere, key: str) -> Unit:
    state: SoloState = here.state
    found = state.units.get(key)
    if found is None:
        raise Http404
    return found


def _unit_shown(here: SoloHere, found: Unit, error: Refused | None = None) -> HttpResponse:
    do = word(here.request, "do") if error else ""
    typed = lines_of(here, do) if do in LINES_OF else ()
    in_line = any(one.errors for one in typed)
    page, forms = units_page.unit_page(here, found), drawn(do, sent_to(here.request))
    who = {OutForm: page.enemies, DefendForm: page.hitters, StrikeForm: page.chargers}
    for form in forms.values():
        if isinstance(form, DefendForm | OutForm | StrikeForm):
            ask_who(form, who[type(form)])
    in_form = error is not None and beside(forms.get(do), error)
    context = {
        "page": page,
        "forms": forms,
        "lines": chronicle.lines(here, about=found.id, limit=3),
        "refused": None if in_form or in_line else error,
        "typed": {do: typed} if error else {},
        "nav": None,
    }
    status = UNPROCESSABLE if in_form or in_line else CONFLICT if error else 200
    return draw(here, UNIT, context, status=status)


def _unit_act(here: SoloHere, found: Unit) -> HttpResponse:
    """Dice that ask for the table's hand are asked at the table; everything else comes back here."""
    if word(here.request, "unit") != found.id:
        raise Http404
    try:
        with visit(here.scope.pk, here.actor) as passage:
            asks = _asks(here, passage)
    except Refused as error:
        return _unit_shown(fresh(here), found, error)
    if asks:
        return redirect("campaigns:solo", here.scope.pk)
    return redirect(f"{reverse('campaigns:solo_unit', args=[here.scope.pk, found.id])}?done=1")


def _asks(here: SoloHere, passage: Passage) -> bool:
    """Do it; whether that asks the table something new."""
    before = tables.open_dialogue(passage.scope)
    act(here, passage, word(here.request, "do"))
    after = tables.open_dialogue(passage.scope)
    if after is not None and (before is None or after.pk != before.pk):
        return True
    go_on(passage, app_dice=not by_hand(here))
    return False


@require_safe
def log(request: HttpRequest, pk: int) -> HttpResponse:
    """The game told, entry by entry."""
    here = game_or_404(request, pk)
    return draw(here, LOG, {"lines": chronicle.lines(here, limit=LINES), "nav": None})


@never_cache
@require_http_methods(["GET", "POST"])
def settings(request: HttpRequest, pk: int) -> HttpResponse:
    """The options of the rules and the figures of the base game; organisers change them."""
    here = game_or_404(request, pk)
    form = SoloSettingsForm(here.book, sent_to(request))
    error = None
    if request.method == "POST" and not here.is_organiser:
        raise Http404
    if request.method == "POST" and form.is_valid():
        try:
            _change(here, form.changed)
            return redirect("campaigns:solo_settings", pk)
        except Refused as refused:
            error = refused
    context = {"form": form, "refused": error, "nav": None}
    status = CONFLICT if error else UNPROCESSABLE if form.errors else 200
    return draw(fresh(here), SETTINGS, context, status=status)


def _change(here: SoloHere, changed: dict[str, str | int]) -> None:
    """Every setting that is another one now, or none where one of them is refused."""
    with visit(here.scope.pk, here.actor) as passage:
        for key, value in changed.items():
            door.act_within(passage, "solo.setting", {"key": key, "value": value})
