"""How many games against the app count for a player and round of a league: settled as they are reported."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaigns.engine.who.rights import Actor
from campaigns.models import Report, Scope
from campaigns.opr.league.app_games import send_report
from rules.engine.refusals import Refused
from tests.campaigns import play
from tests.campaigns.engine.evening import at_once
from tests.campaigns.opr.against.test_against import Club, counts, open_club
from tests.campaigns.solo.walk import Walk, signed_in


def give_up(club: Club, walk: Walk, *sides: str) -> None:
    """A game that is over before it began."""
    for side in sides or ("w1",):
        play.act(walk.scope, club.ilse, "concede", side=side)


def handed_over(club: Club, game: Scope) -> Callable[[], object]:
    said = {"warbands": [club.bands["Marta"]], "won": False, "rounds": 4}
    actor = Actor(club.ilse)
    return lambda: send_report(league=club.league, actor=actor, game=game, said=said)


@pytest.mark.django_db(transaction=True)
def test_solo_77_of_two_games_side_by_side_only_as_many_count_as_the_cap_allows() -> None:
    club = open_club(ai_games_cap="1", ai_game_counts="fully")
    games = [club.game(club.ilse, "Marta") for _ in range(2)]
    assert [counts(walk) for walk in games] == ["fully", "fully"]
    for walk in games:
        give_up(club, walk)
    given = at_once(club.league, *(handed_over(club, walk.scope) for walk in games))
    assert sorted(type(one).__name__ for one in given) == ["Refused", "Report"]
    refused = next(one for one in given if isinstance(one, Refused))
    assert "This one is a practice game." in refused.sentence
    assert Report.objects.count() == 1


@pytest.mark.django_db
def test_solo_77_what_becomes_of_the_game_above_the_cap_is_said_before_and_after() -> None:
    club = open_club(ai_games_cap="1", ai_game_counts="fully")
    browser = signed_in(club.ilse)
    assert "1 of these games counts for each player" in browser.get(club.address).content.decode()
    first, second = club.game(club.ilse, "Marta"), club.game(club.ilse, "Tom", "Marta")
    give_up(club, first)
    give_up(club, second, "w1", "w2")
    assert "practice game for Tom" not in (said := browser.get(club.address).content.decode())
    assert "practice game for Marta" in said
    assert browser.get(club.address).content.decode().count("Report it to the league") == 2
    report = handed_over(club, first.scope)()
    with pytest.raises(Refused, match="already been reported"):
        handed_over(club, first.scope)()
    page = browser.get(club.address).content.decode()
    assert page.count("Report it to the league") == 0
    assert "it has already been handed in. This one is a practice game." in page
    assert isinstance(report, Report)
    browser.post(f"/l/{club.league.pk}/reports/{report.pk}/", {"withdraw": "1"})
    report.refresh_from_db()
    assert report.status == "withdrawn"
    assert browser.get(club.address).content.decode().count("Report it to the league") == 2


@pytest.mark.django_db
def test_solo_77_it_costs_the_same_to_ask_the_cap_of_one_game_and_of_many() -> None:
    costs = []
    for many in (1, 5):
        club = open_club(ai_games_cap="1", ai_game_counts="fully")
        games = [club.game(club.ilse, "Marta") for _ in range(many + 1)]
        for walk in games:
            give_up(club, walk)
        handed_over(club, games[0].scope)()
        browser = signed_in(club.ilse)
        with CaptureQueriesContext(connection) as caught:
            page = browser.get(club.address).content.decode()
        assert page.count("This one is a practice game.") == many
        costs.append(len(caught))
    assert costs[0] == costs[1]


@pytest.mark.django_db
def test_solo_78_together_above_the_points_allowed_is_practice_and_said_so() -> None:
    club = open_club(ai_game_counts="fully")
    dear = play.state_of(club.league).warbands[club.bands["Tom"]].units[0]
    play.act(
        club.league, club.ilse, "give_item", unit=dear, item={"label": "Crown", "price": 120}, words="A find."
    )
    refused = club.sent(club.ilse, "Marta", "Tom", apps="2")
    page = refused.content.decode()
    assert refused.status_code == 409
    told = "Tom's band brings 270 points; only 200 are allowed. Play it as a practice game"
    assert told in page.replace("&#x27;", "'")
    assert refused.context["page"].chosen == {club.bands["Marta"], club.bands["Tom"]}
    assert refused.context["page"].practice
    walk = club.game(club.ilse, "Marta", "Tom", apps="2", practice="1")
    assert counts(walk) == "practice"
    walk.until("types")
