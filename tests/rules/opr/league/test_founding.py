"""Founding a warband: OPR-15 to OPR-19, OPR-66."""

from typing import Any

import pytest

from tests.rules.opr.play import AOFS, GF, League, hero, league_of, refusal, unit


def founding(*units: dict[str, Any], name: str = "A", owner: str = "nan") -> dict[str, Any]:
    return {"owner": owner, "name": name, "units": list(units)}


@pytest.mark.parametrize(("edition", "budget"), [(AOFS, 150), (GF, 1000)])
def test_opr_15_nobody_spends_more_than_the_budget(edition: str, budget: int) -> None:
    league = League(edition)
    refused = refusal(league, "found_warband", **founding(unit("U", budget + 5)))
    assert refused.rule == "OPR-15"
    assert "5 points over" in refused.sentence
    league.do("found_warband", **founding(unit("U", budget)))
    assert league.warband("A").pool == 0


def test_opr_15_the_whole_list_is_checked_at_once() -> None:
    league = League()
    league.do("found_warband", **founding(unit("U", 160, ("Rusty", -10))))
    assert league.unit("U").value == 150
    assert league.warband("A").pool == 0


def test_opr_15_prices_no_list_has_are_refused() -> None:
    for absurd in (unit("U", -5), unit("U", 10**7), unit("U", 130, ("X", -(10**7)))):
        assert refusal(League(), "found_warband", **founding(absurd)).rule in ("OPR-15", "OPR-16")


@pytest.mark.parametrize(
    ("edition", "spent", "fine"),
    [(AOFS, 120, True), (AOFS, 115, False), (GF, 800, True), (GF, 790, False)],
)
def test_opr_16_e_09_e_10_e_12_savings_are_limited(edition: str, spent: int, fine: bool) -> None:
    league = League(edition)
    if fine:
        league.do("found_warband", **founding(unit("U", spent)))
        assert league.warband("A").pool == league.ask("check_founding")["budget"] - spent
    else:
        assert refusal(league, "found_warband", **founding(unit("U", spent))).rule == "OPR-16"


def test_opr_16_and_19_e_11_a_negative_upgrade_counts_as_savings() -> None:
    refused = refusal(League(), "found_warband", **founding(unit("U", 125, ("Rusty", -10))))
    assert refused.rule == "OPR-16"
    assert "Spend 5 more" in refused.sentence


def test_opr_17_e_13_one_hero_at_most() -> None:
    league = League(GF)
    two = founding(hero("H", 400), hero("I", 400))
    assert refusal(league, "found_warband", **two).rule == "OPR-17"
    league.do("found_warband", **founding(unit("U", 800)))  # none at all is fine


def test_opr_18_e_14_unit_names_are_unique_whatever_the_capitals() -> None:
    twice = founding(unit("Old Nan", 60), unit("old nan ", 60))
    refused = refusal(League(), "found_warband", **twice)
    assert refused.rule == "OPR-18"
    assert refused.key == "units.1.name"
    assert refused.sentence == "There is already a unit called old nan."


def test_opr_18_warband_names_are_unique_and_never_blank() -> None:
    league = League()
    league.do("found_warband", **founding(unit("U", 120), name="The Crows"))
    again = founding(unit("U", 120), name=" the crows", owner="other")
    refused = refusal(league, "found_warband", **again)
    assert (refused.rule, refused.key) == ("OPR-18", "name")
    assert refused.sentence == "The name “the crows” is already taken in this league."
    blank = founding(unit("U", 120), name="  ", owner="other")
    assert refusal(league, "found_warband", **blank).rule == "OPR-18"
    assert refusal(league, "found_warband", **founding(unit(" ", 120), name="B", owner="o")).rule == "OPR-18"


def test_opr_18_a_39_two_warbands_may_have_units_of_one_name() -> None:
    league = League()
    league.found("A", unit("U", 120))
    league.found("B", unit("U", 120))


def test_opr_18_a_39_unless_the_league_wants_names_unique_everywhere() -> None:
    league = League(unit_names="campaign")
    league.found("A", unit("U", 120))
    same = founding(unit("u", 120), name="B", owner="other")
    assert refusal(league, "found_warband", **same).rule == "OPR-18"


def test_opr_18_renaming_keeps_names_unique() -> None:
    league = League()
    league.found("A", unit("U", 60), unit("V", 60))
    league.found("B", unit("W", 120))
    mine: dict[str, Any] = {"warband": league.warband("A").id, "unit": league.unit("U").id}
    assert refusal(league, "rename_unit", **mine, name="v").rule == "OPR-18"
    theirs = mine | {"unit": league.unit("W").id}
    assert not refusal(league, "rename_unit", **theirs, name="x").admission
    assert refusal(league, "rename_warband", warband=mine["warband"], name="b").rule == "OPR-18"
    league.do("rename_unit", **mine, name="u")
    league.do("rename_warband", warband=mine["warband"], name="Crows")
    assert league.unit("u").id == mine["unit"]
    assert league.warband("Crows").id == mine["warband"]


def test_opr_44_a_hero_goes_with_a_unit_of_its_warband_or_on_its_own() -> None:
    league = League()
    league.found("A", unit("Nan", 60, hero=True), unit("Bo", 30), unit("V", 30))
    league.edit("units", league.unit("Bo").id, hero=True)
    league.found("B", unit("W", 120))
    here, nan, rats = league.warband("A").id, league.unit("Nan").id, league.unit("V").id
    assert refusal(league, "join_unit", warband=here, unit=rats, to=nan).key == "unit"
    for other in (nan, league.unit("Bo").id, league.unit("W").id, "nobody"):
        assert not refusal(league, "join_unit", warband=here, unit=nan, to=other).admission
    league.do("join_unit", warband=here, unit=nan, to=rats)
    assert league.unit("Nan").joined_to == rats
    league.do("join_unit", warband=here, unit=nan)
    assert league.unit("Nan").joined_to == ""
    league.do("start", dice=[2])
    opened = league.do("open_mission", warbands=[here, league.warband("B").id])
    assert opened
    assert refusal(league, "join_unit", warband=here, unit=nan, to=rats).admission


def test_opr_19_a_negative_upgrade_gives_points_to_the_pool() -> None:
    league = League()
    league.found("A", unit("U", 140, ("Rusty", -10)))
    assert (league.warband("A").pool, league.unit("U").value) == (20, 130)


def test_opr_19_upgrades_take_off_no_more_than_the_unit_costs() -> None:
    """Else one unit of nothing would pay for another ten times over."""
    army = [unit("Nothing", 10, ("Curse", -900)), unit("Giant", 1030)]
    seen = League().ask("check_founding", name="A", units=army, owner="nan")
    assert [(one["rule"], one["field"]) for one in seen["problems"]] == [("OPR-19", "units.0.items")]


def test_opr_15_a_slip_of_the_finger_in_a_price_is_told_beside_it() -> None:
    army = [unit("Dear", 100_001), unit("Dearer", 100_000, ("Crown", 100_001))]
    seen = League().ask("check_founding", name="A", units=army, owner="nan")
    slips = {one["field"]: one["sentence"] for one in seen["problems"] if one["rule"] == "OPR-15"}
    assert slips["units.0.points"] == "A unit can cost 0 to 100000 points."
    assert slips["units.1.items"] == "An upgrade can cost up to 100000 points."


def test_opr_15_the_page_tells_points_and_problems_while_typing() -> None:
    league = League()
    league.found("A", unit("U", 120), owner="nan")
    seen = league.ask("check_founding", name="a", units=[hero("H", 50), hero("I", 50)], owner="nan")
    assert (seen["spent"], seen["left"], seen["heroes"]) == (100, 50, 2)
    assert [one["rule"] for one in seen["problems"]] == ["OPR-02", "OPR-16", "OPR-17", "OPR-18"]
    fine = league.ask("check_founding", name="B", units=[hero("H", 130)], owner="other")
    assert fine["problems"] == []


def test_opr_15_units_keep_order_profile_and_who_joins_whom() -> None:
    league = League(GF)
    lead = {**hero("Captain", 200), "key": "c", "joined_to": "s", "caster": True}
    squad = {**unit("Squad", 600, ("Banner", 30)), "key": "s", "profile": {"quality": 4, "models": 5}}
    league.found("A", lead, squad)
    captain, men = league.unit("Captain"), league.unit("Squad")
    assert league.warband("A").units == (captain.id, men.id)
    assert (captain.joined_to, captain.caster) == (men.id, True)
    assert (men.profile.quality, men.profile.models, men.items[0].price) == (4, 5, 30)


def test_opr_66_the_whole_warband_goes_and_a_new_one_may_come() -> None:
    league = league_of(4, 4)
    mission = league.begin().id
    mine = league.warband("A").id
    assert refusal(league, "disband_warband", warband=mine).rule == "OPR-66"
    league.result("A")
    for step in ("casualties", "experience", "close_upgrades"):
        league.step(step, "A")
    league.do("disband_warband", warband=mine)
    gone = league.state.warbands[mine]
    assert (gone.status, gone.vp, gone.pool, gone.units) == ("disbanded", 0, 0, ())
    assert league.state.missions[mission].side(mine).step == "done"
    league.found("Anew", hero("H", 120), owner=gone.owner)
    league.finish("B")
    league.begin("Anew", "B")


def test_opr_66_a_league_that_is_over_takes_nobody_in() -> None:
    league = league_of(4, 4)
    league.do("close", words="the season is over")
    assert refusal(league, "found_warband", **founding(unit("U", 120), name="Z")).rule == "OPR-05"
