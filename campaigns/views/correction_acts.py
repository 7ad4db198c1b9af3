"""The few facts of a small act of the past (a concession, who came along, an underdog point) as a form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from campaigns import corrections_drafts, corrections_page
from campaigns.league_page import Here, draw
from campaigns.pages import UNPROCESSABLE
from campaigns.table.report_page import MOST_ROUNDS
from campaigns.views.corrections import organiser
from rules.journal import Record
from rules.opr.game import book_of
from rules.opr.play import MOMENTS
from rules.opr.setup import available_units
from rules.opr.state import OprState
from rules.refusals import Refused
from rules.state import State

TEMPLATE = "campaigns/corrections/act.html"


@dataclass(frozen=True, slots=True)
class FactField:
    """One fact. `kind` is "number" (a round), or "one" or "several" of the options (id, words)."""

    name: str
    label: str
    kind: str
    value: frozenset[str]
    options: tuple[tuple[str, str], ...] = ()

    def read(self, post: QueryDict) -> Any:
        """What was sent, as the rules take it. Raises `Refused` beside this field."""
        known = {one for one, _words in self.options}
        if self.kind == "several":
            return [one for one in post.getlist(self.name) if one in known]
        sent = post.get(self.name, "")
        if self.kind == "one":
            if sent not in known:
                raise Refused("", _("Tap one of the answers."), self.name)
            return int(sent) if self.name == "by" else sent
        if not (sent.isdecimal() and 1 <= int(sent) <= MOST_ROUNDS):
            raise Refused("", _("In which round? A number from 1 to 20."), self.name)
        return int(sent)

    def with_typed(self, post: QueryDict) -> FactField:
        return FactField(self.name, self.label, self.kind, frozenset(post.getlist(self.name)), self.options)


def page(here: Here, state: State, record: Record, back: str) -> HttpResponse:
    """The form, or the draft it starts."""
    assert isinstance(state, OprState)
    fields = FIELDS[record.procedure](state, record.params)
    context: dict[str, Any] = {"fields": fields, "back": back}
    if here.request.method != "POST":
        return draw(here, TEMPLATE, context)
    post = here.request.POST
    try:
        facts = {**record.params, **{field.name: field.read(post) for field in fields}}
        made = corrections_drafts.change_facts(here.scope, organiser(here), record.id, facts, None)
    except Refused as error:
        context["fields"] = [field.with_typed(post) for field in fields]
        refused = {"refused": corrections_page.refusal_of(here, error), "beside": error.key}
        return draw(here, TEMPLATE, context | refused, status=UNPROCESSABLE)
    return redirect("campaigns:correction", here.scope.pk, made.pk)


def _round(params: Mapping[str, Any]) -> FactField:
    return FactField("round", _("In which round"), "number", frozenset({str(params.get("round") or 1)}))


def _concession(state: OprState, params: Mapping[str, Any]) -> list[FactField]:
    moments = tuple((one, MOMENTS[one]) for one in book_of(state).figures.concede_moments)
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


FIELDS = {"opr.concede": _concession, "opr.field": _fielded, "opr.spend_underdog": _underdog}
