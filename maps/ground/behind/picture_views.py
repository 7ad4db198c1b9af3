"""Pictures behind maps: handed out to whoever may see the map."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from campaigns.engine.who.access import organiser_or_404
from campaigns.shell.league import viewer_or_404
from maps.ground import thumbs
from maps.ground.behind import pictures
from maps.models import MapPicture, MapTemplate
from rules.maps.ready import READY

DAY = 60 * 60 * 24
YEAR = 365 * DAY


@require_safe
def league_picture(request: HttpRequest, pk: int, key: str) -> HttpResponse:
    """A picture the league's map lies, or lay, on."""
    found = pictures.shown_in(viewer_or_404(request, pk, "map").scope, key)
    if found is None:
        raise Http404
    return _sent(found)


@require_safe
def club_picture(request: HttpRequest, slug: str, pk: int, key: str) -> HttpResponse:
    """A picture of a map the club draws."""
    seat = organiser_or_404(request, slug)
    get_object_or_404(MapTemplate.objects.only("pk"), club=seat.club, pk=pk)
    return _sent(get_object_or_404(MapPicture, club=seat.club, key=key))


@require_safe
def ready_map_picture(request: HttpRequest, key: str) -> HttpResponse:
    """A ready-made map, small; the same for everybody."""
    if key not in {one.key for one in READY}:
        raise Http404
    return _small(thumbs.ready_map_thumb(key), f"public, max-age={DAY}")


@require_safe
def thumb(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """A map of the club, small."""
    seat = organiser_or_404(request, slug)
    row = get_object_or_404(MapTemplate.objects.select_related("club"), club=seat.club, pk=pk)
    return _small(thumbs.club_map_thumb(row), f"private, max-age={DAY}")


def _small(svg: str, kept: str) -> HttpResponse:
    return HttpResponse(svg, content_type="image/svg+xml", headers={"Cache-Control": kept})


def _sent(row: MapPicture) -> HttpResponse:
    """Kept by the visitor's browser alone and for long: another picture has another address."""
    headers = {
        "Cache-Control": f"private, max-age={YEAR}, immutable",
        "Content-Disposition": f'inline; filename="{row.key}.jpg"',
    }
    return HttpResponse(bytes(row.content), content_type=pictures.TYPE, headers=headers)
