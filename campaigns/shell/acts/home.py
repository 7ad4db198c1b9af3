"""A league's home ready-made: where its sides stand, a form for each act that its visitor may begin."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import partial

from django.http import HttpResponse
from django.urls import reverse

from campaigns.engine.desk import desk_of
from campaigns.engine.on_the_board import Ranking
from campaigns.engine.passage.dialogue import trial
from campaigns.engine.passage.here import AnyHere
from campaigns.engine.who.rights import who_starts
from campaigns.shell.acts.carrying import carried_out
from campaigns.shell.league import CONFLICT, OK, draw
from campaigns.shell.reading.fields import Data, PickField, Says
from campaigns.shell.reading.form_pages import beside
from campaigns.shell.reading.params import ParamsForm, params_of
from campaigns.shell.reading.reader import sent_to
from rules.engine.games import AnySpec
from rules.engine.plain import Params
from rules.engine.refusals import Refused

TEMPLATE = "campaigns/shell/plain_home.html"


@dataclass(frozen=True, slots=True)
class ActOffer:
    """An act that may be begun, with what is still to be said."""

    act: str
    words: str
    form: ParamsForm


@dataclass(frozen=True, slots=True)
class GameHomePage:
    """`winner` is named once the league is over."""

    ranking: Ranking
    offers: tuple[ActOffer, ...]
    winner: str
    has_pages: bool


@dataclass(frozen=True, slots=True)
class PlainHome:
    """`acts`: what is begun on it, by the names of procedures without the game's, with a label for each
    parameter that somebody fills in. The others follow from who begins it, as the procedure's `by` has it.
    """

    acts: Mapping[str, Mapping[str, Says]]

    def __call__(self, here: AnyHere, error: Refused | None = None, sent: str = "") -> HttpResponse:
        """The page; with the refusal of the act that was `sent` beside its field, or above all."""
        data = sent_to(here.request)
        found = (
            _offer(here, one, labels, data if one == sent else None) for one, labels in self.acts.items()
        )
        offers = () if here.seat is None or here.closed else tuple(filter(None, found))
        says = error and any(beside(one.form, error) for one in offers if one.act == sent)
        desk, ranking = desk_of(here.scope.game), desk_of(here.scope.game).board(here)
        winner = next((one.name for one in ranking.rows), "") if desk.is_over(here.state) else ""
        page = GameHomePage(ranking, offers, winner, here.seat is not None and desk.has_pages(here))
        context = {"page": page, "refused": None if says else error}
        return draw(here, TEMPLATE, context, status=CONFLICT if error else OK)

    def begun(self, here: AnyHere, act: str) -> HttpResponse:
        """What a form on it says, carried out."""
        spec = here.registration.game.spec(f"{here.scope.game}.{act}")
        shown, address = partial(self, sent=act), reverse("campaigns:league", args=[here.scope.pk])
        try:
            params = {**_known(here, spec), **params_of(spec, sent_to(here.request))}
        except Refused as error:
            return shown(here, error)
        return carried_out(here, act, params, shown=shown, then=lambda: address)


def _offer(here: AnyHere, act: str, labels: Mapping[str, Says], data: Data) -> ActOffer | None:
    """An act with its form; None for whom, or when, it is nothing."""
    registration = here.registration
    spec = registration.game.spec(f"{here.scope.game}.{act}")
    params, picks = {**dict.fromkeys(spec.params.model_fields, ""), **_known(here, spec)}, {}
    who = who_starts(spec, params, begun=registration.game.has_begun(here.state))
    if not here.actor.may_act(who, spec.name, here.scope, here.state, registration):
        return None
    for name in filter(registration.traces.names.__contains__, labels):
        others = {one for one in labels if one != name}
        sides = [(key, one.name) for key, one in registration.sides_of(here.state).items()]
        fitting = [one for one in sides if _fits(here, spec, {**params, name: one[0]}, others)]
        if not fitting:
            return None
        params[name], picks[name] = fitting[0][0], PickField(fitting, required=True)
    if not _fits(here, spec, params, labels):
        return None
    form = ParamsForm(spec, data, only=labels, fields=picks)
    form.auto_id = f"{act}-%s"
    for name, label in labels.items():
        form.fields[name].label = label
    return ActOffer(act, spec.title.rstrip("."), form)


def _known(here: AnyHere, spec: AnySpec) -> dict[str, str]:
    """The parameter that says who begins it, by the first of those who may: their seat, or their side."""
    kind, _, template = spec.by.partition("|")[0].partition(":")
    side = next(filter(here.owns, here.registration.sides_of(here.state)), "")
    found = {"person": str(here.actor.seat.pk) if here.actor.seat else "", "side": side}.get(kind, "")
    return {template.strip("{}"): found} if found else {}


def _fits(here: AnyHere, spec: AnySpec, params: Params, open_: Collection[str]) -> bool:
    """Whether an act's own check lets it pass, but for what its form has still to say."""
    found = trial(here.scope, here.state, spec.name, params)
    return not isinstance(found, Refused) or found.key in open_
