"""What a refusal of a map league leads to: the battle, the steps, the setting, whoever can help."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from campaigns.engine import door
from campaigns.engine.who.rights import Actor
from campaigns.models import Seat
from campaigns.shell.what_now import what_now
from tests.maps.conquest import play as conquest
from tests.maps.firestorm import fights
from tests.maps.firestorm import play as firestorm
from tests.pages import looking, page_text

pytestmark = pytest.mark.django_db

type Table = conquest.Table | firestorm.Table
ELSE = "See who can change it"


def way_of(table: Table, name: str, answer: Any, *, drawn: bool = True) -> tuple[str, str]:
    """The address and the words of the button beside a refusal, which the page has unless it stands there."""
    assert answer.status_code == 409, (answer.status_code, conquest.words_of(answer))
    seat: Seat = table.organiser if name == "Organiser" else table.seats[name]
    way = what_now(looking(table.scope, seat, "map"), answer.context["refused"])
    assert way is not None
    assert (f'href="{way.url}">{way.words}</a>' in page_text(answer)) is drawn
    return way.url, way.words


def people(table: Table) -> str:
    return reverse("people:people", args=[table.scope.club.slug])


def setting(table: Table, key: str) -> str:
    return reverse("campaigns:settings", args=[table.scope.pk], query={"setting": key}) + f"#s-{key}"


def test_a_paused_league_leads_to_whoever_lets_it_go_on() -> None:
    league = firestorm.begun()
    door.act(league.scope.pk, Actor(league.organiser), "firestorm.pause", {})
    asked = {"step": league.state.now.step, "faction": league.factions["Marta"]}
    assert way_of(league, "Marta", league.post("Marta", "ready", **asked)) == (people(league), ELSE)
    stands_in = league.post("Organiser", "ready", **asked, **{"as": asked["faction"]})
    assert way_of(league, "Organiser", stands_in) == (league.url("organise"), "Go to the league")


def test_a_paused_map_of_empires_leads_its_organiser_to_the_map() -> None:
    league = conquest.begun()
    league.post("Organiser", "pause", words="summer")
    asked = {"realm": league.state.now.active, "round": 1, "event": "fools_gold"}
    way = way_of(
        league, "Organiser", league.post("Organiser", "pick_event", **asked, **{"as": asked["realm"]})
    )
    assert way == (reverse("campaigns:league", args=[league.scope.pk]), "Go to the league")


def test_what_a_faction_owes_after_its_battles_leads_there() -> None:
    league, battle = fights.in_the_field()
    fights.fought(league, battle)
    name = fights.founder(league, battle.defend)
    asked = {"step": league.state.now.step, "faction": league.factions[name]}
    way = way_of(league, name, league.post(name, "ready", **asked))
    assert way == (league.url("aftermath"), "Go to the aftermath")


def test_a_report_in_the_way_is_on_the_page_one_stands_on() -> None:
    league, battle = fights.in_the_field()
    attacker, defender = fights.both(league, battle)
    fights.done(league, attacker, battle.id, "report", result="minor_victory")
    conceded = fights.sent(league, defender, battle.id, "walkover")
    way = way_of(league, defender, conceded, drawn=False)
    assert way == (league.url("battle", battle.id), "Go to the battle")


def test_what_a_setting_forbids_leads_to_the_setting_or_to_who_can_change_it() -> None:
    league, battle = fights.at_the_tower(siege_mode="never")
    asked = fights.sent(league, "Marta", battle.id, "offer_siege", siege="true")
    assert way_of(league, "Marta", asked) == (people(league), ELSE)
    data = {"siege": "true", "faction": league.factions["Marta"], "as": league.factions["Marta"]}
    again = fights.sent(league, "Organiser", battle.id, "offer_siege", **data)
    assert way_of(league, "Organiser", again) == (setting(league, "siege_mode"), "Go to the setting")


def test_whose_turn_it_is_leads_to_their_empire() -> None:
    league = conquest.begun()
    active = league.state.now.active
    name = next(one for one in ("Marta", "Kwame", "Ilse") if league.realm(one) != active)
    answer = league.post(name, "pick_event", realm=league.realm(name), round=1, event="fools_gold")
    wanted = (reverse("maps:realm", args=[league.scope.pk, active]), league.state.name_of(active))
    url, words = wanted
    assert answer.status_code == 409
    way = what_now(league.at(name), answer.context["refused"])
    assert way is not None
    assert (way.url, way.words) == wanted
    assert f'href="{url}">' in page_text(answer)
    assert words


def test_a_battle_nobody_has_settled_leads_there() -> None:
    league = conquest.at_battles()
    answer = league.post("Organiser", "close_battles", round=league.state.now.round, words="late")
    url, words = way_of(league, "Organiser", answer)
    assert words == "Go to the battle"
    open_ones = [one.id for one in league.state.battles.values() if one.status == "open"]
    assert url in [reverse("maps:battle", args=[league.scope.pk, one]) for one in open_ones]


def test_a_league_of_one_leads_to_the_invitations() -> None:
    league = conquest.table("Marta")
    way = way_of(league, "Organiser", league.post("Organiser", "begin_play"))
    assert way == (reverse("people:invitations", args=[league.scope.club.slug]), "Invite people")
