"""`make figures`: how long functions and files are, and who knows whom; `tests/test_figures.py` holds it.

A **function**'s length is what somebody scrolls past to read it: every line from `def` to its last one, with
the docstring, comments and blank lines, without the decorators above. One inside another counts for both.

A **room** is a folder of an app, or a module that lies in no folder. An **arrow** leads from one room to
another when any file in it imports anything there, wherever that stands, also for types only. **Floors**
are the rooms on the longest way down. *Two deep* makes a folder inside a folder a room of its own, beside the
modules that lie next to it; arrows between a folder and what lies in it are not counted then: they are one
room seen from near.

A **shared name** is that of a class, or of a public function, that stands at the top of more than one module.
What a framework wants to be called so (`Command`) counts for no name.

Not counted there: tests and migrations. Of the tests it is told how many read a page as it was drawn, its
HTML or paper, and how many ask the dataclass it is drawn from.
"""

from __future__ import annotations

import ast
import re
import subprocess
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
FUNCTION = ast.FunctionDef | ast.AsyncFunctionDef
APPS = ("rules", "campaigns", "maps")
WANTED = frozenset({"Command", "main"})  # by Django, by who starts a script


class Length(NamedTuple):
    lines: int
    where: str


class Import(NamedTuple):
    """`module` imports `name`, a module or something in one; both with dots."""

    module: str
    name: str


Rooms = Mapping[str, frozenset[str]]  # whom a room knows


def tracked() -> list[str]:
    """Every file of the project, by git."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True)
    return [file for file in listed.stdout.splitlines() if (ROOT / file).is_file()]


@cache
def parsed(path: Path) -> ast.Module:
    """A module, read once by a process."""
    return ast.parse(path.read_text(encoding="utf-8"))


def code() -> dict[str, ast.Module]:
    """Our own code, file by file."""
    ours = [one for one in tracked() if one.endswith(".py") and "/migrations/" not in one]
    return {one: parsed(ROOT / one) for one in ours if not one.startswith("tests/")}


@cache
def functions() -> tuple[Length, ...]:
    """The longest first."""
    found = [
        Length((node.end_lineno or node.lineno) - node.lineno + 1, f"{file}:{node.name}")
        for file, tree in code().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    return tuple(sorted(found, reverse=True))


def at_most(lengths: Iterable[int], percent: int) -> int:
    """So many lines, or fewer, have `percent` of a hundred."""
    ordered = sorted(lengths)
    return ordered[max(0, -(-len(ordered) * percent // 100) - 1)]


def files() -> list[Length]:
    """The longest first."""
    return sorted((Length(len((ROOT / one).read_text().splitlines()), one) for one in code()), reverse=True)


def folders() -> dict[str, int]:
    """How many modules lie in a folder, without what lies deeper."""
    lying = (file.rpartition("/")[0] for file in code() if not file.endswith("/__init__.py"))
    return dict(Counter(folder for folder in lying if folder))


def shared(kind: type[ast.ClassDef] | type[ast.FunctionDef]) -> dict[str, list[str]]:
    """The modules in which a name stands at the top, for names that stand in more than one."""
    found = defaultdict[str, list[str]](list)
    for file, name in at_the_top(kind):
        found[name].append(file)
    return {name: files for name, files in found.items() if len(files) > 1}


def at_the_top(kind: type[ast.ClassDef] | type[ast.FunctionDef]) -> Iterator[tuple[str, str]]:
    """Files of the product with the public names of that kind they begin, without those a framework wants."""
    for file, tree in code().items():
        if file.startswith(("config/", *(f"{app}/" for app in APPS))):
            names = [node.name for node in tree.body if isinstance(node, kind)]
            yield from ((file, one) for one in names if not one.startswith("_") and one not in WANTED)


def homonyms() -> int:
    """How many of a hundred public functions share their name with another."""
    alike = sum(map(len, shared(ast.FunctionDef).values()))
    return round(100 * alike / len(list(at_the_top(ast.FunctionDef))))


def module_of(file: str) -> str:
    return file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


@cache
def imports() -> tuple[Import, ...]:
    """Every import of our own code, wherever in a file it stands."""
    return tuple(Import(module_of(file), name) for file, tree in code().items() for name in imported(tree))


def imported(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield from (f"{node.module}.{one.name}" for one in node.names)


def saying_any() -> list[str]:
    """The modules that import `Any`, by which the type checker looks away."""
    return sorted({module for module, name in imports() if name == "typing.Any"})


def rooms(app: str, deep: int = 1) -> Rooms:
    """Each room of an app and whom it knows; `deep`: how many folders down a room may be."""
    room = {module_of(file): room_of(file, deep) for file in code() if file.startswith(f"{app}/")}
    known: dict[str, set[str]] = {one: set() for one in room.values() if one}
    for module, name in imports():
        here, there = room.get(module), room.get(lying_in(name, room))
        if here and there and here != there and not one_in_the_other(here, there, deep):
            known[here].add(there)
    return {one: frozenset(others) for one, others in known.items()}


def room_of(file: str, deep: int) -> str:
    """`campaigns/leagues/mine/todos.py`: `leagues` or, two deep, `leagues/mine`; "" is the app itself."""
    _app, *folders, module = file.split("/")
    return "/".join(folders[:deep]) if folders else module.removesuffix(".py").removesuffix("__init__")


def lying_in(name: str, modules: Mapping[str, str]) -> str:
    """The module of ours that a name is, or stands in."""
    while name and name not in modules:
        name = name.rpartition(".")[0]
    return name


def one_in_the_other(here: str, there: str, deep: int) -> bool:
    return deep > 1 and (here.startswith(f"{there}/") or there.startswith(f"{here}/"))


def arrows(known: Rooms) -> int:
    return sum(map(len, known.values()))


def pairs(known: Rooms) -> list[str]:
    """Rooms that know each other."""
    return sorted(
        f"{one} and {other}" for one in known for other in known[one] if one < other and one in known[other]
    )


def floors(known: Rooms) -> list[str]:
    """The longest way down, a room of each floor; rooms in a circle stand beside each other for that."""
    ways: dict[str, list[str]] = defaultdict(list)

    def way(room: str, above: tuple[str, ...]) -> list[str]:
        if room not in ways:
            below = (way(one, (*above, room)) for one in sorted(known[room]) if one not in above)
            ways[room] = [room, *max(below, key=len, default=[])]
        return ways[room]

    return max((way(room, ()) for room in sorted(known)), key=len, default=[])


def circles(known: Rooms) -> set[str]:
    """Who knows itself by way of others: what is left when all go that know nobody or that nobody knows."""
    left = {one: set(others) & set(known) for one, others in known.items()}
    while True:
        known_by_others = set().union(*left.values())
        ends = {one for one, others in left.items() if not others or one not in known_by_others}
        if not ends:
            return set(left)
        left = {one: others - ends for one, others in left.items() if one not in ends}


def modules() -> Rooms:
    """Each module of our own and whom it knows, by types and inside functions too."""
    own = {module_of(file): module_of(file) for file in code()}
    known: dict[str, set[str]] = {one: set() for one in own}
    for module, name in imports():
        there = lying_in(name, own)
        if there and there != module:
            known[module].add(there)
    return {one: frozenset(others) for one, others in known.items()}


def readers(reads: Callable[[ast.AST], bool]) -> set[str]:
    """Tests that read something themselves or by a function of their module; those in a browser left out."""
    found = set()
    for file in tracked():
        if not re.match(r"tests/(?!browser/).*\.py$", file):
            continue
        functions = [one for one in ast.walk(parsed(ROOT / file)) if isinstance(one, FUNCTION)]
        known = {one.name for one in functions if any(map(reads, ast.walk(one)))}
        called = {one.name: calls(one) for one in functions} if known else {}
        while more := {name for name, others in called.items() if name not in known and others & known}:
            known |= more
        found |= {f"{file}:{one}" for one in known if one.startswith("test_")}
    return found


def calls(function: ast.AST) -> set[str]:
    made = (one.func for one in ast.walk(function) if isinstance(one, ast.Call))
    return {one.id for one in made if isinstance(one, ast.Name)}


def reads_html(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == "content"


def asks_a_page(node: ast.AST) -> bool:
    """`answer.context["page"]`, `page_of(answer)`, `mission_page.mission_page(viewer, …)`."""
    if isinstance(node, ast.Attribute) and node.attr == "context":
        return True
    if not isinstance(node, ast.Call):
        return False
    called = ast.unparse(node.func).rpartition(".")[2]
    return called == "page_of" or called.endswith("_page")


def main() -> None:
    lengths = [one.lines for one in functions()]
    middle, most = at_most(lengths, 50), at_most(lengths, 90)
    print(f"{len(lengths)} functions: median {middle} lines, nine in ten at most {most}")
    tell("the longest", functions()[:5])
    html, pages = readers(reads_html), readers(asks_a_page)
    print(f"{len(html)} tests read what was drawn, {len(pages)} ask the page, {len(html & pages)} both")
    print(f"{len(code())} files")
    tell("the longest", files()[:3])
    print(f"`Any` in {len(saying_any())} modules")
    print(f"{len(shared(ast.ClassDef))} names of classes and {homonyms()} % of public functions are shared")
    for app in APPS:
        for deep in (1, 2):
            known = rooms(app, deep)
            down = floors(known)
            print(f"{app}/, {'two' if deep > 1 else 'one'} deep: {len(known)} rooms, {arrows(known)} arrows,")
            print(f"  {len(down)} floors: {' > '.join(down)}")
            print(f"  that know each other: {', '.join(pairs(known)) or 'none'}")


def tell(what: str, found: Sequence[Length]) -> None:
    print(f"  {what}: " + ", ".join(f"{one.where} {one.lines}" for one in found))


if __name__ == "__main__":
    main()
