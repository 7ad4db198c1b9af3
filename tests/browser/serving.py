"""The tests' own web server treats files and the database as a club's does: a browser asks for a file once,
and a connection to the database lasts.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.contrib.staticfiles.handlers import StaticFilesHandler
from django.db import connection
from django.http import FileResponse, HttpRequest, HttpResponse
from pytest_django.live_server_helper import LiveServer

FOR_AN_HOUR = "max-age=3600"


class KeptFiles(StaticFilesHandler):
    """Styles, scripts and pictures are kept by the browser that has fetched them."""

    def serve(self, request: HttpRequest) -> HttpResponse | FileResponse:
        answer: HttpResponse | FileResponse = super().serve(request)
        answer["Cache-Control"] = FOR_AN_HOUR
        return answer


@contextmanager
def live() -> Iterator[LiveServer]:
    """A server for all tests of a process; whoever talks to it on one line has one connection."""
    server = LiveServer("localhost", start=False)
    thread: Any = server.thread
    thread.static_handler = KeptFiles
    usual = connection.settings_dict["CONN_MAX_AGE"]
    connection.settings_dict["CONN_MAX_AGE"] = None
    server.start()
    yield server
    server.stop()
    connection.settings_dict["CONN_MAX_AGE"] = usual
