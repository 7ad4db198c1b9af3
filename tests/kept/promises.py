"""What older releases promised by name: addresses, commands, settings of the machine, what journals hold, and
the keys of what programs send and are answered.

`python -m tests.kept.promises` adds today's names to `promised.txt`; a name in it never goes again.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

FILE = Path(__file__).with_name("promised.txt")
ROOT = FILE.parent.parent.parent


def today() -> set[str]:
    """Every promise that holds today, a line each."""
    names = (_addresses, _commands, _environment, _api, _rules, _questions, _settings, _tables)
    return {line for each in names for line in each()}


def promised() -> set[str]:
    return set(FILE.read_text().splitlines())


def _addresses() -> Iterator[str]:
    from django.urls import get_resolver

    from tests.test_guards import addresses

    routes = (route for _name, route in addresses(get_resolver()))
    yield from (
        f"address {route.replace('<id:', '<str:')}" for route in routes
    )  # the same to whoever types it


def _commands() -> Iterator[str]:
    from django.core.management import get_commands

    ours = ("config", "campaigns", "maps", "rules")
    for command, app in get_commands().items():
        if str(app).split(".")[0] in ours:
            yield f"command {command}"


def _environment() -> Iterator[str]:
    named = re.findall(r"\bMUSTERROLL_[A-Z_]*[A-Z]\b", (ROOT / "docs" / "operating.md").read_text())
    yield from (f"environment {one}" for one in set(named))


def _api() -> Iterator[str]:
    from drf_spectacular.generators import SchemaGenerator

    shapes = SchemaGenerator().get_schema(request=None, public=True)["components"]["schemas"]
    yield from (f"json {shape} {key}" for shape in shapes for key in shapes[shape].get("properties", ()))


def _rules() -> Iterator[str]:
    from campaigns.engine.stored.topics import CHANNEL
    from rules.engine.effects import EFFECTS
    from rules.engine.shelf import all_games

    yield f"channel {CHANNEL}"
    for game in all_games().values():
        for spec in game.procedures.values():
            yield f"procedure {spec.name} slot {spec.slot}"
            yield from (f"parameter {spec.name} {one}" for one in spec.params.model_fields)
    for name, kind in EFFECTS.items():
        yield f"effect {name}"
        yield from (f"field {name} {one}" for one in kind.__dataclass_fields__)


def _questions() -> Iterator[str]:
    """The keys of every question: another key is another die."""
    from rules.engine.shelf import all_games
    from tests.rules.rehearsal.asked import table_of

    for game in all_games():
        for lines in table_of(game).split("\n\n"):
            procedure, *rows = lines.splitlines()
            for row in rows:
                mark, name = row.split()[:2]
                if mark == "?":
                    yield f"question {procedure.split()[0]} {name}"


def _settings() -> Iterator[str]:
    from campaigns.engine.plugins import rulebooks

    for book in rulebooks():
        for setting in (*book.settings, *book.kept):
            yield f"setting {book.edition} {setting.key}"


def _tables() -> Iterator[str]:
    from django.apps import apps

    for model in apps.get_models():
        if model._meta.app_label in ("campaigns", "maps"):
            yield f"table {model._meta.db_table}"
            yield from (f"column {model._meta.db_table} {one.column}" for one in model._meta.local_fields)


def main() -> None:
    known = promised() if FILE.exists() else set()
    FILE.write_text("\n".join(sorted(known | today())) + "\n")


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    main()
