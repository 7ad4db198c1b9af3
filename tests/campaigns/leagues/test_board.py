"""The club-night board: what a television shows, to whom, and that it is the same for everybody."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone

from campaigns.engine.plugins import plugin_of
from campaigns.engine.who.rights import Actor
from campaigns.leagues import board
from campaigns.leagues.board import BoardPage
from campaigns.models import Scope
from campaigns.opr.league import facts
from campaigns.shell.told import chronicle
from rules.engine.games import ActTrait
from tests.campaigns import play
from tests.campaigns.opr.table.evening import Evening
from tests.campaigns.play import found_warband, player
from tests.factories import new_organiser
from tests.maps.conquest import play as maps_play
from tests.maps.firestorm import play as factions_play
from tests.maps.firestorm.test_coming_later import left
from tests.pages import text_of

pytestmark = pytest.mark.django_db
TRAP = 23


def board_of(here: Evening, client: Client) -> str:
    answer = client.get(here.url("board/"))
    assert answer.status_code == 200
    return str(answer.content.decode())


def test_strangers_see_no_board_unless_the_league_is_public() -> None:
    here = Evening()
    for client in (Client(), here.browser(new_organiser(name="Sven"))):
        assert client.get(here.url("board/")).status_code == 404
    assert "Second Bell" in board_of(here, here.browser(here.marta))
    Scope.objects.filter(pk=here.scope.pk).update(is_public=True)
    page = board_of(here, Client())
    assert "Second Bell" in page
    assert f'data-live="/live/{here.scope.pk}' in page


def test_the_board_has_no_controls_and_is_dark() -> None:
    here = Evening()
    page = board_of(here, here.browser(here.ilse))
    assert 'data-theme="dark"' in page
    for control in ("<form", "<button", "<nav", "csrfmiddlewaretoken"):
        assert control not in page


def test_the_part_is_the_same_whoever_signed_the_television_in(monkeypatch: pytest.MonkeyPatch) -> None:
    here = Evening()
    here.mission()
    moment = timezone.now()  # the board tells the time
    monkeypatch.setattr(timezone, "now", lambda: moment)
    parts = {
        here.browser(seat).get(here.url("board/"), headers={"HX-Target": "board"}).content
        for seat in (here.ilse, here.marta, here.tom)
    }
    assert len(parts) == 1
    assert b"<html" not in parts.pop()


def test_opr_32_it_shows_the_event_that_counts_and_who_took_out_whom() -> None:
    here = Evening()
    mission = here.mission()
    here.event(mission, 26)
    killer, victim = here.units(here.bell)[0], here.units(here.raiders)[1]
    tick = {"killer": killer, "round": 1}
    facts.tick_fact(
        scope=here.scope, actor=Actor(here.marta), mission=mission, kind="out", subject=victim, data=tick
    )
    page = shown(here)
    [event] = here.shows(here.tom, mission).events
    assert event.name in " ".join(f"{one.title} {one.text}" for one in page.now)
    assert "round 1" in " ".join(f"{one.where} {one.title}" for one in page.now)
    assert f"{here.name(killer)} took out {here.name(victim)}." in [one.sentence for one in page.news]


def test_what_is_no_news_is_told_in_the_chronicle_alone() -> None:
    here = Evening()
    play.evening(here.scope, here.ilse, here.bell, here.raiders)
    small = here.scope.entries.filter(procedure__in=plugin_of(here.scope.game).game.marked[ActTrait.MINOR])
    assert small.exists()
    told = [one.sentence for one in chronicle.newest_lines(here.at(here.marta), limit=100)]
    news = [one.sentence for one in chronicle.news(here.at(here.marta), 100)]
    assert len(told) - len(news) == small.count()
    assert [one for one in told if "finished its upgrades" in one]
    assert not [one for one in news if "finished its upgrades" in one]


def test_opr_33_a_sealed_note_stays_sealed_on_its_writers_board() -> None:
    here = Evening()
    mission = here.mission()
    event = here.event(mission, TRAP, warband=here.bell)
    marta, page = here.browser(here.marta), here.url(f"m/{mission}/")
    asked = marta.post(f"{page}do/seal_note/", {"event": event, "warband": here.bell})["Location"]
    assert marta.post(asked, {"key": "note", "value": "the crooked well"}).status_code == 302
    assert "the crooked well" in marta.get(page).content.decode()
    assert "crooked well" not in board_of(here, marta)


def test_a_large_league_fits_and_says_how_many_more() -> None:
    here = Evening()
    for number in range(14):
        found_warband(here.scope, player(here.scope, f"Player {number}"), f"Band {number}")
    page = shown(here)
    assert (len(page.rows), page.more, page.is_close) == (12, 4, True)
    drawn = board_of(here, here.browser(here.tom))
    assert drawn.count('class="board-row') == 12
    assert "and 4 more" in drawn
    assert "is-close" in drawn


def test_the_board_costs_the_same_however_large_the_league(django_assert_max_num_queries) -> None:
    here = Evening(parallel_play="on")
    for number in range(6):
        found_warband(here.scope, player(here.scope, f"Player {number}"), f"Band {number}")
    here.mission()
    client = here.browser(here.tom)
    with django_assert_max_num_queries(12):
        client.get(here.url("board/"))


def test_menu_and_desk_lead_to_it() -> None:
    here = Evening()
    address = f'href="{here.url("board/")}"'
    assert address in here.browser(here.marta).get(here.url("")).content.decode()
    assert "Open the hall screen" in here.browser(here.ilse).get(here.url("desk/")).content.decode()


def test_a_map_league_has_its_board_too() -> None:
    league = maps_play.begun("Marta", "Kwame")
    page = board.board_page(league.at("Marta", "board"))
    assert {one.name for one in page.rows} == {"Marta's realm", "Kwame's realm"}
    assert "Round 1" in " ".join(f"{one.where} {one.title}" for one in page.now)
    assert f"Waiting for: {page.waited}" in text_of(
        league.browsers["Marta"].get(f"/l/{league.scope.pk}/board/")
    )


def test_a_side_nobody_plays_is_told_without_a_name_before_it() -> None:
    table = factions_play.begun("Marta", "Kwame")
    left(table, "Marta")
    rows = {one.name: one.note for one in board.board_page(table.at("Kwame")).rows}
    assert rows == {
        table.state.name_of(table.factions["Marta"]): "territories: 1 · banners: 1",
        table.state.name_of(table.factions["Kwame"]): "Kwame · territories: 1 · banners: 1",
    }


def shown(here: Evening) -> BoardPage:
    """What the television shows, whoever signed it in."""
    return board.board_page(here.at(here.tom, "board"))
