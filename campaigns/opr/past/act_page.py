"""The few facts of an act of the past as a form: a concession, who came along, a game against the app."""

from __future__ import annotations

from django import forms
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from campaigns.corrections import drafts
from campaigns.corrections.page import refusal_context
from campaigns.engine.transaction.reportable import require_sure
from campaigns.opr.past import app_facts
from campaigns.opr.past.forms import ActForm, choice_field, some_of, which_round
from campaigns.opr.viewer import OprViewer
from campaigns.shell.league import organiser, render_league
from campaigns.shell.reading.form_pages import UNPROCESSABLE, shows_refusal
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


def past_act_page(viewer: OprViewer, state: State, record: Record, back: str) -> HttpResponse:
    """The form, or the draft it starts."""
    assert isinstance(state, OprState)
    form = ActForm(FIELDS[record.procedure](state, record.params), sent_to(viewer.request))
    context: dict[str, object] = {"form": form, "back": back}
    if not form.is_bound:
        return render_league(viewer, TEMPLATE, context)
    try:
        facts = PUT_TOGETHER.get(record.procedure, _with)(record.params, read(form))
        if not tapped(viewer.request, "sure"):
            require_sure(viewer.registration, state, record.procedure, facts, record.params)
        made = drafts.change_facts(viewer.scope, organiser(viewer), record.id, facts, None)
    except Refused as error:
        if not shows_refusal(form, error):
            context["refused"] = refusal_context(viewer, error)
        return render_league(viewer, TEMPLATE, context, status=UNPROCESSABLE)
    return redirect("campaigns:correction", viewer.scope.pk, made.pk)


def _concession(state: OprState, params: Params) -> dict[str, forms.Field]:
    asked = {"round": which_round(_("In which round"), params.get("round") or 1)}
    moments = [(one, moment_told(one)) for one in book_of(state).figures.concede_moments]
    if len(moments) > 1:
        asked["moment"] = choice_field(_("When"), params.get("moment", "round_start"), moments)
    return asked


def _fielded(state: OprState, params: Params) -> dict[str, forms.Field]:
    units = available_units(state, text_in(params, "warband"))
    everybody = params.get("units") is None
    came = (unit.id for unit in units if everybody or unit.id in texts_in(params, "units"))
    options = [(unit.id, f"{unit.name} ({unit.value})") for unit in units]
    return {"units": some_of(_("Who took part"), came, options)}


def _underdog(state: OprState, params: Params) -> dict[str, forms.Field]:
    options = (("1", _("The roll counted as 1 higher")), ("-1", _("The roll counted as 1 lower")))
    return {"by": choice_field(_("What the underdog point did"), params.get("by", 1), options)}


def _spent(params: Params, said: Said) -> JsonObject:
    return {**params, "by": int(text_in(said, "by"))}


def _with(params: Params, said: Said) -> JsonObject:
    """What the entry said, with what is said now in its place."""
    return {**params, **said}


FIELDS = {
    "opr.concede": _concession,
    "opr.field": _fielded,
    "opr.spend_underdog": _underdog,
    "opr.app_report": app_facts.app_report_fields,
}
PUT_TOGETHER = {"opr.app_report": app_facts.app_report_params, "opr.spend_underdog": _spent}
