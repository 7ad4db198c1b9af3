"""Who sees a game and who acts in it; how many queries a screen takes; what a stale phone is told."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from campaigns.models import Scope, Seat
from tests import factories
from tests.campaigns import play
from tests.campaigns.solo.walk import Walk, new_game, signed_in
from tests.pages import page_of, words_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def marta() -> Seat:
    return factories.new_seat(name="Marta")


@pytest.fixture
def scope(marta: Seat) -> Scope:
    return new_game(signed_in(marta), marta)


def test_a_club_mate_sits_down_and_acts(marta: Seat, scope: Scope) -> None:
    mate = signed_in(factories.new_seat(club=marta.club, name="Tom"))
    assert mate.get(f"/l/{scope.pk}/solo/").context["page"].may_act
    drawn = mate.post(f"/l/{scope.pk}/solo/", {"do": "draw"})
    assert drawn["Location"] == f"/l/{scope.pk}/solo/#asked", "without script it opens at what is asked next"
    shown = mate.get(f"/l/{scope.pk}/solo/")
    assert page_of(shown).may_act
    assert 'id="asked"' in shown.content.decode()
    assert play.state_of(scope).game.phase == "types"
    units = mate.get(f"/l/{scope.pk}/solo/units/")
    assert units.context["link"].endswith(f"/l/{scope.pk}/solo/")
    assert "<svg" in units.context["qr"]


def test_a_spectator_watches_and_cannot_act(marta: Seat, scope: Scope) -> None:
    watcher = signed_in(factories.new_seat(club=marta.club, role="spectator"))
    page = watcher.get(f"/l/{scope.pk}/solo/")
    assert not page_of(page).may_act
    assert watcher.post(f"/l/{scope.pk}/solo/", {"do": "draw"}).status_code == 403
    assert watcher.post(f"/clubs/{marta.club.slug}/solo/", {}).status_code == 404
    assert play.state_of(scope).game.phase == "setup"


@pytest.mark.parametrize("path", ["", "units/", "log/"])
def test_strangers_and_visitors_meet_404(marta: Seat, scope: Scope, path: str) -> None:
    for visitor in (signed_in(factories.new_seat()), Client()):
        assert visitor.get(f"/l/{scope.pk}/solo/{path}").status_code == 404
        assert visitor.get(f"/clubs/{marta.club.slug}/solo/").status_code == 404
        assert visitor.post(f"/l/{scope.pk}/solo/", {"do": "draw"}).status_code == 404


def test_a_game_has_no_league_pages_and_a_league_no_table(marta: Seat, scope: Scope) -> None:
    browser, league = signed_in(marta), play.found_league(factories.new_organiser(club=marta.club))
    assert browser.get(f"/l/{scope.pk}/").status_code == 404
    assert browser.get(f"/l/{scope.pk}/chronicle/").status_code == 404
    assert browser.get(f"/l/{league.pk}/solo/").status_code == 404
    assert browser.get("/").status_code == 200


def test_the_list_of_games_and_the_pool_show_what_there_is(marta: Seat, scope: Scope) -> None:
    browser = signed_in(marta)
    assert "Marta against the app" in words_of(browser.get(f"/clubs/{marta.club.slug}/solo/"))
    assert "Gravewood Host" in words_of(browser.get(f"/clubs/{marta.club.slug}/solo/lists/"))


def test_a_stale_phone_gets_the_sentence_and_the_fresh_screen(marta: Seat, scope: Scope) -> None:
    walk = Walk(signed_in(marta), scope)
    walk.hurry("round")
    told = {"do": "human_turn", "turn": "99"}
    answer = walk.browser.post(f"/l/{scope.pk}/solo/", told)
    assert answer.status_code == 409
    page = page_of(answer)
    assert page.refused is not None
    assert "That turn is over" in page.refused.sentence
    assert page.step is not None
    assert page.step.do == "human_turn"


def test_the_same_answer_from_two_phones_counts_once(marta: Seat, scope: Scope) -> None:
    walk = Walk(signed_in(marta), scope)
    walk.hurry("round")
    walk.step()
    ask = walk.page.asking.ask
    assert ask is not None
    walk.answer(ask)
    late = walk.browser.post(
        f"/l/{scope.pk}/solo/", {"slot": ask.slot, "key": ask.question.key, "value": "nonsense"}
    )
    assert late.status_code == 409
    assert "Somebody else got there first" in page_of(late).refused.sentence


NONSENSE = [
    {"do": "nothing_like_it"},
    {"slot": "s99", "key": "x"},
    {"slot": "s99", "key": "x", "kind": "yesno", "value": "yes"},
]


@pytest.mark.parametrize("sent", NONSENSE)
def test_nonsense_is_404(marta: Seat, scope: Scope, sent: dict[str, Any]) -> None:
    assert signed_in(marta).post(f"/l/{scope.pk}/solo/", sent).status_code == 404


def test_a_question_takes_the_same_few_queries_in_any_game(
    marta: Seat, scope: Scope, django_assert_max_num_queries: Any
) -> None:
    browser = signed_in(marta)
    large = new_game(browser, marta, apps="2", people="Marta, Tom")
    for game in (scope, large):
        walk = Walk(browser, game)
        walk.hurry("round")
        with django_assert_max_num_queries(10):
            browser.get(f"/l/{game.pk}/solo/")
        walk.step()
        with django_assert_max_num_queries(10):
            browser.get(f"/l/{game.pk}/solo/", headers={"HX-Target": "solo"})
    with django_assert_max_num_queries(12):
        browser.get(f"/clubs/{marta.club.slug}/solo/")


def test_dice_by_hand_are_asked_for(marta: Seat, scope: Scope) -> None:
    browser = signed_in(marta)
    browser.post(f"/l/{scope.pk}/solo/", {"dice": "hand"})
    browser.post(f"/l/{scope.pk}/solo/", {"do": "draw"})
    page = browser.get(f"/l/{scope.pk}/solo/").context["page"]
    assert page.asking.ask.widget == "fields"
    browser.post(
        f"/l/{scope.pk}/solo/",
        {"slot": page.asking.ask.slot, "key": page.asking.ask.question.key, "value": 3},
    )
    page = browser.get(f"/l/{scope.pk}/solo/").context["page"]
    assert page.asking.ask.thrown[0].origin == "hand"


def test_an_answer_reads_the_game_once_and_is_checked_by_the_question(
    marta: Seat, scope: Scope, django_assert_max_num_queries: Any
) -> None:
    """What the form says of the question is no more than a hint."""
    browser = signed_in(marta)
    walk = Walk(browser, scope)
    walk.hurry("between")
    while walk.page.asking.ask is None or not walk.page.asking.ask.question.key.startswith("way:"):
        walk.step()
    ask = walk.page.asking.ask
    sent = {"slot": ask.slot, "key": ask.question.key, "kind": ask.question.kind, "value": "yes"}
    path = f"/l/{scope.pk}/solo/"
    for forged in ({"kind": "choose"}, {"kind": "unit", "value": "nobody"}):
        assert browser.post(path, {**sent, **forged}).status_code == 409
    with CaptureQueriesContext(connection) as caught:
        answer = browser.post(path, sent, headers={"HX-Request": "true"})
    assert answer.context["page"].asking.ask.question.key.startswith("way_charge")
    queries = [one["sql"] for one in caught.captured_queries]
    assert sum("sologame" in one for one in queries) <= 1
    assert len(queries) <= 16
    other = browser.post(path, {**sent, "value": "no"})
    assert other.status_code == 409
    assert "has already answered this" in page_of(other).refused.sentence
