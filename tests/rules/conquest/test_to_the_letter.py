"""What is booked, offered and told as a whole: effects, prices by sea, who wins first, the ground."""

from __future__ import annotations

from typing import Any

import pytest

from rules.conquest import GAME
from rules.conquest.book import conquest_in_force
from rules.conquest.effects import BattleCalled
from rules.conquest.ground import conquest_map_book, making, player_count_advice
from rules.conquest.league_effects import ConquestPhaseEntered
from rules.conquest.realm_figures import undecided_battles
from rules.conquest.reckoning.reach import price, realm_sight, terrain_words
from rules.conquest.reckoning.victory import book_victory
from rules.conquest.rounds.closing import call_battles
from rules.conquest.state import Challenge
from rules.conquest.work import ConquestWork
from rules.engine.games import Ctx
from rules.maps.model import Map, Place
from tests.rules.conquest.play import League, at_battle, league, side
from tests.rules.conquest.test_siege_and_sea import advantage, sea, under_siege


def one_of(effects: Any, kind: str) -> Any:
    found = [one for one in effects if type(one).__name__ == kind]
    assert len(found) == 1, effects
    return found[0]


@pytest.mark.parametrize(("status", "open"), [("struck", False), ("settled", False), ("reported", True)])
def test_cq_22_a_battle_that_is_off_or_counts_is_decided(status: Any, open: bool) -> None:
    found = league("P1", "P2", phase="battle")
    found.fight("P1", against="P2", status=status)
    assert bool(undecided_battles(found.state)) is open


@pytest.mark.parametrize("option", ["abstract", "strike", "wait"])
@pytest.mark.parametrize("status", ["struck", "settled"])
def test_cq_22_silence_changes_nothing_about_a_battle_that_is_decided(option: str, status: Any) -> None:
    found = league("P1", "P2", phase="battle", battle_silence=option)
    found.fight("P1", against="P2", status=status)
    assert found.ask("silence") == []


def test_cq_22_a_league_may_wait_for_ever_for_a_battle() -> None:
    found = league("P1", "P2", phase="battle", battle_silence="wait")
    found.fight("P1", against="P2")
    assert found.ask("silence") == []


def test_cq_22_a_battle_rolled_off_in_silence_names_its_act() -> None:
    found = league("P1", "P2", phase="battle", battle_silence="abstract")
    battle = found.fight("P1", against="P2")
    told = found.ask("silence")[0]
    assert (told["do"], told["params"]) == ("conquest.rule_abstract", {"battle": battle})


def test_cq_135_a_fort_that_a_disaster_destroys_ends_its_siege() -> None:
    found = under_siege().enter("events", "P3")
    choices = ("disaster", found.state.sieges["h2"].holder)  # whose buildings are at a1 and h2
    effects = found.do("pick_event", realm="P3", choices=choices, dice=(6, 1))
    assert one_of(effects, "SiegeOver").how == "fort_gone"
    assert one_of(effects, "BuildingChanged").rule == "CQ-31"


def priced(found: League, act: Any, territory: str, realm: str = "P1") -> int:
    book = conquest_in_force(found.state)
    return price(realm_sight(found.state, book, realm), act, found.place(territory))


def test_cq_140_naval_advantage_makes_it_cheaper_and_dearer() -> None:
    plain = priced(sea(), "conquer", "h2")
    step = conquest_in_force(sea().state).prices.advantage
    assert priced(advantage(sea(), "P1", "P2"), "conquer", "h2") == plain - step
    assert priced(advantage(sea(), "P2", "P1"), "conquer", "h2") == plain + step
    assert priced(advantage(sea(), "P2", "P1"), "besiege", "h2") == priced(sea(), "besiege", "h2") + step


def working(found: League) -> ConquestWork:
    return ConquestWork(Ctx(found.state, conquest_in_force(found.state), "e9"))


@pytest.mark.parametrize("actor", ["P1", "P2", "P3"])
def test_cq_121_of_several_who_are_large_enough_whoever_acts_has_won(actor: str) -> None:
    found = league("P1", "P2", "P3", win_target=3)
    for home, owner in (("b1", "P1"), ("g8", "P2"), ("g1", "P3")):
        found.put(home, owner, "city")
    work = working(found)
    book_victory(work, actor)
    won = one_of(work.done(), "ConquestWon")
    assert (won.realm, won.how, won.rule) == (actor, "size", "CQ-121")


def test_cq_125_the_last_one_left_has_won() -> None:
    found = league("P1", "P2", "P3").give("P2", status="left").give("P3", status="left")
    work = working(found)
    book_victory(work, "P2")
    won = one_of(work.done(), "ConquestWon")
    assert (won.realm, won.how, won.rule) == ("P1", "last", "CQ-125")


def test_cq_20_a_siege_of_somebody_who_leaves_ends_as_left() -> None:
    found = under_siege()
    holder = next(iter(found.state.sieges.values())).holder
    assert one_of(found.do("leave", realm=holder), "SiegeOver").how == "left"


def test_cq_20_who_waits_to_join_may_leave_and_takes_nothing_along() -> None:
    found = league("P1", "P2", "P3").give("P3", status="waiting")
    effects = found.do("leave", realm="P3", words="moved away")
    out = one_of(effects, "RealmOut")
    assert (out.realm, out.status, out.words, out.rule) == ("P3", "left", "moved away", "CQ-20")
    assert found.place("h1").owner == "P3"  # nothing was given up


@pytest.mark.parametrize(("owner", "over"), [("", True), ("P2", True), ("P1", False), ("P3", False)])
def test_cq_127_a_siege_ends_when_its_banner_is_corrected_away(owner: str, over: bool) -> None:
    found = under_siege()
    assert found.state.sieges["h2"].holder == "P2"
    effects = found.do("correct", territory="h2", owner=owner, building="castle")
    ended = [one.how for one in effects if type(one).__name__ == "SiegeOver"]
    assert ended == (["corrected"] if over else [])


def test_cq_119_what_an_organiser_gives_says_so() -> None:
    found = league("P1", "P2")
    effects = found.do("grant", realm="P1", gold=3, ep=2, words="a prize")
    for kind, amount, rule in (("GoldMoved", 3, "CQ-119"), ("PointsMoved", 2, "CQ-116")):
        moved = one_of(effects, kind)
        assert (moved.realm, moved.amount, moved.occasion) == ("P1", amount, "organiser")
        assert (moved.words, moved.rule) == ("a prize", rule)


def test_cq_78_a_battle_that_was_played_counts_by_its_own_rule() -> None:
    found = league("P1", "P2", "P3", phase="battle")
    battle = found.fight("P1", against="P2")
    found.fight("P2", against="P3")
    found.do("report", battle=battle, realm="P1", attack=side("P1", 900), defend=side("P2", withdrew=True))
    settled = one_of(found.do("confirm", battle=battle, realm="P2"), "BattleSettled")
    assert (settled.rule, settled.outcome, settled.method) == ("CQ-78", "attack", "played")
    assert found.state.battles[battle].outcome == "attack"


def test_cq_21_each_phase_is_a_later_turn() -> None:
    state = league("P1", "P2", phase="events").state
    turn = state.now.turn
    assert (
        ConquestPhaseEntered(phase="challenge", active="P1", rule="CQ-21").apply(state).now.turn == turn + 1
    )


def test_cq_01_a_league_begins_on_the_ground_of_a_map() -> None:
    assert list(GAME.begin("conquest-1", {}).ground) == ["map"]


def test_cq_01_to_39_the_ground_is_what_the_book_says() -> None:
    book = conquest_in_force(GAME.begin("conquest-1", {})).book
    told, made = conquest_map_book(), making()
    assert (told.game, told.title, told.each) == ("conquest", book.title, book.figures.tiles_per_realm)
    assert [(one.key, one.word) for one in told.buildings] == [
        (key, row.name) for key, row in book.buildings.items()
    ]
    assert [one.key for one in told.buildings if one.brush] == ["city"]
    assert all(one.art for one in told.buildings)
    assert [(one.key, one.word, one.brush) for one in told.objectives] == [
        (key, row.name, True) for key, row in book.objectives.items()
    ]
    assert told.rules == {"size": "CQ-01", "land": "CQ-02", "links": "CQ-03"}
    assert (told.making, told.advice) == (made, player_count_advice)
    assert (made.each.start, made.apart) == (book.figures.tiles_per_realm, book.figures.capital_distance)
    assert (made.home, made.objectives) == ("city", tuple(book.objectives))
    assert made.each.stop > made.each.start
    assert made.riches
    assert made.spare


@pytest.mark.parametrize(("short", "said"), [(0, False), (1, True)])
def test_cq_01_a_map_that_is_just_large_enough_is_large_enough(short: int, said: bool) -> None:
    needed = 2 * conquest_in_force(GAME.begin("conquest-1", {})).figures.tiles_per_realm
    land = tuple(Place(id=f"p{number}", x=number) for number in range(needed - short))
    sea = Place(id="s", terrain="sea")
    told = [
        one for one in player_count_advice(Map(places=(*land, sea)), 2) if "territories; the map has" in one
    ]
    assert told == ([f"2 players need {needed} territories; the map has {needed - 1}."] if said else [])


@pytest.mark.parametrize(
    ("river", "shore", "expected"),
    [
        (False, False, "plain"),
        (True, False, "plain with river"),
        (False, True, "plain with shore"),
        (True, True, "plain with river and shore"),
    ],
)
def test_cq_02_terrain_in_words(river: bool, shore: bool, expected: str) -> None:
    place = league("P1", "P2").put("c3", river=river, shore=shore).place("c3")
    assert terrain_words(place) == expected


def test_cq_93_to_117_an_offer_says_why_not() -> None:
    found = league("P2", "P1")
    told = {one["act"]: one for one in found.ask("offers", realm="P1", territory="c3")}
    assert all("why_not" in one for one in told.values())
    refused = next(one["why_not"] for one in told.values() if one["why_not"])
    assert set(refused) == {"code", "rule", "sentence"}


def test_cq_117_the_stamp_of_an_act_is_that_of_its_territory() -> None:
    found = league("P2", "P1")
    assert found.ask("stamp", realm="P1", territory="c3") != found.ask("stamp", realm="P1")


def test_cq_07_a_capital_says_whether_its_city_is_new() -> None:
    found = league("P1", "P2", phase="capitals")
    told = {one["territory"]: one["added"] for one in found.ask("capitals")}
    assert told
    assert all(added is (found.place(one).building != "city") for one, added in told.items())
    assert set(told.values()) <= {True, False}


def test_cq_21_the_turn_is_told_with_its_phase() -> None:
    found = league("P1", "P2", phase="events")
    assert found.ask("turn")["phase"] == "events"


def test_cq_104_and_87_standings_and_what_was_earned() -> None:
    found = league("P1", "P2").put("a2", "P1", "castle")
    told = {one["realm"]: one for one in found.ask("standings")}
    guarded = conquest_in_force(found.state).figures.guarded
    forts = {"P1": 1, "P2": 0}
    assert {one: told[one]["guarded"] - told["P2"]["guarded"] for one in forts} == {
        "P1": guarded,
        "P2": 0,
    }


def test_cq_98_nobody_conquers_what_is_their_own() -> None:
    found = league("P2", "P1").give("P1", ep=9).beat("P1", "P2")
    home = found.realm("P1").capital
    assert found.refused("E27", "conquer", realm="P1", territory=home)


def test_cq_85_the_question_about_a_doubtful_winner_is_about_its_battle() -> None:
    found = at_battle()
    battle = found.fight("P1", against="P2")
    facts: dict[str, Any] = {"attack": side("P1", 900, 8, 8), "defend": side("P2", 1, withdrew=True)}
    (asked,) = found.drive("report", battle=battle, realm="P1", **facts).questions
    assert (asked.key, asked.about, asked.rule) == (f"sure:{battle}", battle, "CQ-85")


def test_cq_58_a_battle_of_several_against_one_is_called_a_team_s() -> None:
    found = league("P1", "P2", "P3", phase="choice")
    for one in ("P1", "P3"):
        challenge = Challenge(id=f"round:1:{one}", round=1, challenger=one, defender="P2")
        found.state = found.state.put("challenges", challenge)
    work = working(found)
    call_battles(work)
    called = [(one.battle.id, one.battle.attackers) for one in work.done() if isinstance(one, BattleCalled)]
    ((name, attackers),) = called
    assert (name, set(attackers)) == ("round:1:team:P2", {"P1", "P3"})
