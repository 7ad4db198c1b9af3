"""Answers are packed as every browser unpacks them, the styles of every page once."""

from __future__ import annotations

import gzip
import zlib

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from config.serving.first_paint import STYLE
from config.serving.packing import Packing, packed_text

STYLES = STYLE.encode()
LINE = "<p>One line of many, with Zoë’s name.</p>".encode()


@pytest.mark.parametrize(
    "text",
    [
        LINE * 200,
        b"<head><style>" + STYLES + b"</style></head>" + LINE * 200,
        LINE * 900 + STYLES,
        STYLES + LINE,
        STYLES,
        STYLES + LINE + STYLES,
    ],
)
def test_what_was_packed_is_the_same_unpacked(text: bytes) -> None:
    for _ in range(3):
        packed = packed_text(text, 100)
        assert gzip.decompress(packed) == text
        assert len(packed) < 0.6 * len(text)


def test_a_page_is_hardly_larger_than_packed_whole() -> None:
    text = b"<head><style>" + STYLES + b"</style></head>" + b"".join(b"%d%s" % (n, LINE) for n in range(300))
    assert len(packed_text(text, 1)) < 1.03 * len(zlib.compress(text, 6)) + 30


def test_its_length_tells_nothing() -> None:
    assert len({len(packed_text(LINE * 9, 100)) for _ in range(60)}) > 10


def answered(text: bytes, accept: str = "gzip", **headers: str) -> HttpResponse:
    def page(_request: HttpRequest) -> HttpResponse:
        return HttpResponse(text, headers=headers)

    found = Packing(page)(RequestFactory().get("/", headers={"accept-encoding": accept}))
    assert isinstance(found, HttpResponse)
    return found


def sent(answer: HttpResponse) -> bytes:
    """What goes over the wire."""
    return b"".join(answer)


def test_only_who_unpacks_gets_it_packed() -> None:
    packed, plain = answered(LINE * 90, ETag='"abc"'), answered(LINE * 90, "br")
    assert (packed["Content-Encoding"], packed["ETag"]) == ("gzip", 'W/"abc"')
    assert gzip.decompress(sent(packed)) == sent(plain) == LINE * 90
    assert packed["Content-Length"] == str(len(sent(packed)))
    assert packed["Vary"] == plain["Vary"] == "Accept-Encoding"
    assert "Content-Encoding" not in plain


def test_what_is_short_or_packed_already_stays_as_it_is() -> None:
    assert sent(answered(b"ok")) == b"ok"
    assert sent(answered(LINE * 90, **{"Content-Encoding": "br"})) == LINE * 90
