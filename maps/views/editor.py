"""Maps a club has drawn: the shelf, the editor, strokes with undo, JSON in and out. For organisers."""

from __future__ import annotations

import json
import secrets
from typing import Any
from urllib.parse import urlencode

from django.db import transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns.access import organiser_or_404
from campaigns.league_page import CONFLICT
from campaigns.models import Seat
from campaigns.people_frame import club_frame
from maps import editor_page, setup_page
from maps.models import MapTemplate
from maps.views.play import uploaded
from rules.maps.exchange import BadMap, from_json, to_json
from rules.maps.model import Map
from rules.maps.ready import READY
from rules.refusals import Refused

MOST_UNDO = 20
MOST_MAPS = 50


@require_http_methods(["GET", "POST"])
def shelf(request: HttpRequest, slug: str) -> HttpResponse:
    """The club's maps; a post starts a new one from a ready, generated or uploaded map."""
    seat = organiser_or_404(request, slug)
    if request.method == "POST":
        try:
            return _started(seat, request)
        except BadMap as error:
            return _shelf(request, seat, Refused("CQ-03", " ".join(error.faults[:5]), "file"))
        except Refused as error:
            return _shelf(request, seat, error)
    return _shelf(request, seat)


def _shelf(request: HttpRequest, seat: Seat, error: Refused | None = None) -> HttpResponse:
    maps = MapTemplate.objects.filter(club=seat.club).only("pk", "name", "changed_at")
    more = {"maps": maps, "ready": READY, "seed": secrets.token_hex(4), "refused": error}
    context = {**club_frame(seat, "maps"), **more}
    return render(request, "maps/shelf.html", context, status=CONFLICT if error else 200)


def _started(seat: Seat, request: HttpRequest) -> HttpResponse:
    if MapTemplate.objects.filter(club=seat.club).count() >= MOST_MAPS:
        raise Refused("", _("A club keeps at most %(most)d maps.") % {"most": MOST_MAPS})
    made = setup_page.chosen_map(seat.club, request.POST, uploaded(request))
    name = " ".join(request.POST.get("name", "").split())[:80] or made.ground.name or _("A new map")
    row = MapTemplate.objects.create(club=seat.club, name=name, data=to_json(made), made_by=seat)
    return redirect("maps:edit", seat.club.slug, row.pk)


@require_safe
def edit(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """The editor; `t` is the territory in hand, `brush` what a tap paints."""
    seat = organiser_or_404(request, slug)
    row = get_object_or_404(MapTemplate.objects.select_related("club"), club=seat.club, pk=pk)
    return _editor(request, seat, row)


def _editor(request: HttpRequest, seat: Seat, row: MapTemplate, error: Refused | None = None) -> HttpResponse:
    asked: Any = request.POST if request.method == "POST" else request.GET
    page = editor_page.build(row, asked.get("t", "")[:20], asked.get("brush", ""))
    context = {**club_frame(seat, "maps"), "page": page, "refused": error}
    return render(request, "maps/editor.html", context, status=CONFLICT if error else 200)


@require_POST
def stroke(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """One stroke, or the latest one taken back."""
    seat = organiser_or_404(request, slug)
    with transaction.atomic():
        found = MapTemplate.objects.select_related("club").select_for_update(of=("self",))
        row = get_object_or_404(found, club=seat.club, pk=pk)
        try:
            _drawn(row, request)
        except BadMap as error:
            return _editor(request, seat, row, Refused("CQ-03", " ".join(error.faults[:3])))
        except Refused as error:
            return _editor(request, seat, row, error)
    kept = {key: request.POST[key] for key in ("brush", "t") if request.POST.get(key)}
    if request.POST.get("act") == "paint":
        kept.pop("t", None)
    return redirect(f"{reverse('maps:edit', args=[slug, pk])}?{urlencode(kept)}")


def _drawn(row: MapTemplate, request: HttpRequest) -> None:
    """Draw on the row; raises when the map would be none."""
    act = request.POST.get("act", "")
    if act == "undo":
        if row.past:
            row.data = row.past.pop()
    elif act == "rename":
        row.name = " ".join(request.POST.get("name", "").split())[:80] or row.name
    else:
        new = to_json(editor_page.stroked(from_json(row.data), request.POST))
        _sound(new)
        row.past, row.data = [*row.past[-MOST_UNDO + 1 :], row.data], new
    row.save()


def _sound(data: dict[str, Any]) -> Map:
    """The map as it would be loaded again; `BadMap` with its faults."""
    return from_json(json.loads(json.dumps(data)))


@require_safe
def exported(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    seat = organiser_or_404(request, slug)
    row = get_object_or_404(MapTemplate, club=seat.club, pk=pk)
    headers = {"Content-Disposition": f'attachment; filename="{slugify(row.name) or "map"}.json"'}
    return JsonResponse(
        {**row.data, "name": row.name}, headers=headers, json_dumps_params={"ensure_ascii": False}
    )
