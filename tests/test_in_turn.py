"""Every walk has its day: within as many days as its marker says, each case has run, and none runs daily."""

from types import SimpleNamespace
from typing import Any

import pytest

from tests import in_turn

DAYS = 3


def case(name: str, days: int = 0, **kwargs: str) -> Any:
    marker = SimpleNamespace(args=(days,), kwargs=kwargs) if days else None
    return SimpleNamespace(nodeid=name, get_closest_marker=lambda _name: marker)


WALKS = [*(case(f"a.py::test_walk[{n}]", DAYS) for n in range(7)), case("a.py::test_other")]


def running(day: int, monkeypatch: pytest.MonkeyPatch, walks: list[Any]) -> set[str]:
    monkeypatch.setenv(in_turn.DAY, str(day))
    resting = {one.nodeid for one in in_turn.resting(walks)}
    return {one.nodeid for one in walks} - resting


def test_each_case_has_one_day_in_so_many(monkeypatch: pytest.MonkeyPatch) -> None:
    days = [running(day, monkeypatch, WALKS) for day in range(740_000, 740_000 + DAYS)]
    for walk in WALKS[:-1]:
        assert sum(walk.nodeid in day for day in days) == 1
    assert all(WALKS[-1].nodeid in day for day in days)


def test_of_fewer_cases_than_days_one_runs_each_day(monkeypatch: pytest.MonkeyPatch) -> None:
    few = [case("a.py::test_walk[1]", DAYS), case("a.py::test_walk[2]", DAYS)]
    assert [len(running(day, monkeypatch, few)) for day in (10, 11, 12)] == [1, 1, 1]


def test_tests_of_one_kind_take_turns_with_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    tests = [case(f"{name}.py::test_screens", 2, kind="screens") for name in "abcd"]
    today, tomorrow = (running(day, monkeypatch, tests) for day in (10, 11))
    assert len(today) == len(tomorrow) == 2
    assert not today & tomorrow


def test_what_each_does_once_in_so_many_days_it_does_on_one_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    names, done = [f"a.py::test_{n}" for n in range(50)], []
    for day in range(740_000, 740_000 + DAYS):
        monkeypatch.setenv(in_turn.DAY, str(day))
        done += [name for name in names if in_turn.is_its_day(name, DAYS)]
    assert sorted(done) == sorted(names)
    monkeypatch.delenv(in_turn.DAY)
    assert all(in_turn.is_its_day(name, DAYS) for name in names)


def test_asked_for_without_a_day_everything_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(in_turn.DAY, raising=False)
    assert in_turn.resting(WALKS) == []
