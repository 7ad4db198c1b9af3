"""Steps 5 and 6 of a rival: a die spends its points, where the league lets a die choose (SOLO-02, SOLO-76).

The solo rules say that a rival's upgrades and recruits are chosen by SOLO-02 and leave open among what, how
often and how much. Here: an organiser writes down what its army list offers, because no army book is known;
units like those it has may be offered without (`more_of_the_same`). Then one is drawn after the other among
those the pool affords, each equally likely, and to keep the points is always one of the answers, which ends
it. When the pool affords nothing, nothing is bought and nothing is thrown. Each offer is taken once; what the
rulebook forbids (a second new hero) is not drawn. A rival never sells, never disbands and recruits no
veterans. There is one drawing for each step of a mission, so nobody draws until it suits them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from pydantic import ConfigDict

from rules.engine.language import say, say_many
from rules.engine.procedure import Procedure, admit, require
from rules.engine.questions import Choose, Option
from rules.engine.questions import side as side_of
from rules.engine.refusals import Refused
from rules.opr.aftermath.recruiting import why_no_hero
from rules.opr.booking import MOST_POINTS, Effects, Ledger, at_step, points_text
from rules.opr.books import InForce
from rules.opr.effects import ItemGained
from rules.opr.game import GAME, OprCtx
from rules.opr.mission_effects import SideNoted
from rules.opr.state import Item, OprState, Side, Step
from rules.opr.warbands.founding import (
    NewItem,
    NewUnit,
    price_problems,
    require_fine,
    unit_effects,
    unit_name_problems,
)

KEEP = "keep"
MOST_OFFERS = 60


@dataclass(frozen=True, slots=True)
class RivalOffer:
    """An upgrade that the army list offers to one unit."""

    __pydantic_config__ = ConfigDict(extra="forbid")
    unit: str
    item: NewItem


def more_of_the_same(state: OprState, rules: InForce, warband: str) -> list[NewUnit]:
    """A unit like each regular one on the sheet, as its list has it, under the next free number.

    Source: OPR-18, OPR-63
    """
    found: dict[str, NewUnit] = {}
    for unit in state.sheet(warband):
        stem = re.sub(r" \d+$", "", unit.name)
        if unit.hero or not unit.list_points or stem in found:
            continue
        names = (f"{stem} {number}" for number in range(2, 1000))
        free = next(name for name in names if not unit_name_problems(state, rules, warband, [name]))
        found[stem] = NewUnit(free, unit.list_points, caster=unit.caster, profile=unit.profile)
    return list(found.values())


@GAME.procedure(
    "rival_upgrades",
    rules=("SOLO-02", "SOLO-76", "OPR-56"),
    slot="mission:{mission}:{warband}:rival-upgrades",
    by="organiser",
)
def rival_upgrades(
    ctx: OprCtx, *, mission: str, warband: str, offered: list[RivalOffer]
) -> Procedure[Effects]:
    """Let a die buy upgrades for a rival, one at a time, until the points run out or the die says stop.

    The rules leave open among what, how often and how much; keeping the points is as likely as any offer, and
    once for each mission it is drawn. Source: SOLO-02, SOLO-76, OPR-56
    """
    yield from _of_a_rival(ctx, mission, warband, "upgrades", len(offered))
    sheet = {unit.id: unit.name for unit in ctx.state.sheet(warband)}
    for one in offered:
        require(bool(one.item.label.strip()), "OPR-56", say("Enter the name of the upgrade."), "label")
        most = say("Enter up to {most} points.", most=MOST_POINTS)
        require(abs(one.item.price) <= MOST_POINTS, "OPR-56", most, "price")
    there = [one for one in offered if one.unit in sheet]  # whoever is gone by now gets nothing
    labels = [say("{item} for {unit}", item=one.item.label.strip(), unit=sheet[one.unit]) for one in there]
    ledger = Ledger(ctx.state, ctx.book, mission)
    prices = [one.item.price for one in there]
    for n in (yield from _drawn(ledger, warband, "upgrade", labels, prices)):
        new, unit = there[n].item, there[n].unit
        bought = Item(
            ctx.new(f"item-{n + 1}"), new.label.strip(), new.price, weapons=new.weapons, rules=new.rules
        )
        ledger.points(warband, -new.price, "purchase", "OPR-56", bought.id)
        ledger.book(ItemGained(unit=unit, item=bought, because="purchase", mission=mission, rule="OPR-56"))
    return ledger.effects


@GAME.procedure(
    "rival_recruits",
    rules=("SOLO-02", "SOLO-76", "OPR-62", "OPR-63"),
    slot="mission:{mission}:{warband}:rival-recruits",
    by="organiser",
)
def rival_recruits(ctx: OprCtx, *, mission: str, warband: str, offered: list[NewUnit]) -> Procedure[Effects]:
    """Let a die recruit for a rival, one unit at a time, until the points run out or the die says stop.

    One new hero at most, no veterans; otherwise as with upgrades. Source: SOLO-02, SOLO-76, OPR-62, OPR-63
    """
    side = yield from _of_a_rival(ctx, mission, warband, "recruiting", len(offered))
    for problem in unit_name_problems(ctx.state, ctx.book, warband, [one.name for one in offered]):
        yield from admit(False, problem.rule, problem.sentence, problem.field)
    require_fine(price_problems(offered))
    ledger = Ledger(ctx.state, ctx.book, mission)
    no_hero = why_no_hero(ctx.state, ctx.book, side)

    def barred(n: int, taken: Sequence[int]) -> str:
        """Why this one cannot be recruited, beyond its price."""
        if not offered[n].hero:
            return ""
        second = say("You can recruit only one hero after each mission, and you have already done so.")
        return no_hero or (second if any(offered[one].hero for one in taken) else "")

    names, prices = [one.name.strip() for one in offered], [one.cost for one in offered]
    taken = yield from _drawn(ledger, warband, "recruit", names, prices, barred)
    joining = [offered[n] for n in taken]
    for joined, new in zip(unit_effects(ctx, warband, joining, recruited=mission), joining, strict=True):
        ledger.book(joined)
        ledger.points(warband, -new.cost, "recruit", "OPR-63", joined.id)
        if new.hero:
            ledger.book(SideNoted(mission=mission, warband=warband, heroes_recruited=1, rule="OPR-62"))
    return ledger.effects


def _of_a_rival(ctx: OprCtx, mission: str, warband: str, step: Step, offers: int) -> Procedure[Side]:
    side = yield from at_step(ctx, mission, warband, step)
    rival = ctx.state.warbands[warband].rival != ""
    yield from admit(rival, "SOLO-76", say("A player runs this side and makes its choices."))
    sentence = say("List 1 to {most} options to choose from.", most=MOST_OFFERS)
    require(0 < offers <= MOST_OFFERS, "SOLO-02", sentence, "offered")
    return side


@dataclass
class _Drawing:
    """What a die may still take among these offers, one after the other. Source: SOLO-02"""

    labels: Sequence[str]
    prices: Sequence[int]
    barred: Callable[[int, Sequence[int]], str]
    pool: int
    taken: list[int] = field(default_factory=list)

    def within_reach(self) -> list[int]:
        left = [n for n, price in enumerate(self.prices) if price <= self.pool and n not in self.taken]
        return [n for n in left if not self.barred(n, self.taken)]

    def take(self, n: int) -> None:
        self.taken.append(n)
        self.pool -= self.prices[n]

    def why_not(self, offer: str) -> Refused | None:
        n = next((n for n in range(len(self.labels)) if offer == _offer(n)), None)
        if n is None:
            return None
        if n in self.taken:
            return Refused("", say("{item} has already been taken.", item=self.labels[n]))
        if why := self.barred(n, self.taken):
            return Refused("OPR-62", why)
        price = self.prices[n]
        short = say_many(
            price,
            "That costs {number} point; the pool holds {pool}.",
            "That costs {number} points; the pool holds {pool}.",
            pool=self.pool,
        )
        return Refused("", short)


def _offer(n: int) -> str:
    return f"offer-{n + 1}"


def _drawn(
    ledger: Ledger,
    warband: str,
    what: str,
    labels: Sequence[str],
    prices: Sequence[int],
    barred: Callable[[int, Sequence[int]], str] = lambda n, taken: "",
) -> Procedure[list[int]]:
    """The places of the offers taken, one after the other, until the points are kept or reach for nothing.

    Source: SOLO-02
    """
    drawing = _Drawing(labels, prices, barred, ledger.state.warbands[warband].pool)
    while reach := drawing.within_reach():
        options = [Option(_offer(n), labels[n], points_text(prices[n])) for n in reach]
        answer: str = yield Choose(
            f"{what}:{len(drawing.taken) + 1}",
            say("What will this side buy with {points}?", points=points_text(drawing.pool)),
            (*options, Option(KEEP, say("Keep the points"))),
            rule="SOLO-02",
            who=side_of(warband),
            about=warband,
            left_out=drawing.why_not,
        )
        if answer == KEEP:
            break
        drawing.take(next(n for n in reach if _offer(n) == answer))
    return drawing.taken
