"""What follows by itself happens in the transaction that brought it, whoever calls: page, program, door."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from campaigns.engine import door
from campaigns.engine.stored.journal import reconcile
from campaigns.engine.who.rights import Actor
from campaigns.models import Dialogue, Entry, Scope
from maps.conquest.clock import empires_next_acts
from rules.conquest.book import conquest_in_force
from tests.campaigns.engine.evening import at_once
from tests.maps.conquest import play
from tests.maps.conquest.play import Table

pytestmark = pytest.mark.django_db


def by_page(league: Table, name: str, act: str, params: dict[str, Any]) -> None:
    league.do(name, act, **params)


def by_program(league: Table, name: str, act: str, params: dict[str, Any]) -> None:
    sent = {"procedure": f"conquest.{act}", "params": params}
    address = f"/api/v1/leagues/{league.scope.pk}/act/"
    told = league.browsers[name].post(address, sent, content_type="application/json")
    assert told.status_code == 200, told.json()
    assert told.json()["settled"] or told.json()["request"]


def by_door(league: Table, name: str, act: str, params: dict[str, Any]) -> None:
    actor = Actor(league.seats[name])
    outcome = door.act(league.scope.pk, actor, f"conquest.{act}", params)
    assert outcome.settled or outcome.request


CALLERS = [by_page, by_program, by_door]


def before_the_first_round() -> tuple[Table, str, dict[str, Any]]:
    """Everybody but one has a capital: the league, who is left, and what they pick."""
    league = play.table("Marta", "Kwame")
    league.answered("Organiser", league.post("Organiser", "begin_play"))
    league.do(
        league.player(league.state.now.active),
        "pick_capital",
        territory=league.ask("capitals")[0]["territory"],
    )
    last = league.state.now.active
    params = {"realm": last, "round": 0, "territory": league.ask("capitals")[0]["territory"]}
    return league, league.player(last), params


def before_a_battle() -> tuple[Table, str]:
    league = play.at_battles("Marta", "Kwame", start_gold=500)
    (battle,) = league.state.battles
    return league, battle


def version(league: Table) -> int:
    return Scope.objects.values_list("version", flat=True).get(pk=league.scope.pk)


@pytest.mark.parametrize("call", CALLERS)
def test_cq_17_the_act_that_ends_a_phase_brings_the_next_at_once(call: Any) -> None:
    league, name, params = before_the_first_round()
    before = version(league)
    call(league, name, "pick_capital", params)
    assert (league.phase, league.state.now.round) == ("events", 1)
    order, picked = Entry.objects.filter(scope=league.scope).select_related("slot").order_by("-seq")[:2]
    assert (picked.procedure, picked.via) == ("conquest.pick_capital", "person")
    assert (order.procedure, order.actor, order.via) == ("conquest.take_order", None, "clock")
    assert order.slot.name == "round:1:order"
    assert version(league) == before + 1  # one write, one event
    assert reconcile(league.scope) == []


@pytest.mark.parametrize("call", CALLERS)
def test_cq_157_the_last_to_agree_has_the_battle_rolled_off_with_the_gold_sealed(call: Any) -> None:
    league, battle = before_a_battle()
    attacker, defender = league.state.battles[battle].members
    seal(league, battle, attacker, 100)
    for realm in (attacker, defender):
        call(league, league.player(realm), "ask_abstract", {"battle": battle, "realm": realm})
    found = league.state.battles[battle]
    assert (found.status, found.method) == ("settled", "abstract")
    assert dict(found.gold) == {attacker: 100, defender: 0}
    assert not Dialogue.objects.filter(scope=league.scope).exists()
    assert reconcile(league.scope) == []


def seal(league: Table, battle: str, realm: str, amount: int) -> None:
    name = league.player(realm)
    opened = league.post(name, "commit_gold", battle=battle)
    sent = {"key": f"gold:{battle}:{realm}", "value": str(amount)}
    assert league.browsers[name].post(opened.url, sent).status_code in (200, 302)


@pytest.mark.parametrize("how", ["page", "door"])
def test_cq_66_an_organiser_who_rolls_it_off_opens_what_was_sealed(how: str) -> None:
    league, battle = before_a_battle()
    attacker, defender = league.state.battles[battle].members
    seal(league, battle, attacker, 100)
    params = {"battle": battle, "words": "nobody has time"}
    if how == "page":
        league.answered("Organiser", league.post("Organiser", "rule_abstract", **params))
    else:
        actor = Actor(league.organiser)
        assert door.act(league.scope.pk, actor, "conquest.rule_abstract", params, app_dice=True).settled
    assert dict(league.state.battles[battle].gold) == {attacker: 100, defender: 0}
    assert reconcile(league.scope) == []


def test_nothing_follows_twice() -> None:
    league, name, params = before_the_first_round()
    state = league.state
    assert empires_next_acts(state, conquest_in_force(state), timezone.now()) == []
    by_program(league, name, "pick_capital", params)
    state = league.state
    assert empires_next_acts(state, conquest_in_force(state), timezone.now()) == []


@pytest.mark.django_db(transaction=True)
def test_two_who_agree_at_once_roll_one_battle_off() -> None:
    league, battle = before_a_battle()
    members = league.state.battles[battle].members

    def agreed(realm: str) -> Any:
        params = {"battle": battle, "realm": realm}
        return lambda: by_door(league, league.player(realm), "ask_abstract", params)

    assert at_once(league.scope, *map(agreed, members)) == [None, None]
    assert league.state.battles[battle].method == "abstract"
    assert Entry.objects.filter(scope=league.scope, procedure="conquest.abstract").count() == 1
    assert reconcile(league.scope) == []
