"""Deep correction of a map league, for battle facts only: said beforehand, drafted, committed."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.urls import reverse

from campaigns.corrections import entry as entry_page
from campaigns.engine.stored.journal import reconcile
from campaigns.models import Correction
from maps.conquest.battles import battle_page
from tests.maps.conquest import play
from tests.maps.conquest.play import Table, words_of
from tests.pages import page_of, told_in

pytestmark = pytest.mark.django_db
WON = {"attack": (700, 3, 9), "defend": (500, 5, 9), "fled": "defend"}
LOST = {"attack": (300, 7, 9), "defend": (500, 1, 9), "fled": "attack"}


def after_a_battle() -> tuple[Table, str]:
    """The attacker has won a major victory; the points are being spent."""
    league = play.at_battles("Marta", "Kwame")
    (battle,) = league.state.battles
    attackers, defenders = play.sides(league, battle)
    play.reported(league, league.player(attackers[0]), battle, **WON)  # type: ignore[arg-type]
    league.do(league.player(defenders[0]), "confirm", battle=battle)
    assert league.phase == "conquest"
    return league, battle


def address(league: Table, battle: str) -> str:
    return reverse("maps:correct", args=[league.scope.pk, battle])


def form(league: Table, battle: str, facts: dict[str, Any], **more: str) -> dict[str, Any]:
    return {**play.facts_of(league, battle, facts["attack"], facts["defend"], facts["fled"]), **more}


def test_the_page_shows_the_facts_as_they_were_written_down() -> None:
    league, battle = after_a_battle()
    organiser = league.browsers["Organiser"]
    html = organiser.get(address(league, battle)).content.decode()
    assert 'name="attack-0-vp" value="700"' in html
    assert re.search('name="defend-withdrew"[^>]* checked', html)


def test_only_organisers_and_only_battles_that_rest_on_a_report() -> None:
    league, battle = after_a_battle()
    for name in ("Marta", "Kwame"):
        assert league.browsers[name].get(address(league, battle)).status_code == 404
    shown = {name: correct_url(league, name, battle) for name in ("Marta", "Kwame", "Organiser")}
    assert shown == {"Marta": "", "Kwame": "", "Organiser": address(league, battle)}
    other = play.at_battles("Marta", "Kwame")
    (open_one,) = other.state.battles
    assert other.browsers["Organiser"].get(address(other, open_one)).status_code == 404
    name = other.player(other.state.battles[open_one].attackers[0])
    other.do(name, "walkover", battle=open_one)
    assert other.browsers["Organiser"].get(address(other, open_one)).status_code == 404


def test_cq_91_how_many_later_choices_would_be_reopened_is_said_beforehand() -> None:
    league, battle = after_a_battle()
    winner = league.state.battles[battle].attackers[0]
    while league.state.now.active != winner:
        league.do(league.player(league.state.now.active), "end_turn")
    claims = [
        one for one in league.ask("reachable", realm=winner) if one["act"] == "claim" and not one["dear"]
    ]
    league.do(league.player(winner), "claim", territory=claims[0]["territory"])
    before = league.state
    organiser = league.browsers["Organiser"]
    response = organiser.post(address(league, battle), form(league, battle, LOST, look="1"))
    found = response.context["page"].consequence
    assert len(found.reopened) == 1  # the claim was paid with points the loser never had
    assert "1 later choice would be reopened" in words_of(response)
    assert "EP" in found.reopened[0][1]
    assert league.state == before
    assert not Correction.objects.exists()


def test_cq_91_the_correction_is_drafted_decided_and_committed() -> None:
    league, battle = after_a_battle()
    winner, loser = league.state.battles[battle].attackers[0], league.state.battles[battle].defenders[0]
    had = {realm: league.state.realms[realm].ep for realm in (winner, loser)}
    organiser = league.browsers["Organiser"]
    started = organiser.post(address(league, battle), form(league, battle, LOST, start="1"))
    page = organiser.get(started["Location"]).context["page"]
    assert page.title == "Correct the report"
    assert any("against" in row.what for row in page.rows)  # the battle is called by its sides
    assert page.ready
    sent = {"commit": "1", "words": "the scores were swapped", "fingerprint": page.fingerprint}
    done = organiser.post(started["Location"], sent)
    assert done.status_code == 302, words_of(done)
    now = league.state
    assert now.battles[battle].outcome == "defend"
    assert now.realms[winner].ep < had[winner]
    assert now.realms[loser].ep > had[loser]
    assert reconcile(league.scope) == []
    report = league.scope.entries.get(procedure="conquest.report")
    assert report.versions.count() == 1


def test_the_entry_of_a_report_leads_to_the_form_and_no_other_entry_does() -> None:
    league, battle = after_a_battle()
    here = league.at("Organiser", "chronicle")
    for entry in league.scope.entries.all():
        link = entry_page.entry_page(here, entry).facts_link
        leads = link is not None and link.url == address(league, battle)
        assert leads == (entry.procedure == "conquest.report"), entry.procedure


def test_what_is_no_number_is_said_and_kept() -> None:
    league, battle = after_a_battle()
    sent = {**form(league, battle, LOST, look="1"), "attack-0-vp": "many"}
    response = league.browsers["Organiser"].post(address(league, battle), sent)
    assert response.status_code == 422
    assert "whole numbers" in words_of(response)
    assert page_of(response).sides[0].hosts[0].form["vp"].value() == "many"


def test_cq_23_an_organiser_reads_which_battles_closing_them_drops() -> None:
    league = play.at_battles("Marta", "Kwame", naval=True, map="salt_islands")
    for one in ("Marta", "Kwame"):
        league.post(one, "sign_on", realm=league.realm(one), sails="true")
    league.do("Marta", "sail", defender=league.realm("Kwame"))
    names = [league.state.name_of(league.realm(one)) for one in ("Marta", "Kwame")]
    sea, desk = "{} against {} at sea".format(*names), reverse("maps:map", args=[league.scope.pk])
    organiser = league.browsers["Organiser"]
    assert "still open (" in words_of(organiser.get(desk))
    for key, fight in list(league.state.battles.items()):
        if fight.kind == "land" and fight.status == "open":
            league.post("Organiser", "strike", battle=key, words="Nobody came.")
    assert f"{sea}: not reported, so this battle will be dropped." in words_of(organiser.get(desk))
    league.post("Organiser", "close_battles", round=league.state.now.round, words="Late.")
    said = told_in(league.scope, league.seats["Marta"])
    assert any(f"this battle was not decided and is dropped: {sea}" in one for one in said)
    assert any(one.startswith("A battle is struck out: ") and " (Nobody came)" in one for one in said)


def test_the_winner_of_a_sea_battle_is_corrected() -> None:
    league = play.at_battles("Marta", "Kwame", naval=True, map="salt_islands")
    battle = play.sea_battle(league, "Marta", "Kwame")
    told = play.battle_page(league, "Kwame", battle)
    assert "Marta's realm wins" in told
    assert " EP" not in told.partition("How it ended")[2].partition("Go to the map")[0]  # CQ-92
    organiser = league.browsers["Organiser"]
    started = organiser.post(address(league, battle), {"outcome": "defend", "start": "1"})
    page = organiser.get(started["Location"]).context["page"]
    sent = {"commit": "1", "words": "mixed up", "fingerprint": page.fingerprint}
    assert organiser.post(started["Location"], sent).status_code == 302
    assert list(league.state.advantages) == [f"{league.realm('Kwame')}>{league.realm('Marta')}"]
    assert reconcile(league.scope) == []


def test_a_map_league_steps_back_and_corrects_nothing_deeper_but_facts() -> None:
    league, battle = after_a_battle()
    before, organiser = league.state, league.browsers["Organiser"]
    picked = league.scope.entries.filter(procedure="conquest.pick_event").first()
    assert picked is not None
    key = next(iter(picked.answers))
    at = reverse("campaigns:entry", args=[league.scope.pk, picked.seq])
    assert b'name="void"' not in organiser.get(at).content
    for sent in ({"void": "1"}, {"key": key, "value": picked.answers[key]["value"]}):
        answer = organiser.post(at, sent)
        assert answer.status_code == 409, sent
        assert "one at a time" in words_of(answer)
    assert not Correction.objects.exists()
    confirmed = league.scope.entries.get(procedure="conquest.confirm")
    back = reverse("campaigns:undo", args=[league.scope.pk, confirmed.seq])
    name = league.player(league.state.battles[battle].defenders[0])
    refused = league.browsers[name].post(back)
    assert refused.status_code == 409
    assert "one at a time" in words_of(refused)
    for page in ("forgot", "entry_facts"):
        deep = reverse(f"campaigns:{page}", args=[league.scope.pk, picked.seq])
        assert organiser.post(deep).status_code == 404
    assert organiser.get(reverse("campaigns:forgotten", args=[league.scope.pk])).status_code == 404
    assert league.state == before
    assert reconcile(league.scope) == []


def test_a_draft_tells_of_a_battle_in_words() -> None:
    """Not by the keys its state is kept in; and what is corrected here is no mission."""
    league, battle = after_a_battle()
    organiser = league.browsers["Organiser"]
    started = organiser.post(address(league, battle), form(league, battle, LOST, start="1"))
    answer = organiser.get(started["Location"])
    (row,) = [one for one in answer.context["page"].rows if one.why == "outcome"]
    assert (row.before, row.after) == ("the attackers won", "the defenders won")
    html = answer.content.decode()
    assert '<th scope="col">When</th>' in html
    assert "Mission" not in html


def correct_url(league: Table, name: str, battle: str) -> str:
    """Where the page of a battle leads somebody to correct it."""
    return battle_page.battle_page(league.at(name), league.state.battles[battle]).correct_url
