"""What the page of a battle says to both sides: whose an advantage is, what facts would be worth."""

from __future__ import annotations

from dataclasses import replace

import pytest

from maps.conquest.battles.battle_page import battle_page
from maps.conquest.battles.verdict import verdict_panel
from rules.conquest.state import Facts, Host
from tests.maps.conquest import play

pytestmark = pytest.mark.django_db


def at_battles(event: str, **settings: object) -> tuple[play.Table, str]:
    """Two at battle; the first to act has taken this event. The league, its battle on land."""
    league = play.begun("Marta", "Kwame", siege=True, naval=True, **settings)
    first = league.state.now.active
    name = league.player(first)
    league.answered(name, league.post(name, "pick_event", realm=first, round=1), event=event)
    for phase in (play.events, play.revenue, play.challenges):
        phase(league)
    (battle,) = league.state.battles
    return league, battle


def facts(realm: str, vp: int) -> Facts:
    return Facts(hosts=(Host(realm=realm, vp=vp, units_lost=1, break_point=9),))


def test_cq_33_a_reminder_says_whose_scouts_they_are() -> None:
    league, battle = at_battles("scouts", general_abilities=True)
    scouting = next(one.realm for one in league.state.events.values() if one.event == "scouts")
    for name in ("Marta", "Kwame"):
        page = battle_page(league.at(name), league.state.battles[battle])
        whose = {rule: who for who, _text, rule in page.reminders}
        assert whose == {"CQ-33": league.state.name_of(scouting), "CQ-149": ""}


def test_cq_32_a_loss_that_all_or_nothing_empties_is_said_before_it_is_reported() -> None:
    league, key = at_battles("all_or_nothing")
    staking = next(one.realm for one in league.state.events.values() if one.event == "all_or_nothing")
    battle = league.state.battles[key]
    (ours,), (theirs,) = battle.attackers, battle.defenders
    for staked, grade in ((5, "defeat"), (7, "draw"), (9, "draw")):
        vp = {one: staked if one == staking else 7 for one in battle.members}
        told = verdict_panel(league.at("Marta"), battle, (facts(ours, vp[ours]), facts(theirs, vp[theirs])))
        assert told is not None
        assert f"{league.state.name_of(staking)}: {grade}, no EP (All or Nothing)" in told.lines


@pytest.mark.parametrize(("ep", "lines"), [("none", ("wins", "loses")), ("as_battle", ("3 EP", "1 EP"))])
def test_cq_92_what_a_battle_for_a_fort_is_worth_is_said_before_it_counts(ep, lines) -> None:
    league, key = at_battles("scouts", siege_ep=ep)
    battle = replace(league.state.battles[key], kind="siege", status="reported", outcome="attack")
    told = verdict_panel(league.at("Marta"), battle, (Facts(), Facts()))
    assert told is not None
    assert [line.endswith(end) for line, end in zip(told.lines, lines, strict=True)] == [True, True]


def test_cq_92_who_concedes_at_sea_gives_no_minor_victory() -> None:
    league, key = at_battles("scouts")
    battle = league.state.battles[key]
    name = league.player(battle.attackers[0])

    def sure(kind: str) -> str:
        page = battle_page(league.at(name), replace(battle, kind=kind))  # type: ignore[arg-type]
        return next(str(one.sure) for one in page.taps if one.act == "walkover")

    assert sure("sea") == "You lose; the other side wins."
    assert sure("land") == "Your side loses; the other side wins a minor victory."
