"""A refusal about something that was sent names its field, so that a page can tell it beside it.

Every step of the examples is begun again with one of its ids pointing at nothing, or left empty.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from rules.engine.procedure import drive
from rules.engine.refusals import Refused
from rules.engine.state import State
from tests.rules.rehearsal.test_every_procedure import Case, cases, of_example

NOBODY = "nobody"
LEFT_OUT = {"gone"}  # lists whose ids are only left out of what is offered
NOBODYS = {"owner"}  # of a place: empty when it is nobody's


def ids_of(state: State) -> set[str]:
    return {one for table in state.tables() for one in getattr(state, table)}


def wrong(case: Case) -> Iterator[tuple[str, Case]]:
    """The step with each of its ids in turn pointing at nothing, or empty where it has to be said."""
    params, known = case.step.get("params", {}), ids_of(case.state)
    fields = case.game.spec(case.step["do"]).params.model_fields
    for name, value in params.items():
        others: list[object] = []
        if isinstance(value, str) and value in known:
            others = [NOBODY, ""] if fields[name].is_required() and name not in NOBODYS else [NOBODY]
        elif (
            isinstance(value, list) and value and all(isinstance(one, str) and one in known for one in value)
        ):
            others = [[*value[:-1], one] for one in (NOBODY, "")]
        for other in others:
            yield name, replace(case, step={**case.step, "params": {**params, name: other}})


def pointing() -> list[str]:
    """Procedures of which an example sends an id."""
    return [name for name, some in sorted(cases().items()) if any(True for case in some for _ in wrong(case))]


@pytest.mark.parametrize("procedure", pointing())
def test_an_id_that_points_at_nothing_is_refused_at_its_field(procedure: str) -> None:
    found = []
    for case in cases()[procedure]:
        for name, changed in wrong(case):
            try:
                drive(changed.start(), of_example(changed))
            except Refused as refused:
                if refused.key != name:
                    found.append((name, refused.key, refused.sentence))
            except KeyError as asked:
                found.append((name, "asks", str(asked)))
            else:
                found += [] if name in LEFT_OUT else [(name, "settles", "")]
    assert not found, found
