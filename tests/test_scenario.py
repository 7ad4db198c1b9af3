"""A scenario that is laid out is the one that was played, and no test leaves anything of it to the next."""

from pathlib import Path
from typing import Any

import pytest
from django.db import transaction

from campaigns.engine.stored.journal import reconcile
from campaigns.engine.stored.store import registration_of
from campaigns.models import Slot
from tests import factories, scenario
from tests.maps.firestorm.driving import everybody_ready
from tests.maps.firestorm.play import Table, begun
from tests.pages import words_of

pytestmark = pytest.mark.django_db
PAGES = ("map", "standings")


def seen(league: Table) -> Any:
    """The whole state, and what everybody reads on pages."""
    pages = [
        words_of(browser.get(league.url(page))) for browser in league.browsers.values() for page in PAGES
    ]
    return registration_of("firestorm").load(league.scope.pk), pages


def test_what_is_laid_out_is_what_was_played() -> None:
    met: list[Any] = []

    def built() -> Table:
        league: Table = begun.__wrapped__("Marta", "Kwame")  # type: ignore[attr-defined]
        met.append(seen(league))
        return league

    kept = scenario.played("a scenario of this test", built)
    assert list(scenario.filled()) == []
    for _ in range(2):
        with transaction.atomic():
            league = kept.laid_out()
            assert scenario.copied_out() == kept.rows
            assert seen(league) == met[0]
            everybody_ready(league)
            assert league.phase == "orders"
            assert reconcile(league.scope) == []
            transaction.set_rollback(True)


def test_its_dice_are_its_own_and_those_of_the_test_fall_as_without_it() -> None:
    drawn = []
    for _ in range(2):
        scenario.KEPT.clear()
        with transaction.atomic():
            begun("Marta", "Kwame")
            drawn.append([bytes(one) for one in Slot.objects.order_by("pk").values_list("seed", flat=True)])
            transaction.set_rollback(True)
    assert drawn[0] == drawn[1]
    assert drawn[0]


def test_where_somebody_is_already_it_is_played_anew() -> None:
    factories.new_club()
    first, second = begun("Marta", "Kwame"), begun("Marta", "Kwame")
    assert first.scope.pk != second.scope.pk


def test_another_process_of_the_run_reads_what_was_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scenario, "SHARED", [tmp_path])
    met = []
    for play in (scenario.played, None):
        monkeypatch.setattr(scenario, "KEPT", {})
        monkeypatch.setattr(scenario, "played", play)
        with transaction.atomic():
            league = begun("Marta", "Kwame")
            met.append(seen(league))
            everybody_ready(league)
            assert reconcile(league.scope) == []
            transaction.set_rollback(True)
    assert met[0] == met[1]


def test_numbers_go_on_from_those_of_the_other_process() -> None:
    scenario.go_on_from(scenario.last_numbers())
    here = scenario.last_numbers().get("campaigns_club_id_seq", 0)
    scenario.go_on_from({"campaigns_club_id_seq": here + 5})
    assert factories.new_club().pk == here + 6
    scenario.go_on_from({"campaigns_club_id_seq": here})
    assert factories.new_club().pk == here + 7
