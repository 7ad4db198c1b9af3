"""Pairs of a league's round, without a night: both of a pair are asked for a day."""

from __future__ import annotations

from datetime import timedelta

import pytest

from campaigns.models import Night, Notice, NoticeKind, Pairing, PlannedGame, PlanStatus
from campaigns.nights.games import plans
from campaigns.nights.games.games import asked_game_todos
from campaigns.nights.pairing import pairs
from campaigns.nights.pairing.page import pairs_page
from campaigns.nights.pairing.pairs import table_of
from campaigns.notices.found import finding
from campaigns.notices.found.inbox import notification_sentence
from campaigns.people import seats
from rules.engine.refusals import Refused
from tests.campaigns.nights.conftest import Evening, today
from tests.campaigns.nights.test_pairing import Hall, hall
from tests.factories import signed_in
from tests.pages import page_of

__all__ = ["hall"]


def path(hall: Hall, rest: str = "") -> str:
    return f"/clubs/{hall.evening.club.slug}/rounds/{rest}?league={hall.scope.pk}"


@pytest.fixture
def league(hall: Hall) -> Hall:
    """A league of five whose club has no nights."""
    Night.objects.all().delete()
    return hall


def test_a_round_is_for_organisers(league: Hall) -> None:
    people = league.evening
    visitors = (people.ilse, people.marta, people.wren, people.sven, None)
    assert [signed_in(one).get(path(league)).status_code for one in visitors] == [200, 404, 404, 404, 404]
    assert page_of(signed_in(people.ilse).get(f"/clubs/{people.club.slug}/nights/")).round
    assert not page_of(signed_in(people.marta).get(f"/clubs/{people.club.slug}/nights/")).round


def test_a_league_without_nights_is_paired_and_both_are_asked_for_the_day(league: Hall) -> None:
    browser = signed_in(league.evening.ilse)
    page = page_of(browser.get(path(league)))
    assert (page.head, page.publish) == ("2 pairings, 1 sits out", "Publish 2 pairings")
    assert browser.post(path(league, "publish/"), {"seen": page.sign}).status_code == 422
    day = today(league.evening.club) + timedelta(days=6)
    sent = {"seen": page.sign, "day": day.isoformat(), "starts": "18:30"}
    finding.catch_up(Pairing.objects.get().made_at - timedelta(minutes=1))
    for _twice in range(2):
        answer = browser.post(path(league, "publish/"), sent)
    assert answer.status_code == 409
    games = list(PlannedGame.objects.all())
    assert [(one.day, one.status, one.night, one.table) for one in games] == [
        (day, PlanStatus.ASKED, None, None)
    ] * 2
    finding.catch_up(games[0].made_at)
    told = Notice.objects.filter(kind=NoticeKind.ASKED)
    assert told.count() == 4
    assert notification_sentence(told[0]).startswith("You’ve been paired with ")
    first, second = (one.seat for one in games[0].sides.select_related("seat"))
    (todo,) = asked_game_todos([str(first.pk)])
    assert todo.title == f"{first} v {second}"
    for seat in (first, second):
        plan = plans.reply_to_plan(by=seat, plan=games[0], accepts=True)
    assert plan.status == PlanStatus.AGREED


def test_the_next_round_repeats_nobody_who_is_still_to_play(league: Hall) -> None:
    when = plans.When(today(league.evening.club) + timedelta(days=6), league.evening.night.starts)
    met: list[frozenset[int]] = []
    out: list[int] = []
    for way in ("robin", "", "", "", ""):
        table = table_of(None, league.scope)
        if way:
            pairs.redraw_pairs(table, way=way)
        draft = pairs.drafted(table)[0]
        met += [frozenset(pair) for pair in draft.pairs]
        out += draft.out
        pairs.plan_paired_games(table, by=league.evening.ilse, when=when)
    assert len(met) == len(set(met)) == 10
    assert sorted(out) == sorted(one.pk for one in league.seats)
    with pytest.raises(Refused, match="Choose a day"):
        pairs.plan_paired_games(table_of(None, league.scope), by=league.evening.ilse)


def test_a_round_robin_shows_the_whole_season(league: Hall) -> None:
    browser = signed_in(league.evening.ilse)
    assert page_of(browser.get(path(league))).season == ()
    browser.post(path(league, "again/"), {"way": "robin"})
    page = page_of(browser.get(path(league)))
    assert [one.number for one in page.season] == [1, 2, 3, 4, 5]
    assert [one.is_next for one in page.season] == [True, False, False, False, False]
    assert {len(one.pairs) for one in page.season} == {2}
    assert "The whole season" in browser.get(path(league)).content.decode()
    day = today(league.evening.club) + timedelta(days=6)
    browser.post(path(league, "publish/"), {"day": day.isoformat(), "starts": "18:30"})
    page = page_of(browser.get(path(league)))
    assert [state for _pair, state in page.season[0].pairs] == ["planned", "planned"]
    assert [one.is_next for one in page.season] == [False, True, False, False, False]


def test_whoever_leaves_leaves_the_rounds_of_the_others_as_they_were(league: Hall) -> None:
    """Of a season of five one leaves after the first round; in the next one nobody meets again."""
    when = plans.When(today(league.evening.club) + timedelta(days=6), league.evening.night.starts)
    pairs.redraw_pairs(table_of(None, league.scope), way="robin")
    season = [set(one.pairs) for one in pairs.season_rounds(table_of(None, league.scope))]
    pairs.plan_paired_games(table_of(None, league.scope), by=league.evening.ilse, when=when)
    gone = league.seats[2]
    seats.remove_seat(by=league.evening.ilse, seat=gone)
    table = table_of(None, league.scope)
    left = [{pair for pair in pairs_ if gone.person_id not in pair} for pairs_ in season]
    assert [set(one.pairs) for one in pairs.season_rounds(table)] == left
    page = pairs_page(pairs.drafted(table)[0], table, [league.scope])
    assert page.repeats == "No rematches."
    assert [one.is_next for one in page.season] == [False, True, False, False, False]


def test_names_change_places_and_stay_apart_in_a_round(league: Hall) -> None:
    browser = signed_in(league.evening.ilse)
    (one, partner), (other, _last) = (line.plates for line in page_of(browser.get(path(league))).lines)
    browser.post(path(league, "swap/"), {"one": one.seat, "other": other.seat})
    line = page_of(browser.get(path(league))).lines[0]
    assert [plate.name for plate in line.plates] == [other.name, partner.name]
    browser.post(path(league, "apart/"), {"seat": other.seat, "other": partner.seat})
    kept = page_of(browser.get(path(league)))
    assert {other.name, partner.name} not in [{p.name for p in line.plates} for line in kept.lines]
    browser.post(path(league, f"apart/{kept.apart[0][0]}/"))
    assert page_of(browser.get(path(league))).apart == ()


def test_without_a_league_there_is_no_round_to_pair(evening: Evening) -> None:
    club = f"/clubs/{evening.sven.club.slug}/rounds/"
    assert "No leagues yet" in signed_in(evening.sven).get(club).content.decode()
