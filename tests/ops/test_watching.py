"""How many follow a league: counted in every process, told to every page, forgotten with a dead process."""

import asyncio
import json

import pytest

from config.stream import live, watching
from config.stream.watching import Crowd
from tests.ops.loops import in_a_loop
from tests.ops.test_live import PATIENCE, Phone
from tests.ops.test_live import watching as follow


class Page:
    """What a process says to its pages of one scope."""

    def __init__(self) -> None:
        self.told: list[str] = []

    def say(self, scope: str, message: bytes) -> None:
        self.told.append(f"{scope}: {message.decode().split('data: ')[1].strip()}")


def crowd(page: Page, **streams: int) -> Crowd:
    return Crowd({scope: list(range(count)) for scope, count in streams.items()}, page.say, pause=0)


def counted(name: str, **counts: int) -> str:
    return json.dumps({"from": name, "counts": counts})


async def numbers(queue: live.Queue, wanted: int) -> None:
    async with asyncio.timeout(PATIENCE):
        while await queue.get() != f"event: watching\ndata: {wanted}\n\n".encode():
            pass


@pytest.mark.django_db(transaction=True)
def test_pages_of_two_processes_are_counted_together(everybody: None) -> None:
    async def story() -> None:
        one, other = live.Hub(), live.Hub()
        try:
            first, second = one.join(["4"]), other.join(["4"])
            await numbers(first, 2)
            await numbers(second, 2)
            third = other.join(["4"])
            for queue in (first, second, third):
                await numbers(queue, 3)
            other.leave("4", second)
            await numbers(first, 2)
        finally:
            await one.close()
            await other.close()

    in_a_loop(story)


@pytest.mark.django_db(transaction=True)
def test_a_page_hears_the_number_on_the_stream(everybody: None) -> None:
    async def story() -> None:
        try:
            phone = Phone("/live/4")
            async with follow(phone):
                assert await phone.next(event="watching") == "event: watching\ndata: 1\n\n"
        finally:
            await live.current_hub().close()

    in_a_loop(story)


def test_only_a_new_number_is_said_and_a_newcomer_always_hears_it() -> None:
    async def story() -> None:
        page = Page()
        here = crowd(page, four=2)
        for _ in range(2):
            here.hear(counted(here.name, four=2))
        assert page.told == ["four: 2"]
        here.came("four")
        here.hear(counted(here.name, four=2))
        assert page.told == ["four: 2", "four: 2"]
        await here.close()

    in_a_loop(story)


def test_a_process_that_fell_silent_counts_no_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        page = Page()
        here = crowd(page, four=1)
        here.hear(counted("gone", four=3))
        here.hear(counted(here.name, four=1))
        later = here.heard["gone"] + watching.STALE + 1
        monkeypatch.setattr(watching, "monotonic", lambda: later)
        here.hear(counted(here.name, four=1))
        assert page.told == ["four: 3", "four: 4", "four: 1"]
        await here.close()

    in_a_loop(story)


@pytest.mark.parametrize(
    "payload", ["", "[]", "{}", '{"from": "a", "counts": 3}', '{"from": "a", "counts": {"4": []}}']
)
def test_a_garbled_count_is_forgotten(payload: str) -> None:
    async def story() -> None:
        page = Page()
        here = crowd(page, four=1)
        here.hear(payload)
        assert page.told == []
        assert here.counts == {}

    in_a_loop(story)
