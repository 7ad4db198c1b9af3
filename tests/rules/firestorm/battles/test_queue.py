"""A third faction in a battle: it waits, and fights or claims what is left."""

from __future__ import annotations

from typing import Any

from rules.firestorm.automatic import next_app_steps
from rules.firestorm.battles.locking import lock_battle, total
from rules.firestorm.effects import BattleOpened
from rules.firestorm.state import Battle
from tests.rules.firestorm.play import League, league
from tests.rules.firestorm.sampled import MOVES

FIRST, SECOND = "b1", "b2"


def three(*, items: tuple[str, ...] = ()) -> League:
    """D1 attacks O1 on T12, then C1 from T13 enters as a third."""
    found = league("O", "C", "D", phase="battles").own("C", "T13").own("D", "T17").own("O", "T07")
    found.stand("O1", "T12").stand("D1", "T12", own=False).stand("C1", "T12", own=False)
    found.build("T12", *items)
    one = Battle(
        id=FIRST, turn=1, number=1, territory="T12", attacker="D1", attack="D", defender="O1", defend="O",
        garrison=1500 if items else 0,
    )  # fmt: skip
    other = Battle(
        id=SECOND, turn=1, number=2, territory="T12", attacker="C1", attack="C", after=FIRST, status="queued"
    )
    work = found.working()
    work.do(BattleOpened(battle=one, rule="FS-33"), BattleOpened(battle=other, rule="FS-171"))
    lock_battle(work, one)
    found.book(work.done())
    return found


def settle(found: League, result: str) -> League:
    found.do("report", battle=FIRST, faction="D", result=result)
    found.do("confirm", bout=list(found.state.bouts)[-1], faction="O")
    return found


def steps(found: League) -> League:
    """Everything the app does by itself."""
    while due := next_app_steps(found.state):
        procedure, params = due[0]
        given: dict[str, Any] = dict(params)
        found.do(procedure.removeprefix("firestorm."), **given)
    return found


def test_fs_178_nothing_is_prepared_before_the_first_is_decided():
    found = three()
    assert next_app_steps(found.state) == []
    found.refused("E44", "prepare_battle", battle=SECOND)


def test_fs_171_the_newcomer_fights_whoever_holds_the_place():
    """FE-20: D loses minor, C then fights O1."""
    found = steps(settle(three(), "minor_defeat"))
    assert found.state.battles[SECOND].status == "queued"
    assert found.waiting() == ["C", "D"]
    MOVES.hold(found.state)
    found.do("choose_retreat", faction="D", banner="D1")
    steps(found)
    second = found.state.battles[SECOND]
    assert (second.status, second.defender, second.defend) == ("open", "O1", "O")
    assert [total(second.lines, side) for side in ("attack", "defend")] == [2000, 2000]
    assert found.waiting() == ["C", "O"]


def test_fs_171_who_waits_for_a_battle_of_their_own_does_not_hold_the_place():
    """A fourth faction stands there too, behind C: it fights nobody before its turn."""
    found = three().join("A", "destruction", "T25").stand("A1", "T12", own=False)
    last = Battle(id="b3", turn=1, number=3, territory="T12", attacker="A1", attack="A", after=SECOND,
                  status="queued")  # fmt: skip
    found.state = found.state.put("battles", last)
    steps(settle(found, "minor_defeat"))
    found.do("choose_retreat", faction="D", banner="D1")
    steps(found)
    second = found.state.battles[SECOND]
    assert (second.defender, second.defend) == ("O1", "O")
    found.do("report", battle=SECOND, faction="C", result="minor_victory")
    found.do("confirm", bout=list(found.state.bouts)[-1], faction="O")
    steps(found)
    found.do("choose_retreat", faction="O", banner="O1")
    steps(found)
    assert (found.state.battles["b3"].defender, found.owner("T12")) == ("C1", "C")


def test_fs_178_the_winner_fights_again_as_owner_and_defender():
    found = steps(settle(three(items=("mustering_ground",)), "major_victory"))
    assert (found.owner("T12"), found.place("T12").items) == ("D", ())
    found.do("choose_retreat", faction="O", banner="O1", dice=(6,))
    steps(found)
    second = found.state.battles[SECOND]
    assert (second.defender, second.defend, second.garrison) == ("D1", "D", 0)


def test_fs_171_where_nobody_is_left_the_newcomer_claims():
    """FE-21: D against O is a draw, no garrison, both retreat."""
    found = steps(settle(three(), "draw"))
    for faction, banner in (("O", "O1"), ("D", "D1")):
        found.do("choose_retreat", faction=faction, banner=banner)
    steps(found)
    assert (found.owner("T12"), found.at("C1"), found.state.battles[SECOND].status) == ("C", "T12", "claimed")
    assert found.state.now.phase == "aftermath"


def test_fs_171_a_garrison_that_is_left_defends_alone():
    found = steps(settle(three(items=("barracks",)), "draw"))
    for faction, banner in (("O", "O1"), ("D", "D1")):
        found.do("choose_retreat", faction=faction, banner=banner)
    steps(found)
    second = found.state.battles[SECOND]
    assert (second.status, second.defender, second.defend, second.garrison) == ("open", "", "O", 1500)


def test_fs_160_the_app_takes_the_steps_of_its_own_phases():
    found = league("O", "C", phase="initiative")
    assert next_app_steps(found.state) == [("firestorm.roll_initiative", {"turn": 1})]
    found.enter("scoring")
    assert next_app_steps(found.state) == [("firestorm.score", {"turn": 1})]
    found.enter("orders")
    assert next_app_steps(found.state) == []
