"""One address for pages and live updates.

The live stream is answered here, asynchronously (`config.stream.live`); every other request goes to Django's
WSGI application in a thread. Django's own ASGI handler would hop between threads at each middleware,
at ten times the cost of the page.

Written here although a2wsgi is kept: it knows no limit for a body, neither for its size nor for how slowly it
comes (`config.serving.bodies`), and cost four times as much on a trivial page when we measured.
"""

import asyncio
import logging
import os
import sys
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from tempfile import SpooledTemporaryFile
from typing import IO
from wsgiref.types import WSGIEnvironment

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from config.wsgi import application as pages  # isort: skip - it sets Django up
from django.conf import settings  # isort: skip
from config import env  # isort: skip
from config.processes import signs, spare  # isort: skip
from config.serving import bodies, network, warm  # isort: skip
from config.stream import live  # isort: skip
from config.serving.bodies import Bodies, BodyTrouble  # isort: skip
from config.serving.astray import MARK  # isort: skip
from config.serving.wire import Receive, Request, WirePiece, Send  # isort: skip

Write = Callable[[bytes], object]
Headers = list[tuple[bytes, bytes]]

log = logging.getLogger(__name__)

PATIENCE = 3.0  # seconds for a process's first look at the site
BEAT_EVERY = 5.0  # seconds
# Seconds the event loop may do something else, and all threads may be busy without one getting free.
LOOP_WITHIN, PAGES_WITHIN = 60.0, 120.0
WHOLE = 2**18  # an answer up to this size leaves in one message
THREADS = env.integer_setting("MUSTERROLL_THREADS", 12, least=1, most=100)

REFUSALS = {
    BodyTrouble.SLOW: b"What you sent took too long. Send it again.\n",
    BodyTrouble.MANY: b"Too much is being sent at once. Try again in a moment.\n",
}
_bodies = Bodies()
_threads = ThreadPoolExecutor(THREADS, thread_name_prefix="page")
_beside: list[asyncio.Task[None]] = []  # the loop itself keeps no hold of them
_moment = spare.Moment()


async def application(scope: Request, receive: Receive, send: Send) -> None:
    if scope["type"] == "lifespan":
        await _lifespan(receive, send)
    elif scope["type"] == "http":
        if scope["path"].startswith("/live/"):
            await live.answer(scope, receive, send)
        else:
            await _page(scope, receive, send)


async def _lifespan(receive: Receive, send: Send) -> None:
    while True:
        message = await receive()
        if message["type"] == "lifespan.startup":
            if signs.is_looked_after():
                signs.watch()
                _beside.append(asyncio.create_task(_beat()))
            if not settings.DEBUG:
                await _first_look()
                _beside.append(asyncio.create_task(_moment.use(warm.preload_press)))
        await send({"type": f"{message['type']}.complete"})
        if message["type"] == "lifespan.shutdown":
            return


async def _beat() -> None:
    """Say that pages can be made, as long as they can."""
    loop, free = asyncio.get_running_loop(), None
    while True:
        signs.beat("The event loop", LOOP_WITHIN)
        if free is None or free.done():
            free = loop.run_in_executor(_threads, signs.beat, "Every thread that makes pages", PAGES_WITHIN)
        await asyncio.sleep(BEAT_EVERY)


async def _first_look() -> None:
    """Before anybody comes; a database that keeps it waiting is told of to whoever asks for a page."""
    looking = asyncio.get_running_loop().run_in_executor(_threads, warm.first_look, pages)
    try:
        await asyncio.wait_for(looking, PATIENCE)
    except TimeoutError:
        log.warning("the first look at the site takes long; the first visitor waits for it")
    except Exception:
        log.warning("the first look at the site has failed; the first visitor waits for it", exc_info=True)


async def _page(scope: Request, receive: Receive, send: Send) -> None:
    _moment.asked()
    visitor = network.visitor(scope, behind_proxy=settings.BEHIND_PROXY)
    with SpooledTemporaryFile(bodies.IN_MEMORY) as body:
        size = await _bodies.take(receive, visitor, body)
        if size in (BodyTrouble.SLOW, BodyTrouble.MANY):
            await _refuse(send, size)
            return
        if size is BodyTrouble.LEFT:
            return
        environ = _too_large(scope, body) if isinstance(size, BodyTrouble) else _environ(scope, body, size)
        body.seek(0)
        answer = _Answer(send, asyncio.get_running_loop())
        await answer.loop.run_in_executor(_threads, answer.make, environ)
        await answer.finish()


async def _refuse(send: Send, why: BodyTrouble) -> None:
    """To whoever sends too slowly or too much at once: no page, which would cost what is scarce."""
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close")]
    headers.append((b"retry-after", b"20"))
    await send({"type": "http.response.start", "status": why.value, "headers": headers})
    await send({"type": "http.response.body", "body": REFUSALS[why]})


def _too_large(scope: Request, body: IO[bytes]) -> WSGIEnvironment:
    """The request without its body, marked for `config.serving.astray` to answer."""
    body.seek(0)
    body.truncate()
    return {**_environ(scope, body, 0), MARK: bodies.LARGEST // 2**20}


class _Answer:
    """What one page answers: made in a thread, sent from the loop.

    The thread that made the page also reads it to its end and closes it, because closing gives that
    thread's database connection back.
    """

    def __init__(self, send: Send, loop: asyncio.AbstractEventLoop) -> None:
        self.send, self.loop = send, loop
        self.status, self.headers = 500, Headers()
        self.started = False
        self.waiting = bytearray()

    def make(self, environ: WSGIEnvironment) -> None:
        chunks = pages(environ, self._start)
        try:
            self._collect(chunks)
        finally:
            getattr(chunks, "close", lambda: None)()

    def _start(self, status: str, headers: list[tuple[str, str]], exc_info: object = None) -> Write:
        self.status = int(status[:3])
        self.headers = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
        return self.waiting.extend

    def _collect(self, chunks: Iterable[bytes]) -> None:
        for chunk in chunks:
            self.waiting += chunk
            if len(self.waiting) > WHOLE:
                asyncio.run_coroutine_threadsafe(self._flush(more=True), self.loop).result()

    async def _flush(self, *, more: bool) -> None:
        if not self.started:
            self.started = True
            start: WirePiece = {"type": "http.response.start", "status": self.status, "headers": self.headers}
            await self.send(start)
        body, self.waiting = bytes(self.waiting), bytearray()
        await self.send({"type": "http.response.body", "body": body, "more_body": more})

    async def finish(self) -> None:
        await self._flush(more=False)


def _environ(scope: Request, body: IO[bytes], size: int) -> WSGIEnvironment:
    """The request as WSGI (PEP 3333) wants it."""
    server = scope.get("server") or ("localhost", 80)
    environ: WSGIEnvironment = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": scope.get("root_path", ""),
        "PATH_INFO": scope["path"].encode().decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1] or 0),
        "REMOTE_ADDR": (scope.get("client") or ("",))[0],
        "CONTENT_LENGTH": str(size),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.get("scheme", "http"),
        "wsgi.input": body,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    for raw, value in scope["headers"]:
        _add_header(environ, raw.decode("latin-1"), value.decode("latin-1"))
    return environ


def _add_header(environ: WSGIEnvironment, name: str, value: str) -> None:
    if name == "content-length" or "_" in name:  # an underscore could pass for another header's dash
        return
    key = name.upper().replace("-", "_")
    key = key if key == "CONTENT_TYPE" else f"HTTP_{key}"
    joint = ";" if key == "HTTP_COOKIE" else ","
    environ[key] = f"{environ[key]}{joint}{value}" if key in environ else value
