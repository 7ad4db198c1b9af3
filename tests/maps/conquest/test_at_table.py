"""Agreed at the table, says the reporter: it counts, and the others hear of it and may dispute it a while."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from campaigns.engine.stored.journal import reconcile
from campaigns.models import Notice, NoticeKind
from campaigns.notices.found import finding
from campaigns.notices.found.inbox import notification_sentence, notification_target_url
from campaigns.shell.told import chronicle
from tests.maps.conquest import play
from tests.maps.conquest.play import Table, words_of
from tests.pages import page_of, refusal_of

pytestmark = pytest.mark.django_db
MASSACRE: dict[str, Any] = {"attack": (900, 1, 8), "defend": (1, 7, 8), "fled": "defend"}


def agreed() -> tuple[Table, str, str, str]:
    """The one battle of two: reported, and agreed at the table, says the attacker."""
    league = play.at_battles("Marta", "Kwame")
    (battle,) = league.state.battles
    attacker, defender = (league.player(one[0]) for one in play.sides(league, battle))
    play.reported(league, attacker, battle, **MASSACRE)
    league.do(attacker, "confirm", battle=battle, at_table="true")
    return league, battle, attacker, defender


def test_cq_91_it_counts_at_once_and_the_others_hear_of_it() -> None:
    finding.catch_up(timezone.now())
    league, battle, attacker, defender = agreed()
    assert (league.phase, league.state.battles[battle].status) == ("conquest", "settled")
    finding.catch_up(timezone.now())
    (notice,) = Notice.objects.filter(kind=NoticeKind.COUNTS)
    assert notice.person == league.seats[defender].person
    said = notification_sentence(notice)
    won = f"{attacker}'s realm beat {defender}'s realm"
    assert said.startswith(f"{attacker} says it was agreed at the table, so ")
    assert said.endswith(f" counts: {won}")
    assert battle in notification_target_url(notice)
    shown = play.battle_page(league, defender, battle)
    assert f"{attacker} says that you agreed to this at the table." in shown
    assert "says that you agreed" not in play.battle_page(league, attacker, battle)


def test_cq_91_they_may_dispute_it_and_all_that_followed_by_itself_is_taken_back() -> None:
    league, battle, attacker, defender = agreed()
    league.do(defender, "dispute", battle=battle, words="We held.")
    now = league.state.battles[battle]
    assert (league.phase, now.status, now.results) == ("battle", "disputed", ())
    assert [one.ep for one in league.state.realms.values()] == [0, 0]
    refused = league.post(attacker, "confirm", battle=battle, realm=league.realm(attacker), at_table="true")
    assert (refused.status_code, "This report is disputed" in words_of(refused)) == (409, True)
    league.do(defender, "confirm", battle=battle)
    assert (league.phase, reconcile(league.scope)) == ("conquest", [])


def test_cq_91_once_somebody_has_acted_in_the_next_phase_it_is_the_organisers() -> None:
    league, battle, _attacker, defender = agreed()
    league.do(league.player(league.state.now.active), "end_turn")
    refused = league.post(defender, "dispute", battle=battle, realm=league.realm(defender), words="No.")
    assert refused.status_code == 409
    assert "Others have already acted on this" in words_of(refused)
    assert "says that you agreed" not in play.battle_page(league, defender, battle)


def test_cq_91_who_agreed_for_themselves_does_not_take_it_back() -> None:
    league = play.at_battles("Marta", "Kwame")
    (battle,) = league.state.battles
    attacker, defender = (league.player(one[0]) for one in play.sides(league, battle))
    play.reported(league, attacker, battle, **MASSACRE)
    league.do(defender, "confirm", battle=battle)
    for name in (attacker, defender):
        refused = league.post(name, "dispute", battle=battle, realm=league.realm(name), words="No.")
        assert refused.status_code == 409
    assert league.phase == "conquest"


def test_cq_66_when_a_battle_is_reported_nobody_is_asked_for_gold_any_more() -> None:
    """What was sealed counts; whoever has sealed nothing spends nothing."""
    league = play.at_battles("Marta", "Kwame")
    (battle,) = league.state.battles
    attacker, _defender = (league.player(one[0]) for one in play.sides(league, battle))
    league.post(attacker, "commit_gold", battle=battle)
    assert league.scope.dialogues.exists()
    play.reported(league, attacker, battle, **MASSACRE)
    assert not league.scope.dialogues.exists()
    assert league.state.battles[battle].committed


def test_a_battle_that_is_over_says_in_lists_who_has_won() -> None:
    league, _battle, attacker, _defender = agreed()
    assert f"{league.state.name_of(league.realm(attacker))} won" in play.words_in(league.see(attacker))


def test_cq_91_it_is_asked_before_it_binds() -> None:
    league = play.at_battles("Marta", "Kwame")
    (battle,) = league.state.battles
    attacker, defender = (league.player(one[0]) for one in play.sides(league, battle))
    play.reported(league, attacker, battle, **MASSACRE)
    name = league.state.name_of(league.realm(defender))
    sure = f"The report will count straight away. {name} will see that you said they agreed"
    assert sure in play.battle_page(league, attacker, battle)
    assert sure not in play.battle_page(league, defender, battle)


def test_cq_91_once_it_is_too_late_to_dispute_the_page_says_whom_to_tell() -> None:
    league, battle, attacker, defender = agreed()
    tell = f"Tell {league.organiser.name}"
    assert tell not in play.battle_page(league, defender, battle)
    league.do(league.player(league.state.now.active), "end_turn")
    assert tell in play.battle_page(league, defender, battle)
    assert tell not in play.battle_page(league, attacker, battle)


@pytest.mark.parametrize("right", ["attacker", "defender"])
def test_cq_91_an_organiser_says_with_one_tap_whose_report_counts(right: str) -> None:
    league = play.at_battles("Marta", "Kwame")
    (battle,) = league.state.battles
    attacker, defender = (league.player(one[0]) for one in play.sides(league, battle))
    play.reported(league, attacker, battle, **MASSACRE)
    play.reported(league, defender, battle, attack=(1, 8, 8), defend=(900, 1, 8), fled="attack")
    assert league.state.battles[battle].status == "disputed"
    by = league.realm(attacker if right == "attacker" else defender)
    assert f"{league.state.name_of(by)} is right: their report counts" in play.battle_page(
        league, league.organiser.name, battle
    )
    assert league.post("Organiser", "decide", battle=battle, told_by=by).status_code == 302
    with override("de"):
        told = chronicle.latest_of(league.at("Marta"), "conquest.decide")
    assert told.endswith(f"({league.state.name_of(by)} hat recht: Dieser Bericht zählt).")
    settled = league.state.battles[battle]
    assert (settled.status, settled.reported_by) == ("settled", by)
    assert {one.realm: one.grade for one in settled.results}[by] == "massacre"
    assert reconcile(league.scope) == []


def test_cq_157_the_page_of_a_battle_that_is_struck_out_says_so() -> None:
    league = play.at_battles("Marta", "Kwame")
    (battle,) = league.state.battles
    league.post("Organiser", "strike", battle=battle, words="Nobody came.")
    page = league.browsers["Kwame"].get(f"/l/{league.scope.pk}/map/battles/{battle}/")
    assert "This battle was struck out. None of it counts." in words_of(page)


def test_cq_91_who_agrees_agrees_to_what_their_page_showed() -> None:
    league = play.at_battles("Marta", "Kwame")
    (battle,) = league.state.battles
    attacker, defender = (league.player(one[0]) for one in play.sides(league, battle))
    play.reported(league, attacker, battle, **MASSACRE)
    page = page_of(league.browsers[defender].get(reverse("maps:battle", args=[league.scope.pk, battle])))
    shown = next(dict(one.fields) for one in page.taps if one.act == "confirm")
    play.reported(league, attacker, battle, attack=(900, 9, 1), defend=(1, 0, 8))
    refused = league.post(defender, "confirm", **shown)
    assert refusal_of(refused).startswith("Something has changed")
    assert league.state.battles[battle].status == "reported"
