"""In tests the database itself refuses whoever writes game state past the door.

Triggers ask whether the door said it is open in this transaction. A test that lives in one transaction would
keep it open after the first transaction at the door, so `Closing` shuts it when that one's savepoint ends.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.apps import apps
from django.db import connection, models

from campaigns.models import (
    Dialogue,
    DialogueAnswer,
    Entry,
    EntryText,
    EntryVersion,
    Fact,
    Once,
    Report,
    SealedAnswer,
    Slot,
    StateRow,
    Summary,
    ThrownDie,
    TodoRow,
)

JOURNAL: tuple[type[models.Model], ...] = (
    Slot, Dialogue, DialogueAnswer, ThrownDie, SealedAnswer, Entry, EntryText, EntryVersion, Once,
    Fact, Report, Summary, TodoRow,
)  # fmt: skip

FUNCTION = """
CREATE OR REPLACE FUNCTION refuse_outside_the_door() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF current_setting('musterroll.door', true) IS DISTINCT FROM 'open' THEN
        RAISE EXCEPTION '% is written only through the door', TG_TABLE_NAME;
    END IF;
    RETURN NULL;
END $$
"""
TRIGGER = """
CREATE OR REPLACE TRIGGER only_through_the_door BEFORE {events} ON {table}
FOR EACH STATEMENT EXECUTE FUNCTION refuse_outside_the_door()
"""


def guarded() -> list[type[models.Model]]:
    """Every model only the door may write: the rows of every book's state, and the journal."""
    return [*(model for model in apps.get_models() if issubclass(model, StateRow)), *JOURNAL]


def install() -> None:
    """Put the triggers on the test database."""
    with connection.cursor() as cursor:
        cursor.execute(FUNCTION)
        for model in guarded():
            table = model._meta.db_table
            cursor.execute(TRIGGER.format(events="INSERT OR UPDATE OR DELETE", table=table))
        counters = "UPDATE OF version, seq, slots"
        cursor.execute(TRIGGER.format(events=counters, table="campaigns_scope"))


class Closing:
    """Shuts the door when the outermost transaction at the door ends; an execute wrapper."""

    def __init__(self) -> None:
        self.savepoints: list[str] = []

    def __call__(
        self, execute: Callable[..., Any], sql: Any, params: Any, many: bool, context: dict[str, Any]
    ) -> Any:
        result = execute(sql, params, many, context)
        text, on = sql if isinstance(sql, str) else "", context["connection"]  # Django's own are text
        if "set_config(" in text and on.savepoint_ids and on.savepoint_ids[-1]:
            self.savepoints.append(on.savepoint_ids[-1])
        elif self.savepoints and "SAVEPOINT" in text and f'"{self.savepoints[-1]}"' in text:
            self.savepoints.pop()
            if text.startswith("RELEASE") and not self.savepoints:
                on.connection.cursor().execute("SELECT set_config('musterroll.door', '', true)")
        return result
