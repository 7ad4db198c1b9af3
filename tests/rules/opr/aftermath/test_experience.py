"""Step 4: OPR-44 to OPR-55."""

from typing import Any

import pytest

from rules.engine.effects import Effect
from rules.opr.books import edition_in_force
from rules.opr.effects import LevelGained
from rules.opr.warbands.levels import skill_set_text
from tests.rules.opr.play import AOFS, GF, League, facts, league_of, refusal, with_settings


def test_opr_49_what_a_unit_is_worth_is_told_by_where_it_comes_from() -> None:
    league = league_of(4, 4)
    league.edit("units", league.unit("A1").id, level_points=10)
    told = league.ask("breakdown", unit=league.unit("A1").id)
    assert (told["levels"], told["value"]) == (10, sum(told.values()) - told["value"])


def reported(*kills: tuple[str, str], ready: dict[str, int] | None = None) -> League:
    """A mission B has won and everybody recovered; kills are (victim, killer), `ready` XP held before."""
    league = league_of(4, 4)
    for name, xp in (ready or {}).items():
        league.edit("units", league.unit(name).id, xp=xp, level=xp // 5)
    league.begin()
    league.result("B", *(league.kill(victim, killer, round=1) for victim, killer in kills))
    for name in "AB":
        league.step("casualties", name, dice=[3] * len(league.side(name).casualties))
    return league


def grow(league: League, *dice: int, choices: tuple[Any, ...] = ()) -> tuple[Effect, ...]:
    return league.step("experience", "A", dice=dice, choices=choices)


def test_opr_44_a_07_e_38_two_units_and_a_hero() -> None:
    league = reported(("B1", "A1"), ("B2", "A1"), ("B0", "A1"))
    grow(league, 1)
    assert league.unit("A1").xp == 5


def test_opr_44_e_39_a_hero_together_with_its_unit() -> None:
    league = league_of(4, 4, edition=GF)
    league.edit("units", league.unit("B0").id, joined_to=league.unit("B1").id)
    league.begin()
    league.result("B", league.kill("B0", "A1"), league.kill("B1", "A1"))
    league.step("casualties", "A")
    grow(league)
    assert league.unit("A1").xp == 4


def test_opr_44_hero_and_unit_together_is_a_line_of_its_own_in_gf() -> None:
    league = league_of(4, 4, edition=GF)
    league.edit("units", league.unit("B0").id, joined_to=league.unit("B1").id)
    league.begin()
    league.result("B", league.kill("B0", "A1"), league.kill("B1", "A1"))
    due = league.ask("xp_due", mission=league.mission.id, warband=league.warband("A").id)
    assert [one["amount"] for one in due[league.unit("A1").id]] == [1, 3]


def test_opr_44_a_08_a_hero_and_its_unit_taken_out_by_two() -> None:
    league = league_of(4, 4, edition=GF)
    league.edit("units", league.unit("B0").id, joined_to=league.unit("B1").id)
    league.begin()
    league.result("B", league.kill("B0", "A1"), league.kill("B1", "A2"))
    league.step("casualties", "A")
    grow(league)
    assert (league.unit("A1").xp, league.unit("A2").xp) == (3, 2)


@pytest.mark.parametrize(("killer", "xp"), [("A0", [2, 1]), ("A1", [1, 2])])
def test_opr_44_a_10_a_hero_inside_a_unit_or_the_unit_gets_the_xp_never_both(
    killer: str, xp: list[int]
) -> None:
    league = league_of(4, 4, edition=GF)
    hero, unit = league.unit("A0").id, league.unit("A1").id
    league.do("join_unit", warband=league.warband("A").id, unit=hero, to=unit)
    league.begin()
    both = [league.kill("B1", one) for one in ("A0", "A1")]
    assert refusal(league, "result", **facts(league, "B"), kills=both).rule == "OPR-36"
    league.result("B", league.kill("B1", killer))
    league.step("casualties", "A")
    grow(league)
    assert [league.unit(one).xp for one in ("A0", "A1")] == xp


def test_opr_44_e_40_a_casualty_keeps_its_kills() -> None:
    league = reported(("A1", "B1"), ("B1", "A1"), ("B2", "A1"))
    grow(league)
    assert (league.unit("A1").xp, league.unit("A2").xp) == (2, 1)


def test_opr_44_what_is_due_can_be_asked_with_its_reasons() -> None:
    league = reported(("B0", "A1"))
    due = league.ask("xp_due", mission=league.mission.id, warband=league.warband("A").id)
    reasons = [(one["because"], one["amount"], one["rule"]) for one in due[league.unit("A1").id]]
    assert reasons == [("survived", 1, "OPR-44"), ("kill", 2, "OPR-44")]


@pytest.mark.parametrize(("setting", "xp"), [("off", 1), ("on", 2)])
def test_opr_44_a_09_a_rout_is_no_kill_unless_the_league_says_so(setting: str, xp: int) -> None:
    league = league_of(4, 4, edition=GF, rout_gives_kill_xp=setting)
    league.begin()
    league.result("B", league.kill("B1", "A1", routed=True))
    league.step("casualties", "A")
    grow(league)
    assert league.unit("A1").xp == xp


def test_opr_45_event_xp_are_entered_when_they_happen() -> None:
    league = league_of(4, 4)
    league.begin()
    league.round(5, 61, 2, choices=[league.warband("A").id, league.unit("A1").id])
    assert league.unit("A1").xp == 2


def test_opr_46_who_was_not_there_earns_nothing() -> None:
    league = league_of(4, 4)
    league.edit("units", league.unit("A3").id, status="sitting_out", sits_out=2)
    league.begin(fielded={"A": ["A0", "A1"]})
    league.result("A")
    league.step("casualties", "A")
    grow(league)
    assert [league.unit(f"A{n}").xp for n in range(4)] == [1, 1, 0, 0]


def test_opr_47_e_41_xp_stop_at_30() -> None:
    league = league_of(4, 4)
    league.edit("units", league.unit("A1").id, xp=28, level=5)
    league.begin()
    league.result("B", *(league.kill(f"B{n}", "A1") for n in range(3)))
    league.step("casualties", "A")
    effects = league.step("experience", "A", dice=[1])
    assert (league.unit("A1").xp, league.unit("A1").level) == (30, 6)
    assert sum(getattr(one, "lost", 0) for one in effects) == 3


@pytest.mark.parametrize(("edition", "price"), [(AOFS, 10), (GF, 50)])
def test_opr_48_and_49_e_42_two_levels_at_once(edition: str, price: int) -> None:
    league = league_of(4, 4, edition=edition)
    league.edit("units", league.unit("A1").id, xp=4)
    before = league.unit("A1").value
    league.begin()
    league.round(5, 61, 3, choices=[league.warband("A").id, league.unit("A1").id])
    league.result("B", *(league.kill(f"B{n}", "A1") for n in (0, 1)))
    league.step("casualties", "A")
    effects = grow(league, 1, 2)
    assert {one.rule for one in effects if isinstance(one, LevelGained)} == {"OPR-49"}
    one = league.unit("A1")
    assert (one.xp, one.level, one.value - before) == (11, 2, price)
    assert [(trait.key, trait.level) for trait in one.traits] == [("agile", 1), ("headstrong", 2)]


def test_opr_48_a_13_a_level_waits_for_step_4() -> None:
    league = league_of(4, 4)
    league.edit("units", league.unit("A1").id, xp=4)
    league.begin()
    league.round(5, 61, 3, choices=[league.warband("A").id, league.unit("A1").id])
    assert league.unit("A1").level == 0
    told = league.ask("level", unit=league.unit("A1").id)
    assert told == {"xp": 7, "level": 0, "due": 1, "next_in": 3, "price": 5}


def test_opr_48_step_4_is_not_confirmed_with_a_level_open() -> None:
    league = reported(ready={"A1": 4})
    at = {"mission": league.mission.id, "warband": league.warband("A").id}
    questions = league.open_questions("experience", **at)
    assert [one.about for one in questions] == [league.unit("A1").id]


def rise(league: League, name: str, *dice: int, choices: tuple[Any, ...] = ()) -> Any:
    """One unit at the brink of its next level takes it."""
    one = league.unit(name)
    league.edit("units", one.id, xp=one.level * 5 + 4)
    league.begin()
    league.result("B")
    league.step("casualties", "A")
    grow(league, *dice, choices=choices)
    league.finish()
    return league.unit(name)


def give(league: League, unit: str, kind: str, key: str, option: str = "") -> None:
    params: dict[str, Any] = {"kind": kind, "key": key, "option": option, "words": "to set up"}
    league.do("give_trait", unit=league.unit(unit).id, **params)


TRAITS = {1: "agile", 2: "headstrong", 4: "resilient", 5: "elite"}


@pytest.mark.parametrize("face", TRAITS)
def test_opr_49_each_face_is_its_trait(face: int) -> None:
    league = league_of(4, 4)
    pool = league.warband("A").pool
    one = rise(league, "A1", face)
    assert (one.traits[0].key, one.value) == (TRAITS[face], 30)
    assert league.warband("A").pool == pool + 40  # the level is not paid from the pool


def test_opr_49_e_44_duplicates_are_rolled_again() -> None:
    league = league_of(4, 4)
    give(league, "A1", "level", "agile")
    assert rise(league, "A1", 1, 1, 4).traits[-1].key == "resilient"


def test_opr_50_the_owner_picks_melee_or_shooting() -> None:
    one = rise(league_of(4, 4), "A1", 3, choices=("shooting",))
    assert (one.traits[0].key, one.traits[0].option) == ("specialist", "shooting")


def test_opr_50_a_05_e_45_the_second_time_there_is_one_kind_left() -> None:
    league = league_of(4, 4)
    give(league, "A1", "level", "specialist", "melee")
    assert rise(league, "A1", 3).traits[-1].option == "shooting"


def test_opr_50_a_05_e_46_both_kinds_held_is_a_duplicate() -> None:
    league = league_of(4, 4)
    for kind in ("melee", "shooting"):
        give(league, "A1", "level", "specialist", kind)
    assert rise(league, "A1", 3, 2).traits[-1].key == "headstrong"


def test_opr_50_a_05_or_it_stacks() -> None:
    league = league_of(4, 4, specialist="stack")
    give(league, "A1", "level", "specialist", "melee")
    assert [one.option for one in rise(league, "A1", 3, choices=("melee",)).traits] == ["melee", "melee"]


def test_opr_51_a_06_e_47_a_fast_learner_picks_and_may_again() -> None:
    league = league_of(4, 4)
    one = rise(league, "A1", 6, choices=("elite",))
    assert [trait.key for trait in one.traits] == ["elite"]
    one = rise(league, "A1", 6, choices=("specialist:melee",))
    assert [(trait.key, trait.option) for trait in one.traits] == [("elite", ""), ("specialist", "melee")]


def test_opr_51_only_what_may_still_be_gained_is_offered() -> None:
    league = league_of(4, 4)
    for key in ("agile", "headstrong", "resilient", "elite"):
        give(league, "A1", "level", key)
    give(league, "A1", "level", "specialist", "melee")
    one = rise(league, "A1", 6)  # one left: no question
    assert one.traits[-1].option == "shooting"


def test_opr_49_with_everything_held_a_level_is_a_price_only() -> None:
    league = league_of(4, 4)
    for key in ("agile", "headstrong", "resilient", "elite"):
        give(league, "A1", "level", key)
    for kind in ("melee", "shooting"):
        give(league, "A1", "level", "specialist", kind)
    one = rise(league, "A1")
    assert (one.value, len(one.traits)) == (30, 6)


def test_opr_52_and_53_and_54_a_01_e_48_a_heros_first_level() -> None:
    one = rise(league_of(4, 4), "A0", 5, 2, 3, choices=("captain",))
    assert [(trait.kind, trait.key) for trait in one.traits] == [("level", "elite"), ("skill", "instigator")]
    assert one.sets == ("captain",)


@pytest.mark.parametrize(("edition", "price"), [(AOFS, 20), (GF, 110)])
def test_opr_52_a_02_e_43_two_levels_of_a_hero(edition: str, price: int) -> None:
    league = league_of(4, 4, edition=edition)
    league.edit("units", league.unit("A0").id, xp=4)
    before = league.unit("A0").value
    league.begin()
    league.round(5, 61, 3, choices=[league.warband("A").id, league.unit("A0").id])
    league.result("B", *(league.kill(f"B{n}", "A0") for n in (1, 2)))
    league.step("casualties", "A")
    grow(league, 1, 4, 1, 2, 6, choices=("shooter",))
    one = league.unit("A0")
    assert (one.xp, one.level, one.value - before, one.sets) == (10, 2, price, ("shooter",))
    assert [trait.key for trait in one.held("level")] == ["agile", "headstrong"]
    assert [trait.key for trait in one.held("skill")] == ["hunter", "suppressor"]


def test_opr_52_a_01_a_hero_may_gain_the_skill_alone() -> None:
    league = league_of(4, 4, hero_gains="skill_only", aofs_hero_level_price="5")
    one = rise(league, "A0", 1, 1, choices=("captain",))
    assert ([trait.key for trait in one.traits], one.value) == (["leader"], 45)


@pytest.mark.parametrize(
    ("die", "pair"), [(1, ["captain", "support"]), (4, ["fighter", "shooter"]), (5, ["pathfinder", "healer"])]
)
def test_opr_53_the_pairs_of_sets(die: int, pair: list[str]) -> None:
    league = league_of(4, 4)
    rise(league, "A0", 1, die, 1, choices=(pair[1],))
    asked = {key: one for record in league.records for key, one in record.answers.items()}
    assert [one.value for key, one in asked.items() if key.startswith("set:")] == [pair[1]]
    assert league.unit("A0").sets == (pair[1],)


def test_opr_53_a_set_says_what_each_of_its_skills_does() -> None:
    for one in edition_in_force("aofs-3.2.0", ()).book.skill_sets:
        told = skill_set_text(one)
        assert all(f"{skill.name}: {skill.text}" in told for skill in one.skills)


def test_opr_54_e_49_a_skill_held_is_rolled_again() -> None:
    league = league_of(4, 4)
    league.edit("units", league.unit("A0").id, sets=("captain",), level=1, xp=5)
    give(league, "A0", "skill", "leader")
    assert rise(league, "A0", 1, 2, 1, 6).held("skill")[-1].key == "tactician"


def veteran_captain(**settings: Any) -> League:
    league = league_of(4, 4, **settings)
    league.edit("units", league.unit("A0").id, sets=("captain",), level=3, xp=15)
    for key in ("leader", "instigator", "tactician"):
        give(league, "A0", "skill", key)
    return league


def test_opr_55_a_46_e_50_a_second_set_and_never_the_same() -> None:
    one = rise(veteran_captain(), "A0", 4, 1, 3, choices=(True,))
    assert one.sets == ("captain", "support")
    assert [trait.key for trait in one.traits[-2:]] == ["resilient", "scavenger"]


def test_opr_55_a_46_it_may_be_declined_for_this_level() -> None:
    one = rise(veteran_captain(), "A0", 4, choices=(False,))
    assert one.sets == ("captain",)
    assert one.traits[-1].key == "resilient"


def test_opr_55_levels_4_to_6_fill_the_second_set_and_a_third_is_never_needed() -> None:
    league = veteran_captain()
    rise(league, "A0", 1, 1, 1, choices=(True,))
    rise(league, "A0", 2, 3)
    rise(league, "A0", 4, 5)
    skills = [trait.key for trait in league.unit("A0").held("skill")]
    assert skills[3:] == ["vanguard", "scavenger", "mastermind"]
    league.edit("units", league.unit("A0").id, level=5, xp=25)
    one = rise(league, "A0", 5)
    assert len(one.sets) == 2
    assert len(one.held("skill")) == 6


def test_opr_55_a_46_not_before_all_three_are_held() -> None:
    league = league_of(4, 4)
    league.edit("units", league.unit("A0").id, sets=("captain",), level=3, xp=15)
    give(league, "A0", "skill", "leader")
    assert rise(league, "A0", 1, 4).held("skill")[-1].key == "instigator"


def test_opr_48_xp_given_by_hand_brings_its_level_in_the_next_step_4() -> None:
    league = league_of(4, 4)
    league.do("give_xp", unit=league.unit("A1").id, amount=12, words="forgotten last week")
    league.begin(fielded={"A": ["A0"]})
    league.result("A")
    league.step("casualties", "A")
    grow(league, 1, 2)
    assert (league.unit("A1").xp, league.unit("A1").level) == (12, 2)


def test_opr_49_a_02_the_skills_price_is_read_from_the_setting() -> None:
    league = with_settings(league_of(4, 4), aofs_hero_level_price="5")
    assert league.ask("level", unit=league.unit("A0").id)["price"] == 5


def test_opr_44_a_12_whoever_conceded_earns_for_surviving_or_not() -> None:
    assert conceded("on") == [1, 0, 1, 2]
    assert conceded("off") == [0, 0, 0, 1]


def conceded(setting: str) -> list[int]:
    """The XP of A's four units: it gave up in round 2 with A1 out, and A3 had taken out one."""
    league = league_of(4, 4, left_alive_xp=setting)
    league.begin()
    out, by = league.kill("A1", round=1), league.kill("B1", "A3", round=1)
    league.result("B", out, by, conceded={league.warband("A").id: 2})
    league.step("casualties", "A", dice=[3])
    grow(league)
    return [league.unit(f"A{n}").xp for n in range(4)]


@pytest.mark.parametrize(("setting", "xp"), [("on", 1), ("off", 0)])
def test_opr_44_a_12_so_do_those_that_routed_without_harm_or_left(setting: str, xp: int) -> None:
    league = league_of(4, 4, left_alive_xp=setting)
    league.begin()
    a, units = league.warband("A").id, [league.unit(f"A{n}").id for n in range(4)]
    league.round(5, 35, choices=[a, units[1]])
    league.round(5, 62, choices=[a])
    league.step("send", "A", event=league.mission.events[1].id, choices=[units[2]], dice=[1])
    gone = [{"event": league.mission.events[0].id, "unit": units[1]}]
    league.result("B", league.kill("A3", routed=True), left=gone)
    league.step("collect", "A", event=league.mission.events[0].id, dice=[1])
    league.step("casualties", "A")
    grow(league)
    assert [league.unit(f"A{n}").xp for n in range(4)] == [1, xp, xp, xp]


@pytest.mark.parametrize(("setting", "xp"), [("on", 1), ("off", 0)])
def test_opr_44_a_12_and_who_was_bought_free(setting: str, xp: int) -> None:
    league = league_of(4, 4, left_alive_xp=setting)
    league.begin()
    a, unit = league.warband("A").id, league.unit("A1").id
    league.round(5, 11, choices=[a, unit])
    league.result("B")
    league.step("ransom", "A", event=league.mission.events[0].id, dice=[1], choices=[True])
    league.step("casualties", "A")
    grow(league)
    assert [league.unit(f"A{n}").xp for n in range(4)] == [1, xp, 1, 1]
