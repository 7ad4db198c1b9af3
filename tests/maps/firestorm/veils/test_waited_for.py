"""Who is waited for, and who is passed over, tells nothing that is kept from others."""

from __future__ import annotations

from unittest import mock

import pytest

from campaigns.models import Scope, Via
from rules.firestorm.book import FirestormInForce
from rules.firestorm.faction_figures import balance
from rules.firestorm.state import Firestorm
from tests.maps.firestorm.driving import act, in_build
from tests.maps.firestorm.play import Table

pytestmark = pytest.mark.django_db


def with_points(points: int) -> Table:
    """A league at Build in which nobody sees what others have; everybody has so many points."""
    table = in_build(public_bp=False, build=points)
    Scope.objects.filter(pk=table.scope.pk).update(passes_over=True)
    assert {bool(balance(table.state, one)) for one in table.state.factions} == {bool(points)}
    return table


def passed_over(table: Table) -> int:
    return table.scope.entries.filter(via=Via.IDLE, void=False).count()


@pytest.mark.parametrize("points", [0, 12])
def test_fs_162_whoever_has_points_nobody_knows_of_is_waited_for_with_or_without(points: int) -> None:
    table = with_points(points)
    before = passed_over(table)
    act(table, "Organiser", "extend", words="Take your time.")
    assert (table.phase, table.state.now.done, passed_over(table)) == ("build", (), before)


def test_fs_162_who_has_nothing_to_choose_is_judged_by_what_everybody_knows() -> None:
    def has_some(state: Firestorm, _book: FirestormInForce, faction: str) -> bool:
        return balance(state, faction) > 0

    came = set()
    for points in (0, 12):
        table = with_points(points)
        before = passed_over(table)
        with mock.patch("rules.firestorm.todos.has_choice", has_some):
            act(table, "Organiser", "extend", words="Take your time.")
        came.add(passed_over(table) - before)
    assert len(came) == 1, "a book that looks at what is secret tells of it by who is passed over"
