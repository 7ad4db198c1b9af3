"""Step 5: buying and selling upgrades (OPR-56 to OPR-61)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.engine.games import ActTrait
from rules.engine.language import say
from rules.engine.procedure import Procedure, admit, require
from rules.engine.questions import Face, Roll
from rules.engine.questions import side as side_of
from rules.opr.booking import MOST_POINTS, Effects, Ledger, at_step, find_unit, points_text, same_name
from rules.opr.books import InForce
from rules.opr.effects import ItemGained, ItemLost, ItemPriced, ItemTried, UnitRearmed
from rules.opr.game import GAME, OprCtx
from rules.opr.mission_effects import SideNoted, StepTaken
from rules.opr.state import Item, Profile, Side, Unit
from rules.opr.warbands.founding import NewItem


@dataclass(frozen=True, slots=True)
class Sale:
    """What selling an item does to the pool; `gamble` when a die decides whether it sells at all."""

    points: int
    gamble: bool = False
    why_not: str = ""
    rule: str = "OPR-57"


def sale_of(rules: InForce, item: Item) -> Sale:
    """The terms on which an item can be sold, from its original price. Source: OPR-57 to OPR-60, A-40"""
    figures = rules.figures
    if not item.price:
        why_not = say("{item} never had a price; it cannot be sold.", item=item.label)
        return Sale(0, why_not=why_not, rule="OPR-60")
    if item.price < 0:
        return Sale(item.price, rule="OPR-59")
    if item.price == figures.sale_gamble_price:
        return Sale(figures.sale_gamble_price, gamble=True, rule="OPR-58")
    half = item.price // 2
    return Sale(half - half % figures.sale_round_to)


@GAME.procedure(
    "buy",
    rules=("OPR-56", "OPR-61"),
    slot="mission:{mission}:{warband}:buy",
    by="side:{warband}",
    repeat=True,
)
def buy_upgrade(ctx: OprCtx, *, mission: str, warband: str, unit: str, item: NewItem) -> Procedure[Effects]:
    """Buy an upgrade for a unit.

    One that costs less than 0 brings its points. Source: OPR-56, OPR-61
    """
    yield from at_step(ctx, mission, warband, "upgrades")
    buyer = find_unit(ctx.state, unit, warband)
    require(bool(item.label.strip()), "OPR-56", say("Enter the name of the upgrade."), "label")
    sentence = say("An upgrade can cost up to {most} points.", most=MOST_POINTS)
    require(abs(item.price) <= MOST_POINTS, "OPR-56", sentence, "price")
    worth = say(
        "{unit} is worth {points}; no upgrade can take it below zero.",
        unit=buyer.name,
        points=points_text(buyer.value),
    )
    yield from admit(buyer.value + item.price >= 0, "OPR-56", worth, "price")
    ledger = Ledger(ctx.state, ctx.book, mission)
    bought = Item(ctx.new("item"), item.label.strip(), item.price, weapons=item.weapons, rules=item.rules)
    ledger.points(warband, -item.price, "purchase", "OPR-56", bought.id)
    ledger.book(ItemGained(unit=buyer.id, item=bought, because="purchase", mission=mission, rule="OPR-56"))
    return ledger.effects


@GAME.procedure(
    "sell",
    rules=("OPR-57", "OPR-58", "OPR-59", "OPR-60"),
    slot="mission:{mission}:{warband}:sell:{item}",
    by="side:{warband}",
    repeat=True,
)
def sell(ctx: OprCtx, *, mission: str, warband: str, unit: str, item: str) -> Procedure[Effects]:
    """Sell one of a unit’s upgrades.

    Source: OPR-57 to OPR-60
    """
    side = yield from at_step(ctx, mission, warband, "upgrades")
    seller = find_unit(ctx.state, unit, warband)
    ledger = Ledger(ctx.state, ctx.book, mission)
    yield from _sold(ctx, ledger, side, seller, find_item(seller, item))
    return ledger.effects


@GAME.procedure(
    "sell_part",
    rules=("OPR-57", "OPR-58", "OPR-59"),
    slot="mission:{mission}:{warband}:sell_part:{unit}",
    by="side:{warband}",
    repeat=True,
)
def sell_part(ctx: OprCtx, *, mission: str, warband: str, unit: str, part: NewItem) -> Procedure[Effects]:
    """Sell an upgrade that is included in its unit’s price.

    Such prices stand in lists that price a unit as a whole. The seller says what it cost. Where nobody wants
    it, it stays and has that price of its own. Source: OPR-57 to OPR-59
    """
    side = yield from at_step(ctx, mission, warband, "upgrades")
    seller = find_unit(ctx.state, unit, warband)
    label = part.label.strip()
    require(bool(label), "OPR-57", say("Enter the name of the upgrade."), "label")
    require(
        part.price != 0,
        "OPR-57",
        say("Enter what the upgrade cost; that decides what it sells for."),
        "price",
    )
    within = say(
        "{unit} has a list price of {points}; an upgrade included in it cannot have cost more.",
        unit=seller.name,
        points=points_text(seller.list_points),
    )
    require(-MOST_POINTS <= part.price <= seller.list_points, "OPR-57", within, "price")
    has_own = any(same_name(one.label, label) for one in seller.items)
    own_price = say("{unit} has {item} with a price of its own. Sell that one.", unit=seller.name, item=label)
    require(not has_own, "OPR-57", own_price, "label")
    item = Item(ctx.new("item"), label, part.price)
    ledger = Ledger(ctx.state, ctx.book, mission)
    ledger.book(ItemPriced(unit=unit, item=item, mission=mission, rule="OPR-57"))
    yield from _sold(ctx, ledger, side, seller, item, f"sale:{unit}")
    return ledger.effects


def _sold(
    ctx: OprCtx, ledger: Ledger, side: Side, seller: Unit, item: Item, key: str = ""
) -> Procedure[None]:
    """Book the sale of an item, or that nobody wanted it; `key`: of its die, where the item's id does not
    make it.
    """
    sale, mission = sale_of(ctx.book, item), ledger.mission
    require(not sale.why_not, sale.rule, sale.why_not)
    if sale.gamble:
        why_not = why_no_gamble(ctx.book, side, item, mission)
        yield from admit(not why_not, "OPR-58", why_not)
        ledger.book(SideNoted(mission=mission, warband=side.warband, gambles=1, rule="OPR-58"))
        if not (yield from _gamble(ctx.book, seller, item, key)):
            ledger.book(ItemTried(unit=seller.id, item=item.id, mission=mission, rule="OPR-58"))
            return
    ledger.points(side.warband, sale.points, "sale", sale.rule, item.id)
    ledger.book(ItemLost(unit=seller.id, item=item.id, because="sale", mission=mission, rule=sale.rule))


def why_no_gamble(rules: InForce, side: Side, item: Item, mission: str) -> str:
    """Why this five-point item cannot be tried now, empty when it can. Source: OPR-58, A-40"""
    if item.tried == mission:
        return say("Nobody wanted {item} after this mission. Try again after the next one.", item=item.label)
    if rules.setting("gamble_tries") == "warband" and side.gambles:
        return say(
            "You may try to sell one five-point item after each mission, and you have already tried one."
        )
    return ""


def _gamble(rules: InForce, unit: Unit, item: Item, key: str = "") -> Procedure[bool]:
    need, price = rules.figures.sale_gamble_ok, rules.figures.sale_gamble_price
    sold, unwanted = say("Sold for {points}", points=points_text(price)), say("Nobody wants it")
    faces = tuple(Face(face, sold if face >= need else unwanted) for face in range(1, 7))
    text = say("Does anybody want {item}?", item=item.label)
    key, who = key or f"sale:{item.id}", side_of(unit.warband)
    die: int = yield Roll(key, text, rule="OPR-58", who=who, about=unit.id, faces=faces)
    return die >= need


def find_item(unit: Unit, item: str) -> Item:
    """The item of a unit that is to be sold; raises `Refused`. Source: OPR-57"""
    for one in unit.items:
        if one.id == item:
            return one
    require(False, "OPR-57", say("{unit} does not carry that item.", unit=unit.name))
    raise AssertionError


@GAME.procedure(
    "rearm_unit",
    rules=("OPR-56", "OPR-61"),
    slot="mission:{mission}:{warband}:rearm:{unit}",
    by="side:{warband}",
    repeat=True,
)
def rearm_unit(ctx: OprCtx, *, mission: str, warband: str, unit: str, profile: Profile) -> Procedure[Effects]:
    """Record what a unit carries now that its upgrades have changed.

    No points change hands: what has a price is bought and sold. Source: OPR-56, OPR-61
    """
    yield from at_step(ctx, mission, warband, "upgrades")
    rearmed = find_unit(ctx.state, unit, warband)
    return (UnitRearmed(unit=rearmed.id, profile=profile, before=rearmed.profile, rule="OPR-61"),)


@GAME.procedure(
    "close_upgrades",
    rules=("OPR-20",),
    slot="mission:{mission}:{warband}:upgrades",
    by="side:{warband}",
    traits=(ActTrait.MINOR,),
)
def close_upgrades(ctx: OprCtx, *, mission: str, warband: str) -> Procedure[Effects]:
    """Step 5 is done; recruiting is next.

    Source: OPR-20, OPR-21
    """
    yield from at_step(ctx, mission, warband, "upgrades")
    return (StepTaken(mission=mission, warband=warband, step="recruiting", rule="OPR-20"),)
