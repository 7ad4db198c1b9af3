"""What random events leave behind: ransom, bounties, XP, finds, duels."""

from typing import Any

import pytest

from rules.engine.books import rule_text
from rules.engine.questions import Roll
from rules.opr import GAME
from rules.opr.effects import VictoryPoints
from rules.opr.mission_effects import ObjectiveDrawn
from tests.rules.opr.play import (
    AOFS,
    GF,
    League,
    happen,
    league_of,
    of,
    options_of,
    playing,
    refusal,
)

EDITIONS = (AOFS, GF)

# 11: captured


def captured(edition: str = AOFS, pool: int = 0, **settings: str) -> League:
    """A's first unit is a prisoner, the mission is lost, the pool is this."""
    league = playing(edition=edition, **settings)
    happen(league, 11, choices=of(league, "A", "A1"))
    league.result("B")
    league.edit("warbands", league.warband("A").id, pool=pool)
    return league


def ransom(league: League, *dice: int, choices: tuple[Any, ...] = ()) -> None:
    event = league.mission.events[0].id
    league.step("ransom", "A", event=event, dice=dice, choices=choices)


def test_opr_72_e_60_bought_free_and_no_casualty() -> None:
    league = captured(pool=25)
    at = {"mission": league.mission.id, "warband": league.warband("A").id}
    assert refusal(league, "casualties", **at).rule == "OPR-72"
    ransom(league, 2, choices=(True,))
    assert league.warband("A").pool == 5
    league.step("casualties", "A")
    league.step("experience", "A")
    assert (league.unit("A1").status, league.unit("A1").xp) == ("active", 1)


def test_opr_72_a_33_e_61_who_cannot_pay_loses_the_unit() -> None:
    league = captured(GF, pool=100, no_permadeath="on")
    ransom(league, 3)
    assert league.unit("A1").status == "disbanded"
    assert league.warband("A").pool == 100
    league.step("casualties", "A")


def test_opr_72_what_is_lost_is_said_before_the_price_is_rolled() -> None:
    league = captured(pool=5)
    at = {"mission": league.mission.id, "warband": league.warband("A").id}
    (price,) = league.open_questions("ransom", **at, event=league.mission.events[0].id)
    assert price.how == "The pool holds 5. If the ransom is higher, the unit is gone for good."


def test_opr_72_a_33_or_does_not_want_to() -> None:
    league = captured(pool=100)
    ransom(league, 1, choices=(False,))
    assert (league.unit("A1").status, league.warband("A").pool) == ("disbanded", 100)
    event = league.mission.events[0].id
    at = {"mission": league.mission.id, "warband": league.warband("A").id, "event": event}
    assert refusal(league, "ransom", **at, dice=[1]).rule == "OPR-33"


def test_opr_72_ransom_comes_after_the_rewards() -> None:
    league = playing()
    event = happen(league, 11, choices=of(league, "A", "A1"))
    at = {"mission": league.mission.id, "warband": league.warband("A").id, "event": event.id}
    assert refusal(league, "ransom", **at, dice=[1]).rule == "OPR-72"
    assert refusal(league, "ransom", **{**at, "warband": league.warband("B").id}, dice=[1]).rule == "OPR-33"


def test_opr_72_a_24_what_the_mission_pays_is_there_for_ransom_and_doctor() -> None:
    league = playing()
    happen(league, 11, choices=of(league, "A", "A1"))
    happen(league, 51, choices=of(league, "A"))
    league.edit("warbands", league.warband("A").id, pool=0)
    league.result("B", league.kill("A2", "B1"))
    ransom(league, 3, choices=(True,))
    league.step("casualties", "A", dice=[1, 3], choices=(True,))
    assert [league.unit(name).status for name in ("A1", "A2")] == ["active", "active"]
    assert league.warband("A").pool == 40 - 30 - 10


def test_opr_37_the_captured_do_not_roll_and_are_not_drawn() -> None:
    league = playing()
    happen(league, 11, choices=of(league, "A", "A1"))
    happen(league, 54, choices=of(league, "A", "A2"))
    options = options_of(league)
    assert league.unit("A1").id not in options
    facts = {"winners": [league.warband("B").id], "rounds": 4, "kills": [league.kill("A1", "B1")]}
    assert refusal(league, "result", mission=league.mission.id, **facts).rule == "OPR-37"


# 12, 26, 44: read from the ledger


def test_opr_72_e_62_a_price_on_their_heads() -> None:
    league = league_of(4, 4, 4, edition=GF)
    league.begin()
    happen(league, 12, choices=(league.warband("A").id,))
    before = {name: league.warband(name).pool for name in "ABC"}
    kills = [("A1", "B1"), ("A2", "B2"), ("A3", "C1")]
    routed = {**league.kill("A0", "C1"), "routed": True}
    league.result("A", *(league.kill(*pair) for pair in kills), routed)
    gains = {name: league.warband(name).pool - before[name] for name in "ABC"}
    assert gains == {"A": 150, "B": 350, "C": 325}


@pytest.mark.parametrize(("setting", "gain"), [("mission", 4 * 5), ("event", 2 * 5)])
def test_opr_72_a_26_a_price_counts_the_mission_or_from_its_round(setting: str, gain: int) -> None:
    league = playing(bounty_from=setting)
    league.round(1)
    happen(league, 12, choices=(league.warband("A").id,))
    before = league.warband("B").pool
    rounds = {"A0": 0, "A1": 1, "A2": 2, "A3": 3}  # of A0 nobody wrote the round down
    league.result("B", *(league.kill(one, "B1", round=when) for one, when in rounds.items()))
    assert league.warband("B").pool - before == 20 + gain


def test_opr_72_a_21_marked_twice_pays_twice() -> None:
    league = playing()
    for _ in range(2):
        happen(league, 12, choices=(league.warband("A").id,))
    before = league.warband("B").pool
    league.result("A", league.kill("A1", "B1"))
    assert league.warband("B").pool - before == 40 + 5 + 5


def xp_of_a(league: League, *dice: int, choices: tuple[Any, ...] = ()) -> list[int]:
    league.step("casualties", "A", dice=[3] * len(league.side("A").casualties))
    league.step("experience", "A", dice=dice, choices=choices)
    return [league.unit(f"A{n}").xp for n in range(4)]


def test_opr_45_a_27_e_63_a_frenzy_brings_d3_more_for_each_melee_kill() -> None:
    league = playing()
    happen(league, 26)
    league.result("B", league.kill("B1", "A1", round=1, melee=True))
    assert xp_of_a(league, 3, 1) == [1, 5, 1, 1]  # 1 + 1 + 3, and the level's trait die


def test_opr_45_a_50_neutral_figures_bring_no_xp_of_a_frenzy() -> None:
    league = playing()
    zombies = happen(league, 32, 1, choices=("nw",))
    sword = happen(league, 34, choices=of(league, "B", "B1"))
    happen(league, 26)
    kills = [
        {**league.kill("B1", killer, round=3, melee=True), "victim": f"neutral:{event.id}"}
        for event, killer in ((zombies, "A1"), (sword, "A2"))
    ]
    league.result("B", *kills)
    assert xp_of_a(league) == [1, 2, 2, 1]  # 1 each for the kill, no D3 is asked for


def test_opr_45_a_27_a_frenzy_counts_its_round_and_melee_only() -> None:
    league = playing()
    happen(league, 26)
    late = league.kill("B1", "A1", round=2, melee=True)
    shot = league.kill("B2", "A2", round=1)
    first, second = (league.kill(one, "A3", round=1, melee=True) for one in ("B3", "B0"))
    league.result("B", late, shot, first, second)
    assert xp_of_a(league, 1, 2, 1) == [1, 2, 2, 7]


@pytest.mark.parametrize(("edition", "extra"), [(AOFS, [0, 0, 1]), (GF, [1, 0, 0])])
def test_opr_45_the_first_to_strike_one_that_is_down(edition: str, extra: list[int]) -> None:
    league = playing(edition=edition)
    happen(league, 44)
    shot = league.kill("B1", "A1", round=1, down=True)
    fight = league.kill("B2", "A2", round=1, down=True, melee=True)
    charge = league.kill("B3", "A3", round=1, down=True, melee=True, charge=True)
    league.result("B", shot, fight, charge)
    assert [xp - 2 for xp in xp_of_a(league)[1:]] == extra


def test_opr_45_nobody_was_down_or_it_was_too_late() -> None:
    league = playing(edition=GF)
    happen(league, 44)
    league.result("B", league.kill("B1", "A1", round=1), league.kill("B2", "A2", round=2, down=True))
    assert xp_of_a(league) == [1, 2, 2, 1]


# 32, 34: neutrals


def test_opr_70_a_11_neutrals_have_no_sheet_but_the_last_zombie_brings_xp() -> None:
    league = playing()
    event = happen(league, 32, 1, choices=("nw",))
    before = set(league.state.units)
    kill = {**league.kill("B1", "A1"), "victim": f"neutral:{event.id}"}
    bitten = {**league.kill("A2"), "killer": f"neutral:{event.id}"}
    league.result("B", kill, bitten)
    assert xp_of_a(league) == [1, 2, 0, 1]
    assert set(league.state.units) == before
    assert league.side("B").casualties == ()


@pytest.mark.parametrize(("edition", "xp"), [(AOFS, 2), (GF, 1)])
def test_opr_44_a_11_an_enemy_mercenary_counts_in_aofs(edition: str, xp: int) -> None:
    league = playing(edition=edition)
    event = happen(league, 34, choices=of(league, "B", "B1"))
    league.result("B", {**league.kill("B1", "A1"), "victim": f"neutral:{event.id}"})
    assert xp_of_a(league)[1] == xp


@pytest.mark.parametrize("edition", [AOFS, GF])
def test_opr_44_a_11_the_own_mercenary_brings_nothing(edition: str) -> None:
    league = playing(edition=edition)
    event = happen(league, 34, choices=of(league, "A", "A1"))
    league.result("B", {**league.kill("B1", "A1"), "victim": f"neutral:{event.id}"})
    assert xp_of_a(league)[1] == 1


def test_opr_44_a_11_neutrals_may_bring_nothing() -> None:
    league = playing(neutral_kill_xp="off")
    event = happen(league, 32, 1, choices=("nw",))
    league.result("B", {**league.kill("B1", "A1"), "victim": f"neutral:{event.id}"})
    assert xp_of_a(league)[1] == 1


def test_opr_36_a_neutral_that_never_came_is_refused() -> None:
    league = playing()
    facts = {"winners": [league.warband("B").id], "rounds": 4}
    kills = [{**league.kill("B1", "A1"), "victim": "neutral:nothing"}]
    assert refusal(league, "result", mission=league.mission.id, **facts, kills=kills).rule == "OPR-36"


# 35, 36: left the table


@pytest.mark.parametrize(("edition", "pay"), [(AOFS, 10), (GF, 50)])
def test_opr_72_an_escort_that_got_through_is_paid(edition: str, pay: int) -> None:
    league = playing(edition=edition)
    event = happen(league, 35, choices=of(league, "A", "A1"))
    league.result("B", left=[{"event": event.id, "unit": league.unit("A1").id}])
    pool = league.warband("A").pool
    at: dict[str, Any] = {"mission": league.mission.id, "warband": league.warband("A").id}
    assert [one["procedure"] for one in league.ask("waiting", warband=at["warband"])] == [
        "opr.collect",
        "opr.casualties",
    ]
    assert refusal(league, "casualties", **at).rule == "OPR-72"
    (reward,) = league.open_questions("collect", **at, event=event.id)
    assert isinstance(reward, Roll)
    assert reward.die == "D3"
    league.do("collect", **at, event=event.id, dice=[2])
    assert league.warband("A").pool - pool == pay
    assert xp_of_a(league)[1] == 1


def test_opr_72_an_escort_that_stayed_is_not() -> None:
    league = playing()
    happen(league, 35, choices=of(league, "A", "A1"))
    league.result("B")
    assert league.mission.events[0].outcome == "stayed"
    league.step("casualties", "A")


def test_opr_72_the_marker_carried_off_is_a_vp() -> None:
    league = playing()
    event = happen(league, 36, choices=("ne",))
    league.result("B", left=[{"event": event.id, "unit": league.unit("A1").id}])
    assert league.warband("A").vp == 1


def test_opr_37_who_left_cannot_be_out_and_it_was_their_task() -> None:
    league = playing()
    escort = happen(league, 35, choices=of(league, "A", "A1"))
    facts: dict[str, Any] = {"mission": league.mission.id, "winners": [league.warband("B").id], "rounds": 4}
    other = [{"event": escort.id, "unit": league.unit("A2").id}]
    assert refusal(league, "result", **facts, left=other).rule == "OPR-33"
    mine = [{"event": escort.id, "unit": league.unit("A1").id}]
    out = [league.kill("A1", "B1")]
    assert refusal(league, "result", **facts, left=mine, kills=out).rule == "OPR-37"
    assert refusal(league, "result", **facts, left=[*mine, *mine]).rule == "OPR-33"
    assert refusal(league, "result", **facts, left=[{"event": "no", "unit": "x"}]).rule == "OPR-33"


# 61 to 65: at once


@pytest.mark.parametrize("edition", EDITIONS)
def test_opr_45_a_relic_teaches(edition: str) -> None:
    league = playing(edition=edition)
    happen(league, 61, 3, choices=of(league, "A", "A1"))
    assert league.unit("A1").xp == 3


@pytest.mark.parametrize(("edition", "gain"), [(AOFS, 20), (GF, 100)])
def test_opr_33_sent_away_for_points(edition: str, gain: int) -> None:
    league = playing(edition=edition)
    event = happen(league, 62, choices=of(league, "A"))
    pool = league.warband("A").pool
    league.step("send", "A", event=event.id, dice=[2], choices=[league.unit("A1").id])
    assert league.warband("A").pool - pool == gain
    facts = {"winners": [league.warband("B").id], "rounds": 4, "kills": [league.kill("A1", "B1")]}
    assert refusal(league, "result", mission=league.mission.id, **facts).rule == "OPR-37"
    league.result("B")
    assert xp_of_a(league)[1] == 1  # it still earns for coming home
    assert league.mission.events[0].outcome == "sent"


def test_opr_33_who_does_not_answer_in_the_mission_has_sent_nobody() -> None:
    league = playing()
    happen(league, 62, choices=of(league, "A"))
    league.result("B")
    event = league.mission.events[0]
    assert (event.outcome, event.settled) == ("declined", True)


def test_opr_33_nobody_is_sent_once_the_mission_is_over() -> None:
    league = playing()
    event = happen(league, 62, choices=of(league, "A"))
    league.do("abandon", mission=league.mission.id, words="the pub closed")
    late = {"mission": league.mission.id, "event": event.id, "warband": league.warband("A").id}
    for wrong in ({"event": "gone"}, {"mission": "gone"}):
        assert refusal(league, "send", **late | wrong).admission is False
    assert "is over" in refusal(league, "send", **late).sentence


def test_opr_33_or_nobody_goes() -> None:
    league = playing()
    event = happen(league, 62, choices=of(league, "A"))
    waiting = [one["procedure"] for one in league.ask("waiting", warband=league.warband("A").id)]
    assert waiting == ["opr.send"]
    pool = league.warband("A").pool
    league.step("send", "A", event=event.id, choices=[""])
    assert (league.warband("A").pool, league.mission.events[0].outcome) == (pool, "declined")
    assert league.ask("in_force", mission=league.mission.id) == []


@pytest.mark.parametrize(("edition", "range", "attacks"), [(AOFS, 0, 2), (GF, 24, 3)])
def test_opr_33_a_31_a_found_weapon_keeps_its_ap(edition: str, range: int, attacks: int) -> None:
    league = playing(edition=edition)
    value = league.unit("A1").value
    happen(league, 63, 2, choices=of(league, "A", "A1"))
    item = league.unit("A1").items[0]
    weapon = item.weapons[0]
    assert (item.price, item.origin, item.ap, league.unit("A1").value) == (None, "event", 2, value)
    assert (weapon.range, weapon.attacks, weapon.count, weapon.rules) == (range, attacks, 1, ("AP(2)",))


@pytest.mark.parametrize(("edition", "range", "attacks"), [(AOFS, 0, 2), (GF, 24, 3)])
def test_opr_33_a_31_or_its_ap_is_rolled_each_time(edition: str, range: int, attacks: int) -> None:
    league = playing(edition=edition, found_weapon_ap="each")
    value = league.unit("A1").value
    happen(league, 63, choices=of(league, "A", "A1"))  # no die for the AP
    item = league.unit("A1").items[0]
    weapon = item.weapons[0]
    assert (item.price, item.origin, item.ap, league.unit("A1").value) == (None, "event", None, value)
    assert (weapon.range, weapon.attacks, weapon.rules) == (range, attacks, ("AP(D3)",))


@pytest.mark.parametrize("edition", [AOFS, GF])
def test_opr_28_a_51_getting_up_by_an_event_meets_no_objective(edition: str) -> None:
    league = playing(edition=edition)
    mission, a = league.mission.id, league.warband("A").id
    drawn = ObjectiveDrawn(mission=mission, warband=a, objective="recovery")
    league.state = drawn.apply(league.state)
    before = league.side("A")
    happen(league, 55, choices=((league.unit("A1").id,),))
    assert (league.mission.events[0].units, league.side("A")) == ((league.unit("A1").id,), before)
    pool = league.warband("A").pool
    league.result("B")
    assert (league.side("A").met, league.warband("A").pool - pool) == (None, {AOFS: 40, GF: 300}[edition])
    entry = GAME.book_of(league.state).event_by_code[55]
    assert entry.text.endswith("This does not count towards a special objective.")
    assert "does not meet a special objective" in rule_text("A-51")


@pytest.mark.parametrize(("edition", "gain"), [(AOFS, 15), (GF, 75)])
def test_opr_33_a_gift(edition: str, gain: int) -> None:
    league = playing(edition=edition)
    pool = league.warband("B").pool
    happen(league, 64, 3, choices=of(league, "B"))
    assert league.warband("B").pool - pool == gain


@pytest.mark.parametrize("edition", EDITIONS)
def test_opr_33_a_find_is_a_vp(edition: str) -> None:
    league = playing(edition=edition)
    happen(league, 65, choices=of(league, "B"))
    assert league.warband("B").vp == 1
    (won,) = (one for one in league.records[-1].effects if isinstance(one, VictoryPoints))
    assert won.because == "event"


# 66: the duel


def duel(league: League, won: bool, *dice: int) -> None:
    event = happen(league, 66, choices=([league.unit("A1").id],), gone=["A1"])
    rolls = list(dice) or [6, 1]
    league.do("duel", mission=league.mission.id, event=event.id, dice=rolls, choices=[won])


@pytest.mark.parametrize(("edition", "prize"), [(AOFS, 30), (GF, 150)])
def test_opr_72_a_32_e_68_a_duel_won(edition: str, prize: int) -> None:
    league = league_of(4, 4, edition=edition)
    league.edit("units", league.unit("A1").id, xp=3)
    league.begin()
    pool = league.warband("A").pool
    duel(league, True)
    league.result("B", league.kill("A1", "B1"))
    lose = 40 if edition == AOFS else 300
    assert league.warband("A").pool - pool == prize + lose
    at = {"mission": league.mission.id, "warband": league.warband("A").id}
    assert league.ask("who_rolls", **at) == []
    league.step("casualties", "A")
    league.step("experience", "A", dice=[1])
    assert (league.unit("A1").xp, league.unit("A1").level) == (6, 1)


def test_opr_72_a_32_who_won_a_duel_earns_nothing_for_surviving() -> None:
    league = playing()
    duel(league, True)
    league.result("B")
    assert xp_of_a(league) == [1, 3, 1, 1]


def test_opr_72_a_duel_lost_is_death_without_a_die() -> None:
    league = playing()
    duel(league, False)
    assert league.unit("A1").status == "dead"
    league.result("B", league.kill("A1", "B1"))
    league.step("casualties", "A")
    assert league.unit("A1").id not in league.warband("A").units


def test_opr_42_a_45_a_duel_lost_without_permadeath() -> None:
    league = playing(no_permadeath="on")
    event = happen(league, 66, choices=([league.unit("A1").id],), gone=["A1"])
    league.do("duel", mission=league.mission.id, event=event.id, dice=[1, 2, 3], choices=[False])
    league.result("B", league.kill("A1", "B1"), league.kill("B1", "A1"))
    assert xp_of_benched(league) == ("sitting_out", 3, 0)


def xp_of_benched(league: League) -> tuple[str, int, int]:
    league.step("casualties", "A")
    league.step("experience", "A")
    one = league.unit("A1")
    return one.status, one.sits_out, one.xp


def test_opr_72_a_32_the_prize_may_be_a_trophy() -> None:
    league = playing(trophy="item")
    pool = league.warband("A").pool
    duel(league, True, 3, 3, 2, 5)  # the same face is rolled again
    item = league.unit("A1").items[0]
    assert (item.label, item.price, league.warband("A").pool) == ("Trophy", 30, pool)
    assert league.unit("A1").value == 25  # what an event brings adds nothing


def test_opr_72_the_duel_is_over_before_step_3() -> None:
    league = playing()
    happen(league, 66, choices=([league.unit("A1").id],), gone=["A1"])
    league.result("B", league.kill("A1", "B1"))
    at = {"mission": league.mission.id, "warband": league.warband("A").id}
    assert refusal(league, "casualties", **at).rule == "OPR-72"
    waiting = league.ask("waiting", warband=at["warband"])
    assert waiting[0]["procedure"] == "opr.duel"
    assert not waiting[0]["why_not"]


def test_opr_34_a_32_an_opponent_is_drawn_to_play_the_foe() -> None:
    league = league_of(4, 4, 4)
    league.begin()
    event = happen(league, 66, choices=([league.unit("A1").id], league.warband("C").id), gone=["A1"])
    assert event.details == (("foe", league.warband("C").id),)
