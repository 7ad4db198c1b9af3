"""A lead on points is nobody's victory, and yet the other side has lost: every place says so alike."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from campaigns.models import NoticeKind
from campaigns.notices.found import finding
from tests.campaigns.notices.test_told_games import heard
from tests.maps.conquest import play
from tests.pages import page_of

pytestmark = pytest.mark.django_db


def fought(attack: tuple[int, int, int], defend: tuple[int, int, int]) -> tuple[play.Table, str, str]:
    """A league of three with a battle that both stayed in and agree on; who attacked and who defended."""
    finding.catch_up(timezone.now() - timedelta(minutes=1))
    table = play.at_battles("Marta", "Kwame")
    (battle,) = table.state.battles.values()
    attacker, defender = table.player(battle.attackers[0]), table.player(battle.defenders[0])
    play.reported(table, attacker, battle.id, attack=attack, defend=defend)
    table.do(defender, "confirm", battle=battle.id)
    assert table.state.battles[battle.id].status == "settled"
    return table, attacker, defender


def test_cq_79_who_lost_where_nobody_won_is_said_in_inbox_list_and_round() -> None:
    table, attacker, defender = fought((700, 3, 9), (500, 5, 9))
    said = f"{attacker}'s realm drew, {defender}'s realm lost"
    (counts,) = heard(table.seats[attacker], NoticeKind.COUNTS)
    assert counts.endswith(f"counts: {said}")
    page = page_of(table.browsers[attacker].get(f"/l/{table.scope.pk}/map/"))
    assert said in [one.status for one in page.battles]
    assert any(said in line for line in table.ask("round_summary", round=1))


def test_cq_78_equal_points_are_a_draw_of_both() -> None:
    table, attacker, defender = fought((500, 3, 9), (500, 5, 9))
    (counts,) = heard(table.seats[attacker], NoticeKind.COUNTS)
    assert counts.endswith(f": {attacker}'s realm and {defender}'s realm drew")
    page = page_of(table.browsers[attacker].get(f"/l/{table.scope.pk}/map/"))
    assert "A draw" in [one.status for one in page.battles]
