"""An organiser who plays in a battle gives no word on it for the other side.

Source: FS-50, CQ-91
"""

from __future__ import annotations

import pytest
from django.urls import reverse

from campaigns.models import Role, Seat
from rules.engine.refusals import Refused
from tests.campaigns import play as opr
from tests.campaigns.opr.table.evening import Evening
from tests.maps.conquest import play as conquest
from tests.maps.conquest.play import words_of
from tests.maps.firestorm import fights
from tests.maps.firestorm import play as firestorm
from tests.pages import page_of

pytestmark = pytest.mark.django_db


def test_fs_50_a_rival_organiser_gives_no_word_of_the_other_side_on_their_battle() -> None:
    league, battle = fights.in_the_field()
    attacker, defender = fights.both(league, battle)
    Seat.objects.filter(pk=league.seats[attacker].pk).update(role=Role.ORGANISER)
    for_them = {"faction": battle.defend, "as": battle.defend}
    said = fights.sent(league, attacker, battle.id, "report", result="major_defeat", **for_them)
    assert "You are playing against" in words_of(said)
    assert not league.state.bouts
    fights.done(league, attacker, battle.id, "report", result="major_victory")
    (game,) = league.state.bouts
    page = page_of(fights.page_at(league, attacker, battle.id, **{"as": battle.defend}))
    assert (page.me, page.report, [one.confirm for one in page.games]) == (battle.defend, None, [None])
    assert page.games[0].may_decide
    for act in ("confirm", "dispute"):
        refused = fights.sent(league, attacker, battle.id, act, bout=game, **for_them)
        assert "You are playing against" in words_of(refused)
    assert league.state.bouts[game].status == "reported"
    ours = page_of(fights.page_at(league, "Organiser", battle.id, **{"as": battle.defend}))
    assert ours.games[0].confirm is not None
    fights.sent(league, "Organiser", battle.id, "confirm", bout=game, **for_them)
    assert league.state.bouts[game].status == "confirmed"
    assert league.state.bouts[game].confirmed_by == league.factions[defender]


def test_cq_91_a_rival_organiser_gives_no_word_of_the_other_side_on_their_battle() -> None:
    league = conquest.at_battles()
    battle = next(key for key, one in league.state.battles.items() if one.status == "open")
    attackers, defenders = conquest.sides(league, battle)
    mine, theirs = league.player(attackers[0]), defenders[0]
    Seat.objects.filter(pk=league.seats[mine].pk).update(role=Role.ORGANISER)
    conquest.reported(league, mine, battle, attack=(700, 3, 9), defend=(500, 5, 9), fled="defend")
    refused = league.post(mine, "confirm", battle=battle, realm=theirs, **{"as": theirs})
    assert "You are playing against" in words_of(refused)
    assert league.state.battles[battle].status == "reported"
    league.post("Organiser", "confirm", battle=battle, realm=theirs, **{"as": theirs})
    assert league.state.battles[battle].status == "settled"


# Who did not come


def test_fs_50_a_rival_organiser_does_not_say_that_the_other_side_did_not_come() -> None:
    league, battle = fights.in_the_field()
    attacker, _defender = fights.both(league, battle)
    Seat.objects.filter(pk=league.seats[attacker].pk).update(role=Role.ORGANISER)
    name = league.state.name_of(battle.defend)
    why = f"You are playing against {name} here, so you cannot speak for them. Ask Organiser."
    page = page_of(fights.page_at(league, attacker, battle.id))
    taps = {one.title: one.why_not for one in page.organising.absent}
    assert taps[f"Record {name} as a no-show"] == why
    assert taps[f"Record {league.state.name_of(battle.attack)} as a no-show"] == ""
    for_them = {"faction": battle.defend, "words": "Nobody came."}
    for form in (for_them, {**for_them, "as": battle.defend}):
        assert why in words_of(fights.sent(league, attacker, battle.id, "walkover", **form))
    assert league.state.battles[battle.id].status == "open"
    fights.done(league, "Organiser", battle.id, "walkover", **for_them)
    assert league.state.battles[battle.id].method == "walkover"


def test_fs_50_where_no_other_organiser_is_left_they_are_told_what_they_can_do() -> None:
    league, battle = fights.in_the_field()
    attacker, defender = fights.both(league, battle)
    Seat.objects.filter(pk=league.seats[attacker].pk).update(role=Role.ORGANISER)
    Seat.objects.filter(pk=league.seats["Organiser"].pk).update(role=Role.PLAYER)
    page = page_of(fights.page_at(league, attacker, battle.id))
    (why,) = filter(None, (one.why_not for one in page.organising.absent))
    assert why.endswith(
        "No other organiser can speak for them either. Say how it went for your side; the other side will "
        "answer."
    )
    fights.done(league, attacker, battle.id, "report", result="minor_victory")
    (game,) = league.state.bouts
    fights.done(league, defender, battle.id, "confirm", bout=game)
    assert league.state.bouts[game].status == "confirmed"


@pytest.mark.parametrize("act", ["walkover", "ask_abstract"])
def test_cq_84_a_rival_organiser_gives_no_battle_up_for_the_other_side(act: str) -> None:
    league = conquest.at_battles()
    battle = next(key for key, one in league.state.battles.items() if one.status == "open")
    attackers, defenders = conquest.sides(league, battle)
    mine, theirs = league.player(attackers[0]), defenders[0]
    Seat.objects.filter(pk=league.seats[mine].pk).update(role=Role.ORGANISER)
    name = league.state.name_of(theirs)
    why = f"You are playing against {name} here, so you cannot speak for them. Ask Organiser."
    sent = {"battle": battle, "realm": theirs, "as": theirs}
    assert why in words_of(league.post(mine, act, **sent))
    found = league.state.battles[battle]
    assert (found.status, found.abstract_for) == ("open", ())
    address = f"{reverse('maps:battle', args=[league.scope.pk, battle])}?as={theirs}"
    assert words_of(league.browsers[mine].get(address)).count(why) == 2
    assert why not in words_of(league.browsers["Organiser"].get(address))


def test_opr_31_a_rival_organiser_does_not_concede_for_the_other_warband() -> None:
    here = Evening()
    mission = here.mission()
    Seat.objects.filter(pk=here.marta.pk).update(role=Role.ORGANISER)
    form, page = {"warband": here.raiders, "round": 1}, here.url(f"m/{mission}/")
    why = "You are playing against Raiders here, so you cannot speak for them. Ask "
    marta, ilse = here.browser(here.marta), here.browser(here.ilse)
    assert why in words_of(marta.post(f"{page}do/concede/", form))
    assert why in words_of(marta.get(page))
    assert why not in words_of(ilse.get(page))
    assert ilse.post(f"{page}do/concede/", form).status_code == 302


# Who takes a side out of the league


def _rival(table: conquest.Table | firestorm.Table, name: str) -> None:
    Seat.objects.filter(pk=table.seats[name].pk).update(role=Role.ORGANISER)


@pytest.mark.parametrize("act", ["leave", "withdraw"])
def test_cq_20_a_rival_organiser_does_not_remove_an_empire_from_the_league(act: str) -> None:
    table = conquest.table("Marta", "Kwame") if act == "withdraw" else conquest.begun("Marta", "Kwame")
    _rival(table, "Marta")
    theirs = table.realm("Kwame")
    name = table.state.name_of(theirs)
    why = f"You are playing against {name} here, so you cannot speak for them. Ask Organiser."
    address = reverse("maps:realm", args=[table.scope.pk, theirs])
    assert page_of(table.browsers["Marta"].get(address)).leave.why_not == why
    assert why in words_of(table.post("Marta", act, realm=theirs, words="Away."))
    assert theirs in table.state.realms
    assert table.state.realms[theirs].status != "left"
    assert page_of(table.browsers["Organiser"].get(address)).leave.why_not == ""
    assert table.post("Organiser", act, realm=theirs, words="Away.").status_code == 302


def test_cq_20_where_no_other_organiser_is_left_they_remove_it() -> None:
    table = conquest.begun("Marta", "Kwame")
    _rival(table, "Marta")
    Seat.objects.filter(pk=table.seats["Organiser"].pk).update(role=Role.PLAYER)
    theirs = table.realm("Kwame")
    address = reverse("maps:realm", args=[table.scope.pk, theirs])
    assert page_of(table.browsers["Marta"].get(address)).leave.why_not == ""
    assert table.post("Marta", "leave", realm=theirs, words="Away.").status_code == 302
    assert table.state.realms[theirs].status == "left"


def test_fs_01_a_rival_organiser_takes_nobody_out_of_a_faction() -> None:
    table = firestorm.begun("Marta", "Kwame", more=(("Tom", "Marta"),))
    _rival(table, "Marta")
    players = {one.owner: one for one in table.state.players.values()}
    kwame, tom = (players[str(table.seats[one].pk)] for one in ("Kwame", "Tom"))
    why = f"You are playing against {table.state.name_of(kwame.faction)} here, so you cannot speak for them."
    said = table.post("Marta", "leave_faction", player=kwame.id, words="Away.")
    assert why in words_of(said)
    assert kwame.id in table.state.players
    table.do("Marta", "leave_faction", player=tom.id, words="Away.")
    assert tom.id not in table.state.players


def test_opr_66_a_rival_organiser_does_not_disband_a_warband() -> None:
    here = Evening()
    Seat.objects.filter(pk=here.marta.pk).update(role=Role.ORGANISER)
    here.marta.refresh_from_db()
    page = here.url(f"w/{here.raiders}/change/")
    marta, ilse = here.browser(here.marta), here.browser(here.ilse)
    assert "Disband the warband" not in words_of(marta.get(page))
    assert "Disband the warband" in words_of(ilse.get(page))
    with pytest.raises(Refused, match="You are playing against Raiders here"):
        opr.act(here.scope, here.marta, "disband_warband", warband=here.raiders)
    sent = {"act": "disband_warband", "disband_warband-sure": "on"}
    assert marta.post(page, sent).status_code == 422
    assert opr.state_of(here.scope).warbands[here.raiders].status == "active"
    assert ilse.post(page, sent).status_code == 302


@pytest.mark.parametrize(("act", "named"), [("withdraw", "faction"), ("leave_faction", "player")])
def test_fs_01_what_is_no_side_is_refused_to_a_rival_organiser_as_to_anybody(act: str, named: str) -> None:
    table = firestorm.gathered("Marta", "Kwame") if act == "withdraw" else firestorm.begun("Marta", "Kwame")
    _rival(table, "Marta")
    said = table.post("Marta", act, **{named: "nobody"}, words="Away.")
    assert said.status_code == table.post("Organiser", act, **{named: "nobody"}, words="Away.").status_code
    assert said.status_code < 500
