"""All pages, for any WSGI server. The live stream needs `config.asgi`."""

import gc
import os
from collections.abc import Iterable
from wsgiref.types import StartResponse, WSGIEnvironment

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.urls import reverse

from config.serving.plain_input import in_utf_8

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
gc.disable()  # until everything is loaded: none of it is garbage
_pages = get_wsgi_application()


def application(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
    return _pages({**environ, "CONTENT_TYPE": in_utf_8(environ.get("CONTENT_TYPE", ""))}, start_response)


# Every address and what it leads to is read now, not when the first page is asked for.
reverse("health")
if not settings.DEBUG:
    from config.serving import warm

    warm.up()

# What has been loaded stays for good: no page pays for looking through it for garbage again.
gc.collect()
gc.freeze()
gc.set_threshold(20_000, 20)
gc.enable()
