"""Others' computers, on this machine: one that takes mail, one that takes posts."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session


@dataclass
class MailSink:
    """Keeps every mail as it came, its recipients with it and by which connection; `refuses` are turned away.
    One that `hangs_up` does so after each mail, without a word."""

    port: int = 0
    mails: list[bytes] = field(default_factory=list)
    to: list[list[str]] = field(default_factory=list)
    peers: list[object] = field(default_factory=list)
    hangs_up: bool = False
    refuses: dict[str, str] = field(default_factory=dict)
    then: Callable[[], None] = field(default=lambda: None)  # before it says that it has a mail

    async def handle_RCPT(
        self, _server: SMTP, _session: Session, envelope: Envelope, address: str, _options: list[str]
    ) -> str:
        if address in self.refuses:
            return self.refuses[address]
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        assert isinstance(envelope.content, bytes)
        self.mails.append(envelope.content)
        self.to.append(list(envelope.rcpt_tos))
        self.peers.append(session.peer)
        await asyncio.to_thread(self.then)
        if self.hangs_up and server.transport is not None:
            asyncio.get_running_loop().call_later(0.05, server.transport.close)
        return "250 OK"


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@contextmanager
def mail_sink() -> Iterator[MailSink]:
    sink = MailSink(port=free_port())
    controller = Controller(sink, hostname="127.0.0.1", port=sink.port)
    controller.start()
    try:
        yield sink
    finally:
        controller.stop()


@dataclass
class Posted:
    """One post as it came."""

    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class ChatSink:
    """Keeps every post; answers with what stands in `answers`, then always with 204."""

    url: str = ""
    posts: list[Posted] = field(default_factory=list)
    answers: list[tuple[int, dict[str, str]]] = field(default_factory=list)
    then: Callable[[], None] = field(default=lambda: None)  # before it answers


@contextmanager
def chat_sink() -> Iterator[ChatSink]:
    sink = ChatSink()

    class Taker(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            sink.posts.append(Posted(self.path, headers, body))
            sink.then()
            status, more = sink.answers.pop(0) if sink.answers else (204, {})
            self.send_response(status)
            for name, value in {**more, "Content-Length": "0"}.items():
                self.send_header(name, value)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Taker)
    thread = Thread(target=server.serve_forever, args=(0.02,), daemon=True)  # how soon it notices its end
    thread.start()
    sink.url = f"http://127.0.0.1:{server.server_address[1]}/hook"
    try:
        yield sink
    finally:
        server.shutdown()
        server.server_close()
