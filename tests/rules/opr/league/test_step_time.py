"""Time for the steps after a mission: whose is up, what comes of it, who gets more (A-58)."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import hypothesis
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.codec import canonical_state
from rules.engine.effects import apply_all
from rules.engine.todos import ORGANISERS, Todo
from rules.opr import GAME
from rules.opr.league.step_time import (
    TIMES_LONGER,
    all_then,
    overdue_steps,
    step_lapses,
    then_words,
    without_choice,
)
from rules.opr.telling.entries import tell
from rules.opr.todos import OF_STEPS
from tests.rules.opr.play import League, play, playing, refusal, with_settings
from tests.rules.opr.sampled import MOVES

DAY = timedelta(days=1)


def timed(*sizes: int, days: str = "2", silence: str = "dice", **settings: Any) -> League:
    """A league in its first mission, with time for the steps after it."""
    return playing(*sizes, step_days=days, step_silence=silence, **settings)


def musts(league: League, name: str = "") -> list[Todo]:
    side = league.warband(name).id if name else ORGANISERS
    return [one for one in MOVES.hold(league.state) if one.side == side and one.stand == "must"]


def acts_of(league: League, *anew: str) -> list[tuple[str, Any]]:
    """What the clock would do now; for these it begins anew."""
    book = GAME.book_of(league.state)
    rows = overdue_steps(league.state, book, league.now)
    fresh = {(league.mission.id, league.warband(one).id) for one in anew}
    return list(without_choice(rows)) or step_lapses(league.state, book, rows, fresh)


def due(league: League, *anew: str) -> list[str]:
    """The same by procedure."""
    return [name.removeprefix("opr.") for name, _params in acts_of(league, *anew)]


def lapse(league: League, *anew: str) -> str:
    """The first of it, done as the app would; empty when there is nothing."""
    acts = acts_of(league, *anew)
    if not acts:
        return ""
    name, params = acts[0]
    league.do(name.removeprefix("opr."), seed=b"the app", **dict(params))
    return name.removeprefix("opr.")


def told(league: League) -> str:
    record = league.records[-1]
    said = tell(record.procedure, record.params, record.answers, record.effects, str)
    return str(said)


def test_a_58_without_a_limit_nothing_is_ever_up() -> None:
    league = playing(step_silence="dice")
    league.result("A", league.kill("B1"))
    league.later(days=400)
    assert [one.until for one in musts(league, "B")] == [None]
    assert due(league) == []


def test_a_58_every_step_has_the_time_that_began_with_the_result() -> None:
    league = timed()
    league.result("A", league.kill("B1"))
    until = league.now + 2 * DAY
    assert {one.until for one in (*musts(league, "A"), *musts(league, "B"))} == {until}
    league.later(hours=30)
    league.step("casualties", "B", dice=[4])
    assert [(one.kind, one.until) for one in musts(league, "B")] == [("op.experience", until)]


def test_a_58_days_are_the_leagues_own() -> None:
    """The hour stays what it was, also where clocks go forward meanwhile."""
    league = timed(days="1")
    berlin = ZoneInfo("Europe/Berlin")
    league.now = datetime(2026, 3, 28, 19, tzinfo=berlin)
    league.result("A")
    assert league.side("A").until == datetime(2026, 3, 29, 19, tzinfo=berlin)


def test_a_58_nothing_comes_of_it_where_the_league_says_so() -> None:
    league = timed(silence="nothing")
    league.result("A", league.kill("B1"))
    league.later(days=3)
    assert due(league) == []
    assert all_then(GAME.book_of(league.state)) == "After that the steps simply stay open."


def test_a_58_the_app_rolls_what_is_dice_alone_as_the_player_would_have() -> None:
    """The same faces, the same state: but for who tapped."""
    league = timed(4, 4, 4)
    league.result("A", league.kill("B1"), league.kill("B2"))
    league.finish("A", "C")
    other = timed(4, 4, 4)
    other.result("A", other.kill("B1"), other.kill("B2"))
    other.finish("A", "C")
    league.later(days=3)
    assert due(league) == ["casualties", "leave_steps"]
    assert lapse(league) == "casualties"
    other.later(days=3)
    other.step("casualties", "B", seed=b"the app")
    assert canonical_state(league.state) == canonical_state(other.state)


def test_a_58_who_has_done_their_part_is_never_late() -> None:
    league = timed()
    league.result("A", league.kill("B1"))
    league.finish("B")
    league.later(days=3)
    rows = overdue_steps(league.state, GAME.book_of(league.state), league.now)
    assert {one.side for one in rows} == {league.warband("A").id}


def test_a_58_nor_is_who_is_away() -> None:
    """Their time begins once more, also beside others who are late."""
    league = timed(4, 4, 4)
    league.result("A", league.kill("B1"), league.kill("C1"))
    league.finish("A")
    league.later(days=3)
    assert due(league, "B") == ["put_off_steps", "casualties", "leave_steps"]
    assert lapse(league, "B") == "put_off_steps"
    assert (league.side("B").longer, league.side("B").until) == (0, league.now + 2 * DAY)
    assert due(league) == ["casualties", "leave_steps"]


def test_a_58_whoever_has_nothing_to_roll_is_passed_over_and_not_called_late() -> None:
    league = timed(4, 4, 4, silence="organiser")
    league.result("A")
    league.finish("A", "C")
    league.later(days=3)
    assert due(league) == ["casualties"]
    assert lapse(league) == "casualties"


def test_a_58_most_are_late_so_all_of_them_have_the_time_again_twice_at_most() -> None:
    league = timed()
    league.result("A", league.kill("A1"), league.kill("B1"))
    for times in range(1, TIMES_LONGER + 1):
        league.later(days=2, minutes=1)
        assert lapse(league) == "put_off_steps"
        assert {league.side(one).longer for one in "AB"} == {times}
        assert {league.side(one).until for one in "AB"} == {league.now + 2 * DAY}
    assert told(league) == "There is more time for the steps after the mission."
    league.later(days=2, minutes=1)
    assert due(league) == ["casualties", "casualties", "leave_steps"]


def test_a_58_one_of_two_is_not_most() -> None:
    league = timed()
    league.result("A", league.kill("B1"))
    league.finish("A")
    league.later(days=3)
    assert "put_off_steps" not in due(league)


def test_a_58_what_came_up_only_then_begins_anew_and_is_nobodys_delay() -> None:
    league = timed(4, 4, 4)
    league.result("A", league.kill("B1"))
    league.finish("A", "C")
    league.later(days=30)
    assert lapse(league, "B") == "put_off_steps"
    assert (league.side("B").longer, league.side("B").until) == (0, league.now + 2 * DAY)


def test_a_58_an_organiser_takes_over_and_the_player_still_may() -> None:
    league = timed(4, 4, 4, silence="organiser")
    league.result("A", league.kill("B1"))
    league.finish("A", "C")
    league.later(days=3)
    assert lapse(league) == "leave_steps"
    assert told(league) == "The time for the steps after the mission is up: an organiser takes over."
    assert [(one.kind, one.act) for one in musts(league)] == [("op.late", "casualties")]
    assert [(one.kind, one.until) for one in musts(league, "B")] == [("op.casualties", None)]
    waits = [one for one in MOVES.hold(league.state) if one.kind == "op.late" and one.stand == "waits"]
    assert {one.side for one in waits} == {league.warband(one).id for one in "ABC"}
    assert due(league) == []
    league.finish("B")
    assert musts(league) == []


def test_a_58_a_choice_is_left_to_an_organiser_and_no_die_makes_it() -> None:
    """The app comes as far as its dice; what is left then is handed on."""
    league = timed(4, 4, 4)
    league.result("A")
    league.finish("A", "C")
    unit = league.unit("B0")
    league.edit("units", unit.id, xp=4)
    league.later(days=3)
    assert lapse(league) == "casualties"
    assert [
        one.kind for one in league.open_questions("experience", **dict(musts(league, "B")[0].params))
    ] or 1
    league.do(
        "leave_steps",
        mission=league.mission.id,
        warbands=[league.warband("B").id],
        over=league.now.isoformat(),
    )
    assert [one.act for one in musts(league)] == ["experience"]


def test_a_58_an_organiser_gives_more_time_also_when_it_was_up() -> None:
    league = timed(4, 4, 4, silence="organiser")
    league.result("A", league.kill("B1"))
    league.finish("A", "C")
    mission = league.mission.id
    until = league.side("B").until
    assert until is not None
    league.do("extend_steps", mission=mission, hours=24, words="the hall was closed")
    assert told(league) == f"There are 24 more hours for the steps after {mission}: the hall was closed."
    assert league.side("B").until == until + DAY
    assert league.side("A").until == until
    league.later(days=9)
    lapse(league)
    assert league.side("B").overdue
    league.do("extend_steps", mission=mission, hours=1)
    assert (league.side("B").until, league.side("B").overdue) == (league.now + timedelta(hours=1), False)
    assert musts(league) == []


def test_a_58_no_time_is_given_where_none_runs() -> None:
    league = playing()
    league.result("A")
    mission = league.mission.id
    assert refusal(league, "extend_steps", mission=mission, hours=24).rule == "A-58"
    over = {"warbands": ["e1.warband"], "over": league.now.isoformat()}
    assert refusal(league, "leave_steps", mission=mission, **over).rule == "A-58"
    league = timed()
    league.result("A")
    for hours in (0, -5, 337):
        assert refusal(league, "extend_steps", mission=mission, hours=hours).key == "hours"


def test_a_58_a_league_that_sets_a_time_later_begins_it_then_and_may_end_it() -> None:
    league = playing()
    league.result("A")
    league.later(days=10)
    league.do("change_setting", key="step_days", value="1")
    assert {league.side(one).until for one in "AB"} == {league.now + DAY}
    league.do("change_setting", key="step_days", value="3")
    assert {league.side(one).until for one in "AB"} == {league.now + DAY}
    league.do("change_setting", key="step_days", value="0")
    assert {league.side(one).until for one in "AB"} == {None}


def test_a_58_the_steps_of_a_later_mission_have_their_time_once_they_come_up() -> None:
    league = timed(4, 4, 4, days="2", parallel_play="on", open_steps="parks")
    league.result("A", league.kill("B1"))
    league.finish("A", "C")
    first = league.side("B").until
    league.later(hours=20)
    league.begin("A", "B")
    later = league.mission.id
    league.step_of_first = None  # type: ignore[attr-defined]
    assert first is not None
    own = league.warband("B")
    assert own.later == (later,)
    league.do("casualties", mission=own.mission, warband=own.id, seed=b"x")
    league.result("A")
    assert league.side("A").until == league.now + 2 * DAY
    assert league.side("B").until is None
    league.later(hours=5)
    for step in ("experience", "close_upgrades", "close_recruiting"):
        league.do(step, mission=own.mission, warband=own.id, seed=b"x")
    assert league.side("B").until == league.now + 2 * DAY


def test_a_58_a_league_that_is_over_hurries_nobody() -> None:
    league = timed(campaign_type="endless")
    league.result("A", league.kill("B1"))
    league.do("close", words="the hall closes")
    league.later(days=9)
    assert due(league) == []
    mays = MOVES.move.may(league.state, GAME.book_of(league.state), league.warband("B").id)
    assert {one.until for one in mays} == {None}


def test_a_58_a_rival_of_the_app_has_no_clock() -> None:
    league = timed(ai_opponent_record="rival")
    league.edit("warbands", league.warband("B").id, rival="ranked")
    league.result("A")
    assert (league.side("A").until is None, league.side("B").until) == (False, None)


def test_a_58_what_comes_of_each_step_is_said_before() -> None:
    assert then_words("dice", "op.casualties") == "After that the app rolls the dice."
    assert then_words("dice", "op.upgrades") == "After that upgrades are closed."
    assert then_words("dice", "op.recruiting") == "After that recruiting is closed."
    assert then_words("organiser", "op.casualties") == "After that an organiser takes over."
    assert then_words("nothing", "op.casualties") == ""


@hypothesis.settings(max_examples=15, deadline=None)
@given(st.lists(st.sampled_from("ABC"), max_size=8), st.sampled_from(("dice", "organiser")), st.data())
def test_a_58_nobody_without_a_must_is_ever_acted_for(done: list[str], silence: str, data: Any) -> None:
    """Whatever anybody has done when time is up: each act takes a must of its side, and in the end every
    side has done its part or is handed on."""
    league = timed(4, 4, 4, silence=silence)
    victims = data.draw(st.lists(st.sampled_from(("A1", "B1", "B2", "C0")), unique=True))
    league.result("A", *(league.kill(one) for one in victims))
    for name in done:
        step = {"casualties": "casualties", "experience": "experience"}.get(league.open_step(name))
        step = step or {"upgrades": "close_upgrades", "recruiting": "close_recruiting"}.get(
            league.open_step(name)
        )
        if step is not None:
            league.step(step, name, seed=b"own")
    for _ in range(60):
        league.later(days=3)
        before = {(one.side, one.act) for one in MOVES.hold(league.state) if one.stand == "must"}
        act = lapse(league)
        if not act:
            break
        record = league.records[-1]
        if act not in ("put_off_steps", "leave_steps"):
            assert (record.params["warband"], act) in before
    assert act == ""
    left = [one for one in MOVES.hold(league.state) if one.stand == "must" and one.kind in OF_STEPS]
    sides = {side.warband for side in league.mission.sides if side.overdue}
    assert {one.side for one in left} <= sides
    folded = league.start_state
    for record in league.records:
        folded = apply_all(folded, record.effects)
    assert {one.id: one.sides for one in folded.missions.values()} == {
        one.id: one.sides for one in league.state.missions.values()
    }


def test_a_58_walked_through_a_season_with_time_as_without() -> None:
    """Setting a time changes nothing of a season in which everybody is in time."""
    with_time, without = timed(days="1"), playing()
    for league in (with_time, without):
        league.result("A", league.kill("B1"))
        league.finish()
        play(league, "B", "A", "B")
    plain = with_settings(without, step_days="1", step_silence="dice")
    assert with_time.state.units == plain.state.units
    assert with_time.state.warbands == plain.state.warbands
