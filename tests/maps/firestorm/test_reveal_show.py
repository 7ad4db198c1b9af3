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

from campaigns.engine.on_the_board import Ranking
from campaigns.engine.stored import topics
from campaigns.engine.transaction.viewer import Viewer
from campaigns.models import Seat
from maps.firestorm import board as firestorm_board
from maps.firestorm.reveal import reveal_page
from maps.firestorm.reveal.past import revealed
from maps.firestorm.reveal.reveal_page import PACE, RevealPage, step_now
from maps.firestorm.viewer import FirestormViewer
from tests import factories
from tests.maps.conquest.play import words_of
from tests.maps.firestorm.orders.test_orders import banner, tapped, writing
from tests.maps.firestorm.play import Table
from tests.pages import looking
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
    whole = topics.topics_text

    def noted(found: Any) -> str:
        names.append(whole(found))
        return names[-1]

    monkeypatch.setattr(topics, "topics_text", noted)
    tapped(table, "Kwame", banner(table, "Kwame"), seal="1")
    assert any(is_stale(part[1], one) for one in names), names
    assert table.url("reveal_now") in table.see("Kwame")


def on_the_board(table: Table, passed: float, monkeypatch: pytest.MonkeyPatch) -> Ranking:
    """The board when so many steps could have been shown since the reveal."""
    found = revealed(table.scope)
    assert found
    assert found.began
    now = found.began + passed * PACE
    for module in (firestorm_board, reveal_page):
        monkeypatch.setattr(module, "timezone", SimpleNamespace(now=lambda: now))
    viewer: FirestormViewer = Viewer(RequestFactory().get("/"), table.scope, None, "board")
    return firestorm_board.faction_board(viewer)


def test_fs_27_the_clubs_board_plays_the_reveal_as_long_as_it_is_shown(monkeypatch) -> None:
    table = shown()
    first, second = (on_the_board(table, passed, monkeypatch) for passed in (0.5, 1.5))
    for ranking, at in ((first, 0), (second, 1)):
        [now] = ranking.now
        assert (now.where, now.at, now.count) == ("The reveal of turn 1", at, 2)
        assert now.steps == ("now", "")[:at] + ("", "")[at:]
        assert 0 < ranking.wait <= PACE / timedelta(milliseconds=1)
    assert first.now[0].title == "All orders are on the table, sealed."
    assert second.now[0].emblem
    assert first.map != second.map
    assert {one.figure for one in first.rows} == {one.figure for one in second.rows} == {"1"}
    assert first.waited == second.waited == ()
    over = on_the_board(table, 90, monkeypatch)
    assert over.wait == 0
    assert {one.figure for one in over.rows} != {"1"}
    assert [one.count for one in over.now] == [0] * len(over.now)
    assert over.map


def at(table: Table, step: int | None, seat: Seat | None = None) -> RevealPage:
    """What somebody sees at a step of the first turn's reveal."""
    found = revealed(table.scope, 1)
    assert found is not None
    viewer = looking(table.scope, seat or table.seats["Kwame"], "map")
    return reveal_page.reveal_page(viewer, found, step)


def test_fs_27_later_steps_are_veiled_and_the_last_one_shows_the_map_as_it_is() -> None:
    table = shown()
    assert all(one.words for one in at(table, 2).lines)
    whole = drawn(table, 2)
    assert "not shown yet" not in whole
    assert "marches and takes Ashen Orchard and Sulphur Ford." in whole
    assert [one.words for one in at(table, 0).lines] == ["", ""]
    start = drawn(table, 0)
    assert start.count("not shown yet") == 2
    assert "Ashen Orchard and Sulphur" not in start


def test_fs_176_everybody_who_may_look_sees_the_same_and_strangers_see_nothing() -> None:
    table = shown()
    nadia = factories.new_seat(club=table.scope.club, name="Nadia")
    people = (*(table.seats[who] for who in ("Marta", "Kwame", "Organiser")), nadia)
    seen = {(page.title, page.note, str(page.svg)) for page in (at(table, 1, who) for who in people)}
    assert len(seen) == 1
    address = table.url("reveal", 1)
    assert factories.signed_in(nadia).get(address, {"at": 1}).status_code == 200
    assert Client().get(address).status_code == 404


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
    assert at(table, None).wait > 0
    assert at(table, 1).wait == 0


def test_fs_162_the_seals_can_be_checked_by_anybody_with_one_line() -> None:
    table = shown()
    proofs = [one.proof for one in at(table, 2).checked]
    assert len(proofs) == 2
    for proof in proofs:
        line = [sys.executable, "-c", proof.check]
        done = subprocess.run(line, capture_output=True, text=True, check=True)
        assert done.stdout.strip() == proof.fingerprint
    html = unescape(drawn(table, 2))
    assert all(f"<code>{one}</code>" in html for proof in proofs for one in (proof.fingerprint, proof.check))


def test_while_steps_are_veiled_so_is_what_was_sealed() -> None:
    assert at(shown(), 1).checked == ()


def test_the_show_costs_few_queries(django_assert_max_num_queries: Any) -> None:
    table = shown()
    drawn(table, 2)
    with django_assert_max_num_queries(10):
        drawn(table, 2)


def test_fs_29_a_reveal_can_be_watched_again_of_any_turn() -> None:
    table = shown()
    found = revealed(table.scope, 1)
    assert found is not None
    assert revealed(table.scope, 2) is None
    assert found.began is not None
    assert timezone.now() - found.began < timedelta(minutes=5)


def drawn(table: Table, step: int) -> str:
    answer = table.browsers["Kwame"].get(table.url("reveal", 1), {"at": step})
    assert answer.status_code == 200, words_of(answer)
    return str(answer.content.decode())
