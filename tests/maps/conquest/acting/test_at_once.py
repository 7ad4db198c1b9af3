"""Two taps at one moment on a map league, each on a connection of its own: one wins, the other is told."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.urls import reverse

from campaigns.engine.stored.journal import reconcile
from tests.campaigns.engine.evening import at_once
from tests.maps.conquest import play
from tests.maps.conquest.play import Table, words_of

pytestmark = pytest.mark.django_db(transaction=True)
STALE = "Something has changed"


def spending(**settings: Any) -> Table:
    """A league in which somebody has points to spend."""
    league = play.after_battles(**settings)
    assert league.phase == "conquest"
    return league


def to_claim(league: Table) -> tuple[str, dict[str, Any]]:
    """Whose turn it is, and the form of a claim as their page has it."""
    active = league.state.now.active
    free = [one for one in league.ask("reachable", realm=active) if one["act"] == "claim" and not one["dear"]]
    place = free[0]["territory"]
    stamp = league.ask("stamp", realm=active, territory=place)
    return active, {"realm": active, "round": 1, "territory": place, "seen": stamp}


def sent(league: Table, name: str, act: str, form: dict[str, Any]) -> Any:
    return lambda: league.post(name, act, **{**form, "once": uuid4().hex})


def test_two_browsers_of_one_player_spend_at_once() -> None:
    league = spending()
    active, form = to_claim(league)
    points = league.state.realms[active].ep
    name = league.player(active)
    given = at_once(league.scope, sent(league, name, "claim", form), sent(league, name, "claim", form))
    assert sorted(one.status_code for one in given) == [302, 409]
    told = next(one for one in given if one.status_code == 409)
    assert STALE in words_of(told)
    fresh = told.context["page"]
    assert fresh.me.ep == league.state.realms[active].ep
    assert fresh.panel.id == form["territory"]
    price = points - fresh.me.ep
    assert league.state.territories[form["territory"]].owner == active
    assert price in (1, 2, 3)  # paid once
    assert reconcile(league.scope) == []


def test_two_players_spend_at_once_only_whose_turn_it_is_does() -> None:
    league = spending()
    active, form = to_claim(league)
    other = next(one for one in league.state.realms if one != active)
    theirs = {"realm": other, "round": 1, "territory": form["territory"]}
    mine = sent(league, league.player(active), "claim", form)
    given = at_once(league.scope, mine, sent(league, league.player(other), "raid", theirs))
    assert sorted(one.status_code for one in given) == [302, 409]
    assert league.state.territories[form["territory"]].owner == active
    assert "turn" in words_of(next(one for one in given if one.status_code == 409))
    assert reconcile(league.scope) == []


def test_the_organiser_corrects_the_territory_meanwhile() -> None:
    league = spending()
    active, form = to_claim(league)
    other = next(one for one in league.state.realms if one != active)
    correction = {"territory": form["territory"], "owner": other, "building": "", "words": "it was hers"}
    given = at_once(
        league.scope,
        sent(league, league.player(active), "claim", form),
        sent(league, "Organiser", "correct", correction),
    )
    claim, corrected = given
    assert corrected.status_code == 302
    assert league.state.territories[form["territory"]].owner == other
    if claim.status_code == 409:  # the correction was first: the page was stale
        assert STALE in words_of(claim)
        assert claim.context["page"].panel.owner_id == other
    else:
        assert claim.status_code == 302
    assert reconcile(league.scope) == []


def test_a_stale_page_is_told_so_whatever_it_wants_after_a_correction() -> None:
    league = spending()
    active, form = to_claim(league)
    other = next(one for one in league.state.realms if one != active)
    league.post("Organiser", "correct", territory=form["territory"], owner=other, building="", words="hers")
    response = league.post(league.player(active), "claim", **form)
    assert response.status_code == 409
    assert STALE in words_of(response)
    assert response.context["page"].panel.owner_id == other


def test_confirmed_and_disputed_at_once() -> None:
    league = play.at_battles("Marta", "Kwame")
    (battle,) = league.state.battles.values()
    attacker, defender = league.player(battle.attackers[0]), league.player(battle.defenders[0])
    play.reported(league, attacker, battle.id, attack=(700, 3, 9), defend=(500, 5, 9), fled="defend")
    form = {"battle": battle.id, "realm": league.realm(defender)}
    given = at_once(
        league.scope,
        sent(league, defender, "confirm", form),
        sent(league, defender, "dispute", {**form, "words": "no"}),
    )
    agreed, against = (one.status_code for one in given)
    assert agreed == 302  # whoever disputed it may agree after all
    assert against in (302, 409)
    assert league.state.battles[battle.id].status == "settled"
    told = league.scope.entries.filter(procedure="conquest.dispute").count()
    assert told == (against == 302)
    assert reconcile(league.scope) == []


def test_two_organisers_take_one_step_back_at_once() -> None:
    league = spending()
    active, form = to_claim(league)
    before = league.state
    league.post(league.player(active), "claim", **form)
    address = reverse("maps:step_back", args=[league.scope.pk])
    step = league.scope.entries.filter(void=False).order_by("-seq").values_list("seq", flat=True)[0]
    browser = league.browsers["Organiser"]

    def back() -> Any:
        return browser.post(address, {"words": "wrong place", "step": str(step)})

    given = at_once(league.scope, back, back)
    assert sorted(one.status_code for one in given) == [302, 409]
    assert league.state == before
    assert reconcile(league.scope) == []
