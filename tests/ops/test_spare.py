"""A web process reads what prints in a spare moment: not before its start, nor while people ask for pages."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import pytest

from campaigns.paper import press
from config import asgi
from config.processes import spare
from config.serving import warm
from config.serving.wire import Heard, WirePiece
from tests.ops.loops import in_a_loop


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


def test_it_is_there_once_nobody_has_asked_for_a_while_and_at_the_latest_after_a_minute() -> None:
    clock = Clock()
    moment = spare.Moment(clock)
    assert moment.left() == spare.QUIET
    clock.now += 2
    moment.asked()
    assert moment.left() == spare.QUIET
    clock.now += spare.QUIET
    assert moment.left() == 0
    while clock.now < 100 + spare.AT_LATEST:
        clock.now += 1
        moment.asked()
    assert moment.left() == 0


def test_what_fails_in_it_is_done_when_it_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spare, "QUIET", 0.0)
    done: list[str] = []

    def fails() -> None:
        done.append("tried")
        raise OSError("no Pango")

    in_a_loop(lambda: spare.Moment().use(fails))
    assert done == ["tried"]


def test_a_process_that_has_begun_reads_what_prints_and_begins_before_that(
    monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    settings.DEBUG = False
    said, read = list[str](), threading.Event()
    monkeypatch.setattr(warm, "first_look", lambda pages: None)
    monkeypatch.setattr(warm, "preload_press", lambda: (said.append("paper"), read.set()))
    monkeypatch.setattr(asgi, "_moment", spare.Moment())
    monkeypatch.setattr(spare, "QUIET", 0.0)
    heard: list[Heard] = [{"type": "lifespan.startup"}, {"type": "lifespan.shutdown"}]

    async def receive() -> Heard:
        if said:
            assert await asyncio.to_thread(read.wait, 30)
        return heard.pop(0)

    async def send(message: WirePiece) -> None:
        said.append(message["type"])

    in_a_loop(lambda: asgi.application({"type": "lifespan"}, receive, send))
    assert said == ["lifespan.startup.complete", "paper", "lifespan.shutdown.complete"]


def test_what_prints_is_read_once_and_for_all() -> None:
    press.style.cache_clear()
    warm.preload_press()
    assert press.style.cache_info().currsize == 1
    assert press.pressed("<!doctype html><html lang='en'><title>x</title><p>x</p>").startswith(b"%PDF")
    assert press.style.cache_info().misses == 1
