"""Pages of a club that are about no league: drawn in its time zone, following what its leagues tell.

An open page asks for elements by their ids, as in a league (`campaigns.shell.league`).
"""

from __future__ import annotations

from collections.abc import Mapping

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.cache import patch_vary_headers

from campaigns.models import Club, Scope, Seat
from campaigns.shell.league import asked_parts
from campaigns.shell.people_frame import club_frame
from campaigns.shell.written import end_writing

FOLLOWED = 20  # leagues on one stream, the newest


def draw_club(
    request: HttpRequest,
    seat: Seat,
    template: str,
    context: Mapping[str, object],
    *,
    section: str,
    parts: tuple[str, ...] = (),
    status: int = 200,
) -> HttpResponse:
    """The page in the frame of its club, or those of its parts that were asked for."""
    end_writing(request)
    whole = {**club_frame(seat, section), "live_url": club_live_url(seat.club), **context}
    asked = [one for one in asked_parts(request) if one in parts]
    with timezone.override(seat.club.tz):
        if asked:
            answer = HttpResponse(
                b"".join(render(request, f"{template}#{one}", whole).content for one in asked)
            )
        else:
            answer = render(request, template, whole, status=status)
    patch_vary_headers(answer, ["HX-Target"])
    return answer


def club_live_url(club: Club) -> str:
    """The stream of a club's leagues, which carries what is told to the club; empty where it has none."""
    followed = Scope.objects.filter(club=club, archived_at=None).order_by("-id")
    found = list(followed.values_list("pk", "version")[:FOLLOWED])
    names, versions = (".".join(str(one[n]) for one in found) for n in (0, 1))
    return f"/live/{names}?version={versions}" if found else ""
