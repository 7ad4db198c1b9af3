"""The one client for addresses that people type or browsers send: guarded, and in a hurry.

An address counts at the moment of connecting: every number the name stands for must be one of the open
internet, or of the club's own range where a setting allows it, and the connection goes to a number that was
looked at. No redirects, no proxies; the answer's body is not read; the whole takes `LONGEST` seconds at most.
"""

from __future__ import annotations

import socket
import ssl
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from functools import cache
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network
from queue import Empty, Queue
from threading import Thread

import httpcore
from django.conf import settings

LONGEST = 15.0  # seconds
TRANSLATED = IPv6Network("64:ff9b::/96")  # numbers of the old internet, whichever
ASKED_TO_WAIT = 24 * 3600

type Address = IPv4Address | IPv6Address


class Unreachable(Exception):
    """No answer came."""


class Forbidden(Unreachable):
    """The address leads where nothing of ours goes."""


@dataclass(frozen=True, slots=True)
class HttpAnswer:
    status: int
    after: timedelta | None  # how long the other side wants to be left in peace

    @property
    def is_good(self) -> bool:
        return 200 <= self.status < 300


def guarded_post(url: str, body: bytes, headers: Mapping[str, str]) -> HttpAnswer:
    """Send it, and how that was answered; `Unreachable` where it was not."""
    until = time.monotonic() + LONGEST
    try:
        with (
            httpcore.ConnectionPool(ssl_context=_checks(), network_backend=Guarded(until)) as pool,
            pool.stream("POST", url, headers=list(headers.items()), content=body) as answer,
        ):
            return HttpAnswer(answer.status, _after(answer.headers))
    except (httpcore.NetworkError, httpcore.TimeoutException, httpcore.ProtocolError) as error:
        raise Unreachable(type(error).__name__) from error
    except (httpcore.UnsupportedProtocol, ValueError) as error:
        raise Forbidden("not a web address") from error


@cache
def _checks() -> ssl.SSLContext:
    """Whom the machine trusts, read once: it takes longer than a post does."""
    return ssl.create_default_context()


def _after(headers: Iterable[tuple[bytes, bytes]]) -> timedelta | None:
    for name, value in headers:
        if name.lower() == b"retry-after" and value.isdigit() and len(value) < 7:
            return timedelta(seconds=min(int(value), ASKED_TO_WAIT))
    return None


class Guarded(httpcore.SyncBackend):
    """Connects to numbers that were looked at, until a moment."""

    def __init__(self, until: float) -> None:
        self.until = until

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.NetworkStream:
        number = allowed_address(host, port, self.until)
        left = _left(self.until)
        return Timed(super().connect_tcp(number, port, left, local_address, socket_options), self.until)


class Timed(httpcore.NetworkStream):
    """A connection that ends at a moment, however slowly the other side speaks."""

    def __init__(self, stream: httpcore.NetworkStream, until: float) -> None:
        self.stream, self.until = stream, until

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self.stream.read(max_bytes, _left(self.until))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self.stream.write(buffer, _left(self.until))

    def close(self) -> None:
        self.stream.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.NetworkStream:
        return Timed(self.stream.start_tls(ssl_context, server_hostname, _left(self.until)), self.until)

    def get_extra_info(self, info: str) -> object:
        return self.stream.get_extra_info(info)


def _left(until: float) -> float:
    left = until - time.monotonic()
    if left <= 0:
        raise httpcore.ReadTimeout("it took too long")
    return left


def allowed_address(host: str, port: int, until: float) -> str:
    """A number of a host, when all of them may be gone to."""
    numbers = _numbers(host, port, _left(until))
    if not numbers or not all(may_go_to(ip_address(one.partition("%")[0])) for one in numbers):
        raise Forbidden("a private address")
    return numbers[0]


def _numbers(host: str, port: int, left: float) -> list[str]:
    """What a name stands for. Asking has no time limit of its own: who waits too long goes on without."""
    found: Queue[list[str] | Exception] = Queue()

    def ask() -> None:
        try:
            told = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
            found.put([str(one[4][0]) for one in told])
        except (OSError, UnicodeError) as error:
            found.put(error)

    Thread(target=ask, daemon=True).start()
    try:
        numbers = found.get(timeout=left)
    except Empty:
        raise Unreachable("no answer about the host") from None
    if isinstance(numbers, Exception):
        raise Unreachable("no such host") from numbers
    return numbers


def may_go_to(number: Address) -> bool:
    """Whether a number is of the open internet, or of the club's own range."""
    if isinstance(number, IPv6Address) and number.ipv4_mapped:
        number = number.ipv4_mapped
    if any(number in ip_network(one, strict=False) for one in settings.OUTWARD):
        return True
    closed = number.is_multicast or number.is_reserved or number in TRANSLATED
    if isinstance(number, IPv6Address):
        closed = closed or number.is_site_local or number.sixtofour is not None
    return number.is_global and not closed
