"""XP that events share out, and secret notes: OPR-69, OPR-72, A-28, A-29."""

from typing import Any

import pytest

from rules.engine.questions import Reveal
from rules.engine.refusals import Refused
from tests.rules.opr.play import (
    GF,
    League,
    happen,
    league_of,
    of,
    playing,
    refusal,
)

# 46, 52: shared XP


def test_opr_72_a_29_e_64_the_countdown_is_shared_as_evenly_as_possible() -> None:
    league = league_of(3, 3)
    league.begin()
    for _ in range(3):
        league.round(1)
    happen(league, 46)
    league.result("A", rounds=4)
    assert xp_of_a3(league, choices=([league.unit("A0").id, league.unit("A2").id],)) == [3, 2, 3]


def xp_of_a3(league: League, *dice: int, choices: tuple[Any, ...] = ()) -> list[int]:
    league.step("casualties", "A")
    league.step("experience", "A", dice=dice, choices=choices)
    return [league.unit(f"A{n}").xp for n in range(3)]


def test_opr_72_e_65_too_late_for_the_countdown() -> None:
    league = league_of(3, 3)
    league.begin()
    for _ in range(2):
        league.round(1)
    happen(league, 46)
    league.result("A", rounds=4)
    assert xp_of_a3(league) == [1, 1, 1]


def test_opr_72_a_29_who_cannot_learn_any_more_takes_no_share() -> None:
    league = league_of(3, 3)
    league.edit("units", league.unit("A0").id, xp=30, level=6)
    league.begin()
    happen(league, 46)
    league.result("A", rounds=1)
    assert xp_of_a3(league, choices=([league.unit("A1").id],)) == [30, 4, 3]


def revenge(league: League, victim: str, name: str = "A") -> Any:
    event = happen(league, 52, choices=of(league, name))
    league.step("seal_note", name, event=event.id, choices=[league.unit(victim).id])
    return league.mission.events[-1]


def test_opr_69_e_67_a_secret_enemy() -> None:
    league = league_of(5, 5, edition=GF)
    league.begin()
    event = revenge(league, "B1")
    league.result("B", league.kill("B1", "A1"), league.kill("A4", "B2"))
    league.step("casualties", "A", dice=[1])
    league.step("experience", "A", answers={f"reveal:{event.id}": league.unit("B1").id})
    assert [league.unit(f"A{n}").xp for n in range(5)] == [2, 3, 2, 2, 0]
    opened = league.mission.events[0]
    assert (opened.revealed, opened.note) == (True, league.unit("B1").id)


def test_opr_69_a_21_two_notes_count_each_on_its_own() -> None:
    league = playing()
    events = [revenge(league, one) for one in ("B1", "B2")]
    league.result("B", league.kill("B1", round=2), league.kill("B2", round=2))
    league.step("casualties", "A")
    notes = {
        f"reveal:{event.id}": league.unit(one).id for event, one in zip(events, ("B1", "B2"), strict=True)
    }
    league.step("experience", "A", answers=notes)
    assert [league.unit(f"A{n}").xp for n in range(4)] == [1 + 2] * 4


def test_opr_69_the_note_is_nowhere_until_it_counts() -> None:
    league = playing()
    event = revenge(league, "B1")
    question = league.asked[0].question
    assert question.sealed
    secret = league.unit("B1").id
    assert secret not in str(league.records[-1].effects)
    assert (event.note, event.words, event.revealed) == ("", "", False)
    assert "note" not in league.ask("in_force", mission=league.mission.id)[0]
    assert question.text.count("B1") == 0


def test_opr_69_whom_a_note_falls_to_is_told_to_seal_it() -> None:
    league = playing()
    event = happen(league, 52, choices=of(league, "A"))
    [todo] = league.ask("waiting", warband=league.warband("A").id)
    assert (todo["procedure"], todo["params"]["event"]) == ("opr.seal_note", event.id)


def test_opr_69_a_note_is_sealed_once_and_by_its_player() -> None:
    league = playing()
    event = happen(league, 52, choices=of(league, "A"))
    at = {"mission": league.mission.id, "event": event.id}
    assert refusal(league, "seal_note", **at, warband=league.warband("B").id).rule == "OPR-69"
    assert refusal(league, "open_note", **at, warband=league.warband("A").id).rule == "OPR-69"
    league.step("seal_note", "A", event=event.id, choices=[league.unit("B2").id])
    assert refusal(league, "seal_note", **at, warband=league.warband("A").id).rule == "OPR-69"


def test_opr_69_a_trap_is_some_words_and_opened_when_it_is_sprung() -> None:
    league = playing()
    event = happen(league, 23, choices=of(league, "A"))
    league.step("seal_note", "A", event=event.id, answers={"note": "the old well"})
    assert "well" not in str(league.records[-1].effects)
    at = {"mission": league.mission.id, "event": event.id, "warband": league.warband("A").id}
    [sealed] = league.open_questions("open_note", **at)
    assert isinstance(sealed, Reveal)
    assert (sealed.who, sealed.entry) == (f"side:{league.warband('A').id}", league.mission.events[0].seal)
    league.step("open_note", "A", event=event.id, choices=["the old well"])
    assert league.mission.events[0].words == "the old well"
    assert refusal(league, "open_note", **at).rule == "OPR-69"


def test_opr_69_whom_a_note_names_is_told_by_name() -> None:
    league = playing()
    revenge(league, "B1")
    league.result("A")
    league.step("casualties", "A")
    [opened] = league.open_questions("experience", mission=league.mission.id, warband=league.warband("A").id)
    assert isinstance(opened, Reveal)
    assert opened.called is not None
    assert opened.called(league.unit("B1").id) == "B1"
    assert opened.called("the old well") == "the old well"


def test_opr_72_no_revenge_while_the_enemy_stands() -> None:
    league = playing()
    event = revenge(league, "B1")
    league.result("B", {**league.kill("B1", "A1"), "routed": True})
    league.step("casualties", "A")
    league.step("experience", "A", answers={f"reveal:{event.id}": league.unit("B1").id})
    assert [league.unit(f"A{n}").xp for n in range(4)] == [1, 1, 1, 1]


@pytest.mark.parametrize(("scope", "xp"), [("fielded", 0), ("sheet", 1)])
def test_opr_72_a_28_event_xp_for_the_whole_sheet_if_the_league_says_so(scope: str, xp: int) -> None:
    league = league_of(4, 4, event_xp_scope=scope)
    league.begin(fielded={"A": ["A0", "A1"]})
    event = revenge(league, "B1")
    league.result("B", league.kill("B1", "A1"))
    league.step("casualties", "A")
    league.step("experience", "A", answers={f"reveal:{event.id}": league.unit("B1").id})
    assert league.unit("A3").xp == xp


def test_opr_69_nothing_is_sealed_once_the_mission_is_over() -> None:
    league = playing()
    event = happen(league, 52, choices=of(league, "A"))
    at = {"mission": league.mission.id, "event": event.id, "warband": league.warband("A").id}
    league.do("abandon", mission=league.mission.id, words="the pub closed")
    assert refusal(league, "seal_note", **at).sentence == "The mission is over."


# 52: only a kill after the note


def revenge_of_round_three(league: League, *kills: dict[str, Any], victim: str = "B1") -> list[int]:
    """The note falls in round 3; the XP of A's units afterwards."""
    for _ in range(2):
        league.round(1)
    event = revenge(league, victim)
    league.result("B", *kills)
    league.step("casualties", "A")
    league.step("experience", "A", answers={f"reveal:{event.id}": league.unit(victim).id})
    return [league.unit(f"A{n}").xp for n in range(4)]


@pytest.mark.parametrize(("round", "more"), [(1, 0), (2, 0), (3, 1), (4, 1), (0, 1)])
def test_opr_69_a_26_only_a_kill_after_the_note_is_revenge(round: int, more: int) -> None:
    league = playing()
    got = revenge_of_round_three(league, league.kill("B1", "A1", round=round))
    assert got == [1 + more, 2 + more, 1 + more, 1 + more]


def test_opr_69_the_round_of_the_note_counts_not_that_of_the_event() -> None:
    league = playing()
    event = happen(league, 52, choices=of(league, "A"))
    for _ in range(2):
        league.round(1)
    league.step("seal_note", "A", event=event.id, choices=[league.unit("B1").id])
    assert league.mission.events[-1].noted == 3
    league.result("B", league.kill("B1", "A1", round=2))
    league.step("casualties", "A")
    league.step("experience", "A", answers={f"reveal:{event.id}": league.unit("B1").id})
    assert league.unit("A0").xp == 1


def test_opr_69_a_note_names_nobody_who_is_out() -> None:
    league = playing()
    event = happen(league, 52, choices=of(league, "A"))
    at: dict[str, Any] = {"mission": league.mission.id, "event": event.id, "warband": league.warband("A").id}
    out = [league.unit("B1").id]
    asked = league.open_questions("seal_note", **at, gone=out)[0]
    assert [option.id for option in asked.options if option.why_not] == out  # type: ignore[attr-defined]
    with pytest.raises(Refused) as refused:
        league.do("seal_note", **at, gone=out, choices=out)
    assert refused.value.sentence == "This unit is no longer on the table."
    everybody = [league.unit(f"B{n}").id for n in range(4)]
    assert refusal(league, "seal_note", **at, gone=everybody).sentence == "There is no enemy left to name."


def test_opr_69_a_note_names_nobody_whom_an_event_or_a_concession_took_off_the_table() -> None:
    league = playing(4, 4, 4)
    happen(league, 11, choices=of(league, "B", "B1"))
    event = happen(league, 52, choices=of(league, "A"))
    mission = league.mission.id
    league.do("concede", mission=mission, warband=league.warband("C").id, round=2)
    asked = league.open_questions(
        "seal_note", mission=mission, event=event.id, warband=league.warband("A").id
    )[0]
    left = {option.id for option in asked.options if not option.why_not}  # type: ignore[attr-defined]
    assert left == {league.unit(name).id for name in ("B0", "B2", "B3")}
