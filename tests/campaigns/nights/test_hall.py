"""The hall's screen: every name once, for whom a table waits, and what has happened this evening."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from campaigns.models import Scope
from campaigns.nights import acts
from campaigns.nights.evenings.hall import HallPage
from campaigns.nights.games import plans
from campaigns.nights.games.plans import When
from tests.campaigns import play
from tests.campaigns.nights.conftest import Evening
from tests.factories import signed_in
from tests.pages import page_of

type Clock = Callable[[datetime], None]


def league_of(evening: Evening) -> Scope:
    scope = play.found_league(evening.ilse, name="The Iron Winter", parallel_play="on")
    for seat in (evening.marta, evening.tom):
        play.found_warband(scope, seat, units=play.band(150))
    play.answer_all(scope, evening.ilse, play.act(scope, evening.ilse, "start"))
    return scope


def hall(evening: Evening) -> HallPage:
    page: HallPage = page_of(signed_in(evening.wren).get(evening.path("hall/")))
    return page


def test_who_plays_is_named_at_their_table_alone(evening: Evening, at: Clock) -> None:
    plans.arrange(
        by=evening.ilse, pair=[evening.marta, evening.tom], when=When.on(evening.night, 1), scope=None
    )
    at(evening.night.begins_at + timedelta(minutes=5))
    for seat in (evening.marta, evening.jun):
        acts.arrive(seat=seat, night=evening.night)
    page = hall(evening)
    assert [one.name for one in page.unpaired] == ["Jun"]
    assert {one.name for one in page.here} == {"Marta", "Jun"}
    text = signed_in(evening.wren).get(evening.path("hall/")).content.decode()
    assert text.count("<bdi>Marta</bdi>") == 1


def test_a_table_waits_for_whoever_is_not_there(evening: Evening, at: Clock) -> None:
    plans.arrange(
        by=evening.ilse, pair=[evening.marta, evening.tom], when=When.on(evening.night, 1), scope=None
    )
    at(evening.night.begins_at - timedelta(minutes=20))
    acts.arrive(seat=evening.marta, night=evening.night)
    assert hall(evening).games[0].state == ""
    at(evening.night.begins_at + timedelta(minutes=30))
    (game,) = hall(evening).games
    assert (game.state, game.tone, game.since) == ("Waiting for Tom", "waits", "since 19:00")
    acts.arrive(seat=evening.tom, night=evening.night)
    assert hall(evening).games[0].state == ""


def test_what_happens_in_the_leagues_that_are_played_stands_beside(evening: Evening, at: Clock) -> None:
    scope = league_of(evening)
    plans.arrange(
        by=evening.ilse, pair=[evening.marta, evening.tom], when=When.on(evening.night, 1), scope=scope
    )
    at(evening.night.begins_at + timedelta(minutes=30))
    assert hall(evening).news == ()
    play.evening(scope, evening.ilse, *play.state_of(scope).warbands)
    at(evening.night.begins_at + timedelta(hours=2))
    plans.by_itself(evening.night.begins_at + timedelta(hours=2))
    page = hall(evening)
    assert 0 < len(page.news) <= 4
    assert (page.games[0].tone, page.games[0].since) == ("won", "19:30")
