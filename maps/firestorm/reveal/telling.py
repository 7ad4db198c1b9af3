"""A step of the reveal in a sentence: what the banner was ordered, what it did, whom it met."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from django.utils.translation import gettext as _

from rules.engine.language import listed
from rules.firestorm.reveal.replay import RevealStep
from rules.firestorm.state import Battle, Firestorm

type Tone = Literal["", "gain", "risk"]


@dataclass(frozen=True, slots=True)
class RevealSentence:
    """A step's sentence, and a second one for what follows from it or why it did otherwise."""

    words: str
    rule: str
    note: str = ""
    tone: Tone = ""


def reveal_sentence(step: RevealStep, orders: dict[str, str]) -> RevealSentence:
    """One step; `orders` are the names of the four orders. Source: FS-27, FS-164"""
    if step.order.carried in ("hold", "fortify"):
        return _stays(step, orders)
    if step.battle or step.joined:
        return _meets(step)
    return _moves(step)


def _names(step: RevealStep) -> dict[str, str]:
    state, order = step.state, step.order
    way = [state.name_of(one) for one in step.trail[1:-1]]
    return {
        "banner": state.name_of(order.banner),
        "place": state.name_of(step.to),
        "way": listed(way) if way else "",
    }


def _stays(step: RevealStep, orders: dict[str, str]) -> RevealSentence:
    names, order = _names(step), step.order
    if order.carried == "fortify":
        return RevealSentence(_("%(banner)s fortifies %(place)s.") % names, "FS-37")
    words = _("%(banner)s holds %(place)s.") % names
    if order.reason == "attacked_first":
        names["order"] = orders[order.kind]
        to = listed([step.state.name_of(one) for one in order.path])
        note = _("Attacked before it could move; its order was %(order)s to %(to)s.") % (names | {"to": to})
        return RevealSentence(words, "FS-164", note, "risk")
    if order.reason == "illegal":
        return RevealSentence(words, "FS-29", _("Its order could not be carried out."), "risk")
    if order.reason == "none_given":
        return RevealSentence(words, "FS-29", _("No order had been sealed for it."))
    return RevealSentence(words, "FS-40")


def _moves(step: RevealStep) -> RevealSentence:
    names = _names(step)
    if step.ring:
        words = _("%(banner)s changes places with friendly banners and is now in %(place)s.")
        return RevealSentence(words % names, "FS-169")
    if not step.moved:
        note = _("A friendly banner is already where it wanted to go.")
        return RevealSentence(_("%(banner)s stays in %(place)s.") % names, "FS-169", note)
    if step.claimed == step.trail[1:] and len(step.claimed) > 1:
        names["places"] = listed([step.state.name_of(one) for one in step.claimed])
        return RevealSentence(_("%(banner)s marches and takes %(places)s.") % names, "FS-34", tone="gain")
    takes = step.to in step.claimed
    words = {
        (True, True): _("%(banner)s marches through %(way)s and takes %(place)s."),
        (True, False): _("%(banner)s marches through %(way)s to %(place)s."),
        (False, True): _("%(banner)s takes %(place)s."),
        (False, False): _("%(banner)s moves to %(place)s."),
    }[bool(names["way"]), takes]
    note = _on_the_way(step)
    return RevealSentence(words % names, "FS-32" if takes else "FS-31", note, "gain" if takes or note else "")


def _meets(step: RevealStep) -> RevealSentence:
    """A battle it opens, one it has to wait for, or one it joins. Source: FS-33, FS-171, FS-186"""
    names, state = _names(step), step.state
    battle = state.battles[step.battle or step.joined]
    if step.joined:
        third = battle.third == step.order.banner
        words = (
            _("%(banner)s arrives in %(place)s as a third party.")
            if third
            else _("%(banner)s comes to the aid of its garrison in %(place)s.")
        )
        return RevealSentence(words % names, "FS-171" if third else "FS-186", _on_the_way(step), "risk")
    if battle.after:
        words = _("%(banner)s arrives in %(place)s, where others are already fighting.")
        return RevealSentence(words % names, "FS-171", _("Its battle will be fought after theirs."), "risk")
    names["enemy"] = enemy_of(state, battle)
    words = (
        _("%(banner)s marches into %(place)s and meets %(enemy)s.")
        if step.order.kind == "forced_march"
        else _("%(banner)s moves into %(place)s and meets %(enemy)s.")
    )
    note = " ".join(filter(None, (_on_the_way(step), _("A battle follows."))))
    return RevealSentence(words % names, "FS-33", note, "risk")


def _on_the_way(step: RevealStep) -> str:
    """What it claimed before the place where it ends."""
    places = [step.state.name_of(one) for one in step.claimed if one != step.to]
    return _("It takes %(places)s on its way.") % {"places": listed(places)} if places else ""


def enemy_of(state: Firestorm, battle: Battle) -> str:
    """Whom an attacker meets: a banner, or a garrison alone."""
    if battle.defender:
        return state.name_of(battle.defender)
    return _("%(faction)s’s garrison") % {"faction": state.name_of(battle.defend)}
