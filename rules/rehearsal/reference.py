"""`python -m rules.rehearsal.reference`: write the reference of scripts to `docs/rehearse/`.

Made from the procedures themselves: what each does, its rules, who starts it, its parameters, and an example
from the game's `examples.json` (scripts for `manage.py rehearse`) with what it asked and what it brought
about. A game without examples is listed without them. Figures likewise; every setting with what it may be;
the tables of the state, and whatever they and the parameters hold, field by field.
"""

from __future__ import annotations

import inspect
import json
import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, get_type_hints

from rules.engine.codec import entity_types
from rules.engine.games import AnyGame, AnySpec, Figure
from rules.engine.plain import JsonObject
from rules.engine.shapes import shape_of
from rules.engine.shelf import SHELF, all_games, folder_of
from rules.rehearsal.coverage import ROOT
from rules.rehearsal.rehearse import Script, StepResult, rehearse
from rules.rehearsal.spelling import dataclasses_in, fields_of, parameters

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

FOLDER = ROOT / "docs" / "rehearse"

type Shown = tuple[JsonObject, StepResult]  # a step of a script and what it led to


def reference_pages() -> dict[str, str]:
    """File name to text of every game's page."""
    return {f"{name}.md": "\n".join(_page(game)) + "\n" for name, game in sorted(all_games().items())}


def shipped_pages() -> dict[str, str]:
    """The pages kept in `docs/`: of the games that come with the site, not of those added to it."""
    own = {f"{name}.md" for name, places in SHELF.items() if places.rules.startswith("rules.")}
    return {name: text for name, text in reference_pages().items() if name in own}


def scripts_of(game: str) -> list[Script]:
    """The example scripts of a game; none when it has no file."""
    path = folder_of(game) / "examples.json"
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else []


def examples_of(game: str) -> dict[str, Shown]:
    """The first step of the examples that uses a procedure or asks a figure, by its name."""
    found: dict[str, Shown] = {}
    for script in scripts_of(game):
        for step, told in zip(script["steps"], rehearse(script)["steps"], strict=True):
            found.setdefault(told.get("do") or told["ask"], (step, told))
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
    yield "## Settings"
    yield from _settings(game)
    yield ""
    yield "## Tables"
    for table, kind in entity_types(game.state).items():
        yield from _shape(table, kind)
    yield ""
    yield "## Shapes"
    for shape in _shapes(game):
        yield from _shape(shape.__name__, shape)


def _procedure(spec: AnySpec, shown: Shown | None) -> Iterator[str]:
    yield ""
    yield f"### {spec.name}"
    yield ""
    later = f", once play has begun by `{spec.once_begun}`" if spec.once_begun else ""
    yield f"{spec.title} Started by `{spec.by}`{later}. {', '.join(spec.rules)}".rstrip()
    yield ""
    yield from _lines(parameters(spec.run, skip=1))
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
    yield _first_words(compute) + also
    yield ""
    yield from _lines(parameters(compute, skip=2))
    if shown is not None:
        yield from _block(shown[0])
        yield from _block(shown[1].get("value"))


def _lines(told: Iterable[tuple[str, str, str]]) -> Iterator[str]:
    for name, kind, default in told:
        yield f"- `{name}: {kind}{f' = {default}' if default else ''}`"


def _block(value: object) -> Iterator[str]:
    yield ""
    yield "```json"
    yield json.dumps(value, ensure_ascii=False)
    yield "```"
    yield ""


def _shapes(game: AnyGame) -> list[type[DataclassInstance]]:
    """Every dataclass that occurs in a parameter or in a table, and those within them; no tables."""
    tables = entity_types(game.state).values()
    waiting: list[object] = [hint for kind in tables for hint in get_type_hints(kind).values()]
    runs = [(spec.run, 1) for spec in game.procedures.values()]
    for run, skip in (*runs, *((compute, 2) for compute in game.figures.values())):
        waiting += [field.annotation for field in shape_of("parameters", run, skip).model_fields.values()]
    found: dict[str, type[DataclassInstance]] = {}
    while waiting:
        for shape in dataclasses_in(waiting.pop()):
            if shape.__name__ not in found:
                found[shape.__name__] = shape
                waiting += get_type_hints(shape).values()
    return [found[name] for name in sorted(found) if found[name] not in tables]


def _shape(name: str, shape: type[DataclassInstance]) -> Iterator[str]:
    yield ""
    yield f"### {name}"
    yield ""
    yield "" if _plain_doc(shape) else _first_words(shape)
    yield ""
    yield from _lines(fields_of(shape))


def _settings(game: AnyGame) -> Iterator[str]:
    """Every setting of every edition once; `only` where not all have it."""
    editions = {edition: {one.key: one for one in game.settings(edition)} for edition in game.books}
    for key, one in {key: one for found in editions.values() for key, one in found.items()}.items():
        only = [edition for edition, found in editions.items() if key in found]
        values = " | ".join(map(_json, one.values))
        may_be = f"one of `{values}`" if values else f"a number from `{one.least}` to `{one.most}`"
        yield ""
        yield f"### {key}"
        yield ""
        yield f"{one.line} {one.rule}".rstrip()
        yield ""
        yield f"- {may_be}, by default `{_json(one.default)}`"
        if len(only) < len(editions):
            yield f"- only in {', '.join(only)}"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _first_words(one: object) -> str:
    """The first paragraph of its docstring and its source, on one line."""
    first, *more = (inspect.getdoc(one) or "").split("\n\n")
    return " ".join(" ".join((first, *(part for part in more if part.startswith("Source:")))).split())


def _plain_doc(shape: type[DataclassInstance]) -> bool:
    """Whether the docstring is only the signature a dataclass makes for itself."""
    return (inspect.getdoc(shape) or "").startswith(f"{shape.__name__}(")


def main() -> int:
    if "--check" in sys.argv:
        wrong = [name for name, text in shipped_pages().items() if _old(name) != text]
        print(
            "\n".join(
                f"docs/rehearse/{name} is out of date: run python -m rules.rehearsal.reference"
                for name in wrong
            )
        )
        return 1 if wrong else 0
    print(f"{write_reference()} pages written")
    return 0


def write_reference() -> int:
    """Write the pages that are out of date; how many were."""
    wrong = {name: text for name, text in shipped_pages().items() if _old(name) != text}
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, text in wrong.items():
        (FOLDER / name).write_text(text, encoding="utf-8")
    return len(wrong)


def _old(name: str) -> str:
    path = FOLDER / name
    return path.read_text(encoding="utf-8") if path.exists() else ""


if __name__ == "__main__":
    sys.exit(main())
