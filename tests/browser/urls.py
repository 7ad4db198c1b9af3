"""Every address of the tests; as this server streams nothing, whoever asks for a stream gets a short no."""

from django.http import HttpRequest, HttpResponse
from django.urls import path

from config import urls


def no_stream(_request: HttpRequest, _what: str) -> HttpResponse:
    return HttpResponse(status=204)


handler404, handler500 = urls.handler404, urls.handler500
urlpatterns = [path("live/<str:_what>", no_stream), *urls.urlpatterns]
