"""Both sides of a game against the app, and one unit: wounds and states by tap, dice, sections.

Source: SOLO-43, SOLO-45, SOLO-54, SOLO-73 to SOLO-75.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from campaigns.shell.reading.forms import PlainForm
from campaigns.solo.table.forms import RuleForm, SpellForm, numbered_forms
from campaigns.solo.table.steps import StrikeShown
from campaigns.solo.table.turn_step import chips_of, elite, odds_words, strikes_of
from campaigns.solo.unit_labels import condition, side_name, traits_of, weapon_words
from campaigns.solo.viewer import SoloViewer
from rules.engine.language import with_heading
from rules.solo.book import Rules
from rules.solo.deciding.spells import caster_level
from rules.solo.playing import needs
from rules.solo.playing.needs import Blow
from rules.solo.state import ArmyRule, Marker, SoloState, Spell, Unit

SPELLS = 6
MOST_RULES = 3


@dataclass(frozen=True, slots=True)
class UnitLine:
    """A unit in the list of its side; `acted`: it has had its turn."""

    id: str
    name: str
    traits: str
    state: str
    out: bool
    acted: bool
    hero: bool
    section: int


@dataclass(frozen=True, slots=True)
class SideLines:
    id: str
    name: str
    is_app: bool
    points: int
    units: tuple[UnitLine, ...]


@dataclass(frozen=True, slots=True)
class MarkerLine:
    """A marker and who holds it; out of reach, the app goes for another one."""

    id: str
    name: str
    holder: str
    reachable: bool


@dataclass(frozen=True, slots=True)
class Roster:
    """Everybody, the app's sides first, and the markers. `conceding`: sides that may give up, perhaps beside
    partners.
    """

    sides: tuple[SideLines, ...]
    markers: tuple[MarkerLine, ...]
    conceding: tuple[tuple[str, str], ...]
    has_partners: bool
    may_act: bool


@dataclass(frozen=True, slots=True)
class WeaponLine:
    """A weapon with what its dice would need now."""

    at: int
    name: str
    note: str


@dataclass(frozen=True, slots=True)
class SoloUnitPage:
    """One unit. `enemies` are who may have taken it out, `hitters` the same with what they change in its
    saves, `chargers` with what they change when it strikes back; `strikes` its own attacks in this round,
    `elite` what it may roll once more."""

    id: str
    name: str
    side: str
    is_app: bool
    traits: str
    profile: str
    rules: str
    state: str
    wounds: int
    most: int
    stunned: bool
    stunned_word: str
    out: str
    out_word: str
    routed_word: str
    on_table: bool
    section: int
    may_shoot: bool
    shoots: bool
    may_act: bool
    weapons: tuple[WeaponLine, ...]
    strikes: tuple[StrikeShown, ...]
    elite: tuple[str, str] | None
    enemies: tuple[tuple[str, str], ...]
    hitters: tuple[tuple[str, str], ...]
    chargers: tuple[tuple[str, str], ...]
    spells: tuple[tuple[str, str], ...]
    side_id: str
    spell_rows: tuple[PlainForm, ...]
    army_rows: tuple[PlainForm, ...]
    saves: str
    save_chips: tuple[tuple[str, str], ...]
    back_chips: tuple[tuple[str, str], ...]

    @property
    def fewer(self) -> int:
        return max(self.wounds - 1, 0)

    @property
    def more(self) -> int:
        return self.wounds + 1

    @property
    def other_section(self) -> int:
        return 3 - self.section


def roster(viewer: SoloViewer) -> Roster:
    state: SoloState = viewer.state
    sides = [*state.ai_sides(), *state.human_sides()]
    giving_up = [side for side in state.human_sides() if not side.conceded and state.game.round]
    return Roster(
        sides=tuple(_side(state, viewer.book, side.id) for side in sides),
        markers=tuple(_marker(state, marker) for marker in state.markers.values()),
        conceding=tuple((side.id, side.name) for side in giving_up),
        has_partners=len(giving_up) > 1,
        may_act=_may_act(viewer),
    )


def _may_act(viewer: SoloViewer) -> bool:
    over = viewer.state.game.phase == "over"
    return (
        not over
        and viewer.seat is not None
        and viewer.actor.acts_as("table", viewer.scope, viewer.state, viewer.registration)
    )


def _marker(state: SoloState, marker: Marker) -> MarkerLine:
    holder = state.sides[marker.seized].name if marker.seized in state.sides else ""
    return MarkerLine(marker.id, marker.name, holder, marker.reachable)


def _side(state: SoloState, rules: Rules, side: str) -> SideLines:
    one = state.sides[side]
    units = [unit for unit in state.units_of(one.camp) if unit.side == side]
    listed = state.lists[one.list].name if one.list in state.lists else ""
    name = " · ".join(filter(None, [one.name, listed]))
    lines = tuple(_line(unit, rules, one.is_ai) for unit in units)
    return SideLines(side, name, one.is_ai, sum(unit.points for unit in units), lines)


def _line(unit: Unit, rules: Rules, is_app: bool) -> UnitLine:
    gone = unit.out in ("ko", "routed", "left")
    section = unit.section if is_app and unit.on_table else 0
    return UnitLine(
        unit.id,
        unit.name,
        traits_of(unit, rules),
        condition(unit, rules),
        gone,
        unit.activated,
        unit.hero,
        section,
    )


def unit_page(viewer: SoloViewer, unit: Unit) -> SoloUnitPage:
    state, rules = viewer.state, viewer.book
    side = state.sides[unit.side]
    others = state.on_table("human" if side.is_ai else "ai")
    mine = _known(state, unit)
    return SoloUnitPage(
        id=unit.id,
        name=unit.name,
        side=(side_name(state, side.id) or side.name) if side.is_ai else side.name,
        is_app=side.is_ai,
        traits=traits_of(unit, rules),
        profile=_profile(unit),
        rules=", ".join(unit.all_rules),
        state=condition(unit, rules),
        wounds=unit.wounds,
        most=unit.tough * unit.models,
        stunned=unit.stunned,
        stunned_word=rules.words["stunned"],
        out=unit.out,
        out_word=rules.words["ko"],
        routed_word=rules.words["routed"],
        on_table=unit.on_table,
        section=unit.section,
        may_shoot=unit.may_shoot,
        shoots=any(weapon.is_ranged for weapon in unit.weapons),
        may_act=_may_act(viewer),
        weapons=_melee(state, rules, unit),
        strikes=strikes_of(state, rules, unit),
        elite=elite(state, rules, unit),
        enemies=tuple((one.id, one.name) for one in others),
        hitters=tuple((one.id, _hitting(state, rules, unit, one)) for one in others),
        chargers=tuple((one.id, _charging(state, rules, unit, one)) for one in others),
        spells=tuple((one.id, f"{one.number} {one.name}") for one in mine),
        side_id=unit.side,
        spell_rows=_spell_rows(mine) if caster_level(unit) and side.is_ai else (),
        army_rows=_army_rows(unit) if side.is_ai else (),
        saves=_saves(state, unit),
        save_chips=chips_of(state, rules, Blow(unit), needs.TO_SAVE),
        back_chips=chips_of(state, rules, Blow(unit, shot=False), needs.TO_HIT),
    )


def _hitting(state: SoloState, rules: Rules, unit: Unit, other: Unit) -> str:
    """Who hits it, with what that changes in its saves and on its wound die."""
    shot = needs.modifier_reasons(
        needs.to_save(state, Blow(unit, other, shot=True)).modifiers[_own_saves(state, unit) :]
    )
    hurt = needs.modifier_reasons(needs.on_wound_die(rules, Blow(unit, other, shot=False), ones=False))
    told = [
        _("%(why)s when shot at") % {"why": shot} if shot else "",
        _("%(why)s on the wound die in melee") % {"why": hurt} if hurt else "",
    ]
    return _with(other.name, ", ".join(filter(None, told)))


def _own_saves(state: SoloState, unit: Unit) -> int:
    """How many reasons stand in its saves whoever hits it; they come first."""
    return len(needs.to_save(state, Blow(unit, shot=True)).modifiers)


def _charging(state: SoloState, rules: Rules, unit: Unit, other: Unit) -> str:
    """Who charged it, with what that changes when it strikes back."""
    at = next((at for at, one in enumerate(unit.weapons) if not one.is_ranged), None)
    if at is None:
        return other.name
    known = needs.to_hit(state, rules, Blow(unit, shot=False), at, charging=False).modifiers
    told = needs.to_hit(state, rules, Blow(unit, other, shot=False), at, charging=False).modifiers
    return _with(other.name, needs.modifier_reasons(one for one in told if one not in known))


def _with(name: str, why: str) -> str:
    return with_heading(name, why) if why else name


def _known(state: SoloState, unit: Unit) -> list[Spell]:
    """The spells of its side, by number, where it casts any."""
    mine = (one for one in state.spells.values() if one.side == unit.side and caster_level(unit) > 0)
    return sorted(mine, key=lambda one: one.number)


def _profile(unit: Unit) -> str:
    figures = {"quality": unit.quality, "defense": unit.defense, "tough": unit.tough}
    return _("Quality %(quality)s+ · Defense %(defense)s+ · Tough %(tough)s") % figures


def _spell_rows(known: list[Spell]) -> tuple[PlainForm, ...]:
    """The lines of a spell list, with empty ones to be filled."""
    held = [{"spell_name": one.name, "cost": one.cost, "aim": one.aim, "reach": one.reach} for one in known]
    empty = {"spell_name": "", "cost": 1, "aim": "harm", "reach": 0}
    return numbered_forms((SpellForm(initial=one) for one in [*held, *[empty] * SPELLS][:SPELLS]), "spells")


def _army_rows(unit: Unit) -> tuple[PlainForm, ...]:
    """The rules of its army, with an empty line for one more."""
    known = (*unit.army_rules, ArmyRule())[:MOST_RULES]
    start = ({"label": one.label, "aim": one.aim, "reach": one.reach} for one in known)
    return numbered_forms((RuleForm(initial=one) for one in start), "army_rules")


def _melee(state: SoloState, rules: Rules, unit: Unit) -> tuple[WeaponLine, ...]:
    """What it strikes back with, each with what its dice need."""
    return tuple(
        WeaponLine(
            at,
            weapon_words(one),
            odds_words(needs.to_hit(state, rules, Blow(unit, shot=False), at, charging=False)),
        )
        for at, one in enumerate(unit.weapons)
        if not one.is_ranged
    )


def _saves(state: SoloState, unit: Unit) -> str:
    """What a save needs before AP, and why."""
    odds = needs.to_save(state, Blow(unit))
    figures = {"needed": odds.needed, "why": needs.modifier_reasons(odds.modifiers)}
    return (
        _("Saves on %(needed)s+ (%(why)s) before AP.")
        if odds.modifiers
        else _("Saves on %(needed)s+ before AP.")
    ) % figures
