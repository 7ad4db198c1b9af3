"""Steps 5 and 6: OPR-56 to OPR-67."""

from typing import Any

import pytest

from tests.rules.opr.play import AOFS, GF, League, hero, league_of, refusal, unit


def trading(edition: str = AOFS, pool: int = 100, step: str = "upgrades", **settings: Any) -> League:
    """A league where A stands at step 5 (or 6) with this pool."""
    league = league_of(4, 4, edition=edition, **settings)
    league.begin()
    league.result("A")
    for name in ("casualties", "experience", *(("close_upgrades",) if step == "recruiting" else ())):
        league.step(name, "A")
    league.edit("warbands", league.warband("A").id, pool=pool)
    return league


def at(league: League, **more: Any) -> dict[str, Any]:
    return {"mission": league.mission.id, "warband": league.warband("A").id, **more}


def buy(league: League, price: int | None, label: str = "Sword") -> str:
    league.step("buy", "A", unit=league.unit("A1").id, item={"label": label, "price": price})
    return league.unit("A1").items[-1].id


def owning(
    price: int | None, pool: int, edition: str = AOFS, **settings: str
) -> tuple[League, dict[str, Any]]:
    """A's first unit carries an item of this original price; the parameters to sell it."""
    league = trading(edition, pool=10_000, **settings)
    item = buy(league, price)
    league.edit("warbands", league.warband("A").id, pool=pool)
    return league, at(league, unit=league.unit("A1").id, item=item)


def test_opr_56_buying_costs_the_price_and_raises_the_value() -> None:
    league = trading(pool=20)
    buy(league, 15)
    assert (league.warband("A").pool, league.unit("A1").value) == (5, 40)
    assert league.unit("A1").items[0].price == 15
    dear = at(league, unit=league.unit("A1").id, item={"label": "Bow", "price": 10})
    assert refusal(league, "buy", **dear).rule == "OPR-56"


def test_opr_56_e_55_below_0_brings_points() -> None:
    league = trading(pool=0)
    buy(league, -5)
    assert (league.warband("A").pool, league.unit("A1").value) == (5, 20)


def test_opr_56_no_upgrade_makes_a_unit_cheaper_than_nothing() -> None:
    league = trading(pool=0)
    much = at(league, unit=league.unit("A1").id, item={"label": "Curse", "price": -26})
    refused = refusal(league, "buy", **much)
    assert (refused.rule, refused.key, refused.admission) == ("OPR-56", "price", True)
    assert refused.sentence == "A1 is worth 25 points; no upgrade can take it below zero."
    buy(league, -25)
    assert (league.warband("A").pool, league.unit("A1").value) == (25, 0)


def test_opr_56_only_for_units_of_the_sheet_and_with_a_name() -> None:
    league = trading()
    other = at(league, unit=league.unit("B1").id, item={"label": "Bow", "price": 5})
    assert "not on the sheet" in refusal(league, "buy", **other).sentence
    blank = at(league, unit=league.unit("A1").id, item={"label": " ", "price": 5})
    assert refusal(league, "buy", **blank).rule == "OPR-56"
    absurd = at(league, unit=league.unit("A1").id, item={"label": "Curse", "price": -(10**6)})
    assert refusal(league, "buy", **absurd).key == "price"


@pytest.mark.parametrize(("price", "gain"), [(10, 5), (15, 5), (20, 10), (25, 10), (35, 15), (9, 0)])
def test_opr_57_e_51_half_rounded_down_to_fives(price: int, gain: int) -> None:
    league, sale = owning(price, pool=0)
    league.do("sell", **sale)
    assert (league.warband("A").pool, league.unit("A1").value) == (gain, 25)
    told = league.ask("sale_of_price", price=price)
    assert told == {"points": gain, "gamble": False, "why_not": "", "rule": "OPR-57"}


@pytest.mark.parametrize(
    ("price", "gain", "gamble", "ok_from", "rule"),
    [
        (30, 15, False, None, "OPR-57"),
        (5, 5, True, 4, "OPR-58"),
        (-10, -10, False, None, "OPR-59"),
        (0, 0, False, None, "OPR-60"),
    ],
)
def test_opr_57_to_60_a_sale_is_told_with_its_rule_before_anything_is_sold(
    price: int, gain: int, gamble: bool, ok_from: int | None, rule: str
) -> None:
    league, sale = owning(price, pool=0)
    told = league.ask("price_sale", unit=sale["unit"], item=sale["item"])
    assert (told.pop("why_not") == "") is (price != 0)
    assert told == {"points": gain, "gamble": gamble, "ok_from": ok_from, "rule": rule}


def test_opr_57_e_56_the_value_falls_by_the_whole_price() -> None:
    league, sale = owning(30, pool=0, edition=GF)
    assert league.unit("A1").value == 180
    league.do("sell", **sale)
    assert (league.warband("A").pool, league.unit("A1").value) == (15, 150)


def test_opr_57_nothing_is_sold_twice() -> None:
    league, sale = owning(30, pool=0)
    league.do("sell", **sale)
    refused = refusal(league, "sell", **sale)
    assert (refused.rule, refused.admission) == ("OPR-57", False)


@pytest.mark.parametrize(("die", "gain", "left"), [(3, 0, 1), (4, 5, 0), (1, 0, 1), (6, 5, 0)])
def test_opr_58_e_52_a_five_point_item_needs_a_4(die: int, gain: int, left: int) -> None:
    league, sale = owning(5, pool=0)
    league.do("sell", **sale, dice=[die])
    assert (league.warband("A").pool, len(league.unit("A1").items)) == (gain, left)


def part(league: League, price: int, label: str = "Sword") -> dict[str, Any]:
    """The parameters to sell what came within the price of A's first unit, which costs 25 points."""
    return at(league, unit=league.unit("A1").id, part={"label": label, "price": price})


def test_opr_57_what_came_within_the_price_of_its_unit_sells_by_what_it_cost() -> None:
    league = trading(pool=0)
    before = league.unit("A1")
    league.do("sell_part", **part(league, 15))
    unit = league.unit("A1")
    assert (league.warband("A").pool, unit.items) == (5, ())
    assert (before.list_points, unit.list_points) == (25, 10)
    assert before.value - unit.value == 15
    league.do("sell_part", **part(league, 10, "Bow"))
    assert (league.warband("A").pool, league.unit("A1").list_points) == (10, 0)


@pytest.mark.parametrize(("die", "gain", "left"), [(3, 0, [("Sword", 5)]), (4, 5, [])])
def test_opr_58_what_nobody_wanted_has_a_price_of_its_own_and_one_try(
    die: int, gain: int, left: list[tuple[str, int]]
) -> None:
    league = trading(pool=0)
    before = league.unit("A1").value
    league.do("sell_part", **part(league, 5), dice=[die])
    unit = league.unit("A1")
    assert league.warband("A").pool == gain
    assert [(one.label, one.price) for one in unit.items] == left
    assert before - unit.value == gain
    if left:
        assert refusal(league, "sell_part", **part(league, 5, " sword")).key == "label"
        item = at(league, unit=unit.id, item=unit.items[0].id)
        assert refusal(league, "sell", **item, dice=[6]).rule == "OPR-58"


def test_opr_59_a_flaw_within_the_price_costs_what_it_saved() -> None:
    league = trading(pool=10)
    league.do("sell_part", **part(league, -10, "Limp"))
    assert (league.warband("A").pool, league.unit("A1").list_points, league.unit("A1").value) == (0, 35, 35)


@pytest.mark.parametrize(
    ("price", "label", "key"), [(26, "Sword", "price"), (0, "Sword", "price"), (10, " ", "label")]
)
def test_opr_57_nothing_within_a_price_costs_more_than_it(price: int, label: str, key: str) -> None:
    league = trading(pool=100)
    refused = refusal(league, "sell_part", **part(league, price, label))
    assert (refused.rule, refused.key) == ("OPR-57", key)


def test_opr_58_a_40_e_53_one_try_after_each_mission() -> None:
    league, sale = owning(5, pool=0)
    league.do("sell", **sale, dice=[2])
    assert refusal(league, "sell", **sale, dice=[6]).rule == "OPR-58"
    league.finish()
    league.begin()
    league.result("A")
    for step in ("casualties", "experience"):
        league.step(step, "A")
    league.do("sell", **{**sale, "mission": league.mission.id}, dice=[6])
    assert league.unit("A1").items == ()


def test_opr_58_a_40_each_item_has_its_own_try_or_there_is_one_in_all() -> None:
    for setting, fine in (("item", True), ("warband", False)):
        league, sale = owning(5, pool=100, gamble_tries=setting)
        second = buy(league, 5)
        league.do("sell", **sale, dice=[2])
        if fine:
            league.do("sell", **{**sale, "item": second}, dice=[6])
        else:
            assert refusal(league, "sell", **{**sale, "item": second}, dice=[6]).rule == "OPR-58"


def test_opr_59_e_54_getting_rid_of_a_flaw_costs_its_price() -> None:
    league, sale = owning(-10, pool=5)
    assert refusal(league, "sell", **sale).rule == "OPR-59"
    league.edit("warbands", league.warband("A").id, pool=10)
    before = league.unit("A1").value
    league.do("sell", **sale)
    assert (league.warband("A").pool, league.unit("A1").value - before) == (0, 10)


def test_opr_60_what_never_had_a_price_is_not_sold() -> None:
    league, sale = owning(0, pool=0)
    assert refusal(league, "sell", **sale).rule == "OPR-60"
    found = league_of(4, 4)
    found.begin()
    found.round(5, 63, 2, choices=[found.warband("A").id, found.unit("A1").id])
    found.result("A")
    for step in ("casualties", "experience"):
        found.step(step, "A")
    sword = found.unit("A1").items[0].id
    assert refusal(found, "sell", **at(found, unit=found.unit("A1").id, item=sword)).rule == "OPR-60"


def test_opr_57_offers_name_the_price_or_why_not() -> None:
    league, _ = owning(-10, pool=5)
    buy(league, -5, "Limp")
    league.edit("warbands", league.warband("A").id, pool=7)
    offers = league.ask("offers", warband=league.warband("A").id)
    assert [(one["points"], bool(one["why_not"])) for one in offers] == [(-10, True), (-5, False)]
    league.step("close_upgrades", "A")
    offers = {one["act"]: one["why_not"] for one in league.ask("offers", warband=league.warband("A").id)}
    fees = {one["act"]: one["points"] for one in league.ask("offers", warband=league.warband("A").id)}
    assert fees["recruit_veteran"] == -10
    assert offers["recruit_hero"] == ""
    assert "10 more" in offers["recruit_veteran"]


def test_opr_61_a_42_existing_units_are_not_changed_in_step_6() -> None:
    league = trading(step="recruiting")
    more = at(league, unit=league.unit("A1").id, item={"label": "Bow", "price": 5})
    assert refusal(league, "buy", **more).rule == "OPR-20"
    league.step("recruit", "A", unit=unit("New", 20, ("Bow", 5)))
    assert (league.unit("New").value, league.warband("A").pool) == (25, 75)


def test_opr_62_e_57_one_new_hero_and_three_in_all() -> None:
    league = trading(step="recruiting", pool=500)
    league.step("recruit", "A", unit=hero("H1", 30))
    assert refusal(league, "recruit", **at(league), unit=hero("H2", 30)).rule == "OPR-62"
    league.edit("units", league.unit("A1").id, hero=True, status="sitting_out", sits_out=3)
    league.finish()
    league.begin()
    league.result("B")
    for step in ("casualties", "experience", "close_upgrades"):
        league.step(step, "A", seed=b"x")
    refused = refusal(league, "recruit", **at(league), unit=hero("H2", 30))
    assert refused.rule == "OPR-62"
    assert "3 heroes" in refused.sentence


def test_opr_63_a_recruit_costs_what_a_unit_may_cost() -> None:
    league = trading(step="recruiting", pool=60)
    assert refusal(league, "recruit", **at(league), unit=unit("N", -5)).rule == "OPR-15"


def test_opr_63_any_number_of_regular_units() -> None:
    league = trading(step="recruiting", pool=60)
    for n in range(3):
        league.step("recruit", "A", unit=unit(f"N{n}", 20))
    assert league.warband("A").pool == 0
    new = league.unit("N0")
    assert (new.xp, new.level, new.recruited) == (0, 0, league.mission.id)
    assert league.warband("A").units[-1] == league.unit("N2").id
    assert refusal(league, "recruit", **at(league), unit=unit("N3", 5)).rule == "OPR-63"
    league.edit("warbands", league.warband("A").id, pool=5)
    assert refusal(league, "recruit", **at(league), unit=unit("n2", 5)).rule == "OPR-18"


@pytest.mark.parametrize(("edition", "price", "paid", "value"), [(AOFS, 25, 35, 30), (GF, 150, 200, 175)])
def test_opr_64_a_41_e_58_e_59_a_veteran(edition: str, price: int, paid: int, value: int) -> None:
    league = trading(edition, pool=300, step="recruiting")
    league.step("recruit", "A", unit=unit("Vet", price), veteran=True, dice=[2])
    vet = league.unit("Vet")
    assert 300 - league.warband("A").pool == paid
    assert (vet.xp, vet.level, vet.value, vet.traits[0].key) == (5, 1, value, "headstrong")
    assert vet.veteran


def test_opr_64_a_41_one_veteran_and_never_a_hero() -> None:
    league = trading(pool=300, step="recruiting")
    no_hero = refusal(league, "recruit", **at(league), unit=hero("H", 30), veteran=True, dice=[2])
    assert no_hero.rule == "OPR-64"
    league.step("recruit", "A", unit=unit("V1", 25), veteran=True, dice=[2])
    assert refusal(league, "recruit", **at(league), unit=unit("V2", 25), veteran=True).rule == "OPR-64"
    assert league.side("A").veterans == 1
    league.step("recruit", "A", unit=unit("V2", 25))


def test_opr_64_the_fee_has_to_be_there() -> None:
    league = trading(pool=30, step="recruiting")
    assert refusal(league, "recruit", **at(league), unit=unit("V", 25), veteran=True).rule == "OPR-64"
    assert "V" not in [one.name for one in league.state.units.values()]


def test_opr_65_disbanding_is_free_and_pays_nothing() -> None:
    league = trading(pool=7)
    buy(league, 5)
    league.step("close_upgrades", "A")
    league.step("disband_unit", "A", unit=league.unit("A1").id)
    assert (league.unit("A1").status, league.unit("A1").left) == ("disbanded", league.mission.id)
    assert league.warband("A").pool == 2
    assert league.unit("A1").id not in league.warband("A").units


def test_opr_65_a_43_between_missions_the_organiser_does_it() -> None:
    league = trading(step="recruiting")
    one: dict[str, Any] = {"warband": league.warband("A").id, "unit": league.unit("A1").id}
    assert refusal(league, "dismiss_unit", **one).rule == "OPR-65"
    league.finish()
    league.do("dismiss_unit", **one)
    assert league.unit("A1").status == "disbanded"


def test_opr_67_the_pool_is_kept_without_limit() -> None:
    league = trading(pool=9000, step="recruiting")
    league.step("close_recruiting", "A")
    assert (league.warband("A").pool, league.warband("A").mission) == (9000, "")


def test_opr_67_closing_lowers_who_sits_out() -> None:
    league = league_of(4, 4)
    league.edit("units", league.unit("A3").id, status="sitting_out", sits_out=2)
    for left, status in ((1, "sitting_out"), (0, "active")):
        league.begin()
        league.result("A")
        league.finish()
        assert (league.unit("A3").sits_out, league.unit("A3").status) == (left, status)
