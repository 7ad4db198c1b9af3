"""A league's home ready-made: where its sides stand, a form for each act that its visitor may begin."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import partial

from django.http import HttpResponse
from django.urls import reverse

from campaigns.engine.on_the_board import Ranking
from campaigns.engine.plugins import plugin_of
from campaigns.engine.transaction.dialogue import dry_run
from campaigns.engine.transaction.viewer import AnyViewer
from campaigns.engine.who.rights import who_starts
from campaigns.shell.acts.carrying import act_response
from campaigns.shell.league import CONFLICT, OK, render_league
from campaigns.shell.reading.fields import Data, PickField, Says
from campaigns.shell.reading.form_pages import shows_refusal
from campaigns.shell.reading.params import ParamsForm, read_params
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

    def __call__(self, viewer: AnyViewer, error: Refused | None = None, sent: str = "") -> HttpResponse:
        """The page; with the refusal of the act that was `sent` beside its field, or above all."""
        data = sent_to(viewer.request)
        found = (
            _offer(viewer, one, labels, data if one == sent else None) for one, labels in self.acts.items()
        )
        offers = () if viewer.seat is None or viewer.closed else tuple(filter(None, found))
        says = error and any(shows_refusal(one.form, error) for one in offers if one.act == sent)
        plugin, ranking = plugin_of(viewer.scope.game), plugin_of(viewer.scope.game).club.board(viewer)
        winner = next((one.name for one in ranking.rows), "") if plugin.rules.is_over(viewer.state) else ""
        page = GameHomePage(
            ranking, offers, winner, viewer.seat is not None and plugin.paper.has_pages(viewer)
        )
        context = {"page": page, "refused": None if says else error}
        return render_league(viewer, TEMPLATE, context, status=CONFLICT if error else OK)

    def begun(self, viewer: AnyViewer, act: str) -> HttpResponse:
        """What a form on it says, carried out."""
        spec = viewer.registration.game.spec(f"{viewer.scope.game}.{act}")
        shown, address = partial(self, sent=act), reverse("campaigns:league", args=[viewer.scope.pk])
        try:
            params = {**_known(viewer, spec), **read_params(spec, sent_to(viewer.request))}
        except Refused as error:
            return shown(viewer, error)
        return act_response(viewer, act, params, shown=shown, then=lambda: address)


def _offer(viewer: AnyViewer, act: str, labels: Mapping[str, Says], data: Data) -> ActOffer | None:
    """An act with its form; None for whom, or when, it is nothing."""
    registration = viewer.registration
    spec = registration.game.spec(f"{viewer.scope.game}.{act}")
    params, picks = {**dict.fromkeys(spec.params.model_fields, ""), **_known(viewer, spec)}, {}
    who = who_starts(spec, params, begun=registration.game.has_begun(viewer.state))
    if not viewer.actor.may_act(who, spec.name, viewer.scope, viewer.state, registration):
        return None
    for name in filter(registration.store.traces.names.__contains__, labels):
        others = {one for one in labels if one != name}
        sides = [(key, one.name) for key, one in registration.sides_of(viewer.state).items()]
        fitting = [one for one in sides if _fits(viewer, spec, {**params, name: one[0]}, others)]
        if not fitting:
            return None
        params[name], picks[name] = fitting[0][0], PickField(fitting, required=True)
    if not _fits(viewer, spec, params, labels):
        return None
    form = ParamsForm(spec, data, only=labels, fields=picks)
    form.auto_id = f"{act}-%s"
    for name, label in labels.items():
        form.fields[name].label = label
    return ActOffer(act, spec.title.rstrip("."), form)


def _known(viewer: AnyViewer, spec: AnySpec) -> dict[str, str]:
    """The parameter that says who begins it, by the first of those who may: their seat, or their side."""
    kind, _, template = spec.by.partition("|")[0].partition(":")
    side = next(filter(viewer.owns, viewer.registration.sides_of(viewer.state)), "")
    found = {"person": str(viewer.actor.seat.pk) if viewer.actor.seat else "", "side": side}.get(kind, "")
    return {template.strip("{}"): found} if found else {}


def _fits(viewer: AnyViewer, spec: AnySpec, params: Params, open_: Collection[str]) -> bool:
    """Whether an act's own check lets it pass, but for what its form has still to say."""
    found = dry_run(viewer.scope, viewer.state, spec.name, params)
    return not isinstance(found, Refused) or found.key in open_
