"""The campaign, who takes part and how they stand: OPR-01 to OPR-04, OPR-10 to OPR-14, and their rulings."""

from dataclasses import replace
from fractions import Fraction

import pytest

from rules.engine.journal import rerun
from rules.engine.state import altered
from rules.opr import GAME
from rules.opr.standings import rank_of, score_text
from tests.rules.opr.play import AOFS, GF, League, hero, league_of, play, refusal, unit


def test_opr_01_the_rulebook_stays_once_a_warband_is_founded() -> None:
    league = League(AOFS)
    league.do("change_edition", edition=GF)
    assert league.state.league.edition == GF
    league.found("A", hero("H", 800))
    assert refusal(league, "change_edition", edition=AOFS).rule == "OPR-01"


def test_opr_01_an_unknown_rulebook_is_refused() -> None:
    assert refusal(League(), "change_edition", edition="kings-of-paper").rule == "OPR-01"


def test_opr_02_it_takes_two_warbands_to_start() -> None:
    league = League()
    league.found("A", hero("H", 120))
    assert refusal(league, "start").rule == "OPR-02"
    league.found("B", hero("H", 120))
    league.do("start", dice=[1])
    assert league.state.league.status == "running"
    assert refusal(league, "start", dice=[1]).rule == "OPR-02"


def test_opr_02_a_player_has_one_living_warband() -> None:
    league = League()
    league.found("A", hero("H", 120), owner="nan")
    again = {"owner": "nan", "name": "B", "units": [hero("I", 120)]}
    assert refusal(league, "found_warband", **again).rule == "OPR-02"


def test_opr_02_a_mission_takes_two() -> None:
    league = league_of(4, 4, parallel_play="on")
    alone = [league.warband("A").id]
    assert refusal(league, "open_mission", warbands=alone).rule == "OPR-02"
    assert refusal(League(), "open_mission", warbands=[]).rule == "OPR-02"


def test_opr_03_the_type_is_fixed_by_the_first_mission() -> None:
    league = league_of(4, 4)
    league.do("change_setting", key="campaign_type", value="point")
    league.begin()
    assert refusal(league, "change_setting", key="campaign_type", value="game").rule == "OPR-03"
    assert refusal(League(), "change_setting", key="campaign_type", value="for fun").rule == "OPR-03"


def test_opr_03_before_the_first_mission_every_setting_is_open_and_then_not() -> None:
    league = league_of()
    assert all(one["open"] for one in league.ask("settings"))
    league.begin()
    shut = {one["key"] for one in league.ask("settings") if not one["open"]}
    assert "campaign_type" in shut
    assert shut != {one["key"] for one in league.ask("settings")}


@pytest.mark.parametrize(("die", "limit"), [(3, 7), (1, 5), (6, 10)])
def test_opr_04_e_01_the_limit_is_a_die_and_four(die: int, limit: int) -> None:
    league = League()
    faces = league.open_questions("roll_limit")[0].faces  # type: ignore[attr-defined]
    assert [face.label for face in faces] == [f"{n} missions" for n in range(5, 11)]
    league.do("roll_limit", dice=[die])
    assert (league.state.league.limit_die, league.state.league.limit) == (die, limit)
    assert refusal(league, "roll_limit", dice=[1]).rule == "OPR-04"


def test_opr_04_endless_rolls_nothing() -> None:
    league = League(campaign_type="endless")
    league.found("A", hero("H", 120))
    league.found("B", hero("H", 120))
    league.do("start")
    assert league.state.league.limit is None
    league.begin()


def test_opr_04_a_limit_written_down_before_it_had_a_unit_settles_as_ever() -> None:
    league = League()
    league.do("roll_limit", dice=[3])
    *before, rolled = league.records
    plain = replace(rolled, effects=tuple(altered(one, kind="") for one in rolled.effects))
    assert plain.effects[0].words == "7"  # type: ignore[attr-defined]
    assert not rerun(GAME, league.start_state, [*before, plain])


def test_opr_04_a_league_without_end_rolls_no_limit() -> None:
    league = league_of(4, 4, campaign_type="endless")
    assert refusal(league, "roll_limit").rule == "OPR-04"
    assert refusal(League(campaign_type="endless"), "roll_limit").rule == "OPR-04"
    league.do("change_setting", key="campaign_type", value="point")
    assert "not been rolled for yet; missions" in league.ask("season")["sentence"]
    league.do("roll_limit", dice=[2])
    assert league.ask("season")["sentence"] == "The first to reach 6 VP wins."


def test_opr_04_no_mission_before_the_limit_is_known() -> None:
    league = league_of(4, 4, campaign_type="endless")
    league.do("change_setting", key="campaign_type", value="game")
    ids = [one.id for one in league.state.active]
    assert refusal(league, "open_mission", warbands=ids).rule == "OPR-04"
    league.do("roll_limit", dice=[1])
    league.begin()


def test_opr_10_everyone_plays() -> None:
    league = league_of(4, 4, 4)
    two = [league.warband(one).id for one in "AB"]
    refused = refusal(league, "open_mission", warbands=two)
    assert refused.rule == "OPR-10"
    assert "C" in refused.sentence


def test_opr_10_names_three_of_many_who_would_be_missing() -> None:
    league = league_of(*[4] * 9)
    two = [league.warband(one).id for one in "AB"]
    missing = [league.state.warbands[league.warband(one).id].name for one in "CDE"]
    said = refusal(league, "open_mission", warbands=two).sentence
    assert said == (
        f"Everyone has to play every mission; {', '.join(missing)} and 3 more would be missing. An organiser "
        "can change that with the setting “Parallel play”."
    )


def test_opr_10_unless_parallel_play_is_on() -> None:
    league = league_of(4, 4, 4, 4, parallel_play="on")
    league.begin("A", "B")
    league.begin("C", "D")
    assert len(league.state.so_far.open_missions) == 2
    booked = [league.warband(one).id for one in "AC"]
    assert refusal(league, "open_mission", warbands=booked).rule == "OPR-10"


def test_opr_10_nobody_takes_part_twice() -> None:
    league = league_of(4, 4)
    twice = [league.warband("A").id] * 2
    assert refusal(league, "open_mission", warbands=twice).rule == "OPR-10"


def standing(league: League) -> list[tuple[str, int, str]]:
    return [(line["name"], line["rank"], line["shown"]) for line in league.ask("standings")]


def test_opr_11_e_05_average_per_mission() -> None:
    league = league_of(4, 4, parallel_play="on")
    league.edit("warbands", league.warband("A").id, vp=5, missions=3)
    league.edit("warbands", league.warband("B").id, vp=3, missions=2)
    assert standing(league) == [("A", 1, "1.67"), ("B", 2, "1.50")]
    assert league.ask("standings")[0]["score"] == (5, 3)
    assert [line["how"] for line in league.ask("standings")] == ["5 VP ÷ 3 missions", "3 VP ÷ 2 missions"]


def test_opr_11_e_06_equal_fractions_share_the_rank() -> None:
    league = league_of(4, 4, parallel_play="on")
    league.edit("warbands", league.warband("A").id, vp=4, missions=3)
    league.edit("warbands", league.warband("B").id, vp=8, missions=6)
    assert standing(league) == [("A", 1, "1.33"), ("B", 1, "1.33")]


def test_opr_11_a_shared_rank_leaves_out_those_after_it() -> None:
    league = league_of(4, 4, 4, 4, parallel_play="on")
    for name, vp in (("A", 3), ("B", 6), ("C", 3), ("D", 2)):
        league.edit("warbands", league.warband(name).id, vp=vp, missions=1)
    assert [rank for _name, rank, _shown in standing(league)] == [1, 2, 2, 4]
    ranked = [rank_of(league.state, GAME.book_of(league.state), league.warband(name)) for name in "BACD"]
    assert ranked == [(1, 4), (2, 4), (2, 4), (4, 4)]


def test_opr_11_a_38_no_mission_is_ranked_last() -> None:
    league = league_of(4, 4, parallel_play="on")
    league.edit("warbands", league.warband("B").id, missions=1)
    assert standing(league) == [("B", 1, "0.00"), ("A", 2, "–")]
    assert score_text(None, averaged=True) == "–"
    assert [score_text(Fraction(one), averaged=True) for one in (1, 12, -2)] == ["1.00", "12.00", "-2.00"]


def test_opr_12_e_08_a_late_joiner_averages_everybody() -> None:
    league = league_of(4, 4, limit=10, late_joiners="on")
    for winner in "AAB":
        play(league, winner)
    league.found("C", hero("C0", 130))
    assert league.warband("C").late
    assert league.state.league.averaging
    assert standing(league) == [("A", 1, "1.33"), ("B", 2, "0.67"), ("C", 3, "–")]
    assert league.warband("C").pool == 20


def test_opr_12_not_when_it_is_not_allowed() -> None:
    league = league_of(4, 4)
    league.begin()
    late = {"owner": "late", "name": "C", "units": [hero("C0", 120)]}
    assert refusal(league, "found_warband", **late).rule == "OPR-12"


@pytest.mark.parametrize("setting", ["off", "on"])
def test_opr_12_a_53_before_the_first_mission_nobody_is_late(setting: str) -> None:
    league = league_of(4, 4, late_joiners=setting)
    league.found("C", hero("C0", 120))
    assert (league.state.league.averaging, league.warband("C").late) == (False, False)


def test_opr_12_a_53_a_mission_that_is_only_open_has_begun_the_league() -> None:
    league = league_of(4, 4)
    league.do("open_mission", warbands=[one.id for one in league.state.active])
    late = {"owner": "late", "name": "C", "units": [hero("C0", 120)]}
    assert refusal(league, "found_warband", **late).rule == "OPR-12"
    league.do("abandon", mission=league.mission.id)
    assert refusal(league, "found_warband", **late).rule == "OPR-12"


def test_opr_13_the_point_limit_looks_at_the_total() -> None:
    league = league_of(4, 4, limit=5, campaign_type="point", parallel_play="on")
    league.edit("warbands", league.warband("A").id, vp=3, missions=9)
    league.edit("warbands", league.warband("B").id, vp=4, missions=2)
    play(league, "A")
    assert league.state.league.winners == (league.warband("A").id,)
    assert standing(league)[0][0] == "B"  # the average is shown, the total decides


def test_opr_14_a_48_starting_over_begins_from_nothing() -> None:
    league = league_of(4, 4)
    play(league, "A")
    old = league.warband("A")
    league.do("disband_warband", warband=old.id)
    assert [one.name for one in league.state.active] == ["B"]
    assert all(not one.living for one in league.state.units.values() if one.warband == old.id)
    league.found("A", hero("A0", 120), owner=old.owner)
    new = league.warband("A")
    assert (new.vp, new.missions, new.pool, new.late) == (0, 0, 30, False)
    assert not league.state.league.averaging


def test_opr_14_a_48_a_setting_keeps_the_count_of_missions() -> None:
    league = league_of(4, 4, restart_keeps_matches="on")
    play(league, "A")
    old = league.warband("A")
    league.do("disband_warband", warband=old.id)
    league.found("A", hero("A0", 120), owner=old.owner)
    assert league.warband("A").missions == 1


def test_opr_14_the_living_name_is_free_again() -> None:
    league = League()
    league.found("A", hero("H", 100), unit("U", 20))
    league.do("disband_warband", warband=league.warband("A").id)
    league.found("A", hero("H", 120), owner="p-A")
