"""Whose move it is in Firestorm: the worked example, every phase, and what holds in turns by chance."""

from __future__ import annotations

from typing import Any

import hypothesis
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.todos import ORGANISERS, Todo
from rules.firestorm.building.secret import without_secret_buildings
from rules.firestorm.faction_figures import bouts_of
from rules.firestorm.siege_state import Siege
from rules.firestorm.state import Battle, Firestorm, Player
from tests.rules.firestorm.chance import Season
from tests.rules.firestorm.play import League, empty, league
from tests.rules.firestorm.sampled import MOVES
from tests.rules.firestorm.siege.test_siege import B, battle_for, offer
from tests.rules.firestorm.siege.test_siege import siege as besieged
from tests.rules.firestorm.test_fates import beaten

SIEGE, QUEUED, FIELD = "T3", "T3 next", "T8"


def rows(found: League, faction: str) -> list[tuple[str, str]]:
    """How the to-dos of a faction stand, with their keys."""
    return [(one.stand, one.key) for one in MOVES.hold(found.state) if one.side == faction]


def musts(found: League, faction: str) -> list[str]:
    return [key for stand, key in rows(found, faction) if stand == "must"]


def mays(found: League, side: str) -> set[tuple[str, str]]:
    return {(one.key, one.act) for one in MOVES.move.may(found.state, found.book_now, side)}


def must(found: League, faction: str, kind: str) -> Todo:
    mine = [one for one in MOVES.hold(found.state) if (one.side, one.kind) == (faction, kind)]
    (row,) = [one for one in mine if one.stand == "must"]
    return row


def told(state: Firestorm, *mine: str) -> list[Todo]:
    """What somebody reads of everybody who plays these factions."""
    book = MOVES.game.book_of(state)
    return MOVES.move.as_others_see(state, book, lambda one: one in mine)


class Watched(Season):
    """A season that is looked at before each act."""

    def act(self, name: str, *, silent: bool = False, **params: Any) -> None:
        if self.state.now.phase != "setup":
            MOVES.hold(self.state)
        super().act(name, silent=silent, **params)


@hypothesis.settings(max_examples=3, deadline=None)
@given(st.integers(0, 2**32))
def test_fs_160_in_any_turn_somebody_has_a_move_and_every_move_can_be_made(seed: int) -> None:
    season = Watched(seed, rulings=0.2)
    while season.state.now.turn <= 2 and season.state.now.phase != "finished":
        season.phase()


def evening() -> League:
    """Choir (C) besieges Oath (O), Dust (D) is queued there; Dust and Oath fight two games elsewhere, and
    Oath has told the first.
    """
    found = league("O", "C", "D", phase="battles")
    found.state = found.state.put("players", Player(id="Dirk", faction="O", owner="person-Dirk"))
    found.stand("C2", "T12", own=False).stand("O2", "T12").stand("D2", "T12", own=False)
    found.stand("D3", "T13", own=False).stand("O3", "T13").build("T12", "stronghold", level=1)
    known: dict[str, dict[str, Any]] = {
        SIEGE: {"territory": "T12", "attacker": "C2", "defender": "O2", "defend": "O"},
        QUEUED: {"territory": "T12", "attacker": "D2", "after": SIEGE, "status": "queued"},
        FIELD: {"territory": "T13", "attacker": "D3", "defender": "O3", "defend": "O", "games": 2},
    }
    for number, (name, told_of) in enumerate(known.items(), start=1):
        attack = told_of["attacker"][0]
        battle = Battle(id=name, turn=1, number=number, attack=attack, **told_of)
        found.state = found.state.put("battles", battle)
    found.state = found.state.put("sieges", Siege(id=SIEGE, step="besieger", besieger_points=1))
    found.do("report", battle=FIELD, faction="O", result="draw")
    return found


def test_fs_50_what_everybody_has_to_do_in_a_siege_a_queued_battle_and_one_of_two_games() -> None:
    found = evening()
    (game,) = bouts_of(found.state, FIELD)
    assert rows(found, "C") == [("must", f"fs.option:{SIEGE}:1")]
    assert rows(found, "O") == [
        ("waits", f"fs.option:{SIEGE}:1"), ("waits", f"fs.agree:{game.id}"), ("must", f"fs.fight:{FIELD}"),
    ]  # fmt: skip
    assert rows(found, "D") == [
        ("must", f"fs.agree:{game.id}"), ("must", f"fs.fight:{FIELD}"), ("waits", f"fs.queued:{QUEUED}"),
    ]  # fmt: skip
    (queued,) = [one for one in MOVES.hold(found.state) if one.kind == "fs.queued"]
    assert set(queued.on) == {"C", "O"}
    assert (f"fs.agree:{game.id}", "report") in mays(found, "O")
    assert (f"fs.agree:{game.id}", "dispute") in mays(found, "D")


@pytest.mark.parametrize("step", ["start", "timer", "besieged", "assault"])
def test_fs_149_whose_move_it_is_inside_a_siege_nobody_else_learns(step: Any) -> None:
    found = evening()
    before = told(found.state, "D")
    moved = found.state.change("sieges", SIEGE, step=step, completed=2, option="bombardment")
    assert told(moved, "D") == before
    assert {(one.side, one.stand) for one in before if one.key == f"fs.fight:{SIEGE}"} == {
        ("C", "must"), ("O", "must"),
    }  # fmt: skip
    assert told(moved, "C") != told(moved, "D")


@pytest.mark.parametrize(
    ("step", "kind", "at_it"),
    [("start", "fs.lay", "O"), ("timer", "fs.timer", "O"), ("besieger", "fs.option", "O"),
     ("besieged", "fs.option", "C")],
)  # fmt: skip
def test_fs_146_in_a_siege_one_side_is_at_it(step: str, kind: str, at_it: str) -> None:
    found = besieged(step=step, option="bombardment" if step == "besieged" else "")
    assert must(found, at_it, kind).cover == ("fs.fight", B)
    other = "C" if at_it == "O" else "O"
    assert [stand for stand, _key in rows(found, other)] == ["waits"]


def test_fs_144_the_assault_is_told_by_either_and_agreed_to_by_the_other() -> None:
    found = besieged(step="assault")
    assert musts(found, "O") == musts(found, "C") == [f"fs.assault:{B}"]
    assert (f"fs.assault:{B}", "buy_equipment") in mays(found, "O")
    found.do("end_siege", battle=B, faction="O", winner="besieger")
    (game,) = bouts_of(found.state, B)
    assert (musts(found, "O"), musts(found, "C")) == ([], [f"fs.agree:{game.id}"])
    found.do("dispute", bout=game.id, faction="C")
    assert musts(found, ORGANISERS) == [f"fs.ruling:{game.id}"]
    assert (f"fs.ruling:{game.id}", "end_siege") in mays(found, "O")
    assert (f"fs.ruling:{game.id}", "confirm") in mays(found, "C")


def test_fs_140_the_defender_says_whether_it_is_a_siege_a_report_says_that_it_is_none() -> None:
    found = battle_for("stronghold")
    assert (musts(found, "O"), musts(found, "C")) == ([], [f"fs.siege:{B}"])
    assert ("waits", f"fs.siege:{B}") in rows(found, "O")
    assert (f"fs.fight:{B}", "report") in mays(found, "O")
    offer(found, siege=False)
    assert musts(found, "O") == musts(found, "C") == [f"fs.fight:{B}"]
    found = battle_for("stronghold")
    found.do("report", battle=B, faction="O", result="draw")
    assert [key.partition(":")[0] for key in musts(found, "C")] == ["fs.agree"]
    assert (f"fs.fight:{B}", "offer_siege") in mays(found, "C")


def test_fs_140_where_it_is_always_one_or_both_have_to_agree() -> None:
    found = battle_for("stronghold", siege_mode="always")
    assert musts(found, "O") == musts(found, "C") == [f"fs.siege:{B}"]
    offer(found)
    assert musts(found, "O") == [f"fs.lay:{B}"]
    found = battle_for("stronghold", siege_mode="both_agree")
    assert musts(found, "O") == musts(found, "C") == [f"fs.fight:{B}"]
    offer(found, "O")
    assert (f"fs.fight:{B}", "offer_siege") not in mays(found, "O")
    assert (f"fs.fight:{B}", "offer_siege") in mays(found, "C")


def test_fs_61_banners_leave_faction_by_faction_and_without_a_choice_by_themselves() -> None:
    found = beaten(result="draw")
    kinds = {one.side: (one.stand, one.kind) for one in MOVES.hold(found.state) if one.kind == "fs.retreat"}
    assert sorted(kinds.values()) == [("must", "fs.retreat"), ("waits", "fs.retreat")]
    assert not [one for one in MOVES.hold(found.state) if one.act == "ready"]
    while due := [one for one in MOVES.hold(found.state) if one.act in ("choose_retreat", "choose_rally")]:
        leave(found, due[0])
    assert {one.kind for one in MOVES.hold(found.state) if one.stand == "must"} <= {
        "fs.spoils", "fs.remove", "fs.ready",
    }  # fmt: skip


def leave(found: League, todo: Todo) -> None:
    """A banner goes; it is asked where to unless nothing is left to choose."""
    params: dict[str, Any] = dict(todo.params)
    asked = getattr(found.drive(todo.act, **params), "questions", ())
    assert todo.idle == (not asked)
    choices = (asked[0].options[0].id,) if asked else ()
    found.do(todo.act, choices=choices, **params)


def test_fs_13_a_banner_too_many_goes_once_all_have_left() -> None:
    found = league("O", "C", phase="aftermath")
    found.stand("O2", "T02", own=False)
    assert musts(found, "O") == ["fs.remove:0"]
    assert not must(found, "O", "fs.remove").idle
    assert musts(found, "C") == ["fs.ready:0"]


def test_fs_14_who_can_neither_raise_nor_bring_back_a_banner_has_no_choice() -> None:
    found = league("O", "C", phase="preparation")
    assert must(found, "O", "fs.ready").idle
    found.own("O", "T02", "T03", "T04", "T06", "T07").gone("O1")
    assert not must(found, "O", "fs.ready").idle
    acts = [one.act for one in MOVES.move.of(found.state, found.book_now, "O")]
    assert acts.index("raise_banner") < acts.index("ready")
    found.do("ready", step=found.state.now.step, faction="O")
    assert rows(found, "O") == [("waits", "fs.phase:0")]
    assert [one.own for one in MOVES.hold(found.state) if one.side == "O"] == [True]


def test_fs_26_where_the_founder_seals_the_others_of_the_faction_wait_for_them() -> None:
    found = league("O", "C", seal_by="founder")
    found.state = found.state.put("players", Player(id="Dirk", faction="O", owner="person-Dirk"))
    assert must(found, "O", "fs.seal").actor == "person:person-O"
    assert must(found.options(seal_by="anybody"), "O", "fs.seal").actor == "side:O"


def test_fs_75_who_can_afford_nothing_has_no_choice_while_that_is_public() -> None:
    found = league("O", "C", phase="build")
    found.own("O", "T02")
    assert must(found, "O", "fs.ready").idle
    rich(found, 9)
    assert not must(found, "O", "fs.ready").idle
    assert ("fs.ready:0", "build") in mays(found, "O")


@pytest.mark.parametrize("setting", [{"public_bp": False}, {"secret_build": True}])
def test_fs_162_hidden_points_and_purchases_change_nothing_others_see(setting: dict[str, Any]) -> None:
    found = league("O", "C", phase="build", **setting)
    found.own("O", "T02", "T03")
    assert not must(found, "O", "fs.ready").idle
    if setting.get("secret_build"):
        rich(found, 9)
    before = told(found.state, "C")
    if setting.get("public_bp") is False:
        rich(found, 9)
        assert told(found.state, "C") == before
    found.do("build", faction="O", territory="T02", item="forge")
    assert told(found.state, "C") == before
    assert told(without_secret_buildings(found.state, found.book_now, lambda one: one == "C"), "C") == before


def rich(found: League, points: int) -> None:
    work = found.working()
    work.enter("build", "O", points, "organiser", "FS-71")
    found.book(work.done())


def test_fs_02_before_the_first_turn_each_chooses_then_the_organiser_begins() -> None:
    found = empty()
    found.state = league("O", "C").state.change("campaign", "campaign", phase="setup")
    assert rows(found, ORGANISERS) == [("must", "fs.begin")]
    assert rows(found, "O") == [("waits", "fs.begin")]
    found.state = found.state.change("factions", "O", corner="", alliance="")
    assert rows(found, "O") == [("must", "fs.corner"), ("must", "fs.alliance")]
    assert rows(found, ORGANISERS) == [("waits", "fs.begin")]
    assert rows(found, "C") == [("waits", "fs.begin")]
    assert ("fs.begin", "write_deck") in mays(found, ORGANISERS)


def test_fs_05_a_claimed_objective_is_the_organisers_and_holds_up_nothing() -> None:
    found = league("O", "C", phase="preparation")
    found.do("deal_objectives")
    assert ("fs.card:Op", "claim_objective") in mays(found, "Op")
    found.do("claim_objective", player="Op")
    assert musts(found, ORGANISERS) == ["fs.objective:Op"]
    assert rows(found, "Op") == [("waits", "fs.objective:Op")]
    assert musts(found, "O") == ["fs.ready:0"]


def test_fs_05_a_claim_goes_with_its_player_and_nobody_is_waited_for() -> None:
    found = league("O", "C", phase="preparation")
    found.do("deal_objectives")
    found.do("claim_objective", player="Op")
    found.do("leave_faction", player="Op")
    assert musts(found, ORGANISERS) == []
    assert all(kind != "fs.objective:Op" for _stand, kind in rows(found, "Op"))


def test_fs_179_who_is_out_and_a_league_that_stands_still_owe_nothing() -> None:
    found = evening()
    found.do("pause")
    assert MOVES.hold(found.state) == []
    assert mays(found, ORGANISERS) == {("fs.pause", "resume")}
    assert mays(found, "O") == set()
    found.do("resume")
    found.enter("finished")
    assert MOVES.hold(found.state) == []
    assert mays(found, "O") == {("fs.any", "rename")}
