"""The few facts of an act of the past as a form: a concession, who came along, a game against the app."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from campaigns.corrections import drafts as corrections_drafts
from campaigns.corrections import page as corrections_page
from campaigns.engine.here import AnyHere
from campaigns.engine.reportable import require_sure
from campaigns.opr.past import app_facts
from campaigns.opr.past.fact_fields import FactField
from campaigns.shell.league import draw, organiser
from campaigns.shell.reading.form_pages import UNPROCESSABLE
from rules.engine.journal import Record
from rules.engine.refusals import Refused
from rules.engine.state import State
from rules.opr.game import book_of
from rules.opr.playing.rounds import moment_told
from rules.opr.playing.setup import available_units
from rules.opr.state import OprState

TEMPLATE = "campaigns/opr/past/act.html"


def page(here: AnyHere, state: State, record: Record, back: str) -> HttpResponse:
    """The form, or the draft it starts."""
    assert isinstance(state, OprState)
    fields = FIELDS[record.procedure](state, record.params)
    context: dict[str, Any] = {"fields": fields, "back": back}
    if here.request.method != "POST":
        return draw(here, TEMPLATE, context)
    post = here.request.POST
    try:
        said = {field.name: field.read(post) for field in fields}
        put_together = FACTS.get(record.procedure, _with)
        facts = put_together(record.params, said)
        if "sure" not in post:
            require_sure(here.kept, state, record.procedure, facts, record.params)
        made = corrections_drafts.change_facts(here.scope, organiser(here), record.id, facts, None)
    except Refused as error:
        context["fields"] = [field.with_typed(post) for field in fields]
        refused = {"refused": corrections_page.refusal_of(here, error), "beside": error.key}
        return draw(here, TEMPLATE, context | refused, status=UNPROCESSABLE)
    return redirect("campaigns:correction", here.scope.pk, made.pk)


def _round(params: Mapping[str, Any]) -> FactField:
    return FactField("round", _("In which round"), "number", frozenset({str(params.get("round") or 1)}))


def _concession(state: OprState, params: Mapping[str, Any]) -> list[FactField]:
    moments = tuple((one, moment_told(one)) for one in book_of(state).figures.concede_moments)
    moment = frozenset({str(params.get("moment", "round_start"))})
    asked = [FactField("moment", _("When"), "one", moment, moments)] if len(moments) > 1 else []
    return [_round(params), *asked]


def _fielded(state: OprState, params: Mapping[str, Any]) -> list[FactField]:
    units = available_units(state, params["warband"])
    chosen = params.get("units")
    came = frozenset(unit.id for unit in units if chosen is None or unit.id in chosen)
    options = tuple((unit.id, f"{unit.name} ({unit.value})") for unit in units)
    return [FactField("units", _("Who came along"), "several", came, options)]


def _underdog(state: OprState, params: Mapping[str, Any]) -> list[FactField]:
    options = (("1", _("The roll counted 1 more")), ("-1", _("The roll counted 1 less")))
    return [FactField("by", _("What it did"), "one", frozenset({str(params.get("by", 1))}), options)]


def _with(params: Mapping[str, Any], said: Mapping[str, Any]) -> dict[str, Any]:
    """What the entry said, with what is said now in its place."""
    return {**params, **said}


FIELDS = {
    "opr.concede": _concession,
    "opr.field": _fielded,
    "opr.spend_underdog": _underdog,
    "opr.app_report": app_facts.fields,
}
FACTS = {"opr.app_report": app_facts.facts}
