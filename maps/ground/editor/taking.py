"""A map as a file to take along; it says whose book it is for, and its picture is inside."""

from __future__ import annotations

from django.http import HttpResponse, JsonResponse
from django.utils.http import content_disposition_header
from django.utils.text import slugify

from campaigns.models import Club
from maps.ground.behind import pictures
from rules.engine.plain import JsonObject


def map_file(club: Club, name: str, game: str, data: JsonObject) -> HttpResponse:
    """A map as JSON in a file of this name, as the club's shelf and a league's organiser bring it in."""
    found = {**pictures.packed(club, data), "book": game}
    called = slugify(name, allow_unicode=True) or "map"
    headers = {"Content-Disposition": content_disposition_header(True, f"{called}.json")}
    return JsonResponse(found, headers=headers, json_dumps_params={"ensure_ascii": False})
