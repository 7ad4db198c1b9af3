"""The Final Assault: equipment bought for it, and the report of who won.

Source: FS-144, FS-155 … FS-157
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

from rules.engine.effects import Effect
from rules.engine.procedure import Procedure
from rules.firestorm.battles.admission import battle_of
from rules.firestorm.battles.games import told_by_faction
from rules.firestorm.book import FirestormInForce
from rules.firestorm.faction_figures import assault_of, players_of
from rules.firestorm.game import GAME, FirestormCtx
from rules.firestorm.siege.siege_rules import siege_item_price, siege_side, siege_turn_problems
from rules.firestorm.siege_effects import Bought, SiegeMoved
from rules.firestorm.siege_state import Besieging, Purchase, Siege
from rules.firestorm.state import Battle, Bout, Firestorm, Grade, SideName
from rules.firestorm.work import FirestormWork
from rules.turns.problems import TurnProblem, stop

MOST_TARGET = 80
RESULTS: dict[tuple[Besieging, str], Grade] = {
    ("besieger", "major"): "major_victory",
    ("besieger", "minor"): "minor_victory",
    ("besieged", "major"): "major_defeat",
    ("besieged", "minor"): "minor_defeat",
}


@GAME.procedure(
    "buy_equipment", rules=("FS-155", "FS-156", "FS-157"), slot="siege:{battle}:{faction}:buy",
    by="side:{faction}", repeat=True,
)  # fmt: skip
def buy_equipment(
    ctx: FirestormCtx, *, battle: str, faction: str, item: str, target: str
) -> Procedure[tuple[Effect, ...]]:
    """Spend siege points for the Final Assault, each time on a unit, wall, gate or tower.

    Source: FS-155, FS-156, FS-157
    """
    state, book = ctx.state, ctx.book
    found = battle_of(state, book, battle)
    problems = siege_turn_problems(state, book, "buy_equipment", found, faction, "assault")
    yield from stop(book.problem("E118").about("battle") if one.code == "E120" else one for one in problems)
    now, mine = state.sieges[battle], siege_side(found, faction)
    yield from stop(equipment_problems(book, now, mine, item, target))
    price, name = siege_item_price(book, now, item), f"{mine}_points"
    number = sum(one.siege == battle for one in state.purchases.values()) + 1
    bought = Purchase(
        id=f"{battle}:bought:{number}", siege=battle, side=mine, item=item, cost=price, target=target.strip()
    )
    left = getattr(now, name) - price
    paid = replace(now, besieger_points=left) if mine == "besieger" else replace(now, besieged_points=left)
    work = FirestormWork(ctx)
    work.do(Bought(purchase=bought, rule="FS-157"))
    work.do(SiegeMoved(siege=paid, rule="FS-157"))
    return work.done()


def equipment_problems(
    book: FirestormInForce, siege: Siege, mine: Besieging, item: str, target: str
) -> Iterator[TurnProblem]:
    """Why a side does not buy this. Source: FS-155, FS-157"""
    row = book.siege.equipment.get(item)
    if row is None or row.side != mine:
        yield book.problem("E114").about("item")
        return
    if not target.strip() or len(target) > MOST_TARGET:
        yield book.problem("E116").about("target")
    price, points = siege_item_price(book, siege, item), getattr(siege, f"{mine}_points")
    if points < price:
        yield book.problem("E117", item=row.name, price=price, points=points).about("item")


@GAME.procedure(
    "end_siege", rules=("FS-144",), slot="siege:{battle}:assault", by="side:{faction}", repeat=True
)
def end_siege(
    ctx: FirestormCtx, *, battle: str, faction: str, winner: Besieging,
    grade: Literal["major", "minor"] = "major", attacker_tabled: bool = False, defender_tabled: bool = False,
    fought: tuple[str, ...] = (),
) -> Procedure[tuple[Effect, ...]]:  # fmt: skip
    """Report who won the Final Assault, and with it the battle; it counts once the other side agrees.

    While a report of the other side waits, this is an answer to it, which agrees or disputes. Everybody of
    both sides may fight in it: `fought` are the players who did. Source: FS-50, FS-110, FS-144
    """
    state, book = ctx.state, ctx.book
    found = battle_of(state, book, battle)
    yield from stop(siege_turn_problems(state, book, "end_siege", found, faction, "assault"))
    yield from stop(_fought_problems(state, book, found, fought))
    fixed = book.settings.siege_grade
    known = assault_of(state, battle)
    flags: tuple[tuple[SideName, bool], ...] = (("attack", attacker_tabled), ("defend", defender_tabled))
    told = replace(
        known or Bout(id=ctx.new("game"), battle=battle),
        result=RESULTS[winner, grade if fixed == "agreed" else fixed],
        tabled=tuple(side for side, is_so in flags if is_so),
        assault=True,
        fought=fought,
    )
    waits = known if known is not None and known.status in ("reported", "disputed") else None
    return (yield from told_by_faction(ctx, waits, told, faction, "FS-144"))


def _fought_problems(
    state: Firestorm, book: FirestormInForce, battle: Battle, fought: tuple[str, ...]
) -> Iterator[TurnProblem]:
    """Players of both sides, each once. Source: FS-110"""
    known = {player for faction in battle.factions for player in players_of(state, faction)}
    if not known.issuperset(fought) or len(set(fought)) != len(fought):
        yield book.problem("E51").about("fought")
