"""The home of a Firestorm league and everything one does on it with one tap."""

from __future__ import annotations

from collections.abc import Mapping

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_POST, require_safe

from campaigns.shell.league import here_or_404, member_or_404, organiser_here_or_404
from campaigns.shell.reading.params import params_of
from campaigns.shell.reading.reader import read, sent_to
from maps.firestorm.acting.carrying import carried_out
from maps.firestorm.acting.reaching import firestorm_or_404
from maps.firestorm.forms import FORMS, FoundForm, JoinFactionForm
from maps.firestorm.here import FirestormHere
from maps.firestorm.map.drawn import map_of
from maps.firestorm.showing import home, shown_at_home
from maps.ground.choosing import chosen_map, sent_form, uploaded
from maps.ground.editor.taking import map_file
from rules.engine.codec import dump
from rules.engine.refusals import Refused
from rules.firestorm.ground import ground
from rules.maps.exchange import BadMap, to_json

# Acts a plain form of the home may start: their parameters are texts and whole numbers.
SIMPLE = frozenset({
    "begin_play", "withdraw", "leave_faction", "take_corner", "choose_alliance", "set_trait", "name_realm",
    "deal_objectives", "ready",
})  # fmt: skip


@require_safe
def map_view(request: HttpRequest, pk: int) -> HttpResponse:
    """The map; `t` is the territory whose panel is open, `as` the faction an organiser acts for."""
    return home(firestorm_or_404(here_or_404(request, pk, "map")))


@require_safe
def exported(request: HttpRequest, pk: int) -> HttpResponse:
    """The ground of the map as JSON, without owners and without what was built. Source: FS-184"""
    here = firestorm_or_404(here_or_404(request, pk, "map"))
    if not here.state.territories:
        raise Http404
    return map_file(here.scope.club, here.scope.name, here.scope.game, to_json(map_of(here.state)))


def map_home(here: FirestormHere) -> HttpResponse:
    """The league's home."""
    return home(here)


@require_POST
def do(request: HttpRequest, pk: int, act: str) -> HttpResponse:
    """Carry out one act; the app takes its own steps after it."""
    here = firestorm_or_404(member_or_404(request, pk, "map"))
    if act not in SIMPLE:
        raise Http404
    try:
        params = params_of_form(here, act)
    except Refused as error:
        return shown_at_home(act)(here, error)
    return carried_out(here, act, params, shown=shown_at_home(act))


def params_of_form(here: FirestormHere, act: str) -> Mapping[str, object]:
    """What the form says to an act. Raises `Refused` for what cannot be read, and for a reason not given."""
    known = FORMS[act]().fields if act in FORMS else {}
    return params_of(here.registration.game.spec(f"firestorm.{act}"), sent_to(here.request), fields=known)


@require_POST
def found(request: HttpRequest, pk: int) -> HttpResponse:
    """Found a faction of one's own colour."""
    here = firestorm_or_404(member_or_404(request, pk, "map"))
    try:
        said = read(FoundForm(sent_to(request)))
    except Refused as error:
        return shown_at_home("found")(here, error)
    seat = here.actor.seat
    assert seat is not None
    params = {"colour": said["colour"], "emblem": said["colour"], "owner": str(seat.pk)}
    params["name"] = said["name"] or seat.name
    return carried_out(here, "found", params, shown=shown_at_home("found"))


@require_POST
def join(request: HttpRequest, pk: int) -> HttpResponse:
    """Join a faction of others; once play has begun, ask it."""
    here = firestorm_or_404(member_or_404(request, pk, "map"))
    try:
        said = read(JoinFactionForm(sent_to(request)))
    except Refused as error:
        return shown_at_home("join")(here, error)
    seat = here.actor.seat
    assert seat is not None
    params = {"faction": said["faction"], "owner": str(seat.pk), "name": seat.name}
    return carried_out(here, "join", params, shown=shown_at_home("join"))


@require_POST
def lay(request: HttpRequest, pk: int) -> HttpResponse:
    """Lay the map the league plays on: a ready one, one of the club's, or one brought in as JSON."""
    here = firestorm_or_404(organiser_here_or_404(request, pk, "map"))
    organiser = here.actor.seat
    assert organiser is not None
    try:
        chosen = chosen_map(organiser, sent_to(request) or {}, uploaded(request), ground())
    except BadMap as error:
        return shown_at_home("bring")(here, Refused("FS-181", " ".join(error.faults[:5]), "file"))
    except Refused as error:
        return shown_at_home(sent_form(request))(here, error)
    return carried_out(here, "lay_map", {"map": dump(chosen)}, shown=shown_at_home(sent_form(request)))
