"""Pages through the thin ASGI callable: bytes in, bytes out, large and small."""

import asyncio
import io
from collections.abc import Callable, Iterable, Iterator
from tempfile import SpooledTemporaryFile
from typing import Any
from wsgiref.types import StartResponse, WSGIEnvironment

import pytest
from django.db import OperationalError, connection
from django.test.utils import CaptureQueriesContext

from campaigns.engine.stored.store import registrations
from config import asgi
from config.serving import bodies, warm
from config.serving.wire import Heard, Request, WirePiece
from config.wsgi import application
from tests.ops.loops import in_a_loop


def ask(
    page: Callable[..., Iterable[bytes]],
    monkeypatch: pytest.MonkeyPatch,
    *,
    chunks: Iterable[bytes] = (b"",),
    headers: Iterable[tuple[bytes, bytes]] = (),
    path: str = "/",
) -> list[WirePiece]:
    """Everything the application sends for one request that `page` answers."""
    monkeypatch.setattr(asgi, "pages", page)
    sent: list[WirePiece] = []
    waiting: list[Heard] = [{"type": "http.request", "body": chunk, "more_body": True} for chunk in chunks]
    waiting[-1]["more_body"] = False

    async def receive() -> Heard:
        await asyncio.sleep(0)
        return waiting.pop(0)

    async def send(message: WirePiece) -> None:
        sent.append(message)

    scope: Request = {
        "type": "http",
        "method": "POST",
        "path": path,
        "query_string": b"a=1",
        "http_version": "1.1",
        "headers": [*headers],
        "server": ("muster.local", 8000),
        "client": ("192.0.2.7", 5000),
        "scheme": "http",
    }
    in_a_loop(lambda: asgi.application(scope, receive, send))
    return sent


def test_a_request_arrives_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: dict[str, Any] = {}

    def page(environ: dict[str, Any], start: Callable[..., object]) -> list[bytes]:
        seen.update(environ, body=environ["wsgi.input"].read())
        start("201 Created", [("Content-Type", "text/plain"), ("X-Name", "ü")])
        return [b"yes"]

    headers = [(b"cookie", b"a=1"), (b"cookie", b"b=2"), (b"x_forged", b"1"), (b"content-type", b"text/x")]
    sent = ask(page, monkeypatch, chunks=[b"ab", b"cd"], headers=headers, path="/räuber")
    assert seen["body"] == b"abcd"
    assert seen["CONTENT_LENGTH"] == "4"
    assert seen["HTTP_COOKIE"] == "a=1;b=2"
    assert seen["CONTENT_TYPE"] == "text/x"
    assert "HTTP_X_FORGED" not in seen
    assert seen["PATH_INFO"].encode("latin-1").decode() == "/räuber"
    assert (seen["REMOTE_ADDR"], seen["QUERY_STRING"]) == ("192.0.2.7", "a=1")
    assert sent[0]["status"] == 201
    assert (b"x-name", b"\xfc") in sent[0]["headers"]
    assert [message["body"] for message in sent[1:]] == [b"yes"]


def test_a_large_answer_leaves_in_pieces_and_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    class Sheet(io.BytesIO):
        pass

    sheet = Sheet(b"x" * (asgi.WHOLE * 3))

    def page(environ: dict[str, Any], start: Callable[..., object]) -> Iterable[bytes]:
        start("200 OK", [])
        return Pieces(sheet)

    sent = ask(page, monkeypatch)
    assert sum(len(message["body"]) for message in sent[1:]) == asgi.WHOLE * 3
    assert len(sent) > 3
    assert [message["more_body"] for message in sent[1:]][-2:] == [True, False]
    assert sheet.closed


class Pieces:
    def __init__(self, file: io.BytesIO) -> None:
        self.file = file

    def __iter__(self) -> Iterator[bytes]:
        return iter(lambda: self.file.read(100_000), b"")

    def close(self) -> None:
        self.file.close()


@pytest.mark.parametrize(
    ("path", "kind", "sentence"),
    [
        ("/clubs/lantern/", b"text/html", "It is more than 20 MB"),
        ("/api/v1/act/", b"application/json", "The request is larger than 20 MB."),
    ],
)
def test_a_huge_upload_is_answered_with_a_page_and_not_kept(
    monkeypatch: pytest.MonkeyPatch, path: str, kind: bytes, sentence: str
) -> None:
    kept: list[bytes] = []

    def page(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        kept.append(environ["wsgi.input"].read())
        return pages(environ, start)

    pages, megabyte = application, b"x" * 2**20
    headers = [(b"host", b"localhost"), (b"content-type", b"application/x-www-form-urlencoded")]
    sent = ask(page, monkeypatch, chunks=[megabyte] * 21, path=path, headers=headers)
    assert kept == [b""]
    assert sent[0]["status"] == 413
    told = dict(sent[0]["headers"])
    assert told[b"content-type"].startswith(kind)
    assert b"content-security-policy" in told
    assert sentence in b"".join(message.get("body", b"") for message in sent[1:]).decode()


def test_a_real_page_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    sent = ask(application, monkeypatch, path="/no-such-page", headers=[(b"host", b"localhost")])
    assert sent[0]["status"] == 404


class Slow:
    """Requests whose bodies never end: a first piece, and then nothing."""

    def __init__(self) -> None:
        self.pieces: list[Heard] = [{"type": "http.request", "body": b"x" * 2**20, "more_body": True}]

    async def receive(self) -> Heard:
        if self.pieces:
            return self.pieces.pop()
        await asyncio.Event().wait()
        raise AssertionError


async def take(taken: bodies.Bodies, visitor: str) -> int | bodies.BodyTrouble:
    with SpooledTemporaryFile(bodies.IN_MEMORY) as body:
        return await taken.take(Slow().receive, visitor, body)


def test_a_body_that_stops_coming_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bodies, "WITHIN", 0.05)
    monkeypatch.setattr(bodies, "SLOWEST", 2**30)

    async def story() -> None:
        taken = bodies.Bodies()
        assert await take(taken, "192.0.2.1") is bodies.BodyTrouble.SLOW
        assert (taken.held, +taken.open) == (0, {})

    in_a_loop(story)


def test_unfinished_bodies_are_bounded_for_one_address_and_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bodies, "MOST_OF_ONE", 2)
    monkeypatch.setattr(bodies, "MOST", 4)

    async def story() -> None:
        taken = bodies.Bodies()
        waiting = []
        for visitor in ("a", "a", "b", "c"):
            waiting.append(asyncio.create_task(take(taken, visitor)))
            await asyncio.sleep(0)
        assert taken.held == 4 * 2**20
        assert await take(taken, "a") is bodies.BodyTrouble.MANY
        assert await take(taken, "d") is bodies.BodyTrouble.MANY
        for one in waiting:
            one.cancel()
        await asyncio.wait(waiting)
        assert (taken.held, +taken.open) == (0, {})

    in_a_loop(story)


def test_bodies_together_hold_only_so_much(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bodies, "MOST_BYTES", 2**20 + 1)

    async def story() -> None:
        taken, large = bodies.Bodies(), Slow()
        large.pieces *= 2
        with SpooledTemporaryFile(bodies.IN_MEMORY) as body:
            assert await taken.take(large.receive, "a", body) is bodies.BodyTrouble.MANY
        assert taken.held == 0

    in_a_loop(story)


def test_who_sends_too_slowly_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bodies, "WITHIN", -1.0)
    monkeypatch.setattr(bodies, "SLOWEST", 2**30)
    sent = ask(application, monkeypatch, chunks=[b"a", b"b"])
    assert sent[0]["status"] == 408
    assert (b"connection", b"close") in sent[0]["headers"]


def test_a_process_looks_at_the_site_before_it_says_that_it_has_begun(
    monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    settings.DEBUG = False
    said: list[str] = []
    monkeypatch.setattr(warm, "first_look", lambda pages: said.append("looked"))
    assert _began_and_ended(said) == ["looked", "lifespan.startup.complete", "lifespan.shutdown.complete"]


def test_a_process_whose_first_look_fails_begins_all_the_same(
    monkeypatch: pytest.MonkeyPatch, settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    settings.DEBUG = False

    def unwell(pages: object) -> None:
        raise OperationalError("no database")

    monkeypatch.setattr(warm, "first_look", unwell)
    assert _began_and_ended([]) == ["lifespan.startup.complete", "lifespan.shutdown.complete"]
    assert "the first look at the site has failed" in caplog.text


def _began_and_ended(said: list[str]) -> list[str]:
    """What a process that begins and ends has said by then."""
    heard: list[Heard] = [{"type": "lifespan.startup"}, {"type": "lifespan.shutdown"}]

    async def receive() -> Heard:
        return heard.pop(0)

    async def send(message: WirePiece) -> None:
        said.append(message["type"])

    in_a_loop(lambda: asgi.application({"type": "lifespan"}, receive, send))
    return said


@pytest.mark.django_db
def test_the_first_look_asks_for_a_page_and_reads_a_league_of_every_game() -> None:
    asked: list[str] = []

    def pages(environ: WSGIEnvironment, start: StartResponse) -> list[bytes]:
        asked.append(environ["PATH_INFO"])
        start("200 OK", [])
        return [b"page"]

    with CaptureQueriesContext(connection) as caught:
        warm.first_look(pages)
    assert asked == ["/"]
    assert len(caught) == len(registrations())
