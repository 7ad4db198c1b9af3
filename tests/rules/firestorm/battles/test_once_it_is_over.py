"""A battle that was fought keeps what was so then, wherever its banners and people are by now."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rules.firestorm.battles.locking import lock_battle
from rules.firestorm.faction_figures import faction_players, fought_by
from rules.firestorm.state import Order, Player
from tests.rules.firestorm.play import League
from tests.rules.firestorm.siege.test_siege import B, battle_for


def side(found: League, which: str = "attack") -> Any:
    return next(one for one in found.ask("points", battle=B) if one["side"] == which)


def next_turn(found: League) -> League:
    """The same league a turn later, its battle settled."""
    state = found.state.change("battles", B, status="settled", result="minor_victory", applied=True)
    found.state = state.change("campaign", "campaign", turn=2)
    return found


def supported() -> League:
    """O2 stands next to O1's battle for T12 when that is fixed."""
    found = battle_for()
    found.stand("O2", "T07")
    battle = replace(found.state.battles[B], locked=False)
    found.state = found.state.put("battles", battle)
    work = found.working()
    lock_battle(work, battle)
    found.book(work.done())
    return found


def test_fs_24_who_supported_a_battle_is_named_wherever_they_stand_now():
    found = supported()
    assert side(found)["support"] == ["O2"]
    found.stand("O2", "T01").stand("O3", "T07")
    assert side(found)["support"] == ["O2"]
    assert side(next_turn(found))["support"] == ["O2"]
    assert side(found)["total"] == 2250


def test_fs_35_and_37_who_was_tired_or_fortified_then_still_was_and_who_is_now_was_not():
    found = battle_for()
    march = Order(id="turn:1:O1", turn=1, faction="O", banner="O1", kind="forced_march", path=("T07", "T12"),
                  carried="forced_march", trail=("T01", "T07", "T12"))  # fmt: skip
    dug_in = Order(id="turn:1:C1", turn=1, faction="C", banner="C1", kind="fortify", carried="fortify")
    found.state = found.state.put("orders", march).put("orders", dug_in).change("banners", "O1", marched=True)

    def told() -> tuple[bool, bool, set[str]]:
        keys = {one["key"] for one in found.ask("reminders", battle=B)}
        return side(found)["fatigued"], side(found, "defend")["fortified"], keys & {"fatigued", "fortified"}

    then = (True, True, {"fatigued", "fortified"})
    assert told() == then
    next_turn(found)
    found.state = found.state.change("banners", "O1", marched=False)
    assert told() == then
    later = replace(march, id="turn:2:C1", turn=2, faction="C", banner="C1")
    found.state = found.state.put("orders", later).change("banners", "C1", marched=True)
    assert not side(found, "defend")["fatigued"]


def test_fs_01_who_joined_later_did_not_fight_it():
    found = next_turn(battle_for())
    found.state = found.state.put("players", Player(id="t", faction="O", owner="tom", since=2))
    assert faction_players(found.state, "O") == ["person-O", "tom"]
    assert fought_by(found.state, found.state.battles[B], "O") == ["person-O"]
