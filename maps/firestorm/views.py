"""The home of a Firestorm league and everything one does on it with one tap."""

from __future__ import annotations

from collections.abc import Mapping

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_POST, require_safe

from campaigns.shell.league import league_organiser_or_404, member_or_404, viewer_or_404
from campaigns.shell.reading.params import read_params
from campaigns.shell.reading.reader import read, sent_to
from maps.firestorm.acting.carrying import firestorm_response
from maps.firestorm.acting.reaching import firestorm_or_404
from maps.firestorm.forms import FORMS, FoundForm, JoinFactionForm
from maps.firestorm.map.drawn import bare_ground_map
from maps.firestorm.showing import home_response, shown_at_home
from maps.firestorm.viewer import FirestormViewer
from maps.ground.choosing import chosen_map, sent_form, uploaded
from maps.ground.editor.taking import map_file
from rules.engine.codec import dump
from rules.engine.refusals import Refused
from rules.firestorm.ground import firestorm_map_book
from rules.maps.exchange import BadMap, to_json

# Acts a plain form of the home may start: their parameters are texts and whole numbers.
SIMPLE = frozenset({
    "begin_play", "withdraw", "leave_faction", "take_corner", "choose_alliance", "set_trait", "name_realm",
    "deal_objectives", "ready",
})  # fmt: skip


@require_safe
def show_factions_map(request: HttpRequest, pk: int) -> HttpResponse:
    """The map; `t` is the territory whose panel is open, `as` the faction an organiser acts for."""
    return home_response(firestorm_or_404(viewer_or_404(request, pk, "map")))


@require_safe
def export_firestorm_map(request: HttpRequest, pk: int) -> HttpResponse:
    """The ground of the map as JSON, without owners and without what was built. Source: FS-184"""
    viewer = firestorm_or_404(viewer_or_404(request, pk, "map"))
    if not viewer.state.territories:
        raise Http404
    return map_file(
        viewer.scope.club, viewer.scope.name, viewer.scope.game, to_json(bare_ground_map(viewer.state))
    )


def factions_home(viewer: FirestormViewer) -> HttpResponse:
    """The league's home."""
    return home_response(viewer)


@require_POST
def act_in_league(request: HttpRequest, pk: int, act: str) -> HttpResponse:
    """Carry out one act; the app takes its own steps after it."""
    viewer = firestorm_or_404(member_or_404(request, pk, "map"))
    if act not in SIMPLE:
        raise Http404
    try:
        params = params_of_form(viewer, act)
    except Refused as error:
        return shown_at_home(act)(viewer, error)
    return firestorm_response(viewer, act, params, shown=shown_at_home(act))


def params_of_form(viewer: FirestormViewer, act: str) -> Mapping[str, object]:
    """What the form says to an act. Raises `Refused` for what cannot be read, and for a reason not given."""
    known = FORMS[act]().fields if act in FORMS else {}
    return read_params(
        viewer.registration.game.spec(f"firestorm.{act}"), sent_to(viewer.request), fields=known
    )


@require_POST
def create_faction(request: HttpRequest, pk: int) -> HttpResponse:
    """Found a faction of one's own colour."""
    viewer = firestorm_or_404(member_or_404(request, pk, "map"))
    try:
        said = read(FoundForm(sent_to(request)))
    except Refused as error:
        return shown_at_home("found")(viewer, error)
    seat = viewer.actor.seat
    assert seat is not None
    params = {"colour": said["colour"], "emblem": said["colour"], "owner": str(seat.pk)}
    params["name"] = said["name"] or seat.name
    return firestorm_response(viewer, "found", params, shown=shown_at_home("found"))


@require_POST
def join_faction(request: HttpRequest, pk: int) -> HttpResponse:
    """Join a faction of others; once play has begun, ask it."""
    viewer = firestorm_or_404(member_or_404(request, pk, "map"))
    try:
        said = read(JoinFactionForm(sent_to(request)))
    except Refused as error:
        return shown_at_home("join")(viewer, error)
    seat = viewer.actor.seat
    assert seat is not None
    params = {"faction": said["faction"], "owner": str(seat.pk), "name": seat.name}
    return firestorm_response(viewer, "join", params, shown=shown_at_home("join"))


@require_POST
def choose_factions_map(request: HttpRequest, pk: int) -> HttpResponse:
    """Lay the map the league plays on: a ready one, one of the club's, or one brought in as JSON."""
    viewer = firestorm_or_404(league_organiser_or_404(request, pk, "map"))
    organiser = viewer.actor.seat
    assert organiser is not None
    try:
        chosen = chosen_map(organiser, sent_to(request) or {}, uploaded(request), firestorm_map_book())
    except BadMap as error:
        return shown_at_home("bring")(viewer, Refused("FS-181", " ".join(error.faults[:5]), "file"))
    except Refused as error:
        return shown_at_home(sent_form(request))(viewer, error)
    return firestorm_response(
        viewer, "lay_map", {"map": dump(chosen)}, shown=shown_at_home(sent_form(request))
    )
