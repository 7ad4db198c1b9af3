"""The reveal as a show: one step after another, veiled until it is shown, and the seals to check."""

from __future__ import annotations

import re
import subprocess
import sys
from datetime import timedelta
from html import unescape
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client, RequestFactory
from django.utils import timezone

from campaigns.engine.passage.here import Here
from campaigns.engine.stored import touched
from maps.firestorm.club.board import board
from maps.firestorm.here import FirestormHere
from maps.firestorm.reveal.past import revealed
from maps.firestorm.reveal.reveal_page import PACE, step_now
from tests import factories
from tests.maps.conquest.play import words_of
from tests.maps.firestorm.play import Table
from tests.maps.firestorm.test_orders import banner, tapped, writing
from tests.parts_watch import is_stale

pytestmark = pytest.mark.django_db


def shown() -> Table:
    """Marta marches through the orchard, Kwame has given no order."""
    table = writing("Marta", "Kwame")
    mine = banner(table, "Marta")
    tapped(table, "Marta", mine, kind="forced_march")
    tapped(table, "Marta", mine, step="T07")
    tapped(table, "Marta", mine, step="T12")
    tapped(table, "Marta", mine, seal="1")
    tapped(table, "Kwame", banner(table, "Kwame"), seal="1")
    return table


def test_fs_27_the_link_to_the_reveal_stands_in_a_part_that_the_reveal_touches(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = writing("Marta", "Kwame")
    tapped(table, "Marta", banner(table, "Marta"), seal="1")
    html = table.see("Kwame")
    part = re.search(r'id="links" data-refresh-on="([^"]*)"', html)
    assert part
    assert table.url("reveal_now") not in html
    names: list[str] = []
    whole = touched.told

    def noted(found: Any) -> str:
        names.append(whole(found))
        return names[-1]

    monkeypatch.setattr(touched, "told", noted)
    tapped(table, "Kwame", banner(table, "Kwame"), seal="1")
    assert any(is_stale(part[1], one) for one in names), names
    assert table.url("reveal_now") in table.see("Kwame")


def on_the_board(table: Table) -> list[str]:
    here: FirestormHere = Here(RequestFactory().get("/"), table.scope, None, "board")
    return [one.title for one in board(here).now]


def test_fs_27_the_clubs_board_says_that_the_reveal_is_being_shown_as_long_as_it_is(monkeypatch) -> None:
    table = shown()
    found = revealed(table.scope)
    assert found
    assert found.began
    for passed, said in ((1.5, True), (90, False)):
        now = found.began + passed * PACE
        monkeypatch.setattr("maps.firestorm.club.board.timezone", SimpleNamespace(now=lambda now=now: now))
        assert ("The reveal is being shown" in on_the_board(table)) is said


def at(table: Table, step: int | None, who: str = "Kwame", turn: int = 1) -> str:
    answer = table.browsers[who].get(table.url("reveal", turn), {} if step is None else {"at": step})
    assert answer.status_code == 200, words_of(answer)
    return str(answer.content.decode())


def test_fs_27_later_steps_are_veiled_and_the_last_one_shows_the_map_as_it_is() -> None:
    table = shown()
    whole = at(table, 2)
    assert "not shown yet" not in whole
    assert "marches and takes Ashen Orchard and Sulphur Ford." in whole
    start = at(table, 0)
    assert start.count("not shown yet") == 2
    assert "Ashen Orchard and Sulphur" not in start


def test_fs_176_everybody_who_may_look_sees_the_same_and_strangers_see_nothing() -> None:
    table = shown()
    watcher = factories.signed_in(factories.new_seat(club=table.scope.club, name="Nadia"))
    said = re.compile(r'<p class="t-question">([^<]*)<')
    seen = {said.findall(at(table, 1, who))[0] for who in ("Marta", "Kwame", "Organiser")}
    assert len(seen) == 1
    assert said.findall(watcher.get(table.url("reveal", 1), {"at": 1}).content.decode())[0] in seen
    assert Client().get(table.url("reveal", 1)).status_code == 404


def test_before_the_reveal_there_is_nothing_to_watch() -> None:
    table = writing("Marta", "Kwame")
    for address in (table.url("reveal", 1), table.url("reveal_now")):
        assert table.browsers["Marta"].get(address).status_code == 404


def test_for_a_while_everybody_is_at_the_same_step() -> None:
    now = timezone.now()
    assert [step_now(now - n * PACE, now, 3) for n in range(6)] == [0, 1, 2, 3, 0, 0]
    assert step_now(None, now, 3) == 0


def test_whoever_opens_the_page_without_a_step_goes_along_and_who_asks_for_one_does_not() -> None:
    table = shown()
    assert re.search(r'data-wait="[1-9][0-9]*"', at(table, None))
    assert 'data-wait=""' in at(table, 1)


def test_fs_162_the_seals_can_be_checked_by_anybody_with_one_line() -> None:
    html = at(shown(), 2)
    found = re.findall(r"<code>([^<]*)</code>", html)
    fingerprints, lines = found[0::4], [unescape(one) for one in found[3::4]]
    assert len(lines) == 2
    for fingerprint, line in zip(fingerprints, lines, strict=True):
        done = subprocess.run([sys.executable, "-c", line], capture_output=True, text=True, check=True)
        assert done.stdout.strip() == fingerprint


def test_while_steps_are_veiled_so_is_what_was_sealed() -> None:
    assert "Check the seals" not in at(shown(), 1)


def test_the_show_costs_few_queries(django_assert_max_num_queries: Any) -> None:
    table = shown()
    at(table, 2)
    with django_assert_max_num_queries(10):
        at(table, 2)


def test_fs_29_a_reveal_can_be_watched_again_of_any_turn() -> None:
    table = shown()
    found = revealed(table.scope, 1)
    assert found is not None
    assert revealed(table.scope, 2) is None
    assert found.began is not None
    assert timezone.now() - found.began < timedelta(minutes=5)
