"""Tries the changes that `scripts/mutants.py` asks for, one at a time: a plugin of pytest.

The tests are collected once. A first fork notes which functions each test comes by (kept in `seen.json`);
then, for each change, a fork swaps the code of that one function and runs the tests that come by, the
quickest first, until one fails; at a first look only as many as take a few seconds. A function that ran while
the tests were collected (a book that was read) is changed in its file as well, for a pytest of its own, when
all of them saw nothing. What a change came to is written at once.
"""

from __future__ import annotations

import ast
import functools
import gc
import hashlib
import json
import os
import resource
import subprocess
import sys
import textwrap
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CodeType, FunctionType
from typing import NamedTuple, TypedDict

import hypothesis
import pytest
from _pytest.runner import runtestprotocol

from scripts.mutants import ASKED, FIRST_LOOK, MISSED, NOBODY, TRIED, UNNOTICED, Asked

SEEN = Path("seen.json")
PATIENCE = 5  # seconds more than five times what the tests take: one that never ends has noticed
TOOL = sys.monitoring.PROFILER_ID
FAILED, NEVER_ENDS = 1, 2

hypothesis.settings.register_profile(  # a test that fails need not find the smallest way to
    "mutants",
    max_examples=50,
    derandomize=True,
    database=None,
    deadline=None,
    phases=(hypothesis.Phase.explicit, hypothesis.Phase.generate),
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)


class Function(NamedTuple):
    module: str
    name: str  # with the class it is a method of


class Run(TypedDict):
    """How a test's files stood, how long it took, and which functions it came by (module and name)."""

    stands: str
    took: float
    by: list[list[str]]


class Place(NamedTuple):
    """`rules.opr.pool.x_rise__mutmut_3` or, of a method, `rules.opr.pool.xǁPoolǁrise__mutmut_3`."""

    key: str

    @property
    def function(self) -> Function:
        module, _, mangled = self.key.rpartition(".")
        name = mangled.rpartition("__mutmut_")[0]
        return Function(module, ".".join(name[2:].split("ǁ")) if "ǁ" in name else name.removeprefix("x_"))

    @property
    def file(self) -> Path:
        return Path(self.function.module.replace(".", "/") + ".py")

    def changed(self) -> ast.FunctionDef:
        """The function as mutmut changed it, under its own name."""
        found = ast.parse(textwrap.dedent(self._lines())).body[0]
        assert isinstance(found, ast.FunctionDef)
        found.name = self.function.name.rpartition(".")[2]
        return found

    def _lines(self) -> str:
        """Found as text: to parse a file of a megabyte takes longer than most tests."""
        lines = (Path("mutants") / self.file).read_text().splitlines(keepends=True)
        wanted = f"def {self.key.rpartition('.')[2]}("
        first = next(at for at, line in enumerate(lines) if line.lstrip().startswith(wanted))
        outside = lines[first][: lines[first].index("def")]
        last = first + 1
        while last < len(lines) and _belongs(lines[last], outside):
            last += 1
        return "".join(lines[first:last])


def _belongs(line: str, outside: str) -> bool:
    """Whether a line is still of the function that begins so far inside."""
    return not line.strip() or line.startswith((outside + " ", outside + ")"))


class Passed:
    """Which functions of the rules ran, by `sys.monitoring`: each is told once until asked to begin anew."""

    def __init__(self) -> None:
        self.seen: set[Function] = set()
        sys.monitoring.use_tool_id(TOOL, "mutants")
        sys.monitoring.register_callback(TOOL, sys.monitoring.events.PY_START, self._start)
        sys.monitoring.set_events(TOOL, sys.monitoring.events.PY_START)

    def _start(self, code: CodeType, _offset: int) -> object:
        self.seen.add(function_of(code))
        return sys.monitoring.DISABLE

    def since(self) -> set[Function]:
        seen, self.seen = self.seen, set()
        sys.monitoring.restart_events()
        return {one for one in seen if one.module.startswith("rules.")}

    def stop(self) -> None:
        sys.monitoring.set_events(TOOL, 0)


def function_of(code: CodeType) -> Function:
    file = Path(code.co_filename)
    inside = file.relative_to(Path.cwd()) if file.is_relative_to(Path.cwd()) else Path("elsewhere.py")
    return Function(".".join(inside.with_suffix("").parts), code.co_qualname.partition(".<locals>")[0])


PASSED = Passed()  # from the first import on


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool:
    if session.testsfailed:
        raise session.Interrupted("not all tests could be collected")
    at_import = PASSED.since()
    known = looked_at(session.items)
    PASSED.stop()
    ran = [known[item.nodeid] for item in session.items]
    memory = InMemory()
    gc.freeze()
    asked: Asked = json.loads(ASKED.read_text())
    for key in asked["places"]:
        place = Place(key)
        came_to = by_swapping(place, session.items, ran, memory, asked["seconds"])
        if came_to in UNNOTICED and came_to != FIRST_LOOK and place.function in at_import:
            came_to = from_file(place, asked["own"])
        note(key, came_to)
    return True


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> pytest.TestReport | None:
    """A failure without pytest's account of it, which takes longer than most tests."""
    raised = call.excinfo
    if raised is None or call.when == "collect" or raised.errisinstance(pytest.skip.Exception):
        return None
    return pytest.TestReport(item.nodeid, item.location, {}, "failed", "", call.when)


def looked_at(items: list[pytest.Item]) -> dict[str, Run]:
    """What each test comes by and for how long; only those are run that are not known as they stand."""
    stands = {
        item.nodeid: content_of(item.path, *sorted(item.path.parents[0].glob("[!t]*.py"))) for item in items
    }
    known: dict[str, Run] = json.loads(SEEN.read_text()) if SEEN.exists() else {}
    as_it_stands = {test for test, run in known.items() if run["stands"] == stands.get(test)}
    asked = [item for item in items if item.nodeid not in as_it_stands]
    if asked and forked(lambda: look(asked, known, stands), 3600):
        raise pytest.UsageError("the tests fail as it is")
    seen: dict[str, Run] = json.loads(SEEN.read_text())
    return seen


def content_of(*files: Path) -> str:
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:12]


def look(items: list[pytest.Item], known: dict[str, Run], stands: dict[str, str]) -> None:
    for item, after in zip(items, [*items[1:], None], strict=True):
        began = time.process_time()
        if not passes(item, after):
            sys.stderr.write(f"fails as it is: {item.nodeid}\n")
            sys.exit(FAILED)
        took = time.process_time() - began
        known[item.nodeid] = {
            "stands": stands[item.nodeid],
            "took": took,
            "by": [[*one] for one in sorted(PASSED.since())],
        }
    SEEN.write_text(json.dumps(known))


def passes(item: pytest.Item, after: pytest.Item | None) -> bool:
    return not any(one.failed for one in runtestprotocol(item, log=False, nextitem=after))


def by_swapping(
    place: Place, items: list[pytest.Item], ran: list[Run], memory: InMemory, seconds: float | None
) -> str:
    by = list(place.function)
    all_that_come_by = sorted((one["took"], index) for index, one in enumerate(ran) if by in one["by"])
    chosen = all_that_come_by if seconds is None else list(within(seconds, all_that_come_by))
    if not chosen:
        return NOBODY if seconds is None else FIRST_LOOK
    tests = [items[index] for _took, index in chosen]

    def trial() -> None:
        swap(place, memory)
        for item, after in zip(tests, [*tests[1:], None], strict=True):
            if not passes(item, after):
                Path("noticed-by").write_text(item.nodeid)
                sys.exit(FAILED)

    Path("noticed-by").write_text("")
    result = forked(trial, 5 * sum(took for took, _index in chosen) + PATIENCE)
    if not result:
        return MISSED if seconds is None else FIRST_LOOK
    return Path("noticed-by").read_text() or ("never ends" if result == NEVER_ENDS else "breaks off")


def within(seconds: float, tests: list[tuple[float, int]]) -> Iterator[tuple[float, int]]:
    """The quickest tests, as many as take so long together; one at least."""
    left = seconds
    for took, index in tests:
        yield took, index
        left -= took
        if left < 0:
            return


class InMemory:
    """The functions of the rules, as they lie in memory, and what `functools.cache` keeps of them."""

    def __init__(self) -> None:
        self.functions = defaultdict[Function, list[FunctionType]](list)
        self.caches: list[functools._lru_cache_wrapper[object]] = []
        for one in gc.get_objects():
            if isinstance(one, FunctionType) and str(one.__module__).startswith("rules."):
                self.functions[Function(one.__module__, one.__qualname__)].append(one)
            elif isinstance(one, functools._lru_cache_wrapper):
                self.caches.append(one)


def swap(place: Place, memory: InMemory) -> None:
    changed = place.changed()
    for given in (*changed.args.posonlyargs, *changed.args.args, *changed.args.kwonlyargs):
        given.annotation = None
    changed.returns = None
    body: ast.stmt = changed
    *classes, _name = place.function.name.split(".")
    for one in reversed(classes):
        body = ast.ClassDef(name=one, bases=[], keywords=[], body=[body], decorator_list=[], type_params=[])
    made: dict[str, object] = {}
    module = ast.fix_missing_locations(ast.Module([body], []))
    exec(compile(module, place.file, "exec"), sys.modules[place.function.module].__dict__, made)  # noqa: S102
    names = iter(place.function.name.split("."))
    new = made[next(names)]
    for name in names:
        new = vars(new)[name]
    assert isinstance(new, FunctionType)
    for old in memory.functions[place.function]:
        old.__code__, old.__defaults__, old.__kwdefaults__ = (
            new.__code__,
            new.__defaults__,
            new.__kwdefaults__,
        )
    for cached in memory.caches:
        if cached.__wrapped__ in memory.functions[place.function]:
            cached.cache_clear()


def from_file(place: Place, tests: str) -> str:
    """The change stands in the file, for a pytest of its own."""
    was = place.file.read_text()
    tree = ast.parse(was)
    body: list[ast.stmt] = tree.body
    *classes, name = place.function.name.split(".")
    for one in classes:
        body = next(node.body for node in body if isinstance(node, ast.ClassDef) and node.name == one)
    index, old = next(
        (at, one) for at, one in enumerate(body) if isinstance(one, ast.FunctionDef) and one.name == name
    )
    changed = place.changed()
    changed.decorator_list = old.decorator_list
    body[index] = changed
    place.file.write_text(ast.unparse(tree) + "\n")
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", tests]
    environ = {**os.environ, "HYPOTHESIS_PROFILE": "ci"}
    try:
        done = subprocess.run(command, timeout=900, capture_output=True, env=environ)
    except subprocess.TimeoutExpired:
        return "never ends"
    finally:
        place.file.write_text(was)
    return "breaks off" if done.returncode else MISSED


def forked(what: Callable[[], None], seconds: float) -> int:
    """0 when it came to its end."""
    pid = os.fork()
    if not pid:
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, 1)
        resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, int(seconds) + 5))
        os._exit(ended(what))
    _pid, status = os.waitpid(pid, 0)
    return os.waitstatus_to_exitcode(status) if not os.WIFSIGNALED(status) else NEVER_ENDS


def ended(what: Callable[[], None]) -> int:
    try:
        what()
    except BaseException as error:
        return error.code if isinstance(error, SystemExit) and isinstance(error.code, int) else FAILED
    return 0


def note(key: str, came_to: str) -> None:
    with TRIED.open("a") as tried:
        tried.write(json.dumps([key, came_to]) + "\n")
