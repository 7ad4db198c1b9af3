"""What a scope's row says of when each name was touched, and what hangs on that."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaigns.engine.stored import stands
from campaigns.engine.stored.stands import (
    ALL,
    ALL_BUT_FACTS,
    ELSE,
    MOST,
    stand_of,
    state_stands,
    versions_after,
)
from campaigns.models import Scope
from tests.campaigns.opr.table.evening import Evening

NAMES = [
    "facts",
    "facts:s1.mission",
    "warbands",
    "warbands:s1.w",
    "warbands:*",
    "entries",
    "dialogue:s9",
    "*",
]
MANY = [f"units:s{n}.u" for n in range(60)]


@given(st.lists(st.sets(st.sampled_from(NAMES + MANY), max_size=30), max_size=12))
def test_nothing_that_was_touched_seems_older_than_it_is(writes: list[set[str]]) -> None:
    row: dict[str, int] | None = None
    for version, names in enumerate(writes):
        row = versions_after(version, row, names)
        assert len(row) <= MOST + 1
        for follows in [*NAMES, *MANY]:
            whole = names & {follows, "*", f"{follows.partition(':')[0]}:*"} or not names
            if whole:
                assert stand_of(version + 1, row, (follows,)) == version + 1
        if names - stands.NO_STATE - {"facts:s1.mission", "dialogue:s9"} or not names:
            assert state_stands(version + 1, row) == version + 1


def test_what_is_not_touched_stands_as_it_did() -> None:
    row = versions_after(
        7,
        versions_after(6, versions_after(5, None, {"*"}), {"warbands", "warbands:s1.w"}),
        {"facts", "facts:s4.mission"},
    )
    assert row == {ELSE: 6, "warbands": 7, "warbands:s1.w": 7, "facts": 8, "facts:s4.mission": 8}
    assert stand_of(8, row, ("warbands:s1.w",)) == 7
    assert stand_of(8, row, ("warbands:s2.w", "entries")) == 6
    assert stand_of(8, row, (ALL_BUT_FACTS,)) == 7
    assert stand_of(8, row, (ALL_BUT_FACTS, "facts:s5.mission")) == 7
    assert stand_of(8, row, (ALL_BUT_FACTS, "facts:s4.mission")) == 8
    assert stand_of(8, row, ALL) == 8
    assert stand_of(8, row, ()) == 8, "who follows nothing has not been thought about"
    assert state_stands(8, row) == 7


def test_a_row_behind_its_version_is_not_believed() -> None:
    """A release that knew nothing of it has written meanwhile."""
    row = versions_after(5, None, {"warbands"})
    assert stand_of(7, row, ("entries",)) == 7
    assert state_stands(7, row) == 7
    assert versions_after(7, row, {"entries"}) == {ELSE: 7, "entries": 8}
    assert stand_of(3, None, ("entries",)) == 3


@pytest.mark.django_db
def test_each_write_says_what_it_has_touched() -> None:
    here = Evening()
    mission = here.mission()
    before = Scope.objects.get(pk=here.scope.pk)
    assert before.touched
    assert max(before.touched.values()) == before.version
    here.down(mission)
    row = Scope.objects.get(pk=here.scope.pk)
    assert stand_of(row.version, row.touched, (f"facts:{mission}",)) == row.version == before.version + 1
    for name in (ALL_BUT_FACTS, "warbands", f"of:{here.bell}", "entries", "facts:s0.mission"):
        assert stand_of(row.version, row.touched, (name,)) <= before.version
