"""Agreed at the table, says the reporter: it counts, and the others hear of it and may dispute it a while."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from campaigns.engine.stored.journal import reconcile
from campaigns.models import Notice, NoticeKind
from campaigns.notices.found import finding
from campaigns.notices.found.inbox import notification_sentence, notification_target_url
from rules.firestorm.glory.counting import ledger
from rules.firestorm.state import Battle
from tests.campaigns.api.conftest import Api
from tests.maps.conquest.play import words_of
from tests.maps.firestorm import fights
from tests.maps.firestorm.driving import act
from tests.maps.firestorm.play import Table, begun
from tests.pages import page_of, refusal_of, text_of

pytestmark = pytest.mark.django_db


def agreed(result: str = "major_victory", **more: Any) -> tuple[Table, Battle, str]:
    """The attacker has reported, and written down that the defender agreed at the table."""
    league, battle = fights.in_the_field(**more)
    attacker, _defender = fights.both(league, battle)
    fights.done(league, attacker, battle.id, "report", result=result)
    (game,) = league.state.bouts
    fights.done(league, attacker, battle.id, "confirm", bout=game, at_table="true")
    return league, battle, game


def disputed(league: Table, battle: Battle, game: str, name: str, words: str = "We held it.") -> Any:
    return fights.sent(league, name, battle.id, "dispute", bout=game, words=words)


def test_fs_50_it_counts_at_once_and_the_others_hear_of_it() -> None:
    finding.catch_up(timezone.now())
    league, battle, _game = agreed()
    attacker, defender = fights.both(league, battle)
    assert (fights.battle_now(league).result, league.phase) == ("major_victory", "aftermath")
    finding.catch_up(timezone.now())
    (notice,) = Notice.objects.filter(kind=NoticeKind.COUNTS)
    assert notice.person == league.seats[defender].person
    won = f"{league.state.name_of(battle.attack)} beat {league.state.name_of(battle.defend)}"
    said = notification_sentence(notice)
    assert said.startswith(f"{attacker} says it was agreed at the table, so ")
    assert said.endswith(f" counts: {won}")
    assert notification_target_url(notice) == league.url("battle", battle.id)


def test_fs_50_they_may_dispute_it_and_all_that_followed_by_itself_is_taken_back() -> None:
    league, battle, game = agreed()
    attacker, defender = fights.both(league, battle)
    (line,) = page_of(fights.page_at(league, defender, battle.id)).games
    assert (line.speaker, line.may_dispute) == (attacker, True)
    (line,) = page_of(fights.page_at(league, attacker, battle.id)).games
    assert (line.speaker, line.may_dispute) == ("", False)
    assert disputed(league, battle, game, defender).status_code == 302
    now = fights.battle_now(league)
    assert (league.phase, now.status, now.applied) == ("battles", "open", False)
    assert league.state.bouts[game].status == "disputed"
    then = "an organiser can decide on this page, or one of you can report it again here."
    assert then in text_of(fights.page_at(league, attacker, battle.id))
    assert [one for one in ledger(league.state, battle.attack) if one.battle == battle.id] == []
    assert league.state.territories[battle.territory].owner == battle.defend
    assert reconcile(league.scope) == []


def test_fs_161_a_paused_league_says_so_on_the_desk_and_offers_no_dispute_to_decide() -> None:
    league, battle, game = agreed()
    _attacker, defender = fights.both(league, battle)
    disputed(league, battle, game, defender)

    def desk() -> list[tuple[str, str]]:
        needs = page_of(league.browsers["Organiser"].get(f"/l/{league.scope.pk}/desk/")).needs
        return [(one.title, one.url) for one in needs]

    before = desk()
    assert any(url.endswith("#decide") for _title, url in before)
    act(league, "Organiser", "pause", words="Holidays.")
    assert desk() == [("The league is paused (Holidays).", league.url("map"))]
    act(league, "Organiser", "resume")
    assert desk() == before


def test_fs_50_after_a_dispute_it_is_told_again_and_counts() -> None:
    league, battle, game = agreed()
    attacker, defender = fights.both(league, battle)
    disputed(league, battle, game, defender)
    refused = fights.sent(league, attacker, battle.id, "confirm", bout=game, at_table="true")
    assert (refused.status_code, "This report is disputed" in words_of(refused)) == (409, True)
    fights.done(league, defender, battle.id, "report", bout=game, result="minor_victory")
    fights.done(league, attacker, battle.id, "confirm", bout=game)
    assert (fights.battle_now(league).result, league.phase) == ("minor_defeat", "aftermath")
    assert reconcile(league.scope) == []


def test_fs_50_once_somebody_has_acted_in_the_next_phase_it_is_the_organisers() -> None:
    league, battle, game = agreed()
    _attacker, defender = fights.both(league, battle)
    fights.settled(league, battle)
    refused = disputed(league, battle, game, defender)
    assert refused.status_code == 409
    assert "Others have already acted on this" in words_of(refused)
    (line,) = page_of(fights.page_at(league, defender, battle.id)).games
    assert (line.speaker, line.may_dispute, line.ask_whom) == ("", False, "Organiser")
    (line,) = page_of(fights.page_at(league, _attacker, battle.id)).games
    assert line.ask_whom == ""


def test_fs_50_who_agrees_agrees_to_what_their_page_showed() -> None:
    """Another report of the same side, sent while a phone slept, is shown before it can be agreed to."""
    league, battle = fights.in_the_field()
    attacker, defender = fights.both(league, battle)
    fights.done(league, attacker, battle.id, "report", result="major_defeat")
    (line,) = page_of(fights.page_at(league, defender, battle.id)).games
    shown = dict(line.confirm.fields)
    fights.done(league, attacker, battle.id, "report", result="major_victory", bout=shown["bout"])
    refused = fights.sent(league, defender, battle.id, "confirm", **shown)
    assert refusal_of(refused).startswith("Something has changed")
    assert fights.battle_now(league).result == ""
    (line,) = page_of(fights.page_at(league, defender, battle.id)).games
    fights.done(league, defender, battle.id, "confirm", **dict(line.confirm.fields))
    assert fights.battle_now(league).result == "major_victory"


def test_fs_50_an_organiser_rules_on_the_reports_their_page_showed() -> None:
    league, battle = fights.in_the_field()
    for name, result in zip(fights.both(league, battle), ("major_victory", "minor_victory"), strict=True):
        fights.done(league, name, battle.id, "report", result=result, bout=next(iter(league.state.bouts), ""))
    (line,) = page_of(fights.page_at(league, "Organiser", battle.id)).games
    shown = dict(line.rulings[0].fields)
    attacker, _defender = fights.both(league, battle)
    fights.done(league, attacker, battle.id, "report", result="draw", bout=shown["bout"])
    refused = fights.sent(league, "Organiser", battle.id, "decide", **shown)
    assert (refused.status_code, fights.battle_now(league).result) == (409, "")


def test_fs_50_what_an_organiser_lets_count_without_a_result_is_what_their_page_showed() -> None:
    league, battle = fights.in_the_field()
    attacker, _defender = fights.both(league, battle)
    fights.done(league, attacker, battle.id, "report", result="major_victory")
    (line,) = page_of(fights.page_at(league, "Organiser", battle.id)).games
    form = dict([line.shown], bout=line.id, words="as told")
    fights.done(league, attacker, battle.id, "report", result="draw", bout=line.id)
    refused = fights.sent(league, "Organiser", battle.id, "decide", **form)
    assert (refused.status_code, fights.battle_now(league).result) == (409, "")
    (line,) = page_of(fights.page_at(league, "Organiser", battle.id)).games
    fights.done(league, "Organiser", battle.id, "decide", **dict([line.shown], bout=line.id, words="as told"))
    assert fights.battle_now(league).result == "draw"


def test_fs_50_it_is_asked_before_it_binds() -> None:
    league, battle = fights.in_the_field()
    attacker, defender = fights.both(league, battle)
    fights.done(league, attacker, battle.id, "report", result="major_victory")
    (line,) = page_of(fights.page_at(league, attacker, battle.id)).games
    name = league.state.name_of(battle.factions[1])
    sure = f"The report will count straight away. {name} will see that you said they agreed"
    assert line.confirm.sure.startswith(sure)
    (line,) = page_of(fights.page_at(league, defender, battle.id)).games
    assert line.confirm.sure == ""


@pytest.mark.parametrize("right", [0, 1])
def test_fs_50_an_organiser_says_with_one_tap_whose_report_counts(right: int) -> None:
    league, battle = fights.in_the_field()
    for name, result in zip(fights.both(league, battle), ("major_victory", "minor_victory"), strict=True):
        fights.done(league, name, battle.id, "report", result=result, bout=next(iter(league.state.bouts), ""))
    (line,) = page_of(fights.page_at(league, "Organiser", battle.id)).games
    taps = {dict(one.fields)["told_by"]: one for one in line.rulings}
    assert set(taps) == set(battle.factions)
    fights.done(league, "Organiser", battle.id, "decide", **dict(taps[battle.factions[right]].fields))
    assert fights.battle_now(league).result == ("major_victory", "minor_defeat")[right]
    assert reconcile(league.scope) == []


def test_fs_50_a_step_of_the_next_phase_that_was_begun_is_such_an_act() -> None:
    league, battle, game = agreed()
    attacker, defender = fights.both(league, battle)
    fights.sent(league, attacker, battle.id, "roll_build")
    assert fights.open_question(league)
    assert disputed(league, battle, game, defender).status_code == 409


def test_fs_50_who_wrote_it_down_does_not_take_it_back() -> None:
    league, battle, game = agreed()
    attacker, _defender = fights.both(league, battle)
    assert disputed(league, battle, game, attacker).status_code == 409
    assert league.phase == "aftermath"


def test_fs_50_who_agreed_for_themselves_does_not_take_it_back() -> None:
    league, battle = fights.in_the_field()
    fights.fought(league, battle, "major_victory")
    (game,) = league.state.bouts
    for name in fights.both(league, battle):
        assert disputed(league, battle, game, name).status_code == 409
    assert league.phase == "aftermath"


def test_fs_50_a_program_disputes_it_too() -> None:
    league, battle, game = agreed()
    _attacker, defender = fights.both(league, battle)
    api = Api(league.seats[defender])
    params = {"bout": game, "faction": battle.defend, "words": "No."}
    done = api.post(
        f"/api/v1/leagues/{league.scope.pk}/act/", {"procedure": "firestorm.dispute", "params": params}
    )
    assert done.status_code == 200, done.json()
    assert league.phase == "battles"


def test_fs_49_a_program_is_refused_what_a_report_does_not_know() -> None:
    league, battle = fights.in_the_field()
    api, act_url = Api(league.seats["Marta"]), f"/api/v1/leagues/{league.scope.pk}/act/"
    params = {"battle": battle.id, "faction": league.factions["Marta"], "result": "draw", "annihilated": True}
    refused = api.post(act_url, {"procedure": "firestorm.report", "params": params})
    assert (refused.status_code, "annihilated" in refused.json()["sentence"]) == (409, True)
    assert not league.state.bouts


def test_fs_105_also_where_it_won_the_league() -> None:
    league, battle, game = agreed(victory_check="at_once", glory_target=5)
    _attacker, defender = fights.both(league, battle)
    assert league.phase == "finished"
    assert disputed(league, battle, game, defender).status_code == 302
    assert (league.phase, league.state.now.winners) == ("battles", ())


def test_fs_50_another_battle_that_was_told_meanwhile_still_counts() -> None:
    """Two battles: the one agreed at the table is not the last one to count."""
    league, battle, game = two_battles()
    other = next(one for one in league.state.battles.values() if one.id != battle.id)
    fights.fought(league, other, "draw")
    assert league.phase == "aftermath"
    _attacker, defender = fights.both(league, battle)
    assert disputed(league, battle, game, defender).status_code == 302
    assert league.phase == "battles"
    statuses = {one.id: one.status for one in league.state.battles.values()}
    assert statuses == {battle.id: "open", other.id: "settled"}
    assert reconcile(league.scope) == []


def two_battles() -> tuple[Table, Battle, str]:
    """Four factions, two battles; one of them is agreed at the table."""
    league = begun("Marta", "Kwame", "Ilse", "Jun")
    fights.ordered(
        league,
        Marta={"T01": ("forced_march", ("T02", "T03"))},
        Kwame={"T05": ("forced_march", ("T04", "T03"))},
        Ilse={"T21": ("forced_march", ("T22", "T23"))},
        Jun={"T25": ("forced_march", ("T24", "T23"))},
    )
    first, _second = league.state.battles.values()
    attacker, _defender = fights.both(league, first)
    fights.done(league, attacker, first.id, "report", result="major_victory")
    (game,) = league.state.bouts
    act(league, attacker, "confirm", bout=game, faction=first.attack, at_table=True)
    return league, first, game
