"""What a game against the app means to a league."""

from dataclasses import replace
from typing import Any

import pytest

from rules.opr.app_sides import AppMet
from rules.opr.state import Event, Mission
from rules.opr.state import Side as LeagueSide
from rules.rehearsal.rehearse import rehearse
from rules.solo.deciding.scores import usable_weapons
from rules.solo.league.campaign import is_beyond_cap
from rules.solo.league.carried import events_at_table, still_to_do
from rules.solo.state import SoloState, SoloWeapon, TableGame, TableSide, Unit
from tests.rules.solo.play import BOT, ME, ask, do, foe, run, table, unit


def test_solo_77_a_neutral_app_keeps_no_record_whoever_wins() -> None:
    lost = ask("campaign", kind="ai_neutral", human_side_won=False)
    assert lost == {"each_human": {"vp": 0, "points": 40}, "ai": {"vp": 0, "points": 0}}


def test_solo_78_values_brought_by_both_sides_w_63() -> None:
    told = ask("fixture", humans=[170, 190], ais=[180, 180], within=50)
    assert told == {"aim": 360, "most": 220, "warnings": []}
    told = ask("fixture", humans=[170, 190], ais=[180, 230], within=50)
    assert told["warnings"] == [
        "230 points: 10 too many; the most allowed is 220.",
        "The app’s side brings 410 points; aim for 360.",
    ]


def test_solo_78_underdog_points_are_the_league_s_own_sum_w_63() -> None:
    step = {"ask": "underdog", "params": {"values": [170, 190, 180, 180]}}
    assert rehearse({"game": "opr", "steps": [step]})["steps"][0]["value"] == [2, 0, 1, 1]


def test_solo_78_a_fixture_needs_two_sides() -> None:
    assert ask("fixture", humans=[170], ais=[], within=50)["warnings"] == ["Both sides need a warband."]


def test_solo_80_choices_of_the_app_are_rolled_or_made_by_the_organiser() -> None:
    assert ask("ai_choice", 4, options=["stay", "go"]) == "go"
    refused = ask("ai_choice", options=["stay", "go"], settings={"ai_choices": "organiser"})
    assert refused["rule"] == "SOLO-80"


@pytest.mark.parametrize(
    ("setting", "consent", "expected"),
    [("consent", True, 2), ("consent", False, 0), ("ghost", True, 0), ("always", False, 2)],
)
def test_solo_82_and_83_a_stand_in_counts_fully_only_with_consent(
    setting: str, consent: bool, expected: int
) -> None:
    earned = ask(
        "campaign",
        kind="ai_standin",
        human_side_won=False,
        consent=consent,
        settings={"standin": setting},
    )
    assert earned["ai"]["vp"] == expected
    assert earned["each_human"] == {"vp": 0, "points": 40}


def test_solo_76_a_rival_earns_like_anybody() -> None:
    assert ask("campaign", kind="ai_rival", human_side_won=False)["ai"] == {"vp": 2, "points": 20}


def test_solo_84_co_op_rewards_may_be_shared() -> None:
    shared = {"coop_reward": "split"}
    earned = ask("campaign", kind="ai_neutral", human_side_won=True, co_op_humans=2, settings=shared)
    assert earned["each_human"] == {"vp": 2, "points": 10}


def played(mission: str = "", organised: bool = False, played_before: int = 0, **settings: Any) -> str:
    params = {
        "sides": [BOT, ME],
        "mission": mission,
        "organised": organised,
        "played_before": played_before,
    }
    counts: str = run({}, do("open", params), **settings)["after"]["games"]["game"]["counts"]
    return counts


def test_solo_77_what_counts_depends_on_who_made_the_fixture() -> None:
    assert (played(), played(organised=True)) == ("practice", "fully")
    assert played(ai_game_counts="no_vp") == "no_vp"
    assert played(organised=True, ai_games_cap=2, played_before=2) == "practice"


RECOVERS = {"standin_death": "recovered"}


def over(*, counts: str = "fully", **side: Any) -> dict[str, Any]:
    state = table(
        unit("Ogre", out="ko", hero=True, source="ogre" if side.get("source") else ""),
        foe("Orc", source="orc-of-the-league"),
        foe("Elf", out="ko", source="elf"),
        foe("Imp", out="routed", source="imp"),
        phase="over",
        winner="human",
        counts=counts,
        mission="1:m1",
    )
    state["sides"] = [{**BOT, **side}, {**ME, "source": "my-warband"}]
    state["kills"] = [
        {"id": "k1", "victim": "Ogre", "by": "Orc", "round": 1},
        {"id": "k2", "victim": "Elf", "by": "Ogre", "round": 2},
        {"id": "k3", "victim": "Imp", "how": "routed", "round": 2},
    ]
    return state


def test_solo_77_a_round_has_room_for_as_many_games_as_the_cap_says() -> None:
    assert [is_beyond_cap(2, had) for had in (0, 1, 2, 3)] == [False, False, True, True]
    assert not is_beyond_cap(0, 99)  # no cap


def test_solo_77_and_84_the_league_gets_facts_as_a_draft() -> None:
    facts = ask("mission_facts", state=over())
    mine = next(side for side in facts["sides"] if side["side"] == "me")
    assert (mine["source"], mine["won"], mine["vp"], mine["points"]) == ("my-warband", True, 2, 20)
    assert (mine["out"], mine["fielded"]) == (["elf"], ["orc-of-the-league", "elf", "imp"])
    kills = [(one["victim"], one["by_source"], one["hero"], one["how"]) for one in facts["losses"]]
    assert kills == [
        ("Ogre", "orc-of-the-league", True, "ko"),
        ("Elf", "", False, "ko"),
        ("Imp", "", False, "routed"),
    ]
    assert facts["mission"] == "1:m1"


def test_solo_77_practice_earns_nothing() -> None:
    facts = ask("mission_facts", state=over(counts="practice"))
    assert {side["points"] for side in facts["sides"]} == {0}


def test_solo_83_a_ghost_leaves_the_owner_s_sheet_alone() -> None:
    facts = ask("mission_facts", state=over(kind="ai_standin", source="absent"))
    ghost = next(side for side in facts["sides"] if side["side"] == "bot")
    assert (ghost["record"], ghost["points"]) == ("ghost", 0)
    assert facts["notes"] == [
        "Bot: the sheet stays as it is, because its owner has not agreed to a stand-in."
    ]
    full = ask("mission_facts", state=over(kind="ai_standin", source="absent", consent=True))
    assert next(side for side in full["sides"] if side["side"] == "bot")["points"] == 40
    agreed = over(kind="ai_standin", source="absent", consent=True)
    assert ask("mission_facts", state=agreed, settings={"standin": "ghost"})["notes"] == [
        "Bot: the sheet stays as it is, as always in this league when the app stands in."
    ]


def test_solo_82_a_stand_in_s_death_may_count_as_recovered() -> None:
    facts = ask("mission_facts", state=over(), settings=RECOVERS)
    assert "A stand-in’s worst casualty result counts as recovered." in facts["notes"]


def test_solo_77_and_83_the_league_s_report_speaks_its_own_ids() -> None:
    told = ask("league_report", state=over())
    assert told["warbands"] == told["winners"] == ["my-warband"]
    assert told["fielded"] == {"my-warband": ["orc-of-the-league", "elf", "imp"]}
    assert [(one["victim"], one["killer"], one["routed"]) for one in told["kills"]] == [
        ("elf", "", False),
        ("imp", "", True),
    ]
    assert told["app_kills"] == [{"killer": "orc-of-the-league", "hero": True, "round": 1, "side": "bot"}]


def test_solo_82_a_stand_in_with_consent_is_part_of_the_report() -> None:
    full = ask("league_report", state=over(kind="ai_standin", source="absent", consent=True))
    assert (full["warbands"], full["against"]) == (["my-warband"], ["absent"])
    assert [one["killer"] for one in full["kills"]] == ["orc-of-the-league", "ogre", ""]
    assert (full["app_kills"], full["mission"], full["app_values"]) == ([], "m1", [])
    ghost = ask("league_report", state=over(kind="ai_standin", source="absent"))
    assert (ghost["warbands"], ghost["against"]) == (["my-warband"], [])
    assert [(one["victim"], one["killer"]) for one in ghost["kills"]] == [
        ("ogre", "orc-of-the-league"),
        ("elf", ""),
        ("imp", ""),
    ]


def test_solo_79_the_app_s_list_makes_underdogs_of_those_who_brought_less_w_63() -> None:
    me = {**ME, "source": "mine", "points": 170}
    pool = [{"id": "l1", "name": "Host", "points": 190, "units": [unit("Ogre")]}]
    steps = [do("open", {"sides": [BOT, me], "units": [foe("Orc")], "pool": pool, "mission": "1:m"})]
    steps += [do("choose_list", {"side": "bot", "list": "l1"}), do("types", {})]
    sides = run({}, *steps, underdog_step=10)["after"]["sides"]
    assert (sides["me"]["underdog"], sides["bot"]["underdog"]) == (2, 0)
    assert run({}, *steps)["after"]["sides"]["me"]["underdog"] == 0


@pytest.mark.parametrize(("on", "brought", "given"), [(True, 180, 1), (True, 171, 1), (False, 180, 0)])
def test_solo_79_the_app_s_underdog_points_are_an_option_w_63(on: bool, brought: int, given: int) -> None:
    people = [{**ME, "points": 170}, {**ME, "id": "you", "seat": 3, "points": 190}]
    pool = [{"id": "l1", "name": "Host", "points": brought, "units": [unit("Ogre")]}]
    opening = do("open", {"sides": [BOT, *people], "units": [foe("Orc"), unit("Elf", "you")], "pool": pool})
    steps = [opening, do("choose_list", {"side": "bot", "list": "l1"}), do("types", {})]
    sides = run({}, *steps, underdog_step=10, ai_underdog=on)["after"]["sides"]
    assert [sides[one]["underdog"] for one in ("me", "you", "bot")] == [2, 0, given]


@pytest.mark.parametrize(("on", "left"), [(True, 3), (False, 0)])
def test_solo_79_a_stand_in_brings_its_underdog_points_only_where_the_app_has_any(
    on: bool, left: int
) -> None:
    absent = {**BOT, "kind": "ai_standin", "source": "absent", "points": 150, "underdog": 3}
    opening = do("open", {"sides": [absent, {**ME, "underdog": 1}], "units": [unit("Ogre"), foe("Orc")]})
    sides = run({}, opening, ai_underdog=on)["after"]["sides"]
    assert [sides[one]["underdog"] for one in ("bot", "me")] == [left, 1]


def test_solo_77_a_game_may_earn_points_and_no_vp() -> None:
    facts = ask("mission_facts", state=over(counts="no_vp"))
    mine = next(side for side in facts["sides"] if side["side"] == "me")
    assert (mine["vp"], mine["points"]) == (0, 20)


def test_solo_82_the_league_s_report_says_how_a_stand_in_dies() -> None:
    told = [ask("league_report", state=over(), settings=s)["recovers"] for s in ({}, RECOVERS)]
    assert told == [False, True]


def test_solo_81_the_league_s_report_says_who_conceded_and_after_which_round() -> None:
    assert ask("league_report", state=over())["conceded"] == {}
    given_up = over()
    given_up["sides"][1]["conceded"] = True
    told = ask("league_report", state=given_up)
    assert (told["conceded"], told["counts"]) == ({"my-warband": 2}, "fully")


@pytest.mark.parametrize(("counts", "earned"), [("fully", (2, 20)), ("no_vp", (0, 20)), ("practice", (0, 0))])
def test_solo_77_people_and_app_earn_what_counts(counts: str, earned: tuple[int, int]) -> None:
    told = ask("campaign", kind="ai_rival", human_side_won=True, counts=counts)
    assert (told["each_human"]["vp"], told["each_human"]["points"]) == earned
    told = ask("campaign", kind="ai_rival", human_side_won=False, counts=counts)
    assert (told["ai"]["vp"], told["ai"]["points"]) == earned


def test_opr_31_who_conceded_beside_a_winner_has_lost_and_in_its_own_round() -> None:
    state = over()
    friend = {**ME, "id": "friend", "seat": 3, "source": "friends-warband", "conceded": True}
    state["sides"].append({**friend, "conceded_round": 2, "moment": "rout_test"})
    state["games"][0]["round"] = 4
    told = ask("league_report", state=state)
    assert (told["winners"], told["warbands"]) == (["my-warband"], ["my-warband", "friends-warband"])
    assert (told["conceded"], told["moments"]) == ({"friends-warband": 2}, {"friends-warband": "rout_test"})
    facts = ask("mission_facts", state=state)
    assert [one["won"] for one in facts["sides"]] == [False, True, False]


def at_table(**how: Any) -> SoloState:
    """A round of a game for the mission "m": a warband of the league, and the app's own."""
    units = {
        "Orc": Unit("Orc", "me", "Orc", source="orc", **how),
        "Imp": Unit("Imp", "me", "Imp", source="imp", out="ko"),
        "Ogre": Unit("Ogre", "bot", "Ogre"),
    }
    sides = {"bot": TableSide("bot", kind="ai_neutral"), "me": TableSide("me", source="my-warband")}
    return SoloState(games={"game": TableGame(phase="round", round=2)}, sides=sides, units=units)


def mission(*events: Event, conceded: int = 0) -> Mission:
    mine = LeagueSide("my-warband", fielded=("orc", "imp"), conceded=conceded, moment="rout_test")
    return Mission("m", status="playing", sides=(mine,), events=events)


def test_opr_37_whom_an_event_took_away_leaves_the_table_of_the_game_too() -> None:
    captured = Event("e1", 11, units=("orc",), outcome="captured")
    sent = Event("e2", 62, outcome="sent", app=(AppMet("app:Ogre", "Ogre", "app:bot", "Bot"),))
    assert list(still_to_do(at_table(), mission(captured, sent))) == [
        ("solo.status", {"unit": "Orc", "out": "left", "leaving": "captured"}),
        ("solo.status", {"unit": "Ogre", "out": "left", "leaving": "sent"}),
    ]
    away = at_table(out="left", leaving="captured")
    assert list(still_to_do(away, mission(captured))) == []
    assert list(still_to_do(at_table(), mission(replace(captured, units=("imp",))))) == []  # it is out


def test_opr_37_an_event_that_was_taken_back_gives_the_unit_back_to_the_table() -> None:
    away = at_table(out="left", leaving="captured")
    assert list(still_to_do(away, mission())) == [("solo.status", {"unit": "Orc", "out": ""})]
    assert list(still_to_do(at_table(out="left", leaving="exit"), mission())) == []


def test_opr_33_solo_34_who_of_the_app_is_out_of_arrows_shoots_no_more_until_that_is_taken_back() -> None:
    arrows = Event("e1", 15, round=1, units=("orc",), app=(AppMet("app:Ogre", "Ogre", "app:bot", "Bot"),))
    dry, known = still_to_do(at_table(), mission(arrows))
    assert dry == ("solo.status", {"unit": "Ogre", "may_shoot": False})
    assert known[0] == "solo.events"
    state = at_table().change("games", "game", events=events_at_table(at_table(), mission(arrows)))
    assert list(still_to_do(state, mission(arrows))) == []  # by hand it may shoot again
    back, _known = still_to_do(state, mission())
    assert back == ("solo.status", {"unit": "Ogre", "may_shoot": True})


def test_opr_33_solo_34_the_app_does_not_shoot_with_a_weapon_that_an_event_has_taken() -> None:
    guns = (SoloWeapon("Gun", range=24), SoloWeapon("Bow", range=18), SoloWeapon("Axe"))
    state = at_table()
    state = state.put("units", replace(state.units["Ogre"], weapons=guns))
    met = AppMet("app:Ogre", "Ogre", "app:bot", "Bot")
    taken = Event(
        "e1",
        13,
        round=1,
        units=("orc",),
        number=2,
        app=(met,),
        details=(("orc", "Sling"), ("app:Ogre", "Gun")),
    )
    (known,) = still_to_do(state, mission(taken))
    assert known[0] == "solo.events"
    state = state.change("games", "game", events=events_at_table(state, mission(taken)), round=4)
    assert [one.label for one in usable_weapons(state, state.units["Ogre"])] == ["Bow"]
    assert usable_weapons(state, replace(state.units["Ogre"], may_shoot=False)) == []


def test_opr_31_who_concedes_in_the_league_leaves_the_table_of_the_game_at_that_moment() -> None:
    given_up = ("solo.concede", {"side": "me", "moment": "rout_test"})
    assert list(still_to_do(at_table(), mission(conceded=2))) == [given_up]


def test_opr_37_a_unit_that_left_alive_is_told_to_the_league() -> None:
    state = over()
    state["units"][1] |= {"out": "left", "leaving": "exit"}
    told = ask("league_report", state=state)
    assert told["exits"] == ["orc-of-the-league"]
    assert [one["victim"] for one in told["kills"]] == ["elf", "imp"]  # no casualty
