"""Whatever a solo rule asks, refuses or books in these tests is looked at, however it is driven."""

from typing import Any, get_args

import pytest

from rules.engine.games import Ctx, Spec
from rules.engine.plain import Params
from rules.engine.procedure import Procedure
from rules.engine.refusals import Inadmissible, Refused
from rules.solo.activating.diagrams import Diagram, Role
from rules.solo.limits import FIELDS
from tests.rules.sourced import sourced, well_asked, well_refused

# What a person brings to the table is refused beside the field of the sheet, the weapon or the list.
BROUGHT = {*FIELDS, "army_rules", "pool", "spells", "weapons"}


@pytest.fixture(autouse=True)
def everything_is_told_with_its_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = Spec.start

    def start(spec: Spec[Any, Any], ctx: Ctx[Any, Any], params: Params) -> Procedure[Any]:
        return _looked_at(
            plain(spec, ctx, params), {*spec.params.model_fields, *BROUGHT, str(params.get("key"))}
        )

    monkeypatch.setattr(Spec, "start", start)


def _looked_at(procedure: Procedure[Any], fields: set[str]) -> Procedure[Any]:
    known: Any = None
    try:
        while True:
            yielded = procedure.send(known)
            if isinstance(yielded, Inadmissible):
                well_refused(yielded.refused(), *fields)
            else:
                for question in yielded if isinstance(yielded, tuple) else (yielded,):
                    well_asked(question)
                    _well_drawn(getattr(question, "diagram", None))
                    fields.add(question.key)
            known = yield yielded
    except StopIteration as done:
        return sourced(tuple(done.value))
    except Refused as refused:
        well_refused(refused, *fields)
        raise


def _well_drawn(diagram: Diagram | None) -> None:
    """A drawing on a card has words for who cannot see it, and shapes that a page knows."""
    if diagram is None:
        return
    assert diagram.words
    for shape in diagram.shapes:
        assert shape.form in ("box", "circle", "line")
        assert shape.role in get_args(Role.__value__)
        assert all(isinstance(one, int | float) for one in (shape.x, shape.y, shape.radius))
