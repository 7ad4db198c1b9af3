"""What organisers may do, and what happens when somebody stays silent."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from rules.conquest.state import Siege
from rules.engine.refusals import Refused
from rules.maps.model import Place
from tests.rules.conquest.play import League, league, side
from tests.rules.played import NOW


def test_cq_22_skipping_an_event_a_challenge_a_turn() -> None:
    found = league("P1", "P2", "P3", phase="events")
    found.refused("X29", "skip", realm="P2")
    found.do("skip", realm="P3", words="on holiday")
    assert (found.active, found.state.events) == ("P2", {})
    found = league("P1", "P2", "P3", phase="challenge")
    found.do("skip", realm="P3")
    found.do("challenge", realm="P2", defender="P3")
    assert found.active == "P1"
    found = league("P1", "P2", phase="conquest").give("P2", ep=4).give("P1", ep=2)
    found.do("skip", realm="P2")
    assert (found.realm("P2").ep, found.active) == (1, "P1")


def test_cq_22_a_skip_knows_the_turn_it_was_meant_for() -> None:
    found = league("P1", "P2", phase="events")
    turn = found.state.now.turn
    found.do("skip", realm="P2", turn=turn)
    found.refused("E37", "skip", realm="P1", turn=turn)


def test_cq_21_a_pause_stops_play_and_moves_the_deadline() -> None:
    found = league("P1", "P2", phase="events")
    found.do("extend", until=NOW + timedelta(days=1), words="rain")
    found.do("pause", words="Christmas", now=NOW)
    found.refused("X01", "pick_event", realm="P2")
    with pytest.raises(Refused, match="already paused"):
        found.do("pause")
    found.do("resume", now=NOW + timedelta(days=7))
    assert found.state.now.deadline == NOW + timedelta(days=8)
    found.do("pick_event", realm="P2", choices=("scouts",))
    with pytest.raises(Refused, match="not paused"):
        found.do("resume")


def test_cq_22_deadlines_are_set_for_each_turn() -> None:
    found = league("P1", "P2", phase="events", days_events=3)
    found.do("pick_event", realm="P2", choices=("scouts",))
    assert found.state.now.deadline == NOW + timedelta(days=3)
    with pytest.raises(Refused, match="Choose a time in the future"):
        found.do("extend", until=NOW - timedelta(days=3))


@pytest.mark.parametrize(
    ("began", "days", "ends"),
    [
        ("2026-10-24T19:00", 3, "2026-10-27T18:00Z"),  # clocks go back in between: 19:00 again
        ("2027-03-27T19:00", 3, "2027-03-30T17:00Z"),  # and forward
        ("2027-03-27T02:30", 1, "2027-03-28T01:30Z"),  # 02:30 does not exist that day: it is 03:30
        ("2026-11-02T19:00", 3, "2026-11-05T18:00Z"),
    ],
)
def test_cq_22_a_phase_ends_at_the_hour_of_the_clock_at_which_it_began(
    began: str, days: int, ends: str
) -> None:
    found = league("P1", "P2", phase="events", days_events=days)
    at = datetime.fromisoformat(began).replace(tzinfo=ZoneInfo("Europe/Berlin"))
    found.do("pick_event", realm="P2", choices=("scouts",), now=at)
    assert found.state.now.deadline == datetime.fromisoformat(ends)
    assert found.state.now.deadline.tzinfo is UTC


def test_cq_22_the_first_of_a_phase_has_a_deadline_as_well() -> None:
    found = league("P1", "P2", phase="events", days_challenge=4)
    found.do("pick_event", realm="P2", choices=("scouts",))
    found.do("pick_event", realm="P1", choices=("fools_gold", "P2"))
    assert found.state.now.active
    assert found.state.now.deadline == NOW + timedelta(days=4)


def silent(found: League, face: int = 3) -> League:
    """Let every deadline pass until the round is over."""
    number = found.state.now.round
    for _ in range(60):
        if found.state.now.round != number or found.phase == "finished":
            return found
        found.by_itself(face)
        for told in found.ask("silence")[:1]:
            assert told["sentence"]
            found.rolled(told["do"].removeprefix("conquest."), face=face, **told["params"])
    raise AssertionError(f"stuck in {found.phase}")


def test_cq_94_who_has_spent_everything_is_still_waited_for_and_can_be_passed_over() -> None:
    found = league("P1", "P2", phase="conquest").give("P2", ep=2).give("P1", ep=2)
    found.do("claim", realm="P2", territory="h7")
    assert (found.realm("P2").ep, found.ask("turn")["waiting"]) == (0, ["P2", "P1"])
    (told,) = found.ask("silence")
    assert told["sentence"] == "P2’s turn ends; 1 EP is kept, and the rest lapses."
    found.do("end_turn", realm="P2")
    assert found.active == "P1"


@pytest.mark.parametrize("option", ["abstract", "strike"])
def test_cq_22_a_round_of_silent_players_still_ends(option) -> None:
    found = league("P1", "P2", "P3", phase="events", battle_silence=option)
    found.put("a2", "P1", "mine", river=True)
    found.do("pick_event", realm="P3", choices=("scouts",))
    silent(found)
    assert found.state.now.round == 2
    assert found.state.rounds["round:1"].ended


@pytest.mark.parametrize(
    ("option", "said"),
    [
        ("abstract", "The battle between P1 and P2 is rolled off."),
        ("strike", "The battle between P1 and P2 is struck out."),
    ],
)
def test_cq_22_what_becomes_of_a_battle_nobody_reports_is_told(option: str, said: str) -> None:
    found = league("P1", "P2", phase="battle", battle_silence=option)
    found.fight("P1", against="P2")
    assert [one["sentence"] for one in found.ask("silence")] == [said]


def test_cq_21_a_league_that_runs_does_not_begin_again() -> None:
    league("P1", "P2", phase="events").refused("E01", "begin_play")


def test_cq_21_the_league_tells_whose_turn_it_is() -> None:
    found = league("P1", "P2", phase="events")
    assert found.ask("turn")["active"] == found.active != ""


def test_cq_91_a_report_nobody_answers_counts() -> None:
    found = league("P1", "P2", phase="battle")
    battle = found.fight("P1", against="P2")
    found.do("report", battle=battle, realm="P1", attack=side("P1", 900), defend=side("P2", withdrew=True))
    (told,) = found.ask("silence")
    assert "massacre" in told["sentence"]
    found.do("decide", **told["params"])
    assert found.state.battles[battle].method == "played"
    assert found.realm("P1").ep == 5


def test_cq_91_a_dispute_waits_for_the_organiser() -> None:
    found = league("P1", "P2", phase="battle")
    battle = found.fight("P1", against="P2")
    found.do("report", battle=battle, realm="P1", attack=side("P1", 900), defend=side("P2"))
    found.do("dispute", battle=battle, realm="P2")
    assert found.ask("silence") == []


def test_cq_127_the_map_can_be_corrected_and_the_order_stays() -> None:
    found = league("P1", "P2", phase="events")
    before = found.ask("order")
    found.do("correct", territory="c3", owner="P1", building="castle", words="forgotten")
    assert (found.place("c3").owner, found.place("c3").building) == ("P1", "castle")
    assert found.ask("order") == before
    found.state = found.state.put("sieges", Siege(id="c3", holder="P2", since=1))
    found.do("correct", territory="c3", owner="P1", building="", words="burnt")
    assert not found.state.sieges
    found.put("d3", terrain="sea").refused("E32", "correct", territory="d3", owner="P1", building="")


def test_cq_01_a_territory_may_only_go_while_enough_are_left() -> None:
    found = league("P1", "P2", phase="events")
    found.refused("X30", "remove", territory="a1")
    found.do("remove", territory="b2")
    assert not [one for one in found.state.links if "b2" in one.split("|")]
    for one in sorted(found.state.territories)[1:]:
        if len(found.state.territories) > 14 and not found.place(one).owner:
            found.do("remove", territory=one)
    last = next(one for one in found.state.territories if not found.place(one).owner)
    found.refused("X30", "remove", territory=last)


def test_cq_02_and_03_ground_and_links_can_be_redrawn() -> None:
    found = league("P1", "P2", phase="events")
    found.do("redraw", territory="a1", fields={"terrain": "mountain", "name": "Hill"}, words="a hill")
    assert (found.place("a1").terrain, found.place("a1").building, found.place("a1").owner) == (
        "mountain",
        "city",
        "P1",
    )
    with pytest.raises(Refused, match="cannot become sea"):
        found.do("redraw", territory="a1", fields={"terrain": "sea"})
    with pytest.raises(Refused, match="terrain"):
        found.do("redraw", territory="a1", fields={"terrain": "lava"})
    with pytest.raises(Refused, match="owner"):
        found.do("redraw", territory="a1", fields={"owner": "P2"})
    found.put("b2", building="port", shore=True).do("redraw", territory="b2", fields={"terrain": "sea"})
    assert found.place("b2").building == ""
    found.do("add", place=Place(id="isle", terrain="marsh"), near=("a1", "a2"))
    assert {"a1|isle", "a2|isle"} <= set(found.state.links)
    with pytest.raises(Refused, match="already"):
        found.do("add", place=Place(id="isle"), near=())
    with pytest.raises(Refused, match="has no building called “tower”") as strange:
        found.do("add", place=Place(id="keep", building="tower"), near=("a1",))
    assert strange.value.rule == "CQ-02"
    found.do("connect", a="a1", b="h8", words="a bridge")
    assert "a1|h8" in found.state.links
    found.do("connect", a="h8", b="a1", there=False)
    assert "a1|h8" not in found.state.links


def test_cq_116_and_119_points_and_gold_can_be_given_with_a_reason() -> None:
    found = league("P1", "P2")
    found.do("grant", realm="P1", gold=70, ep=2, words="prize")
    assert (found.realm("P1").gold, found.realm("P1").ep) == (70, 2)
    assert found.refused("E19", "grant", realm="P1", ep=-3) == "This costs 3 EP; you have 2."


def test_cq_20_leaving_before_the_start_leaves_no_trace() -> None:
    found = league("P1", "P2").enter("setup")
    found.do("withdraw", realm="P2")
    assert list(found.state.realms) == ["P1"]


def todo(found: League, realm: str) -> list[tuple[str, bool]]:
    return [(one["act"], one["waits"]) for one in found.ask("to_do", realm=realm)]


def test_cq_22_everybody_is_told_what_to_do() -> None:
    found = league("P1", "P2", phase="events")
    assert (todo(found, "P2"), todo(found, "P1")) == ([("pick_event", False)], [])
    found.do("pick_event", realm="P2", choices=("scouts",))
    found.do("pick_event", realm="P1", choices=("fools_gold", "P2"))
    assert todo(found, "P2") == [("challenge", False)]
    found.do("challenge", realm="P2", defender="P1")
    assert todo(found, "P1") == todo(found, "P2") == [("report", False)]
    (battle,) = found.state.battles
    found.do("report", battle=battle, realm="P2", attack=side("P2", 900), defend=side("P1", withdrew=True))
    assert (todo(found, "P1"), todo(found, "P2")) == ([("confirm", False)], [("", True)])
    found.do("confirm", battle=battle, realm="P2", at_table=True)
    assert (todo(found, "P2"), todo(found, "P1")) == ([("end_turn", False)], [])
    assert found.ask("round_summary") == [
        "Round 1 – Conquest & Build",
        "Order: P1 2, P2 2",
        "Events: P1: Fool’s Gold against P2, P2: Scouts",
        "P2 against P1: P2 massacred the enemy",
        "Points: P1 1, P2 5",
        "Sizes now: P2 2, P1 2",
    ]
    found.do("pause")
    assert todo(found, "P2") == []


def test_cq_22_where_nobody_goes_first_all_are_told_what_to_do() -> None:
    found = league("P1", "P2", "P3", phase="revenue")
    found.put("b1", "P1", "mine").put("g8", "P2", "mine")
    assert [todo(found, one) for one in ("P1", "P2", "P3")] == [[("collect", False)]] * 2 + [[]]


def test_cq_22_the_round_tells_of_defenders_who_won() -> None:
    found = league("P1", "P2", phase="events")
    found.do("pick_event", realm="P2", choices=("scouts",))
    found.do("pick_event", realm="P1", choices=("fools_gold", "P2"))
    found.do("challenge", realm="P2", defender="P1")
    (battle,) = found.state.battles
    found.do("report", battle=battle, realm="P2", attack=side("P2", withdrew=True), defend=side("P1", 900))
    found.do("confirm", battle=battle, realm="P2", at_table=True)
    assert "P2 against P1: P1 massacred the enemy" in found.ask("round_summary")


@pytest.mark.parametrize(
    ("field", "act", "params"),
    [
        ("gold", "grant", {"realm": "P1", "gold": 10**6}),
        ("gold", "grant", {"realm": "P1", "gold": -31}),
        ("ep", "grant", {"realm": "P1", "ep": 10**6}),
        ("ep", "grant", {"realm": "P1", "ep": -3}),
        ("realm", "grant", {"realm": "P9"}),
        ("owner", "correct", {"territory": "c3", "owner": "P9", "building": ""}),
        ("territory", "correct", {"territory": "z9", "owner": "P1", "building": ""}),
        ("b", "connect", {"a": "c3", "b": "c3"}),
        ("label", "add", {"place": Place(id=" "), "near": ()}),
        ("until", "extend", {"until": datetime(2001, 1, 1, tzinfo=UTC)}),
        ("colour", "rename", {"realm": "P1", "colour": "of P2"}),
    ],
)
def test_cq_02_and_119_a_refusal_names_the_parameter_it_is_about(field, act, params) -> None:
    found = league("P1", "P2", phase="conquest")
    params = {**params, **({"colour": found.realm("P2").colour} if field == "colour" else {})}
    with pytest.raises(Refused) as error:
        found.do(act, **params)
    assert error.value.key == field
    assert str(params.get("territory", "")) in error.value.sentence or field != "territory"


def test_cq_119_nobody_is_given_more_than_a_treasury_can_hold() -> None:
    found = league("P1", "P2", phase="conquest")
    with pytest.raises(Refused, match="Give or take away at most 100000"):
        found.do("grant", realm="P1", gold=10**11)
    assert found.realm("P1").gold == 0
