"""The one client for addresses that people type: where nothing goes, and that nobody keeps it waiting."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from ipaddress import ip_address
from typing import Any

import pytest

from config import outward
from tests.campaigns.notices.sinks import ChatSink, chat_sink


@pytest.fixture
def sink(settings: Any) -> Iterator[ChatSink]:
    settings.OUTWARD = ["127.0.0.1/32"]
    with chat_sink() as made:
        yield made


def stands_for(monkeypatch: pytest.MonkeyPatch, *answers: tuple[str, ...]) -> list[str]:
    """What is found when "club.example" is asked for, first, then, and so on; who asked is kept."""
    asked: list[str] = []
    real, left = socket.getaddrinfo, list(answers)

    def found(host: Any, port: Any, *args: Any, **more: Any) -> Any:
        if host != "club.example":
            return real(host, port, *args, **more)
        asked.append(host)
        numbers = left.pop(0)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (one, port)) for one in numbers]

    monkeypatch.setattr(socket, "getaddrinfo", found)
    return asked


INSIDE = (
    "10.1.2.3 ::ffff:10.1.2.3 169.254.169.254 224.0.0.1 64:ff9b::a01:203 "
    "fe80::1 ::1 0.0.0.0 100.64.0.1 fec0::1 2002:a01:203::1 fc00::1"
)


@pytest.mark.parametrize("number", INSIDE.split())
def test_numbers_nothing_goes_to(number: str) -> None:
    assert not outward.may_go_to(ip_address(number))
    assert outward.may_go_to(ip_address("93.184.215.14"))


def test_one_private_number_among_others_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    stands_for(monkeypatch, ("93.184.215.14", "10.1.2.3"))
    with pytest.raises(outward.Forbidden):
        outward.guarded_post("http://club.example/hook", b"{}", {})


def test_a_name_is_asked_for_once_and_gone_to_as_it_was_looked_at(
    sink: ChatSink, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever answers with another number the second time is not asked a second time."""
    asked = stands_for(monkeypatch, ("127.0.0.1",), ("10.1.2.3",))
    assert outward.guarded_post(sink.url.replace("127.0.0.1", "club.example"), b"{}", {}).is_good
    assert (len(sink.posts), len(asked)) == (1, 1)


def test_a_name_nobody_tells_of_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    over = threading.Event()
    monkeypatch.setattr(outward, "LONGEST", 0.05)
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_one, **_more: list[object]() * over.wait(60))
    try:
        with pytest.raises(outward.Unreachable):
            outward.guarded_post("http://club.example/hook", b"{}", {})
    finally:
        over.set()


def test_an_answer_that_does_not_come_in_time(sink: ChatSink, monkeypatch: pytest.MonkeyPatch) -> None:
    over = threading.Event()

    def waits() -> None:
        over.wait(60)

    sink.then = waits
    monkeypatch.setattr(outward, "LONGEST", 0.5)
    try:
        with pytest.raises(outward.Unreachable):
            outward.guarded_post(sink.url, b"{}", {})
    finally:
        over.set()
