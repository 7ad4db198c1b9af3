"""The live stream: who may watch, what arrives, and what is said when something was missed."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import pytest
from django.db import connection, transaction

from campaigns.engine.who import access
from config.serving import room
from config.serving.wire import Heard, Request, WirePiece
from config.stream import live
from tests.ops.loops import in_a_loop

Coroutine = Callable[[], Awaitable[None]]
PATIENCE = 60.0  # seconds for what comes anyway; a busy machine is slow


class Phone:
    """One open page: sends a request to the stream and reads what comes."""

    def __init__(self, path: str, query: str = "", headers: dict[str, str] | None = None) -> None:
        raw = [(name.encode(), value.encode()) for name, value in (headers or {}).items()]
        self.request: Request = {
            "type": "http",
            "method": "GET",
            "path": path,
            "query_string": query.encode(),
            "headers": raw,
        }
        self.sent: asyncio.Queue[WirePiece] = asyncio.Queue()
        self.left = asyncio.Event()

    async def receive(self) -> Heard:
        await self.left.wait()
        return {"type": "http.disconnect"}

    async def next(self, *, event: str = "") -> str:
        """The next message of a kind; how many watch is another kind than what changed."""
        async with asyncio.timeout(PATIENCE):
            while True:
                message = await self.sent.get()
                text: str = message.get("body", b"").decode()
                kind = "watching" if text.startswith("event: watching") else ""
                if text and not text.startswith(("retry", ": ")) and kind == event:
                    return text


@asynccontextmanager
async def watching(phone: Phone) -> AsyncIterator[WirePiece]:
    """The stream's first message (status and headers), once it is welcome; the phone leaves at the end."""
    task = asyncio.create_task(live.answer(phone.request, phone.receive, phone.sent.put))
    try:
        async with asyncio.timeout(PATIENCE):
            start = await phone.sent.get()
            last = b": welcome" if start["status"] == 200 else b""
            while last not in (await phone.sent.get())["body"]:
                pass
        yield start
    finally:
        phone.left.set()
        await asyncio.wait_for(task, PATIENCE)


def run(story: Coroutine) -> None:
    async def whole() -> None:
        try:
            await story()
        finally:
            await live.current_hub().close()

    in_a_loop(whole)


def notify(scope: str, version: int, what: str) -> None:
    payload = json.dumps({"scope": scope, "version": version, "what": what})
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_notify(%s, %s)", [live.CHANNEL, payload])


def announce(scope: str, version: int, what: str) -> None:
    try:
        with transaction.atomic():
            notify(scope, version, what)
    finally:
        connection.close()


async def tell(scope: str, version: int, what: str) -> None:
    await asyncio.to_thread(announce, scope, version, what)


@pytest.mark.django_db(transaction=True)
def test_a_change_reaches_those_who_watch_it_and_nobody_else(everybody: None) -> None:
    async def story() -> None:
        here, there = Phone("/live/4"), Phone("/live/5")
        async with watching(here) as start, watching(there):
            assert dict(start["headers"])[b"cache-control"] == b"no-cache"
            assert dict(start["headers"])[b"x-accel-buffering"] == b"no"
            await tell("4", 8, "standings warband-9")
            first, data = (await here.next()).removesuffix("\n\n").split("\ndata: ")
            assert first == "id: 8"
            told = {"scope": "4", "version": 8, "what": "standings warband-9", "within": live.SOONEST}
            assert json.loads(data) == told
            await tell("5", 3, "standings")
            assert (await there.next()).startswith("id: 3"), "the first it hears of"

    run(story)


@pytest.mark.django_db(transaction=True)
def test_one_stream_follows_several_leagues_and_none_that_is_not_theirs(
    everybody: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(access, "watchable", lambda person, scopes: dict.fromkeys({*scopes} - {"5"}, 7))

    async def story() -> None:
        home = Phone("/live/4.5.6", "version=7.1.7")
        async with watching(home):
            await tell("5", 2, "standings")
            for scope in ("4", "6"):
                await tell(scope, 8, "standings")
                _id, data = (await home.next()).removesuffix("\n\n").split("\ndata: ")
                assert json.loads(data)["scope"] == scope
        assert dict(live.current_hub().streams) == {}

    run(story)


def cookie(session: str) -> dict[str, str]:
    return {"cookie": f"sessionid={session}"}


@pytest.mark.django_db(transaction=True)
def test_one_visitor_does_not_take_every_stream(everybody: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "MOST_OF_ONE", 2)
    monkeypatch.setattr(live, "MOST_OF_ADDRESS", 3)

    async def statuses(*phones: Phone) -> list[int]:
        async with AsyncExitStack() as open_ones:
            return [(await open_ones.enter_async_context(watching(one)))["status"] for one in phones]

    def known() -> Phone:
        return Phone("/live/4", headers=cookie("marta"))

    async def story() -> None:
        other = Phone("/live/4", headers=cookie("somebody"))
        assert await statuses(known(), known(), known(), other) == [200, 200, 429, 200]
        made_up = [Phone("/live/4", headers=cookie(f"made-up-{n}")) for n in range(4)]
        assert await statuses(*made_up) == [200, 200, 200, 429], "a made-up cookie makes nobody somebody"
        assert await statuses(*(Phone("/live/4") for _ in range(3)), known()) == [200] * 4
        assert not live.current_hub().visitors.open

    run(story)


@pytest.mark.django_db(transaction=True)
def test_behind_a_proxy_every_address_has_its_own_streams(
    everybody: None, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    monkeypatch.setattr(live, "MOST_OF_ADDRESS", 1)

    async def second(first: str, other: str) -> int:
        async with (
            watching(Phone("/live/4", headers={"x-forwarded-for": first})),
            watching(Phone("/live/4", headers={"x-forwarded-for": other})) as start,
        ):
            return int(start["status"])

    async def story() -> None:
        assert await second("192.0.2.1", "192.0.2.2") == 429, "anybody can write this header"
        settings.BEHIND_PROXY = True
        assert await second("192.0.2.1", "192.0.2.2") == 200
        assert await second("192.0.2.1", "192.0.2.9, 192.0.2.1") == 429, "what the proxy added counts"
        assert await second("2001:db8::1", "2001:db8::2:2") == 429, "one network, one visitor"

    run(story)


def test_strangers_leave_half_of_the_room_to_those_who_are_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "streams", lambda: 4)
    visitors = live.Visitors()
    assert [visitors.welcome(f"192.0.2.{n}") for n in range(3)] == [True, True, False]
    assert [visitors.welcome(n) for n in (7, 7, 8)] == [True, True, False]
    visitors.bye("192.0.2.0")
    assert visitors.welcome("192.0.2.5")


def test_a_club_night_behind_one_router_is_let_in() -> None:
    visitors = live.Visitors()
    assert all(visitors.welcome("192.0.2.1") for _ in range(620))
    assert not all(visitors.welcome("192.0.2.1") for _ in range(280))


@pytest.mark.django_db(transaction=True)
def test_nothing_is_said_before_the_commit(everybody: None) -> None:
    def roll_back() -> None:
        try:
            with transaction.atomic():
                notify("4", 8, "standings")
                raise ZeroDivisionError
        except ZeroDivisionError:
            pass
        finally:
            connection.close()

    async def story() -> None:
        phone = Phone("/live/4")
        async with watching(phone):
            await asyncio.to_thread(roll_back)
            await tell("4", 9, "standings")
            assert (await phone.next()).startswith("id: 9"), "the first it hears of"

    run(story)


@pytest.mark.django_db(transaction=True)
def test_a_lost_database_connection_is_made_good_by_a_resync(everybody: None) -> None:
    def cut() -> None:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE query LIKE 'LISTEN%%' AND datname = current_database()"
            )
            assert cursor.fetchall()
        connection.close()

    async def story() -> None:
        phone = Phone("/live/4")
        async with watching(phone):
            await asyncio.to_thread(cut)
            assert (await phone.next()).startswith("event: resync")
            await tell("4", 9, "standings")
            assert "id: 9" in await phone.next()

    run(story)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("query", "headers", "missed"),
    [
        ("version=7", {}, False),
        ("version=6", {}, True),
        ("", {}, False),
        ("version=x", {}, False),
        ("version=7.7", {}, False),
        ("version=7.6", {}, True),
        ("version=7", {"last-event-id": "7"}, True),
    ],
)
def test_a_page_older_than_its_scope_is_told_to_fetch_again(
    everybody: None, query: str, headers: dict[str, str], missed: bool
) -> None:
    async def story() -> None:
        async with watching(Phone("/live/9")):  # so that the listener runs already
            phone = Phone("/live/6.4" if "." in query else "/live/4", query, headers)
            async with watching(phone):
                await tell("4", 8, "standings")
                assert (await phone.next()).startswith("event: resync" if missed else "id: 8")

    run(story)


@pytest.mark.django_db(transaction=True)
def test_what_comes_while_somebody_is_let_in_is_not_missed_and_needs_no_second_look(
    everybody: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(access, "scope_versions", lambda scopes: pytest.fail("asked again"))
    hubs = list[live.Hub]()

    def watchable(person: object, scopes: Collection[str]) -> dict[str, int]:
        if "4" in scopes:
            hubs[0].deliver('{"scope": "4", "version": 8}')
        return dict.fromkeys(scopes, 7)

    monkeypatch.setattr(access, "watchable", watchable)

    async def story() -> None:
        async with watching(Phone("/live/9")):  # so that the listener runs already
            hubs.append(live.current_hub())
            phone, other = Phone("/live/4", "version=7"), Phone("/live/5", "version=7")
            async with watching(phone), watching(other):
                assert (await phone.next()).startswith("event: resync")
                await tell("5", 8, "standings")
                assert "id: 8" in await other.next()

    run(story)


@pytest.mark.parametrize(
    "path", ["/live/4", "/live/4.5", "/live/", "/live/a%20b", "/live/" + "9" * 65, "/live/4/more"]
)
def test_who_may_not_watch_meets_404(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(access, "watchable", lambda person, scopes: {})

    async def story() -> None:
        async with watching(Phone(path)) as start:
            assert start["status"] == 404

    run(story)


def test_the_session_of_the_cookie_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(access, "person_of_session", asked.append)
    monkeypatch.setattr(access, "watchable", lambda person, scopes: {})

    async def story() -> None:
        for cookie in ("sessionid=abc; theme=dark", "theme=dark", 'bad"; ;=\x01'):
            async with watching(Phone("/live/4", headers={"cookie": cookie})):
                pass

    run(story)
    assert asked == ["abc", "", ""]


def test_a_slow_phone_is_told_to_fetch_everything() -> None:
    queue: live.Queue = asyncio.Queue(3)
    for number in range(4):
        live.enqueue_message(queue, b"%d" % number)
    assert [queue.get_nowait() for _ in range(queue.qsize())] == [live.RESYNC]


def test_leaving_is_never_lost_in_a_full_queue() -> None:
    queue: live.Queue = asyncio.Queue(1)
    live.enqueue_message(queue, b"x")
    live.enqueue_message(queue, None)
    assert queue.get_nowait() is None


@pytest.mark.django_db(transaction=True)
def test_when_others_play_a_side_its_stream_ends_for_all_who_followed_it(everybody: None) -> None:
    """They ask again, and are asked who they are; the league's own stream goes on."""

    async def story() -> None:
        member, looker = Phone("/live/4.4:0c1d"), Phone("/live/4")
        async with watching(member), watching(looker):
            await tell("4:0c1d", 0, live.OTHERS)
            async with asyncio.timeout(PATIENCE):
                while (await member.sent.get()).get("more_body", True):
                    pass
            await tell("4", 8, "standings")
            assert (await looker.next()).startswith("id: 8")

    run(story)


def test_the_end_of_a_stream_is_never_lost_in_a_full_queue() -> None:
    queue: live.Queue = asyncio.Queue(1)
    live.enqueue_message(queue, b"x")
    live.enqueue_message(queue, live.END)
    assert queue.get_nowait() == live.END


@pytest.mark.parametrize("payload", ["", "[]", "{}", '{"scope": "4"}', '{"scope": "4", "version": "x"}'])
def test_a_garbled_notification_is_forgotten(payload: str) -> None:
    hub = live.Hub()
    queue: live.Queue = asyncio.Queue(3)
    hub.streams["4"].add(queue)
    hub.deliver(payload)
    assert queue.empty()


def test_no_content_breaks_out_of_its_line() -> None:
    bad = "bad\r\n\nevent: evil"
    sent = live.as_message({"scope": "4", "version": 1, "what": bad, "touched": bad}, 30).decode()
    assert sent.count("\n") == 3
    assert "\r" not in sent


def test_a_larger_crowd_takes_more_time() -> None:
    assert live.spread_milliseconds(1) == live.SOONEST
    assert (
        live.spread_milliseconds(250)
        < live.spread_milliseconds(1_000)
        < live.spread_milliseconds(100_000)
        == live.LATEST
    )
    assert json.loads(live.as_resync(live.spread_milliseconds(250)).split(b"data: ")[1]) == {"within": 600}


@pytest.mark.django_db(transaction=True)
def test_leaving_frees_the_stream(everybody: None) -> None:
    async def story() -> None:
        phone = Phone("/live/4")
        async with watching(phone):
            assert len(live.current_hub().streams["4"]) == 1
        assert dict(live.current_hub().streams) == {}

    run(story)


@pytest.mark.django_db(transaction=True)
def test_a_silent_stream_pings(everybody: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "PING_EVERY", 0.05)

    async def story() -> None:
        phone = Phone("/live/4")
        async with watching(phone), asyncio.timeout(PATIENCE):
            while b": ping" not in (await phone.sent.get())["body"]:
                pass

    run(story)
