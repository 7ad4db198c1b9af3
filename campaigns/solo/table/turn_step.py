"""A turn at the table: who of yours acted, the app's next unit, the dice of what it has just done.

Source: SOLO-22, SOLO-39 to SOLO-45, SOLO-51, SOLO-54.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.solo.table.steps import HiddenField, StepShown, StrikeShown, TableStep, UnitTap
from campaigns.solo.unit_labels import traits_of
from rules.engine.lazy_tables import having
from rules.solo.book import Rules
from rules.solo.playing import needs
from rules.solo.playing.attacks import in_battle, strike_rolled, why_no_reroll
from rules.solo.playing.turns import left_to_act
from rules.solo.state import SoloState, Unit
from rules.solo.state import Strike as Rolled


def round_step(state: SoloState, rules: Rules, do: str, fields: tuple[HiddenField, ...]) -> TableStep:
    game = state.game
    acted = _acted_last(state)
    more: StepShown = {
        "bonus": bonus_words(game.hit, game.defense),
        "strikes": strikes_of(state, rules, acted) if acted else (),
        "elite": elite(state, rules, acted) if acted else None,
    }
    if game.active == "human":
        units = [
            unit for unit in left_to_act(state, "human") if game.seat in (0, state.sides[unit.side].seat)
        ]
        more |= {
            "title": _("Which of your units acted?") if units else _("Take a turn with one of your units"),
            "words": _("Take your turn first, then tap the unit that acted.") if units else "",
            "taps": tuple(unit_tap(state, rules, unit) for unit in units),
            "untracked": not units or not game.tracked,
        }
    elif game.active == "ai":
        more |= {"title": _("The app’s turn"), "button": _("The app’s next unit")}
    else:
        more |= {
            "title": _("Every unit has acted"),
            "words": _("See who holds which marker."),
            "button": _("End round %(round)s") % {"round": game.round},
        }
    return TableStep(phase="round", do=do, fields=fields, **more)


def unit_tap(state: SoloState, rules: Rules, unit: Unit) -> UnitTap:
    several = len(state.human_sides()) > 1
    side = state.sides[unit.side].name if several else ""
    note = rules.words["stunned"] if unit.stunned else ""
    return UnitTap(unit.id, unit.name, side, note or traits_of(unit, rules))


def _acted_last(state: SoloState) -> Unit | None:
    """The unit of the app that acted last in this round, if it still stands."""
    latest = having(state.activations, "round", state.game.round).values()
    done = max(latest, key=lambda one: one.number, default=None)
    unit = state.units[done.unit] if done else None
    return unit if unit is not None and unit.on_table else None


def strikes_of(state: SoloState, rules: Rules, unit: Unit) -> tuple[StrikeShown, ...]:
    """What a unit strikes with in its activation, each with its dice or what they came to.

    Source: SOLO-51, SOLO-54
    """
    done = having(state.activations, "round", state.game.round).values()
    mine = (one for one in done if one.unit == unit.id)
    return tuple(_strike(state, rules, unit, weapon, enemy) for one in mine for weapon, enemy in one.targets)


def elite(state: SoloState, rules: Rules, unit: Unit) -> tuple[str, str] | None:
    """The unit that may roll once more, and what. Source: SOLO-28"""
    if why_no_reroll(state, rules, unit):
        return None
    return unit.id, _("Re-roll all the dice") if in_battle(rules) else _("Re-roll a missed die")


def rolled_words(strike: Rolled | None) -> str:
    """What dice came to; empty before they are thrown."""
    if strike is None:
        return ""
    hits = ngettext("%(hits)s of %(n)d die hit", "%(hits)s of %(n)d dice hit", strike.dice)
    return hits % {"hits": strike.hits, "n": strike.dice}


def _strike(state: SoloState, rules: Rules, unit: Unit, at: int, enemy: str) -> StrikeShown:
    weapon = unit.weapons[at]
    blow = needs.Blow(unit, state.units.get(enemy), weapon.is_ranged)
    victim = state.units[enemy].name if enemy in state.units else _("its target")
    label = _("%(unit)s: %(weapon)s at %(victim)s") % {
        "unit": unit.name,
        "weapon": weapon.label,
        "victim": victim,
    }
    target, rolled = enemy if enemy in state.units else "", rolled_words(strike_rolled(state, unit, at))
    note = odds_words(needs.to_hit(state, rules, blow, at))
    return StrikeShown(unit.id, at, target, label, note, rolled, chips_of(state, rules, blow, needs.TO_HIT))


def odds_words(odds: needs.Odds) -> str:
    """What an attack rolls and needs, and why."""
    dice = ngettext("%(n)d die", "%(n)d dice", odds.dice) % {"n": odds.dice}
    figures = {"dice": dice, "needed": odds.needed, "ap": odds.ap}
    said = _("%(dice)s, hits on %(needed)s+, AP(%(ap)s)") % figures
    return ", ".join(filter(None, [said, needs.modifier_reasons(odds.modifiers), _more_words(odds)]))


def _more_words(odds: needs.Odds) -> str:
    why = needs.modifier_reasons(odds.more)
    return _("attacks: %(why)s") % {"why": why} if why else ""


def chips_of(
    state: SoloState, rules: Rules, blow: needs.Blow, chips: Iterable[needs.Chip]
) -> tuple[tuple[str, str], ...]:
    """What the table may see of this roll, by key."""
    return tuple((chip.key, words) for chip, words in needs.offered_chips(state, rules, blow, chips))


def bonus_words(hit: int, defense: int) -> str:
    """The challenge bonus of a round; empty without one."""
    if not hit:
        return ""
    if defense:
        return _("Challenge: the app’s units get +1 to hit and to Defense this round.")
    return _("Challenge: the app’s units get +1 to hit this round.")
