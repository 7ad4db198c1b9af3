"""`python -m rules.rehearsal.reference`: write the reference of scripts to `docs/rehearse/`.

Made from the procedures themselves: what each does, its rules, who starts it, its parameters, and an example
from the game's `examples.json` (scripts for `manage.py rehearse`) with what it asked and what it brought
about. A game without examples is listed without them.
"""

from __future__ import annotations

import inspect
import json
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any, get_args, get_type_hints

from rules.engine.games import AnyGame, AnySpec, Figure
from rules.engine.shelf import all_games
from rules.rehearsal.coverage import ROOT
from rules.rehearsal.rehearse import rehearse

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

FOLDER = ROOT / "docs" / "rehearse"

type Shown = tuple[Mapping[str, Any], Mapping[str, Any]]  # a step of a script and what it led to


def pages() -> dict[str, str]:
    """File name to text of every page."""
    return {f"{name}.md": "\n".join(_page(game)) + "\n" for name, game in sorted(all_games().items())}


def scripts_of(game: str) -> list[dict[str, Any]]:
    """The example scripts of a game; none when it has no file."""
    path = ROOT / "rules" / game / "examples.json"
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else []


def examples_of(game: str) -> dict[str, Shown]:
    """The first step of the examples that uses a procedure or asks a figure, by its name."""
    found: dict[str, Shown] = {}
    for script in scripts_of(game):
        for step, told in zip(script["steps"], rehearse(script)["steps"], strict=True):
            found.setdefault(step.get("do") or step["ask"], (step, told))
    return found


def _page(game: AnyGame) -> Iterator[str]:
    shown = examples_of(game.name)
    yield f"# Rehearsing {game.name}"
    yield ""
    yield f"Books: {', '.join(game.books)}. How a script looks stands in [rehearse.md](../rehearse.md)."
    yield ""
    yield "## Procedures"
    for name, spec in sorted(game.procedures.items()):
        yield from _procedure(spec, shown.get(name))
    yield ""
    yield "## Figures"
    former = {name: one for one, name in game.former.items()}
    for name, compute in sorted(game.figures.items()):
        yield from _figure(name, compute, former.get(name, ""), shown.get(name))
    yield ""
    yield "## Shapes"
    for shape in _shapes(game):
        yield from _shape(shape)


def _procedure(spec: AnySpec, shown: Shown | None) -> Iterator[str]:
    yield ""
    yield f"### {spec.name}"
    yield ""
    yield f"{spec.title} Started by `{spec.by}`. {', '.join(spec.rules)}".rstrip()
    yield ""
    yield from _parameters(spec.run)
    if shown is not None:
        step, told = shown
        yield from _block(step)
        yield ", ".join(f"asks `{one['key']}`" for one in told["questions"]) or "asks nothing"
        effects = dict.fromkeys(one["effect"] for one in told["effects"])
        yield f"→ {', '.join(f'`{name}`' for name in effects) or 'nothing changes'}"


def _figure(name: str, compute: Figure, former: str, shown: Shown | None) -> Iterator[str]:
    also = f" Scripts may still say `{former}`." if former else ""
    yield ""
    yield f"### {name}"
    yield ""
    yield (inspect.getdoc(compute) or name).splitlines()[0] + also
    yield ""
    yield from _parameters(compute, skip=2)
    if shown is not None:
        yield from _block(shown[0])
        yield from _block(shown[1].get("value"))


def _parameters(run: Callable[..., object], skip: int = 1) -> Iterator[str]:
    for parameter in list(inspect.signature(run).parameters.values())[skip:]:
        if parameter.kind is inspect.Parameter.VAR_KEYWORD:
            continue
        given = "" if parameter.default is inspect.Parameter.empty else f" = {parameter.default!r}"
        yield f"- `{parameter.name}: {parameter.annotation}{given}`"


def _block(value: object) -> Iterator[str]:
    yield ""
    yield "```json"
    yield json.dumps(value, ensure_ascii=False)
    yield "```"
    yield ""


def _shapes(game: AnyGame) -> list[type[DataclassInstance]]:
    """The state with its tables, every dataclass that occurs in a parameter, and those within them."""
    found: dict[str, type[DataclassInstance]] = {}
    _collect(game.state, found)
    for spec in game.procedures.values():
        hints = get_type_hints(spec.run)
        for name in list(inspect.signature(spec.run).parameters)[1:]:
            _collect(hints[name], found)
    return [found[name] for name in sorted(found)]


def _collect(hint: object, found: dict[str, type[DataclassInstance]]) -> None:
    if isinstance(hint, type) and is_dataclass(hint):
        if hint.__name__ not in found and hint.__module__.startswith("rules."):
            found[hint.__name__] = hint
            for inner in get_type_hints(hint).values():
                _collect(inner, found)
        return
    for inner in get_args(hint):
        _collect(inner, found)


def _shape(shape: type[DataclassInstance]) -> Iterator[str]:
    yield ""
    yield f"### {shape.__name__}"
    yield ""
    yield (inspect.getdoc(shape) or "").splitlines()[0] if not _plain_doc(shape) else ""
    yield ""
    for field in fields(shape):
        yield f"- `{field.name}: {field.type}`"


def _plain_doc(shape: type[DataclassInstance]) -> bool:
    """Whether the docstring is only the signature a dataclass makes for itself."""
    return (inspect.getdoc(shape) or "").startswith(f"{shape.__name__}(")


def main() -> int:
    if "--check" in sys.argv:
        wrong = [name for name, text in pages().items() if _old(name) != text]
        print(
            "\n".join(
                f"docs/rehearse/{name} is out of date: run python -m rules.rehearsal.reference"
                for name in wrong
            )
        )
        return 1 if wrong else 0
    print(f"{write()} pages written")
    return 0


def write() -> int:
    """Write the pages that are out of date; how many were."""
    wrong = {name: text for name, text in pages().items() if _old(name) != text}
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, text in wrong.items():
        (FOLDER / name).write_text(text, encoding="utf-8")
    return len(wrong)


def _old(name: str) -> str:
    path = FOLDER / name
    return path.read_text(encoding="utf-8") if path.exists() else ""


if __name__ == "__main__":
    sys.exit(main())
