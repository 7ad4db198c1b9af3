"""Teams of a league: who makes them, who is in them, how they stand (A-60)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from rules.engine.codec import canonical_state
from rules.engine.effects import apply_all
from rules.opr.game import book_of
from rules.opr.league.team_standings import TeamStanding, team_standings
from rules.opr.standings import averages, ranking_score
from rules.opr.telling.entries import tell
from tests.rules.opr.play import League, league_of, play, refusal, unit

NAMED = [{"name": "The Bridge", "colour": "orange"}, {"name": "The Ford", "colour": "blue"}]


def founded(count: int, **settings: Any) -> League:
    """A league in its lobby, with so many warbands."""
    league = League(**settings)
    for number in range(count):
        units = [unit("Captain", 70), unit("Ferrymen", 80)]
        league.do("found_warband", owner=f"p{number}", name=f"Band {number}", units=units)
    return league


def with_teams(count: int, picks: bool = True, **settings: Any) -> League:
    league = founded(count, **settings)
    league.do("set_teams", teams=NAMED, picks=picks)
    return league


def ids(league: League) -> list[str]:
    return [one.id for one in league.state.league.teams]


def table(league: League) -> list[TeamStanding]:
    return team_standings(league.state, book_of(league.state))


def test_a_60_an_organiser_names_teams_and_players_choose_before_the_first_mission() -> None:
    league = with_teams(2)
    bridge, ford = ids(league)
    one, other = league.state.active
    league.do("choose_team", warband=one.id, team=bridge)
    league.do("choose_team", warband=one.id, team=ford)
    assert league.state.warbands[one.id].team == ford
    assert "no such team" in refusal(league, "choose_team", warband=other.id, team="nowhere").sentence
    assert "Choose a team" in refusal(league, "choose_team", warband=other.id, team="").sentence


def test_a_60_where_players_do_not_choose_an_organiser_does() -> None:
    league = with_teams(2, picks=False)
    one, _other = league.state.active
    refused = refusal(league, "choose_team", warband=one.id, team=ids(league)[0])
    assert refused.rule == "A-60"
    league.do("put_in_team", warband=one.id, team=ids(league)[0])
    league.do("put_in_team", warband=one.id, team="")
    assert not league.state.warbands[one.id].team


def test_a_60_once_a_mission_is_open_only_an_organiser_changes_a_team() -> None:
    league = with_teams(2)
    league.do("start", dice=[3])
    one, other = league.state.active
    league.do("open_mission", warbands=[one.id, other.id])
    assert "first mission" in refusal(league, "choose_team", warband=one.id, team=ids(league)[0]).sentence
    league.do("put_in_team", warband=one.id, team=ids(league)[0])
    assert league.state.warbands[one.id].team == ids(league)[0]


def test_a_60_names_and_colours_are_each_teams_own_and_one_team_is_none() -> None:
    league = founded(2)
    twice = [{"name": "The Ford", "colour": "orange"}, {"name": " the ford", "colour": "blue"}]
    assert "two teams called" in refusal(league, "set_teams", teams=twice).sentence
    same = [{"name": "The Ford", "colour": "blue"}, {"name": "The Bridge", "colour": "blue"}]
    assert "same colour" in refusal(league, "set_teams", teams=same).sentence
    assert "2 to 8" in refusal(league, "set_teams", teams=same[:1]).sentence
    assert (
        "Enter a name." in refusal(league, "set_teams", teams=[{"name": " ", "colour": "x"}, *same]).sentence
    )
    long = [{"name": "F" * 41, "colour": "orange"}, *same[:1]]
    assert "at most 40 characters" in refusal(league, "set_teams", teams=long).sentence
    league.do("set_teams", teams=[{**long[0], "name": "F" * 40}, *same[:1]])
    unseen = [{"name": "The Ford", "colour": ""}, {"name": "The Bridge", "colour": "blue"}]
    assert "Choose a colour" in refusal(league, "set_teams", teams=unseen).sentence


def test_a_60_a_renamed_team_keeps_its_people_and_one_that_goes_leaves_them_without() -> None:
    league = with_teams(2)
    bridge, ford = ids(league)
    one, other = league.state.active
    league.do("choose_team", warband=one.id, team=bridge)
    league.do("choose_team", warband=other.id, team=ford)
    kept = {"name": "The Causeway", "colour": "orange", "id": bridge}
    league.do("set_teams", teams=[kept, {"name": "The Mill", "colour": "sky"}])
    assert [line.name for line in table(league)] == ["The Causeway", "The Mill"]
    assert [warband.team for warband in league.state.active] == [bridge, ""]
    league.do("set_teams", teams=[])
    assert table(league) == []
    assert not any(warband.team for warband in league.state.active)


def test_a_60_who_starts_over_stays_in_the_team() -> None:
    league = with_teams(2)
    one = league.state.active[0]
    league.do("choose_team", warband=one.id, team=ids(league)[0])
    league.do("disband_warband", warband=one.id)
    league.do("found_warband", owner=one.owner, name="Again", units=[unit("All", 150)])
    assert league.state.active[-1].team == ids(league)[0]


def test_a_60_who_was_taken_out_of_every_team_starts_over_in_none() -> None:
    league = with_teams(2)
    one = league.state.active[0]
    league.do("choose_team", warband=one.id, team=ids(league)[0])
    league.do("disband_warband", warband=one.id)
    league.do("found_warband", owner=one.owner, name="Again", units=[unit("All", 150)])
    league.do("put_in_team", warband=league.warband("Again").id, team="")
    league.do("disband_warband", warband=league.warband("Again").id)
    league.do("found_warband", owner=one.owner, name="Once more", units=[unit("All", 150)])
    assert league.warband("Once more").team == ""


def test_a_60_a_league_that_is_over_has_its_teams_as_they_were() -> None:
    league = with_teams(2)
    league.do("start", dice=[3])
    league.do("close", words="summer")
    for act, params in (
        ("set_teams", {"teams": []}),
        ("put_in_team", {"warband": league.state.active[0].id}),
    ):
        assert refusal(league, act, **params).rule == "OPR-05"


@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 30)), min_size=2, max_size=6))
def test_a_60_a_team_scores_the_mean_of_its_warbands(members: list[tuple[int, int]]) -> None:
    league = with_teams(len(members))
    for warband, (team, vp) in zip(league.state.active, members, strict=True):
        if team < 2:
            league.do("put_in_team", warband=warband.id, team=ids(league)[team])
        if vp:
            league.do("give_vp", warband=warband.id, amount=vp, words="painted")
    lines = table(league)
    averaged = averages(league.state, book_of(league.state))
    for line in lines:
        scores = [ranking_score(league.state.warbands[one], averaged) or 0 for one in line.warbands]
        assert (Fraction(*line.score) if line.score else None) == (
            Fraction(sum(scores)) / len(scores) if scores else None
        )
    scored = [Fraction(*line.score) for line in lines if line.score]
    assert scored == sorted(scored, reverse=True)
    assert canonical_state(
        apply_all(league.start_state, [one for record in league.records for one in record.effects])
    ) == canonical_state(league.state)


def test_a_60_where_vp_count_per_mission_who_has_not_played_is_left_out() -> None:
    league = league_of(4, 4, 4, parallel_play="on")
    league.do("set_teams", teams=NAMED)
    for warband in league.state.active:
        league.do("put_in_team", warband=warband.id, team=ids(league)[0])
    assert [(line.score, line.how) for line in table(league)] == [
        (None, "nobody has a score yet"),
        (None, "no members yet"),
    ]
    play(league, "A", "A", "B")
    first = table(league)[0]
    averages_of = [one.average for one in league.state.active]
    assert averages_of[2] is None
    assert first.score
    assert Fraction(*first.score) == sum(one or 0 for one in averages_of) / 2
    assert first.how == "the average of 2 warbands’ averages"


def test_a_60_the_chronicle_tells_teams_by_their_names() -> None:
    league = with_teams(2)
    one = league.state.active[0]
    effects = league.do("choose_team", warband=one.id, team=ids(league)[0])
    params = {"warband": one.id, "team": ids(league)[0]}

    def told(procedure: str, params: Any, effects: Any) -> str | None:
        return tell(f"opr.{procedure}", params, {}, effects, lambda key: "Crows", "aofs-3.2.0")

    assert told("choose_team", params, effects) == "Crows now belongs to The Bridge."
    left = league.do("put_in_team", warband=one.id, team="")
    assert told("put_in_team", {"warband": one.id}, left) == "Crows no longer belongs to a team."
    gone = league.do("set_teams", teams=[])
    assert told("set_teams", {"teams": []}, gone) == "The league no longer has any teams."
