"""The reveal told again step by step: each banner once, in the order of the reveal, to the same map."""

from __future__ import annotations

import pytest

from rules.engine.games import Ctx
from rules.firestorm.orders.plans import OrderPlan
from rules.firestorm.reveal.replay import RevealStep, reveal_steps
from rules.firestorm.reveal.revealing import settle_reveal
from rules.firestorm.work import FirestormWork
from tests.rules.firestorm.cases import Case, cases, plan, situation
from tests.rules.firestorm.play import League

BY_NUMBER = {one.number: one for one in cases()}


def told(found: League, orders: dict[str, str]) -> tuple[RevealStep, ...]:
    """The steps of a reveal of these orders, which has been carried out."""
    sheets: dict[str, dict[str, OrderPlan]] = {}
    for banner, words in orders.items():
        sheets.setdefault(banner[0], {})[banner] = plan(banner, words)
    work = FirestormWork(Ctx(found.state, found.book_now, "e1"))
    settle_reveal(work, sheets)
    before = found.state
    found.book(work.done())
    return reveal_steps(before, work.done())


@pytest.mark.parametrize("case", BY_NUMBER.values(), ids=lambda one: f"{one.number}")
def test_fs_27_every_reveal_can_be_told_and_ends_on_the_same_map(case: Case):
    found = situation(case)
    seen = told(found, case.orders)
    assert sorted(one.order.banner for one in seen) == sorted(found.state.banners)
    factions = [one.order.faction for one in seen]
    assert factions == sorted(factions, key=case.initiative.index)
    last = seen[-1].state
    assert last.territories == found.state.territories
    assert last.banners == found.state.banners
    assert last.orders == found.state.orders
    assert last.battles.keys() == found.state.battles.keys()


def test_fs_27_who_stays_is_shown_before_who_moves():
    case = BY_NUMBER[104]
    seen = told(situation(case), {**case.orders, "D1": "hold"})
    assert [one.order.banner for one in seen] == ["O1", "O2", "D1", "D2"]
    assert [one.moved for one in seen] == [True, True, False, False]


def test_fs_34_a_march_tells_what_it_claimed_and_where_it_went():
    case = BY_NUMBER[2]
    (only,) = [one for one in told(situation(case), case.orders) if one.moved]
    assert only.claimed == ("T07", "T08")
    assert only.trail == ("T01", "T07", "T08")
    assert only.to == "T08"


def test_fs_33_the_step_that_comes_to_a_battle_names_it_and_not_the_one_before():
    case = BY_NUMBER[80]
    moved = next(one for one in told(situation(case), case.orders) if one.moved)
    assert moved.state.battles[moved.battle].territory == "T12"


def test_fs_186_a_banner_that_joins_its_garrison_names_the_battle_it_joins():
    case = BY_NUMBER[65]
    seen = told(situation(case), case.orders)
    assert [bool(one.joined) for one in seen] == [False, True]
    assert seen[1].joined == seen[0].battle


def test_fs_164_nobody_sees_a_later_order_before_its_step():
    case = BY_NUMBER[80]
    seen = told(situation(case), case.orders)
    assert len(seen[0].state.orders) == 1
