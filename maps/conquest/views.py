"""The map of a league and everything one does on it with one tap."""

from __future__ import annotations

from functools import partial

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from campaigns.engine.who.seatbook import NO_SEAT
from campaigns.shell.league import (
    asked_parts,
    kept_alone,
    league_organiser_or_404,
    member_or_404,
    render_league,
    viewer_or_404,
)
from campaigns.shell.reading.params import read_params
from campaigns.shell.reading.reader import read, sent_to, word
from maps.conquest.acting.carrying import conquest_response
from maps.conquest.acting.reaching import conquest_or_404
from maps.conquest.forms import FORMS, EnlistForm, ExtendForm, StepBackForm
from maps.conquest.map.stepping import conquest_step_back as taken_back
from maps.conquest.showing import (
    PAGE,
    SETUP,
    looked_at,
    map_context,
    realm_shown,
    refused_form_response,
    setup_context,
)
from maps.conquest.viewer import ConquestViewer
from maps.ground.choosing import chosen_map, sent_form, uploaded
from maps.turns.forms import act_fields
from rules.conquest.game import rounds_have_begun
from rules.conquest.ground import conquest_map_book
from rules.engine.codec import dump
from rules.engine.plain import number_in, text_in
from rules.engine.refusals import Refused
from rules.maps.exchange import BadMap

# Acts a plain form may start: their parameters are texts and whole numbers, and the order of picking.
SIMPLE = frozenset({
    "begin_play", "withdraw", "sign_on", "rename", "pick_capital", "draw_capital", "pick_event",
    "collect", "challenge", "choose_battles", "sail", "assault", "volunteer",
    "commit_gold", "report_outcome", "confirm", "dispute", "walkover", "strike", "close_battles",
    "ask_abstract", "rule_abstract", "decide", "claim", "conquer", "besiege", "build", "raid",
    "plunder", "end_turn", "skip", "pause", "resume", "leave", "correct", "grant",
    "hand_over",
})  # fmt: skip
SETUP_PARTS = frozenset({"ground", "joined"})  # what follows the league on the page before play
OF_REALM = frozenset({"rename", "sign_on", "hand_over"})  # done on an empire's own page


@require_safe
def show_empires_map(request: HttpRequest, pk: int) -> HttpResponse:
    """The map; `t` is the territory whose panel is open, `as` the realm an organiser acts for."""
    return empires_home(conquest_or_404(viewer_or_404(request, pk, "map")))


def empires_home(viewer: ConquestViewer) -> HttpResponse:
    """The league's home: before play choosing a map and joining, then the map.

    A page that is still open on what was before play is led on to the map.
    """
    if viewer.state.now.phase == "setup":
        return render_league(viewer, SETUP, setup_context(viewer))
    if SETUP_PARTS.intersection(asked_parts(viewer.request)):
        return HttpResponseClientRedirect(reverse("maps:map", args=[viewer.scope.pk]))
    territory = viewer.request.GET.get("t", "")[:80]
    parts = looked_at(viewer, territory)
    return kept_alone(viewer, parts) or render_league(
        viewer, PAGE, map_context(viewer, territory), kept=parts
    )


@require_POST
def act_on_map(request: HttpRequest, pk: int, act: str) -> HttpResponse:
    """Carry out one act and let the app take its own steps after it."""
    viewer = conquest_or_404(member_or_404(request, pk, "map"))
    if act not in SIMPLE:
        raise Http404
    realm = word(request, "realm")
    try:
        params = _params(viewer, act)
    except Refused as error:
        about = {name: word(request, name) for name in ("battle", "territory")}
        if _on_its_page(viewer, act, realm):
            return _realm_refused(realm, act, viewer, error)
        return refused_form_response(viewer, error, about, act)
    if act == "rename":
        params["emblem"] = params["colour"]
    if _on_its_page(viewer, act, realm):
        then = reverse("maps:realm", args=[viewer.scope.pk, realm])
        return conquest_response(viewer, act, params, then=then, shown=partial(_realm_refused, realm, act))
    return conquest_response(viewer, act, params)


def _on_its_page(viewer: ConquestViewer, act: str, realm: str) -> bool:
    """Whether an act was done on the page of an empire."""
    return act in OF_REALM and realm in viewer.state.realms and word(viewer.request, "on") != "map"


def _params(viewer: ConquestViewer, act: str) -> dict[str, object]:
    """What the form says to an act. Raises `Refused` for what cannot be read, and for a reason not given."""
    sent = sent_to(viewer.request)
    spec = viewer.registration.game.spec(f"conquest.{act}")
    return read_params(spec, sent, fields=act_fields(FORMS, act, sent))


def _realm_refused(realm: str, act: str, viewer: ConquestViewer, error: Refused) -> HttpResponse:
    if realm not in viewer.state.realms:
        return refused_form_response(viewer, error)
    form = act if act in FORMS else "rename"
    return realm_shown(viewer, viewer.state.realms[realm], error=error, form=form)


@require_POST
def join_conquest(request: HttpRequest, pk: int) -> HttpResponse:
    """Join with a realm of one's own colour; in a running league an organiser takes somebody in, and somebody
    else asks to be taken in.
    """
    viewer = conquest_or_404(member_or_404(request, pk, "map"))
    try:
        said = read(EnlistForm(sent_to(request)))
        owner = _who_enlists(viewer, text_in(said, "owner"))
    except Refused as error:
        return refused_form_response(viewer, error, form="enlist")
    params = {"colour": said["colour"], "emblem": said["colour"], "owner": owner}
    params["name"] = said["name"] or viewer.people.get(owner, NO_SEAT).name
    return conquest_response(viewer, "enlist", params)


def _who_enlists(viewer: ConquestViewer, chosen: str) -> str:
    """The seat of whoever joins. Raises `Refused` where an organiser has chosen nobody."""
    seat = viewer.actor.seat
    assert seat is not None
    if not rounds_have_begun(viewer.state) or not viewer.is_organiser:
        return str(seat.pk)
    if not chosen:
        raise Refused("", _("Choose somebody who plays in this club."), "owner")
    return chosen


@require_POST
def choose_empires_map(request: HttpRequest, pk: int) -> HttpResponse:
    """Lay the map the league plays on: a ready one, a drawn or generated one, or one brought in as JSON."""
    viewer = conquest_or_404(league_organiser_or_404(request, pk, "map"))
    organiser = viewer.actor.seat
    assert organiser is not None
    try:
        chosen = chosen_map(organiser, sent_to(request) or {}, uploaded(request), conquest_map_book())
    except BadMap as error:
        return refused_form_response(
            viewer, Refused("CQ-03", " ".join(error.faults[:5]), "file"), form="bring"
        )
    except Refused as error:
        return refused_form_response(viewer, error, form=sent_form(request))
    return conquest_response(viewer, "lay_map", {"map": dump(chosen)})


# The organiser's own


@require_POST
def extend_deadline(request: HttpRequest, pk: int) -> HttpResponse:
    """Another deadline for the present phase or turn, or none."""
    viewer = conquest_or_404(league_organiser_or_404(request, pk, "map"))
    try:
        said = read(ExtendForm(sent_to(request), viewer.scope.time_zone))
    except Refused as error:
        return refused_form_response(viewer, error, form="extend")
    return conquest_response(viewer, "extend", {"until": said["until"], "words": said["words"]})


@require_POST
def take_step_back(request: HttpRequest, pk: int) -> HttpResponse:
    """Take the latest step back, with the reason."""
    viewer = conquest_or_404(league_organiser_or_404(request, pk, "map"))
    try:
        said = read(StepBackForm(sent_to(request)))
        taken_back(viewer.scope, viewer.actor, text_in(said, "words"), number_in(said, "step"))
    except Refused as error:
        return refused_form_response(viewer, error, form="step_back")
    return redirect("maps:map", pk)
