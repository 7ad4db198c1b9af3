"""Rulings of the organiser: banners, territories, the ledger, results, dice, factions that are out."""

from __future__ import annotations

from typing import Any

import pytest

from rules.engine.refusals import Refused
from rules.firestorm.aftermath.fates import leaving, scattered_banners
from rules.firestorm.effects import BannerRaised, BannerSet, ItemsChanged, OwnerChanged, RollCorrected
from rules.firestorm.faction_figures import balance
from rules.firestorm.glory.counting import glory, ledger
from rules.firestorm.phases.moving_on import enter_turn_phase
from rules.firestorm.state import Battle, Grade, SideName
from tests.rules.firestorm.battles.test_queue import SECOND, three
from tests.rules.firestorm.play import League, league
from tests.rules.firestorm.siege.test_siege import B, battle_for, now, siege

WHY = "Agreed at the table."


def lost(result: Grade, *lands: str, tabled: tuple[SideName, ...] = (), **settings: Any) -> League:
    """O1 has attacked D1 on T12, with this result for it, and Aftermath has begun."""
    found = league("O", "D", phase="battles", **settings).own("O", *lands)
    found.stand("D1", "T12").stand("O1", "T12", own=False)
    battle = Battle(
        id=B, turn=1, number=1, territory="T12", attacker="O1", attack="O", defender="D1", defend="D",
        status="settled", result=result, tabled=tabled, method="played", locked=True,
    )  # fmt: skip
    found.state = found.state.put("battles", battle)
    work = found.working()
    enter_turn_phase(work, "aftermath")
    found.book(work.done())
    return found


def glories(found: League, *factions: str) -> list[int]:
    return [sum(one.amount for one in ledger(found.state, faction)) for faction in factions]


@pytest.mark.parametrize(
    ("act", "params"),
    [
        ("place_banner", {"faction": "O", "territory": "T02"}),
        ("move_banner", {"banner": "O1", "territory": "T02"}),
        ("disband_banner", {"banner": "O1"}),
        ("correct", {"territory": "T02", "owner": "C", "items": ()}),
        ("grant", {"faction": "O", "glory": 1}),
        ("revive", {"faction": "O"}),
        ("strike", {"battle": B}),
        ("correct_result", {"battle": B, "result": "draw"}),
        ("void_result", {"battle": B}),
        ("correct_roll", {"entry": "e1", "key": "fate"}),
        ("reopen_orders", {"turn": 1}),
    ],
)
def test_fs_106_no_ruling_without_a_reason(act, params):
    found = battle_for()
    with pytest.raises(Refused) as refused:
        found.do(act, words="  ", **params)
    assert (refused.value.key, refused.value.sentence) == ("words", "Give a reason; everybody can read it.")


# Banners


def test_fs_15_a_banner_is_placed_where_its_faction_has_room():
    found = league().own("O", "T02")
    (raised,) = found.do("place_banner", faction="O", territory="T02", name="Late Comers", words=WHY)
    assert isinstance(raised, BannerRaised)
    assert (raised.how, raised.words) == ("ruled", WHY)
    new = raised.banner.id
    assert (found.at(new), found.banner(new).raised, found.banner(new).name) == ("T02", 1, "Late Comers")
    found.refused("E137", "place_banner", faction="O", territory="T02", words=WHY)
    found.refused("E136", "place_banner", faction="O", territory="T03", words=WHY)
    found.refused("E136", "place_banner", faction="O", territory="T05", words=WHY)


def test_fs_16_a_banner_is_moved_to_land_of_its_own_or_into_reserve():
    found = league().own("O", "T02")
    (gone,) = found.do("move_banner", banner="O1", territory="T02", words=WHY)
    assert isinstance(gone, BannerSet)
    assert (gone.how, gone.before, gone.words) == ("ruled", "T01", WHY)
    found.refused("E136", "move_banner", banner="O1", territory="T03", words=WHY)
    found.do("move_banner", banner="O1", words=WHY)
    assert found.at("O1") == "reserve"
    found.enter("preparation")
    found.do("return_banner", faction="O", banner="O1")
    assert found.at("O1") == "T01"


def test_fs_15_who_fights_is_not_moved_and_nobody_comes_to_a_battle():
    found = battle_for().own("O", "T07")
    found.refused("E138", "move_banner", banner="O1", territory="T07", words=WHY)
    found.refused("E138", "disband_banner", banner="C1", words=WHY)
    found.refused("E138", "place_banner", faction="C", territory="T12", words=WHY)
    found.refused("E138", "correct", territory="T12", owner="O", items=(), words=WHY)


@pytest.mark.parametrize("to", ["T07", ""])
def test_fs_60_a_beaten_banner_that_is_moved_has_nowhere_to_go(to):
    found = lost("minor_defeat", "T07")
    found.do("move_banner", banner="O1", territory=to, words=WHY)
    assert (leaving(found.state), scattered_banners(found.state)) == ([], [])
    assert found.at("O1") == (to or "reserve")
    found.refused("E90", "choose_retreat", faction="O", banner="O1")


@pytest.mark.parametrize("left", [True, False])
def test_fs_64_a_scattered_banner_that_is_moved_or_disbanded_does_not_rally(left):
    found = lost("minor_defeat", tabled=("attack",))
    if left:
        found.do("choose_retreat", faction="O", banner="O1")
    found.do("disband_banner", banner="O1", words=WHY)
    assert (leaving(found.state), scattered_banners(found.state)) == ([], [])
    assert found.at("O1") == "removed"
    found.refused("E19", "move_banner", banner="O1", words=WHY)


def test_fs_26_without_its_last_banner_nobody_waits_for_a_factions_orders():
    found = league("O", "C")
    found.do("seal_orders", faction="C", choices=((("kind:C1", "hold"), ("path:C1", ()), ("seq:C1", 1)),))
    found.do("disband_banner", banner="O1", words=WHY)
    assert found.state.now.phase == "reveal"


# Territories


def test_fs_82_a_territory_is_corrected_with_all_that_stands_there():
    found = league().own("C", "T03")
    given, built = found.do(
        "correct", territory="T03", owner="O", items=("barracks", "stronghold", "forge"), level=2, words=WHY
    )
    assert isinstance(given, OwnerChanged)
    assert isinstance(built, ItemsChanged)
    assert (given.how, given.before, given.words, built.how) == ("ruled", "C", WHY, "ruled")
    assert (found.owner("T03"), found.place("T03").level) == ("O", 2)
    assert found.state.ledger == {}
    found.do("correct", territory="T03", owner="", items=("barracks",), level=2, words=WHY)
    assert (found.owner("T03"), found.place("T03").items, found.place("T03").level) == ("", ("barracks",), 0)
    found.refused("E47", "correct", territory="T03", owner="", items=("barracks",), words=WHY)


@pytest.mark.parametrize(
    ("items", "code"),
    [
        (("forge", "shrine"), "E61"),
        (("barracks", "war_lodge"), "E63"),
        (("stronghold", "fortified_camp"), "E63"),
        (("barracks", "barracks"), "E63"),
        (("lords_tower", "barracks"), "E60"),
        (("palace",), "E140"),
    ],
)
def test_fs_79_nothing_is_put_where_it_cannot_stand(items, code):
    league().refused(code, "correct", territory="T03", owner="", items=items, words=WHY)


def test_fs_142_a_level_there_is():
    league().refused("E71", "correct", territory="T03", owner="", items=("stronghold",), level=4, words=WHY)


def test_fs_16_land_is_not_taken_from_under_a_banner():
    found = league()
    found.refused("E139", "correct", territory="T05", owner="O", items=("lords_tower",), words=WHY)
    found.refused("E50", "correct", territory="T03", owner="Z", items=(), words=WHY)
    found.enter("setup")
    found.refused("E01", "correct", territory="T03", owner="O", items=(), words=WHY)


def test_fs_105_a_ruling_may_end_a_league_that_looks_at_once():
    found = league(victory_check="at_once", glory_target=5)
    found.do("grant", faction="O", glory=3, words=WHY)
    found.do("correct", territory="T02", owner="O", items=(), words=WHY)
    assert found.state.now.winners == ("O",)


# The ledger


def test_fs_106_what_the_organiser_books_is_a_row_with_its_reason():
    found = league()
    found.do("grant", faction="O", glory=2, build=3, words=WHY)
    found.do("grant", faction="O", glory=-1, words="Counted twice.")
    rows = [(one.coin, one.amount, one.occasion, one.words) for one in found.state.ledger.values()]
    assert rows == [
        ("glory", 2, "organiser", WHY),
        ("build", 3, "organiser", WHY),
        ("glory", -1, "organiser", "Counted twice."),
    ]
    assert (glory(found.state, found.book_now, "O"), balance(found.state, "O")) == (2, 3)


def test_fs_76_build_points_never_fall_below_none():
    found = league()
    found.refused("E135", "grant", faction="O", build=-1, words=WHY)
    found.refused("E47", "grant", faction="O", words=WHY)


# Results


def test_fs_107_a_result_is_corrected_before_anything_follows_from_it():
    found = three()
    found.do("report", battle=next(iter(found.state.battles)), faction="D", result="draw")
    found.do("confirm", bout=list(found.state.bouts)[-1], faction="O")
    first = next(iter(found.state.battles))
    found.do("correct_result", battle=first, result="major_victory", defender_tabled=True, words=WHY)
    one = found.state.battles[first]
    assert (one.result, one.tabled, one.method, one.why) == ("major_victory", ("defend",), "ruled", WHY)
    assert found.state.ledger == {}
    found.refused(
        "E131", "correct_result", battle=first, result="major_victory", defender_tabled=True, words=WHY
    )
    found.refused("E130", "correct_result", battle=SECOND, result="draw", words=WHY)


def test_fs_107_a_corrected_result_takes_its_glory_back_and_books_the_other():
    found = lost("major_victory")
    before = dict(found.state.ledger)
    found.do("correct_result", battle=B, result="minor_defeat", words=WHY)
    assert glories(found, "O", "D") == [0, 1]
    found.do("correct_result", battle=B, result="draw", words="After all.")
    assert glories(found, "O", "D") == [1, 1]
    assert {key: one for key, one in found.state.ledger.items() if key in before} == before
    taken = [one.reverses for one in found.state.ledger.values() if one.reverses]
    assert len(taken) == len(set(taken)) == 2


def test_fs_71_build_points_of_a_corrected_result_stay():
    found = lost("minor_victory")
    found.do("roll_build", battle=B, faction="D", dice=(3,))
    found.do("correct_result", battle=B, result="draw", words=WHY)
    assert balance(found.state, "D") == 3
    assert glories(found, "O", "D") == [1, 1]


def test_fs_68_who_was_not_beaten_after_all_does_not_leave():
    found = lost("minor_defeat", "T12")
    found.own("O", "T12")
    found.do("correct_result", battle=B, result="minor_victory", words=WHY)
    assert leaving(found.state) == []


def test_fs_107_where_each_game_counts_a_ruling_counts_as_one():
    found = lost("minor_victory", glory_per_game=True)
    found.do("correct_result", battle=B, result="major_victory", words=WHY)
    assert glories(found, "O", "D") == [2, 0]


def test_fs_107_a_void_result_takes_everything_back_but_what_is_spent():
    found = lost("minor_victory", "T07")
    for faction in ("O", "D"):
        found.do("roll_build", battle=B, faction=faction, dice=(3,))
    assert [balance(found.state, one) for one in "OD"] == [3, 3]
    work = found.working()
    work.enter("build", "O", -2, "built:forge", "FS-76")
    found.book(work.done())
    found.do("void_result", battle=B, words=WHY)
    assert [balance(found.state, one) for one in "OD"] == [0, 0]
    assert glories(found, "O", "D") == [0, 0]
    assert found.state.battles[B].status == "struck"
    found.refused("E130", "void_result", battle=B, words=WHY)


def test_fs_107_a_result_that_is_void_in_time_is_reported_anew():
    found = three()
    first = next(iter(found.state.battles))
    for result in ("draw", "minor_victory"):
        found.do("report", battle=first, faction="D", result=result)
        found.do("confirm", bout=list(found.state.bouts)[-1], faction="O")
        if result == "draw":
            found.do("void_result", battle=first, words=WHY)
            assert (found.state.battles[first].status, found.state.battles[first].result) == ("open", "")
    assert found.state.battles[first].result == "minor_victory"
    assert [one.status for one in found.state.bouts.values()] == ["void", "confirmed"]


def test_fs_141_a_siege_that_was_conceded_goes_on_where_it_stood_when_that_is_void():
    found = siege(step="besieger", completed=2)
    other = Battle(id="b2", turn=1, number=2, territory="T13", attacker="D1", attack="D", defend="X")
    found.state = found.state.put("battles", other)
    for faction in ("O", "C"):
        found.do("walkover", battle=B, faction=faction)
        if faction == "O":
            found.do("correct_result", battle=B, result="minor_victory", words=WHY)
        assert now(found).step == "closed"
        found.do("void_result", battle=B, words=WHY)
        assert (now(found).step, now(found).completed, now(found).winner) == ("besieger", 2, "")
    found.refused("E120", "end_siege", battle=B, faction="O", winner="besieger")


def test_fs_144_a_siege_whose_result_is_void_is_at_its_assault_again():
    found = siege(step="assault")
    other = Battle(id="b2", turn=1, number=2, territory="T13", attacker="D1", attack="D", defend="X")
    found.state = found.state.put("battles", other)
    for winner in ("besieger", "besieged"):
        found.do("end_siege", battle=B, faction="O", winner=winner)
        found.do("confirm", bout=list(found.state.bouts)[-1], faction="C")
        assert now(found).step == "closed"
        if winner == "besieger":
            found.do("void_result", battle=B, words=WHY)
            assert (now(found).step, now(found).winner) == ("assault", "")
    assert now(found).winner == "besieged"


@pytest.mark.parametrize(("act", "about"), [("strike", {"battle": B}), ("close", {})])
def test_fs_107_why_a_siege_was_struck_out_stands_with_its_battle_alone(act, about):
    found = siege(step="besieger", completed=1)
    found.do(act, **about, words=WHY)
    assert (now(found).step, now(found).why, found.state.battles[B].why) == ("closed", "", WHY)


@pytest.mark.parametrize("queued", [True, False])
def test_fs_50_a_battle_that_is_struck_out_brings_nothing_and_the_stranger_leaves(queued):
    found = three()
    first = next(iter(found.state.battles))
    struck, stranger = (SECOND, "C1") if queued else (first, "D1")
    found.do("strike", battle=struck, words=WHY)
    assert (found.state.battles[struck].status, found.state.battles[struck].why) == ("struck", WHY)
    assert [banner.id for _, banner in leaving(found.state)] == [stranger]
    assert found.owner("T12") == "O"
    found.do("choose_retreat", faction=stranger[0], banner=stranger)
    found.refused("E43", "strike", battle=struck, words=WHY)
    assert found.state.ledger == {}


def test_fs_178_a_battle_behind_one_that_is_struck_out_waits_for_the_first():
    found = three()
    first = next(iter(found.state.battles))
    last = Battle(id="b3", turn=1, number=3, territory="T12", attacker="X1", attack="X", after=SECOND,
                  status="queued")  # fmt: skip
    found.state = found.state.put("battles", last)
    found.join("X", "destruction", "T25").stand("X1", "T12", own=False)
    found.do("strike", battle=SECOND, words=WHY)
    found.do("choose_retreat", faction="C", banner="C1")
    found.refused("E44", "prepare_battle", battle="b3")
    found.do("report", battle=first, faction="D", result="minor_defeat")
    found.do("confirm", bout=list(found.state.bouts)[-1], faction="O")
    found.do("prepare_battle", battle="b3")
    found.do("choose_retreat", faction="D", banner="D1")
    found.do("prepare_battle", battle="b3")
    assert found.state.battles["b3"].defender == "O1"


# Dice


def test_fs_135_a_die_is_never_changed_another_one_names_it():
    found = lost("minor_victory")
    before = found.state
    (told,) = found.do(
        "correct_roll", entry="e7", key=f"build:{B}:O:1", die="D3", words="The die lay on the rug.", dice=(2,)
    )
    assert told == RollCorrected(
        entry="e7", key=f"build:{B}:O:1", face=2, words="The die lay on the rug.", rule="FS-135"
    )
    assert found.state == before


# Factions that are out


def out() -> League:
    """D has lost everything; Aftermath ends."""
    found = league("O", "D", phase="aftermath").gone("D1").own("O", "T21")
    for faction in "OD":
        found.do("ready", step=found.state.now.step, faction=faction)
    return found


def test_fs_179_a_faction_with_neither_land_nor_banners_is_out():
    found = out()
    assert (found.state.now.phase, found.state.factions["D"].status) == ("build", "out")
    assert found.waiting() == ["O"]
    found.do("ready", step=found.state.now.step, faction="O")
    found.do("score", turn=1)
    found.do("ready", step=found.state.now.step, faction="O")
    found.do("roll_initiative", turn=2, dice=())
    assert found.state.now.initiative == ("O",)
    found.refused("E05", "seal_orders", faction="D")


def test_fs_179_whoever_has_land_left_plays_on():
    found = league("O", "D", phase="aftermath").gone("D1").own("O", "T21").own("D", "T22")
    found.do("advance", step=found.state.now.step)
    assert (found.state.now.phase, found.state.factions["D"].status) == ("build", "active")


def test_fs_179_it_keeps_its_glory_and_comes_back_by_the_organisers_word():
    found = out()
    found.refused("E141", "revive", faction="O", words=WHY)
    found.refused("E05", "grant", faction="D", glory=1, words=WHY)
    found.do("revive", faction="D", words=WHY)
    assert found.state.factions["D"].status == "active"
    found.do("correct", territory="T21", owner="D", items=("lords_tower",), words=WHY)
    found.do("place_banner", faction="D", territory="T21", words=WHY)
    assert found.waiting() == ["D", "O"]


def test_fs_179_whoever_comes_back_while_orders_are_written_reveals_last():
    found = out().enter("orders", "O")
    found.do("revive", faction="D", words=WHY)
    assert found.state.now.initiative == ("O", "D")
