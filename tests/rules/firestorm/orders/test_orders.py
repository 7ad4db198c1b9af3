"""Orders under a seal: what is asked, who may seal, opening one's own seal, silence, and the reveal."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rules.engine.codec import dump_effects, dump_state
from rules.engine.procedure import Open
from rules.engine.refusals import Refused
from rules.firestorm.orders.sheet import sealed_order_plans
from tests.rules.firestorm.play import League, league


def sheet(**orders: tuple[str, tuple[str, ...]]) -> tuple[tuple[str, object], ...]:
    """Lines of a sheet, in the order given."""
    lines: list[tuple[str, object]] = []
    for number, (banner, (kind, path)) in enumerate(orders.items(), start=1):
        lines += [(f"kind:{banner}", kind), (f"path:{banner}", path), (f"seq:{banner}", number)]
    return tuple(lines)


def seal(found: League, faction: str, **orders: tuple[str, tuple[str, ...]]) -> Any:
    return found.do("seal_orders", faction=faction, choices=(sheet(**orders),))


def test_fs_26_each_banner_on_the_map_takes_one_order_and_nobody_else_is_asked():
    found = league("O", "C").stand("O2", "T02")
    progress = found.drive("seal_orders", faction="O")
    assert isinstance(progress, Open)
    (asked,) = progress.questions
    assert asked.sealed
    assert asked.who == "side:O"
    assert {line.about for line in asked.lines} == {"O1", "O2"}  # type: ignore[attr-defined]
    kinds = asked.lines[0].options  # type: ignore[attr-defined]
    assert [one.id for one in kinds] == ["move", "forced_march", "fortify", "hold"]


def test_fs_26_where_the_league_says_so_the_founder_alone_seals():
    asked = {
        one: league("O", "C", seal_by=one).drive("seal_orders", faction="O").questions[0]
        for one in ("anybody", "founder")
    }
    assert {one: q.who for one, q in asked.items()} == {"anybody": "side:O", "founder": "person:person-O"}


def test_fs_30_there_are_four_orders_and_nothing_else():
    found = league("O", "C")
    with pytest.raises(Refused):
        seal(found, "O", O1=("raze", ()))


def test_fs_26_what_is_sealed_stands_in_no_effect_and_no_state():
    found = league("O", "C")
    effects = seal(found, "O", O1=("forced_march", ("T07", "T12")))
    told = json.dumps(dump_effects(effects)) + json.dumps(dump_state(found.state), default=str)
    assert "forced_march" not in told
    assert found.state.sheets["turn:1:O"].entry == "e1"
    assert found.seals["e1", "orders:1:O"]
    assert found.state.orders == {}


@pytest.mark.parametrize(
    ("order", "said"),
    [
        (("move", ("T07", "T08")), "A Move is one step. Choose a territory next to the banner."),
        (("move", ()), "A Move is one step. Choose a territory next to the banner."),
        (("hold", ("T07",)), "Hold cannot have a path: the banner stays where it is."),
        (("fortify", ()), "A banner cannot fortify where a stronghold stands."),
    ],
)
def test_fs_29_a_sheet_that_cannot_be_carried_out_is_not_sealed(order, said):
    found = league("O", "C")
    with pytest.raises(Refused) as refused:
        seal(found, "O", O1=order)
    assert refused.value.sentence == said
    assert refused.value.key in ("path:O1", "kind:O1", "orders:1:O")


def test_fs_36_the_way_of_a_march_is_as_long_as_the_alliance_goes():
    found = league("O", "X")
    asked = {one: found.drive("seal_orders", faction=one).questions[0] for one in ("O", "X")}
    assert {one: q.lines[1].most for one, q in asked.items()} == {"O": 2, "X": 3}


def test_fs_163_a_faction_opens_its_own_seal_until_the_phase_closes():
    found = league("O", "C")
    found.refused("E23", "open_seal", faction="O")
    seal(found, "O", O1=("move", ("T07",)))
    found.refused("E22", "seal_orders", faction="O")
    assert found.waiting() == ["C"]
    found.do("open_seal", faction="O")
    assert found.waiting() == ["C", "O"]
    assert found.state.sheets["turn:1:O"].entry == ""
    seal(found, "O", O1=("move", ("T02",)))
    assert found.state.sheets["turn:1:O"].times == 2
    seal(found, "C", C1=("hold", ()))
    assert found.phase == "reveal"
    found.refused("E01", "open_seal", faction="O")
    found.do("reveal")
    assert found.at("O1") == "T02"


def test_fs_163_where_the_founder_seals_the_founder_is_asked_before_the_seal_opens():
    found = league("O", "C", seal_by="founder")
    seal(found, "O", O1=("move", ("T07",)))
    progress = found.drive("open_seal", faction="O")
    assert isinstance(progress, Open)
    (asked,) = progress.questions
    assert (asked.key, asked.who) == ("open:1:O", "person:person-O")
    found.do("open_seal", faction="O", choices=(False,))
    assert found.state.sheets["turn:1:O"].entry == "e1"
    assert found.waiting() == ["C"]
    found.do("open_seal", faction="O", choices=(True,))
    assert found.state.sheets["turn:1:O"].entry == ""
    assert found.waiting() == ["C", "O"]


def test_fs_29_the_silent_hold_when_the_time_is_up():
    found = league("O", "C", "D")
    seal(found, "O", O1=("move", ("T07",)))
    found.do("close_orders")
    assert found.phase == "reveal"
    assert {one.faction: one.silent for one in found.state.sheets.values()} == {
        "O": False,
        "C": True,
        "D": True,
    }
    found.do("reveal")
    orders = {one.banner: (one.carried, one.reason) for one in found.state.orders.values()}
    assert orders == {"O1": ("move", ""), "C1": ("hold", "none_given"), "D1": ("hold", "none_given")}


def test_fs_162_the_organiser_breaks_a_seal_before_everybody():
    found = league("O", "C")
    found.refused("E23", "break_seal", faction="O")
    seal(found, "O", O1=("move", ("T07",)))
    (told,) = found.do("break_seal", faction="O", words="Ada cannot come")
    assert told.words == "Ada cannot come"
    assert found.state.sheets["turn:1:O"].broken
    assert found.state.sheets["turn:1:O"].entry


def test_fs_162_a_new_seal_has_not_been_broken():
    found = league("O", "C")
    seal(found, "O", O1=("move", ("T07",)))
    found.do("break_seal", faction="O", words="Ada cannot come")
    found.do("open_seal", faction="O")
    seal(found, "O", O1=("move", ("T02",)))
    assert not found.state.sheets["turn:1:O"].broken


def test_fs_164_an_engaged_banners_order_is_shown_beside_the_hold():
    found = league("C", "O").stand("O1", "T08").stand("C1", "T09")
    seal(found, "O", O1=("move", ("T03",)))
    assert found.state.orders == {}
    seal(found, "C", C1=("move", ("T08",)))
    assert found.state.orders == {}
    found.do("reveal")
    shown = found.state.orders["turn:1:O1"]
    assert (shown.kind, shown.path, shown.carried, shown.reason) == (
        "move",
        ("T03",),
        "hold",
        "attacked_first",
    )


def test_fs_27_the_reveal_shows_and_moves_faction_by_faction():
    found = league("O", "C").stand("O2", "T02")
    seal(found, "O", O1=("move", ("T07",)), O2=("move", ("T03",)))
    seal(found, "C", C1=("move", ("T04",)))
    effects = found.do("reveal")
    told = [(one.effect, getattr(one, "banner", "") or one.order.banner) for one in effects[:7]]
    shows, moves, owner = "firestorm.order", "firestorm.marched", "firestorm.owner"
    first = [(shows, "O1"), (shows, "O2"), (owner, "O1"), (moves, "O1"), (owner, "O2"), (moves, "O2")]
    assert told == [*first, (shows, "C1")]


def test_fs_161_orders_belong_to_their_phase():
    league("O", "C", phase="build").refused("E01", "seal_orders", faction="O")
    league("O", "C").refused("E01", "reveal")
    league("O", "C").refused("E04", "seal_orders", faction="O", turn=7)


def test_a_sheet_is_read_as_it_was_sealed_and_as_json_gives_it_back():
    told = sheet(O1=("forced_march", ("T07", "T12")), O2=("hold", ()))
    again = json.loads(json.dumps(told))
    assert sealed_order_plans(told) == sealed_order_plans(again)
    assert sealed_order_plans(told)["O1"].path == ("T07", "T12")
    assert sealed_order_plans(told)["O2"].seq == 2
    assert sealed_order_plans(None) == {}
