"""Only the door writes game state: the database refuses everybody else, and so does a look at the code."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.db import DatabaseError, connection
from django.db.transaction import atomic

from campaigns.engine.transaction.scope_transaction import scope_transaction
from campaigns.engine.who.rights import Actor
from campaigns.models import Slot, Warband
from tests import door_guard, factories
from tests.campaigns import play

# Modules that write inside a transaction of the door. Anybody else calls `door.act`, `door.answer_question`
# or a service.
WRITERS = {
    "campaigns/engine/transaction/driving.py",
    "campaigns/engine/transaction/writing.py",
    "campaigns/engine/transaction/idempotency.py",
    "campaigns/engine/transaction/slot_standing.py",
    "campaigns/engine/stored/store.py",
    "campaigns/engine/correcting.py",
    "campaigns/engine/stored/replacing.py",
    "campaigns/engine/transaction/scopes.py",
    "campaigns/engine/transaction/summaries.py",
    "campaigns/engine/stored/whose_move.py",
    "campaigns/engine/summarising.py",
    "campaigns/engine/reports.py",
    "campaigns/engine/transaction/sending.py",
    "campaigns/engine/transaction/parked.py",
    "campaigns/engine/releasing.py",
    "campaigns/engine/transaction/twins.py",
    "campaigns/opr/league/facts.py",
    "campaigns/demo/playing.py",  # gives the demo’s entries their dates
}
WRITES = re.compile(r"^(a?(create|save|update|delete|get_or_create|update_or_create)|a?bulk_\w+|raw)$")
RELATED = {"all_slots", "dialogues", "answers", "thrown", "seals", "entries", "texts", "versions", "facts"}
SQL = re.compile(r"\b(?:INSERT INTO|UPDATE|DELETE FROM|TRUNCATE)\s+\"?(\w+)", re.IGNORECASE)


# In the database


@pytest.mark.django_db
@pytest.mark.parametrize("model", door_guard.guarded(), ids=lambda model: model.__name__)
def test_the_database_refuses_a_write_past_the_door(model: type) -> None:
    for statement in ("DELETE FROM {}", "UPDATE {} SET id = id", "INSERT INTO {} DEFAULT VALUES"):
        with (
            pytest.raises(DatabaseError, match="only through the door"),
            atomic(),
            connection.cursor() as cursor,
        ):
            cursor.execute(statement.format(model._meta.db_table))  # type: ignore[attr-defined]


@pytest.mark.django_db
def test_the_door_shuts_behind_a_visit() -> None:
    ilse = factories.new_organiser(name="Ilse")
    scope = play.found_league(ilse)
    warband = play.found_warband(scope, ilse)
    refused = pytest.raises(DatabaseError, match="only through the door")
    with refused, atomic():
        Warband.objects.filter(scope=scope, key=warband).update(vp=99)
    with refused, atomic():
        scope.save()
    with scope_transaction(scope.pk, Actor(ilse)):
        Warband.objects.filter(scope=scope, key=warband).update(vp=1)
    with refused, atomic():
        Slot.objects.create(scope=scope, name="x", code="x")


# In the code


def modules() -> Iterator[str]:
    for app in ("campaigns", "maps", "config"):
        for path in sorted((settings.ROOT / app).rglob("*.py")):
            name = str(path.relative_to(settings.ROOT))
            if "/migrations/" not in name and name not in WRITERS:
                yield name


def writes_in(source: str) -> list[str]:
    """The lines of a module that write a guarded model, as far as its text tells."""
    guarded = {model.__name__ for model in door_guard.guarded()}
    tree = ast.parse(source)
    everything, found = list(ast.walk(tree)), []
    writing = any(isinstance(one, ast.Attribute) and WRITES.match(one.attr) for one in everything)
    for scope in everything:
        if writing and isinstance(scope, ast.FunctionDef | ast.Module):
            rows = _rows_of(scope, guarded)
            found += [_line(call) for call in _calls(scope) if _is_write(call, guarded, rows)]
    tables = {model._meta.db_table for model in door_guard.guarded()}
    strings = (node for node in everything if isinstance(node, ast.Constant))
    found += [
        _line(node)
        for node in strings
        if isinstance(node.value, str) and tables & {one.lower() for one in SQL.findall(node.value)}
    ]
    return sorted(set(found))


def _calls(scope: ast.AST) -> Iterator[ast.Call]:
    return (node for node in ast.walk(scope) if isinstance(node, ast.Call))


def _is_write(call: ast.Call, guarded: set[str], rows: set[str]) -> bool:
    if not isinstance(call.func, ast.Attribute) or not WRITES.match(call.func.attr):
        return False
    return bool(_names(call.func.value) & (guarded | rows)) or bool(_attributes(call.func.value) & RELATED)


def _rows_of(scope: ast.FunctionDef | ast.Module, guarded: set[str]) -> set[str]:
    """Names in a function that hold rows of a guarded model: by annotation, or by where they come from."""
    rows = set()
    for node in ast.walk(scope):
        if isinstance(node, ast.arg) and node.annotation and _names(node.annotation) & guarded:
            rows.add(node.arg)
        if (
            isinstance(node, ast.Assign)
            and isinstance(node.value, ast.Call)
            and _names(node.value.func) & guarded
        ):
            rows |= {target.id for target in node.targets if isinstance(target, ast.Name)}
        if isinstance(node, ast.For) and _names(node.iter) & guarded and isinstance(node.target, ast.Name):
            rows.add(node.target.id)
    return rows


def _names(node: ast.AST) -> set[str]:
    return {one.id for one in ast.walk(node) if isinstance(one, ast.Name)}


def _attributes(node: ast.AST) -> set[str]:
    return {one.attr for one in ast.walk(node) if isinstance(one, ast.Attribute)}


def _line(node: ast.expr) -> str:
    return f"{node.lineno}: {ast.unparse(node)[:90]}"


def test_nobody_but_the_door_writes_game_state() -> None:
    found = {module: writes_in(Path(settings.ROOT, module).read_text()) for module in modules()}
    writers = {module: lines for module, lines in found.items() if lines}
    assert not writers, f"write game state; call campaigns.engine.door or a service instead: {writers}"


@pytest.mark.parametrize(
    "line",
    [
        "Unit.objects.filter(key='u').update(xp=30)",
        "scope.entries.all().delete()",
        "def f(entry: Entry) -> None:\n    entry.void = True\n    entry.save()",
        "def f() -> None:\n    band = Warband.objects.get(key='w')\n    band.save()",
        "for one in Slot.objects.all():\n    one.delete()",
        "cursor.execute('UPDATE campaigns_unit SET xp = 30')",
        "SealedAnswer.objects.bulk_create([])",
    ],
)
def test_the_look_at_the_code_sees_a_writer(line: str) -> None:
    assert writes_in(line)


def test_every_writer_named_here_still_is_one() -> None:
    for name in WRITERS - {"campaigns/engine/transaction/scopes.py", "campaigns/engine/stored/store.py"}:
        assert writes_in(Path(settings.ROOT, name).read_text()), (
            f"{name} writes nothing; take it off the list"
        )
