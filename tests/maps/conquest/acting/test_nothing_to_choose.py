"""Nobody is waited for without a choice: the app takes the one step left, which goes with the last tap."""

from __future__ import annotations

import pytest
from django.urls import reverse
from django.utils import timezone

from campaigns.engine.stored.journal import reconcile
from campaigns.models import Entry, Notice, Via
from campaigns.notices.found import finding
from campaigns.shell.told import chronicle_page
from tests.maps.conquest import play
from tests.maps.conquest.play import Table
from tests.older import asking

pytestmark = pytest.mark.django_db


def by_the_app(league: Table) -> list[Entry]:
    return list(league.scope.entries.filter(via=Via.IDLE, void=False).order_by("seq"))


def before_the_challenges(*names: str, older: bool = False) -> Table:
    league = play.begun(*names)
    if older:
        asking(league)
    for phase in (play.events, play.revenue):
        phase(league)
    return league


def test_cq_46_who_has_one_target_challenges_it_without_a_tap() -> None:
    league = before_the_challenges("Marta", "Kwame")
    assert league.phase == "battle"
    assert [one.procedure for one in by_the_app(league)][-1] == "conquest.challenge"
    assert not reconcile(league.scope)


def test_cq_46_who_has_two_targets_is_asked() -> None:
    league = before_the_challenges("Marta", "Kwame", "Ilse")
    assert league.phase == "challenge"
    assert [one.procedure for one in by_the_app(league)] == []


def test_a_league_that_ran_before_keeps_its_way() -> None:
    league = before_the_challenges("Marta", "Kwame", older=True)
    assert league.phase == "challenge"


def test_the_same_comes_of_it_as_of_ones_own_tap() -> None:
    by_app, by_hand = (before_the_challenges("Marta", "Kwame", older=one) for one in (False, True))
    play.challenges(by_hand)
    assert by_app.phase == by_hand.phase == "battle"
    for league in (by_app, by_hand):
        (battle,) = league.state.battles.values()
        assert {len(battle.attackers), len(battle.defenders)} == {1}
        (entry,) = league.scope.entries.filter(procedure="conquest.challenge")
        assert (entry.actor is None) == (league is by_app)


def spends(league: Table, ep: int) -> str:
    """Whose turn it is to spend has so many points."""
    active = league.state.now.active
    have = league.state.realms[active].ep
    league.post("Organiser", "grant", realm=active, ep=str(ep - have), words="to try it")
    return league.player(active)


def dear(league: Table, realm: str) -> tuple[str, int]:
    """A territory the realm can claim, and its price."""
    places = [one for one in league.ask("reachable", realm=realm) if one["act"] == "claim"]
    one = min(places, key=lambda each: int(each["price"]))
    return one["territory"], int(one["price"])


def test_cq_94_a_turn_ends_with_its_last_point_and_comes_back_with_it() -> None:
    league = play.after_battles("Marta", "Kwame")
    mine = league.state.now.active
    spends(league, 9)
    place, price = dear(league, mine)
    name = spends(league, price)
    league.do(name, "claim", territory=place)
    assert league.state.now.active != mine
    ended = [one for one in by_the_app(league) if one.params["realm"] == mine]
    assert ended[-1].procedure == "conquest.end_turn"

    lines = chronicle_page.chronicle_page(league.at("Marta", "chronicle")).lines
    assert "nothing to choose" in {line.by_itself for line in lines}

    back = reverse("maps:step_back", args=[league.scope.pk])
    undone = league.browsers["Organiser"].post(back, {"words": "the wrong one"})
    assert undone.status_code == 302, play.words_of(undone)
    assert (league.state.now.active, league.state.realms[mine].ep) == (mine, price)
    ended[-1].refresh_from_db()
    assert ended[-1].void
    assert not reconcile(league.scope)


def test_cq_94_who_has_nothing_left_after_an_organisers_word_is_passed_over_at_once() -> None:
    league = play.after_battles("Marta", "Kwame")
    mine = league.state.now.active
    spends(league, 0)
    assert league.state.now.active != mine


def test_nobody_is_told_that_it_went_on_without_them() -> None:
    league = play.after_battles("Marta", "Kwame")
    spends(league, 0)
    assert by_the_app(league)
    finding.catch_up(timezone.now())
    assert not Notice.objects.filter(kind="went_on").exists()
