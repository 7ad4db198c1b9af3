"""The few facts of an act of the past as a form: a concession, who came along, a game against the app."""

from __future__ import annotations

from django import forms
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from campaigns.corrections import drafts
from campaigns.corrections.page import refusal_of
from campaigns.engine.passage.reportable import require_sure
from campaigns.opr.here import OprHere
from campaigns.opr.past import app_facts
from campaigns.opr.past.forms import ActForm, one_of, some_of, which_round
from campaigns.shell.league import draw, organiser
from campaigns.shell.reading.form_pages import UNPROCESSABLE, beside
from campaigns.shell.reading.reader import Said, read, sent_to, tapped
from rules.engine.journal import Record
from rules.engine.plain import JsonObject, Params, text_in, texts_in
from rules.engine.refusals import Refused
from rules.engine.state import State
from rules.opr.game import book_of
from rules.opr.playing.rounds import moment_told
from rules.opr.playing.setup import available_units
from rules.opr.state import OprState

TEMPLATE = "campaigns/opr/past/act.html"


def page(here: OprHere, state: State, record: Record, back: str) -> HttpResponse:
    """The form, or the draft it starts."""
    assert isinstance(state, OprState)
    form = ActForm(FIELDS[record.procedure](state, record.params), sent_to(here.request))
    context: dict[str, object] = {"form": form, "back": back}
    if not form.is_bound:
        return draw(here, TEMPLATE, context)
    try:
        facts = PUT_TOGETHER.get(record.procedure, _with)(record.params, read(form))
        if not tapped(here.request, "sure"):
            require_sure(here.registration, state, record.procedure, facts, record.params)
        made = drafts.change_facts(here.scope, organiser(here), record.id, facts, None)
    except Refused as error:
        if not beside(form, error):
            context["refused"] = refusal_of(here, error)
        return draw(here, TEMPLATE, context, status=UNPROCESSABLE)
    return redirect("campaigns:correction", here.scope.pk, made.pk)


def _concession(state: OprState, params: Params) -> dict[str, forms.Field]:
    asked = {"round": which_round(_("In which round"), params.get("round") or 1)}
    moments = [(one, moment_told(one)) for one in book_of(state).figures.concede_moments]
    if len(moments) > 1:
        asked["moment"] = one_of(_("When"), params.get("moment", "round_start"), moments)
    return asked


def _fielded(state: OprState, params: Params) -> dict[str, forms.Field]:
    units = available_units(state, text_in(params, "warband"))
    everybody = params.get("units") is None
    came = (unit.id for unit in units if everybody or unit.id in texts_in(params, "units"))
    options = [(unit.id, f"{unit.name} ({unit.value})") for unit in units]
    return {"units": some_of(_("Who took part"), came, options)}


def _underdog(state: OprState, params: Params) -> dict[str, forms.Field]:
    options = (("1", _("The roll counted 1 more")), ("-1", _("The roll counted 1 less")))
    return {"by": one_of(_("What it did"), params.get("by", 1), options)}


def _spent(params: Params, said: Said) -> JsonObject:
    return {**params, "by": int(text_in(said, "by"))}


def _with(params: Params, said: Said) -> JsonObject:
    """What the entry said, with what is said now in its place."""
    return {**params, **said}


FIELDS = {
    "opr.concede": _concession,
    "opr.field": _fielded,
    "opr.spend_underdog": _underdog,
    "opr.app_report": app_facts.fields,
}
PUT_TOGETHER = {"opr.app_report": app_facts.facts, "opr.spend_underdog": _spent}
