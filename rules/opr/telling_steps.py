"""What follows a mission, told: casualties, experience, the market, recruits, and what events still asked."""

from __future__ import annotations

from rules.language import listed
from rules.opr.booking import points
from rules.opr.effects import (
    Experience,
    ItemGained,
    ItemTried,
    LevelGained,
    Points,
    TraitGained,
    UnitJoined,
    UnitLeft,
    UnitStatusSet,
)
from rules.opr.missions import EventChanged, EventRolled
from rules.opr.told import Teller, Told, trait, trait_name


def _casualties(told: Told) -> str:
    parts = [f"{told.names(one.unit)} {_gone(one)}" for one in told.all(UnitLeft)]
    parts += [
        f"{told.names(one.unit)} had to sit out {_missions(one.sits_out)}"
        for one in told.all(UnitStatusSet)
        if one.status == "sitting_out"
    ]
    parts += [trait(told, one) for one in told.all(TraitGained)]
    parts += [_xp(told, one) for one in told.all(Experience) if one.amount > 0]
    fallen = any(key.startswith("casualty:") for key in told.asked)
    quiet = "everybody recovered" if fallen else "nobody had fallen"
    return f"{told.name('warband')}: " + (listed(parts) if parts else quiet)


def _gone(left: UnitLeft) -> str:
    return "died" if left.status == "dead" else "left for good"


def _missions(count: int) -> str:
    return "a mission" if count == 1 else f"{count} missions"


def _xp(told: Told, gained: Experience) -> str:
    return f"{told.names(gained.unit)} gained {gained.amount} XP"


def _experience(told: Told) -> str:
    total = sum(one.amount for one in told.all(Experience))
    risen = {one.unit: one.level for one in told.all(LevelGained)}
    learnt = [_risen(told, unit, level) for unit, level in risen.items()]
    learnt += [trait(told, one) for one in told.all(TraitGained) if one.unit not in risen]
    if not total and not learnt:
        return f"{told.name('warband')} learnt nothing new"
    tail = f". {'. '.join(learnt)}" if learnt else ""
    return f"{told.name('warband')} earned {total} XP{tail}"


def _risen(told: Told, unit: str, level: int) -> str:
    """`Grubnik reached level 1: Elite and Berserker`."""
    traits = [trait_name(told, one) for one in told.all(TraitGained) if one.unit == unit]
    return f"{told.names(unit)} reached level {level}" + (f": {listed(traits)}" if traits else "")


def _bought(told: Told) -> str:
    gained = told.one(ItemGained)
    label = gained.item.label if gained else "an upgrade"
    price = gained.item.price or 0 if gained else 0
    return f"{told.name('unit')} got {label} for {points(price)}"


def _sold(told: Told) -> str:
    paid, tried = told.one(Points), told.one(ItemTried)
    if tried:
        return f"Nobody wanted to buy an upgrade of {told.name('unit')}"
    amount = paid.amount if paid else 0
    if amount < 0:
        return f"{told.name('unit')} got rid of an upgrade for {points(-amount)}"
    return f"{told.name('unit')} sold an upgrade for {points(amount)}"


def _recruited(told: Told) -> str:
    joined = told.one(UnitJoined)
    name = told.names(joined.id) if joined else "A unit"
    veteran = " as a veteran" if joined and joined.veteran else ""
    gained = [trait(told, one) for one in told.all(TraitGained)]
    return f"{name} joined {told.name('warband')}{veteran}" + (f"; {listed(gained)}" if gained else "")


def _rival_bought(told: Told) -> str:
    gained = [f"{one.item.label} for {told.names(one.unit)}" for one in told.all(ItemGained)]
    return f"The die bought {told.name('warband')} {listed(gained) if gained else 'nothing'}"


def _rival_recruited(told: Told) -> str:
    joined = [told.names(one.id) for one in told.all(UnitJoined)]
    return f"The die recruited {listed(joined) if joined else 'nobody'} for {told.name('warband')}"


def _sent(told: Told) -> str:
    changed = told.one(EventChanged)
    if changed is None or changed.outcome != "sent":
        return f"{told.name('warband')} sent nobody"
    return f"{told.names(changed.unit)} left the table and brought {points(changed.points)}"


def _collected(told: Told) -> str:
    return f"{told.name('warband')} was paid {points(sum(one.amount for one in told.all(Points)))}"


def _ransom(told: Told) -> str:
    left, paid = told.one(UnitLeft), told.one(Points)
    if left:
        return f"{told.names(left.unit)} was not bought free and is gone for good"
    unit = told.one(UnitStatusSet)
    price = points(-paid.amount) if paid else "nothing"
    return f"{told.names(unit.unit) if unit else 'The captive'} was bought free for {price}"


def _duel(told: Told) -> str:
    xp, left = told.one(Experience), told.one(UnitLeft)
    if xp and xp.because == "duel":
        return f"{told.names(xp.unit)} won its duel"
    return f"{told.names(left.unit)} died in the duel" if left else "The duel was lost"


def _struck(told: Told) -> str:
    rolled = told.one(EventRolled)
    return f"{told.rules.book.event_by_code[rolled.code].name}: {rolled.number}" if rolled else ""


TELLERS: dict[str, Teller] = {
    "event_die": _struck,
    "casualties": _casualties,
    "experience": _experience,
    "buy": _bought,
    "sell": _sold,
    "recruit": _recruited,
    "rival_upgrades": _rival_bought,
    "rival_recruits": _rival_recruited,
    "send": _sent,
    "collect": _collected,
    "ransom": _ransom,
    "duel": _duel,
}
