"""What empire points buy: CQ-93 … CQ-117."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.conquest.effects import BuildingChanged, PointsMoved
from rules.conquest.state import Event, Round
from tests.rules.conquest.play import League, league


def spender(ep: int = 10, **settings: Any) -> League:
    """P1 to act with a city at a1, P2 beaten this round."""
    return league("P2", "P1", **settings).give("P1", ep=ep).beat("P1", "P2")


def home(found: League) -> str:
    return found.realm("P1").capital


def test_cq_93_and_94_ex_43_a_turn_spends_in_one_sitting_and_takes_effect_at_once() -> None:
    found = spender(4)
    found.do("claim", realm="P1", territory="h7")
    found.do("build", realm="P1", territory="h7", building="castle")
    found.do("build", realm="P1", territory="h7", building="city")
    assert found.realm("P1").ep == 0
    assert found.place("h7").building == "city"


def test_cq_93_a_territory_just_taken_borders_the_next() -> None:
    found = spender(4)
    found.refused("E20", "claim", realm="P1", territory="h6")
    found.do("claim", realm="P1", territory="h7")
    found.do("claim", realm="P1", territory="h6")
    assert found.place("h6").owner == "P1"


def test_cq_94_ex_44_one_unspent_point_is_kept() -> None:
    found = spender(4)
    found.do("end_turn", realm="P1")
    assert found.realm("P1").ep == 1
    found = spender(1)
    found.do("end_turn", realm="P1")
    assert found.realm("P1").ep == 1


def test_cq_95_a_claim_takes_what_stands_there() -> None:
    found = spender(2).put("h7", building="castle", objective="orc_idol")
    found.do("claim", realm="P1", territory="h7")
    assert (found.place("h7").owner, found.place("h7").building) == ("P1", "castle")
    assert found.place("h7").objective == "orc_idol"


def test_cq_96_and_97_conquest_needs_a_neighbour_and_a_victory_this_round() -> None:
    found = spender(3).put("h7", "P2").put("a5", "P2")
    found.refused("E20", "conquer", realm="P1", territory="a5")
    found.do("conquer", realm="P1", territory="h7")
    assert (found.place("h7").owner, found.realm("P1").ep) == ("P1", 0)


def test_cq_97_ex_48_no_victory_over_the_owner() -> None:
    found = league("P3", "P2", "P1").give("P1", ep=9).beat("P1", "P2")
    near = {"h1": "h2", "h8": "h7", "a1": "a2"}[home(found)]
    found.put(near, "P3")
    assert found.refused("E24", "conquer", realm="P1", territory=near) == "You have not beaten P3 this round."


def test_cq_97_an_old_victory_does_not_count() -> None:
    found = spender(9).put("h7", "P2")
    found.state = found.state.change("campaign", "campaign", round=2)
    found.state = found.state.put("rounds", *[_round(found)])
    found.refused("E24", "conquer", realm="P1", territory="h7")


def _round(found: League) -> Round:
    return replace(found.state.rounds["round:1"], id="round:2", number=2)


def test_cq_97_the_option_of_one_conquest_from_each() -> None:
    found = spender(9, conquer_limit="one").put("h7", "P2").put("g8", "P2")
    found.do("conquer", realm="P1", territory="h7")
    found.refused("X04", "conquer", realm="P1", territory="g8")


def test_cq_98_ex_46_surcharges_add_up() -> None:
    found = spender(9).put("h7", "P2", "castle", terrain="mountain")
    found.do("conquer", realm="P1", territory="h7")
    assert found.realm("P1").ep == 4


def test_cq_98_ex_47_no_surcharge_on_claiming_a_castle() -> None:
    found = spender(2).put("h7", building="castle")
    assert found.ask("price", realm="P1", act="claim", territory="h7") == 2


def test_cq_99_ex_49_a_mine_is_destroyed_a_port_stays_and_reaches_at_once() -> None:
    found = spender(9).put("h7", "P2", "mine", river=True).put("g8", "P2", "port", shore=True)
    found.put("a5", shore=True)
    found.do("conquer", realm="P1", territory="h7")
    assert (found.place("h7").building, found.realm("P1").ep) == ("", 6)
    found.do("conquer", realm="P1", territory="g8")
    assert found.place("g8").building == "port"
    found.do("claim", realm="P1", territory="a5")
    assert found.place("a5").owner == "P1"


def test_cq_100_ex_46_a_capital_costs_four() -> None:
    found = spender(4).put("h7", "P2", "city").put("a5", "P2")
    found.give("P2", capital="h7")
    found.do("conquer", realm="P1", territory="h7")
    assert found.realm("P1").ep == 0


def test_cq_101_build_only_at_home() -> None:
    found = spender()
    found.refused("E08", "build", realm="P1", territory="h7", building="castle")
    found.do("claim", realm="P1", territory="h7")
    found.refused("X33", "build", realm="P1", territory="h7", building="")
    found.do("build", realm="P1", territory="h7", building="castle")


def test_cq_102_ex_52_a_building_replaces_another_for_the_same_price() -> None:
    found = spender(3).put("h7", "P1", "mine", terrain="mountain")
    found.refused("E07", "build", realm="P1", territory="h7", building="mine")
    found.do("build", realm="P1", territory="h7", building="castle")
    assert (found.place("h7").building, found.realm("P1").ep) == ("castle", 2)


def test_cq_102_an_offer_says_what_would_be_lost() -> None:
    found = spender(9).put("h7", "P1", "castle", river=True)
    lost = {one["building"]: one["lost"] for one in found.ask("offers", realm="P1", territory="h7")}
    assert lost == {"castle": "", "city": "", "mine": "castle", "port": "castle"}


def test_cq_103_a_city_needs_a_castle() -> None:
    found = spender().put("h7", "P1")
    found.refused("E06", "build", realm="P1", territory="h7", building="city")


@pytest.mark.parametrize(
    ("rolled", "treasury", "taken"), [((4, 5), 120, 45), ((4, 5), 60, 0), ((1, 2), 120, 30)]
)
def test_cq_104_ex_53_and_54_a_raid_leaves_what_is_guarded(rolled, treasury, taken) -> None:
    found = spender(1).give("P2", gold=treasury).put("a5", "P2", "castle").put("a6", "P2", "castle")
    found.do("raid", realm="P1", territory="a5", dice=rolled)
    assert found.realm("P1").gold == taken
    assert found.realm("P2").gold == treasury - taken
    assert found.realm("P1").ep == 0
    assert found.place("a5").owner == "P2"


def test_cq_104_ex_55_raiding_free_land() -> None:
    found = spender(1)
    found.do("raid", realm="P1", territory="c3", dice=(2, 6, 3))
    assert found.realm("P1").gold == 110


def test_cq_104_options_of_raids() -> None:
    found = spender(raid_range="adjacent")
    found.refused("X06", "raid", realm="P1", territory="c3")
    found = spender(raid_same_tile="once")
    found.do("raid", realm="P1", territory="c3", dice=(1, 1, 1))
    found.refused("X05", "raid", realm="P1", territory="c3")


def test_cq_105_ex_56_plunder() -> None:
    found = spender(9).put("a5", "P2", "port", shore=True).put("a6", "P2", "castle")
    found.refused("E25", "plunder", realm="P1", territory="a6")
    booked = found.do("plunder", realm="P1", territory="a5")
    assert [one.before for one in booked if isinstance(one, BuildingChanged)] == ["port"]
    assert (found.place("a5").owner, found.place("a5").building) == ("P2", "")
    found.refused("E26", "plunder", realm="P1", territory="a5")


def test_cq_105_ex_56_plundering_bare_land_frees_it() -> None:
    found = spender(2).put("a5", "P2")
    found.do("plunder", realm="P1", territory="a5")
    assert found.place("a5").owner == ""


def test_cq_106_the_option_of_plundering_on() -> None:
    found = spender(4, plunder_limit="unlimited").put("a5", "P2").put("a6", "P2")
    found.do("plunder", realm="P1", territory="a5")
    found.do("plunder", realm="P1", territory="a6")
    assert found.realm("P1").ep == 0


def test_cq_106_once_from_each_through_the_whole_round_and_anew_in_the_next() -> None:
    found = league("P2", "P3", "P1").give("P1", ep=9).beat("P1", "P2").beat("P1", "P3")
    for place, owner in (("a5", "P2"), ("a6", "P2"), ("c5", "P3")):
        found.put(place, owner)
    found.do("plunder", realm="P1", territory="a5")
    found.do("plunder", realm="P1", territory="c5")
    found.do("claim", realm="P1", territory="h2")
    said = found.refused("E26", "plunder", realm="P1", territory="a6")
    assert said == "You have already plundered P2 this round."
    found.give("P2", ep=1).do("end_turn", realm="P1")
    assert found.active == "P2"
    assert found.realm("P1").plundered == ("P2", "P3")
    found.enter("conquest", "P1").give("P1", ep=9)  # as after a step back
    found.refused("E26", "plunder", realm="P1", territory="a6")
    for realm in ("P1", "P2"):
        found.do("end_turn", realm=realm)
    assert found.phase == "order"
    found.by_itself()
    assert found.realm("P1").plundered == ()
    found.enter("conquest", "P1").give("P1", ep=9).beat("P1", "P2")
    found.do("plunder", realm="P1", territory="a6")
    assert found.place("a6").owner == ""


def test_cq_107_no_surcharge_on_raid_plunder_build() -> None:
    found = spender().put("a5", "P2", terrain="mountain").put("h7", "P1", terrain="mountain")
    prices = [
        found.ask("price", realm="P1", act=act, territory=where)
        for act, where in (("raid", "a5"), ("plunder", "a5"), ("build", "h7"))
    ]
    assert prices == [1, 2, 1]


@pytest.mark.parametrize(
    ("building", "fields", "fits"),
    [
        ("castle", {"terrain": "marsh"}, False),
        ("castle", {"terrain": "mountain"}, True),
        ("mine", {"shore": True}, False),
        ("mine", {"river": True}, True),
        ("mine", {"terrain": "mountain"}, True),
        ("port", {"terrain": "mountain", "river": True}, True),
        ("port", {"shore": True}, True),
        ("port", {}, False),
        ("mine", {"terrain": "marsh", "river": True}, True),
        ("castle", {"terrain": "marsh", "river": True}, False),
    ],
)
def test_cq_108_and_110_and_111_and_112_ex_51_terrain_limits(building, fields, fits) -> None:
    found = spender().put("h7", "P1", **fields)
    if fits:
        found.do("build", realm="P1", territory="h7", building=building)
        assert found.place("h7").building == building
    else:
        found.refused("E05", "build", realm="P1", territory="h7", building=building)


@pytest.mark.parametrize("terrain", ["mountain", "marsh"])
def test_cq_109_ex_12_no_city_on_mountain_or_marsh(terrain) -> None:
    found = spender().put("h7", "P1", "castle", terrain=terrain)
    said = found.refused("E05", "build", realm="P1", territory="h7", building="city")
    assert said == f"A city cannot be built on this terrain: {terrain}."


def test_cq_112_nothing_on_the_sea() -> None:
    found = spender().put("h7", terrain="sea")
    found.refused("E32", "claim", realm="P1", territory="h7")
    found.refused("E32", "raid", realm="P1", territory="h7")


def test_cq_113_ex_50_port_reach() -> None:
    found = spender().put("a5", river=True).put("h7", "P1", shore=True)
    found.refused("E20", "claim", realm="P1", territory="a5")
    found.do("build", realm="P1", territory="h7", building="port")
    found.refused("E21", "claim", realm="P1", territory="c3")
    found.do("claim", realm="P1", territory="a5")
    assert found.place("a5").owner == "P1"


def test_cq_113_a_lost_port_is_lost_reach() -> None:
    found = spender().put("a5", river=True).put("h7", "P1", "port", shore=True)
    found.do("build", realm="P1", territory="h7", building="castle")
    found.refused("E20", "claim", realm="P1", territory="a5")


def test_cq_113_options_of_port_reach() -> None:
    found = spender(port_reach="same_kind").put("a5", river=True).put("h7", "P1", "port", shore=True)
    found.refused("E21", "claim", realm="P1", territory="a5")
    found = spender(port_reach="same_water").put("h7", "P1", "port", river=True).put("h6", river=True)
    found.put("h5", river=True).put("a5", river=True)
    found.do("claim", realm="P1", territory="h5")
    found.refused("E21", "claim", realm="P1", territory="a5")


def test_cq_35_and_114_ex_45_land_grab() -> None:
    found = spender(4).put("h7", terrain="mountain")
    grab = Event(id="round:1:P1", round=1, realm="P1", event="land_grab")
    found.state = found.state.put("events", grab)
    found.do("claim", realm="P1", territory="h7")
    assert found.realm("P1").ep == 2
    found.do("claim", realm="P1", territory="g8")
    assert found.realm("P1").ep == 0


CASES = {
    "plain": {},
    "mountain": {"terrain": "mountain"},
    "fort": {"building": "castle"},
    "mountain and castle": {"terrain": "mountain", "building": "castle"},
}


@pytest.mark.parametrize(
    ("kind", "claim", "conquer", "siege"),
    [
        ("plain", 2, 3, None),
        ("mountain", 3, 4, None),
        ("fort", 2, 4, 2),
        ("mountain and castle", 3, 5, 3),
    ],
)
def test_cq_115_price_table(kind, claim, conquer, siege) -> None:
    fields = dict(CASES[kind])
    found = spender(siege=True).put("h7", "", fields.pop("building", ""), **fields)
    assert found.ask("price", realm="P1", act="claim", territory="h7") == claim
    found.state = found.state.change("territories", "h7", owner="P2")
    assert found.ask("price", realm="P1", act="conquer", territory="h7") == conquer
    if siege:
        assert found.ask("price", realm="P1", act="besiege", territory="h7") == siege


def test_cq_116_too_few_points() -> None:
    found = spender(1)
    assert found.refused("E19", "claim", realm="P1", territory="h7") == "This costs 2 EP; you have 1."


def test_cq_117_the_price_shown_is_the_price_charged() -> None:
    found = spender(9).put("h7", "P2", "castle", terrain="mountain").put("g8", terrain="mountain")
    for act, where in (("conquer", "h7"), ("claim", "g8")):
        shown = next(one for one in found.ask("offers", realm="P1", territory=where) if one["act"] == act)
        before = found.realm("P1").ep
        found.do(act, realm="P1", territory=where, seen=shown["stamp"])
        assert before - found.realm("P1").ep == shown["price"]


def test_cq_95_and_104_an_offer_tells_how_it_is_reached_where_that_matters() -> None:
    found = spender(9).put("h7", "P2")
    at = {"h7": "conquer", "g8": "claim"}
    for where, act in at.items():
        told = {one["act"]: one["how"] for one in found.ask("offers", realm="P1", territory=where)}
        assert told.pop(act) not in ("", None)
        assert {how for other, how in told.items() if other in ("build", "raid")} <= {""}


def test_cq_96_points_are_paid_for_what_was_done() -> None:
    found = spender(9).put("h7", "P2").put("g8")
    for act, where in (("conquer", "h7"), ("claim", "g8")):
        paid = [one for one in found.do(act, realm="P1", territory=where) if isinstance(one, PointsMoved)]
        assert [one.occasion for one in paid] == [act]


def test_cq_117_offers_say_why_not_and_reachable_shows_badges() -> None:
    found = spender(2).put("h7", "P2")
    offer = {one["act"]: one for one in found.ask("offers", realm="P1", territory="h7")}
    assert offer["conquer"]["why_not"]["code"] == "E19"
    assert offer["raid"]["why_not"] is None
    badges = {(one["territory"], one["act"]): one for one in found.ask("reachable", realm="P1")}
    assert badges["h7", "conquer"] == {"territory": "h7", "act": "conquer", "price": 3, "dear": True}
    assert badges["g8", "claim"]["dear"] is False
    assert ("c3", "claim") not in badges


# The order in which refusals are told.


def test_cq_97_and_116_refusals_come_in_the_rulebook_order() -> None:
    found = spender(0, siege=True, naval=True).give("P1", sails=True)
    far = found.put("c3", "P2", "castle", shore=True)
    assert far.refused("E31", "conquer", realm="P1", territory="c3")
    far.give("P1", sails=False)
    far.refused("E20", "conquer", realm="P1", territory="c3")
    far.put("h6", "P1", "port", river=True).put("c3", "P2", "castle", shore=False)
    far.refused("E21", "conquer", realm="P1", territory="c3")
    far.put("h7", "P2", "castle")
    far.refused("E19", "conquer", realm="P1", territory="h7")
    far.refused("E27", "conquer", realm="P1", territory="h6")
    far.refused("E23", "conquer", realm="P1", territory="d7")
    far.refused("E22", "claim", realm="P1", territory="h7")
    far.refused("E02", "conquer", realm="P2", territory="h6")
    far.enter("battle")
    far.refused("E01", "conquer", realm="P1", territory="h6")
    far.refused("E37", "conquer", realm="P1", territory="h6", round=7)
    far.state = far.state.change("campaign", "campaign", phase="finished", winner="P2")
    far.refused("E36", "conquer", realm="P1", territory="h6", round=7)


def test_cq_117_a_stale_page_is_told_so() -> None:
    found = spender(9)
    stamp = found.ask("stamp", realm="P1", territory="h7")
    found.do("raid", realm="P1", territory="c3", dice=(1, 2, 3))
    found.refused("E37", "claim", realm="P1", territory="h7", seen=stamp)
