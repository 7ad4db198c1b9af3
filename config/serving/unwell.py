"""What is answered while the database is away or the disk is full: which of both, and that it ends by itself.

The page needs no database: it is drawn without the visitor, like the one for what broke on our side.
"""

import errno
import shutil
import sys
import time
from contextlib import suppress

import psycopg
from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views import defaults

from config.database.away import behind, is_away

AGAIN_IN = 5  # seconds
LEAST = 20 * 2**20  # bytes; the next file of the write-ahead log is 16 MB
REMEMBERED = 60.0  # seconds a database elsewhere counts as full after it has said so

_full_until = 0.0


def server_error(request: HttpRequest) -> HttpResponse:
    """503 when the database is to blame, with what it is; else what Django says: 500."""
    error = sys.exc_info()[1]
    is_full = _met_full_disk(error)
    if not is_full and not is_away(error):
        return defaults.server_error(request)
    sentence = _sentence(full=is_full or disk_is_full())
    headers = {"Retry-After": str(AGAIN_IN), "Cache-Control": "no-store"}
    if request.path.startswith("/api/"):
        return JsonResponse({"detail": sentence}, status=503, headers=headers)
    context = {"sentence": sentence, "again_in": AGAIN_IN if request.method == "GET" else 0}
    return HttpResponse(render_to_string("503.html", context), status=503, headers=headers)


def disk_is_full() -> bool:
    """Whether there is too little room where the club's data lies, or the database has just said so."""
    if time.monotonic() < _full_until:
        return True
    ours = settings.EMBEDDED.place
    place = ours if settings.EMBEDDED_IN_USE and ours.exists() else settings.DATA
    with suppress(OSError):
        return shutil.disk_usage(place).free < LEAST
    return False


def _sentence(*, full: bool) -> str:
    if full:
        return _(
            "The club’s computer has run out of disk space, so nothing can be saved. Tell an organiser: "
            "once there is room, everything carries on automatically. Everything saved so far is safe."
        )
    return _("The database is restarting. Everything saved so far is safe.")


def _met_full_disk(error: BaseException | None) -> bool:
    global _full_until
    causes = list(behind(error))
    met = any(isinstance(one, psycopg.errors.DiskFull) for one in causes)
    if met:
        _full_until = time.monotonic() + REMEMBERED
    return met or any(isinstance(one, OSError) and one.errno == errno.ENOSPC for one in causes)
