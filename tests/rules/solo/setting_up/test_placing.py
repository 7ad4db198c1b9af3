"""The app's deployment and the reserves that follow."""

from typing import Any

from tests.rules.solo.play import BOT, ME, ask, do, effect, foe, keys, marker, run, unit


def waiting(*units: dict[str, Any], markers: bool = True) -> dict[str, Any]:
    return {
        "games": [{"id": "game", "phase": "ai_deployment"}],
        "sides": [BOT, ME],
        "markers": [marker("A")] if markers else [],
        "units": [{**one, "place": n, "out": "undeployed"} for n, one in enumerate(units)],
    }


WALK = [
    unit(name, rules=rules)
    for name, rules in zip("ABCDEF", ([], [], ["Scout"], [], ["Ambush"], []), strict=True)
]
DICE = [3, 1, 6, 2, 2, 3, 1, 2, 6, 5, 4, 2, 6]


def test_solo_14_and_18_and_69_a_whole_deployment_w_62() -> None:
    told = run(waiting(*WALK), do("deploy", dice=DICE, choices=["placed"] * 5))
    units = told["after"]["units"]
    assert {name: one["section"] for name, one in units.items()} == {
        "A": 2, "B": 1, "C": 1, "D": 2, "E": 1, "F": 2,
    }  # fmt: skip
    assert keys(told) == ["place:F", "place:A", "place:D", "place:B", "place:C"]
    assert units["E"]["out"] == "reserve"


def test_solo_15_sections_are_the_halves_left_and_right() -> None:
    picture = ask("diagram", of="sections", chosen=2)
    halves = {one["label"]: one for one in picture["shapes"] if one["label"] in ("1", "2")}
    assert (halves["1"]["x"], halves["2"]["x"], halves["1"]["width"]) == (0, 24, 24)
    assert halves["2"]["role"] == "chosen"
    ground = [(one["role"], one["label"][:4], one["x"]) for one in picture["shapes"][:5]]
    whole = picture["shapes"][0]
    assert (whole["role"], whole["x"], whole["y"], whole["width"], whole["depth"]) == ("table", 0, 0, 48, 48)
    assert ground[1:] == [("zone", "app’", 0), ("zone", "", 24), ("zone", "your", 0), ("zone", "", 24)]
    assert {one["form"] for one in picture["shapes"]} == {"box"}
    assert picture["words"]


def test_solo_16_the_section_s_die_is_shown_with_its_meaning() -> None:
    told = run(waiting(unit("A")), do("deploy"))
    question = told["open"][0]
    assert [face["label"] for face in question["faces"]] == ["section 1"] * 3 + ["section 2"] * 3


def test_solo_17_a_single_group_is_not_rolled_again() -> None:
    told = run(waiting(unit("A")), do("deploy", dice=[1], choices=["placed"]))
    assert told["after"]["units"]["A"]["section"] == 1
    assert ask("sections", 6, groups=[["A"], [], []])["sections"] == [2, None, None]
    assert ask("sections", 6, group_sizes=[1, 0, 0]) == {"sections": [2, None, None], "rolls": 1}


def test_solo_17_the_second_roll_says_why() -> None:
    told = run(waiting(unit("A"), unit("B")), do("deploy", dice=[1, 1, 1, 4]))
    rolls = [one for one in told["questions"] if one["key"].startswith("section:")]
    assert [one["rule"] for one in rolls] == ["SOLO-16", "SOLO-16", "SOLO-17"]
    assert [one["how"] for one in rolls] == [
        "",
        "",
        "All groups rolled the same section, so roll again for all of them.",
    ]


def test_solo_17_equal_sections_end_even_with_stubborn_dice() -> None:
    report = run(waiting(unit("A"), unit("B")), do("deploy", dice=[1, *[1] * 14]))
    assert report["refused"]["key"] == "section:7:2"
    for same, counts in ((1, (4, 5, 6)), (6, (1, 2, 3))):
        told = run(waiting(unit("A"), unit("B")), do("deploy", dice=[1, *[same] * 13]))
        assert tuple(told["open"][0]["legal"]) == counts


def test_solo_19_the_place_is_told_in_words_and_as_a_picture() -> None:
    told = run(waiting(unit("A")), do("deploy", dice=[4]))
    assert told["open"][0]["text"] == "Place A in section 2, as near as possible to the nearest marker."
    bare = run(waiting(unit("A"), markers=False), do("deploy", dice=[4]))
    assert bare["open"][0]["text"].endswith("as near as possible to the nearest enemy.")
    picture = ask("diagram", of="deployment", chosen=2)
    here = next(one for one in picture["shapes"] if one["role"] == "chosen")
    assert (here["x"], here["y"], here["width"], here["depth"]) == (24, 0, 24, 12)


def ground(*rules: str, **settings: Any) -> str:
    state = waiting(unit("A", rules=list(rules)))
    told: str = ask("placing", state=state, settings=settings, unit="A", section=1)["ground"]
    return told


def test_solo_20_never_on_bad_ground_unless_strider_or_flying() -> None:
    assert ground() == "Not in difficult or dangerous terrain."
    assert ground("Strider") == ground("Flying") == "Any kind of terrain will do."
    assert ground("Strider", strider_deploys_on_dangerous=False) == "Not in dangerous terrain."
    deploying = {"deploying": True}
    assert ask("terrain", terrain=["difficult", "cover"], ctx=deploying) is False
    assert ask("terrain", terrain=["dangerous"], rules=["Strider"], ctx=deploying) is True
    assert ask("terrain", terrain=["dangerous"], ctx=deploying) is False


def between(*units: dict[str, Any], round: int = 1, **game: Any) -> dict[str, Any]:
    state = {"id": "game", "phase": "between", "round": round, "first_done": "ai", **game}
    return {"games": [state], "sides": [BOT, ME], "units": list(units)}


E = unit("E", rules=["Ambush"], out="reserve", section=0)


def test_solo_60_reserves_arrive_at_the_start_of_round_two_w_62() -> None:
    told = run(between(E, foe("Orc")), do("start_round", {"round": 2}, dice=[4], choices=["placed"]))
    after = told["after"]["units"]["E"]
    assert (after["out"], after["section"]) == ("", 2)
    assert "over 9″ from enemies" in told["questions"][1]["text"]


def test_solo_60_without_a_legal_spot_the_other_section_then_the_next_round() -> None:
    step = do("start_round", {"round": 2}, dice=[4], choices=["no_spot", "placed"])
    assert run(between(E, foe("Orc")), step)["after"]["units"]["E"]["section"] == 1
    step = do("start_round", {"round": 2}, dice=[4], choices=["no_spot", "no_spot"])
    told = run(between(E, foe("Orc")), step)
    assert told["after"]["units"]["E"]["out"] == "reserve"
    later = between(E, foe("Orc"), round=2)
    told = run(later, do("start_round", {"round": 3}, dice=[1], choices=["placed"]))
    assert told["after"]["units"]["E"]["out"] == ""


def test_solo_60_never_in_round_one() -> None:
    told = run(between(E, foe("Orc"), round=0), do("start_round", {"round": 1}))
    assert told["after"]["units"]["E"]["out"] == "reserve"
    assert ask("sections_now", state=between(E)) == {"1": [], "2": []}


def test_solo_69_scouts_come_last_and_ambush_beats_scout() -> None:
    units = [{"id": "A", "rules": ["Scout"]}, {"id": "B", "rules": []}]
    assert ask("deploy_order", units=units) == ["B", "A"]
    both = [{"id": "A", "rules": ["Scout", "Ambush"]}, {"id": "B"}]
    assert ask("deploy_order", units=both) == ["B"]
    told = run(waiting(unit("A", rules=["Scout", "Ambush"])), do("deploy"))
    assert effect(told, "reserved")["unit"] == "A"
    told = run(waiting(unit("A", rules=["Scout"])), do("deploy", dice=[1]))
    assert "after all other units, including yours," in told["open"][0]["text"]


def test_solo_12_the_closest_legal_spot_is_where_the_marker_is_noted() -> None:
    crowded = (
        (12, 18),
        (29, 18),
        (12, 33),
        (24, 27),
        (36, 26),
    )  # every line from the first centre is blocked
    lying = [marker(f"m{n}", x=100 * x, y=100 * y) for n, (x, y) in enumerate(crowded)]
    state = {"games": [{"id": "game", "phase": "markers"}], "sides": [BOT, ME], "markers": lying}
    step = do("place_marker", {"number": 6}, dice=[1, 1, 1], choices=["there"])
    told = run(state, step, marker_spacing=9, markers=6)
    asked = told["questions"][-1]
    assert asked["key"] == "spot:closest"
    assert asked["text"] == (
        "Place the marker 3″ from the left end of the app’s edge and 18″ away from that edge."
    )
    laid = effect(told, "marker")["marker"]
    assert (laid["x"], laid["y"], laid["name"]) == (300, 1800, "F")
