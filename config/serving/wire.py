"""What a server and we tell each other by ASGI, as far as we read and say it."""

from collections.abc import Awaitable, Callable, Iterable
from typing import Required, TypedDict


class Request(TypedDict, total=False):
    """ASGI's scope of a request; of the server's own beginning and end it is the type alone."""

    type: Required[str]
    method: str
    path: str
    root_path: str
    query_string: bytes
    http_version: str
    scheme: str
    headers: Iterable[tuple[bytes, bytes]]
    server: tuple[str, int | None] | None
    client: tuple[str, int] | None


class Heard(TypedDict, total=False):
    """A piece of a request's body, or that something has begun or ended."""

    type: Required[str]
    body: bytes
    more_body: bool


class WirePiece(TypedDict, total=False):
    """How an answer begins, or a piece of its body."""

    type: Required[str]
    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes
    more_body: bool


type Receive = Callable[[], Awaitable[Heard]]
type Send = Callable[[WirePiece], Awaitable[None]]
