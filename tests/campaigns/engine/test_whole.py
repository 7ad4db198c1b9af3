"""All or nothing: a refusal, an error or a lost connection half-way leaves nothing written."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import OperationalError, connection

from campaigns.engine import door
from campaigns.engine.stored.journal import reconcile
from campaigns.engine.transaction import scope_transaction, writing
from campaigns.engine.who.rights import Actor
from campaigns.models import Scope
from rules.engine.refusals import Refused
from tests import door_guard
from tests.campaigns import play
from tests.campaigns.engine.evening import Evening, played

pytestmark = pytest.mark.django_db(transaction=True)


def everything(evening: Evening) -> dict[str, Any]:
    """Every row of every guarded table, and the scope's counters."""
    rows = {
        model.__name__: list(model._default_manager.order_by("pk").values()) for model in door_guard.guarded()
    }
    scope = Scope.objects.filter(pk=evening.scope.pk).values("version", "seq", "slots").get()
    return {**rows, "Scope": scope}


def test_a_refused_act_leaves_no_slot_and_no_dialogue() -> None:
    evening = played()
    before = everything(evening)
    for procedure, params in (
        ("opr.casualties", {"mission": evening.mission, "warband": "nobody"}),
        (
            "opr.buy",
            {"mission": evening.mission, "warband": evening.his, "unit": "u", "item": {"label": "Axe"}},
        ),
        ("opr.experience", {"mission": evening.mission, "warband": evening.his}),
        ("opr.nothing", {}),
    ):
        with pytest.raises(Refused):
            door.act(evening.scope.pk, Actor(evening.ilse), procedure, params, once=procedure)
    assert everything(evening) == before


def test_a_refused_answer_leaves_no_answer() -> None:
    evening = played()
    opened = evening.casualties(evening.tom)
    before = everything(evening)
    for value in (0, 7, "six", None):
        with pytest.raises(Refused):
            evening.answer(evening.tom, opened.slot, opened.questions[0].key, value)
    assert everything(evening) == before


@pytest.mark.parametrize("where", ["write_entry", "mark_revealed", "count_write"])
def test_an_error_half_way_leaves_nothing(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    evening = played()
    before = everything(evening)

    def break_down(*args: Any, **more: Any) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(scope_transaction if where == "count_write" else writing, where, break_down)
    with pytest.raises(ZeroDivisionError):
        play.act(evening.scope, evening.ilse, "give_vp", warband=evening.his, amount=1, words="x")
    assert everything(evening) == before
    monkeypatch.undo()
    play.act(evening.scope, evening.ilse, "give_vp", warband=evening.his, amount=1, words="x")
    assert reconcile(evening.scope) == []


def test_a_connection_killed_half_way_leaves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = played()
    before = everything(evening)

    def killed(*args: Any, **more: Any) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_terminate_backend(pg_backend_pid())")

    monkeypatch.setattr(writing, "mark_revealed", killed)
    with pytest.raises(OperationalError):
        play.act(evening.scope, evening.ilse, "give_vp", warband=evening.his, amount=1, words="x")
    connection.close()
    assert everything(evening) == before
    assert reconcile(evening.scope) == []
