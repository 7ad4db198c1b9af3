"""What follows a mission, told: casualties, experience, the market, recruits, and what events still asked."""

from __future__ import annotations

from rules.engine.language import listed, say, say_many, with_heading
from rules.engine.telling import joined_sentences
from rules.opr.booking import few, points_text
from rules.opr.effects import (
    Experience,
    ItemGained,
    ItemPriced,
    ItemTried,
    LevelGained,
    Points,
    TraitGained,
    UnitJoined,
    UnitLeft,
    UnitRearmed,
    UnitStatusSet,
)
from rules.opr.mission_effects import EventChanged, EventRolled
from rules.opr.telling.entry_context import OprEntryContext, Teller, gained_trait_name, trait


def _casualties(told: OprEntryContext) -> str:
    parts = [_gone(told, one) for one in told.all(UnitLeft)]
    parts += [_benched(told, one) for one in told.all(UnitStatusSet) if one.status == "sitting_out"]
    parts += [trait(told, one) for one in told.all(TraitGained)]
    parts += [_xp(told, one) for one in told.all(Experience) if one.amount > 0]
    who = told.name("warband")
    if parts:
        return with_heading(who, listed(parts))
    if any(key.startswith("casualty:") for key in told.answers):
        return say("{warband}: everybody recovered", warband=who)
    return say("{warband}: no casualties", warband=who)


def _gone(told: OprEntryContext, left: UnitLeft) -> str:
    unit = told.names(left.unit)
    return say("{unit} died", unit=unit) if left.status == "dead" else say("{unit} left for good", unit=unit)


def _benched(told: OprEntryContext, benched: UnitStatusSet) -> str:
    return say_many(
        benched.sits_out,
        "{unit} had to sit out a mission",
        "{unit} had to sit out {number} missions",
        unit=told.names(benched.unit),
    )


def _xp(told: OprEntryContext, gained: Experience) -> str:
    return say("{unit} gained {number} XP", unit=told.names(gained.unit), number=gained.amount)


def _experience(told: OprEntryContext) -> str:
    total = sum(one.amount for one in told.all(Experience))
    risen = {one.unit: one.level for one in told.all(LevelGained)}
    learnt = [_risen(told, unit, level) for unit, level in risen.items()]
    learnt += [trait(told, one) for one in told.all(TraitGained) if one.unit not in risen]
    if not total and not learnt:
        return say("{warband} learned nothing new", warband=told.name("warband"))
    earned = say("{warband} earned {number} XP", warband=told.name("warband"), number=total)
    return joined_sentences(earned, *learnt)


def _risen(told: OprEntryContext, unit: str, level: int) -> str:
    """`Grubnik reached level 1: Elite and Berserker`."""
    traits = [gained_trait_name(told, one) for one in told.all(TraitGained) if one.unit == unit]
    reached = say("{unit} reached level {level}", unit=told.names(unit), level=level)
    return with_heading(reached, listed(traits)) if traits else reached


def _bought(told: OprEntryContext) -> str:
    gained = told.one(ItemGained)
    if gained is None:
        return say("{unit} got an upgrade", unit=told.name("unit"))
    item, price = gained.item.label, points_text(gained.item.price or 0)
    return say("{unit} got {item} for {price}", unit=told.name("unit"), item=item, price=price)


def _sold(told: OprEntryContext) -> str:
    paid, unit, part = told.one(Points), told.name("unit"), told.one(ItemPriced)
    amount = paid.amount if paid else 0
    if part:
        return _part_sold(told, unit, part.item.label, amount)
    if told.one(ItemTried):
        return say("Nobody wanted to buy an upgrade from {unit}", unit=unit)
    if amount < 0:
        return say("{unit} paid {price} to get rid of an upgrade", unit=unit, price=points_text(-amount))
    return say("{unit} sold an upgrade for {price}", unit=unit, price=points_text(amount))


def _part_sold(told: OprEntryContext, unit: str, item: str, amount: int) -> str:
    if told.one(ItemTried):
        return say("Nobody wanted to buy {item} from {unit}", item=item, unit=unit)
    if amount < 0:
        return say(
            "{unit} paid {price} to get rid of {item}", unit=unit, item=item, price=points_text(-amount)
        )
    return say("{unit} sold {item} for {price}", unit=unit, item=item, price=points_text(amount))


def _rearmed(told: OprEntryContext) -> str:
    noted, unit = told.one(UnitRearmed), told.name("unit")
    came, went = (few(noted.came), few(noted.went)) if noted else ("", "")
    if came and went:
        return say("{unit} now has {came} instead of {went}", unit=unit, came=came, went=went)
    if came:
        return say("{unit} now also has {came}", unit=unit, came=came)
    if went:
        return say("{unit} no longer has {went}", unit=unit, went=went)
    weapons = [weapon.label for weapon in noted.profile.weapons] if noted and not noted.before else []
    if not weapons:
        return say("{unit} now has different equipment", unit=unit)
    return say("{unit} now carries {weapons}", unit=unit, weapons=few(weapons))


def _recruited(told: OprEntryContext) -> str:
    joined = told.one(UnitJoined)
    unit, warband = told.names(joined.id) if joined else say("A unit"), told.name("warband")
    if joined and joined.veteran:
        sentence = say("{unit} joined {warband} as a veteran", unit=unit, warband=warband)
    else:
        sentence = say("{unit} joined {warband}", unit=unit, warband=warband)
    gained = [trait(told, one) for one in told.all(TraitGained)]
    return f"{sentence}; {listed(gained)}" if gained else sentence


def _rival_bought(told: OprEntryContext) -> str:
    warband = told.name("warband")
    gained = [
        say("{item} for {unit}", item=one.item.label, unit=told.names(one.unit))
        for one in told.all(ItemGained)
    ]
    if not gained:
        return say("The die bought nothing for {warband}", warband=warband)
    return say("The die bought upgrades for {warband}: {items}", warband=warband, items=listed(gained))


def _rival_recruited(told: OprEntryContext) -> str:
    joined = told.listed([one.id for one in told.all(UnitJoined)])
    return say("The die recruited {units} for {warband}", units=joined, warband=told.name("warband"))


def _sent(told: OprEntryContext) -> str:
    changed = told.one(EventChanged)
    if changed is None or changed.outcome != "sent":
        return say("{warband} sent nobody", warband=told.name("warband"))
    unit, brought = told.names(changed.unit), points_text(changed.points)
    return say("{unit} left the table and brought home {points}", unit=unit, points=brought)


def _collected(told: OprEntryContext) -> str:
    paid = points_text(sum(one.amount for one in told.all(Points)))
    return say("{warband} was paid {points}", warband=told.name("warband"), points=paid)


def _ransom(told: OprEntryContext) -> str:
    left, paid = told.one(UnitLeft), told.one(Points)
    if left:
        return say("{unit} was not ransomed and is gone for good", unit=told.names(left.unit))
    freed = told.one(UnitStatusSet)
    unit = told.names(freed.unit) if freed else say("The captive")
    price = points_text(-paid.amount) if paid else say("nothing")
    return say("{unit} was ransomed for {price}", unit=unit, price=price)


def _duel(told: OprEntryContext) -> str:
    xp, left = told.one(Experience), told.one(UnitLeft)
    if xp and xp.because == "duel":
        return say("{unit} won its duel", unit=told.names(xp.unit))
    if left:
        return say("{unit} died in the duel", unit=told.names(left.unit))
    return say("The duel was lost")


def _struck(told: OprEntryContext) -> str:
    rolled = told.one(EventRolled)
    return with_heading(told.rules.event_by_code[rolled.code].name, rolled.number) if rolled else ""


TELLERS: dict[str, Teller] = {
    "event_die": _struck,
    "casualties": _casualties,
    "experience": _experience,
    "buy": _bought,
    "sell": _sold,
    "sell_part": _sold,
    "rearm_unit": _rearmed,
    "recruit": _recruited,
    "rival_upgrades": _rival_bought,
    "rival_recruits": _rival_recruited,
    "send": _sent,
    "collect": _collected,
    "ransom": _ransom,
    "duel": _duel,
}
