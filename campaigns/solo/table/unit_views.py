"""Beside the table: both sides, one unit with its wounds and dice, the log, the settings of a game."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from campaigns.engine import door
from campaigns.engine.transaction.scope_transaction import ScopeTransaction, scope_transaction
from campaigns.shell.league import CONFLICT, render_league
from campaigns.shell.links import absolute, qr_svg
from campaigns.shell.reading.form_pages import UNPROCESSABLE, shows_refusal
from campaigns.shell.reading.reader import sent_to, word
from campaigns.shell.told import chronicle
from campaigns.solo import games as tables
from campaigns.solo.forms import SoloSettingsForm
from campaigns.solo.table import units_page
from campaigns.solo.table.acts import act_on_table, fresh, rolls_by_hand, sent_line_forms
from campaigns.solo.table.forms import LINES as LINES_OF
from campaigns.solo.table.forms import DefendForm, OutForm, StrikeForm, ask_who, table_forms
from campaigns.solo.table.going_on import advance_table, game_or_404
from campaigns.solo.viewer import SoloViewer
from rules.engine.refusals import Refused
from rules.solo.state import SoloState, Unit

UNITS, UNIT, LOG = "campaigns/solo/units.html", "campaigns/solo/unit.html", "campaigns/solo/log.html"
SETTINGS = "campaigns/solo/settings.html"
LINES = 60


@require_safe
def units(request: HttpRequest, pk: int) -> HttpResponse:
    """Everybody on the table and off it, and the way for another phone to the table."""
    viewer = game_or_404(request, pk)
    link = absolute(reverse("campaigns:solo", args=[pk]), request)
    context = {
        "page": units_page.roster(viewer),
        "by_hand": rolls_by_hand(viewer),
        "nav": None,
        "link": link,
        "forms": table_forms(),
    }
    return render_league(viewer, UNITS, context | {"qr": qr_svg(link, title=_("This table"))})


@never_cache
@require_http_methods(["GET", "POST"])
def play_unit(request: HttpRequest, pk: int, key: str) -> HttpResponse:
    """One unit: its wounds and states, the app's dice for it."""
    viewer = game_or_404(request, pk)
    found = _unit_or_404(viewer, key)
    if request.method == "POST":
        return _unit_act(viewer, found)
    return _unit_shown(viewer, found)


def _unit_or_404(viewer: SoloViewer, key: str) -> Unit:
    state: SoloState = viewer.state
    found = state.units.get(key)
    if found is None:
        raise Http404
    return found


def _unit_shown(viewer: SoloViewer, found: Unit, error: Refused | None = None) -> HttpResponse:
    do = word(viewer.request, "do") if error else ""
    typed = sent_line_forms(viewer, do) if do in LINES_OF else ()
    in_line = any(one.errors for one in typed)
    page, forms = units_page.unit_page(viewer, found), table_forms(do, sent_to(viewer.request))
    who = {OutForm: page.enemies, DefendForm: page.hitters, StrikeForm: page.chargers}
    for form in forms.values():
        if isinstance(form, DefendForm | OutForm | StrikeForm):
            ask_who(form, who[type(form)])
    in_form = error is not None and shows_refusal(forms.get(do), error)
    context = {
        "page": page,
        "forms": forms,
        "lines": chronicle.newest_lines(viewer, about=found.id, limit=3),
        "refused": None if in_form or in_line else error,
        "typed": {do: typed} if error else {},
        "nav": None,
    }
    status = UNPROCESSABLE if in_form or in_line else CONFLICT if error else 200
    return render_league(viewer, UNIT, context, status=status)


def _unit_act(viewer: SoloViewer, found: Unit) -> HttpResponse:
    """Dice that ask for the table's hand are asked at the table; everything else comes back here."""
    if word(viewer.request, "unit") != found.id:
        raise Http404
    try:
        with scope_transaction(viewer.scope.pk, viewer.actor) as transaction:
            asks = _asks(viewer, transaction)
    except Refused as error:
        return _unit_shown(fresh(viewer), found, error)
    if asks:
        return redirect("campaigns:solo", viewer.scope.pk)
    return redirect(f"{reverse('campaigns:solo_unit', args=[viewer.scope.pk, found.id])}?done=1")


def _asks(viewer: SoloViewer, transaction: ScopeTransaction) -> bool:
    """Do it; whether that asks the table something new."""
    before = tables.table_dialogue(transaction.scope)
    act_on_table(viewer, transaction, word(viewer.request, "do"))
    after = tables.table_dialogue(transaction.scope)
    if after is not None and (before is None or after.pk != before.pk):
        return True
    advance_table(transaction, app_dice=not rolls_by_hand(viewer))
    return False


@require_safe
def log(request: HttpRequest, pk: int) -> HttpResponse:
    """The game told, entry by entry."""
    viewer = game_or_404(request, pk)
    return render_league(viewer, LOG, {"lines": chronicle.newest_lines(viewer, limit=LINES), "nav": None})


@never_cache
@require_http_methods(["GET", "POST"])
def change_solo_settings(request: HttpRequest, pk: int) -> HttpResponse:
    """The options of the rules and the figures of the base game; organisers change them."""
    viewer = game_or_404(request, pk)
    form = SoloSettingsForm(viewer.book, sent_to(request))
    error = None
    if request.method == "POST" and not viewer.is_organiser:
        raise Http404
    if request.method == "POST" and form.is_valid():
        try:
            _change(viewer, form.changed)
            return redirect("campaigns:solo_settings", pk)
        except Refused as refused:
            error = refused
    context = {"form": form, "refused": error, "nav": None}
    status = CONFLICT if error else UNPROCESSABLE if form.errors else 200
    return render_league(fresh(viewer), SETTINGS, context, status=status)


def _change(viewer: SoloViewer, changed: dict[str, str | int]) -> None:
    """Every setting that is another one now, or none where one of them is refused."""
    with scope_transaction(viewer.scope.pk, viewer.actor) as transaction:
        for key, value in changed.items():
            door.act_within(transaction, "solo.setting", {"key": key, "value": value})
