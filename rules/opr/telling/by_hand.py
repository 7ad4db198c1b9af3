"""What is changed by hand, told to people: by an organiser, or of a name and an owner by the player.

Source: OPR-18, OPR-68, SOLO-76
"""

from __future__ import annotations

from rules.engine.language import listed, mark, said, say, say_many
from rules.engine.plain import number_in
from rules.engine.telling import sentence_teller
from rules.opr.booking import points_text
from rules.opr.effects import ItemGained, RivalSet, TraitGained
from rules.opr.telling.entry_context import OprEntryContext, Teller, because, trait


def _handed_over(told: OprEntryContext) -> str:
    owner = told.names(f"person:{told.params['owner']}")
    warband = told.name("warband")
    return because(told, say("{name} now plays the warband “{warband}”", name=owner, warband=warband))


def _amount(given: str, lost: str) -> Teller:
    """By hand: two sentences with {who} filled in, and the {number} or the {points}."""

    def teller(told: OprEntryContext) -> str:
        amount = number_in(told.params, "amount")
        who, number = told.name("unit" if "unit" in told.params else "warband"), abs(amount)
        text = given if amount >= 0 else lost
        return because(told, said(text, who=who, number=number, points=points_text(number)))

    return teller


def _given_trait(told: OprEntryContext) -> str:
    return because(told, listed([trait(told, one) for one in told.all(TraitGained)]))


def _given_item(told: OprEntryContext) -> str:
    gained, unit = told.one(ItemGained), told.name("unit")
    if gained is None:
        return because(told, say("{unit} got an upgrade", unit=unit))
    return because(told, say("{unit} got {item}", unit=unit, item=gained.item.label))


def _joined(told: OprEntryContext) -> str:
    unit = told.name("unit")
    if told.params.get("to"):
        return say("{unit} joined {other}", unit=unit, other=told.name("to"))
    return say("{unit} is now on its own", unit=unit)


def _benched(told: OprEntryContext) -> str:
    unit, missions = told.name("unit"), number_in(told.params, "missions")
    if not missions:
        return because(told, say("{unit} was called back", unit=unit))
    sentence = say_many(
        missions,
        "{unit} has to sit out {number} mission",
        "{unit} has to sit out {number} missions",
        unit=unit,
    )
    return because(told, sentence)


def _rival(told: OprEntryContext) -> str:
    warband, given = told.name("warband"), told.one(RivalSet)
    if given and given.rival:
        return say("{warband} is now run by the app", warband=warband)
    return say("{warband} is now run by a player", warband=warband)


TELLERS: dict[str, Teller] = {
    "give_points": _amount(mark("{who} was given {points}"), mark("{who} lost {points}")),
    "give_vp": _amount(mark("{who} was given {number} VP"), mark("{who} lost {number} VP")),
    "give_xp": _amount(mark("{who} was given {number} XP"), mark("{who} lost {number} XP")),
    "give_value": _amount(mark("{who} gained {points} in value"), mark("{who} lost {points} in value")),
    "give_trait": _given_trait,
    "take_trait": sentence_teller(mark("{unit} lost a trait: {words}")),
    "give_item": _given_item,
    "take_item": sentence_teller(mark("{unit} lost an upgrade: {words}")),
    "move_unit": sentence_teller(mark("{unit} moved to {warband}: {words}")),
    "remove_unit": sentence_teller(mark("{unit} was taken off its sheet: {words}")),
    "return_unit": sentence_teller(mark("{unit} returned to its sheet: {words}")),
    "bench_unit": _benched,
    "rename_unit": sentence_teller(mark("A unit is now called {unit}")),
    "join_unit": _joined,
    "rename_warband": sentence_teller(mark("A warband is now called {warband}")),
    "rival": _rival,
    "hand_over": _handed_over,
}
