"""A report sent after a dispute asks the other side once more: home, map, battle, organisers' page, inbox and
programs say so alike, until it is agreed to or disputed again.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from campaigns.leagues.organise_page import league_organise_page
from campaigns.models import NoticeKind
from campaigns.notices.found import finding
from campaigns.shell.told import chronicle
from tests import factories
from tests.campaigns.leagues.whose_move import assert_kept_as_made
from tests.campaigns.notices.test_told_games import Fought, empires, factions, heard
from tests.pages import page_of

pytestmark = pytest.mark.django_db

ASKED = (
    "It was disputed and has been reported again. If it’s correct this time, agree to it. If not, dispute "
    "it, and an organiser will decide."
)


@pytest.fixture(params=[empires, factions])
def fought(request: pytest.FixtureRequest) -> Fought:
    """A battle whose report was disputed and sent again."""
    finding.catch_up(timezone.now() - timedelta(minutes=1))
    found: Fought = request.param()
    found.does(found.defender, "dispute", words="We held.")
    found.again()
    return found


def battle_page(fought: Fought, name: str) -> Any:
    return page_of(fought.league.browsers[name].get(fought.url))


def told_on(page: Any) -> tuple[str, bool, bool]:
    """What a battle's page says of the dispute, whether it asks for a word, and whether one may say no."""
    if hasattr(page, "games"):
        (game,) = page.games
        return game.ruling, bool(game.confirm and game.confirm.look == "brass"), game.may_dispute
    taps = [one for one in page.taps if one.act == "confirm"]
    return page.must_wait, any(one.look == "brass" for one in taps), page.can_dispute


def titles(fought: Fought, name: str) -> list[str]:
    return [one.title for one in factories.todos_for(fought.league.seats[name])]


def decides(fought: Fought) -> bool:
    """Whether the organiser reads at home that a battle is disputed."""
    return any(one.startswith("Decide a disputed battle: ") for one in titles(fought, "Organiser"))


def asks(fought: Fought) -> bool:
    return any(one.endswith("Is the report right?") for one in titles(fought, fought.defender))


def test_home_map_battle_and_inbox_ask_the_other_side(fought: Fought) -> None:
    assert asks(fought)
    assert decides(fought)
    assert told_on(battle_page(fought, fought.defender)) == (ASKED, True, True)
    page = fought.league.page(fought.defender)
    steps = [one for one in page.now.steps if one.url.startswith(fought.url)]
    assert [one.waits for one in steps] == [False]
    again = f"{fought.attacker} has reported {fought.title} again. Is the report right?"
    assert heard(fought.loser, NoticeKind.DISPUTED) == [again]
    assert_kept_as_made(fought.league.scope)


def test_who_has_told_it_again_and_the_organisers_read_whom_it_waits_for(fought: Fought) -> None:
    said, brass, _disputes = told_on(battle_page(fought, fought.attacker))
    assert said == (
        f"It was disputed and has been reported again: waiting for {fought.names[1]} to agree, or for an "
        "organiser to decide."
    )
    assert not brass
    page = fought.league.page(fought.attacker)
    assert page.now.title == f"Waiting for {fought.names[1]} and the organiser."
    assert page.deadline is None
    needs = league_organise_page(fought.league.at("Organiser")).needs
    (need,) = [one for one in needs if one.title == f"Disputed: {fought.title}"]
    assert need.note == f"Reported again: {fought.defender} can agree, or you can decide."


def test_who_disputes_it_once_more_is_asked_no_longer(fought: Fought) -> None:
    fought.does(fought.defender, "dispute", words="Still wrong.")
    assert not asks(fought)
    assert heard(fought.loser, NoticeKind.DISPUTED) == [
        f"{fought.attacker} has reported {fought.title} again"
    ]
    said, brass, disputes = told_on(battle_page(fought, fought.defender))
    assert said.startswith("It does not count yet: an organiser can decide")
    assert (brass, disputes) == (False, False)
    assert_kept_as_made(fought.league.scope)


def test_the_chronicle_says_that_it_was_reported_again(fought: Fought) -> None:
    viewer = fought.league.at("Organiser")
    said = chronicle.latest_of(viewer, f"{viewer.scope.game}.report")
    assert said.startswith(fought.names[0])
    assert "the disputed battle again" in said or "after the dispute" in said


def test_who_agrees_ends_it(fought: Fought) -> None:
    fought.does(fought.defender, "confirm")
    assert not asks(fought)
    assert not decides(fought)
