from collections.abc import Callable, Mapping

from django.http import HttpRequest
from django.http.response import HttpResponseBase

class StaticFile: ...

class WhiteNoiseMiddleware:
    autorefresh: bool
    files: Mapping[str, StaticFile]

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None: ...
    def __call__(self, request: HttpRequest) -> HttpResponseBase: ...
    @staticmethod
    def serve(static_file: StaticFile, request: HttpRequest) -> HttpResponseBase: ...
