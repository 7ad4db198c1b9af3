"""Absolute links and QR codes, for pages, sheets and the terminal.

A link somebody carries to a phone must name the machine as the phone sees it: the address from the settings,
else the request's, and never localhost when the machine's address in its network is known.
"""

from io import BytesIO
from urllib.parse import urlsplit, urlunsplit

import segno
from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from config.memory import remembered
from config.serving.network import lan_address

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1", "0.0.0.0"})  # noqa: S104 - compared with, never bound


@remembered(most=2**22)
def page_of(name: str, *args: object) -> str:
    """The path of one of our pages, looked up once: a league shows the same few hundred again and again."""
    return reverse(name, args=args)


def absolute(path: str, request: HttpRequest | None = None) -> str:
    """`path` with scheme and host in front."""
    base = str(getattr(settings, "PUBLIC_URL", "") or "")
    if not base:
        base = f"{request.scheme}://{request.get_host()}" if request else "http://localhost:8000"
    return _for_phones(base.rstrip("/")) + path


def _for_phones(base: str) -> str:
    parts = urlsplit(base)
    if parts.hostname not in LOOPBACK:
        return base
    address = lan_address()
    if not address:
        return base
    port = f":{parts.port}" if parts.port else ""
    return urlunsplit(parts._replace(netloc=f"{address}{port}"))


def qr_svg(link: str, *, title: str = "") -> SafeString:
    """`link` as an inline SVG QR code, black on white in every theme, so that any camera reads it."""
    out = BytesIO()
    segno.make(link, error="m", micro=False).save(
        out,
        kind="svg",
        border=4,
        light="#fff",
        dark="#000",
        xmldecl=False,
        svgclass="qr",
        lineclass=None,
        omitsize=True,
        title=title or None,
    )
    return mark_safe(out.getvalue().decode())  # noqa: S308 - segno escapes the title, the rest is its own


def is_secure_enough_for_passkeys(request: HttpRequest) -> bool:
    """Browsers offer passkeys on https and on the machine itself only."""
    host = urlsplit(f"//{request.get_host()}").hostname
    return request.is_secure() or host == "localhost"
