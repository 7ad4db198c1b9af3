"""The live stream: `GET /live/<scope>` tells an open page what changed (Server-Sent Events). A page of
several leagues names them all: `/live/4.7?version=17.3`; of a side's own
(`campaigns.engine.who.side_streams`) its members' pages name that beside the league's:
`/live/4.4:0c1d?version=17`.

The door notifies inside its transaction (`campaigns.engine.door`); PostgreSQL delivers after the commit, to
one listening connection per process, which hands the event to every stream of that scope. An event names
what it has touched and its version, never a content: the page fetches what shows any of it, in one request,
and is checked again there. `within` is the time in milliseconds over which the pages spread, longer for a
larger crowd. An event without `touched` concerns every part of a page: a club's name, whoever joins it.

    id: 17                                the version
    data: {"scope": "4", "version": 17, "what": "opr.start", "touched": "entries league", "within": 30}

Once others play a side, its stream ends and is asked for anew by whoever may follow it now.

The event `resync` means: something may have been missed, fetch your parts again. It is sent after an
overflow, after a lost connection to PostgreSQL, when a browser comes back, and when `?version=` in the
address is no longer the present one. The event `watching` says how many follow (`config.stream.watching`).
"""

import asyncio
import json
import logging
import random
import re
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import NotRequired, TypedDict
from urllib.parse import parse_qs
from weakref import WeakKeyDictionary

import psycopg
from django.conf import settings
from django.db import connection
from django.http import parse_cookie
from psycopg.conninfo import make_conninfo

from config.serving import network, room
from config.serving.wire import Receive, Request, Send, WirePiece
from config.stream import watching

CHANNEL = "musterroll"
LISTEN_WITHIN = 5.0  # seconds until a stream opens even if the database cannot be heard yet
PING_EVERY = 15.0  # seconds; proxies close what stays silent for long
LONGEST = 60 * 60.0  # seconds a stream stays open before it is asked again who is watching
MOST_OF_ONE = 300  # streams of one person in a process; more are a mistake or a nuisance
MOST_OF_ADDRESS = 700  # streams of all strangers behind one address: a club night has one router
FIRST_PAUSE = 0.2  # seconds until the database is tried again; it grows until it answers
SPREAD = 2.4  # milliseconds a page: this many follow a change one after the other
SOONEST, LATEST = 30, 6_000  # milliseconds over which a crowd spreads, at least and at most
HEARD = 2_000  # scopes of which the latest event is known
QUEUE = 32  # events a slow phone may lag behind before it is told to fetch everything
HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-cache"),
    (b"x-accel-buffering", b"no"),
]
SCOPES = re.compile(r"/live/([A-Za-z0-9:_-]{1,64}(?:\.[A-Za-z0-9:_-]{1,64}){0,19})")

log = logging.getLogger(__name__)
Queue = asyncio.Queue[bytes | None]  # None: the browser has gone
END, OTHERS = b"", "others"  # others play a side now (`campaigns.engine.who.side_streams`)


# --- events, per process ---------------------------------------------------------------------------


class Visitors:
    """How many streams each visitor has open: a person by their number, a stranger by the address.

    A cookie anybody could have made up makes nobody a person. All strangers together have half of the room.
    """

    def __init__(self) -> None:
        self.open: Counter[int | str] = Counter()
        self.strangers = 0

    def welcome(self, visitor: int | str) -> bool:
        """Count one more stream, if there is room for it."""
        known = isinstance(visitor, int)
        room_left = self.open.total() < room.streams() and (known or self.strangers < room.streams() // 2)
        if not room_left or self.open[visitor] >= (MOST_OF_ONE if known else MOST_OF_ADDRESS):
            return False
        self.open[visitor] += 1
        self.strangers += not known
        return True

    def bye(self, visitor: int | str) -> None:
        self.open[visitor] -= 1
        self.strangers -= isinstance(visitor, str)
        if not self.open[visitor]:
            del self.open[visitor]


class Hub:
    """Every open stream of this process, by scope, and the one connection that feeds them."""

    def __init__(self) -> None:
        self.streams: defaultdict[str, set[Queue]] = defaultdict(set)
        self.listener: asyncio.Task[None] | None = None
        self.listening = asyncio.Event()
        self.may_have_missed = False
        self.lost = 0  # how often it was deaf
        self.heard: OrderedDict[str, int] = OrderedDict()  # the version of the latest event, by scope
        self.pause = FIRST_PAUSE
        self.visitors = Visitors()
        self.crowd = watching.Crowd(self.streams, self.say)

    def join(self, scopes: Collection[str]) -> Queue:
        queue: Queue = asyncio.Queue(QUEUE)
        for scope in scopes:
            self.streams[scope].add(queue)
            self.crowd.came(scope)
        if self.listener is None or self.listener.done():
            self.listener = asyncio.create_task(self._listen_for_ever())
        return queue

    def leave(self, scopes: Collection[str], queue: Queue) -> None:
        for scope in scopes:
            self.streams[scope].discard(queue)
            if not self.streams[scope]:
                del self.streams[scope]
        self.crowd.went()

    def attention(self) -> int:
        """A mark of the time since which all is heard; negative for nobody's."""
        return self.lost if self.listening.is_set() else -1

    def say(self, scope: str, message: bytes) -> None:
        for queue in self.streams.get(scope, ()):
            enqueue_message(queue, message)

    def deliver(self, payload: str) -> None:
        """Hand one notification on; a garbled one is logged and forgotten."""
        try:
            event = json.loads(payload)
            scope = str(event["scope"])
            ends = event.get("what") == OTHERS
            message = END if ends else as_message(event, spread_milliseconds(self.crowd.watching(scope)))
            version = int(event.get("version", 0))
        except (ValueError, KeyError, TypeError):
            log.warning("A notification could not be read: %r", payload)
            return
        self.heard[scope] = version
        self.heard.move_to_end(scope)
        if len(self.heard) > HEARD:
            self.heard.popitem(last=False)
        self.say(scope, message)

    def resync_all(self) -> None:
        for scope, queues in self.streams.items():
            message = as_resync(spread_milliseconds(self.crowd.watching(scope)))
            for queue in queues:
                enqueue_message(queue, message)

    async def close(self) -> None:
        """Stop listening; the loop is about to end."""
        await self.crowd.close()
        if self.listener is not None:
            self.listener.cancel()
            await asyncio.wait([self.listener])

    async def _listen_for_ever(self) -> None:
        while True:
            try:
                await self._listen()
            except (psycopg.Error, OSError) as error:
                log.warning("Live updates lost the database (%s); trying again.", error)
            self.listening.clear()
            self.may_have_missed = True
            self.lost += 1
            await asyncio.sleep(self.pause * random.uniform(0.5, 1.5))  # noqa: S311 - spreads reconnects
            self.pause = min(self.pause * 2, 5.0)

    async def _listen(self) -> None:
        async with await psycopg.AsyncConnection.connect(listen_conninfo(), autocommit=True) as listening:
            await listening.execute(f"LISTEN {CHANNEL}")
            await listening.execute(f"LISTEN {watching.CHANNEL}")
            if self.may_have_missed:
                self.resync_all()
            self.listening.set()
            self.pause = FIRST_PAUSE
            while True:
                async for notify in listening.notifies(timeout=30):
                    hear = self.deliver if notify.channel == CHANNEL else self.crowd.hear
                    hear(notify.payload)
                await listening.execute("SELECT 1")  # a connection that died silently shows here


def enqueue_message(queue: Queue, message: bytes | None) -> None:
    """Add to a stream's queue; a full one is emptied and told to fetch everything instead."""
    if queue.full():
        while not queue.empty():
            queue.get_nowait()
        message = RESYNC if message else message
    queue.put_nowait(message)


def spread_milliseconds(watching: int) -> int:
    """Over how many milliseconds a crowd spreads what it fetches."""
    return min(max(int(watching * SPREAD), SOONEST), LATEST)


class LiveEvent(TypedDict):
    """What the door says has happened."""

    scope: str
    version: int
    what: NotRequired[str]
    touched: NotRequired[str]


def as_message(event: LiveEvent, spread: int) -> bytes:
    """The bytes every stream sends for one notification; encoded once, whoever watches."""
    version, what = int(event["version"]), str(event.get("what", ""))
    touched = {"touched": str(event["touched"])} if "touched" in event else {}
    data = json.dumps(
        {"scope": event["scope"], "version": version, "what": what, **touched, "within": spread}
    )
    return f"id: {version}\ndata: {data}\n\n".encode()


def as_resync(spread: int) -> bytes:
    return f'event: resync\ndata: {{"within": {spread}}}\n\n'.encode()


RESYNC = as_resync(SOONEST)


def listen_conninfo() -> str:
    """Where PostgreSQL itself is reached: no pool of ours, and past a pooler when the club runs one."""
    if settings.LISTEN_URL:
        return str(settings.LISTEN_URL)
    params = connection.get_connection_params()
    ours = ("cursor_factory", "context", "prepare_threshold", "pool", "server_side_binding")
    return make_conninfo(**{name: value for name, value in params.items() if name not in ours})


_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()


def current_hub() -> Hub:
    """This process' hub: queues belong to one event loop, so there is one hub for each."""
    return _hubs.setdefault(asyncio.get_running_loop(), Hub())


# --- one stream ------------------------------------------------------------------------------------


async def answer(request: Request, receive: Receive, send: Send) -> None:
    """Serve one stream, or 404 to whoever may watch none of its scopes, or 429 to who has too many open."""
    found = SCOPES.fullmatch(request["path"].rstrip("/"))
    asked = dict.fromkeys(found[1].split(".")) if found and request["method"] == "GET" else {}
    ours = current_hub()
    attention = ours.attention()
    person, scopes = await asyncio.to_thread(_allowed, _session(request), asked) if asked else (0, {})
    if not scopes:
        await _refuse(send, 404, b"There is nothing to watch here.\n")
        return
    visitor = person or network.visitor(request, behind_proxy=settings.BEHIND_PROXY)
    if not ours.visitors.welcome(visitor):
        await _refuse(send, 429, b"Too many pages follow from here. Close some.\n")
        return
    queue = ours.join(scopes)
    if attention >= 0 and attention == ours.attention():  # what came between the look and the queue
        scopes = {one: max(version, ours.heard.get(one, 0)) for one, version in scopes.items()}
    else:
        scopes = dict.fromkeys(scopes, 0)
    leaving = asyncio.create_task(_wait_for_leave(receive, queue))
    try:
        await _open(send)
        if await _has_missed(request, scopes, list(asked)):
            enqueue_message(queue, RESYNC)
        await _pump(queue, send)
    finally:
        leaving.cancel()
        ours.leave(scopes, queue)
        ours.visitors.bye(visitor)


async def _open(send: Send) -> None:
    retry = random.randint(1000, 4000)  # noqa: S311 - after a restart phones come back spread out
    await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
    await send(_part(f"retry: {retry}\n\n".encode()))
    try:
        async with asyncio.timeout(LISTEN_WITHIN):
            await current_hub().listening.wait()
    except TimeoutError:
        current_hub().may_have_missed = True
    await send(_part(b": welcome\n\n"))  # from here on nothing is missed


async def _pump(queue: Queue, send: Send) -> None:
    loop = asyncio.get_running_loop()
    until = loop.time() + LONGEST * random.uniform(0.8, 1.0)  # noqa: S311
    while loop.time() < until:
        try:
            async with asyncio.timeout(PING_EVERY):
                message = await queue.get()
        except TimeoutError:
            message = b": ping\n\n"
        if message is None:
            return
        if message == END:
            break
        await send(_part(message))
    await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _wait_for_leave(receive: Receive, queue: Queue) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    enqueue_message(queue, None)


def _part(message: bytes) -> WirePiece:
    return {"type": "http.response.body", "body": message, "more_body": True}


async def _refuse(send: Send, status: int, why: bytes) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"cache-control", b"no-store")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": why})


# --- who is watching -------------------------------------------------------------------------------


def _session(request: Request) -> str:
    """The session key in the cookie; empty for a visitor without one."""
    raw = "; ".join(value.decode("latin-1") for name, value in request["headers"] if name == b"cookie")
    return str(parse_cookie(raw).get(settings.SESSION_COOKIE_NAME, ""))


def _allowed(session_key: str, scopes: Collection[str]) -> tuple[int, dict[str, int]]:
    """Which person this is, 0 for a stranger, and those of the scopes they may watch, with their versions."""
    from campaigns.engine.who import access, let_in, side_streams

    def both() -> tuple[int, dict[str, int]]:
        person = access.person_of_session(session_key)
        asks = person is not None and person.let_in
        rows = let_in.rows_of_session(access.session_of(session_key), person) if person and asks else []
        sides = dict.fromkeys(side_streams.followable(person, scopes, rows), 0)
        return person.pk if person else 0, {**access.watchable(person, scopes), **sides}

    return _in_thread(both)


async def _has_missed(request: Request, scopes: Mapping[str, int], asked: Sequence[str]) -> bool:
    """True when the page is older than a scope: a browser that came back, or a change while it loaded.

    `scopes`: the version of each when its stream began; 0 where it has to be asked for.
    """
    if any(name == b"last-event-id" for name, _ in request["headers"]):
        return True
    versions = parse_qs(request["query_string"].decode("latin-1")).get("version", [""])[0].split(".")
    known = {scope: int(one) for scope, one in zip(asked, versions, strict=False) if one.isdecimal()}
    watched = {scope: version for scope, version in known.items() if scope in scopes}
    unknown = [scope for scope in watched if not scopes[scope]]
    latest = {**scopes, **(await asyncio.to_thread(_versions, unknown) if unknown else {})}
    return any(latest[scope] != version for scope, version in watched.items())


def _versions(scopes: Collection[str]) -> dict[str, int]:
    from campaigns.engine.who import access

    return _in_thread(lambda: access.scope_versions(scopes))


def _in_thread[T](question: Callable[[], T]) -> T:
    """Ask the database from a helper thread and give its connection back at once."""
    try:
        return question()
    finally:
        connection.close()
