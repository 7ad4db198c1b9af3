"""What a faction may know of an order before anything is revealed."""

from __future__ import annotations

from rules.firestorm.orders.plans import OrderPlan
from rules.firestorm.reveal.outlook import Outlook, next_territories, outlook
from tests.rules.firestorm.cases import plan
from tests.rules.firestorm.play import League, league


def looking(found: League, banner: str, words: str, **others: str) -> Outlook:
    """The outlook of an order, `others` being the faction's other plans."""
    plans = {key: plan(key, said) for key, said in others.items()}
    return outlook(found.state, found.book_now, plan(banner, words), plans)


def test_fs_32_free_and_undefended_land_is_claimed_on_the_way():
    found = league("O", "C").own("C", "T08")
    seen = looking(found, "O1", "march T07 T08")
    assert [(one.territory, one.found, one.owner) for one in seen.meetings] == [
        ("T07", "free", ""),
        ("T08", "undefended", "C"),
    ]
    assert seen.battle is None
    assert seen.ends == "T08"


def test_fs_33_a_banner_or_a_garrison_in_the_way_is_a_battle_and_the_path_ends_there():
    found = league("O", "C").stand("C1", "T07")
    seen = looking(found, "O1", "march T07 T08")
    assert seen.battle is not None
    assert (seen.battle.banner, seen.battle.owner, seen.battle.garrison) == ("C1", "C", 0)
    assert (seen.ends, seen.cut) == ("T07", ("T08",))
    guarded = league("O", "C").own("C", "T07").build("T07", "barracks")
    battle = looking(guarded, "O1", "move T07").battle
    assert battle is not None
    assert (battle.banner, battle.owner, battle.garrison) == ("", "C", 1500)


def test_fs_167_whoever_moves_before_us_may_be_gone():
    late = league("C", "O").stand("C1", "T07")
    early = league("O", "C").stand("C1", "T07")
    goes = [looking(one, "O1", "move T07").battle for one in (late, early)]
    assert [one and one.goes for one in goes] == [True, False]


def test_fs_20_a_friend_who_will_stand_next_door_supports_as_planned():
    found = league("O", "C").stand("O2", "T02").stand("C1", "T07")
    assert looking(found, "O1", "move T07", O2="hold").support == ("O2",)
    assert looking(found, "O1", "move T07").support == ("O2",)
    assert looking(found, "O1", "move T07", O2="march T03 T04").support == ()


def test_fs_21_a_garrison_of_ones_own_supports():
    found = league("O", "C").build("T01", "lords_tower", "war_lodge")
    assert looking(found, "O1", "hold").garrison == found.book_now.item("war_lodge").garrison


def test_fs_35_a_march_tires_even_of_one_step_and_a_move_does_not():
    found = league("O", "C")
    assert looking(found, "O1", "march T07").tired
    assert not looking(found, "O1", "move T07").tired


def test_fs_38_only_order_is_stronger_for_fortifying():
    found = league("O", "C").stand("O2", "T02").stand("C2", "T04")
    assert looking(found, "O2", "fortify").fortified == 150
    assert looking(found, "C2", "fortify").fortified == 0


def test_fs_28_an_enemy_before_us_comes_to_where_we_stand_and_one_after_us_to_where_we_go():
    found = league("C", "O", "X").stand("C1", "T03").stand("X1", "T18")
    seen = looking(found, "O1", "move T07")
    assert {(one.banner, one.steps, one.first) for one in seen.threats} == {
        ("C1", 2, True),
        ("X1", 3, False),
    }


def test_fs_169_a_friend_who_stays_where_we_want_to_end_is_named():
    found = league("O", "C").stand("O2", "T07")
    assert looking(found, "O1", "move T07").meetings[0].friend == "O2"
    assert looking(found, "O1", "move T07", O2="move T12").meetings[0].friend == ""
    assert looking(found, "O1", "march T07 T12").meetings[0].friend == ""


def test_fs_31_reach_is_next_door_and_a_march_goes_on_from_where_it_came():
    found = league("O", "X")
    state, book = found.state, found.book_now
    assert next_territories(state, book, OrderPlan(banner="O1", kind="move")) == ("T02", "T06", "T07")
    assert next_territories(state, book, OrderPlan(banner="O1", kind="move", path=("T07",))) == ()
    assert "T12" in next_territories(state, book, OrderPlan(banner="O1", kind="forced_march", path=("T07",)))
    assert next_territories(state, book, OrderPlan(banner="O1", kind="hold")) == ()
    assert next_territories(state, book, OrderPlan(banner="X1", kind="forced_march", path=("T20", "T15")))
