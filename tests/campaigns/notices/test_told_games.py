"""Those who fought hear what becomes of their game, whichever book it is played by: before the rest of the
league, and with who has won."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from campaigns.engine import reports
from campaigns.engine.who.rights import Actor
from campaigns.leagues.clock import clock_tick
from campaigns.models import Chat, News, NewsKind, Notice, NoticeKind, Seat
from campaigns.notices.found import finding, news, occasions
from campaigns.notices.found.inbox import notification_sentence, notification_target_url
from campaigns.notices.kinds.every_kind import is_so
from campaigns.notices.kinds.todos import OF_TODOS
from tests.campaigns import play
from tests.campaigns.engine.evening import band, founded
from tests.maps.conquest import play as conquest
from tests.maps.firestorm import fights

pytestmark = pytest.mark.django_db
MASSACRE: dict[str, Any] = {"attack": (900, 1, 8), "defend": (1, 7, 8), "fled": "defend"}
LESS: dict[str, Any] = {"attack": (900, 2, 8), "defend": (1, 7, 8), "fled": "defend"}


@pytest.fixture(autouse=True)
def from_now_on() -> None:
    finding.catch_up(timezone.now() - timedelta(minutes=1))


def heard(seat: Seat, *kinds: NoticeKind) -> list[str]:
    finding.catch_up(timezone.now())
    found = Notice.objects.filter(person=seat.person, kind__in=kinds)
    return [notification_sentence(one) for one in found.order_by("pk")]


class Fought:
    """A battle of two that its attacker has told, on either map; a third plays in the league."""

    def __init__(self) -> None:
        self.seats: dict[str, Seat]
        self.does: Callable[..., Any]
        self.again: Callable[[], Any]

    @property
    def winner(self) -> Seat:
        return self.seats[self.attacker]

    @property
    def loser(self) -> Seat:
        return self.seats[self.defender]

    attacker: str
    defender: str
    title: str
    names: tuple[str, str]
    url: str
    league: Any


def empires() -> Fought:
    found, league = Fought(), conquest.at_battles("Marta", "Kwame")
    (battle,) = league.state.battles.values()
    found.attacker, found.defender = (
        league.player(one) for one in (battle.attackers[0], battle.defenders[0])
    )
    conquest.reported(league, found.attacker, battle.id, **MASSACRE)
    found.league, found.seats = league, league.seats
    found.names = f"{found.attacker}'s realm", f"{found.defender}'s realm"
    found.title = f"{found.names[0]} against {found.names[1]}"
    found.url = f"/l/{league.scope.pk}/map/battles/{battle.id}/"
    found.does = lambda name, act, **sent: league.do(name, act, battle=battle.id, **sent)
    found.again = lambda: conquest.reported(league, found.attacker, battle.id, **LESS)
    return found


def factions() -> Fought:
    found = Fought()
    league, battle = fights.in_the_field()
    found.attacker, found.defender = fights.both(league, battle)
    fights.done(league, found.attacker, battle.id, "report", result="major_victory")
    (game,) = league.state.bouts
    state = league.state
    found.league, found.seats = league, league.seats
    found.names = state.name_of(battle.attack), state.name_of(battle.defend)
    found.title = f"{found.names[0]} against {found.names[1]} for {state.name_of(battle.territory)}"
    found.url = league.url("battle", battle.id)
    found.does = lambda name, act, **sent: fights.done(league, name, battle.id, act, bout=game, **sent)
    found.again = lambda: found.does(found.attacker, "report", result="minor_victory")
    return found


@pytest.fixture(params=[empires, factions])
def fought(request: pytest.FixtureRequest) -> Fought:
    found: Fought = request.param()
    return found


def test_whoever_told_a_battle_hears_that_it_counts_and_who_has_won(fought: Fought) -> None:
    fought.does(fought.defender, "confirm")
    won = f"{fought.names[0]} beat {fought.names[1]}"
    assert heard(fought.winner, NoticeKind.COUNTS) == [f"Your report of {fought.title} counts: {won}"]
    assert heard(fought.loser, NoticeKind.COUNTS) == []  # who agreed to it knows
    (told,) = Notice.objects.filter(kind=NoticeKind.COUNTS)
    assert notification_target_url(told) == fought.url


def test_whose_report_of_a_battle_is_disputed_hears_so_until_that_is_settled(fought: Fought) -> None:
    fought.does(fought.defender, "dispute", words="We held.")
    said = f"{fought.defender} disputes the report of {fought.title}"
    assert heard(fought.winner, NoticeKind.DISPUTED) == [said]
    assert heard(fought.loser, NoticeKind.DISPUTED) == []
    (told,) = Notice.objects.filter(kind=NoticeKind.DISPUTED)
    assert is_so(told, timezone.now())
    fought.does(fought.defender, "confirm")
    assert not is_so(told, timezone.now())
    assert heard(fought.winner, NoticeKind.DISPUTED) == [said]


def test_who_disputed_a_battle_hears_that_it_is_reported_again(fought: Fought) -> None:
    fought.does(fought.defender, "dispute", words="We held.")
    fought.again()
    said = f"{fought.attacker} has reported {fought.title} again. Is the report right?"
    assert heard(fought.loser, NoticeKind.DISPUTED) == [said]
    fought.does(fought.defender, "confirm")
    assert heard(fought.winner, NoticeKind.COUNTS)


def test_of_warbands_who_disputed_hears_that_it_was_told_again_and_its_reporter_what_came_of_that() -> None:
    evening = founded()
    facts = {"warbands": [evening.hers, evening.his], "winners": [evening.hers], "rounds": 4}
    sent: dict[str, Any] = {"scope": evening.scope, "actor": Actor(evening.marta)}
    first = reports.submit_report(**sent, procedure="opr.quick_report", facts=facts)
    reports.dispute_report(first, Actor(evening.tom), "Five rounds.")
    assert len(heard(evening.marta, NoticeKind.DISPUTED)) == 1
    anew = {**facts, "rounds": 6}
    second = reports.submit_report(**sent, procedure="opr.quick_report", facts=anew, instead_of=first)
    (said,) = heard(evening.tom, NoticeKind.DISPUTED)
    assert said.startswith("Marta has reported ")
    assert said.endswith(" again. Is the report right?")
    assert len(heard(evening.marta, NoticeKind.DISPUTED)) == 1
    reports.dispute_report(second, Actor(evening.tom), "Five, not six.")
    assert heard(evening.marta, NoticeKind.DISPUTED)[1].endswith("“Five, not six.”")
    assert heard(evening.tom, NoticeKind.DISPUTED) == [said]


def test_who_never_answered_hears_that_it_counts_and_nothing_else_of_it(fought: Fought) -> None:
    deadline = fought.league.state.now.deadline
    assert deadline is not None
    clock_tick(deadline + timedelta(minutes=1))
    won = f"{fought.names[0]} beat {fought.names[1]}"
    (told,) = heard(fought.loser, NoticeKind.COUNTS)
    assert told == f"Nobody objected in time, so {fought.names[0]}’s report of {fought.title} counts: {won}"
    assert not any("report" in one for one in heard(fought.loser, NoticeKind.WENT_ON))
    assert heard(fought.winner, NoticeKind.COUNTS) == [f"Your report of {fought.title} counts: {won}"]


def test_the_chat_of_a_club_hears_who_has_won_on_a_map(fought: Fought) -> None:
    club = fought.league.scope.club
    chat = Chat.objects.create(club=club, name="#campaign", url="https://example.org")
    Chat.objects.filter(pk=chat.pk).update(made_at=timezone.now() - timedelta(hours=1))
    news.find(timezone.now())
    assert not News.objects.filter(kind=NewsKind.RESULT).exists()
    fought.does(fought.defender, "confirm")
    for _look in range(2):
        news.find(timezone.now())
    (told,) = News.objects.filter(kind=NewsKind.RESULT)
    won = f"{fought.names[0]} beat {fought.names[1]}"
    assert news.news_message(told)[0] == f"{fought.league.scope}: {won}."
    assert occasions.holds(told, timezone.now())


def test_who_disputed_a_report_and_agrees_after_all_knows_that_it_counts() -> None:
    evening = founded()
    report = evening.report()
    reports.dispute_report(report, Actor(evening.tom), "Pip ran.")
    reports.agree_report(report, Actor(evening.tom))
    assert heard(evening.tom, NoticeKind.COUNTS) == []
    assert len(heard(evening.marta, NoticeKind.COUNTS)) == 1


def test_of_three_who_was_not_asked_any_more_hears_that_it_counts() -> None:
    evening = founded()
    nell = play.player(evening.scope, "Nell")
    hers = play.found_warband(evening.scope, nell, units=band(3))
    facts = {"warbands": [evening.hers, evening.his, hers], "winners": [evening.hers]}
    report = reports.submit_report(
        scope=evening.scope, actor=Actor(evening.marta), procedure="opr.quick_report", facts=facts
    )
    reports.agree_report(report, Actor(evening.tom))
    (told,) = heard(nell, NoticeKind.COUNTS)
    assert told.startswith("Marta’s report of Mission 1 counts: Marta's band beat ")
    assert heard(evening.tom, NoticeKind.COUNTS) == []


def test_whose_answer_a_report_waits_for_reads_of_it_in_the_inbox(fought: Fought) -> None:
    said = f"{fought.names[0]} has reported {fought.title} and is waiting for your answer"
    (line,) = heard(fought.loser, *OF_TODOS)
    assert line.startswith(said)
    assert not any(one.startswith(said) for one in heard(fought.winner, *OF_TODOS))
    fought.does(fought.defender, "dispute", words="We held.")
    assert not any(one.startswith(said) for one in heard(fought.loser, *OF_TODOS))


def test_fs_50_a_line_that_was_there_tells_of_the_report_that_renews_it() -> None:
    league, battle = fights.in_the_field()
    attacker, defender = fights.both(league, battle)
    assert heard(league.seats[defender], *OF_TODOS)[0].startswith("It’s your turn in The Ember Crown")
    Notice.objects.update(read_at=timezone.now())
    fights.done(league, attacker, battle.id, "report", result="major_victory")
    (line,) = heard(league.seats[defender], *OF_TODOS)
    assert "is waiting for your answer" in line
    assert Notice.objects.get(person=league.seats[defender].person).read_at is None


def test_those_who_fought_hear_what_an_organiser_has_decided(fought: Fought) -> None:
    fought.does(fought.defender, "dispute", words="We held.")
    if fought.league.scope.game == "conquest":
        (battle,) = fought.league.state.battles
        fought.league.post("Organiser", "decide", battle=battle, outcome="attack", words="I was there.")
    else:
        fought.does("Organiser", "decide", result="draw", words="I was there.")
    for seat in (fought.winner, fought.loser):
        (said,) = heard(seat, NoticeKind.ACTED_FOR)
        assert said.startswith("Organiser did this as organiser: ")


def test_fs_57_what_was_told_of_one_game_stays_what_it_said_when_another_counts() -> None:
    league, battle = fights.in_the_field()
    attacker, defender = fights.both(league, battle)
    fights.done(league, attacker, battle.id, "agree_games", games="2")
    said = []
    for result in ("draw", "major_victory"):
        fights.done(league, attacker, battle.id, "report", result=result)
        fights.done(league, defender, battle.id, "confirm", bout=list(league.state.bouts)[-1])
        said.append(heard(league.seats[attacker], NoticeKind.COUNTS))
    first, both = said
    assert first[0].endswith(" counts")
    assert both[0] == first[0]
    assert both[1].startswith(f"{first[0]}: ")
