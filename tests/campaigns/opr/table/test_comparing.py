"""An edited list beside the warband it was made for, without a database: compared, planned, carried out."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from campaigns.opr.imports.draft import DraftItem, DraftUnit, unit_facts
from campaigns.opr.table.new_list.comparing import Choices, Compared, compared_units
from campaigns.opr.table.new_list.planning import ListPlan, plan_list
from rules.opr.state import SpecialRule, Weapon
from tests.rules.opr.play import League

LABELS = ["Longbow", "Great Axe", "Shield", "Banner", "Veteran Training"]
NOBODY = Choices({})


def weapon(label: str, count: int = 1) -> Weapon:
    return Weapon(label, count=count)


def a_unit(key: str, name: str, points: int = 30, **more: Any) -> DraftUnit:
    return DraftUnit(key, name, points=points, **{"quality": 4, "defense": 5, **more})


def campaign(*units: DraftUnit, pool: int = 500) -> League:
    """A league whose only warband that matters stands at its upgrades, with points to spend."""
    league = League()
    league.found("A", {"name": "Keeper", "points": 150})
    league.found("B", {"name": "Foe", "points": 150})
    league.do("start", dice=[3])
    league.begin()
    league.result("A")
    for step in ("casualties", "experience", "close_upgrades"):
        league.step(step, "A", seed=b"none")
    league.step("disband_unit", "A", unit=league.unit("Keeper").id)
    for unit in units:
        league.edit("warbands", league.warband("A").id, pool=max(0, unit.total))
        _side(league, {"heroes_recruited": 0})
        league.step("recruit", "A", unit=unit_facts(unit, ()))
    _side(league, {"step": "upgrades", "heroes_recruited": 0})
    league.edit("warbands", league.warband("A").id, pool=pool)
    return league


def _side(league: League, values: dict[str, Any]) -> None:
    mission = league.mission
    sides = tuple(
        replace(side, **values) if side.warband == league.warband("A").id else side for side in mission.sides
    )
    league.edit("missions", mission.id, sides=sides)


def lines(league: League, listed: list[DraftUnit], choices: Choices = NOBODY) -> tuple[Compared, ...]:
    sheet = league.state.sheet(league.warband("A").id)
    return compared_units(listed, sheet, came_as={}, dead=(), choices=choices)


def plan_for(league: League, listed: list[DraftUnit], **more: Any) -> ListPlan:
    choices = more.pop("choices", NOBODY)
    return plan_list(league.state, league.mission, league.side("A"), lines(league, listed, choices), **more)


def carried_out(league: League, plan: ListPlan) -> None:
    """What the door does with a plan; a die shows 6."""
    for act in plan.acts:
        params: Any = act.params
        league.do(act.procedure.removeprefix("opr."), dice=[6] * bool(act.die), **params)


item = st.builds(DraftItem, st.sampled_from(LABELS), st.sampled_from([-10, 0, 5, 10, 15, 30]))
arms = st.lists(st.sampled_from(LABELS), max_size=3, unique=True).map(lambda some: tuple(map(weapon, some)))
unit = st.builds(
    a_unit,
    key=st.just(""),
    name=st.sampled_from(["Ash", "Birch", "Cedar", "Dogwood", "Elm", "Fir", "Gorse", "Hazel"]),
    points=st.sampled_from([30, 40, 60]),
    quality=st.integers(3, 5),
    items=st.lists(item, max_size=3, unique_by=lambda one: one.label).map(tuple),
    weapons=arms,
    rules=st.lists(st.sampled_from(["Fearless", "Strider"]), unique=True).map(
        lambda some: tuple(map(SpecialRule, some))
    ),
)
armies = st.lists(unit, min_size=1, max_size=5, unique_by=lambda one: one.name).map(
    lambda units: [replace(one, key=f"u{n}") for n, one in enumerate(units, 1)]
)


@settings(max_examples=30, deadline=None)
@given(armies)
def test_a_list_equal_to_the_warband_asks_nothing(army: list[DraftUnit]) -> None:
    league = campaign(*army)
    assert all(one.is_same for one in lines(league, army))
    plan = plan_for(league, army)
    assert (plan.acts, plan.changes) == ([], 0)


@settings(max_examples=60, deadline=None)
@given(armies, armies)
def test_what_is_booked_makes_the_warband_equal_or_is_named(
    army: list[DraftUnit], edited: list[DraftUnit]
) -> None:
    league = campaign(*army)
    plan = plan_for(league, edited)
    stays = {(one.of.listed and one.of.listed.key, bool(one.of.unit)) for one in plan.lines if one.refused}
    carried_out(league, plan)
    for one in lines(league, edited):
        known = one.fits or one.stays or one.is_missing or one.is_same
        key = one.listed and one.listed.key
        assert known or (key, True) in stays or (key, False) in stays, one


@settings(max_examples=30, deadline=None)
@given(armies, armies)
def test_a_plan_passes_the_rules_whatever_the_dice(army: list[DraftUnit], edited: list[DraftUnit]) -> None:
    league = campaign(*army, pool=40)
    plan = plan_for(league, edited)
    before = {unit.id: (unit.xp, unit.traits) for unit in league.state.sheet(league.warband("A").id)}
    carried_out(league, plan)
    after = league.state.warbands[league.warband("A").id]
    assert after.pool >= plan.after.warbands[after.id].pool >= 0
    assert all(
        before.get(unit.id, (0, ())) == (unit.xp, unit.traits) for unit in league.state.sheet(after.id)
    )


def test_opr_57_what_is_sold_bought_renamed_and_new_is_told_apart() -> None:
    bow = DraftItem("Longbow", 15)
    tegan = a_unit("u1", "Tegan", items=(bow,), weapons=(weapon("Sword"), weapon("Longbow")))
    anselm = a_unit("u2", "Anselm the Unconvinced", 25, quality=3)
    league = campaign(tegan, anselm, a_unit("u3", "Quarry Hands", 20, models=5))
    listed = [
        replace(tegan, items=(DraftItem("Great Axe", 10),), weapons=(weapon("Sword"), weapon("Great Axe"))),
        replace(anselm, name="Anselm the Convinced", kind="Brother"),
        a_unit("u9", "Orla", 35, hero=True),
    ]
    first, second, third, fourth = lines(league, listed)
    assert [one.label for one in first.sold] == ["Longbow"]
    assert [one.label for one in first.bought] == ["Great Axe"]
    assert first.rearmed
    assert (second.name, second.guessed) == ("Anselm the Convinced", True)
    assert third.is_missing
    assert fourth.is_new
    plan = plan_for(league, listed)
    assert [act.procedure for act in plan.acts] == [
        f"opr.{name}" for name in ("rename_unit", "sell", "buy", "rearm_unit", "close_upgrades", "recruit")
    ]
    assert plan.after.warbands[league.warband("A").id].pool == 500 + 5 - 10 - 35
    carried_out(league, plan)
    assert [one.label for one in league.unit("Tegan").profile.weapons] == ["Sword", "Great Axe"]


def test_a_price_for_the_whole_unit_tells_what_was_bought_and_what_was_sold() -> None:
    bow = DraftItem("Longbow", 15)
    tegan = a_unit("u1", "Tegan", items=(bow,), weapons=(weapon("Sword"), weapon("Longbow")))
    league = campaign(tegan)
    text = replace(tegan, points=65, items=(), weapons=(weapon("Sword"), weapon("Great Axe", 2)))
    (line,) = lines(league, [text])
    assert [one.label for one in line.sold] == ["Longbow"]
    assert line.bought == (DraftItem("2x Great Axe", 35),)
    carried_out(league, plan_for(league, [text]))
    assert all(one.is_same for one in lines(league, [text]))


def test_opr_57_what_came_within_the_price_of_the_whole_is_sold_by_the_difference() -> None:
    tegan = a_unit("u1", "Tegan", 65, weapons=(weapon("Sword"), weapon("Longbow")))
    league = campaign(tegan, pool=0)
    for points, weapons, went, brought in (
        (40, (weapon("Sword"),), DraftItem("Longbow", 25), 10),
        (30, (weapon("Oar"),), DraftItem("Sword", 10), 5),
    ):
        text = replace(tegan, points=points, weapons=weapons)
        (line,) = lines(league, [text])
        assert (line.part, line.stays) == (went, ())
        plan = plan_for(league, [text])
        before = plan.before.warbands[league.warband("A").id].pool
        assert plan.after.warbands[league.warband("A").id].pool - before == brought
        carried_out(league, plan)
        assert league.unit("Tegan").value == points
        assert all(one.is_same for one in lines(league, [text]))


def test_opr_58_what_came_within_the_price_and_nobody_wants_stays_in_hand() -> None:
    tegan = a_unit("u1", "Tegan", 45, weapons=(weapon("Sword"), weapon("Torch")))
    league = campaign(tegan, pool=0)
    plan = plan_for(league, [replace(tegan, points=40, weapons=(weapon("Sword"),))])
    assert [act.procedure for act in plan.acts] == ["opr.sell_part", "opr.rearm_unit"]
    sale, rearm = plan.acts
    params: Any = sale.params
    league.do("sell_part", dice=[3], **params)
    assert not rearm.is_due(league.state)
    assert [(one.label, one.price) for one in league.unit("Tegan").items] == [("Torch", 5)]


def test_opr_57_of_two_prices_the_one_of_its_own_is_sold() -> None:
    training = DraftItem("Veteran Training", 15)
    tegan = a_unit("u1", "Tegan", items=(training,), rules=(SpecialRule("Relentless"),))
    league = campaign(tegan)
    (line,) = lines(league, [replace(tegan, points=29, items=(), rules=())])
    assert (line.sold, line.part) == ((), None)
    assert "16 less" in line.stays[0]
    league = campaign(replace(tegan, points=50))
    (line,) = lines(league, [replace(tegan, points=50 + 15 - 15, items=(), rules=())])
    assert ([one.label for one in line.sold], line.part) == (["Veteran Training"], None)


def test_opr_60_models_are_not_sold() -> None:
    hands = a_unit("u1", "Hands", 50, models=5, weapons=(weapon("Oar", 5),))
    league = campaign(hands)
    (line,) = lines(league, [replace(hands, points=30, models=3, weapons=(weapon("Oar", 3),))])
    assert (line.sold, line.part) == ((), None)
    assert "3 models, here 5" in line.stays[0]


def test_a_difference_nothing_explains_is_named_and_not_booked() -> None:
    league = campaign(a_unit("u1", "Tegan"))
    for points, said in ((45, "15 more"), (20, "10 less")):
        (line,) = lines(league, [a_unit("u1", "Tegan", points)])
        assert (line.sold, line.bought) == ((), ())
        assert said in line.stays[0]
        assert plan_for(league, [a_unit("u1", "Tegan", points)]).acts == []


def test_where_two_fit_it_is_asked_and_the_answer_counts() -> None:
    league = campaign(a_unit("u1", "First Squad"), a_unit("u2", "Second Squad"))
    listed = [a_unit("u1", "Third Squad")]
    (line,) = lines(league, listed)
    assert [unit.name for unit in line.fits] == ["First Squad", "Second Squad"]
    assert plan_for(league, listed).acts == []
    second = league.unit("Second Squad")
    missing, found = lines(league, listed, Choices({"u1": second.id}))
    assert (missing.is_missing, found.name) == (True, "Third Squad")
    assert lines(league, listed, Choices({"u1": "new"}))[-1].is_new


def test_opr_62_the_second_hero_is_left_out_and_may_go_first() -> None:
    league = campaign(a_unit("u1", "Guards"))
    heroes = [a_unit("u2", "Orla", hero=True), a_unit("u3", "Toll Captain", 45, hero=True)]
    for first, left_out in (("", "Toll Captain"), ("u3", "Orla")):
        plan = plan_for(league, [a_unit("u1", "Guards"), *heroes], first=first)
        (line,) = [one for one in plan.lines if one.refused]
        assert line.of.listed is not None
        assert line.of.listed.name == left_out
        assert line.refused[0].refused is not None
        assert line.refused[0].refused.rule == "OPR-62"


def test_opr_58_a_die_buys_nothing_before_it_has_fallen() -> None:
    torch = DraftItem("Torch", 5)
    league = campaign(a_unit("u1", "Guards", items=(torch,)), pool=0)
    plan = plan_for(league, [a_unit("u1", "Guards", items=(DraftItem("Axe", 5),))])
    assert [act.procedure for act in plan.acts] == ["opr.sell"]
    assert plan.dice[0].die.startswith("sale:")


def test_opr_20_with_the_upgrades_closed_only_recruits_are_booked() -> None:
    league = campaign(a_unit("u1", "Guards"))
    _side(league, {"step": "recruiting"})
    listed = [a_unit("u1", "Guards", items=(DraftItem("Axe", 5),)), a_unit("u2", "Archers")]
    plan = plan_for(league, listed)
    assert [act.procedure for act in plan.acts] == ["opr.recruit"]
    assert [step.refused.rule for one in plan.lines for step in one.refused if step.refused] == ["OPR-20"]


def test_opr_65_nobody_is_sent_away_unless_it_is_said() -> None:
    league = campaign(a_unit("u1", "Guards"), a_unit("u2", "Archers", 60))
    listed = [a_unit("u1", "Guards")]
    assert plan_for(league, listed).acts == []
    plan = plan_for(league, listed, disband=[league.unit("Archers").id])
    assert [act.procedure for act in plan.acts] == ["opr.close_upgrades", "opr.disband_unit"]


def test_two_units_that_swap_names_keep_theirs_and_a_free_name_is_taken() -> None:
    league = campaign(a_unit("u1", "One", 30), a_unit("u2", "Two", 60))
    chain = [a_unit("u1", "Two", 30), a_unit("u2", "Three", 60)]
    said = Choices({"u1": league.unit("One").id, "u2": league.unit("Two").id})
    plan = plan_for(league, chain, choices=said)
    assert [act.params["name"] for act in plan.acts] == ["Three", "Two"]
    swap = [a_unit("u1", "Two", 30), a_unit("u2", "One", 60)]
    plan = plan_for(league, swap, choices=said)
    assert (plan.acts, sum(len(one.refused) for one in plan.lines)) == ([], 2)
