"""The order of steps and step 1: OPR-20 to OPR-29."""

from dataclasses import replace
from typing import Any

import pytest

from rules.engine.refusals import Refused
from rules.opr import GAME
from rules.opr.game import book_of
from rules.opr.mission_effects import Fielded
from rules.opr.playing.recalled import recall_field
from rules.opr.playing.setup import above_cap
from rules.opr.todos import partners
from tests.rules.opr.play import AOFS, GF, League, hero, league_of, refusal, unit, with_settings
from tests.rules.opr.sampled import MOVES


def test_opr_20_steps_come_in_their_order() -> None:
    league = league_of(4, 4)
    league.do("open_mission", warbands=[one.id for one in league.state.active])
    at = {"mission": league.mission.id, "warband": league.warband("A").id}
    assert refusal(league, "casualties", **at).rule == "OPR-20"
    assert (
        refusal(league, "result", mission=at["mission"], winners=[at["warband"]], rounds=4).rule == "OPR-20"
    )
    league.do("begin", mission=at["mission"])
    assert refusal(league, "field", **at).rule == "OPR-20"
    assert refusal(league, "begin", mission=at["mission"]).rule == "OPR-20"
    league.result("A")
    steps = ("casualties", "experience", "close_upgrades", "close_recruiting")
    for now, step in enumerate(steps):
        for later in steps[now + 1 :]:
            assert refusal(league, later, **at).rule == "OPR-20"
        league.step(step, "A")
        assert refusal(league, step, **at).rule == "OPR-20"
    assert league.side("A").step == "done"


def test_opr_20_each_warband_walks_on_its_own() -> None:
    league = league_of(4, 4)
    league.begin()
    league.result("A")
    league.finish("A")
    assert (league.side("A").step, league.side("B").step) == ("done", "casualties")


def test_opr_20_a_43_selling_belongs_to_step_5_and_recruiting_to_step_6() -> None:
    league = league_of(4, 4)
    league.begin()
    league.result("A")
    at = {"mission": league.mission.id, "warband": league.warband("A").id}
    mine = league.unit("A1").id
    assert refusal(league, "buy", **at, unit=mine, item={"label": "X", "price": 5}).rule == "OPR-20"
    assert refusal(league, "recruit", **at, unit=unit("New", 5)).rule == "OPR-20"
    assert refusal(league, "disband_unit", **at, unit=mine).rule == "OPR-20"


def test_opr_21_no_new_mission_before_step_6_is_confirmed() -> None:
    league = league_of(4, 4)
    league.begin()
    league.result("A")
    league.finish("A")
    ids = [one.id for one in league.state.active]
    refused = refusal(league, "open_mission", warbands=ids)
    assert refused.rule == "OPR-21"
    assert "B" in refused.sentence
    league.finish("B")
    league.begin()


def test_opr_22_the_end_of_step_1_freezes_every_fielded_unit() -> None:
    league = league_of(4, 4)
    one = league.unit("A1")
    league.edit("units", one.id, xp=7, level=1, level_points=5)
    league.begin(fielded={"A": ["A0", "A1"]})
    frozen = {entry.unit: entry for entry in league.side("A").frozen}
    assert set(frozen) == {league.unit("A0").id, one.id}
    assert (frozen[one.id].xp, frozen[one.id].level, frozen[one.id].value) == (7, 1, 30)


def test_opr_22_what_a_fielded_unit_carries_is_frozen_with_it() -> None:
    league = league_of(2, 1)
    league.do("give_item", unit=league.unit("A1").id, item={"label": "Banner", "price": 0}, words="found")
    league.begin()
    carried = {one.unit: [item.label for item in one.items] for one in league.side("A").frozen}
    assert carried == {league.unit("A0").id: [], league.unit("A1").id: ["Banner"]}


def test_opr_23_e_19_sitting_out_and_saved_points_do_not_count() -> None:
    league = two_worth((220, 40), (180,))
    bench = league.unit("A1")
    league.edit("units", bench.id, status="sitting_out", sits_out=1)
    league.edit("warbands", league.warband("A").id, pool=500)
    ids = [one.id for one in league.state.active]
    assert league.ask("warband_value", warband=ids[0]) == {"sheet": 260, "available": 220}
    assert league.ask("cap", warbands=ids) == 230
    with pytest.raises(Refused) as gone:
        league.ask("cap", warbands=["gone"])
    assert gone.value.key == "warbands"
    league.begin()
    assert (league.side("A").underdog, league.side("B").underdog) == (0, 4)


def two_worth(*values: tuple[int, ...], edition: str = AOFS) -> League:
    """Warbands A, B, … with regular units of exactly these values."""
    league = league_of(*(1 for _ in values), edition=edition)
    for letter, worths in zip("ABCD", values, strict=False):
        warband = league.warband(letter)
        first = league.unit(f"{letter}0")
        league.edit("units", first.id, list_points=worths[0], hero=False)
        for n, worth in enumerate(worths[1:], start=1):
            league.do("give_item", unit=first.id, item={"label": f"x{n}", "price": 0}, words="to set up")
            _add(league, warband.id, f"{letter}{n}", worth)
    return league


def _add(league: League, warband: str, name: str, worth: int) -> None:
    first = league.state.sheet(warband)[0]
    order = len(league.state.sheet(warband)) + 1
    new = replace(first, id=f"{warband}.{name}", name=name, list_points=worth, order=order, items=())
    league.state = league.state.put("units", new)
    league.edit("warbands", warband, units=(*league.state.warbands[warband].units, new.id))


def test_opr_24_e_15_fifty_over_the_lowest_is_legal_more_is_not() -> None:
    league = two_worth((200,), (230,), (250, 5, 20))
    ids = [one.id for one in league.state.active]
    assert league.ask("cap", warbands=ids) == 250
    league.do("open_mission", warbands=ids)
    at: dict[str, Any] = {"mission": league.mission.id, "warband": league.warband("C").id}
    units = [league.unit(name).id for name in ("C0", "C1")]
    refused = refusal(league, "field", **at, units=units)
    assert (refused.rule, refused.key) == ("OPR-24", "units")
    assert "5 points over the 250" in refused.sentence
    league.do("field", **at, units=units[:1])
    assert league.side("C").value == 250
    assert refusal(league, "field", **at).rule == "OPR-24"  # everybody: 275


def test_opr_24_whose_cheapest_unit_is_above_the_cap_is_in_no_mission() -> None:
    league = two_worth((100,), (151, 160))
    a, b = (one.id for one in league.state.active)
    refused = refusal(league, "open_mission", warbands=[a, b])
    assert (refused.rule, refused.key) == ("OPR-24", "warbands")
    assert "1 point over the 150" in refused.sentence
    assert [partners(league.state, book_of(league.state), one) for one in (a, b)] == [[], []]
    MOVES.hold(league.state)


def test_opr_10_who_is_shut_out_keeps_the_others_from_no_mission() -> None:
    league = two_worth((100,), (150,), (200,))
    a, b, c = (one.id for one in league.state.active)
    assert "150" in refusal(league, "open_mission", warbands=[a, b, c]).sentence
    assert partners(league.state, book_of(league.state), c) == []
    assert partners(league.state, book_of(league.state), a) == [a, b]
    league.do("open_mission", warbands=[a, b])


def test_opr_24_what_is_above_the_cap_is_counted_in_points() -> None:
    league = two_worth((200,), (230,))
    ids, book = [one.id for one in league.state.active], book_of(league.state)
    assert [above_cap(league.state, book, ids, value) for value in (0, 250, 251, 300)] == [0, 0, 1, 50]


def test_opr_24_a_14_who_stays_at_home_still_counts_for_the_cap() -> None:
    league = two_worth((100, 40), (190,))
    league.do("open_mission", warbands=[one.id for one in league.state.active])
    a, b = (league.warband(name).id for name in "AB")
    league.do("field", mission=league.mission.id, warband=a, units=[league.unit("A0").id])
    league.do("field", mission=league.mission.id, warband=b)
    assert [side.value for side in league.mission.sides] == [100, 190]


def test_opr_24_and_26_e_17_gf_counts_in_its_own_figures() -> None:
    league = two_worth((1000,), (1240,), edition=GF)
    ids = [one.id for one in league.state.active]
    assert league.ask("cap", warbands=ids) == 1250
    league.begin()
    assert (league.side("A").underdog, league.side("B").underdog) == (4, 0)


def test_opr_25_somebody_has_to_come() -> None:
    league = two_worth((100,), (100,))
    ids = [one.id for one in league.state.active]
    league.edit("units", league.unit("A0").id, status="sitting_out", sits_out=1)
    assert refusal(league, "open_mission", warbands=ids).rule == "OPR-25"
    league.edit("units", league.unit("A0").id, status="active", sits_out=0)
    league.do("open_mission", warbands=ids)
    assert refusal(league, "field", mission=league.mission.id, warband=ids[0], units=[]).rule == "OPR-25"


def test_opr_25_a_49_a_warband_that_sits_out_is_no_obstacle_and_may_skip() -> None:
    league = two_worth((100,), (100,), (100,))
    bench = league.unit("C0")
    league.edit("units", bench.id, status="sitting_out", sits_out=1)
    league.begin("A", "B")  # everybody who can plays
    at: dict[str, Any] = {"mission": league.mission.id, "warband": league.warband("C").id}
    assert refusal(league, "skip", mission=at["mission"], warband=league.warband("A").id).rule == "OPR-25"
    league.do("skip", **at)
    assert league.unit("C0").status == "active"
    assert league.warband("C").missions == 0
    league.edit("units", bench.id, status="sitting_out", sits_out=1)
    assert refusal(league, "skip", **at).rule == "OPR-25"
    league.result("A")
    assert (league.warband("C").vp, league.warband("C").pool) == (0, 30)


def test_opr_25_who_is_in_a_mission_cannot_miss_another() -> None:
    league = two_worth((100,), (100,), (100,))
    league.edit("units", league.unit("C0").id, status="sitting_out", sits_out=1)
    league.begin("A", "B")
    at = {"mission": league.mission.id, "warband": league.warband("C").id}
    league.edit("warbands", at["warband"], mission=at["mission"])
    assert refusal(league, "skip", **at).rule == "OPR-10"


def test_opr_25_a_49_one_unit_that_can_fight_is_enough_to_play() -> None:
    league = two_worth((100,), (100,), (50, 50))
    league.edit("units", league.unit("C0").id, status="sitting_out", sits_out=1)
    league.begin("A", "B", "C")
    assert (
        "units that can fight"
        in refusal(league, "skip", mission=league.mission.id, warband=league.warband("C").id).sentence
    )


@pytest.mark.parametrize(
    ("edition", "values", "expected"),
    [
        (AOFS, [200, 230, 250], [5, 2, 0]),
        (AOFS, [195, 200], [0, 0]),
        (GF, [1000, 1240], [4, 0]),
        (GF, [1001, 1050], [0, 0]),
    ],
)
def test_opr_26_a_15_e_16_e_17_e_18_underdog_points(
    edition: str, values: list[int], expected: list[int]
) -> None:
    assert League(edition).ask("underdog", values=values) == expected


@pytest.mark.parametrize(("setting", "expected"), [("on", (4, 0)), ("off", (0, 0))])
def test_solo_79_a_rival_has_underdog_points_where_the_league_says_so(
    setting: str, expected: tuple[int, int]
) -> None:
    league = with_settings(two_worth((180,), (220,)), ai_opponent_record="rival", ai_underdog=setting)
    league.do("rival", warband=league.warband("A").id)
    league.begin()
    assert (league.side("A").underdog, league.side("B").underdog) == expected


def test_opr_26_a_14_who_stays_home_counts_for_the_underdog() -> None:
    league = two_worth((100, 40), (140,))
    league.begin(fielded={"A": ["A0"]})
    assert (league.side("A").underdog, league.side("B").underdog) == (4, 0)
    other = with_settings(two_worth((100, 40), (140,)), underdog_basis="available")
    other.begin(fielded={"A": ["A0"]})
    assert (other.side("A").underdog, other.side("B").underdog) == (0, 0)


def test_opr_27_a_15_e_20_no_roll_gets_two_points() -> None:
    league = two_worth((100,), (120,), (120,))
    league.edit("units", league.unit("B0").id, list_points=110)
    league.begin()
    at: dict[str, Any] = {"mission": league.mission.id}
    a, b, c = (league.warband(name).id for name in "ABC")
    league.do("spend_underdog", **at, warband=a, by=-1, round=1, roll="shot-7")
    assert refusal(league, "spend_underdog", **at, warband=b, roll="shot-7").rule == "OPR-27"
    assert refusal(league, "spend_underdog", **at, warband=c).rule == "OPR-27"
    assert refusal(league, "spend_underdog", **at, warband=a, by=2).rule == "OPR-27"
    league.do("round", **at, round=1, dice=[1])
    league.do("round", **at, round=2, dice=[1])
    league.do("spend_underdog", **at, warband=a)
    assert [(point.round, point.by) for point in league.side("A").spent] == [(1, -1), (2, 1)]
    assert league.side("A").underdog_left == 0
    assert refusal(league, "spend_underdog", **at, warband=a).rule == "OPR-27"


def test_opr_27_a_15_points_lapse_when_the_mission_ends() -> None:
    league = two_worth((100,), (120,))
    league.begin()
    league.result("A")
    at = {"mission": league.mission.id, "warband": league.warband("A").id}
    assert refusal(league, "spend_underdog", **at).rule == "OPR-20"


def drawn(league: League, *dice: int, units: list[str] | None = None) -> str:
    league.do("open_mission", warbands=[one.id for one in league.state.active])
    at: dict[str, Any] = {"mission": league.mission.id, "warband": league.warband("A").id}
    chosen = None if units is None else [league.unit(name).id for name in units]
    league.do("field", **at, units=chosen)
    league.do("roll_objective", **at, dice=dice)
    return league.side("A").objective


@pytest.mark.parametrize(
    ("face", "objective"),
    list(enumerate(["mastery", "honor", "casting", "recovery", "rage", "destruction"], start=1)),
)
def test_opr_28_each_face_names_an_objective(face: int, objective: str) -> None:
    league = league_of(4, 4)
    league.edit("units", league.unit("A0").id, caster=True)
    assert drawn(league, face) == objective


def test_opr_28_one_roll_each_and_only_after_fielding() -> None:
    league = league_of(4, 4)
    league.do("open_mission", warbands=[one.id for one in league.state.active])
    at: dict[str, Any] = {"mission": league.mission.id, "warband": league.warband("A").id}
    assert refusal(league, "roll_objective", **at, dice=[2]).rule == "OPR-29"
    league.do("field", **at)
    league.do("roll_objective", **at, dice=[2])
    assert refusal(league, "roll_objective", **at, dice=[2]).rule == "OPR-28"


def test_opr_29_a_16_e_21_casting_without_a_caster_is_rolled_again() -> None:
    league = league_of(4, 4)
    assert drawn(league, 3, 3, 5) == "rage"
    assert [one.answer.value for one in league.asked] == [3, 3, 5]
    assert league.asked[0].question.faces[2].again  # type: ignore[attr-defined]


def test_opr_29_a_16_e_22_mastery_takes_four_units() -> None:
    assert drawn(league_of(4, 4), 1, 2, units=["A0", "A1", "A2"]) == "honor"
    assert drawn(league_of(4, 4), 1) == "mastery"


def test_opr_29_the_table_may_agree_on_another_roll() -> None:
    league = league_of(4, 4)
    drawn(league, 6)
    at: dict[str, Any] = {"mission": league.mission.id, "warband": league.warband("A").id}
    league.do("reroll_objective", **at, words="one unit left to bring", answers={"agreed": True}, dice=[6, 2])
    assert league.side("A").objective == "honor"


def test_opr_29_a_16_somebody_else_at_the_table_agrees_before_another_die_falls() -> None:
    league = league_of(4, 4)
    drawn(league, 6)
    a, b = league.warband("A").id, league.warband("B").id
    league.do("reroll_objective", mission=league.mission.id, warband=a, answers={"agreed": False})
    asked = league.asked[0].question
    assert asked.who == f"side:{b}|organiser"
    assert [one.question.key for one in league.asked] == ["agreed"]  # no die
    assert league.side("A").objective == "destruction"


def test_opr_29_which_objectives_are_out_of_reach_can_be_asked() -> None:
    league = league_of(3, 4)
    units = [one.id for one in league.state.sheet(league.warband("A").id)]
    out = {key for key, why in league.ask("objective_possible", units=units).items() if why}
    assert out == {"mastery", "casting"}


def test_opr_24_only_units_of_the_sheet_that_can_fight_are_fielded() -> None:
    league = league_of(4, 4)
    league.found("C", hero("C0", 120))
    league.do("open_mission", warbands=[one.id for one in league.state.active])
    at = {"mission": league.mission.id, "warband": league.warband("A").id}
    strange = [league.unit("B1").id]
    assert "not on the sheet" in refusal(league, "field", **at, units=strange).sentence
    league.edit("units", league.unit("A1").id, status="sitting_out", sits_out=1)
    assert refusal(league, "field", **at, units=[league.unit("A1").id]).rule == "OPR-23"


def test_opr_20_what_waits_before_a_mission_can_be_sent_as_it_stands() -> None:
    league = league_of(4, 4)
    league.do("open_mission", warbands=[one.id for one in league.state.active])
    waiting = league.ask("waiting", warband=league.warband("A").id)
    assert "opr.begin" in [one["procedure"] for one in waiting]
    for one in waiting:
        assert set(one["params"]) <= set(GAME.spec(one["procedure"]).params.model_fields)


def test_opr_24_units_that_are_named_stay_those_that_came_along() -> None:
    booked = [Fielded(mission="m", warband="a", units=("a1", "a2"), rule="OPR-24")]
    everybody = {"mission": "m", "warband": "a"}
    assert recall_field(everybody, booked) == {**everybody, "units": ["a1", "a2"]}
    named = {**everybody, "units": ["a1"]}
    assert recall_field(named, booked) == named
