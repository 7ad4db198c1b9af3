"""What is booked, refused and told as a whole: the doctor, rewards, who won, who came along, settings."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.engine.procedure import Open, drive, from_mapping
from rules.engine.questions import Roll
from rules.engine.refusals import Refused
from rules.opr import GAME
from rules.opr.aftermath.market import _gamble
from rules.opr.app_sides import APP, AppMet
from rules.opr.booking import Ledger
from rules.opr.books import EDITIONS, settings_of
from rules.opr.effects import Points, VictoryPoints
from rules.opr.figures.by_name import _sale_offer
from rules.opr.game import checked_edition, checked_setting
from rules.opr.league.organiser import wants_reason
from rules.opr.league_effects import CampaignEnded
from rules.opr.mission_effects import Fielded, SideNoted
from rules.opr.playing.events import QUARTERS
from rules.opr.playing.recalled import recall_all
from rules.opr.reports.afterwards import ToldEvent, _happened, asks, reads_rounds
from rules.opr.reports.report import _one_winner
from rules.opr.state import Event, Item
from tests.rules.opr.aftermath.test_experience import grow, veteran_captain
from tests.rules.opr.play import GF, League, happen, league_of, playing, refusal


def with_doctor(*victims: str, **settings: Any) -> tuple[League, str]:
    """A doctor came to A, whose units were taken out; nobody has rolled yet."""
    league = league_of(4, 4, **settings)
    league.begin()
    a = league.warband("A").id
    league.round(5, 51, choices=[a])
    league.result("B", *(league.kill(one) for one in victims))
    return league, a


def fees(league: League) -> list[Points]:
    return [one for one in league.records[-1].effects if isinstance(one, Points) and one.because == "doctor"]


def test_opr_72_a_25_one_fee_is_booked_and_the_side_has_had_its_doctor() -> None:
    league, a = with_doctor("A1", "A2")
    mission = league.mission.id
    league.step("casualties", "A", dice=[3, 3], choices=[True])
    assert fees(league) == [Points(warband=a, amount=-10, because="doctor", rule="A-25", mission=mission)]
    noted = [one for one in league.records[-1].effects if isinstance(one, SideNoted)]
    assert noted == [SideNoted(mission=mission, warband=a, doctor=True, rule="A-25")]


def test_opr_72_a_25_each_unit_helped_has_its_fee() -> None:
    league, _ = with_doctor("A1", "A2", doctor_fee="unit")
    both = tuple(league.unit(one).id for one in ("A1", "A2"))
    league.step("casualties", "A", dice=[3, 3], choices=[both])
    assert [one.amount for one in fees(league)] == [-20]


def test_opr_72_a_25_nobody_helped_nothing_noted() -> None:
    league, _ = with_doctor("A1")
    league.step("casualties", "A", dice=[3], choices=[False])
    assert not fees(league)
    assert not league.side("A").doctor


def test_opr_72_the_other_side_s_doctor_helps_nobody_here() -> None:
    league, _ = with_doctor()
    league.step("casualties", "B")
    other = league_of(4, 4)
    other.begin()
    other.round(5, 51, choices=[other.warband("B").id])
    other.result("B", other.kill("A1"))
    other.step("casualties", "A", dice=[3])  # no question before the die
    assert not fees(other)


def test_opr_72_a_doctor_who_met_nobody_helps_nobody() -> None:
    league, _ = with_doctor("A1")
    lost = replace(league.mission.events[-1], outcome="no_target")  # as if nobody had been there
    league.edit("missions", league.mission.id, events=(lost,))
    league.step("casualties", "A", dice=[3])
    assert not fees(league)


def test_opr_30_and_31_who_has_won_is_one_who_stayed() -> None:
    league = playing(4, 4, 4)
    a, b = league.warband("A").id, league.warband("B").id

    def said(*winners: str, rounds: int = 4) -> tuple[str, str, str | None]:
        with pytest.raises(Refused) as refused:
            _one_winner(league.state, league.mission, winners, rounds)
        return refused.value.rule, refused.value.sentence, refused.value.key

    assert _one_winner(league.state, league.mission, [a], 1) == a
    assert said(a, rounds=0) == ("OPR-30", "How many rounds were played?", "rounds")
    level = ("OPR-30", "A mission can have only one winner. Still level? Play another round.", "winners")
    assert said() == said(a, b) == level
    assert said("nobody")[2] == "winners"
    league.do("concede", mission=league.mission.id, warband=a, round=1)
    assert said(a) == ("OPR-31", "A side that has conceded cannot win.", "winners")
    assert _one_winner(league.state, league.mission, [b], 1) == b
    league.do("concede", mission=league.mission.id, warband=b, round=1)
    for one in (a, b):
        assert said(one) == ("OPR-31", "Everybody else has conceded: C has won.", "winners")


@pytest.mark.parametrize(
    ("edition", "win", "lose", "extra"), [("aofs-3.2.0", (2, 20), 40, 10), (GF, (2, 150), 300, 75)]
)
def test_opr_35_and_28_what_a_mission_pays_is_booked_with_its_reason(
    edition: str, win: tuple[int, int], lose: int, extra: int
) -> None:
    league = league_of(4, 4, edition=edition)
    a, b = league.warband("A").id, league.warband("B").id
    league.do("open_mission", warbands=[a, b])
    mission = league.mission.id
    league.do("field", mission=mission, warband=b)
    league.do("roll_objective", mission=mission, warband=b, dice=[2])
    league.do("begin", mission=mission)
    league.result("A", met={b: True})
    booked = [one for one in league.records[-1].effects if isinstance(one, Points | VictoryPoints)]
    given: dict[str, Any] = {"mission": mission}
    objective = league.side("B").objective
    assert booked == [
        VictoryPoints(warband=a, amount=win[0], because="win", rule="OPR-35", **given),
        Points(warband=a, amount=win[1], because="win", rule="OPR-35", **given),
        Points(warband=b, amount=lose, because="lose", rule="OPR-35", **given),
        Points(warband=b, amount=extra, because="objective", rule="OPR-28", about=objective, **given),
    ]
    assert objective


def test_opr_35_who_was_not_there_is_paid_nothing() -> None:
    league = playing(4, 4, 4)
    ids = league.mission.warbands
    sides = [replace(one, skipped=one.warband == ids[1]) for one in league.mission.sides]
    league.edit("missions", league.mission.id, sides=tuple(sides))
    league.result("A")
    paid = [one.warband for one in league.records[-1].effects if isinstance(one, Points)]
    assert paid == [ids[0], ids[2]]  # and what follows is paid


@pytest.mark.parametrize(("round", "paid"), [(1, False), (2, True), (3, True)])
def test_opr_31_who_concedes_in_the_round_the_club_named_is_paid(round: int, paid: bool) -> None:
    league = playing(concede_min_round="2")
    b = league.warband("B").id
    league.result("A", conceded={b: round})
    assert any(isinstance(one, Points) and one.warband == b for one in league.records[-1].effects) is paid


def test_opr_24_a_report_again_names_who_came_along() -> None:
    booked = [
        Fielded(mission="m", warband="w1", units=("a1", "a2"), rule="OPR-24"),
        Fielded(mission="m", warband="w2", units=("b1",), rule="OPR-24"),
        Fielded(mission="m", warband="app", units=("x",), rule="OPR-24"),
    ]
    params = {"warbands": ["w1", "w2"], "winners": ["w1"]}
    came = {"w1": ["a1", "a2"], "w2": ["b1"]}
    assert recall_all(params, booked) == {**params, "fielded": came}
    named = {**params, "fielded": {"w2": ["b9"]}}
    assert recall_all(named, booked) == {**params, "fielded": {"w1": ["a1", "a2"], "w2": ["b9"]}}
    assert recall_all(params, []) == params
    assert recall_all(params, booked[2:]) == params


@pytest.mark.parametrize("edition", EDITIONS)
def test_opr_03_the_settings_are_told_as_the_book_has_them(edition: str) -> None:
    league = League(edition, event_dice="each")
    told = [
        {
            "key": one.key,
            "name": one.name,
            "line": one.line,
            "rule": one.rule,
            "value": "each" if one.key == "event_dice" else one.older or one.default,
            "default": one.default,
            "choices": [{"value": choice.value, "label": choice.label} for choice in one.choices],
            "open": True,
        }
        for one in settings_of(edition)
    ]
    assert league.ask("settings") == told
    begun = league_of(4, 4, edition=edition)
    begun.begin()
    still = {one["key"]: one["open"] for one in begun.ask("settings")}
    assert still == {one.key: not one.frozen for one in settings_of(edition)}


def test_opr_03_to_08_how_far_the_season_is_is_told_by_name() -> None:
    told = league_of(4, 4).ask("season")
    names = {"type", "limit", "status", "finished", "averages", "ends", "winners", "decider", "sentence"}
    assert set(told) == names
    league = playing()
    league.result("A")
    assert league.ask("season")["finished"] == league.state.so_far.missions_finished == 1


def test_opr_33_an_event_in_force_is_told_with_its_code() -> None:
    tally = playing()
    lasting = happen(tally, 51, choices=(tally.warband("A").id,))
    told = [one for one in tally.ask("in_force", mission=tally.mission.id) if one["event"] == lasting.id]
    assert [(one["code"], one["warband"]) for one in told] == [(51, tally.warband("A").id)]


def test_opr_56_a_value_is_told_by_where_it_comes_from() -> None:
    league = league_of(4, 4)
    one = league.unit("A1")
    assert league.ask("breakdown", unit=one.id) == {
        "list": one.list_points,
        "upgrades": one.item_points,
        "levels": one.level_points,
        "casualties": one.casualty_points,
        "value": one.value,
    }


def test_opr_33_lucky_find_is_a_victory_point() -> None:
    league = playing()
    event = happen(league, 65, choices=(league.warband("A").id,))
    assert (event.vp, event.settled, event.warband) == (1, True, league.warband("A").id)


def test_opr_33_the_event_die_names_every_event() -> None:
    league = playing()
    league.round(5, 24)
    asked = league.asked[1].question
    assert isinstance(asked, Roll)
    book = GAME.book_of(league.state).book
    assert [(face.value, face.label) for face in asked.faces] == [(one.code, one.name) for one in book.events]


@pytest.mark.parametrize(("setting", "reads"), [("event", True), ("mission", False)])
def test_opr_36_a_bounty_from_the_event_on_asks_for_rounds(setting: str, reads: bool) -> None:
    rules = GAME.book_of(playing(bounty_from=setting).state)
    assert reads_rounds(rules, Event("e", 12, 1)) is reads


@pytest.mark.parametrize("code", [35, 36, 61, 66])
def test_opr_33_only_of_an_escort_it_is_asked_whether_it_got_through(code: int) -> None:
    rules = GAME.book_of(playing().state)
    assert asks(rules, rules.event_by_code[code]).through is (code == 35)


@pytest.mark.parametrize("edition", EDITIONS)
def test_opr_03_a_yes_may_be_given_as_a_word_or_a_truth(edition: str) -> None:
    key = next(
        one.key for one in settings_of(edition) if {choice.value for choice in one.choices} == {"on", "off"}
    )
    told = [checked_setting(edition, key, value) for value in (True, False, "on", "off")]
    assert told == ["on", "off", "on", "off"]


def test_opr_72_a_marker_somebody_left_with_is_left_and_any_other_stays() -> None:
    for taken, outcome in ((True, "left"), (False, "stayed")):
        league = playing()
        event = happen(league, 36, choices=(QUARTERS[0][0],)).id
        left = [{"unit": league.unit("A1").id, "event": event}] if taken else []
        league.result("A", left=left)
        assert [one.outcome for one in league.mission.events] == [outcome]


def test_opr_55_the_question_for_a_second_set_is_about_its_hero() -> None:
    league = veteran_captain()
    league.edit("units", league.unit("A0").id, xp=19)
    league.begin()
    league.result("B")
    league.step("casualties", "A")
    grow(league, 4, choices=(False,))
    asked = next(one.question for one in league.asked if one.question.key.startswith("second:"))
    hero = league.unit("A0")
    assert (asked.about, asked.who, asked.rule) == (hero.id, f"side:{hero.warband}", "OPR-55")
    assert (asked.yes, asked.no) == ("Roll", "No skill")  # type: ignore[attr-defined]


def test_opr_31_who_conceded_to_the_app_took_part() -> None:
    league = league_of(4, 4)
    a = league.warband("A").id
    refused = refusal(league, "app_report", warbands=[a], won=False, conceded={league.warband("B").id: 1})
    assert refused.key == "conceded"


def test_opr_01_a_league_without_a_named_rulebook_has_the_first() -> None:
    assert checked_edition("") == EDITIONS[0]


def test_opr_23_who_sits_out_is_refused_beside_the_units() -> None:
    league = league_of(4, 4)
    league.do("open_mission", warbands=[one.id for one in league.state.active])
    at: dict[str, Any] = {"mission": league.mission.id, "warband": league.warband("A").id}
    assert refusal(league, "field", **at, units=["nobody"]).key == "units"


def test_opr_28_a_special_objective_has_a_die_of_its_own() -> None:
    league = league_of(4, 4)
    league.do("open_mission", warbands=[one.id for one in league.state.active])
    at: dict[str, Any] = {"mission": league.mission.id, "warband": league.warband("A").id}
    league.do("field", **at)
    asked = league.open_questions("roll_objective", **at)[0]
    assert asked.key.split(":")[0] == "objective"
    assert (asked.rule, asked.who, asked.about) == ("OPR-28", f"side:{at['warband']}", at["warband"])


def test_opr_58_the_die_for_a_sale_says_what_each_face_brings() -> None:
    league = league_of(4, 4)
    rules = GAME.book_of(league.state)
    seller = replace(league.unit("A1"), items=(Item("i1", "Sword", 10),))
    run = drive(_gamble(rules, seller, seller.items[0]), from_mapping({}))
    assert isinstance(run, Open)
    asked = run.questions[0]
    need = rules.figures.sale_gamble_ok
    labels = [face.label for face in asked.faces]  # type: ignore[attr-defined]
    assert [label == "Nobody wants it" for label in labels] == [face < need for face in range(1, 7)]
    assert all(label.startswith("Sold for ") for label in labels[need - 1 :])
    assert (asked.key, asked.rule, asked.about) == ("sale:i1", "OPR-58", seller.id)


def test_opr_22_a_mission_knows_when_it_was_opened() -> None:
    league = league_of(4, 4)
    league.do("open_mission", warbands=[one.id for one in league.state.active])
    assert league.mission.opened == league.now


def test_opr_05_a_league_of_so_many_games_ends_by_its_own_rule() -> None:
    league = league_of(4, 4, limit=5, campaign_type="game")
    while league.state.league.status == "running":
        league.begin()
        league.result("A")
        league.finish()
    ended = next(one for record in league.records for one in record.effects if isinstance(one, CampaignEnded))
    assert (ended.because, ended.rule) == ("OPR-05", "OPR-05")
    assert ended.winners == (league.state.warbands[ended.winners[0]].id,)
    assert ended.ended == league.now


def test_opr_33_a_duel_keeps_who_stands_against_whom() -> None:
    league = playing()
    happen(league, 66, choices=([league.unit("A1").id],), gone=["A1", "B2"])
    assert dict(league.mission.events[-1].details)["foe"]


def test_opr_02_only_somebody_leads_one_warband_at_a_time() -> None:
    league = league_of(4, 4)
    league.edit("warbands", league.warband("A").id, owner="")
    told = {owner: str(league.ask("check_founding", name="C", owner=owner)) for owner in ("", "p-B")}
    assert ["OPR-02" in told[owner] for owner in ("", "p-B")] == [False, True]


@pytest.mark.parametrize(
    ("kind", "limit", "status", "wants"),
    [
        ("game", 5, "setup", True),
        ("game", None, "running", False),
        ("endless", None, "running", True),
        ("endless", None, "setup", False),
    ],
)
def test_a_54_a_reason_is_wanted_once_the_league_counts_on_its_length(
    kind: str, limit: int | None, status: str, wants: bool
) -> None:
    league = League(campaign_type=kind)
    league.edit("campaign", "campaign", limit=limit, status=status)
    assert wants_reason(league.state, GAME.book_of(league.state)) is wants


def test_opr_58_a_sale_that_costs_more_than_the_pool_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    league = playing()
    one = league.unit("A1")
    league.edit("warbands", one.warband, pool=3)
    sale = {"points": -5, "gamble": False, "why_not": ""}
    monkeypatch.setattr("rules.opr.figures.by_name.price_sale", lambda *given: sale)
    told = _sale_offer(league.state, GAME.book_of(league.state), league.mission.id, one, "i1")
    assert told["why_not"] == "That costs 5 points; the pool holds 3."


def test_opr_33_what_has_met_the_app_s_own_is_settled() -> None:
    league = playing()
    rules = GAME.book_of(league.state)
    told = ToldEvent(round=1, code=11, warband=f"{APP}1", name="Foe")
    ledger = Ledger(league.state, rules, league.mission.id)
    event = _happened(ledger, rules.event_by_code[11], told, "e", [])
    assert (event.outcome, event.settled) == ("captured", True)
    assert event.app == (AppMet(f"{APP}1", "Foe"),)


def test_opr_69_a_note_is_written_by_its_own_side() -> None:
    league = playing()
    a = league.warband("A").id
    event = happen(league, 23, choices=(a,))
    asked = league.open_questions("seal_note", mission=league.mission.id, event=event.id, warband=a)[0]
    assert (asked.key, asked.who, asked.rule, asked.sealed) == ("note", f"side:{a}", "OPR-69", True)


def test_opr_69_revenge_is_noted_by_its_own_side() -> None:
    league = playing()
    a = league.warband("A").id
    event = happen(league, 52, choices=(a,))
    asked = league.open_questions("seal_note", mission=league.mission.id, event=event.id, warband=a)[0]
    assert (asked.kind, asked.who, asked.sealed) == ("unit", f"side:{a}", True)
