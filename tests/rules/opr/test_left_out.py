"""Whoever names what exists but was not offered is told why not, with the rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rules.engine.refusals import Refused
from tests.rules.opr.aftermath.test_casualties import rolls
from tests.rules.opr.aftermath.test_experience import give, rise
from tests.rules.opr.aftermath.test_market import at
from tests.rules.opr.aftermath.test_rival_market import rival, upgrade
from tests.rules.opr.play import League, happen, league_of, of, playing
from tests.rules.opr.playing.test_app_events import happens

type Said = tuple[str, str]


def said(league: League, procedure: str, /, **params: Any) -> Said:
    """The rule and the sentence a procedure is refused with."""
    return caught(lambda: league.do(procedure, **params))


def caught(do: Callable[[], Any]) -> Said:
    with pytest.raises(Refused) as refused:
        do()
    assert refused.value.key
    return refused.value.rule, refused.value.sentence


def risen(league: League, name: str, *dice: int, choices: tuple[Any, ...]) -> Said:
    """The refusal of a level's choice."""
    return caught(lambda: rise(league, name, *dice, choices=choices))


def drawn(league: League, code: int, *dice: int, choices: tuple[Any, ...], **more: Any) -> Said:
    """The refusal of what was drawn for an event."""
    return caught(lambda: happen(league, code, *dice, choices=choices, **more))


# levels


def test_opr_51_a_fast_learner_does_not_pick_itself() -> None:
    league = league_of(4, 4)
    assert risen(league, "A1", 6, choices=("fast_learner",)) == (
        "OPR-51",
        "Fast Learner itself does not go on the sheet; pick another trait for the unit.",
    )


def test_opr_53_the_die_showed_two_sets_and_the_others_are_not_to_be_had() -> None:
    league = league_of(4, 4)
    assert risen(league, "A0", 1, 1, choices=("healer",)) == (
        "OPR-53",
        "The die showed 1, so the set must be Captain or Support.",
    )


def test_opr_55_a_set_held_is_not_taken_twice() -> None:
    league = league_of(4, 4)
    league.edit("units", league.unit("A0").id, sets=("captain",), level=3, xp=15)
    for key in ("leader", "instigator", "tactician"):
        give(league, "A0", "skill", key)
    assert risen(league, "A0", 1, 3, choices=(True, "captain")) == ("OPR-55", "A0 already has that set.")


# steps 3 and 4


def race_won(**units: dict[str, Any]) -> tuple[League, dict[str, Any]]:
    """A won the race against time; it asks who gets the XP that are left over."""
    league = playing()
    for name, values in units.items():
        league.edit("units", league.unit(name).id, **values)
    happen(league, 46)
    league.result("A", league.kill("A2"), rounds=1)
    league.step("casualties", "A", dice=[1])
    return league, {"mission": league.mission.id, "warband": league.warband("A").id}


def test_opr_72_a_29_who_cannot_have_the_xp_left_over_is_told_why() -> None:
    league, here = race_won(A1={"xp": 30, "level": 6})
    for name, why in (
        ("A1", ("OPR-47", "A1 has 30 XP, the maximum.")),
        ("A2", ("OPR-46", "A2 is no longer on the sheet.")),
        ("B1", ("A-29", "B1 belongs to B.")),
    ):
        picked = [league.unit("A0").id, league.unit(name).id]
        assert said(league, "experience", **here, choices=[picked]) == why, name


def test_opr_46_who_stayed_at_home_gets_nothing_of_what_is_left_over() -> None:
    league = league_of(4, 4)
    league.begin(fielded={"A": ["A0", "A1", "A2"]})
    happen(league, 46)
    league.result("A", rounds=1)
    league.step("casualties", "A")
    here = {"mission": league.mission.id, "warband": league.warband("A").id}
    picked = [league.unit("A0").id, league.unit("A3").id]
    why = ("OPR-46", "A3 did not take part.")
    assert said(league, "experience", **here, choices=[picked]) == why


def test_opr_72_a_25_whom_the_doctor_cannot_help() -> None:
    league = league_of(4, 4, doctor_fee="unit")
    league.begin()
    a = league.warband("A").id
    league.round(5, 51, choices=[a])
    league.result("B", league.kill("A1"))
    here = {"mission": league.mission.id, "warband": a}
    for name, why in (
        ("A2", ("OPR-37", "A2 was not taken out.")),
        ("B1", ("A-25", "B1 belongs to B.")),
    ):
        assert said(league, "casualties", **here, choices=[[league.unit(name).id]]) == why
    rolls(league, 3, choices=([league.unit("A1").id],))


def test_solo_02_what_the_pool_does_not_reach_or_was_bought_is_not_bought() -> None:
    league = rival(25)
    offered = [upgrade(league, "A1", 10), upgrade(league, "A2", 40, "Gun")]
    more = {"offered": [*offered, upgrade(league, "A3", 5)]}
    why = ("SOLO-02", "That costs 40 points; the pool holds 25.")
    assert said(league, "rival_upgrades", **at(league, **more), choices=["offer-2"]) == why
    again = ["offer-1", "offer-1"]
    why = ("SOLO-02", "Bow for A1 has already been taken.")
    assert said(league, "rival_upgrades", **at(league, **more), choices=again) == why


def test_opr_62_a_second_hero_is_not_drawn() -> None:
    league = rival(100, "recruiting")
    offered = [
        {"name": "Dogs", "points": 20},
        {"name": "Nan", "points": 30, "hero": True},
        {"name": "Bel", "points": 30, "hero": True},
    ]
    rule, sentence = said(
        league, "rival_recruits", **at(league, offered=offered), choices=["offer-2", "offer-3"]
    )
    assert (rule, sentence) == (
        "OPR-62",
        "You can recruit only one hero after each mission, and you have already done so.",
    )


# events


def test_opr_33_who_cannot_be_sent_away() -> None:
    league = league_of(4, 4)
    league.begin(fielded={"A": ["A0", "A1", "A2"]})
    happen(league, 11, choices=of(league, "A", "A1"))
    event = happen(league, 62, choices=of(league, "A"))
    here = {"mission": league.mission.id, "event": event.id, "warband": league.warband("A").id}
    for name, why in (
        ("A1", "A1 was taken off the table by an event."),
        ("A3", "A3 did not take part."),
        ("B1", "B1 belongs to B."),
    ):
        assert said(league, "send", **here, choices=[league.unit(name).id]) == ("OPR-33", why), name


def test_opr_69_a_note_is_on_an_enemy_who_plays() -> None:
    league = league_of(4, 4, 4, parallel_play="on")
    league.begin("A", "B")
    event = happen(league, 52, choices=of(league, "A"))
    here = {"mission": league.mission.id, "event": event.id, "warband": league.warband("A").id}
    for name, why in (("A1", "A1 is one of your own."), ("C1", "C1 is not playing in this mission.")):
        assert said(league, "seal_note", **here, choices=[league.unit(name).id]) == ("OPR-69", why)


def test_opr_34_who_cannot_be_drawn_is_told_why() -> None:
    league = league_of(5, 4, 4, 4, parallel_play="on")
    league.begin("A", "B", "C", fielded={"A": ["A0", "A1", "A2", "A3"]})
    happen(league, 11, choices=of(league, "A", "A2"))
    league.do("concede", mission=league.mission.id, warband=league.warband("C").id, round=2)
    a = league.warband("A").id
    for name, why in (
        ("A1", "A1 is out."),
        ("A2", "A2 was taken off the table by an event."),
        ("A4", "A4 did not take part."),
        ("B1", "A was drawn, but B1 belongs to B."),
        ("C1", "C has conceded."),
        ("D1", "D1 is not playing in this mission."),
    ):
        choices = (a, league.unit(name).id)
        assert drawn(league, 54, choices=choices, gone=["A1"]) == ("OPR-34", why), name


def test_opr_34_a_warband_that_cannot_be_drawn() -> None:
    league = league_of(4, 4, 4, 4, 4, parallel_play="on")
    league.begin("A", "B", "C", "D")
    league.do("concede", mission=league.mission.id, warband=league.warband("C").id, round=1)
    gone = [unit.name for unit in league.state.sheet(league.warband("D").id)]
    for name, why in (
        ("C", "C has conceded."),
        ("D", "D has no unit this can happen to."),
        ("E", "E is not playing in this mission."),
    ):
        assert drawn(league, 54, choices=of(league, name), gone=gone) == ("OPR-34", why)


def test_opr_34_whom_nobody_ticked_is_not_drawn() -> None:
    league = playing(4, 4)
    ticked = [league.unit(one).id for one in ("A1", "A2", "B1")]
    choices = (ticked, *of(league, "A", "A3"))
    assert drawn(league, 41, choices=choices) == ("OPR-34", "A3 was not ticked.")
    out = ([league.unit("A1").id],)
    assert drawn(league, 41, choices=out, gone=["A1"]) == ("OPR-34", "A1 is out.")
    still = ([league.unit("A2").id],)
    assert drawn(league, 66, choices=still, gone=["A1"]) == ("OPR-34", "A2 is still on the table.")


def test_opr_34_a_22_nobody_is_drawn_twice() -> None:
    league = playing(4, 4)
    twice = (*of(league, "A", "A1"), *of(league, "A", "A1"))
    assert drawn(league, 15, 3, choices=twice) == ("A-22", "A1 has already been drawn.")


def test_opr_72_a_32_nobody_plays_the_foe_of_their_own_duel() -> None:
    league = playing(4, 4, 4)
    names = [league.unit("A1").id]
    own = (names, league.warband("A").id)
    assert drawn(league, 66, choices=own, gone=["A1"]) == (
        "A-32",
        "A is fighting the duel, so another side must play the opponent.",
    )


@pytest.mark.parametrize(
    ("who", "why"),
    [
        ("app:x2", "Ferrymen is down; it cannot go."),
        ("app:x3", "Old Crow is out."),
        ("A1", "The app was drawn, but A1 belongs to A."),
    ],
)
def test_solo_02_the_app_sends_nobody_who_is_down_or_out(who: str, why: str) -> None:
    league = playing(4, 4)
    named = who if who.startswith("app:") else league.unit(who).id
    sent = caught(lambda: happens(league, 62, choices=("app:app1", named)))
    assert sent == ("SOLO-02", why)
