"""Gold under seal: silence spends none, what was sealed counts, and nothing is spent twice."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from campaigns.engine.stored.journal import reconcile
from campaigns.models import Dialogue
from campaigns.shell.questions.question_forms import answer_view
from maps.conquest.clock import advance_conquest
from tests.maps.conquest import play
from tests.maps.conquest.play import Table, begun, words_of

pytestmark = pytest.mark.django_db
LATE = timedelta(days=100)


def seal(league: Table, name: str, battle: str, amount: int) -> None:
    """Somebody seals gold in their own browser."""
    response = league.post(name, "commit_gold", battle=battle)
    assert response.status_code == 302, words_of(response)
    key = f"gold:{battle}:{league.realm(name)}"
    sent = league.browsers[name].post(response.url, {"key": key, "value": str(amount)})
    assert sent.status_code in (200, 302), words_of(sent)


def to_battle(*names: str, gold: int = 300, **settings: object) -> Table:
    league = begun(*names, **settings)
    for realm in league.state.realms:
        league.post("Organiser", "grant", realm=realm, gold=str(gold), words="test")
    play.events(league)
    play.revenue(league)
    while league.phase == "challenge":  # everybody challenges the largest, who meets each alone
        active = league.state.now.active
        free = [one["realm"] for one in league.ask("targets", realm=active) if not one["why_not"]]
        largest = league.ask("order")[0]["realm"]
        league.do(league.player(active), "challenge", defender=largest if largest in free else free[0])
    while league.phase == "choice":
        league.do(league.player(league.ask("turn")["waiting"][0]), "choose_battles", mode="series")
    assert league.phase == "battle"
    return league


def treasury(league: Table, realm: str) -> int:
    return league.state.realms[realm].gold


def test_cq_66_gold_that_was_opened_stands_with_whose_it_is() -> None:
    league = to_battle("Marta", "Kwame")
    (battle,) = league.state.battles.values()
    for name, amount in (("Marta", 150), ("Kwame", 0)):
        seal(league, name, battle.id, amount)
    entry = league.scope.entries.get(procedure="conquest.commit_gold")
    shown = league.browsers["Kwame"].get(f"/l/{league.scope.pk}/entries/{entry.seq}/").context["page"].asked
    told = {one.question.text: answer_view(one.question, one.answer).words for one in shown}
    realms = {name: league.state.name_of(league.realm(name)) for name in ("Marta", "Kwame")}
    opened = {f"{realms['Marta']}’s gold for the battle": "150 gold"}
    assert told.items() >= (opened | {f"{realms['Kwame']}’s gold for the battle": "0 gold"}).items()


def test_a_question_about_gold_tells_others_no_treasury_that_is_secret() -> None:
    league = to_battle("Marta", "Kwame", gold=344, gold_public=False)
    (battle,) = league.state.battles.values()
    league.post("Marta", "commit_gold", battle=battle.id)
    for name in ("Marta", "Kwame"):
        (opened,) = league.browsers[name].get(f"/api/v1/leagues/{league.scope.pk}/dialogues/").json()
        for question in opened["questions"]:
            owner = question["about"] == league.realm(name)
            assert question["treasury"] == (344 if owner else None)
            assert ("344" in question["too_little"]) is owner
        said = {"procedure": "conquest.commit_gold", "params": {"battle": battle.id}}
        told = league.browsers[name].post(
            f"/api/v1/leagues/{league.scope.pk}/act/", said, content_type="application/json"
        )
        assert told.status_code == 200
        known = {one["about"] for one in told.json()["questions"] if one["treasury"] is not None}
        assert known == {league.realm(name)}


def test_cq_66_silence_spends_nothing_and_what_was_sealed_counts() -> None:
    league = to_battle("Marta", "Kwame")
    (battle,) = league.state.battles.values()
    (attacker,), (defender,) = battle.attackers, battle.defenders
    before = treasury(league, defender)
    had = treasury(league, attacker)
    seal(league, league.player(attacker), battle.id, 200)
    assert "if you seal none, you spend none" in league.see(league.player(defender))
    assert treasury(league, attacker) == had  # nothing is deducted before it is opened
    advance_conquest(league.scope, timezone.now() + LATE)
    settled = league.state.battles[battle.id]
    assert settled.method == "abstract"
    assert dict(settled.gold) == {attacker: 200, defender: 0}
    assert (treasury(league, attacker), treasury(league, defender)) == (had - 200, before)
    assert reconcile(league.scope) == []


def test_cq_66_nobody_sealed_anything_and_nobody_pays() -> None:
    league = to_battle("Marta", "Kwame")
    before = {realm: treasury(league, realm) for realm in league.state.realms}
    advance_conquest(league.scope, timezone.now() + LATE)
    assert {realm: treasury(league, realm) for realm in before} == before


def test_cq_66_rolled_off_by_the_organiser_sealed_gold_is_opened_first() -> None:
    league = to_battle("Marta", "Kwame")
    (battle,) = league.state.battles.values()
    (attacker,) = battle.attackers
    had = treasury(league, attacker)
    seal(league, league.player(attacker), battle.id, 100)
    response = league.post("Organiser", "rule_abstract", battle=battle.id, words="nobody has time")
    league.answered("Organiser", response)
    assert dict(league.state.battles[battle.id].gold)[attacker] == 100
    assert treasury(league, attacker) == had - 100


def test_cq_65_gold_sealed_in_two_battles_at_once_is_not_spent_twice() -> None:
    league = to_battle("Marta", "Kwame", "Ilse", gold=260)
    battles = sorted(league.state.battles.values(), key=lambda one: one.id)
    (largest,) = set(battles[0].members) & set(battles[1].members)
    name, had = league.player(largest), treasury(league, largest)
    assert 200 < had < 400
    for battle in battles[:2]:
        seal(league, name, battle.id, 200)
    for battle in battles[:2]:
        (other,) = set(battle.members) - {largest}
        seal(league, league.player(other), battle.id, 0)
    spent = [dict(league.state.battles[one.id].gold)[largest] for one in battles[:2]]
    assert spent == [200, had - 200]
    assert treasury(league, largest) == 0
    assert reconcile(league.scope) == []


def test_cq_66_more_than_the_treasury_or_the_limit_is_refused_with_the_sentence() -> None:
    league = to_battle("Marta", "Kwame", gold=120)
    (battle,) = league.state.battles.values()
    name = league.player(battle.attackers[0])
    response = league.post(name, "commit_gold", battle=battle.id)
    key = f"gold:{battle.id}:{battle.attackers[0]}"
    for amount, told in (("150", "You only have"), ("201", "at most 200 gold")):
        refused = league.browsers[name].post(response.url, {"key": key, "value": amount})
        assert refused.status_code in (409, 422)
        assert told in words_of(refused)
    assert not league.state.battles[battle.id].committed


def test_a_seal_is_nobody_elses_business_until_it_is_opened() -> None:
    league = to_battle("Marta", "Kwame")
    (battle,) = league.state.battles.values()
    name, other = (league.player(one[0]) for one in (battle.attackers, battle.defenders))
    seal(league, name, battle.id, 137)
    page = reverse("maps:battle", args=[league.scope.pk, battle.id])
    for who in (other, "Organiser"):
        assert "137" not in words_of(league.browsers[who].get(page))
        assert "137" not in play.words_in(league.see(who))


def test_the_summary_of_a_past_round_is_there_to_share() -> None:
    league = to_battle("Marta", "Kwame")
    play.battles(league)
    play.spending(league)
    browser, address = league.browsers["Marta"], reverse("maps:past", args=[league.scope.pk])
    ends = dict(browser.get(address).context["page"].ends)
    summary = browser.get(address, {"at": ends[1]}).context["page"].summary
    assert summary.startswith("Round 1\n")
    assert "Events: " in summary
    assert "Points: " in summary
    assert "realm won a major victory" in summary


@pytest.mark.parametrize("act", ["strike", "walkover"])
def test_gold_left_open_on_a_battle_that_is_over_is_closed(act: str) -> None:
    league = to_battle("Marta", "Kwame")
    (battle,) = league.state.battles.values()
    name, had = league.player(battle.attackers[0]), treasury(league, battle.attackers[0])
    seal(league, name, battle.id, 100)
    (open_one,) = Dialogue.objects.filter(scope=league.scope)
    if act == "strike":
        league.post("Organiser", "strike", battle=battle.id, words="nobody came")
    else:
        league.post(name, "walkover", battle=battle.id, realm=battle.attackers[0])
    assert league.state.battles[battle.id].status in ("struck", "settled")
    assert not Dialogue.objects.filter(pk=open_one.pk).exists()
    assert treasury(league, battle.attackers[0]) == had
    assert reconcile(league.scope) == []


def test_gold_of_another_battle_stays_open() -> None:
    league = to_battle("Marta", "Kwame", "Ilse")
    first, second, *_more = sorted(league.state.battles)
    for battle in (first, second):
        league.post(league.player(league.state.battles[battle].attackers[0]), "commit_gold", battle=battle)
    league.post("Organiser", "strike", battle=first, words="nobody came")
    assert [one.params for one in Dialogue.objects.filter(scope=league.scope)] == [{"battle": second}]
