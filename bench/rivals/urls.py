"""The addresses of hand-written pages: the same as ours."""

from __future__ import annotations

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import path

from bench.rivals import pages
from campaigns.engine.who.access import person_of, seat_of
from campaigns.models import Scope


def health(request: HttpRequest) -> HttpResponse:
    return HttpResponse("ok")


def page(make: Callable[..., str]) -> Callable[..., HttpResponse]:
    """For those of the league's club alone, who are asked for as on our pages."""

    def view(request: HttpRequest, pk: int, **more: str) -> HttpResponse:
        scope = get_object_or_404(Scope.objects.select_related("club"), pk=pk)
        seat = seat_of(person_of(request), scope.club)
        if seat is None:
            raise Http404
        return HttpResponse(make(scope, **more))

    return view


urlpatterns = [
    path("health", health, name="health"),
    path("l/<int:pk>/", page(pages.league)),
    path("l/<int:pk>/w/<str:key>/", page(pages.warband)),
    path("l/<int:pk>/m/<str:key>/", page(pages.mission)),
]
