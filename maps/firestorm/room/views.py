"""A faction's own room: its members read it and write in it; everybody else meets 404."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST, require_safe

from campaigns.shell.league import render_league
from campaigns.shell.reading.reader import number_of, read, sent_to, word
from maps.firestorm.acting.carrying import firestorm_response
from maps.firestorm.acting.reaching import closed_to, faction_live_url, own_faction
from maps.firestorm.looks import looked
from maps.firestorm.room import notes, room_page
from maps.firestorm.room.forms import FORMS, ClaimObjectiveForm, NoteForm
from maps.firestorm.viewer import FirestormViewer
from maps.ground.wrong import PageForms, Wrong, wrong_with
from rules.engine.plain import text_in
from rules.engine.refusals import Refused

PAGE = "maps/firestorm/room/room.html"


@require_safe
def room(request: HttpRequest, pk: int) -> HttpResponse:
    """The room of the visitor's own faction."""
    here, faction = own_faction(request, pk)
    if closed := closed_to(here, faction):
        return closed
    looked(here, faction.id)
    return _page(here, faction.id)


def _page(viewer: FirestormViewer, faction: str, wrong: Wrong | None = None) -> HttpResponse:
    page = room_page.room_page(viewer, viewer.state.factions[faction])
    told = {"page": page, "forms": PageForms(FORMS, wrong), "live_url": faction_live_url(viewer, faction)}
    return render_league(
        viewer, PAGE, told | (wrong.context if wrong else {}), status=wrong.status if wrong else 200
    )


@require_POST
def write_note(request: HttpRequest, pk: int) -> HttpResponse:
    """Write a note to the others, while the league is played."""
    here, faction = own_faction(request, pk)
    if closed := closed_to(here, faction):
        return closed
    try:
        if here.closed:
            raise Refused("", here.closed, admission=True)
        said = read(NoteForm(sent_to(request)))
    except Refused as error:
        return _page(here, faction.id, wrong_with("note", error, sent_to(request) or {}, forms=FORMS))
    notes.add_note(here, faction.id, text_in(said, "note"))
    looked(here, faction.id)
    return redirect("firestorm:room", pk)


@require_POST
def remove_note(request: HttpRequest, pk: int) -> HttpResponse:
    """Take a note of one's own away."""
    here, faction = own_faction(request, pk)
    if closed := closed_to(here, faction):
        return closed
    notes.delete_note(here, faction.id, number_of(word(request, "note")) or 0)
    return redirect("firestorm:room", pk)


@require_POST
def claim_or_show_objective(request: HttpRequest, pk: int) -> HttpResponse:
    """Say that one's objective is reached, or show it to everybody."""
    here, faction = own_faction(request, pk)
    if closed := closed_to(here, faction):
        return closed
    player = word(request, "player")
    shows = bool(word(request, "show"))
    try:
        said = {} if shows else {"words": read(ClaimObjectiveForm(sent_to(request)))["words"]}
    except Refused as error:
        return _page(here, faction.id, wrong_with("claim", error, sent_to(request) or {}, forms=FORMS))

    def shown(fresh: FirestormViewer, error: Refused) -> HttpResponse:
        return _page(fresh, faction.id, wrong_with("claim", error, sent_to(request) or {}, forms=FORMS))

    act = "show_objective" if shows else "claim_objective"
    return firestorm_response(
        here, act, {"player": player, **said}, shown=shown, then=room_page.room_url(here)
    )
