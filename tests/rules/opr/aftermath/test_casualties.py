"""Step 3: OPR-37 to OPR-43 and OPR-73."""

from typing import Any

import pytest

from rules.engine.questions import Answer, Question, Roll
from rules.opr.effects import TraitGained
from tests.rules.opr.play import AOFS, GF, League, league_of, refusal, unit


def hurt(*victims: str, edition: str = AOFS, routed: bool = False, **settings: Any) -> League:
    """A finished mission that B won; these units of A were taken out (or routed)."""
    league = league_of(4, 4, edition=edition, **settings)
    league.begin()
    league.result("B", *(league.kill(one, routed=routed, round=1) for one in victims))
    return league


def rolls(league: League, *dice: int, choices: tuple[Any, ...] = ()) -> None:
    league.step("casualties", "A", dice=dice, choices=choices)


@pytest.mark.parametrize(("edition", "rolling"), [(AOFS, 0), (GF, 1)])
def test_opr_37_e_29_e_30_routed_units_roll_in_gf_only(edition: str, rolling: int) -> None:
    league = hurt("A1", edition=edition, routed=True)
    at = {"mission": league.mission.id, "warband": league.warband("A").id}
    assert len(league.ask("who_rolls", **at)) == rolling
    rolls(league, *[3] * rolling)
    league.step("experience", "A")
    assert league.unit("A1").xp == 1 - rolling


def test_opr_37_everybody_out_rolls_in_sheet_order() -> None:
    league = hurt("A3", "A0", "A1")
    at = {"mission": league.mission.id, "warband": league.warband("A").id}
    assert league.ask("who_rolls", **at) == [league.unit(one).id for one in ("A0", "A1", "A3")]
    questions = league.open_questions("casualties", **at)
    assert [one.about for one in questions] == league.ask("who_rolls", **at)  # the whole warband at once


def test_opr_37_nobody_out_nobody_rolls() -> None:
    league = hurt()
    rolls(league)
    assert league.side("A").step == "experience"


FATES = [(1, "dead", 0), (2, "active", 0), (5, "active", 0), (6, "active", 1)]


@pytest.mark.parametrize(("face", "status", "xp"), FATES)
def test_opr_38_a_regular_unit(face: int, status: str, xp: int) -> None:
    league = hurt("A1")
    rolls(league, face)
    assert (league.unit("A1").status, league.unit("A1").xp) == (status, xp)


def test_opr_38_e_31_natural_talent_brings_the_level_in_step_4() -> None:
    league = league_of(4, 4)
    league.edit("units", league.unit("A1").id, xp=4)
    league.begin()
    league.result("B", league.kill("A1"))
    rolls(league, 6)
    assert (league.unit("A1").xp, league.unit("A1").level) == (5, 0)
    league.step("experience", "A", dice=[1])
    assert (league.unit("A1").xp, league.unit("A1").level) == (5, 1)


def test_opr_39_e_32_an_injured_hero_is_5_points_cheaper() -> None:
    league = hurt("A0", edition=GF)
    league.edit("units", league.unit("A0").id, list_points=90)
    rolls(league, 1, 4)
    assert (league.unit("A0").value, league.unit("A0").traits[0].key) == (85, "arm_injury")


INJURIES = {2: "chest_wound", 3: "blinded_eye", 4: "arm_injury", 5: "traumatized", 6: "smashed_leg"}
TALENTS = {2: "motivated", 3: "crazed", 4: "bitter_rivalry", 5: "horrible_scars", 6: "toughened"}


@pytest.mark.parametrize("face", range(2, 7))
def test_opr_39_both_tables(face: int) -> None:
    league = hurt("A0")
    rolls(league, 1, face)
    assert [(one.kind, one.key) for one in league.unit("A0").traits] == [("injury", INJURIES[face])]
    assert league.unit("A0").value == 35
    league = hurt("A0")
    rolls(league, 6, face)
    assert [(one.kind, one.key) for one in league.unit("A0").traits] == [("talent", TALENTS[face])]
    assert league.unit("A0").value == 45


@pytest.mark.parametrize("face", range(2, 6))
def test_opr_39_a_hero_recovers_on_2_to_5(face: int) -> None:
    league = hurt("A0")
    rolls(league, face)
    assert (league.unit("A0").value, league.unit("A0").traits, league.unit("A0").xp) == (40, (), 0)


def test_opr_39_e_34_dead_by_the_second_die_only() -> None:
    league = hurt("A0")
    rolls(league, 1, 1)
    assert league.unit("A0").status == "dead"


def test_opr_39_a_03_e_35_natural_talent_is_no_trait_and_may_come_again() -> None:
    league = hurt("A0")
    rolls(league, 6, 1)
    assert (league.unit("A0").value, league.unit("A0").xp, league.unit("A0").traits) == (45, 1, ())
    league.finish()
    league.begin()
    league.result("B", league.kill("A0"))
    rolls(league, 6, 1)
    assert (league.unit("A0").value, league.unit("A0").xp) == (50, 2)


def test_opr_39_a_03_the_price_may_follow_the_trait_instead() -> None:
    league = hurt("A0", casualty_price="trait")
    rolls(league, 6, 1)
    assert league.unit("A0").value == 40
    other = hurt("A0", casualty_price="trait")
    rolls(other, 6, 2)
    assert other.unit("A0").value == 45


def test_opr_39_a_04_a_value_never_falls_below_0() -> None:
    league = hurt("A0")
    league.edit("units", league.unit("A0").id, list_points=3)
    rolls(league, 1, 2)
    assert (league.unit("A0").value, league.unit("A0").casualty_points) == (0, -3)


def give(league: League, unit: str, kind: str, *keys: str) -> None:
    for key in keys:
        league.do("give_trait", unit=league.unit(unit).id, kind=kind, key=key, words="to set up")


def test_opr_40_e_33_duplicates_are_rolled_again() -> None:
    league = hurt("A0")
    give(league, "A0", "injury", "arm_injury")
    rolls(league, 1, 4, 4, 2)
    assert [one.key for one in league.unit("A0").traits] == ["arm_injury", "chest_wound"]
    assert league.unit("A0").value == 35
    assert [one.answer.value for one in league.asked] == [1, 4, 4, 2]  # the discarded dice are on record


def test_opr_40_e_36_with_every_injury_the_hero_dies() -> None:
    league = hurt("A0")
    give(league, "A0", "injury", *INJURIES.values())
    rolls(league, 1, 5, 3, 1)
    assert league.unit("A0").status == "dead"


def test_opr_40_with_every_talent_it_is_one_xp() -> None:
    league = hurt("A0")
    give(league, "A0", "talent", *TALENTS.values())
    rolls(league, 6, 2, 3, 4, 5, 6, 6, 1)  # after six duplicates only faces that count are offered
    assert (league.unit("A0").xp, len(league.unit("A0").traits)) == (1, 5)


def test_opr_41_the_dead_leave_the_sheet_and_their_name() -> None:
    league = hurt("A1", "A0")
    rolls(league, 1, 1, 1)
    dead = league.unit("A1")
    assert dead.left == league.mission.id
    assert league.warband("A").units == (league.unit("A2").id, league.unit("A3").id)
    league.step("experience", "A")
    assert (dead.xp, league.unit("A0").xp) == (0, 0)
    league.step("close_upgrades", "A")
    league.step("recruit", "A", unit=unit("A1", 5))
    assert league.unit("A1").id != dead.id
    assert league.state.units[dead.id].status == "dead"


def test_opr_42_a_45_e_37_without_permadeath_the_unit_sits_out() -> None:
    league = league_of(4, 4, no_permadeath="on")
    one = league.unit("A1")
    league.edit("units", one.id, xp=8, level=1)
    league.begin()
    league.result("B", league.kill("A1"), league.kill("B1", "A1"), league.kill("B2", "A1"))
    rolls(league, 1, 2)
    league.step("experience", "A")
    benched = league.unit("A1")
    assert (benched.xp, benched.status, benched.sits_out) == (8, "sitting_out", 2)
    left = []
    for _ in range(2):
        league.finish()
        left.append(league.unit("A1").sits_out)
        league.begin()
        assert one.id not in league.side("A").fielded
        league.result("B")
    league.finish()
    assert left == [2, 1]
    assert league.unit("A1").status == "active"


def labels(question: Question) -> list[str]:
    assert isinstance(question, Roll)
    return [one.label for one in question.faces]


@pytest.mark.parametrize(("setting", "label"), [("off", "dead"), ("on", "sits out")])
def test_opr_42_a_die_that_kills_nobody_does_not_say_dead(setting: str, label: str) -> None:
    league = hurt("A0", "A1", no_permadeath=setting)
    at = {"mission": league.mission.id, "warband": league.warband("A").id}
    hero, regular = league.open_questions("casualties", **at)
    assert labels(hero) == ["injury", *["fine"] * 4, "talent"]
    assert labels(regular) == [label, *["fine"] * 4, "+1 XP"]
    injury, _regular = league.open_questions("casualties", {hero.key: Answer(1)}, **at)
    assert labels(injury)[0] == label


def test_opr_42_a_45_all_xp_of_the_mission_are_lost_from_events_too() -> None:
    league = league_of(4, 4, no_permadeath="on")
    league.begin()
    a = league.warband("A").id
    league.round(5, 61, 3, choices=[a, league.unit("A1").id])
    league.result("B", league.kill("A1"))
    assert league.unit("A1").xp == 3
    rolls(league, 1, 1)
    assert league.unit("A1").xp == 0


def test_opr_42_only_before_the_first_mission() -> None:
    league = league_of(4, 4)
    league.do("change_setting", key="no_permadeath", value="on")
    league.begin()
    assert refusal(league, "change_setting", key="no_permadeath", value="off").rule == "OPR-42"


def test_opr_42_a_03_and_45_a_benched_hero_still_counts_and_keeps_its_first_die_price() -> None:
    league = hurt("A0", no_permadeath="on")
    rolls(league, 1, 1, 3)
    assert (league.unit("A0").value, league.unit("A0").sits_out) == (35, 3)
    assert sum(one.hero for one in league.state.sheet(league.warband("A").id)) == 1


def test_opr_43_traits_stay_with_the_benched() -> None:
    league = hurt("A0", no_permadeath="on")
    give(league, "A0", "talent", "crazed")
    rolls(league, 1, 1, 1)
    assert [one.key for one in league.unit("A0").traits] == ["crazed"]


def test_opr_73_each_list_looks_at_itself_alone() -> None:
    league = hurt("A0")
    give(league, "A0", "level", "resilient")
    rolls(league, 1, 2)  # the opposite of Resilient is kept beside it
    assert [one.key for one in league.unit("A0").traits] == ["resilient", "chest_wound"]


def doctored(*dice: int, choices: tuple[Any, ...], edition: str = AOFS, victim: str = "A1") -> League:
    league = league_of(4, 4, edition=edition)
    league.begin()
    league.round(5, 51, choices=[league.warband("A").id])
    league.result("B", league.kill(victim))
    rolls(league, *dice, choices=choices)
    return league


@pytest.mark.parametrize(("edition", "fee", "pay"), [(AOFS, 10, 40), (GF, 50, 300)])
def test_opr_72_e_66_the_second_result_stands(edition: str, fee: int, pay: int) -> None:
    pool = league_of(4, 4, edition=edition).warband("A").pool
    league = doctored(1, 1, choices=(True,), edition=edition)
    assert league.unit("A1").status == "dead"
    assert league.warband("A").pool == pool + pay - fee
    assert doctored(1, 4, choices=(True,), edition=edition).unit("A1").status == "active"
    assert doctored(1, choices=(False,), edition=edition).unit("A1").status == "dead"


def test_opr_72_a_hero_may_use_the_help_once_for_either_die() -> None:
    assert doctored(1, 4, choices=(True, True), victim="A0").unit("A0").traits == ()
    kept = doctored(1, 1, 3, choices=(True, False, True), victim="A0")
    assert [one.key for one in kept.unit("A0").traits] == ["blinded_eye"]
    dead = doctored(1, 1, 1, choices=(True, True), victim="A0")  # used on the first die, nothing left
    assert dead.unit("A0").status == "dead"


def test_opr_72_the_doctor_is_not_offered_without_need_or_points() -> None:
    league = league_of(4, 4)
    league.begin()
    league.round(5, 51, choices=[league.warband("A").id])
    league.result("B")
    rolls(league)  # nobody to help
    poor = league_of(4, 4, concede_min_round="4")
    poor.begin()
    poor.round(5, 51, choices=[poor.warband("A").id])
    poor.edit("warbands", poor.warband("A").id, pool=9)
    poor.result("B", {**poor.kill("A1"), "round": 1}, conceded={poor.warband("A").id: 2})
    rolls(poor, 3)
    assert poor.warband("A").pool == 9


@pytest.mark.parametrize(("edition", "fee", "pay"), [(AOFS, 10, 40), (GF, 50, 300)])
@pytest.mark.parametrize("more", [0, -1])
def test_opr_72_a_25_the_doctor_takes_the_last_points(edition: str, fee: int, pay: int, more: int) -> None:
    league = league_of(4, 4, edition=edition, concede_min_round="4")
    league.begin()
    a = league.warband("A").id
    league.round(5, 51, choices=[a])
    league.edit("warbands", a, pool=fee + more)
    kill = {**league.kill("A1"), "round": 1}
    league.result("B", kill, conceded={a: 2})  # conceded too early to be paid
    if more:
        rolls(league, 3)
        assert league.warband("A").pool == fee + more
    else:
        rolls(league, 1, 3, choices=(True,))
        assert (league.warband("A").pool, league.unit("A1").status) == (0, "active")


def paid_for_each(pool: int, *dice: int, helped: tuple[str, ...]) -> League:
    """A1 and A2 are out, and each unit the doctor helps is paid for; `pool` with the pay of the mission."""
    league = league_of(4, 4, doctor_fee="unit")
    league.begin()
    a = league.warband("A").id
    league.round(5, 51, choices=[a])
    league.edit("warbands", a, pool=pool - 40)
    league.result("B", league.kill("A1"), league.kill("A2"))
    rolls(league, *dice, choices=(tuple(league.unit(one).id for one in helped),))
    return league


def test_opr_72_a_25_each_unit_may_have_to_be_paid_for() -> None:
    league = paid_for_each(50, 1, 1, 4, helped=("A2",))
    assert [league.unit(one).status for one in ("A1", "A2")] == ["dead", "active"]
    assert league.warband("A").pool == 40
    league = paid_for_each(50, 1, 5, 1, 4, helped=("A1", "A2"))
    assert [league.unit(one).status for one in ("A1", "A2")] == ["active", "active"]
    assert league.warband("A").pool == 30
    league = paid_for_each(50, 1, 3, helped=())
    assert (league.unit("A1").status, league.warband("A").pool) == ("dead", 50)


def test_opr_72_a_25_no_more_units_than_the_pool_pays_for() -> None:
    assert paid_for_each(19 + 40, 3, 3, helped=("A1", "A2")).warband("A").pool == 39
    poor = league_of(4, 4, doctor_fee="unit", concede_min_round="4")
    poor.begin()
    a = poor.warband("A").id
    poor.round(5, 51, choices=[a])
    poor.edit("warbands", a, pool=19)
    kills = [{**poor.kill(one), "round": 1} for one in ("A1", "A2")]
    poor.result("B", *kills, conceded={a: 2})
    at = {"mission": poor.mission.id, "warband": a}
    asked = poor.open_questions("casualties", **at)[0]
    assert (asked.key, asked.most) == ("doctor:units", 1)  # type: ignore[attr-defined]


def test_opr_72_a_25_help_may_be_for_the_casualty_die_alone() -> None:
    league = league_of(4, 4, doctor_die="casualty")
    league.begin()
    league.round(5, 51, choices=[league.warband("A").id])
    league.result("B", league.kill("A0"))
    rolls(league, 1, 1, choices=(True, False))  # the injury's 1 is not asked about
    assert league.unit("A0").status == "dead"


def test_opr_72_a_21_a_second_doctor_does_nothing() -> None:
    league = league_of(4, 4)
    league.begin()
    a = league.warband("A").id
    league.round(5, 51, choices=[a])
    league.round(5, 51, choices=[a])
    pool = league.warband("A").pool
    league.result("B", league.kill("A1"))
    rolls(league, 1, 1, choices=(True,))
    assert league.warband("A").pool == pool + 40 - 10


def test_opr_39_every_trait_gained_names_its_mission() -> None:
    league = hurt("A0")
    rolls(league, 6, 4)
    effect = next(one for one in league.records[-1].effects if isinstance(one, TraitGained))
    assert effect.mission == league.mission.id
