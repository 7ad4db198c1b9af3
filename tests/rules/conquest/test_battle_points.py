"""Empire points of a round's battles: CQ-87 to CQ-92."""

from __future__ import annotations

import pytest

from rules.conquest.book import conquest_in_force
from rules.conquest.reckoning.verdict import is_void
from tests.rules.conquest.play import League, at_battle, league, played, side, take


def round_of(*points: tuple[str, int, bool], event: str = "") -> int:
    """What P1 earns from battles given as (grade, points, won)."""
    from rules.conquest.state import Battle, Result

    found = at_battle()
    for number, (grade, worth, won) in enumerate(points):
        result = Result(realm="P1", grade=grade, won=won, points=worth)  # type: ignore[arg-type]
        battle = Battle(id=f"b{number}", round=1, attackers=("P1",), status="settled", results=(result,))
        found.state = found.state.put("battles", battle)
    if event:
        take(found, "P1", event)
    return int(found.ask("earned", realm="P1")["points"])


MAJOR, MINOR, DRAW, LOSE, MASSACRE = (
    ("major", 4, True),
    ("minor", 3, True),
    ("draw", 2, False),
    ("lose", 1, False),
    ("massacre", 5, True),
)


@pytest.mark.parametrize(
    ("results", "points"),
    [((MAJOR, LOSE), 2), ((MAJOR, DRAW, MINOR), 3), ((("minor", 2, True), DRAW), 2), ((), 0)],
)
def test_cq_87_and_88_ex_40_the_average_rounded_down(results, points) -> None:
    assert round_of(*results) == points


def test_cq_88_a_battle_struck_out_does_not_count() -> None:
    found = at_battle("P1", "P2")
    lost, gone = found.fight("P1", against="P2"), found.fight("P2", against="P1")
    found.do("strike", battle=gone)
    played(found, lost, side("P1", 900), side("P2", 1, withdrew=True))
    assert found.realm("P1").ep == 5


def test_cq_89_ex_42_a_carried_point_is_added_after_the_average() -> None:
    found = at_battle("P1", "P2").give("P1", ep=1)
    take(found, "P1", "all_or_nothing")
    played(found, found.fight("P1", against="P2"), side("P1", 900), side("P2", 1, withdrew=True))
    assert found.realm("P1").ep == 8


def test_cq_90_and_32_ex_41_all_or_nothing() -> None:
    assert round_of(MINOR, event="all_or_nothing") == 5
    assert round_of(MINOR, DRAW, event="all_or_nothing") == 0
    assert round_of(event="all_or_nothing") == 0
    found = at_battle("P1", "P2").give("P1", ep=1)
    take(found, "P1", "all_or_nothing")
    played(found, found.fight("P1", against="P2"), side("P1", 5), side("P2", 5))
    assert found.realm("P1").ep == 1


def test_cq_90_the_option_of_a_bonus_without_battle() -> None:
    found = at_battle(aon_idle="bonus")
    take(found, "P1", "all_or_nothing")
    assert found.ask("earned", realm="P1")["points"] == 2


def test_cq_91_a_report_counts_once_the_other_side_agrees() -> None:
    found = at_battle("P1", "P2")
    battle = found.fight("P1", against="P2")
    found.refused("X20", "confirm", battle=battle, realm="P2")
    found.do("report", battle=battle, realm="P1", attack=side("P1", 9), defend=side("P2", 1))
    found.refused("X13", "confirm", battle=battle, realm="P1")
    assert found.state.battles[battle].results == ()
    found.do("dispute", battle=battle, realm="P2", words="no")
    found.do("report", battle=battle, realm="P2", attack=side("P1", 1), defend=side("P2", 9))
    found.do("confirm", battle=battle, realm="P1")
    assert found.phase == "conquest"
    assert [found.realm(one).ep for one in ("P1", "P2")] == [1, 2]


def test_cq_91_the_organiser_may_decide() -> None:
    found = at_battle("P1", "P2")
    battle = found.fight("P1", against="P2")
    found.refused("X44", "decide", battle=battle)
    found.do(
        "decide", battle=battle, attack=side("P1", 900), defend=side("P2", 1, withdrew=True), words="seen"
    )
    assert found.state.battles[battle].method == "ruled"
    assert found.realm("P1").ep == 5
    found.enter("battle").refused(
        "X12", "report", battle=battle, realm="P1", attack=side("P1"), defend=side("P2")
    )


def test_cq_92_sieges_and_the_sea_give_no_points() -> None:
    for kind in ("sea", "siege"):
        found = at_battle("P1", "P2")
        battle = found.fight("P1", against="P2", kind=kind, territory="h8")
        found.fight("P1", against="P2")
        played(found, battle, side("P1", 900), side("P2", 1, withdrew=True))
        assert found.ask("earned", realm="P1") == {"realm": "P1", "points": 0, "battles": 0}


def gamble(kind: str, outcome: str, **settings: object) -> League:
    """P1 has taken All or Nothing and won on land; another battle of this kind ended so."""
    found = at_battle("P1", "P2", "P3", **settings)
    take(found, "P1", "all_or_nothing")
    found.fight("P1", against="P3")
    beside = found.fight("P1", against="P2", kind=kind, territory="h8")
    played(found, found.fight("P1", against="P2"), side("P1", 9, lost=5), side("P2", 1, withdrew=True))
    found.do("report_outcome", battle=beside, realm="P1", outcome=outcome)
    found.do("confirm", battle=beside, realm="P2")
    return found


@pytest.mark.parametrize("kind", ["sea", "siege"])
@pytest.mark.parametrize(("outcome", "land", "every"), [("attack", 5, 5), ("draw", 5, 0), ("defend", 5, 0)])
def test_cq_32_and_92_all_or_nothing_looks_at_land_battles_or_at_all(kind, outcome, land, every) -> None:
    assert gamble(kind, outcome).ask("earned", realm="P1")["points"] == land
    found = gamble(kind, outcome, aon_battles="all")
    assert found.ask("earned", realm="P1") == {"realm": "P1", "points": every, "battles": 1}


def test_cq_32_and_92_a_siege_that_earns_points_counts_for_all_or_nothing() -> None:
    assert gamble("siege", "draw", siege_ep="as_battle").ask("earned", realm="P1")["points"] == 0
    assert gamble("sea", "draw", siege_ep="as_battle").ask("earned", realm="P1")["points"] == 5


def test_cq_32_a_battle_that_all_or_nothing_has_emptied_is_worth_nothing() -> None:
    found = at_battle("P1", "P2", "P3")
    take(found, "P1", "all_or_nothing")
    won, drawn = found.fight("P1", against="P2"), found.fight("P1", against="P3")
    played(found, won, side("P1", 9, lost=5), side("P2", 1, withdrew=True))
    state, book = found.state, conquest_in_force(found.state)
    assert not is_void(state, book, state.battles[won], "P1")
    played(found, drawn, side("P1", 4), side("P3", 4))
    state = found.state
    assert {one.realm: one.points for one in state.battles[drawn].results} == {"P1": 0, "P3": 2}
    assert [is_void(state, book, state.battles[one], "P1") for one in (won, drawn)] == [True, True]
    assert not is_void(state, book, state.battles[drawn], "P3")


@pytest.mark.parametrize(
    ("option", "words"), [("land", "that earns points"), ("all", "including those at sea and for forts")]
)
def test_cq_32_and_92_the_events_text_follows_the_option(option, words) -> None:
    found = league("P1", "P2", phase="events", aon_battles=option)
    (question,) = found.drive("pick_event", realm="P2").questions
    offered = next(one.note for one in question.options if one.id == "all_or_nothing")
    told = next(one["text"] for one in found.ask("events_open") if one["event"] == "all_or_nothing")
    assert words in offered
    assert told == offered


def test_cq_92_the_option_of_points_for_sieges() -> None:
    found = at_battle("P1", "P2", siege_ep="as_battle")
    battle = found.fight("P1", against="P2", kind="siege", territory="h8")
    found.fight("P1", against="P2")
    played(found, battle, side("P1", 900), side("P2", 1, withdrew=True))
    assert found.ask("earned", realm="P1")["points"] == 5
