"""What is fixed, closed and told as a whole: a battle's gears, orders nobody sealed, a league's realm."""

from __future__ import annotations

from typing import Any

import pytest

from rules.engine.refusals import Refused
from rules.firestorm import GAME
from rules.firestorm.battles.locking import lock
from rules.firestorm.book import in_force, start_book
from rules.firestorm.effects import BattleLocked
from rules.firestorm.reveal.opening import _defended
from rules.firestorm.state import Battle
from tests.rules.firestorm.play import League, league
from tests.rules.firestorm.test_games import B, fight


@pytest.mark.parametrize(("owner", "gears"), [("O", ("O",)), ("C", ("C",)), ("D", ()), ("", ())])
def test_fs_96_whose_gears_count_is_fixed_with_the_points(owner: str, gears: tuple[str, ...]) -> None:
    found = fight(queued=True)
    place = next(one for one, two in found.state.territories.items() if two.role == "infinity_gears")
    found.own(owner, place)
    work = found.working()
    lock(work, found.state.battles[B])
    (locked,) = work.done()
    assert isinstance(locked, BattleLocked)
    assert (locked.gears, locked.rule) == (gears, "FS-24")


def test_fs_25_initiative_is_told_from_the_highest_down() -> None:
    found = league("O", "C", phase="initiative")
    found.do("roll_initiative", dice=(2, 5))
    told = found.ask("initiative")
    assert [set(one) for one in told] == [{"faction", "place", "dice"}] * 2
    assert [(one["place"], one["dice"]) for one in told] == [(1, [5]), (2, [2])]


def test_fs_09_a_league_has_the_realm_of_its_book() -> None:
    state = GAME.begin("", {})
    assert state.now.realm == start_book(state.now.edition).realm != ""
    assert in_force(state)


def closing(*sealed: str) -> League:
    found = league("O", "C", "D", phase="orders")
    for one in sealed:
        found.state = found.state.change("campaign", "campaign", done=(*found.state.now.done, one))
    return found


@pytest.mark.parametrize("sealed", [(), ("O",), ("O", "C")])
def test_fs_29_who_has_sealed_nothing_holds_once_the_orders_are_closed(sealed: tuple[str, ...]) -> None:
    found = closing(*sealed)
    effects = found.do("close_orders")
    assert found.phase != "orders"
    done = [one.faction for one in effects if type(one).__name__ == "FactionDone"]
    assert sorted(done) == [one for one in ("C", "D", "O") if one not in sealed]  # each of them once
    told = [one.sheet.faction for one in effects if type(one).__name__ == "SheetChanged" and one.sheet.silent]
    assert sorted(told) == ["C", "D", "O"]  # who is done without a sheet has sealed nothing either
    assert all(one.rule == "FS-29" for one in effects if type(one).__name__ == "SheetChanged")


def test_fs_29_orders_are_closed_in_their_phase_only() -> None:
    found = league("O", "C", phase="battles")
    with pytest.raises(Refused):
        found.do("close_orders")


def field_of(found: League, act: str, **params: Any) -> tuple[str, str | None]:
    """The rule something is refused by, and the field it is said beside."""
    with pytest.raises(Refused) as refused:
        found.do(act, **params)
    return refused.value.rule, refused.value.key


def test_fs_01_10_and_50_a_refusal_stands_beside_its_field() -> None:
    found = fight()
    assert field_of(found, "join", faction="Z", owner="person-9")[1] == "faction"
    assert field_of(found, "report", battle="nothing", faction="O", result="draw")[1] == "battle"
    for points in (99, 20_001):
        refused = field_of(found, "agree_size", battle=B, faction="C", points=points)
        assert refused == ("FS-10", "points")
    for points in (100, 20_000):
        found.do("agree_size", battle=B, faction="C", points=points)


def test_fs_142_a_level_is_raised_on_your_own_ground_only() -> None:
    found = league("O", "C", phase="build").own("C", "T12")
    found.refused("E46", "raise_level", faction="O", territory="T12")
    assert field_of(found, "raise_level", faction="O", territory="T12")[1] == "territory"


def test_fs_52_who_defends_and_whose_garrison_stands() -> None:
    cases = (("C", "C1", 1500), ("D", "C1", 0), ("C", "", 1500), ("O", "C1", 0))
    for owner, stands, points in cases:
        found = league("O", "C", "D").build("T12", "barracks").own(owner, "T12")
        found.stand("O1", "T12", own=False)
        if stands:
            found.stand(stands, "T12", own=False)
        work = found.working()
        battle = Battle(id=B, turn=1, number=1, territory="T12", attacker="O1", attack="O")
        seen = _defended(work, battle, found.banner("O1"))
        assert (seen.defender, seen.defend) == (stands, "C" if stands else owner)
        assert (type(seen.garrison), seen.garrison) == (int, points)
